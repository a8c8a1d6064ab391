/** The desk where people decide, in every order of asking, deciding, reminding and expiring; substituted activities. */
import assert from 'node:assert/strict';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import type { BelievedDecider } from '../../../activities/dispatch/task-activities.ts';
import type { AskedApproval } from '../../../activities/dispatch/approval-record.ts';
import type { SubmitResult } from '../../../activities/dispatch/portal-results.ts';
import type { Approval } from '../../../domain/dispatch/approval.ts';
import type { DecisionInput, DecisionTaken } from '../../../domain/dispatch/approval-input.ts';
import { cents } from '../../../domain/dispatch/money.ts';
import type { WriteOrder } from '../../../domain/dispatch/writing/order.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker, untilCancelled } from './substituted.ts';
import type { SubstitutedWorker, Substitutes } from './substituted.ts';
import { order, outcomeOf, pendingApproval, shownOf, startTask, type TaskCase, writing } from './task-case.ts';

const overLimit: WriteOrder = { ...order, people: 1, amount: cents(48_277), rule: 'over_limit' };
const pending = pendingApproval(overLimit);
const asked: AskedApproval = { approval: pending, expiresInMs: 3_600_000, remindEveryMs: 0, bySignal: true };
/** Believes the person whom the decision names, as the activity does when the signature is right. */
const believeDecider = async (_taskId: string, { decider }: DecisionInput): Promise<BelievedDecider> =>
  decider === undefined
    ? { kind: 'rejected', sentence: 'it names nobody' }
    : {
        kind: 'believed',
        decider: {
          by: decider.by,
          keyId: decider.key_id,
          email: decider.email,
          personId: decider.person_id ?? null,
          mayApprove: decider.may_approve,
        },
      };
/** As the API sends it; what the signature is worth is the activity's to say. */
const signed = <T>(input: T): T =>
  typeof input === 'object' && input !== null && 'decider' in input
    ? { ...input, signed: { at: new Date().toISOString(), mac: 'ours' } }
    : input;
const by = (name: string, more = {}): NonNullable<DecisionInput['decider']> => ({
  by: name,
  key_id: null,
  email: name,
  may_approve: true,
  ...more,
});

describe('the branches of an approval', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const start = (activities: Substitutes = {}): Promise<TaskCase> =>
    startTask(worker, {
      ...writing({ kind: 'write', order: overLimit }),
      askApproval: async () => asked,
      recordApproval: async () => {},
      recordRefusedDecision: async () => {},
      remindOfApproval: async () => {},
      whoDecided: async () => 'bea@host',
      checkApproval: async () => null,
      believeDecider,
      whoCancelled: async () => 'person:bea@example.com',
      ...activities,
    });
  /** Starts a task and waits until it waits for people. */
  async function waiting(activities: Substitutes = {}): Promise<TaskCase> {
    const task = await start(activities);
    await until(async () => (await shownOf(task)).startsWith('Waiting for'), { what: 'the wait to be shown' });
    return task;
  }
  const decide = ({ handle }: TaskCase, input: DecisionInput): Promise<DecisionTaken> =>
    handle.executeUpdate<DecisionTaken, [DecisionInput]>('decide', { args: [signed(input)] });
  const signal = ({ handle }: TaskCase, input: unknown): Promise<void> => handle.signal('decide', input);
  /** The code and sentence with which a decision is refused. */
  async function refusal(task: TaskCase, input: unknown): Promise<string> {
    const error = await decide(task, input as DecisionInput).then(
      () => assert.fail('the decision was taken'),
      (caught: unknown) => caught,
    );
    assert.ok(error instanceof WorkflowUpdateFailedError);
    const { type, message } = error.cause as { type?: string; message: string } & Error;
    return `${type}: ${message}`;
  }
  const recorded = (task: TaskCase): readonly (readonly [string, string | null])[] =>
    task.callsOf('recordApproval').map(([, { status }, decision]) => [status, decision?.decider.by ?? null]);
  const refusals = (task: TaskCase): string[] => task.callsOf('recordRefusedDecision').map(([, , , why]) => why);

  it('waits for a person, shows what for, and writes once they approve, after another look', async () => {
    const task = await waiting();
    assert.match(
      await shownOf(task),
      /^Waiting for a person to decide on approval apr_1, until .* The net change of \+482\.77 is over 250\.00\./,
    );
    assert.deepEqual(task.callsOf('submitWrite'), []);
    const decider = by('bea@example.com');
    const taken = await decide(task, { id: 'dec_1', approval_id: 'apr_1', decision: 'approve', note: 'ok', decider });
    assert.deepEqual(taken, { approval_id: 'apr_1', status: 'approved' });
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.deepEqual(recorded(task), [['approved', 'bea@example.com']]);
    assert.equal(task.callsOf('askApproval').length, 1);
    assert.equal(task.callsOf('lookUpRecord').length, 2);
  });

  it('ends the task when somebody refuses, with their name and note, and writes nothing', async () => {
    const task = await waiting();
    await decide(task, { decision: 'refuse', note: 'Another shipment', decider: by('person:bea@example.com') });
    const ending = await task.ending();
    assert.equal(outcomeOf(ending), 'rejected/approval_refused');
    assert.match(ending.summary, /^bea@example\.com refused the approval\. .* Note: “Another shipment”$/);
    assert.deepEqual(task.callsOf('submitWrite'), []);
  });

  it('does not wait where the same change was approved before', async () => {
    const approval: Approval = { ...pending, status: 'approved', decidedBy: 'bea' };
    const task = await start({ askApproval: async () => ({ ...asked, approval }) });
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.deepEqual(recorded(task), []);
  });

  it('is asked for again when the change has moved meanwhile', async () => {
    const moved: WriteOrder = { ...overLimit, digest: 'of a later change' };
    let judged = 0;
    const second: Approval = { ...pending, id: 'apr_2', digest: moved.digest };
    const task = await waiting({
      judgeTask: async (_taskId, _playbookId, known) => {
        if (known.look === undefined) return { kind: 'look', inputs: {} };
        judged += 1;
        return { kind: 'write', order: judged === 1 ? overLimit : moved };
      },
      askApproval: inTurn<AskedApproval>(asked, { ...asked, approval: second }),
    });
    await decide(task, { approval_id: 'apr_1', decision: 'approve', decider: by('bea@example.com') });
    await until(async () => (await shownOf(task)).includes('apr_2'), { what: 'the second approval' });
    assert.deepEqual(task.callsOf('submitWrite'), []);
    const late = await refusal(task, { approval_id: 'apr_1', decision: 'refuse', decider: by('cy@example.com') });
    assert.equal(late, 'already_decided: approval apr_1 does not wait for a decision');
    await decide(task, { approval_id: 'apr_2', decision: 'approve', decider: by('bea@example.com') });
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.equal(task.callsOf('submitWrite')[0]?.[0].order.digest, 'of a later change');
  });

  describe('of two people', () => {
    const forTwo = { askApproval: async () => ({ ...asked, approval: { ...pending, needed: 2 as const } }) };

    it('continues when both have approved, and not before', async () => {
      const task = await waiting(forTwo);
      assert.match(await shownOf(task), /^Waiting for two people/);
      const first = await decide(task, { decision: 'approve', decider: by('bea@example.com') });
      assert.equal(first.status, 'pending');
      const again = await refusal(task, { decision: 'approve', decider: by('Bea@Example.com') });
      assert.match(again, /^already_decided: .*has decided already; the second decision is another person's$/);
      assert.deepEqual(task.callsOf('submitWrite'), []);
      const second = await decide(task, { decision: 'approve', decider: by('cy@example.com') });
      assert.equal(second.status, 'approved');
      assert.equal(outcomeOf(await task.ending()), 'completed');
    });

    it('is refused by one of them', async () => {
      const task = await waiting(forTwo);
      await decide(task, { decision: 'approve', decider: by('bea@example.com') });
      assert.equal((await decide(task, { decision: 'refuse', decider: by('cy@example.com') })).status, 'refused');
      assert.equal(outcomeOf(await task.ending()), 'rejected/approval_refused');
    });
  });

  it('refuses decisions that it cannot read or that are not theirs, and waits on', async () => {
    const task = await waiting();
    const decider = by('bea@example.com');
    assert.equal(
      await refusal(task, null),
      'invalid_decision: a decision is an object such as {"decision": "approve"}',
    );
    assert.equal(
      await refusal(task, { decision: 'perhaps', decider }),
      'invalid_decision: decision must be approve or refuse',
    );
    assert.equal(
      await refusal(task, { decision: 'approve', decider: by('ann@example.com') }),
      'not_allowed: ann@example.com asked for this task and cannot decide on it',
    );
    assert.equal(
      await refusal(task, { decision: 'approve', decider: by('dan', { key_id: 'key_ann', email: null }) }),
      'not_allowed: dan asked for this task and cannot decide on it',
    );
    assert.equal(
      await refusal(task, { decision: 'approve', decider: by('eve', { may_approve: false }) }),
      'not_allowed: eve does not hold the approver role or scope',
    );
    assert.deepEqual(recorded(task), []);
    await task.handle.terminate('test');
  });

  it('accepts one of two decisions at the same instant, and answers the other', async () => {
    const task = await waiting();
    const answers = await Promise.allSettled(
      ['bea@example.com', 'cy@example.com'].map((name) => decide(task, { decision: 'refuse', decider: by(name) })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    await task.ending();
    assert.equal(recorded(task).length, 1);
  });

  it('answers the same act that is delivered twice as it did the first time', async () => {
    const forTwo = { askApproval: async () => ({ ...asked, approval: { ...pending, needed: 2 as const } }) };
    const task = await waiting(forTwo);
    const act: DecisionInput = { id: 'dec_1', decision: 'approve', decider: by('bea@example.com') };
    const once = await decide(task, act);
    // Known by its id only where the validator lets it pass: the person has decided already.
    assert.match(await refusal(task, act), /^already_decided/);
    assert.deepEqual(once, { approval_id: 'apr_1', status: 'pending' });
    await task.handle.terminate('test');
  });

  it('refuses a decision when nothing waits for one', async () => {
    const task = await startTask(worker, { ...writing(), lookUpRecord: untilCancelled });
    await until(() => task.callsOf('lookUpRecord').length === 1);
    assert.equal(
      await refusal(task, { decision: 'approve', decider: by('bea@example.com') }),
      'already_decided: no approval of this task waits for a decision',
    );
    await task.handle.terminate('test');
  });

  it('takes a decision that comes before the workflow knows of the approval it asked for', async () => {
    let letAsk = (): void => {};
    const isSent = new Promise<void>((resolve) => (letAsk = resolve));
    const task = await start({
      askApproval: async () => {
        await isSent;
        return asked;
      },
    });
    await until(() => task.callsOf('askApproval').length === 1);
    const ahead = decide(task, { approval_id: 'apr_1', decision: 'approve', decider: by('bea@example.com') });
    letAsk();
    assert.equal((await ahead).status, 'approved');
    assert.equal(outcomeOf(await task.ending()), 'completed');
  });

  it('takes the engine’s identity for a decider who is not named', async () => {
    const task = await waiting();
    await decide(task, { decision: 'approve', note: 'by hand' });
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.deepEqual(recorded(task), [['approved', 'temporal:bea@host']]);
    const [act] = task.callsOf('whoDecided')[0] ?? [];
    assert.equal(act?.kind, 'update');
  });

  it('refuses a decider by the engine’s identity who asked for the work', async () => {
    const task = await waiting({ whoDecided: async () => 'ann@example.com' });
    assert.match(await refusal(task, { decision: 'approve' }), /^not_allowed: temporal:ann@example\.com asked for/);
    await task.handle.terminate('test');
  });

  it('does not believe a name whose signature is not ours', async () => {
    const task = await waiting({ believeDecider: async () => ({ kind: 'rejected', sentence: 'it is not signed' }) });
    const input = { decision: 'approve', decider: by('bea@example.com') } as const;
    assert.equal(await refusal(task, input), 'not_allowed: it is not signed');
    assert.deepEqual(recorded(task), []);
    await task.handle.terminate('test');
  });

  it('refuses to decide on what no longer shows what it was asked for with, and asks again', async () => {
    const second: Approval = { ...pending, id: 'apr_2' };
    const task = await waiting({
      askApproval: inTurn<AskedApproval>(asked, { ...asked, approval: second }),
      checkApproval: inTurn<string | null>('its amount was changed', null),
    });
    const approve = (id: string): DecisionInput => ({
      approval_id: id,
      decision: 'approve',
      decider: by('bea@example.com'),
    });
    assert.match(
      await refusal(task, approve('apr_1')),
      /^already_decided: approval apr_1 cannot be decided: its amount/,
    );
    await until(async () => (await shownOf(task)).includes('apr_2'), { what: 'the second approval' });
    await decide(task, approve('apr_2'));
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.deepEqual(recorded(task), [['approved', 'bea@example.com']]);
  });

  it('is asked for again when the page says something else right before the change is keyed', async () => {
    const second: Approval = { ...pending, id: 'apr_2' };
    const task = await waiting({
      askApproval: inTurn<AskedApproval>(asked, { ...asked, approval: second }),
      submitWrite: inTurn<SubmitResult>(
        { kind: 'not_allowed', answer: { kind: 'not_approved', why: 'the text of the page differs' } },
        { kind: 'accepted', number: 'RC-1' },
      ),
    });
    const approve = (id: string): Promise<DecisionTaken> =>
      decide(task, { approval_id: id, decision: 'approve', decider: by('bea@example.com') });
    await approve('apr_1');
    await until(async () => (await shownOf(task)).includes('apr_2'), { what: 'the second approval' });
    await approve('apr_2');
    assert.equal(outcomeOf(await task.ending()), 'completed');
    assert.deepEqual(
      task.callsOf('submitWrite').map(([{ order }]) => order.approval?.id),
      ['apr_1', 'apr_2'],
    );
  });

  describe('decided by signal', () => {
    it('is taken with the identity that the engine knows', async () => {
      const task = await waiting();
      await signal(task, { decision: 'approve', note: 'by hand' });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.deepEqual(recorded(task), [['approved', 'temporal:bea@host']]);
      assert.deepEqual(task.callsOf('whoDecided'), [[{ kind: 'signal', n: 1 }]]);
    });

    it('records why one is not taken, and waits on', async () => {
      const task = await waiting({ whoDecided: inTurn('bea@host', 'bea@host', 'ann@example.com', 'bea@host') });
      await task.handle.signal('decide');
      await until(() => refusals(task).length === 1);
      await signal(task, { decision: 'perhaps' });
      await until(() => refusals(task).length === 2);
      await signal(task, { decision: 'approve' });
      await until(() => refusals(task).length === 3);
      assert.deepEqual(refusals(task), [
        'a decision is an object such as {"decision": "approve"}',
        'decision must be approve or refuse',
        'temporal:ann@example.com asked for this task and cannot decide on it',
      ]);
      await signal(task, { decision: 'refuse' });
      assert.equal(outcomeOf(await task.ending()), 'rejected/approval_refused');
    });

    it('is refused, and recorded, where signals are turned off', async () => {
      const task = await waiting({ askApproval: async () => ({ ...asked, bySignal: false }) });
      await signal(task, { decision: 'approve' });
      await until(() => refusals(task).length === 1);
      assert.match(
        refusals(task).join(),
        /^decisions sent straight to Temporal are turned off .*: decide in the console, /,
      );
      await task.handle.terminate('test');
    });

    it('is refused, and recorded, before anything waits', async () => {
      const task = await startTask(worker, {
        ...writing(),
        lookUpRecord: untilCancelled,
        whoDecided: async () => 'bea@host',
        recordRefusedDecision: async () => {},
      });
      await until(() => task.callsOf('lookUpRecord').length === 1);
      await signal(task, { decision: 'approve' });
      await until(() => refusals(task).length === 1);
      assert.deepEqual(refusals(task), ['no approval of this task waits for a decision']);
      assert.equal(task.callsOf('recordRefusedDecision')[0]?.[1], 'none');
      await task.handle.terminate('test');
    });
  });

  describe('that nobody decides', () => {
    it('reminds people again and again', async () => {
      const task = await start({ askApproval: async () => ({ ...asked, remindEveryMs: 20 }) });
      await until(() => task.callsOf('remindOfApproval').length >= 2, { what: 'two reminders' });
      await task.handle.terminate('test');
    });

    it('ends the task when it expires, and writes nothing', async () => {
      const expiresAt = new Date(Date.now() + 1_000).toISOString();
      const approval = { ...pending, expiresAt };
      const task = await start({ askApproval: async () => ({ ...asked, approval, expiresInMs: 50 }) });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'rejected/approval_expired');
      assert.ok(ending.summary.includes(`${expiresAt.slice(0, 16).replace('T', ' ')} UTC`), ending.summary);
      assert.deepEqual(recorded(task), [['expired', null]]);
      assert.deepEqual(task.callsOf('submitWrite'), []);
    });

    it('is withdrawn with the task when somebody cancels it', async () => {
      const task = await waiting();
      await task.handle.cancel();
      const ending = await task.ending();
      assert.match(ending.summary, /^The work was cancelled by bea@example\.com\./);
      const [withdrawn] = task.callsOf('recordApproval');
      assert.equal(withdrawn?.[1].status, 'expired');
      assert.match(withdrawn?.[1].note ?? '', /the task was cancelled/);
    });
  });
});
