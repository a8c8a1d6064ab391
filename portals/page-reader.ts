/** What a recipe reads: texts, tables and lists, kept as facts, and questions that the page answers with yes or no. */
import { normaliseName } from '../domain/dispatch/guard/normalise.ts';
import { parseAmount, readMoney } from '../domain/dispatch/money.ts';
import type {
  ExpectStep,
  ReadFieldsStep,
  ReadRowsStep,
  ReadStep,
  ScrollStep,
  Step,
  WhenStep,
} from '../domain/dispatch/playbook/step.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import { fillTemplate } from '../domain/dispatch/playbook/template.ts';
import { DriverError, type TableCells } from './driver.ts';
import type { PageControl, PageParts, Position } from './page-control.ts';
import type { Answered } from './record-reading.ts';
import { keepsChanging } from './record-watch.ts';
import type { EarlierLook, LaterLook } from './record-watch.ts';
import { ChangedSignal } from './run-signals.ts';
import { describeTarget, withoutStop } from './step-text.ts';
import {
  type TableReading,
  beginsWith,
  fieldsOf,
  folded,
  hasNoRecords,
  ofItsKind,
  readTable,
  recordsOrWords,
} from './table-reading.ts';

/** Each gives whether the page may look different afterwards. @throws ChangedSignal where it is not as declared */
export interface PageReader {
  readonly read: (step: ReadStep, findMs: number) => Promise<false>;
  readonly readFields: (step: ReadFieldsStep, findMs: number) => Promise<false>;
  readonly readRows: (step: ReadRowsStep, timeoutMs: number, findMs: number) => Promise<boolean>;
  readonly scroll: (step: ScrollStep, timeoutMs: number, findMs: number) => Promise<true>;
  readonly expect: (step: ExpectStep, words: string, findMs: number) => Promise<false>;
  readonly answer: (step: WhenStep) => Promise<{ yes: boolean; because: string }>;
  /** Looks at what these steps read, up to the first that does something else; each is looked at again in its turn. */
  readonly lookAhead: (steps: readonly Step[]) => void;
  /**
   * What was read of the page so far has held still and is shown; what came later is read again. @throws ChangedSignal where it turns
   * between two texts
   * @param next the input that follows, which may change the page or leave it; nothing follows the last
   * @returns whether it was read again
   */
  readonly held: (next: 'changes' | 'leaves' | 'last') => Promise<boolean>;
  /** An answer that the page gave: it has to be the same once the page is read again. */
  readonly answered: (step: WhenStep, yes: boolean) => void;
  /** Keeps a text that was read already as a fact, as a `read` step does. @throws ChangedSignal */
  readonly keep: (as: string, text: string, after: string | undefined, before?: string) => void;
}

/** Pages of a list that are read; a longer one is not the answer to a search for one record. */
const mostListPages = 40;
/** What is read is watched for so long at least, most of it while other things are done. */
const leastWatchMs = 300;
/** As long as a script of the page waits for an answer or a moment, for so long. */
const mostWatchMs = 1_200;
/** Between two looks at what does not hold still. */
const lookAgainMs = 50;
/** So long the first of what is read in a row waits for the looks at the others, which may be of a frame that hangs. */
const togetherMs = 1_000;

/** @param facts grows by what is read */
export function openPageReader(
  parts: PageParts & { readonly stepTimeoutMs: number },
  page: PageControl,
  position: Position,
  facts: Record<string, string>,
): PageReader {
  const { driver, recorder, values } = parts;
  const { act, arrive, findTimeoutMs, placeOf, record, textOf, touched } = page;

  async function answer(step: WhenStep): Promise<{ yes: boolean; because: string }> {
    if (step.given !== undefined) {
      const yes = (values[step.given] ?? '') !== '';
      return { yes, because: `${step.given} is ${yes ? 'given' : 'not given'}` };
    }
    const target = step.present ?? step.single ?? {};
    const timeoutMs = step.timeout_ms ?? Math.min(findTimeoutMs, parts.stepTimeoutMs);
    const isThere = await driver.isPresent(placeOf(target), signsOf(step.otherwise).map(placeOf), timeoutMs);
    const count = isThere && step.single !== undefined ? await driver.count(placeOf(target)) : Number(isThere);
    const shows = count === 0 ? 'does not show' : count === 1 ? 'shows' : `shows ${count} times`;
    return {
      yes: step.single === undefined ? isThere : count === 1,
      because: `the page ${shows} ${describeTarget(target, values)}`,
    };
  }

  /** What follows the words: it begins with them, or has them in one place (behind an icon's text, say). */
  function behind(text: string, after: string | undefined): string {
    const words = after === undefined ? '' : (fillTemplate(after, values) ?? after);
    if (text.startsWith(words)) return text.slice(words.length).trim();
    const at = text.indexOf(words);
    const isOnce = at >= 0 && at === text.lastIndexOf(words) && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    if (!isOnce) throw new ChangedSignal(position.page ?? '', `${words} …`, text.slice(0, 500));
    return text.slice(at + words.length).trim();
  }

  function keep(as: string, text: string, after: string | undefined, before?: string): void {
    const rest = behind(text, after);
    const end = before === undefined ? '' : (fillTemplate(before, values) ?? before);
    const at = end === '' ? rest.length : rest.lastIndexOf(end);
    if (at < 0) throw new ChangedSignal(position.page ?? '', `… ${end}`, text.slice(0, 500));
    facts[as] = withoutStop(rest.slice(0, at).trim());
  }

  /** The text of an element once it is as wanted, or what it still is when the time is over: messages fill what is there already. */
  async function textOnce(
    target: Target,
    findMs: number,
    isWanted: (text: string) => boolean,
    earlier?: EarlierLook<string>,
  ): Promise<string> {
    const deadline = driver.deadlineIn(findMs);
    for (let look = earlier; ; look = undefined) {
      const text = await textOf(target, findMs, look);
      if (isWanted(text)) return text;
      if (deadline.isOver()) {
        deadline.throwIfOurs();
        return text;
      }
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }

  /**
   * What is read of a page takes two looks with a picture between them; the time between, and the picture, are the same for
   * all that is read in a row.
   */
  function lookAhead(steps: readonly Step[]): void {
    const ahead = (position.ahead ??= new Map());
    const reads = readsOf(steps).filter((each) => !ahead.has(each));
    // One that is read alone waits for its place as well.
    if (reads.length === 1 && reads[0] === steps[0]) return;
    const looks = reads.map((step) => {
      const place = placeOf(step.target);
      const { beside, within } = place;
      const question = { ...record.question(within?.row), isKept: true };
      // Of a page that is longer than the window, bringing one of them into sight would take another out of it.
      const together = { ...question, stays: true };
      const ofText = beside === undefined ? together : { ...together, beside };
      const ofTable = step.do === 'read' ? together : { ...together, wanted: Object.keys(step.fields), isPairs: true };
      const lookIn = (ms: number): Promise<Answered<unknown>> =>
        step.do === 'read' ? driver.text(place, ofText, ms) : driver.cells(place, ofTable, ms);
      return { step, question, look: lookIn(0), lookIn };
    });
    const there = new Set<Step>();
    let later: Map<Step, Promise<LaterLook<unknown> | undefined>> | undefined;
    /** The second looks at all that was there, begun together when the first of them is wanted. */
    const again = (step: Step): Promise<LaterLook<unknown> | undefined> => {
      const since = performance.now();
      later ??= new Map(
        looks
          .filter((one) => there.has(one.step))
          .map(({ step: each, lookIn }) => {
            const look = lookIn(togetherMs).then((seen) => ({ since, seen }));
            return [each, look.catch(() => undefined)] as const;
          }),
      );
      return later.get(step) ?? Promise.resolve(undefined);
    };
    const pause = new Promise((resolve) => setTimeout(resolve, togetherMs));
    const all = Promise.race([Promise.allSettled(looks.map(({ look }) => look)), pause]).then(() => performance.now());
    const earlier = async ({ step, question, look }: (typeof looks)[number]) => {
      const seen = await look;
      const at = performance.now();
      if (seen.isAway === true) return undefined;
      there.add(step);
      return { question, seen, at: Math.max(at, await all), again: () => again(step) };
    };
    // What is not there yet is waited for in its turn.
    for (const one of looks)
      ahead.set(
        one.step,
        earlier(one).catch(() => undefined),
      );
  }

  /** The kind of the step says what was looked at. */
  async function earlierOf<T>(step: Step): Promise<EarlierLook<T> | undefined> {
    return (await position.ahead?.get(step)) as EarlierLook<T> | undefined;
  }

  function watchFrom(...names: readonly string[]): void {
    const arrivals = driver.arrivals();
    if (position.watched?.arrivals !== arrivals) position.watched = { since: performance.now(), arrivals, facts: [] };
    position.watched.facts.push(...names);
  }

  /** Looks that can be made again: nothing was input since. */
  function repeatable(look: () => Promise<unknown>): void {
    const arrivals = driver.arrivals();
    if (position.looked?.arrivals !== arrivals) position.looked = { arrivals, looks: [] };
    position.looked.looks.push(look);
  }

  function answered(step: WhenStep, yes: boolean): void {
    repeatable(async () => {
      const now = await answer(step);
      if (now.yes !== yes) record.refuse(keepsChanging(now.because));
    });
  }

  /** What comes at last may still be on its way: an answer, or a moment that a script waits for. */
  async function comeToRest(since: number, leastMs: number): Promise<void> {
    for (;;) {
      const left = since + leastMs - performance.now();
      const isOver = performance.now() >= since + mostWatchMs;
      if (isOver || (left <= 0 && !(await driver.isPausing()))) return;
      await new Promise((resolve) => setTimeout(resolve, left > 0 ? left : lookAgainMs));
    }
  }

  function forget(names: readonly string[]): void {
    for (const name of names) delete facts[name];
  }

  async function held(next: 'changes' | 'leaves' | 'last'): Promise<boolean> {
    const { watched, looked } = position;
    const arrivals = driver.arrivals();
    position.looked = undefined;
    if (next !== 'changes') position.watched = undefined;
    if (watched === undefined || watched.arrivals !== arrivals) return false;
    const looks = looked?.arrivals === arrivals ? looked.looks : [];
    if (next === 'changes' && looks.length === 0) return false;
    await comeToRest(watched.since, next === 'last' ? leastWatchMs : 0);
    const deadline = driver.deadlineIn(findTimeoutMs);
    for (let isAgain = false; ; isAgain = true) {
      const isOver = deadline.isOver();
      const ofKept = watched.facts.flatMap((name) => textsOf(facts[name] ?? ''));
      const { restless } = await driver.answer({ queries: [], ofKept });
      if (
        restless === undefined ||
        restless === null ||
        (restless.isBeside === true && (isAgain || looks.length === 0))
      )
        return isAgain && looks.length > 0;
      if (isOver) {
        deadline.throwIfOurs();
        forget(watched.facts);
        record.refuse(keepsChanging(restless.shows));
      }
      if (looks.length === 0) await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      // What it has become counts, once that stands.
      else
        for (const look of looks)
          await look().catch((error: unknown) => {
            forget(watched.facts);
            throw error;
          });
    }
  }

  async function read(step: ReadStep, findMs: number): Promise<false> {
    const hasWords = (text: string): boolean =>
      [step.after, step.before].every(
        (words) => words === undefined || text.includes(fillTemplate(words, values) ?? words),
      );
    const look = async (earlier?: EarlierLook<string>): Promise<void> =>
      keep(step.as, await textOnce(step.target, findMs, hasWords, earlier), step.after, step.before);
    await look(await earlierOf(step));
    repeatable(() => look());
    watchFrom(step.as);
    return false;
  }

  async function readFields(step: ReadFieldsStep, findMs: number): Promise<false> {
    const reading = (cells: TableCells): TableReading<Record<string, string>> => fieldsOf(cells, step.fields);
    const names = Object.keys(step.fields);
    const target = await ofItsKind(driver, placeOf, step.target, findMs);
    const look = async (earlier?: EarlierLook<TableCells>): Promise<void> => {
      Object.assign(facts, await readTable(page, position, target, findMs, names, reading, { isPairs: true, earlier }));
    };
    await look(await earlierOf(step));
    repeatable(() => look());
    watchFrom(...Object.values(step.fields));
    return false;
  }

  /** A list that fetches more at its end has ended when it did not move for the find time. */
  async function scroll({ target, until }: ScrollStep, timeoutMs: number, findMs: number): Promise<true> {
    const wanted = placeOf(until);
    const list = target === undefined ? undefined : placeOf(target);
    if (list !== undefined && !(await driver.isPresent(list, [list], findMs)))
      throw new ChangedSignal(position.page ?? '', describeTarget(target ?? {}, values), 'no such list');
    const deadline = driver.deadlineIn(timeoutMs);
    let atEnd = driver.deadlineIn(findMs);
    for (let moved = true; ;) {
      const isOver = deadline.isOver() || (!moved && atEnd.isOver());
      if (await driver.isPresent(wanted)) return touched();
      if (isOver) {
        (deadline.isOver() ? deadline : atEnd).throwIfOurs();
        const seen = deadline.isOver()
          ? 'a list that goes on after the time of the step (timeout_ms)'
          : 'the end of the list';
        throw new ChangedSignal(position.page ?? '', describeTarget(until, values), seen);
      }
      moved = await driver.scroll(list);
      if (moved) atEnd = driver.deadlineIn(findMs);
    }
  }

  async function expect(step: ExpectStep, words: string, findMs: number): Promise<false> {
    await expected(step, words, findMs);
    repeatable(() => expected(step, words, findMs));
    return false;
  }

  async function expected(step: ExpectStep, words: string, findMs: number): Promise<void> {
    const template = step.text ?? step.amount;
    const wanted = template === undefined ? undefined : (fillTemplate(template, values) ?? template);
    const amount = step.amount === undefined ? undefined : (parseAmount(wanted ?? '') ?? readMoney(wanted ?? ''));
    const isWanted = (text: string): boolean =>
      wanted === undefined ||
      (step.amount === undefined
        ? normaliseName(text).text === normaliseName(wanted).text
        : amount !== undefined && readMoney(text) === amount);
    const text = await textOnce(step.target, findMs, isWanted);
    const holds = isWanted(text);
    recorder.note([
      {
        kind: 'check',
        check: words,
        expected: wanted ?? describeTarget(step.target, values),
        found: text.slice(0, 500),
        verdict: holds ? 'pass' : 'fail',
      },
    ]);
    if (!holds) throw new ChangedSignal(position.page ?? '', wanted ?? '', text.slice(0, 500));
  }

  /** @returns whether another page of the list is shown now */
  async function readRows(asked: ReadRowsStep, timeoutMs: number, findMs: number): Promise<boolean> {
    const step = { ...asked, target: await ofItsKind(driver, placeOf, asked.target, findMs, asked.none) };
    const arrivals = driver.arrivals();
    const pages = await readList(step, timeoutMs, findMs);
    // The pages of a list before its last one are gone.
    if (pages === 1 && driver.arrivals() === arrivals) repeatable(() => readList(step, timeoutMs, findMs));
    watchFrom(step.as);
    return touched();
  }

  /**
   * What the control for the next page of a list says. One that is off while the page works on its rows may be on again; one that
   * stays off says that these are the last.
   */
  async function nextPage({ more }: ReadRowsStep, findMs: number): Promise<'there' | 'off' | 'none'> {
    if (more === undefined || !(await driver.isPresent(placeOf(more)))) return 'none';
    const deadline = driver.deadlineIn(findMs);
    const since = performance.now();
    while (!(await isOn(more))) {
      const isWatched = performance.now() - since >= leastWatchMs;
      if (isWatched && (deadline.isOver() || !(await driver.isPausing()))) {
        if (deadline.isOver()) deadline.throwIfOurs();
        return 'off';
      }
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
    return 'there';
  }

  function isOn(control: Target): Promise<boolean> {
    return driver.isPresent({ ...placeOf(control), isOn: true });
  }

  /** Whether a list that a script draws anew shows other records than before; another cell, such as an age, may turn by itself. */
  async function showsOthers(step: ReadRowsStep, before: readonly Record<string, string>[]): Promise<boolean> {
    const place = placeOf(step.target);
    const question = { ...record.question(place.within?.row), wanted: Object.keys(step.columns) };
    const now = await driver.cells(place, question, 0).catch((error: Error) => {
      if (error instanceof DriverError) return undefined;
      throw error;
    });
    const read = now === undefined || hasNoRecords(now.value) ? undefined : recordsOrWords(now.value, step);
    if (read === undefined || !('value' in read)) return false;
    const { records = [] } = read.value;
    return records.length > 0 && JSON.stringify(records) !== JSON.stringify(before);
  }

  /** @returns how many pages the list has */
  async function readList(step: ReadRowsStep, timeoutMs: number, findMs: number): Promise<number> {
    const rows: Record<string, string>[] = [];
    let onPage: readonly Record<string, string>[] = [];
    let pages = 1;
    for (; ; pages++) {
      const none = step.none === undefined ? undefined : placeOf(step.none);
      const names = Object.keys(step.columns);
      const isThere =
        none === undefined ||
        (await driver.count(placeOf(step.target), names)) > 0 ||
        (await driver.isPresent(placeOf(step.target), [none], findMs));
      const isNone = async (): Promise<boolean> => none !== undefined && (await driver.isPresent(none));
      // Where a page has other lists, only words say that this one is empty.
      const isAbsent = async (): Promise<boolean> =>
        (await isNone()) && (await driver.count(placeOf(step.target), names)) === 0;
      const isOneOfMany = none !== undefined && isThere && (await driver.count(placeOf(step.target))) > 1;
      const isEmpty = isOneOfMany ? await isAbsent() : !isThere && (await isNone());
      const ahead = isEmpty ? 'none' : await nextPage(step, findMs);
      const read = isEmpty
        ? undefined
        : await readTable(page, position, step.target, findMs, names, (cells) => recordsOrWords(cells, step), {
            mustHaveRows: async () => pages > 1 || (none !== undefined && !(await isNone())),
            isWhole: ahead !== 'there',
            isKeyed: step.keyed_by !== undefined,
            none,
            isAbsent,
          });
      if (read === undefined) {
        // That there is nothing is read of this record as well.
        if (step.none !== undefined) await textOf(step.none, findMs);
        break;
      }
      const { records, onlyText } = read;
      // Below the words that there is nothing, a grid may keep one row without a text (EasyUI).
      const isBlank = records?.length === 1 && Object.values(records[0] ?? {}).every((text) => text === '');
      if (step.none !== undefined && isBlank && (await isNone())) {
        await textOf(step.none, findMs);
        break;
      }
      const isWords = onlyText !== undefined && (await isNone());
      if (step.none !== undefined && isWords && folded(await textOf(step.none, findMs)) === folded(onlyText)) break;
      if (records === undefined)
        throw new ChangedSignal(position.page ?? '', describeTarget(step.none ?? {}, values), onlyText ?? '');
      // A list that adds its next rows below those that it has shows these once more.
      if (beginsWith(records, onPage)) rows.splice(rows.length - onPage.length);
      rows.push(...records);
      onPage = records;
      const { more } = step;
      // It may have come with the rows.
      const isNext =
        more !== undefined && (ahead === 'none' ? (await nextPage(step, findMs)) === 'there' : await isOn(more));
      if (!isNext) break;
      // What is not read to its end is not known: a list that never ends is not the declared one.
      const here = position.page;
      if (pages === mostListPages || here === null)
        throw new ChangedSignal(here ?? '', `a list of at most ${mostListPages} pages`, 'a longer one');
      const words = `open page ${pages + 1} of the list`;
      await act({ target: more, input: 'click', effect: 'read', words, findMs }, (control) =>
        driver.andLand(
          () => control.click(),
          timeoutMs,
          () => showsOthers(step, records),
        ),
      );
      await arrive(here, timeoutMs);
    }
    facts[step.as] = JSON.stringify(rows);
    return pages;
  }

  return { read, readFields, scroll, readRows, expect, answer, answered, lookAhead, keep, held };
}

/** The texts of a fact, which may be a list of records. */
function textsOf(fact: string): string[] {
  if (!fact.startsWith('[{')) return [fact];
  try {
    return (JSON.parse(fact) as Record<string, string>[]).flatMap((record) => Object.values(record));
  } catch {
    return [fact];
  }
}

/** The first of these steps, as far as they read; those that may be left out count as well. */
function readsOf(steps: readonly Step[]): (ReadStep | ReadFieldsStep)[] {
  const end = steps.findIndex((step) => !onlyReads(step));
  return steps.slice(0, end < 0 ? steps.length : end).flatMap((step) => {
    if (step.do === 'when') return readsOf([...step.steps, ...step.otherwise]);
    return step.do === 'read' || step.do === 'read_fields' ? [step] : [];
  });
}

function onlyReads(step: Step): boolean {
  if (step.do === 'when') return [...step.steps, ...step.otherwise].every(onlyReads);
  return step.do === 'read' || step.do === 'read_fields';
}

/** Elements of which one has to be there when these steps are right; none when nothing has to. */
function signsOf([first]: readonly Step[]): Target[] {
  if (first === undefined) return [];
  if (first.do === 'absent' || first.do === 'refused') return [first.words];
  if (first.do === 'scroll') return [];
  if (first.do !== 'when') return 'target' in first ? [first.target] : [];
  const asked = first.present ?? first.single;
  const others = signsOf(first.otherwise);
  return asked === undefined || others.length === 0 ? [] : [asked, ...others];
}
