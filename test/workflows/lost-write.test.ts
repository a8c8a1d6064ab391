/** Writes that a portal loses, or makes where nobody asked: what the checker makes of them, end to end. */
import assert from 'node:assert/strict';
import { allScenarios } from '../../portals/sandbox/scenarios.ts';
import type { TaskInput } from '../../domain/dispatch/task.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { chainOf, fault, openCrew, truthOf } from './crew.ts';
import type { Crew } from './crew.ts';

describe('a write that the portal', function () {
  this.timeout(120_000);
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  after(() => crew.leave());

  const work = async (scenario: string): Promise<TaskRow & { outcomeIs: string }> => {
    const task = await crew.ended(await crew.add(allScenarios()[scenario] as TaskInput));
    return { ...task, outcomeIs: [task.status, task.outcomeReason].filter((part) => part !== null).join('/') };
  };
  const submits = async (path: RegExp): Promise<number> =>
    (await truthOf(crew, 'audit')).requests.filter((seen) => seen.method === 'POST' && path.test(seen.path)).length;

  it('loses before its commit, without an answer, is looked for twice and then made once more', async () => {
    await fault(crew, 'lost_before_commit', { portal: 'audit', delay_ms: 50 });
    const task = await work('file_dispute');
    assert.equal(task.outcomeIs, 'completed', task.summary ?? '');
    const { writes } = await truthOf(crew, 'audit');
    assert.deepEqual(
      writes.map(({ number }) => number),
      [task.confirmationNumber],
    );
    assert.equal(await submits(/\/disputes$/), 2);
    const notes = (await chainOf(crew, task.id)).map(({ note }) => String(note));
    assert.equal(notes.filter((note) => note.endsWith('verdict: no such record.')).length, 2);
    assert.ok(notes.some((note) => note.startsWith('Absence was shown twice')));
  });

  it('loses again is not made a third time, and not called failed', async () => {
    await fault(crew, 'lost_before_commit', { portal: 'audit', delay_ms: 50, times: 2 });
    const task = await work('answer_claim_accept');
    assert.equal(task.outcomeIs, 'escalated/uncertain_write', task.summary ?? '');
    assert.equal(await submits(/\/responses$/), 2);
    const { writes } = await truthOf(crew, 'audit');
    assert.deepEqual(
      writes.filter(({ kind }) => kind === 'answer_claim'),
      [],
    );
  });

  it('also makes on a neighbour, such as a receipt attached to two disputes, is not called done', async () => {
    await fault(crew, 'collateral', { portal: 'audit' });
    const task = await work('pod_to_dispute_open');
    assert.equal(task.outcomeIs, 'escalated/uncertain_write', task.summary ?? '');
    assert.match(task.summary ?? '', /records with our mark: 1 expected, 2 found/);
    assert.equal(await submits(/\/attachments$/), 1);
  });
});
