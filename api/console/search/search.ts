/** The search of the console, on both services: tasks by their numbers, everything else by name or id, and pages. */
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { type WorkspaceRow, listWorkspaces } from '../../../store/lanes/workspaces.ts';
import { type FoundId, type FoundNames, findNames, type FoundTask, searchTasks } from '../../../store/search.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import {
  administrationPath,
  auditPath,
  notificationsPath,
  portalsPath,
  senderPath,
  sendersPath,
  workspacePath,
  workspacesPath,
} from '../paths.ts';
import { deliveriesPath, deliveryPath, recordingsPath, webhookPath, webhooksPath } from '../paths.ts';
import { textField } from '../form.ts';
import {
  auditsPath,
  ledgerPath,
  pinsPath,
  playgroundPath,
  signoffsPath,
  stepPath,
  whatIfPath,
} from '../lanes/workspace.ts';
import { linkTo, person, sendPage, when } from '../page.ts';
import { type ConsoleDeps, type ConsoleRoute, type ConsoleService, type Needs, type SignedIn, may } from '../route.ts';
import { statusBadge } from '../tasks/task-text.ts';

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
      const ofWorkspaces = text === '' ? [] : lanePages.filter((page) => isNamed(page, text));
      const workspaces = ofWorkspaces.length === 0 ? [] : await listWorkspaces(deps.pool);
      const pages = ofWorkspaces.flatMap((page) => workspaces.map((workspace) => ({ page, workspace })));
      const groups = groupsOf({ who, link }, text, tasks, { ...names, pages: pages.slice(0, shown) });
      sendPage(deps, ctx, {
        title: 'Search',
        section: null,
        body: searchView({ text, groups, isShort: text !== '' && !long, now: deps.now() }),
      });
    },
  },
];

const none: FoundNames = { workspaces: [], steps: [], senders: [], people: [], ids: [] };

const idNames: Readonly<Record<FoundId['kind'], { readonly name: string; readonly needs: 'viewer' | 'administrate' }>> =
  {
    approval: { name: 'Approval', needs: 'viewer' },
    delivery: { name: 'Delivery', needs: 'viewer' },
    webhook: { name: 'Lane webhook', needs: 'viewer' },
    key: { name: 'Key', needs: 'administrate' },
  };

/** The page of an id; a key has none of its own and is a row on that of its owner. */
function idPage(link: Looking['link'], { kind, id, owner }: FoundId): string {
  if (kind === 'approval') return link('dispatch', `/console/approvals/${id}`);
  if (kind === 'delivery') return link(null, deliveryPath(id));
  if (kind === 'webhook' || owner === null) return link(null, webhookPath(id));
  const page = owner.kind === 'sender' ? link(null, senderPath(owner.id)) : link('lanes', workspacePath(owner.id));
  return `${page}#${id}`;
}

interface Looking {
  readonly who: SignedIn;
  readonly link: (service: ConsoleService | null, path: string) => string;
}

/** What this person may open, by kind; kinds without a finding are left out. */
function groupsOf(
  { who, link }: Looking,
  text: string,
  tasks: readonly FoundTask[],
  { workspaces, steps, senders, people, ids, pages }: FoundNames & { readonly pages: readonly FoundLanePage[] },
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
        .filter(({ kind }) => may(who, idNames[kind].needs))
        .map((found) => ({ href: idPage(link, found), text: `${idNames[found.kind].name} ${found.id}` })),
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
      findings: [
        ...namedPages
          .filter((page) => isNamed(page, text) && may(who, page.needs))
          .map((page) => ({ href: link(page.service, page.path), text: page.text })),
        ...pages.map(({ page, workspace }) => ({
          href: link('lanes', page.pathIn(workspace)),
          text: page.text,
          about: workspace.name,
        })),
      ],
    },
  ];
  return groups.filter(({ findings }) => findings.length > 0);
}

// The pages of the console that the search finds by their names.

interface NamedPage {
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
  {
    text: 'Events',
    path: `${deliveriesPath}/events`,
    service: null,
    needs: 'viewer',
    words: 'event catalogue schema webhooks',
  },
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
    text: 'Record a portal',
    path: recordingsPath,
    service: 'dispatch',
    needs: 'recordPortals',
    words: 'studio recordings playbooks new',
  },
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
    words: 'password one-time codes sessions name settings time zone theme notifications push',
  },
];

/** A page that each workspace has. */
interface LanePage {
  readonly text: string;
  readonly pathIn: (workspace: WorkspaceRow) => string;
  readonly words: string;
}

interface FoundLanePage {
  readonly page: LanePage;
  readonly workspace: WorkspaceRow;
}

const lanePages: readonly LanePage[] = [
  { text: 'Ledger', pathIn: ledgerPath, words: 'lane moves weeks history' },
  { text: 'Sign-offs', pathIn: signoffsPath, words: 'signoffs sign offs pending lane moves' },
  { text: 'Audits', pathIn: auditsPath, words: 'pending checks due' },
  { text: 'Pins', pathIn: pinsPath, words: 'pinned hold lane' },
  { text: 'What if', pathIn: whatIfPath, words: 'what-if rules change preview' },
  { text: 'Try a route', pathIn: playgroundPath, words: 'playground routes item' },
];

/** Whether its name or other words contain each word that was typed; so does every page where none was. */
function isNamed({ text, words }: { readonly text: string; readonly words: string }, typed: string): boolean {
  const all = `${text.toLowerCase()} ${words}`;
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

// The markup of the search.

interface Finding {
  readonly href: string;
  readonly text: string;
  readonly about?: string;
  readonly badge?: Content;
  readonly at?: Date;
}

interface FoundGroup {
  readonly heading: string;
  readonly findings: readonly Finding[];
}

interface FoundPage {
  /** What was typed. */
  readonly text: string;
  readonly groups: readonly FoundGroup[];
  /** Only pages are looked for. */
  readonly isShort: boolean;
  readonly now: Date;
}

function searchView({ text, groups, isShort, now }: FoundPage): Html {
  return html`<div class="page-head"><h1>Search</h1></div>
    <form method="get" action="/console/search" role="search" class="filters">
      ${textField({
        name: 'q',
        label: 'Search',
        type: 'search',
        value: text,
        maxlength: 255,
        autofocus: true,
        hint: 'A PRO, invoice, dispute, claim or reference number, any id, or the name of a step, workspace, page, sender or person',
      })}
      <button class="button button-primary">Search</button>
    </form>
    ${isShort && html`<p class="quiet">Type two characters or more to find more than pages.</p>`}
    ${groups.length === 0 && html`<p>Nothing found for “${text}”. Numbers are found by their first four characters or more.</p>`}
    ${groups.map(
      ({ heading, findings }) =>
        html`<section class="card" aria-labelledby="found-${idOf(heading)}">
          <h2 id="found-${idOf(heading)}">${heading}</h2>
          <ul class="found">
            ${findings.map((finding) => html`<li>${findingLine(finding, now)}</li>`)}
          </ul>
        </section>`,
    )}`;
}

function findingLine({ href, text, about, badge, at }: Finding, now: Date): Html {
  return html`<a href="${href}">${text}</a> ${badge ?? null}
    ${about !== undefined && html`<span class="quiet">${about}</span>`}
    ${at !== undefined && html`<span class="quiet">${when(at, now)}</span>`}`;
}

const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');
