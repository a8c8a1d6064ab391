/** What the processor of tasks depends on, in a command: the same as behind every channel. */
import { openTaskWriter } from '../commands/dispatch/task-writer.ts';
import type { IntakeDeps } from '../commands/dispatch/accept-tasks.ts';
import { abilitiesFor } from '../portals/playbooks/abilities.ts';
import { storedPlaybooks } from '../store/playbooks-in-force.ts';
import { readSender } from '../store/senders.ts';
import { portalRetry, taskStart } from '../temporal/task-start.ts';
import type { Deployment } from './deployment.ts';

/** The API's dispatcher finds the starts in the outbox by itself. */
export function intakeDeps({ settings, pool }: Deployment): IntakeDeps {
  return {
    settings,
    pool,
    playbooksOf: (senderId) => abilitiesFor({ settings, ...storedPlaybooks(pool) }, senderId),
    portalsOf: async (senderId) => (await readSender(pool, senderId))?.portals ?? null,
    metrics: { tasksTaken: { inc: () => {} } },
    writeTasks: openTaskWriter({
      pool,
      startOf: (task) => taskStart(task, portalRetry(settings)),
      onCommitted: () => {},
    }),
  };
}
