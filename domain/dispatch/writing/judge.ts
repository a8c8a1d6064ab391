/** What a writing task needs next: to look, to pull the receipt, a preview, to write, or to end. */
import type { WritingTaskType } from '../playbook/needed-facts.ts';
import { judgeClaim } from './claim.ts';
import { judgeCorrection } from './correction.ts';
import { judgeDispute, judgePodToDispute } from './dispute.ts';
import type { Judged, Judging } from './write-context.ts';

const judges: Readonly<Record<WritingTaskType, (judging: Judging) => Judged>> = {
  tms_correction: judgeCorrection,
  file_dispute: judgeDispute,
  pod_to_dispute: judgePodToDispute,
  answer_claim: judgeClaim,
};

/** The same known facts always give the same judgement. */
export function judgeWrite(judging: Judging): Judged {
  return judges[judging.known.capability](judging);
}
