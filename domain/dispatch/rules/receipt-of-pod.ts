/** The receipt as the rules need it, out of what was read from the file. */

import { judgePod } from '../pod.ts';
import type { PodFacts } from '../pod.ts';
import type { Day } from './calendar.ts';
import type { ReceiptFacts } from './delivery-receipt.ts';

/** What a receipt's boxes say beside the facts of its file. */
export interface ReceiptBoxes {
  readonly pieces: number | null;
  readonly services: readonly string[];
}

/**
 * @param pod null when no proof of delivery is on file
 * @param pro of the task; a receipt about another one counts for nothing
 */
export function receiptOf(pod: PodFacts | null, pro: string, { pieces, services }: ReceiptBoxes): ReceiptFacts {
  const blank = { delivered: null, pieces: null, services: [], exceptions: '' };
  if (pod === null) return { ...blank, state: 'missing' };
  if (pod.kind !== 'read') return { ...blank, state: 'illegible' };
  const failed = new Set(
    judgePod(pod, pro)
      .checks.filter(({ verdict }) => verdict === 'fail')
      .map(({ check }) => check),
  );
  if (failed.has('pod.names_pro')) return { ...blank, state: 'other_pro' };
  const said = { delivered: dayOf(pod.deliveryDate), pieces, services, exceptions: pod.exceptions?.trim() ?? '' };
  return { ...said, state: failed.has('pod.is_signed') ? 'unsigned' : failed.size > 0 ? 'illegible' : 'usable' };
}

/** `2026-10-02` or, as American forms print it, `10/02/2026`; null for anything else. */
function dayOf(printed: string | null): Day | null {
  const text = printed?.trim() ?? '';
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = american ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}` : text;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2026-02-30 for 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}
