/** Outages of our own database and evidence store, with plain functions in the place of the browser. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namingOutages } from '../../activities/dispatch/own-outages.ts';
import type { PortalActivities, ProbeResult } from '../../activities/dispatch/portal-activities.ts';
import { openRecorder } from '../../activities/dispatch/recorder.ts';
import type { TaskActivities } from '../../activities/dispatch/task-activities.ts';
import type { TaskRun } from '../../domain/dispatch/task-run.ts';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import { scenarioPros } from '../../portals/sandbox/tms/scenarios.ts';
import { openPool } from '../../store/database.ts';
import type { Pool } from '../../store/database.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { openLink } from '../support/severed-link.ts';
import type { SeveredLink } from '../support/severed-link.ts';
import { until } from '../support/wait.ts';
import { chainOf, openCrew, workflowShows } from './crew.ts';
import type { Crew, CrewMember } from './crew.ts';

const pullPod = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } } as const;
const correction = {
  task_type: 'tms_correction',
  params: { pro: scenarioPros.clear, reason_code: 'CC', changes: { billed_class: '125' }, note: 'WI-77120' },
} as const;
const order = {
  capability: 'tms_correction',
  action: 'correct_bill',
  noun: 'correction',
  mark: 'LK-0000000A',
  scope: 'bill 1',
  fact: 'class 125',
  inputs: {},
  probeInputs: {},
  amount: null,
  people: 0,
  rule: 'test',
  sentence: 'It is within the limit.',
  lookedAt: '2026-11-22T10:00:00.000Z',
  before: [],
  expected: { fields: {}, explanation: null, file: null, bill: null },
  podFile: null,
  playbookDigest: 'd',
  digest: 'd',
} as WriteOrder;

const short: Partial<TaskRun> = { againAfterMs: 10, outagePatience: { firstMs: 10, maxMs: 50, totalMs: 60_000 } };
const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
  [status, outcomeReason].filter((part) => part !== null).join('/');
/** What pg throws when an administrator shuts the server down. */
const shutDown = (): Error => Object.assign(new Error('terminating connection'), { code: '57P01' });

describe('a task during an outage of a part of this deployment', function () {
  this.timeout(300_000);
  let crew: Crew;
  let link: SeveredLink;
  let pool: Pool;
  let member: CrewMember;
  /** In the place of the browser; each test sets what it needs. */
  let portal: Partial<PortalActivities> = {};

  before(async () => {
    crew = await openCrew();
    link = await openLink(crew.database.url);
    pool = openPool({ url: link.url, size: 10, name: 'test-link' });
    const call =
      <K extends keyof PortalActivities>(name: K) =>
      (request: never): Promise<never> =>
        (portal[name] as unknown as (request: never) => Promise<never>)(request);
    const standIn = namingOutages<PortalActivities>(
      {
        pullDocument: call('pullDocument'),
        lookUpRecord: call('lookUpRecord'),
        prepareWrite: call('prepareWrite'),
        submitWrite: call('submitWrite'),
        probeWrite: call('probeWrite'),
      },
      'workflow',
    );
    member = await crew.join(
      ['tasks', 'portal'],
      (built) => {
        const tasks = { ...(built.byQueue.tasks as TaskActivities), judgeTask: async () => ({ kind: 'write', order }) };
        return { ...built, byQueue: { ...built.byQueue, tasks, portal: standIn } };
      },
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
      portal = {
        pullDocument: async ({ taskId }) => {
          tries += 1;
          if (tries === 1) await link.cut();
          await openRecorder({ pool, blobs: crew.blobs, now: () => new Date() }, taskId).record([]);
          await pool.query('select 1');
          return notFound;
        },
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

    it('fails when the patience is over, and says what was tried, for how long, and nothing about the portal', async () => {
      portal = { pullDocument: async () => Promise.reject(shutDown()) };
      const id = await crew.add(pullPod, { ...short, outagePatience: { firstMs: 10, maxMs: 50, totalMs: 300 } });
      const task = await crew.ended(id);
      assert.equal(outcomeOf(task), 'failed/internal_error', task.summary ?? '');
      assert.equal(task.error?.code, 'internal_error');
      assert.match(
        task.summary ?? '',
        /^The work could not be done: the database of this deployment was unavailable for \d+ s \(it is shutting down or starting; tried \d+ times\)\. This says nothing about the portal\. Nothing was changed\.$/,
      );
    });

    it('keeps the records of a task waiting, visibly, when it is away before the work has begun', async () => {
      portal = { pullDocument: async () => notFound };
      const id = await crew.add(pullPod, short);
      await crew.ended(id);
      let planned = false;
      portal = {
        pullDocument: async () => {
          planned = true;
          return notFound;
        },
      };
      await link.cut();
      const next = await crew.add(pullPod, short);
      const { details } = await shownWaiting(next, 'database');
      assert.match(details, /it is retried automatically\.$/);
      assert.equal(planned, false);
      await link.mend();
      assert.equal(outcomeOf(await crew.ended(next)), 'rejected/not_found');
    });

    it('does not wait for a defect: that ends the task after five attempts', async () => {
      let tries = 0;
      portal = {
        pullDocument: async () => {
          tries += 1;
          throw new TypeError('x is not a function');
        },
      };
      const task = await crew.ended(await crew.add(pullPod, short));
      assert.equal(outcomeOf(task), 'failed/internal_error');
      assert.equal(tries, 5);
    });
  });

  describe('the evidence store', () => {
    it('is waited for, and the wait is on the page of the task while it lasts', async () => {
      const folder = join(crew.settings.DATA_DIR, 'blobs');
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, 'in the place of the folder');
      portal = {
        pullDocument: async ({ taskId }) => {
          const sink = openRecorder({ pool, blobs: crew.blobs, now: () => new Date() }, taskId);
          await sink.file('page-1.txt', Buffer.from('text'), 'text/plain');
          return notFound;
        },
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

  describe('around a write', () => {
    const probed = (probe: Extract<ProbeResult, { kind: 'probed' }>['probe']): ProbeResult => ({
      kind: 'probed',
      probe,
    });
    const clicks: string[] = [];
    const click = async (taskId: string): Promise<void> => {
      clicks.push(taskId);
      await crew.database.pool.query(
        `insert into portal_intents
           (task_id, action, sender_id, portal, account, scope, fact, mark, state, submits, fence, write_order)
         select id, 'correct_bill', sender_id, 'sandbox-tms', 'a', id, 'f', 'LK-0000000A', 'open', 1, 1, $2
           from tasks where id = $1`,
        [taskId, JSON.stringify(order)],
      );
    };
    beforeEach(() => (clicks.length = 0));

    it('submits when the database is back, if nothing was clicked before', async () => {
      let tries = 0;
      portal = {
        submitWrite: async ({ taskId }) => {
          tries += 1;
          if (tries <= 8) throw shutDown();
          await click(taskId);
          return { kind: 'accepted', number: 'COR-1' };
        },
        probeWrite: async () => probed({ kind: 'confirmed', number: 'COR-1' }),
      };
      const task = await crew.ended(await crew.add(correction, short));
      assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
      assert.deepEqual(clicks, [task.id]);
    });

    it('only looks when it is back, if the click may have been made', async () => {
      let submits = 0;
      let probes = 0;
      portal = {
        submitWrite: async ({ taskId }) => {
          submits += 1;
          await click(taskId);
          throw shutDown();
        },
        probeWrite: async () => {
          probes += 1;
          // More outages than looks are allowed.
          if (probes <= 8) throw shutDown();
          return probed({ kind: 'confirmed', number: 'COR-1' });
        },
      };
      const task = await crew.ended(await crew.add(correction, short));
      assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
      assert.equal(submits, 1);
    });

    it('is never called failed when it is not known what was written', async () => {
      portal = {
        submitWrite: async ({ taskId }) => {
          await click(taskId);
          throw shutDown();
        },
        probeWrite: async () => Promise.reject(shutDown()),
      };
      const patience = { outagePatience: { firstMs: 10, maxMs: 50, totalMs: 300 } };
      const task = await crew.ended(await crew.add(correction, { ...short, ...patience }));
      assert.equal(outcomeOf(task), 'escalated/uncertain_write', task.summary ?? '');
      assert.match(task.summary ?? '', /the database of this deployment was unavailable for/);
      assert.equal(clicks.length, 1);
    });

    it('fails when nothing can have been written and the patience is over', async () => {
      portal = { submitWrite: async () => Promise.reject(shutDown()) };
      const patience = { outagePatience: { firstMs: 10, maxMs: 50, totalMs: 300 } };
      const task = await crew.ended(await crew.add(correction, { ...short, ...patience }));
      assert.equal(outcomeOf(task), 'failed/internal_error', task.summary ?? '');
      assert.equal(clicks.length, 0);
    });
  });
});
