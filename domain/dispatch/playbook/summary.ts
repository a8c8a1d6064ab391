/** What the API says of a playbook (D26). */
import { taskTypes } from '../task.ts';
import type { PortalAction, TaskType } from '../task.ts';
import type { ApprovalLimit, LoadedPlaybook } from './language.ts';

export interface PlaybookSummary {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly portal: { readonly name: string; readonly kind: string };
  readonly capabilities: readonly TaskType[];
  readonly never_click: readonly { readonly action: PortalAction; readonly label: string }[];
  readonly approval_limits: readonly ApprovalLimit[];
  readonly status: 'ready';
}

export function playbookSummary(playbook: LoadedPlaybook): PlaybookSummary {
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
    status: 'ready',
  };
}
