/** Compares a verified pack with what the service itself says of the task today. */
import type { Outcome } from '../task.ts';
import type { Manifest } from './manifest.ts';

/** What the database says of a final task and its chain. */
export interface RecordedEnding {
  readonly taskId: string;
  readonly outcome: Outcome;
  readonly summary: string | null;
  readonly confirmationNumber: string | null;
  readonly headSha256: string;
}

/** @returns a sentence for each way in which the record and the signed pack part */
export function compareWithRecord(manifest: Manifest, record: RecordedEnding): string[] {
  const pairs: readonly (readonly [what: string, packed: string | null, recorded: string | null])[] = [
    ['task', manifest.task_id, record.taskId],
    ['outcome', manifest.outcome, record.outcome],
    ['summary', manifest.summary, record.summary],
    ['confirmation number', manifest.confirmation_number, record.confirmationNumber],
    ['end of the event chain', manifest.events.head_sha256, record.headSha256],
  ];
  return pairs
    .filter(([, packed, recorded]) => packed !== recorded)
    .map(
      ([what, packed, recorded]) =>
        `the ${what} in the signed pack is “${packed ?? 'none'}”, in the record “${recorded ?? 'none'}”`,
    );
}
