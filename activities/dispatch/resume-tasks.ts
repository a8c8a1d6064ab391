/**
 * Wakes tasks that wait because their portal has changed, once a version that fits is in force or the change has ended;
 * part of the sweep, so it holds no matter who released the version, and after every loss.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { holdsOthers } from '../../domain/dispatch/portal-change.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { Pool } from '../../store/database.ts';
import { canaryStart } from '../../store/canary-runs.ts';
import { endChange, listChanges, openChange, tasksWaitingForChange } from '../../store/portal-changes.ts';
import type { WaitingTask } from '../../store/portal-changes.ts';
import { addStarts } from '../../store/workflow-starts.ts';
import { hasCanary, recipeOf } from './changed-portal.ts';

export interface ResumeDeps {
  readonly pool: Pool;
  readonly client: Client;
  readonly playbooks: PlaybooksInForce;
  readonly now: () => Date;
}

/** After this long without a verdict the canary was lost. */
const verdictDueMs = 3 * 60_000;

/** @returns how many tasks were woken */
export async function resumeTasks(deps: ResumeDeps): Promise<number> {
  await tidyChanges(deps);
  const ready = new Map<string, boolean>();
  let resumed = 0;
  for (const task of await tasksWaitingForChange(deps.pool)) {
    const key = `${task.playbookId} ${task.taskType} ${task.senderId}`;
    if (!ready.has(key)) ready.set(key, await isReady(deps, task));
    if (ready.get(key) === true && (await wake(deps.client, task.taskId))) resumed += 1;
  }
  return resumed;
}

/** The task itself looks again. */
async function isReady(
  { pool, playbooks }: ResumeDeps,
  { playbookId, senderId, taskType }: WaitingTask,
): Promise<boolean> {
  const playbook = (await playbooks.forSender(senderId)).find(({ id }) => id === playbookId);
  if (playbook === undefined) return true;
  const open = await openChange(pool, recipeOf(playbook, taskType));
  return !holdsOthers(open, await hasCanary(pool, playbook, taskType));
}

async function wake(client: Client, taskId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(taskId).signal('portalReady');
    return true;
  } catch (error) {
    // It ended meanwhile, or its workflow was lost, which the sweep has seen.
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Ends changes of versions that nobody is worked with any more, and asks again for a verdict that did not come. */
async function tidyChanges({ pool, playbooks, now }: ResumeDeps): Promise<void> {
  const changes = await listChanges(pool, { confirmed: false });
  if (changes.length === 0) return;
  const inForce = await playbooks.forAnyone();
  for (const change of changes) {
    const playbook = inForce.find(({ id, digest }) => id === change.playbookId && digest === change.digest);
    if (playbook === undefined) await endChange(pool, change, 'version');
    else if (
      change.confirmedAt === null &&
      now().getTime() - change.foundAt.getTime() > verdictDueMs &&
      (await hasCanary(pool, playbook, change.taskType))
    )
      await addStarts(pool, [
        canaryStart({ playbookId: change.playbookId, digest: change.digest, taskType: change.taskType }),
      ]);
  }
}
