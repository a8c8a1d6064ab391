import assert from 'node:assert/strict';
import type { WireEvent } from '../../../domain/lanes/event.ts';
import { stage, stagedRow } from '../../../store/lanes/staging.ts';
import type { WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { readWorkspace } from '../../../store/lanes/workspaces.ts';
import { until } from '../../support/wait.ts';
import { type LaneSite, openLaneSite, replay } from './lane-site.ts';
import { definition, firstMonday, week, workEvents } from './work.ts';

describe('an event that moves the clock across many weeks', () => {
  const steps = Array.from({ length: 110 }, (_, n) => `step-${n}`);
  const weeks = 70;
  const far: WireEvent = {
    ...workEvents({ steps: ['step-0'], weeks: 1, itemsPerWeek: 1 })[1]!,
    id: 'far',
    item: 'far',
    at: new Date(firstMonday + weeks * week).toISOString(),
  };
  let site: LaneSite;
  before(async () => (site = await openLaneSite()));
  beforeEach(() => site.rested());
  after(() => site.leave());
  const simulation = (): Promise<WorkspaceRef> => site.addWorkspace({ simulation: true });
  const send = (of: WorkspaceRef, events: readonly WireEvent[]) =>
    site.ingest.submit(of, { kind: 'events', events, hold: false });
  const logged = async ({ no }: WorkspaceRef): Promise<string[]> =>
    (
      await site.database.pool.query<{ kind: string }>(
        'select kind from lane_log where workspace_no = $1 order by seq',
        [no],
      )
    ).rows.map(({ kind }) => kind);
  const ledger = async ({ no }: WorkspaceRef): Promise<string[]> =>
    (
      await site.database.pool.query<{ row: string }>(
        'select row::text from lane_ledger where workspace_no = $1 order by step_no, week',
        [no],
      )
    ).rows.map(({ row }) => row);

  /** A later session; on a busy machine the lock of the one that was stopped is not free at once. */
  const resumed = (ref: WorkspaceRef): Promise<boolean> =>
    until(async () => (await site.session({ lingerMs: 0 }, {}, ref)) === 'idle', { what: 'the lock' });

  /** Stops a session after its first part. Where it was finished before the stop came, another workspace is taken. */
  const stoppedAfter = (part: string, prepare: () => Promise<WorkspaceRef>): Promise<WorkspaceRef> =>
    until(
      async () => {
        const ref = await prepare();
        const stop = new AbortController();
        const state = { isOver: false };
        const running = site
          .session({ lingerMs: 0 }, { signal: stop.signal }, ref)
          .then(
            () => undefined,
            (error: Error) => error,
          )
          .finally(() => (state.isOver = true));
        await until(async () => state.isOver || (await logged(ref)).includes(part), { what: 'the first part' });
        stop.abort(new Error('the worker stops'));
        const error = await running;
        if (error === undefined) return undefined;
        assert.match(error.message, /the worker stops/);
        return ref;
      },
      { what: 'a session that is stopped in between' },
    );

  it('closes them part by part, in one answer, while other workspaces of the same session are served', async () => {
    const [jumps, other] = [await simulation(), await site.addWorkspace()];
    await send(jumps, [definition('refunds', steps)]);
    await send(other, [definition()]);
    const state = { isOver: false };
    const jump = send(jumps, [far]).finally(() => (state.isOver = true));
    let served = 0;
    for (let n = 0; !state.isOver; n += 1) {
      await send(other, workEvents({ queue: `q${n}`, weeks: 1, itemsPerWeek: 1 }));
      served += 1;
    }
    const answer = await jump;
    assert.deepEqual([answer.accepted, answer.rejected, answer.closed.length], [1, [], weeks]);
    // 110 steps: 4 weeks a part, and their states in two pieces.
    const kinds = await logged(jumps);
    assert.deepEqual(kinds.slice(-1), ['events']);
    assert.ok(kinds.filter((kind) => kind === 'clock').length >= 6, kinds.join(' '));
    assert.equal((await ledger(jumps)).length, weeks * steps.length);
    assert.ok(served >= 2, 'the other workspace was served meanwhile');
    assert.deepEqual((await replay(site, jumps)).differences, []);
  });

  it('continues where it was when its session ends in between, and stores the event once', async () => {
    const ref = await stoppedAfter('clock', async () => {
      const made = await simulation();
      await stage(site.database.pool, [
        stagedRow(made.no, 'nobody', 1, { kind: 'events', events: [definition('refunds', steps), far], hold: false }),
      ]);
      return made;
    });
    const before = (await logged(ref)).length;
    await resumed(ref);
    assert.ok((await logged(ref)).length > before);
    assert.equal((await readWorkspace(site.database.pool, ref.id))?.events, 2);
    assert.deepEqual((await replay(site, ref)).differences, []);
    // The same ledger as of a workspace that nothing interrupted.
    const whole = await simulation();
    await send(whole, [definition('refunds', steps), far]);
    assert.deepEqual(await ledger(ref), await ledger(whole));
  });

  it('is rejected where it is too far ahead and the workspace is no simulation', async () => {
    const ref = await site.addWorkspace();
    await stage(site.database.pool, [
      stagedRow(ref.no, 'nobody', 2, { kind: 'events', events: [definition('refunds', ['step-0'])], hold: false }),
      stagedRow(ref.no, 'nobody', 3, { kind: 'events', events: [far], hold: false }),
    ]);
    assert.equal(await site.session({ lingerMs: 0 }, { mostWeeks: 60 }, ref), 'idle');
    const answers = await site.database.pool.query<{ answer: { accepted: number; rejected: { errors: string[] }[] } }>(
      "select answer from lane_answers where channel = 'nobody' and ticket = 3",
    );
    const [rejected] = answers.rows;
    assert.equal(rejected?.answer.accepted, 0);
    assert.match(rejected?.answer.rejected[0]?.errors[0] ?? '', /^event\.at must not be more than 60 weeks after/);
    const row = await readWorkspace(site.database.pool, ref.id);
    assert.deepEqual([row?.events, row?.closedWeek], [1, 0]);
    // Sent again once the weeks before it are closed, it is taken: its id is still free.
    await site.ingest.submit(ref, { kind: 'close', through: firstMonday + (weeks - 1) * week });
    await site.rested();
    await stage(site.database.pool, [stagedRow(ref.no, 'nobody', 4, { kind: 'events', events: [far], hold: false })]);
    assert.equal(await site.session({ lingerMs: 0 }, { mostWeeks: 60 }, ref), 'idle');
    assert.equal((await readWorkspace(site.database.pool, ref.id))?.events, 2);
    assert.deepEqual((await replay(site, ref)).differences, []);
  });

  it('releases what is held part by part, and continues where its session ended', async () => {
    const events = workEvents({ steps, weeks: 12, itemsPerWeek: 1 });
    const hold = (of: WorkspaceRef, some: readonly WireEvent[]) =>
      site.ingest.submit(of, { kind: 'events', events: some, hold: true });
    const close = { kind: 'close', through: firstMonday + weeks * week } as const;
    const whole = await simulation();
    await hold(whole, [...events, far]);
    const answer = await site.ingest.submit(whole, close);
    assert.equal(answer.closed.length, weeks);
    const kinds = (await logged(whole)).filter((kind) => kind === 'close');
    assert.ok(kinds.length >= 6, kinds.join(' '));

    const broken = await stoppedAfter('close', async () => {
      const made = await simulation();
      await hold(made, [...events, far]);
      // The last session lingers on, and would take the close before this one.
      await site.rested();
      await stage(site.database.pool, [stagedRow(made.no, 'nobody', 5, close)]);
      return made;
    });
    const left = (await readWorkspace(site.database.pool, broken.id))?.heldEvents ?? 0;
    assert.ok(left > 0 && left < events.length + 1, `${left} are held`);
    assert.deepEqual((await replay(site, broken)).differences, []);
    await resumed(broken);
    assert.deepEqual(await ledger(broken), await ledger(whole));
    for (const one of [whole, broken]) {
      assert.equal((await readWorkspace(site.database.pool, one.id))?.heldEvents, 0);
      assert.deepEqual((await replay(site, one)).differences, []);
    }
  });
});
