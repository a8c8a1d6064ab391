/** Runs one phase of a playbook for a task: the account's lease, a browser, the steps, and what they brought home. */
import { Context } from '@temporalio/activity';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { Phase } from '../../domain/dispatch/playbook/needed-facts.ts';
import { type ShownQuestion, questionSignal } from '../../domain/dispatch/task-run.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import type { Question } from '../../portals/entering.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { CapabilityResult, CapabilityRun } from '../../portals/run-capability.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import type { PortalLease, SessionKind } from '../../store/portal-leases.ts';
import { endWait, noteWait, readWaits } from '../../store/portal-waits.ts';
import { plannedPlaybook } from '../../store/tasks.ts';
import type { LiveViews } from '../studio/live-views.ts';
import type { Asking } from '../studio/questions.ts';
import { beginPhase, endSuspicion, isChange, recipeOf, recordMetChange } from './changed-portal.ts';
import type { ChangedPortalDeps, HeldByChange } from './changed-portal.ts';
import type { PortalAccounts } from './portal-account.ts';
import { type RecorderDeps, openRecorder } from './recorder.ts';

export interface PortalRunDeps extends RecorderDeps, ChangedPortalDeps {
  readonly playbooks: PlaybooksInForce;
  readonly accounts: PortalAccounts;
  readonly browsers: BrowserPool;
  readonly stepTimeoutMs: number;
  /** portals/run-capability. */
  readonly runPhase: (run: CapabilityRun & { readonly phase: Phase }) => Promise<CapabilityResult>;
  /** For people who look at the browser of a task. */
  readonly views?: LiveViews;
  /** Asks a person for what only they have. */
  readonly ask?: (asking: Asking, question: Question) => Promise<string | undefined>;
}

export interface PhaseRequest {
  readonly taskId: string;
  readonly playbookId: string;
  readonly taskType: TaskType;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Why a phase did not even begin. */
export type NotBegun =
  /** Only a person can help; a whole sentence. */
  | { readonly kind: 'needs_person'; readonly reason: string }
  /** Other tasks held the portal account for as long as this attempt may wait for it. */
  | { readonly kind: 'busy' }
  | HeldByChange;

interface PhaseWork<T> {
  readonly phase: Phase;
  /** Whose session it runs in: the checker has its own. Default `work`. */
  readonly session?: SessionKind;
  /** Called when the account is ours; what it returns goes to the run. */
  readonly prepare?: (lease: PortalLease, playbook: LoadedPlaybook) => Promise<Partial<CapabilityRun>>;
  readonly finish: (result: CapabilityResult, sink: EvidenceSink, heartbeat: Heartbeat) => Promise<T>;
}

/**
 * What happens at the portal is a result; only a lost worker, a lost lease or a fault of our own is an error.
 * @throws LeaseLostError; the cancellation's reason
 */
export async function runPhase<T>(
  deps: PortalRunDeps,
  request: PhaseRequest,
  work: PhaseWork<T>,
): Promise<T | NotBegun> {
  const context = Context.current();
  const planned = await deps.playbooks.ofTask(request.taskId, request.playbookId);
  if (planned === undefined)
    return { kind: 'needs_person', reason: `This worker has no playbook ${request.playbookId} any more.` };
  // What was written has to be proven whatever the portal looks like.
  const begin =
    work.phase === 'probe'
      ? ({ kind: 'begin', playbook: planned, isSuspected: false } as const)
      : await beginPhase(deps, request, planned);
  if (begin.kind === 'held') return begin;
  // An order is bound to the version that it was judged by: asked for again, its submit is refused, and the task looks again.
  if (work.phase === 'submit' && begin.playbook !== planned) return { kind: 'busy' };
  const { playbook } = begin;
  const sink = openRecorder(deps, request.taskId);
  const heartbeat = openHeartbeat(context, 'waiting for the portal account');
  const followed = deps.views?.follow(request.taskId);
  const use = {
    portal: playbook.id,
    account: playbook.account,
    holder: request.taskId,
    signal: context.cancellationSignal,
    session: work.session ?? 'work',
  } as const;
  try {
    const result = await deps.accounts.use(use, async (session, signal, lease) => {
      if (context.info.attempt > 1)
        await sink.record([
          { kind: 'note', note: `Attempt ${context.info.attempt}: the one before ended without a result.` },
        ]);
      const again = await triedBefore(deps, request.taskId);
      if (again !== undefined) await sink.record([{ kind: 'note', note: again }]);
      const changed = await changedPlaybook(deps, request.taskId, playbook);
      if (changed !== undefined) await sink.record([{ kind: 'note', note: changed }]);
      if ('note' in begin && begin.note !== undefined) await sink.record([{ kind: 'note', note: begin.note }]);
      return deps.runPhase({
        playbook,
        phase: work.phase,
        taskType: request.taskType,
        inputs: request.inputs,
        sink,
        session,
        signal,
        onProgress(step) {
          heartbeat.report(step);
          followed?.doing(step);
        },
        ...(followed === undefined ? {} : { onOpened: followed.onOpened }),
        ask: async (question) =>
          deps.ask?.(
            { taskId: request.taskId, signal, onWaiting: (about) => signalQuestion(context, about) },
            question,
          ),
        browsers: deps.browsers,
        stepTimeoutMs: deps.stepTimeoutMs,
        now: deps.now,
        ...(await work.prepare?.(lease, playbook)),
      });
    });
    if (result === undefined) return { kind: 'busy' };
    if (begin.isSuspected && result.kind === 'finished') await endSuspicion(deps, recipeOf(playbook, request.taskType));
    if (isChange(result) && (work.phase === 'steps' || work.phase === 'look' || work.phase === 'prepare')) {
      const held = await recordMetChange(deps, request, playbook, result);
      if (held !== undefined) return held;
    }
    // After a click nothing may come between the result and its proof; the look before it has reported already.
    if (work.phase !== 'submit') await signalWait(deps, request.taskId, playbook, result);
    return await work.finish(result, sink, heartbeat);
  } catch (error) {
    if (error instanceof CredentialsError) return { kind: 'needs_person', reason: loginMissing(playbook) };
    throw error;
  } finally {
    heartbeat.stop();
    await followed?.closed();
  }
}

/** Steps that are done again have a reason in the evidence log: the portal was not up to them. */
async function triedBefore({ pool }: PortalRunDeps, taskId: string): Promise<string | undefined> {
  const wait = (await readWaits(pool, [taskId])).get(taskId);
  if (wait === undefined || wait.changed !== null) return undefined;
  return `Attempt ${wait.tries + 1} at ${wait.portalName}. The one before ended: ${wait.reason}.`;
}

/** The manifest names the playbook by which the task was planned; one that was changed since is named in the evidence log. */
async function changedPlaybook(
  { pool }: PortalRunDeps,
  taskId: string,
  { id, version, digest }: LoadedPlaybook,
): Promise<string | undefined> {
  const planned = await plannedPlaybook(pool, taskId);
  if (planned === undefined || planned.portal !== id || planned.digest === digest) return undefined;
  return (
    `The playbook ${id} was changed after the task was planned by it: what follows was worked by version ${version}, ` +
    `digest ${digest}, and not by that of the manifest.`
  );
}

/** The workflow shows what it waits for; a task that is asked by another engine than its own is asked all the same. */
async function signalQuestion(
  context: Context,
  about: { readonly words: string; readonly until: Date } | null,
): Promise<void> {
  const { workflowExecution } = context.info;
  if (workflowExecution === undefined) return;
  const { workflowId, runId } = workflowExecution;
  const shown: ShownQuestion | null = about === null ? null : { words: about.words, untilMs: about.until.getTime() };
  await context.client.workflow
    .getHandle(workflowId, runId)
    .signal(questionSignal, shown)
    .catch(() => undefined);
}

async function signalWait(
  { pool, now }: PortalRunDeps,
  taskId: string,
  { id, portal }: LoadedPlaybook,
  result: CapabilityResult,
): Promise<void> {
  if (result.kind === 'unavailable')
    await noteWait(pool, taskId, { portal: id, portalName: portal.name, reason: result.reason }, now());
  else await endWait(pool, taskId);
}

/** The variable's name stays in the log of the worker's start; a record that leaves the deployment names the portal only. */
function loginMissing({ portal }: LoadedPlaybook): string {
  return `There is no usable login for ${portal.name}. A person has to store one.`;
}

// Beats from a timer, so that the engine notices a dead worker soon and a live one hears of a cancellation.

/** Beats in every heartbeat time-out (workflows/portal-trouble), so that one may be late. */
const beats = 4;
const everyMsAtMost = 2_000;

export interface Heartbeat {
  /** What the activity is doing now; shown in the Temporal UI with the pending activity. */
  report(details: string): void;
  stop(): void;
}

export function openHeartbeat(context: Context, details: string): Heartbeat {
  let current = details;
  const beat = (): void => context.heartbeat(current);
  beat();
  const { heartbeatTimeoutMs = Infinity } = context.info;
  const timer = setInterval(beat, Math.min(everyMsAtMost, heartbeatTimeoutMs / beats));
  return {
    report: (details) => (current = details),
    stop: () => clearInterval(timer),
  };
}
