/** Worker, browser or portal killed around the click that writes, on both portals: one write, and told as it is. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { browsersOf } from '../../bench/process-tree.ts';
import { allScenarios } from '../../portals/sandbox/scenarios.ts';
import type { TaskInput } from '../../domain/dispatch/task.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { readIntents } from '../../store/portal-intents.ts';
import { control } from '../portals/sandbox/sandbox.ts';
import { until } from '../support/wait.ts';
import { fault, openCrew, truthOf } from './crew.ts';
import type { Crew } from './crew.ts';
import { workerProcess } from './worker-process.ts';

type Portal = 'tms' | 'audit';

describe('a write around which', function () {
  this.timeout(300_000);
  let crew: Crew;
  let child: ChildProcess | undefined;
  /** The worker in a process of its own; it goes on from one test to the next until it is killed. */
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
    until(async () => (await truthOf(crew, portal)).writes.length === 1, { what: 'the write', timeoutMs: 120_000 });
  const intended = (id: string): Promise<unknown> =>
    until(async () => (await readIntents(crew.database.pool, id)).length === 1, {
      what: 'the intent',
      timeoutMs: 120_000,
    });

  async function isWrittenOnce(id: string, portal: Portal): Promise<void> {
    const task = await until(
      async (): Promise<TaskRow | undefined> => {
        const read = await crew.read(id);
        return read.finishedAt === null ? undefined : read;
      },
      { what: 'the outcome', timeoutMs: 120_000 },
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

  it('the portal is killed between click and answer is made once (file_dispute)', async () => {
    await worker();
    await answersLate('audit');
    const id = await add('file_dispute');
    await written('audit');
    const { sandbox } = crew;
    const portOf = (url: string | null): number => Number(new URL(url ?? '').port);
    await sandbox.stop();
    const again = await sandbox.restart({
      tmsPort: portOf(sandbox.tmsUrl),
      auditPort: portOf(sandbox.auditUrl),
      controlPort: portOf(sandbox.controlUrl),
    });
    after(() => again.stop());
    await isWrittenOnce(id, 'audit');
  });

  // Between click and answer: write-recovery.test.ts; everything else: npm run bench -- fault-matrix.
  const kills: readonly (readonly [string, string, (id: string) => Promise<unknown>])[] = [
    ['before the click', 'pod_to_dispute_open', intended],
    ['after the answer', 'answer_claim_accept', () => written('audit')],
  ];
  for (const [moment, scenario, reached] of kills)
    it(`the worker is killed ${moment} is made once (${scenario})`, async () => {
      await worker();
      const id = await add(scenario);
      await reached(id);
      const killed = child;
      child = undefined;
      killed?.kill('SIGKILL');
      if (killed !== undefined) await once(killed, 'exit');
      await worker();
      await isWrittenOnce(id, 'audit');
    });
});
