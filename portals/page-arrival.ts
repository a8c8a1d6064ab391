/**
 * What page has come: the declared one, with its marks and somebody signed in, on a portal that works. Notices of the
 * playbook that come in its place, or over it later, are closed.
 */
import { fingerprintDifference } from '../domain/dispatch/guard/response-gate.ts';
import { isAddressOf, mayLeadTo } from '../domain/dispatch/guard/page-address.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { Interstitial, LoadedPlaybook, Signal } from '../domain/dispatch/playbook/language.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import type { BrowserGate } from './gate.ts';
import { type Control, DriverError, type PageView, type Place, type PortalDriver } from './driver.ts';
import { changeOfPage, showsSignal } from './page-change.ts';
import type { EarlyAnswer, RecordWatch } from './record-watch.ts';
import { ChangedSignal, SessionLostSignal, UnavailableSignal } from './run-signals.ts';
import type { StepRecorder } from './step-recorder.ts';

/** The page that the browser is on. */
export interface PagePosition {
  page: string | null;
  /** The page that is opened, or that has come and is not known to be there yet. */
  awaited?: string | undefined;
  /** Address the current page was opened with and not touched since. */
  untouched: string | null;
  /** The last input that was not to lead to another page, what the window showed, and how many documents it had asked for. */
  stays?: { readonly words: string; readonly documents: number; readonly url: string } | undefined;
  /** What people answered, for the values of the step that sends it. */
  answers?: Map<string, string>;
}

interface ArrivalParts {
  readonly playbook: LoadedPlaybook;
  readonly driver: PortalDriver;
  readonly gate: BrowserGate;
  readonly recorder: StepRecorder;
  readonly values: Values;
  readonly findTimeoutMs: number;
  readonly rules: Parameters<BrowserGate['decisions']['response']>[2];
  readonly record: RecordWatch;
  readonly placeOf: (target: Target) => Place;
  readonly stop: (verdict: Verdict) => never;
  /** Finds the control that closes a notice and has the guard judge it right before `press`. */
  readonly pressNotice: (
    target: Target,
    findMs: number,
    press: (control: Control) => Promise<unknown>,
  ) => Promise<void>;
  /** Looks at the first controls of the page that is coming. */
  readonly lookAtComing: () => void;
}

export interface PageArrival {
  /** Checks the page that has come: the portal works, nobody is signed out, it is the declared page and shows its marks. */
  readonly arrive: (expected: string, timeoutMs: number) => Promise<void>;
  /** The page that has come, whichever it is, on a portal that works. @throws UnavailableSignal */
  readonly settle: () => Promise<PageView>;
  /** Whether an address is one of a page. */
  readonly isOn: (url: string, page: string) => boolean;
  /** Recognises a page that comes without a new address, where that is possible: it shows its marks, and did not before. */
  readonly sightOf: (page: string) => Promise<(() => Promise<boolean>) | undefined>;
  readonly isLoginPage: (url: string) => boolean;
  /** Looks again where a notice of the playbook, which had come over the page meanwhile, was closed. */
  readonly despiteNotices: <T>(look: () => Promise<T>, timeoutMs: number) => Promise<T>;
  /** @returns whether a notice of the playbook had come over the page since it was checked, and was closed */
  readonly closeLateNotice: (timeoutMs: number) => Promise<boolean>;
  /** Whether an address is one of another page than the login's, under which a portal may show its login too. */
  readonly isShared: (url: string) => boolean;
  readonly showsLogin: (view: PageView) => boolean;
  /** What the page showed when it was checked last, until it is forgotten. */
  readonly view: () => PageView | undefined;
  /** The picture that was taken of that; undefined where it may show something else, or would have to hide something. */
  readonly picture: () => Promise<Buffer | undefined> | undefined;
  readonly forgetView: () => void;
}

const mostInterstitials = 3;
/** A login under the address of the wanted page that is shown for this long is there to stay. */
const sharedLoginMs = 1_500;
/** Between two looks at a page that is still coming. */
export const longestPauseMs = 320;

/** @param isLogin the steps are the login's, and the login page is where they belong */
export function openPageArrival(parts: ArrivalParts, position: PagePosition, isLogin: boolean): PageArrival {
  const { playbook, driver, gate, recorder, values, findTimeoutMs, rules, record } = parts;
  const { placeOf, stop, pressNotice, lookAtComing } = parts;
  let arrived: PageView | undefined;
  let pictured: Promise<Buffer | undefined> | undefined;
  let [isPassing, latePassed] = [false, 0];

  function isLoginPage(url: string): boolean {
    return isAddressOf(playbook.pages[playbook.login.page]?.paths ?? [], url, values);
  }

  /** Some portals show their login under the address of another page: then they differ only in what is shown. */
  function isShared(url: string): boolean {
    return Object.keys(playbook.pages).some((name) => name !== playbook.login.page && isOn(url, name));
  }
  function showsLogin(view: PageView): boolean {
    const page = playbook.pages[playbook.login.page];
    if (page === undefined || !isLoginPage(view.url)) return false;
    return !isShared(view.url) || fingerprintDifference(view, page, values) === undefined;
  }

  async function arrive(expected: string, timeoutMs: number): Promise<void> {
    const page = playbook.pages[expected];
    if (page === undefined) throw new ChangedSignal(expected, 'a page of the playbook', 'none');
    const findMs = Math.min(findTimeoutMs, timeoutMs);
    [position.awaited, latePassed] = [expected, 0];
    const settling = settleAndPicture(page);
    // In the same breath: a round trip to the browser less for each page.
    let early: EarlyAnswer | undefined = record.askEarly(expected);
    lookAtComing();
    let [view, picture] = await settling;
    for (let n = 0; ; n++) {
      const notice = playbook.interstitials.find((signal) => shows(signal, view));
      if (notice === undefined) break;
      if (n === mostInterstitials)
        throw new ChangedSignal(expected, `the page ${expected}`, 'one notice after another');
      early = undefined;
      await pass(notice, expected, timeoutMs);
      [view, picture] = await settleAndPicture(page);
    }
    // A page is there before all of it is shown, and a route of a page may lead over others.
    const deadline = driver.deadlineIn(findMs);
    const loginUntil = driver.deadlineIn(Math.min(findMs, sharedLoginMs));
    const stepUntil = driver.deadlineIn(timeoutMs);
    let [isOver, isShown] = [false, false];
    for (let pauseMs = 20; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      // Under one address the page may still be on its way from the login.
      const mayStillCome = isShared(view.url) && !view.isStill && !(isLogin ? isOver : isShown);
      if (expected !== playbook.login.page && showsLogin(view) && !mayStillCome) {
        // Under an address of its own it is no page on its way to the next.
        if (isShared(view.url) && !view.isStill) (isLogin ? deadline : loginUntil).throwIfOurs();
        if (!isLogin) throw new SessionLostSignal();
        throw new ChangedSignal(
          expected,
          'to be signed in',
          `the login page again: ${view.text.replace(/\s+/g, ' ').slice(0, 300)}`,
        );
      }
      const verdict = gate.decisions.response(view.url, expected, rules);
      const mayCome = driver.isRouted() || !view.isStill;
      const isRouting = driver.isRouted() || (!view.isStill && mayLeadTo(page.paths, view.url, values));
      const leadsOn = isOnItsWay(view) && !(view.refreshes ? stepUntil : deadline).isOver();
      if (verdict.verdict === 'stopped' && !leadsOn && (isOver || !isRouting)) {
        if (isRouting) deadline.throwIfOurs();
        refuseLedElsewhere(view.url, expected);
        stop(verdict);
      }
      const difference = fingerprintDifference(view, page, values);
      if (verdict.verdict === 'allowed' && difference === undefined) {
        gate.note(verdict);
        break;
      }
      if (difference !== undefined && (isOver || !mayCome)) {
        if (mayCome) deadline.throwIfOurs();
        const change = await changeOfPage({ playbook, driver, values, placeOf }, expected, view);
        throw new ChangedSignal(expected, difference.expected, difference.found, change);
      }
      early = undefined;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      [isOver, isShown] = [deadline.isOver(), loginUntil.isOver()];
      [view, picture] = [await settle(), undefined];
    }
    position.page = expected;
    position.untouched = null;
    const wasThere = await record.arrive(findMs, early);
    position.awaited = undefined;
    position.stays = undefined;
    arrived = view;
    pictured = wasThere ? picture : undefined;
  }

  /** The picture for the evidence is taken while the page is looked at. */
  async function settleAndPicture(
    page: LoadedPlaybook['pages'][string],
  ): Promise<[PageView, Promise<Buffer | undefined> | undefined]> {
    const hides = isLogin || page.secret || (position.answers?.size ?? 0) > 0;
    const picture = hides ? undefined : driver.screenshot(false).catch(() => undefined);
    return [await settle(), picture];
  }

  /**
   * A page that leads on by itself, as those do that say "Please wait". Where the playbook does not name it, it is what a
   * declared request was answered with; where it leads is judged like any request.
   */
  function isOnItsWay(view: PageView): boolean {
    const isNamed = Object.keys(playbook.pages).some((name) => isOn(view.url, name));
    return view.refreshes || (isNamed && !view.isStill);
  }

  /**
   * Where a form leads when it is saved may depend on where one came from. Another page of the playbook is fine then.
   * @throws ChangedSignal after a write that the portal has taken: a look shows what was written
   */
  function refuseLedElsewhere(url: string, expected: string): void {
    const other = gate.hasWritten() ? Object.keys(playbook.pages).find((name) => isOn(url, name)) : undefined;
    if (other !== undefined) throw new ChangedSignal(expected, `the page ${expected}`, `the page ${other} instead`);
  }

  /** @returns whether a notice of the playbook had come over the page since it was checked, and was closed */
  async function closeLateNotice(timeoutMs: number): Promise<boolean> {
    const { page } = position;
    if (page === null || isPassing || latePassed === mostInterstitials) return false;
    const view = playbook.interstitials.length === 0 ? undefined : await driver.view();
    const notice = view && playbook.interstitials.find((signal) => shows(signal, view));
    if (notice === undefined) return false;
    latePassed += 1;
    await pass(notice, page, timeoutMs);
    return true;
  }

  /** What cannot be found, or is not what it should be, may be so because of a notice that has come over the page. */
  async function despiteNotices<T>(look: () => Promise<T>, timeoutMs: number): Promise<T> {
    try {
      return await look();
    } catch (error) {
      const isMissing = error instanceof DriverError && error.code === 'none_found';
      if (!isMissing && !(error instanceof ChangedSignal)) throw error;
      if (!(await closeLateNotice(timeoutMs))) throw error;
      return await despiteNotices(look, timeoutMs);
    }
  }

  async function pass(notice: Interstitial, expected: string, timeoutMs: number): Promise<void> {
    position.page = expected;
    const findMs = Math.min(findTimeoutMs, timeoutMs);
    // One that lies over the page is closed in its place.
    const isGone = async (): Promise<boolean> => !shows(notice, await driver.view());
    isPassing = true;
    try {
      await record.asideFor(() =>
        pressNotice(notice.target, findMs, (control) => driver.andLand(() => control.click(), timeoutMs, isGone)),
      );
    } finally {
      isPassing = false;
    }
    recorder.note([
      {
        kind: 'note',
        note: `The portal showed a notice (${notice.heading ?? notice.text ?? ''}) and was asked to go on.`,
      },
    ]);
  }

  function asksByHttp(scheme: string): ChangedSignal {
    const isGiven = playbook.login.http_basic === true;
    const how = isGiven
      ? ' and refuses the one of the account'
      : '; http_basic: true in "login" gives it the one of the account';
    const found = `that the portal asks for a login by HTTP (${scheme})${/^basic$/i.test(scheme) ? how : ', which cannot be given'}`;
    return new ChangedSignal(position.awaited ?? position.page ?? '', 'a page of the portal', found);
  }

  async function settle(): Promise<PageView> {
    const landing = driver.landing();
    refuseTrouble(landing?.status ?? 200, landing?.retryAfterMs ?? null);
    if (landing?.asks !== undefined) throw asksByHttp(landing.asks);
    const view = await driver.view();
    if (playbook.unavailable.some((signal) => shows(signal, view)))
      throw new UnavailableSignal(`the portal says: ${view.headings[0] ?? view.title}`, landing?.retryAfterMs ?? null);
    return view;
  }

  const shows = (signal: Signal, view: PageView): boolean => showsSignal(signal, view, values);
  const isOn = (url: string, page: string): boolean => gate.decisions.response(url, page, rules).verdict === 'allowed';

  async function sightOf(expected: string): Promise<(() => Promise<boolean>) | undefined> {
    const page = playbook.pages[expected];
    if (page === undefined || !isOn(driver.url(), expected)) return undefined;
    const isThere = async (): Promise<boolean> =>
      fingerprintDifference(await driver.view(), page, values) === undefined;
    if (await isThere()) return undefined;
    let askAt = 0;
    return async () => {
      if (performance.now() < askAt) return false;
      // A page that is just giving way to the next cannot be looked at.
      const shows = await isThere().catch(() => false);
      askAt = performance.now() + longestPauseMs;
      return shows;
    };
  }

  return {
    arrive,
    settle,
    isOn,
    sightOf,
    isLoginPage,
    despiteNotices,
    closeLateNotice,
    isShared,
    showsLogin,
    view: () => arrived,
    picture: () => pictured,
    forgetView: () => {
      arrived = undefined;
      pictured = undefined;
    },
  };
}

/** An answer that says that the portal cannot work now. */
export function refuseTrouble(status: number, retryAfterMs: number | null): void {
  if (status === 429) throw new UnavailableSignal('the portal answered 429 (too many requests)', retryAfterMs);
  if (status >= 500) throw new UnavailableSignal(`the portal answered ${status}`, retryAfterMs);
}
