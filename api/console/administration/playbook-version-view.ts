/** The markup of the page of a version of a playbook. */
import { actorName } from '../../../domain/actor.ts';
import type { Context } from 'koa';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { PlaybookChange } from '../../../domain/dispatch/playbook/versions.ts';
import type { LoggedEntry } from '../../../store/audit-log.ts';
import type { CanaryRunRow } from '../../../store/canaries.ts';
import type { ProposedPlaybook } from '../../../portals/playbooks/propose.ts';
import type { PlaybookVersion } from '../../../store/playbook-versions.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { findingsList, selectField, textField, csrfField } from '../form.ts';
import { when } from '../page.ts';
import { versionPath } from '../paths.ts';
import { stateBadge, senderNames, runsTable, whyField, diffList, proposalForm } from './playbook-parts.ts';

/** What a version can be compared with. */
export interface Comparable {
  /** In the address. */
  readonly value: string;
  readonly text: string;
  readonly body: string;
  readonly isInUse: boolean;
}

export interface VersionPage {
  readonly version: PlaybookVersion;
  readonly others: readonly Comparable[];
  readonly compared: { readonly with: Comparable; readonly changes: readonly PlaybookChange[] } | null;
  readonly acts: readonly LoggedEntry[];
  readonly runs: readonly CanaryRunRow[];
  /** Somebody asked for one, and its result is not there yet. */
  readonly isRehearsing: boolean;
  /** The last rehearsal, where it met a page that lacks something. */
  readonly met: { readonly run: CanaryRunRow; readonly proposed: ProposedPlaybook | undefined } | null;
  readonly findings: readonly string[];
  /** Undefined while the check has findings. */
  readonly playbook: LoadedPlaybook | undefined;
  readonly senders: readonly SenderRow[];
  readonly now: Date;
}

export function versionView(ctx: Context, page: VersionPage): Html {
  const { version: it, acts, runs, isRehearsing, findings, senders, now } = page;
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
      ${isRehearsing && html`<p role="status">A worker rehearses it. The result appears here.</p>`}
      ${runsTable(runs, now, 'It has not been rehearsed here.')} ${metCard(ctx, page, path)}
    </section>
    ${comparison(page, path)}
    <section aria-labelledby="acts">
      <h2 id="acts" class="section-title">Who did what</h2>
      ${table({
        label: 'Actions on this version',
        list: 'whole',
        rows: acts,
        columns: [
          { heading: 'When', cell: ({ at }) => when(at, now) },
          { heading: 'Act', cell: ({ act }) => act.replace('playbook.', '').replaceAll('_', ' ') },
          { heading: 'Who', cell: ({ actor }) => actorName(actor) },
          { heading: 'Why', cell: ({ details }) => (typeof details['why'] === 'string' ? details['why'] : '') },
        ],
      })}
    </section>
    <details>
      <summary>Show the playbook</summary>
      <pre class="card body-text" tabindex="0">${it.body}</pre>
    </details>`;
}

/** What the last rehearsal met in place of a control, as the next proposal. */
function metCard(ctx: Context, { met }: VersionPage, path: string): Content {
  if (met === null) return null;
  const { change } = met.run;
  return html`<section class="card" aria-labelledby="met">
    <h2 id="met">The page ${change?.page} lacks something else</h2>
    ${proposalForm(ctx, { action: `${path}/proposal` }, change, met.proposed)}
  </section>`;
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

function releaseCard(ctx: Context, { version: it, acts, senders }: VersionPage, path: string): Html {
  const drafted = acts.find(({ act }) => act === 'playbook.drafted')?.details['why'];
  return html`<section class="card" aria-labelledby="release">
    <h2 id="release">Release</h2>
    <p class="quiet">
      For new tasks, from the next one on.
      ${it.writes && `It writes, so by a second person: ${actorName(it.draftedBy)} drafted it.`}
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
      ${whyField('release-', typeof drafted === 'string' ? drafted : '')}
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
    <h2 id="differences" class="section-title">Differences from ${compared.with.text}</h2>
    ${diffList(compared.changes)}
    ${
      others.length > 1 &&
      html`<form class="filters" method="get" action="${path}">
        ${selectField({
          name: 'with',
          label: 'Compare with',
          value: compared.with.value,
          options: others,
        })}
        <button class="button button-small">Compare</button>
      </form>`
    }
    <p class="quiet small">From ${compared.with.text} to ${it.version}: − is removed, + is added.</p>
  </section>`;
}
