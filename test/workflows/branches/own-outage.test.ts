/** What a task does while a part of this deployment is unavailable, with substituted activities (D25, D59). */
import assert from 'node:assert/strict';
import { Context } from '@temporalio/activity';
import { namingOutages } from '../../../activities/dispatch/own-outages.ts';
import type { TaskPlan } from '../../../activities/dispatch/plan-task.ts';
import type {
  PortalActivities,
  ProbeResult,
  PullResult,
  SubmitResult,
} from '../../../activities/dispatch/portal-results.ts';
import type { KnownIntent } from '../../../activities/dispatch/recorder.ts';
import type { TaskActivities } from '../../../activities/dispatch/task-activities.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import type { WriteOrder } from '../../../domain/dispatch/writing/order.ts';
import { BlobStoreError } from '../../../store/outages.ts';
import { inTurn, openSubstitutedWorker, type SubstitutedWorker, type Substitutes } from './substituted.ts';
import { outcomeOf, portalName, pulled, quickPatience, shownOf, startTask, subject } from './task-case.ts';
import type { TaskCase } from './task-case.ts';

const order = {
  capability: 'tms_correction',
  action: 'correct_bill',
  noun: 'correction',
  mark: 'LK-0000000A',
  scope: 'bill 1',
  people: 0,
  sentence: 'It is within the limit.',
  inputs: {},
  probeInputs: {},
  podFile: null,
  digest: 'd',
} as Partial<WriteOrder> as WriteOrder;
const writePlan: TaskPlan = {
  kind: 'write',
  taskType: 'tms_correction',
  playbookId: 'sandbox-tms',
  portalName,
  subject,
  receipts: null,
  settleMs: 0,
  intent: null,
};
const opened: KnownIntent = { state: 'open', submits: 1, number: null, order };

/** What pg throws when an administrator shuts the server down. */
const shutDown = Object.assign(new Error('terminating connection'), { code: '57P01' });
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
const diskFull = new BlobStoreError(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
const impatient = { outagePatience: { ...quickPatience, totalMs: 50 } };
const confirmed: ProbeResult = { kind: 'probed', probe: { kind: 'confirmed', number: 'COR-1' } };
/** More than one activity has attempts, or the checker looks. */
const many = Array.from({ length: 8 }, () => shutDown);

describe('a task while a part of this deployment is unavailable', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const portal = (activities: Partial<PortalActivities>): Substitutes =>
    namingOutages(activities as PortalActivities, 'workflow');
  const notesOf = (task: TaskCase): string[] => task.callsOf('tell').map(([, note]) => note);

  describe('reading', () => {
    for (const [part, error] of [
      ['the database', shutDown],
      ['the database', refused],
      ['the evidence store', diskFull],
    ] as const)
      it(`waits for ${part} and completes, with a note of how long it waited: ${error.message}`, async () => {
        const pullDocument = inTurn<PullResult>(...Array.from({ length: 12 }, () => error), pulled);
        const task = await startTask(worker, portal({ pullDocument }));
        assert.equal(outcomeOf(await task.ending()), 'completed');
        assert.equal(task.callsOf('pullDocument').length, 13);
        const note = new RegExp(
          `^The work waited \\d+ s for ${part} of this deployment \\(.+\\) and continued after 12 failed tries\\.$`,
        );
        assert.match(notesOf(task).at(-1) ?? '', note);
      });

    it('fails when the patience has run out, and says what was tried, for how long, and nothing about the portal', async () => {
      const task = await startTask(worker, portal({ pullDocument: inTurn<never>(refused) }), impatient);
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'failed/internal_error');
      assert.match(
        ending.summary,
        /^The work could not be done: the database of this deployment was unavailable for \d+ s \(connection refused; tried \d+ times\)\. This says nothing about the portal\. Nothing was changed\.$/,
      );
    });

    it('keeps the patience for the next outage after a success', async () => {
      const pullDocument = inTurn<PullResult>(shutDown, { kind: 'busy' }, shutDown, pulled);
      const task = await startTask(worker, portal({ pullDocument }));
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(notesOf(task).filter((note) => note.startsWith('The work waited')).length, 2);
    });
  });

  it('shows that its records wait, which the engine retries until they are written', async () => {
    const shown: string[] = [];
    const task: TaskCase = await startTask(worker, {
      ...portal({ pullDocument: inTurn<PullResult>(pulled) }),
      ...namingOutages(
        {
          finishTask: async () => {
            if (Context.current().info.isLocal) throw refused;
            shown.push(await shownOf(task));
          },
        } as Partial<TaskActivities> as TaskActivities,
        'engine',
      ),
    });
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.match(
      shown[0] ?? '',
      /^Waiting for the database of this deployment: connection refused, since \d\d:\d\d UTC; it is retried automatically\.$/,
    );
  });

  describe('around a write', () => {
    const write = async (activities: Substitutes, run = {}): Promise<TaskCase> =>
      startTask(
        worker,
        {
          planTask: async () => writePlan,
          judgeTask: async () => ({ kind: 'write', order }),
          openIntentOf: async () => null,
          closeIntent: async () => {},
          ...activities,
        },
        run,
      );

    it('submits when the database is back, if nothing was clicked before', async () => {
      const task = await write(
        portal({
          submitWrite: inTurn<SubmitResult>(...many, { kind: 'accepted', number: 'COR-1' }),
          probeWrite: inTurn<ProbeResult>(confirmed),
        }),
      );
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('submitWrite').length, 9);
    });

    it('only looks when it is back, if the click may have been made, and counts no look that was not made', async () => {
      const task = await write({
        ...portal({ submitWrite: inTurn<never>(shutDown), probeWrite: inTurn<ProbeResult>(...many, confirmed) }),
        openIntentOf: async () => opened,
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('submitWrite').length, 1);
      assert.equal(task.callsOf('probeWrite').length, 9);
    });

    it('is never called failed when it is not known what was written', async () => {
      const task = await write(
        {
          ...portal({ submitWrite: inTurn<never>(shutDown), probeWrite: inTurn<never>(diskFull) }),
          openIntentOf: async () => opened,
        },
        impatient,
      );
      const ending: Ending = await task.ending();
      assert.equal(outcomeOf(ending), 'escalated/uncertain_write');
      assert.match(
        ending.summary,
        /the evidence store of this deployment was unavailable for \d+ s \(the disk is full/,
      );
      assert.equal(task.callsOf('submitWrite').length, 1);
    });

    it('fails when nothing can have been written and the patience has run out', async () => {
      const task = await write(portal({ submitWrite: inTurn<never>(shutDown) }), impatient);
      assert.equal(outcomeOf(await task.ending()), 'failed/internal_error');
    });
  });
});
