/** Which playbooks a sender works with, and which of them works on a task. */
import type { TaskType } from '../task.ts';
import type { Playbook } from './language.ts';

/**
 * @param playbooks those of the deployment, in its order
 * @param portals ids of the playbooks the sender works with, in its order; null: all of the deployment
 * @returns in the order in which they are tried; an id without a playbook is left out
 */
export function playbooksFor<P extends Pick<Playbook, 'id'>>(
  playbooks: readonly P[],
  portals: readonly string[] | null,
): readonly P[] {
  return portals === null ? playbooks : portals.flatMap((id) => playbooks.find((playbook) => playbook.id === id) ?? []);
}

/** The first playbook of the sender that can do it; `portal_action` never has one. Parameters as above. */
export function choosePlaybook<P extends Pick<Playbook, 'id' | 'capabilities'>>(
  playbooks: readonly P[],
  portals: readonly string[] | null,
  taskType: TaskType,
): P | undefined {
  return playbooksFor(playbooks, portals).find((playbook) => playbook.capabilities[taskType] !== undefined);
}
