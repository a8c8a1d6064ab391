/** Browser or portal killed around the click that writes: one write. Workers: write-recovery.test.ts. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { browsersOf } from '../../bench/process-tree.ts';
import { allScenarios } from '../../sandbox/scenarios.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { control } from '../sandbox/sandbox.ts';
import { until } from '../support/wait.ts';
import { type Crew, fault, openCrew, truthOf } from './crew.ts';
import { workerProcess } from './worker-process.ts';

type Portal = 'tms' | 'audit';

describe('a write around which', function () {
  let crew: Crew;
  let child: ChildProcess | undefined;
  /** The worker in a process of its own, for both tests. */
  const worker = async (): Promise<number> => (child ??= await workerProcess(crew)).pid ?? 0;
  before(async () => {
    crew = await openCrew();
  });
  beforeEach(async () => {
    await control(crew.sandbox, '/reset', {});
    await crew.database.pool.query('delete from portal_intents');
  });
  after(async () => {
    child?.kill('SIGKILL');
    await crew.leave();
  });

  const add = (scenario: string): Promise<string> =>
    crew.add(allScenarios()[scenario] as TaskInput, { silenceMs: 4_000 });
  const answersLate = (portal: Portal): Promise<void> =>
    fault(crew, 'timeout_after_commit', { portal, delay_ms: 30_000 });
  const written = (portal: Portal): Promise<unknown> =>
    until(async () => (await truthOf(crew, portal)).writes.length === 1, { what: 'the write' });
  async function isWrittenOnce(id: string, portal: Portal): Promise<void> {
    const task = await until(
      async (): Promise<TaskRow | undefined> => {
        const read = await crew.read(id);
        return read.finishedAt === null ? undefined : read;
      },
      { what: 'the outcome' },
    );
    assert.equal(task.status, 'completed', task.summary ?? '');
    const { writes } = await truthOf(crew, portal);
    assert.deepEqual(
      writes.map(({ number }) => number),
      [task.confirmationNumber],
    );
  }

  it('the browser is killed between click and answer is made once (tms_correction)', async () => {
    const pid = await worker();
    await answersLate('tms');
    const id = await add('tms_correction_under_limit');
    await written('tms');
    for (const browser of browsersOf(pid)) process.kill(browser, 'SIGKILL');
    await isWrittenOnce(id, 'tms');
  });
});
