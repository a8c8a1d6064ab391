/** A freight bill and its corrections, out of the facts of a `look` or `probe` of tms_correction. */
import { type Cents, formatChange } from '../money.ts';
import type { BillFacts, CorrectionFacts, RatePreview } from '../rules/tms-correction.ts';
import { type Marks, type OnFile, type PortalRecord, type WriteCheck, whatIsOnFile } from '../writing/write-once.ts';
import { type PhaseFacts, type Reading, carriesMark, isAccessorial, joined, reading, recordOf } from './reading.ts';

interface BillOnPortal {
  readonly bill: BillFacts;
  /** Corrections of this bill, and those with our mark on any bill. */
  readonly corrections: readonly PortalRecord[];
}

type Asked = CorrectionFacts['asked'];
const fields = ['pro', 'code', 'net_change'];

/** @param asked a portal may have codes of its own form for its accessorials: those that are asked about are some of them */
export function readBill(facts: PhaseFacts, asked: Asked['changes'] = {}): Reading<BillOnPortal> {
  const named = new Set(
    [...(asked.add_accessorials ?? []), ...(asked.remove_accessorials ?? [])].map((code) => code.trim().toUpperCase()),
  );
  return reading(facts, (page) => {
    const pro = page.text('pro');
    const own = page.rows('corrections').map((row) => recordOf(row, ['code', 'net_change'], { pro }));
    const marked = (page.rowsOrNull('marked') ?? []).map((row) => recordOf(row, fields));
    return {
      bill: {
        pro,
        shipmentStatus: page.text('shipment_status'),
        billStatus: page.text('bill_status'),
        weightLb: page.whole('weight'),
        freightClass: page.text('freight_class'),
        accessorials: page
          .rows('charges')
          .map((row) => row.text('code'))
          .filter((code) => isAccessorial(code, named)),
        consigneeName: page.text('consignee_name'),
        consigneeAddress: page.text('consignee_address'),
      },
      corrections: joined(own, marked),
    };
  });
}

/**
 * Corrections of the same fact: those with our marks, and those under the same reason after which the bill says what
 * is asked for. One under the same reason that says something else was about another fact.
 */
export function correctionOnFile({ bill, corrections }: BillOnPortal, asked: Asked, marks: Marks): OnFile {
  const done = wantedOnBill(asked, bill).every(({ verdict }) => verdict === 'pass');
  const same = corrections.filter(
    (record) => carriesMark(record, marks) || (done && record.fields['code'] === asked.reason),
  );
  return whatIsOnFile({ kind: 'read', records: same }, marks);
}

/** What a change that was keyed must have made of the bill, compared with the bill as it is. */
export function wantedOnBill({ changes }: Asked, bill: BillFacts): WriteCheck[] {
  const codes = new Set(bill.accessorials.map((code) => code.toUpperCase()));
  const on = (code: string): string => (codes.has(code.toUpperCase()) ? 'yes' : 'no');
  const check = (name: string, expected: string, found: string): WriteCheck => ({
    check: `bill: ${name}`,
    expected,
    found,
    verdict: folded(expected) === folded(found) ? 'pass' : 'fail',
  });
  return [
    ...(changes.billed_weight === undefined
      ? []
      : [check('weight in lb', String(changes.billed_weight), String(bill.weightLb))]),
    ...(changes.billed_class === undefined ? [] : [check('class', changes.billed_class, bill.freightClass)]),
    ...(changes.add_accessorials ?? []).map((code) => check(`charge ${code}`, 'yes', on(code))),
    ...(changes.remove_accessorials ?? []).map((code) => check(`charge ${code}`, 'no', on(code))),
    ...(changes.consignee_name === undefined ? [] : [check('consignee', changes.consignee_name, bill.consigneeName)]),
    ...(changes.consignee_address === undefined
      ? []
      : [check('consignee address', changes.consignee_address, bill.consigneeAddress)]),
  ];
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The portal's own preview; a figure that could not be read is null and decides nothing. */
export function readPreview(facts: PhaseFacts): RatePreview {
  const figure = (name: string): Cents | null => {
    const read = reading(facts, (page) => page.moneyOrNull(name));
    return read.kind === 'read' ? read.value : null;
  };
  return { before: figure('original_total'), after: figure('corrected_total'), netChange: figure('net_change') };
}

/** What the record of a correction has to say. */
export function correctionFields({ pro, reason }: Asked, netChange: Cents): Record<string, string> {
  return { pro, code: reason, net_change: formatChange(netChange) };
}
