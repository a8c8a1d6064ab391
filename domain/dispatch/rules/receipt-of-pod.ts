/** The receipt as the rules need it, out of what was read from the file. */

import { accessorialCode } from '../accessorials.ts';
import { readDay } from '../facts/reading.ts';
import { judgePod } from '../pod.ts';
import type { PodFacts } from '../pod.ts';
import type { ReceiptFacts } from './delivery-receipt.ts';

/**
 * @param pod null when no proof of delivery is on file
 * @param pro of the task; a receipt about another one counts for nothing
 */
export function receiptOf(pod: PodFacts | null, pro: string): ReceiptFacts {
  const blank = { delivered: null, pieces: null, services: [], exceptions: '' };
  if (pod === null) return { ...blank, state: 'missing' };
  if (pod.kind !== 'read') return { ...blank, state: 'illegible' };
  const failed = new Set(
    judgePod(pod, pro)
      .checks.filter(({ verdict }) => verdict === 'fail')
      .map(({ check }) => check),
  );
  if (failed.has('pod.names_pro')) return { ...blank, state: 'other_pro' };
  const said = {
    delivered: readDay(pod.deliveryDate ?? '') ?? null,
    pieces: pod.pieces,
    services: pod.ticked.flatMap((name) => accessorialCode(name) ?? []),
    exceptions: pod.exceptions?.trim() ?? '',
  };
  // What a person has to see is not called unsigned.
  if (pod.signature === 'unclear') return { ...said, state: 'illegible' };
  return { ...said, state: failed.has('pod.is_signed') ? 'unsigned' : failed.size > 0 ? 'illegible' : 'usable' };
}
