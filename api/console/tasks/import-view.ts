/** The markup of CSV import: the form, the preview of a file row by row, and the report. */
import type { Context } from 'koa';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { typeText } from '../../../domain/dispatch/task-title.ts';
import type { SenderRow } from '../../../store/senders.ts';
import type { TaskUpload, UploadCounts } from '../../../store/idempotency-keys.ts';
import type { ForeseenLine } from '../../../commands/dispatch/import-tasks.ts';
import { refusedInWords } from '../../../commands/dispatch/accept-tasks.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField, csrfToken, findingsList } from '../form.ts';
import type { FormFinding } from '../route.ts';

interface ImportForm {
  readonly senders: readonly SenderRow[];
  readonly findings: readonly FormFinding[];
  readonly limit: number;
}

export function importBody(ctx: Context, { senders, findings, limit }: ImportForm): Html {
  return html`<div class="page-head">
      <h1>Import CSV</h1>
      <p>
        Up to ${limit.toLocaleString('en-US')} tasks in one file. You preview the result of each row before anything is
        queued.
      </p>
    </div>
    ${findingsList(findings, '/console/tasks/import', 'The file was not imported.')}
    <form
      class="card"
      method="post"
      action="/console/tasks/import?_csrf=${csrfToken(ctx)}"
      enctype="multipart/form-data"
    >
      <div class="fields">
        <div class="field">
          <label for="sender">Sender</label>
          <select id="sender" name="sender" required>
            ${senders.length > 1 && html`<option value="">Choose one</option>`}
            ${senders.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="file">File</label>
          <input type="file" id="file" name="file" accept=".csv,text/csv,text/plain" aria-describedby="file-help" />
          <small id="file-help">UTF-8, with a header row; comma, semicolon or tab. In Excel: “CSV UTF-8”.</small>
        </div>
      </div>
      <details>
        <summary>Paste text instead</summary>
        <div class="field">
          <label for="text">Text of the file</label>
          <textarea class="paste" id="text" name="text" rows="8" spellcheck="false"></textarea>
        </div>
      </details>
      <p class="actions"><button class="button button-primary">Preview</button></p>
    </form>
    <section class="card" aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      <p class="actions">
        ${taskTypes.map((type) => html`<a class="button button-small" href="/console/tasks/import/template/${type}.csv">${typeText[type]}</a>`)}
      </p>
    </section>`;
}

interface UploadPage {
  readonly upload: TaskUpload;
  readonly senderName: string;
  readonly lines: readonly ForeseenLine[];
  readonly counts: UploadCounts;
}

export function previewBody(ctx: Context, page: UploadPage): Html {
  const { upload, senderName, counts } = page;
  const { accepted } = counts;
  const tasks = accepted === 1 ? 'task' : 'tasks';
  return html`<div class="page-head">
      <h1>${upload.fileName}</h1>
      <span class="badge badge-wait">Preview</span>
      <p>For ${senderName}. Nothing is queued yet.</p>
    </div>
    ${numbers(counts, ['would be queued', 'duplicates', 'rejected'])}
    <form class="actions" method="post" action="/console/tasks/import/${upload.id}">
      ${csrfField(ctx)}
      ${accepted > 0 ? html`<button class="button button-primary">Queue ${accepted.toLocaleString('en-US')} ${tasks}</button>` : html`<p class="quiet">No rows to queue.</p>`}
      <a class="button" href="/console/tasks/import/${upload.id}/report.csv" download>Download as CSV</a>
      <a class="button button-quiet" href="/console/tasks/import">Another file</a>
    </form>
    ${refused(page)} ${fitting(page)}`;
}

export function reportBody(page: UploadPage): Html {
  const { upload, senderName, counts } = page;
  return html`<div class="page-head">
      <h1>${upload.fileName}</h1>
      <span class="badge badge-ok">Imported</span>
      <p>For ${senderName}.</p>
    </div>
    ${numbers(counts, ['queued', 'duplicates', 'rejected'])}
    <p class="actions">
      <a class="button button-primary" href="/console/tasks/import/${upload.id}/report.csv" download
        >Download the report</a
      >
      <a class="button" href="/console/tasks?channel=csv&amp;sender=${upload.senderId}">View tasks</a>
      <a class="button button-quiet" href="/console/tasks/import">Another file</a>
    </p>
    <p class="quiet">The report is kept for a day.</p>
    ${refused(page)}`;
}

function numbers({ accepted, duplicates, rejected }: UploadCounts, words: readonly [string, string, string]): Html {
  const figures = [accepted, duplicates, rejected];
  return html`<div class="grid">
    ${figures.map(
      (figure, index) =>
        html`<div class="stat"><strong>${figure.toLocaleString('en-US')}</strong><span>${words[index]}</span></div>`,
    )}
  </div>`;
}

/** More rows than these make the page slow to read; the CSV has all of them. */
const rowsShown = 200;

function refused({ lines }: UploadPage): Content {
  const rows = lines.flatMap(({ line, hints, result }) =>
    result.kind === 'rejected' ? [{ line, findings: refusedInWords(result, hints) }] : [],
  );
  if (rows.length === 0) return null;
  return html`<section class="rows" aria-labelledby="refused">
    <h2 id="refused">Rejected rows</h2>
    ${table({
      label: 'Table of rejected rows',
      rows: rows.slice(0, rowsShown),
      columns: [
        { heading: 'Line', cell: ({ line }) => line },
        {
          heading: 'Errors',
          cell: ({ findings }) => findings.slice(0, 10).map((finding) => html`<p>${finding}</p>`),
        },
      ],
    })}
    ${rest(rows.length)}
  </section>`;
}

function fitting({ lines }: UploadPage): Content {
  const rows = lines.filter(({ result }) => result.kind !== 'rejected');
  if (rows.length === 0) return null;
  return html`<section class="rows" aria-labelledby="fitting">
    <h2 id="fitting">Valid rows</h2>
    ${table({
      label: 'Table of valid rows',
      rows: rows.slice(0, rowsShown),
      columns: [
        { heading: 'Line', cell: ({ line }) => line },
        { heading: 'Result', cell: ({ result }) => foreseen(result) },
      ],
    })}
    ${rest(rows.length)}
  </section>`;
}

function foreseen(result: ForeseenLine['result']): Content {
  if (result.kind === 'new') return 'A new task';
  if (result.kind === 'rejected') return null;
  if (result.task.id === '') return 'The same as an earlier row of this file';
  return html`Duplicate of <a href="/console/tasks/${result.task.id}">${result.task.id}</a>`;
}

function rest(count: number): Content {
  const more = count - rowsShown;
  return more > 0 && html`<p class="quiet">And ${more.toLocaleString('en-US')} more; the CSV has all of them.</p>`;
}
