/** The markup of the page of a playbook. */
import { actorName } from '../../../domain/actor.ts';
import type { Context } from 'koa';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { ProposedPlaybook } from '../../../portals/playbooks/propose.ts';
import type { CanaryRunRow } from '../../../store/canaries.ts';
import type { PlaybookVersion } from '../../../store/playbook-versions.ts';
import type { PortalChange } from '../../../store/portal-changes.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { findingsList, selectField, csrfField } from '../form.ts';
import { when } from '../page.ts';
import { portalPath, versionPath } from '../paths.ts';
import { loginCard } from './portals.ts';
import { stateBadge, senderNames, runsTable, whyField, proposalForm } from './playbook-parts.ts';

export interface ShownProposal {
  readonly change: PortalChange;
  /** Undefined where no control is missing from the page. */
  readonly proposed: ProposedPlaybook | undefined;
}

interface PlaybookPage {
  readonly id: string;
  readonly name: string;
  readonly file: LoadedPlaybook | undefined;
  /** Whose login is kept: the file, or the stored version in use. */
  readonly known: LoadedPlaybook | undefined;
  readonly versions: readonly PlaybookVersion[];
  readonly proposals: readonly ShownProposal[];
  readonly runs: readonly CanaryRunRow[];
  readonly isPaused: boolean;
  readonly senders: readonly SenderRow[];
  readonly loginStoredAt: Date | null;
  /** What was typed and not stored, or the text in use to begin with. */
  readonly typed: { readonly body: string; readonly findings: readonly string[] };
  readonly now: Date;
}

export function playbookView(ctx: Context, page: PlaybookPage): Html {
  const { id, name, file, known, versions, proposals, senders, now } = page;
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
        list: 'whole',
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
            cell: ({ draftedBy, draftedAt }) => html`${actorName(draftedBy)}, ${when(draftedAt, now)}`,
          },
        ],
      })}
    </section>
    ${known !== undefined && loginCard(ctx, known, 'Login', page.loginStoredAt, now)} ${canaryCard(ctx, page)}
    ${rollbackCard(ctx, page)} ${draftCard(ctx, page)}`;
}

function inUseSentence(versions: readonly PlaybookVersion[], file: LoadedPlaybook | undefined): string {
  const forAll = versions.find(({ inForceFor }) => inForceFor.includes(null));
  if (forAll !== undefined) return `Version ${forAll.version} is in use for new tasks.`;
  return file === undefined ? 'No version is in use.' : 'The file is in use for new tasks.';
}

function changeCard(ctx: Context, { change, proposed }: ShownProposal, now: Date): Html {
  const { playbookId, version, page, expected, found, foundAt, confirmedAt, tasks, taskType } = change;
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
    ${proposalForm(
      ctx,
      {
        action: `${portalPath(playbookId)}/proposal`,
        hidden: html`<input type="hidden" name="change" value="${change.id}" />`,
      },
      change.change,
      proposed,
    )}
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
    <p class="quiet">The text in use, to be changed: a changed playbook needs another <code>version</code>.</p>
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
