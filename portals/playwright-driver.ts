/** The driver protocol over Playwright: strict locators, facts read on the very element, and no forced input. */
import type { BrowserContext, ElementHandle, FrameLocator, Locator, Page } from 'playwright-core';
import type { ElementFacts } from '../domain/dispatch/guard/element-gate.ts';
import type { BrowserGate } from './browser-gate.ts';
import { DriverError } from './driver.ts';
import type { FoundElement, Landing, PageView, Place, PortalDriver, TableCell } from './driver.ts';
import { pageReading } from './page-reading.ts';

const elementFacts = pageReading<ElementFacts>('element-facts.js');
const pageFacts = pageReading<Omit<PageView, 'frames'>>('page-facts.js');
const tableCells = pageReading<TableCell[][] | undefined>('table-cells.js');
const sections = [
  'table',
  'region',
  'form',
  'dialog',
  'group',
  'navigation',
  'search',
  'list',
  'complementary',
] as const;
const jpegQuality = 60;
/** In pixels; a longer page is pictured as its window shows it. */
const longestPicture = 6000;
/** A page that cannot be looked at in this time hangs. */
const lookTimeoutMs = 10_000;
/** A page that a stop holds in the middle of giving way to the next can be read, but may never be pictured. */
const stoppedPictureTimeoutMs = 3_000;

/** Opens the first window of a context whose gate is in place. */
export async function openDriver(context: BrowserContext, gate: BrowserGate): Promise<PortalDriver> {
  /** Of each window's last new document: how many answers the gate had seen when it began. */
  const begun = new WeakMap<Page, number>();
  context.on('page', (window) =>
    window.on('framenavigated', (frame) => {
      if (frame === window.mainFrame()) begun.set(window, gate.landing(window)?.count ?? 0);
    }),
  );
  const windows: Page[] = [await context.newPage()];
  const page = (): Page => {
    const current = windows.at(-1);
    if (current === undefined || current.isClosed()) throw new DriverError('crashed', 'the window is gone');
    return current;
  };
  const guarded = <T>(work: Promise<T>, timeoutMs: number): Promise<T> => gate.unlessStopped(inTime(work, timeoutMs));

  async function landed(window: Page, before: number, deadline: number): Promise<void> {
    // The gate knows when the answer to a page's request has come (pages of ours that go on by themselves do not
    // count); the document it makes begins after that, also when its address is the same as before.
    await gate.unlessStopped(
      poll(
        () => {
          const landing = gate.landing(window);
          if (landing === undefined || landing.count <= before) return false;
          if (landing.status === 0) throw new DriverError('unreachable', 'the portal did not answer');
          return (begun.get(window) ?? 0) >= landing.count;
        },
        deadline,
        'no page came',
      ),
    );
    await guarded(window.waitForLoadState('load', { timeout: left(deadline) }), left(deadline));
  }

  return {
    async go(url, timeoutMs) {
      const window = page();
      const before = gate.landing(window)?.count ?? 0;
      const deadline = Date.now() + timeoutMs;
      // A redirect makes the first document give way to the next; where that ends is what `landed` waits for.
      const going = window.goto(url, { timeout: timeoutMs, waitUntil: 'commit' }).catch((error: Error) => {
        if (
          gate.stopped() === undefined &&
          (gate.landing(window)?.count ?? 0) <= before &&
          !/interrupted|ERR_ABORTED/.test(error.message)
        )
          throw asDriverError(error);
      });
      await Promise.all([guarded(going, timeoutMs), landed(window, before, deadline)]);
    },

    async find(place, timeoutMs) {
      const locator = locate(page(), place);
      let handles = await gate.unlessStopped(inTime(locator.elementHandles(), lookTimeoutMs));
      if (handles.length === 0) {
        await gate.unlessStopped(
          locator
            .first()
            .waitFor({ state: 'attached', timeout: timeoutMs })
            .catch(() => Promise.reject(new DriverError('none_found', 'there is no such element'))),
        );
        handles = await locator.elementHandles();
      }
      const [handle, ...more] = handles;
      if (handle === undefined) throw new DriverError('none_found', 'there is no such element');
      if (more.length > 0) {
        await Promise.all(handles.map((each) => each.dispose()));
        throw new DriverError('several_found', `there are ${handles.length} such elements`);
      }
      return found(handle, gate, timeoutMs);
    },

    async isPresent(place, orElse = [], timeoutMs = 0) {
      const wanted = locate(page(), place);
      if ((await wanted.count()) > 0) return true;
      if (orElse.length === 0 || timeoutMs === 0) return false;
      const any = orElse.map((other) => locate(page(), other)).reduce((all, one) => all.or(one), wanted);
      if ((await any.count()) === 0)
        await gate.unlessStopped(
          any
            .first()
            .waitFor({ state: 'attached', timeout: timeoutMs })
            .catch(() => undefined),
        );
      return (await wanted.count()) > 0;
    },

    count: (place) => inTime(locate(page(), place).count(), lookTimeoutMs),

    async andLand(act, timeoutMs) {
      const window = page();
      const before = gate.landing(window)?.count ?? 0;
      const deadline = Date.now() + timeoutMs;
      await gate.unlessStopped(act());
      await landed(window, before, deadline);
    },

    async andOpenWindow(act, timeoutMs) {
      const opened = context.waitForEvent('page', { timeout: timeoutMs });
      const [window] = await guarded(Promise.all([opened, act()]), timeoutMs);
      await guarded(window.waitForLoadState('load', { timeout: timeoutMs }), timeoutMs);
      windows.push(window);
    },

    async closeWindow() {
      if (windows.length > 1) await windows.pop()?.close();
    },

    landing(): Landing | undefined {
      return gate.landing(page());
    },

    async view() {
      const window = page();
      // Looking is allowed after a stop too: the page that led to it belongs into the evidence.
      const facts = await inTime(pageFacts(window), lookTimeoutMs);
      const frames = window.frames().filter((frame) => frame !== window.mainFrame());
      const inner = await Promise.all(
        frames.map(async (frame) => {
          const text = await frame
            .evaluate<string>("(document.body?.innerText ?? '').slice(0, 100000)")
            .catch(() => '');
          return `\n\n[frame ${frame.url()}]\n${text}`;
        }),
      );
      return { ...facts, text: facts.text + inner.join(''), frames: frames.map((frame) => frame.url()) };
    },

    async screenshot(hideFields, whole = false) {
      const window = page();
      const mask = hideFields ? [window.locator('input, textarea, select')] : [];
      const picture = async (): Promise<Buffer> => {
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
      };
      return inTime(picture(), gate.stopped() === undefined ? lookTimeoutMs : stoppedPictureTimeoutMs);
    },

    fetch: (url, timeoutMs, maxBytes) => gate.unlessStopped(gate.fetch(url, timeoutMs, maxBytes)),
  };
}

type Root = Page | FrameLocator | Locator;

function locate(page: Page, place: Place): Locator {
  let root: Root = page;
  const { within } = place;
  if (within?.frame !== undefined) {
    const name = JSON.stringify(within.frame);
    root = page.frameLocator(`iframe[title=${name}], iframe[name=${name}], iframe[aria-label=${name}]`);
  }
  if (within?.section !== undefined) {
    const name = { name: within.section, exact: true };
    const inside: Page | FrameLocator = root;
    root = sections.map((role) => inside.getByRole(role, name)).reduce((all, one) => all.or(one));
  }
  if (within?.row !== undefined) {
    // The cell is looked for from the row, so its locator starts at the page or frame, not at the section.
    const cells: Page | FrameLocator =
      within.frame === undefined
        ? page
        : page.frameLocator(
            `iframe[title=${JSON.stringify(within.frame)}], iframe[name=${JSON.stringify(within.frame)}], iframe[aria-label=${JSON.stringify(within.frame)}]`,
          );
    const cell = cells
      .getByRole('cell', { name: within.row, exact: true })
      .or(cells.getByRole('rowheader', { name: within.row, exact: true }))
      .or(cells.getByRole('gridcell', { name: within.row, exact: true }));
    root = root.getByRole('row').filter({ has: cell });
  }
  const found =
    place.role !== undefined
      ? root.getByRole(place.role, place.name === undefined ? {} : { name: place.name, exact: true })
      : place.label !== undefined
        ? root.getByLabel(place.label, { exact: true })
        : root.getByText(place.text ?? '', { exact: true });
  return place.containing === undefined ? found : found.filter({ hasText: place.containing });
}

function found(handle: ElementHandle, gate: BrowserGate, timeoutMs: number): FoundElement {
  const input = (work: Promise<unknown>): Promise<void> =>
    gate.unlessStopped(
      work.then(
        () => undefined,
        (error: Error) => Promise.reject(asDriverError(error, 'input_failed')),
      ),
    );
  return {
    facts: () => gate.unlessStopped(inTime(elementFacts(handle), lookTimeoutMs)),
    text: async () => (await inTime(handle.innerText(), lookTimeoutMs)).replace(/\s+/g, ' ').trim(),
    cells: () => inTime(tableCells(handle), lookTimeoutMs),
    fill: (value) => input(handle.fill(value, { timeout: timeoutMs })),
    click: () => input(handle.click({ timeout: timeoutMs, noWaitAfter: true })),
    choose: (option) => input(handle.selectOption({ label: option }, { timeout: timeoutMs })),
    upload: (file) => input(handle.setInputFiles(file, { timeout: timeoutMs })),
  };
}

function asDriverError(error: Error, otherwise: 'crashed' | 'input_failed' = 'crashed'): Error {
  if (error instanceof DriverError || error.name === 'StoppedError') return error;
  if (error.name === 'TimeoutError' || /timeout/i.test(error.message))
    return new DriverError('timeout', 'it took too long');
  if (/net::ERR|NS_ERROR/.test(error.message)) return new DriverError('unreachable', 'the portal did not answer');
  return new DriverError(otherwise, error.message.split('\n')[0] ?? 'the browser failed');
}

function left(deadline: number): number {
  return Math.max(1, deadline - Date.now());
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DriverError('timeout', 'it took too long')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw asDriverError(error as Error);
  } finally {
    clearTimeout(timer);
  }
}

async function poll(check: () => boolean, deadline: number, what: string): Promise<void> {
  while (!check()) {
    if (Date.now() > deadline) throw new DriverError('timeout', what);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
