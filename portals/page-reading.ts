/**
 * Reads pages from a JavaScript world of our own, in which nothing shows that a page's scripts changed: a page that
 * replaces `getAttribute` or `elementFromPoint` would otherwise deceive the guard. Playwright offers that
 * world to selector engines; ours answers with an element that is in no document and carries the reading as JSON.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { type Frame, type Locator, type Page, selectors } from 'playwright-core';
import { patternIn } from '../domain/dispatch/guard/words/vocabulary.ts';

// Registers what runs in the pages as selector engines of the browser library, in a world of our own.

/**
 * Of the whole process, as the library's own list: a process that requires modules and imports them as well has two
 * copies of this one, and the same engine from both is one engine.
 */
const store = globalThis as { lanekeeperPageEngines?: Map<string, Registered> };

interface Registered {
  readonly content: string;
  /** The name that it got. */
  readonly done: Promise<string>;
}

/** A context that closes meanwhile fails a registration. */
const mostAttempts = 20;

/**
 * Makes a script known to every browser context. One that is opened meanwhile would lack it for good, so the pool opens
 * none before `enginesAreRegistered`.
 * @returns the name to use: another than was asked for where a context closed meanwhile, because others may have it by then
 */
export function registerEngine(name: string, content: string): Promise<string> {
  const known = (store.lanekeeperPageEngines ??= new Map<string, Registered>());
  const before = known.get(name);
  if (before !== undefined) {
    if (before.content !== content) throw new Error(`the page engine ${name} is there with another content`);
    return before.done;
  }
  const done = registered(name, inAscii(content));
  known.set(name, { content, done });
  return done;
}

/**
 * The library sends all engines and its own script as one text. A single character beyond Latin 1 makes all of that a text of
 * two bytes a character, which took the browser 14 ms more in every document.
 */
function inAscii(script: string): string {
  return script.replace(/[^ -~\n\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function registered(name: string, content: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const tried = attempt === 1 ? name : `${name}_${attempt}`;
    try {
      await selectors.register(tried, { content }, { contentScript: true });
      return tried;
    } catch (error) {
      if (attempt === mostAttempts || !(error as Error).message.includes('has been closed')) throw error;
    }
  }
}

/** In the script of an engine: what its `selector` asks for. */
export const askedOf =
  'JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0))))';

/** A selector of an engine that asks for something. */
export function asking(engine: string, asked: unknown): string {
  return `${engine}=${Buffer.from(JSON.stringify(asked)).toString('base64')}`;
}

/**
 * Makes a script in `page/` known as an engine that finds elements.
 * @param find which function of the script finds them: of a root, or of an element that was found, and of what is asked for
 * @returns its selectors
 */
export function selectorEngine(name: string, file: string, find = 'queryAll'): (asked?: unknown) => string {
  const script = `(() => {
    const { ${find}: find } = ${pageScript(file)}();
    const queryAll = (root, selector) => find(root, ${askedOf});
    return { query: (root, selector) => queryAll(root, selector)[0] ?? null, queryAll };
  })()`;
  void registerEngine(name, script);
  return (asked = null) => asking(name, asked);
}

/** Resolves when no engine is being registered any more. */
export async function enginesAreRegistered(): Promise<void> {
  const known = (store.lanekeeperPageEngines ??= new Map<string, Registered>());
  for (let seen = -1; seen !== known.size;) {
    seen = known.size;
    await Promise.all([...known.values()].map(({ done }) => done));
  }
}

/** Under this name the world of ours, and only that, has the scripts in `page/`. */
const world = 'lanekeeperScript';
const folder = new URL('./page/', import.meta.url);
/** Under this one, what watches the texts of the document from its first look on. */
export const watchInWorld = `${world}Watch`;

/**
 * The text of a script, which is read from disk and sent to the page as it is: one expression, without the lines that are for its
 * readers only. `include('x.js')` in it is another script of `page/`.
 */
export function scriptExpression(file: URL): string {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/.*|\/\*(?:(?!\*\/).)*\*\/)$/.test(line))
    .join('\n')
    .replace(/;$/, '')
    .replace(/include\(/g, `${world}(`);
}

/** Every new document gets what engines are made of, some 15 ms for 100 kB: it is sent first, and once for all engines. */
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => `${JSON.stringify(name)}: () => (${scriptExpression(new URL(name, folder))})`);
/** Words of the guard that scripts look for, in all of its languages: patterns for texts without accents. */
const words = {
  about: patternIn('sentences', 'about', 'places'),
  calls: patternIn('sentences', 'calls'),
  negations: patternIn('messages', 'negations'),
  against: patternIn('messages', 'failures', 'undone'),
  multiples: patternIn('numbers', 'multiples', 'inMultiples', 'alone'),
  naming: patternIn('sentences', 'naming'),
  namingLeads: patternIn('sentences', 'namingLeads'),
  bulk: patternIn('sentences', 'bulk'),
  choosing: patternIn('sentences', 'choosing'),
  totals: patternIn('tables', 'totals'),
  related: patternIn('numbers', 'related'),
  otherKinds: patternIn('numbers', 'otherKinds'),
  deniedBehind: patternIn('messages', 'negationsBehind', 'undone'),
};
/** Compiled once a document: one with all words of the guard in it takes as long as reading a small page. */
const patterns = `((known) => () => (source, flags) => {
    const key = flags + '/' + source;
    return known.get(key) ?? known.set(key, new RegExp(source, flags)).get(key);
  })(new Map())`;
scripts.push(`words: () => (${JSON.stringify(words)})`, `watch: () => ${watchInWorld}`, `patterns: ${patterns}`);
const scriptsEngine = registerEngine(
  'page_scripts',
  `(() => {
      const scripts = { ${scripts.join(',\n')} };
      Object.defineProperty(globalThis, '${world}', { value: (name) => scripts[name](), configurable: true });
      Object.defineProperty(globalThis, '${watchInWorld}', { value: scripts['restless.js']()(), configurable: true });
      const carry = () => document.createElement('data');
      return { query: carry, queryAll: () => [carry()] };
    })()`,
);

/** Resolves when the main thread of a document has answered; the document has all of our scripts then. */
export async function answeredBy(frame: Frame): Promise<void> {
  await carried(frame, `${await scriptsEngine}=it`);
}

type PageReading<T> = (subject: Frame | Locator | Page) => Promise<T>;

/** @param file script in `page/`: an expression that is a function of the element, or of nothing for the whole page */
export function pageReading<T>(file: string, read = pageScript(file)): PageReading<T> {
  const script = `(() => {
    const read = ${read};
    const carry = (subject) => ${pageScript('carrier.js')}(JSON.stringify(read(subject) ?? null));
    return { query: carry, queryAll: (subject) => [carry(subject)] };
  })()`;
  const known = registerEngine(`reading_${file.replace(/\W/g, '_')}`, script);
  return async (subject) => {
    const text = await carried(subject, `${await known}=it`);
    return (text === null ? undefined : (JSON.parse(text) ?? undefined)) as T;
  };
}

/**
 * What an engine's element carries, found and read in one question. A handle would be made known to the page's own
 * world as well, for which the library sends all of its scripts a second time.
 * @param timeoutMs for a locator to have an element; without it the caller limits the time
 */
export function carried(subject: Frame | Locator | Page, selector: string, timeoutMs = 0): Promise<string | null> {
  return subject.locator(selector).textContent({ timeout: timeoutMs });
}

/** A script in `page/` as an expression for engines in our world: a reference, so that each is sent once a document. */
export function pageScript(file: string): string {
  return `${world}(${JSON.stringify(file)})`;
}
