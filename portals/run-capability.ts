/**
 * Runs one capability of a playbook in a browser of its own: signed in, under the guard, every step recorded.
 * Whatever happens at the portal is a result; only our own faults and a cancelled run throw.
 */
import type { PeopleMatter } from '../domain/dispatch/portal-change.ts';
import type { BrowserContext } from 'playwright-core';
import type { EvidenceFile } from '../domain/dispatch/evidence/evidence-events.ts';
import { type PhaseFacts, ownForms, ownWords } from '../domain/dispatch/facts/reading.ts';
import { wordedName } from '../domain/dispatch/guard/field-value.ts';
import { isAddressOf } from '../domain/dispatch/guard/page-address.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import type { Capability, LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import { opensIn } from '../domain/dispatch/playbook/opening-hours.ts';
import type { Step } from '../domain/dispatch/playbook/step.ts';
import { accountPlace, placesIn, type Values, wordsOfList } from '../domain/dispatch/playbook/template.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import { writtenNumber } from '../domain/dispatch/playbook/written-money.ts';
import { answersOf } from '../domain/dispatch/guard/described.ts';
import { listInputs, neededFacts, phaseInputs } from '../domain/dispatch/playbook/needed-facts.ts';
import type { Phase, WritingTaskType } from '../domain/dispatch/playbook/needed-facts.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { ShownPage } from '../domain/dispatch/writing/shown-page.ts';
import { type BrowserGate, StoppedError } from './gate.ts';
import { installGate } from './browser-gate.ts';
import type { BrowserPool } from './browser-pool.ts';
import { DriverError, type PortalDriver, placeFor } from './driver.ts';
import type { GuardDecisions } from './guard-decisions.ts';
import { type Findings, type InterpreterParts, type StepFollower, runSteps } from './interpreter.ts';
import type { Delivery } from './sending.ts';
import { changeOfCover } from './page-change.ts';
import type { Position } from './page-control.ts';
import { isBrowserGone, OwnFaultError } from './own-lag.ts';
import {
  AbsentSignal,
  ChangedSignal,
  RefusedSignal,
  SessionLostSignal,
  UnavailableSignal,
  paceOf,
} from './run-signals.ts';
import { openDriver } from './playwright-driver.ts';
import { type AccountSession, beSignedIn, signIn } from './sign-in.ts';
import {
  type StepRecorder,
  type EvidenceSink,
  decisiveSteps,
  openStepRecorder,
  verdictEvent,
} from './step-recorder.ts';

export interface CapabilityRun {
  readonly playbook: LoadedPlaybook;
  readonly taskType: TaskType;
  /** The task's inputs, or those of the phase (needed-facts.ts). */
  readonly inputs: Readonly<Record<string, string>>;
  readonly sink: EvidenceSink;
  readonly signal: AbortSignal;
  readonly onProgress: (step: string) => void;
  readonly browsers: BrowserPool;
  readonly session: AccountSession;
  /** PORTAL_STEP_TIMEOUT_MS. */
  readonly stepTimeoutMs: number;
  readonly findTimeoutMs?: InterpreterParts['findTimeoutMs'];
  readonly now: () => Date;
  /** Default `steps`. */
  readonly phase?: Phase;
  readonly readFile?: InterpreterParts['readFile'];
  readonly mayWrite?: InterpreterParts['mayWrite'];
  readonly seePage?: InterpreterParts['seePage'];
  /** Other decisions of the guard than those of production: a rehearsal holds every write back. */
  readonly decisions?: GuardDecisions;
  /** Asks a person for what only they have; without it a step that asks ends the run. */
  readonly ask?: InterpreterParts['ask'];
  readonly follower?: StepFollower;
  /** Whether what the guard stopped is taken for a change of the portal. */
  readonly isChange?: (stopped: Verdict) => boolean;
  readonly onDocument?: InterpreterParts['onDocument'];
  /** Called when there is something to look at; it must not fail. */
  readonly onOpened?: (window: RunWindow) => void;
}

/** The browser of a run, for anyone who looks at it. */
export interface RunWindow {
  readonly context: BrowserContext;
  /** Whether what is shown now has to be hidden: a sign-in, or a page that the playbook calls secret. */
  readonly isHidden: (url: string) => boolean;
}

export type CapabilityResult =
  | {
      readonly kind: 'finished';
      readonly facts: Readonly<Record<string, string>>;
      readonly downloads: readonly { readonly name: string; readonly file: EvidenceFile; readonly bytes: Buffer }[];
      /** Of `submit`: whether the write request left. */
      readonly wrote?: boolean;
      /** Of `look` and `prepare`: the page that people decide by. */
      readonly page?: ShownPage;
    }
  /** The portal says that there is no such record, in its own words. */
  | { readonly kind: 'absent'; readonly what: string; readonly words: string }
  /** The portal refused a form, in its own words: nothing was written. */
  | { readonly kind: 'refused'; readonly words: string }
  /** The guard; nothing was written. */
  | {
      readonly kind: 'stopped';
      readonly verdict: Verdict;
      /** Of a rehearsal: what closes the window that lies over the control. */
      readonly cover?: PageChange;
    }
  /** A page or control is not what the playbook says; nothing was written. */
  | {
      readonly kind: 'changed';
      readonly page: string;
      readonly expected: string;
      readonly found: string;
      readonly about?: PeopleMatter;
      readonly change?: PageChange;
    }
  /** Nothing was written. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs: number | null }
  /** The write request may have left and no clear answer came: only a look shows what happened to it. */
  | {
      readonly kind: 'uncertain';
      readonly reason: string;
      readonly facts: Readonly<Record<string, string>>;
      /** What the guard stopped after the write, if it did. */
      readonly verdict: Verdict | null;
    };

/**
 * @throws the signal's reason when the run is cancelled; OwnFaultError when our own processes failed at it;
 *   CredentialsError; what the sink throws. Once a write request may have left, none of these: the result says so
 */
export async function runCapability(run: CapabilityRun): Promise<CapabilityResult> {
  const recipe = recipeOf(run);
  const closedForMs = opensIn(run.playbook.hours, run.now());
  if (closedForMs > 0)
    return {
      kind: 'unavailable',
      reason: `${run.playbook.portal.name} is closed at this hour`,
      retryAfterMs: closedForMs,
    };
  const refused = recipe.noWord ?? unusedChange(run, recipe.steps);
  if (refused !== undefined) return { kind: 'stopped', verdict: refused };
  const delivery: Delivery = { mayHaveLeft: false };
  const ended: { gate?: BrowserGate; recorder?: StepRecorder } = {};
  try {
    const work = async (context: BrowserContext): Promise<CapabilityResult> => {
      const { playbook } = run;
      const { answers } = recipe;
      const values = await withAccount(run, recipe.values);
      const gate = await installGate(
        context,
        {
          origins: playbook.origins,
          assetOrigins: playbook.asset_origins,
          pages: playbook.pages,
          assets: playbook.assets,
          reads: playbook.reads,
          neverClick: playbook.never_click,
          values,
          answers,
        },
        { timeoutMs: run.stepTimeoutMs, pace: paceOf(playbook), assets: run.browsers.assets },
        run.decisions,
      );
      const driver = await openDriver(context, gate);
      const recorder = openStepRecorder(run.sink, playbook.id, driver);
      Object.assign(ended, { gate, recorder });
      const result = await attempt(run, recipe.steps, { context, gate, driver, recorder, values, answers, delivery });
      await recorder.captured();
      return result;
    };
    const result = await run.browsers.use(run.signal, work, { mayBeOpen: true });
    // What a page tried while its window closed was refused as well, and is reported as well.
    ended.recorder?.note((ended.gate?.drainVerdicts() ?? []).map(verdictEvent));
    const unsent = ended.gate?.unsent();
    if (unsent !== undefined) ended.recorder?.note([{ kind: 'note', note: unsent }]);
    await ended.recorder?.stored();
    return afterAll(withPage(result, ended.recorder?.decisivePage()), ended.gate?.stopped(), delivery);
  } catch (error) {
    // What was noted since the last step; nobody waits for it.
    void ended.recorder?.stored().catch(() => undefined);
    if (!delivery.mayHaveLeft) {
      run.signal.throwIfAborted();
      const fault = isBrowserGone(error) ? new OwnFaultError('the browser ended unexpectedly') : error;
      if (fault instanceof OwnFaultError) await noteFault(fault, ended.recorder);
      throw fault;
    }
    return { kind: 'uncertain', reason: whyUnclear(error), facts: {}, verdict: ended.gate?.stopped() ?? null };
  }
}

/** What a correction changes: one that leaves out any of it would be another one than was asked for. */
const changes = [
  'billed_weight',
  'billed_class',
  'add_accessorials',
  'remove_accessorials',
  'consignee_name',
  'consignee_address',
];

/** A change that the task asks for and that no step of the recipe enters. */
function unusedChange(run: CapabilityRun, steps: readonly Step[]): Verdict | undefined {
  const { playbook, taskType, phase, inputs } = run;
  if (taskType !== 'tms_correction' || (phase !== 'prepare' && phase !== 'submit')) return undefined;
  const text = JSON.stringify(steps);
  const used = new Set(placesIn(text));
  const words = Object.entries(playbook.capabilities[taskType]?.words ?? {});
  const isUsed = (name: string): boolean =>
    used.has(name) ||
    text.includes(`"given":"${name}"`) ||
    words.some(([word, { of }]) => of === name && used.has(word));
  const unused = changes.find((name) => (inputs[name] ?? '') !== '' && !isUsed(name));
  return unused === undefined
    ? undefined
    : {
        verdict: 'stopped',
        layer: 'playbook',
        rule: 'playbook.unused_change',
        reason: `the task changes ${unused}, and no step of ${phase} enters {{${unused}}}`,
        subject: `${playbook.id} ${playbook.version}`,
      };
}

/** Where the addresses of a portal say who is signed in, they are filled in with the user name. */
async function withAccount({ playbook, session }: CapabilityRun, values: Values): Promise<Values> {
  const { pages, capabilities } = playbook;
  if (!placesIn(JSON.stringify({ pages, capabilities })).includes(accountPlace)) return values;
  const { username } = await session.credentials();
  return { ...values, [accountPlace]: username };
}

async function noteFault({ message }: OwnFaultError, recorder: StepRecorder | undefined): Promise<void> {
  const note = `This attempt ended without a result: ${message}. That says nothing about the portal.`;
  recorder?.note([{ kind: 'note', note }]);
  await recorder?.stored().catch(() => undefined);
}

function withPage(result: CapabilityResult, page: ShownPage | undefined): CapabilityResult {
  return result.kind === 'finished' && page !== undefined ? { ...result, page } : result;
}

interface RecipeToRun {
  readonly steps: readonly Step[];
  readonly values: Readonly<Record<string, string>>;
  readonly answers: readonly string[];
  /** Of an input that the playbook has no word of the portal for. */
  readonly noWord?: Verdict;
}

/** @throws RangeError when the playbook has no such recipe or an input is missing */
function recipeOf({ playbook, taskType, phase = 'steps', inputs }: CapabilityRun): RecipeToRun {
  const capability: Capability | undefined = playbook.capabilities[taskType];
  const steps = capability?.[phase];
  if (capability === undefined || steps === undefined)
    throw new RangeError(`the playbook ${playbook.id} has no ${phase} for ${taskType}`);
  const wanted =
    phase === 'steps'
      ? capability.inputs.map((name) => ({ name, always: true }))
      : (phaseInputs[taskType as WritingTaskType][phase] ?? []);
  const missing = wanted.find(({ name, always }) => always && inputs[name] === undefined);
  if (missing !== undefined) throw new RangeError(`${taskType} needs ${missing.name}`);
  const given = Object.fromEntries(wanted.map(({ name }) => [name, inputs[name] ?? '']));
  const found = Object.entries(capability.words)
    .filter(([, { of }]) => Object.hasOwn(given, of))
    .map(([name, { of, are, like }]) => {
      const input = given[of] ?? '';
      const written =
        like !== undefined ? writtenNumber(input, like) : listInputs.has(of) ? wordsOfList(input, are) : are?.[input];
      // What may be left empty has no word of the portal then.
      const word = input === '' ? (written ?? '') : written;
      return { name, of, word };
    });
  const without = found.find(({ word }) => word === undefined);
  const words = found.map(({ name, word = '' }) => [name, word] as const);
  const worded = Object.entries(capability.words).flatMap(([name, { of, are }]) => {
    const word = words.find(([known]) => known === name)?.[1];
    return word === undefined || are === undefined ? [] : [[wordedName(word), given[of] ?? ''] as const];
  });
  const values = { ...given, ...Object.fromEntries([...words, ...worded]) };
  return {
    steps,
    values,
    answers: answersOf(taskType, capability.words, values, steps),
    ...(without === undefined ? {} : { noWord: refusedInput(playbook, without, given) }),
  };
}

function refusedInput(
  { id, version }: LoadedPlaybook,
  { name, of }: { readonly name: string; readonly of: string },
  given: Readonly<Record<string, string>>,
): Verdict {
  return {
    verdict: 'stopped',
    layer: 'playbook',
    rule: 'playbook.no_word',
    reason: `the playbook has no word of the portal for ${of} ${JSON.stringify(given[of])}: its entry of "words" is ${name}`,
    subject: `${id} ${version}`,
  };
}

/** The result in the light of a stop that came last. */
function afterAll(result: CapabilityResult, stop: Verdict | undefined, delivery: Delivery): CapabilityResult {
  if (stop === undefined) return result;
  if (delivery.mayHaveLeft && isLedElsewhere(stop)) return result;
  if (delivery.mayHaveLeft)
    return { kind: 'uncertain', reason: stop.reason, facts: 'facts' in result ? result.facts : {}, verdict: stop };
  return result.kind === 'stopped' || result.kind === 'changed' ? result : { kind: 'stopped', verdict: stop };
}

interface Opened {
  readonly context: BrowserContext;
  readonly gate: BrowserGate;
  readonly driver: PortalDriver;
  readonly recorder: StepRecorder;
  readonly values: Readonly<Record<string, string>>;
  readonly answers: readonly string[];
  readonly delivery: Delivery;
}

async function attempt(run: CapabilityRun, steps: readonly Step[], opened: Opened): Promise<CapabilityResult> {
  const { context, gate, driver, recorder, values, answers, delivery } = opened;
  // Nothing is signed in yet.
  let isHidden = true;
  const secret = Object.values(run.playbook.pages).filter((page) => page.secret);
  run.onOpened?.({
    context,
    isHidden: (url) => isHidden || secret.some(({ paths }) => isAddressOf(paths, url, values)),
  });
  const position: Position = { page: null, untouched: null };
  const findings: Findings = { facts: {}, downloads: [] };
  try {
    const parts: InterpreterParts = {
      playbook: run.playbook,
      driver,
      gate,
      recorder,
      values,
      answers,
      account: {},
      stepTimeoutMs: run.stepTimeoutMs,
      onProgress: run.onProgress,
      delivery,
      decisive: decisiveSteps(run.playbook, run.taskType, run.phase ?? 'steps'),
      ...(run.findTimeoutMs === undefined ? {} : { findTimeoutMs: run.findTimeoutMs }),
      ...(run.readFile === undefined ? {} : { readFile: run.readFile }),
      ...(run.mayWrite === undefined ? {} : { mayWrite: run.mayWrite }),
      ...(run.seePage === undefined ? {} : { seePage: run.seePage }),
      onHidden: (hidden) => void (isHidden = hidden),
      follower: run.follower,
      onDocument: run.onDocument,
      ask: run.ask,
    };
    await beSignedIn(run, opened, parts, position, steps);
    let signedInAgain = false;
    for (;;) {
      try {
        recorder.forgetDecisivePage();
        findings.downloads.length = 0;
        position.chosen?.clear();
        for (const name of Object.keys(findings.facts)) delete findings.facts[name];
        await runSteps(parts, steps, position, findings, false);
        const wrote = run.phase === 'submit' ? { wrote: delivery.mayHaveLeft } : {};
        return { kind: 'finished', facts: asRulesRead(run, findings.facts), downloads: findings.downloads, ...wrote };
      } catch (error) {
        if (!(error instanceof SessionLostSignal) || delivery.mayHaveLeft) throw error;
        // Once and no more: a portal that forgets us at once may be about to lock the account.
        if (signedInAgain) throw new UnavailableSignal('the portal ended the session twice', null);
        signedInAgain = true;
        recorder.note([
          { kind: 'note', note: 'The portal had ended the session. Signing in again and starting over.' },
        ]);
        await signIn(run, opened, parts, position);
      }
    }
  } catch (error) {
    if (delivery.mayHaveLeft) return afterWrite(error, gate.stopped(), findings);
    run.signal.throwIfAborted();
    const result = resultOf(error, gate.stopped(), position.awaited ?? position.page ?? 'login');
    if (result === undefined) throw error;
    // A page whose requests we did not make in time shows less than the portal has. Expired waits are the driver's.
    const fault = gate.ownFault();
    const isChange =
      result.kind === 'changed' || (result.kind === 'stopped' && run.isChange?.(result.verdict) === true);
    if (fault !== undefined && (isChange || result.kind === 'unavailable')) throw new OwnFaultError(fault);
    if (!isChange || result.kind !== 'stopped' || result.verdict.rule !== 'element.covered') return result;
    const changing = { playbook: run.playbook, driver, values, placeOf: (target: Target) => placeFor(target, values) };
    const cover = await changeOfCover(changing, position.page ?? '');
    return cover === undefined ? result : { ...result, cover };
  }
}

/** What was read, in the form of the rules. */
function asRulesRead({ playbook, taskType, phase = 'steps' }: CapabilityRun, facts: Findings['facts']): PhaseFacts {
  const needed = neededFacts[taskType]?.[phase] ?? [];
  const read = ownWords(facts, needed, Object.values(playbook.capabilities[taskType]?.words ?? {}));
  return ownForms(read, needed, playbook);
}

/** A clear refusal says that nothing was written; everything else leaves it open. */
function afterWrite(error: unknown, stop: Verdict | undefined, { facts }: Findings): CapabilityResult {
  const verdict = stop ?? (error instanceof StoppedError ? error.verdict : null);
  if (verdict !== null && isLedElsewhere(verdict))
    return { kind: 'uncertain', reason: `after the form was sent, ${verdict.reason}`, facts, verdict: null };
  if (error instanceof RefusedSignal && verdict === null) return { kind: 'refused', words: error.words };
  return { kind: 'uncertain', reason: verdict?.reason ?? whyUnclear(error), facts, verdict };
}

/** Where the portal leads to is its own affair: the page was not opened, and says nothing about what was written. */
function isLedElsewhere({ rule }: Verdict): boolean {
  return rule === 'request.moved';
}

function whyUnclear(error: unknown): string {
  if (error instanceof ChangedSignal)
    return `after the form was sent, ${error.page} should have shown ${error.expected}, and showed ${error.found}`;
  if (error instanceof SessionLostSignal) return 'after the form was sent, the portal asked to sign in again';
  return `after the form was sent: ${(error as Error).message}`;
}

/** What happened at the portal, as a result; undefined for faults of our own. */
function resultOf(error: unknown, stop: Verdict | undefined, page: string): CapabilityResult | undefined {
  const verdict = stop ?? (error instanceof StoppedError ? error.verdict : undefined);
  if (verdict?.rule === 'request.moved')
    return { kind: 'changed', page, expected: `the page ${page} at its address`, found: verdict.subject };
  if (verdict !== undefined) return { kind: 'stopped', verdict };
  if (error instanceof AbsentSignal) return { kind: 'absent', what: error.what, words: error.words };
  if (error instanceof RefusedSignal) return { kind: 'refused', words: error.words };
  if (error instanceof ChangedSignal) {
    const { page, expected, found, about, change } = error;
    return {
      kind: 'changed',
      page,
      expected,
      found,
      ...(about === undefined ? {} : { about }),
      ...(change === undefined ? {} : { change }),
    };
  }
  if (error instanceof UnavailableSignal)
    return { kind: 'unavailable', reason: error.message, retryAfterMs: error.retryAfterMs };
  if (error instanceof SessionLostSignal)
    return { kind: 'unavailable', reason: 'the portal does not keep the session', retryAfterMs: null };
  if (!(error instanceof DriverError)) return undefined;
  if (error.code === 'timeout' || error.code === 'unreachable')
    return { kind: 'unavailable', reason: `${page}: ${error.message}`, retryAfterMs: null };
  return { kind: 'changed', page, expected: 'a control that takes its input', found: error.message };
}
