/** The markup of one approval: the amount and the change first, then why and who, then the decision. */
import type { Context } from 'koa';
import { deciderName } from '../../../domain/actor.ts';
import { codeText, shownValueText } from '../../../domain/dispatch/code-text.ts';
import { noteLimit } from '../../../domain/dispatch/approval-input.ts';
import type { ApprovalQuestion } from '../../../domain/dispatch/task-record.ts';
import type { ShownApproval } from '../../../store/approvals-shown.ts';
import type { Person } from '../../../store/people.ts';
import type { ShownContents } from '../../../store/bound-approval.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';
import { dollars, signedDollars } from '../../dispatch/result-text.ts';
import { shownPage } from '../../dispatch/shown-page-view.ts';
import { html, type Content, type Html } from '../../http/html.ts';
import { type Fact, factList, table } from '../../http/table.ts';
import { csrfField } from '../form.ts';
import { when } from '../page.ts';
import { askedBy, channelText } from '../tasks/task-text.ts';
import { discussionForms, questionList } from './discussion-view.ts';
import { amountLabel, amountText, approvalBadge, countText } from './approval-text.ts';
import { decidersText } from '../../../domain/dispatch/approval.ts';

interface ApprovalPage {
  readonly title: string;
  readonly approval: ShownApproval;
  readonly playbook: { readonly name: string; readonly version: string } | null;
  readonly contents: ShownContents;
  /** Why this person cannot decide; null where they can, or where it is decided. */
  readonly cannot: string | null;
  /** What of the form that was just sent was not done, and why. */
  readonly refused: { readonly not: string; readonly why: string } | null;
  /** What was in the note that was just sent. */
  readonly note: string;
  /** The approval that waits after this one; null where none does. In a run the next one like it. */
  readonly nextId: string | null;
  /** How many others like it wait; null outside a run of equal approvals. */
  readonly left: number | null;
  /** What approvers asked about the task, with the answers. */
  readonly questions: readonly ApprovalQuestion[];
  /** Whom this person can delegate it to; null where they can neither ask nor delegate. */
  readonly delegates: readonly Person[] | null;
  /** The address of who looks. */
  readonly me: string;
  /** Of people by their address, where they are known. */
  readonly nameOf: (actor: string) => string;
  readonly now: Date;
}

/** Others decide meanwhile: their decision shows within these. */
const pollSeconds = 3;

export function approvalBody(ctx: Context, page: ApprovalPage): Html {
  const { title, approval } = page;
  return html`<div class="page-head"><h1>${title}</h1></div>
    ${page.refused && html`<p class="error-list" role="alert"><strong>${page.refused.not}:</strong> ${page.refused.why}.</p>`}
    ${runBar(page)}
    <div id="state" data-poll="${pollSeconds}" role="status">${state(page)}</div>
    <div class="decision ${approval.status === 'pending' ? '' : 'is-decided'}">
      <div class="matter">
        ${instruction(approval)}
        <div id="questions" data-poll="${pollSeconds}">${questionsCard(page)}</div>
        ${amount(page)} ${change(approval)} ${seen(page)} ${background(page)}
        ${approval.status === 'pending' && page.cannot === null && html`<p class="to-desk"><a class="button button-primary" href="#desk">Decide</a></p>`}
      </div>
      <div class="desk">
        <div id="meanwhile" data-poll="${pollSeconds}" role="status">${meanwhile(approval)}</div>
        <div id="desk" data-poll="${pollSeconds}">${desk(ctx, page)}</div>
        ${
          page.delegates !== null &&
          discussionForms(ctx, { approvalId: approval.id, people: page.delegates, inRun: page.left !== null })
        }
      </div>
    </div>`;
}

/** Where one is among equal approvals; the keys are also on the buttons. */
function runBar(page: ApprovalPage): Content {
  const { left, nextId, approval } = page;
  if (left === null) return null;
  const keys =
    approval.status === 'pending' &&
    html`<span class="quiet keys"><kbd>A</kbd> approve, <kbd>R</kbd> refuse, <kbd>N</kbd> next</span>`;
  return html`<div class="run-bar">
    <p>${left === 0 ? 'The last of its kind.' : `${left} more like this one.`} ${keys}</p>
    <p class="actions">
      ${nextId !== null && html`<a class="button button-small" href="${nextPath(page)}" data-key="n">Next</a>`}
      <a class="button button-small button-quiet" href="/console/approvals">Leave the run</a>
    </p>
  </div>`;
}

const nextPath = ({ nextId, left }: ApprovalPage): string =>
  `/console/approvals/${nextId ?? ''}${left === null ? '' : '?run=1'}`;

function questionsCard({ questions, nameOf, now }: ApprovalPage): Content {
  if (questions.length === 0) return null;
  return html`<section class="card" aria-labelledby="asked">
    <h2 id="asked">Questions to the requester</h2>
    ${questionList(questions, nameOf, now)}
  </section>`;
}

function state({ approval, me, nameOf, now }: ApprovalPage): Html {
  const { status, requestedAt, expiresAt, decidedAt, note, decisions } = approval;
  if (status === 'pending')
    return html`<p>
        ${approvalBadge(status)} Requested ${when(requestedAt, now)} by
        ${askedBy(approval.requestedBy) ?? approval.senderName}; ${countText(approval)}; expires
        ${when(expiresAt, now)}.
      </p>
      ${approval.delegatedTo !== null && html`<p>Delegated to <strong>${approval.delegatedTo === me ? 'you' : nameOf(approval.delegatedTo)}</strong>.</p>`}
      ${decisions.map(({ by, name = null, at, note: said }) => html`<p class="quiet">Approved by ${deciderName({ by, name })} ${when(new Date(at), now)}${said !== null && html`: “${said}”`}</p>`)}`;
  const who = decidersText(approval);
  return html`<p class="settled">
      ${approvalBadge(status)} ${who !== null && html`by <strong>${who}</strong>`} ${decidedAt && when(decidedAt, now)}
    </p>
    ${note !== null && html`<blockquote>${note}</blockquote>`}${successor(approval)}`;
}

function successor({ supersededBy }: ShownApproval): Content {
  if (supersededBy === null) return null;
  return html`<p>
    Because the change or the facts changed,
    <a href="/console/approvals/${supersededBy}">approval ${supersededBy}</a> replaced this one.
  </p>`;
}

/** Anyone who writes a note has the head of the page out of sight; its form does not change meanwhile. */
function meanwhile(approval: ShownApproval): Content {
  const { status } = approval;
  if (status === 'pending') return null;
  const who = decidersText(approval);
  return html`<p class="notice notice-warn">
    ${approvalBadge(status)} ${who !== null && html`by <strong>${who}</strong>.`} No decision is needed.
  </p>`;
}

function amount({ approval }: ApprovalPage): Content {
  const words = amountText(approval);
  if (words === null) return null;
  const limit = approval.shown?.limit;
  const two = approval.needed === 2;
  const over = two ? limit?.two_people_over : limit?.over;
  return html`<div class="card net">
    <p>
      <small>${amountLabel(approval)}</small>
      <strong>${words}</strong>
    </p>
    <p class="quiet">
      ${over ? html`Over ${dollars(over)}: ` : ''}${two ? 'two approvers are required' : 'one approver is required'}.
    </p>
  </div>`;
}

function change(approval: ShownApproval): Html {
  const { shown } = approval;
  return html`<section class="card" aria-labelledby="change">
    <h2 id="change">The change${shown !== null && ` on ${shown.record}`}</h2>
    ${
      shown === null
        ? factList(keyed(approval))
        : html`${table({
              label: 'Values before and after',
              class: 'change',
              rows: shown.values,
              columns: [
                { heading: 'Value', headingHidden: true, cell: ({ what }) => what },
                {
                  heading: 'Before',
                  cell: ({ what, before }) =>
                    before === null ? html`<span class="quiet">nothing</span>` : shownValueText(what, before),
                },
                { heading: 'After', cell: ({ what, after }) => html`<strong>${shownValueText(what, after)}</strong>` },
              ],
            })}
            <details>
              <summary>All values to be entered</summary>
              ${factList(keyed(approval))}
            </details>`
    }
  </section>`;
}

/** The inputs that say something, in words. */
function keyed({ change: inputs, taskType }: ShownApproval): Fact[] {
  return Object.entries(inputs).map(([name, value]) => {
    const isMoney = name === 'amount' && value !== '';
    return [paramWord(name), isMoney ? signedDollars(value, taskType) : codeText(name, value)];
  });
}

/** What the requester said, first: the request in their words, and the note that is to be keyed with it. */
function instruction({ instruction: words, params }: ShownApproval): Content {
  const note = params.note ?? null;
  if (words === null && note === null) return null;
  return html`<section class="card" aria-labelledby="instruction">
    <h2 id="instruction">Request</h2>
    ${words !== null && html`<blockquote>${words}</blockquote>`}
    ${note !== null && html`<p><span class="quiet">Note:</span> ${note}</p>`}
  </section>`;
}

function seen({ approval, contents }: ApprovalPage): Html {
  const { taskId, page, shownSha256 } = approval;
  return shownPage({ taskId, page, sha256: shownSha256, contents, token: null });
}

function background({ approval, playbook }: ApprovalPage): Html {
  const { requestedBy, senderName, channel, clientRef, reason, taskId, portal } = approval;
  const asker = requestedBy && [requestedBy.name, requestedBy.email, requestedBy.system].filter(Boolean).join(', ');
  const rows: readonly Fact[] = [
    ['Reason', reason],
    ['Requested by', asker || 'Not given by the sender'],
    ['Sender', `${senderName}, by ${channelText[channel] ?? channel}`],
    ['Reference', clientRef],
    ['Rule', rule(approval, playbook?.name ?? portal)],
    ['Playbook', playbook && `${playbook.name} ${playbook.version}`],
    ['Task', html`<a href="/console/tasks/${taskId}">View progress</a>`],
  ];
  return html`<section class="card" aria-labelledby="background">
    <h2 id="background">Details</h2>
    ${factList(rows)}
  </section>`;
}

function rule({ shown, needed }: ShownApproval, portal: string | null): string | null {
  if (shown === null) return null;
  const { weighed, over, two_people_over: twoOver } = shown.limit;
  const limit = needed === 2 ? twoOver : over;
  if (limit === null) return null;
  return `${portal ?? 'The playbook'}: a ${weighed} over ${dollars(limit)} needs ${needed === 2 ? 'two approvers' : 'an approver'}.`;
}

function desk(ctx: Context, page: ApprovalPage): Content {
  const { approval, cannot, note } = page;
  if (approval.status !== 'pending')
    return html`<section class="card" aria-labelledby="decide">
      <h2 id="decide">Decision made</h2>
      <p class="actions">
        ${
          page.nextId === null
            ? html`<a class="button button-primary" href="/console/approvals">All approvals</a>`
            : html`<a class="button button-primary" href="${nextPath(page)}">Next approval</a>`
        }
        <a class="button" href="/console/tasks/${approval.taskId}">View task</a>
      </p>
    </section>`;
  if (cannot !== null)
    return html`<section class="card" aria-labelledby="decide">
      <h2 id="decide">Decision</h2>
      <p class="notice notice-warn">${cannot}</p>
    </section>`;
  const what = confirmText(page);
  const inRun = page.left !== null;
  return html`<form class="card" method="post" action="/console/approvals/${approval.id}" aria-labelledby="decide">
    <h2 id="decide">Decision</h2>
    <div class="field">
      <label for="note">Note</label>
      <textarea id="note" name="note" rows="3" maxlength="${noteLimit}" aria-describedby="note-help">${note}</textarea>
      <small id="note-help">Stored with the decision and in the evidence.</small>
    </div>
    <p class="actions">
      <button
        class="button button-primary"
        name="decision"
        value="approve"
        data-confirm="Approve ${what}?"
        ${inRun && html`data-key="a"`}
      >
        Approve
      </button>
      <button
        class="button button-danger"
        name="decision"
        value="refuse"
        data-confirm="Refuse ${what}? Nothing is written to the portal."
        ${inRun && html`data-key="r"`}
      >
        Refuse
      </button>
    </p>
    ${csrfField(ctx)}${inRun && html`<input type="hidden" name="run" value="1" />`}
  </form>`;
}

function confirmText({ approval, title }: ApprovalPage): string {
  const words = amountText(approval);
  return words === null ? `“${title}”` : `“${title}”, ${amountLabel(approval).toLowerCase()} ${words}`;
}
