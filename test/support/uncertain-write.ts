/** A write of a task of which nobody knows whether it happened, as the worker would have left it. */
import type { Pool } from '../../store/database.ts';

export async function addUncertainWrite(pool: Pool, taskId: string, record: string): Promise<void> {
  await pool.query(
    `insert into portal_intents
       (task_id, action, sender_id, portal, account, scope, fact, mark, state, submits, fence, write_order)
     select id, 'correct_bill', sender_id, 'sandbox-tms', 'a', $2, 'f', 'LK-0000000A', 'uncertain', 2, 1, $3
       from tasks where id = $1`,
    [
      taskId,
      record,
      JSON.stringify({
        noun: 'correction',
        mark: 'LK-0000000A',
        sentence: 'The net change is <within> 250.00.',
        inputs: { reason_code: 'CC', billed_class: '125' },
      }),
    ],
  );
}
