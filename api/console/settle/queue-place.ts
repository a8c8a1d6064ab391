/** Where in the settle queue somebody is: its filter, and what was skipped so far. */
import type { Disagreement } from '../../../store/lanes/read-disagreement.ts';
import { settleCursor } from '../../../store/lanes/read-settle-queue.ts';
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
  return settleCursor.encode([severity, since, stepNo, item]);
}

/** @returns undefined for a text that `cursorAfter` never made */
export function settlePlaceIn(cursor: string | undefined): SettlePlace | undefined {
  return cursor === undefined ? undefined : settleCursor.decode(cursor);
}
