/** The search of the console, on both services: tasks by their numbers, everything else by name or id, and pages. */
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { findNames } from '../../../store/console-search.ts';
import type { FoundNames, IdKind } from '../../../store/console-search.ts';
import { searchTasks } from '../../../store/task-search.ts';
import type { FoundTask } from '../../../store/task-search.ts';
import { type ConsoleDeps, type ConsoleRoute, type ConsoleService, type SignedIn, may } from '../route.ts';
import { keyPath, senderPath } from '../administration/paths.ts';
import { deliveryPath, webhookPath } from '../deliveries/paths.ts';
import { stepPath } from '../lanes/workspace.ts';
import { linkTo, person, sendPage } from '../page.ts';
import { statusBadge } from '../tasks/task-text.ts';
import { pagesNamed } from './pages.ts';
import { searchView } from './view.ts';
import type { Finding, FoundGroup } from './view.ts';

/** Of each kind; anyone who sees so many types more. */
const shown = 10;
/** Fewer characters would find a good part of everything. */
const shortest = 2;
const longest = 255;

export const searchRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  {
    method: 'get',
    path: '/console/search',
    needs: 'viewer',
    handle: (deps) => async (ctx) => {
      const { q } = ctx.query;
      const typed = typeof q === 'string' ? q.trim() : '';
      const text = typed.length <= longest && !/[\p{Cc}\p{Cs}]/u.test(typed) ? typed : '';
      const who = person(ctx);
      const link = (service: ConsoleService | null, path: string): string => linkTo(deps, ctx, service, path);
      const long = text.length >= shortest;
      const [tasks, names] = long
        ? [(await searchTasks(deps.pool, { text, limit: shown })).tasks, await findNames(deps.pool, text, shown)]
        : [[], none];
      const groups = groupsOf({ who, link }, text, tasks, names);
      sendPage(deps, ctx, {
        title: 'Search',
        section: null,
        body: searchView({ text, groups, isShort: text !== '' && !long, now: deps.now() }),
      });
    },
  },
];

const none: FoundNames = { workspaces: [], steps: [], senders: [], people: [], ids: [] };

const idPages: Readonly<
  Record<
    IdKind,
    {
      readonly name: string;
      readonly service: ConsoleService | null;
      readonly path: (id: string) => string;
      readonly needs: 'viewer' | 'administrate';
    }
  >
> = {
  approval: {
    name: 'Approval',
    service: 'dispatch',
    path: (id) => `/console/approvals/${id}`,
    needs: 'viewer',
  },
  delivery: { name: 'Delivery', service: null, path: deliveryPath, needs: 'viewer' },
  webhook: { name: 'Lane webhook', service: null, path: webhookPath, needs: 'viewer' },
  key: { name: 'Key', service: null, path: keyPath, needs: 'administrate' },
};

interface Looking {
  readonly who: SignedIn;
  readonly link: (service: ConsoleService | null, path: string) => string;
}

/** What this person may open, by kind; kinds without a finding are left out. */
function groupsOf(
  { who, link }: Looking,
  text: string,
  tasks: readonly FoundTask[],
  { workspaces, steps, senders, people, ids }: FoundNames,
): FoundGroup[] {
  const isAdmin = may(who, 'administrate');
  const groups: { readonly heading: string; readonly findings: readonly Finding[] }[] = [
    {
      heading: 'Tasks',
      findings: tasks.map((task) => ({
        href: link('dispatch', `/console/tasks/${task.id}`),
        text: taskTitle(task),
        about: task.senderName,
        badge: statusBadge(task.status),
        at: task.createdAt,
      })),
    },
    {
      heading: 'By id',
      findings: ids
        .filter(({ kind }) => may(who, idPages[kind].needs))
        .map(({ kind, id }) => ({
          href: link(idPages[kind].service, idPages[kind].path(id)),
          text: `${idPages[kind].name} ${id}`,
        })),
    },
    {
      heading: 'Steps',
      findings: steps.map(({ workspaceId, workspaceName, queue, step }) => ({
        href: link('lanes', stepPath({ id: workspaceId }, { queue, step })),
        text: step,
        about: `${queue}, ${workspaceName}`,
      })),
    },
    {
      heading: 'Workspaces',
      findings: workspaces.map(({ id, name }) => ({
        href: link('lanes', `/console/lanes/${id}`),
        text: name,
        about: id,
      })),
    },
    {
      heading: 'Senders',
      findings: (isAdmin ? senders : []).map(({ id, name }) => ({ href: senderPath(id), text: name, about: id })),
    },
    {
      heading: 'People',
      findings: (isAdmin ? people : []).map(({ id, name }) => ({ href: `/console/people/${id}`, text: name })),
    },
    {
      heading: 'Pages',
      findings: pagesNamed(text)
        .filter(({ needs }) => may(who, needs))
        .map((page) => ({ href: link(page.service, page.path), text: page.text })),
    },
  ];
  return groups.filter(({ findings }) => findings.length > 0);
}
