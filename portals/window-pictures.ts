/** Pictures of a window: for the evidence, for what is drawn as letters, and where on the page a part of it lies. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PictureRegion } from '../domain/dispatch/writing/shown-page.ts';
import type { Place } from './driver.ts';
import { locate } from './locate.ts';
import { pageReading } from './page-reading.ts';
import { type WindowPicture, readPicture } from './painted-letters.ts';

/** Whether the page has the fonts that it asked for, so that a picture of it shows its text. */
const hasItsLetters = pageReading<boolean>('page-letters', "() => document.fonts.status === 'loaded'");
const jpegQuality = 60;
/** In pixels; a longer page is pictured as its window shows it. */
const longestPicture = 6000;

interface WindowPictures {
  /** The last picture that was begun at this time or later, in which letters were looked for. */
  readonly since: (window: Page, since: number) => Promise<WindowPicture>;
  readonly screenshot: (
    window: Page,
    how: { readonly hideFields: boolean; readonly whole: boolean },
  ) => Promise<Buffer>;
}

export function openWindowPictures(context: BrowserContext): WindowPictures {
  const sessions = new WeakMap<Page, Promise<CDPSession>>();
  const pictures = new WeakMap<Page, WindowPicture>();

  function sessionOf(window: Page): Promise<CDPSession> {
    const session = sessions.get(window) ?? context.newCDPSession(window);
    sessions.set(window, session);
    session.catch(() => sessions.delete(window));
    return session;
  }

  /**
   * As the window shows the page; the library takes twice as long, because it asks the page before and after.
   * @returns undefined where the library has to wait for something
   */
  async function pictureNow(window: Page): Promise<Buffer | undefined> {
    const session = sessionOf(window);
    const [{ data }, hasLetters] = await Promise.all([
      (await session).send('Page.captureScreenshot', { format: 'jpeg', quality: jpegQuality, optimizeForSpeed: true }),
      hasItsLetters(window),
    ]);
    // A page that is still getting its letters shows none in their place; the library waits for them.
    return hasLetters ? Buffer.from(data, 'base64') : undefined;
  }

  return {
    async since(window, since) {
      const last = pictures.get(window);
      if (last !== undefined && last.from >= since) return last;
      const from = performance.now();
      const { data } = await (
        await sessionOf(window)
      ).send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      const picture = { from, ...(await readPicture(Buffer.from(data, 'base64'))) };
      pictures.set(window, picture);
      return picture;
    },
    async screenshot(window, { hideFields, whole }) {
      const mask = hideFields ? [window.locator('input, textarea, select')] : [];
      const seen = hideFields || whole ? undefined : await pictureNow(window).catch(() => undefined);
      if (seen !== undefined) return seen;
      const length = whole ? Number(await window.evaluate('document.documentElement.scrollHeight')) : Infinity;
      const fullPage = length <= longestPicture;
      return window.screenshot({
        type: 'jpeg',
        quality: jpegQuality,
        mask,
        animations: 'allow',
        caret: 'initial',
        fullPage,
      });
    },
  };
}

/** Undefined where one of them is not there, or the page is too long for a picture of it. */
export async function regionOf(window: Page, places: readonly Place[]): Promise<PictureRegion | undefined> {
  const found = await Promise.all(places.map((place) => locate(window, place).first().boundingBox()));
  const boxes = found.filter((box) => box !== null);
  const [left, top, width, height] = (await window.evaluate(
    '[scrollX, scrollY, document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
  )) as [number, number, number, number];
  if (boxes.length === 0 || boxes.length < places.length || height > longestPicture) return undefined;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  // Whole pixels: the region is part of what an approval is bound to.
  const [wide, high] = [Math.ceil(right - x), Math.ceil(bottom - y)];
  return { x: Math.floor(x + left), y: Math.floor(y + top), width: wide, height: high, of: { width, height } };
}
