import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import type { Severity } from '../../../../domain/lanes/event.ts';
import { binOf } from '../../../../domain/lanes/statistics/frozen-bins.ts';
import { psi } from '../../../../domain/lanes/statistics/psi.ts';
import {
  type Workspace,
  agentAct,
  assistWeek,
  audit,
  autoWeek,
  climbToAuto,
  confirm,
  day,
  defined,
  definition,
  openWorkspace,
  proposal,
  settled,
  shadowWeek,
  start,
  week,
} from './history.ts';

const watching = { watch: ['format'] };

function inAuto(over: Parameters<typeof climbToAuto>[1] = {}, perWeek = 60): { space: Workspace; from: number } {
  const space = openWorkspace();
  const from = climbToAuto(space, over, perWeek);
  assert.equal(space.lane(), 'auto');
  return { space, from };
}

/** Items of the audit sample, acted on and audited one after the other. */
function audited(space: Workspace, from: number, verdicts: readonly (Severity | 'agree')[]): void {
  const rate = space.route().auditRate;
  let n = 0;
  for (const verdict of verdicts) {
    let item = '';
    do item = `p${from}-${n++}`;
    while (auditPick('7', 'invoices', 'match', item) >= rate);
    if (space.lane() !== 'auto') return;
    space.send(agentAct({ item, at: from + n * 1000 }));
    space.send(audit(item, from + n * 1000 + 500, verdict));
  }
}

describe('demotions at once', () => {
  it('ends Auto for Shadow at a critical error found by an audit, with an alert and a request to acknowledge', () => {
    const { space, from } = inAuto();
    audited(space, from + day, ['agree', 'agree', 'critical']);
    assert.equal(space.lane(), 'shadow');
    const change = space.announced.laneChanges.at(-1);
    assert.deepEqual(
      [change?.from, change?.to, change?.rule, change?.week],
      ['auto', 'shadow', 'critical_audit', 202609],
    );
    const [alert] = space.announced.alerts;
    assert.deepEqual([alert?.signal, alert?.lane, alert?.week], ['critical_audit', 'shadow', 202609]);
    assert.equal(alert?.at, change?.at);
    assert.match(change?.reason ?? '', /^Auto to Shadow: an audit found a critical error in item p\d+-\d+\.$/);
    const [request] = space.announced.requests;
    assert.equal(request?.purpose, 'acknowledge');
    assert.match(request?.request_id ?? '', /^sr_[0-9a-f]{32}$/);
  });

  it('ends Auto for Assist where the rules say so, and for Shadow the second time', () => {
    const rules = {
      demote: { critical_audit: 'assist' as const },
      assist_to_auto: {
        min_weeks: 1,
        min_items: 20,
        min_items_per_week: 0,
        consecutive_closes: 1,
        alert_free_weeks: 0,
      },
      cooldown: { critical_weeks: 0 },
    };
    const { space, from } = inAuto({ rules }, 200);
    audited(space, from + day, ['critical']);
    assert.equal(space.lane(), 'assist');
    space.send(...assistWeek(from + week, 200));
    space.close(from + 2 * week);
    assert.equal(space.lane(), 'auto');
    audited(space, from + 2 * week + day, ['critical']);
    assert.equal(space.lane(), 'shadow');
  });

  it('ends Auto for Assist when the errors of audits add up (CUSUM)', () => {
    const { space, from } = inAuto();
    const { p0, p1, h } = space.state().cusum;
    // 120 shadow labels, all right: p0 is at its least.
    assert.deepEqual([p0, p1, h], [0.02, 0.08, 6]);
    audited(
      space,
      from + day,
      Array.from({ length: 6 }, () => 'material' as const),
    );
    const change = space.announced.laneChanges.at(-1);
    assert.deepEqual([change?.to, change?.rule], ['assist', 'cusum']);
    // ln 4 = 1.386 an error: 4 add up to 5.5, 5 to 6.9.
    assert.equal(change?.numbers['observations'], 5);
    assert.match(change?.reason ?? '', /^Auto to Assist: the errors of 5 checked items add up to 6\.9315, at least 6/);
    const [alert] = space.announced.alerts;
    assert.deepEqual([alert?.signal, alert?.lane, alert?.threshold], ['outcome_drift', 'assist', 6]);
    assert.equal(space.state().cusum.p0, 0.1);
  });

  it('lets a critical error win over the CUSUM alarm of the same event', () => {
    const { space, from } = inAuto();
    audited(space, from + day, ['material', 'material', 'material', 'material', 'critical']);
    assert.equal(space.announced.laneChanges.at(-1)?.rule, 'critical_audit');
    assert.deepEqual(
      space.announced.alerts.map(({ signal }) => signal),
      ['critical_audit'],
    );
  });

  it('takes nothing back from CUSUM when a settlement says that the agent was right', () => {
    const { space, from } = inAuto();
    audited(space, from + day, ['material', 'material']);
    const { s } = space.state().cusum;
    const item = [...Array(50).keys()]
      .map((n) => `p${from + day}-${n}`)
      .find((name) => space.item(name)?.r === 'material');
    space.send(settled(item ?? '', from + 2 * day, 'agent_right'));
    assert.equal(space.state().cusum.s, s);
    assert.equal(space.route().audits?.errors, 1);
  });

  it('ends Assist for Shadow when the disagreements with confirmers add up', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60), ...shadowWeek(start + week, 60));
    space.send(...assistWeek(start + 2 * week, 60, 20));
    const change = space.announced.laneChanges.at(-1);
    assert.deepEqual([change?.from, change?.to, change?.rule], ['assist', 'shadow', 'cusum']);
    assert.deepEqual(space.announced.requests, []);
  });

  it('ends Auto for Assist when the mix of an input shifts, and reports it once', () => {
    const { space, from } = inAuto({ ...watching, rules: { novel: { max_share: 1 } } }, 100);
    assert.equal(space.state().baseline?.items, 500);
    const format = space.state().baseline?.bins['format'];
    assert.ok(format);
    for (let n = 0; n < 600; n++)
      space.send(agentAct({ item: `x${n}`, at: from + n * 1000, features: { format: 'pdf' } }));
    const change = space.announced.laneChanges.at(-1);
    assert.deepEqual([change?.to, change?.rule], ['assist', 'psi']);
    assert.equal(change?.numbers['feature'], 'format');
    assert.equal(change?.numbers['items'], 200);
    const window = format.reference.map((_, bin) => (bin === binOf(format, 'pdf') ? 200 : 0));
    assert.equal(change?.numbers['psi'], psi(format.reference, window, 0.5));
    assert.deepEqual(
      space.announced.alerts.map(({ signal, lane }) => [signal, lane]),
      [['input_shift', 'assist']],
    );
  });

  it('says why the mix of inputs is not compared: nothing watched, no Auto yet, or too few items', () => {
    const reasonOf = (space: Workspace): string | undefined =>
      space.gates().find(({ gate }) => gate === 'input_shift')?.sentence;
    const climbing = openWorkspace();
    climbing.send(defined(start, definition(watching)), ...shadowWeek(start, 60), ...shadowWeek(start + week, 60));
    assert.equal(reasonOf(climbing), 'No input mix to compare with before the step has earned Auto.');
    const next = (at: number): void => {
      space.send(agentAct({ item: 'next', at: at + week, features: { format: 'pdf' } }));
    };
    let { space, from } = inAuto();
    next(from);
    assert.equal(reasonOf(space), 'No input is watched.');
    ({ space, from } = inAuto(watching));
    next(from);
    assert.equal(
      reasonOf(space),
      'The mix of inputs is not watched: the step earned Auto with 300 items, at least 400 are needed.',
    );
    ({ space, from } = inAuto(watching, 100));
    for (let n = 0; n < 7; n++)
      space.send(agentAct({ item: `x${n}`, at: from + n * 1000, features: { format: 'pdf' } }));
    next(from);
    assert.equal(reasonOf(space), 'The mix of inputs is compared from 200 items on, 7 so far.');
  });

  it('reports an input shift in Assist without a move, again only after it has ended', () => {
    const { space, from } = inAuto({ ...watching, rules: { novel: { max_share: 1 } } }, 100);
    audited(space, from + 1000, ['critical']);
    assert.equal(space.lane(), 'shadow');
    let clock = from + day;
    const run = (items: number, format: (n: number) => string): void => {
      for (let n = 0; n < items; n++) {
        clock += 60_000;
        const item = `y${clock}`;
        space.send(proposal({ item, at: clock, features: { format: format(n) } }), confirm({ item, at: clock + 1 }));
      }
    };
    const shifts = (): number => space.announced.alerts.filter(({ signal }) => signal === 'input_shift').length;
    run(500, () => 'pdf');
    assert.equal(shifts(), 1);
    assert.equal(space.lane(), 'shadow');
    clock += 20 * day;
    run(400, (n) => (n % 3 === 0 ? 'pdf' : 'xml'));
    assert.equal(shifts(), 1);
    clock += 20 * day;
    run(400, () => 'pdf');
    assert.equal(shifts(), 2);
  });

  it('ends Auto for Assist when more than a tenth of the last 200 items were novel, without an alert', () => {
    const { space, from } = inAuto({ ...watching, rules: { psi: { min_items: 100_000 } } });
    for (let n = 0; n < 199; n++) {
      const features = { format: n % 9 === 0 ? `new-${n}` : 'xml' };
      space.send(agentAct({ item: `n${n}`, at: from + n * 1000, features }));
    }
    assert.equal(space.lane(), 'auto');
    space.send(agentAct({ item: 'last', at: from + 199_000, features: { format: 'xml' } }));
    const change = space.announced.laneChanges.at(-1);
    assert.deepEqual([change?.to, change?.rule], ['assist', 'novel_share']);
    assert.equal(change?.numbers['novel_items'], 23);
    assert.deepEqual(space.announced.alerts, []);
  });

  it('learns a new value from confirmed items', () => {
    const { space, from } = inAuto({ ...watching, rules: { novel: { min_seen: 3, max_share: 1 } } });
    const fax = (n: number): void => {
      const at = from + n * 1000;
      space.send(proposal({ item: `f${n}`, at, features: { format: 'fax' } }), confirm({ item: `f${n}`, at: at + 1 }));
    };
    for (let n = 0; n < 5; n++) fax(n);
    assert.equal(space.state().novel.ones, 3);
    assert.deepEqual(space.route().novel?.seen, { format: { 't:fax': 3 } });
  });

  it('ends Auto for Assist when more than a fifth of the audits are overdue, by the day', () => {
    const { space, from } = inAuto();
    const acts = Array.from({ length: 30 }, (_, n) => agentAct({ item: `o${n}`, at: from + n * 60_000 }));
    space.send(...acts);
    const picked = acts.flatMap((event) =>
      event.kind === 'step.done' && space.item(event.item)?.p === 1 ? event.item : [],
    );
    assert.ok(picked.length >= 6);
    const results = picked.slice(0, Math.ceil(picked.length * 0.7));
    space.send(...results.map((item) => audit(item, from + day)));
    space.clock(from + 15 * day - 1);
    assert.equal(space.lane(), 'auto');
    const { laneChanges } = space.clock(from + 15 * day);
    assert.deepEqual([laneChanges[0]?.to, laneChanges[0]?.rule], ['assist', 'overdue_audits']);
    assert.equal(laneChanges[0]?.at, new Date(from + 15 * day).toISOString());
    assert.deepEqual(space.announced.alerts, []);
  });

  it('counts the result of an audit that was overdue also after overdue_days was raised', () => {
    const { space, from } = inAuto();
    const acts = Array.from({ length: 60 }, (_, n) => agentAct({ item: `r${n}`, at: from + n * 60_000 }));
    space.send(...acts);
    const picked = acts.flatMap((event) =>
      event.kind === 'step.done' && space.item(event.item)?.p === 1 ? event.item : [],
    );
    const [missing, ...others] = picked;
    assert.ok(missing !== undefined && others.length >= 5);
    space.send(...others.map((item) => audit(item, from + day)));
    space.clock(from + 15 * day);
    assert.deepEqual(space.state().due, { picked: picked.length, results: others.length });

    const raised = definition({ rules: { audit: { overdue_days: 60 } } });
    space.send(defined(from + 16 * day, raised));
    assert.deepEqual(space.state().due, { picked: picked.length, results: others.length }, 'what is due stays due');
    space.send(audit(missing, from + 17 * day));
    assert.deepEqual(space.state().due, { picked: picked.length, results: picked.length });
    assert.equal(space.lane(), 'auto');
  });

  it('is foretold at each close by how many audits have waited for a week, and when the next is overdue', () => {
    const { space, from } = inAuto();
    const acts = Array.from({ length: 30 }, (_, n) => agentAct({ item: `o${n}`, at: from + n * 60_000 }));
    space.send(...acts, agentAct({ item: 'sunday', at: from + 6 * day }));
    const picked = acts.flatMap((event) =>
      event.kind === 'step.done' && space.item(event.item)?.p === 1 ? event.item : [],
    );
    const reminder = {
      queue: 'invoices',
      step: 'match',
      at: new Date(from + week).toISOString(),
      week: 202609,
      overdue: 0,
      next_due: new Date(from + 15 * day).toISOString(),
    };
    const { auditReminders } = space.close(from + week);
    assert.deepEqual(auditReminders, [{ ...reminder, waiting: picked.length }]);
    space.send(...picked.map((item) => audit(item, from + week + day)));
    assert.deepEqual(space.clock(from + week + 2 * day).auditReminders, [], 'no week was closed');
    const left = space.item('sunday')?.p === 1 ? 1 : 0;
    assert.equal(space.close(from + 2 * week).auditReminders.length, left);
  });

  it('ends Auto at a close when the upper bound of the audits was below its bar at two closes in a row', () => {
    const { space, from } = inAuto({ rules: { cusum: { auto: { h: 100 } } } });
    const weekly = (n: number): void =>
      void autoWeek(space, from + n * week, 60, (k) => (k % 3 === 0 ? 'material' : 'agree'));
    weekly(0);
    assert.deepEqual(space.close(from + week).laneChanges, []);
    assert.equal(space.state().exits, 1);
    // A close without audits neither counts nor resets.
    space.close(from + 2 * week);
    assert.equal(space.state().exits, 1);
    weekly(2);
    const { laneChanges, ledger } = space.close(from + 3 * week);
    assert.deepEqual([laneChanges[0]?.to, laneChanges[0]?.rule], ['assist', 'exit_bound']);
    assert.equal(laneChanges[0]?.at, new Date(from + 3 * week).toISOString());
    assert.match(
      laneChanges[0]?.reason ?? '',
      /^Auto to Assist: the upper bound .* below 0\.94, at 2 closes in a row\.$/,
    );
    assert.deepEqual([ledger[0]?.decision, ledger[0]?.rule, ledger[0]?.lane], ['demote', 'exit_bound', 'auto']);
    assert.deepEqual(space.announced.alerts, []);
  });

  it('ends Auto at a late critical audit of the current stint, but not for one of an earlier stint', () => {
    const { space, from } = inAuto();
    autoWeek(space, from, 60);
    const picked = Array.from({ length: 60 }, (_, n) => `l${n}`).filter(
      (item) => auditPick('7', 'invoices', 'match', item) < 1 / 3,
    );
    const [first = '', second = ''] = picked;
    space.send(agentAct({ item: first, at: from + day }), agentAct({ item: second, at: from + day }));
    space.send(agentAct({ item: 'z', at: from + 8 * day }));
    const { late, laneChanges } = space.send(audit(first, from + 2 * day, 'critical'));
    assert.equal(late.size, 1);
    assert.equal(laneChanges[0]?.rule, 'critical_audit');
    // In force from the data clock on: until then route calls were answered with Auto.
    assert.equal(laneChanges[0]?.at, new Date(from + 8 * day).toISOString());
    assert.deepEqual(space.send(audit(second, from + 2 * day, 'critical')).laneChanges, []);
  });

  it('gives the row of a week with a move at once the lane at its close, and promotes nothing at that close', () => {
    const { space, from } = inAuto();
    autoWeek(space, from, 40);
    audited(space, from + 6.9 * day, ['critical']);
    const { ledger } = space.close(from + week);
    const [row] = ledger;
    assert.deepEqual([row?.decision, row?.rule, row?.lane], ['demote', 'critical_audit', 'shadow']);
    assert.equal(row?.seen, 41);
    assert.ok((row?.audited ?? 0) > 5);
  });

  it('restarts the windows and the evidence', () => {
    const { space, from } = inAuto();
    assert.equal(space.state().evidence.independent.n, 120);
    audited(space, from + day, ['critical']);
    assert.deepEqual(space.state().evidence.independent, { n: 0, k: 0 });
    space.send(...shadowWeek(from + week, 30, 2));
    space.close(from + 2 * week);
    assert.equal(space.state().comparedInStint, 30);
    assert.deepEqual(space.state().evidence.independent, { n: 30, k: 28 });
  });

  it('begins again in Shadow with unchanged definitions, and in Assist with others', () => {
    const { space, from } = inAuto();
    assert.deepEqual(space.send(defined(from + 1000)).laneChanges, []);
    const title = definition({ title: 'Match', rules: { cooldown: { drift_weeks: 3 } } });
    assert.deepEqual(space.send(defined(from + 2000, title)).laneChanges, []);
    const { laneChanges, alerts } = space.send(defined(from + 3000, { ...title, fields: [] }));
    assert.deepEqual([laneChanges[0]?.to, laneChanges[0]?.rule], ['assist', 'redefined']);
    assert.deepEqual(alerts, []);
    assert.equal(space.state().coolDown, null);
  });
});
