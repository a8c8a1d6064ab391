/** A person puts other rules of a step in force: a definition of the step, by the same way into the log as any other event. */
import type { StepDefinition, StepName } from '../../domain/lanes/event.ts';
import { definitionEvent } from '../../domain/lanes/operator-events.ts';
import { overlaid } from '../../domain/lanes/what-if/other-rules.ts';
import { type PartialRules, contradictions, mergeRules } from '../../domain/lanes/rules.ts';
import { newId } from '../../process/ids.ts';
import { readSteps } from '../../store/lanes/lanes.ts';
import type { WorkspaceRow } from '../../store/lanes/workspaces.ts';
import { type Refusal, isRefused, refusal, refusalOf } from '../refusal.ts';
import type { Answerer, AnswerDeps } from './settle-disagreement.ts';
import { acceptEvents } from './accept-events.ts';

interface OtherRulesOfStep extends StepName {
  /** Over the step's own, member by member. */
  readonly rules: PartialRules;
}

/** They count from now on: what was decided before stays as it was. @returns the definition that is in force */
export async function changeRules(
  deps: AnswerDeps,
  workspace: WorkspaceRow,
  { queue, step, rules }: OtherRulesOfStep,
  { by, actor }: Answerer,
): Promise<StepDefinition | Refusal> {
  const [row] = await readSteps(deps.pool, workspace.no, { queue, step });
  if (row === undefined) return refusal('not_found', `there is no step ${step} in queue ${queue}`);
  const { definition, since } = row.state;
  const merged = overlaid(definition.rules, rules) as PartialRules;
  const wrong = refusalOf(
    'invalid_request',
    contradictions(mergeRules(merged)).map((finding) => `rules.${finding}`),
  );
  if (wrong !== undefined) return wrong;
  const event = definitionEvent(
    `rules/${newId('event')}`,
    queue,
    { ...definition, rules: merged },
    {
      by,
      nowMs: deps.now().getTime(),
      dataClockMs: workspace.dataClock?.getTime() ?? since,
      timeZone: workspace.timeZone,
    },
  );
  const answer = await acceptEvents(deps, { ...workspace, actor }, [event], false);
  if (isRefused(answer)) return answer;
  const [rejected] = answer.rejected;
  if (rejected) return refusal('invalid_request', rejected.errors[0] ?? 'the rules were not accepted');
  return { ...definition, rules: merged };
}
