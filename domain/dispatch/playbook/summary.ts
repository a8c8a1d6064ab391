/** What the API says of a playbook (D26). */
import { type PortalAction, type TaskType, taskTypes } from '../task.ts';
import type { ApprovalLimit, LoadedPlaybook, Playbook } from './language.ts';

export interface PlaybookSummary {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly portal: { readonly name: string; readonly kind: string };
  readonly capabilities: readonly TaskType[];
  readonly never_click: readonly { readonly action: PortalAction; readonly label: string }[];
  readonly approval_limits: readonly ApprovalLimit[];
  /** `changed`: the portal no longer fits it for one of its task types, whose tasks wait for another version. */
  readonly status: PlaybookStatus;
}

export const playbookStatuses = ['ready', 'changed'] as const;
type PlaybookStatus = (typeof playbookStatuses)[number];

export function playbookSummary(playbook: LoadedPlaybook, status: PlaybookStatus): PlaybookSummary {
  return {
    id: playbook.id,
    name: playbook.name,
    version: playbook.version,
    portal: { name: playbook.portal.name, kind: playbook.portal.kind },
    capabilities: taskTypes.filter((type) => playbook.capabilities[type] !== undefined),
    never_click: playbook.never_click.map(({ action, label }) => ({ action, label })),
    approval_limits: playbook.approval_limits.map(({ task_type, field, over, currency }) => ({
      task_type,
      field,
      over,
      currency,
    })),
    status,
  };
}

// Which playbooks a sender works with, and which of them works on a task.

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
