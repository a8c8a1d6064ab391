/** What follows the click that writes: proof, another click or a person; with substituted activities. */
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/activity';
import type { KnownIntent } from '../../../activities/dispatch/recorder.ts';
import type { ProbeResult, SubmitResult } from '../../../activities/dispatch/portal-results.ts';
import type { Verdict } from '../../../domain/dispatch/guard/verdict.ts';
import type { Probe } from '../../../domain/dispatch/writing/write-once.ts';
import { inTurn, openSubstitutedWorker, type SubstitutedWorker, type Substitutes } from './substituted.ts';
import { absent, confirmed, order, outcomeOf, startTask, type TaskCase, writing } from './task-case.ts';

const accepted: SubmitResult = { kind: 'accepted', number: null };
const lost: SubmitResult = { kind: 'lost', reason: 'the connection was closed' };
const refused: SubmitResult = { kind: 'refused', words: 'Not valid', clicked: true };
const verdict: Verdict = {
  verdict: 'stopped',
  layer: 'request',
  rule: 'request.undeclared',
  reason: 'the page asked for what the step does not declare',
  subject: 'POST /void',
};
const stopped: SubmitResult = { kind: 'stopped', verdict, clicked: true };
const intent: KnownIntent = { state: 'open', submits: 1, number: null, order };
const probed = (probe: Probe): ProbeResult => ({ kind: 'probed', probe });
const unclear = probed({ kind: 'indeterminate', why: 'the page could not be read' });
const down: ProbeResult = { kind: 'unavailable', reason: 'it answered 503', retryAfterMs: null };

describe('the branches after a click that writes', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const start = (activities: Substitutes, run = {}): Promise<TaskCase> =>
    startTask(worker, { ...writing(), ...activities }, run);
  /** The click's results and those of the looks after it, in turn. */
  const written = (submits: readonly SubmitResult[], probes: readonly ProbeResult[]): Promise<TaskCase> =>
    start({ submitWrite: inTurn<SubmitResult>(...submits), probeWrite: inTurn<ProbeResult>(...probes) });

  interface Expected {
    readonly outcome: string;
    readonly words: RegExp;
    /** How the intent is closed, in order. */
    readonly closed: readonly string[];
    readonly clicks: number;
    readonly looks: number;
  }
  const cases: readonly (readonly [string, readonly SubmitResult[], readonly ProbeResult[], Expected])[] = [
    [
      'a click whose answer was lost is looked for and found',
      [lost],
      [confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 1 },
    ],
    [
      'a click that was allowed before counts as lost: it is looked for, not repeated',
      [{ kind: 'not_allowed', answer: { kind: 'repeated' } }],
      [confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 1 },
    ],
    [
      'a write that appears late is confirmed',
      [accepted],
      [absent, confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 2 },
    ],
    [
      'a write that is shown as done and is not on file is uncertain, and not made again',
      [accepted],
      [absent],
      {
        outcome: 'escalated/uncertain_write',
        words: /The portal accepted the write and shows no record of it\./,
        closed: ['uncertain'],
        clicks: 1,
        looks: 2,
      },
    ],
    [
      'a write that shows something else than was meant is uncertain',
      [accepted],
      [probed({ kind: 'refuted', why: 'the class is 100', number: 'COR-9' })],
      {
        outcome: 'escalated/uncertain_write',
        words: /shows something else than was written: the class is 100/,
        closed: ['uncertain'],
        clicks: 1,
        looks: 1,
      },
    ],
    [
      'a write that no look can read is uncertain after five looks',
      [accepted],
      [unclear],
      {
        outcome: 'escalated/uncertain_write',
        words: /is not known: the page could not be read/,
        closed: ['uncertain'],
        clicks: 1,
        looks: 5,
      },
    ],
    [
      'a lost write whose absence is shown twice is made again',
      [lost, accepted],
      [absent, absent, confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 2, looks: 3 },
    ],
    [
      'a write that is lost twice is not made a third time',
      [lost],
      [absent],
      {
        outcome: 'escalated/uncertain_write',
        words: /After 2 submits whose answers were lost/,
        closed: ['uncertain'],
        clicks: 2,
        looks: 4,
      },
    ],
    [
      'a write that the portal refused is rejected when nothing is on file',
      [refused],
      [absent],
      {
        outcome: 'rejected/portal_refused',
        words: /The portal refused: Not valid Nothing is on file for PRO 0412708839/,
        closed: ['absent'],
        clicks: 1,
        looks: 2,
      },
    ],
    [
      'a write that the portal refused and has on file is done',
      [refused],
      [confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 1 },
    ],
    [
      'a click after which the guard stopped is for a person when the portal took it',
      [stopped],
      [confirmed],
      {
        outcome: 'escalated/needs_person',
        words: /^The guard stopped this task when Sandbox TMS had taken the correction COR-1 already/,
        closed: ['written'],
        clicks: 1,
        looks: 1,
      },
    ],
    [
      'a click after which the guard stopped is never made again, and ends stopped when nothing is on file',
      [stopped],
      [absent],
      {
        outcome: 'escalated/guard_stopped',
        words: /the page asked for what the step does not declare/,
        closed: ['absent'],
        clicks: 1,
        looks: 2,
      },
    ],
    [
      'a click after which the page was not as known is looked for',
      [{ kind: 'changed', page: 'bill', expected: 'a number', found: 'none', clicked: true }],
      [confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 1 },
    ],
    [
      'a busy account is no click',
      [{ kind: 'busy', clicked: false }, accepted],
      [confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 2, looks: 1 },
    ],
    [
      'looks that found the account busy or the portal down do not count',
      [accepted],
      [{ kind: 'busy' }, down, absent, down, confirmed],
      { outcome: 'completed', words: /COR-1/, closed: ['written'], clicks: 1, looks: 5 },
    ],
  ];
  for (const [title, submits, probes, { outcome, words, closed, clicks, looks }] of cases)
    it(title, async () => {
      const task = await written(submits, probes);
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), outcome, ending.summary);
      assert.match(ending.summary, words);
      assert.deepEqual(
        task.callsOf('closeIntent').map(([, , state]) => state),
        closed,
      );
      assert.equal(task.callsOf('submitWrite').length, clicks);
      assert.equal(task.callsOf('probeWrite').length, looks);
    });

  it('keeps the number of a record that shows something else', async () => {
    const task = await written([accepted], [probed({ kind: 'refuted', why: 'two records', number: 'COR-9' })]);
    await task.ending();
    assert.equal(task.callsOf('closeIntent')[0]?.[3], 'COR-9');
  });

  it('is uncertain when the portal stays down while it is looked for', async () => {
    const task = await start({ probeWrite: async () => down }, { portalUnavailableAfterMs: 20 });
    const ending = await task.ending();
    assert.equal(outcomeOf(ending), 'escalated/uncertain_write');
    assert.match(ending.summary, /is not known: it answered 503/);
  });

  it('is uncertain when no look can be made for a technical reason', async () => {
    const task = await start({
      probeWrite: () => Promise.reject(ApplicationFailure.nonRetryable('a defect', 'TypeError')),
    });
    const ending = await task.ending();
    assert.equal(outcomeOf(ending), 'escalated/uncertain_write');
    assert.match(ending.summary, /the look failed for a technical reason/);
    assert.equal(task.callsOf('probeWrite').length, 5);
  });

  describe('when the worker is lost', () => {
    const lostWorker = ApplicationFailure.retryable('the worker ended', 'lost');

    it('before the click writes again from where it was', async () => {
      const task = await start({ submitWrite: inTurn<SubmitResult>(lostWorker, lostWorker, accepted) });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.deepEqual(
        task.callsOf('submitWrite').map(([{ submit }]) => submit),
        [1, 1, 1],
      );
    });

    it('before the click for the third time ends as failed, with nothing written', async () => {
      const task = await start({ submitWrite: inTurn<SubmitResult>(lostWorker) });
      const ending = await task.ending();
      assert.equal(ending.error?.code, 'internal_error');
      assert.equal(task.callsOf('submitWrite').length, 3);
      assert.deepEqual(task.callsOf('closeIntent'), []);
    });

    it('around the click only looks from there on, and says so', async () => {
      const task = await start({
        submitWrite: inTurn<SubmitResult>(lostWorker),
        openIntentOf: async () => intent,
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('submitWrite').length, 1);
      assert.match(task.callsOf('tell')[0]?.[1] ?? '', /^The worker was lost around the click\./);
    });

    it('is not taken for a click by the intent of an earlier one', async () => {
      const task = await start({
        submitWrite: inTurn<SubmitResult>(lost, lostWorker, accepted),
        probeWrite: inTurn<ProbeResult>(absent, absent, confirmed),
        openIntentOf: async () => intent,
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.deepEqual(
        task.callsOf('submitWrite').map(([{ submit }]) => submit),
        [1, 2, 2],
      );
    });
  });

  describe('when the second click is never made', () => {
    it('closes the intent, as nothing is on file, and fails', async () => {
      const fault = ApplicationFailure.retryable('a crash', 'lost');
      const task = await start({
        submitWrite: inTurn<SubmitResult>(lost, fault),
        probeWrite: async () => absent,
      });
      const ending = await task.ending();
      assert.equal(ending.error?.code, 'internal_error');
      assert.deepEqual(
        task.callsOf('closeIntent').map(([, , state]) => state),
        ['absent'],
      );
    });

    it('closes the intent and looks at the portal again when it is in the way', async () => {
      const task = await start({
        submitWrite: inTurn<SubmitResult>(
          lost,
          { kind: 'unavailable', reason: '503', retryAfterMs: null, clicked: false },
          accepted,
        ),
        probeWrite: inTurn<ProbeResult>(absent, absent, confirmed),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('lookUpRecord').length, 2);
      assert.deepEqual(
        task.callsOf('closeIntent').map(([, , state]) => state),
        ['absent', 'written'],
      );
    });
  });
});
