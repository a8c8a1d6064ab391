/** `admin evidence unstamped` and `stamp`: packs whose time stamp is missing, and how it is asked for again. */
import { askTimeStamp, type AskedTimeStamp, stampAuthorityHost } from '../commands/dispatch/verify-evidence.ts';
import type { Pool } from '../store/database.ts';
import { type TaskRow, readTask } from '../store/tasks.ts';
import { listMissingStamps } from '../store/time-stamps.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { printList, type PrintOptions } from './terminal.ts';

/** More are asked for by calling the command again. */
const packsAtMost = 1_000;

export async function listUnstamped(options: PrintOptions): Promise<void> {
  const missing = await withDeployment(({ pool }) => listMissingStamps(pool, { limit: packsAtMost }));
  printList(
    ['packs', 'packs without a planned time stamp'],
    missing.map(({ taskId, authority, attempts, lastError, askedUntil }) => ({
      task_id: taskId,
      authority,
      attempts,
      asked_until: askedUntil.toISOString(),
      last_error: lastError,
    })),
    options,
  );
}

export interface StampOptions extends PrintOptions {
  readonly missing?: boolean;
}

/** @param taskIds none with `--missing`: those whose time has run out */
export async function askForStamps(taskIds: readonly string[], options: StampOptions): Promise<void> {
  if ((taskIds.length === 0) !== (options.missing === true)) throw new AdminRefusal('name tasks, or pass --missing');
  const asked = await withDeployment(async ({ pool, actor }) => {
    // Before the engine is opened, and before any is asked for: one wrong id leaves the others unasked.
    const tasks: TaskRow[] = [];
    for (const id of taskIds.length > 0 ? taskIds : await ended(pool)) {
      const task = await readTask(pool, id);
      if (task === undefined) throw new AdminRefusal(`there is no task ${id}`);
      tasks.push(task);
    }
    if (tasks.length === 0) return [];
    return withEngine(async ({ client }, settings) => {
      const { startTimeStamp } = await import('../temporal/workflow-messages.ts');
      const start = (id: string): Promise<boolean> => startTimeStamp(client, settings.ENGINE_TASK_QUEUE_SUFFIX, id);
      const authority = stampAuthorityHost(settings);
      const answers: AskedTimeStamp[] = [];
      for (const task of tasks)
        answers.push(granted(await askTimeStamp({ pool, startTimeStamp: start, now, authority }, task, actor)));
      return answers;
    });
  });
  printList(
    ['packs', 'packs without a time stamp'],
    asked.map((one) => ({ ...one })),
    options,
  );
}

const now = (): Date => new Date();

async function ended(pool: Pool): Promise<string[]> {
  const missing = await listMissingStamps(pool, { limit: packsAtMost, endedBy: now() });
  return missing.map(({ taskId }) => taskId);
}
