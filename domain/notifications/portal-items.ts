/** What a notification says of a portal. */
import type { MetChange } from '../dispatch/portal-change.ts';
import type { TaskType } from '../dispatch/task.ts';
import type { NotificationItem } from './event.ts';

export interface NotifiedChange extends MetChange {
  readonly playbookId: string;
  readonly portalName: string;
  readonly version: string;
  readonly taskType: TaskType;
}

export function changedItem(
  { playbookId, portalName, version, taskType, page, expected, found }: NotifiedChange,
  at: Date,
): NotificationItem {
  return {
    event: 'portal_changed',
    at: at.toISOString(),
    title: `Portal changed: ${portalName}`,
    facts: [
      { label: 'Page', text: page },
      { label: 'Expected', text: expected },
      { label: 'Found', text: found },
      { label: 'Playbook', text: `${playbookId} ${version}, ${taskType}` },
      { label: 'Tasks', text: 'They wait until a version that fits is released.' },
    ],
    service: 'dispatch',
    path: `/console/administration/portals/${playbookId}`,
    action: 'Open the playbook',
  };
}
