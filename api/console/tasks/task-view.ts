/** The markup of a task's page: where it is first, then what was asked, what was done, and what proves it. */
import type { Context } from 'koa';
import type { SealState } from '../../../commands/dispatch/verify-evidence.ts';
import { type ChainedEvent, changeThatEnded } from '../../../domain/dispatch/evidence/evidence-events.ts';
import { type MissingControl, candidateReasons } from '../../../domain/dispatch/playbook/changed-control.ts';
import { targetText } from '../../../domain/dispatch/playbook/target.ts';
import type { TaskLinks } from '../../../domain/dispatch/present-task.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import type { AttemptRow, DeliveryRow } from '../../../store/deliveries.ts';
import type { TaskQuestion } from '../../../store/task-questions.ts';
import { proof } from '../../dispatch/result-page-proof.ts';
import { type TimelineWindow, timeline, type ResultPage } from '../../dispatch/result-page-timeline.ts';
import { approvals as decided, checks, facts } from '../../dispatch/result-page-view.ts';
import { reasonSentence, signedDollars } from '../../dispatch/result-text.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type Fact, factTiles } from '../../http/table.ts';
import { csrfField, findingsList } from '../form.ts';
import type { FormFinding } from '../route.ts';
import { when } from '../page.ts';
import { deliveryPath, portalPath } from '../paths.ts';
import { channelText, statusBadge } from './task-text.ts';

interface TaskPage extends Omit<ResultPage, 'token' | 'stylePath' | 'refreshing'> {
  readonly title: string;
  readonly senderName: string;
  /** Of the key it came with; null where no key was used. */
  readonly keyLabel: string | null;
  /** The failed task that this one retries. */
  readonly retryOf: string | null;
  /** Steps before this event only; null: the newest. */
  readonly stepsBefore: number | null;
  readonly deliveries: readonly DeliveryRow[];
  readonly stuck: string | null;
  readonly links: TaskLinks;
  /** Its workflow in the Temporal UI, where that has an address. */
  readonly workflowUrl: string | null;
  /** The trace it belongs to, and where the tracing tool shows it. */
  readonly trace: { readonly id: string; readonly url: string | null } | null;
  /** Why the act that was just sent was not taken. */
  readonly findings: readonly FormFinding[];
  /** What a person may do with it; null where nothing. */
  readonly acts: Content;
  /** Writes of which nobody knows, or knew, whether they happened. */
  readonly uncertain: Content;
  /** What its browser waits for. */
  readonly question: Content;
  /** Who follows up on it. */
  readonly followUp: Content;
}

export function taskBody(page: TaskPage): Html {
  const { task, title } = page;
  // Links to files end with the session; the link to share is another.
  const shown = { ...page, token: null, refreshing: isFinal(task.status) ? null : true };
  return html`<div class="page-head">
      <h1>${title}</h1>
      ${statusBadge(task.status)} ${sealBadge(page.seal)}
      ${!isFinal(task.status) && html`<a class="button button-small" href="/console/tasks/${task.id}/watch">Watch live</a>`}
    </div>
    ${findingsList(page.findings, `/console/tasks/${page.task.id}`, 'Not accepted:')}
    ${page.stuck && html`<p class="notice notice-warn" role="status"><strong>Stuck.</strong> ${page.stuck}</p>`}
    ${page.question} ${waiting(page)} ${outcome(page)} ${changedPageCard(task.id, page.events)} ${page.uncertain}
    ${page.followUp} ${actions(page)}
    <div class="evidence-log">
      ${facts(shown)} ${request(page)} ${decided(page.approvals, page.task, page.shown, null)} ${shownChecks(page)}
      ${deliveriesCard(page.deliveries, page.now)} ${timeline(shown, partOf(page))} ${proof(shown)}
    </div>`;
}

/** Of a long evidence log the newest part is shown first: it says how it goes or ended. */
const stepsAtOnce = 60;
const checksAtOnce = 40;

function partOf({ task, stepsBefore }: TaskPage): TimelineWindow {
  return {
    before: stepsBefore,
    most: stepsAtOnce,
    href: (before) => `/console/tasks/${task.id}${before === null ? '' : `?before=${before}`}#steps`,
  };
}

/** The newest, and before them what failed. */
function shownChecks({ events }: TaskPage): Content {
  const all = events.filter((event) => event.kind === 'check');
  const failed = all.slice(0, -checksAtOnce).filter(({ verdict }) => verdict === 'fail');
  const shown = [...failed.slice(-checksAtOnce), ...all.slice(-checksAtOnce)];
  const left = all.length - shown.length;
  return html`${checks(shown)}
  ${left > 0 && html`<p class="quiet">${left} earlier checks are not shown; the evidence contains all of them.</p>`}`;
}

/** Said of the bytes as they lie in the store now. */
function sealBadge({ state }: SealState): Html {
  if (state === 'verified') return html`<a class="badge badge-ok" href="#proof">✓ Verified</a>`;
  if (state === 'broken') return html`<a class="badge badge-bad" href="#proof">✕ Does not verify</a>`;
  return html`<span class="badge badge-muted">Evidence is signed when the task ends</span>`;
}

function waiting({ approvals, task, now }: TaskPage): Content {
  const pending = approvals.find(({ status }) => status === 'pending');
  if (pending === undefined) return null;
  return html`<section class="card card-wait" aria-labelledby="waits">
    <h2 id="waits">
      Awaiting approval
      ${pending.amount && html`<strong class="amount">${signedDollars(pending.amount, task.taskType)}</strong>`}
    </h2>
    <p>${pending.reason}</p>
    <p class="quiet">
      Requested ${when(new Date(pending.requested_at), now)}; expires ${when(new Date(pending.expires_at), now)}.
    </p>
    <p class="actions">
      <a class="button button-primary" href="/console/approvals/${pending.id}">Review the change</a>
    </p>
  </section>`;
}

function outcome({ task }: TaskPage): Content {
  const reason = reasonSentence(task);
  if (!task.summary && !reason && !task.error) return null;
  return html`<div class="card">
    ${task.summary && html`<p class="summary">${task.summary}</p>`} ${reason && html`<p class="quiet">${reason}</p>`}
    ${task.error && html`<p class="quiet"><code>${task.error.code}</code> ${task.error.message}</p>`}
  </div>`;
}

function actions({ task, acts, files, links, workflowUrl }: TaskPage): Html {
  return html`<div class="actions">
    ${acts}
    ${files.length > 0 && html`<a class="button" href="/console/tasks/${task.id}/evidence.zip" download>Download evidence</a>`}
    ${links.manifestUrl && html`<a class="button" href="${links.manifestUrl}">Manifest</a>`}
    <a class="button" href="${links.resultUrl}">Result page</a>
    ${workflowUrl && html`<a class="button" href="${workflowUrl}" rel="noreferrer">Workflow in Temporal</a>`}
  </div>`;
}

const taskLink = (id: string): Html => html`<a href="/console/tasks/${id}"><code>${id}</code></a>`;

function traceLink({ id, url }: NonNullable<TaskPage['trace']>): Html {
  const name = html`<code>${id}</code>`;
  return url === null ? name : html`<a href="${url}" rel="noreferrer">${name}</a>`;
}

function request({ task, senderName, keyLabel, retryOf, trace, now }: TaskPage): Html {
  const rows: readonly Fact[] = [
    ['Sender', html`<a href="/console/tasks?sender=${task.senderId}">${senderName}</a> <code>${task.senderId}</code>`],
    ['Channel', channelText[task.channel] ?? task.channel],
    ['Key', task.submittedByKey && html`${keyLabel} <code>${task.submittedByKey}</code>`],
    ['Priority', task.priority],
    ['Results go to', task.callbackUrl ?? 'nowhere'],
    ['Idempotency key', html`<code>${task.idempotencyKey}</code>`],
    ['Retry of', retryOf && taskLink(retryOf)],
    ['Retried as', task.retriedBy && taskLink(task.retriedBy)],
    ['Trace', trace && traceLink(trace)],
    ['Updated', when(task.updatedAt, now)],
  ];
  return html`<section aria-labelledby="request">
    <h2 id="request">Source</h2>
    ${factTiles(rows)}
  </section>`;
}

/** The card of a task that ended because a page was not as its playbook says: what was expected, and what is there. */
export function changedPageCard(taskId: string, events: readonly ChainedEvent[]): Content {
  const ended = changeThatEnded(events);
  if (ended === undefined) return null;
  const { portal, change } = ended;
  const { page, missing, notice } = change;
  const canBeChosen = notice !== undefined || (missing.length > 0 && missing.every(({ found }) => found.length > 0));
  return html`<section class="card" aria-labelledby="changed">
    <h2 id="changed">The page ${page} has changed</h2>
    ${
      notice === undefined
        ? missing.map(missingControl)
        : html`<p>
            “${notice.heading ?? notice.text}” lies over it. <code>${targetText(notice.target)}</code> closes it.
          </p>`
    }
    ${
      canBeChosen
        ? html`<p class="quiet">
            An administrator drafts, rehearses and releases the changed playbook on
            <a href="${portalPath(portal)}">the page of the portal</a>, or with
            <code>npx lanekeeper playbook propose ${taskId}</code>.
          </p>`
        : html`<p class="quiet">
            No change of the playbook is proposed: not every control has a candidate. An administrator changes it on
            <a href="${portalPath(portal)}">the page of the portal</a>.
          </p>`
    }
  </section>`;
}

function missingControl({ expected, found }: MissingControl): Html {
  return html`<p>Expected <code>${targetText(expected)}</code></p>
    ${
      found.length === 0
        ? html`<p class="quiet">Nothing on the page is near it.</p>`
        : html`<ul>
            ${found.map((one) => html`<li><code>${targetText(one.target)}</code> ${candidateReasons(one)}</li>`)}
          </ul>`
    }`;
}

/** What was sent of a task: each delivery with its attempts. */
const badges: Readonly<Record<DeliveryRow['status'], string>> = {
  pending: 'badge-muted',
  retrying: 'badge-warn',
  delivered: 'badge-ok',
  failed: 'badge-bad',
};

function deliveriesCard(deliveries: readonly DeliveryRow[], now: Date): Content {
  if (deliveries.length === 0) return null;
  return html`<section aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries</h2>
    <ul class="deliveries">
      ${deliveries.map((delivery) => item(delivery, now))}
    </ul>
  </section>`;
}

function item(delivery: DeliveryRow, now: Date): Html {
  const { id, event, status, url, attempts, nextAttemptAt, createdAt } = delivery;
  return html`<li>
    <p>
      <strong>${event}</strong> <span class="badge ${badges[status]}">${status}</span> ${when(createdAt, now)}
      ${nextAttemptAt && attempts.length > 0 && html`<span class="quiet">next attempt ${when(nextAttemptAt, now)}</span>`}
    </p>
    <p class="url">${url}</p>
    ${
      attempts.length === 0
        ? html`<p class="note">No attempt yet.</p>`
        : html`<details ${status === 'failed' && html`open`}>
            <summary>${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}</summary>
            <ol class="attempts">
              ${attempts.map((attempt) => attemptItem(attempt, now))}
            </ol>
          </details>`
    }
    <p class="note">
      <a href="${deliveryPath(id)}"><code>${id}</code></a>
    </p>
  </li>`;
}

function attemptItem({ at, responseStatus, error, durationMs, excerpt }: AttemptRow, now: Date): Html {
  return html`<li>
    ${when(at, now)}: ${responseStatus ?? error ?? 'no answer'}
    ${responseStatus !== null && error !== null && `(${error})`}
    <span class="quiet">${durationMs} ms</span>
    ${excerpt !== null && excerpt !== '' && html`<br /><code>${excerpt.slice(0, 300)}</code>`}
  </li>`;
}

// What the browser of a task waits for a person to answer.

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
