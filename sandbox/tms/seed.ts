/** The seeded shipments: named scenarios first, then invented ones, the same on every machine. */
import { classByDensity, type HandlingUnits } from './density.ts';
import { namedPlans, type Condition, type Plan } from './plans.ts';
import { proOf } from './pro.ts';
import { accessorialTariff } from './rerate.ts';
import { type Random, seededRandom } from '../framework/random.ts';
import { scenarioPros } from './scenarios.ts';
import { clerks, consignees, drivers, goods, receivers, shippers } from './seed-names.ts';
import { documentTypes } from './shipment.ts';
import type { Agreement, BillStatus, DocumentType, FiledDocument, Inspection, Receipt, Shipment } from './shipment.ts';
import { accessorials, rate, totalCents, type Accessorial, type ChargeLine } from './tariff.ts';

/** Changes with anything below that gives other data. */
export const seedVersion = '2026-11-21.3';

const invented = 216;
/** Every so many invented shipments one has a neighbour whose PRO is nearly the same. */
const neighbourEvery = 36;
const firstDocumentId = 840_001;

export interface HistoryEntry {
  readonly at: string;
  readonly event: string;
  readonly by: string;
}
export interface Note {
  readonly at: string;
  readonly author: string;
  readonly text: string;
}
export interface Correction {
  readonly number: string;
  readonly code: string;
  readonly reason: string;
  readonly netChangeCents: number;
  readonly by: string;
  readonly at: string;
  /** The client's own mark. */
  readonly reference: string;
}

/** A shipment with everything filed under it. */
export interface SeededShipment {
  readonly shipment: Shipment;
  readonly charges: readonly ChargeLine[];
  readonly documents: readonly FiledDocument[];
  readonly history: readonly HistoryEntry[];
  readonly notes: readonly Note[];
  readonly corrections: readonly Correction[];
}

/** All seeded shipments, in the order of their document ids. */
export function seedShipments(): SeededShipment[] {
  const random = seededRandom(20_261_121);
  const plans = [...namedPlans];
  const taken = new Set<string>(Object.values(scenarioPros));
  function add(pro: string): void {
    if (taken.has(pro)) return;
    taken.add(pro);
    plans.push(inventPlan(random, pro));
  }
  for (let index = 0; index < invented; index += 1) {
    const nine = `${random.pick(['0', '0', '1', '2', '4', '7'])}${String(random.whole(10_000_000, 99_999_999))}`;
    add(proOf(nine));
    // One digit changed near the end, and with it the check digit.
    if (index % neighbourEvery === 0) add(proOf(nine.slice(0, 8) + String((Number(nine[8]) + 1) % 10)));
  }
  const seeded = plans.map((plan, index) => makeShipment(random, plan, index));
  return seeded.map((entry, index) => fileReceiptOf(plans[index]?.receiptOf, entry, seeded));
}

function inventPlan(random: Random, pro: string): Plan {
  const draw = random.whole(1, 100);
  if (draw <= 5) return { pro, status: 'Pending' };
  if (draw <= 10) return { pro, status: 'Dispatched' };
  if (draw <= 18) return { pro, status: 'In transit' };
  if (draw <= 20) return { pro, status: 'Expired' };
  if (draw <= 22) return { pro, status: 'Canceled' };
  if (draw <= 25) return { pro, condition: 'short' };
  if (draw <= 28) return { pro, condition: 'damage' };
  if (draw <= 31) return { pro, condition: 'subjectToCount' };
  if (draw <= 33) return { pro, condition: 'unsigned' };
  if (draw <= 35) return { pro, noPod: true };
  return { pro };
}

function makeShipment(random: Random, plan: Plan, index: number): SeededShipment {
  const item = random.pick(goods);
  const pieces = plan.pieces ?? random.whole(4, 60);
  const handlingUnits = Math.ceil(pieces / random.whole(8, 20));
  const drawnShipDate = addDays('2026-08-03', random.whole(0, 100));
  const drawnArrival = addDays(drawnShipDate, random.whole(1, 6));
  const arrival = plan.delivered ?? drawnArrival;
  const shipDate = plan.delivered === undefined ? drawnShipDate : addDays(plan.delivered, -3);
  const refused = plan.condition === 'refused';
  const status = plan.status ?? (refused ? 'In transit' : 'Delivered');
  const drawnExtras = drawExtras(random);
  const { extras: planned } = plan;
  const extras = planned === undefined ? drawnExtras : accessorialTariff.filter(({ code }) => planned.includes(code));
  const weightLb = plan.weightLb ?? pieces * item.pieceLb;
  const freightClass = plan.freightClass ?? item.freightClass;
  const charges = rate(weightLb, freightClass, extras);
  const drawnBillStatus: BillStatus = random.chance(0.4) ? 'Paid' : 'Open';
  const billStatus = plan.billStatus ?? drawnBillStatus;
  const consignee = random.pick(consignees);
  const shipment: Shipment = {
    pro: plan.pro,
    bol: plan.bol ?? `BL${random.whole(1_000_000, 9_999_999)}`,
    po: `PO-${random.whole(10_000, 99_999)}`,
    status,
    billStatus,
    terms: random.pick(['Prepaid', 'Prepaid', 'Collect', 'Third party']),
    shipper: random.pick(shippers),
    consignee,
    pieces,
    handlingUnits,
    packaging: item.packaging,
    weightLb,
    freightClass,
    nmfc: item.nmfc,
    description: item.description,
    shipDate,
    deliveryDate: status === 'Delivered' ? arrival : null,
    balanceCents: billStatus === 'Open' ? totalCents(charges) : 0,
    shipped: { weightLb, freightClass, consignee, services: extras.map(({ code }) => code) },
    agreement: agree(random),
    inspection: null,
  };
  const receipt = status === 'Delivered' || refused ? writeReceipt(random, plan, shipment, arrival, extras) : null;
  const inspected = { ...shipment, inspection: inspect(random, plan, shipment, index) };
  return {
    shipment: inspected,
    charges,
    documents: fileDocuments(inspected, receipt, plan, index),
    history: writeHistory(random, shipment, receipt),
    notes: writeNotes(random, plan, shipment),
    corrections: enterCorrections(random, shipment, index),
  };
}

/** Most shippers have an agreement, and some let it lapse. */
function agree(random: Random): Agreement | null {
  const number = `PA-${random.whole(1000, 9999)}`;
  const draw = random.whole(1, 10);
  if (draw > 8) return null;
  return { number, from: '2026-01-01', until: draw > 6 ? '2026-06-30' : '2026-12-31' };
}

function inspect(random: Random, plan: Plan, shipment: Shipment, index: number): Inspection | null {
  const units: HandlingUnits[] = [
    { length: 48, width: 40, height: random.whole(30, 70), count: shipment.handlingUnits },
  ];
  const wanted = random.chance(0.12) && shipment.status === 'Delivered' && index >= namedPlans.length;
  if (plan.inspected === undefined && !wanted) return null;
  const measured = plan.inspected ?? units;
  return {
    number: `WI-2026-${String(3000 + index).padStart(6, '0')}`,
    on: addDays(shipment.shipDate, 1),
    certified: plan.inspected !== undefined || random.chance(0.8),
    weightLb: shipment.weightLb,
    freightClass: classByDensity(shipment.weightLb, measured),
    units: measured,
  };
}

function drawExtras(random: Random): Accessorial[] {
  return accessorials.filter(() => random.chance(0.15));
}

function writeReceipt(
  random: Random,
  plan: Plan,
  shipment: Shipment,
  date: string,
  extras: readonly Accessorial[],
): Receipt {
  const hour = random.whole(7, 15);
  const minute = random.whole(0, 29);
  const time = (minutes: number): string => `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  const signer = random.pick(receivers);
  const some = random.whole(1, Math.min(3, shipment.pieces - 1));
  return {
    date,
    timeIn: time(minute),
    timeOut: time(minute + random.whole(9, 30)),
    driver: random.pick(drivers),
    signedBy: plan.condition === 'unsigned' ? null : signer,
    exceptions: plan.exceptions ?? exceptionTexts[plan.condition ?? 'clear'](some, shipment),
    services: extras.map(({ code }) => code),
  };
}

/** What the consignee wrote on the receipt. `some` is how many of the pieces are concerned. */
const exceptionTexts: Record<Condition, (some: number, shipment: Shipment) => string> = {
  clear: () => '',
  unsigned: () => '',
  short: (some, { pieces, packaging }) => `SHORT ${some} OF ${pieces} ${packaging} - RECEIVED ${pieces - some}`,
  damage: (some, { pieces, packaging }) => `DAMAGED ${some} OF ${pieces} ${packaging} - CRUSHED CORNERS, CONTENTS WET`,
  refused: (_some, { pieces, packaging }) =>
    `REFUSED ${pieces} OF ${pieces} ${packaging} - NOT ORDERED, RETURN TO SHIPPER`,
  subjectToCount: () => 'SUBJECT TO COUNT',
};

function fileDocuments(shipment: Shipment, receipt: Receipt | null, plan: Plan, index: number): FiledDocument[] {
  const { pro } = shipment;
  const id = firstDocumentId + index * 10;
  const filed = (offset: number, type: DocumentType, number: string, dated: string): FiledDocument => ({
    id: id + offset,
    pro,
    type,
    number,
    dated,
    pages: 1,
    form: 'text',
    receipt: null,
  });
  const documents = [filed(0, documentTypes.bol, shipment.bol, shipment.shipDate)];
  if (shipment.status === 'Pending') return documents;
  documents.push(filed(2, documentTypes.invoice, `FB${pro}`, shipment.shipDate));
  const { inspection } = shipment;
  if (inspection !== null) documents.push(filed(3, documentTypes.inspection, inspection.number, inspection.on));
  if (receipt === null || plan.noPod === true) return documents;
  const pod = filed(1, documentTypes.pod, `DR${pro}`, receipt.date);
  documents.unshift({ ...pod, form: plan.form ?? 'text', receipt: { ...receipt, pro } });
  return documents;
}

/** Files another shipment's receipt in place of the entry's own. */
function fileReceiptOf(pro: string | undefined, entry: SeededShipment, all: readonly SeededShipment[]): SeededShipment {
  if (pro === undefined) return entry;
  const other = all.find(({ shipment }) => shipment.pro === pro);
  const receipt = other?.documents.find((document) => document.receipt !== null)?.receipt ?? null;
  return {
    ...entry,
    documents: entry.documents.map((document) => (document.receipt === null ? document : { ...document, receipt })),
  };
}

function writeHistory(random: Random, shipment: Shipment, receipt: Receipt | null): HistoryEntry[] {
  const clerk = random.pick(clerks);
  const entries = [{ at: `${shipment.shipDate}T13:05:00Z`, event: 'Bill entered', by: clerk }];
  if (shipment.status === 'Pending') return entries;
  entries.push({
    at: `${shipment.shipDate}T21:40:00Z`,
    event: `Picked up at ${shipment.shipper.city}`,
    by: 'dispatch',
  });
  if (shipment.status === 'Canceled')
    return [...entries, { at: `${shipment.shipDate}T22:30:00Z`, event: 'Shipment canceled by shipper', by: clerk }];
  if (receipt === null) return entries;
  const event =
    shipment.status === 'Delivered'
      ? `Delivered, signed ${receipt.signedBy ?? '(no signature)'}`
      : 'Delivery attempted, refused by consignee';
  return [...entries, { at: `${receipt.date}T${receipt.timeOut}:00Z`, event, by: receipt.driver }];
}

function writeNotes(random: Random, plan: Plan, shipment: Shipment): Note[] {
  const notes: Note[] = [];
  if (random.chance(0.3))
    notes.push({
      at: `${shipment.shipDate}T15:20:00Z`,
      author: random.pick(clerks),
      text: 'Consignee asks for delivery before noon.',
    });
  if (plan.note !== undefined)
    notes.push({ at: `${shipment.shipDate}T23:59:00Z`, author: 'edi-import', text: plan.note });
  return notes;
}

function enterCorrections(random: Random, shipment: Shipment, index: number): Correction[] {
  if (shipment.status !== 'Delivered' || index < namedPlans.length || !random.chance(0.08)) return [];
  return [
    {
      number: `COR-2026-${String(100 + index).padStart(6, '0')}`,
      code: 'CN',
      reason: 'Consignee name spelled as on the bill of lading.',
      netChangeCents: 0,
      by: random.pick(clerks),
      at: `${addDays(shipment.shipDate, 8)}T16:10:00Z`,
      reference: '',
    },
  ];
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
