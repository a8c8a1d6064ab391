/** Who follows up on a task, what was said about it, and the forms for both. */
import type { Context } from 'koa';
import { actorName, namesOf } from '../../../domain/actor.ts';
import { noteLimit } from '../../../domain/dispatch/approval-input.ts';
import { mayBeOwned, needsPerson } from '../../../domain/dispatch/task.ts';
import type { LoggedEntry } from '../../../store/audit-log.ts';
import { type FollowUp, followUpActs } from '../../../store/follow-ups.ts';
import type { Person } from '../../../store/people.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { selectField, csrfField, field } from '../form.ts';
import { person, when } from '../page.ts';

interface FollowUpPart {
  readonly taskId: string;
  readonly followUp: FollowUp;
  readonly isStuck: boolean;
  /** Of the audit log, about this task. */
  readonly log: readonly LoggedEntry[];
  /** Whom it can be assigned to. */
  readonly people: readonly Person[];
  readonly mayAct: boolean;
  readonly now: Date;
}

/** Nothing where nobody has to do, or did, anything about the task. */
export function followUpCard(ctx: Context, part: FollowUpPart): Content {
  const { followUp, isStuck, mayAct } = part;
  const history = part.log.filter(({ act }) => (followUpActs as readonly string[]).includes(act));
  const waits = needsPerson(followUp);
  if (!waits && !isStuck && followUp.ownerId === null && history.length === 0) return null;
  return html`<section class="card ${waits && 'card-wait'} follow-up" aria-labelledby="follow-up">
    <h2 id="follow-up">Follow-up ${badge(part)}</h2>
    <p>${ownerSentence(ctx, part)}</p>
    ${
      history.length > 0 &&
      html`<ol class="follow-up-history">
        ${history.map((entry) => html`<li>${historyLine(entry, part)}</li>`)}
      </ol>`
    }
    ${mayAct ? forms(ctx, part) : null}
  </section>`;
}

function badge({ followUp }: FollowUpPart): Content {
  if (needsPerson(followUp)) return html`<span class="badge badge-warn">Open</span>`;
  return followUp.handledAt !== null && html`<span class="badge badge-ok">Done</span>`;
}

function ownerSentence(ctx: Context, { followUp, now }: FollowUpPart): Content {
  const { ownerId, ownerName, handledAt } = followUp;
  const owner =
    ownerId === null
      ? 'Unassigned.'
      : ownerId === person(ctx).personId
        ? html`<strong>You</strong> own this.`
        : html`<strong>${ownerName}</strong> owns this.`;
  if (handledAt === null) return owner;
  return html`Done ${when(handledAt, now)}. ${ownerId !== null && owner}`;
}

function historyLine({ actor, act, at, details }: LoggedEntry, { people, now }: FollowUpPart): Html {
  const nameOf = namesOf(people);
  const who = nameOf(actor);
  const { to, note } = details as { readonly to?: string; readonly note?: string };
  const what: Readonly<Record<string, Content>> = {
    'task.assigned':
      to === actorName(actor) ? 'took it' : html`assigned it to <strong>${to === undefined ? '' : nameOf(to)}</strong>`,
    'task.released': 'released it',
    'task.commented': 'commented',
    'task.done': 'marked it as done',
    'task.reopened': 'reopened it',
  };
  return html`<strong>${who}</strong> ${what[act]} ${when(at, now)}
    ${note !== undefined && html`<blockquote>${note}</blockquote>`}`;
}

function forms(ctx: Context, { taskId, followUp, people }: FollowUpPart): Html {
  const path = `/console/tasks/${taskId}`;
  const me = person(ctx).personId;
  const { ownerId } = followUp;
  const others = people.filter(({ id }) => id !== ownerId);
  const seen = html`<input type="hidden" name="from" value="${ownerId ?? ''}" />`;
  const button = (owner: string, text: string): Html =>
    html`<form method="post" action="${path}/owner">
      ${csrfField(ctx)}${seen}<input type="hidden" name="owner" value="${owner}" /><button class="button">
        ${text}
      </button>
    </form>`;
  const owning =
    mayBeOwned(followUp) &&
    html`<div class="actions">
      ${ownerId !== me && button(me, ownerId === null ? 'Take' : 'Take over')}
      ${ownerId !== null && button('', 'Release')}
      ${
        others.length > 0 &&
        html`<form method="post" action="${path}/owner" class="follow-up-assign">
          ${csrfField(ctx)}${seen}
          ${selectField({
            name: 'owner',
            label: 'Assign to',
            options: others.map(({ id, name, email }) => ({ value: id, text: `${name} (${email})` })),
          })}
          <button class="button">Assign</button>
        </form>`
      }
    </div>`;
  return html`${owning}
    <form method="post" action="${path}/comment">
      ${csrfField(ctx)}
      <div class="field">
        <label for="follow-up-note">Comment, or what was done</label>
        <textarea id="follow-up-note" name="note" rows="2" maxlength="${noteLimit}" required>
${field(ctx, 'note')}</textarea>
      </div>
      <p class="actions">
        ${needsPerson(followUp) && html`<button class="button button-primary" formaction="${path}/done">Mark as done</button>`}
        <button class="button">Comment</button>
      </p>
    </form>
    ${
      followUp.handledAt !== null &&
      html`<form method="post" action="${path}/reopen">
        ${csrfField(ctx)}<button class="button button-quiet">Reopen</button>
      </form>`
    }`;
}
