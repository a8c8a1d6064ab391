/**
 * The desk where people decide on a task (D17). The workflow alone takes decisions: as the update `decide`, which
 * the API sends, or as the signal `decide` of the Temporal UI and command line. Of two at the same instant one wins.
 */
import { engineActor } from '../domain/actor.ts';
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  currentUpdateInfo,
  defineSignal,
  defineUpdate,
  isCancellation,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { decideApproval, expireApproval, refusalOf, withdrawApproval } from '../domain/dispatch/approval.ts';
import type { Approval, Decider, Decision, RefusedDecision } from '../domain/dispatch/approval.ts';
import {
  decisionHelp,
  problemOfDecision,
  type DecisionInput,
  type DecisionTaken,
} from '../domain/dispatch/approval-input.ts';
import type { WriteOrder } from '../domain/dispatch/writing/order.ts';
import { showContinuing, showWaitingForPerson } from './shown-state.ts';
import { writeRecords } from './record-keeping.ts';

export const decide = defineUpdate<DecisionTaken, [DecisionInput]>('decide');
export const decideBySignal = defineSignal<[DecisionInput]>('decide');

export interface ApprovalDesk {
  /** Asks for approval of the order and waits until it is decided or has expired. */
  ask(order: WriteOrder): Promise<Approval>;
}

interface Taken {
  readonly kind: 'taken';
  readonly approval: Approval;
  /** False for the same act, delivered twice. */
  readonly isNew: boolean;
}

/** Change id: who decides is believed with a signature only. */
const signedDecisions = 'decision-signed';

const unsignedRefused =
  'decisions sent straight to Temporal are turned off (APPROVAL_BY_SIGNAL): decide in the console, through the API with a key of scope approve, or with the command "approval decide"';

/** How long a decision may be ahead of the workflow that asked for it. */
const askingTakes = '10 seconds';

export function openApprovalDesk(taskId: string): ApprovalDesk {
  let current: Approval | undefined;
  let bySignal = false;
  let signals = 0;
  /** Ids of the approvals that were asked for before. */
  const over = new Set<string>();

  setHandler(
    decide,
    async (input) => {
      const info = currentUpdateInfo();
      if (isAhead(input)) await condition(() => !isAhead(input), askingTakes);
      const decision: Decision = {
        ...(await whoAndWhich(input, info?.id ?? '')),
        decision: input.decision,
        note: input.note ?? null,
        at: now(),
      };
      const problem = problemOf(input);
      if (problem !== undefined || isAhead(input))
        throw ApplicationFailure.nonRetryable(
          problem?.sentence ?? 'this approval does not wait for a decision',
          problem?.code ?? 'already_decided',
        );
      const differs = await whatDiffers();
      if (differs !== undefined) throw ApplicationFailure.nonRetryable(differs, 'already_decided');
      const taken = take(decision);
      if (taken.kind === 'refused') throw ApplicationFailure.nonRetryable(taken.sentence, taken.code);
      if (taken.isNew) await writeRecords.recordApproval(taskId, taken.approval, decision);
      return { approval_id: taken.approval.id, status: taken.approval.status };
    },
    {
      description: decisionHelp,
      validator: (input) => {
        const problem = problemOf(input);
        if (problem !== undefined) throw ApplicationFailure.nonRetryable(problem.sentence, problem.code);
        const turnedOff = unsignedProblem(input);
        if (turnedOff !== undefined) throw ApplicationFailure.nonRetryable(turnedOff, 'not_allowed');
      },
    },
  );

  setHandler(
    decideBySignal,
    async (input) => {
      signals += 1;
      const n = signals;
      const signed = isSigned(input) && patched(signedDecisions);
      const believed = signed ? await writeRecords.believeDecider(taskId, input) : undefined;
      const decider = believed?.kind === 'believed' ? believed.decider : await decidedBySignal(n);
      const refuse = (sentence: string): Promise<void> =>
        writeRecords.recordRefusedDecision(taskId, current?.id ?? 'none', decider.by, sentence);
      if (isAhead(input)) await condition(() => !isAhead(input), askingTakes);
      if (current !== undefined && !bySignal) return refuse(unsignedRefused);
      if (believed?.kind === 'rejected') return refuse(believed.sentence);
      const problem = problemOf(input);
      if (problem !== undefined) return refuse(problem.sentence);
      if (isAhead(input)) return refuse(`approval ${input.approval_id ?? ''} does not wait for a decision`);
      const decision: Decision = {
        id: believed === undefined ? `signal ${workflowInfo().runId} ${n}` : (input.id ?? `signal ${n}`),
        decision: input.decision,
        note: input.note ?? null,
        at: now(),
        decider,
      };
      const differs = await whatDiffers();
      if (differs !== undefined) return refuse(differs);
      const taken = take(decision);
      if (taken.kind === 'refused') return refuse(taken.sentence);
      if (!taken.isNew) return;
      return writeRecords.recordApproval(taskId, taken.approval, decision);
    },
    { description: decisionHelp },
  );

  /**
   * Who decides, and by which act. Anyone who carries no signature of this deployment decides as the identity that the
   * engine recorded, and not at all where such decisions are turned off.
   */
  async function whoAndWhich(input: DecisionInput, updateId: string): Promise<Pick<Decision, 'id' | 'decider'>> {
    const id = input.id ?? updateId;
    if (!patched(signedDecisions))
      return { id, decider: input.decider === undefined ? await decidedByUpdate(updateId) : deciderOf(input.decider) };
    if (!isSigned(input)) {
      const turnedOff = unsignedProblem(input);
      if (turnedOff !== undefined) throw ApplicationFailure.nonRetryable(turnedOff, 'not_allowed');
      // An act of its own: the id of somebody else's would pass for it.
      return { id: `update ${workflowInfo().runId} ${updateId}`, decider: await decidedByUpdate(updateId) };
    }
    const believed = await writeRecords.believeDecider(taskId, input);
    if (believed.kind === 'rejected') throw ApplicationFailure.nonRetryable(believed.sentence, 'not_allowed');
    return { id, decider: believed.decider };
  }

  /** Why an unsigned decision is not taken, whatever it says; undefined where it may be. */
  function unsignedProblem(input: DecisionInput): string | undefined {
    if (isSigned(input) || current === undefined || bySignal) return undefined;
    return unsignedRefused;
  }

  /** Why a decision cannot be taken, as far as that is known at once. */
  function problemOf(input: DecisionInput): { readonly code: string; readonly sentence: string } | undefined {
    const malformed = problemOfDecision(input);
    if (malformed !== undefined) return { code: 'invalid_decision', sentence: malformed };
    if (isAhead(input)) return undefined;
    if (current === undefined)
      return { code: 'already_decided', sentence: 'no approval of this task waits for a decision' };
    if (input.approval_id !== undefined && input.approval_id !== current.id)
      return { code: 'already_decided', sentence: `approval ${input.approval_id} does not wait for a decision` };
    if (input.decider === undefined || !isSigned(input))
      return current.status === 'pending' ? undefined : notPending(current);
    const { decision } = input;
    return refusalOf(current, { id: '', decision, note: null, at: now(), decider: deciderOf(input.decider) });
  }

  /** The approval's row is seen before its workflow has heard of it: a decision may come in between. */
  function isAhead(input: DecisionInput | null | undefined): boolean {
    // A signal by hand may be anything, also nothing.
    const id = input?.approval_id;
    return id !== undefined && id !== current?.id && !over.has(id);
  }

  /** An approval that no longer shows what it was bound to is not decided on: its task asks again. */
  async function whatDiffers(): Promise<string | undefined> {
    const asked = current;
    if (asked?.status !== 'pending' || !patched('approval-shown')) return undefined;
    const differs = await writeRecords.checkApproval(taskId, asked.id, asked.shownSha256 ?? null);
    if (differs === null) return undefined;
    if (current?.id === asked.id && current.status === 'pending') current = { ...current, status: 'superseded' };
    return `approval ${asked.id} cannot be decided: ${differs}; a new one is asked for`;
  }

  /** Takes a decision, in one go: no other comes in between. */
  function take(decision: Decision): RefusedDecision | Taken {
    if (current === undefined)
      return { kind: 'refused', code: 'already_decided', sentence: 'no approval of this task waits for a decision' };
    const result = decideApproval(current, decision);
    if (result.kind === 'refused') return result;
    current = result.approval;
    // Histories of earlier versions recorded the same act twice.
    return { kind: 'taken', approval: current, isNew: result.kind === 'taken' || !patched(signedDecisions) };
  }

  return {
    async ask(order) {
      const asked = await writeRecords.askApproval(taskId, order);
      if (current !== undefined) over.add(current.id);
      current = asked.approval;
      ({ bySignal } = asked);
      const due = Date.now() + asked.expiresInMs;
      try {
        if (current.status === 'pending')
          showWaitingForPerson(Date.parse(current.expiresAt), waitingText(current, bySignal));
        while (current.status === 'pending') {
          const left = due - Date.now();
          const wait = asked.remindEveryMs > 0 ? Math.min(left, asked.remindEveryMs) : left;
          const summary = wait < left ? 'until people are reminded' : 'until the approval expires';
          if (await condition(isSettled, Math.max(1, wait), { summary })) break;
          if (Date.now() < due) await writeRecords.remindOfApproval(taskId);
          else await expire();
        }
      } catch (error) {
        if (isCancellation(error)) await CancellationScope.nonCancellable(abandon);
        throw error;
      }
      // The person who has just decided is answered when it is on record.
      await condition(allHandlersFinished);
      const settled = current;
      showContinuing(`The approval is ${settled.status}.`);
      return settled;
    },
  };

  function isSettled(): boolean {
    return current?.status !== 'pending';
  }

  async function expire(): Promise<void> {
    if (current === undefined || isSettled()) return;
    // Clocks of processes differ a little; the timer is what ends it.
    const at = new Date(Math.max(Date.now(), Date.parse(current.expiresAt))).toISOString();
    current = expireApproval(current, at);
    await writeRecords.recordApproval(taskId, current, null);
  }

  async function abandon(): Promise<void> {
    if (current === undefined || isSettled()) return;
    current = withdrawApproval(current, now(), 'the task was cancelled.');
    await writeRecords.recordApproval(taskId, current, null);
  }

  async function decidedByUpdate(updateId: string): Promise<Decider> {
    return engineDecider(await writeRecords.whoDecided({ kind: 'update', updateId }));
  }

  async function decidedBySignal(n: number): Promise<Decider> {
    return engineDecider(await writeRecords.whoDecided({ kind: 'signal', n }));
  }
}

/** A signal by hand may be anything. */
function isSigned(input: DecisionInput): boolean {
  return typeof input === 'object' && input !== null && input.signed !== undefined;
}

/** Who reaches the engine may decide; the deployment keeps others away from it, or turns such decisions off. */
function engineDecider(identity: string): Decider {
  return { by: engineActor(identity), keyId: null, email: null, mayApprove: true };
}

/** In histories of versions that signed nothing. */
function deciderOf(decider: NonNullable<DecisionInput['decider']>): Decider {
  const { by, key_id: keyId, email, person_id: personId = null, may_approve: mayApprove } = decider;
  return { by, keyId, email, personId, mayApprove };
}

function notPending({ status }: Approval): RefusedDecision {
  return { kind: 'refused', code: 'already_decided', sentence: `the approval is already ${status}` };
}

function waitingText({ id, reason, needed, expiresAt }: Approval, bySignal: boolean): string {
  const who = needed === 2 ? 'two people' : 'a person';
  const how = bySignal
    ? 'Send the update or signal `decide`.'
    : 'Decide in the console, by API or with `approval decide`.';
  return `Waiting for ${who} to decide on approval ${id}, until ${expiresAt}. ${reason} ${how}`;
}

function now(): string {
  return new Date(Date.now()).toISOString();
}
