import assert from 'node:assert/strict';
import { readEvents, readFiles } from '../../store/evidence.ts';
import { scenarioPros } from '../../portals/sandbox/tms/scenarios.ts';
import { control } from '../portals/sandbox/sandbox.ts';
import { openCrew } from './crew.ts';
import type { Crew } from './crew.ts';

describe('the workflow of a task', function () {
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  beforeEach(() => control(crew.sandbox, '/reset', {}));
  after(() => crew.leave());

  it('pulls a proof of delivery, packs the evidence and tells the receiver', async () => {
    const id = await crew.add({ task_type: 'pull_pod', params: { pro: scenarioPros.clear } });
    const task = await crew.ended(id);
    assert.equal(task.status, 'completed', task.summary ?? '');
    assert.equal(task.podFile, 'pod.pdf');
    assert.equal(task.manifestFile, 'manifest.json');
    assert.equal(task.portal, 'sandbox-tms');
    const files = (await readFiles(crew.database.pool, id)).map(({ file }) => file);
    assert.ok(files.includes('pod.pdf') && files.includes('manifest.json'), files.join());
    const { event, client, task: told } = await crew.told(id);
    assert.equal(event, 'task.completed');
    assert.equal(client, crew.senderId);
    assert.equal(told['summary'], task.summary);
    const kinds = (await readEvents(crew.database.pool, id)).map(({ line }) => (JSON.parse(line) as { kind: string }).kind);
    assert.ok(kinds.includes('step') && kinds.includes('check'), kinds.join());
  });
});
