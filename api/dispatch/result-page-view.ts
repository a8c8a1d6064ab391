/** The markup of the result page: state and summary first, then what waits, the steps, and the proof. */
import { actorName, deciderName } from '../../domain/actor.ts';
import { capitalised, memberWords } from '../../domain/sentence.ts';
import { decidersText } from '../../domain/dispatch/approval.ts';
import { paramTexts, shownValueText } from '../../domain/dispatch/code-text.ts';
import type { ChainedEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import type { ApprovalRecord } from '../../domain/dispatch/task-record.ts';
import { typeText } from '../../domain/dispatch/task-title.ts';
import type { ShownContents } from '../../store/bound-approval.ts';
import { shownPage } from './shown-page-view.ts';
import { brandMark, html, type Content, type Html } from '../http/html.ts';
import { type Fact, factTiles, table } from '../http/table.ts';
import { type ResultPage, fileLink, mark, time, timeline } from './result-page-timeline.ts';
import { proof } from './result-page-proof.ts';
import { reasonSentence, signedDollars, sizeText, statusText } from './result-text.ts';
import type { SealState } from '../../commands/dispatch/verify-evidence.ts';

export function resultPage(page: ResultPage): Html {
  const { task } = page;
  const reason = reasonSentence(task);
  return pageFrame(
    `${typeText[task.taskType]}: ${statusText[task.status]}`,
    page.stylePath,
    html` <header class="head">
        ${brand}
        <p class="kind">${typeText[task.taskType]}</p>
        <h1><span class="status ${task.status}">${statusText[task.status]}</span> ${badge(page.seal)}</h1>
        ${task.summary && html`<p class="summary">${task.summary}</p>`}
        ${reason && html`<p class="reason">${reason}</p>`}
        ${task.error && html`<p class="reason"><code>${task.error.code}</code> ${task.error.message}</p>`}
        ${refreshNote(page)}
      </header>
      <main>
        ${waiting(page)} ${facts(page)} ${timeline(page)} ${checks(page.events)}
        ${approvals(page.approvals, page.task, page.shown, page.token)} ${proof(page)}
      </main>`,
  );
}

/** For anyone who follows a link that opens nothing; it says no more than the 404 itself. */
export function missingPage(stylePath: string, title: string, advice: string): Html {
  return pageFrame(
    'Not found',
    stylePath,
    html` <header class="head">
      ${brand}
      <h1>${title}</h1>
      <p class="summary">The link may be incomplete or expired. ${advice}</p>
    </header>`,
  );
}

/** The head of a page begins with it. */
export const brand = html`<p class="brand">${brandMark} Lanekeeper</p>`;

/** A page for people outside the console. */
export function pageFrame(title: string, stylePath: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Lanekeeper</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

const badgeText: Readonly<Record<SealState['state'], string>> = {
  open: 'Signed when the task ends',
  verified: '✓ Verified',
  broken: '✕ Does not verify',
};

function badge({ state }: SealState): Html {
  return html`<a class="verdict badge ${state}" href="#proof">${badgeText[state]}</a>`;
}

function refreshNote({ refreshing, token }: ResultPage): Content {
  if (refreshing === null) return null;
  return refreshing
    ? html`<p class="note">
        This page refreshes every few seconds. <a href="?${withToken(token)}refresh=off">Turn off</a>
      </p>`
    : html`<p class="note">Automatic refresh is off. <a href="?${withToken(token)}refresh=on">Turn on</a></p>`;
}

function waiting({ approvals, task, shown, token }: ResultPage): Content {
  const pending = approvals.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return null;
  return html`<section class="waiting" aria-labelledby="waits">
    <h2 id="waits">Awaiting approval</h2>
    ${pending.map(
      (approval) =>
        html` <p>
            ${approval.reason}${approval.amount && html` <strong>${signedDollars(approval.amount, task.taskType)}</strong>`}
          </p>
          <p class="note">Requested ${time(approval.requested_at)}; expires ${time(approval.expires_at)}.</p>
          ${approval.decisions.map(
            ({ by, name, at, note }) =>
              html`<p class="note">
                Approved by ${deciderName({ by, name })} ${time(at)}${note && html`: ${note}`}. A second approver is
                required.
              </p>`,
          )}
          ${questions(approval)} ${change(approval)} ${seen(task.id, approval, shown.get(approval.id), token)}`,
    )}
    ${
      task.instruction &&
      html`<p>Request text:</p>
        <blockquote>${task.instruction}</blockquote>`
    }
  </section>`;
}

/** What was asked for, and what came back. */
export function facts({
  task,
  portalName,
  files,
  token,
}: Pick<ResultPage, 'task' | 'portalName' | 'files' | 'token'>): Html {
  const { params, requestedBy } = task;
  const pod = files.find(({ file }) => file === task.podFile);
  const rows: readonly Fact[] = [
    ['Confirmation number', task.confirmationNumber && html`<strong>${task.confirmationNumber}</strong>`],
    [
      'Proof of delivery',
      pod && html`<a href="${fileLink(task.id, pod.file, token)}">${pod.file}</a> (${sizeText(pod.bytes)})`,
    ],
    ...paramTexts(params).map(([name, value]) => [paramWord(name), value] as const),
    ['Instruction', task.instruction],
    ['Your reference', task.clientRef],
    [
      'Requested by',
      requestedBy && [requestedBy.name, requestedBy.email, requestedBy.system].filter(Boolean).join(', '),
    ],
    ['Portal', task.portal && portalName(task.portal)],
    ['Task', html`<code>${task.id}</code>`],
    ['Received', time(task.createdAt.toISOString())],
    ['Finished', task.finishedAt && time(task.finishedAt.toISOString())],
  ];
  return html`<section aria-labelledby="facts">
    <h2 id="facts">Task</h2>
    ${factTiles(rows)}
  </section>`;
}

/** A member of the task's input as a label. */
export function paramWord(name: string): string {
  return capitalised(memberWords(name));
}

/** What was compared before and after a write. */
export function checks(events: readonly ChainedEvent[]): Content {
  const rows = events.flatMap((event) => (event.kind === 'check' ? [event] : []));
  if (rows.length === 0) return null;
  return html`<section aria-labelledby="checks">
    <h2 id="checks">Checks</h2>
    ${table({
      label: 'Table of checks',
      rows,
      columns: [
        { heading: 'Check', cell: ({ check }) => check },
        { heading: 'Expected', cell: ({ expected }) => expected },
        { heading: 'Found', cell: ({ found }) => found },
        { heading: 'Verdict', cell: ({ verdict }) => mark(verdict === 'pass', verdict) },
      ],
    })}
  </section>`;
}

/** The values before and after, as the approver sees them. */
function change({ shown }: ApprovalRecord): Content {
  const values = shown?.values;
  if (!values) return null;
  return table({
    label: `The change on ${values.record}`,
    rows: values.values,
    columns: [
      { heading: 'Value', cell: ({ what }) => what },
      { heading: 'Before', cell: ({ what, before }) => (before === null ? 'nothing' : shownValueText(what, before)) },
      { heading: 'After', cell: ({ what, after }) => shownValueText(what, after) },
    ],
  });
}

function seen(
  taskId: string,
  { shown }: ApprovalRecord,
  contents: ShownContents | undefined,
  token: string | null,
): Content {
  if (shown === null || contents === undefined) return null;
  return shownPage({ taskId, page: shown.page, sha256: shown.sha256, contents, token });
}

/** What approvers asked the requester, and what was answered. */
function questions({ questions: asked }: ApprovalRecord): Content {
  return asked.map(
    ({ question, asked_by: by, asked_at: at, answer, answered_by: answerer }) =>
      html`<p class="note">${actorName(by)} asked ${time(at)}:</p>
        <blockquote>${question}</blockquote>
        ${
          answer === null
            ? html`<p class="note">Not answered yet.</p>`
            : html`<p class="note">Answer by ${actorName(answerer ?? '')}:</p>
                <blockquote>${answer}</blockquote>`
        }`,
  );
}

/** The approvals that are decided, each with its note. */
export function approvals(
  all: readonly ApprovalRecord[],
  task: Pick<ResultPage['task'], 'id' | 'taskType'>,
  shown: ReadonlyMap<string, ShownContents>,
  token: string | null,
): Content {
  const decided = all.filter(({ status }) => status !== 'pending');
  if (decided.length === 0) return null;
  return html`<section aria-labelledby="approvals">
    <h2 id="approvals">Approvals</h2>
    <ul>
      ${decided.map(
        (approval) =>
          html`<li>
            <p>
              <strong>${approval.status}</strong
              >${approval.decided_by && html` by ${decidersText({ ...approval, decidedBy: approval.decided_by })}`}${approval.decided_at && html` ${time(approval.decided_at)}`}:
              ${approval.reason}${approval.amount && html` (${signedDollars(approval.amount, task.taskType)})`}
            </p>
            ${approval.superseded_by && html`<p class="note">Replaced by approval ${approval.superseded_by} because the change or the facts changed.</p>`}
            ${approval.note && html`<blockquote>${approval.note}</blockquote>`} ${questions(approval)}
            ${
              approval.decisions.length > 1 &&
              html`<ul>
                ${approval.decisions.map(({ by, name, at, decision, note }) => html`<li>${decision}: ${deciderName({ by, name })} ${time(at)}${note && html`: ${note}`}</li>`)}
              </ul>`
            }
            ${
              approval.shown &&
              html`<details>
                <summary>Shown to approvers</summary>
                ${change(approval)} ${seen(task.id, approval, shown.get(approval.id), token)}
              </details>`
            }
          </li>`,
      )}
    </ul>
  </section>`;
}

const withToken = (token: string | null): string => (token === null ? '' : `k=${token}&`);
