/**
 * What a portal keeps in the browser beside cookies: single-page applications keep the token of their sign-in there. It is
 * kept and sealed with the cookies, so that not every recipe signs in.
 */
import type { BrowserContext, Page } from 'playwright-core';

/** Of one origin and window. */
export interface PageStorage {
  readonly origin: string;
  readonly local: readonly (readonly [string, string])[];
  readonly session: readonly (readonly [string, string])[];
}

/** A session of a portal account. */
interface KeptSession {
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
  readonly storage?: PageStorage;
}

/** Characters; what is longer is data of the application, and is left out. */
const longestSession = 500_000;
/** No page of a portal: a route behind a hash of a page would be no new document there. */
const emptyPath = '/.well-known/empty';

/** As it was before where there are only cookies: an older worker reads it as well. */
export function sessionText(cookies: KeptSession['cookies'], storage: PageStorage | undefined): string {
  const bare = JSON.stringify(cookies);
  if (storage === undefined || storage.local.length + storage.session.length === 0) return bare;
  const text = JSON.stringify({ cookies, storage });
  return text.length > longestSession ? bare : text;
}

/** @throws SyntaxError for what is no session */
export function readSession(text: string): KeptSession {
  const kept = JSON.parse(text) as KeptSession | KeptSession['cookies'];
  return 'cookies' in kept ? kept : { cookies: kept };
}

/** @returns undefined where the page says something else than what it is */
export async function storageOf(page: Page): Promise<PageStorage | undefined> {
  const stored = await page.evaluate(storedInPage);
  // Of its own page only, whatever a page's scripts made of the functions of the browser.
  return isPageStorage(stored) && page.url().startsWith(`${stored.origin}/`) ? stored : undefined;
}

/** Puts it in place of what is there, in an empty document of the origin, before the portal's scripts look for it. */
export async function putStorage(page: Page, storage: PageStorage, timeout: number): Promise<void> {
  const empty = `${storage.origin}${emptyPath}`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
  await page.goto(empty, { timeout });
  await page.evaluate(storeInPage, storage);
}

/** As far as this process knows what pages keep; these two run in it. */
interface Kept {
  readonly location: { readonly origin: string };
  readonly localStorage: { setItem(name: string, value: string): void; clear(): void };
  readonly sessionStorage: Kept['localStorage'];
}
const storedInPage = (): PageStorage => {
  const { location, localStorage, sessionStorage } = globalThis as unknown as Kept;
  return {
    origin: location.origin,
    local: Object.entries<string>({ ...(localStorage as object) }),
    session: Object.entries<string>({ ...(sessionStorage as object) }),
  };
};
const storeInPage = ({ local, session }: PageStorage): void => {
  const { localStorage, sessionStorage } = globalThis as unknown as Kept;
  localStorage.clear();
  sessionStorage.clear();
  for (const [name, value] of local) localStorage.setItem(name, value);
  for (const [name, value] of session) sessionStorage.setItem(name, value);
};
const isPageStorage = ({ origin, local, session }: PageStorage): boolean =>
  typeof origin === 'string' && [...local, ...session].flat().every((each) => typeof each === 'string');
