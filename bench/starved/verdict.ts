/** Whether what a task states is true to what the same task states on a quiet machine and to what the portal recorded. */
import type { Outcome } from '../../domain/dispatch/task.ts';

/** What is asserted of a finished task: in its record, its webhook and its signed evidence. */
export interface Statement {
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  /** `awaiting_approval` is where a task over the limit ends here: nobody approves. */
  readonly status: string;
  readonly confirmationNumber: string | null;
  /** Checks of the signed manifest that are recorded as failed. */
  readonly failedChecks: readonly string[];
  /** SHA-256 of the proof of delivery in the pack. */
  readonly podSha256: string | null;
}

export interface Truth {
  /** The statement of the same input when nothing else ran. */
  readonly quiet: Statement;
  /** Numbers that the portal gave writes to this record. */
  readonly written: readonly string[];
  /** Other tasks of the run want the same record. */
  readonly contested: boolean;
}

/** `unknown` is honest: the task says that it does not know, or that we failed. */
type Verdict = { readonly kind: 'true' | 'unknown' } | { readonly kind: 'false'; readonly why: string };

const isTrue: Verdict = { kind: 'true' };
const isFalse = (why: string): Verdict => ({ kind: 'false', why });

/** @returns the verdict on one task; whether a record was written to twice is judged by record */
export function judgeStatement(said: Statement, truth: Truth): Verdict {
  const { quiet, written, contested } = truth;
  const extra = said.failedChecks.filter((check) => !quiet.failedChecks.includes(check));
  if (extra.length > 0 && said.reason !== 'uncertain_write') return isFalse(`failed checks: ${extra.join(', ')}`);
  if (said.status === 'awaiting_approval' || said.outcome === null)
    return said.status === quiet.status ? isTrue : isFalse(`${said.status}, quiet ${quiet.status}`);
  if (said.outcome === 'failed')
    return said.reason === 'internal_error' ? { kind: 'unknown' } : isFalse(`failed/${said.reason}`);
  if (said.outcome === 'escalated' && said.reason === 'uncertain_write') return { kind: 'unknown' };
  if (said.confirmationNumber !== null && !written.includes(said.confirmationNumber) && quiet.reason !== 'already_done')
    return isFalse(`confirmed as ${said.confirmationNumber}, which the portal never gave`);
  if (said.podSha256 !== null && quiet.podSha256 !== null && said.podSha256 !== quiet.podSha256)
    return isFalse('another proof of delivery than on a quiet machine');
  if (said.outcome === quiet.outcome && said.reason === quiet.reason) return isTrue;
  // The second task of a record finds what the first one wrote.
  if (contested && said.outcome === 'completed' && said.reason === 'already_done') return isTrue;
  if (contested && said.outcome === 'escalated' && said.reason === 'conflicting_record') return isTrue;
  return isFalse(`${said.outcome}/${said.reason}, quiet ${quiet.outcome}/${quiet.reason}`);
}
