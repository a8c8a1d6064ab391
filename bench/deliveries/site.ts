/** What measurements of deliveries run on: the product's parts for them, and no more. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { openLog } from '../../process/logging.ts';
import { readSettings } from '../../process/settings.ts';
import { startPostgres } from '../../start/postgres.ts';
import { startTemporalServer } from '../../start/temporal-server.ts';
import { findPort } from '../../start/ports.ts';
import { openPool, type Pool } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';
import { createSender } from '../../store/senders.ts';
import { openStartStore } from '../../store/workflow-starts.ts';
import { findTemporalBinary } from '../../temporal/server/binary.ts';
import { openStartDispatcher, type StartDispatcher } from '../../temporal/starts.ts';

export const deploymentSecret = 'a deployment secret for measurements';
const settings = readSettings({});

export interface Site {
  readonly client: Client;
  readonly pool: Pool;
  readonly senderId: string;
  readonly starts: StartDispatcher;
  readonly worker: ChildProcess;
  readonly temporalPid: number;
  /** What is to be closed at the end, the last one first. */
  readonly closers: (() => Promise<unknown> | void)[];
}

/** PostgreSQL, the Temporal server, and one worker process, with one sender; gone afterwards. */
export async function withSite(work: (site: Site) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  chmodSync(folder, 0o711);
  const closers: Site['closers'] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  try {
    const postgres = await startPostgres({ folder, logFile: join(folder, 'postgres.log') });
    closers.push(() => postgres.stop());
    const { path: binary } = await findTemporalBinary({ say: (line) => console.error(line) });
    const { port } = await findPort(0);
    const temporal = await startTemporalServer({
      binary,
      file: join(folder, 'temporal.db'),
      port,
      uiPort: null,
      logFile: join(folder, 'temporal.log'),
    });
    closers.push(() => temporal.stop());
    const pool = openPool({ url: postgres.url, size: 10, name: 'bench' });
    closers.push(() => pool.end());
    const owner = openPool({ url: postgres.ownerUrl, size: 1, name: 'bench-owner' });
    await migrate(owner, postgres.url);
    await owner.end();
    const { senderId } = await createSender(pool, deploymentSecret, { name: 'Bench', actor: 'bench' });
    const connection = await Connection.connect({ address: temporal.address });
    closers.push(() => connection.close());
    const client = new Client({ connection, namespace: temporal.namespace });
    const starts = openStartDispatcher({
      client,
      store: openStartStore(pool),
      queueSuffix: '',
      inFlight: settings.DISPATCH_STARTS_IN_FLIGHT,
      log: openLog('bench', 'warn'),
    });
    closers.push(() => starts.stop());
    const given = {
      address: temporal.address,
      namespace: temporal.namespace,
      databaseUrl: postgres.url,
      deploymentSecret,
    };
    const worker = fork(new URL('worker.ts', import.meta.url).pathname, [JSON.stringify(given)], {
      execArgv: [],
      // Its log goes where a service's would: to a pipe that somebody reads.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    worker.stdout?.resume();
    closers.push(async () => {
      const gone = once(worker, 'exit');
      worker.send('stop');
      await gone;
    });
    await once(worker, 'message');
    return await work({ client, pool, senderId, starts, worker, temporalPid: temporal.pid, closers });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

export async function workerCpuMs(worker: ChildProcess): Promise<number> {
  worker.send('cpu');
  const [answer] = (await once(worker, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return (answer.cpu.user + answer.cpu.system) / 1000;
}

/** Of all its threads, from the kernel, in hundredths of a second. */
export function serverCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
