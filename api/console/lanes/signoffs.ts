/** Sign-off requests of a workspace: those that wait with their numbers and the exact event, and those answered. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { decideSignoff, assignSignoff } from '../../../commands/lanes/decide-signoff.ts';
import { permissions } from '../../../commands/permissions.ts';
import type { SignoffState } from '../../../domain/lanes/machine/records.ts';
import type { Numbers } from '../../../domain/lanes/moves.ts';
import type { SignoffVerdict } from '../../../domain/lanes/operator-events.ts';
import {
  type ListedSignoff,
  type OpenSignoff,
  countAnsweredSignoffs,
  readAnsweredSignoffs,
  readOpenSignoffs,
  signoffCursor,
} from '../../../store/lanes/signoffs.ts';
import { pageOf } from '../../../store/cursor.ts';
import { type Person, listPeopleWhoMay } from '../../../store/people.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { ApiError, granted, notFound } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField, field, formError, selectField } from '../form.ts';
import { actorOf, person, redirect, sendPage, when } from '../page.ts';
import { addressOf, placeInList, listLinks, listSummary } from '../pagination.ts';
import { type LanesConsoleDeps, may } from '../route.ts';
import { gateFigure, gateNames } from './lane-labels.ts';
import { signoffBadge } from './step-events.ts';
import { crumbsTo, signoffsPath, stepPath, waitingIn, workspaceIn, workspaceTabs } from './workspace.ts';

const shownOpen = 50;
const shownAnswered = 30;

export const getSignoffs: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const who = person(ctx);
  const mayAnswer = may(who, 'decideSignoff');
  const after = placeInList(ctx, (cursor) => signoffCursor.decode(cursor));
  const [open, found, total, waiting, people] = await Promise.all([
    readOpenSignoffs(deps.pool, workspace.no, shownOpen),
    readAnsweredSignoffs(deps.pool, workspace.no, { limit: shownAnswered, after }),
    countAnsweredSignoffs(deps.pool, workspace.no),
    waitingIn(deps, workspace),
    mayAnswer ? listPeopleWhoMay(deps.pool, permissions.decideSignoff.person) : [],
  ]);
  const act: Acting = { mayAnswer, email: who.email, csrf: csrfField(ctx), people };
  const now = deps.now();
  const { page: answered, next } = pageOf(found, shownAnswered, ({ changedAt, request }) =>
    signoffCursor.encode([changedAt, request.request_id]),
  );
  const links = listLinks(ctx, (place) => addressOf(signoffsPath(workspace), { ...place }), next, {
    firstWords: 'Last answered',
    nextWords: 'Earlier answers',
  });
  sendPage(deps, ctx, {
    title: 'Sign-offs',
    section: 'lanes',
    crumbs: crumbsTo('lanes', workspace),
    body: html`<div class="page-head">
        <h1>Sign-offs</h1>
        <p>
          A step that moves money enters Auto only with the approval of a named person, and a step that was demoted by a
          critical error can be promoted only after somebody has acknowledged it.
        </p>
      </div>
      ${workspaceTabs(workspace, waiting, 'signoffs')}
      <section class="stack" aria-labelledby="waiting">
        <h2 id="waiting">Pending</h2>
        ${
          open.length === 0
            ? html`<div class="empty"><p>No sign-off requests pending.</p></div>`
            : open.map((one) => openCard(workspace, one, act, now))
        }
        ${
          waiting.signoffs > open.length &&
          html`<p class="quiet">
            The ${open.length} oldest of ${waiting.signoffs} are shown; the others follow as these are answered.
          </p>`
        }
      </section>
      ${total > 0 && answeredTable(workspace, { answered, total, links }, act, now)}`,
  });
};

interface Acting {
  readonly mayAnswer: boolean;
  readonly email: string;
  readonly csrf: Html;
  /** Who may answer. */
  readonly people: readonly Pick<Person, 'name' | 'email'>[];
}

function openCard(workspace: WorkspaceRow, signoff: OpenSignoff, act: Acting, now: Date): Html {
  const { request, due, bars } = signoff;
  const { request_id, purpose, queue, step, numbers, event, at } = request;
  const asked = purpose === 'promote' ? 'Move to Auto' : 'Acknowledge a critical error';
  return html`<article class="card signoff" id="${request_id}" aria-labelledby="${request_id}-title">
    <h3 id="${request_id}-title">${asked}: <a href="${stepPath(workspace, request)}">${queue} / ${step}</a></h3>
    <p class="quiet">
      Requested ${when(new Date(at), now)}, <span class="mono">${request_id}</span>.
      ${
        purpose === 'promote'
          ? 'An approval takes effect at the next week close at which the step still qualifies for Auto.'
          : 'Until then the step stays in Shadow.'
      }
    </p>
    ${
      due !== null &&
      html`<p>
        Due ${when(due, now)}: the week close of that day is the last at which an answer to this request counts. After
        it a new request takes its place.
      </p>`
    }
    ${ownerPart(workspace, signoff, act)} ${numbersList(numbers, bars)}
    <details>
      <summary>Event to send by API</summary>
      <pre
        tabindex="0"
      ><code>${JSON.stringify({ ...event, actor: { kind: 'operator', id: act.email } }, null, 2)}</code></pre>
    </details>
    ${
      act.mayAnswer
        ? answerForm(workspace, request_id, purpose, act)
        : html`<p class="quiet">An approver can answer this request.</p>`
    }
  </article>`;
}

/** Who is to answer: anybody who may, until one of them takes it or is given it. */
function ownerPart(workspace: WorkspaceRow, { request, person: owner }: ListedSignoff, act: Acting): Html {
  const id = request.request_id;
  const path = `${signoffsPath(workspace)}/${id}/owner`;
  if (owner !== null)
    return html`<form method="post" action="${path}" class="actions">
      ${act.csrf}<span>Owner: ${owner}</span>
      ${act.mayAnswer && html`<button class="button button-small" name="act" value="release">Release</button>`}
    </form>`;
  if (!act.mayAnswer) return html`<p class="quiet">Owner: none yet</p>`;
  return html`<form method="post" action="${path}" class="actions">
    ${act.csrf}<button class="button button-small" name="act" value="take">Take</button>
    ${selectField(
      {
        name: 'person',
        label: 'Assign to',
        any: 'Choose a person',
        options: act.people.map(({ name, email }) => ({ value: email, text: `${name} (${email})` })),
      },
      `${id}-`,
    )}
    <button class="button button-small" name="act" value="assign">Assign</button>
  </form>`;
}

function answerForm(
  workspace: WorkspaceRow,
  requestId: string,
  purpose: 'promote' | 'acknowledge',
  { csrf, email }: Acting,
): Html {
  return html`<form method="post" action="${signoffsPath(workspace)}/${requestId}" class="answer">
    ${csrf}
    <div class="field">
      <label for="note-${requestId}">Note</label>
      <textarea id="note-${requestId}" name="note" maxlength="2000" rows="2"></textarea>
      <small>Stored in the audit log. The event names you: ${email}.</small>
    </div>
    <div class="actions">
      <button
        class="button button-primary"
        name="verdict"
        value="approve"
        ${purpose === 'promote' && html`data-confirm="Sign off? From the next week's close, the agent may act alone at this step."`}
      >
        ${purpose === 'promote' ? 'Sign off' : 'Acknowledge'}
      </button>
      ${
        purpose === 'promote'
          ? html`<button class="button button-danger" name="verdict" value="decline">Decline</button>
              <small>After declining, the step stays in Assist, with no new request for four weeks.</small>`
          : null
      }
    </div>
  </form>`;
}

/** The figures that the request rests on, each with what it was held against. */
function numbersList(numbers: Numbers, bars: OpenSignoff['bars']): Html {
  return html`<dl class="numbers">
    ${Object.entries(numbers).map(
      ([name, value]) =>
        html`<div>
          <dt>${gateNames[name] ?? name.replaceAll('_', ' ')}</dt>
          <dd>
            ${typeof value === 'string' ? value : gateFigure(value)}
            ${(bars[name] ?? null) !== null && html`<small>bar ${gateFigure(bars[name] ?? null)}</small>`}
          </dd>
        </div>`,
    )}
  </dl>`;
}

interface Answered {
  /** Of this page. */
  readonly answered: readonly ListedSignoff[];
  readonly total: number;
  /** To the other pages. */
  readonly links: Content;
}

function answeredTable(workspace: WorkspaceRow, { answered, total, links }: Answered, act: Acting, now: Date): Html {
  return html`<section class="card" aria-labelledby="answered">
    <h2 id="answered">Answered or expired</h2>
    ${listSummary({ total, countedAtMost: total, nouns: ['request', 'requests'] })}
    ${table({
      label: 'Table of answered requests',
      list: answered.length === total ? 'whole' : 'page',
      rows: answered,
      rowId: ({ request }) => request.request_id,
      columns: [
        {
          heading: 'Step',
          cell: ({ request }) => html`<a href="${stepPath(workspace, request)}">${request.queue} / ${request.step}</a>`,
        },
        { heading: 'For', cell: ({ request }) => (request.purpose === 'promote' ? 'Auto' : 'critical error') },
        { heading: 'Status', cell: ({ state }) => signoffBadge(state) },
        { heading: 'By', cell: ({ changedBy }) => changedBy ?? '–' },
        { heading: 'When', cell: ({ changedAt }) => when(changedAt, now) },
        { heading: 'Act', headingHidden: true, cell: (signoff) => withdrawForm(workspace, signoff, act) },
      ],
    })}
    ${links}
  </section>`;
}

/** A decline after an approval withdraws it, and ends Auto if Auto rests on it. */
function withdrawForm(
  workspace: WorkspaceRow,
  { request, state }: ListedSignoff,
  { mayAnswer, csrf }: Acting,
): Content {
  if (!mayAnswer || request.purpose !== 'promote' || (state !== 'approved' && state !== 'used')) return null;
  const follows = state === 'used' ? ' The step leaves Auto immediately.' : '';
  return html`<form method="post" action="${signoffsPath(workspace)}/${request.request_id}">
    ${csrf}<button
      class="button button-danger button-small"
      name="verdict"
      value="decline"
      data-confirm="Withdraw this sign-off?${follows}"
    >
      Withdraw
    </button>
  </form>`;
}

// The form by which a person answers a sign-off request.

/** POST /console/lanes/:workspace/signoffs/:request */
export const postSignoff: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const verdict = verdictIn(ctx);
  const { request } = ctx['params'] as { readonly request: string };
  const { email: by } = person(ctx);
  const said = { verdict, note: field(ctx, 'note') };
  const answered = await decideSignoff(deps, workspace, request, said, { by, actor: actorOf(ctx) });
  const back = signoffsPath(workspace);
  if (answered.kind === 'unknown') throw notFound('sign-off request');
  if (answered.kind === 'rejected') throw new ApiError('invalid_request', answered.finding);
  if (answered.kind === 'closed')
    redirect(ctx, back, `${stepOf(answered.now)}: ${pastSentence(answered.now)} Your answer was not counted.`);
  else redirect(ctx, back, outcome(answered.now, answered.before.state, verdict, by));
};

/** POST /console/lanes/:workspace/signoffs/:request/owner: take it, give it to somebody, or release it. */
export const postSignoffOwner: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const { request: requestId } = ctx['params'] as { readonly request: string };
  const act = field(ctx, 'act');
  const owner = act === 'take' ? person(ctx).email : act === 'assign' ? await approverIn(deps, ctx) : null;
  granted(await assignSignoff(deps, workspace, { requestId, person: owner }, actorOf(ctx)));
  redirect(ctx, signoffsPath(workspace), owner === null ? 'Request released.' : `Request assigned to ${owner}.`);
};

async function approverIn({ pool }: LanesConsoleDeps, ctx: Context): Promise<string> {
  const wanted = field(ctx, 'person');
  const people = await listPeopleWhoMay(pool, permissions.decideSignoff.person);
  if (!people.some(({ email }) => email === wanted)) throw formError('choose a person who may answer', 'person');
  return wanted;
}

function verdictIn(ctx: Context): SignoffVerdict {
  const verdict = field(ctx, 'verdict');
  if (verdict !== 'approve' && verdict !== 'decline')
    throw new ApiError('bad_request', 'verdict must be one of approve, decline');
  return verdict;
}

const stepOf = ({ request }: ListedSignoff): string => `${request.queue} / ${request.step}`;

function pastSentence({ state, changedBy }: ListedSignoff): string {
  const by = changedBy === null ? '' : ` by ${changedBy}`;
  if (state === 'void')
    return 'this request has expired, because the step has moved or a newer request took its place.';
  if (state === 'waiting') return 'a critical error is acknowledged or left, not declined.';
  return `this request was ${state}${by} already.`;
}

function outcome(after: ListedSignoff, before: SignoffState, verdict: SignoffVerdict, email: string): string {
  const step = stepOf(after);
  if (after.state === before)
    return `${step}: your answer is stored and takes effect at the next close: events of this workspace are held until then.`;
  if (after.changedBy !== email || after.state === 'void') return `${step}: ${pastSentence(after)}`;
  if (verdict === 'decline') return `${step}: ${after.state}. It is not asked for again for four weeks.`;
  return after.request.purpose === 'acknowledge'
    ? `${step}: acknowledged. The step can be promoted again when its gates pass.`
    : `${step}: signed off. It takes effect at the next close at which the step still qualifies for Auto.`;
}
