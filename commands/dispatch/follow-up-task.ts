/** What people do about a task that has ended: follow up on it, and say what happened to a write that is uncertain (D25). */
import { noteLimit } from '../../domain/dispatch/approval-input.ts';
import { wordFindings } from '../../domain/dispatch/writing/write-once.ts';
import type { Pool } from '../../store/database.ts';
import { type FollowUpResult, commentOnTask, markDone } from '../../store/follow-ups.ts';
import { type IntentRow, type SettleOrder, settleWrite } from '../../store/portal-intents.ts';
import { type Refusal, refusal, refusalOf } from '../refusal.ts';

interface Remark {
  readonly note: string;
  readonly actor: string;
}

/** @param taskId of a task that is there */
export async function comment(pool: Pool, taskId: string, { note, actor }: Remark): Promise<Refusal | undefined> {
  const wrong = refusalOf('invalid_request', noteFindings(note));
  if (wrong === undefined) await commentOnTask(pool, { taskId, note, actor });
  return wrong;
}

/** @returns which of the tasks left something to a person */
export async function finishFollowUp(
  pool: Pool,
  taskIds: readonly string[],
  { note, actor }: Remark,
): Promise<FollowUpResult | Refusal> {
  return refusalOf('invalid_request', noteFindings(note)) ?? markDone(pool, { taskIds, note, actor });
}

/** @returns the write as it was; `not_found` where none is uncertain, so that the second of two people is refused */
export async function resolveWrite(pool: Pool, order: SettleOrder): Promise<IntentRow | Refusal> {
  const wrong = refusalOf('invalid_request', wordFindings(order.word));
  if (wrong !== undefined) return wrong;
  return (await settleWrite(pool, order)) ?? refusal('not_found', 'this write is no longer uncertain');
}

/** What is wrong with a comment or a note, as parts of sentences. */
function noteFindings(note: string): string[] {
  if (note === '') return ['a note is required: what was done, or what others need to know'];
  return note.length > noteLimit ? [`note must have at most ${noteLimit} characters`] : [];
}
