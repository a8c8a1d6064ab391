/** A control over Playwright: looked at in one evaluation, and pressed with raw events of the mouse, without any wait. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, FileChooser, FrameLocator, Locator, Page } from 'playwright-core';
import type { ContextFact } from '../domain/dispatch/guard/control-words.ts';
import type { ElementFacts, ElementInput } from '../domain/dispatch/guard/element-facts.ts';
import type { PressedKey } from '../domain/dispatch/playbook/step.ts';
import { type Control, DriverError, isGivingWay, type Look, type Place, type WantedOfControl } from './driver.ts';
import {
  type FieldReady,
  type InputOutcome,
  type Inspected,
  type Point,
  type Pressing,
  asked,
  inputLimitMs,
  isFileField,
  shownOf,
  sliceMs,
  stillJudged,
  turnOf,
} from './inspection.ts';
import { framesOf, inDrawnPart, inFront, leadingTo, locate } from './locate.ts';
import type { Deadline, Lag, LagWatch } from './own-lag.ts';
import type { PageAnswer, PageQuestion, PartAnswer } from './record-reading.ts';

/** On a machine that is starved it may take this long, as long as the whole page shows what it showed. */
const longestInputLimitMs = 10_000;
/** Less than this lost by our own processes did not make an input late. */
const leastLagMs = 20;
/** Two pictures of the browser lie between two looks that have to agree. */
const steadyMs = 34;
/** Asked so often after the deadline where there is one that does not answer in time. */
const lateLooks = 3;
const outcomeTimeoutMs = 5_000;
/** A page that draws its field again with every key gives it the focus back within this. */
const refocusMs = 1_000;
const [refocusPauseMs, calendarLooks, calendarPauseMs] = [5, 5, 60];
/** Fields that filter as one types hear keys, and nothing of a text that is put in at once; this one does nothing itself. */
const idleKey = 'Shift';
/** Where a control was seen ahead of its turn says for so long where the mouse has to go. */
const longestAheadMs = 2_000;

interface LastLook {
  readonly seen: string;
  readonly point: Point | null;
  readonly lag: Lag;
  /** It can take the input, as far as it is known without the mouse over it. */
  readonly isFit: boolean;
  /** It has looked the same for long enough. */
  readonly isSame: boolean;
}

interface ControlParts {
  readonly page: Page;
  readonly place: Place;
  readonly pressing: Pressing;
  readonly lag: LagWatch;
  /** Longest time for an input of the library, and for one on a starved machine. */
  readonly timeoutMs: number;
  readonly longestMs: number;
  readonly deadlineIn: (ms: number) => Deadline;
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
  let locator = locate(page, place);
  const frames = place.within?.frame === undefined ? [] : framesOf(page, place.within.frame);
  const frame = frames.at(-1);
  const document: Page | FrameLocator = frame ?? page;
  /** Whether of several links one was taken by its address. */
  let isNarrow = false;
  let last: LastLook | undefined;
  /** Since when it looks as it does, and when it was seen ahead of its turn. */
  let seenSince = 0;
  let seenAt: number | undefined;
  /** It is pressed, or may have to be revealed. */
  let needsMouse = true;
  /** A field that is not drawn until it has the focus: people see its label in its place. */
  let waitsForFocus = false;
  /** Of an upload: the control is no file field, and what is pressed so that the page asks for a file. */
  let pressesForFile = false;
  /** Heard from the first look on: the library tells the browser so only after it was asked. */
  const choosers: FileChooser[] = [];
  const onChooser = (chooser: FileChooser): void => void choosers.push(chooser);

  async function look(
    input: ElementInput,
    deadline: Deadline,
    question: PageQuestion,
    { option = '', key, double }: WantedOfControl = {},
  ): Promise<Look> {
    const limitMs = pressing.limitMs;
    const pressed = { ...(key === undefined ? {} : { key }), ...(double === undefined ? {} : { double }) };
    const until = { limitMs, whole: limitMs > inputLimitMs, question, turn: turnOf(place, input, key) };
    const job = { do: 'look', input, option, ...pressed, ...until } as const;
    if (last === undefined) await untilSteady(until.turn);
    const since = lag.start();
    const {
      facts: own,
      state,
      answer,
      restMs: sinceMs,
    } = await untilOver(deadline, (timeoutMs) => asked<Inspected>(locator, job, timeoutMs));
    const facts = own.pageUrl === '' ? await withFrameOf(own) : own;
    const whole = await guarded(parts.whole(answer, question), parts.timeoutMs);
    const point = state.point === null ? null : await inPage(state.point);
    const { visible, enabled, editable, connected, opensList, options, box } = state;
    const shown = shownOf(facts, state, point);
    const seen = JSON.stringify([facts, box, point]);
    const now = performance.now();
    // What the page around a frame shows was not looked at ahead.
    if (last === undefined && frame === undefined) seenSince = now - sinceMs;
    else if (last?.seen !== seen) seenSince = now;
    const isSame = now - seenSince >= steadyMs;
    const isFocused = shown.key?.focused !== false;
    const isFit =
      visible && shown.onTop && enabled && connected && isFocused && options === null && (input !== 'fill' || editable);
    last = { seen, point, lag: since, isFit, isSame };
    waitsForFocus = enabled && connected && (input === 'fill' ? !visible : !isFocused);
    if (input === 'upload' && !isFileField(facts) && !pressesForFile) page.on('filechooser', onChooser);
    pressesForFile = input === 'upload' && !isFileField(facts);
    const isPressed =
      input === 'click' || input === 'hover' || pressesForFile || (input === 'choose' && opensList !== null);
    needsMouse = isPressed || !isFit;
    const isUnderMouse = !isPressed || (point !== null && isAt(pressing.mouse, point));
    return { facts: shown, answer: whole, isReady: isFit && isSame && isUnderMouse, options };
  }

  /** Where it was seen ahead, the first look comes when that has been long enough: it may be the only one. */
  async function untilSteady(turn: string): Promise<void> {
    seenAt ??= (await Promise.race([pressing.ahead.get(turn), pause(steadyMs).then(() => undefined)]))?.at;
    const leftMs = seenAt === undefined ? 0 : seenAt + steadyMs + 1 - performance.now();
    if (leftMs > 0) await pause(leftMs);
  }

  /** Asks until there is an answer or no time is left. */
  async function untilOver<T>(deadline: Deadline, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    for (let late = 0; ;) {
      if (deadline.isOver()) late += 1;
      // What was there a moment ago is looked at again after the deadline: then it is known what is the matter.
      const timeoutMs = last === undefined && late === 0 ? Math.min(sliceMs, deadline.leftMs()) : sliceMs;
      try {
        return await guarded(ask(timeoutMs), timeoutMs + sliceMs);
      } catch (error) {
        if (isGivingWay(error as Error) && !deadline.isOver()) continue;
        const missing = notFound(error as Error);
        const isOver = deadline.isOver();
        const count = missing?.code === 'several_found' ? undefined : await countNow();
        const found = count !== undefined && count > 1 ? several(count) : missing;
        if (found === undefined) throw parts.understood(error as Error);
        if (found.code === 'several_found' && (await isOneOfThem())) continue;
        // One that is there all the same has not answered in time.
        const isSilent = found.code === 'none_found' && count !== 0;
        if (isOver && (!isSilent || late >= lateLooks)) {
          deadline.throwIfOurs();
          throw isSilent
            ? parts.understood(error as Error)
            : new DriverError(found.code, found.message, { isJudged: true });
        }
        if (found.code === 'several_found') await pause(steadyMs);
      }
    }
  }

  /**
   * An icon beside the name of a file is a link of that name as well: of several, the one that leads to the document is meant. And
   * while a dialog keeps people from the page under it, the one in the dialog.
   */
  async function isOneOfThem(): Promise<boolean> {
    if (isNarrow) return false;
    const narrowed = [
      ...(place.leadsTo === undefined ? [] : [leadingTo(locator, place.leadsTo)]),
      inFront(locator),
      inDrawnPart(locator),
    ];
    for (const one of narrowed) {
      if ((await guarded(one.count(), parts.timeoutMs)) !== 1) continue;
      [locator, isNarrow] = [one, true];
      return true;
    }
    return false;
  }

  /** In a frame of another origin neither the page's address is known nor what the frame is under. */
  async function withFrameOf(facts: ElementFacts): Promise<ElementFacts> {
    const around: ContextFact[] = [];
    for (const each of frames)
      around.push(...(await guarded(asked<ContextFact[]>(each.owner(), { do: 'surroundings' }, sliceMs), 2 * sliceMs)));
    const inPage = (each: ElementFacts): ElementFacts => ({
      ...each,
      pageUrl: page.url(),
      context: [...each.context, ...around],
    });
    const { key } = facts;
    return {
      ...inPage(facts),
      ...(key === undefined ? {} : { key: { ...key, activates: key.activates.map(inPage) } }),
    };
  }

  /** On some pages the library fails to say that there are several. */
  function countNow(): Promise<number | undefined> {
    return guarded(locator.count(), parts.timeoutMs).catch((error: Error) => {
      if (error.name === 'StoppedError') throw error;
      return undefined;
    });
  }

  /** Where a point of the control's frame lies on the page; null where something else of the page lies over it. */
  async function inPage(point: Point): Promise<Point | null> {
    let at: Point | null = point;
    for (const each of frames.toReversed())
      if (at !== null)
        at = await guarded(asked<Point | null>(each.owner(), { do: 'frame', point: at }, sliceMs), 2 * sliceMs);
    return at;
  }

  async function approach(mayHover: (facts: ElementFacts) => Promise<boolean>): Promise<void> {
    const turn = turnOf(place, 'click', undefined);
    // A page that is busy is looked at in its turn.
    const seen = await Promise.race([pressing.ahead.get(turn), pause(inputLimitMs).then(() => undefined)]);
    pressing.ahead.delete(turn);
    seenAt = seen?.at;
    if (seen === undefined || performance.now() - seen.at > longestAheadMs) return;
    const { point } = seen.state;
    const facts = shownOf(seen.facts, seen.state, point);
    const isFit = facts.visible && facts.onTop && facts.enabled && facts.connected;
    if (!isFit || point === null || isAt(pressing.mouse, point) || !(await mayHover(facts))) return;
    pressing.mouse = point;
    await guarded(page.mouse.move(point.x, point.y), parts.timeoutMs);
  }

  async function settle(): Promise<void> {
    if (waitsForFocus) await guarded(locator.focus({ timeout: sliceMs }), 2 * sliceMs).catch(() => {});
    const point = last?.point ?? null;
    const moves = needsMouse && point !== null && !isAt(pressing.mouse, point);
    if (moves) {
      pressing.mouse = point;
      // The page has heard of the mouse when this returns.
      await guarded(page.mouse.move(point.x, point.y), parts.timeoutMs);
    }
    const leftMs = restMs(moves);
    if (leftMs > 0) await pause(leftMs);
  }

  /** What is left until a control that can take the input has been at rest for long enough. */
  function restMs(hasMoved: boolean): number {
    const isAwaited = last?.isFit !== true || (last.isSame && !hasMoved);
    // A timer may end a millisecond early.
    return isAwaited ? steadyMs : seenSince + steadyMs + 1 - performance.now();
  }

  async function click(times: 1 | 2 = 1): Promise<void> {
    // Sent together: a page that draws its button again between the two would never see a click.
    const presses = Array.from({ length: times }, (_, n) => ({ clickCount: n + 1 }));
    const inputs = presses.flatMap((press) => [page.mouse.down(press), page.mouse.up(press)]);
    await guarded(Promise.all(inputs), parts.timeoutMs);
    const outcome = await outcomeOf();
    if (outcome === undefined || outcome.outcome === 'taken') return;
    if (outcome.outcome === null) throw new DriverError('input_failed', 'the click did not arrive at the control');
    if (outcome.outcome === 'strayed')
      throw new DriverError(
        'input_failed',
        times === 2
          ? 'the second click would have met something else than the control that was judged'
          : 'the page led the click elsewhere, or turned to another record, while the button of the mouse was down',
      );
    refused(outcome);
  }

  /** Clicks what opens the browser's own question for a file, and answers it. */
  async function giveFile(file: Parameters<Control['upload']>[0]): Promise<void> {
    choosers.length = 0;
    await click();
    const deadline = parts.deadlineIn(outcomeTimeoutMs);
    for (let isOver = false; choosers.length === 0; isOver = deadline.isOver()) {
      if (isOver) {
        deadline.throwIfOurs();
        throw new DriverError(
          'input_failed',
          'it is no file field, and the page asked for no file when it was clicked',
        );
      }
      await guarded(pause(steadyMs), parts.timeoutMs);
    }
    page.off('filechooser', onChooser);
    const [chooser] = choosers;
    if (chooser !== undefined) await guarded(chooser.setFiles(file, { timeout: parts.longestMs }), parts.timeoutMs);
  }

  async function press(key: PressedKey): Promise<void> {
    await keysInside();
    // Sent together, as of a click: the next page is not the one that the key was pressed in.
    await guarded(Promise.all([page.keyboard.down(key), page.keyboard.up(key)]), parts.timeoutMs);
    const outcome = await outcomeOf();
    if (outcome === undefined || outcome.outcome === 'taken') return;
    if (outcome.outcome === null) throw new DriverError('input_failed', 'the key did not arrive at the control');
    if (outcome.outcome === 'strayed')
      throw new DriverError('input_failed', 'the key would have pressed another control than the one that was judged');
    refused(outcome);
  }

  /** What the page around the frame does with a key was not judged. */
  async function keysInside(): Promise<void> {
    for (const each of frames) await guarded(asked<true>(each.owner(), { do: 'keysInside' }, sliceMs), 2 * sliceMs);
  }

  /** Types into the control that was judged and nowhere else: a key that would arrive elsewhere is held back. */
  async function typeKeys(value: string, deletes: boolean): Promise<void> {
    const root = document.locator(':root');
    let hasText = false;
    await withJudged(async (handle) => {
      await handle.selectText(at);
      // A mask that has the focus writes its empty form and puts the caret where it wants it.
      await pause(steadyMs);
      const begun = await guarded(asked<{ hasText: boolean } | null>(root, { do: 'typing' }, sliceMs), 2 * sliceMs);
      hasText = begun?.hasText === true;
      await keysInside();
    });
    // In an empty field of entries, Backspace would delete the one before.
    for (const sign of [...(hasText && (deletes || value === '') ? [''] : []), ...Array.from(value)]) {
      const deadline = parts.deadlineIn(refocusMs);
      for (;;) {
        const isOver = deadline.isOver();
        const before = await typed(root);
        if (before.isFocused) {
          await guarded(sign === '' ? page.keyboard.press('Backspace') : page.keyboard.type(sign), parts.timeoutMs);
          if (!(await typed(root)).hasStrayed) break;
        }
        if (isOver) {
          deadline.throwIfOurs();
          throw new DriverError('input_failed', 'the field does not keep the focus while it is typed into');
        }
        await pause(refocusPauseMs);
      }
    }
  }

  async function typed(root: Locator): Promise<{ hasStrayed: boolean; isFocused: boolean }> {
    const job = { do: 'typed' } as const;
    const answer = await guarded(
      asked<{ hasStrayed: boolean; isFocused: boolean } | null>(root, job, outcomeTimeoutMs),
      outcomeTimeoutMs + sliceMs,
    );
    if (answer === null) throw new DriverError('input_failed', 'another page came while the field was typed into');
    return answer;
  }

  /** The result of the last input; undefined when the page is gone or does not answer: then it has taken it. */
  /** Where the page with the frame has given way to another one, nothing in it answers any more. */
  async function frameLeft(answer: Promise<unknown>): Promise<unknown> {
    const [owner] = frames.map((each) => each.owner());
    if (owner === undefined) return answer;
    const done = answer.then(
      () => true,
      () => true,
    );
    for (let isDone = false; !isDone; isDone = await Promise.race([done, pause(steadyMs).then(() => false)]))
      if ((await owner.count().catch(() => 1)) === 0) return undefined;
    return answer;
  }

  const outcomeOf = (): Promise<InputOutcome | undefined> => answerOf<InputOutcome>({ do: 'outcome' });

  async function answerOf<T>(job: Parameters<typeof asked>[1]): Promise<T | undefined> {
    const answer = asked<T | null>(document.locator(':root'), job, outcomeTimeoutMs);
    return (
      (await guarded(Promise.race([answer, frameLeft(answer) as Promise<undefined>]), outcomeTimeoutMs + sliceMs).catch(
        (error: Error) => {
          if (error.name === 'StoppedError') throw error;
          return undefined;
        },
      )) ?? undefined
    );
  }

  /** Nothing was input. What came too late because this machine is starved gets more time from now on. */
  function refused({ outcome, age }: InputOutcome): never {
    const isOurs = outcome === 'late' && (last?.lag.lostMs() ?? 0) >= leastLagMs;
    if (isOurs) pressing.limitMs = Math.min(longestInputLimitMs, Math.max(2 * pressing.limitMs, 1.5 * age));
    throw new DriverError(
      isOurs ? 'late' : 'not_ready',
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

  /**
   * Puts a text in the place of what is in the field that was judged. @returns false where it is a field of another kind:
   * nothing was input, and the library knows how
   */
  async function replaceText(value: string): Promise<boolean> {
    const ready = await guarded(asked<FieldReady>(locator, { do: 'replace' }, sliceMs), 2 * sliceMs).catch(
      (error: Error) => {
        const missing = notFound(error);
        if (missing !== undefined) refused({ outcome: 'changed', age: 0 });
        throw parts.understood(error);
      },
    );
    if (ready.outcome !== null) refused(ready);
    if (!ready.isText) return false;
    const entered = value === '' ? page.keyboard.press('Delete') : page.keyboard.insertText(value);
    await guarded(Promise.all([entered, page.keyboard.press(idleKey)]), parts.timeoutMs).catch((error: Error) => {
      // An input that makes the page give way to the next has been made.
      if (!isGivingWay(error)) throw parts.understood(error);
    });
    return true;
  }

  /** Tab leads into a calendar that comes after its field. @param how only where a calendar lies over the page, perhaps a moment late */
  async function leaveField(how: true | 'calendar'): Promise<void> {
    for (let looks = how === 'calendar' ? calendarLooks : 0; looks > 0; looks -= 1) {
      if ((await answerOf<boolean>({ do: 'underCalendar' })) === true) break;
      if (looks === 1) return;
      await pause(calendarPauseMs);
    }
    await guarded(page.keyboard.press('Tab'), parts.timeoutMs);
    if ((await answerOf<boolean>({ do: 'inPopup' })) === true)
      await guarded(page.keyboard.press('Escape'), parts.timeoutMs);
  }

  const at = { force: true, timeout: parts.longestMs };
  /** What was seen ahead of an input is not what is there after it. */
  const inputs = <T>(work: () => Promise<T>): Promise<T> => {
    pressing.ahead.clear();
    return watched(work);
  };
  return {
    look: (input, deadline, question, option) => watched(() => look(input, deadline, question, option)),
    approach: (mayHover) => watched(() => approach(mayHover)),
    settle: () => watched(settle),
    click: (times) => inputs(() => click(times)),
    press: (key) => inputs(() => press(key)),
    shown: async (leaves) => (await answerOf<string>({ do: 'shown', leaves })) ?? null,
    fill: (value, { leave = false, keys } = {}) =>
      inputs(async () => {
        if (keys !== undefined) await typeKeys(value, keys === 'deleting');
        else if (leave === true || !(await replaceText(value)))
          await withJudged(async (handle) => {
            await handle.fill(value, at);
            await handle.press(idleKey, { timeout: parts.longestMs, noWaitAfter: true });
          });
        if (leave !== false) await leaveField(leave);
      }),
    leaveList: () => inputs(async () => void (await answerOf({ do: 'leaveList' }))),
    choose: (options) =>
      inputs(() =>
        withJudged((handle) =>
          handle.selectOption(
            options.map((label) => ({ label })),
            at,
          ),
        ),
      ),
    upload: (file) =>
      inputs(() =>
        pressesForFile
          ? giveFile(file)
          : withJudged((handle) => handle.setInputFiles(file, { timeout: parts.longestMs })),
      ),
  };
}

function several(count: number): DriverError {
  return new DriverError('several_found', `there are ${count} such elements`);
}

function notFound(error: Error): DriverError | undefined {
  const matched = /resolved to (\d+) elements/.exec(error.message);
  if (matched !== null) return several(Number(matched[1]));
  if (error.name === 'TimeoutError' || (error instanceof DriverError && error.code === 'timeout'))
    return new DriverError('none_found', 'there is no such element');
  return undefined;
}

function isAt(mouse: Point | undefined, point: Point): boolean {
  return mouse !== undefined && Math.abs(mouse.x - point.x) < 1 && Math.abs(mouse.y - point.y) < 1;
}
