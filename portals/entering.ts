/** Does the steps that enter something: fields, lists, files, and what a person is asked for. */
import { answerPlace, optionsOf } from '../domain/dispatch/playbook/step.ts';
import type { AskStep, ChooseStep, FillStep, Step, UploadStep } from '../domain/dispatch/playbook/step.ts';
import type { Constraint, ExpectedRequest } from '../domain/dispatch/playbook/declared-request.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import { answerTo } from '../domain/dispatch/portal-change.ts';
import { chosenName, showsOther } from '../domain/dispatch/guard/field-value.ts';
import {
  type Choice,
  constraintsOf,
  entryValues,
  inputsBehind,
  valueOfEntry,
} from '../domain/dispatch/guard/lost-input.ts';
import { holdsKeys } from '../domain/dispatch/playbook/lint-values.ts';
import { eachOf, fillTemplate, placesIn } from '../domain/dispatch/playbook/template.ts';
import { writeMoney } from '../domain/dispatch/playbook/written-money.ts';
import type { ElementFacts } from '../domain/dispatch/guard/element-facts.ts';
import type { Control, SelectedOption } from './driver.ts';
import type { PageControl, PageParts, Position } from './page-control.ts';
import { ChangedSignal, UnfitSignal } from './run-signals.ts';
import { whatStayed } from './page-change.ts';
import { describeTarget } from './step-text.ts';

/** What only a person has. */
export interface Question {
  readonly question: string;
  readonly withinMs: number;
}

export interface EnteringParts extends PageParts {
  /** Asks a person; undefined where nobody answered in time. The answer is typed and kept nowhere. */
  readonly ask?: ((about: Question) => Promise<string | undefined>) | undefined;
  /** A file of the evidence pack, for upload steps. */
  readonly readFile?: (name: string) => Promise<{ bytes: Buffer; mediaType: string }>;
  /** Puts a one-time code of this moment into the values; called right before a step types it. */
  readonly renewCode?: () => Promise<void>;
  /** Whether the recipe may write; without it, it only reads. */
  readonly mayWrite?: unknown;
}

/** Each step gives whether the page may look different afterwards. @throws StoppedError, ChangedSignal, DriverError */
export interface Entering {
  readonly fill: (
    step: FillStep,
    follows: Step | undefined,
    words: string,
    timeoutMs: number,
    findMs: number,
  ) => Promise<boolean>;
  readonly ask: (step: AskStep, words: string, findMs: number) => Promise<boolean>;
  readonly choose: (step: ChooseStep, words: string, timeoutMs: number, findMs: number) => Promise<boolean>;
  readonly upload: (step: UploadStep, words: string, findMs: number) => Promise<boolean>;
  /** Notes what is entered: what the page sends of it by itself may be left out; a write that does not carry it then does not leave. */
  readonly enter: (
    target: Target,
    forms: readonly string[],
    templates: readonly string[],
    choice?: Partial<Choice>,
  ) => void;
  /** Notes what a list that the page draws by itself has for an entry that was picked since. */
  readonly rememberDrawn: (option: string, before: readonly SelectedOption[]) => Promise<void>;
  /** The values of the recipe, with those of options that were chosen and of answers that people gave. */
  readonly withChosen: () => Record<string, string>;
  /** Whether the page may show what a person answered. */
  readonly holdsAnswers: () => boolean;
}

/** The name of the value that is a one-time code; `account.totp.1` is its first sign. */
export const oneTimeCodeValue = 'account.totp';
const isCode = /^account\.totp(?:\.1)?$/;

interface Sent {
  readonly words: string;
  readonly expects: readonly ExpectedRequest[];
  readonly next: string | undefined;
  readonly timeoutMs: number;
  readonly hasCome: (() => Promise<boolean>) | undefined;
}

const defaultWithinS = 180;
/** A list that a click opens has its options within this. */
const openingMs = 1_500;
/** Figures and what stands between them: a date, a time, or both. */
const isNumbered = /^\d{1,4}(?:[-/.: T]+\d{1,4}){1,5}$/;
const [mostDays, mostMonths] = [31, 12];
/** How people put a text in the place of another one; some fields clear only by Backspace, and some masks take it amiss. */
const keyWays = ['deleting', 'over'] as const;
const longestShown = 80;
const [mostShownLooks, shownPauseMs] = [3, 50];

/** @param steps of the recipe, whose requests say which entered values are compared */
export function openEntering(
  parts: EnteringParts,
  page: PageControl,
  position: Position,
  steps: readonly Step[],
  isLogin: boolean,
): Entering {
  const { playbook, driver, gate, recorder, values } = parts;
  const { act, arrive, touched } = page;
  const chosen = (position.chosen ??= new Map<string, string | null>());
  const answers = (position.answers ??= new Map<string, string>());

  async function fill(
    step: FillStep,
    follows: Step | undefined,
    words: string,
    timeoutMs: number,
    findMs: number,
  ): Promise<boolean> {
    const wanted = { target: step.target, input: 'fill', effect: 'read', words, findMs } as const;
    if (parts.renewCode !== undefined && placesIn(step.value).some((place) => isCode.test(place))) {
      // Getting a code may take half a minute; what is typed into is judged again at the moment of typing.
      await act(wanted, async () => {});
      await parts.renewCode();
    }
    const value = typedValue(step);
    if (value === undefined) throw new ChangedSignal(position.page ?? '', step.value, 'no such value');
    if (step.keys === true && holdsKeys(value))
      throw new ChangedSignal(position.page ?? '', 'a value of letters, digits and signs', 'one with line breaks');
    enter(step.target, [value], [step.value]);
    const { next, expects = [] } = step;
    if (next === undefined && (await filledInParts(value, wanted))) return touched();
    if (next === undefined) await fillIn(step, follows, value, wanted);
    else {
      const hasCome = await page.sightOf(next);
      await act({ ...wanted, expects }, (control) =>
        sent({ words, expects, next, timeoutMs, hasCome }, () =>
          control.fill(value, step.keys === true ? { keys: 'deleting' } : {}),
        ),
      );
      await arrive(next, timeoutMs);
    }
    return touched();
  }

  /** Enters something with what the step permits, and nothing else, open at the gate, until the page that follows has come. */
  async function sent({ words, expects, next, timeoutMs, hasCome }: Sent, input: () => Promise<void>): Promise<void> {
    gate.open({ step: words, requests: expects, dialogs: [], documents: [], windows: 0, values: withChosen() });
    touched();
    try {
      if (next === undefined) await input();
      else
        await driver.andLand(input, timeoutMs, hasCome).catch(async (error: Error) => {
          throw await whatStayed(parts, page, position, error, `the page ${next}`, { next });
        });
    } finally {
      gate.close();
    }
  }

  async function upload(step: UploadStep, words: string, findMs: number): Promise<boolean> {
    const name = fillTemplate(step.file, values) ?? step.file;
    const file = await parts.readFile?.(name);
    if (file === undefined) throw new RangeError(`there is no file ${name} to upload`);
    await act({ target: step.target, input: 'upload', effect: 'read', words, findMs }, (control) => {
      gate.offer(name, file.bytes);
      enter(step.target, [name], [step.file]);
      return control.upload({ name, mimeType: file.mediaType, buffer: file.bytes });
    });
    return touched();
  }

  /** What the page sends of it by itself may be left out; a write that does not carry it then does not leave. */
  function enter(
    target: Target,
    forms: readonly string[],
    templates: readonly string[],
    { group, called }: Partial<Choice> = {},
  ): void {
    if (isLogin) return;
    const [field, name] = [group ?? describeTarget(target, values), describeTarget(target, {})];
    const said = templates.flatMap((template) => [template, ...inputsBehind(template, playbook)]);
    gate.enter({ field, name, page: position.page ?? '', forms, templates: said, ...(called && { called }) });
  }

  /**
   * A mask may take what is typed otherwise than it is meant: an amount that is to be sent and is not shown then is typed again, as
   * people do.
   */
  async function fillIn(
    { target, value: template, leave, keys }: FillStep,
    follows: Step | undefined,
    value: string,
    wanted: Parameters<typeof act>[0],
  ): Promise<void> {
    const compared = isLogin ? [] : constraintsOf(steps, playbook).filter(({ equals }) => equals === template);
    // Some masks forget what they did not hear as keys once the field is left, as the next step does.
    const isLeft =
      (follows?.do === 'fill' || follows?.do === 'choose') && JSON.stringify(follows.target) !== JSON.stringify(target);
    let other: string | undefined;
    for (const way of keys === true ? keyWays : ([undefined, ...keyWays] as const)) {
      other = await act(wanted, async (control) => {
        await control.fill(value, {
          leave: leave === true || (leavesCalendar(value, follows) && 'calendar'),
          keys: way,
        });
        return otherShown(control, isLeft, value, compared);
      });
      if (other === undefined) return;
    }
    const found = `${JSON.stringify(other?.slice(0, longestShown))}, whichever way it is typed`;
    throw new ChangedSignal(position.page ?? '', `${describeTarget(target, values)} to show ${value}`, found);
  }

  /**
   * A date whose month, day and year are boxes of their own: each is filled in with its part, and has to have that number then.
   * @returns whether it was such a field
   */
  async function filledInParts(value: string, wanted: Parameters<typeof act>[0]): Promise<boolean> {
    const numbers = isNumbered.test(value) ? (value.match(/\d+/g) ?? []) : [];
    const { label, ...others } = wanted.target;
    const whole = page.placeOf(wanted.target);
    const all = { ...whole, part: 0 };
    if (numbers.length < 2 || !(await driver.isPresent(all, [all, whole], wanted.findMs))) return false;
    if ((await driver.count(all)) !== numbers.length) return false;
    const target: Target = label === undefined ? others : { ...others, beside: label };
    for (const n of numbers.keys()) {
      const place = { ...whole, part: n + 1 };
      await act({ ...wanted, target, place }, async (control, { attributes }) => {
        const own = partFor(numbers, n, attributes);
        await control.fill(own, { keys: 'over' });
        for (let looks = mostShownLooks; ; looks -= 1) {
          const shown = await control.shown(false);
          if (shown === null || Number(shown) === Number(own)) return;
          if (looks === 0)
            throw new ChangedSignal(position.page ?? '', `the part ${own} of ${value}`, JSON.stringify(shown));
          await new Promise((resolve) => setTimeout(resolve, shownPauseMs));
        }
      });
    }
    return true;
  }

  /** People leave the field of a date by its calendar's own means, and do not look at what lies under the calendar. */
  function leavesCalendar(value: string, follows: Step | undefined): boolean {
    const isDay =
      /^(?:\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}|\p{L}{3,}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,}\.? \d{4})$/u.test(
        value.trim(),
      );
    const goesOn =
      /^(?:fill|choose|upload)$/.test(follows?.do ?? '') ||
      (follows?.do === 'click' &&
        (follows.effect !== 'read' || /^(?:checkbox|radio|switch)$/.test(follows.target.role ?? '')));
    return isDay && goesOn;
  }

  async function otherShown(
    control: Control,
    isLeft: boolean,
    value: string,
    compared: readonly Constraint[],
  ): Promise<string | undefined> {
    // Of other texts than amounts nothing is said, whatever is shown.
    if (!showsOther('', value, compared)) return undefined;
    // Some pages write it again a moment later.
    for (let looks = mostShownLooks; ; looks -= 1) {
      const shown = await control.shown(isLeft);
      if (shown === null || !showsOther(shown, value, compared)) return undefined;
      if (looks === 0) return shown;
      await new Promise((resolve) => setTimeout(resolve, shownPauseMs));
    }
  }

  function typedValue({ value, written }: FillStep): string | undefined {
    const filled = fillTemplate(value, values);
    return filled === undefined || written === undefined ? filled : writeMoney(filled, written);
  }

  /** The field is judged before anybody is asked, and again at the moment of typing. */
  async function ask(step: AskStep, words: string, findMs: number): Promise<boolean> {
    const wanted = { target: step.target, input: 'fill', effect: 'read', words, findMs } as const;
    await act(wanted, async () => {});
    await recorder.captured();
    const question = fillTemplate(step.question, values) ?? step.question;
    const withinMs = (step.within_s ?? defaultWithinS) * 1_000;
    const answer = await parts.ask?.({ question, withinMs });
    if (answer === undefined) {
      const found = parts.ask === undefined ? 'that nobody can be asked here' : `none within ${withinMs / 1_000} s`;
      throw new ChangedSignal(position.page ?? '', answerTo(question), found, 'answer');
    }
    answers.set(answerPlace, answer);
    enter(step.target, [answer], [`{{${answerPlace}}}`]);
    await act(wanted, (control) => control.fill(answer));
    return touched();
  }

  /** Of two lists that have different values for the same words, neither is known. */
  function remember(option: string, value: string | null): void {
    const name = chosenName(option);
    const known = chosen.get(name);
    chosen.set(name, known === undefined || known === value ? value : null);
    gate.chosen(ofLists());
  }

  const ofLists = (): Record<string, string> =>
    Object.fromEntries([...chosen].filter((entry): entry is [string, string] => entry[1] !== null));

  /**
   * A library's own list keeps its value in one that it hides, or in the one hidden field that is another one then, where it keeps
   * it in the page at all. A component's option has it itself.
   */
  async function rememberDrawn(option: string, before: readonly SelectedOption[], ownValue?: string): Promise<void> {
    const now = await driver.selected();
    const same = now.filter(
      ({ hidden, label }) => hidden === undefined && label === option.replace(/\s+/g, ' ').trim(),
    );
    const filled = now.filter(
      ({ hidden, value }) =>
        hidden !== undefined && value !== '' && !before.some((one) => one.hidden === hidden && one.value === value),
    );
    const [value, ...others] = new Set((same.length > 0 ? same : filled).map((one) => one.value));
    const sent = value ?? ownValue;
    if (sent !== undefined && others.length === 0) remember(option, sent);
  }

  function withChosen(): Record<string, string> {
    return { ...values, ...ofLists(), ...Object.fromEntries(answers) };
  }

  async function choose(step: ChooseStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    const templates = eachOf(optionsOf(step), values);
    const options = templates.map((each) => fillTemplate(each, values) ?? each);
    const isSeveral = typeof step.option !== 'string';
    // The task names none of them.
    if (options.length === 0) return false;
    const { target, next, effect = 'read', expects = [] } = step;
    const hasCome = next === undefined ? undefined : await page.sightOf(next);
    if (next === undefined) position.stays = { words, documents: driver.documents(), url: driver.url() };
    const made = (input: () => Promise<void>): Promise<void> =>
      sent({ words, expects, next, timeoutMs, hasCome }, input);
    const onlyReads = parts.mayWrite === undefined;
    const list = { target, input: 'choose', effect, words, findMs, onlyReads, expects } as const;
    const { frame } = target.within ?? {};
    const scope = frame === undefined ? {} : { within: { frame } };
    const within = frame === undefined ? {} : { within: { frame: fillTemplate(frame, values) ?? frame } };
    if (await chosenInGroup(step, templates, { ...list, input: 'click' }, made)) {
      if (next !== undefined) await arrive(next, timeoutMs);
      return true;
    }
    const plain = { text: options[0] ?? '', ...within };
    const opened = { ...plain, shown: 'since' } as const;
    let isField = false;
    let isPlain = false;
    const isDrawn = await act(
      { ...list, option: isSeveral ? options : (options[0] ?? '') },
      async (control, { opensList = null, optionValues = [], tag }) => {
        isField = tag === 'input';
        if (opensList === null) {
          for (const [n, option] of options.entries()) remember(option, optionValues[n] ?? null);
          for (const [n, option] of options.entries()) {
            const forms = [option, optionValues[n] ?? ''];
            enter(isSeveral ? { ...target, name: option } : target, forms, templates.slice(n, n + 1));
          }
          await made(() => control.choose(options));
        } else if (opensList === 'closed') await control.click();
        return opensList !== null;
      },
    ).catch(async (error: unknown) => {
      if (!(error instanceof UnfitSignal) || isSeveral) throw error;
      // Without the role of a list it is opened like anything else that is pressed; its entry is a text that was not there before.
      const role = { option: options[0] ?? '', ...within };
      await driver.count({ ...plain, shown: 'before' });
      const opener = await pressable(target);
      const box = { ...page.placeOf(opener), takes: 'choose' } as const;
      await act({ target: opener, place: box, input: 'click', effect: 'read', words, findMs, onlyReads }, (control) =>
        control.click(),
      );
      await driver.isPresent(role, [opened, role], Math.min(openingMs, findMs));
      isPlain = !(await driver.isPresent(role));
      if (isPlain && !(await driver.isPresent(opened))) throw error;
      return true;
    });
    for (const [n, template] of isDrawn ? templates.entries() : []) {
      const option = options[n] ?? '';
      // A list that the page draws by itself: its option is a control like any other.
      const place = { option, ...within };
      const entry: Target = { ...(isPlain ? { text: template } : { role: 'option', name: template }), ...scope };
      // Some fields open their list by the keyboard, or by a sign beside them.
      if (n === 0 && isField && !(await driver.isPresent(place, [place], Math.min(openingMs, findMs))))
        await act(
          { ...list, input: 'press', effect: 'read', key: 'ArrowDown' },
          async (control, { opensList = null }) => {
            if (opensList === 'closed') await control.press('ArrowDown');
          },
        );
      // Of a list of several, some close with each choice.
      if (n > 0 && !(await driver.isPresent(place)))
        await act({ ...list, option }, async (control, { opensList = null }) => {
          if (opensList === 'closed') await control.click();
        });
      const before = isSeveral ? [] : await driver.selected();
      let ownValue: string | undefined;
      await act(
        { target: entry, place: isPlain ? opened : place, input: 'click', effect, words, findMs, expects, onlyReads },
        (control, facts) =>
          made(async () => {
            // A second click would take it out of the choice again.
            if (!isSeveral || facts.isChosen !== true) {
              enter(isSeveral ? { ...target, name: option } : target, [option, ...entryValues(facts)], [template]);
              ownValue = valueOfEntry(facts);
              await control.click();
            }
            // A list of several may stay open, over what comes next.
            if (isSeveral && n === options.length - 1) await control.leaveList();
          }),
      );
      if (!isSeveral) await rememberDrawn(option, before, ownValue);
    }
    if (next !== undefined) await arrive(next, timeoutMs);
    return true;
  }

  /**
   * Of radio buttons under one name, the one of the option is clicked; of boxes to tick, those of the options that are not ticked.
   * @returns whether there is one of each option, and only one
   */
  async function chosenInGroup(
    { target, option }: ChooseStep,
    templates: readonly string[],
    wanted: Omit<Parameters<typeof act>[0], 'target'>,
    made: (input: () => Promise<void>) => Promise<void>,
  ): Promise<boolean> {
    const { within = {} } = target;
    const section = target.label ?? target.beside;
    if (section === undefined || within.section !== undefined || within.row !== undefined) return false;
    const isSeveral = typeof option !== 'string';
    const role = isSeveral ? 'checkbox' : 'radio';
    const buttons = templates.map((name): Target => ({ role, name, within: { ...within, section } }));
    for (const button of buttons) if ((await driver.count(page.placeOf(button))) !== 1) return false;
    for (const [n, button] of buttons.entries()) {
      const template = templates[n] ?? '';
      await act({ ...wanted, target: button }, async (control, { attributes, isChosen }) => {
        const value = valueOfEntry({ attributes }) ?? null;
        const words = fillTemplate(template, values) ?? template;
        remember(words, value);
        enter(isSeveral ? { ...target, name: words } : target, [words, value ?? ''], [template]);
        if (isSeveral && isChosen === true) return;
        await made(() => control.click());
      });
    }
    return true;
  }

  /** What a label names, or, where it is tied to nothing, what is beside it. */
  async function pressable(target: Target): Promise<Target> {
    const { label, ...others } = target;
    if (label === undefined || (await driver.count(page.placeOf(target))) > 0) return target;
    return { ...others, beside: label };
  }

  return { fill, ask, choose, upload, enter, rememberDrawn, withChosen, holdsAnswers: () => answers.size > 0 };
}

/** In the order in which they are written; of a date with its year first, month and day are known whichever the page has first. */
function partFor(numbers: readonly string[], nth: number, attributes: ElementFacts['attributes']): string {
  const [year = '', month = '', day = ''] = numbers;
  const limit = attributes.find(({ where, name }) => where === 'control' && name === 'aria-valuemax');
  const most = Number(limit?.value ?? Number.NaN);
  if (numbers.length !== 3 || year.length !== 4 || Number.isNaN(most)) return numbers[nth] ?? '';
  return most > mostDays ? year : most > mostMonths ? day : month;
}
