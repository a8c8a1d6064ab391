/** The page of a recording: the live browser, the steps, the facts to read, and the playbook that they make. */
import type { Context } from 'koa';
import { isWriting, neededFacts, phaseInputs } from '../../../domain/dispatch/playbook/needed-facts.ts';
import type { RecordedAct, RecordedPart } from '../../../domain/dispatch/studio/acts.ts';
import { liveWindow } from '../../../domain/dispatch/studio/live.ts';
import { type ListedFact, factsToRead, partsToRecord } from '../../../domain/dispatch/studio/recorded-playbook.ts';
import { type BoundField, boundFields, enteredIn } from '../../../domain/dispatch/studio/requests.ts';
import { actText, partNames } from '../../../domain/dispatch/studio/done-acts.ts';
import { samplesOf } from '../../../domain/dispatch/studio/templates.ts';
import type { PlacedFinding } from '../../../portals/playbooks/findings.ts';
import type { RecordingRow } from '../../../store/recordings.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { csrfField, csrfToken } from '../form.ts';
import { studioScriptPath } from '../static.ts';
import { recordingPath } from '../paths.ts';

/** Skeletons of steps that a recording cannot make by itself. */
const insertions: readonly (readonly [string, string])[] = [
  ['read', '- { do: read, target: { beside: Weight }, as: billed_weight }'],
  [
    'read_rows',
    '- { do: read_rows, target: { role: table, name: Charges }, columns: { Code: code, Amount: amount }, keyed_by: code, as: charges }',
  ],
  ['read_fields', '- { do: read_fields, target: { role: table, name: Details }, fields: { Weight: billed_weight } }'],
  ['when', '- do: when\n  present: { role: status, containing: No match }\n  steps: []\n  otherwise: []'],
  ['absent', "- { do: absent, what: 'a record {{pro}}', words: { role: status, containing: No match } }"],
  ['expect', "- { do: expect, target: { beside: Reference }, text: '{{mark}}' }"],
  [
    'download',
    '- { do: download, target: { role: link, name: View }, path: /documents/*, as: pod.pdf, media_type: application/pdf, max_bytes: 25000000 }',
  ],
  ['fill', "- { do: fill, target: { label: Search }, value: '{{pro}}' }"],
  ['press', '- { do: press, key: Enter, target: { label: Search }, next: results }'],
];

export function recordingView(ctx: Context, row: RecordingRow, panel: Html): Html {
  const { setup, id } = row;
  const parts = partsToRecord(setup.taskType);
  return html`<div class="page-head">
      <h1>${setup.name}</h1>
      <p>
        <code>${setup.taskType}</code> on ${setup.origin}. Sample record:
        ${Object.entries(setup.samples).map(([name, value]) => html`<code>${name} = ${value}</code> `)}
      </p>
    </div>
    <div
      class="studio"
      data-studio="${recordingPath(id)}"
      data-csrf="${csrfToken(ctx)}"
      data-width="${liveWindow.width}"
      data-height="${liveWindow.height}"
    >
      <section class="card studio-live" aria-labelledby="live-browser">
        <h2 id="live-browser">Live browser</h2>
        <div class="studio-bar" role="group" aria-label="What is being recorded">
          ${parts.map((part) => html`<button type="button" class="button button-small" data-part="${part}">${partNames[part]}</button>`)}
        </div>
        <form class="studio-address" data-go>
          <label class="visually-hidden" for="studio-address">Address</label>
          <input id="studio-address" name="to" autocomplete="off" spellcheck="false" placeholder="/path" />
          <button class="button button-small">Go</button>
          <button
            type="button"
            class="button button-small"
            data-command="close"
            title="Close the window that the last click opened"
          >
            Close window
          </button>
        </form>
        <p class="notice notice-warn studio-ended" hidden>
          <span data-ended></span> <button type="button" class="button button-small" data-open>Open the browser</button>
        </p>
        <p class="notice notice-warn studio-trouble" role="status" hidden></p>
        <div class="studio-picture">
          <canvas
            width="${liveWindow.width}"
            height="${liveWindow.height}"
            tabindex="0"
            aria-label="Live picture of the portal. Click, type and scroll in it."
          ></canvas>
          <p class="studio-busy" role="status" hidden>Working…</p>
        </div>
        <p class="studio-pointed mono small" data-pointed aria-live="off">
          Point at something to see what a step would call it.
        </p>
        <div class="studio-bar">
          <button type="button" class="button button-small" data-login="username">Type user name</button>
          <button type="button" class="button button-small" data-login="password">Type password</button>
          <button type="button" class="button button-small" data-login="totp">Type one-time code</button>
          <form class="studio-type" data-type>
            <label class="visually-hidden" for="studio-text">Text to type</label>
            <input id="studio-text" name="text" autocomplete="off" placeholder="Text to type" />
            <button class="button button-small">Type</button>
            <button type="button" class="button button-small" data-key-press="Enter">Enter</button>
          </form>
        </div>
        <div class="studio-bar" role="group" aria-label="What the next click in the picture does">
          <button type="button" class="button button-small" data-mark="hover">Hover</button>
          <button type="button" class="button button-small" data-mark="double">Double click</button>
          <form class="studio-type" data-ask>
            <label class="visually-hidden" for="studio-question">Question to a person</label>
            <input
              id="studio-question"
              name="question"
              maxlength="200"
              autocomplete="off"
              placeholder="Code from the text message"
            />
            <button class="button button-small" data-mark="ask">Ask a person for a field</button>
          </form>
        </div>
        <div class="studio-held" role="alertdialog" aria-labelledby="held-title" hidden>
          <h3 id="held-title">The page wants to send something</h3>
          <p><code data-held-request></code></p>
          <div class="table-wrap">
            <table>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody data-held-fields></tbody>
            </table>
          </div>
          <p class="finding" data-held-refused hidden></p>
          <p class="actions" data-held-choices>
            <button type="button" class="button button-primary" data-decide="hold">
              Keep it here: this is the write
            </button>
            <button type="button" class="button" data-decide="read">Send: it only reads</button>
            <button type="button" class="button" data-decide="preview">Send: a preview that stores nothing</button>
            <button type="button" class="button" data-decide="leave">Leave it out: not part of the work</button>
            <button type="button" class="button" data-decide="login">Send: part of the sign-in</button>
          </p>
          <form class="studio-release" data-release>
            <label for="studio-record">Release this one write. Number of the record it changes:</label>
            <input id="studio-record" name="record" autocomplete="off" />
            <button class="button button-danger">Release the write</button>
          </form>
        </div>
        <form class="studio-held" data-prompt role="alertdialog" aria-labelledby="prompt-title" hidden>
          <h3 id="prompt-title">The page asks</h3>
          <label for="studio-prompt" data-prompt-text></label>
          <input id="studio-prompt" name="value" autocomplete="off" />
          <p class="actions">
            <button class="button button-primary">Answer</button>
            <button type="button" class="button" data-dismiss>Dismiss</button>
          </p>
        </form>
        <div class="studio-options" role="group" aria-label="Options of the list" hidden></div>
        <div class="studio-elsewhere" hidden></div>
        <div role="status"><ul class="studio-notices small"></ul></div>
        <div class="studio-rehearsal" hidden>
          <h3>Rehearsal <span data-rehearsal-phase></span></h3>
          <ol class="small" data-rehearsal-steps></ol>
          <ul class="small" data-rehearsal-lines></ul>
          <p class="actions">
            <button type="button" class="button" data-command="next">Next step</button>
            <button type="button" class="button" data-command="run">Run on</button>
            <button type="button" class="button" data-command="again">Try the step again</button>
            <button type="button" class="button" data-command="close">Back to recording</button>
          </p>
        </div>
      </section>
      <div id="studio-panel">${panel}</div>
    </div>
    <script src="${studioScriptPath}" defer></script>`;
}

interface PanelParts {
  readonly text: string;
  readonly findings: readonly PlacedFinding[];
  /** The result of the last act. */
  readonly said: Content;
}

export function recordingPanel(ctx: Context, row: RecordingRow, { text, findings, said }: PanelParts): Html {
  const { setup, id, acts } = row;
  const parts = partsToRecord(setup.taskType);
  return html`${said === null ? null : html`<p class="notice" role="status">${said}</p>`}
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts to read</h2>
      <p class="quiet small">
        Choose a fact, then click its value in the picture. Of a list, click the table, and where it is empty the words
        that say so.
      </p>
      ${parts.map((part) => factsOf(row, part))}
      <p class="studio-marks">
        <button type="button" class="button button-small" data-mark="absent">Mark “there is nothing”</button>
        <button type="button" class="button button-small" data-mark="signed_in">Mark who is signed in</button>
      </p>
    </section>
    <section class="card" aria-labelledby="steps-title">
      <h2 id="steps-title">Recorded steps</h2>
      ${
        acts.length === 0
          ? html`<p class="quiet">Nothing yet.</p>`
          : html`<ol class="studio-steps">
              ${acts.map((act, n) => actItem(ctx, row, act, n))}
            </ol>`
      }
    </section>
    ${requestsCard(ctx, row)}
    <section class="card" aria-labelledby="playbook-title">
      <h2 id="playbook-title">Playbook</h2>
      ${
        findings.length === 0
          ? html`<p><span class="badge badge-ok">No findings</span></p>`
          : html`<ul class="error-list studio-findings">
              ${findings.map(({ line, column, sentence }) => html`<li><button type="button" class="button button-quiet" data-line="${line}">Line ${line}:${column}</button> ${sentence}</li>`)}
            </ul>`
      }
      <form method="post" action="${recordingPath(id)}/text" class="stack" data-panel-form>
        ${csrfField(ctx)}
        <label class="visually-hidden" for="studio-yaml">Playbook, YAML</label>
        <textarea id="studio-yaml" name="text" rows="28" spellcheck="false" class="mono studio-yaml" wrap="off">
${text}</textarea>
        <div class="field">
          <label for="studio-insert">Insert a step at the cursor</label>
          <select id="studio-insert" data-insert>
            <option value="">Choose a step</option>
            ${insertions.map(([name, skeleton]) => html`<option value="${skeleton}">${name}</option>`)}
          </select>
        </div>
        <p class="actions">
          <button class="button">Save text</button>
          ${row.edited === null ? null : html`<button class="button" name="discard" value="yes">Discard changes by hand</button>`}
          <a class="button" href="${recordingPath(id)}/playbook.yaml">Download</a>
        </p>
        ${row.edited === null ? null : html`<p class="quiet small">Changed by hand: what you record from now on is not in this text until you discard the changes.</p>`}
      </form>
      <p class="actions">
        <button type="button" class="button" data-rehearse="step">Rehearse step by step</button>
        <button type="button" class="button" data-rehearse="run">Rehearse</button>
        ${Object.keys(row.rehearsed).length === 0 ? null : html`<span class="badge badge-ok">Rehearsed: ${Object.keys(row.rehearsed).join(', ')}</span>`}
      </p>
      <form method="post" action="${recordingPath(id)}/draft" class="stack" data-panel-form>
        ${csrfField(ctx)}
        <div class="field">
          <label for="why">Why</label>
          <input id="why" name="why" maxlength="500" value="recorded in the studio" required />
        </div>
        <p class="actions"><button class="button button-primary">Store as draft version</button></p>
      </form>
    </section>
    <section class="card" aria-label="Browser">
      <p class="actions">
        <button type="button" class="button" data-stop>Close the browser</button>
      </p>
      <form method="post" action="${recordingPath(id)}/delete" data-confirm="Delete this recording?">
        ${csrfField(ctx)}<button class="button button-small button-danger">Delete recording</button>
      </form>
    </section>`;
}

function factsOf(row: RecordingRow, part: RecordedPart): Content {
  const facts = factsToRead(row.setup.taskType, part, row.acts);
  if (facts.length === 0) return null;
  const needed = facts.filter(({ required }) => required);
  const read = facts.filter((fact) => fact.read).length;
  const item = (fact: ListedFact): Html =>
    html`<li>
      <button
        type="button"
        class="button button-small"
        data-fact="${fact.name}"
        data-fact-part="${part}"
        data-list="${fact.form === 'list' ? 'yes' : 'no'}"
        title="${fact.meaning}"
      >
        ${fact.read ? '✓ ' : ''}${fact.name}${fact.required ? '' : ' (optional)'}
      </button>
      ${fact.isOnlyEmpty ? html`<span class="small quiet">seen empty: click its table too, here or in another recipe</span>` : null}
    </li>`;
  return html`<details ${needed.length > 0 || part === 'steps' ? html`open` : null} data-facts-of="${part}">
    <summary>${partNames[part]}: ${read} of ${facts.length} read</summary>
    <ul class="studio-facts">
      ${facts.map(item)}
    </ul>
  </details>`;
}

function actItem(ctx: Context, row: RecordingRow, act: RecordedAct, index: number): Html {
  return html`<li>
    <span><span class="badge badge-muted">${partNames[act.part]}</span> ${actText(act, row.setup)}</span>
    <form method="post" action="${recordingPath(row.id)}/acts/remove" data-panel-form>
      ${csrfField(ctx)}<input type="hidden" name="index" value="${index}" />${
        act.id === undefined ? null : html`<input type="hidden" name="act" value="${act.id}" />`
      }<button class="button button-quiet">Remove</button>
    </form>
    ${act.did === 'read_rows' ? columnsForm(ctx, row, act, index) : null}
  </li>`;
}

function columnsForm(
  ctx: Context,
  row: RecordingRow,
  act: Extract<RecordedAct, { did: 'read_rows' }>,
  index: number,
): Html {
  const { taskType } = row.setup;
  const fact =
    act.part === 'login' ? undefined : neededFacts[taskType]?.[act.part]?.find(({ name }) => name === act.fact);
  const headers = [...new Set([...Object.keys(act.columns), ...(act.on.columns ?? [])])].filter(
    (header) => header !== '',
  );
  return html`<form method="post" action="${recordingPath(row.id)}/acts/columns" class="studio-columns" data-panel-form>
    ${csrfField(ctx)}<input type="hidden" name="index" value="${index}" />
    ${(fact?.columns ?? []).map(({ name, required }) => {
      const chosen = headers.find((header) => act.columns[header] === name);
      return html`<label>
        ${name}${required ? '' : ' (optional)'}
        <select name="column_${name}">
          <option value="">(none)</option>
          ${headers.map((header) => html`<option value="${header}" ${header === chosen ? html`selected` : null}>${header}</option>`)}
        </select>
      </label>`;
    })}
    <button class="button button-small">Save columns</button>
  </form>`;
}

/** Every field of what would be written, and what it may carry. */
function requestsCard(ctx: Context, row: RecordingRow): Content {
  const { samples, taskType } = row.setup;
  const requests = row.acts.flatMap((act) =>
    'outcome' in act && act.part !== 'login'
      ? act.outcome.requests.filter(({ as }) => as !== 'login').map((request) => ({ request, part: act.part }))
      : [],
  );
  if (requests.length === 0) return null;
  const inputsOf = (part: RecordedPart): string[] =>
    isWriting(taskType) && part !== 'login'
      ? (phaseInputs[taskType][part] ?? []).map(({ name }) => name)
      : Object.keys(samples);
  return html`<section class="card" aria-labelledby="requests-title">
    <h2 id="requests-title">What is sent</h2>
    ${requests.map(
      ({ request, part }) =>
        html`<h3><code>${request.method} ${request.address}</code></h3>
          <p class="small">
            ${request.as === 'write' ? (request.sent ? 'The write, released once.' : 'The write. It was not sent.') : `A ${request.as}.`}
          </p>
          <ul class="studio-fields">
            ${boundFields(request, { samples: samplesOf(part, row.setup), bindings: row.bindings, entered: enteredIn(row.acts) }).map((field) => fieldItem(ctx, row, field, inputsOf(part)))}
          </ul>`,
    )}
  </section>`;
}

function fieldItem(ctx: Context, row: RecordingRow, field: BoundField, inputs: readonly string[]): Html {
  const { bound, key, name, value } = field;
  const input = 'pattern' in bound ? undefined : /^\{\{([a-z_]+)\}\}$/.exec(bound.equals ?? '')?.[1];
  const current = 'pattern' in bound ? 'token' : input !== undefined ? `input:${input}` : 'fixed';
  const option = (to: string, text: string): Html =>
    html`<option value="${to}" ${to === current ? html`selected` : null}>${text}</option>`;
  return html`<li>
    <form method="post" action="${recordingPath(row.id)}/bind" data-panel-form>
      ${csrfField(ctx)}<input type="hidden" name="key" value="${key}" />
      <label>
        <code>${name}</code> = <span class="mono">${value.slice(0, 60)}</span>
        <select name="binding" data-submit>
          ${inputs.map((each) => option(`input:${each}`, `the input ${each}`))}
          ${option('fixed', 'chosen' in bound ? 'the chosen option' : 'always this value')}
          ${option('token', 'a token that the page makes')}
        </select>
      </label>
      <button class="button button-small">Bind</button>
    </form>
  </li>`;
}
