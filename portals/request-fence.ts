/**
 * Marker requests of our own. A page's answers and its requests take different ways to us, so an answer proves nothing about
 * a request that was made before it. A marker is a request as well: what its frame asked for earlier reaches the gate earlier.
 */
import { randomBytes } from 'node:crypto';
import type { CDPSession, Frame, Page, Request } from 'playwright-core';
import { asking, carried, registerEngine } from './page-reading.ts';

/**
 * Markers are asked for in our own world, after two timers of no time, which come after those that the page has set.
 * Requests that outlive their page take a way of their own, and get a marker of their own. An answer says what this
 * document knows of the marker: `asked` for just now, `known`, or `refused` by rules of the page.
 */
const engine = registerEngine(
  'request_markers',
  `(() => {
    const known = new Map();
    const carry = (body) => {
      const { id, near } = JSON.parse(atob(body));
      const carrier = document.createElement('data');
      carrier.textContent = known.get(id) ?? 'asked';
      if (known.has(id)) return carrier;
      known.set(id, 'known');
      const address = new URL(near ?? (location.protocol.startsWith('http') ? location.href : document.baseURI));
      Object.assign(address, { username: '', password: '', hash: '' });
      const send = () => {
        for (const keepalive of [false, true]) {
          address.search = id + Number(keepalive);
          fetch(address.href, { mode: 'no-cors', credentials: 'include', cache: 'no-store', keepalive }).catch(() => {
            known.set(id, 'refused');
          });
        }
      };
      setTimeout(() => setTimeout(send));
      return carrier;
    };
    return { query: (_, body) => carry(body), queryAll: (_, body) => [carry(body)] };
  })()`,
);

/** A marker that has not come is asked about after this: its document may have given way, or allow no such request. */
const askAgainMs = 50;
/** Between two looks at what frames navigate to. */
const lookMs = 2;
const mostEarly = 20;

export interface RequestFence {
  /** Begins to hear of what the frames of a window navigate to, which takes another way than what they ask for. */
  watch(page: Page): void;
  /**
   * Has to be called for each request, in the order in which they come.
   * @returns whether it is a marker, which is answered by us and never sent; its address is new each time
   */
  meets(request: Request): boolean;
  /**
   * Resolves when all that a frame asked for before has reached the gate, or its document cannot say.
   * @param near an address that the frame may ask for; its query is replaced. Default: the address of its document
   * @throws what the library throws for a frame that is gone
   */
  passed(frame: Frame, signal: AbortSignal, near?: string): Promise<void>;
  /** Resolves when the documents that the frames of a watched window want, as far as it has said so, have been asked for. */
  navigated(page: Page, signal: AbortSignal): Promise<void>;
}

/** What a frame navigates to, until that is asked for: at most one address a frame. */
type Navigations = Map<string, string>;

function queryOf(url: string): string {
  return url.slice(url.indexOf('?') + 1);
}

async function hearing(page: Page, wanted: Navigations, hasCome: (url: string) => boolean): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    const address = url.replace(/#.*/, '');
    if (/^https?:/.test(address) && disposition === 'currentTab' && !hasCome(address)) wanted.set(frameId, address);
  });
  session.on('Page.frameNavigated', ({ frame }) => wanted.delete(frame.id));
  // What is kept as a file makes no document, and a frame that is gone wants none.
  session.on('Page.downloadWillBegin', ({ frameId }) => wanted.delete(frameId));
  session.on('Page.frameDetached', ({ frameId }) => wanted.delete(frameId));
  await session.send('Page.enable');
  return session;
}

export function openRequestFence(): RequestFence {
  const markers = new Map<string, () => void>();
  const watched = new WeakMap<Page, { readonly session: Promise<unknown>; readonly wanted: Navigations }>();
  const all = new Set<Navigations>();
  /** Documents that were asked for before we heard that a frame wants them. */
  const early: string[] = [];

  function newMarker(id: string): Promise<void> {
    return new Promise((resolve) => markers.set(id, resolve));
  }

  function isEarly(url: string): boolean {
    const at = early.indexOf(url);
    if (at >= 0) early.splice(at, 1);
    return at >= 0;
  }

  function navigates(url: string): void {
    for (const wanted of all)
      for (const [frame, address] of wanted)
        if (address === url) {
          wanted.delete(frame);
          return;
        }
    early.push(url);
    if (early.length > mostEarly) early.shift();
  }

  return {
    watch(page) {
      early.length = 0;
      if (watched.has(page)) return;
      const wanted: Navigations = new Map();
      const session = hearing(page, wanted, isEarly);
      session.catch(() => watched.delete(page));
      watched.set(page, { session, wanted });
      all.add(wanted);
      page.once('close', () => all.delete(wanted));
    },
    meets(request) {
      if (request.isNavigationRequest()) navigates(request.url());
      const come = request.method() === 'GET' ? markers.get(queryOf(request.url())) : undefined;
      come?.();
      return come !== undefined;
    },
    async passed(frame, signal, near) {
      const id = randomBytes(16).toString('hex');
      const selector = asking(await engine, { id, near });
      let hasCome = false;
      const come = Promise.all([newMarker(`${id}0`), newMarker(`${id}1`)]).then(() => {
        hasCome = true;
      });
      await carried(frame, selector);
      const cannotCome = async (): Promise<void> => {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, askAgainMs));
          if (hasCome || signal.aborted) return;
          if ((await carried(frame, selector)) !== 'known') return;
        }
      };
      await Promise.race([come, cannotCome()]);
    },
    async navigated(page, signal) {
      const { session, wanted } = watched.get(page) ?? {};
      const isWanted = (): boolean => wanted !== undefined && wanted.size > 0;
      await session?.catch(() => {});
      const waitedFor = [...(wanted ?? [])];
      while (isWanted() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, lookMs));
      // What did not come in all this time (people were asked whether to leave) is waited for by no later write.
      for (const [frame, address] of waitedFor) if (wanted?.get(frame) === address) wanted.delete(frame);
    },
  };
}
