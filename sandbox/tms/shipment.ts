/** The TMS's records: what a shipment, a delivery receipt and a filed document are. */

import type { HandlingUnits } from './density.ts';
import type { FreightClass } from './tariff.ts';

export interface Party {
  readonly name: string;
  readonly street: string;
  readonly city: string;
}

export type ShipmentStatus = 'Pending' | 'Dispatched' | 'In transit' | 'Delivered' | 'Expired' | 'Canceled';
export type BillStatus = 'Open' | 'Paid' | 'Void' | 'Written off';

export interface Shipment {
  readonly pro: string;
  readonly bol: string;
  readonly po: string;
  readonly status: ShipmentStatus;
  readonly billStatus: BillStatus;
  readonly terms: 'Prepaid' | 'Collect' | 'Third party';
  readonly shipper: Party;
  readonly consignee: Party;
  readonly pieces: number;
  readonly handlingUnits: number;
  readonly packaging: string;
  readonly weightLb: number;
  readonly freightClass: FreightClass;
  readonly nmfc: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly shipDate: string;
  readonly deliveryDate: string | null;
  readonly balanceCents: number;
  readonly shipped: AsShipped;
  readonly agreement: Agreement | null;
  readonly inspection: Inspection | null;
}

/** What the bill of lading says; a correction of the freight bill never changes it. */
export interface AsShipped {
  readonly weightLb: number;
  readonly freightClass: FreightClass;
  readonly consignee: Party;
  /** Accessorial codes that the shipper asked for. */
  readonly services: readonly string[];
}

/** A pricing agreement of the shipper, with the days it is in force, both included. */
export interface Agreement {
  readonly number: string;
  readonly from: string;
  readonly until: string;
}

/** A weighing and inspection (W&I) certificate. */
export interface Inspection {
  readonly number: string;
  readonly on: string;
  /** Whether the scale is certified. */
  readonly certified: boolean;
  readonly weightLb: number;
  /** By density. */
  readonly freightClass: FreightClass;
  readonly units: readonly HandlingUnits[];
}

/** What was written on the delivery receipt at the dock. */
export interface Receipt {
  readonly date: string;
  readonly timeIn: string;
  readonly timeOut: string;
  readonly driver: string;
  /** Printed name of who signed; null when nobody did. */
  readonly signedBy: string | null;
  /** Hand-written exceptions, empty on a clear receipt. */
  readonly exceptions: string;
  /** Accessorial codes ticked as performed. */
  readonly services: readonly string[];
}

export const documentTypes = {
  pod: 'Delivery receipt (POD)',
  bol: 'Bill of lading',
  invoice: 'Freight invoice',
  inspection: 'W&I certificate',
} as const;
export type DocumentType = (typeof documentTypes)[keyof typeof documentTypes];

/** `text`: a PDF with text; `image`: a PDF that is one picture; `empty`: no bytes; `html`: an error page saved as PDF. */
export type DocumentForm = 'text' | 'image' | 'empty' | 'html';

export interface FiledDocument {
  readonly id: number;
  /** The shipment it is filed under, not always the one it is about. */
  readonly pro: string;
  readonly type: DocumentType;
  readonly number: string;
  readonly dated: string;
  readonly pages: number;
  readonly form: DocumentForm;
  /** Of a delivery receipt: what it says, and for which PRO. */
  readonly receipt: (Receipt & { readonly pro: string }) | null;
}
