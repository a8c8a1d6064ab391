/** `admin lanes replay`: rebuilds a workspace from its log and says whether the database holds the same (D33). */
import { Command } from 'commander';
import { inTransaction } from '../store/database.ts';
import { rebuildWorkspace } from '../store/lanes/replay.ts';
import { type Difference, compareWithStored } from '../store/lanes/replay-compare.ts';
import { readWorkspace } from '../store/lanes/workspaces.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';

const shownDifferences = 20;

export function lanesReplayCommand(): Command {
  return new Command('replay')
    .description('Rebuild a workspace from its log and compare every row; exit code 1 when anything differs')
    .argument('<workspace>', 'id of the workspace')
    .action(replay);
}

async function replay(workspaceId: string, options: PrintOptions): Promise<void> {
  const begun = performance.now();
  const found = await withDeployment(async ({ pool }) => {
    const workspace = await readWorkspace(pool, workspaceId);
    if (workspace === undefined) throw new AdminRefusal(`there is no workspace ${workspaceId}`);
    return inTransaction(pool, async (q) => {
      // One snapshot: rounds that run meanwhile are seen whole or not at all.
      await q.query('set transaction isolation level repeatable read, read only');
      const rebuilt = await rebuildWorkspace(q, workspace, (events) => {
        if (options.json !== true) terminal().err(`\r${events} events`);
      });
      const counts = { records: rebuilt.records, events: rebuilt.events };
      return { ...counts, differences: await compareWithStored(q, workspace, rebuilt) };
    });
  });
  if (options.json !== true) terminal().err('\n');
  const { records, events, differences } = found;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const shown = differences.slice(0, shownDifferences).map(lineOf);
  if (options.json === true) printRecord({ records, events, seconds, differences: shown }, options);
  else {
    for (const line of shown) terminal().out(`${line}\n`);
    printRecord({ records, events, seconds, differences: differences.length }, options);
  }
  if (differences.length > 0)
    throw new AdminRefusal(
      `${differences.length} rows differ from what the log gives; the first are above. ` +
        'Weeks closed by an older version may have used other sentences and rules.',
    );
}

/** `ledger 3 202610: decision "hold" is stored, "promote" replayed`. */
function lineOf({ table, key, stored, replayed }: Difference): string {
  const row = `${table} ${key}`.trimEnd();
  if (stored === null) return `${row}: is not stored`;
  if (replayed === null) return `${row}: is stored and not replayed`;
  const [was, is] = [JSON.parse(stored) as unknown, JSON.parse(replayed) as unknown];
  const members = isObject(was) && isObject(is) ? differing(was, is) : [];
  if (members.length === 0) return `${row}: ${beside(was, is)}`;
  return `${row}: ${members.slice(0, 3).join('; ')}`;
}

function differing(was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => `${name} ${beside(was[name], is[name])}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const longestShown = 120;
/** Of what two long texts begin with alike. */
const keptBefore = 40;

/** Both as JSON; long ones from shortly before where they part. */
function beside(was: unknown, is: unknown): string {
  const [stored, replayed] = [JSON.stringify(was) ?? 'nothing', JSON.stringify(is) ?? 'nothing'];
  let alike = 0;
  while (alike < stored.length && stored[alike] === replayed[alike]) alike += 1;
  const from = Math.max(stored.length, replayed.length) <= longestShown ? 0 : Math.max(0, alike - keptBefore);
  const shown = (text: string): string => {
    const end = text.length - from <= longestShown ? text.length : from + longestShown - 3;
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
  };
  return `${shown(stored)} is stored, ${shown(replayed)} replayed`;
}
