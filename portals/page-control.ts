/**
 * The page that a run stands on: finds the one element a step names and has the guard judge it right before its
 * input, and checks every page that comes: the declared one, of the task's record, with somebody signed in.
 */
import type { ElementFacts, ElementInput } from '../domain/dispatch/guard/element-gate.ts';
import { normaliseName } from '../domain/dispatch/guard/normalise.ts';
import { canonicalUrl } from '../domain/dispatch/guard/request-line.ts';
import { fingerprintDifference } from '../domain/dispatch/guard/response-gate.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { ClickEffect, ClickStep, LoadedPlaybook, Signal, Target } from '../domain/dispatch/playbook/language.ts';
import { fillTemplate, pathMatches } from '../domain/dispatch/playbook/template.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import { StoppedError } from './browser-gate.ts';
import type { BrowserGate } from './browser-gate.ts';
import { DriverError } from './driver.ts';
import type { FoundElement, PageView, Place, PortalDriver } from './driver.ts';
import { ChangedSignal, SessionLostSignal, UnavailableSignal } from './run-signals.ts';
import type { StepRecorder } from './step-recorder.ts';
import { targetWords } from './step-words.ts';

export interface PageParts {
  readonly playbook: LoadedPlaybook;
  readonly driver: PortalDriver;
  readonly gate: BrowserGate;
  readonly recorder: StepRecorder;
  /** Values for the recipe's templates. */
  readonly values: Values;
  /** Longest wait for an element on a page that has already proven to be the right one. Default 5 s. */
  readonly findTimeoutMs?: number;
}

/** Where the browser stands; shared by the recipes that run one after the other in it. */
export interface Position {
  page: string | null;
  /** Address the current page was opened with and not touched since. */
  untouched: string | null;
}

const defaultFindTimeoutMs = 5_000;
const mostInterstitials = 3;

/** What a step needs to know of an element beyond its target. */
export interface Judging {
  readonly expects?: ClickStep['expects'];
  /** Path that a download declares. */
  readonly document?: string;
  /** Takes the address of the link. */
  readonly keep?: { href: string };
}

export interface PageControl {
  readonly findTimeoutMs: number;
  /** The one element of a target, judged right before its input. @throws StoppedError, ChangedSignal */
  readonly ready: (
    target: Target,
    input: ElementInput,
    effect: ClickEffect,
    words: string,
    findMs: number,
    more?: Judging,
  ) => Promise<FoundElement>;
  /** @throws ChangedSignal when none or several match */
  readonly find: (target: Target, timeoutMs: number) => Promise<FoundElement>;
  readonly textOf: (target: Target, timeoutMs: number) => Promise<string>;
  readonly placeOf: (target: Target) => Place;
  /** Checks the page that has come: the portal works, nobody is signed out, it is the declared page and shows its marks. */
  readonly arrive: (expected: string, timeoutMs: number) => Promise<void>;
  /** The page that has come, whichever it is, on a portal that works. @throws UnavailableSignal */
  readonly settle: () => Promise<PageView>;
  /** Whether an address is one of a page. */
  readonly stands: (url: string, page: string) => boolean;
  readonly isLoginPage: (url: string) => boolean;
  readonly stop: (verdict: Verdict) => never;
  /** The page may look different from now on. */
  readonly touched: () => true;
  /** What the page showed when it was checked last, until it is forgotten. */
  readonly view: () => PageView | undefined;
  readonly forgetView: () => void;
}

/** @param isLogin the steps are the login's, and the login page is where they belong */
export function openPageControl(parts: PageParts, position: Position, isLogin: boolean): PageControl {
  const { playbook, driver, gate, recorder, values, findTimeoutMs = defaultFindTimeoutMs } = parts;
  const rules = {
    origins: playbook.origins,
    pages: playbook.pages,
    neverClick: playbook.never_click,
    harmless: playbook.harmless,
    values,
  };
  let arrived: PageView | undefined;

  async function ready(
    target: Target,
    input: ElementInput,
    effect: ClickEffect,
    words: string,
    findMs: number,
    more: Judging = {},
  ): Promise<FoundElement> {
    const element = await find(target, findMs);
    await recorder.captured();
    const facts = await element.facts();
    await stillThere(facts);
    const verdict = gate.decisions.element(
      {
        input,
        effect,
        step: words,
        target,
        expects: more.expects ?? [],
        facts,
        page: position.page ?? '',
        ...(more.document === undefined ? {} : { document: more.document }),
      },
      rules,
    );
    gate.note(verdict);
    if (verdict.verdict === 'stopped') throw new StoppedError(verdict);
    if (more.keep !== undefined) more.keep.href = facts.href ?? '';
    return element;
  }

  /** A page may have gone elsewhere by itself since it was checked. */
  async function stillThere(facts: ElementFacts): Promise<void> {
    if (position.page === null) return;
    if (!isLogin && isLoginPage(facts.pageUrl) && position.page !== playbook.login.page) throw new SessionLostSignal();
    const verdict = gate.decisions.response(facts.pageUrl, position.page, rules);
    if (verdict.verdict === 'stopped') stop(verdict);
  }

  function stop(verdict: Verdict): never {
    gate.note(verdict);
    throw new StoppedError(verdict);
  }

  async function find(target: Target, timeoutMs: number): Promise<FoundElement> {
    try {
      return await driver.find(placeOf(target), timeoutMs);
    } catch (error) {
      if (!(error instanceof DriverError) || (error.code !== 'none_found' && error.code !== 'several_found'))
        throw error;
      const view = await driver.view();
      const isSignedOut = [view.url, ...view.frames].some(isLoginPage);
      if (!isLogin && isSignedOut && position.page !== playbook.login.page) throw new SessionLostSignal();
      throw new ChangedSignal(
        position.page ?? '',
        targetWords(target, values),
        error.code === 'none_found' ? alternatives(target, view) : error.message,
      );
    }
  }

  async function textOf(target: Target, timeoutMs: number): Promise<string> {
    return (await find(target, timeoutMs)).text();
  }

  function placeOf(target: Target): Place {
    return placeFor(target, values);
  }

  function touched(): true {
    position.untouched = null;
    return true;
  }

  function isLoginPage(url: string): boolean {
    const path = canonicalUrl(url)?.path;
    return (
      path !== undefined &&
      (playbook.pages[playbook.login.page]?.paths ?? []).some((template) => pathMatches(template, path, values))
    );
  }

  async function arrive(expected: string, timeoutMs: number): Promise<void> {
    const page = playbook.pages[expected];
    if (page === undefined) throw new ChangedSignal(expected, 'a page of the playbook', 'none');
    let view = await settle();
    for (let n = 0; ; n++) {
      const notice = playbook.interstitials.find((signal) => shows(signal, view));
      if (notice === undefined) break;
      if (n === mostInterstitials)
        throw new ChangedSignal(expected, `the page ${expected}`, 'one notice after another');
      position.page = expected;
      const passing = await ready(
        notice.target,
        'click',
        'read',
        'pass the notice',
        Math.min(findTimeoutMs, timeoutMs),
      );
      await driver.andLand(() => passing.click(), timeoutMs);
      recorder.note([
        {
          kind: 'note',
          note: `The portal showed a notice (${notice.heading ?? notice.text ?? ''}) and was asked to go on.`,
        },
      ]);
      view = await settle();
    }
    if (expected !== playbook.login.page && isLoginPage(view.url)) {
      if (!isLogin) throw new SessionLostSignal();
      throw new ChangedSignal(
        expected,
        'to be signed in',
        `the login page again: ${view.text.replace(/\s+/g, ' ').slice(0, 300)}`,
      );
    }
    const verdict = gate.decisions.response(view.url, expected, rules);
    if (verdict.verdict === 'stopped') stop(verdict);
    gate.note(verdict);
    const difference = fingerprintDifference(view, page, values);
    if (difference !== undefined) throw new ChangedSignal(expected, difference.expected, difference.found);
    position.page = expected;
    position.untouched = null;
    arrived = view;
  }

  async function settle(): Promise<PageView> {
    const landing = driver.landing();
    refuseTrouble(landing?.status ?? 200, landing?.retryAfterMs ?? null);
    const view = await driver.view();
    if (playbook.unavailable.some((signal) => shows(signal, view)))
      throw new UnavailableSignal(`the portal says: ${view.headings[0] ?? view.title}`, landing?.retryAfterMs ?? null);
    return view;
  }

  function shows(signal: Signal, view: PageView): boolean {
    const heading = signal.heading === undefined ? undefined : (fillTemplate(signal.heading, values) ?? signal.heading);
    const text = signal.text === undefined ? undefined : (fillTemplate(signal.text, values) ?? signal.text);
    if (
      heading !== undefined &&
      !view.headings.some((shown) => normaliseName(shown).text === normaliseName(heading).text)
    )
      return false;
    return text === undefined || normaliseName(view.text).text.includes(normaliseName(text).text);
  }

  return {
    findTimeoutMs,
    ready,
    find,
    textOf,
    placeOf,
    arrive,
    settle,
    stands: (url, page) => gate.decisions.response(url, page, rules).verdict === 'allowed',
    isLoginPage,
    stop,
    touched,
    view: () => arrived,
    forgetView: () => {
      arrived = undefined;
    },
  };
}

export function placeFor(target: Target, values: Values): Place {
  const fill = (template: string): string => fillTemplate(template, values) ?? template;
  const { role, name, label, text, containing, within } = target;
  return {
    ...(role === undefined ? {} : { role }),
    ...(name === undefined ? {} : { name: fill(name) }),
    ...(label === undefined ? {} : { label: fill(label) }),
    ...(text === undefined ? {} : { text: fill(text) }),
    ...(containing === undefined ? {} : { containing: fill(containing) }),
    ...(within === undefined
      ? {}
      : { within: Object.fromEntries(Object.entries(within).map(([kind, template]) => [kind, fill(template)])) }),
  };
}

/** An answer that says that the portal cannot work now. */
export function refuseTrouble(status: number, retryAfterMs: number | null): void {
  if (status === 429) throw new UnavailableSignal('the portal answered 429 (too many requests)', retryAfterMs);
  if (status >= 500) throw new UnavailableSignal(`the portal answered ${status}`, retryAfterMs);
}

/** What stands on the page in the place of what was looked for. */
function alternatives(target: Target, view: PageView): string {
  const there =
    target.label !== undefined || target.role === 'textbox'
      ? view.labels
      : target.role === 'button'
        ? view.buttons
        : view.headings;
  const kind =
    target.label !== undefined || target.role === 'textbox'
      ? 'labels'
      : target.role === 'button'
        ? 'buttons'
        : 'headings';
  return there.length === 0
    ? `no ${kind}`
    : `${kind} ${there
        .slice(0, 20)
        .map((text) => JSON.stringify(text.slice(0, 80)))
        .join(', ')}`;
}
