/** The clients as callers install them: npm's tarball and the Python package, against both APIs. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { clientFiles } from '../../docs/site/clients.ts';
import { deliveryHeaders } from '../../domain/delivery/signing.ts';
import { exampleDefinition, exampleItems, exampleWork } from '../../domain/lanes/example-history.ts';
import { signingSecret } from '../../process/secrets.ts';
import { openTestApi, type TestApi, testSecret } from '../support/dispatch-api.ts';
import { openTestLanes, type TestLanes } from '../support/lanes-api.ts';
import { runFolder } from '../support/machines.ts';
import { answerWith, openReceiver } from '../support/receiver.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : null;
const noPython = python === null ? ', skipped: there is no python3 here' : '';

type Call = (args?: object) => Promise<Record<string, unknown>>;
type Client = Record<'queueTasks' | 'getTask' | 'listTasks' | 'decideApproval' | 'listPlaybooks', Call> &
  Record<'postEvents' | 'postRoute' | 'getLane' | 'postWebhook' | 'deleteWebhook', Call> & {
    listLedger(args: { readonly as: 'csv' }): Promise<string>;
    rows(list: string, member: string, args?: object): AsyncIterable<Record<string, unknown>>;
  };
interface Package {
  readonly DispatchClient: new (options: object) => Client;
  readonly LanesClient: new (options: object) => Client;
  readonly verifyWebhook: (request: object) => unknown;
  readonly signInbound: (request: object) => Record<string, string>;
}

/** One item of the example queue, done by a person beside its agent. */
const [item] = exampleItems(1);
const events = [exampleDefinition(), ...(item ? exampleWork(item, 'human_only', false) : [])];

describe('the clients of sdk/', () => {
  let folder: string;
  let sdk: Package;
  let api: TestApi;
  let lanes: TestLanes;
  before(async () => {
    folder = mkdtempSync(join(runFolder(), 'clients-'));
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'sdk/typescript-client') });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const target = join(folder, 'node_modules/@lanekeeper/client');
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '--directory', target]);
    sdk = (await import(pathToFileURL(join(target, 'index.js')).href)) as Package;
    cpSync(join(root, 'sdk/python-client/lanekeeper_client'), join(folder, 'python/lanekeeper_client'), {
      recursive: true,
    });
    api = await openTestApi();
    lanes = await openTestLanes();
  });
  after(async () => {
    await api.close();
    await lanes.close();
  });

  const inPython = async (script: string, given: object): Promise<unknown> => {
    assert.ok(python);
    const program = `import json, os\nfrom lanekeeper_client import *\ngiven = json.loads(os.environ["GIVEN"])\n${script}`;
    const env = { ...process.env, PYTHONPATH: join(folder, 'python'), GIVEN: JSON.stringify(given) };
    return JSON.parse((await run(python, ['-c', program], { env })).stdout);
  };

  for (const [file, text] of Object.entries(clientFiles()))
    it(`${file} is what npm run docs writes`, () => assert.equal(readFileSync(join(root, file), 'utf8'), text));

  it('queue, read and list tasks, and report refusals with their code and every finding', async () => {
    const dispatch = new sdk.DispatchClient({ url: `${api.url}/`, key: api.key });
    const queue = (pro: string) => dispatch.queueTasks({ body: { task_type: 'pull_pod', params: { pro } } });
    const pros = ['6000000001', '6000000002', '6000000003'];
    const [first] = await Promise.all(pros.map(queue));
    assert.equal((await queue('6000000001'))['id'], first?.['id']);
    assert.equal((await dispatch.getTask({ id: first?.['id'] }))['status'], 'queued');
    const listed: string[] = [];
    for await (const { params } of dispatch.rows('listTasks', 'tasks', { limit: 2 }))
      listed.push((params as { pro: string }).pro);
    assert.deepEqual(
      listed.toSorted((a, b) => (a < b ? -1 : 1)),
      pros,
    );
    const wrong = dispatch.queueTasks({ body: { task_type: 'pull_pod', params: { pro: '1', pros: 2 } } });
    await assert.rejects(wrong, ({ name, status, code, details }: Record<string, unknown>) => {
      assert.deepEqual([name, status, code], ['ApiError', 422, 'invalid_task']);
      return Array.isArray(details) && details.length === 2;
    });
    await assert.rejects(async () => dispatch.getTask({ id: 'tsk_none' }), { code: 'not_found' });
    await assert.rejects(async () => dispatch.getTask({}), /id is needed/);
    await assert.rejects(async () => dispatch.listTasks({ statuss: 'queued' }), /statuss is no argument/);
    const report = await dispatch.queueTasks({ body: 'task_type,pro\npull_pod,6000000004\n' });
    assert.equal(report['accepted'], 1);
  });

  it('send events, route items and read lanes', async () => {
    const client = new sdk.LanesClient({ url: lanes.url, key: lanes.workspace.key });
    const sent = await client.postEvents({ body: { events: events } });
    assert.deepEqual(sent['rejected'], []);
    const step = { queue: 'invoices', step: 'match' };
    assert.equal((await client.postRoute({ body: { ...step, item: 'a/b' } }))['decision'], 'human_only');
    assert.equal((await client.getLane(step))['lane'], 'shadow');
    assert.match(await client.listLedger({ as: 'csv' }), /^queue,step,/);
    const hook = await client.postWebhook({
      body: { url: 'https://receiver.example/a', events: ['lane.changed'] },
    });
    assert.equal(await client.deleteWebhook({ id: hook['id'] }), undefined);
  });

  it('send a request again that may be repeated, and no other', async () => {
    const receiver = await openReceiver((_request, response, count) =>
      answerWith(count < 3 ? 503 : 200, { 'Content-Type': 'application/json', 'Retry-After': '0' }, '{"tasks":[]}')(
        _request,
        response,
        count,
      ),
    );
    const url = new URL(receiver.url).origin;
    const dispatch = new sdk.DispatchClient({ url, key: 'k' });
    assert.deepEqual(await dispatch.listTasks(), { tasks: [] });
    assert.equal(receiver.received.length, 3);
    receiver.answer = answerWith(503);
    const decide = { id: 'tsk_1', approval_id: 'apr_1', body: { decision: 'approve' } };
    await assert.rejects(async () => dispatch.decideApproval(decide), { status: 503, code: 'http_503' });
    assert.equal(receiver.received.length, 4);
    if (python !== null) {
      receiver.answer = (request, response, count) =>
        answerWith(count < 6 ? 429 : 202, { 'Content-Type': 'application/json' }, '{"queued":true}')(
          request,
          response,
          count,
        );
      const script = 'print(json.dumps(DispatchClient(given["url"], "k").retry_delivery("dl_1")))';
      assert.deepEqual(await inPython(script, { url }), { queued: true });
    }
    await receiver.close();
    await assert.rejects(async () => new sdk.DispatchClient({ url, retries: 0 }).listPlaybooks(), {
      name: 'ConnectionError',
    });
  });

  it('verify what is delivered, during a rotation too, and sign what is sent to the inbound webhook', async () => {
    const secretOf = (generation: number, purpose: 'inbound' | 'outbound') =>
      signingSecret(testSecret, { ownerKind: 'sender', ownerId: api.senderId, purpose, generation });
    const body = Buffer.from('{"event":"task.completed","note":"ü"}');
    const message = { deliveryId: 'dl_1', event: 'task.completed', ownerId: api.senderId, body };
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = deliveryHeaders(
      'dispatch',
      'Svc',
      { ...message, timestamp },
      { current: secretOf(2, 'outbound'), all: [secretOf(1, 'outbound'), secretOf(2, 'outbound')] },
      ({ text, encoding }, parts, form) => {
        const hmac = createHmac('sha256', Buffer.from(text, encoding));
        for (const part of parts) hmac.update(part);
        return hmac.digest(form);
      },
    );
    const verify = (change: object) => sdk.verifyWebhook({ body, headers, secret: secretOf(2, 'outbound'), ...change });
    assert.deepEqual(verify({}), { event: 'task.completed', note: 'ü' });
    assert.deepEqual(
      verify({ secret: secretOf(1, 'outbound'), headers: new Headers(headers) }),
      JSON.parse(String(body)),
    );
    for (const change of [
      { body: `${body.toString()} ` },
      { secret: secretOf(3, 'outbound') },
      { now: Date.now() + 301_000 },
    ])
      assert.throws(() => verify(change), { name: 'WebhookError' });

    const task = JSON.stringify({ task_type: 'pull_pod', params: { pro: '6000000009' } });
    const signed = sdk.signInbound({ body: task, secret: secretOf(1, 'inbound') });
    const send = (its: Record<string, string>) =>
      api.call('POST', `/hooks/inbound/${api.senderId}`, {
        key: null,
        body: task,
        headers: { 'content-type': 'application/json', ...its },
      });
    assert.equal((await send(signed)).status, 201);
    if (python === null) return;
    const script = `
try:
    verify_webhook(given["body"].encode() + b" ", given["headers"], given["secret"])
    raise SystemExit("a changed body was accepted")
except WebhookError:
    pass
event = verify_webhook(given["body"].encode(), given["headers"], ["whsec_AAAA", given["secret"]])
print(json.dumps([event, sign_inbound(given["task"].encode(), given["inbound"])]))`;
    const given = {
      body: String(body),
      headers,
      secret: secretOf(1, 'outbound'),
      task,
      inbound: secretOf(1, 'inbound'),
    };
    const [event, own] = (await inPython(script, given)) as [object, Record<string, string>];
    assert.deepEqual(event, JSON.parse(String(body)));
    assert.equal((await send(own)).status, 200);
  });

  it(`do the same in Python${noPython}`, async function () {
    if (python === null) {
      this.skip();
      return;
    }
    const script = `
dispatch = DispatchClient(given["dispatch"], given["key"])
body = {"task_type": "pull_pod", "params": {"pro": "6000000011"}}
task = dispatch.queue_tasks(body)
again = dispatch.queue_tasks(body)
assert task["id"] == again["id"] == dispatch.get_task(task["id"])["id"]
assert task["id"] in [row["id"] for row in dispatch.all_tasks(limit=2)]
try:
    dispatch.queue_tasks({"task_type": "pull_pod", "params": {"pro": "1"}})
except ApiError as error:
    refused = [error.status, error.code, str(error)]
lanes = LanesClient(given["lanes"], given["lanesKey"])
lanes.post_events({"events": given["events"]})
decision = lanes.post_route({"queue": "invoices", "step": "match", "item": "INV-1"})["decision"]
lane = lanes.get_lane("invoices", "match")["lane"]
print(json.dumps([refused, decision, lane, lanes.list_ledger(as_csv=True)[:11]]))`;
    const found = await inPython(script, {
      dispatch: api.url,
      key: api.key,
      lanes: lanes.url,
      lanesKey: lanes.workspace.key,
      events,
    });
    const refused = [422, 'invalid_task', 'params.pro must be exactly 10 digits'];
    assert.deepEqual(found, [refused, 'human_only', 'shadow', 'queue,step,']);
  });

  it('have types by which a strict compiler finds what is wrong', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'caller.ts'),
      `import { DispatchClient, LanesClient, verifyWebhook, waitForTask } from '@lanekeeper/client';
       import type { Dispatch } from '@lanekeeper/client';
       const dispatch = new DispatchClient({ url: 'https://d.example', key: 'k' });
       const lanes = new LanesClient({ url: 'https://l.example' });
       const task: Dispatch.TaskRecord = await waitForTask(dispatch, 'tsk_1', { timeoutMs: 5 });
       const outcome: 'completed' | 'escalated' | 'rejected' | 'failed' | null = task.outcome;
       for await (const row of dispatch.rows('listTasks', 'tasks', { status: 'queued' })) row.id satisfies string;
       await dispatch.queueTasks({ body: { task_type: 'pull_pod', params: { pro: '4471180293' } } });
       (await lanes.getLane({ queue: 'q', step: 's' })).lane satisfies 'shadow' | 'assist' | 'auto';
       verifyWebhook({ body: '', headers: {}, secret: 'whsec_' }) satisfies unknown;
       // @ts-expect-error a status that there is not
       await dispatch.listTasks({ status: 'over' });
       // @ts-expect-error the id is missing
       await dispatch.getTask({});
       export { outcome };`,
    );
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--types',
      'node',
    ];
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    await run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, join(folder, 'caller.ts')]).catch(
      (error: { stdout?: string }) => assert.fail(error.stdout),
    );
  });
});
