/**
 * Runs one capability of a playbook in a browser of its own: signed in, under the guard, every step recorded.
 * Whatever happens at the portal is a result; only our own faults and a cancelled run throw.
 */
import type { BrowserContext } from 'playwright-core';
import type { EvidenceFile } from '../domain/dispatch/evidence/story.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { Capability, LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import { opensIn } from '../domain/dispatch/playbook/hours.ts';
import { fillPath } from '../domain/dispatch/playbook/template.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { installGate, StoppedError } from './browser-gate.ts';
import type { BrowserGate } from './browser-gate.ts';
import type { BrowserPool } from './browser-pool.ts';
import type { PortalCredentials } from './credentials.ts';
import { DriverError } from './driver.ts';
import type { PortalDriver } from './driver.ts';
import { placeFor, runSteps } from './interpreter.ts';
import type { Findings, InterpreterParts, Position } from './interpreter.ts';
import { paceOf } from './pace.ts';
import { openDriver } from './playwright-driver.ts';
import { AbsentSignal, ChangedSignal, RefusedSignal, SessionLostSignal, UnavailableSignal } from './run-signals.ts';
import { openStepRecorder, verdictEvent } from './step-recorder.ts';
import type { StepRecorder } from './step-recorder.ts';
import type { StorySink } from './story-sink.ts';
import { totp } from './totp.ts';

/** The session of the portal account that this run holds the lease of. */
export interface AccountSession {
  credentials(): Promise<PortalCredentials>;
  /** Cookies of the last good session, as JSON, or null. */
  load(): Promise<string | null>;
  save(cookies: string | null): Promise<void>;
}

export interface CapabilityRun {
  readonly playbook: LoadedPlaybook;
  readonly taskType: TaskType;
  readonly inputs: Readonly<Record<string, string>>;
  readonly sink: StorySink;
  readonly signal: AbortSignal;
  readonly onProgress: (step: string) => void;
  readonly browsers: BrowserPool;
  readonly session: AccountSession;
  /** PORTAL_STEP_TIMEOUT_MS. */
  readonly stepTimeoutMs: number;
  readonly now: () => Date;
  readonly readFile?: InterpreterParts['readFile'];
  readonly mayWrite?: InterpreterParts['mayWrite'];
}

export type CapabilityResult =
  | {
      readonly kind: 'finished';
      readonly facts: Readonly<Record<string, string>>;
      readonly downloads: readonly { readonly name: string; readonly file: EvidenceFile; readonly bytes: Buffer }[];
    }
  /** The portal says that there is no such record, in its own words. */
  | { readonly kind: 'absent'; readonly what: string; readonly words: string }
  /** The portal refused a write, in its own words. */
  | { readonly kind: 'refused'; readonly words: string }
  /** The guard. */
  | { readonly kind: 'stopped'; readonly verdict: Verdict }
  /** A page or control is not what the playbook says. */
  | { readonly kind: 'changed'; readonly page: string; readonly expected: string; readonly found: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs: number | null };

/**
 * @throws the signal's reason when the run is cancelled; CredentialsError; what the sink throws
 */
export async function runCapability(run: CapabilityRun): Promise<CapabilityResult> {
  const capability = run.playbook.capabilities[run.taskType];
  if (capability === undefined) throw new RangeError(`the playbook ${run.playbook.id} cannot do ${run.taskType}`);
  const missing = capability.inputs.find((name) => run.inputs[name] === undefined);
  if (missing !== undefined) throw new RangeError(`${run.taskType} needs ${missing}`);
  const closedForMs = opensIn(run.playbook.hours, run.now());
  if (closedForMs > 0)
    return {
      kind: 'unavailable',
      reason: `${run.playbook.portal.name} is closed at this hour`,
      retryAfterMs: closedForMs,
    };
  const ended: { gate?: BrowserGate; recorder?: StepRecorder } = {};
  const result = await run.browsers.use(run.signal, async (context) => {
    const values = Object.fromEntries(capability.inputs.map((name) => [name, run.inputs[name] ?? '']));
    const { playbook } = run;
    const gate = await installGate(
      context,
      {
        origins: playbook.origins,
        pages: playbook.pages,
        assets: playbook.assets,
        neverClick: playbook.never_click,
        values,
      },
      { timeoutMs: run.stepTimeoutMs, pace: paceOf(playbook), assets: run.browsers.assets },
    );
    const driver = await openDriver(context, gate);
    const recorder = openStepRecorder(run.sink, playbook.id, driver);
    Object.assign(ended, { gate, recorder });
    const result = await attempt(run, capability, { context, gate, driver, recorder, values });
    await recorder.captured();
    return result;
  });
  // What a page tried while its window closed was refused as well, and is told as well.
  ended.recorder?.note((ended.gate?.takeVerdicts() ?? []).map(verdictEvent));
  await ended.recorder?.stored();
  const stop = ended.gate?.stopped();
  return stop !== undefined && result.kind !== 'stopped' && result.kind !== 'changed'
    ? { kind: 'stopped', verdict: stop }
    : result;
}

interface Opened {
  readonly context: BrowserContext;
  readonly gate: BrowserGate;
  readonly driver: PortalDriver;
  readonly recorder: StepRecorder;
  readonly values: Readonly<Record<string, string>>;
}

async function attempt(run: CapabilityRun, capability: Capability, opened: Opened): Promise<CapabilityResult> {
  const { gate, driver, recorder, values } = opened;
  const position: Position = { page: null, untouched: null };
  try {
    const findings: Findings = { facts: {}, downloads: [] };
    const parts: InterpreterParts = {
      playbook: run.playbook,
      driver,
      gate,
      recorder,
      values,
      stepTimeoutMs: run.stepTimeoutMs,
      onProgress: run.onProgress,
      ...(run.readFile === undefined ? {} : { readFile: run.readFile }),
      ...(run.mayWrite === undefined ? {} : { mayWrite: run.mayWrite }),
    };
    let signedInAgain = await beSignedIn(run, opened, parts, position);
    for (;;) {
      try {
        findings.downloads.length = 0;
        await runSteps(parts, capability.steps, position, findings, false);
        return { kind: 'finished', facts: findings.facts, downloads: findings.downloads };
      } catch (error) {
        if (!(error instanceof SessionLostSignal)) throw error;
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
    run.signal.throwIfAborted();
    const result = resultOf(error, gate.stopped(), position.page ?? 'login');
    if (result === undefined) throw error;
    return result;
  }
}

/** @returns whether the one repeated login was used up */
async function beSignedIn(
  run: CapabilityRun,
  opened: Opened,
  parts: InterpreterParts,
  position: Position,
): Promise<boolean> {
  const kept = await run.session.load();
  if (kept === null || !(await restore(opened.context, kept))) {
    await signIn(run, opened, parts, position);
    return false;
  }
  const probe = run.playbook.login.probe;
  const { username } = await run.session.credentials();
  try {
    await runSteps(
      { ...parts, values: { ...parts.values } },
      [{ do: 'go', to: probe.go, next: probe.page, title: 'see whether the session still holds' }],
      position,
      { facts: {}, downloads: [] },
      false,
    );
    if (await opened.driver.isPresent(placeFor(probe.signed_in, { 'account.username': username }))) return false;
  } catch (error) {
    if (!(error instanceof SessionLostSignal)) throw error;
  }
  await signIn(run, opened, parts, position);
  return false;
}

async function restore(context: BrowserContext, cookies: string): Promise<boolean> {
  try {
    await context.addCookies(JSON.parse(cookies) as Parameters<BrowserContext['addCookies']>[0]);
    return true;
  } catch {
    return false;
  }
}

async function signIn(run: CapabilityRun, opened: Opened, parts: InterpreterParts, position: Position): Promise<void> {
  const { login } = run.playbook;
  await run.session.save(null);
  await opened.context.clearCookies();
  const credentials = await run.session.credentials();
  const values = {
    'account.username': credentials.username,
    'account.password': credentials.password,
    ...(credentials.totp_secret === undefined ? {} : { 'account.totp': totp(credentials.totp_secret, run.now()) }),
  };
  Object.assign(position, { page: null, untouched: null });
  await runSteps({ ...parts, values }, login.steps, position, { facts: {}, downloads: [] }, true);
  const goProbe = fillPath(login.probe.go, {}) ?? login.probe.go;
  if (position.page !== login.probe.page)
    await runSteps(
      parts,
      [{ do: 'go', to: goProbe, next: login.probe.page, title: 'see whether the login worked' }],
      position,
      { facts: {}, downloads: [] },
      false,
    );
  else position.untouched = `${run.playbook.origins[0] ?? ''}${goProbe}`;
  if (!(await opened.driver.isPresent(placeFor(login.probe.signed_in, values))))
    throw new ChangedSignal(login.probe.page, 'to be signed in', 'a page that does not show the account');
  await run.session.save(JSON.stringify(await opened.context.cookies([...run.playbook.origins])));
}

/** What happened at the portal, as a result; undefined for faults of our own. */
function resultOf(error: unknown, stop: Verdict | undefined, page: string): CapabilityResult | undefined {
  const verdict = stop ?? (error instanceof StoppedError ? error.verdict : undefined);
  if (verdict?.rule === 'request.moved')
    return { kind: 'changed', page, expected: `the page ${page} at its address`, found: verdict.subject };
  if (verdict !== undefined) return { kind: 'stopped', verdict };
  if (error instanceof AbsentSignal) return { kind: 'absent', what: error.what, words: error.words };
  if (error instanceof RefusedSignal) return { kind: 'refused', words: error.words };
  if (error instanceof ChangedSignal)
    return { kind: 'changed', page: error.page, expected: error.expected, found: error.found };
  if (error instanceof UnavailableSignal)
    return { kind: 'unavailable', reason: error.message, retryAfterMs: error.retryAfterMs };
  if (error instanceof SessionLostSignal)
    return { kind: 'unavailable', reason: 'the portal does not keep the session', retryAfterMs: null };
  if (!(error instanceof DriverError)) return undefined;
  if (error.code === 'timeout' || error.code === 'unreachable')
    return { kind: 'unavailable', reason: `${page}: ${error.message}`, retryAfterMs: null };
  if (error.code === 'crashed')
    return { kind: 'unavailable', reason: 'the browser ended unexpectedly', retryAfterMs: null };
  return { kind: 'changed', page, expected: 'a control that takes its input', found: error.message };
}
