/** What is known of a task's writes, for a workflow that has to go on after a loss (D25). */
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import type { Pool } from '../../store/database.ts';
import { type IntentState, readIntents, settleIntent } from '../../store/portal-intents.ts';

export interface KnownIntent {
  readonly state: IntentState;
  /** Clicks that were allowed. */
  readonly submits: number;
  readonly number: string | null;
  readonly order: WriteOrder;
}

/** The newest intent of a task that may have left something in the portal; null when nothing was clicked. */
export async function openIntentOf(pool: Pool, taskId: string): Promise<KnownIntent | null> {
  const intent = (await readIntents(pool, taskId)).find(({ state }) => state !== 'absent');
  if (intent === undefined) return null;
  const { state, submits, number, order } = intent;
  return { state, submits, number, order };
}

/** Safe to run twice. */
export async function closeIntent(
  pool: Pool,
  taskId: string,
  action: string,
  state: Exclude<IntentState, 'open'>,
  number: string | null,
): Promise<void> {
  await settleIntent(pool, taskId, action, state, number);
}
