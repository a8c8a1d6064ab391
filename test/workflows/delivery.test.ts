import assert from 'node:assert/strict';
import { asOwner } from '../support/database.ts';
import { Webhook } from 'standardwebhooks';
import { signingSecret } from '../../process/secrets.ts';
import { deliveryStarts } from '../../store/deliveries.ts';
import { recoverFailed, sendAgain } from '../../store/resend-deliveries.ts';
import { rotateSecret } from '../../store/secret-generations.ts';
import { addStarts } from '../../store/workflow-starts.ts';
import { verifyDocumentSignature } from '../support/document-signature.ts';
import { type Answer, answerWith, hang, openReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { until } from '../support/wait.ts';
import { bodyOf, type DeliverySite, deploymentSecret, openDeliverySite } from './delivery-site.ts';

const hour = 3_600_000;
/** Answers with each in turn, then with the last for ever. */
const inTurn =
  (...answers: Answer[]): Answer =>
  (request, response, count) =>
    (answers[Math.min(count, answers.length) - 1] as Answer)(request, response, count);

describe('delivery workflow', () => {
  const closers: (() => Promise<void>)[] = [];
  let site: DeliverySite;
  before(async function () {
    site = await openDeliverySite(this);
  });
  after(() => site.close());
  /** One of its own, for a test with other settings or without a worker. */
  const open = async (
    test: Mocha.Context,
    options: Parameters<typeof openDeliverySite>[1] = {},
  ): Promise<DeliverySite> => {
    const opened = await openDeliverySite(test, options);
    closers.push(() => opened.close());
    return opened;
  };
  const receive = async (answer?: Answer): Promise<Receiver> => {
    const receiver = await openReceiver(answer);
    closers.push(() => receiver.close());
    return receiver;
  };
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  const owner = (site: DeliverySite) => ({ kind: 'sender', id: site.sender.senderId }) as const;

  it('delivers at once with one activity, signed for three kinds of verifier', async () => {
    const receiver = await receive(answerWith(200, {}, 'thank\u0000 you'));
    const id = await site.add({ url: receiver.url });
    const row = await site.reaches(id, 'delivered');

    const [got] = receiver.received as [Received];
    const { headers, body } = got;
    assert.equal(body, bodyOf(id).toString());
    assert.equal(headers['x-svc-event'], 'task.completed');
    assert.equal(headers['x-svc-delivery'], id);
    assert.equal(headers['x-svc-client'], site.sender.senderId);
    const timestamp = String(headers['x-svc-timestamp']);
    assert.match(timestamp, /^\d{10}$/);
    assert.equal(
      await verifyDocumentSignature(
        site.sender.outboundSecret,
        `${timestamp}.${body}`,
        String(headers['x-svc-signature']),
      ),
      true,
    );
    assert.deepEqual(
      new Webhook(site.sender.outboundSecret).verify(body, headers as Record<string, string>),
      JSON.parse(body),
    );
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');

    const [attempt] = row.attempts;
    assert.deepEqual(
      { ...attempt, at: undefined, durationMs: undefined },
      { n: 1, at: undefined, responseStatus: 200, error: null, durationMs: undefined, excerpt: 'thank you' },
    );
    const kept = await site.pool.query<{ headers: Record<string, string> }>(
      'select request_headers as headers from delivery_attempts where delivery_id = $1',
      [id],
    );
    for (const [name, value] of Object.entries(kept.rows[0]?.headers ?? { none: '' }))
      assert.equal(headers[name.toLowerCase()], value, name);
    assert.equal(row.nextAttemptAt, null);
    assert.deepEqual(await site.handle(id).result(), { state: 'delivered', attempts: 1 });
    const { types } = await site.history(id);
    assert.equal(types.filter((type) => type === 'ACTIVITY_TASK_SCHEDULED').length, 1);
    assert.ok(!types.includes('UPSERT_WORKFLOW_SEARCH_ATTRIBUTES') && !types.includes('TIMER_STARTED'));
    const { events } = await site.handle(id).fetchHistory();
    const started = events?.[0]?.workflowExecutionStartedEventAttributes;
    assert.equal(started?.eagerExecutionAccepted, true, 'the answer to its start brings its first workflow task');
  });

  it('tries again until it is acknowledged, with the same id and the same bytes', async () => {
    const receiver = await receive(
      inTurn(
        answerWith(500, {}, 'out of order'),
        answerWith(302, { location: 'http://169.254.169.254/' }),
        answerWith(204),
      ),
    );
    const id = await site.add({ url: receiver.url });
    const row = await site.reaches(id, 'delivered');
    assert.deepEqual(
      row.attempts.map(({ n, responseStatus, error, excerpt }) => [n, responseStatus, error, excerpt]),
      [
        [1, 500, null, 'out of order'],
        [2, 302, 'redirect', null],
        [3, 204, null, null],
      ],
    );
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['x-svc-delivery'])), new Set([id]));
    assert.deepEqual(new Set(receiver.received.map(({ body }) => body)), new Set([bodyOf(id).toString()]));
    assert.deepEqual(await site.handle(id).result(), { state: 'delivered', attempts: 3 });
  });

  it('fails after the last attempt and keeps what came of each', async () => {
    const receiver = await receive(answerWith(503, {}, 'come back later'));
    const id = await site.add({ url: receiver.url, waitsMs: [5, 5] });
    const row = await site.reaches(id, 'failed');
    assert.deepEqual(
      row.attempts.map(({ n, responseStatus, excerpt }) => [n, responseStatus, excerpt]),
      [1, 2, 3].map((n) => [n, 503, 'come back later']),
    );
    assert.equal(row.nextAttemptAt, null);
    assert.ok(row.finishedAt);
    assert.deepEqual(await site.handle(id).result(), { state: 'failed', attempts: 3 });
    const { typedSearchAttributes } = await site.handle(id).describe();
    assert.match(JSON.stringify(typedSearchAttributes), /failed/);
  });

  it('never reveals the address of a receiver it may not reach', async function () {
    const own = await open(this, { settings: { DISPATCH_ALLOW_LOOPBACK: false } });
    const receiver = await receive();
    const id = await own.add({ url: receiver.url.replace('127.0.0.1', 'localhost'), waitsMs: [] });
    const row = await own.reaches(id, 'failed');
    assert.deepEqual(
      row.attempts.map(({ responseStatus, error, excerpt }) => [responseStatus, error, excerpt]),
      [[null, 'blocked_address', null]],
    );
    assert.equal(receiver.received.length, 0);
    assert.ok(!(await own.history(id)).json.includes('127.0.0.1'));
  });

  it('waits as long as Retry-After asks for', async () => {
    const receiver = await receive(answerWith(429, { 'retry-after': '60' }));
    const id = await site.add({ url: receiver.url, waitsMs: [1000, hour] });
    const row = await site.reaches(id, 'retrying');
    const began = row.attempts[0]?.at.getTime() ?? 0;
    assert.ok((row.nextAttemptAt?.getTime() ?? 0) - began >= 60_000);
  });

  it('makes the next attempt at once when asked to', async () => {
    const receiver = await receive(inTurn(answerWith(500), answerWith(204)));
    const id = await site.add({ url: receiver.url, waitsMs: [hour] });
    await site.reaches(id, 'retrying');
    await site.handle(id).signal('retryNow');
    assert.equal((await site.reaches(id, 'delivered')).attempts.length, 2);
  });

  it('is found in the engine while it waits, and says for what', async () => {
    const receiver = await receive(answerWith(500));
    const id = await site.add({ url: receiver.url, waitsMs: [hour] });
    await site.reaches(id, 'retrying');
    const described = await until(async () => {
      const found = await site.handle(id).describe();
      return JSON.stringify(found.typedSearchAttributes).includes('retrying') ? found : undefined;
    });
    assert.match(JSON.stringify(described.typedSearchAttributes), /receiver/);
    assert.match(JSON.stringify(described.typedSearchAttributes), new RegExp(site.sender.senderId));
    assert.equal(
      await described.staticSummary(),
      `task.completed of ${(await site.read(id)).subjectId} to ${new URL(receiver.url).host}`,
    );
  });

  it('is sent again after it failed: a new run, the same id, attempts counted on', async () => {
    const receiver = await receive(answerWith(500));
    const id = await site.add({ url: receiver.url, waitsMs: [5] });
    await site.reaches(id, 'failed');
    await site.handle(id).result();
    receiver.answer = answerWith(204);
    assert.equal(await sendAgain(site.pool, owner(site), id), 'queued');
    assert.equal(await sendAgain(site.pool, owner(site), id), 'open');
    site.wakeStarts();
    const row = await site.reaches(id, 'delivered');
    assert.deepEqual(
      row.attempts.map(({ n, responseStatus }) => [n, responseStatus]),
      [
        [1, 500],
        [2, 500],
        [3, 204],
      ],
    );
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([id]));
    assert.equal(await sendAgain(site.pool, { kind: 'sender', id: 'snd_other' }, id), undefined);
  });

  it('is sent again at once by the run that has yet to end, which the engine would start no other beside', async function () {
    const site = await open(this, { withWorker: false });
    const receiver = await receive(inTurn(answerWith(500), answerWith(204)));
    const id = await site.add({ url: receiver.url, waitsMs: [] });
    const stop = await site.addWorker('workflows');
    await until(async () => {
      const { types } = await site.history(id).catch(() => ({ types: [] as string[] }));
      return types.includes('ACTIVITY_TASK_SCHEDULED');
    });
    await stop();
    // The attempt is on record, and the workflow has not heard of it.
    await site.addWorker('activities');
    await site.reaches(id, 'failed');
    assert.equal(await sendAgain(site.pool, owner(site), id), 'queued');
    site.wakeStarts();
    await until(async () => (await site.pool.query('select from workflow_starts')).rowCount === 0);

    await site.addWorker('workflows');
    const { attempts } = await site.reaches(id, 'delivered');
    assert.deepEqual(
      attempts.map(({ n, responseStatus }) => [n, responseStatus]),
      [
        [1, 500],
        [2, 204],
      ],
    );
    assert.deepEqual(await site.handle(id).result(), { state: 'delivered', attempts: 1 });
  });

  it('is not sent twice where its start comes twice', async () => {
    let refuse = (): void => {};
    const receiver = await receive((request, response, count) => {
      refuse = () => answerWith(500)(request, response, count);
    });
    const id = await site.add({ url: receiver.url, waitsMs: [] });
    await until(() => receiver.received.length === 1);
    await addStarts(site.pool, await deliveryStarts(site.pool, [id]));
    site.wakeStarts();
    await until(async () => (await site.pool.query('select from workflow_starts')).rowCount === 0);
    refuse();
    await site.reaches(id, 'failed');
    await site.handle(id).result();
    assert.equal(receiver.received.length, 1);
  });

  it('sends all again that failed since a time, and no others', async () => {
    const receiver = await receive(answerWith(500));
    const early = await site.add({ url: receiver.url, waitsMs: [] });
    await site.reaches(early, 'failed');
    const since = new Date((await site.read(early)).finishedAt!.getTime() + 1);
    const late = [
      await site.add({ url: receiver.url, waitsMs: [] }),
      await site.add({ url: receiver.url, waitsMs: [] }),
    ];
    for (const id of late) {
      await site.reaches(id, 'failed');
      await site.handle(id).result();
    }
    receiver.answer = answerWith(204);
    assert.equal(await recoverFailed(site.pool, { kind: 'sender', id: 'snd_other' }, { since }), 0);
    assert.equal(await recoverFailed(site.pool, owner(site), { since, until: since }), 0);
    assert.equal(await recoverFailed(site.pool, owner(site), { since }), 2);
    site.wakeStarts();
    for (const id of late) await site.reaches(id, 'delivered');
    assert.equal((await site.read(early)).status, 'failed');
  });

  it('sends nothing when its start is repeated by accident', async () => {
    const receiver = await receive();
    const id = await site.add({ url: receiver.url });
    await site.reaches(id, 'delivered');
    // While a run is open, another start of it is none.
    await site.handle(id).result();
    const first = (await site.handle(id).describe()).runId;
    await addStarts(site.pool, await deliveryStarts(site.pool, [id]));
    site.wakeStarts();
    await until(async () => (await site.handle(id).describe()).runId !== first, { what: 'a second run' });
    assert.equal((await site.handle(id).result()).state, 'delivered');
    assert.equal(receiver.received.length, 1);
    assert.equal((await site.read(id)).attempts.length, 1);
  });

  it('brings everything to a receiver that was down, each under the one id it had from the start', async () => {
    const receiver = await receive((_request, response) => void response.destroy());
    const waitsMs = Array.from({ length: 200 }, () => 50);
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await site.add({ url: receiver.url, waitsMs }));
    const rows = () => Promise.all(ids.map((id) => site.read(id)));
    await until(async () => (await rows()).every(({ attempts }) => attempts.length > 0), {
      what: 'a first attempt of each',
    });
    const taken: Received[] = [];
    receiver.answer = (request, response) => {
      taken.push(request);
      response.writeHead(204).end();
    };
    for (const id of ids) await site.reaches(id, 'delivered');
    assert.deepEqual(taken.map(({ headers }) => String(headers['x-svc-delivery'])).toSorted(), ids.toSorted());
    assert.deepEqual(taken.map(({ body }) => body).toSorted(), ids.map((id) => bodyOf(id).toString()).toSorted());
  });

  it('repeats an attempt whose result was not recorded, without using up the schedule', async () => {
    const receiver = await receive(inTurn(answerWith(500), answerWith(204)));
    // The receiver has answered, and neither the attempt nor the engine can say what.
    await asOwner(
      site.url,
      'alter table delivery_attempts add constraint away check (response_status <> 500) not valid',
    );
    const id = await site.add({ url: receiver.url, waitsMs: [] });
    const row = await site.reaches(id, 'delivered');
    await asOwner(site.url, 'alter table delivery_attempts drop constraint away');
    assert.deepEqual(
      row.attempts.map(({ n, responseStatus, error }) => [n, responseStatus, error]),
      [
        [1, null, 'interrupted'],
        [2, 204, null],
      ],
    );
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-svc-delivery']),
      [id, id],
    );
    assert.deepEqual(await site.handle(id).result(), { state: 'delivered', attempts: 1 });
  });

  it('ends an attempt with its worker, and another worker repeats it', async function () {
    const own = await open(this, { withWorker: false });
    const receiver = await receive(inTurn(hang, answerWith(204)));
    const stop = await own.addWorker();
    const id = await own.add({ url: receiver.url, waitsMs: [] });
    await until(() => receiver.received.length === 1, { what: 'the first attempt' });
    await stop();
    await own.addWorker();
    const row = await own.reaches(id, 'delivered');
    assert.deepEqual(
      row.attempts.map(({ n, error }) => [n, error]),
      [
        [1, 'interrupted'],
        [2, null],
      ],
    );
  });

  it('does not count what fails before anything was sent', async () => {
    const receiver = await receive();
    await asOwner(site.url, 'alter table secret_generations rename to away');
    const id = await site.add({ url: receiver.url });
    await until(async () => (await site.history(id)).types.includes('ACTIVITY_TASK_FAILED'), {
      what: 'a fault of our own',
    });
    await asOwner(site.url, 'alter table away rename to secret_generations');
    assert.deepEqual(
      (await site.reaches(id, 'delivered')).attempts.map(({ n }) => n),
      [1],
    );
  });

  it('carries both secrets of a rotation, and signs the document with the one in force', async () => {
    const receiver = await receive();
    const { senderId, outboundSecret } = site.sender;
    await rotateSecret(site.pool, {
      ownerKind: 'sender',
      ownerId: senderId,
      purpose: 'outbound',
      graceMs: hour,
      now: new Date(),
      actor: 'test',
      deploymentSecret,
    });
    const announced = signingSecret(deploymentSecret, {
      ownerKind: 'sender',
      ownerId: senderId,
      purpose: 'outbound',
      generation: 2,
    });
    await site.reaches(await site.add({ url: receiver.url }), 'delivered');
    const { headers, body } = receiver.received[0] as Received;
    for (const secret of [outboundSecret, announced])
      assert.ok(new Webhook(secret).verify(body, headers as Record<string, string>));
    const dated = `${String(headers['x-svc-timestamp'])}.${body}`;
    assert.equal(await verifyDocumentSignature(outboundSecret, dated, String(headers['x-svc-signature'])), true);
    assert.equal(await verifyDocumentSignature(announced, dated, String(headers['x-svc-signature'])), false);
  });

  it('gives up when somebody cancels it in the engine', async () => {
    const receiver = await receive(answerWith(500));
    const id = await site.add({ url: receiver.url, waitsMs: [hour] });
    await site.reaches(id, 'retrying');
    await site.handle(id).cancel();
    assert.equal((await site.reaches(id, 'failed')).attempts.length, 1);
  });
});
