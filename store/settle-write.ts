/** Takes a person's word on an uncertain portal write: the intent and the log, together or not at all (D25). */
import type { WriteWord } from '../domain/dispatch/write-word.ts';
import { addAudit } from './audit-log.ts';
import { inTransaction } from './database.ts';
import type { Pool } from './database.ts';
import { lockUncertain, settleIntent } from './portal-intents.ts';
import type { IntentRow } from './portal-intents.ts';

/** How it stands in the audit log; its details are `action`, `record` and what was said. */
export const writeSettled = 'write.settled';

export interface SettleOrder {
  readonly taskId: string;
  /** Which write of the task; the newest uncertain one where it is left out. */
  readonly action?: string;
  readonly word: WriteWord;
  readonly actor: string;
}

/** @returns the write as it was; undefined when none is uncertain, so that of two people one is told */
export async function settleWrite(pool: Pool, order: SettleOrder): Promise<IntentRow | undefined> {
  const { taskId, word, actor } = order;
  return inTransaction(pool, async (q) => {
    const intent = await lockUncertain(q, taskId, order.action);
    if (intent === undefined) return undefined;
    await settleIntent(q, taskId, intent.action, word.state, word.number);
    const details = { action: intent.action, record: intent.scope, ...word };
    await addAudit(q, { actor, act: writeSettled, subject: taskId, details });
    // What the task left to a person is done, unless another write of it is uncertain.
    await q.query(
      `update tasks set handled_at = coalesce(handled_at, now())
        where id = $1 and status in ('escalated', 'failed')
          and not exists (select from portal_intents where task_id = $1 and state = 'uncertain')`,
      [taskId],
    );
    return intent;
  });
}
