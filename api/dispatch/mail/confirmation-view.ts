/** The markup of the page on which the writer of a mail confirms what was understood. */
import { typeText } from '../../../domain/dispatch/task-title.ts';
import type { MailConfirmation } from '../../../store/mail-confirmations.ts';
import type { TaskRow } from '../../../store/tasks.ts';
import { factTiles } from '../../http/fact-list.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';
import { pageFrame } from '../result-page-view.ts';
import { understoodFacts } from './reply-text.ts';

export interface ConfirmationPage {
  readonly mail: MailConfirmation;
  /** Once confirmed. */
  readonly tasks: readonly { readonly task: TaskRow; readonly url: string }[];
  readonly token: string;
  readonly stylePath: string;
}

export function confirmationView(page: ConfirmationPage): Html {
  const { mail } = page;
  const confirmed = mail.confirmedAt !== null;
  return pageFrame(
    confirmed ? 'Request confirmed' : 'Confirm your request',
    page.stylePath,
    html`<header class="head">
        <p class="kind">Mail from ${mail.fromAddress}</p>
        <h1>${confirmed ? 'Request confirmed' : 'Confirm your request'}</h1>
        ${mail.subject && html`<p class="summary">${mail.subject}</p>`}
      </header>
      <main>${confirmed ? done(page) : open(page)}</main>`,
  );
}

export function missingConfirmation(stylePath: string): Html {
  return pageFrame(
    'Not found',
    stylePath,
    html`<header class="head">
      <h1>There is nothing to confirm</h1>
      <p class="summary">The link may be incomplete or expired. Send the mail again to get a new one.</p>
    </header>`,
  );
}

function done({ tasks }: ConfirmationPage): Html {
  return html`<section>
    <h2>${tasks.length === 1 ? 'The task' : 'The tasks'}</h2>
    <ul>
      ${tasks.map(({ task, url }) => html`<li><a href="${url}">${typeText[task.taskType]}</a> ${task.id}</li>`)}
    </ul>
  </section>`;
}

function open({ mail, token }: ConfirmationPage): Html {
  const several = mail.alternatives.length > 1;
  const shown = mail.alternatives.map((tasks, choice) => ({ tasks, choice }));
  const left = mail.chosen === null ? shown : shown.filter(({ choice }) => choice === mail.chosen);
  return html`<section>
      <h2>Why you are asked</h2>
      <ul>
        ${mail.findings.map((finding) => html`<li>${finding}</li>`)}
      </ul>
      <p class="note">Nothing was queued yet.</p>
    </section>
    ${left.map(
      ({ tasks, choice }) =>
        html`<section>
          <h2>${several ? `Reading ${choice + 1}` : 'What was understood'}</h2>
          ${tasks.slice(0, 100).map((task) => factTiles(understoodFacts(task)))}
          <form method="post" action="/mail/${mail.mailId}">
            <input type="hidden" name="k" value="${token}" />
            <input type="hidden" name="choice" value="${choice}" />
            <button type="submit">
              ${tasks.length === 1 ? 'Queue this task' : `Queue these ${tasks.length} tasks`}
            </button>
          </form>
        </section>`,
    )}`;
}
