import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { dispatchApp } from '../../../api/dispatch/routes.ts';
import { statusOfCode } from '../../../api/http/errors.ts';
import { type HttpServer, openHttpServer } from '../../../api/http/server.ts';
import { lanesHandler } from '../../../api/lanes/routes.ts';
import { httpRefusals, rawRefusal } from '../../../process/refused-http.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { type Receiver, startReceiver } from '../../../start/receiver.ts';
import { type HealthServer, openHealthServer } from '../../../worker/health.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { until } from '../../support/wait.ts';
import { brokenBodies, type RawRequest, sendRaw, statusesIn, strangeHeads } from './raw-requests.ts';

describe('requests that are broken', function () {
  let dispatch: TestApi;
  let lanes: TestLanes;
  let sandbox: Sandbox;
  let worker: HealthServer;
  let receiver: Receiver;
  /** The same services with little patience, for what never arrives. */
  let hasty: { readonly dispatch: HttpServer; readonly lanes: HttpServer };
  before(async () => {
    [dispatch, lanes] = await Promise.all([openTestApi(), openTestLanes()]);
    const limits = { headMs: 1_500, requestMs: 1_500, checkMs: 50 };
    const open = (handler: Parameters<typeof openHttpServer>[0]['handler']): Promise<HttpServer> =>
      openHttpServer({ host: '127.0.0.1', port: 0, limits, handler });
    hasty = {
      dispatch: await open(dispatchApp(dispatch.deps).callback()),
      lanes: await open(lanesHandler(lanes.deps)),
    };
    const ports = { tmsPort: 0, auditPort: 0, demoPort: 0, controlPort: 0 };
    sandbox = await startSandbox({ databaseUrl: dispatch.database.url, ...ports, controlToken: 'token' });
    worker = await openHealthServer({
      host: '127.0.0.1',
      port: 0,
      engineMetricsUrl: 'http://127.0.0.1:9',
      registry: new Registry(),
      lacks: () => null,
    });
    const file = join(mkdtempSync(join(tmpdir(), 'lanekeeper-receiver-')), 'received.jsonl');
    receiver = await startReceiver({ port: 0, file, headerName: 'Lanekeeper', secrets: () => [] });
  });
  after(async () => {
    await Promise.all([hasty.dispatch.stop(100), hasty.lanes.stop(100), sandbox.stop(), worker.stop()]);
    await receiver.part.stop();
    await Promise.all([dispatch.close(), lanes.close()]);
  });

  const neverArrives = ({ statuses }: RawRequest): boolean => statuses.includes(408);
  async function judge(request: RawRequest, ports: { patient: number; hasty: number }, key: string): Promise<string[]> {
    const answer = await sendRaw(neverArrives(request) ? ports.hasty : ports.patient, request, key);
    const statuses = statusesIn(answer);
    const expected = statuses.length === 0 ? request.statuses.includes(0) : true;
    if (!expected || !statuses.every((status) => request.statuses.includes(status)))
      return [`${request.title}: ${statuses.join(', ')} in place of ${request.statuses.join(', ')}`];
    return isRefusedInForm(answer) ? [] : [`${request.title}: no sentence in ${answer}`];
  }
  /** Every refusal on the connection has its sentence and code, and no answer is a fault. */
  function isRefusedInForm(answer: string): boolean {
    const refusals = answer.split(/^(?=HTTP\/1\.1 )/m).filter((one) => /^HTTP\/1\.1 [45]/.test(one));
    return refusals.every((one) => one.startsWith('HTTP/1.1 4') && /"code":"\w+"/.test(one));
  }
  async function judgeAll(requests: readonly RawRequest[], ports: { patient: number; hasty: number }, key: string) {
    return (await Promise.all(requests.map((request) => judge(request, ports, key)))).flat();
  }

  it('are refused in our own form by the dispatch API, and nothing breaks or waits for ever', async () => {
    const ports = { patient: dispatch.port, hasty: hasty.dispatch.port };
    const requests = [...strangeHeads, ...brokenBodies('/api/tasks')];
    assert.deepEqual(await judgeAll(requests, ports, dispatch.key), []);
    assert.equal((await dispatch.call('GET', '/healthz')).status, 200);
  });

  it('are refused in our own form by the lanes API, also where it answers without Koa', async () => {
    const ports = { patient: lanes.port, hasty: hasty.lanes.port };
    const requests = [...strangeHeads, ...brokenBodies('/v1/route'), ...brokenBodies('/v1/events')];
    assert.deepEqual(await judgeAll(requests, ports, lanes.workspace.key), []);
  });

  it('neither end nor confuse the portals of the sandbox', async () => {
    const urls = [sandbox.tmsUrl, sandbox.auditUrl ?? '', sandbox.demoUrl ?? '', sandbox.controlUrl];
    for (const url of urls) {
      const answers = await Promise.all(strangeHeads.map((request) => sendRaw(Number(new URL(url).port), request)));
      const broken = strangeHeads.filter((_, index) =>
        statusesIn(answers[index] ?? '').some((status) => status >= 500),
      );
      assert.deepEqual(
        broken.map(({ title }) => title),
        [],
        url,
      );
      assert.ok((await fetch(url)).status < 500, url);
    }
  });

  it('are refused in our own form by the small servers of a worker and of the trial receiver', async () => {
    for (const { url } of [worker, receiver]) {
      const port = Number(new URL(url).port);
      const answers = await Promise.all(strangeHeads.map((request) => sendRaw(port, request)));
      const bare = strangeHeads.filter((_, index) => !isRefusedInForm(answers[index] ?? ''));
      assert.deepEqual(
        bare.map(({ title }) => title),
        [],
        url,
      );
      assert.ok((await fetch(url)).status < 500, url);
    }
  });

  it('have the status of their code in the table of errors', () => {
    for (const code of httpRefusals)
      assert.match(rawRefusal(code), new RegExp(`^HTTP/1\\.1 ${statusOfCode[code]} \\w`), code);
  });

  it('are not carried out when the rest of them arrives after all', async () => {
    const body = JSON.stringify({ task_type: 'pull_pod', params: { pro: '4471180293' }, client_ref: 'late' });
    const socket = connect(hasty.dispatch.port, '127.0.0.1');
    socket.on('error', () => {});
    const refusal = text(socket);
    socket.write(
      `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${dispatch.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(body.slice(10));
    assert.deepEqual(statusesIn(await refusal), [408]);
    const { json } = await dispatch.call('GET', '/api/tasks?client_ref=late');
    assert.deepEqual((json as { tasks: unknown[] }).tasks, []);
  });

  it('give back the places that their bodies had, while their senders go on dripping', async () => {
    const head = `POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${lanes.workspace.key}\r\nContent-Type: application/json\r\n`;
    const slow = Array.from({ length: 4 }, () => connect(hasty.lanes.port, '127.0.0.1'));
    const drips = setInterval(() => slow.forEach((socket) => socket.writable && socket.write(' ')), 200);
    try {
      for (const socket of slow) socket.on('error', () => {}).write(`${head}Content-Length: 49000000\r\n\r\n[`);
      const large = `[${' '.repeat(2_500_000)}]`;
      const bytes = `${head}Connection: close\r\nContent-Length: ${large.length}\r\n\r\n${large}`;
      await until(
        async () => statusesIn(await sendRaw(hasty.lanes.port, { title: 'large', bytes, statuses: [] })).includes(200),
        { what: 'a large body of the same workspace to be taken' },
      );
    } finally {
      clearInterval(drips);
      for (const socket of slow) socket.destroy();
    }
  });
});
