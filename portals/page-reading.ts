/**
 * Reads pages from a JavaScript world of our own, in which nothing shows that a page's scripts changed: a page that
 * replaces `getAttribute` or `elementFromPoint` would otherwise tell the guard what it likes. Playwright offers that
 * world to selector engines; ours answers with an element that is in no document and carries the reading as JSON.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { type Frame, type Page, selectors } from 'playwright-core';

// Registers what runs in the pages as selector engines of the browser library, in a world of our own.

/**
 * Of the whole process, as the library's own list: a process that requires modules and imports them as well has two
 * copies of this one, and the same engine from both is one engine.
 */
const store = globalThis as { lanekeeperPageEngines?: Map<string, Registered> };

interface Registered {
  readonly content: string;
  readonly done: Promise<void>;
}

/** It is there before the first window is opened: the library registers it with the browser's next context. */
export function registerEngine(name: string, content: string): Promise<void> {
  const known = (store.lanekeeperPageEngines ??= new Map<string, Registered>());
  const before = known.get(name);
  if (before !== undefined) {
    if (before.content !== content) throw new Error(`the page engine ${name} is there with another content`);
    return before.done;
  }
  const done = selectors.register(name, { content }, { contentScript: true });
  known.set(name, { content, done });
  return done;
}

/** Under this name the world of ours, and only that, has the scripts in `page/`. */
const world = 'lanekeeperScript';
const folder = new URL('./page/', import.meta.url);

/** The text of a script: one expression, without the lines that only say something to its readers. */
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
void registerEngine(
  'page_scripts',
  `(() => {
      const scripts = { ${scripts.join(',\n')} };
      Object.defineProperty(globalThis, '${world}', { value: (name) => scripts[name](), configurable: true });
      return { query: () => null, queryAll: () => [] };
    })()`,
);

export type PageReading<T> = (subject: Frame | Page) => Promise<T>;

/** @param file script in `page/`: an expression that is a function of the element, or of nothing for the whole page */
export function pageReading<T>(file: string): PageReading<T> {
  const read = pageScript(file);
  const engine = `reading_${file.replace(/\W/g, '_')}`;
  const script = `(() => {
    const read = ${read};
    const carry = (subject) => {
      const carrier = document.createElement('data');
      carrier.textContent = JSON.stringify(read(subject) ?? null);
      return carrier;
    };
    return { query: carry, queryAll: (subject) => [carry(subject)] };
  })()`;
  const registered = registerEngine(engine, script);
  return async (subject) => {
    await registered;
    const text = await carried(subject, `${engine}=it`);
    return (text === null ? undefined : (JSON.parse(text) ?? undefined)) as T;
  };
}

/**
 * What an engine's element carries, found and read in one question. A handle would be made known to the page's own
 * world as well, for which the library sends all of its scripts a second time. The caller limits the time.
 */
export function carried(subject: Frame | Page, selector: string): Promise<string | null> {
  return subject.locator(selector).textContent({ timeout: 0 });
}

/** A script in `page/` as an expression for engines in our world: a reference, so that each is sent once a document. */
export function pageScript(file: string): string {
  return `${world}(${JSON.stringify(file)})`;
}
