/** A write of which nobody knows whether it happened: what to look for in the portal, and the form that says what was found (D25). */
import type { Context } from 'koa';
import type { SealState } from '../../../commands/dispatch/verify-evidence.ts';
import { actorName } from '../../../domain/actor.ts';
import { mayAskAgain } from '../../../domain/dispatch/idempotency.ts';
import { noteLimit } from '../../../domain/dispatch/approval-input.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { type WriteResolution, longestNumber } from '../../../domain/dispatch/writing/write-once.ts';
import type { LoggedEntry } from '../../../store/audit-log.ts';
import { type IntentRow, isUnsettled, writeSettled } from '../../../store/portal-intents.ts';
import type { TaskRow } from '../../../store/tasks.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';
import { factList } from '../../http/table.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { csrfField, field } from '../form.ts';
import { when } from '../page.ts';

interface UncertainWrites {
  readonly taskId: string;
  readonly intents: readonly IntentRow[];
  /** Of the audit log, about this task. */
  readonly log: readonly LoggedEntry[];
  readonly portalName: (playbookId: string) => string;
  readonly maySettle: boolean;
  readonly now: Date;
}

export function uncertainWrites(ctx: Context, writes: UncertainWrites): Content {
  const open = writes.intents.filter(({ state }) => state === 'uncertain');
  const said = writes.log.filter(({ act }) => act === writeSettled);
  if (open.length === 0 && said.length === 0) return null;
  return html`${said.map((entry) => settledCard(entry, writes.now))}
  ${open.map((intent) => openCard(ctx, intent, writes))}`;
}

function settledCard({ actor, at, details }: LoggedEntry, now: Date): Html {
  const { record, state, number, note } = details as unknown as WriteResolution & { readonly record: string };
  return html`<section class="card" aria-label="Uncertain write resolved">
    <p>
      <span class="badge badge-ok">Resolved</span>
      ${state === 'written' ? html`It is there, under <strong>${number}</strong>` : 'It is not there'}, recorded by
      <strong>${actorName(actor)}</strong> ${when(at, now)} for ${record}. Other tasks can work on it again.
    </p>
    ${note && html`<blockquote>${note}</blockquote>`}
  </section>`;
}

function openCard(ctx: Context, intent: IntentRow, writes: UncertainWrites): Html {
  const { order, scope, submits, openedAt } = intent;
  const portal = writes.portalName(intent.portal);
  return html`<section class="card card-wait uncertain" aria-labelledby="uncertain-${intent.action}">
    <h2 id="uncertain-${intent.action}">It is not known whether this was written</h2>
    <p>
      Look at ${scope} in ${portal} for a ${order.noun} with our reference <strong class="mono">${order.mark}</strong>.
      Until the result is recorded here, no other task writes to ${scope}.
    </p>
    ${factList([
      ['Clicked', html`${submits === 1 ? 'once' : `${submits} times, the first time`} ${when(openedAt, writes.now)}`],
      ['Number seen', intent.number],
      ['Reason', order.sentence],
    ])}
    <details>
      <summary>Intended write</summary>
      ${factList(Object.entries(order.inputs).map(([name, value]) => [paramWord(name), value]))}
    </details>
    <p><a href="#steps">View the steps and what the portal showed</a></p>
    ${writes.maySettle ? form(ctx, intent, writes.taskId) : html`<p class="quiet">An approver can record the result.</p>`}
  </section>`;
}

function form(ctx: Context, { action }: IntentRow, taskId: string): Html {
  const id = (name: string): string => `${action}-${name}`;
  const chosen = field(ctx, 'found');
  const radio = (value: WriteResolution['state'], words: string): Html =>
    html`<label class="choice">
      <input type="radio" name="found" value="${value}" required ${chosen === value && html`checked`} /> ${words}
    </label>`;
  return html`<form method="post" action="/console/tasks/${taskId}/write" class="settle-write">
    <fieldset>
      <legend>What did you find there?</legend>
      ${radio('written', 'It is there')} ${radio('absent', 'It is not there')}
    </fieldset>
    <div class="field">
      <label for="${id('number')}">Its number, if it is there</label>
      <input
        id="${id('number')}"
        name="number"
        maxlength="${longestNumber}"
        autocomplete="off"
        value="${field(ctx, 'number')}"
      />
    </div>
    <div class="field">
      <label for="${id('note')}">Note</label>
      <textarea id="${id('note')}" name="note" rows="2" maxlength="${noteLimit}" aria-describedby="${id('help')}">
${field(ctx, 'note')}</textarea>
      <small id="${id('help')}">What you saw; kept in the audit log. The task itself stays as it ended.</small>
    </div>
    <input type="hidden" name="action" value="${action}" />
    <p class="actions">
      <button class="button button-primary" data-confirm="Record this result? It cannot be undone.">
        Record result
      </button>
    </p>
    ${csrfField(ctx)}
  </form>`;
}

// The buttons for what a person may do with a task as a whole.

/** To cancel it or to request it again, to ask for a time stamp of its evidence, and to revoke its links. */
export function actButtons(ctx: Context, task: TaskRow, { intents, seal, authority, now }: ActedOn): Content {
  const path = `/console/tasks/${task.id}`;
  return html`${workButton(ctx, task, intents, path)} ${authority !== null && stampButton(ctx, path, seal, now)}
    <form method="post" action="${path}/revoke-links">
      ${csrfField(ctx)}
      <button
        class="button"
        data-confirm="Revoke every link to this task? Links already sent in records, webhooks and mails stop working; the record gets new ones."
      >
        Revoke links
      </button>
    </form>`;
}

interface ActedOn {
  readonly intents: readonly IntentRow[];
  readonly seal: SealState;
  /** Host of the time-stamping authority; null where none is set. */
  readonly authority: string | null;
  readonly now: Date;
}

/** Where the pack has no time stamp and nobody is asking for one. */
function stampButton(ctx: Context, path: string, { stamp }: SealState, now: Date): Content {
  if (stamp === null || (stamp.state !== 'none' && stamp.state !== 'missing')) return null;
  if (stamp.attempts !== null && stamp.attempts.askedUntil > now) return null;
  return html`<form method="post" action="${path}/time-stamp">
    ${csrfField(ctx)}<button class="button">Request time stamp</button>
  </form>`;
}

function workButton(ctx: Context, task: TaskRow, intents: readonly IntentRow[], path: string): Content {
  if (!isFinal(task.status))
    return html`<form method="post" action="${path}/cancel">
      ${csrfField(ctx)}
      <button
        class="button button-danger"
        data-confirm="Cancel this task? It ends as escalated. Anything already written to a portal stays written."
      >
        Cancel task
      </button>
    </form>`;
  if (!mayAskAgain(task, intents.some(isUnsettled))) return null;
  return html`<form method="post" action="${path}/again">
    ${csrfField(ctx)}
    <button class="button button-primary" data-confirm="Run the same work again, as a new task requested by you?">
      Run again
    </button>
  </form>`;
}
