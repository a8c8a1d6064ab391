/** Outages of our own database and evidence store, with plain functions in place of the browser. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingOutages } from '../../activities/dispatch/own-outages.ts';
import type { PortalActivities } from '../../activities/dispatch/portal-results.ts';
import { openRecorder } from '../../activities/dispatch/recorder.ts';
import type { TaskRun } from '../../domain/dispatch/task-run.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { openPool, type Pool } from '../../store/database.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { openLink, type SeveredLink } from '../support/severed-link.ts';
import { until } from '../support/wait.ts';
import { chainOf, type Crew, type CrewMember, openCrew, workflowShows } from './crew.ts';

const pullPod = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } } as const;
const short: Partial<TaskRun> = { againAfterMs: 10, outagePatience: { firstMs: 10, maxMs: 50, totalMs: 600_000 } };
const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
  [status, outcomeReason].filter((part) => part !== null).join('/');
describe('a task during an outage of a part of this deployment', function () {
  let crew: Crew;
  let link: SeveredLink;
  let pool: Pool;
  let member: CrewMember;
  /** In place of the browser; each test sets what it needs. */
  let pullDocument: PortalActivities['pullDocument'];

  before(async () => {
    crew = await openCrew();
    link = await openLink(crew.database.url);
    pool = openPool({ url: link.url, size: 10, name: 'test-link' });
    const standIn: Pick<PortalActivities, 'pullDocument'> = { pullDocument: (request) => pullDocument(request) };
    member = await crew.join(
      ['tasks', 'portal'],
      (built) => ({ ...built, byQueue: { ...built.byQueue, portal: namingOutages(standIn, 'workflow') } }),
      pool,
    );
  });
  afterEach(() => link.mend());
  after(async () => {
    await member.stop();
    await pool.end();
    await link.close();
    await crew.leave();
  });

  const notesOf = async (id: string): Promise<string[]> =>
    (await chainOf(crew, id)).flatMap(({ note }) => (typeof note === 'string' ? [note] : []));
  const shownWaiting = (id: string, part: string): Promise<{ details: string }> =>
    until(
      async () => {
        const shown = await workflowShows(crew, id);
        return shown.attributes['WaitingOn'] === part && shown.details.startsWith('Waiting for') ? shown : undefined;
      },
      { what: `the wait for the ${part} to be shown` },
    );
  const notFound = { kind: 'absent', what: 'a shipment', words: 'No shipments match.' } as const;

  describe('the database', () => {
    it('waits, shows since when, and continues when it is back', async () => {
      let tries = 0;
      pullDocument = async ({ taskId }) => {
        tries += 1;
        if (tries === 1) await link.cut();
        await openRecorder({ pool, blobs: crew.blobs, now: () => new Date() }, taskId).record([]);
        await pool.query('select 1');
        return notFound;
      };
      const id = await crew.add(pullPod, short);
      const { details } = await shownWaiting(id, 'database');
      assert.match(
        details,
        /^Waiting for the database of this deployment: connection (lost|refused|reset), since \d\d:\d\d UTC; next try at \d\d:\d\d UTC\.$/,
      );
      await until(() => tries > 6, { what: 'more tries than one activity has attempts' });
      await link.mend();
      const task = await crew.ended(id);
      assert.equal(outcomeOf(task), 'rejected/not_found', task.summary ?? '');
      assert.equal(task.manifestFile, 'manifest.json');
      const notes = await notesOf(id);
      assert.ok(
        notes.some((note) => /^The work waited .+ for the database of this deployment \(.+\) and continued/.test(note)),
        notes.join('; '),
      );
      const { attributes } = await until(async () => {
        const shown = await workflowShows(crew, id);
        return shown.status === 'COMPLETED' ? shown : undefined;
      });
      assert.equal(attributes['WaitingOn'], undefined);
      assert.equal(attributes['DueAt'], undefined);
    });

    it('keeps the records of a task waiting, visibly, when it is away before the work has begun', async () => {
      let planned = false;
      pullDocument = async () => {
        planned = true;
        return notFound;
      };
      await link.cut();
      const next = await crew.add(pullPod, short);
      const { details } = await shownWaiting(next, 'database');
      assert.match(details, /it is retried automatically\.$/);
      assert.equal(planned, false);
      await link.mend();
      assert.equal(outcomeOf(await crew.ended(next)), 'rejected/not_found');
    });
  });

  describe('the evidence store', () => {
    it('is waited for, and the wait is on the page of the task while it lasts', async () => {
      const folder = join(crew.settings.DATA_DIR, 'blobs');
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, 'in the place of the folder');
      pullDocument = async ({ taskId }) => {
        const sink = openRecorder({ pool, blobs: crew.blobs, now: () => new Date() }, taskId);
        await sink.file('page-1.txt', Buffer.from('text'), 'text/plain');
        return notFound;
      };
      const id = await crew.add(pullPod, short);
      await shownWaiting(id, 'blob_store');
      await until(async () =>
        (await notesOf(id)).some((note) => note.startsWith('Waiting for the evidence store of this deployment: ')),
      );
      rmSync(folder);
      assert.equal(outcomeOf(await crew.ended(id)), 'rejected/not_found');
      assert.ok(existsSync(folder));
    });
  });
});
