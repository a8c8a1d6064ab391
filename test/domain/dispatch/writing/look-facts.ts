/** Facts as playbooks bring them home, in the portals' own words; tests change what they are about. */
import { createHash } from 'node:crypto';
import { noLimits } from '../../../../domain/dispatch/approval.ts';
import { portalMark } from '../../../../domain/dispatch/writing/portal-mark.ts';
import { judgeWrite } from '../../../../domain/dispatch/writing/check.ts';
import type { Judged, Judging, Known, PulledReceipt } from '../../../../domain/dispatch/writing/write-context.ts';
import type { WriteOrder } from '../../../../domain/dispatch/writing/order.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
export const mark = (action: string): string => portalMark('tsk_test', action, sha256);
export const at = '2026-11-21T10:00:00.000Z';

export const billFacts = {
  pro: '0315864922',
  shipment_status: 'Delivered',
  bill_status: 'Open',
  weight: '2,480 lb',
  freight_class: '100',
  consignee_name: 'Harbor Supply',
  consignee_address: '12 Dock St, Toledo',
  charges: JSON.stringify([
    { code: 'LHL', amount: '$1,000.00' },
    { code: 'RES', amount: '$128.00' },
    { code: 'Total', amount: '$1,128.00' },
  ]),
  corrections: '[]',
  marked: '[]',
};

export const invoiceFacts = {
  invoice_number: '7100246813',
  pro: '0246813501',
  bol: 'BL1',
  state: 'Paid',
  billed: '$542.13',
  approved: '$447.13',
  short: '$95.00',
  adjustment_reason: 'Incorrect accessorial',
  duplicate_of: '-',
  damage_reported: '-',
  lines: JSON.stringify([
    { code: 'LHL', short: '$0.00' },
    { code: 'LFT', short: '$95.00' },
  ]),
  disputes: '[]',
  marked: '[]',
};

export const claimFacts = {
  claim_number: 'CLM-2026-000501',
  claim_state: 'Open',
  filed: '2026-10-01',
  type: 'Shortage',
  claimed: '$240.00',
  pro: '0127934585',
  damage_reported: '-',
  proof_offered: 'No',
  liability_per_pound: '$20.00',
  liability_per_shipment: '-',
  salvage: '$0.00',
  lines: JSON.stringify([{ description: 'Valves', pieces: '2', unit_weight: '38 lb', unit_value: '$120.00' }]),
  responses: '[]',
  marked: '[]',
};

export const receipt: PulledReceipt = {
  receipt: { state: 'usable', delivered: '2026-09-16', pieces: 30, services: ['LFT'], exceptions: '' },
  file: { name: 'pod.pdf', bytes: 4118, sha256: 'ab'.repeat(32) },
  shipment: { bol: 'BL1', bol_pieces: '30', bol_services: 'LFT, RES', ship_date: '2026-09-13' },
};

export function judge(
  known: Known,
  params: Judging['params'],
  more: Partial<Pick<Judging, 'earlier' | 'filed' | 'holidays' | 'limits' | 'playbookDigest' | 'takesReceipt'>> = {},
): Judged {
  return judgeWrite({
    params,
    known,
    limits: noLimits,
    sha256,
    playbookDigest: 'digest of the playbook',
    holidays: [],
    mark,
    earlier: new Map(),
    filed: new Set(),
    ...more,
  });
}

/** The order that a judgement gives. */
export function orderFrom(judged: Judged): WriteOrder {
  if (judged.kind !== 'write') throw new Error(JSON.stringify(judged));
  return judged.order;
}
