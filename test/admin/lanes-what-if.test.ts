import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WhatIf } from '../../domain/lanes/what-if/differences.ts';
import type { StepStudy } from '../../store/lanes/step-history.ts';
import { workEvents } from '../activities/lanes/work.ts';
import { type LaneSite, openLaneSite, replay } from '../activities/lanes/lane-site.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin lanes what-if', () => {
  let site: LaneSite;
  let bench: AdminBench;
  const file = join(tmpdir(), `lanekeeper-rules-${process.pid}.json`);
  const ask = async (rules: unknown, ...more: string[]) => {
    await writeFile(file, JSON.stringify(rules));
    return bench.runHere(['lanes', 'what-if', site.workspace.id, '--rules', file, ...more]);
  };
  before(async () => {
    site = await openLaneSite();
    bench = await openAdminBench({ DATABASE_URL: site.database.url });
    await site.send(workEvents({ weeks: 6, itemsPerWeek: 30 }));
  });
  after(async () => {
    await bench.close();
    await site.leave();
  });

  it('finds no difference under the rules of the time', async () => {
    const { code, out } = await ask({}, '--json');
    assert.equal(code, 0, out);
    const found = JSON.parse(out) as WhatIf;
    assert.deepEqual(found.weeks, []);
    assert.equal(found.events, workEvents({ weeks: 6, itemsPerWeek: 30 }).length);
    assert.deepEqual(found.steps[0]?.moves.would, found.steps[0]?.moves.was);
  });

  it('shows week by week what stricter rules would have decided, and stores nothing', async () => {
    const { code, out } = await ask({ max_lane: 'shadow' }, '--json');
    assert.equal(code, 0, out);
    const found = JSON.parse(out) as WhatIf;
    assert.ok(found.weeks.length > 0);
    assert.deepEqual(new Set(found.weeks.map(({ would }) => would.lane)), new Set(['shadow']));
    assert.deepEqual([found.steps[0]?.moves.would, found.steps[0]?.would.audits], [[], 0]);
    assert.ok((found.steps[0]?.moves.was.length ?? 0) > 0);
    assert.deepEqual((await replay(site, site.workspace)).differences, []);
    const text = await ask({ max_lane: 'shadow' }, '--step', 'approve');
    assert.match(text.out, /^refunds\/approve {2}\d+ items$/m);
    assert.match(text.out, /^ {2}would be {2}shadow/m);
  });

  it('studies a step beside its lane: people, agents, and the time that people were spared', async () => {
    const { code, out } = await bench.runHere(['lanes', 'study', site.workspace.id, 'refunds', 'approve', '--json']);
    assert.equal(code, 0, out);
    const { agents, people, alone } = JSON.parse(out) as StepStudy;
    assert.ok((agents[0]?.items ?? 0) > 0 && agents[0]?.difference === null, out);
    assert.deepEqual([people.items, typeof alone], [0, 'number']);
    const text = await bench.runHere(['lanes', 'study', site.workspace.id, 'refunds', 'approve']);
    assert.match(text.out, /^people agree with each other: no items\n.* agrees with people: [\d.]+ \(/);
    assert.equal((await bench.runHere(['lanes', 'study', site.workspace.id, 'refunds', 'none'])).code, 1);
  });

  it('refuses rules that are none, with every finding', async () => {
    const { code, err } = await ask({ weeks: { short: 9, long: 2 }, speed: 1 });
    assert.equal(code, 1);
    assert.match(err, /rules\.speed is not a known member/);
    assert.match(
      (await ask({ weeks: { short: 9, long: 2 } })).err,
      /rules\.weeks\.short must not be above weeks\.long/,
    );
  });
});
