/** Signs a run in: by the session that was kept, where it still holds, else by the steps of the playbook's login. */
import type { BrowserContext } from 'playwright-core';
import { loginTaken } from '../domain/dispatch/portal-change.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { Step } from '../domain/dispatch/playbook/step.ts';
import { fillPath } from '../domain/dispatch/playbook/template.ts';
import type { PortalCredentials } from './credentials.ts';
import { type Place, type PortalDriver, placeFor } from './driver.ts';
import { oneTimeCodeValue } from './entering.ts';
import { type InterpreterParts, runSteps } from './interpreter.ts';
import { OwnFaultError } from './own-lag.ts';
import { readSession, sessionText } from './page-storage.ts';
import { type Position, defaultFindTimeoutMs } from './page-control.ts';
import { ChangedSignal, RefusedSignal, SessionLostSignal } from './run-signals.ts';
import { describeTarget } from './step-text.ts';
import { type OneTimeCode, codeAt } from './totp.ts';

/** The session of the portal account that this run holds the lease of. */
export interface AccountSession {
  credentials(): Promise<PortalCredentials>;
  /** The last good session (see page-storage), or null. */
  load(): Promise<string | null>;
  save(session: string | null): Promise<void>;
  /** A code that was not used for this account before; portals take each code once (RFC 6238 5.2). */
  oneTimeCode?(secret: string): Promise<OneTimeCode>;
  /** Stands for the login at this origin without giving it away; another one once it was changed. */
  loginId?(origin: string): Promise<Buffer>;
}

interface SigningIn {
  readonly playbook: LoadedPlaybook;
  readonly session: AccountSession;
  readonly now: () => Date;
}

interface OpenedBrowser {
  readonly context: BrowserContext;
  readonly driver: PortalDriver;
}

/**
 * @param then what is done when somebody is signed in
 * @throws ChangedSignal when the portal refuses the account; what the steps throw
 */
export async function beSignedIn(
  run: SigningIn,
  opened: OpenedBrowser,
  parts: InterpreterParts,
  position: Position,
  [first, ...then]: readonly Step[] = [],
): Promise<void> {
  await answerByHttp(run, opened);
  const kept = await run.session.load();
  if (kept === null || !(await restore(run, opened, kept, parts.stepTimeoutMs)))
    return signIn(run, opened, parts, position);
  const probe = run.playbook.login.probe;
  const { username } = await run.session.credentials();
  Object.assign(parts.account ?? {}, { username });
  try {
    await runSteps(
      { ...parts, values: { ...parts.values } },
      [{ do: 'go', to: probe.go, next: probe.page, title: 'see whether the session still holds' }],
      position,
      { facts: {}, downloads: [] },
      false,
      // Steps that begin on this page find their first control at rest.
      first?.do === 'go' && first.to === probe.go ? then : [],
    );
    if (await isSignedIn(opened.driver, parts, placeFor(probe.signed_in, { 'account.username': username }))) return;
  } catch (error) {
    // A portal that people may look at without a login shows that page, too, and without what it has for them.
    if (!(error instanceof SessionLostSignal || error instanceof ChangedSignal)) throw error;
  }
  await signIn(run, opened, parts, position);
}

/** A page that asks for the person by a script shows the name after its heading. */
function isSignedIn(driver: PortalDriver, { findTimeoutMs = defaultFindTimeoutMs }: InterpreterParts, name: Place) {
  return driver.isPresent(name, [name], findTimeoutMs);
}

/** Only the portal itself gets it, and no other of the origins. */
async function answerByHttp({ playbook, session }: SigningIn, { context }: OpenedBrowser): Promise<void> {
  if (playbook.login.http_basic !== true) return;
  const { username, password } = await session.credentials();
  const [origin = ''] = playbook.origins;
  await context.setHTTPCredentials({ username, password, origin });
}

async function restore(run: SigningIn, opened: OpenedBrowser, kept: string, timeoutMs: number): Promise<boolean> {
  try {
    const { cookies, storage } = readSession(kept);
    await opened.context.addCookies(cookies);
    // The playbook may have another version since.
    if (storage !== undefined && run.playbook.origins.includes(storage.origin))
      await opened.driver.store(storage, timeoutMs);
    return true;
  } catch {
    return false;
  }
}

/**
 * Signs in by the steps of the login. A one-time code that was refused after its period had ended says nothing about
 * the login: it is tried again with a fresh one.
 * @throws ChangedSignal when the portal refuses the account; OwnFaultError when both codes were too old; what the steps throw
 */
export async function signIn(
  run: SigningIn,
  opened: OpenedBrowser,
  parts: InterpreterParts,
  position: Position,
): Promise<void> {
  await answerByHttp(run, opened);
  for (let isLast = false; ; isLast = true) {
    const code: UsedCode = { endsAtMs: Infinity };
    try {
      return await signInOnce(run, opened, parts, position, code);
    } catch (error) {
      const isRefused = error instanceof ChangedSignal || error instanceof RefusedSignal;
      if (!isRefused || run.now().getTime() < code.endsAtMs) throw error;
      if (isLast) throw new OwnFaultError('the one-time code expired twice before the portal had judged it');
      const note = 'The portal refused a one-time code whose period had ended. Signing in again with a fresh code.';
      parts.recorder.note([{ kind: 'note', note }]);
    }
  }
}

/** The words that name the person are compared whole: what the page shows instead is reported. */
async function notShown(
  driver: PortalDriver,
  { probe }: LoadedPlaybook['login'],
  values: Readonly<Record<string, string>>,
): Promise<ChangedSignal> {
  const { text } = await driver.view();
  const name = values['account.username'] ?? '';
  const line = text.split('\n').find((each) => name !== '' && each.includes(name));
  const found =
    line === undefined ? 'no text with the name' : `the name in the line ${JSON.stringify(line.trim().slice(0, 200))}`;
  return new ChangedSignal(probe.page, `to be signed in, shown by ${describeTarget(probe.signed_in, values)}`, found);
}

/** When the last code that was typed ended. */
interface UsedCode {
  endsAtMs: number;
}

async function signInOnce(
  run: SigningIn,
  opened: OpenedBrowser,
  parts: InterpreterParts,
  position: Position,
  used: UsedCode,
): Promise<void> {
  const { login } = run.playbook;
  await run.session.save(null);
  await opened.context.clearCookies();
  // Its scripts may hold the old session, and a login under a route of the same page would be no new page.
  const hasShown = opened.driver.url() !== 'about:blank';
  await opened.driver.leave(parts.stepTimeoutMs);
  // An application that finds a token, if an old one, may show no login.
  for (const origin of hasShown ? run.playbook.origins : [])
    await opened.driver.store({ origin, local: [], session: [] }, parts.stepTimeoutMs);
  const { username, password, totp_secret: secret } = await run.session.credentials();
  Object.assign(parts.account ?? {}, { username });
  const values: Record<string, string> = { 'account.username': username, 'account.password': password };
  const renewCode = async (): Promise<void> => {
    if (secret === undefined) return;
    // A login that asks for it twice gets the same code: the portal judges both together.
    if (values[oneTimeCodeValue] !== undefined && run.now().getTime() < used.endsAtMs) return;
    const code = (await run.session.oneTimeCode?.(secret)) ?? codeAt(secret, run.now());
    values[oneTimeCodeValue] = code.text;
    // For pages that have a field for each sign.
    for (const [n, sign] of Array.from(code.text).entries()) values[`${oneTimeCodeValue}.${n + 1}`] = sign;
    used.endsAtMs = code.endsAtMs;
  };
  Object.assign(position, { page: null, untouched: null });
  try {
    await runSteps({ ...parts, values, renewCode }, login.steps, position, { facts: {}, downloads: [] }, true);
  } catch (error) {
    if (error instanceof RefusedSignal) throw new ChangedSignal(login.page, loginTaken, error.words, 'login');
    throw error;
  }
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
  if (!(await isSignedIn(opened.driver, parts, placeFor(login.probe.signed_in, values))))
    throw await notShown(opened.driver, login, values);
  const { origins } = run.playbook;
  const storage = await opened.driver.storage();
  const isOwn = storage !== undefined && origins.includes(storage.origin);
  await run.session.save(sessionText(await opened.context.cookies([...origins]), isOwn ? storage : undefined));
}
