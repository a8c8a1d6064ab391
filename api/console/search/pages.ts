/** The pages of the console that the search finds by their names. */
import {
  administrationPath,
  auditPath,
  notificationsPath,
  portalsPath,
  sendersPath,
  workspacesPath,
} from '../administration/paths.ts';
import { webhooksPath } from '../deliveries/paths.ts';
import type { ConsoleService, Needs } from '../route.ts';

export interface NamedPage {
  readonly text: string;
  readonly path: string;
  /** Null: on both services. */
  readonly service: ConsoleService | null;
  readonly needs: Needs;
  /** Other words that people look for it by, in lower case. */
  readonly words: string;
}

const namedPages: readonly NamedPage[] = [
  { text: 'Home', path: '/console', service: null, needs: 'viewer', words: 'overview start' },
  { text: 'Tasks', path: '/console/tasks', service: 'dispatch', needs: 'viewer', words: 'work list' },
  {
    text: 'Tasks that need a person',
    path: '/console/tasks?attention=open',
    service: 'dispatch',
    needs: 'viewer',
    words: 'escalated failed follow-up',
  },
  {
    text: 'My tasks',
    path: '/console/tasks?attention=mine',
    service: 'dispatch',
    needs: 'viewer',
    words: 'mine follow-up owner',
  },
  { text: 'New task', path: '/console/tasks/new', service: 'dispatch', needs: 'submitTasks', words: 'submit create' },
  {
    text: 'Import tasks from CSV',
    path: '/console/tasks/import',
    service: 'dispatch',
    needs: 'submitTasks',
    words: 'upload file excel',
  },
  {
    text: 'Approvals',
    path: '/console/approvals',
    service: 'dispatch',
    needs: 'viewer',
    words: 'approve decline pending decisions',
  },
  { text: 'Lanes', path: '/console/lanes', service: 'lanes', needs: 'viewer', words: 'steps shadow assist auto board' },
  { text: 'Disagreements', path: '/console/settle', service: 'lanes', needs: 'viewer', words: 'settle settlements' },
  { text: 'Deliveries', path: '/console/deliveries', service: null, needs: 'viewer', words: 'webhooks endpoints' },
  { text: 'Lane webhooks', path: webhooksPath, service: null, needs: 'viewer', words: 'hooks endpoints' },
  { text: 'Administration', path: administrationPath, service: null, needs: 'administrate', words: 'settings' },
  { text: 'Senders', path: sendersPath, service: null, needs: 'administrate', words: 'keys limits secrets accounts' },
  {
    text: 'Workspaces',
    path: workspacesPath,
    service: 'lanes',
    needs: 'administrate',
    words: 'keys clock weeks settler',
  },
  { text: 'Portals', path: portalsPath, service: 'dispatch', needs: 'administrate', words: 'playbooks logins' },
  {
    text: 'Notifications',
    path: notificationsPath,
    service: 'dispatch',
    needs: 'administrate',
    words: 'mail slack teams digest',
  },
  { text: 'People', path: '/console/people', service: null, needs: 'managePeople', words: 'users roles invite' },
  { text: 'Audit log', path: auditPath, service: null, needs: 'administrate', words: 'history who did' },
  {
    text: 'Your account',
    path: '/console/account',
    service: null,
    needs: 'viewer',
    words: 'password one-time codes sessions name',
  },
];

/** Those whose name or other words contain each word that was typed; all of them where none was. */
export function pagesNamed(typed: string): NamedPage[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return namedPages.filter(({ text, words }) => {
    const all = `${text.toLowerCase()} ${words}`;
    return wanted.every((word) => all.includes(word));
  });
}
