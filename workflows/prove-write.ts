/**
 * Submit once, then prove what happened to it (D25). Once the click may have been made, this side only looks; it writes
 * again only when absence was shown twice, and what stays unclear is reported as unclear.
 */
import { ActivityFailure, isCancellation, sleep } from '@temporalio/workflow';
import type { Absent, PortalTrouble, SubmitResult } from '../activities/dispatch/portal-results.ts';
import type { WritePlan } from '../activities/dispatch/plan-task.ts';
import * as endings from '../domain/dispatch/ending.ts';
import type { Ending, EndingWords } from '../domain/dispatch/ending.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import { endedWaitText } from '../domain/dispatch/own-outage.ts';
import type { WriteOrder } from '../domain/dispatch/writing/order.ts';
import { type Probe, type Submit, afterProbe } from '../domain/dispatch/writing/write-once.ts';
import { endedWaitOf } from './own-outage.ts';
import type { Patience, PortalWork } from './portal-trouble.ts';
import { showWorking } from './shown-state.ts';
import { writeRecords } from './record-keeping.ts';

export interface WriteStage {
  readonly taskId: string;
  readonly plan: WritePlan;
  readonly words: EndingWords;
  readonly portal: PortalWork;
  readonly patience: Patience;
  /** For the portal that the proof of delivery is pulled from. */
  readonly receiptPatience: Patience;
}

export type Proved =
  | { readonly kind: 'ended'; readonly ending: Ending }
  /** Nothing was written, and what was known is out of date. */
  | { readonly kind: 'look_again' }
  /** Nothing was written: the approval no longer shows what it was bound to. */
  | { readonly kind: 'not_approved' }
  /** Nothing was written; the portal or the guard was in the way. */
  | { readonly kind: 'trouble'; readonly trouble: PortalTrouble | Absent }
  /** Another task writes to the same record, or ended without knowing whether it did. */
  | { readonly kind: 'taken'; readonly taskId: string; readonly state: string };

type Submitted =
  | { readonly kind: 'clicked'; readonly submit: Submit; readonly stop: Verdict | null }
  | Exclude<Proved, { kind: 'ended' }>;

/** Our own faults before the click are tried again this often; nothing was written by them. */
const triesBeforeClick = 3;

/** @param submits what is known of earlier clicks of this order, oldest first */
export async function submitAndProve(
  stage: WriteStage,
  order: WriteOrder,
  submits: readonly Submit[] = [],
): Promise<Proved> {
  let done = submits;
  let stop: Verdict | null = null;
  if (done.length === 0) {
    const submitted = await submitOnce(stage, order, 1);
    if (submitted.kind !== 'clicked') return submitted;
    done = [submitted.submit];
    ({ stop } = submitted);
  }
  for (;;) {
    const proved = await prove(stage, order, done, stop);
    if (proved.kind === 'ended') return proved;
    const submitted = await submitAgain(stage, order, done.length + 1);
    if (submitted.kind !== 'clicked') return submitted;
    done = [...done, submitted.submit];
    ({ stop } = submitted);
  }
}

/** The earlier click left nothing, as was shown twice. When this one is never made, that is the end of the intent. */
async function submitAgain(stage: WriteStage, order: WriteOrder, submit: number): Promise<Submitted> {
  const close = (): Promise<void> => writeRecords.closeIntent(stage.taskId, order.action, 'absent', null);
  try {
    const submitted = await submitOnce(stage, order, submit);
    if (submitted.kind !== 'clicked') await close();
    return submitted;
  } catch (error) {
    await close();
    throw error;
  }
}

async function submitOnce(stage: WriteStage, order: WriteOrder, submit: number): Promise<Submitted> {
  const { portal, words } = stage;
  for (let tries = 1; ;) {
    showWorking(`Writing the ${order.noun} for ${words.subject} to ${words.portal}.`);
    try {
      const submitted = await portal.outages.through(() => submitOrFindClick(stage, order, submit));
      if (submitted !== 'busy') return submitted;
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error) || tries >= triesBeforeClick) throw error;
      tries += 1;
    }
  }
}

/** @throws only when the click was not allowed, so that nothing was written: then it is safe to call again */
async function submitOrFindClick(stage: WriteStage, order: WriteOrder, submit: number): Promise<Submitted | 'busy'> {
  const { taskId, plan, portal, words } = stage;
  const request = { taskId, playbookId: plan.playbookId, order, submit };
  const summary = `${order.noun} for ${words.subject} in ${words.portal}`;
  try {
    const result = await portal.submits.submitWrite.executeWithOptions({ summary }, [request]);
    return result.kind === 'busy' ? 'busy' : submittedBy(result);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const intent = await writeRecords.openIntentOf(taskId);
    if (intent?.order.action !== order.action || intent.submits < submit) throw error;
    await writeRecords.addNote(taskId, 'The worker was lost around the click. From here on it is only looked for.');
    return { kind: 'clicked', submit: { kind: 'lost' }, stop: null };
  }
}

function submittedBy(result: Exclude<SubmitResult, { kind: 'busy' }>): Submitted {
  if (result.kind === 'accepted' || result.kind === 'lost')
    return { kind: 'clicked', submit: { kind: result.kind }, stop: null };
  if (result.kind === 'not_allowed') {
    const { answer } = result;
    if (answer.kind === 'repeated') return { kind: 'clicked', submit: { kind: 'lost' }, stop: null };
    if (answer.kind === 'not_approved') return { kind: 'not_approved' };
    return answer.kind === 'taken' ? answer : { kind: 'look_again' };
  }
  const { clicked, ...trouble } = result;
  if (!clicked) return { kind: 'trouble', trouble };
  const stop = trouble.kind === 'stopped' ? trouble.verdict : null;
  const submit: Submit = trouble.kind === 'refused' ? { kind: 'refused', words: trouble.words } : { kind: 'lost' };
  return { kind: 'clicked', submit, stop };
}

/** Looks until it is known what the submits left, or until it is a person's to find out. */
async function prove(
  stage: WriteStage,
  order: WriteOrder,
  submits: readonly Submit[],
  stop: Verdict | null,
): Promise<{ readonly kind: 'ended'; readonly ending: Ending } | { readonly kind: 'submit_again' }> {
  const { taskId, plan, words } = stage;
  const probes: Probe[] = [];
  // A request whose answer was lost may still be at work in the portal.
  if (submits.at(-1)?.kind === 'lost') await settle(stage, order);
  for (;;) {
    showWorking(`Reading back the ${order.noun} for ${words.subject} in ${words.portal}.`);
    const probe = await look(stage, order);
    if (probe === null) continue;
    probes.push(probe);
    const step = afterProbe({ submits, probes });
    if (step.kind === 'probe_again') {
      await settle(stage, order);
      continue;
    }
    if (step.kind === 'submit_again' && stop === null) {
      await writeRecords.addNote(taskId, 'Absence was shown twice: the same write is made again, under the same mark.');
      return { kind: 'submit_again' };
    }
    const ending = await close(taskId, order, plan, words, step, stop);
    return { kind: 'ended', ending };
  }
}

type LastStep = Exclude<ReturnType<typeof afterProbe>, { kind: 'probe_again' }>;

async function close(
  taskId: string,
  order: WriteOrder,
  plan: WritePlan,
  words: EndingWords,
  step: LastStep,
  stop: Verdict | null,
): Promise<Ending> {
  const { action, noun } = order;
  if (step.kind === 'complete') {
    await writeRecords.closeIntent(taskId, action, 'written', step.number);
    if (stop === null) return endings.written(words, order, step.number);
    return endings.needsPerson(
      `The guard stopped this task when ${plan.portalName} had taken the ${noun} ${step.number} already: ${stop.reason}. A person has to look.`,
    );
  }
  const isAbsent = step.kind === 'submit_again' || step.reason === 'portal_refused';
  if (isAbsent) {
    await writeRecords.closeIntent(taskId, action, 'absent', null);
    if (stop !== null) return endings.guardStopped(words, stop);
  }
  if (step.kind === 'submit_again') return endings.uncertainWrite(words, 'The write was not made again.');
  if (isAbsent)
    return endings.decided('portal_refused', `${step.sentence} Nothing is on file for ${words.subject}.`, null);
  await writeRecords.closeIntent(taskId, action, 'uncertain', step.number);
  return endings.uncertainWrite(words, step.sentence);
}

/** One look of the checker; null when it has to be made again and does not count. */
async function look({ taskId, plan, portal, patience, words }: WriteStage, order: WriteOrder): Promise<Probe | null> {
  const summary = `checker: ${order.noun} for ${words.subject} in ${words.portal}`;
  const request = { taskId, playbookId: plan.playbookId, order };
  try {
    const result = await portal.read(portal.reads.probeWrite, request, summary);
    if (result.kind === 'busy') return null;
    if (result.kind === 'unavailable')
      return (await patience.waitOut(result)) ? null : { kind: 'indeterminate', why: result.reason };
    patience.reset();
    return result.probe;
  } catch (error) {
    const wait = endedWaitOf(error);
    if (wait !== undefined) return { kind: 'indeterminate', why: endedWaitText(wait) };
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { kind: 'indeterminate', why: 'the look failed for a technical reason' };
  }
}

async function settle({ plan }: WriteStage, order: WriteOrder): Promise<void> {
  if (plan.settleMs > 0) await sleep(plan.settleMs, { summary: `until ${plan.portalName} shows the ${order.noun}` });
}
