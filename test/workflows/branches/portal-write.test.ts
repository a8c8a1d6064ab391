/** What a writing task does before the click and around it, with substituted activities. */
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/activity';
import type { KnownIntent } from '../../../activities/dispatch/recorder.ts';
import type {
  LookResult,
  PrepareResult,
  ProbeResult,
  PullResult,
  SubmitResult,
} from '../../../activities/dispatch/portal-results.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import type { Judged } from '../../../domain/dispatch/writing/write-context.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker, type SubstitutedWorker, type Substitutes } from './substituted.ts';
import {
  absent,
  confirmed,
  order,
  outcomeOf,
  previewed,
  pulled,
  receipt,
  seen,
  shownOf,
  startTask,
  writing,
} from './task-case.ts';
import type { TaskCase } from './task-case.ts';

const down = { kind: 'unavailable', reason: 'it answered 503', retryAfterMs: null } as const;
const changed = { kind: 'changed', page: 'bill', expected: 'a field class', found: 'no such field' } as const;
const refused = { kind: 'refused', words: 'The bill is locked' } as const;
const intent: KnownIntent = { state: 'open', submits: 1, number: null, order };

describe('the branches of a task that writes', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const start = (activities: Substitutes, run = {}): Promise<TaskCase> =>
    startTask(worker, { ...writing(), ...activities }, run);
  const endingOf = async (activities: Substitutes, run = {}): Promise<Ending> =>
    (await start(activities, run)).ending();
  const namesOf = ({ calls }: TaskCase): string[] => calls.map(({ name }) => name);

  it('looks, previews, writes once, finds its record and closes the intent with its number', async () => {
    const task = await start({});
    const ending = await task.ending();
    assert.equal(outcomeOf(ending), 'completed');
    assert.equal(ending.confirmationNumber, 'COR-1');
    assert.match(
      ending.summary,
      /^The correction COR-1 for PRO 0412708839 was written in Sandbox TMS and verified in a separate session\. The net/,
    );
    assert.deepEqual(
      namesOf(task).filter((name) => name !== 'judgeTask'),
      [
        'planTask',
        'lookUpRecord',
        'prepareWrite',
        'submitWrite',
        'probeWrite',
        'closeIntent',
        'packEvidence',
        'finishTask',
      ],
    );
    assert.deepEqual(task.callsOf('closeIntent')[0]?.slice(1), ['correct_bill', 'written', 'COR-1']);
  });

  it('looks again at once when it is signalled that the portal fits, also where a receipt may be waited for', async () => {
    const held = { kind: 'held', page: 'bill', expected: 'a field class', found: 'no such field' } as const;
    const task = await start({ lookUpRecord: inTurn<LookResult>({ ...held, againAfterMs: 600_000 }, seen) });
    await until(async () => task.callsOf('lookUpRecord').length === 1 && (await shownOf(task)).startsWith('Waiting'));
    await task.handle.signal('portalReady');
    assert.equal(outcomeOf(await task.ending()), 'completed');
  });

  it('ends as the rules decide, with the number of the record that was found, and writes nothing', async () => {
    const task = await start(
      writing({ kind: 'end', reason: 'already_done', number: 'COR-7', rule: 'own_earlier', sentence: 'Found.' }),
    );
    const ending = await task.ending();
    assert.equal(outcomeOf(ending), 'completed/already_done');
    assert.equal(ending.confirmationNumber, 'COR-7');
    assert.deepEqual(task.callsOf('submitWrite'), []);
  });

  describe('when the portal is in the way of a look or preview', () => {
    const looks: readonly (readonly [string, LookResult, string])[] = [
      ['refuses', refused, 'rejected/portal_refused'],
      ['is not as known', changed, 'escalated/needs_person'],
      ['has no login', { kind: 'needs_person', reason: 'There is no usable login.' }, 'escalated/needs_person'],
    ];
    for (const [what, result, outcome] of looks)
      it(`ends ${outcome} when the portal of a look ${what}`, async () => {
        const task = await start({ lookUpRecord: async () => result });
        assert.equal(outcomeOf(await task.ending()), outcome);
        assert.deepEqual(task.callsOf('submitWrite'), []);
      });

    it('looks again after a busy account and a portal that was down', async () => {
      const task = await start({
        lookUpRecord: inTurn<LookResult>({ kind: 'busy' }, down, down, seen),
        prepareWrite: inTurn<PrepareResult>({ kind: 'busy' }, down, previewed),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('lookUpRecord').length, 4);
      assert.equal(task.callsOf('prepareWrite').length, 3);
    });

    it('fails for certain when the portal stays down before the write', async () => {
      const task = await start({ lookUpRecord: async () => down }, { portalUnavailableAfterMs: 20 });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'failed/portal_unavailable');
      assert.match(ending.summary, /Nothing was changed\.$/);
      assert.deepEqual(task.callsOf('submitWrite'), []);
    });

    it('ends when the form of the preview is for nothing on file', async () => {
      const gone = { kind: 'absent', what: 'a bill of PRO 0412708839', words: 'No bill' } as const;
      assert.equal(outcomeOf(await endingOf({ prepareWrite: async () => gone })), 'rejected/not_found');
    });

    it('looks again once when the preview is refused, and continues when it was out of date', async () => {
      const task = await start({ prepareWrite: inTurn<PrepareResult>(refused, previewed) });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('lookUpRecord').length, 2);
    });

    it('ends as refused when the preview is refused after a second look, too', async () => {
      const task = await start({ prepareWrite: async () => refused });
      assert.equal(outcomeOf(await task.ending()), 'rejected/portal_refused');
      assert.equal(task.callsOf('lookUpRecord').length, 2);
      assert.deepEqual(task.callsOf('submitWrite'), []);
    });
  });

  describe('that needs a proof of delivery', () => {
    const askingFor = (into: 'receipt' | 'otherReceipt'): Substitutes => ({
      judgeTask: async (_taskId, _playbookId, known): Promise<Judged> => {
        if (known[into] === undefined) return { kind: 'pull_receipt', pro: '0412708839', into };
        return known.look === undefined ? { kind: 'look', inputs: {} } : { kind: 'write', order };
      },
    });

    for (const into of ['receipt', 'otherReceipt'] as const)
      it(`pulls it from the portal of receipts and judges it as its ${into}`, async () => {
        const task = await start({ ...askingFor(into), pullDocument: async () => pulled });
        assert.equal(outcomeOf(await task.ending()), 'completed');
        assert.deepEqual(task.callsOf('judgeTask').at(-1)?.[2][into], receipt);
      });

    it('judges a receipt that is not on file as missing', async () => {
      const task = await start({
        ...askingFor('receipt'),
        pullDocument: async () => ({ kind: 'absent', what: 'a delivery receipt', words: 'None' }),
      });
      await task.ending();
      assert.equal(task.callsOf('judgeTask').at(-1)?.[2].receipt?.receipt.state, 'missing');
    });

    it('asks for a person when no portal can pull it', async () => {
      const ending = await endingOf({
        ...writing({ kind: 'write', order }, { receipts: null }),
        ...askingFor('receipt'),
      });
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.match(ending.summary, /^No portal here can pull the proof of delivery/);
    });

    it('waits for a portal of receipts that is down, and names it when it refuses', async () => {
      const task = await start({
        ...askingFor('receipt'),
        pullDocument: inTurn<PullResult>(down, { kind: 'busy' }, refused),
      });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'rejected/portal_refused');
      assert.match(ending.summary, /^Sandbox Receipts refused/);
      assert.equal(task.callsOf('pullDocument').length, 3);
    });

    for (const has of [true, false])
      it(`turns to filing a dispute ${has ? 'with' : 'without'} the receipt that was pulled before`, async () => {
        let turned = false;
        const task = await start({
          judgeTask: async (_taskId, _playbookId, known): Promise<Judged> => {
            if (has && known.receipt === undefined) return { kind: 'pull_receipt', pro: '1', into: 'receipt' };
            if (turned) return { kind: 'end', reason: 'needs_person', number: null, rule: 'r', sentence: 'Seen.' };
            turned = true;
            return { kind: 'turn_to_filing', invoiceNumber: '7100246813' };
          },
          pullDocument: async () => pulled,
        });
        await task.ending();
        const known = task.callsOf('judgeTask').at(-1)?.[2];
        assert.deepEqual(
          [known?.capability, known?.invoiceNumber, known?.receipt !== undefined],
          ['file_dispute', '7100246813', has],
        );
      });
  });

  describe('whose record is written to by others', () => {
    const taken = (state: 'open' | 'uncertain'): SubmitResult => ({
      kind: 'not_allowed',
      answer: { kind: 'taken', taskId: 'tsk_other', state },
    });
    const accepted: SubmitResult = { kind: 'accepted', number: null };

    it('waits for the other task, looks again and writes', async () => {
      const task = await start({ submitWrite: inTurn<SubmitResult>(taken('open'), accepted) });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.equal(task.callsOf('lookUpRecord').length, 2);
    });

    it('is for a person when the other task does not know what it wrote', async () => {
      const ending = await endingOf({ submitWrite: async () => taken('uncertain') });
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.match(ending.summary, /^Task tsk_other ended without knowing what it wrote .* Nothing was written\.$/);
    });

    for (const kind of ['stale', 'lease_lost', 'other_playbook'] as const)
      it(`looks again when the click is not allowed: ${kind}`, async () => {
        const task = await start({
          submitWrite: inTurn<SubmitResult>({ kind: 'not_allowed', answer: { kind } }, accepted),
        });
        assert.equal(outcomeOf(await task.ending()), 'completed');
        assert.equal(task.callsOf('lookUpRecord').length, 2);
        assert.equal(task.callsOf('submitWrite').length, 2);
      });

    it('gives up after thirty looks that others made out of date', async () => {
      const task = await start({ submitWrite: async () => ({ kind: 'not_allowed', answer: { kind: 'stale' } }) });
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'escalated/needs_person');
      assert.match(ending.summary, /^Others kept writing to the record of PRO 0412708839\. Nothing was written\.$/);
      assert.equal(task.callsOf('lookUpRecord').length, 30);
    });
  });

  describe('whose portal says something else at the click than a moment ago', () => {
    const gone = { kind: 'absent', what: 'a bill', words: 'No bill' } as const;
    for (const trouble of [changed, refused, gone]) {
      it(`looks again once, and continues: ${trouble.kind}`, async () => {
        const task = await start({
          submitWrite: inTurn<SubmitResult>({ ...trouble, clicked: false }, { kind: 'accepted', number: null }),
        });
        assert.equal(outcomeOf(await task.ending()), 'completed');
        assert.equal(task.callsOf('lookUpRecord').length, 2);
      });

      it(`ends with it when it says so again: ${trouble.kind}`, async () => {
        const task = await start({ submitWrite: async () => ({ ...trouble, clicked: false }) });
        const outcomes = {
          changed: 'escalated/needs_person',
          refused: 'rejected/portal_refused',
          absent: 'rejected/not_found',
        };
        assert.equal(outcomeOf(await task.ending()), outcomes[trouble.kind]);
        assert.equal(task.callsOf('submitWrite').length, 2);
        assert.deepEqual(task.callsOf('closeIntent'), []);
      });
    }

    it('waits for a portal that is down at the click, which was not made', async () => {
      const task = await start({
        submitWrite: inTurn<SubmitResult>({ ...down, clicked: false }, { kind: 'accepted', number: null }),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
    });
  });

  describe('whose earlier run may have written', () => {
    it('looks for it only, and is done when it is found', async () => {
      const task = await start(writing({ kind: 'write', order }, { intent }));
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'completed');
      assert.deepEqual(task.callsOf('submitWrite'), []);
      assert.deepEqual(task.callsOf('judgeTask'), []);
      assert.match(task.callsOf('tell')[0]?.[1] ?? '', /From here on it is only looked for/);
    });

    it('makes the same write again when absence was shown twice', async () => {
      const task = await start({
        ...writing({ kind: 'write', order }, { intent }),
        probeWrite: inTurn<ProbeResult>(absent, absent, confirmed),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.deepEqual(
        task.callsOf('submitWrite').map(([{ submit }]) => submit),
        [2],
      );
    });

    it('makes no third write, and is not called failed, when two were lost', async () => {
      const task = await start({
        ...writing({ kind: 'write', order }, { intent: { ...intent, submits: 2 } }),
        probeWrite: async () => absent,
      });
      assert.equal(outcomeOf(await task.ending()), 'escalated/uncertain_write');
      assert.deepEqual(task.callsOf('submitWrite'), []);
    });

    it('begins again from the look when its second click is not allowed', async () => {
      const task = await start({
        ...writing({ kind: 'write', order }, { intent }),
        probeWrite: inTurn<ProbeResult>(absent, absent, confirmed),
        submitWrite: inTurn<SubmitResult>(
          { kind: 'not_allowed', answer: { kind: 'lease_lost' } },
          { kind: 'accepted', number: null },
        ),
      });
      assert.equal(outcomeOf(await task.ending()), 'completed');
      assert.deepEqual(
        task.callsOf('closeIntent').map(([, , state]) => state),
        ['absent', 'written'],
      );
      assert.equal(task.callsOf('lookUpRecord').length, 1);
    });
  });

  describe('that is cancelled', () => {
    const whoCancelled = async (): Promise<string> => 'person:bea@example.com';

    it('between click and proof ends when it is known what was written, as completed', async () => {
      let isCancelled = (): void => {};
      const cancelled = new Promise<void>((resolve) => (isCancelled = resolve));
      const task = await start({
        whoCancelled,
        submitWrite: async () => {
          await cancelled;
          return { kind: 'accepted', number: null };
        },
      });
      await until(() => task.callsOf('submitWrite').length === 1);
      await task.handle.cancel();
      isCancelled();
      const ending = await task.ending();
      assert.equal(outcomeOf(ending), 'completed');
      assert.equal(ending.confirmationNumber, 'COR-1');
    });

    it('while it waits for another task writes nothing', async () => {
      const task = await start({
        whoCancelled,
        submitWrite: async () => ({ kind: 'not_allowed', answer: { kind: 'taken', taskId: 'tsk_o', state: 'open' } }),
      });
      await until(() => task.callsOf('submitWrite').length === 1);
      await task.handle.cancel();
      const ending = await task.ending();
      assert.match(ending.summary, /^The work was cancelled by bea@example\.com\./);
      assert.deepEqual(task.callsOf('closeIntent'), []);
    });
  });

  it('ends as failed, and writes nothing, when it cannot be judged for a reason of our own', async () => {
    const task = await start({
      judgeTask: () => Promise.reject(ApplicationFailure.nonRetryable('a defect', 'TypeError')),
    });
    const ending = await task.ending();
    assert.equal(ending.error?.code, 'internal_error');
    assert.deepEqual(task.callsOf('submitWrite'), []);
  });
});
