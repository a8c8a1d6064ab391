/** What the parts of a live browser share: the state that the page of the studio sees, what is recorded, and what never is. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import type {
  Act,
  LeftRequest,
  RecordedAct,
  RecordedPart,
  SeenDialog,
  SeenElement,
  SeenRequest,
  SeenTraffic,
  StudioSetup,
} from '../../domain/dispatch/studio/acts.ts';
import { type LiveState, noState } from '../../domain/dispatch/studio/live.ts';
import { masked, maskedText, namedForAccount } from '../../domain/dispatch/studio/mask-login.ts';
import type { AssetCache } from '../asset-cache.ts';
import type { PortalCredentials } from '../credentials.ts';
import { inTime } from './answering.ts';
import { namedOn, type PointedHandle } from './pointed-at.ts';

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

/** Something that a person does, while it is done. */
export interface Acting {
  readonly requests: SeenRequest[];
  readonly documents: { readonly url: string }[];
  readonly dialogs: SeenDialog[];
  /** Addresses of the documents that the window got, also of those that led on. */
  readonly led: URL[];
  /** Questions of the page that wait for the person. */
  asking: number;
  /** Requests of scripts without an answer, and documents of the window. */
  data: number;
  pages: number;
  /** Documents and routes that a window got, … */
  navigated: number;
  /** … and the documents of these. */
  loaded: number;
  popup: boolean;
  closed: boolean;
  /** The page asked for a file, and got it. */
  uploaded: boolean;
  touchedAt: number;
}

export interface LiveSession {
  readonly parts: LiveBrowserParts;
  /** What an upload field gets. */
  readonly proof: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  readonly origins: Set<string>;
  readonly assetOrigins: Set<string>;
  /** One-time codes and passwords that were typed, and what a person answered: in nothing that is recorded or shown. */
  readonly codes: string[];
  readonly answers: string[];
  acting: Acting | null;
  isClosed: boolean;
  /** What the person scrolled since the last act; what was there before is noted in the page. */
  scrolled: PointedHandle | null;
  /** What was picked from lists of the page that keep its id in a hidden field. */
  picked: Record<string, string>;
  readonly state: () => LiveState;
  readonly set: (change: Partial<LiveState>) => void;
  /** Puts a notice on the page of the studio. */
  readonly say: (sentence: string) => void;
  readonly record: (act: Act) => void;
  readonly isSignedInMarked: () => boolean;
  /** The value without the login, codes and answers. */
  readonly mask: <T>(value: T) => T;
  readonly plainError: (error: Error) => string;
  /** An element of the page with the targets that name it alone. */
  readonly named: (page: Page, pointed: PointedHandle, most?: number) => Promise<SeenElement>;
  /** @throws PageHangs */
  readonly within: (work: Promise<unknown>, withinMs?: number) => Promise<void>;
  /** Does an input of the recorder in a window that may be a person's. */
  readonly letInto: (
    page: Page,
    kind: Parameters<LetIn>[1],
    count: number,
    input: () => Promise<void>,
  ) => Promise<void>;
}

const mostNotices = 6;
/** How long a page may take for an input. */
export const inputMs = 15_000;

export function openSession(parts: LiveBrowserParts): LiveSession {
  const { context, credentials, setup } = parts;
  const codes: string[] = [];
  const answers: string[] = [];
  let state: LiveState = {
    ...noState,
    part: parts.part,
    changes: parts.changes,
    heard: parts.heard,
    notices: parts.notices,
    browser: randomUUID(),
  };
  let { isSignedInMarked } = parts;
  // The row with our mark is the one that was written; any other number may be in several.
  const { mark: ownMark, ...otherSamples } = setup.samples;
  const inOrder = [...(ownMark === undefined ? [] : [ownMark]), ...Object.values(otherSamples)];

  const session: LiveSession = {
    parts,
    proof: { name: 'pod.pdf', mimeType: 'application/pdf', buffer: parts.file },
    origins: new Set([setup.origin, ...parts.origins]),
    assetOrigins: new Set(parts.assetOrigins),
    codes,
    answers,
    acting: null,
    isClosed: false,
    scrolled: null,
    picked: {},
    state: () => state,
    set(change) {
      // An address may say who is signed in.
      const { address } = change;
      state = { ...state, ...change, ...(address === undefined ? {} : { address: session.mask(address) }) };
      parts.onState();
    },
    say: (sentence) => session.set({ notices: [...state.notices, session.mask(sentence)].slice(-mostNotices) }),
    record(act) {
      if (act.did === 'signed_in') isSignedInMarked = true;
      session.scrolled = null;
      const plain = session.mask({ ...act, part: state.part });
      // A page of the sign-in says to whom it speaks ("Password for jdoe").
      const isNamed = state.part === 'login' && 'on' in plain;
      const username = credentials?.username ?? '';
      const named = isNamed ? { ...plain, on: namedForAccount(plain.on, username) } : plain;
      parts.onAct({ ...named, id: randomUUID() });
      session.set({ changes: state.changes + 1 });
    },
    isSignedInMarked: () => isSignedInMarked,
    mask: (value) =>
      masked(value, { username: credentials?.username ?? '', password: credentials?.password ?? '', codes, answers }),
    plainError: (error) =>
      maskedText(error.message.split('\n')[0] ?? 'the browser failed', {
        username: '',
        password: credentials?.password ?? '',
        codes,
        answers,
      }),
    named: (page, pointed, most) => namedOn(page, pointed, { most, samples: inOrder }),
    within: (work, withinMs = parts.inputMs ?? inputMs) => inTime(context, work, withinMs),
    async letInto(page, kind, count, input) {
      await parts.letIn?.(page, kind, count);
      try {
        await input();
      } finally {
        if (!page.isClosed()) await parts.letIn?.(page, kind, 0);
      }
    },
  };
  return session;
}
