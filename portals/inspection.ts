/**
 * Looks at a control in one evaluation that finds it, reads its facts and its state, and keeps watch until the input:
 * the script in `page/inspection.js` lets an input through only while everything that was read is still so.
 */
import type { Locator, Page } from 'playwright-core';
import type { ElementFacts, ElementInput, Overlay } from '../domain/dispatch/guard/element-facts.ts';
import type { PressedKey } from '../domain/dispatch/playbook/step.ts';
import type { Place } from './driver.ts';
import { locate } from './locate.ts';
import { asking, pageScript, registerEngine } from './page-reading.ts';
import { type PageQuestion, type PartAnswer, recordFactsScript } from './record-reading.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Turned = NonNullable<ElementFacts['turned']> & { readonly context: ElementFacts['context'] };

interface ControlState {
  readonly visible: boolean;
  readonly onTop: boolean;
  /** What lies over all of it; null when nothing of the page does. */
  readonly overlay: Overlay | null;
  readonly enabled: boolean;
  readonly editable: boolean;
  readonly connected: boolean;
  readonly opensList: 'open' | 'closed' | null;
  /** What its labels show. */
  readonly labels: readonly string[];
  /** In the control's own frame. */
  readonly point: Point | null;
  readonly box: readonly number[];
  readonly options: readonly string[] | null;
  /** It is an entry of a list of several, and chosen. */
  readonly isChosen: boolean;
  /** What a list sends for each wanted option, where exactly one reads so. */
  readonly optionValues: readonly (string | null)[];
  /** What the wanted options of a native list stand under. */
  readonly optionGroups: readonly string[];
  readonly turned: Turned & {
    /** The same of each control that a key presses. */
    readonly pressed: readonly Turned[];
  };
}

export interface Inspected {
  readonly facts: ElementFacts;
  readonly state: ControlState;
  readonly answer: PartAnswer;
  /** For so long, at least, it has been as it is. */
  readonly restMs: number;
}

export interface InputOutcome {
  /** Null when no input arrived. */
  readonly outcome: 'taken' | 'late' | 'changed' | 'strayed' | null;
  /** Milliseconds between the look and the input. */
  readonly age: number;
}

/** What was found when a text was to be put into the control. */
export interface FieldReady extends InputOutcome {
  /** It takes typed text, all of its text is selected, and it has the focus. */
  readonly isText: boolean;
}

/** What the script is asked to do. */
type InspectionJob =
  | {
      readonly do: 'look';
      readonly input: ElementInput;
      readonly option: string | readonly string[];
      /** What is pressed in the control. */
      readonly key?: PressedKey;
      /** It is clicked twice. */
      readonly double?: boolean;
      /** The input has to come within this, */
      readonly limitMs: number;
      /** and, with this, while the whole page shows the same. */
      readonly whole: boolean;
      /** and while the page answers this as it did. */
      readonly question: PageQuestion;
      /** By which a look ahead of it is known. */
      readonly turn: string;
    }
  | {
      readonly do: 'ahead';
      readonly input: ElementInput;
      readonly option: string | readonly string[];
      readonly key?: PressedKey;
      readonly turn: string;
    }
  | { readonly do: 'seen'; readonly turn: string }
  | { readonly do: 'outcome' | 'typing' | 'typed' | 'inPopup' | 'underCalendar' | 'leaveList' | 'keysInside' }
  | { readonly do: 'shown'; readonly leaves: boolean }
  | { readonly do: 'judged' | 'replace' }
  | { readonly do: 'surroundings' }
  | { readonly do: 'frame'; readonly point: Point };

const engine = 'inspection';
const registered = registerEngine(
  engine,
  `(${pageScript('inspection.js')})(${pageScript('element-facts.js')}, ${pageScript('control-state.js')}, ${recordFactsScript})`,
);

/** What the script answers with for the one element of a locator. */
export async function asked<T>(subject: Locator, job: InspectionJob, timeoutMs: number): Promise<T> {
  await registered;
  return JSON.parse((await subject.locator(selectorOf(job)).textContent({ timeout: timeoutMs })) ?? 'null') as T;
}

/**
 * Looks at the control ahead of its turn, in one evaluation and without any wait: the page keeps what it saw.
 * @returns how many such controls there are
 */
async function lookedAhead(subject: Locator, job: InspectionJob & { readonly do: 'ahead' }): Promise<number> {
  await registered;
  return subject.locator(selectorOf(job)).count();
}

/** The control, as long as it is what was looked at last. */
export function stillJudged(subject: Locator): Locator {
  return subject.locator(selectorOf({ do: 'judged' }));
}

function selectorOf(job: InspectionJob): string {
  return asking(engine, job);
}

// A control is looked at ahead of its turn, while the step before it is written down.

/** An input follows the look at its control within this. */
export const inputLimitMs = 100;
/** Longest single question; a page that does not answer is asked again until the deadline. */
export const sliceMs = 1_000;

/** How fast inputs follow their looks; one for all controls of a browser window, since the next is on the same machine. */
export interface Pressing {
  limitMs: number;
  mouse: Point | undefined;
  /** Controls that were seen ahead of their turn, until an input or another page. */
  readonly ahead: Map<string, Promise<SeenAhead | undefined>>;
}

/** When that was, as `performance.now()` of this process. */
type SeenAhead = { readonly at: number; readonly facts: ElementFacts; readonly state: ControlState };

export function newPressing(): Pressing {
  return { limitMs: inputLimitMs, mouse: undefined, ahead: new Map() };
}

/** What an early look is kept by: place and input. */
export function turnOf(place: Place, input: ElementInput, key: PressedKey | undefined): string {
  return JSON.stringify([place, input, key]);
}

export async function lookAhead(
  page: Page,
  { ahead }: Pressing,
  place: Place,
  input: ElementInput,
  key?: PressedKey,
): Promise<void> {
  const pressed = key === undefined ? {} : { key };
  const turn = turnOf(place, input, key);
  const count = lookedAhead(locate(page, place), { do: 'ahead', input, option: '', ...pressed, turn });
  if (key === undefined && place.within?.frame === undefined) {
    // Asked for in the same breath: a round trip to the browser less.
    const first = asked<(Pick<SeenAhead, 'facts' | 'state'> & { readonly ageMs: number }) | null>(
      page.locator(':root'),
      { do: 'seen', turn },
      sliceMs,
    ).then((one) => one && { facts: one.facts, state: one.state, at: performance.now() - one.ageMs });
    const seen = Promise.all([count, first]).then(([n, one]) => (n === 1 && one !== null ? one : undefined));
    ahead.set(
      turn,
      seen.catch(() => undefined),
    );
  }
  await count;
}

export function shownOf(facts: ElementFacts, state: ControlState, point: Point | null): ElementFacts {
  const {
    visible,
    enabled,
    editable,
    connected,
    labels,
    opensList,
    isChosen,
    optionValues,
    optionGroups,
    overlay,
    turned,
  } = state;
  return {
    ...facts,
    visible,
    enabled,
    editable,
    connected,
    labels,
    opensList,
    isChosen,
    optionValues,
    ...withTurned(facts, turned, optionGroups),
    ...(facts.key === undefined
      ? {}
      : {
          key: {
            ...facts.key,
            activates: facts.key.activates.map((each, n) => ({ ...each, ...withTurned(each, turned.pressed[n]) })),
          },
        }),
    overlay,
    onTop: state.onTop && (point !== null || isFileField(facts)),
  };
}

function withTurned(
  { context }: ElementFacts,
  turned: Turned | undefined,
  groups: readonly string[] = [],
): Pick<ElementFacts, 'context' | 'turned'> {
  const titles = groups.map((text) => ({ kind: 'group', text }));
  if (turned === undefined) return { context: [...context, ...titles] };
  const { own, near, left } = turned;
  return { context: [...context, ...turned.context, ...titles], turned: { own, near, left } };
}

export function isFileField({ tag, type }: ElementFacts): boolean {
  return tag === 'input' && type === 'file';
}
