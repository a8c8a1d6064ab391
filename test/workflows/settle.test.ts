import assert from 'node:assert/strict';
import { disagreement, billsDefined, place, settledByPerson } from '../activities/lanes/disagreements.ts';
import { capMicros, isForPeople } from '../../domain/lanes/settler/policy.ts';
import { bookedToday } from '../../store/lanes/settler.ts';
import { openSettleStarts, type StartSettle } from '../../temporal/starts.ts';
import { openTestLanes, type TestLanes, type TestWorkspace } from '../support/lanes-api.ts';
import { answersStatus, findsLargerAmountRight, hangs, openModelServer, says } from '../support/model-server.ts';
import type { ModelServer } from '../support/model-server.ts';
import { until } from '../support/wait.ts';
import { type LaneCrew, openLaneCrew } from './lane-crew.ts';

const key = 'sk-the-credential-of-the-model';
const secretMemo = 'what only the item says';

/** Dollars are counted by days in UTC: a test that would begin right before the end of one begins after it. */
async function wellWithinADay(): Promise<void> {
  const dayMs = 86_400_000;
  await until(() => dayMs - (Date.now() % dayMs) > 200_000, { everyMs: 500, what: 'the next day' });
}

describe('a run of the settler', function () {
  let model: ModelServer;
  let api: TestLanes;
  let crew: LaneCrew;
  let workspace: TestWorkspace;
  const engine: { start?: StartSettle } = {};
  let env: NodeJS.ProcessEnv;
  before(async () => {
    model = await openModelServer();
    env = {
      SETTLER_API_KEY: key,
      SETTLER_BASE_URL: model.baseUrl,
      SETTLER_MODEL: 'test-model',
      SETTLER_ALLOW_PRIVATE: 'true',
      SETTLER_INPUT_PRICE: '1.00',
      SETTLER_OUTPUT_PRICE: '4.00',
    };
    api = await openTestLanes(env, { startSettle: async (run) => (await engine.start?.(run)) ?? false });
    crew = await openLaneCrew({ env, database: api.database });
    engine.start = openSettleStarts(crew.client, crew.queueSuffix);
    await crew.join();
  });
  after(async () => {
    await crew.leave();
    await api.close();
    await model.close();
  });
  beforeEach(async () => {
    await wellWithinADay();
    model.reply = findsLargerAmountRight;
    workspace = await api.newWorkspace({ auditSeed: '7' });
    await crew.ingest.submit(workspace, { kind: 'settings', change: { settlerOn: true }, actor: 'test' });
  });

  /** Items 0 to n-1 disagree: some of them are for people too. */
  const disagreeing = async (n: number): Promise<void> => {
    const events = Array.from({ length: n }, (_, at) =>
      disagreement(at * 2, { memo: secretMemo }, {}, `bill-${at}`),
    ).flat();
    const sent = await api.call('POST', '/v1/events', { key: workspace.key, json: [billsDefined, ...events] });
    assert.equal(sent.json.waiting_settlement, n, sent.text);
  };
  const forPeople = (n: number): number =>
    Array.from({ length: n }, (_, at) => `bill-${at}`).filter((item) => isForPeople('7', place.queue, place.step, item))
      .length;
  const get = async (path: string) => {
    const answer = await api.call('GET', path, { key: workspace.key });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const run = (json: object = {}) => api.call('POST', '/v1/settler/run', { key: workspace.key, json });
  const ended = () =>
    until(
      async () => {
        const { last_run: last } = await get('/v1/settler');
        return last !== null && last.ending !== null ? last : undefined;
      },
      { what: 'the run to end' },
    );
  /** Micro-dollars of today. */
  const booked = (): Promise<number> => bookedToday(api.database.pool, workspace.no, new Date());
  const handle = () => crew.client.workflow.getHandle(`settle:${workspace.id}`);

  it('settles what waits, one activity an item, and leaves a tenth in the queue for people', async () => {
    await disagreeing(12);
    const kept = forPeople(12);
    assert.ok(kept > 0);
    const started = await run({ limit: 50 });
    assert.deepEqual([started.status, started.json.status, started.json.limit], [202, 'started', 50]);
    const last = await ended();
    assert.equal(last.id, started.json.run_id);
    assert.deepEqual(
      [last.ending, last.found, last.settled, last.for_people, last.unusable, last.gone],
      ['done', 12, 12 - kept, kept, 0, 0],
    );
    assert.equal((await get('/v1/settle-queue')).total, kept);
    // 420 tokens a call at these prices are 480 micro-dollars.
    assert.deepEqual([last.spent_usd, (await get('/v1/settler')).spent_today_usd], ['0.01', '0.01']);
    const { disagreements } = await get(`/v1/steps/${place.queue}/${place.step}/evidence`);
    const settled = disagreements.filter((one: { settled: object | null }) => one.settled !== null);
    assert.equal(settled.length, 12 - kept);
    for (const one of settled)
      assert.deepEqual(
        [one.settled.verdict, one.settled.by, one.settled.actor],
        ['operator_right', 'model', 'settler'],
      );
    const { events } = await handle().fetchHistory();
    const activities = events?.filter((event) => event.activityTaskScheduledEventAttributes) ?? [];
    assert.equal(activities.length, 12 + 2, 'an activity an item, one that plans and one that ends');
    const history = JSON.stringify(await handle().fetchHistory());
    for (const hidden of [key, secretMemo]) {
      assert.ok(!history.includes(hidden) && !history.includes(Buffer.from(hidden).toString('base64').slice(4, -4)));
      assert.ok(!JSON.stringify(await get('/v1/settler')).includes(hidden));
    }
    const described = await handle().describe();
    assert.equal(await described.staticSummary(), `Model review of up to 50 disagreements of ${workspace.id}`);
  });

  it('takes as many as asked for, the oldest first, and a later run the rest; people’s answers count its agreement', async () => {
    await disagreeing(12);
    await run({ limit: 5 });
    assert.deepEqual((await ended()).found, 5);
    const left = (await get('/v1/settle-queue')).items.map(({ item }: { item: string }) => item);
    assert.ok(!left.includes('bill-0') || forPeople(1) === 1);
    const second = await run();
    assert.deepEqual([second.status, second.json.limit], [202, 50]);
    await until(async () => (await get('/v1/settler')).last_run.id === second.json.run_id, { what: 'the second run' });
    assert.equal((await ended()).found, 7);
    const kept = (await get('/v1/settle-queue')).items.map(({ item }: { item: string }) => item);
    const [first, ...others] = kept;
    const settlements = [
      settledByPerson(first, 'operator_right'),
      ...others.map((item: string) => settledByPerson(item, 'agent_right')),
    ];
    await api.call('POST', '/v1/events', { key: workspace.key, json: settlements });
    const { agreement } = (await get('/v1/settler')).last_run;
    assert.deepEqual(agreement, { asked: kept.length, answered: kept.length, agreed: 1, rate: 1 / kept.length });
  });

  it('is one at a time, can be watched, and ends within the current item when settler_kill is set', async () => {
    await disagreeing(3);
    model.reply = hangs;
    const before = model.asked.length;
    const started = await run();
    await until(() => model.asked.length > before, { what: 'the model to be asked' });
    const again = await run({ limit: 1 });
    assert.deepEqual([again.status, again.json.run_id, again.json.status], [200, started.json.run_id, 'running']);
    const { raw } = await handle().describe();
    assert.equal(raw.pendingActivities?.length, 1);
    await crew.ingest.submit(workspace, { kind: 'settings', change: { settlerKill: true }, actor: 'test' });
    const last = await ended();
    assert.deepEqual([last.ending, last.settled, last.ending_reason], ['killed', 0, 'settler_kill was set to 1']);
    assert.equal(model.asked.length, before + 1);
    const { enabled, killed, reason } = await get('/v1/settler');
    assert.deepEqual([enabled, killed, reason], [false, true, 'the settler is stopped: settler_kill is 1']);
    const refused = await run();
    assert.deepEqual([refused.status, refused.json.code, refused.json.error], [409, 'settler_off', reason]);
    assert.deepEqual(await handle().result(), { ending: 'killed' });
  });

  it('ends in the middle of a call when somebody cancels it in the engine', async () => {
    await disagreeing(2);
    model.reply = hangs;
    const before = model.asked.length;
    await run();
    await until(() => model.asked.length > before, { what: 'the model to be asked' });
    await handle().cancel();
    assert.equal((await ended()).ending, 'cancelled');
    await assert.rejects(handle().result());
    assert.equal((await handle().describe()).status.name, 'CANCELLED');
    assert.equal((await get('/v1/settle-queue')).total, 2);
  });

  it('reports a run that was terminated as failed once the next one opens', async () => {
    await disagreeing(2);
    model.reply = hangs;
    const before = model.asked.length;
    await run();
    await until(() => model.asked.length > before, { what: 'the model to be asked' });
    await handle().terminate();
    model.reply = findsLargerAmountRight;
    const second = await run();
    assert.equal(second.status, 202);
    await until(async () => (await get('/v1/settler')).last_run.id === second.json.run_id, { what: 'the second run' });
    assert.equal((await ended()).ending, 'done');
    const { rows } = await api.database.pool.query<{ ending: string }>(
      'select ending from lane_settler_runs where workspace_no = $1 order by started_at',
      [workspace.no],
    );
    assert.deepEqual(
      rows.map(({ ending }) => ending),
      ['failed', 'done'],
    );
  });

  it('asks again after an answer 500, and continues', async () => {
    await disagreeing(1);
    const before = model.asked.length;
    model.reply = (asked, response, count) =>
      (count === before + 1 ? answersStatus(500) : findsLargerAmountRight)(asked, response, count);
    await run();
    const last = await ended();
    assert.deepEqual([last.ending, last.settled + last.for_people], ['done', 1]);
    assert.equal(model.asked.length, before + 2);
  });

  it('ends when the model wants to be left alone for long, or refuses, or answers nonsense three times in a row', async () => {
    await disagreeing(5);
    for (const [reply, ending, calls] of [
      [answersStatus(429, { 'retry-after': '3600' }), 'model_away', 1],
      [answersStatus(401), 'model_refused', 1],
      [says('yes'), 'unusable', 3],
    ] as const) {
      model.reply = reply;
      const before = model.asked.length;
      const { run_id: id } = (await run()).json;
      await until(async () => (await get('/v1/settler')).last_run?.id === id, { what: 'the run to open' });
      assert.equal((await ended()).ending, ending);
      assert.equal(model.asked.length, before + calls, ending);
    }
    assert.equal((await get('/v1/settle-queue')).total, 5);
  });

  it('stops when a dollar is spent', async () => {
    await disagreeing(3);
    await api.database.pool.query('insert into lane_settler_days values ($1, (now() at time zone $2)::date, 999999)', [
      workspace.no,
      'utc',
    ]);
    const before = model.asked.length;
    await run();
    assert.equal((await ended()).ending, 'cap');
    assert.equal(model.asked.length, before);
    assert.equal((await get('/v1/settler')).spent_today_usd, '1.00');
  });

  it('keeps what was booked when its worker is killed in a call, asks again, and not beyond the dollar', async () => {
    const other = await openLaneCrew({ env, database: api.database });
    const startHere = engine.start;
    const startThere = openSettleStarts(other.client, other.queueSuffix);
    engine.start = (wanted) => startThere({ ...wanted, silenceMs: 12_000 });
    try {
      model.reply = hangs;
      const worker = await other.spawn();
      const asked = model.asked.length;
      await disagreeing(1);
      const first = workspace;
      await run();
      await until(() => model.asked.length === asked + 1, { what: 'the model to be asked' });
      const bound = await booked();
      assert.ok(bound > 480);

      // One that can pay for a single call.
      workspace = await api.newWorkspace({ auditSeed: '7' });
      await crew.ingest.submit(workspace, { kind: 'settings', change: { settlerOn: true }, actor: 'test' });
      await disagreeing(1);
      await api.database.pool.query('insert into lane_settler_days values ($1, (now() at time zone $2)::date, $3)', [
        workspace.no,
        'utc',
        capMicros - bound,
      ]);
      await run();
      await until(() => model.asked.length === asked + 2, { what: 'the model to be asked for both' });
      assert.equal(await booked(), capMicros);

      worker.kill('SIGKILL');
      model.reply = findsLargerAmountRight;
      await other.join();
      assert.equal((await ended()).ending, 'cap');
      assert.equal(await booked(), capMicros);
      assert.equal((await get('/v1/settle-queue')).total, 1, 'the item is left to people');

      workspace = first;
      const last = await ended();
      assert.deepEqual([last.ending, last.settled + last.for_people], ['done', 1]);
      assert.equal(await booked(), bound + 480, 'the call that nobody heard of again, and the one that was answered');
      assert.equal(model.asked.length, asked + 3);
    } finally {
      if (startHere) engine.start = startHere;
      await other.leave();
    }
  });
});
