/** The cases of the fault matrix: every writing task type, every fault that strikes a write, every moment of a kill. */
import { type WriteFault, writeFaults } from './matrix-truth.ts';

export const scenarios = [
  'tms_correction_under_limit',
  'file_dispute',
  'pod_to_dispute_open',
  'answer_claim_accept',
] as const;
/** What is killed, and when: before or after the click that writes, or after its answer. */
export const moments = [
  'none',
  'worker before',
  'worker between',
  'worker after',
  'browser between',
  'portal between',
] as const;
export type Moment = (typeof moments)[number];

export interface Case {
  readonly scenario: (typeof scenarios)[number];
  readonly fault: WriteFault;
  readonly moment: Moment;
}

/** Row by row; each row of faults begins with another one, so that the first of every row together are all of them. */
export function allCases(): Case[] {
  return moments.flatMap((moment, m) =>
    scenarios.flatMap((scenario, s) =>
      writeFaults.map((_, f) => ({
        scenario,
        moment,
        fault: writeFaults[(f + m * scenarios.length + s) % writeFaults.length] ?? 'ok',
      })),
    ),
  );
}

export const nameOf = ({ scenario, fault, moment }: Case): string => `${scenario} ${fault} ${moment}`;
