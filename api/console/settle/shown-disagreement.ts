/** A disagreement with everything that the page shows beside it. */
import type { StepDefinition, WireEvent } from '../../../domain/lanes/event.ts';
import type { Disagreement, ItemElsewhere, VerdictCount } from '../../../store/lanes/read-disagreement.ts';

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
