/**
 * Reads pages from a JavaScript world of our own, in which nothing shows that a page's scripts changed: a page that
 * replaces `getAttribute` or `elementFromPoint` would otherwise tell the guard what it likes. Playwright offers that
 * world to selector engines; ours answers with an element that is in no document and carries the reading as JSON.
 */
import { readFileSync } from 'node:fs';
import { selectors } from 'playwright-core';
import type { ElementHandle, Frame, Page } from 'playwright-core';

export type PageReading<T> = (subject: ElementHandle | Frame | Page) => Promise<T>;

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
  const registered = selectors.register(engine, { content: script }, { contentScript: true });
  return async (subject) => {
    await registered;
    const carrier = await subject.$(`${engine}=it`);
    const text = await carrier?.textContent();
    // Nobody waits for this; a page that is gone has taken it along.
    carrier?.dispose().catch(() => {});
    return (text === undefined || text === null ? undefined : (JSON.parse(text) ?? undefined)) as T;
  };
}

/** The text of a script in `page/`, which is one expression, with the scripts that it includes in their places. */
export function pageScript(file: string): string {
  return readFileSync(new URL(`./page/${file}`, import.meta.url), 'utf8')
    .trim()
    .replace(/;$/, '')
    .replace(/include\('([\w-]+\.js)'\)/g, (_, part: string) => `(${pageScript(part)})`);
}
