/**
 * The canary: rehearses a version's recipes on a record of its own, behind the guard that lets no write through, and
 * records whether the portal still fits. A fault of ours, or a portal that does not respond, is no change.
 */
import { sha256 } from '../../process/evidence-crypto.ts';
import { Context } from '@temporalio/activity';
import {
  type CanaryResult,
  changeSentence,
  peopleMatterOf,
  showsChange,
  type CanaryRun,
  type CanaryStep,
  type DraftRehearsal,
  canaryId,
} from '../../domain/dispatch/portal-change.ts';
import type { EvidenceEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import type { PageChange } from '../../domain/dispatch/playbook/changed-control.ts';
import type { CanaryTask, LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { type Phase, phases } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { RecordedRecipe } from '../../domain/dispatch/playbook/recorded-page.ts';
import { rehearsalInputs } from '../../domain/dispatch/playbook/rehearsal.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { type RehearsalResult, rehearse } from '../../portals/rehearsal.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import {
  addCanaryRun,
  claimLogin,
  claimSignIn,
  keepPages,
  leaveLogin,
  listPausedCanaries,
} from '../../store/canaries.ts';
import { inTransaction } from '../../store/database.ts';
import { recordRehearsal } from '../../store/playbook-versions.ts';
import { addChange, endChange, lockRecipe, openChange } from '../../store/portal-changes.ts';
import { confirmed, newChange, recipeOf } from './changed-portal.ts';
import { type PortalRunDeps, openHeartbeat } from './portal-run.ts';

type Changed = Extract<CapabilityResult, { kind: 'changed' }>;

/** How soon the same is rehearsed again. */
const againMs = {
  /** The account is in use. */
  busy: 5_000,
  /** Tasks wait to hear whether the portal has changed. */
  asked: 60_000,
  /** It has: it may be as it was before a version is released. */
  changed: 15 * 60_000,
} as const;

/** How often the sign-in is rehearsed although a session is kept, which may outlive a change of it by days. */
const signInEveryMs = 12 * 60 * 60_000;

/** Of every version in force that has one and is not paused. */
export async function listCanaries({ pool, playbooks }: PortalRunDeps): Promise<CanaryRun[]> {
  const paused = new Set(await listPausedCanaries(pool));
  return (await playbooks.forAnyone())
    .filter(({ id }) => !paused.has(id))
    .flatMap(({ id, digest, canary }) =>
      Object.keys(canary).map((taskType) => ({
        playbookId: id,
        digest,
        taskType: taskType as CanaryRun['taskType'],
      })),
    );
}

/** Safe to run twice: nothing of it can write to the portal. */
export function runCanary(deps: PortalRunDeps, run: CanaryRun): Promise<CanaryStep> {
  return run.draft === undefined ? runDaily(deps, run) : rehearseDraft(deps, run, run.draft);
}

/** For a person who wants to release the version. */
async function rehearseDraft(deps: PortalRunDeps, run: CanaryRun, draft: DraftRehearsal): Promise<CanaryStep> {
  const beganAt = deps.now();
  const steps: string[] = [];
  const recorded: RecordedRecipe[] = [];
  const { playbookId, digest, taskType } = run;
  const playbook = await deps.playbooks.ofVersion({ playbookId, digest });
  const outcome: Outcome | undefined =
    playbook === undefined
      ? { result: 'failed', summary: 'An address of its origins is an empty setting of this deployment.' }
      : await rehearsed(deps, run, playbook, draft, steps, recorded);
  if (outcome === undefined)
    return { result: 'busy', summary: `Others use the account of ${playbookId}.`, againAfterMs: againMs.busy };
  const { version, by } = draft;
  const { result, summary } = outcome;
  await addCanaryRun(deps.pool, {
    playbookId,
    digest,
    version,
    taskType,
    askedBy: by,
    beganAt,
    result,
    summary,
    steps,
    change: pageChangeOf(outcome),
  });
  if (result === 'passed') await keepPages(deps.pool, { playbookId, digest, version }, recorded);
  if (result === 'passed')
    await recordRehearsal(
      deps.pool,
      { playbookId, version },
      { actor: by, why: `a rehearsal of ${taskType} finished` },
    );
  return { result, summary, againAfterMs: null };
}

async function runDaily(deps: PortalRunDeps, run: CanaryRun): Promise<CanaryStep> {
  const wanted = (await listCanaries(deps)).some((each) => canaryId(each) === canaryId(run));
  const playbook = (await deps.playbooks.forAnyone()).find(
    ({ id, digest }) => id === run.playbookId && digest === run.digest,
  );
  const task = playbook?.canary[run.taskType];
  if (!wanted || playbook === undefined || task === undefined) {
    await endChange(deps.pool, run, 'version', true);
    return {
      result: 'over',
      summary: `${run.playbookId} has no canary of ${run.taskType} any more.`,
      againAfterMs: null,
    };
  }
  const beganAt = deps.now();
  const steps: string[] = [];
  const recorded: RecordedRecipe[] = [];
  const outcome = await rehearsed(deps, run, playbook, task, steps, recorded);
  if (outcome === undefined)
    return {
      result: 'busy',
      summary: `Others use the account of ${playbook.portal.name}.`,
      againAfterMs: againMs.busy,
    };
  return inTransaction(deps.pool, async (q) => {
    const recipe = recipeOf(playbook, run.taskType);
    await lockRecipe(q, recipe);
    const { version } = playbook;
    await addCanaryRun(q, {
      ...recipe,
      version,
      askedBy: null,
      beganAt,
      result: outcome.result,
      summary: outcome.summary,
      steps,
      change: pageChangeOf(outcome),
    });
    const open = await openChange(q, recipe);
    if (outcome.result === 'changed') {
      await addChange(q, {
        ...newChange(playbook, run.taskType, outcome.change),
        foundBy: 'canary',
        isConfirmed: false,
      });
      await confirmed(q, playbook, run.taskType, outcome.change, deps.now());
      // Each look sends the login again: they get rarer, the longer the portal has been so.
      const sinceMs = open === null || outcome.sentLogin !== true ? 0 : deps.now().getTime() - open.foundAt.getTime();
      return { ...stepOf(outcome), againAfterMs: Math.min(Math.max(againMs.changed, sinceMs), signInEveryMs) };
    }
    // What a task met was its record's own matter; a canary that cannot judge leaves it to the task as well.
    if (outcome.result === 'passed') {
      await endChange(q, recipe, 'canary');
      await keepPages(q, { playbookId: playbook.id, digest: playbook.digest, version }, recorded);
    }
    if (outcome.result === 'failed') await endChange(q, recipe, 'canary', true);
    if (outcome.result !== 'unavailable') return { ...stepOf(outcome), againAfterMs: null };
    const soonMs = outcome.sentLogin === true ? againMs.changed : againMs.asked;
    return { ...stepOf(outcome), againAfterMs: outcome.retryAfterMs ?? (open === null ? null : soonMs) };
  });
}

function stepOf({ result, summary }: Outcome): Omit<CanaryStep, 'againAfterMs'> {
  return { result, summary };
}

function pageChangeOf(outcome: Outcome): PageChange | null {
  return outcome.result === 'changed' ? (outcome.change.change ?? null) : null;
}

type Ending =
  | { readonly result: 'changed'; readonly summary: string; readonly change: Changed }
  | { readonly result: 'unavailable'; readonly summary: string; readonly retryAfterMs: number | null }
  | {
      readonly result: Exclude<CanaryResult, 'changed' | 'unavailable'>;
      readonly summary: string;
      readonly refusedLogin?: string;
    };

/**
 * `sentLogin`: it ended after the login had been sent, and before it was seen to be signed in. `refusedLogin`: the portal's
 * words, where it refused it.
 */
type Outcome = Ending & { readonly sentLogin?: boolean };

interface Rehearsing {
  readonly run: CanaryRun;
  readonly playbook: LoadedPlaybook;
  readonly task: CanaryTask;
  readonly steps: string[];
  readonly recorded: RecordedRecipe[];
}

/** @returns undefined when others held the account, or try its login */
async function rehearsed(
  deps: PortalRunDeps,
  run: CanaryRun,
  playbook: LoadedPlaybook,
  task: CanaryTask,
  steps: string[],
  recorded: RecordedRecipe[],
): Promise<Outcome | undefined> {
  const context = Context.current();
  const heartbeat = openHeartbeat(context, 'waiting for the portal account');
  const use = {
    portal: playbook.id,
    account: playbook.account,
    holder: context.info.workflowExecution?.workflowId ?? 'canary',
    signal: context.cancellationSignal,
    session: 'work',
  } as const;
  const { name } = playbook.portal;
  const rehearsing = { run, playbook, task, steps, recorded };
  try {
    return await deps.accounts.use(use, async (session, signal): Promise<Outcome | undefined> => {
      const work = (): Promise<Outcome> => rehearseRecipes(deps, rehearsing, { session, signal, heartbeat });
      // What a person asks for sends the login, whatever happened to it before.
      const login = run.draft === undefined ? await session.loginId?.(playbook.origins[0] ?? '') : undefined;
      return login === undefined ? work() : withLogin(deps, playbook, login, work);
    });
  } catch (error) {
    if (error instanceof CredentialsError)
      return { result: 'failed', summary: `There is no usable login for ${name}.` };
    // Inputs that the playbook has no word for, or that are missing: the canary's own fault.
    if (error instanceof RangeError) return { result: 'failed', summary: `${error.message}.` };
    throw error;
  } finally {
    heartbeat.stop();
  }
}

/** A login that a portal refuses is sent by one canary, and not by that of each task type and playbook: portals lock accounts. */
async function withLogin(
  { pool, now }: PortalRunDeps,
  { account, portal: { name } }: LoadedPlaybook,
  login: Buffer,
  work: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const at = now();
  const since = new Date(at.getTime() - signInEveryMs);
  const claim = await claimLogin(pool, { login, account }, { at, since });
  if (claim.is === 'tried') return undefined;
  if (claim.is === 'refused')
    return {
      result: 'failed',
      summary: `${name} refused the login at ${minuteOf(claim.at)}: ${JSON.stringify(claim.words)} It has not been sent again since, because portals lock accounts. Change the login, or run the canary by hand.`,
    };
  let refused: string | null = null;
  try {
    const outcome = await work();
    if (outcome.result === 'failed') refused = outcome.refusedLogin ?? null;
    return outcome;
  } finally {
    await leaveLogin(pool, login, refused);
  }
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface RehearsalMeans {
  readonly session: AccountSession;
  readonly signal: AbortSignal;
  readonly heartbeat: ReturnType<typeof openHeartbeat>;
}

async function rehearseRecipes(
  deps: PortalRunDeps,
  { run: { playbookId, digest, taskType, draft }, playbook, task, steps, recorded }: Rehearsing,
  { session, signal, heartbeat }: RehearsalMeans,
): Promise<Outcome> {
  const { name } = playbook.portal;
  const seen: Record<string, string> = {};
  let isBegun = draft !== undefined;
  let sentLogin = false;
  const begun: AccountSession = {
    ...session,
    async load() {
      const at = deps.now();
      const since = new Date(at.getTime() - signInEveryMs);
      const signsIn = !isBegun && (await claimSignIn(deps.pool, { playbookId, digest }, { at, since }));
      isBegun = true;
      return signsIn ? null : session.load();
    },
    save(cookies) {
      if (cookies !== null) sentLogin = false;
      return session.save(cookies);
    },
  };
  const done: Phase[] = [];
  const left: string[] = [];
  for (const phase of phases.filter((each) => playbook.capabilities[taskType]?.[each] !== undefined)) {
    const given = rehearsalInputs(taskType, phase, { params: task.params, seen, given: task.inputs });
    if (given.kind === 'missing') {
      left.push(`${phase} (needs ${given.missing.map((one) => one.name).join(', ')})`);
      continue;
    }
    steps.push(phase);
    const result = await rehearse(
      {
        playbook,
        taskType,
        phase,
        inputs: given.inputs,
        previews: false,
        sink: lineSink(steps),
        signal,
        stepTimeoutMs: deps.stepTimeoutMs,
      },
      {
        browsers: deps.browsers,
        session: begun,
        onProgress: (step) => heartbeat.report(step),
        onLogin: () => void (sentLogin = true),
      },
    );
    const ended = endedBy(result, name, phase);
    if (ended !== undefined) return { ...ended, sentLogin };
    if ('recorded' in result) recorded.push(result.recorded);
    if (result.kind === 'finished') Object.assign(seen, result.facts);
    done.push(phase);
  }
  const parts = [`${done.join(', ')} of ${taskType} fit ${name}.`, ...left.map((one) => `Not rehearsed: ${one}.`)];
  return { result: 'passed', summary: parts.join(' ') };
}

/** @returns undefined where the rehearsal continues */
function endedBy(result: RehearsalResult, portalName: string, phase: Phase): Ending | undefined {
  switch (result.kind) {
    case 'held_back':
      return undefined;
    case 'finished': {
      const missing = result.reading.facts.filter(({ required, value }) => required && value === null);
      if (missing.length === 0 && result.reading.why === null) return undefined;
      const change: Changed = {
        kind: 'changed',
        page: phase,
        expected:
          missing.length === 0 ? 'facts that can be read' : `the facts ${missing.map(({ name }) => name).join(', ')}`,
        found: result.reading.why ?? 'nothing for them',
      };
      return { result: 'changed', summary: `${portalName}: ${changeSentence(change)}.`, change };
    }
    case 'changed': {
      const matter = peopleMatterOf(result);
      if (matter === undefined)
        return { result: 'changed', summary: `${portalName}: ${changeSentence(result)}.`, change: result };
      return matter === 'login'
        ? {
            result: 'failed',
            summary: `${portalName} refused the login: ${JSON.stringify(result.found)}`,
            refusedLogin: result.found,
          }
        : { result: 'failed', summary: `${portalName} asks for what only a person has: ${result.expected}` };
    }
    case 'unavailable':
      return {
        result: 'unavailable',
        summary: `${portalName} cannot be worked now: ${result.reason}.`,
        retryAfterMs: result.retryAfterMs,
      };
    case 'absent':
      return {
        result: 'failed',
        summary: `The canary's record is not there: ${portalName} has no ${result.what}. Name another one in the playbook.`,
      };
    case 'refused':
      return { result: 'failed', summary: `${portalName} refused: ${JSON.stringify(result.words)}` };
    case 'stopped': {
      const { rule, reason, subject } = result.verdict;
      const words = `${reason}: ${subject}`;
      if (!showsChange(rule)) return { result: 'failed', summary: `The guard stopped it: ${words}` };
      const change: Changed = {
        kind: 'changed',
        page: result.page ?? phase,
        expected: 'nothing that the playbook does not declare',
        found: `what the guard stopped: ${words}`,
      };
      return { result: 'changed', summary: `${portalName}: ${changeSentence(change)}.`, change };
    }
    case 'uncertain':
      break;
  }
  throw new Error('a rehearsal cannot have written');
}

/** Keeps what was done, and no page of it. */
function lineSink(lines: string[]): EvidenceSink {
  return {
    file: async (name, bytes, mediaType) => ({
      file: name,
      sha256: sha256(bytes),
      bytes: bytes.length,
      media_type: mediaType,
    }),
    record: async (events) => {
      for (const event of events) if (event.kind === 'step') lines.push(lineOf(event));
      return events.map(() => lines.length);
    },
  };
}

function lineOf({ target, guard }: Extract<EvidenceEvent, { kind: 'step' }>): string {
  return guard.verdict === 'stopped' ? `${target}: ${guard.reason}` : target;
}
