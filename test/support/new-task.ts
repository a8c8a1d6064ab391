/** A task as it is stored first: a proof of delivery to pull, asked for by API. */
import { newId } from '../../process/ids.ts';
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
