/** The markup of the pages of a playbook and of one of its versions. */
import type { Context } from 'koa';
import { actorName } from '../../../domain/actor.ts';
import { targetText } from '../../../domain/dispatch/playbook/target-text.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { PlaybookChange } from '../../../domain/dispatch/playbook/version-diff.ts';
import type { VersionState } from '../../../domain/dispatch/playbook/version-rules.ts';
import type { CanaryResult } from '../../../domain/dispatch/portal-change.ts';
import type { ProposedPlaybook } from '../../../portals/playbooks/propose.ts';
import type { LoggedEntry } from '../../../store/audit-log.ts';
import type { CanaryRunRow } from '../../../store/canary-runs.ts';
import type { PlaybookVersion } from '../../../store/playbook-versions.ts';
import type { PortalChange } from '../../../store/portal-changes.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField } from '../form.ts';
import { findingsList, selectField, textField } from '../fields.ts';
import { when } from '../page.ts';
import { portalPath, versionPath } from './paths.ts';
import { loginCard } from './portals.ts';

export interface ShownProposal {
  readonly change: PortalChange;
  /** Undefined where no control is missing from the page. */
  readonly proposed: ProposedPlaybook | undefined;
}

const stateBadge: Readonly<Record<VersionState, string>> = {
  draft: 'muted',
  checked: 'wait',
  rehearsed: 'wait',
  released: 'ok',
  retired: 'muted',
};
const resultBadge: Readonly<Record<CanaryResult, string>> = {
  passed: 'ok',
  changed: 'bad',
  unavailable: 'warn',
  failed: 'warn',
};

export interface PlaybookPage {
  readonly id: string;
  readonly name: string;
  readonly file: LoadedPlaybook | undefined;
  readonly versions: readonly PlaybookVersion[];
  readonly proposals: readonly ShownProposal[];
  readonly runs: readonly CanaryRunRow[];
  readonly isPaused: boolean;
  readonly senders: readonly SenderRow[];
  readonly loginStoredAt: Date | null;
  readonly typed: { readonly body: string; readonly findings: readonly string[] };
  readonly now: Date;
}

export function playbookView(ctx: Context, page: PlaybookPage): Html {
  const { id, name, file, versions, proposals, senders, now } = page;
  const nameOf = senderNames(senders);
  return html`<div class="page-head">
      <h1>${name}</h1>
      <p>
        <span class="mono">${id}</span>${file !== undefined && html`, file of version ${file.version}`}.
        ${inUseSentence(versions, file)}
      </p>
    </div>
    ${proposals.map((one) => changeCard(ctx, one, now))}
    <section aria-labelledby="versions">
      <h2 id="versions" class="section-title">Versions</h2>
      ${table({
        label: 'Stored versions',
        rows: versions,
        empty: 'No versions are stored; the file is in use. Store the first one below.',
        columns: [
          {
            heading: 'Version',
            cell: ({ version, state }) =>
              html`<a href="${versionPath(id, version)}">${version}</a>
                <span class="badge badge-${stateBadge[state]}">${state}</span>`,
          },
          { heading: 'In use for', cell: ({ inForceFor }) => inForceFor.map(nameOf).join(', ') },
          {
            heading: 'Drafted',
            cell: ({ draftedBy, draftedAt }) => html`${shownActor(draftedBy)}, ${when(draftedAt, now)}`,
          },
        ],
      })}
    </section>
    ${file !== undefined && loginCard(ctx, file, 'Login', page.loginStoredAt, now)} ${canaryCard(ctx, page)}
    ${rollbackCard(ctx, page)} ${draftCard(ctx, page)}`;
}

function inUseSentence(versions: readonly PlaybookVersion[], file: LoadedPlaybook | undefined): string {
  const forAll = versions.find(({ inForceFor }) => inForceFor.includes(null));
  if (forAll !== undefined) return `Version ${forAll.version} is in use for new tasks.`;
  return file === undefined ? 'No version is in use.' : 'The file is in use for new tasks.';
}

/** The console's people as they are known, without the prefix of the log. */
function shownActor(actor: string): string {
  return actorName(actor);
}

function senderNames(senders: readonly SenderRow[]): (id: string | null) => string {
  return (id) => (id === null ? 'all senders' : (senders.find((sender) => sender.id === id)?.name ?? id));
}

function changeCard(ctx: Context, { change, proposed }: ShownProposal, now: Date): Html {
  const { playbookId, version, page, expected, found, foundAt, confirmedAt, tasks, taskType } = change;
  const missing = change.change?.missing ?? [];
  return html`<section class="card" aria-labelledby="change-${change.id}">
    <h2 id="change-${change.id}">
      The page ${page} has changed
      <span class="badge badge-${confirmedAt === null ? 'wait' : 'bad'}"
        >${confirmedAt === null ? 'seen by one task' : 'confirmed'}</span
      >
    </h2>
    <p>
      Version ${version} (${taskType}) expects ${expected}; the page shows ${found}. Found ${when(foundAt, now)}.
      ${tasks === 0 ? 'No task is waiting.' : tasks === 1 ? '1 task is waiting.' : `${tasks} tasks are waiting.`}
    </p>
    ${missing.map(
      (one) =>
        html`<p>Expected <code>${targetText(one.expected)}</code></p>
          <ul>
            ${one.found.map(({ target, score }) => html`<li><code>${targetText(target)}</code> (${score} of 100)</li>`)}
          </ul>`,
    )}
    ${
      proposed?.kind === 'proposed'
        ? html`<h3>Proposed version ${proposed.version}</h3>
            ${diffList(proposed.changes)}
            <form method="post" action="${portalPath(playbookId)}/proposal">
              ${csrfField(ctx)}<input type="hidden" name="change" value="${change.id}" />
              <p class="actions"><button class="button button-primary">Store and rehearse</button></p>
            </form>`
        : html`<p class="quiet">
            ${proposed?.kind === 'refused' ? proposed.why : 'No change of the playbook is proposed: change it by hand, and store it below.'}
          </p>`
    }
    <details>
      <summary>The portal has not changed</summary>
      <form class="stack" method="post" action="${portalPath(playbookId)}/change">
        ${csrfField(ctx)} ${whyField(`change-${change.id}-`)}
        <p class="actions"><button class="button">Let the tasks try again</button></p>
      </form>
    </details>
  </section>`;
}

function canaryCard(ctx: Context, { id, runs, isPaused, now }: PlaybookPage): Html {
  const button = (act: string, text: string): Html =>
    html`<form method="post" action="${portalPath(id)}/canary">
      ${csrfField(ctx)}<input type="hidden" name="act" value="${act}" /><button class="button button-small">
        ${text}
      </button>
    </form>`;
  return html`<section class="card" aria-labelledby="canary">
    <h2 id="canary">Canary ${isPaused && html`<span class="badge badge-warn">paused</span>`}</h2>
    <p class="quiet">
      Rehearses the recipes in use once a day on a record that the playbook names (<code>canary</code>), without
      writing.
    </p>
    ${runsTable(runs, now, 'It has not run yet.')}
    <div class="actions">
      ${button('run', 'Run now')} ${isPaused ? button('resume', 'Resume') : button('pause', 'Pause')}
    </div>
  </section>`;
}

function runsTable(runs: readonly CanaryRunRow[], now: Date, empty: string): Content {
  return table({
    label: 'Results of rehearsals',
    rows: runs,
    empty,
    columns: [
      { heading: 'Task type', cell: ({ taskType }) => taskType },
      {
        heading: 'Result',
        cell: ({ result, summary }) =>
          html`<span class="badge badge-${resultBadge[result]}">${result}</span> ${summary}`,
      },
      { heading: 'Version', cell: ({ version }) => version },
      { heading: 'When', cell: ({ endedAt }) => when(endedAt, now) },
      {
        heading: 'Steps',
        cell: ({ steps }) =>
          html`<details>
            <summary>${steps.length}</summary>
            <ol>
              ${steps.map((step) => html`<li>${step}</li>`)}
            </ol>
          </details>`,
      },
    ],
  });
}

function rollbackCard(ctx: Context, { id, versions, senders }: PlaybookPage): Content {
  if (!versions.some(({ inForceFor }) => inForceFor.length > 0)) return null;
  return html`<section class="card narrow-form" aria-labelledby="rollback">
    <h2 id="rollback">Roll back</h2>
    <p class="quiet">Uses the version that was in use before, for new tasks. Running tasks keep theirs.</p>
    <form class="stack" method="post" action="${portalPath(id)}/rollback">
      ${csrfField(ctx)}
      ${selectField({
        name: 'sender',
        label: 'For',
        any: 'all senders without a release of their own',
        options: senders.map((sender) => ({ value: sender.id, text: sender.name })),
      })}
      ${whyField('rollback-')}
      <p class="actions"><button class="button">Roll back</button></p>
    </form>
  </section>`;
}

function draftCard(ctx: Context, { id, typed }: PlaybookPage): Html {
  return html`<section class="card" aria-labelledby="draft">
    <h2 id="draft">New version</h2>
    ${findingsList(typed.findings)}
    <form class="stack" method="post" action="${portalPath(id)}/versions">
      ${csrfField(ctx)}
      <div class="field">
        <label for="body">Playbook (YAML)</label>
        <textarea id="body" name="body" rows="12" class="paste" spellcheck="false" required>${typed.body}</textarea>
      </div>
      ${whyField('draft-')}
      <p class="actions"><button class="button button-primary">Store draft</button></p>
    </form>
  </section>`;
}

function whyField(prefix: string): Html {
  return textField(
    {
      name: 'why',
      label: 'Reason',
      required: true,
      autocomplete: 'off',
      maxlength: 500,
      hint: 'Kept with the version and in the audit log.',
    },
    prefix,
  );
}

export interface VersionPage {
  readonly version: PlaybookVersion;
  readonly others: readonly PlaybookVersion[];
  readonly compared: { readonly with: string; readonly changes: readonly PlaybookChange[] } | null;
  readonly acts: readonly LoggedEntry[];
  readonly runs: readonly CanaryRunRow[];
  readonly findings: readonly string[];
  /** Undefined while the check has findings. */
  readonly playbook: LoadedPlaybook | undefined;
  readonly senders: readonly SenderRow[];
  readonly now: Date;
}

export function versionView(ctx: Context, page: VersionPage): Html {
  const { version: it, acts, runs, findings, senders, now } = page;
  const nameOf = senderNames(senders);
  const path = versionPath(it.playbookId, it.version);
  return html`<div class="page-head">
      <h1>${it.playbookId} ${it.version} <span class="badge badge-${stateBadge[it.state]}">${it.state}</span></h1>
      <p>
        ${it.inForceFor.length === 0 ? 'Not in use for new tasks.' : `In use for ${it.inForceFor.map(nameOf).join(', ')}.`}
        ${it.writes && 'It writes to the portal.'} SHA-256 <span class="mono small">${it.digest}</span>
      </p>
    </div>
    ${
      findings.length > 0 &&
      html`<section class="card" aria-labelledby="findings">
        <h2 id="findings">Findings of the check</h2>
        ${findingsList(findings)}
      </section>`
    }
    ${nextCards(ctx, page, path)}
    <section aria-labelledby="rehearsals">
      <h2 id="rehearsals" class="section-title">Rehearsals</h2>
      ${runsTable(runs, now, 'It has not been rehearsed here.')}
    </section>
    ${comparison(page, path)}
    <section aria-labelledby="acts">
      <h2 id="acts" class="section-title">Who did what</h2>
      ${table({
        label: 'Acts on this version',
        rows: acts,
        columns: [
          { heading: 'When', cell: ({ at }) => when(at, now) },
          { heading: 'Act', cell: ({ act }) => act.replace('playbook.', '').replaceAll('_', ' ') },
          { heading: 'Who', cell: ({ actor }) => shownActor(actor) },
          { heading: 'Why', cell: ({ details }) => (typeof details['why'] === 'string' ? details['why'] : '') },
        ],
      })}
    </section>
    <details>
      <summary>Show the playbook</summary>
      <pre class="card body-text" tabindex="0">${it.body}</pre>
    </details>`;
}

function nextCards(ctx: Context, page: VersionPage, path: string): Content {
  const { version: it, playbook } = page;
  if (it.state === 'retired') return null;
  return html`<div class="grid grid-wide">
    ${
      it.state === 'draft'
        ? html`<section class="card" aria-labelledby="check">
            <h2 id="check">Check</h2>
            <p class="quiet">A version without findings can be rehearsed. Until then its text can be replaced.</p>
            <form method="post" action="${path}/check">
              ${csrfField(ctx)}
              <p class="actions"><button class="button button-primary">Check</button></p>
            </form>
          </section>`
        : null
    }
    ${it.state !== 'draft' && playbook !== undefined && rehearsalCard(ctx, playbook, path)}
    ${it.state !== 'draft' && releaseCard(ctx, page, path)} ${it.state !== 'draft' && retirementCard(ctx, path)}
  </div>`;
}

function rehearsalCard(ctx: Context, { capabilities, canary }: LoadedPlaybook, path: string): Html {
  const types = Object.keys(capabilities) as (keyof typeof capabilities)[];
  const first = types.find((type) => canary[type] !== undefined) ?? types[0];
  const task = first === undefined ? undefined : canary[first];
  return html`<section class="card" aria-labelledby="rehearse">
    <h2 id="rehearse">Rehearse</h2>
    <p class="quiet">A worker runs the recipes on the portal up to the request that would change something.</p>
    <form class="stack" method="post" action="${path}/rehearsal">
      ${csrfField(ctx)}
      ${selectField({ name: 'task_type', label: 'Task type', value: first, options: types.map((type) => ({ value: type, text: type })) })}
      ${textField({
        name: 'params',
        label: 'Params',
        value: JSON.stringify(task?.params ?? {}),
        required: true,
        autocomplete: 'off',
        hint: 'JSON, as for a task: {"pro": "0412708839"}',
      })}
      ${textField({
        name: 'inputs',
        label: 'Further inputs',
        value: JSON.stringify(task?.inputs ?? {}),
        autocomplete: 'off',
        hint: 'JSON of texts that a real task would have by then: {"amount": "95.00"}',
      })}
      <p class="actions"><button class="button">Rehearse</button></p>
    </form>
  </section>`;
}

function releaseCard(ctx: Context, { version: it, senders }: VersionPage, path: string): Html {
  return html`<section class="card" aria-labelledby="release">
    <h2 id="release">Release</h2>
    <p class="quiet">
      For new tasks, from the next one on.
      ${it.writes && `It writes, so by a second person: ${shownActor(it.draftedBy)} drafted it.`}
    </p>
    <form class="stack" method="post" action="${path}/release">
      ${csrfField(ctx)}
      ${selectField({
        name: 'for',
        label: 'For',
        value: 'all',
        options: [
          { value: 'all', text: 'all senders' },
          { value: 'senders', text: 'the senders chosen below' },
        ],
      })}
      <fieldset>
        <legend>Senders</legend>
        ${senders.map(
          ({ id, name }) =>
            html`<label class="check"><input type="checkbox" name="senders" value="${id}" /> ${name}</label>`,
        )}
      </fieldset>
      ${
        it.state === 'checked' &&
        html`<label class="check"
          ><input type="checkbox" name="unrehearsed" value="yes" /> Release it without a rehearsal</label
        >`
      }
      ${whyField('release-')}
      <p class="actions"><button class="button button-primary">Release</button></p>
    </form>
  </section>`;
}

function retirementCard(ctx: Context, path: string): Html {
  return html`<section class="card" aria-labelledby="retire">
    <h2 id="retire">Retire</h2>
    <p class="quiet">Not used for new tasks any more, for good. Running tasks keep it.</p>
    <form class="stack" method="post" action="${path}/retirement" data-confirm="Retire this version?">
      ${csrfField(ctx)} ${whyField('retire-')}
      <p class="actions"><button class="button button-danger">Retire</button></p>
    </form>
  </section>`;
}

function comparison({ version: it, others, compared }: VersionPage, path: string): Content {
  if (compared === null) return null;
  return html`<section aria-labelledby="differences">
    <h2 id="differences" class="section-title">Differences from ${compared.with}</h2>
    ${diffList(compared.changes)}
    ${
      others.length > 1 &&
      html`<form class="filters" method="get" action="${path}">
        ${selectField({
          name: 'with',
          label: 'Compare with',
          value: compared.with,
          options: others.map(({ version }) => ({ value: version, text: version })),
        })}
        <button class="button button-small">Compare</button>
      </form>`
    }
    <p class="quiet small">From ${compared.with} to ${it.version}: − is removed, + is added.</p>
  </section>`;
}

function diffList(changes: readonly PlaybookChange[]): Html {
  if (changes.length === 0) return html`<p class="quiet">They have the same content.</p>`;
  return html`<ul class="mono small">
    ${changes.map(({ kind, where, content }) => html`<li>${kind === 'added' ? '+' : '−'} ${where}: ${content}</li>`)}
  </ul>`;
}
