import assert from 'node:assert/strict';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { firstMonday, week, workEvents } from '../activities/lanes/work.ts';
import type { TestWorkspace } from '../support/lanes-api.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/wait.ts';
import { type HookSite, openHookSite } from './hook-site.ts';

const place = { queue: 'refunds', step: 'approve' } as const;
const weekStart = (n: number): string => new Date(firstMonday + (n - 1) * week).toISOString();
const dana = { kind: 'operator', id: 'dana' } as const;

/** A step that moves money and climbs in two weeks: it waits for a sign-off at the close of the second. */
const history: readonly WireEvent[] = workEvents({ weeks: 9, itemsPerWeek: 32, wrongEvery: 10_000 }).map((event) => {
  if (event.kind !== 'queue.defined') return event;
  const steps = (event.steps ?? []).map((step) => ({
    ...step,
    money_moving: true,
    rules: { ...step.rules, money: { min_lower_bound: 0.5 }, demote: { exit_upper_bound: 0.4 } },
  }));
  return { ...event, steps };
});

describe('what other systems see of sign-offs and drift', function () {
  let site: HookSite;
  let receiver: Receiver;
  let workspace: TestWorkspace;
  before(async function () {
    site = await openHookSite(this, [5]);
    receiver = await openReceiver();
  });
  after(async () => {
    await site.close();
    await receiver.close();
  });
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await site.api.call(method, path, { key: workspace.key, ...(json === undefined ? {} : { json }) });
    assert.equal(Math.floor(answer.status / 100), 2, answer.text);
    return answer.json;
  };
  const send = (...events: unknown[]) => call('POST', '/v1/events', events);
  const sendWeek = async (n: number) => {
    const taken = await send(...history.filter(({ at }) => at >= weekStart(n) && at < weekStart(n + 1)));
    assert.deepEqual(taken.rejected, []);
    return taken;
  };
  /** Closes the week; what came of it. */
  const close = (n: number) => call('POST', '/v1/weeks/close', { through: weekStart(n + 1) });
  const view = () => call('GET', `/v1/steps/${place.queue}/${place.step}`);
  const signoffGate = async (): Promise<string> =>
    (await view()).gates.find(({ gate }: { gate: string }) => gate === 'signoff').sentence;
  /** The newest webhook of a type that this workspace was sent. */
  const received = (type: string, where: (data: never) => boolean = () => true) =>
    until(
      () =>
        receiver.received
          .map(({ body }) => JSON.parse(body))
          .find((one) => one.workspace === workspace.id && one.type === type && where(one.data as never)),
      { what: `the webhook ${type}` },
    );

  beforeEach(async () => {
    workspace = await site.api.newWorkspace();
    await call('POST', '/v1/webhooks', {
      url: receiver.url,
      events: ['lane.changed', 'drift.alert', 'signoff.requested'],
    });
    await sendWeek(1);
    await close(1);
    await sendWeek(2);
  });

  it('take the event from the webhook, send it back unchanged but for the actor, and see the promotion', async () => {
    const closed = await close(2);
    assert.deepEqual(closed.lane_changes, []);
    const { data, queue, step } = await received('signoff.requested');
    assert.deepEqual([queue, step, data.purpose], [place.queue, place.step, 'promote']);
    assert.deepEqual(data.event, closed.signoff_requests[0].event);
    assert.deepEqual(data.event, (await view()).signoff.event);
    assert.ok(data.numbers.compared_items >= 10 && data.numbers.lower_bound > 0.5, JSON.stringify(data.numbers));
    assert.equal(await signoffGate(), `Blocked: sign-off ${data.request_id} waits for a person.`);

    const answered = await send({ ...data.event, actor: dana });
    assert.deepEqual([answered.accepted, answered.rejected, answered.lane_changes], [1, [], []]);
    assert.equal((await view()).lane, 'assist', 'promotions happen at a close only');
    assert.match(await signoffGate(), /signed off by dana/i);
    const { lane_changes: onTheWay } = await sendWeek(3);
    const { lane_changes: changes } = await close(3);
    assert.deepEqual(onTheWay, []);
    assert.deepEqual(
      changes.map(({ from, to, rule }: Record<string, string>) => [from, to, rule]),
      [['assist', 'auto', 'assist_to_auto']],
    );
    const webhook = await received('lane.changed', ({ to }: { to: string }) => to === 'auto');
    assert.deepEqual(
      [webhook.data.from, webhook.data.to, webhook.data.rule, webhook.data.week],
      ['assist', 'auto', changes[0].rule, changes[0].week],
    );
    assert.equal((await send({ ...data.event, actor: dana })).duplicates, 1, 'sending it again is harmless');
  });

  it('send it back weeks late: it counts by its own time, and is not late', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await sendWeek(3);
    await sendWeek(4);
    assert.equal((await send({ ...data.event, actor: dana })).accepted, 1);
    const { rows } = await site.api.database.pool.query<{ late: boolean }>(
      'select late from lane_event_ids where workspace_no = $1 and id = $2',
      [workspace.no, data.event.id],
    );
    assert.deepEqual(rows, [{ late: false }]);
    const { lane_changes: changes } = await close(4);
    assert.deepEqual(
      changes.map(({ to }: { to: string }) => to),
      ['auto'],
    );
  });

  it('send an approval dated before the stint: it counts for nothing, and the gate says why', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await send({ ...data.event, at: weekStart(1), actor: dana });
    await sendWeek(3);
    const { lane_changes: changes, signoff_requests: again } = await close(3);
    assert.deepEqual(changes, []);
    assert.equal(again.length, 1, 'it is asked for again');
    assert.equal(await signoffGate(), `Blocked: sign-off ${again[0].request_id} waits for a person.`);
  });

  it('answer a request that another has replaced: a sentence says which one waits', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    let newest = data.request_id;
    for (let n = 3; n <= 6; n += 1) {
      await sendWeek(n);
      newest = (await close(n)).signoff_requests[0]?.request_id ?? newest;
    }
    assert.notEqual(newest, data.request_id);
    const { accepted, rejected } = await send({ ...data.event, actor: dana });
    assert.deepEqual(
      [accepted, rejected[0].errors],
      [0, [`event.request_id ${data.request_id} is no open request of refunds/approve; ${newest} waits for a person`]],
    );
    assert.equal(await signoffGate(), `Blocked: sign-off ${newest} waits for a person.`);
    await sendWeek(7);
    assert.deepEqual((await close(7)).lane_changes, []);
    assert.equal((await view()).lane, 'assist');
  });

  it('decline: the step stays in Assist, the gate says until when, and four weeks later it is asked again', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await send({ ...data.event, id: 'declined', verdict: 'decline', actor: dana });
    const until4 = new Date(Date.parse(data.at) + 4 * week).toISOString();
    assert.equal(await signoffGate(), `Blocked: the sign-off was declined; it is asked for again from ${until4} on.`);
    const asked: string[] = [];
    for (let n = 3; n <= 6; n += 1) {
      await sendWeek(n);
      const { lane_changes: changes, signoff_requests: requests } = await close(n);
      assert.deepEqual(changes, []);
      asked.push(...requests.map(({ at }: { at: string }) => at));
    }
    assert.deepEqual(asked, [until4]);
  });

  it('are refused with a sentence for agents and for nobody, and the event still works for a person', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    for (const [actor, sentence] of [
      [{ kind: 'agent', id: 'bot' }, 'event.actor.kind must be operator for signoff.given'],
      [{ kind: 'operator', id: ' ' }, 'event.actor.id must name the operator for signoff.given'],
      [undefined, 'event.actor is required'],
    ] as const) {
      const { accepted, rejected } = await send({ ...data.event, ...(actor && { actor }) });
      assert.deepEqual([accepted, rejected[0].id, rejected[0].errors], [0, data.event.id, [sentence]]);
    }
    assert.equal(await signoffGate(), `Blocked: sign-off ${data.request_id} waits for a person.`);
    await send({ ...data.event, actor: dana });
    assert.match(await signoffGate(), /signed off by dana/i);
  });

  it('name another request: a sentence says which one waits, and it continues waiting', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    const { accepted, rejected } = await send({ ...data.event, id: 'x', request_id: 'sr_0123', actor: dana });
    assert.deepEqual(
      [accepted, rejected[0].errors],
      [0, [`event.request_id sr_0123 is no open request of refunds/approve; ${data.request_id} waits for a person`]],
    );
    assert.equal(await signoffGate(), `Blocked: sign-off ${data.request_id} waits for a person.`);
    await sendWeek(3);
    assert.deepEqual((await close(3)).lane_changes, []);
  });

  it('withdraw an approval: Auto ends at once, with the reason', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await send({ ...data.event, actor: dana });
    await sendWeek(3);
    await close(3);
    const withdrawn = { ...data.event, id: 'withdrawn', at: weekStart(4), verdict: 'decline', actor: dana };
    const { lane_changes: changes } = await send(withdrawn);
    assert.deepEqual(
      changes.map(({ from, to, rule }: Record<string, string>) => [from, to, rule]),
      [['auto', 'assist', 'signoff_withdrawn']],
    );
    assert.match(changes[0].reason, /sign-off/);
  });

  it('see a demotion for a critical audit at once, with an alert that explains it, and a request to acknowledge', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await send({ ...data.event, actor: dana });
    await sendWeek(3);
    await close(3);
    const acted = history.find(({ id, at }) => id.endsWith('-auto') && at >= weekStart(4));
    assert.ok(acted?.item);
    await send(acted);
    const audit = { id: 'audit-1', kind: 'audit.result', at: acted.at, ...place, item: acted.item, actor: dana };
    const taken = await send({ ...audit, verdict: 'disagree', severity: 'critical' });
    const alert = await received('drift.alert');
    assert.deepEqual(
      [alert.data.signal, alert.data.lane, alert.data.value, alert.data.detail],
      ['critical_audit', 'shadow', 1, taken.alerts[0].detail],
    );
    assert.match(alert.data.detail, new RegExp(`critical.*${acted.item}|${acted.item}.*critical`));
    const webhook = await received('lane.changed', ({ to }: { to: string }) => to === 'shadow');
    assert.deepEqual([webhook.data.from, webhook.data.rule], ['auto', 'critical_audit']);
    assert.equal((await view()).last_change.reason, webhook.data.reason);
    assert.equal(taken.signoff_requests[0].purpose, 'acknowledge');
    const { items, total } = await call('GET', '/v1/settle-queue');
    assert.deepEqual([total, items[0].item, items[0].severity], [1, acted.item, 'critical']);
  });

  it('see a demotion for drift of outcomes, with an alert that states the figure, its limit and what it is made of', async () => {
    await close(2);
    const { data } = await received('signoff.requested');
    await send({ ...data.event, actor: dana });
    await sendWeek(3);
    await close(3);
    const minute = (n: number): string => new Date(Date.parse(weekStart(4)) + n * 60_000).toISOString();
    const worse = Array.from({ length: 20 }, (_, n) => {
      const head = { ...place, item: `worse-${n}` };
      const actor = { kind: 'agent', id: 'bot', version: '1' };
      return [
        { ...head, id: `worse-${n}`, kind: 'step.done', at: minute(2 * n), role: 'act', actor, decision: 'pay' },
        { ...head, id: `audit-${n}`, kind: 'audit.result', at: minute(2 * n + 1), actor: dana, verdict: 'disagree' },
      ];
    }).flat();
    const { alerts, lane_changes: changes } = await send(...worse);
    assert.deepEqual(
      changes.map(({ from, to, rule }: Record<string, string>) => [from, to, rule]),
      [['auto', 'assist', 'cusum']],
    );
    const alert = await received('drift.alert');
    assert.deepEqual(alert.data, alerts[0]);
    const { signal, lane, value, threshold, detail } = alert.data;
    assert.deepEqual([signal, lane, threshold], ['outcome_drift', 'assist', 6]);
    assert.ok(value >= threshold);
    assert.match(detail, /^the errors of \d+ checked items add up to [\d.]+, at least 6: closer to/);
  });
});
