/** `admin lanes what-if`: what other rules would have decided, from the log; stores nothing (D76). */
import { Command } from 'commander';
import { isoTime } from '../domain/lanes/moves.ts';
import { type Handled, type WhatIf, type WhatIfStep, differs } from '../domain/lanes/what-if/differences.ts';
import { inTransaction } from '../store/database.ts';
import { whatIf } from '../store/lanes/what-if.ts';
import { readTextOrRefuse } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, terminal } from './terminal.ts';
import { knownWorkspace } from './workspace.ts';

interface WhatIfOptions extends PrintOptions {
  readonly rules: string;
  readonly queue?: string;
  readonly step?: string;
}

export function lanesWhatIfCommand(): Command {
  return new Command('what-if')
    .description('Replay the log of a workspace under other rules and print what would have differed; stores nothing')
    .argument('<workspace>', 'id of the workspace')
    .requiredOption(
      '--rules <file>',
      'JSON file with rules, as in a step definition; they go over the rules of each step',
    )
    .option('--queue <queue>', 'only the steps of this queue')
    .option('--step <step>', 'only steps of this name')
    .action(run);
}

async function run(workspaceId: string, options: WhatIfOptions): Promise<void> {
  const text = await readTextOrRefuse(options.rules);
  const { readRules } = await import('../commands/lanes/check-event.ts');
  const read = readRules(text);
  if ('findings' in read) throw new AdminRefusal(read.findings.slice(0, 20).join('\n'));
  const other = { rules: read.rules, queue: options.queue ?? null, step: options.step ?? null };
  const found = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    return inTransaction(deployment.pool, async (q) => {
      await q.query('set transaction isolation level repeatable read, read only');
      return whatIf(q, workspace, other);
    });
  });
  const weeks = found.weeks.filter(differs);
  const { out } = terminal();
  if (options.json === true) out(`${JSON.stringify({ ...found, weeks })}\n`);
  else for (const line of linesOf({ ...found, weeks })) out(`${line}\n`);
}

function* linesOf({ events, steps, weeks }: WhatIf): Generator<string> {
  yield `${events} events; ${weeks.length} weeks would have differed`;
  for (const step of steps) {
    yield '';
    yield* stepLines(step);
    for (const { queue, step: name, week, items, was, would } of weeks)
      if (queue === step.queue && name === step.step)
        yield `  ${week}  ${items} items  was ${handled(was)}  would be ${handled(would)}`;
  }
}

function* stepLines({ queue, step, items, was, would, moves }: WhatIfStep): Generator<string> {
  yield `${queue}/${step}  ${items} items`;
  yield `  was       ${handled(was)}`;
  yield `  would be  ${handled(would)}`;
  for (const side of ['was', 'would'] as const)
    for (const { at, from, to, rule } of moves[side])
      yield `  ${side === 'was' ? 'moved' : 'would have moved'} ${isoTime(Date.parse(at)).slice(0, 10)} ${from} to ${to} (${rule})`;
}

function handled({ lane, decision, audits, spared, wrong, unknown }: Handled): string {
  return `${lane ?? '-'} ${decision ?? '-'}, audits ${audits}, spared ${spared}, wrong through ${wrong}, unknown ${unknown}`;
}
