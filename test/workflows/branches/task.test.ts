/** Every way a task can go that only reads, with substituted activities; on the real portal: workflows/task.test.ts. */
import assert from 'node:assert/strict';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { PullResult } from '../../../activities/dispatch/portal-results.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import type { Verdict } from '../../../domain/dispatch/guard/verdict.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker, untilCancelled } from './substituted.ts';
import type { SubstitutedWorker, Substitutes } from './substituted.ts';
import { outcomeOf, pulled, quickPatience, shownOf, startTask } from './task-case.ts';

const stopped: Verdict = {
  verdict: 'stopped',
  layer: 'element',
  rule: 'never_click.void_bill',
  reason: 'the control voids a bill',
  subject: 'Void bill',
};
const down = { kind: 'unavailable', reason: 'it answered 503', retryAfterMs: null } as const;

describe('the branches of a task that reads', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const endingOf = async (activities: Substitutes, run = {}): Promise<Ending> =>
    (await startTask(worker, activities, run)).ending();
  const pulling = (...results: PullResult[]): Substitutes => ({ pullDocument: inTurn<PullResult>(...results) });

  describe('by its plan', () => {
    it('does nothing for a task that has its outcome', async () => {
      const task = await startTask(worker, { planTask: async () => ({ kind: 'over', status: 'completed' }) });
      assert.equal(await task.handle.result(), 'completed');
      assert.deepEqual(
        task.calls.map(({ name }) => name),
        ['planTask'],
      );
    });

    it('stops an action of the never-click list, with the verdict in its record, before any portal', async () => {
      const task = await startTask(worker, {
        planTask: async () => ({ kind: 'portal_action', action: 'void_bill', subject: 'PRO 0412708839' }),
        recordStop: async () => {},
      });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'escalated/guard_stopped');
      const [recorded] = task.callsOf('recordStop');
      assert.equal(recorded?.[2].rule, 'never_click.void_bill');
      assert.deepEqual(
        task.calls.map(({ name }) => name),
        ['planTask', 'recordStop', 'packEvidence', 'finishTask'],
      );
    });

    it('asks for a person when no playbook can do it any more', async () => {
      const ending = await endingOf({ planTask: async () => ({ kind: 'no_capability' }) });
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.match(ending.summary, /its playbook was removed/);
    });

    it('fails as a workflow, without an outcome, when there is no such task', async () => {
      const task = await startTask(worker, {
        planTask: () => Promise.reject(ApplicationFailure.nonRetryable('there is no task', 'no_such_task')),
      });
      await assert.rejects(task.handle.result(), { name: 'WorkflowFailedError' });
      assert.deepEqual(task.callsOf('finishTask'), []);
    });

    it('ends as failed when the plan cannot be made for a reason of our own', async () => {
      const ending = await endingOf({
        planTask: () => Promise.reject(ApplicationFailure.nonRetryable('a defect', 'TypeError')),
      });
      assert.equal(outcomeOf(ending), 'failed/internal_error');
      assert.equal(ending.error?.code, 'internal_error');
    });
  });

  describe('by what the portal returns', () => {
    const cases: readonly (readonly [string, PullResult, string, RegExp])[] = [
      ['a sound document', pulled, 'completed', /^The signed proof of delivery of PRO 0412708839 was pulled from/],
      [
        'a document with findings',
        { ...pulled, findings: ['is not signed', 'is for another PRO'] } as PullResult,
        'escalated/needs_person',
        /is not signed and is for another PRO\. A person has to look/,
      ],
      [
        'no such record',
        { kind: 'absent', what: 'a shipment with PRO 0412708839', words: 'Nothing found' },
        'rejected/not_found',
        /does not have a shipment with PRO 0412708839\. It says: “Nothing found”/,
      ],
      ['a refusal', { kind: 'refused', words: 'Not yours' }, 'rejected/portal_refused', /It says: “Not yours”/],
      ['a stop of the guard', { kind: 'stopped', verdict: stopped }, 'escalated/guard_stopped', /voids a bill\.$/],
      [
        'a page that is not as known',
        { kind: 'changed', page: 'search', expected: 'a field PRO', found: 'no such field' },
        'escalated/needs_person',
        /looks different .* at the page "search": expected a field PRO, found no such field/,
      ],
      [
        'that only a person can help',
        { kind: 'needs_person', reason: 'There is no usable login.' },
        'escalated/needs_person',
        /^There is no usable login\.$/,
      ],
    ];
    for (const [what, result, outcome, words] of cases)
      it(`ends ${outcome} for ${what}`, async () => {
        const ending = await endingOf(pulling(result));
        assert.equal(outcomeOf(ending), outcome);
        assert.match(ending.summary, words);
        assert.equal(ending.podFile, outcome === 'completed' ? 'pod.pdf' : null);
        assert.equal(ending.manifestFile, 'manifest.json');
      });

    it('tries again at once when other tasks held the account', async () => {
      const task = await startTask(worker, pulling({ kind: 'busy' }, { kind: 'busy' }, pulled));
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('pullDocument').length, 3);
    });
  });

  describe('while the portal has changed', () => {
    const held = { kind: 'held', page: 'search', expected: 'a field PRO', found: 'no such field' } as const;
    const forLong: PullResult = { ...held, againAfterMs: 600_000 };

    it('waits, says for what, and tries again at once when it is signalled that it may', async () => {
      const task = await startTask(worker, pulling(forLong, forLong, pulled));
      for (const n of [1, 2]) {
        await until(
          async () => task.callsOf('pullDocument').length === n && (await shownOf(task)).startsWith('Waiting'),
        );
        assert.match(
          await shownOf(task),
          /Sandbox TMS: it has changed: the page "search" should show a field PRO, and/,
        );
        await task.handle.signal('portalReady');
        await until(() => task.callsOf('pullDocument').length > n);
      }
      assert.equal(outcomeOf(await task.ending()), 'completed');
    });

    it('looks by itself as often as it is set to, and goes to a person when it has waited for long enough', async () => {
      const task = await startTask(worker, pulling({ ...held, againAfterMs: 1 }, { ...held, againAfterMs: null }));
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.match(ending.summary, /at the page "search": expected a field PRO, found no such field/);
    });
  });

  describe('while the portal is down', () => {
    it('waits longer from try to try, says so, and completes when the portal is back', async () => {
      const task = await startTask(worker, pulling(down, down, down, pulled), {
        portalRetry: { firstMs: 20, maxMs: 40 },
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      const { events } = await task.handle.fetchHistory();
      const waits = (events ?? [])
        .map(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout)
        .filter((wait) => wait !== undefined && wait !== null)
        .map((wait) => Math.round((wait.nanos ?? 0) / 1_000_000));
      assert.deepEqual(waits, [20, 40, 40]);
    });

    it('shows until when it waits, and why', async () => {
      const task = await startTask(worker, pulling(down), { portalRetry: { firstMs: 60_000, maxMs: 60_000 } });
      const shown = await until(async () => {
        const details = await shownOf(task);
        return details.startsWith('Waiting for') ? details : undefined;
      });
      assert.match(
        shown,
        /^Waiting for Sandbox TMS: it answered 503, since \d\d:\d\d UTC; next try at \d\d:\d\d UTC\.$/,
      );
      await task.handle.terminate('test');
    });

    it('fails for good when the portal is down for too long', async () => {
      const task = await startTask(worker, pulling(down), { portalUnavailableAfterMs: 20 });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'failed/portal_unavailable');
      assert.equal(ending.error?.code, 'portal_unavailable');
      assert.match(ending.summary, /it answered 503\. Nothing was changed\.$/);
      assert.ok(task.callsOf('pullDocument').length >= 2);
    });

    it('counts the outage from where an earlier run of the task began it', async () => {
      const outage = { sinceMs: Date.now() - 90_000, failures: 7 };
      const task = await startTask(worker, pulling(down), { outage, portalUnavailableAfterMs: 60_000 });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'failed/portal_unavailable');
      assert.match(ending.summary, /could not be worked on for \d+ s/);
      assert.equal(task.callsOf('pullDocument').length, 1);
    });
  });

  describe('when something of our own fails', () => {
    it('makes a lost attempt again and continues', async () => {
      const task = await startTask(worker, {
        pullDocument: inTurn<PullResult>(new Error('the browser crashed'), pulled),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
    });

    it('ends as failed with a code after five attempts, in general words', async () => {
      const task = await startTask(worker, { pullDocument: inTurn<PullResult>(new Error('the browser crashed')) });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'failed/internal_error');
      assert.equal(ending.error?.code, 'internal_error');
      assert.doesNotMatch(ending.summary, /browser/);
      assert.equal(task.callsOf('pullDocument').length, 5);
    });

    it('waits for a worker, and says that it was lost when no attempt shows any activity', async () => {
      const silent = (): Promise<never> => Context.current().cancelled;
      const ending = await endingOf({ pullDocument: silent }, { silenceMs: 20, outagePatience: quickPatience });
      assert.equal(outcomeOf(ending), 'failed/internal_error');
      assert.equal(ending.error?.code, 'worker_lost');
      assert.match(ending.summary, /a portal worker of this deployment was unavailable for .*; tried 4 times/);
    });

    it('keeps its records with an ordinary activity when the local one fails', async () => {
      const task = await startTask(worker, {
        ...pulling(pulled),
        finishTask: async () => {
          if (Context.current().info.isLocal) throw new Error('the connection was lost');
        },
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('finishTask').length, 4);
    });

    it('is finished with its outcome, while the time stamp of its evidence is still asked for', async () => {
      let isFinished = false;
      let answer: (() => void) | undefined;
      const run = await startTask(worker, {
        ...pulling(pulled),
        packEvidence: async () => ({ manifestFile: 'manifest.json', isStamped: true }),
        finishTask: async () => {
          isFinished = true;
        },
        stampEvidence: async () => {
          assert.ok(isFinished);
          await new Promise<void>((resolve) => (answer = resolve));
          throw ApplicationFailure.nonRetryable('tsa.example: it answered 503', 'no_time_stamp');
        },
      });
      assert.equal(await run.handle.result(), 'completed');
      assert.equal(outcomeOf(await run.ending()), 'completed');
      (await until(() => answer))();
      const { client, workflowId } = run.handle;
      assert.equal(await client.getHandle(`time-stamp:${workflowId}`).result(), 'not_stamped');
      assert.equal(run.callsOf('stampEvidence').length, 1);
    });

    it('claims nothing that rests on evidence which cannot be packed', async () => {
      const packEvidence = (): Promise<never> =>
        Promise.reject(ApplicationFailure.nonRetryable('a file is not what was recorded', 'evidence_lost'));
      const ending = await endingOf({ ...pulling(pulled), packEvidence });
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.equal(ending.error?.code, 'evidence_lost');
      assert.equal(ending.podFile, null);
      assert.equal(ending.manifestFile, null);
    });

    it('keeps an outcome that claims nothing when its evidence cannot be packed', async () => {
      const packEvidence = (): Promise<never> =>
        Promise.reject(ApplicationFailure.nonRetryable('a file is not what was recorded', 'evidence_lost'));
      const ending = await endingOf({ ...pulling({ kind: 'refused', words: 'Not yours' }), packEvidence });
      assert.equal(outcomeOf(ending), 'rejected/portal_refused');
      assert.equal(ending.error, null);
      assert.equal(ending.manifestFile, null);
    });
  });

  describe('when it is cancelled', () => {
    const whoCancelled = async (): Promise<string> => 'person:bea@example.com';

    it('ends visibly while it waits for the portal, and names who it was', async () => {
      const task = await startTask(
        worker,
        { ...pulling(down), whoCancelled },
        { portalRetry: { firstMs: 60_000, maxMs: 60_000 } },
      );
      await until(async () => (await shownOf(task)).startsWith('Waiting for'));
      await task.handle.cancel();
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.equal(ending.summary, 'The work was cancelled by bea@example.com. A person has to take over.');
      assert.equal(ending.manifestFile, 'manifest.json');
    });

    it('ends the work at the portal first', async () => {
      let isOver = false;
      const task = await startTask(worker, {
        pullDocument: () => untilCancelled().finally(() => (isOver = true)),
        whoCancelled,
        packEvidence: async () => {
          assert.ok(isOver, 'evidence is packed while the browser works');
          return { manifestFile: 'manifest.json' };
        },
      });
      await until(() => task.callsOf('pullDocument').length === 1);
      await task.handle.cancel();
      const ending = await task.ending();
      assert.match(ending.summary, /^The work was cancelled by bea@example\.com\./);
      assert.equal(ending.manifestFile, 'manifest.json');
    });
  });
});
