/** A step driven by counts does what the same step does when every event goes through the fold. */
import assert from 'node:assert/strict';
import { closeWeek, countPairs, newDrivenStep, applyAudit } from '../../../bench/lanes/driven-step.ts';
import { type People, confirmedWeek, independentWeek, real } from '../../../bench/lanes/people.ts';
import { randomFrom } from '../../../bench/lanes/random.ts';
import { type Counts, at, newCounts } from '../../../domain/lanes/figures.ts';
import type { LedgerRow } from '../../../domain/lanes/moves.ts';
import type { WorkEvent } from '../../../domain/lanes/event.ts';
import {
  type Workspace,
  act,
  agentAct,
  audit,
  confirm,
  day,
  defined,
  openWorkspace,
  proposal,
  settled,
  shadow,
  start,
  week,
  wrong,
} from '../../domain/lanes/machine/history.ts';

/** The events of a week that give these counts. */
function eventsOf(from: number, counts: Counts, kind: 'independent' | 'confirmed'): WorkEvent[] {
  const [first, second] = kind === 'independent' ? [shadow, act] : [proposal, confirm];
  const place = (name: keyof typeof at): number => counts[at[name]] ?? 0;
  // Critical errors come first, then material ones, then right outputs that a person disputed, then what agreed.
  const errors = place('operatorRight');
  const disputed = errors + place('agentRight');
  const unsettled = disputed + place('unsettledMaterial');
  return Array.from({ length: place('compared') }, (_, n) => {
    const item = `${kind}-${from}-${n}`;
    const time = from + day / 2 + n * 1000;
    const outputs = n < place('critical') ? wrong.critical : n < unsettled ? wrong.material : undefined;
    const pair = [first({ item, at: time, ...(outputs ? { outputs } : {}) }), second({ item, at: time + 1 })];
    if (n >= disputed) return pair;
    return [...pair, settled(item, time + day, n < errors ? 'operator_right' : 'agent_right')];
  }).flat();
}

/** Figures, decision and gates; week and time differ, and only events bring audits that are due. */
function comparable(row: LedgerRow | undefined): unknown {
  assert.ok(row);
  const { week: _week, week_start: _start, queue: _queue, step: _step, gates, routes = [], ...rest } = row;
  // Only their times differ.
  const kept = routes.map(({ from: _from, ...route }) => route);
  return { ...rest, routes: kept, gates: gates.filter(({ gate }) => gate !== 'overdue_audits') };
}

function assertSame(space: Workspace, driven: ReturnType<typeof newDrivenStep>, what: string): void {
  const [{ ledger }] = [closeWeek(driven)];
  assert.deepEqual(comparable(ledger[0]), comparable(space.announced.ledger.at(-1)), what);
  assert.equal(driven.step.state.lane, space.lane(), what);
}

describe('a step driven by counts', () => {
  it('has the ledger rows, moves and gates of the same step driven by events, from Shadow to Auto and down again', () => {
    const random = randomFrom(11);
    const people: People = { ...real, n: 80, accuracy: 0.99, bias: 0.3, critical: 0.001 };
    const space = openWorkspace();
    space.send(defined(start));
    const driven = newDrivenStep({});
    let weeks = 0;
    for (; space.lane() !== 'auto' && weeks < 40; weeks++) {
      const kind = space.lane() === 'shadow' ? 'independent' : 'confirmed';
      const counts = (kind === 'independent' ? independentWeek : confirmedWeek)(random, people);
      space.send(...eventsOf(start + weeks * week, counts, kind));
      countPairs(driven, counts);
      space.close(start + (weeks + 1) * week);
      assertSame(space, driven, `week ${weeks + 1}`);
    }
    assert.equal(space.lane(), 'auto');
    assert.equal(driven.step.state.auditRate, space.state().auditRate);
    for (let auto = 0; space.lane() === 'auto' && auto < 20; auto++, weeks++) {
      const counts = newCounts();
      for (let n = 0; n < people.n; n++) {
        const item = `auto-${auto}-${n}`;
        const time = start + weeks * week + day / 2 + n * 3_600_000;
        const failed = random() < 0.15;
        space.send(agentAct({ item, at: time }));
        counts[at.seen] = (counts[at.seen] ?? 0) + 1;
        if (space.item(item)?.p !== 1) continue;
        space.send(audit(item, time + 60_000, failed ? 'material' : 'agree'));
        const ended = applyAudit(driven, failed ? 'material' : 'agreed');
        assert.equal(ended, space.lane() !== 'auto', item);
        assert.equal(driven.step.state.lastChange?.rule, space.state().lastChange?.rule);
        if (ended) break;
      }
      if (space.lane() !== 'auto') break;
      countPairs(driven, counts);
      space.close(start + (weeks + 1) * week);
      assertSame(space, driven, `week ${weeks + 1}`);
      assert.equal(driven.step.state.cusum.s, space.state().cusum.s);
    }
    assert.equal(space.state().lastChange?.rule, 'cusum');
    assert.deepEqual(driven.step.state.lastChange?.numbers, space.state().lastChange?.numbers);
  });
});
