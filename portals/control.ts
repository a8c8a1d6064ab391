/** A control over Playwright: looked at in one evaluation, and pressed with raw events of the mouse, without any wait. */
import type { ElementHandle, FrameLocator, Page } from 'playwright-core';
import type { ContextFact } from '../domain/dispatch/guard/context-words.ts';
import type { ElementFacts, ElementInput } from '../domain/dispatch/guard/element-gate.ts';
import { DriverError, isGivingWay } from './driver.ts';
import type { Control, Look, Place } from './driver.ts';
import { asked, stillJudged } from './inspection.ts';
import type { Inspected, InputOutcome, Point } from './inspection.ts';
import { frameOf, locate } from './locate.ts';
import type { Deadline, LagWatch } from './own-lag.ts';
import type { PageAnswer, PageQuestion, PartAnswer } from './record-reading.ts';

/** An input follows the look at its control within this. */
const inputLimitMs = 100;
/** On a machine that is starved it may take this long, as long as the whole page shows what it showed. */
const longestInputLimitMs = 10_000;
/** Less than this lost by our own processes did not make an input late. */
const leastLagMs = 20;
/** Two pictures of the browser lie between two looks that have to agree. */
const steadyMs = 34;
/** Longest single question; a page that does not answer is asked again until the deadline. */
const sliceMs = 1_000;
const outcomeTimeoutMs = 5_000;

/** How fast inputs follow their looks; one for all controls of a browser window, since the next is on the same machine. */
export interface Pressing {
  limitMs: number;
  mouse: Point | undefined;
}

export function newPressing(): Pressing {
  return { limitMs: inputLimitMs, mouse: undefined };
}

export interface ControlParts {
  readonly page: Page;
  readonly place: Place;
  readonly pressing: Pressing;
  readonly lag: LagWatch;
  /** Longest time for an input of the library, and for one on a starved machine. */
  readonly timeoutMs: number;
  readonly longestMs: number;
  /** Stops waiting when the guard stops the run, or the time is over. */
  readonly guarded: <T>(work: Promise<T>, timeoutMs: number) => Promise<T>;
  /** Says whose fault a failure is. */
  readonly watched: <T>(work: () => Promise<T>) => Promise<T>;
  /** Adds what frames of other origins show of the record. */
  readonly whole: (answer: PartAnswer, question: PageQuestion) => Promise<PageAnswer>;
  /** What an error of the library means. */
  readonly understood: (error: Error) => Error;
}

export function openControl(parts: ControlParts): Control {
  const { page, place, pressing, lag, guarded, watched } = parts;
  const locator = locate(page, place);
  const frame = place.within?.frame === undefined ? undefined : frameOf(page, place.within.frame);
  const document: Page | FrameLocator = frame ?? page;
  let last: { readonly seen: string; readonly point: Point | null; readonly lost: () => number } | undefined;
  let seenSince = 0;
  /** A field that is not drawn until it has the focus: people see its label in its place. */
  let waitsForFocus = false;

  async function look(input: ElementInput, deadline: Deadline, question: PageQuestion, option = ''): Promise<Look> {
    const limitMs = pressing.limitMs;
    const job = { do: 'look', input, option, limitMs, whole: limitMs > inputLimitMs, question } as const;
    const lost = lag.lost();
    const {
      facts: own,
      state,
      answer,
    } = await untilOver(deadline, (timeoutMs) => asked<Inspected>(locator, job, timeoutMs));
    const facts = own.pageUrl === '' ? await withFrameOf(own) : own;
    const whole = await guarded(parts.whole(answer, question), parts.timeoutMs);
    const point = state.point === null ? null : await inPage(state.point);
    const { visible, enabled, editable, connected, labels, opensList, optionValue, options, overlay, box } = state;
    const shown = {
      ...facts,
      visible,
      enabled,
      editable,
      connected,
      labels,
      opensList,
      optionValue,
      overlay,
      onTop: state.onTop && (point !== null || input === 'upload'),
    };
    const seen = JSON.stringify([facts, box, point]);
    const now = performance.now();
    const isSame = last?.seen === seen && now - seenSince >= steadyMs;
    if (last?.seen !== seen) seenSince = now;
    last = { seen, point, lost };
    const isFit = visible && shown.onTop && enabled && connected && options === null && (input !== 'fill' || editable);
    waitsForFocus = input === 'fill' && !visible && enabled && connected;
    const isPressed = input === 'click' || (input === 'choose' && opensList !== null);
    const isUnderMouse = !isPressed || (point !== null && isAt(pressing.mouse, point));
    return { facts: shown, answer: whole, isReady: isFit && isSame && isUnderMouse, options };
  }

  /** Asks until there is an answer or no time is left. */
  async function untilOver<T>(deadline: Deadline, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    for (;;) {
      // What was there a moment ago is looked at once more after the deadline: then it is known what is the matter.
      const timeoutMs = last === undefined ? Math.min(sliceMs, deadline.leftMs()) : sliceMs;
      try {
        return await guarded(ask(timeoutMs), timeoutMs + sliceMs);
      } catch (error) {
        if (isGivingWay(error as Error) && !deadline.isOver()) continue;
        const missing = notFound(error as Error);
        const found = missing?.code === 'several_found' ? missing : ((await severalFound()) ?? missing);
        if (found === undefined) throw parts.understood(error as Error);
        if (deadline.isOver()) throw found;
        if (found.code === 'several_found') await pause(steadyMs);
      }
    }
  }

  /** In a frame of another origin neither the page's address is known nor what the frame stands under. */
  async function withFrameOf(facts: ElementFacts): Promise<ElementFacts> {
    const around =
      frame === undefined
        ? []
        : await guarded(asked<ContextFact[]>(frame.owner(), { do: 'surroundings' }, sliceMs), 2 * sliceMs);
    return { ...facts, pageUrl: page.url(), context: [...facts.context, ...around] };
  }

  /** On some pages the library fails to say that there are several. */
  async function severalFound(): Promise<DriverError | undefined> {
    const count = await guarded(locator.count(), sliceMs).catch(() => 0);
    return count > 1 ? new DriverError('several_found', `there are ${count} such elements`) : undefined;
  }

  /** Where a point of the control's frame lies on the page; null where something else of the page lies over it. */
  async function inPage(point: Point): Promise<Point | null> {
    if (frame === undefined) return point;
    return guarded(asked<Point | null>(frame.owner(), { do: 'frame', point }, sliceMs), 2 * sliceMs);
  }

  async function settle(): Promise<void> {
    if (waitsForFocus) await guarded(locator.focus({ timeout: sliceMs }), 2 * sliceMs).catch(() => {});
    const point = last?.point;
    if (point !== undefined && point !== null && !isAt(pressing.mouse, point)) {
      pressing.mouse = point;
      await guarded(page.mouse.move(point.x, point.y), parts.timeoutMs);
    }
    await pause(steadyMs);
  }

  async function click(): Promise<void> {
    // Sent together: a page that draws its button again between the two would never see a click.
    await guarded(Promise.all([page.mouse.down(), page.mouse.up()]), parts.timeoutMs);
    const outcome = await outcomeOf();
    if (outcome === undefined || outcome.outcome === 'taken') return;
    if (outcome.outcome === null) throw new DriverError('input_failed', 'the click did not arrive at the control');
    refused(outcome);
  }

  /** What became of the last input; undefined when the page is gone or does not answer: then it has taken it. */
  async function outcomeOf(): Promise<InputOutcome | undefined> {
    const subject = document.locator(':root');
    const answer = asked<InputOutcome | null>(subject, { do: 'outcome' }, outcomeTimeoutMs);
    return (
      (await guarded(answer, outcomeTimeoutMs + sliceMs).catch((error: Error) => {
        if (error.name === 'StoppedError') throw error;
        return undefined;
      })) ?? undefined
    );
  }

  /** Nothing was input. What came too late because this machine is starved gets more time from now on. */
  function refused({ outcome, age }: InputOutcome): never {
    const isOurs = outcome === 'late' && (last?.lost() ?? 0) >= leastLagMs;
    if (isOurs) pressing.limitMs = Math.min(longestInputLimitMs, Math.max(2 * pressing.limitMs, 1.5 * age));
    throw new DriverError(
      'not_ready',
      outcome === 'late' ? 'the input did not follow the look in time' : 'the control changed right before its input',
    );
  }

  /** Gives the very control to an input of the library, which waits for nothing. */
  async function withJudged(input: (handle: ElementHandle) => Promise<unknown>): Promise<void> {
    const handles = await guarded(stillJudged(locator).elementHandles(), parts.timeoutMs);
    const [handle] = handles;
    if (handle === undefined || handles.length > 1) refused((await outcomeOf()) ?? { outcome: 'changed', age: 0 });
    try {
      await guarded(input(handle), parts.timeoutMs);
    } catch (error) {
      // An input that makes the page give way to the next has been made.
      if (isGivingWay(error as Error)) return;
      if (/not attached/i.test((error as Error).message)) refused({ outcome: 'changed', age: 0 });
      throw parts.understood(error as Error);
    }
  }

  const at = { force: true, timeout: parts.longestMs };
  return {
    look: (input, deadline, question, option) => watched(() => look(input, deadline, question, option)),
    settle: () => watched(settle),
    click: () => watched(click),
    fill: (value, leave = false) =>
      watched(() =>
        withJudged(async (handle) => {
          await handle.fill(value, at);
          if (leave) await handle.press('Tab', { timeout: parts.longestMs, noWaitAfter: true });
        }),
      ),
    choose: (option) => watched(() => withJudged((handle) => handle.selectOption({ label: option }, at))),
    upload: (file) => watched(() => withJudged((handle) => handle.setInputFiles(file, { timeout: parts.longestMs }))),
  };
}

function notFound(error: Error): DriverError | undefined {
  const several = /resolved to (\d+) elements/.exec(error.message);
  if (several !== null) return new DriverError('several_found', `there are ${several[1]} such elements`);
  if (error.name === 'TimeoutError' || (error instanceof DriverError && error.code === 'timeout'))
    return new DriverError('none_found', 'there is no such element');
  return undefined;
}

function isAt(mouse: Point | undefined, point: Point): boolean {
  return mouse !== undefined && Math.abs(mouse.x - point.x) < 1 && Math.abs(mouse.y - point.y) < 1;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
