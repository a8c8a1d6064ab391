/** The workspace that a page is about: found by the address, chosen where there are several, named above its pages. */
import type { Context } from 'koa';
import { counted, weekName } from '../../../domain/lanes/sentences.ts';
import { isId } from '../../../process/ids.ts';
import { openSlices } from '../../../process/time-slices.ts';
import { type Queryable, inTransaction } from '../../../store/database.ts';
import { countWaiting } from '../../../store/lanes/disagreements.ts';
import { countPendingAudits } from '../../../store/lanes/pending-audits.ts';
import { readQueues, readStepNames } from '../../../store/lanes/lanes.ts';
import { countOpenSignoffs } from '../../../store/lanes/signoffs.ts';
import { type WorkspaceRow, listWorkspaces, readWorkspace } from '../../../store/lanes/workspaces.ts';
import { notFound } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { asChoices, offersOf, selectField } from '../form.ts';
import { type Crumb, redirect, sendPage, when } from '../page.ts';
import type { LanesConsoleDeps } from '../route.ts';

/** @throws ApiError not_found */
export function workspaceIn(deps: LanesConsoleDeps, ctx: Context): Promise<WorkspaceRow> {
  return workspaceNamed(deps, (ctx['params'] as { readonly workspace: string }).workspace);
}

/** @throws ApiError not_found */
export async function workspaceNamed({ pool }: LanesConsoleDeps, id: string): Promise<WorkspaceRow> {
  const row = isId('workspace', id) ? await readWorkspace(pool, id) : undefined;
  if (row === undefined) throw notFound('workspace');
  return row;
}

export const boardPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}`;
export const ledgerPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/ledger`;
export const signoffsPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/signoffs`;
export const auditsPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/audits`;
export const pinsPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/pins`;
export const whatIfPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/what-if`;
export const playgroundPath = ({ id }: WorkspaceRow): string => `/console/lanes/${id}/route`;
export const settlePath = ({ id }: WorkspaceRow): string => `/console/settle/${id}`;

/** Ids may have a slash, a hash, an at: each is a part of the path of its own (D58). */
export function stepPath(
  { id }: Pick<WorkspaceRow, 'id'>,
  { queue, step }: { readonly queue: string; readonly step: string },
): string {
  return `/console/lanes/${id}/${encodeURIComponent(queue)}/${encodeURIComponent(step)}`;
}

type WorkspaceTab = 'board' | 'ledger' | 'signoffs' | 'settle' | 'audits' | 'pins' | 'what-if' | 'route';

/** What waits for a person in a workspace. */
export interface WaitingCounts {
  readonly signoffs: number;
  readonly settlements: number;
  readonly audits: number;
}

export async function waitingIn({ pool }: LanesConsoleDeps, { no }: WorkspaceRow): Promise<WaitingCounts> {
  const [signoffs, settlements, audits] = await Promise.all([
    countOpenSignoffs(pool, no),
    countWaiting(pool, no),
    countPendingAudits(pool, no),
  ]);
  return { signoffs, settlements, audits };
}

/** The parts of a workspace, with what waits in them. */
export function workspaceTabs(workspace: WorkspaceRow, waiting: WaitingCounts, current: WorkspaceTab | null): Html {
  const tab = (name: WorkspaceTab, text: string, href: string, count = 0): Html => {
    const shown =
      count === 0 ? null : html` <span class="tab-count">${count}<span class="visually-hidden"> pending</span></span>`;
    return html`<li><a href="${href}" ${name === current ? html`aria-current="page"` : null}>${text}${shown}</a></li>`;
  };
  return html`<nav class="tabs" aria-label="Workspace">
    <ul>
      ${tab('board', 'Board', boardPath(workspace))} ${tab('ledger', 'Ledger', ledgerPath(workspace))}
      ${tab('signoffs', 'Sign-offs', signoffsPath(workspace), waiting.signoffs)}
      ${tab('settle', 'Disagreements', settlePath(workspace), waiting.settlements)}
      ${tab('audits', 'Audits', auditsPath(workspace), waiting.audits)} ${tab('pins', 'Pins', pinsPath(workspace))}
      ${tab('what-if', 'What if', whatIfPath(workspace))} ${tab('route', 'Try a route', playgroundPath(workspace))}
    </ul>
  </nav>`;
}

/** The way back from a page of a workspace. */
export function crumbsTo(section: 'lanes' | 'settle', workspace: WorkspaceRow): Crumb[] {
  const [text, path] = section === 'lanes' ? ['Lanes', boardPath(workspace)] : ['Disagreements', settlePath(workspace)];
  return [
    { text, href: `/console/${section}` },
    { text: workspace.name, href: path },
  ];
}

interface WorkspacePage {
  readonly title: string;
  readonly tab: WorkspaceTab | null;
  /** Under the title. */
  readonly head: Content;
  readonly body: Content;
  /** Between the workspace and the page. */
  readonly crumbs?: readonly Crumb[];
  readonly status?: number;
}

/** A page of a workspace: its title, the tabs with what waits, and its content. */
export async function sendWorkspacePage(
  deps: LanesConsoleDeps,
  ctx: Context,
  workspace: WorkspaceRow,
  { title, tab, head, body, crumbs = [], status = 200 }: WorkspacePage,
): Promise<void> {
  const section = tab === 'settle' ? 'settle' : 'lanes';
  const waiting = await waitingIn(deps, workspace);
  sendPage(deps, ctx, {
    title,
    section,
    status,
    crumbs: [...crumbsTo(section, workspace), ...crumbs],
    body: html`<div class="page-head">
        <h1>${title}</h1>
        ${head}
      </div>
      ${workspaceTabs(workspace, waiting, tab)} ${body}`,
  });
}

/** Where the workspace is, in a line. */
export function workspaceLine(workspace: WorkspaceRow, now: Date): Html {
  const { dataClock, weekNumber, closedWeek, clock, timeZone, heldEvents, heldSince } = workspace;
  const held =
    heldEvents === 0
      ? null
      : html`<p class="notice">
          ${counted(heldEvents, 'event')}
          held${heldSince === null ? null : html` since ${when(new Date(heldSince), now)}`}: they count, and weeks close
          again, at the next <code>POST /v1/weeks/close</code> or when the hold
          expires${clock === 'wall' ? ', or when the wall clock closes the week' : null}. Other events count
          immediately.
        </p>`;
  if (dataClock === null) return held ?? html`<p class="quiet">No events received yet.</p>`;
  return html`${held}
    <p class="quiet">
      Week ${weekName(weekNumber)} is
      open${closedWeek === 0 ? null : html`, ${weekName(closedWeek)} is the last closed one`}. The latest event is from
      ${when(dataClock, now)}; weeks are closed by the ${clock === 'wall' ? 'wall clock' : 'data clock'} (${timeZone}).
    </p>`;
}

/** The only workspace at once, the choice where there are several. */
export function chooseWorkspace(
  section: 'lanes' | 'settle',
): (deps: LanesConsoleDeps) => (ctx: Context) => Promise<void> {
  const [title, pathOf] = section === 'lanes' ? ['Lanes', boardPath] : ['Disagreements', settlePath];
  return (deps) => async (ctx) => {
    const workspaces = await listWorkspaces(deps.pool);
    const [only] = workspaces;
    if (only !== undefined && workspaces.length === 1) {
      redirect(ctx, pathOf(only));
      return;
    }
    const now = deps.now();
    sendPage(deps, ctx, {
      title,
      section,
      body: html`<div class="page-head"><h1>${title}</h1></div>
        ${
          only === undefined
            ? html`<div class="empty">
                <p>No workspaces yet. An administrator can create one under Administration, or with the command</p>
                <pre tabindex="0"><code>npx lanekeeper lanes workspace create NAME</code></pre>
              </div>`
            : html`<div class="grid workspace-choice">
                ${workspaces.map((workspace) => choice(workspace, pathOf(workspace), now))}
              </div>`
        }`,
    });
  };
}

function choice(workspace: WorkspaceRow, href: string, now: Date): Html {
  const { name, id, events, waitingSettlement } = workspace;
  return html`<div class="card">
    <h2><a href="${href}">${name}</a></h2>
    <p class="mono quiet">${id}</p>
    <p>
      ${counted(events, 'event')}${
        waitingSettlement === 0
          ? null
          : html`, <a href="${settlePath(workspace)}">${counted(waitingSettlement, 'disagreement')} to review</a>`
      }
    </p>
    ${workspaceLine(workspace, now)}
  </div>`;
}

// The filter of lists by queue and step.

export interface ChosenQueue {
  readonly queue: string | undefined;
  readonly step: string | undefined;
}

/** What the fields for a queue and a step offer. */
export interface OfferedSteps {
  readonly queues: readonly string[];
  readonly steps: readonly string[];
}

export async function offeredSteps(
  { pool }: Pick<LanesConsoleDeps, 'pool'>,
  { no }: WorkspaceRow,
): Promise<OfferedSteps> {
  const [queues, steps] = await Promise.all([readQueues(pool, no), readStepNames(pool, no)]);
  return { queues, steps };
}

/** @param more further fields of the form */
export function queueFilters(
  path: string,
  { queues, steps }: OfferedSteps,
  chosen: ChosenQueue,
  more: Html | null = null,
): Html {
  return html`<form class="filters" method="get" action="${path}">
    ${queueSelect(queues, chosen.queue)}
    <div>
      <label for="filter-step">Step</label>
      <input id="filter-step" name="step" value="${chosen.step ?? ''}" maxlength="128" list="filter-step-offers" />
      ${offersOf('filter-step-offers', steps)}
    </div>
    ${more}
    <button class="button">Show</button>
  </form>`;
}

export function queueSelect(queues: readonly string[], chosen: string | undefined): Html {
  const field = { name: 'queue', label: 'Queue', value: chosen, any: 'All queues', options: asChoices(queues) };
  return selectField(field, 'filter-');
}

// Pages that read the whole log of a workspace: in slices between other requests, one at a time, and not for large logs.

/** What the API process folds in its own memory; the command line takes larger logs. */
const eventsLimit = 200_000;

/** Of this process: two at once would take twice the memory and give each half the time. */
let isBusy = false;

/**
 * @param command of the command line that does the same for any log
 * @param work with a transaction that has one snapshot and writes nothing, and what to call between pieces of work
 * @returns its result, or why it was not done
 */
export async function overLog<T>(
  { pool }: Pick<LanesConsoleDeps, 'pool'>,
  ctx: Context,
  { events }: WorkspaceRow,
  command: string,
  work: (q: Queryable, pause: () => Promise<void> | void) => Promise<T>,
): Promise<{ readonly found: T } | { readonly finding: string }> {
  if (events > eventsLimit)
    return {
      finding:
        `This workspace has ${counted(events, 'event')}. More than ${eventsLimit.toLocaleString('en-US')} are read by ` +
        `the command line: npx lanekeeper lanes ${command}`,
    };
  if (isBusy) return { finding: 'Another log is being read. Try again in a moment.' };
  isBusy = true;
  try {
    const pause = openSlices();
    const found = await inTransaction(pool, async (q) => {
      await q.query('set transaction isolation level repeatable read, read only');
      return work(q, () => {
        // Nobody waits for the page any more.
        if (ctx.socket.destroyed) throw new Error('the page was left');
        return pause();
      });
    });
    return { found };
  } finally {
    isBusy = false;
  }
}
