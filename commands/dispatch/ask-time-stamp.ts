/** Asks the authority again for the time stamp of a pack that has none: after its 24 hours nobody else does. */
import { stampAskedForMs } from '../../domain/dispatch/evidence/time-stamp.ts';
import { addAudit } from '../../store/audit-log.ts';
import { inTransaction, type Pool } from '../../store/database.ts';
import { renewTimeStamp } from '../../store/time-stamps.ts';
import { refusal } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';

export interface AskTimeStampDeps {
  readonly pool: Pool;
  /** False where it is being asked for. */
  readonly startTimeStamp: (taskId: string) => Promise<boolean>;
  readonly now: () => Date;
}

export interface AskedTimeStamp {
  readonly task_id: string;
  /** False: it was being asked for already. */
  readonly asked: boolean;
}

/** @throws what the engine throws while it is away; nothing is recorded then but the time until when it is asked for */
export async function askTimeStamp(
  { pool, startTimeStamp, now }: AskTimeStampDeps,
  { id, senderId }: { readonly id: string; readonly senderId: string },
  actor: string,
): Promise<AskedTimeStamp | Refusal> {
  const askedUntil = new Date(now().getTime() + stampAskedForMs);
  if (!(await renewTimeStamp(pool, id, askedUntil)))
    return refusal('bad_request', `the evidence of task ${id} has a time stamp, or was packed without asking for one`);
  const asked = await startTimeStamp(id);
  if (asked)
    await inTransaction(pool, (q) =>
      addAudit(q, { actor, act: 'task.time_stamp_asked', subject: id, details: { owner_id: senderId } }),
    );
  return { task_id: id, asked };
}
