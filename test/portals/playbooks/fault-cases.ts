/**
 * The cases of every fault of the sandbox at every phase of every writing task type, in a real browser: what the run says
 * fits what the table of truth knows, and there never is a second write.
 */
import assert from 'node:assert/strict';
import type { Phase, WritingTaskType } from '../../../domain/dispatch/playbook/needed-facts.ts';
import type { CapabilityResult } from '../../../portals/run-capability.ts';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../../sandbox/tms/scenarios.ts';
import { until } from '../../support/wait.ts';
import { factsOf, markOf, type PhaseRunner } from './phase-runner.ts';

type Kind = CapabilityResult['kind'];
type Texts = Readonly<Record<string, string>>;

interface Work {
  readonly type: WritingTaskType;
  readonly portal: 'tms' | 'audit';
  /** Requests about the record, for the faults. */
  readonly match: object;
  readonly look: Texts;
  /** Inputs of a look at what is not on file. */
  readonly missing?: Texts;
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
    missing: { ...correction, pro: scenarioPros.missing },
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
    missing: { ...dispute, invoice_number: scenarioInvoices.missing },
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
    missing: { search: scenarioClaims.missing, claim_id: scenarioClaims.missing, mark: claim.mark },
    submit: { ...claim, decision: 'partly', amount: '255.00', reason_code: '', explanation: 'The receipt notes 3.' },
    probe: claim,
    list: 'responses',
  },
];

interface FaultCase {
  readonly type: WritingTaskType;
  readonly name: string;
  /** Another one of `npm test` takes the same branch, on a form or with an answer of the same kind. */
  readonly benchOnly: boolean;
  /** @throws AssertionError */
  readonly holds: (portals: PhaseRunner) => Promise<void>;
}

/** A missing element is waited for no longer than this, where one is expected to be missing. */
const findTimeoutMs = 1_500;

/** What `npm test` runs; the bench runs all. A list names faults, `all` stands for every one. */
type Tried = Readonly<Record<WritingTaskType, 'all' | readonly string[]>>;

const tried = {
  // Down, slow, moved, a notice, a lost session and planted orders on a page that is read: test/portals/run-capability.test.ts.
  look: { tms_correction: [], answer_claim: ['wrong_record'], file_dispute: [], pod_to_dispute: [] },
  prepare: { tms_correction: [], file_dispute: [], pod_to_dispute: [], answer_claim: [] },
  // A form behind a preview, one in a frame, an upload, and one with a choice; a page in trouble is the same to all.
  before: {
    tms_correction: ['503'],
    file_dispute: [],
    pod_to_dispute: ['decoy'],
    answer_claim: ['label_change'],
  },
  // The shortest form takes the kinds of answer; behind a preview they strike before the click.
  post: { pod_to_dispute: ['503'], tms_correction: [], file_dispute: [], answer_claim: [] },
  late: { pod_to_dispute: 'all', tms_correction: [], file_dispute: [], answer_claim: [] },
  probe: { pod_to_dispute: ['optimistic'], tms_correction: [], file_dispute: [], answer_claim: [] },
  stale: { pod_to_dispute: 'all', tms_correction: [], file_dispute: [], answer_claim: [] },
  // A run that is cancelled while nobody answers waits for the same answer; `cancelled` is always run.
  never: { pod_to_dispute: [], tms_correction: [], file_dispute: [], answer_claim: [] },
  // A second form under a mark: the refusals of test/portals/playbooks/phases.test.ts.
  again: { pod_to_dispute: [], tms_correction: [], file_dispute: [], answer_claim: [] },
  // One playbook's words for it; of the shipment that is missing: test/portals/run-capability.test.ts.
  absent: { file_dispute: 'all', tms_correction: [], pod_to_dispute: [], answer_claim: [] },
  closed: { tms_correction: 'all', file_dispute: [], pod_to_dispute: [], answer_claim: [] },
} satisfies Record<string, Tried>;

export const faultCases: readonly FaultCase[] = works.flatMap(casesOf);

function casesOf(work: Work): FaultCase[] {
  const { type, portal, match } = work;
  const cases: FaultCase[] = [];
  const add = (part: Tried | null, fault: string, name: string, holds: FaultCase['holds']): void => {
    const runs = part?.[type] ?? 'all';
    cases.push({ type, name, benchOnly: runs !== 'all' && !runs.includes(fault), holds });
  };
  type Run = Parameters<PhaseRunner['run']>[3];
  const run = (portals: PhaseRunner, phase: Exclude<Phase, 'steps'>, more: Run = {}): Promise<CapabilityResult> =>
    portals.run(type, phase, work[phase] ?? {}, more);
  const set = (portals: PhaseRunner, name: string, more: object = {}): Promise<void> =>
    portals.fault(portal, name, { match, times: 1, ...more });
  const records = async (portals: PhaseRunner): Promise<object[]> =>
    factsOf(await run(portals, 'probe'))[work.list] as object[];

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
  if (type === 'tms_correction' || type === 'answer_claim')
    for (const [fault, kinds, more] of reading)
      add(
        tried.look,
        fault,
        `looks under ${fault} and ends in ${kinds.join(' or ')}, without a write`,
        async (portals) => {
          await set(portals, fault, more);
          const result = await run(portals, 'look', kinds.includes('changed') ? { findTimeoutMs } : {});
          assert.ok(kinds.includes(result.kind), JSON.stringify(result));
          assert.deepEqual(await portals.changing(), []);
        },
      );

  if (work.prepare !== undefined)
    for (const [fault, kinds] of [
      ['503', ['unavailable']],
      ['session', ['finished']],
      ['decoy', ['changed', 'finished']],
      ['label_change', ['changed']],
    ] as const)
      add(
        tried.prepare,
        fault,
        `previews under ${fault} and ends in ${kinds.join(' or ')}, without a write`,
        async (portals) => {
          await set(portals, fault, { times: fault === 'session' ? 1 : 20 });
          const result = await run(portals, 'prepare');
          assert.ok((kinds as readonly Kind[]).includes(result.kind), JSON.stringify(result));
          assert.deepEqual(await portals.writes(), []);
        },
      );

  const { missing } = work;
  if (missing !== undefined)
    add(tried.absent, 'absent', 'says that what it looks for is not on file', async (portals) => {
      assert.equal((await portals.run(type, 'look', missing)).kind, 'absent');
      assert.deepEqual(await portals.changing(), []);
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
    add(
      tried.before,
      fault,
      `meets ${fault} before the click, ends in ${kinds.join(' or ')} and has written nothing`,
      async (portals) => {
        // The control that a decoy is before may come with the answer to a preview.
        await set(portals, fault, { times: 20, match: fault === 'decoy' ? match : { ...match, method: 'GET' } });
        const result = await run(portals, 'submit', { findTimeoutMs });
        assert.ok(kinds.includes(result.kind), JSON.stringify(result));
        assert.deepEqual(await portals.writes(), []);
      },
    );

  const post = { match: { ...match, method: 'POST' } };
  // A preview is a POST, too: there these strike before the click that writes.
  const isFirstPost = work.prepare === undefined;
  for (const fault of ['429', '503', 'maintenance', 'session'])
    add(tried.post, fault, `does not know the result of its form under ${fault}, and looks`, async (portals) => {
      await set(portals, fault, post);
      const result = await run(portals, 'submit');
      if (isFirstPost) assert.equal(result.kind, 'uncertain', JSON.stringify(result));
      else assert.ok(['unavailable', 'finished'].includes(result.kind), JSON.stringify(result));
      assert.equal((await records(portals)).length, result.kind === 'finished' ? 1 : 0);
      assert.equal((await portals.writes()).length, result.kind === 'finished' ? 1 : 0);
    });

  const late = 'does not know the result of a form whose answer came too late, and finds it written';
  add(tried.late, 'timeout_after_commit', late, async (portals) => {
    await set(portals, 'timeout_after_commit', { delay_ms: 300 });
    const result = await run(portals, 'submit');
    assert.equal(result.kind, 'uncertain', JSON.stringify(result));
    assert.equal((await records(portals)).length, 1);
    assert.equal((await portals.writes()).length, 1);
  });

  if (type === 'file_dispute')
    add(tried.never, 'never', 'does not know the result of a form whose answer never came', async (portals) => {
      await set(portals, 'timeout_after_commit', { delay_ms: 12_000 });
      const result = await run(portals, 'submit', { stepTimeoutMs: 6_000 });
      assert.equal(result.kind, 'uncertain', JSON.stringify(result));
      assert.equal((await portals.writes()).length, 1);
    });

  for (const [fault, found] of [
    ['optimistic', 0],
    ['partial', 1],
    ['duplicate', 2],
    ['collateral', 1],
  ] as const)
    add(tried.probe, fault, `submits once under ${fault}, and the probe shows what is there`, async (portals) => {
      await set(portals, fault);
      const result = await run(portals, 'submit');
      assert.ok(['finished', 'uncertain'].includes(result.kind), JSON.stringify(result));
      const back = await run(portals, 'probe');
      const facts = factsOf(back);
      assert.equal((facts[work.list] as object[]).length, found, JSON.stringify(facts));
      if (fault === 'collateral' && facts['marked'] !== undefined)
        assert.equal((facts['marked'] as object[]).length, 2);
      const posts = (await portals.changing()).filter((line) => !line.endsWith('/preview'));
      assert.equal(posts.length, 1, posts.join(', '));
    });

  const cancelled = 'does not know the result of a form when it is cancelled while it waits for the answer';
  if (type === 'answer_claim')
    add(null, '', cancelled, async (portals) => {
      await set(portals, 'timeout_after_commit', { delay_ms: 12_000 });
      const cancel = new AbortController();
      const running = run(portals, 'submit', { signal: cancel.signal });
      await until(async () => (await portals.writes()).length === 1, { what: 'the write' });
      cancel.abort(new Error('cancelled'));
      const result = await running;
      assert.equal(result.kind, 'uncertain', JSON.stringify(result));
      assert.equal((await records(portals)).length, 1);
    });

  const stale = 'meets a page that is behind after its write, and does not take it for none';
  add(tried.stale, 'stale', stale, async (portals) => {
    await set(portals, 'stale', { times: 40 });
    const result = await run(portals, 'submit', { findTimeoutMs });
    assert.ok(['finished', 'uncertain'].includes(result.kind), JSON.stringify(result));
    assert.equal((await portals.writes()).length, 1);
  });

  add(tried.again, 'again', 'lets a second submit under the same mark add nothing', async (portals) => {
    factsOf(await run(portals, 'submit'));
    const again = await run(portals, 'submit');
    assert.ok(['refused', 'changed', 'uncertain', 'finished'].includes(again.kind), JSON.stringify(again));
    assert.equal((await portals.writes()).length, 1, JSON.stringify(again));
  });

  add(tried.closed, 'closed', 'writes nothing when it may not at the last moment', async (portals) => {
    const result = await run(portals, 'submit', { mayWrite: async () => false });
    assert.ok(result.kind === 'stopped' && result.verdict.rule === 'playbook.write_not_open');
    assert.deepEqual(await portals.writes(), []);
  });
  return cases;
}
