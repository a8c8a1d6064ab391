/**
 * What frames of another origin show of a page's record. A script sees only the documents of one origin: each such frame
 * is asked by itself, and what it shows counts as far as people see the frame.
 */
import type { Frame, Page } from 'playwright-core';
import type { MarkQuery } from '../domain/dispatch/guard/record-mark.ts';
import { type PageAnswer, type PageQuestion, type PartAnswer, answeredReading } from './record-reading.ts';

interface FrameState {
  readonly isShown: boolean;
  /** The document around it can read it, and has. */
  readonly isRead: boolean;
  readonly names: readonly string[];
}

const part = answeredReading<null>('page', '() => null');
const frameState = answeredReading<FrameState>(
  'frame',
  `(frame, displayed) => ({
    isRead: frame.contentDocument !== null && /^(?:iframe|frame|object)$/.test(frame.localName),
    isShown: displayed().isShown(frame, true) && frame.clientWidth > 1 && frame.clientHeight > 1,
    names: ['title', 'name', 'aria-label', 'id'].flatMap((name) => frame.getAttribute(name) ?? []),
  })`,
);
const nothing = { queries: [] } as const;

/** Asks a frame; one that never answers shows nothing. */
type AskFrame = <T>(frame: Frame, ask: (frame: Frame) => Promise<T>, otherwise: T) => Promise<T>;

/** Whose record the page shows, and who is signed in: of its own document, and of its frames of declared origins. */
export async function answerOfPage(page: Page, question: PageQuestion, ask: AskFrame): Promise<PageAnswer> {
  return withOtherFrames(page, await part(page.mainFrame(), question), question, ask);
}

/** @param own what the evaluation that read an element saw of its own origin */
export async function withOtherFrames(
  page: Page,
  own: PartAnswer,
  question: PageQuestion,
  ask: AskFrame,
): Promise<PageAnswer> {
  const { queries, origins = [] } = question;
  if (queries.length === 0) return own;
  const foreign = page.frames().filter((frame) => isOfOtherOrigin(frame));
  const its = own.root === undefined ? undefined : foreign.find((frame) => frame.url() === own.root);
  const others = foreign.filter((frame) => frame !== its && origins.includes(originOf(frame.url())));
  // What the page itself has put into a frame that it may not read: sandboxed, or behind a data: address.
  const sealed = page.frames().filter((frame) => frame !== its && isSealable(frame));
  if (own.root === undefined && others.length === 0 && sealed.length === 0) return own;

  const state = (frame: Frame): Promise<FrameState> =>
    ask(frame, stateOf, { isShown: false, isRead: false, names: [] });
  const shown: (readonly (readonly string[])[])[] = [];
  if (own.root === undefined) shown.push(own.sights);
  else {
    shown.push((await part(page.mainFrame(), { queries })).sights);
    const { isShown, names } = its === undefined ? { isShown: false, names: [] } : await state(its);
    if (isShown)
      shown.push(queries.map((query, n) => (isFrameOf(query, names) ? own.inFrame?.[n] : own.sights[n]) ?? []));
  }
  for (const frame of [...others, ...sealed]) {
    const { isShown, isRead, names } = await state(frame);
    if (!isShown || (isRead && !others.includes(frame))) continue;
    const asked = queries.map((query) => (isFrameOf(query, names) ? withoutFrame(query) : query));
    const answer = await ask<PageAnswer | undefined>(frame, (it) => part(it, { queries: asked }), undefined);
    if (answer !== undefined) shown.push(answer.sights);
  }
  return { row: own.row, sights: queries.map((_, n) => shown.flatMap((sights) => sights[n] ?? [])) };
}

async function stateOf(frame: Frame): Promise<FrameState> {
  const owner = await frame.frameElement();
  try {
    const { value } = await frameState(owner, nothing);
    const parent = frame.parentFrame();
    if (!value.isShown || parent === null || !isInOtherOrigin(parent)) return value;
    return { ...value, isShown: (await stateOf(parent)).isShown };
  } finally {
    // Nobody waits for this; a page that is gone has taken it along.
    owner.dispose().catch(() => {});
  }
}

const isFrameOf = ({ frame }: MarkQuery, names: readonly string[]): boolean =>
  frame !== undefined && names.includes(frame);
function withoutFrame(query: MarkQuery): MarkQuery {
  const { frame, ...rest } = query;
  return frame === undefined ? query : rest;
}

/** Whether a frame may be of an origin that is none: its document came from no address of a portal. */
function isSealable(frame: Frame): boolean {
  return frame.parentFrame() !== null && /^(?:data:|blob:|about:srcdoc)/.test(frame.url());
}

/** Whether a frame begins an origin of its own: one without an address belongs to the document that it lies in. */
function isOfOtherOrigin(frame: Frame): boolean {
  const parent = frame.parentFrame();
  const origin = originOf(frame.url());
  return parent !== null && origin !== '' && origin !== originOf(documentOf(parent).url());
}
function isInOtherOrigin(frame: Frame): boolean {
  const parent = frame.parentFrame();
  return parent !== null && (isOfOtherOrigin(frame) || isInOtherOrigin(parent));
}
function documentOf(frame: Frame): Frame {
  const parent = frame.parentFrame();
  return originOf(frame.url()) === '' && parent !== null ? documentOf(parent) : frame;
}

function originOf(url: string): string {
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url).origin : '';
}
