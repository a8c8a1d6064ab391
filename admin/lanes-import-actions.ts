/** What `admin lanes import` does; apart from the command, because the processor of events takes long to load. */
import { stat } from 'node:fs/promises';
import { timeLimit } from '../commands/lanes/check-event.ts';
import { dryRunPieces, mapExport, prepareImport, storeExport } from '../commands/lanes/import-events.ts';
import type { MappedExport } from '../commands/lanes/import-events.ts';
import { importAdapter } from '../domain/lanes/import/adapters.ts';
import type { LeftOut, PreparedImport } from '../domain/lanes/import/adapter.ts';
import { IngestError, type WorkspaceRef } from '../store/lanes/ingest-request.ts';
import { readSteps } from '../store/lanes/lanes.ts';
import { type WorkspaceRow, readWorkspace } from '../store/lanes/workspaces.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';
import { readTextOrRefuse, readOrRefuse } from './arguments.ts';
import { AdminRefusal, type Deployment, databaseUrl, withDeployment } from './deployment.ts';
import { type Encoding, type ImportOptions, decoders } from './lanes-import.ts';
import { withEngine } from './with-engine.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';

/** As large as the API takes. */
const largestFile = 50_000_000;
const shownRows = 20;
/** An import waits for its turn longer than a caller of the API would. */
const answerWithinMs = 120_000;

/** @throws AdminRefusal */
export async function importFile(adapterName: string, path: string, options: ImportOptions): Promise<void> {
  const adapter = importAdapter(adapterName);
  if (!adapter) throw new AdminRefusal(`there is no import adapter ${adapterName}`);
  const prepared = prepareImport(adapter, await readMapping(options.mapping));
  if ('findings' in prepared) throw new AdminRefusal(prepared.findings.join('\n'));
  const shown = progress(options);
  await withDeployment(async (deployment) => {
    const workspace = await readWorkspace(deployment.pool, options.workspace);
    if (workspace === undefined) throw new AdminRefusal(`there is no workspace ${options.workspace}`);
    const text = { prepared, read: () => readExport(path, options.encoding) };
    const mapped = await mapFile(deployment, workspace, text, shown, options.dryRun === true);
    if (options.dryRun === true) await printDryRun(mapped, shown, options);
    else await store(deployment, workspace, mapped, shown, options);
    if (mapped.events.count === 0) throw new AdminRefusal('no row could be taken; the reasons are above');
  });
}

interface ExportFile {
  readonly prepared: PreparedImport;
  readonly read: () => Promise<string>;
}

/** By itself, so that the text of the export is gone before what came of it is stored. @throws AdminRefusal */
async function mapFile(
  { pool }: Deployment,
  workspace: WorkspaceRow,
  { prepared, read }: ExportFile,
  shown: Progress,
  dryRun: boolean,
): Promise<MappedExport> {
  const mapped = await mapExport(prepared, await read(), {
    dryRun,
    ...timeLimit(Date.now(), workspace),
    stepsOf: async (queue) => (await readSteps(pool, workspace.no, { queue })).map(({ step }) => step),
    onRows: (rows) => shown.show(`${rows.toLocaleString('en-US')} rows read`),
  });
  if ('findings' in mapped) throw new AdminRefusal(mapped.findings.join('\n'));
  return mapped;
}

async function store(
  { pool, settings, actor }: Deployment,
  workspace: WorkspaceRef,
  mapped: MappedExport,
  shown: Progress,
  options: ImportOptions,
): Promise<void> {
  const all = mapped.events.count;
  await withEngine(async ({ client }) => {
    // Loaded here: a file or a mapping that is refused needs none of them, and they take longest to load.
    const [{ openLog }, { openIngest }, { openSessionStarts }] = await Promise.all([
      import('../process/logging.ts'),
      import('../store/lanes/ingest-client.ts'),
      import('../temporal/workflow-messages.ts'),
    ]);
    const sessions = sessionPlan(settings);
    const startSession = openSessionStarts(client, settings.ENGINE_TASK_QUEUE_SUFFIX, sessions);
    const listenUrl = databaseUrl(settings);
    const ingest = openIngest({
      pool,
      listenUrl,
      startSession,
      sessions,
      log: openLog('admin', 'silent'),
      answerWithinMs,
    });
    try {
      await ingest.ready;
      shown.show(bar(0, all));
      const answer = await storeExport(
        mapped,
        { hold: options.hold === true, actor },
        (request) => ingest.submit({ no: workspace.no, id: workspace.id }, request).catch(notTaken),
        (stored) => shown.show(bar(stored, all)),
      );
      shown.end();
      if (options.json === true) {
        terminal().out(`${JSON.stringify(answer)}\n`);
        return;
      }
      printLeftOut(answer.left_out);
      printRecord(
        {
          accepted: answer.accepted,
          duplicates: answer.duplicates,
          left_out: answer.left_out.length,
          lane_changes: answer.lane_changes.length,
          alerts: answer.alerts.length,
          signoff_requests: answer.signoff_requests.length,
          week_number: answer.week_number,
          closed_week: answer.closed_week,
          waiting_settlement: answer.waiting_settlement,
        },
        options,
      );
    } finally {
      await ingest.stop();
    }
  });
}

/** @throws AdminRefusal with what the ingest session said */
function notTaken(error: unknown): never {
  if (error instanceof IngestError) throw new AdminRefusal(`${error.message}; import the file again`);
  throw error;
}

async function printDryRun(mapped: MappedExport, shown: Progress, options: ImportOptions): Promise<void> {
  const { events, definition, counts, leftOut } = mapped;
  shown.end();
  if (options.json === true) {
    for await (const piece of dryRunPieces(mapped)) terminal().out(piece);
    terminal().out('\n');
    return;
  }
  printLeftOut(leftOut);
  const names = (of: Readonly<Record<string, number>>): string[] =>
    Object.entries(of).map(([name, n]) => `${name} ${n}`);
  printRecord(
    {
      events: events.count,
      defines_queue: definition?.queue ?? null,
      steps: names(counts.step),
      actors: names(counts.actor),
      left_out: leftOut.length,
    },
    options,
    'Nothing was stored.',
  );
}

function printLeftOut(rows: readonly LeftOut[]): void {
  for (const { line, reason } of rows.slice(0, shownRows)) terminal().out(`line ${line}: ${reason}\n`);
  if (rows.length > shownRows)
    terminal().out(`and ${rows.length - shownRows} more left out; --json lists all of them\n`);
}

async function readMapping(path: string): Promise<unknown> {
  const text = await readTextOrRefuse(path);
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    throw new AdminRefusal(`${path} is not JSON`);
  }
}

async function readExport(path: string, encoding: Encoding): Promise<string> {
  // One that cannot be read is refused below.
  const found = await stat(path).catch(() => null);
  if (found !== null && found.size > largestFile)
    throw new AdminRefusal(`${path} must have at most ${largestFile.toLocaleString('en-US')} bytes; split it`);
  const bytes = await readOrRefuse(path);
  const bigEndian = encoding === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
  try {
    return new TextDecoder(bigEndian ? 'utf-16be' : decoders[encoding], { fatal: true }).decode(bytes);
  } catch {
    throw new AdminRefusal(`${path} is not ${encoding}; declare its encoding with --encoding`);
  }
}

interface Progress {
  show(text: string): void;
  end(): void;
}

/** One line that is written over; scripts that read JSON see none. */
function progress({ json }: PrintOptions): Progress {
  let width = 0;
  return {
    show: (text) => {
      if (json === true) return;
      terminal().err(`\r${text.padEnd(width)}`);
      width = text.length;
    },
    end: () => {
      if (width > 0) terminal().err('\n');
    },
  };
}

const barWidth = 30;

function bar(done: number, all: number): string {
  const filled = all === 0 ? barWidth : Math.floor((done / all) * barWidth);
  const count = `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} events stored`;
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${count}`;
}
