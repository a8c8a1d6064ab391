/** Sign-off requests of a workspace: those that wait with their numbers and the exact event, and those answered. */
import type { Context } from 'koa';
import type { Numbers } from '../../../domain/lanes/moves.ts';
import { readSignoffs } from '../../../store/lanes/read-signoffs.ts';
import type { ListedSignoff } from '../../../store/lanes/read-signoffs.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import type { Content, Html } from '../../http/html.ts';
import { html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { may } from '../access.ts';
import { csrfField } from '../csrf.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { person, sendPage, when } from '../page.ts';
import { gateFigure, gateNames } from './gate-words.ts';
import { signoffBadge } from './step-events.ts';
import { crumbsTo, signoffsPath, stepPath, waitingIn, workspaceIn, workspaceTabs } from './workspace.ts';

const shownOpen = 50;
const shownAnswered = 30;

export function getSignoffs(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const [open, answered, waiting] = await Promise.all([
      readSignoffs(deps.pool, workspace.no, { open: true, limit: shownOpen }),
      readSignoffs(deps.pool, workspace.no, { open: false, limit: shownAnswered }),
      waitingIn(deps, workspace),
    ]);
    const who = person(ctx);
    const act: Acting = { mayAnswer: may(who, 'approver'), email: who.email, csrf: csrfField(ctx) };
    const now = deps.now();
    sendPage(deps, ctx, {
      title: 'Sign-offs',
      section: 'lanes',
      crumbs: crumbsTo('lanes', workspace),
      body: html`<div class="page-head">
          <h1>Sign-offs</h1>
          <p>
            A step that moves money enters Auto only with the approval of a named person, and a step that was demoted by
            a critical error can be promoted only after somebody has acknowledged it.
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
        </section>
        ${answered.length === 0 ? null : answeredTable(workspace, answered, act, now)}`,
    });
  };
}

interface Acting {
  readonly mayAnswer: boolean;
  readonly email: string;
  readonly csrf: Html;
}

function openCard(workspace: WorkspaceRow, { request }: ListedSignoff, act: Acting, now: Date): Html {
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
    ${numbersList(numbers)}
    <details>
      <summary>Event to send by API</summary>
      <pre><code>${JSON.stringify({ ...event, actor: { kind: 'operator', id: act.email } }, null, 2)}</code></pre>
    </details>
    ${
      act.mayAnswer
        ? answerForm(workspace, request_id, purpose, act)
        : html`<p class="quiet">An approver can answer this request.</p>`
    }
  </article>`;
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

/** The figures that the request rests on. */
function numbersList(numbers: Numbers): Html {
  return html`<dl class="numbers">
    ${Object.entries(numbers).map(
      ([name, value]) =>
        html`<div>
          <dt>${gateNames[name] ?? name.replaceAll('_', ' ')}</dt>
          <dd>${typeof value === 'string' ? value : gateFigure(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function answeredTable(workspace: WorkspaceRow, answered: readonly ListedSignoff[], act: Acting, now: Date): Html {
  return html`<section class="card" aria-labelledby="answered">
    <h2 id="answered">Answered or expired</h2>
    ${table({
      label: 'Table of answered requests',
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
  </section>`;
}

/** A decline after an approval withdraws it, and ends Auto if Auto rests on it. */
function withdrawForm(
  workspace: WorkspaceRow,
  { request, state }: ListedSignoff,
  { mayAnswer, csrf }: Acting,
): Content {
  if (!mayAnswer || request.purpose !== 'promote' || (state !== 'approved' && state !== 'used')) return null;
  const follows = state === 'used' ? ' The step leaves Auto at once.' : '';
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
