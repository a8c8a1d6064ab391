/** The page of a step: reads its latest weeks and what happened in them. */
import type { HandlerOf } from '../../http/handler.ts';
import { auditRates, cusumHistory, historyWeeks, shiftHistory } from '../../../domain/lanes/step-history.ts';
import { laneView } from '../../../domain/lanes/lane-view.ts';
import type { StepState } from '../../../domain/lanes/machine/step-state.ts';
import { weekOf, weekStart } from '../../../domain/lanes/week.ts';
import { type WantedInputs, readStepHistory } from '../../../store/lanes/step-history.ts';
import { readStepUse } from '../../../store/lanes/routes.ts';
import { type StepName, stepNamed } from '../../lanes/lanes.ts';
import type { LanesConsoleDeps } from '../deps.ts';
import { sendPage } from '../page.ts';
import { addressOf, choiceFilter } from '../pagination.ts';
import type { PlottedStep } from './plotted-step.ts';
import { stepBody } from './step-view.ts';
import { boardPath, crumbsTo, waitingIn, workspaceIn } from './workspace.ts';

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
