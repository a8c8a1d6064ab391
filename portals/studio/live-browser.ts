/**
 * A browser that a person works through the page of the studio: what they do is done in it and recorded as acts. The
 * window has the size of `liveWindow`, so that points of the picture are points of the page.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { actInPlace, type ControlPlace, isBox } from '../../domain/dispatch/guard/described.ts';
import type { PageFacts } from '../../domain/dispatch/guard/response-gate.ts';
import { neededFacts } from '../../domain/dispatch/playbook/needed-facts.ts';
import { pressedKeys } from '../../domain/dispatch/playbook/language.ts';
import type { PressedKey, Target } from '../../domain/dispatch/playbook/language.ts';
import { targetText } from '../../domain/dispatch/playbook/target-text.ts';
import type {
  Act,
  LeftRequest,
  Outcome,
  RecordedAct,
  RecordedPart,
  SeenDialog,
  SeenElement,
  SeenNumber,
  SeenPage,
  SeenRequest,
  SeenTraffic,
  StudioSetup,
} from '../../domain/dispatch/studio/acts.ts';
import { noState } from '../../domain/dispatch/studio/live.ts';
import type {
  Decision,
  HeldRequest,
  LiveCommand,
  LiveState,
  LoginPart,
  SentCommand,
} from '../../domain/dispatch/studio/live.ts';
import { hasSameNames, isAnother, isBare } from '../../domain/dispatch/studio/pages.ts';
import { columnsOfSamples, guessColumns } from '../../domain/dispatch/studio/recorded-playbook.ts';
import { bestTarget } from '../../domain/dispatch/studio/steps.ts';
import { veiled, veiledText } from '../../domain/dispatch/studio/veil.ts';
import type { AssetCache } from '../asset-cache.ts';
import type { PortalCredentials } from '../credentials.ts';
import { locate } from '../locate.ts';
import { lagWatchOf, openDeadline } from '../own-lag.ts';
import { pageReading } from '../page-reading.ts';
import { type PageStorage, putStorage, storageOf } from '../page-storage.ts';
import { BrowserLost, PageHangs, inTime, soon } from './answering.ts';
import {
  hiddenOf,
  inField,
  isSameAmount,
  listsOf,
  messagesOf,
  namedOn,
  placesOf,
  pointedAt,
  showsTyped,
} from './pointed-at.ts';
import type { PointedHandle } from './pointed-at.ts';
import { installRecordingGate } from './recording-gate.ts';
import { type Screencast, startScreencast } from '../live-view.ts';

/** Lets the recorder's own presses or keys reach a page whose window is a person's; 0 when they are done. */
export type LetIn = (page: Page, kind: 'press' | 'key' | 'wheel', count: number) => Promise<void>;

export interface LiveBrowserParts {
  readonly context: BrowserContext;
  readonly setup: StudioSetup;
  /** Further origins of the portal, from an earlier session of the same recording. */
  readonly origins: readonly string[];
  readonly assetOrigins: readonly string[];
  /** Let through by a person in an earlier session. */
  readonly knownReads: readonly SeenRequest[];
  /** Left out and not taken back, of this session and earlier ones. */
  readonly leftOut: () => Promise<readonly LeftRequest[]>;
  readonly part: RecordedPart;
  /** Whether it was recorded already where the portal shows who is signed in. */
  readonly isSignedInMarked: boolean;
  /** Of the state that the page saw last. */
  readonly changes: number;
  readonly heard: LiveState['heard'];
  readonly notices: readonly string[];
  readonly credentials: PortalCredentials | null;
  /** A one-time code that nobody else has used. */
  readonly oneTimeCode: (secret: string) => Promise<string>;
  /** What an upload field gets. */
  readonly file: Buffer;
  readonly assets: AssetCache;
  readonly timeoutMs: number;
  /** How long a page may take for an input. Default 15 s. */
  readonly inputMs?: number;
  /** Asked before a write is released: whether this browser still is the one of the recording. */
  readonly isOurs: () => Promise<boolean>;
  /** Absent where the person sees the window itself. */
  readonly onFrame?: (jpeg: Buffer) => Promise<void>;
  readonly letIn?: LetIn;
  readonly onState: () => void;
  readonly onAct: (act: RecordedAct) => void;
  readonly onTraffic: (traffic: SeenTraffic) => void;
  readonly onOrigin: (origin: string) => void;
  /** The browser is gone, or does not answer any more. */
  readonly onLost: (error: Error) => void;
}

export interface LiveBrowser {
  /** Commands are done in their order; those about a request that waits are done at once. */
  do(command: LiveCommand): void;
  /** As `do`, for a command that may have arrived before. */
  hear(sent: SentCommand): void;
  state(): LiveState;
  /** Whether something that a person did is being done. */
  isActing(): boolean;
  /** Opens a page without recording it, as the next thing that is done. */
  open(address: string, storage?: PageStorage): void;
  /** What the page keeps in the browser beside cookies, such as the token of its sign-in; undefined where it does not answer. */
  storage(): Promise<PageStorage | undefined>;
  /** Resolves when everything that was asked for before is done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const readFacts = pageReading<PageFacts & { readonly isStill: boolean }>('page-facts.js');
const frameMs = 90;
const quality = 55;
/** A click is over when nothing happened for this long … */
const quietMs = 250;
/** … and what its scripts ask for is waited for no longer than this. */
const dataMs = 5_000;
const pageMs = 20_000;
const inputMs = 15_000;
/** A window opens in this time, or the browser is lost. */
const windowMs = 20_000;
/** Pages whose newest command is known. */
const mostPages = 8;
/** Documents, for which a click is no page. */
const documentTypes = /^application\/(?:pdf|octet-stream|x-pdf)|^image\/tiff/i;
const mostNotices = 6;
/** Numbers of the sample record that are looked for on a page, and places of each. */
const mostSought = 3;
const mostPlaces = 3;
const emptyPage: SeenPage = { address: '/', title: '', headings: [], labels: [], buttons: [], columns: [] };

interface Focused {
  readonly pointed: PointedHandle;
  readonly seen: SeenElement;
  readonly before: string;
  isTyped: boolean;
  /** What was typed there; null where other keys corrected it. */
  typed: string | null;
  /** A person is asked for what belongs here. */
  isAsked: boolean;
}

interface ActedOn extends Outcome {
  readonly documents: Acting['documents'];
  readonly uploaded: boolean;
  /** Other names are on the page than before. */
  readonly changed: boolean;
}

interface Acting {
  readonly requests: SeenRequest[];
  readonly documents: { readonly url: string }[];
  readonly dialogs: SeenDialog[];
  /** Questions of the page that wait for the person. */
  asking: number;
  /** Requests of scripts without an answer, and documents of the window. */
  data: number;
  pages: number;
  navigated: number;
  popup: boolean;
  closed: boolean;
  /** The page asked for a file, and got it. */
  uploaded: boolean;
  touchedAt: number;
}

export async function openLiveBrowser(parts: LiveBrowserParts): Promise<LiveBrowser> {
  const { context, setup, credentials } = parts;
  const proof = { name: 'pod.pdf', mimeType: 'application/pdf', buffer: parts.file };
  const lag = lagWatchOf(context);
  const codes: string[] = [];
  const answers: string[] = [];
  const origins = new Set([setup.origin, ...parts.origins]);
  const assetOrigins = new Set(parts.assetOrigins);
  const veil = <T>(value: T): T =>
    veiled(value, { username: credentials?.username ?? '', password: credentials?.password ?? '', codes, answers });
  let state: LiveState = {
    ...noState,
    part: parts.part,
    changes: parts.changes,
    heard: parts.heard,
    notices: parts.notices,
    browser: randomUUID(),
  };
  let focused: Focused | null = null;
  let listed: PointedHandle | null = null;
  /** What was picked from lists of the page that keep its id in a hidden field. */
  let picked: Record<string, string> = {};
  /** What the person scrolled since the last act; what was there before is noted in the page. */
  let scrolled: PointedHandle | null = null;
  let acting: Acting | null = null;
  let closed = false;
  let screencast: Screencast | null = null;
  let isSignedInMarked = parts.isSignedInMarked;
  const askedFor = new Set<string>();
  const isAskedFor = (seen: SeenElement): boolean => askedFor.has(JSON.stringify(seen.targets[0] ?? seen.name));
  let prompted: ((value: string | null) => void) | null = null;
  let asked: { readonly held: HeldRequest; readonly answer: (decision: Decision) => void } | null = null;
  let requests = randomInt(2 ** 40);
  /** Of requests that a page sends at once one is asked about after the other. */
  let asking: Promise<unknown> = Promise.resolve();
  /** Paths of pages that have nothing which names them, however long they are waited for. */
  const barePaths = new Set<string>();
  /** What was clicked before this was clicked on a page that is gone. */
  let pageCameAt = 0;
  /** When a window got its newest document or route, and when its first picture was on its way to the person. */
  let navigatedAt = 0;
  let picturedAt = 0;
  /** Where the page that is shown had numbers of the record when it came. */
  let numbers: readonly SeenNumber[] | undefined;
  /** Whether nothing on the page that was looked at last can change by itself. */
  let isStill = false;
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;

  const set = (change: Partial<LiveState>): void => {
    state = { ...state, ...change };
    parts.onState();
  };
  const say = (sentence: string): void => set({ notices: [...state.notices, veil(sentence)].slice(-mostNotices) });
  const record = (act: Act): void => {
    if (act.did === 'signed_in') isSignedInMarked = true;
    scrolled = null;
    parts.onAct({ ...veil({ ...act, part: state.part }), id: randomUUID() });
    set({ changes: state.changes + 1 });
  };

  // The row with our mark is the one that was written; any other number may be in several.
  const { mark: ownMark, ...otherSamples } = setup.samples;
  const inOrder = [...(ownMark === undefined ? [] : [ownMark]), ...Object.values(otherSamples)];
  const named = (page: Page, pointed: PointedHandle, most?: number): Promise<SeenElement> =>
    namedOn(page, pointed, { most, samples: inOrder });

  await installRecordingGate(context, {
    origins: () => [...origins],
    assetOrigins: () => [...assetOrigins],
    knownReads: parts.knownReads,
    timeoutMs: parts.timeoutMs,
    assets: parts.assets,
    veil,
    decide: (request, refused) => ask(request, refused),
    leftOut: parts.leftOut,
    onRequest: (request) => acting?.requests.push(request),
    onLeft: (request) => record({ did: 'leave', request }),
    onTraffic: parts.onTraffic,
    onElsewhere(origin, isAsset) {
      if (state.elsewhere.some((each) => each.origin === origin)) return;
      set({ elsewhere: [...state.elsewhere, { origin, isAsset }].slice(-20) });
    },
    onUnread(request, type) {
      // What a page sends while nobody does anything is its own.
      if (acting === null) return;
      const body = type === '' ? 'a body' : `a body of the type ${type.split(';')[0] ?? type}`;
      say(`${request} was not sent: no playbook can say what is in ${body}.`);
    },
    answerPrompt: (text, proposed) => askPrompt(text, proposed),
    onDialog(dialog) {
      acting?.dialogs.push(dialog);
      say(`The page said: ${dialog.text}`);
    },
  });

  /** Windows, the one that is worked in last. */
  const windows: Page[] = [];
  context.on('page', (page) => {
    windows.push(page);
    if (acting !== null && windows.length > 1) acting.popup = true;
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      navigatedAt = performance.now();
      if (acting === null) return;
      acting.navigated += 1;
      acting.touchedAt = performance.now();
    });
    // Areas and buttons that ask for a file get it; the window of the operating system stays closed.
    page.on('filechooser', (chooser) => {
      if (acting === null) return;
      acting.uploaded = true;
      acting.touchedAt = performance.now();
      void chooser.setFiles(proof).catch(() => {});
    });
    // Of a link that the page calls a download, no answer is seen.
    page.on('download', (saved) => {
      if (saved.url().startsWith('http')) acting?.documents.push({ url: saved.url() });
      void saved.cancel().catch(() => {});
    });
    page.on('close', () => {
      if (acting !== null && windows.length > 1 && page === windows.at(-1)) acting.closed = true;
      windows.splice(windows.indexOf(page), 1);
      void show();
    });
    page.on('crash', () => void again(page, 'The page crashed, and was opened again.'));
    if (windows.length > 1) void show();
  });
  context.on('request', (request) => {
    if (acting === null) return;
    acting.touchedAt = performance.now();
    if (request.isNavigationRequest()) acting.pages += 1;
    else if (['fetch', 'xhr'].includes(request.resourceType())) acting.data += 1;
  });
  const ended = (request: Request): void => {
    if (acting === null) return;
    acting.touchedAt = performance.now();
    if (request.isNavigationRequest()) acting.pages = Math.max(0, acting.pages - 1);
    else if (['fetch', 'xhr'].includes(request.resourceType())) acting.data = Math.max(0, acting.data - 1);
  };
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
  context.on('response', (response) => {
    const headers = response.headers();
    const type = headers['content-type'] ?? '';
    const isDocument =
      documentTypes.test(type) ||
      /^attachment/i.test(headers['content-disposition'] ?? '') ||
      // A photo of the paper, which is opened as a page of its own.
      (/^image\/(?:jpeg|png)/i.test(type) && response.request().isNavigationRequest());
    if (isDocument && response.status() === 200) acting?.documents.push({ url: response.url() });
  });
  context.on('close', () => {
    if (!closed) lost('the browser ended');
  });
  await context.newPage();
  await show();

  function current(): Page {
    const page = windows.at(-1);
    if (page === undefined) throw new Error('the browser has no window');
    return page;
  }

  function lost(why: string): void {
    const wrote = acting?.requests.some(({ as, sent }) => as === 'write' && sent) === true;
    parts.onLost(
      new BrowserLost(wrote ? `${why} while the write was on its way: look in the portal whether it arrived` : why),
    );
  }

  /** A new window in place of one that is of no use any more, on the page that it was on. */
  async function again(page: Page, why: string | null, address = page.url()): Promise<void> {
    if (closed || page.isClosed()) return;
    const opened = await soon(context, context.newPage(), windowMs);
    if (opened === undefined) return lost('the browser does not answer');
    await soon(context, page.close());
    if (why !== null) say(why);
    if (address.startsWith('http')) await opened.goto(address, { timeout: pageMs }).catch(() => {});
    await look();
  }

  /** @throws PageHangs */
  const within = (work: Promise<unknown>, withinMs = parts.inputMs ?? inputMs): Promise<void> =>
    inTime(context, work, withinMs);

  /** The picture follows the window that is worked in. */
  async function show(): Promise<void> {
    const before = screencast;
    screencast = null;
    if (before !== null) await soon(context, before.stop());
    const page = windows.at(-1);
    if (page === undefined || closed || parts.onFrame === undefined) return;
    const { onFrame } = parts;
    const options = {
      onFrame(jpeg: Buffer) {
        if (picturedAt < navigatedAt) picturedAt = performance.now();
        return onFrame(jpeg);
      },
      leastMs: frameMs,
      quality,
    };
    screencast = await startScreencast(page, options).catch(() => null);
  }

  /** Since when the person sees the page that a window got last: it may take long until it rests. */
  function seenSince(): number {
    if (parts.onFrame === undefined) return navigatedAt;
    return picturedAt < navigatedAt ? performance.now() : picturedAt;
  }

  function ask(request: Omit<SeenRequest, 'as' | 'sent'>, refused: string | null): Promise<Decision | null> {
    // What a page asks for while nobody does anything is its own, and left out.
    if (acting === null) return Promise.resolve(null);
    const now = acting;
    now.asking += 1;
    const answered = asking.then(() => askNext(request, refused));
    asking = answered.finally(() => {
      now.asking -= 1;
      now.touchedAt = performance.now();
    });
    return answered;
  }

  function askNext(request: Omit<SeenRequest, 'as' | 'sent'>, refused: string | null): Promise<Decision> {
    if (closed) return Promise.resolve('hold');
    requests += 1;
    const held: HeldRequest = {
      id: requests,
      method: request.method,
      address: request.address,
      fields: request.fields,
      refused,
      part: state.part,
    };
    return new Promise((resolve) => {
      asked = {
        held,
        answer(decision) {
          asked = null;
          set({ held: null });
          resolve(decision);
        },
      };
      set({ held });
    });
  }

  function askPrompt(text: string, proposed: string): Promise<string | null> {
    // What a page asks while nobody does anything is its own.
    if (acting === null || prompted !== null) return Promise.resolve(null);
    const now = acting;
    now.asking += 1;
    set({ prompt: veil({ text, value: proposed }) });
    return new Promise((resolve) => {
      prompted = (value) => {
        prompted = null;
        now.asking -= 1;
        now.touchedAt = performance.now();
        set({ prompt: null });
        resolve(value);
      };
    });
  }

  async function facts(page: Page): Promise<SeenPage> {
    const seen = await soon(context, readFacts(page));
    isStill = seen?.isStill === true;
    if (seen === undefined || !URL.canParse(seen.url)) return emptyPage;
    const { pathname, search, hash } = new URL(seen.url);
    const username = credentials?.username ?? '';
    const own = (texts: readonly string[]): string[] =>
      texts.filter((text) => username === '' || !words(text).includes(username.toLowerCase()));
    return veil({
      address: `${pathname}${search}${hash}`,
      title: seen.title,
      headings: own(seen.headings),
      labels: own(seen.labels),
      buttons: own(seen.buttons),
      columns: own(seen.columns),
    });
  }

  /** Those of the page that are still seen. */
  async function numbersLeft(page: Page): Promise<Pick<SeenPage, 'numbers'>> {
    if (numbers === undefined || numbers.length === 0) return numbers === undefined ? {} : { numbers };
    const left: SeenNumber[] = [];
    for (const number of numbers)
      if ((await placesOf(page, number.text)).some(({ text }) => text === number.text)) left.push(number);
    return { numbers: left };
  }

  /** Where a page that has no number of the sample record in a heading shows one beside its name. */
  async function numbersOn(page: Page, { headings }: SeenPage): Promise<Pick<SeenPage, 'numbers'>> {
    const sought = [...new Set(Object.values(setup.samples))].filter((value) => /\d{4,}/.test(value));
    if (state.part === 'login' || headings.some((text) => sought.some((value) => text.includes(value)))) return {};
    const found: SeenNumber[] = [];
    for (const value of sought.slice(0, mostSought))
      for (const place of (await placesOf(page, value)).slice(0, mostPlaces)) {
        if (place.text !== value) continue;
        const pointed = await pointedAt(page, { x: place.x, y: place.y, as: 'read' });
        const seen = pointed === undefined ? undefined : await named(page, pointed, 1);
        const { beside, within: scope } = seen?.targets[0] ?? {};
        // What is left of a number in a list of records is a value of its record, and no name.
        if (pointed?.seen.column !== null || scope?.frame !== undefined) continue;
        if (beside !== undefined && seen?.text === value)
          found.push({
            field: beside,
            text: value,
            ...(scope?.section === undefined ? {} : { section: scope.section }),
          });
      }
    return { numbers: found };
  }

  async function look(): Promise<SeenPage> {
    const page = current();
    const seen = await facts(page);
    set({ address: page.url() === 'about:blank' ? '' : veil(page.url()), title: seen.title });
    return seen;
  }

  /** Does something and waits for what follows from it. */
  async function act(input: () => Promise<void>, withinMs = parts.inputMs ?? inputMs): Promise<ActedOn> {
    const page = current();
    const [seenBefore, lists, before] = await Promise.all([look(), listsOf(page), messagesOf(page)]);
    const from = { ...seenBefore, ...(await numbersLeft(page)) };
    const now: Acting = {
      requests: [],
      documents: [],
      dialogs: [],
      asking: 0,
      data: 0,
      pages: 0,
      navigated: 0,
      popup: false,
      closed: false,
      uploaded: false,
      touchedAt: performance.now(),
    };
    acting = now;
    // What was pointed at may be elsewhere afterwards.
    set({ isBusy: true, pointed: null });
    try {
      await doneUnlessAsked(input(), now, withinMs).catch((error: unknown) => {
        // What was sent was sent, whatever the page does afterwards.
        if (now.closed) return;
        if (now.requests.length === 0) throw error;
        say(`That was sent, but ${(error as Error).message}`);
      });
      const doneAt = performance.now();
      await settled(now);
      if (now.requests.some(({ as, sent }) => sent && as !== 'read')) await followed(now, from, before);
      const isPopup = now.popup && now.documents.length === 0;
      if (now.popup && !isPopup) await closePopups();
      const after = current();
      await after.waitForLoadState('load', { timeout: pageMs }).catch(() => {});
      const seen = now.navigated > 0 ? await lookAtWhole(now) : await look();
      const isOther = now.navigated > 0 || isPopup || seen.address !== from.address || isAnother(from, seen);
      // A window that was closed showed another page until now.
      if (isPopup || now.closed) pageCameAt = performance.now();
      else if (isOther) pageCameAt = now.navigated > 0 ? seenSince() : Math.max(doneAt, now.touchedAt);
      const shown = await newMessage(after, before);
      const to = isOther && now.documents.length === 0 ? { ...seen, ...(await numbersOn(after, seen)) } : null;
      if (to !== null) numbers = to.numbers;
      const known = { ...lists, ...picked };
      if (isOther) [scrolled, picked] = [null, {}];
      return {
        // A tab that hides the number hides the record.
        from: { ...from, ...(isOther ? {} : await numbersLeft(after)) },
        to,
        requests: now.requests.map((request) => ({ ...request, chosen: known })),
        documents: now.documents,
        uploaded: now.uploaded,
        changed: !hasSameNames(seenBefore, seen),
        ...(now.dialogs.length === 0 ? {} : { dialogs: [...now.dialogs] }),
        ...(now.closed && !isPopup ? { closed: true as const } : {}),
        ...(isPopup ? { popup: true as const } : {}),
        ...(shown === undefined ? {} : { shown }),
      };
    } finally {
      acting = null;
      set({ isBusy: false });
    }
  }

  /** What a page makes of the answer to what it sent may take it longer than it is quiet, while it loads what comes next. */
  async function followed(now: Acting, from: SeenPage, before: Awaited<ReturnType<typeof messagesOf>>): Promise<void> {
    const known = new Set(before.map(({ text }) => text));
    const late = openDeadline(dataMs, lag);
    for (;;) {
      if (closed || now.closed || now.popup || now.navigated > 0 || now.documents.length > 0) break;
      const isOver = late.isOver();
      const page = current();
      const seen = await look();
      const isShown = (await messagesOf(page)).some(({ text }) => !known.has(text));
      if (isOver || isShown || seen.address !== from.address || isAnother(from, seen)) break;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    await settled(now);
  }

  /** A page that its scripts make is there before anything is on it. */
  async function lookAtWhole(now: Acting): Promise<SeenPage> {
    const late = openDeadline(dataMs, lag);
    for (;;) {
      const isOver = late.isOver();
      const seen = await look();
      if (!isBare(seen)) return seen;
      const path = seen.address.split(/[?#]/)[0] ?? '';
      // What no script changes is whole, and what stayed bare once is not waited for again.
      if (isOver || closed || isStill || barePaths.has(path)) {
        if (isOver) barePaths.add(path);
        return seen;
      }
      await settled(now);
    }
  }

  /** A page that asks the person something answers no input before they have said it. */
  async function doneUnlessAsked(input: Promise<void>, now: Acting, withinMs: number): Promise<void> {
    for (;;)
      try {
        return await within(input, withinMs);
      } catch (error) {
        if (!(error instanceof PageHangs) || now.asking === 0) throw error;
      }
  }

  async function settled(now: Acting): Promise<void> {
    const late = openDeadline(pageMs, lag);
    let touchedAt = now.touchedAt;
    let [quiet, data] = [openDeadline(quietMs, lag), openDeadline(dataMs, lag)];
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (closed) return;
      // A person may look at a request for as long as they like.
      if (now.asking > 0) continue;
      if (late.isOver()) return;
      if (touchedAt !== now.touchedAt) {
        ({ touchedAt } = now);
        [quiet, data] = [openDeadline(quietMs, lag), openDeadline(dataMs, lag)];
      }
      if (!quiet.isOver() || now.pages > 0) continue;
      if (now.data > 0 && !data.isOver()) continue;
      return;
    }
  }

  async function closePopups(): Promise<void> {
    for (const page of windows.slice(1)) await page.close().catch(() => {});
  }

  async function newMessage(page: Page, before: Awaited<ReturnType<typeof messagesOf>>): Promise<Outcome['shown']> {
    const known = new Set(before.map(({ text }) => text));
    const fresh = (await messagesOf(page)).find(({ text }) => !known.has(text));
    if (fresh === undefined) return undefined;
    const pointed = await pointedAt(page, { x: fresh.x, y: fresh.y, as: 'read' });
    const seen = pointed === undefined ? undefined : await named(page, pointed, 2);
    const target = seen?.targets.find(({ role }) => role === 'status' || role === 'alert');
    return target === undefined ? undefined : veil({ target, text: fresh.text });
  }

  /** What was typed into the field that is left. */
  async function flush(): Promise<void> {
    const left = focused;
    focused = null;
    if (left === null || !left.isTyped) return;
    if (left.isAsked) return keepOut(left, answers);
    if (left.seen.kind === 'password') await keepOut(left, codes);
    const value = left.seen.kind === 'password' ? await valueOf(left) : await typedAtOnce(left);
    if (value === undefined || (value === left.before && left.seen.kind !== 'password')) return;
    record({ did: 'fill', on: left.seen, value });
  }

  /** A page that writes a field again at each letter may lose some of them, and none of a text at once, as a task types it. */
  async function typedAtOnce(left: Focused): Promise<string | undefined> {
    const { pointed, typed, seen } = left;
    const shown = await valueOf(left);
    if (shown === undefined || typed === null || state.part === 'login') return shown;
    if (showsTyped(shown, typed)) return isSameAmount(shown, typed) ? typed : shown;
    if ((await soon(context, pointed.handle.evaluate(inField.isActive))) !== true) return shown;
    await soon(context, pointed.handle.evaluate(inField.select));
    await within(current().keyboard.insertText(typed));
    const now = await valueOf(left);
    if (now === undefined) return now;
    if (!showsTyped(now, typed))
      say(`“${seen.name}” shows “${now}”, and “${typed}” was typed. Correct it there or in the text.`);
    return isSameAmount(now, typed) ? typed : now;
  }

  /** What a person typed there is in no request, page or act that is recorded. */
  async function keepOut({ pointed }: Focused, among: string[]): Promise<void> {
    const value: unknown = await soon(context, pointed.handle.evaluate(inField.value));
    if (typeof value === 'string' && value !== '' && value !== credentials?.password) among.push(value);
  }

  async function valueOf({ pointed, seen }: Focused): Promise<string | undefined> {
    if (seen.kind === 'password') return '{{account.password}}';
    const value: unknown = await soon(context, pointed.handle.evaluate(inField.value));
    return typeof value === 'string' ? value : undefined;
  }

  /** In the sign-in nobody sees what is typed, whatever kind of field it is. */
  async function mask({ handle }: PointedHandle): Promise<void> {
    await soon(context, handle.evaluate(inField.mask));
  }

  async function focus(pointed: PointedHandle, seen: SeenElement): Promise<void> {
    if (state.part === 'login') await mask(pointed);
    focused = { pointed, seen, before: seen.text, isTyped: false, typed: '', isAsked: isAskedFor(seen) };
  }

  async function click(x: number, y: number, isDouble: boolean): Promise<void> {
    await flush();
    if (listed !== null) closeList();
    const page = current();
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    // A click that is not recorded would be missing in the playbook.
    if (pointed === undefined)
      return say('The page did not say what is there, so nothing was clicked. Wait until it rests, and click again.');
    const seen = await named(page, pointed);
    const isControl = ['button', 'link', 'control'].includes(seen.kind) || pointed.seen.isPressable;
    const never = isControl ? actInPlace(seen.name, placeOf(pointed, seen), []) : undefined;
    if (never !== undefined) {
      say(`“${seen.name}” stands for ${never.replaceAll('_', ' ')}, which the robot never does. It was not clicked.`);
      return;
    }
    const scroll = await scrollTo(pointed, seen);
    if (seen.kind === 'select') {
      if (scroll !== undefined) record(scroll);
      listed = pointed;
      return set({ options: seen.options ?? [], chosen: pointed.seen.chosen });
    }
    if (seen.kind === 'file') {
      if (scroll !== undefined) record(scroll);
      const { requests } = await act(() => pointed.handle.setInputFiles(proof).catch(() => {}));
      return recordUpload(seen, requests);
    }
    const ofSeveral = pointed.seen.isOfSeveral ? await listOf(page, x, y) : undefined;
    const isEntry = seen.targets.some(({ role }) => role === 'option');
    const held = isEntry ? await hiddenOf(page) : {};
    const outcome = await act(() =>
      letInto(page, 'press', isDouble ? 2 : 1, () => page.mouse.click(x, y, isDouble ? { clickCount: 2 } : {})),
    );
    const { documents, uploaded, changed, ...seenAfter } = outcome;
    const isSent = seenAfter.requests.some(({ as, sent }) => sent && as === 'write');
    const isGone =
      isSent && seenAfter.to === null && (await soon(context, pointed.handle.evaluate(inField.isOut))) === true;
    const rest = { ...seenAfter, ...(isGone ? { gone: true as const } : {}) };
    const [document] = documents;
    if (scroll !== undefined && (document !== undefined || uploaded || seen.kind !== 'text' || changed)) record(scroll);
    if (document !== undefined) return download(seen, document.url);
    if (uploaded) return recordUpload(seen, rest.requests);
    if (isEntry && rest.to === null) await notePick(page, seen.name, held);
    if (seen.kind === 'field' || seen.kind === 'password') await focus(pointed, seen);
    const isNothing = rest.to === null && rest.requests.length === 0 && rest.shown === undefined;
    // What a page draws by itself to be pressed may open a part of it without any request.
    const isPressed = pointed.seen.isPressable || seen.opensList === true || (seen.kind === 'text' && changed);
    const isIdle = seen.kind === 'field' || seen.kind === 'password' || seen.kind === 'text';
    if (isNothing && isIdle && !isPressed) return;
    if (seen.targets.length === 0) say(`Nothing names “${seen.name}” alone: the step needs another target.`);
    const on = ofSeveral === undefined ? seen : { ...seen, ofSeveral };
    record({ did: 'click', on, ...(isDouble ? { double: true as const } : {}), outcome: rest });
    if (rest.closed === true) record({ did: 'close' });
  }

  /** The one hidden field that is another one since an entry was picked has its id. */
  async function notePick(page: Page, entry: string, before: Readonly<Record<string, string>>): Promise<void> {
    const filled = Object.entries(await hiddenOf(page)).filter(
      ([name, value]) => value !== '' && before[name] !== value,
    );
    const [[name, value] = [], another] = filled;
    if (name !== undefined && another === undefined) picked = { ...picked, [`${name}=${value}`]: entry };
  }

  /** The names of the list that an entry belongs to. */
  async function listOf(page: Page, x: number, y: number): Promise<readonly Target[]> {
    const list = await pointedAt(page, { x, y, as: 'list' });
    return list === undefined ? [] : (await named(page, list)).targets;
  }

  function closeList(): void {
    listed = null;
    set({ options: null, chosen: null });
  }

  /** Whether a name may be that of a list or a filter there. What the click sends is held where it is more than a reading. */
  function placeOf({ seen: { sendsForm } }: PointedHandle, { href, targets }: SeenElement): ControlPlace {
    const role = targets.find((target) => target.role !== undefined)?.role ?? '';
    const shows = href === undefined ? /^(?:tab|menuitem)$/.test(role) : !/^\s*javascript:/i.test(href);
    return {
      showsOnly: shows && !sendsForm,
      isData: role === 'columnheader' && !sendsForm,
      isRead: !sendsForm,
      onlyReads: state.part !== 'prepare' && state.part !== 'submit',
      isBox: isBox(role),
    };
  }

  /** Does an input of the recorder in a window that may be a person's. */
  async function letInto(
    page: Page,
    kind: Parameters<LetIn>[1],
    count: number,
    input: () => Promise<void>,
  ): Promise<void> {
    await parts.letIn?.(page, kind, count);
    try {
      await input();
    } finally {
      if (!page.isClosed()) await parts.letIn?.(page, kind, 0);
    }
  }

  async function hover(x: number, y: number): Promise<void> {
    await flush();
    const page = current();
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    if (pointed === undefined) return say('The page did not say what is there. Wait until it rests, and try again.');
    const seen = await named(page, pointed);
    const scroll = await scrollTo(pointed, seen);
    if (scroll !== undefined) record(scroll);
    await act(() => page.mouse.move(x, y));
    record({ did: 'hover', on: seen });
  }

  async function askFor(x: number, y: number, question: string): Promise<void> {
    await flush();
    const page = current();
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    const seen = pointed === undefined ? undefined : await named(page, pointed);
    if (pointed === undefined || seen === undefined || !['field', 'password'].includes(seen.kind))
      return say('What a person is asked for is typed into a field: point at one.');
    await mask(pointed);
    await within(pointed.handle.focus());
    record({ did: 'ask', on: seen, question });
    askedFor.add(JSON.stringify(seen.targets[0] ?? seen.name));
    focused = { pointed, seen, before: seen.text, isTyped: false, typed: '', isAsked: true };
    say('Type now what belongs there; it is recorded nowhere.');
  }

  function download(seen: SeenElement, url: string): void {
    const { pathname, search } = new URL(url);
    record({ did: 'download', on: seen, address: `${pathname}${search}`, byClick: seen.href !== url });
    say('The document was found.');
  }

  function recordUpload(seen: SeenElement, requests: readonly SeenRequest[]): void {
    // A portal that takes the file at once asks for no more than that: it is one of the reads.
    const sent = requests.flatMap((each) =>
      each.sent && each.as !== 'write' ? [{ ...each, as: 'read' as const }] : [],
    );
    if (requests.some(({ as }) => as === 'write'))
      say('An upload that is the write itself has no step: the write is what sends the form with the file.');
    record({ did: 'upload', on: seen, ...(sent.length === 0 ? {} : { requests: sent }) });
  }

  /** What a person scrolled to before they used it is scrolled to by a task as well. */
  async function scrollTo(pointed: PointedHandle, seen: SeenElement): Promise<Act | undefined> {
    const list = scrolled;
    if (list === null || !pointed.seen.isNew || seen.targets.length === 0) return undefined;
    const around = list.seen.isPage ? undefined : await named(current(), list);
    return {
      did: 'scroll',
      on: seen,
      ...(around === undefined || around.targets.length === 0 ? {} : { list: around }),
    };
  }

  async function wheel({ x, y, dx, dy }: Extract<LiveCommand, { do: 'wheel' }>): Promise<void> {
    scrolled ??= (await pointedAt(current(), { x, y, as: 'scroller' })) ?? null;
    await within(current().mouse.move(x, y));
    await within(letInto(current(), 'wheel', 1, () => current().mouse.wheel(dx, dy)));
  }

  async function press(key: string): Promise<void> {
    const page = current();
    if (key === 'Tab' || !pressedKeys.includes(key as PressedKey)) {
      if (focused !== null) Object.assign(focused, { isTyped: true, ...(key === 'Tab' ? {} : { typed: null }) });
      if (key === 'Tab') await flush();
      await within(letInto(page, 'key', 1, () => page.keyboard.press(key)));
      if (key === 'Tab') await focusActive();
      return;
    }
    const left = focused;
    if (key === 'Enter') await flush();
    const outcome = await act(() => letInto(page, 'key', 1, () => page.keyboard.press(key)));
    const { documents: _documents, uploaded: _uploaded, changed: _changed, ...rest } = outcome;
    const isNothing = rest.to === null && rest.requests.length === 0 && rest.shown === undefined;
    if (left === null || (isNothing && key !== 'Enter' && !key.startsWith('Arrow'))) return;
    if (isNothing && key === 'Enter') return;
    record({ did: 'press', key: key as PressedKey, on: left.seen, outcome: rest });
  }

  async function focusActive(): Promise<void> {
    const pointed = await pointedAt(current(), { active: true });
    if (pointed === undefined) return;
    const seen = await named(current(), pointed);
    if (seen.kind === 'field' || seen.kind === 'password') await focus(pointed, seen);
  }

  async function type(text: string): Promise<void> {
    if (focused === null) await focusActive();
    // As in the step, what is typed takes the place of what is there.
    if (focused?.isTyped === false) await soon(context, focused.pointed.handle.evaluate(inField.select));
    if (focused !== null) {
      focused.isTyped = true;
      if (focused.typed !== null) focused.typed += text;
    }
    await within(current().keyboard.insertText(text));
  }

  async function typeLogin(what: LoginPart): Promise<void> {
    if (focused === null) await focusActive();
    if (focused === null) return say('Click the field first.');
    if (credentials === null) return say('No login is stored for this portal.');
    let value: string | undefined = credentials[what === 'totp' ? 'totp_secret' : what];
    if (what === 'totp' && value !== undefined) {
      value = await parts.oneTimeCode(value);
      codes.push(value);
    }
    if (value === undefined) return say('This login has no one-time codes.');
    await mask(focused.pointed);
    Object.assign(focused, { isTyped: true, typed: null });
    await soon(context, focused.pointed.handle.evaluate(inField.select));
    await within(current().keyboard.insertText(value));
  }

  async function choose(option: string): Promise<void> {
    const pointed = listed;
    const { chosen, options } = state;
    closeList();
    if (pointed === null) return;
    const seen = await named(current(), pointed);
    const all =
      chosen === null
        ? option
        : chosen.includes(option)
          ? chosen.filter((each) => each !== option)
          : [...chosen, option];
    const outcome = await act(async () => {
      await pointed.handle.selectOption([all].flat().map((label) => ({ label }))).catch(() => {});
    });
    const { documents: _documents, uploaded: _uploaded, changed: _changed, ...rest } = outcome;
    record({ did: 'choose', on: seen, option: all, outcome: rest });
    // Of a list of several the next one may be picked.
    if (typeof all === 'string' || rest.to !== null) return;
    listed = pointed;
    set({ options, chosen: all });
  }

  async function go(to: string): Promise<void> {
    await flush();
    const address = URL.canParse(to, setup.origin) ? new URL(to, setup.origin) : undefined;
    if (address === undefined || !origins.has(address.origin)) return say(`${to} is not an address of this portal.`);
    // A page that hangs keeps its window from going anywhere.
    if ((await soon(context, current().title())) === undefined) await again(current(), null, '');
    const opening = async (): Promise<void> => {
      await current()
        .goto(address.href, { timeout: pageMs, waitUntil: 'load' })
        .catch((error: Error) => {
          if (!/ERR_ABORTED|interrupted/.test(error.message)) say(`The page did not come: ${plainError(error)}`);
        });
    };
    const outcome = await act(opening, pageMs + windowMs);
    // No step declares what a page asks for while it comes, whatever the person called it: it is one of the reads.
    const requests = outcome.requests.flatMap((each) =>
      each.sent && each.as !== 'write' ? [{ ...each, as: 'read' as const }] : [],
    );
    record({ did: 'go', to: outcome.to ?? (await look()), ...(requests.length === 0 ? {} : { requests }) });
  }

  async function changePart(part: RecordedPart): Promise<void> {
    await flush();
    if (state.part === 'login' && part !== 'login') await whoIsSignedIn();
    set({ part });
    if (part === 'login' || state.address === '') return;
    // Each recipe begins in a browser of its own: with a page that it opens.
    const { pathname, search, hash } = new URL(current().url());
    // A page whose address differs behind the # only stays, and shows what no new browser would.
    if (hash !== '') await soon(context, current().goto('about:blank', { timeout: pageMs }), pageMs);
    await go(`${pathname}${search}${hash}`);
  }

  async function whoIsSignedIn(): Promise<void> {
    if (credentials === null || isSignedInMarked) return;
    for (const { text } of await placesOf(current(), credentials.username)) {
      const template = text.replaceAll(credentials.username, '{{account.username}}');
      // The words have to be there once.
      if ((await locate(current(), { text }).count()) !== 1) continue;
      record({ did: 'signed_in', on: { kind: 'text', name: template, text: template, targets: [{ text: template }] } });
      return;
    }
    say('Nothing on this page shows who is signed in: mark the place before you record the steps.');
  }

  async function mark(command: Extract<LiveCommand, { do: 'read' | 'rows' | 'absent' | 'signed_in' }>): Promise<void> {
    await flush();
    const page = current();
    const { x, y } = command;
    const table = command.do === 'rows' ? await pointedAt(page, { x, y, as: 'table' }) : undefined;
    const pointed = table?.seen.kind === 'table' ? table : await pointedAt(page, { x, y, as: 'read' });
    if (pointed === undefined) return say('There is nothing to read there.');
    const seen = await named(page, pointed);
    if (command.do === 'signed_in' && seen.text === '') return markSign(page, x, y);
    if (seen.targets.length === 0) return say(`Nothing names “${seen.name}” alone: point at another place.`);
    const scroll = command.do === 'read' ? await scrollTo(pointed, seen) : undefined;
    if (scroll !== undefined) record(scroll);
    if (command.do === 'absent') return record({ did: 'absent', on: seen });
    if (command.do === 'read') return record({ did: 'read', on: seen, fact: command.fact });
    if (command.do === 'signed_in') {
      const place = (text: string): string =>
        credentials === null ? text : text.replaceAll(credentials.username, '{{account.username}}');
      // As it is found, where its style sheet shows capitals.
      const text = place(seen.targets.find((target) => target.text !== undefined)?.text ?? seen.text);
      return record({ did: 'signed_in', on: { ...seen, name: text, text, targets: [{ text }] } });
    }
    const part = state.part === 'login' ? undefined : state.part;
    const needed = part === undefined ? undefined : neededFacts[setup.taskType]?.[part];
    const fact = needed?.find(({ name }) => name === command.fact);
    if (fact === undefined) return say(`This recipe reads no ${command.fact}.`);
    if (seen.kind !== 'table') return record({ did: 'read_none', on: seen, fact: fact.name });
    const columns = seen.columns ?? [];
    const shown = columnsOfSamples(columns, pointed.seen.rows ?? [], setup.samples);
    record({ did: 'read_rows', on: seen, fact: fact.name, columns: guessColumns(columns, fact, shown) });
    if (!pointed.seen.saysEmpty) return;
    const words = await pointedAt(page, { x, y, as: 'read' });
    const none = words === undefined ? undefined : await named(page, words);
    if (none !== undefined && none.targets.length > 0) record({ did: 'read_none', on: none, fact: fact.name });
  }

  /** Who is signed in may be shown by a control without a text, such as a picture of the person. */
  async function markSign(page: Page, x: number, y: number): Promise<void> {
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    const seen = pointed === undefined ? undefined : await named(page, pointed);
    if (seen === undefined || seen.targets.length === 0)
      return say('Nothing there says who is signed in: point at another place.');
    record({ did: 'signed_in', on: seen });
  }

  async function lookAt(x: number, y: number, as: 'press' | 'read' | 'table'): Promise<void> {
    const page = current();
    const pointed = await pointedAt(page, { x, y, as });
    if (pointed === undefined) return set({ pointed: null });
    const seen = veil(await named(page, pointed, 2));
    const target = seen.targets.length === 0 ? null : targetText(bestTarget(seen, setup.samples));
    const isLogin = state.part === 'login' && (seen.kind === 'field' || seen.kind === 'password');
    set({
      pointed: {
        kind: seen.kind,
        name: seen.name,
        target,
        text: isLogin || isAskedFor(seen) ? '' : seen.text.slice(0, 200),
        box: pointed.box,
      },
    });
  }

  async function run(command: LiveCommand): Promise<void> {
    switch (command.do) {
      case 'look':
        return lookAt(command.x, command.y, command.as);
      case 'click':
        return click(command.x, command.y, command.double === true);
      case 'hover':
        return hover(command.x, command.y);
      case 'ask':
        return askFor(command.x, command.y, command.question);
      case 'wheel':
        return wheel(command);
      case 'text':
        return type(command.text);
      case 'key':
        return press(command.key);
      case 'login':
        return typeLogin(command.what);
      case 'option':
        return choose(command.option);
      case 'go':
        return go(command.to);
      case 'part':
        return changePart(command.part);
      case 'read':
      case 'rows':
      case 'absent':
      case 'signed_in':
        return mark(command);
      case 'close':
        if (windows.length < 2) return undefined;
        await within(current().close());
        return record({ did: 'close' });
      // A rehearsal has a browser of its own, and these three are done at once.
      case 'next':
      case 'run':
      case 'again':
      case 'rehearse':
      case 'allow':
      case 'answer':
      case 'decide':
      default:
        return undefined;
    }
  }

  function decide(request: number, decision: Decision): void {
    if (asked?.held.id !== request) return;
    if (asked.held.refused !== null) return asked.answer('hold');
    if (decision !== 'send') return asked.answer(decision);
    // A worker that was stopped for a while may have been replaced, and its browser too.
    void parts
      .isOurs()
      .catch(() => false)
      .then((ours) => {
        if (!ours) say('The write was not released, because this browser may have been replaced. Release it again.');
        else if (asked?.held.id === request) asked.answer('send');
      });
  }

  /** What was aimed at a page is not done to the next one. */
  const isAimed = (command: LiveCommand): boolean =>
    ['click', 'hover', 'ask', 'option', 'read', 'rows', 'absent', 'signed_in', 'close'].includes(command.do) ||
    (command.do === 'key' && command.key === 'Enter');

  const live: LiveBrowser = {
    hear({ from, n, command }) {
      const before = state.heard[from] ?? 0;
      if (n <= before) return;
      const others = Object.entries(state.heard).filter(([page]) => page !== from);
      set({ heard: Object.fromEntries([...others.slice(1 - mostPages), [from, n]]) });
      live.do(command);
    },
    do(command) {
      if (command.do === 'decide') return decide(command.request, command.decision);
      if (command.do === 'answer') return prompted?.(command.value);
      if (command.do === 'allow') {
        (command.as === 'portal' ? origins : assetOrigins).add(command.origin);
        if (command.as === 'portal') parts.onOrigin(command.origin);
        set({ elsewhere: state.elsewhere.filter(({ origin }) => origin !== command.origin) });
        return;
      }
      // What is pointed at in the meantime is of no interest any more.
      if (command.do === 'look' && waiting > 0) return;
      waiting += 1;
      const askedAt = performance.now();
      queue = queue
        .then(() => {
          if (closed) return undefined;
          if (isAimed(command) && askedAt < pageCameAt)
            return say(
              'Another page came before that could be done. Look at the picture, and do it again if it is right.',
            );
          return run(command);
        })
        .catch((error: Error) => {
          if (!closed) say(`That did not work: ${plainError(error)}`);
        })
        .finally(() => (waiting -= 1));
    },
    state: () => state,
    isActing: () => acting !== null || waiting > 0,
    open(address, storage) {
      waiting += 1;
      queue = queue
        .then(() => (closed ? undefined : openAgain(new URL(address, setup.origin).href, storage)))
        .catch((error: Error) => {
          if (!closed) say(`The page did not come: ${plainError(error)}`);
        })
        .finally(() => (waiting -= 1));
    },
    async storage() {
      const page = windows.at(-1);
      return page === undefined ? undefined : soon(context, storageOf(page));
    },
    async idle() {
      await queue;
    },
    async close() {
      closed = true;
      asked?.answer('hold');
      prompted?.(null);
      if (screencast !== null) await soon(context, screencast.stop());
      await soon(context, context.close());
    },
  };
  return live;

  /** What the page asks for while it comes is asked about, as when a person opens it. */
  async function openAgain(address: string, storage: PageStorage | undefined): Promise<void> {
    const page = current();
    if (storage !== undefined) await putStorage(page, storage, pageMs);
    await act(async () => {
      await page.goto(address, { timeout: pageMs, waitUntil: 'load' }).catch(() => {});
    }, pageMs + windowMs);
    // No page of this browser was there before: what is pressed while this one comes to rest is meant for it.
    pageCameAt = navigatedAt;
  }

  function plainError(error: Error): string {
    return veiledText(error.message.split('\n')[0] ?? 'the browser failed', {
      username: '',
      password: credentials?.password ?? '',
      codes,
      answers,
    });
  }
}

function words(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}._@-]+/u);
}
