/** What the browser of a task waits for a person to answer. */
import type { Context } from 'koa';
import type { TaskQuestion } from '../../../store/task-questions.ts';
import { type Content, html } from '../../http/html.ts';
import { csrfField } from '../form.ts';
import { when } from '../page.ts';

export const longestAnswer = 200;

/** @param mayAnswer anyone who may act on tasks */
export function questionCard(
  ctx: Context,
  question: TaskQuestion | undefined,
  { now, mayAnswer }: { readonly now: Date; readonly mayAnswer: boolean },
): Content {
  if (question === undefined) return null;
  return html`<section class="card" aria-labelledby="question-title">
    <h2 id="question-title">A person has to answer</h2>
    <p>${question.question}</p>
    <p class="quiet small">
      The browser waits on its page. Time limit: ${when(question.until, now)}. The answer is typed there and is not
      stored.
    </p>
    ${
      !mayAnswer
        ? null
        : html`<form method="post" action="/console/tasks/${question.taskId}/answer" class="stack" autocomplete="off">
            ${csrfField(ctx)}
            <div class="field">
              <label for="answer">Answer</label>
              <input id="answer" name="answer" required maxlength="${longestAnswer}" autocomplete="one-time-code" />
            </div>
            <p class="actions">
              <button class="button button-primary">Send</button>
              <a class="button" href="/console/tasks/${question.taskId}/watch">Watch live</a>
            </p>
          </form>`
    }
  </section>`;
}
