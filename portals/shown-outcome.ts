/**
 * What a page shows as the outcome of a click that leaves it as it is: a message that confirms, or one that refuses. It
 * counts only when it was not there before, and only after the portal has answered what the click sent: a page may
 * promise before it knows.
 */
import type { ShownNext, Target } from '../domain/dispatch/playbook/language.ts';
import { StoppedError } from './browser-gate.ts';
import { DriverError } from './driver.ts';
import type { PageControl, PageParts, Position } from './page-control.ts';
import type { Answered } from './record-reading.ts';
import { ChangedSignal } from './run-signals.ts';
import { targetWords } from './step-words.ts';

export interface Refusal {
  readonly page: string;
  readonly words: Target;
}

export interface ShownOutcome {
  /** Waits until a message of earlier is gone. @throws ChangedSignal when it stays */
  readonly clear: (target: Target, timeoutMs: number) => Promise<void>;
  /**
   * Tells when the words of a refusal appear on the page that is open now; undefined where that is another page.
   * @param needsAnswer the click sends what the portal has to answer first
   */
  readonly refusalOn: (
    refused: Refusal | undefined,
    needsAnswer: boolean,
  ) => Promise<(() => Promise<boolean>) | undefined>;
  /**
   * Waits for the message after the click.
   * @param needsAnswer the click sends what the portal has to accept first
   * @returns its text, or undefined when the portal has refused instead
   * @throws DriverError no_page when neither comes
   */
  readonly confirm: (
    next: ShownNext,
    about: {
      readonly needsAnswer: boolean;
      readonly hasRefused: (() => Promise<boolean>) | undefined;
      readonly timeoutMs: number;
    },
  ) => Promise<string | undefined>;
}

/** Between two looks, so that a message is not missed and the page has time to show it. */
const lookAgainMs = 60;

export function openShownOutcome(
  { driver, gate, values }: PageParts,
  { placeOf, record, stands }: PageControl,
  position: Position,
): ShownOutcome {
  /** What people see of the one element of a target; undefined where they see none. */
  async function seen(target: Target): Promise<Answered<string> | undefined> {
    const place = placeOf(target);
    if ((await driver.count(place)) !== 1) return undefined;
    try {
      const element = await driver.find(place, 0);
      const { beside } = place;
      const asked = record.question(place.within?.row);
      const shown = await element.text(beside === undefined ? asked : { ...asked, beside });
      return shown.value.trim() === '' ? undefined : shown;
    } catch (error) {
      // It went while it was looked at.
      if (error instanceof DriverError && error.code !== 'unreachable') return undefined;
      throw error;
    }
  }

  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookAgainMs));

  async function clear(target: Target, timeoutMs: number): Promise<void> {
    const deadline = driver.deadlineIn(timeoutMs);
    for (;;) {
      const shown = await seen(target);
      const count = shown === undefined ? await visibleOf(target) : 1;
      if (count === 0) return;
      if (deadline.isOver())
        throw new ChangedSignal(
          position.page ?? '',
          `no ${targetWords(target, values)} before the step that it confirms`,
          shown === undefined ? `${count} of them` : JSON.stringify(shown.value.slice(0, 200)),
        );
      await pause();
    }
  }

  /** Several messages of the same words cannot be told apart from a new one. */
  async function visibleOf(target: Target): Promise<number> {
    const count = await driver.count(placeOf(target));
    return count > 1 ? count : 0;
  }

  const refusalOn: ShownOutcome['refusalOn'] = async (refused, needsAnswer) => {
    if (refused === undefined || !stands(driver.url(), refused.page)) return undefined;
    const before = await seen(refused.words);
    return async () => {
      if (gate.isWaiting() || (needsAnswer && !gate.mayHaveSent()) || !stands(driver.url(), refused.page)) return false;
      const now = await seen(refused.words);
      return now !== undefined && now.value !== before?.value;
    };
  };

  const confirm: ShownOutcome['confirm'] = async (next, { needsAnswer, hasRefused, timeoutMs }) => {
    const deadline = driver.deadlineIn(timeoutMs);
    for (;;) {
      const verdict = gate.stopped();
      if (verdict !== undefined) throw new StoppedError(verdict);
      const isAnswered = !needsAnswer || gate.hasAccepted();
      const shown = isAnswered ? await seen(next.shows) : undefined;
      const objection = shown === undefined ? undefined : record.against(shown, placeOf(next.shows).within?.row);
      if (shown !== undefined && (next.as === undefined || objection === undefined)) return shown.value;
      if (await hasRefused?.()) return undefined;
      if (deadline.isOver() && objection !== undefined) record.refuse(objection);
      if (deadline.isOver()) throw new DriverError('no_page', 'the message did not appear');
      await pause();
    }
  };

  return { clear, refusalOn, confirm };
}
