/** A task as it is stored first: a proof of delivery to pull, asked for by API. */
import { newId } from '../../process/ids.ts';
import type { Queryable } from '../../store/database.ts';
import { type Inserted, insertTasks } from '../../store/idempotency-keys.ts';
import type { NewTask } from '../../store/tasks.ts';

export function newTaskOf(senderId: string, change: Partial<NewTask> = {}): NewTask {
  const id = newId('task');
  return {
    id,
    senderId,
    submittedByKey: null,
    taskType: 'pull_pod',
    params: { pro: '4471180293' },
    instruction: null,
    clientRef: null,
    idempotencyKey: id,
    contentDigest: id,
    callbackUrl: null,
    priority: 'normal',
    requestedBy: null,
    channel: 'api',
    ...change,
  };
}

/** As accepting one task does. */
export async function insertTask(q: Queryable, task: NewTask): Promise<Inserted> {
  const [inserted] = await insertTasks(q, [task]);
  if (!inserted) throw new Error('an insert of one task gave no task');
  return inserted;
}
