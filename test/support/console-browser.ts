/** The console in the shipped Chromium: a page signed in as a role, checked by axe, kept as pictures at three widths. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { sessionCookie } from '../../api/console/cookies.ts';
import type { Role } from '../../domain/people/roles.ts';
import { findBrowser } from '../../portals/executable.ts';
import { readSettings } from '../../process/settings.ts';
import { sessionOf, type TestConsole } from './console.ts';
import { atRunEnd } from './machines.ts';

export const widths = { phone: 390, tablet: 820, desk: 1280 } as const;
const folder = join(import.meta.dirname, '..', '..', 'artifacts', 'console');

let browser: Promise<Browser> | undefined;

/** One browser for the files of a process, closed at their end, and another one where that has crashed between two of them. */
async function testBrowser(): Promise<Browser> {
  const running = await browser;
  if (running?.isConnected() === true) return running;
  const launched = launch();
  browser = launched;
  atRunEnd(async () => (await launched).close());
  return launched;
}

async function launch(): Promise<Browser> {
  const program = await findBrowser(readSettings({}));
  return chromium.launch({
    executablePath: program.path,
    env: { ...process.env, ...program.env },
    headless: true,
    chromiumSandbox: false,
    args: ['--disable-dev-shm-usage'],
  });
}

export interface PersonPage {
  readonly page: Page;
  /** Opens a path of the console and waits until it is loaded. @returns the status of the answer */
  open(path: string): Promise<number>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Default: `<role>@example.com`. */
  readonly email?: string;
}

/**
 * A window of its own in which a person of this role is signed in; null: a visitor. What goes wrong in the page (a
 * script's error, something that the policy refuses) fails the test at `close`.
 */
export async function openPageAs(
  site: Pick<TestConsole<unknown>, 'baseUrl' | 'database'>,
  role: Role | null,
  options: PageOptions = {},
): Promise<PersonPage> {
  const { width = widths.desk, scheme = 'light', email } = options;
  const context: BrowserContext = await (
    await testBrowser()
  ).newContext({ viewport: { width, height: 900 }, colorScheme: scheme, deviceScaleFactor: 1 });
  if (role !== null) {
    const value = await sessionOf(site.database, role, email);
    await context.addCookies([{ name: sessionCookie, value, url: site.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
  }
  // As long as `until` waits: only bounds a hang.
  context.setDefaultTimeout(300_000);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    // The browser itself says so of each answer that is no success; the tests look at the answers.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) wrong.push(message.text());
  });
  return {
    page,
    open: async (path) => {
      const answer = await page.goto(`${site.baseUrl}${path}`, { waitUntil: 'load' });
      return answer?.status() ?? 0;
    },
    close: async () => {
      await context.close();
      assert.deepEqual(wrong, []);
    },
  };
}

/** Everything that WCAG 2.2 AA asks and a machine can see. */
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
let axe: string | undefined;

/** Fails with each finding of axe on the page as it is, and where it is. */
export async function assertAccessible(page: Page): Promise<void> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the debugger, past the policy of the page, which lets no script in.
  await page.evaluate(`${axe}; undefined`);
  // Colours that still turn into others, after a change of the scheme, are neither.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)).then(() => {})',
  );
  const found = (await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(axeTags)}, resultTypes: ['violations'] }).then(({ violations }) =>
       violations.flatMap(({ id, help, nodes }) =>
         nodes.map(({ target, failureSummary }) => id + ': ' + help + ' at ' + target.join(' ') + '\\n' + failureSummary)))`,
  )) as string[];
  assert.deepEqual(found, [], `axe on ${page.url()}`);
}

/** Fails where the page is wider than its window, which on a phone hides what is to the right. */
async function assertFits(page: Page): Promise<void> {
  const [content, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  assert.ok(content <= window, `${page.url()} is ${content} px wide in a window of ${window} px`);
}

/** Pictures are for people to look at; a hundred and fifty of them cost a run half a minute of processor time. */
const arePicturesKept = process.env['CONSOLE_PICTURES'] === '1';

/**
 * Fails where the page does not fit one of the three widths. With CONSOLE_PICTURES=1 it keeps the page as pictures,
 * `artifacts/console/<name>-<width>.png`, the widest also in the dark.
 */
export async function keepPictures(page: Page, name: string): Promise<void> {
  const keep = async (what: string): Promise<void> => {
    if (!arePicturesKept) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}-${what}.png`), fullPage: true });
  };
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: 900 });
    await assertFits(page);
    await keep(String(width));
  }
  if (!arePicturesKept) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await keep('dark');
  await page.emulateMedia({ colorScheme: 'light' });
}
