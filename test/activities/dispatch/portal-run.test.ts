import assert from 'node:assert/strict';
import { MockActivityEnvironment } from '@temporalio/testing';
import { type PortalRunDeps, runPhase } from '../../../activities/dispatch/portal-run.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import { readEvents } from '../../../store/evidence.ts';
import { markRunning } from '../../../store/tasks.ts';
import { evidenceHouse, type EvidenceHouse } from './evidence-fixture.ts';

describe('a phase at a portal', () => {
  let house: EvidenceHouse;
  before(async () => (house = await evidenceHouse()));
  after(() => house.close());

  const playbook = (digest: string): LoadedPlaybook =>
    ({ id: 'tms', version: '2.0.0', account: 'tms', portal: { name: 'TMS', kind: 'tms' }, digest }) as LoadedPlaybook;

  /** The notes of the evidence log of a task that was planned by one playbook and is worked by another. */
  async function notes(planned: LoadedPlaybook, loaded: LoadedPlaybook): Promise<string[]> {
    const taskId = await house.newTask();
    await markRunning(house.database.pool, taskId, { portal: planned.id, playbookDigest: planned.digest });
    const deps = {
      ...house.deps,
      playbooks: { ofTask: async () => loaded },
      accounts: { use: async (_use: unknown, work: (...args: unknown[]) => unknown) => work({}, undefined, {}) },
      runPhase: async () => ({ kind: 'absent', what: 'shipment', words: 'none' }),
    } as unknown as PortalRunDeps;
    const request = { taskId, playbookId: loaded.id, taskType: 'pull_pod', inputs: {} } as const;
    await new MockActivityEnvironment().run(() =>
      runPhase(deps, request, { phase: 'steps', finish: async () => 'done' }),
    );
    return (await readEvents(house.database.pool, taskId)).flatMap(({ line }) => {
      const { kind, note } = JSON.parse(line) as { kind: string; note?: string };
      return kind === 'note' && note !== undefined ? [note] : [];
    });
  }

  it('says in the evidence log when its playbook was changed after the task was planned by it', async () => {
    assert.deepEqual(await notes(playbook('aa'), playbook('aa')), []);
    assert.deepEqual(await notes(playbook('aa'), playbook('bb')), [
      'The playbook tms was changed after the task was planned by it: what follows was worked by version 2.0.0, digest bb, and not by that of the manifest.',
    ]);
    assert.deepEqual(await notes({ ...playbook('aa'), id: 'audit' }, playbook('bb')), [], 'the playbook of a receipt');
  });
});
