/** How one disagreement looks: who said what, what differs, what helps to judge it, and the keys to decide. */
import type { Value } from '../../../domain/lanes/event.ts';
import { type DisagreementView, disagreementView } from '../../../domain/lanes/evidence-pack.ts';
import { counted, weekName } from '../../../domain/lanes/sentences.ts';
import { settleCursorAfter } from '../../../store/lanes/disagreements.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { moneyBadge, severityBadge, verdictBadge, verdictText } from '../lanes/lane-labels.ts';
import { addressOf } from '../pagination.ts';
import { type WaitingCounts, settlePath, stepPath, workspaceTabs } from '../lanes/workspace.ts';
import { when } from '../page.ts';
import { type QueuePlace, type ShownDisagreement, history } from './disagreement.ts';

interface SettlePage {
  readonly workspace: WorkspaceRow;
  readonly waiting: WaitingCounts;
  /** How many wait within the filter. */
  readonly total: number;
  readonly place: QueuePlace;
  readonly shown: ShownDisagreement | null;
  /** By its name, not because it is next. */
  readonly isAskedFor: boolean;
  readonly mayDecide: boolean;
  readonly csrf: Html;
  readonly now: Date;
}

export function settleBody(page: SettlePage): Html {
  const { workspace, waiting, total, place, shown } = page;
  const { queue, step } = place;
  const where = [queue, step].filter((part) => part !== undefined).join(' / ');
  return html`<div class="page-head">
      <h1>${shown === null ? 'Disagreements' : html`Who was right about ${shown.disagreement.item}?`}</h1>
      <p>
        ${counted(total, 'disagreement')} pending${where === '' ? '' : ` at ${where}`}, critical ones first.
        <a href="${addressOf(`${settlePath(workspace)}/list`, { queue, step })}">View as list</a>
      </p>
    </div>
    ${workspaceTabs(workspace, waiting, 'settle')} ${shown === null ? nothing(page) : disagreementCard(page, shown)}`;
}

function nothing({ workspace, place, total }: SettlePage): Html {
  const { queue, step, cursor } = place;
  if (cursor !== undefined && total > 0)
    return html`<div class="empty">
      <p>End of the queue. ${counted(total, 'skipped disagreement')} still pending.</p>
      <p class="actions">
        <a class="button button-primary" href="${addressOf(settlePath(workspace), { queue, step })}">Start over</a>
      </p>
    </div>`;
  const all = queue === undefined && step === undefined;
  return html`<div class="empty">
    <p>No pending disagreements${all ? '' : ' here'}. Items on which agent and operator agree need no review.</p>
    ${all ? null : html`<p><a href="${settlePath(workspace)}">View the whole workspace</a></p>`}
  </div>`;
}

function disagreementCard(page: SettlePage, shown: ShownDisagreement): Html {
  const { workspace, now } = page;
  const { disagreement, definition } = shown;
  const view = disagreementView(disagreement);
  const { queue, step } = disagreement;
  return html`<article class="card settle" aria-label="Disagreement">
    <p class="settle-facts">
      ${severityBadge(view.severity)} ${moneyBadge(definition.moneyMoving)}
      <a href="${stepPath(workspace, { queue, step })}">${definition.title}</a>
      <span class="quiet">${queue} / ${step}, ${weekName(view.week)}, came up ${when(disagreement.since, now)}</span>
    </p>
    ${comparison(shown, view)} ${decision(page, shown, view)}
    <div class="side-by-side settle-context">${features(shown)} ${history(shown)}</div>
  </article>`;
}

function comparison(shown: ShownDisagreement, view: DisagreementView): Content {
  const { definition, events } = shown;
  const isAudit = events.some(({ kind }) => kind === 'audit.result');
  const person = isAudit ? 'Auditor' : 'Operator';
  const named = definition.fields.map(({ name }) => name);
  const names = named.includes('decision') ? named : ['decision', ...named];
  const others = otherNames(view, names);
  return table({
    label: 'Outputs compared',
    class: 'outputs',
    rows: [...names, ...others],
    groupOf: (name) => (others.includes(name) ? 'Not compared' : null),
    rowClass: (name) => (differing(view, name) === undefined ? null : 'differs'),
    columns: [
      {
        heading: 'Field',
        cell: (name) => {
          const found = differing(view, name);
          if (found === undefined) return name;
          return html`${name} <span class="differs-note">differs, ${found.severity}</span>`;
        },
      },
      {
        label: 'Agent',
        heading: html`Agent <span class="quiet">${view.agent?.actor}</span>`,
        cell: (name) => said(view, name, view.agent),
      },
      {
        label: person,
        heading: html`${person} <span class="quiet">${view.operator?.actor}</span>`,
        cell: (name) =>
          isAudit && view.operator?.outputs === null && names.includes(name)
            ? html`<span class="quiet">not given</span>`
            : said(view, name, view.operator),
      },
    ],
  });
}

/** What either of them wrote beyond the fields of the definition. */
function otherNames({ agent, operator }: DisagreementView, names: readonly string[]): string[] {
  const written = [...Object.keys(agent?.outputs ?? {}), ...Object.keys(operator?.outputs ?? {})];
  return [...new Set(written)].filter((name) => !names.includes(name)).slice(0, 40);
}

const differing = ({ fields }: DisagreementView, name: string): DisagreementView['fields'][number] | undefined =>
  fields.find((field) => field.name === name);

function said(view: DisagreementView, name: string, work: DisagreementView['agent']): Content {
  const value = name === 'decision' ? work?.decision : work?.outputs?.[name];
  return differing(view, name) === undefined ? shownValue(value) : html`<mark>${shownValue(value)}</mark>`;
}

function shownValue(value: Value | undefined): Content {
  if (value === null || value === undefined) return html`<span class="quiet">none</span>`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const choices = [
  ['agent_right', '1', 'Agent right'],
  ['operator_right', '2', 'Operator right'],
  ['both_wrong', '3', 'Both wrong'],
] as const;

/** Others settle meanwhile, and so does the model: by its own address, because this page shows the next one by then. */
function settledBefore(
  { workspace }: SettlePage,
  { queue, step, item }: ShownDisagreement['disagreement'],
  settled: DisagreementView['settled'],
): Html {
  const own = addressOf(settlePath(workspace), { queue, step, item });
  const words =
    settled === null
      ? null
      : html`<p class="notice ${settled.by === 'model' ? '' : 'notice-warn'}">
          Settled: ${verdictBadge(settled.verdict)} by ${settled.by === 'model' ? 'the model ' : ''}${settled.actor}.
          ${
            settled.by === 'model'
              ? 'Your decision replaces it.'
              : html`Further decisions are not counted. <a href="${settlePath(workspace)}">Next disagreement</a>`
          }
        </p>`;
  return html`<div id="settled" data-poll="${pollSeconds}" data-from="${own}" role="status">${words}</div>`;
}

const pollSeconds = 4;

/** Enter in a field presses the first button of a form: a disabled one, so that no verdict is given by it. */
const noDefaultButton = html`<button class="visually-hidden" disabled aria-hidden="true">No verdict</button>`;

function decision(page: SettlePage, { disagreement, reasons }: ShownDisagreement, view: DisagreementView): Html {
  const { workspace, mayDecide, csrf, place, isAskedFor } = page;
  const { settled } = view;
  const before = settledBefore(page, disagreement, settled);
  if (settled !== null && settled.by === 'person') return html`${before}`;
  if (!mayDecide)
    return html`${before}
      <p class="quiet">An approver can record the verdict.</p>`;
  const skip = isAskedFor
    ? addressOf(settlePath(workspace), { queue: place.queue, step: place.step })
    : addressOf(settlePath(workspace), { ...place, cursor: settleCursorAfter(disagreement) });
  return html`${before}
    <form method="post" action="${settlePath(workspace)}" class="decide">
      ${csrf}
      <input type="hidden" name="queue" value="${disagreement.queue}" />
      <input type="hidden" name="step" value="${disagreement.step}" />
      <input type="hidden" name="item" value="${disagreement.item}" />
      ${keptPlace(place, isAskedFor)} ${noDefaultButton}
      <div class="field">
        <label for="reason">Reason</label>
        <input
          id="reason"
          name="reason"
          maxlength="128"
          list="reasons"
          autocomplete="off"
          aria-describedby="reason-hint"
        />
        <small id="reason-hint">Optional; the reasons of this queue are suggested.</small>
        <datalist id="reasons">${reasons.map((reason) => html`<option value="${reason}"></option>`)}</datalist>
      </div>
      <div class="actions">
        ${choices.map(
          ([verdict, key, text]) =>
            html`<button class="button" name="verdict" value="${verdict}" data-key="${key}" aria-keyshortcuts="${key}">
              <kbd aria-hidden="true">${key}</kbd> ${text}
            </button>`,
        )}
        <a class="button button-quiet" href="${skip}" data-key="s" aria-keyshortcuts="s"
          ><kbd aria-hidden="true">s</kbd> ${isAskedFor ? 'Back to the queue' : 'Skip'}</a
        >
      </div>
      <details>
        <summary>Change severity (${view.severity})</summary>
        <div class="field">
          <label for="severity">Severity</label>
          <select id="severity" name="severity">
            <option value="">As found: ${view.severity}</option>
            <option value="minor">Minor: counts as agreed</option>
            <option value="material">Material</option>
            <option value="critical">Critical</option>
          </select>
        </div>
      </details>
    </form>`;
}

/** Where to continue after the decision. */
function keptPlace({ queue, step, cursor }: QueuePlace, isAskedFor: boolean): Html[] {
  const kept = Object.entries(isAskedFor ? {} : { in_queue: queue, in_step: step, cursor });
  return kept.flatMap(([name, value]) =>
    value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

function features({ events, verdicts }: ShownDisagreement): Html {
  const given = Object.assign({}, ...events.map((event) => event.features ?? {})) as Record<string, Value>;
  const names = Object.keys(given);
  return html`<section aria-labelledby="features">
    <h2 id="features">The item</h2>
    ${
      names.length === 0
        ? html`<p class="quiet">No features were sent.</p>`
        : html`<dl class="kv">
            ${names.slice(0, shownFeatures).map(
              (name) =>
                html`<dt>${name}</dt>
                  <dd>${shownValue(given[name])}</dd>`,
            )}
          </dl>`
    }
    ${names.length > shownFeatures ? html`<p class="quiet">and ${names.length - shownFeatures} more</p>` : null}
    ${
      verdicts.length === 0
        ? null
        : html`<p class="quiet">
            Recent verdicts at this step:
            ${verdicts.map(({ verdict, n }) => `${verdictText[verdict]} ${n}×`).join(', ')}.
          </p>`
    }
  </section>`;
}

const shownFeatures = 24;
