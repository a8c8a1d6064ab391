/**
 * Does the steps of a recipe, one after the other: finds the one element a step names, lets the guard judge it,
 * does it, and checks the page that follows. It knows the playbook language and no portal.
 */
import type { EvidenceFile } from '../domain/dispatch/evidence/story.ts';
import { normaliseName } from '../domain/dispatch/guard/normalise.ts';
import { parseAmount, readMoney } from '../domain/dispatch/money.ts';
import type {
  ClickStep,
  DownloadStep,
  ExpectStep,
  ReadRowsStep,
  Step,
  Target,
  WhenStep,
} from '../domain/dispatch/playbook/language.ts';
import { fillPath, fillTemplate } from '../domain/dispatch/playbook/template.ts';
import { DriverError } from './driver.ts';
import { openPageControl, refuseTrouble } from './page-control.ts';
import type { PageParts, Position } from './page-control.ts';
import { AbsentSignal, ChangedSignal, RefusedSignal, SessionLostSignal } from './run-signals.ts';
import { stepWords, targetWords } from './step-words.ts';
import { fieldsOf, recordsOf } from './table-reading.ts';
import type { TableReading } from './table-reading.ts';

export interface Download {
  readonly name: string;
  readonly file: EvidenceFile;
  readonly bytes: Buffer;
}

export interface WriteAbout {
  readonly step: string;
  readonly limit: string;
}

export interface InterpreterParts extends PageParts {
  readonly stepTimeoutMs: number;
  readonly onProgress: (step: string) => void;
  /** A file of the evidence pack, for upload steps. */
  readonly readFile?: (name: string) => Promise<{ bytes: Buffer; mediaType: string }>;
  /** Asked right before the click of a write step of a capability; without it nothing is written. */
  readonly mayWrite?: (about: WriteAbout) => Promise<boolean>;
  readonly delivery: Delivery;
}

/** What is known of the write of a run: from the moment on in which its request may have left, only a look can tell. */
export interface Delivery {
  mayHaveLeft: boolean;
}

/** What the steps brought home. */
export interface Findings {
  readonly facts: Record<string, string>;
  readonly downloads: Download[];
}

/** Pages of a list that are read; a longer one is not the answer to a search for one record. */
const mostListPages = 40;

/**
 * @param isLogin the steps are the login's: values are secret, and the login page is where they belong
 * @throws a signal of run-signals, StoppedError, or DriverError
 */
export async function runSteps(
  parts: InterpreterParts,
  steps: readonly Step[],
  position: Position,
  findings: Findings,
  isLogin: boolean,
): Promise<void> {
  const { playbook, driver, gate, recorder, values } = parts;
  const page = openPageControl(parts, position, isLogin);
  const { arrive, find, findTimeoutMs, isLoginPage, placeOf, ready, settle, stands, stop, textOf, touched } = page;
  const hideFields = (): boolean =>
    isLogin || (position.page !== null && playbook.pages[position.page]?.secret === true);

  for (const step of steps) {
    const words = stepWords(step, values, isLogin);
    parts.onProgress(words);
    page.forgetView();
    try {
      const changesPage = await runStep(step, words);
      recorder.step({
        action: step.do,
        target: words,
        verdicts: gate.takeVerdicts(),
        capture: changesPage,
        hideFields: hideFields(),
        view: page.view(),
      });
    } catch (error) {
      recorder.step({
        action: step.do,
        target: words,
        verdicts: gate.takeVerdicts(),
        capture: true,
        hideFields: hideFields(),
      });
      await recorder.captured();
      throw error;
    }
    if (step.do === 'when') await branch(step);
  }

  /** @returns whether the page may look different afterwards */
  async function runStep(step: Step, words: string): Promise<boolean> {
    const timeoutMs = step.timeout_ms ?? parts.stepTimeoutMs;
    const findMs = step.timeout_ms ?? Math.min(findTimeoutMs, timeoutMs);
    switch (step.do) {
      case 'go': {
        const path = fillPath(step.to, values);
        if (path === undefined) throw new ChangedSignal(step.next, step.to, 'a value that fits into an address');
        const url = `${playbook.origins[0] ?? ''}${path}`;
        if (position.page === step.next && position.untouched === url) return false;
        await recorder.captured();
        await driver.go(url, timeoutMs);
        await arrive(step.next, timeoutMs);
        position.untouched = url;
        return true;
      }
      case 'fill': {
        const element = await ready(step.target, 'fill', 'read', words, findMs);
        const value = fillTemplate(step.value, values);
        if (value === undefined) throw new ChangedSignal(position.page ?? '', step.value, 'no such value');
        await element.fill(value);
        return touched();
      }
      case 'choose': {
        const element = await ready(step.target, 'choose', 'read', words, findMs);
        await element.choose(fillTemplate(step.option, values) ?? step.option);
        return touched();
      }
      case 'upload': {
        const name = fillTemplate(step.file, values) ?? step.file;
        const element = await ready(step.target, 'upload', 'read', words, findMs);
        const file = await parts.readFile?.(name);
        if (file === undefined) throw new RangeError(`there is no file ${name} to upload`);
        gate.offer(name, file.bytes);
        await element.upload({ name, mimeType: file.mediaType, buffer: file.bytes });
        return touched();
      }
      case 'click':
        return click(step, words, timeoutMs, findMs);
      case 'download':
        return download(step, words, timeoutMs, findMs);
      case 'read': {
        findings.facts[step.as] = behind(await textOf(step.target, findMs), step.after);
        return false;
      }
      case 'read_fields': {
        const cells = await (await find(step.target, findMs)).cells();
        Object.assign(findings.facts, known(fieldsOf(cells, step.fields)));
        return false;
      }
      case 'read_rows':
        return readRows(step, timeoutMs, findMs);
      case 'expect':
        return expect(step, words, findMs);
      case 'close':
        await recorder.captured();
        await driver.closeWindow();
        return true;
      case 'absent':
        throw new AbsentSignal(
          fillTemplate(step.what, values) ?? step.what,
          (await textOf(step.words, findMs)).slice(0, 500),
        );
      case 'refused':
        throw new RefusedSignal((await textOf(step.words, findMs)).slice(0, 500));
      case 'when':
        return false;
      default:
        return unknownStep(step);
    }
  }

  async function branch(step: WhenStep): Promise<void> {
    const { yes, because } = await answer(step);
    recorder.note([{ kind: 'note', note: `${step.title ?? 'Is it so?'} ${yes ? 'Yes' : 'No'}: ${because}.` }]);
    await runSteps(parts, yes ? step.steps : step.otherwise, position, findings, isLogin);
  }

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
      because: `the page ${shows} ${targetWords(target, values)}`,
    };
  }

  /** The text without the words that it has to begin with. */
  function behind(text: string, after: string | undefined): string {
    const beginning = after === undefined ? '' : (fillTemplate(after, values) ?? after);
    if (!text.startsWith(beginning)) throw new ChangedSignal(position.page ?? '', `${beginning} …`, text.slice(0, 500));
    return text.slice(beginning.length).trim();
  }

  async function expect(step: ExpectStep, words: string, findMs: number): Promise<false> {
    const text = await textOf(step.target, findMs);
    const template = step.text ?? step.amount;
    const expected = template === undefined ? undefined : (fillTemplate(template, values) ?? template);
    const amount = step.amount === undefined ? undefined : (parseAmount(expected ?? '') ?? readMoney(expected ?? ''));
    const holds =
      expected === undefined ||
      (step.amount === undefined
        ? normaliseName(text).text === normaliseName(expected).text
        : amount !== undefined && readMoney(text) === amount);
    recorder.note([
      {
        kind: 'check',
        check: words,
        expected: expected ?? targetWords(step.target, values),
        found: text.slice(0, 500),
        verdict: holds ? 'pass' : 'fail',
      },
    ]);
    if (!holds) throw new ChangedSignal(position.page ?? '', expected ?? '', text.slice(0, 500));
    return false;
  }

  function known<T>(read: TableReading<T>): T {
    if ('value' in read) return read.value;
    throw new ChangedSignal(position.page ?? '', read.expected, read.found);
  }

  /** @returns whether another page of the list is shown now */
  async function readRows(step: ReadRowsStep, timeoutMs: number, findMs: number): Promise<boolean> {
    const rows: Record<string, string>[] = [];
    for (let page = 1; ; page++) {
      const none = step.none === undefined ? undefined : placeOf(step.none);
      const isThere = none === undefined || (await driver.isPresent(placeOf(step.target), [none], findMs));
      if (!isThere && none !== undefined && (await driver.isPresent(none))) break;
      rows.push(...known(recordsOf(await (await find(step.target, findMs)).cells(), step.columns, step.keyed_by)));
      if (step.more === undefined || !(await driver.isPresent(placeOf(step.more)))) break;
      // What is not read to its end is not known: a list that goes on and on is not the declared one.
      const here = position.page;
      if (page === mostListPages || here === null)
        throw new ChangedSignal(here ?? '', `a list of at most ${mostListPages} pages`, 'a longer one');
      const more = await ready(step.more, 'click', 'read', `open page ${page + 1} of the list`, findMs);
      await driver.andLand(() => more.click(), timeoutMs);
      await arrive(here, timeoutMs);
    }
    findings.facts[step.as] = JSON.stringify(rows);
    return touched();
  }

  async function click(step: ClickStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    const isWrite = step.effect === 'write' && !isLogin;
    const expects = { expects: step.expects ?? [] };
    let element = await ready(step.target, 'click', step.effect, words, findMs, expects);
    if (isWrite) {
      await beforeWrite(step, words);
      // The answer took its time; what is clicked is judged at the moment of the click.
      element = await ready(step.target, 'click', step.effect, words, findMs, expects);
    }
    const dialog = step.dialog === undefined || step.dialog === 'none' ? undefined : step.dialog;
    gate.open({
      step: words,
      requests: step.expects ?? [],
      dialog,
      documents: [],
      windows: step.popup === true ? 1 : 0,
      values,
    });
    touched();
    try {
      if (step.popup === true) await driver.andOpenWindow(() => element.click(), timeoutMs);
      else if (step.next === undefined) await element.click();
      else await driver.andLand(() => element.click(), timeoutMs);
    } finally {
      // No write is open between steps: what the step did not use is gone.
      gate.close();
      if (isWrite) parts.delivery.mayHaveLeft = gate.mayHaveSent();
    }
    if (step.refused !== undefined) await heedRefusal(step.refused, timeoutMs);
    if (step.next !== undefined) await arrive(step.next, timeoutMs);
    return true;
  }

  /** The portal came back with its words on the page where it shows them: it has refused. */
  async function heedRefusal({ page, words }: NonNullable<ClickStep['refused']>, timeoutMs: number): Promise<void> {
    const view = await settle();
    if (!stands(view.url, page)) return;
    if (!(await driver.isPresent(placeOf(words)))) return;
    await arrive(page, timeoutMs);
    throw new RefusedSignal((await textOf(words, findTimeoutMs)).slice(0, 500));
  }

  async function beforeWrite(step: ClickStep, words: string): Promise<void> {
    await recorder.stored();
    const allowed = (await parts.mayWrite?.({ step: words, limit: step.limit ?? 'none' })) ?? false;
    if (!allowed)
      stop({
        verdict: 'stopped',
        layer: 'playbook',
        rule: 'playbook.write_not_open',
        reason: 'this run may not write',
        subject: words,
      });
  }

  async function download(step: DownloadStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    const facts = { href: '' };
    await ready(step.target, 'download', 'read', words, findMs, { document: step.path, keep: facts });
    gate.open({ step: words, requests: [], dialog: undefined, documents: [step.path], windows: 0, values });
    try {
      const got = await driver.fetch(facts.href, timeoutMs, step.max_bytes);
      if (got.location !== null && isLoginPage(new URL(got.location, facts.href).href)) throw new SessionLostSignal();
      refuseTrouble(got.status, got.retryAfterMs);
      if (got.status !== 200) throw new ChangedSignal(position.page ?? '', 'the document', `an answer ${got.status}`);
      const file = await recorder.keep(step.as, got.bytes, step.media_type);
      findings.downloads.push({ name: step.as, file, bytes: got.bytes });
    } catch (error) {
      if (error instanceof DriverError && error.code === 'too_large')
        throw new ChangedSignal(position.page ?? '', `a document of at most ${step.max_bytes} bytes`, error.message);
      throw error;
    } finally {
      gate.close();
    }
    return false;
  }
}

/** Elements of which one has to be there when these steps are right; none when nothing has to. */
function signsOf([first]: readonly Step[]): Target[] {
  if (first === undefined) return [];
  if (first.do === 'absent' || first.do === 'refused') return [first.words];
  if (first.do !== 'when') return 'target' in first ? [first.target] : [];
  const asked = first.present ?? first.single;
  const others = signsOf(first.otherwise);
  return asked === undefined || others.length === 0 ? [] : [asked, ...others];
}

/** The lint knows every kind of step; what it does not know is not done. */
function unknownStep(step: never): never {
  throw new TypeError(`there is no step ${JSON.stringify(step)}`);
}
