/** The page of a step: reads its latest weeks and what happened in them. */
import type { Context } from 'koa';
import { type LaneView, laneView } from '../../../domain/lanes/lane-view.ts';
import type { StepState } from '../../../domain/lanes/machine/step-state.ts';
import { counted, figure, percent, weekName } from '../../../domain/lanes/sentences.ts';
import { auditRates, boundOf, cusumHistory, historyWeeks, shiftHistory } from '../../../domain/lanes/step-history.ts';
import { type EvidenceTable, evidenceCsv, evidenceTables } from '../../../domain/lanes/table-csv.ts';
import { weekOf, weekStart } from '../../../domain/lanes/week.ts';
import { type DayOfUse, readStepUse } from '../../../store/lanes/routes.ts';
import { type StepHistoryRead, type WantedInputs, readStepHistory } from '../../../store/lanes/step-history.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import type { HandlerOf } from '../../http/api-route.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import type { StepName } from '../../../domain/lanes/event.ts';
import { evidenceOf, stepNamed } from '../../lanes/lanes.ts';
import { sendFile } from '../csv-export.ts';
import { sendPage } from '../page.ts';
import { addressOf, choiceFilter } from '../pagination.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { laneBadge, moneyBadge } from './lane-labels.ts';
import { plotFigure } from './plots/plot-figure.ts';
import type { PlottedStep } from './plotted-step.ts';
import { alertsList, auditsTable, changesList, disagreementsTable, signoffsList } from './step-events.ts';
import { stepPlots } from './step-plots.ts';
import { gatesTable, rulesTable, useTable, windowsTable } from './step-tables.ts';
import {
  type WaitingCounts,
  boardPath,
  crumbsTo,
  ledgerPath,
  settlePath,
  signoffsPath,
  stepPath,
  waitingIn,
  workspaceIn,
  workspaceTabs,
} from './workspace.ts';

/** Days on which routes were asked for, at most. */
const shownUse = 14;
const weekChoices = ['13', '26', '52', '104'] as const;

export const getStep: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const { timeZone, dataClock } = workspace;
  const row = await stepNamed(deps.pool, workspace.no, ctx['params'] as StepName);
  const { state } = row;
  const weeksShown = choiceFilter(ctx, 'weeks', weekChoices) ?? '26';
  const clock = dataClock?.getTime() ?? state.since;
  const inputs = wantedInputs(state, clock, Number(weeksShown), timeZone);
  const [history, waiting, use] = await Promise.all([
    readStepHistory(deps.pool, workspace.no, row.no, Number(weeksShown), inputs),
    waitingIn(deps, workspace),
    readStepUse(deps.pool, workspace.no, { queue: row.queue, step: row.step }, shownUse),
  ]);
  const view = laneView(row, timeZone);
  const { rules } = view;
  const weeks = historyWeeks(history, { stints: state.stints, timeZone, z: rules.z, weeks: rules.weeks });
  const { cusum } = state;
  const sum = cusum.h > 0 ? { at: clock, value: cusum.s, limit: cusum.h } : null;
  const firstWeek = weeks[0]?.start ?? 0;
  const plotted: PlottedStep = {
    timeZone,
    lane: state.lane,
    weeks,
    windowWeeks: rules.weeks,
    now: clock,
    changes: history.laneChanges,
    alerts: history.alerts,
    auditRates: auditRates(state.periods, firstWeek),
    cusum: cusumHistory(history.ledger, history.alerts, sum, timeZone).filter(({ at }) => at >= firstWeek),
    shifts: shiftsOf(
      state,
      history.inputs,
      weeks.map(({ week }) => week),
      timeZone,
      rules.psi,
    ),
  };
  sendPage(deps, ctx, {
    title: state.definition.title,
    section: 'lanes',
    crumbs: [
      ...crumbsTo('lanes', workspace),
      { text: row.queue, href: addressOf(boardPath(workspace), { queue: row.queue }) },
    ],
    body: stepBody({ workspace, waiting, now: deps.now(), state, view, history, plotted, weeksShown, use }),
  });
};

/** What was sighted since the baseline, as far back as is shown; a window may reach back some weeks more. */
function wantedInputs(
  { baseline, definition }: StepState,
  clock: number,
  weeks: number,
  timeZone: string,
): WantedInputs | null {
  if (baseline === null) return null;
  const from = Math.max(baseline.frozenAt, clock - (weeks + 8) * weekLength);
  const values = definition.watch.flatMap((feature) => {
    const frozen = Object.hasOwn(baseline.bins, feature) ? baseline.bins[feature] : undefined;
    return frozen === undefined ? [] : [[feature, frozen.kind === 'category' ? frozen.values : []] as const];
  });
  return { from: weekOf(from, timeZone).number, values: Object.fromEntries(values) };
}

const weekLength = 7 * 86_400_000;

/** Only weeks that began with the baseline in force are held against it. */
function shiftsOf(
  { baseline, definition }: StepState,
  inputs: Parameters<typeof shiftHistory>[2],
  weeks: readonly number[],
  timeZone: string,
  rules: Parameters<typeof shiftHistory>[4],
): PlottedStep['shifts'] {
  if (baseline === null) return [];
  const since = weeks.filter((week) => weekStart(week, timeZone) >= baseline.frozenAt);
  return shiftHistory(baseline, definition.watch, inputs, since, rules);
}

// How the page of a step looks: the sentence, the figures, the gates, the plots, and what happened.

interface StepPage {
  readonly workspace: WorkspaceRow;
  readonly waiting: WaitingCounts;
  readonly now: Date;
  readonly state: StepState;
  readonly view: LaneView;
  readonly history: StepHistoryRead;
  readonly plotted: PlottedStep;
  readonly weeksShown: string;
  readonly use: readonly DayOfUse[];
}

function stepBody(page: StepPage): Html {
  const { workspace, waiting, now, state, view, history } = page;
  const settle = addressOf(settlePath(workspace), { queue: view.queue, step: view.step });
  return html`<div class="page-head">
      <h1>${view.title}</h1>
      ${laneBadge(view.lane)} ${moneyBadge(view.money_moving)}
      <p><span class="mono">${view.queue}</span> / <span class="mono">${view.step}</span></p>
    </div>
    ${workspaceTabs(workspace, waiting, null)}
    <p class="lane-reason">${view.reason}</p>
    ${signoffWaiting(page)} ${headFigures(page, settle)}
    <section class="card" aria-labelledby="gates">
      <h2 id="gates">${gatesTitle(state)}</h2>
      ${gatesTable(view.gates)}
    </section>
    ${plots(page)}
    <section class="card" aria-labelledby="use">
      <h2 id="use">Use</h2>
      ${useTable(page.use)}
    </section>
    <section class="card" aria-labelledby="windows">
      <h2 id="windows">Closed weeks and windows</h2>
      ${windowsTable(view)}
      <p class="actions">
        <a href="${addressOf(ledgerPath(workspace), { queue: view.queue, step: view.step })}"
          >Every week in the ledger</a
        >
      </p>
    </section>
    <section class="card" aria-labelledby="disagreements">
      <h2 id="disagreements">Latest disagreements</h2>
      ${disagreementsTable(workspace, view, history.disagreements, now)}
      <p class="actions"><a href="${settle}">Review disagreements of this step</a></p>
    </section>
    <section class="card" aria-labelledby="audits">
      <h2 id="audits">Latest audits</h2>
      ${auditsTable(history.audits, now)}
    </section>
    <div class="grid grid-wide">
      <section class="card" aria-labelledby="changes">
        <h2 id="changes">Changes of lane</h2>
        ${changesList(history.laneChanges, now)}
      </section>
      <section class="card" aria-labelledby="alerts">
        <h2 id="alerts">Alerts and sign-offs</h2>
        ${alertsList(history.alerts, now)} ${signoffsList(workspace, history.signoffs, now)}
      </section>
    </div>
    <section class="card" aria-labelledby="rules">
      <h2 id="rules">Rules in force</h2>
      ${rulesTable(view.rules, state.definition)}
    </section>
    <p class="actions"><a href="${stepPath(workspace, view)}/study">People and agents at this step</a></p>
    ${downloads(workspace, view)}`;
}

/** Gates of a review before the last change are those of the move that it made. */
function gatesTitle({ review, lane }: StepState): string {
  if (review === null) return 'Gates of the last review';
  const before = review.lane === lane ? '' : ', before the last change of lane';
  return `Gates of the review of ${weekName(review.week)}${before}`;
}

function signoffWaiting({ workspace, view }: StepPage): Content {
  if (view.signoff === null) return null;
  const { purpose, request_id } = view.signoff;
  const asked =
    purpose === 'promote'
      ? 'This step has earned Auto and moves money: it needs sign-off.'
      : 'A critical error demoted this step: it must be acknowledged before the step can be promoted again.';
  return html`<div class="notice notice-warn">
    <p>${asked} <a href="${signoffsPath(workspace)}#${request_id}">View and answer the request</a></p>
  </div>`;
}

function headFigures({ view, state }: StepPage, settle: string): Html {
  const long = view.windows[String(view.rules.weeks.long)];
  const over = `over ${counted(view.rules.weeks.long, 'week')}`;
  const bound = boundOf(view.gates);
  const unsettled = long?.unsettled ?? 0;
  const stat = (number: string, label: string): Html =>
    html`<div class="stat"><strong>${number}</strong> <span>${label}</span></div>`;
  return html`<div class="grid step-figures">
    ${stat(shownPercent(long?.accuracy), `accuracy ${over}`)}
    ${
      bound === null
        ? null
        : stat(
            bound.value === null ? '–' : figure(bound.value, 3),
            `${bound.kind === 'lower' ? 'lower bound' : 'upper bound of the audits'}, bar ${figure(bound.bar)}`,
          )
    }
    ${
      state.lane === 'auto'
        ? stat(percent(view.audit_rate), 'of the items are audited')
        : stat(shownPercent(long?.operator_error_rate), `operator error rate ${over}`)
    }
    <a class="stat" href="${settle}"><strong>${unsettled}</strong> <span>unsettled ${over}</span></a>
  </div>`;
}

function plots({ workspace, view, plotted, weeksShown, state }: StepPage): Html {
  const path = stepPath(workspace, view);
  if (plotted.weeks.length === 0)
    return html`<section aria-labelledby="plots">
      <h2 id="plots">Week by week</h2>
      <div class="empty"><p>No closed week yet. Plots start with the first close.</p></div>
    </section>`;
  return html`<section class="plots" aria-labelledby="plots">
    <div class="page-head">
      <h2 id="plots">Week by week</h2>
      <nav class="week-choice" aria-label="Weeks shown">
        <ul>
          ${['13', '26', '52', '104'].map(
            (weeks) =>
              html`<li>
                <a href="${path}?weeks=${weeks}#plots" ${weeks === weeksShown ? html`aria-current="true"` : null}
                  >${weeks} weeks</a
                >
              </li>`,
          )}
        </ul>
      </nav>
    </div>
    <div class="plot-grid">${stepPlots(plotted).map(plotFigure)}</div>
    ${cusumNow(state)}
  </section>`;
}

/** In Assist the sum is kept but not reported at each close, so its plot has little to show. */
function cusumNow({ cusum }: StepState): Content {
  if (cusum.h === 0) return null;
  return html`<p class="quiet">
    Outcome drift now: CUSUM ${figure(cusum.s)} of ${figure(cusum.h)} after ${counted(cusum.n, 'checked item')} of this
    stint, tuned to detect an error rate of ${percent(cusum.p1)} against the usual ${percent(cusum.p0)}.
  </p>`;
}

const tableNames: Readonly<Record<EvidenceTable, string>> = {
  weeks: 'Weeks',
  lane_changes: 'Changes of lane',
  signoffs: 'Sign-offs',
  disagreements: 'Disagreements',
  audits: 'Audits',
};

function downloads(workspace: WorkspaceRow, view: LaneView): Html {
  const path = stepPath(workspace, view);
  return html`<section class="card downloads" aria-labelledby="evidence">
    <h2 id="evidence">Evidence</h2>
    <p class="quiet">Every week, every change of lane, the tests, and the latest 50 disagreements and audits.</p>
    <p class="actions">
      <a class="button" href="${path}/evidence.json" download>Evidence (JSON)</a>
      ${Object.entries(tableNames).map(
        ([table, name]) =>
          html`<a class="button" href="${path}/evidence.csv?table=${table}" download>${name} (CSV)</a>`,
      )}
    </p>
  </section>`;
}

const shownPercent = (share: number | null | undefined): string => (typeof share === 'number' ? percent(share) : '–');

// Downloads of a step's evidence: the whole pack as JSON, each of its tables as CSV.

export function getEvidence(form: 'json' | 'csv'): (deps: LanesConsoleDeps) => (ctx: Context) => Promise<void> {
  return (deps) => async (ctx) => {
    const { no } = await workspaceIn(deps, ctx);
    const row = await stepNamed(deps.pool, no, ctx['params'] as StepName);
    const pack = await evidenceOf(deps, no, row);
    const name = `${row.queue}-${row.step}`;
    if (form === 'json') {
      sendFile(ctx, `${name}-evidence.json`, 'application/json; charset=utf-8', `${JSON.stringify(pack, null, 2)}\n`);
      return;
    }
    const table = choiceFilter(ctx, 'table', Object.keys(evidenceTables) as EvidenceTable[]) ?? 'weeks';
    sendFile(ctx, `${name}-${table}.csv`, 'text/csv; charset=utf-8', evidenceCsv(pack, table));
  };
}
