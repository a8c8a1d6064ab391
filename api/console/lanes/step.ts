/** The page of a step: reads its latest weeks and what happened in them. */
import type { Context } from 'koa';
import { shiftHistory } from '../../../domain/lanes/input-shift-history.ts';
import { laneView } from '../../../domain/lanes/lane-view.ts';
import type { StepState } from '../../../domain/lanes/machine/step-state.ts';
import { auditRates, cusumHistory, historyWeeks } from '../../../domain/lanes/step-history.ts';
import { weekOf, weekStart } from '../../../domain/lanes/week.ts';
import { readStepHistory } from '../../../store/lanes/read-step-history.ts';
import { stepNamed } from '../../lanes/find-steps.ts';
import type { StepName } from '../../lanes/find-steps.ts';
import type { LanesConsoleDeps } from '../lanes-console.ts';
import { sendPage } from '../page.ts';
import { addressOf, choiceFilter } from './filters.ts';
import type { PlottedStep } from './step-plots.ts';
import { stepBody } from './step-view.ts';
import { boardPath, waitingIn, workspaceIn } from './workspace.ts';

const weekChoices = ['13', '26', '52', '104'] as const;

export function getStep(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const { timeZone, dataClock } = workspace;
    const row = await stepNamed(deps.pool, workspace.no, ctx['params'] as StepName);
    const { state } = row;
    const weeksShown = choiceFilter(ctx, 'weeks', weekChoices) ?? '26';
    const [history, waiting] = await Promise.all([
      readStepHistory(deps.pool, workspace.no, row.no, Number(weeksShown), baselineWeek(state, timeZone)),
      waitingIn(deps, workspace),
    ]);
    const view = laneView(row, timeZone);
    const { rules } = view;
    const weeks = historyWeeks(history, { stints: state.stints, timeZone, z: rules.z, weeks: rules.weeks });
    const clock = dataClock?.getTime() ?? state.since;
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
        { text: 'Lanes', href: '/console/lanes' },
        { text: workspace.name, href: boardPath(workspace) },
        { text: row.queue, href: addressOf(boardPath(workspace), { queue: row.queue }) },
      ],
      body: stepBody({ workspace, waiting, now: deps.now(), state, view, history, plotted, weeksShown }),
    });
  };
}

function baselineWeek({ baseline }: StepState, timeZone: string): number | null {
  return baseline === null ? null : weekOf(baseline.frozenAt, timeZone).number;
}

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
