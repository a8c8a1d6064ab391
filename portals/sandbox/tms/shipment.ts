/** The TMS's records: what a shipment, a delivery receipt and a filed document are. */

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
  readonly freightClass: string;
  readonly nmfc: string;
  readonly description: string;
  /** YYYY-MM-DD. */
  readonly shipDate: string;
  readonly deliveryDate: string | null;
  readonly balanceCents: number;
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
