/** Which playbook works on a task, when several could. */
import type { TaskType } from '../task.ts';
import type { Playbook } from './language.ts';

/**
 * The first playbook that can do it; `portal_action` never has one.
 * @param playbooks those of the deployment, in its order
 * @param portals ids of the playbooks the sender works with, in its order; null: all of the deployment
 */
export function choosePlaybook<P extends Pick<Playbook, 'id' | 'capabilities'>>(
  playbooks: readonly P[],
  portals: readonly string[] | null,
  taskType: TaskType,
): P | undefined {
  const candidates =
    portals === null ? playbooks : portals.flatMap((id) => playbooks.find((playbook) => playbook.id === id) ?? []);
  return candidates.find((playbook) => playbook.capabilities[taskType] !== undefined);
}
