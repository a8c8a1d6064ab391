/**
 * `admin lanes study`: how far people agree at a step, its agents beside each other, and the time that people were spared.
 */
import { Command } from 'commander';
import type { Agreement, StudiedAgent } from '../domain/lanes/study/study.ts';
import { inTransaction } from '../store/database.ts';
import { readSteps } from '../store/lanes/lanes.ts';
import { type StepStudy, studyStep } from '../store/lanes/step-history.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, terminal } from './terminal.ts';
import { knownWorkspace } from './workspace.ts';

export function lanesStudyCommand(): Command {
  return new Command('study')
    .description('Compare people with each other and agents with each other at a step, from the log; stores nothing')
    .argument('<workspace>', 'id of the workspace')
    .argument('<queue>', 'id of the queue')
    .argument('<step>', 'id of the step')
    .action(study);
}

async function study(workspaceId: string, queue: string, step: string, options: PrintOptions): Promise<void> {
  const found = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    return inTransaction(deployment.pool, async (q) => {
      await q.query('set transaction isolation level repeatable read, read only');
      const [row] = await readSteps(q, workspace.no, { queue, step });
      if (row === undefined) throw new AdminRefusal(`there is no step ${step} in queue ${queue}`);
      return studyStep(q, workspace.no, row);
    });
  });
  const { out } = terminal();
  if (options.json === true) out(`${JSON.stringify(found)}\n`);
  else for (const line of linesOf(found)) out(`${line}\n`);
}

function* linesOf({ people, agents, timed, alone, sparedMinutes }: StepStudy): Generator<string> {
  yield `people agree with each other: ${agreementText(people)}`;
  for (const agent of agents) yield `${nameOf(agent)} agrees with people: ${agreementText(agent)}${against(agent)}`;
  yield `people take ${timed.meanMinutes === null ? 'an unknown time' : `${timed.meanMinutes.toFixed(1)} minutes`} (mean of ${timed.items} items)`;
  yield `${alone} items were done alone and not looked at${sparedMinutes === null ? '' : `: ${(sparedMinutes / 60).toFixed(1)} hours of people`}`;
}

const nameOf = ({ agent, version }: StudiedAgent): string => (version === null ? agent : `${agent} ${version}`);

function agreementText({ items, agreed, share, lower, upper }: Agreement): string {
  if (share === null || lower === null || upper === null) return 'no items';
  return `${share.toFixed(4)} (${lower.toFixed(4)} to ${upper.toFixed(4)}; ${agreed} of ${items} items)`;
}

function against({ difference }: StudiedAgent): string {
  if (difference === null) return '';
  const { lower, upper, items, paired } = difference;
  return `, difference to the first: ${difference.difference.toFixed(4)} (${lower.toFixed(4)} to ${upper.toFixed(4)}) on ${items} ${paired ? 'items that both did' : 'items of their own'}`;
}
