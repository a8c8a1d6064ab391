/** A disagreement with everything that the page shows beside it. */
import type { StepDefinition, WireEvent } from '../../../domain/lanes/event.ts';
import type { Disagreement, ItemElsewhere, VerdictCount } from '../../../store/lanes/disagreements.ts';
import { type SettlePlace, settleCursor } from '../../../store/lanes/settle-queue.ts';

export interface ShownDisagreement {
  readonly disagreement: Disagreement;
  readonly definition: StepDefinition;
  /** The events of both, as they were sent. */
  readonly events: readonly WireEvent[];
  readonly elsewhere: readonly ItemElsewhere[];
  readonly verdicts: readonly VerdictCount[];
  /** Given in this queue before. */
  readonly reasons: readonly string[];
}

/** Where in the settle queue somebody is: its filter, and what was skipped so far. */
export interface QueuePlace {
  readonly queue: string | undefined;
  readonly step: string | undefined;
  readonly cursor: string | undefined;
}

/** What an address has that continues after a disagreement. */
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
