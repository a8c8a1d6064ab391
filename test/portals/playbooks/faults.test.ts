/**
 * Every fault of the sandbox at every phase of every writing task type, in a real browser: what the run says fits what
 * the table of truth knows, and there never is a second write.
 */
import assert from 'node:assert/strict';
import type { WritingTaskType } from '../../../domain/dispatch/playbook/needed-facts.ts';
import type { CapabilityResult } from '../../../portals/run-capability.ts';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../../portals/sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../../portals/sandbox/tms/scenarios.ts';
import { until } from '../../support/wait.ts';
import { factsOf, markOf, openPhaseRunner } from './phase-runner.ts';
import type { PhaseRunner } from './phase-runner.ts';

type Kind = CapabilityResult['kind'];
type Texts = Readonly<Record<string, string>>;

interface Work {
  readonly type: WritingTaskType;
  readonly portal: 'tms' | 'audit';
  /** Requests about the record, for the faults. */
  readonly match: object;
  readonly look: Texts;
  readonly prepare?: Texts;
  readonly submit: Texts;
  readonly probe: Texts;
  /** Name of the list in which the probe shows records of the same fact. */
  readonly list: string;
}

const correction = { pro: scenarioPros.correctionUnder, mark: markOf('correct_bill') };
const correctionForm = { ...correction, reason_code: 'CC', billed_class: '125', note: '', explanation: 'Inspected.' };
const dispute = { invoice_number: scenarioInvoices.disputeSupported, mark: markOf('file_dispute') };
const attachment = { dispute_number: scenarioDisputes.open, mark: markOf('attach_pod') };
const claim = { claim_number: scenarioClaims.partly, mark: markOf('answer_claim') };
const works: readonly Work[] = [
  {
    type: 'tms_correction',
    portal: 'tms',
    match: { pro: correction.pro },
    look: correction,
    prepare: correctionForm,
    submit: { ...correctionForm, amount: '241.39' },
    probe: correction,
    list: 'corrections',
  },
  {
    type: 'file_dispute',
    portal: 'audit',
    match: { invoice_number: dispute.invoice_number },
    look: dispute,
    submit: { ...dispute, reason_code: 'ACC', amount: '95.00', explanation: 'Ticked.', pod_file: 'pod.pdf' },
    probe: dispute,
    list: 'disputes',
  },
  {
    type: 'pod_to_dispute',
    portal: 'audit',
    match: { invoice_number: scenarioInvoices.disputeOpen },
    look: { search: attachment.dispute_number, dispute_id: attachment.dispute_number, mark: attachment.mark },
    submit: { ...attachment, pod_file: 'pod.pdf' },
    probe: attachment,
    list: 'attachments',
  },
  {
    type: 'answer_claim',
    portal: 'audit',
    match: { claim_id: claim.claim_number },
    look: { search: claim.claim_number, claim_id: claim.claim_number, mark: claim.mark },
    submit: { ...claim, decision: 'partly', amount: '255.00', reason_code: '', explanation: 'The receipt notes 3.' },
    probe: claim,
    list: 'responses',
  },
];

describe('faults of the portals', function () {
  this.timeout(240_000);
  let portals: PhaseRunner;
  before(async () => {
    portals = await openPhaseRunner();
  });
  after(() => portals?.end());
  beforeEach(() => portals.reset());

  for (const work of works) {
    const { type, portal, match } = work;
    const run = (phase: 'look' | 'prepare' | 'submit' | 'probe', more = {}): Promise<CapabilityResult> =>
      portals.run(type, phase, work[phase] ?? {}, more);
    const set = (name: string, more: object = {}): Promise<void> =>
      portals.fault(portal, name, { match, times: 1, ...more });
    const records = async (): Promise<object[]> => factsOf(await run('probe'))[work.list] as object[];

    describe(type, () => {
      const reading: [fault: string, kinds: Kind[], more?: object][] = [
        ['429', ['unavailable']],
        ['503', ['unavailable']],
        ['maintenance', ['unavailable']],
        ['session', ['finished']],
        ['interstitial', ['finished']],
        ['injection', ['finished'], { times: 20 }],
        ['moved', ['changed']],
        ['label_change', ['changed'], { times: 20 }],
        ['wrong_record', ['changed', 'stopped'], { times: 20 }],
        ['slow', ['finished'], { delay_ms: 300 }],
      ];
      // The two portals; the steps that read are the same for the others.
      const isFirst = type === 'tms_correction' || type === 'answer_claim';
      for (const [fault, kinds, more] of isFirst ? reading : [])
        it(`looks under ${fault} and comes to ${kinds.join(' or ')}, without a write`, async () => {
          await set(fault, more);
          const result = await run('look');
          assert.ok(kinds.includes(result.kind), JSON.stringify(result));
          assert.deepEqual(await portals.changing(), []);
        });

      if (work.prepare !== undefined)
        for (const [fault, kind] of [
          ['503', 'unavailable'],
          ['session', 'finished'],
          ['decoy', 'changed'],
          ['label_change', 'changed'],
        ] as const)
          it(`previews under ${fault} and comes to ${kind}, without a write`, async () => {
            await set(fault, { times: fault === 'session' ? 1 : 20 });
            const result = await run('prepare');
            if (fault === 'decoy') assert.ok(['changed', 'finished'].includes(result.kind), JSON.stringify(result));
            else assert.equal(result.kind, kind, JSON.stringify(result));
            assert.deepEqual(await portals.writes(), []);
          });

      const before: [fault: string, kinds: Kind[]][] = [
        ['429', ['unavailable']],
        ['503', ['unavailable']],
        ['maintenance', ['unavailable']],
        ['moved', ['changed']],
        ['label_change', ['changed']],
        ['decoy', ['changed', 'stopped']],
        ['wrong_record', ['changed', 'stopped']],
      ];
      for (const [fault, kinds] of before)
        it(`meets ${fault} before the click, comes to ${kinds.join(' or ')} and has written nothing`, async () => {
          // The control that a decoy stands before may come with the answer to a preview.
          await set(fault, { times: 20, match: fault === 'decoy' ? match : { ...match, method: 'GET' } });
          const result = await run('submit');
          assert.ok(kinds.includes(result.kind), JSON.stringify(result));
          assert.deepEqual(await portals.writes(), []);
        });

      const post = { match: { ...match, method: 'POST' } };
      // A preview is a POST, too: there these strike before the click that writes.
      const isFirstPost = work.prepare === undefined;
      for (const fault of ['429', '503', 'maintenance', 'session'])
        it(`does not know what became of its form under ${fault}, and looks`, async () => {
          await set(fault, post);
          const result = await run('submit');
          if (isFirstPost) assert.equal(result.kind, 'uncertain', JSON.stringify(result));
          else assert.ok(['unavailable', 'finished'].includes(result.kind), JSON.stringify(result));
          assert.equal((await records()).length, result.kind === 'finished' ? 1 : 0);
          assert.equal((await portals.writes()).length, result.kind === 'finished' ? 1 : 0);
        });

      it('does not know what became of a form whose answer came too late, and finds it written', async () => {
        await set('timeout_after_commit', { delay_ms: 300 });
        const result = await run('submit');
        assert.equal(result.kind, 'uncertain', JSON.stringify(result));
        assert.equal((await records()).length, 1);
        assert.equal((await portals.writes()).length, 1);
      });

      const neverAnswered = 'does not know what became of a form whose answer never came';
      if (type === 'file_dispute')
        it(neverAnswered, async () => {
          await set('timeout_after_commit', { delay_ms: 12_000 });
          const result = await run('submit', { stepTimeoutMs: 6_000 });
          assert.equal(result.kind, 'uncertain', JSON.stringify(result));
          assert.equal((await portals.writes()).length, 1);
        });

      for (const [fault, found] of [
        ['optimistic', 0],
        ['partial', 1],
        ['duplicate', 2],
        ['collateral', 1],
      ] as const)
        it(`submits once under ${fault}, and the probe shows what is there`, async () => {
          await set(fault);
          const result = await run('submit');
          assert.ok(['finished', 'uncertain'].includes(result.kind), JSON.stringify(result));
          const back = await run('probe');
          const facts = factsOf(back);
          assert.equal((facts[work.list] as object[]).length, found, JSON.stringify(facts));
          if (fault === 'collateral' && facts['marked'] !== undefined)
            assert.equal((facts['marked'] as object[]).length, 2);
          const posts = (await portals.changing()).filter((line) => !line.endsWith('/preview'));
          assert.equal(posts.length, 1, posts.join(', '));
        });

      if (type === 'answer_claim')
        it('does not know what became of a form when it is cancelled while it waits for the answer', async () => {
          await set('timeout_after_commit', { delay_ms: 12_000 });
          const cancel = new AbortController();
          const running = run('submit', { signal: cancel.signal });
          await until(async () => (await portals.writes()).length === 1, { what: 'the write' });
          cancel.abort(new Error('cancelled'));
          const result = await running;
          assert.equal(result.kind, 'uncertain', JSON.stringify(result));
          assert.equal((await records()).length, 1);
        });

      it('meets a page that is behind after its write, and does not take it for none', async () => {
        await set('stale', { times: 40 });
        const result = await run('submit');
        assert.ok(['finished', 'uncertain'].includes(result.kind), JSON.stringify(result));
        assert.equal((await portals.writes()).length, 1);
      });

      it('lets a second submit under the same mark add nothing', async () => {
        factsOf(await run('submit'));
        const again = await run('submit');
        assert.ok(['refused', 'changed', 'uncertain', 'finished'].includes(again.kind), JSON.stringify(again));
        assert.equal((await portals.writes()).length, 1, JSON.stringify(again));
      });

      it('writes nothing when it may not at the last moment', async () => {
        const result = await run('submit', { mayWrite: async () => false });
        assert.ok(result.kind === 'stopped' && result.verdict.rule === 'playbook.write_not_open');
        assert.deepEqual(await portals.writes(), []);
      });
    });
  }
});
