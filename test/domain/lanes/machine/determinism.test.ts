import assert from 'node:assert/strict';
import type { Severity, StepDefinition, WorkEvent } from '../../../../domain/lanes/event.ts';
import type { PartialRules } from '../../../../domain/lanes/rules.ts';
import {
  type Workspace,
  act,
  agent,
  agentAct,
  audit,
  confirm,
  day,
  defined,
  definition,
  openWorkspace,
  operator,
  proposal,
  random,
  rules,
  settled,
  shadow,
  signoff,
  start,
  week,
  wrong,
} from './history.ts';

/** Bars so low that steps go up and down within weeks. */
const lively: PartialRules = {
  shadow_to_assist: { min_weeks: 1, min_items: 10, min_lower_bound: 0.5, max_critical_rate: 0.2 },
  assist_to_auto: {
    min_weeks: 1,
    min_items: 20,
    min_items_per_week: 0,
    min_lower_bound: 0.6,
    consecutive_closes: 1,
    short_min_accuracy: 0.6,
    min_e_value: 1,
    max_critical: 3,
    max_gap_to_operator: 0.5,
    alert_free_weeks: 1,
  },
  demote: { exit_upper_bound: 0.6 },
  audit: { overdue_days: 7, max_overdue_share: 0.4 },
  weeks: { late_max_share: 0.5 },
  coverage: { min_coverage: 0.5, max_late_outputs: 0.9 },
  psi: { min_baseline: 30, min_items: 20, check_every: 10 },
  novel: { min_seen: 2, window: 20 },
  cusum: { auto: { h: 3 }, assist: { h: 4 } },
  cooldown: { drift_weeks: 1, critical_weeks: 1 },
};
const steps: readonly StepDefinition[] = [
  definition({ step: 'match', watch: ['format'], rules: lively }),
  definition({ step: 'pay', moneyMoving: true, watch: ['format', 'size'], rules: lively }),
  definition({ step: 'file', rules: { ...lively, redefine_on_agent_version: true } }),
];

const severities: readonly Severity[] = [...Array.from({ length: 9 }, () => 'material' as const), 'minor', 'critical'];

/** Requests as they might come in: mostly in order of time, some events late, repeated, or without a partner. */
function makeRequests(seed: number, weeks: number): WorkEvent[][] {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const events: { event: WorkEvent; arrives: number }[] = [];
  const add = (event: WorkEvent, delay = 0): void => {
    events.push({ event, arrives: event.at + (next() < 0.04 ? next() * 12 * day : delay) });
  };
  const items = weeks * 60;
  for (let n = 0; n < items; n++) {
    const at = start + Math.floor((n / items) * weeks * week) + Math.floor(next() * day);
    const step = pick(steps).step;
    const item = next() < 0.05 ? `${step}-${Math.max(0, n - 3)}` : `${step}-${n}`;
    const drift = at > start + weeks * 0.6 * week && step === 'match';
    const bad = next() < (drift ? 0.5 : 0.06) ? pick(severities) : null;
    const outputs = bad ? { outputs: wrong[bad] } : {};
    const features = { format: drift && next() < 0.5 ? 'fax' : pick(['pdf', 'xml']), size: Math.floor(next() * 40) };
    const by = { ...agent, version: at > start + (weeks / 2) * week && step === 'file' ? '2' : '1' };
    const role = pick(['shadow', 'assist', 'auto', 'auto'] as const);
    const id = (name: string): string => `${n}-${name}`;
    if (role === 'shadow') {
      add(shadow({ item, at, step, features, actor: by, id: id('s'), ...outputs }));
      if (next() < 0.9) add(act({ item, at: at + 3_600_000 - Math.floor(next() * 2) * 7_200_000, step, id: id('o') }));
    } else if (role === 'assist') {
      add(proposal({ item, at, step, features, actor: by, id: id('p'), ...outputs }));
      if (next() < 0.3) add(proposal({ item, at: at + 1000, step, features, actor: by, id: id('p2') }));
      if (next() < 0.95) add(confirm({ item, at: at + 3_600_000, step, id: id('c') }));
    } else {
      add(agentAct({ item, at, step, features, actor: by, id: id('a'), ...outputs }));
      // Where the lane does not allow it a person does the item all the same.
      if (next() < 0.97) add(act({ item, at: at + 3_600_000, step, id: id('o') }));
      if (next() < 0.9) add(audit(item, at + 2 * day, bad ?? 'agree', { step, id: id('r'), ...(bad ? outputs : {}) }));
    }
    if (bad && next() < 0.6)
      add(
        settled(item, at + 3 * day, pick(['agent_right', 'operator_right', 'both_wrong'] as const), {
          step,
          id: id('y'),
          by: next() < 0.5 ? 'model' : 'person',
        }),
      );
    if (bad && next() < 0.2) add(settled(item, at + 4 * day, 'agent_right', { step, id: id('z') }));
  }
  add(defined(start, ...steps));
  add(
    defined(start + 8.5 * week, {
      ...definition({ step: 'pay', moneyMoving: true, rules: lively }),
      watch: ['format'],
    }),
  );
  events.sort((a, b) => a.arrives - b.arrives || (a.event.id < b.event.id ? -1 : 1));
  const requests: WorkEvent[][] = [];
  for (let i = 0; i < events.length;) {
    const size = next() < 0.2 ? 1 : 1 + Math.floor(next() * 60);
    requests.push(events.slice(i, i + size).map(({ event }) => event));
    i += size;
  }
  return requests;
}

/** Answers every sign-off request that was made so far, as a person would who reads them. */
function answers(space: Workspace, answered: Set<string>, clock: number): WorkEvent[] {
  return space.announced.requests
    .filter(({ request_id: id }) => !answered.has(id))
    .map(({ request_id: id, step }, n) => {
      answered.add(id);
      return signoff(id, clock + n, Number.parseInt(id.slice(-2), 16) % 5 === 0 ? 'decline' : 'approve', {
        step,
        actor: operator,
      });
    });
}

type Change = (request: readonly WorkEvent[]) => readonly (readonly WorkEvent[])[];

function run(
  requests: readonly (readonly WorkEvent[])[],
  change: Change,
  reloadEach: boolean,
  { reviewsAtOnce, closeGraceHours = 0 }: { reviewsAtOnce?: number; closeGraceHours?: number } = {},
): Workspace {
  const settings = { workspace: 'ws_test', timeZone: 'Europe/Berlin', auditSeed: '7', closeGraceHours };
  const space = openWorkspace(settings, reviewsAtOnce);
  const stored = new Set<string>();
  const answered = new Set<string>();
  let clock = 0;
  for (const request of requests) {
    for (const part of change(request)) {
      const fresh = part.filter(({ id }) => !stored.has(id));
      for (const { id } of fresh) stored.add(id);
      if (fresh.length > 0) space.send(...fresh);
      if (reloadEach) space.reload();
    }
    clock = Math.max(clock, ...request.map(({ at }) => at));
    for (const answer of answers(space, answered, clock)) space.send(answer);
  }
  space.close(start + 40 * week);
  return space;
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

const inTime = (request: readonly WorkEvent[]): WorkEvent[] =>
  request.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));

describe('determinism of the lane machine', () => {
  for (const seed of [1, 3]) {
    it(`gives the same lanes, ledger, alerts and requests however one log is sent (seed ${seed})`, () => {
      const requests = makeRequests(seed, 20);
      const plain = run(requests, (request) => [request], false);
      const expected = JSON.stringify([
        plain.announced.laneChanges,
        plain.announced.ledger,
        plain.announced.alerts,
        plain.announced.requests,
      ]);
      const state = plain.dump();
      const next = random(seed + 100);
      const ways: Record<string, [Change, boolean]> = {
        'events of a request in any order': [(request) => [shuffled(request, next)], false],
        'saved and loaded after every request': [(request) => [request], true],
        'requests repeated': [(request) => [request, request.slice(0, 5)], false],
        'requests split in the order of time': [
          (request) => {
            const sorted = inTime(request);
            const cut = Math.floor(next() * sorted.length);
            return [shuffled(sorted.slice(0, cut), next), shuffled(sorted.slice(cut), next)];
          },
          next() < 0.5,
        ],
        'one event a request': [(request) => inTime(request).map((event) => [event]), false],
      };
      for (const [way, [change, reloadEach]] of Object.entries(ways)) {
        const other = run(requests, change, reloadEach);
        const { laneChanges, ledger, alerts, requests: asked } = other.announced;
        assert.equal(JSON.stringify([laneChanges, ledger, alerts, asked]), expected, way);
        assert.equal(other.dump(), state, way);
      }
      // The histories are worth comparing: they go up and down for several reasons.
      const reasons = new Set(plain.announced.laneChanges.map(({ rule }) => rule));
      assert.ok(reasons.size >= 4, [...reasons].join(', '));
      assert.ok(plain.announced.late.size > 10);
    });
  }

  for (const [seed, closeGraceHours] of [
    [6, 0],
    [7, 30],
  ] as const)
    it(`gives the same result when requests that close many weeks are ingested in parts (seed ${seed})`, () => {
      // Weeks without work, and requests that span many weeks.
      const worked = ({ at }: WorkEvent): boolean => Math.floor((at - start) / week) % 6 < 2;
      const thinned = makeRequests(seed, 40).map((request) =>
        request.filter((event) => isDefinition(event) || worked(event)),
      );
      const requests: WorkEvent[][] = [];
      for (let n = 0; n < thinned.length; n += 7) requests.push(thinned.slice(n, n + 7).flat());
      const way: Change = (request) => [request];
      const whole = run(requests, way, false, { closeGraceHours });
      for (const reviewsAtOnce of [1, 7]) {
        const parts = run(requests, way, reviewsAtOnce === 1, { reviewsAtOnce, closeGraceHours });
        assert.ok(parts.announced.results.length > whole.announced.results.length + 2, `${reviewsAtOnce} makes parts`);
        const most = Math.max(...parts.announced.results.map(({ ledger }) => ledger.length));
        assert.ok(most <= reviewsAtOnce + 4 * steps.length, `${most} reviews at once, not ${reviewsAtOnce}`);
        assert.deepEqual(parts.announced.laneChanges, whole.announced.laneChanges);
        assert.deepEqual(parts.announced.ledger, whole.announced.ledger);
        assert.deepEqual(parts.announced.alerts, whole.announced.alerts);
        assert.deepEqual(parts.announced.requests, whole.announced.requests);
        assert.equal(parts.dump(), whole.dump());
      }
      assert.ok(whole.announced.laneChanges.length > 4);
    });

  it('closes no more at once where every event of a request skips a week', () => {
    const space = openWorkspace(rules, steps.length);
    space.send(defined(start, ...steps));
    space.send(...Array.from({ length: 20 }, (_, n) => act({ item: `i${n}`, at: start + 2 * n * week, id: `i${n}` })));
    const most = Math.max(...space.announced.results.map(({ ledger }) => ledger.length));
    assert.ok(most <= 2 * steps.length, `${most} reviews at once`);
  });

  it('gives the same result when it is loaded again between settings, clock moves and holds', () => {
    const [whole, broken] = [runWith(0), runWith(0.5)];
    assert.deepEqual(broken.announced.laneChanges, whole.announced.laneChanges);
    assert.deepEqual(broken.announced.ledger, whole.announced.ledger);
    assert.equal(broken.dump(), whole.dump());
    assert.ok(whole.announced.laneChanges.length > 5);
    for (const { agreed, disagreed, compared, unsettled } of whole.announced.ledger) {
      assert.equal(agreed + disagreed.material + disagreed.critical, compared);
      assert.ok(unsettled >= 0 && unsettled <= compared);
    }
  });

  it('judges what was held at the next close as one request would have been, in parts where it closes many weeks', () => {
    const requests = makeRequests(4, 14);
    const [definitions, work] = [
      requests.flat().filter(isDefinition),
      requests.flat().filter((one) => !isDefinition(one)),
    ];
    const at = start + 15 * week;
    const whole = openWorkspace();
    whole.send(...requests.flat());
    whole.close(at);
    for (const reviewsAtOnce of [Infinity, 7, 1]) {
      const held = openWorkspace(rules, reviewsAtOnce);
      held.hold(...definitions);
      for (let i = 0; i < work.length; i += 500) {
        const { accepted, laneChanges, closedWeeks } = held.hold(...work.slice(i, i + 500));
        assert.deepEqual([accepted, laneChanges, closedWeeks], [Math.min(500, work.length - i), [], []]);
        held.reload();
      }
      const before = held.announced.results.length;
      held.close(at);
      const { laneChanges, ledger, results } = held.announced;
      assert.deepEqual(laneChanges, whole.announced.laneChanges);
      assert.deepEqual(ledger, whole.announced.ledger);
      assert.equal(held.dump(), whole.dump());
      assert.ok(laneChanges.length > 4);
      const most = Math.max(...results.map((one) => one.ledger.length));
      assert.ok(most <= reviewsAtOnce + 2 * steps.length, `${most} reviews at once`);
      assert.equal(results.length - before > 1, reviewsAtOnce !== Infinity);
    }
  });
});

/** One history with settings, clock moves and holds between its requests; loaded again after a share of the records. */
function runWith(reloads: number): Workspace {
  const next = random(11);
  const luck = random(12);
  const space = openWorkspace();
  const answered = new Set<string>();
  let [clock, seq, holding] = [0, 1_000_000, false];
  for (const request of makeRequests(5, 16)) {
    const chance = next();
    if (chance < 0.05) {
      const timeZone = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Apia'][Math.floor(next() * 4)] ?? 'UTC';
      const closeGraceHours = next() < 0.5 ? 30 : 0;
      space.take({ kind: 'settings', seq: ++seq, rules: { ...rules, timeZone, auditSeed: timeZone, closeGraceHours } });
    }
    clock = Math.max(clock, ...request.map(({ at }) => at));
    if (holding || chance > 0.95) {
      space.hold(...request);
      holding = next() < 0.7;
      if (!holding) space.close(clock);
    } else {
      space.send(...request);
      if (next() < 0.1) space.clock(clock + Math.floor(next() * 2 * day));
      for (const answer of answers(space, answered, clock)) space.send(answer);
    }
    if (luck() < reloads) space.reload();
  }
  space.close(start + 25 * week);
  return space;
}

function isDefinition(event: WorkEvent): boolean {
  return event.kind === 'queue.defined';
}
