/** `admin task`: imports tasks from a CSV file, and prints a file to start from (D20). */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Argument, Command } from 'commander';
import { auditTaskImport, importCounts } from '../api/dispatch/audit-tasks.ts';
import { foreseeLines, importLimit, storeManyLines } from '../api/dispatch/import-csv.ts';
import type { ForeseenLine } from '../api/dispatch/import-csv.ts';
import { readCsv } from '../api/dispatch/read-csv.ts';
import type { CsvFile } from '../api/dispatch/read-csv.ts';
import { judgeLines, reportCsv } from '../api/dispatch/take-csv.ts';
import type { TaskOrigin } from '../api/dispatch/take-tasks.ts';
import { csvTemplate } from '../domain/dispatch/csv/template.ts';
import { taskTypes } from '../domain/dispatch/task.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { newId } from '../process/ids.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';
import { knownSender } from './sender.ts';
import { taskAgainCommand, taskCancelCommand, taskRevokeLinksCommand } from './task-acts.ts';
import { taskListCommand, taskSubmitCommand } from './task-work.ts';
import { takingDeps } from './taking.ts';

export function taskCommand(): Command {
  const command = new Command('task')
    .description('Tasks: find, submit and cancel them')
    .addCommand(taskListCommand())
    .addCommand(taskSubmitCommand())
    .addCommand(taskCancelCommand())
    .addCommand(taskAgainCommand())
    .addCommand(taskRevokeLinksCommand());
  command
    .command('import')
    .description(`Take the rows of a CSV file as tasks, up to ${importLimit.toLocaleString('en-US')}`)
    .argument('<file>', 'the CSV file (UTF-8)')
    .requiredOption('--sender <id>', 'the account the tasks run under')
    .option('--dry-run', 'check and report only, store nothing')
    .option('--report <file>', 'write each row with its result to this CSV file')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nRows that were imported before, from this or another channel, are not done again; importing a file again after\n' +
        'a break is safe. Exit code 1 if a row was rejected.',
    )
    .action(importTasks);
  command
    .command('template')
    .description('Print a CSV template')
    .addArgument(new Argument('<type>', 'type of the tasks').choices(taskTypes))
    .action((type: TaskType) => {
      terminal().out(csvTemplate(type));
    });
  return command;
}

interface ImportOptions extends PrintOptions {
  readonly sender: string;
  readonly dryRun?: boolean;
  readonly report?: string;
}

async function importTasks(path: string, options: ImportOptions): Promise<void> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${path} cannot be read: ${error.code ?? error.message}`);
  });
  await withDeployment(async (deployment) => {
    await knownSender(deployment, options.sender);
    const deps = takingDeps(deployment);
    const origin: TaskOrigin = { senderId: options.sender, keyId: null, channel: 'csv' };
    const began = performance.now();
    const file = await readCsv(bytes, importLimit);
    if ('code' in file) throw new AdminRefusal(file.findings.join('\n'));
    const judged = await judgeLines(deps, origin, file.rows);
    const foreseen = await foreseeLines(deployment.pool, origin, judged);
    const checkedMs = performance.now() - began;
    const fates = options.dryRun === true ? foreseen : await storeManyLines(deps, origin, judged);
    const storedMs = performance.now() - began - checkedMs;
    if (options.dryRun !== true)
      await auditTaskImport(deployment.pool, {
        actor: deployment.actor,
        uploadId: newId('upload'),
        senderId: options.sender,
        fileName: basename(path),
        counts: importCounts(fates),
      });
    if (options.report !== undefined) await writeReport(options.report, file, fates);
    print(fates, options, { checkedMs, storedMs });
    const refused = fates.filter(({ fate }) => fate.kind === 'rejected').length;
    if (refused > 0) throw new AdminRefusal(`${refused} of ${fates.length} rows were refused`);
  });
}

async function writeReport(path: string, file: CsvFile, fates: readonly ForeseenLine[]): Promise<void> {
  await writeFile(path, reportCsv(file, fates)).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${path} cannot be written: ${error.code ?? error.message}`);
  });
}

function print(
  fates: readonly ForeseenLine[],
  options: ImportOptions,
  times: { readonly checkedMs: number; readonly storedMs: number },
): void {
  const summary = {
    dry_run: options.dryRun === true,
    ...importCounts(fates),
    checked_ms: Math.round(times.checkedMs),
    stored_ms: Math.round(times.storedMs),
  };
  if (options.json === true) {
    terminal().out(`${JSON.stringify({ ...summary, results: fates.map(rowRecord) })}\n`);
    return;
  }
  for (const { line, hints, fate } of fates)
    if (fate.kind === 'rejected') terminal().out(`line ${line}: ${[...fate.findings, ...hints].join('; ')}\n`);
  printRecord(summary, options);
}

function rowRecord({ line, hints, fate }: ForeseenLine): object {
  if (fate.kind === 'rejected') return { line, status: 422, code: fate.code, details: [...fate.findings, ...hints] };
  return { line, status: fate.kind === 'new' ? 201 : 200, task_id: fate.task.id === '' ? null : fate.task.id };
}
