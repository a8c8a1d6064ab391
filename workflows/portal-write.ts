/**
 * The story of a task that writes: look, pull the receipt where it is needed, decide, preview, ask for approval over
 * the limit, look again, submit once, and prove it. Before the click everything may be done again; after it nothing is.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { PullResult } from '../activities/dispatch/portal-results.ts';
import type { WritePlan } from '../activities/dispatch/plan-task.ts';
import { deciderName } from '../domain/actor.ts';
import { decidersText, type Approval } from '../domain/dispatch/approval.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending } from '../domain/dispatch/ending.ts';
import type { Status } from '../domain/dispatch/task.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import type { Judged, Known, PulledReceipt } from '../domain/dispatch/writing/write-context.ts';
import type { WriteOrder } from '../domain/dispatch/writing/order.ts';
import type { ShownPage } from '../domain/dispatch/writing/shown-page.ts';
import type { Submit } from '../domain/dispatch/writing/write-once.ts';
import { openApprovalDesk, type ApprovalDesk } from './approval.ts';
import { openPatience, portalWork } from './portal-trouble.ts';
import { submitAndProve, type Proved, type WriteStage } from './prove-write.ts';
import { showRunning, showWorking } from './shown-state.ts';
import { writeRecords } from './record-keeping.ts';

/** Looks that led to nothing because others were writing; more of them is a person's. */
const looksAtMost = 30;

/** How often a page without a picture is opened again before a person is asked without one. */
const picturesAtMost = 2;

export async function writePortal(plan: WritePlan, run: TaskRun): Promise<Ending> {
  const words = { portal: plan.portalName, subject: plan.subject };
  const policy = { ...run.portalRetry, totalMs: run.portalUnavailableAfterMs };
  const patience = openPatience(words, policy, run.outage);
  const receiptWords = { ...words, portal: plan.receipts?.portalName ?? plan.portalName };
  const receiptPatience = openPatience(receiptWords, policy, undefined);
  const stage: WriteStage = { taskId: run.taskId, plan, words, portal: portalWork(run), patience, receiptPatience };
  const desk = openApprovalDesk(run.taskId);
  showRunning(plan.playbookId, `Working on ${plan.subject} in ${plan.portalName}.`);
  if (plan.intent !== null) {
    const { order, submits } = plan.intent;
    await writeRecords.addNote(run.taskId, 'An earlier run may have written. From here on it is only looked for.');
    const lost: Submit[] = Array.from({ length: submits }, () => ({ kind: 'lost' }));
    const proved = await untilProved(stage, order, lost);
    if (proved.kind === 'ended') return proved.ending;
  }
  return decideAndWrite(stage, desk, run);
}

/** A cancellation that comes between click and proof waits until it is known what was written. */
function untilProved(stage: WriteStage, order: WriteOrder, submits: readonly Submit[] = []): Promise<Proved> {
  return CancellationScope.nonCancellable(() => submitAndProve(stage, order, submits));
}

async function decideAndWrite(stage: WriteStage, desk: ApprovalDesk, run: TaskRun): Promise<Ending> {
  const { taskId, plan, words } = stage;
  let known: Known = { capability: plan.taskType };
  let approved: Approved | null = null;
  let pictured = 0;
  let looks = 0;
  // A portal that says something else than a moment ago is looked at again, once.
  let surprised = false;
  for (;;) {
    const judged = await writeRecords.judgeTask(taskId, plan.playbookId, known);
    if (judged.kind === 'end') return endings.decided(judged.reason, judged.sentence, judged.number);
    if (judged.kind !== 'write') {
      const gathered = await gather(stage, known, judged);
      if ('status' in gathered) return gathered;
      if ('surprise' in gathered) {
        if (surprised) return gathered.surprise;
        surprised = true;
        known = beforeLooking(known);
        continue;
      }
      known = gathered;
      if (workflowInfo().continueAsNewSuggested && known.look === undefined) await followUp(stage, run);
      continue;
    }
    const { order } = judged;
    if (order.people > 0 && order.digest !== approved?.digest) {
      if (lacksPicture(order) && pictured < picturesAtMost) {
        pictured += 1;
        await writeRecords.addNote(
          taskId,
          'The page could not be pictured. It is opened again before anybody is asked.',
        );
        known = beforeLooking(known);
        continue;
      }
      const approval = await desk.ask(order);
      if (approval.status === 'refused') return endings.approvalRefused(words, refusedBy(approval), approval.note);
      if (approval.status === 'superseded') {
        known = beforeLooking(known);
        continue;
      }
      if (approval.status !== 'approved') return endings.approvalExpired(words, approval.expiresAt);
      approved = {
        id: approval.id,
        digest: approval.digest,
        shownSha256: approval.shownSha256 ?? null,
        by: approval.decisions.map(({ decider }) => deciderName(decider)),
      };
      // People take their time; the portal is read again, and another change is asked for again.
      known = beforeLooking(known);
      continue;
    }
    const proved = await untilProved(stage, approved === null ? order : approvedBy(order, approved));
    if (proved.kind === 'ended') return proved.ending;
    if (proved.kind === 'not_approved') approved = null;
    looks += 1;
    const isSurprise = proved.kind === 'trouble' && ['changed', 'refused', 'absent'].includes(proved.trouble.kind);
    if (!isSurprise || surprised) {
      const ending = await overcome(stage, proved, looks);
      if (ending !== null) return ending;
    }
    surprised ||= isSurprise;
    known = beforeLooking(known);
  }
}

/** The approval that an order is keyed by. */
interface Approved {
  readonly id: string;
  readonly digest: string;
  readonly shownSha256: string | null;
  /** As people know them. */
  readonly by: readonly string[];
}

function refusedBy({ status, decidedBy, decisions }: Approval): string {
  return decidersText({ status, decidedBy, decisions: decisions.map(({ decider }) => decider) }) ?? 'Somebody';
}

function approvedBy(order: WriteOrder, { id, shownSha256, by }: Approved): WriteOrder {
  return order.people === 0 ? order : { ...order, approval: { id, shown_sha256: shownSha256, by } };
}

/** A page was recorded, and it has no picture. */
function lacksPicture({ page }: WriteOrder): boolean {
  return page !== undefined && page !== null && page.screenshot === null;
}

/** What stays true however long a person takes: which capability, and the receipt in the pack. */
function beforeLooking({ look: _look, preview: _preview, page: _page, ...rest }: Known): Known {
  return rest;
}

type Gathered =
  | Known
  | Ending
  /** How the task ends if the portal still says so when it is looked at again. */
  | { readonly surprise: Ending };

/** Finds out the next thing that the judgement asks for. @returns what is known then, or how the task ends */
async function gather(
  stage: WriteStage,
  known: Known,
  wanted: Exclude<Judged, { kind: 'end' | 'write' }>,
): Promise<Gathered> {
  const { taskId, plan, portal, patience, words } = stage;
  const request = { taskId, playbookId: plan.playbookId, taskType: known.capability };
  switch (wanted.kind) {
    case 'turn_to_filing': {
      const { receipt } = known;
      const base: Known = { capability: 'file_dispute', invoiceNumber: wanted.invoiceNumber };
      return receipt === undefined ? base : { ...base, receipt };
    }
    case 'look': {
      showWorking(`Looking for ${words.subject} in ${words.portal}.`);
      const summary = `look: ${words.subject} in ${words.portal}`;
      const result = await portal.read(portal.reads.lookUpRecord, { ...request, inputs: wanted.inputs }, summary);
      if (result.kind !== 'seen') return (await patience.meet(result)) ?? known;
      patience.reset();
      return withPage({ ...known, look: result.seen }, result.page);
    }
    case 'preview': {
      showWorking(`Previewing the change of ${words.subject} in ${words.portal}.`);
      const summary = `preview: ${words.subject} in ${words.portal}`;
      const result = await portal.read(portal.reads.prepareWrite, { ...request, inputs: wanted.inputs }, summary);
      // The form shows what has moved since the look, such as another's correction.
      if (result.kind === 'refused') return { surprise: endings.portalRefused(words, result.words) };
      if (result.kind !== 'previewed') return (await patience.meet(result)) ?? known;
      patience.reset();
      return withPage({ ...known, preview: result.facts }, result.page);
    }
    case 'pull_receipt':
      break;
  }
  return pullReceipt(stage, known, wanted);
}

/** The page that was seen last is the one that people are shown. */
function withPage({ page: _before, ...known }: Known, page: ShownPage | undefined): Known {
  return page === undefined ? known : { ...known, page };
}

async function pullReceipt(
  { taskId, plan, portal, receiptPatience: patience }: WriteStage,
  known: Known,
  wanted: Extract<Judged, { kind: 'pull_receipt' }>,
): Promise<Known | Ending> {
  const { receipts } = plan;
  if (receipts === null)
    return endings.needsPerson('No portal here can pull the proof of delivery that this task needs.');
  showWorking(`Pulling the proof of delivery of PRO ${wanted.pro} from ${receipts.portalName}.`);
  const result = await portal.read(
    portal.reads.pullDocument,
    { taskId, playbookId: receipts.playbookId, taskType: 'pull_pod', inputs: { pro: wanted.pro } },
    `POD of PRO ${wanted.pro} in ${receipts.portalName}`,
  );
  const receipt = receiptOf(result);
  if (receipt !== undefined) {
    patience.reset();
    return { ...known, [wanted.into]: receipt };
  }
  if (result.kind === 'pulled' || result.kind === 'absent') return known;
  return (await patience.meet(result)) ?? known;
}

/** A receipt that is not on file is a fact like any other. */
function receiptOf(result: PullResult): PulledReceipt | undefined {
  if (result.kind === 'pulled') return result.receipt;
  if (result.kind !== 'absent') return undefined;
  const receipt = { state: 'missing', delivered: null, pieces: null, services: [], exceptions: '' } as const;
  return { receipt, file: null, shipment: {} };
}

/** Nothing was written: why, and whether it is tried again. @returns how the task ends, or null */
async function overcome(
  { patience, plan, words }: WriteStage,
  proved: Exclude<Proved, { kind: 'ended' }>,
  looks: number,
): Promise<Ending | null> {
  if (proved.kind === 'trouble') return patience.meet(proved.trouble);
  if (proved.kind === 'taken' && proved.state === 'uncertain')
    return endings.needsPerson(
      `Task ${proved.taskId} ended without knowing what it wrote for the same record. A person has to settle that first. Nothing was written.`,
    );
  if (looks >= looksAtMost)
    return endings.needsPerson(`Others kept writing to the record of ${words.subject}. Nothing was written.`);
  if (proved.kind === 'taken') {
    showWorking(`Waiting for task ${proved.taskId}, which is writing to the same record.`);
    await sleep(Math.max(1000, plan.settleMs), { summary: `until task ${proved.taskId} has written` });
  }
  return null;
}

/** An outage of days would otherwise fill the history. */
async function followUp({ patience }: WriteStage, run: TaskRun): Promise<void> {
  await condition(allHandlersFinished);
  const outage = patience.outage();
  await continueAsNew<(run: TaskRun) => Promise<Status>>({ ...run, ...(outage === undefined ? {} : { outage }) });
}
