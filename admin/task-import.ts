/** What `admin task import` does; apart from the command, because the processor of tasks takes long to load. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type IntakeDeps, type TaskOrigin, refusedBecause, refusedInWords } from '../commands/dispatch/accept-tasks.ts';
import { foreseeLines, readCsv, reportCsv, storeManyLines, validateLines } from '../commands/dispatch/import-tasks.ts';
import type { CsvFile, ForeseenLine } from '../commands/dispatch/import-tasks.ts';
import { auditTaskImport, importCounts } from '../commands/dispatch/request-task.ts';
import { openTaskWriter } from '../commands/dispatch/write-tasks.ts';
import { importLimit } from '../domain/dispatch/csv/rows.ts';
import { abilitiesFor } from '../portals/playbooks/abilities.ts';
import { newId } from '../process/ids.ts';
import { storedPlaybooks } from '../store/playbooks-in-force.ts';
import { readSender } from '../store/senders.ts';
import { portalRetry, taskStart } from '../temporal/task-start.ts';
import { fileError, readOrRefuse } from './arguments.ts';
import { AdminRefusal, type Deployment, withDeployment } from './deployment.ts';
import { knownSender } from './sender.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';

export interface ImportOptions extends PrintOptions {
  readonly sender: string;
  readonly dryRun?: boolean;
  readonly report?: string;
}

/** Takes the rows of a CSV file as tasks. @throws AdminRefusal */
export async function importTasks(path: string, options: ImportOptions): Promise<void> {
  const bytes = await readOrRefuse(path);
  await withDeployment(async (deployment) => {
    await knownSender(deployment, options.sender);
    const deps = intakeDeps(deployment);
    const origin: TaskOrigin = { senderId: options.sender, keyId: null, channel: 'csv' };
    const began = performance.now();
    const file = await readCsv(bytes, importLimit);
    if ('code' in file) throw new AdminRefusal(file.findings.join('\n'));
    const judged = await validateLines(deps, origin, file.rows);
    const foreseen = await foreseeLines(deployment.pool, origin, judged);
    const checkedMs = performance.now() - began;
    const results = options.dryRun === true ? foreseen : await storeManyLines(deps, origin, judged);
    const storedMs = performance.now() - began - checkedMs;
    if (options.dryRun !== true)
      await auditTaskImport(deployment.pool, {
        actor: deployment.actor,
        uploadId: newId('upload'),
        senderId: options.sender,
        fileName: basename(path),
        counts: importCounts(results),
      });
    if (options.report !== undefined) await writeReport(options.report, file, results);
    print(results, options, { checkedMs, storedMs });
    const refused = results.filter(({ result }) => result.kind === 'rejected').length;
    if (refused > 0) throw new AdminRefusal(`${refused} of ${results.length} rows were refused`);
  });
}

async function writeReport(path: string, file: CsvFile, results: readonly ForeseenLine[]): Promise<void> {
  await writeFile(path, reportCsv(file, results)).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${path} cannot be written: ${fileError(error)}`);
  });
}

function print(
  results: readonly ForeseenLine[],
  options: ImportOptions,
  times: { readonly checkedMs: number; readonly storedMs: number },
): void {
  const summary = {
    dry_run: options.dryRun === true,
    ...importCounts(results),
    checked_ms: Math.round(times.checkedMs),
    stored_ms: Math.round(times.storedMs),
  };
  if (options.json === true) {
    terminal().out(`${JSON.stringify({ ...summary, results: results.map(rowRecord) })}\n`);
    return;
  }
  for (const { line, hints, result } of results)
    if (result.kind === 'rejected') terminal().out(`line ${line}: ${refusedInWords(result, hints).join('; ')}\n`);
  printRecord(summary, options);
}

function rowRecord({ line, hints, result }: ForeseenLine): object {
  if (result.kind === 'rejected')
    return { line, status: 422, code: result.code, details: refusedBecause(result, hints) };
  return { line, status: result.kind === 'new' ? 201 : 200, task_id: result.task.id === '' ? null : result.task.id };
}

// What the processor of tasks depends on, in a command: the same as behind every channel.

/** The API's dispatcher finds the starts in the outbox by itself. */
export function intakeDeps({ settings, pool }: Deployment): IntakeDeps {
  return {
    settings,
    pool,
    playbooksOf: (senderId) => abilitiesFor({ settings, ...storedPlaybooks(pool) }, senderId),
    portalsOf: async (senderId) => (await readSender(pool, senderId))?.portals ?? null,
    metrics: { tasksTaken: { inc: () => {} } },
    writeTasks: openTaskWriter({
      pool,
      startOf: (task) => taskStart(task, portalRetry(settings)),
      onCommitted: () => {},
    }),
  };
}
