/** Where in the settle queue somebody is: its filter, and what was skipped so far. */
import { decodePlace, encodePlace } from '../../../store/cursor.ts';
import type { Disagreement } from '../../../store/lanes/read-disagreement.ts';
import type { SettlePlace } from '../../../store/lanes/read-settle-queue.ts';

export interface QueuePlace {
  readonly queue: string | undefined;
  readonly step: string | undefined;
  readonly cursor: string | undefined;
}

/** What an address has that goes on after a disagreement. */
export function cursorAfter({
  severity,
  since,
  stepNo,
  item,
}: Pick<Disagreement, 'severity' | 'since' | 'stepNo' | 'item'>): string {
  return encodePlace([severity, since.getTime(), stepNo, item]);
}

/** @returns undefined for a text that `cursorAfter` never made */
export function settlePlaceIn(cursor: string | undefined): SettlePlace | undefined {
  if (cursor === undefined) return undefined;
  return decodePlace(cursor, ['number', 'number', 'number', 'string']) as SettlePlace | undefined;
}
