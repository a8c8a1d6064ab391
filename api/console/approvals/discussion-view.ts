/** What was asked about an approval and answered, whom it is delegated to, and the forms for both. */
import type { Context } from 'koa';
import { discussionLimit } from '../../../domain/dispatch/approval-input.ts';
import type { ApprovalQuestion } from '../../../domain/dispatch/task-record.ts';
import type { Person } from '../../../store/people.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { selectField, csrfField, field } from '../form.ts';
import { when } from '../page.ts';

/** Oldest first. @param now that of the page */
export function questionList(
  questions: readonly ApprovalQuestion[],
  nameOf: (actor: string) => string,
  now: Date,
): Content {
  if (questions.length === 0) return null;
  return html`<ol class="questions">
    ${questions.map(
      ({ question, asked_by: by, asked_at: at, answer, answered_by: answerer, answered_at: answeredAt }) =>
        html`<li>
          <p><strong>${nameOf(by)}</strong> asked ${when(new Date(at), now)}</p>
          <blockquote>${question}</blockquote>
          ${
            answer === null || answerer === null || answeredAt === null
              ? html`<p class="quiet">Not answered yet.</p>`
              : html`<p><strong>${nameOf(answerer)}</strong> answered ${when(new Date(answeredAt), now)}</p>
                  <blockquote>${answer}</blockquote>`
          }
        </li>`,
    )}
  </ol>`;
}

interface DiscussionForms {
  readonly approvalId: string;
  /** Whom it can be delegated to. */
  readonly people: readonly Person[];
  /** In a run of equal approvals. */
  readonly inRun: boolean;
}

/** Folded: most approvals are decided without. */
export function discussionForms(ctx: Context, { approvalId, people, inRun }: DiscussionForms): Html {
  const path = `/console/approvals/${approvalId}`;
  const run = inRun && html`<input type="hidden" name="run" value="1" />`;
  return html`<details class="card discuss" ${field(ctx, 'question') !== '' && html` open`}>
    <summary>Ask or delegate</summary>
    <form method="post" action="${path}/ask">
      ${csrfField(ctx)}${run}
      <div class="field">
        <label for="question">Question to the requester</label>
        <textarea
          id="question"
          name="question"
          rows="2"
          maxlength="${discussionLimit}"
          required
          aria-describedby="question-hint"
        >
${field(ctx, 'question')}</textarea>
        <small id="question-hint">Shown on the task and kept in the evidence. The deadline keeps running.</small>
      </div>
      <p class="actions"><button class="button">Ask</button></p>
    </form>
    ${
      people.length > 0 &&
      html`<form method="post" action="${path}/delegate">
        ${csrfField(ctx)}${run}
        ${selectField({
          name: 'person',
          label: 'Delegate to',
          options: people.map(({ id, name, email }) => ({ value: id, text: `${name} (${email})` })),
          hint: 'They are notified. Others who may approve can still decide.',
        })}
        <p class="actions"><button class="button">Delegate</button></p>
      </form>`
    }
  </details>`;
}

/** On the task's page: what waits for an answer, with a form for those who may give it. */
export function openQuestions(
  ctx: Context,
  taskId: string,
  questions: readonly ApprovalQuestion[],
  {
    now,
    mayAnswer,
    nameOf,
  }: { readonly now: Date; readonly mayAnswer: boolean; readonly nameOf: (actor: string) => string },
): Content {
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length === 0) return null;
  return html`<section class="card card-wait" aria-labelledby="asked">
    <h2 id="asked">${open.length === 1 ? 'An approver asks' : 'Approvers ask'}</h2>
    ${open.map(
      ({ id, question, asked_by: by, asked_at: at }) =>
        html`<p class="quiet">${nameOf(by)}, ${when(new Date(at), now)}:</p>
          <blockquote>${question}</blockquote>
          ${
            mayAnswer &&
            html`<form method="post" action="/console/tasks/${taskId}/questions/${id}">
              ${csrfField(ctx)}
              <div class="field">
                <label for="${id}">Answer</label>
                <textarea id="${id}" name="text" rows="2" maxlength="${discussionLimit}" required></textarea>
              </div>
              <p class="actions"><button class="button button-primary">Answer</button></p>
            </form>`
          }`,
    )}
  </section>`;
}
