import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { findPort } from '../../start/ports.ts';
import { startTemporalServer, TemporalServerError, type RunningTemporal } from '../../start/temporal-server.ts';
import { findTemporalBinary } from '../../temporal/server/binary.ts';
import {
  type SavedView,
  savedViews,
  viewOfPortal,
  viewOfSender,
  workflowListUrl,
  workflowQueries,
} from '../../temporal/ui-links.ts';
import { searchAttributes } from '../../temporal/names.ts';
import { leashProcess, runFolder, unleashProcess } from '../support/machines.ts';
import { until } from '../support/wait.ts';

describe('the embedded Temporal server', () => {
  let binary: string;
  let folder: string;
  before(async () => {
    binary = (await findTemporalBinary()).path;
    folder = mkdtempSync(join(runFolder(), 'temporal-'));
  });

  const start = async (port: number, uiPort: number | null = null, onSpawn = leashProcess): Promise<RunningTemporal> =>
    startTemporalServer({
      binary,
      file: join(folder, 'temporal.db'),
      port,
      uiPort,
      logFile: join(folder, 'temporal.log'),
      onSpawn,
    });
  const stop = async (server: RunningTemporal): Promise<void> => {
    await server.stop();
    unleashProcess(server.pid);
  };

  it('keeps started workflows over kill -9, with search attributes and 30 days of retention, and its UI takes every saved view', async () => {
    const { port } = await findPort(0);
    const first = await start(port);
    let connection = await Connection.connect({ address: first.address });
    const client = new Client({ connection });
    await client.workflow.start('task', { taskQueue: 'nobody-serves-this', workflowId: 'tsk_kept' });
    await connection.close();
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    unleashProcess(first.pid);

    const { port: uiPort } = await findPort(0);
    const second = await start(port, uiPort);
    connection = await Connection.connect({ address: second.address });
    const again = await new Client({ connection }).workflow.getHandle('tsk_kept').describe();
    assert.equal(again.status.name, 'RUNNING');
    const { namespace } = second;
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    for (const name of Object.keys(searchAttributes)) assert.ok(customAttributes?.[name], `${name} is registered`);
    const described = await connection.workflowService.describeNamespace({ namespace });
    assert.equal(Number(described.config?.workflowExecutionRetentionTtl?.seconds), 30 * 24 * 3600);
    await connection.close();
    const tasks = { name: 'what the start prints', query: workflowQueries.tasks };
    await assertUiTakes([...savedViews(new Date()), viewOfSender("o'snd"), viewOfPortal('p'), tasks], second);
    await stop(second);
  });

  /** The page of each saved view, and the list that the page asks for. */
  const assertUiTakes = async (views: readonly SavedView[], { uiUrl, namespace }: RunningTemporal): Promise<void> => {
    assert.ok(uiUrl !== null);
    // The UI may listen before its own connection to the server is made.
    await until(async () => (await fetch(`${uiUrl}/api/v1/namespaces`)).ok, { what: 'the UI to reach its server' });
    for (const { name, query } of views) {
      const page = new URL(workflowListUrl({ url: uiUrl, namespace }, query) ?? '');
      assert.equal((await fetch(page)).status, 200, name);
      const list = await fetch(`${uiUrl}/api/v1${page.pathname}${page.search}`);
      assert.equal(list.status, 200, `${name}: ${await list.text()}`);
    }
  };

  const occupy = async (): Promise<{ taken: Server; port: number }> => {
    const taken = createServer((socket) => socket.destroy());
    const { port } = await findPort(0);
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    return { taken, port };
  };

  it('starts again when something else had one of its ports for a moment', async () => {
    const { taken, port } = await occupy();
    const pids: number[] = [];
    const server = await start(port, null, (pid) => {
      leashProcess(pid);
      if (pids.push(pid) === 2) taken.close();
    });
    assert.deepEqual([pids.length, pids.at(-1)], [2, server.pid]);
    await stop(server);
    for (const pid of pids) unleashProcess(pid);
  });

  it('says what its log says when it cannot start', async () => {
    const { taken, port } = await occupy();
    await assert.rejects(start(port), (error: TemporalServerError) => {
      assert.ok(error instanceof TemporalServerError);
      assert.match(error.message, /did not start:\n.*(already in use|can't set)/s);
      return true;
    });
    taken.close();
  });
});
