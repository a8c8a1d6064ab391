/** Finds the element that a person points at, and the targets that name it and nothing else on its page. */
import type { BrowserContext, ElementHandle, Frame, Locator, Page } from 'playwright-core';
import type { SeenElement } from '../../domain/dispatch/studio/acts.ts';
import { type Cents, readMoney, readPlainAmount } from '../../domain/dispatch/money.ts';
import { candidateTargets } from '../../domain/dispatch/studio/candidates.ts';
import type { PointedAt } from '../../domain/dispatch/studio/candidates.ts';
import type { PointedElement } from '../../domain/dispatch/studio/live.ts';
import { answerOf } from '../../domain/dispatch/studio/templates.ts';
import type { Target } from '../../domain/dispatch/playbook/target.ts';
import type { Place } from '../driver.ts';
import { locate } from '../locate.ts';
import { askedOf, asking, carried, registerEngine, scriptExpression } from '../page-reading.ts';
import { longestWaitMs } from '../own-lag.ts';
import { lookMs, soon } from './answering.ts';

/** Registered when the first recording of a process begins: no task gets it before. */
const script = scriptExpression(new URL('./pointed-at.js', import.meta.url));
const elementEngine = registerEngine(
  'studio_element',
  `(() => {
      const { find } = (${script})();
      const queryAll = (root, selector) => { const found = find(${askedOf}); return found === null ? [] : [found]; };
      return { query: (root, selector) => queryAll(root, selector)[0] ?? null, queryAll };
    })()`,
);
const readingEngine = registerEngine(
  'studio_reading',
  `(() => {
      const own = (${script})();
      const carry = (selector) => {
        const { read, asked } = ${askedOf};
        const carrier = document.createElement('data');
        carrier.textContent = JSON.stringify(own[read](asked) ?? null);
        return carrier;
      };
      return { query: (root, selector) => carry(selector), queryAll: (root, selector) => [carry(selector)] };
    })()`,
);

export type Asked =
  | { readonly x: number; readonly y: number; readonly as: 'press' | 'read' | 'table' | 'list' | 'scroller' }
  | { readonly active: true };

interface Described extends Omit<PointedAt, 'role' | 'accessibleName' | 'frame'> {
  readonly isFrame: false;
  /** Of a control that shows a mere sign or icon: what the guard will call it, which browsers call by the letter of its font. */
  readonly calledBySign: string | null;
  readonly href: string | null;
  readonly sendsForm: boolean;
  readonly options: readonly string[] | null;
  /** Short texts of the list that it is an entry of, whoever draws it. */
  readonly entries: readonly string[];
  /** Of a table that was asked for: the texts of its cells. */
  readonly rows: readonly (readonly string[])[] | null;
  readonly opensList: boolean;
  /** Of a list of the browser of which several can be chosen. */
  readonly chosen: readonly string[] | null;
  readonly isOfSeveral: boolean;
  /** An entry of a list whose roles are in one that nobody sees. */
  readonly isDrawnEntry: boolean;
  /** It was not there when the person began to scroll. */
  readonly isNew: boolean;
  readonly isPage: boolean;
  /** Of a table: the point is on what it says in place of its rows. */
  readonly saysEmpty: boolean;
  /** The pointer over it says that it is pressed. */
  readonly isPressable: boolean;
  readonly box: PointedElement['box'];
}
type Found = Described | { readonly isFrame: true; readonly frame: string; readonly x: number; readonly y: number };

/** An element on the page, held by identity. */
export interface PointedHandle {
  readonly handle: ElementHandle;
  readonly seen: Described & Pick<PointedAt, 'frame' | 'isPressed'>;
  readonly locator: Locator;
  readonly box: PointedElement['box'];
}

/** Frames in frames that are looked into. */
const deepestFrame = 6;
/** Targets that are kept of each element. */
const mostTargets = 4;

const contextOf = (subject: Frame | Page): BrowserContext => ('page' in subject ? subject.page() : subject).context();

async function reading<T>(subject: Frame | Page, read: string, asked: unknown): Promise<T | undefined> {
  const engine = await readingEngine;
  const text = await soon(contextOf(subject), carried(subject, asking(engine, { read, asked })));
  return text === undefined || text === null ? undefined : ((JSON.parse(text) ?? undefined) as T | undefined);
}

/** What is at a point or has the focus, also in a frame. */
export async function pointedAt(page: Page, asked: Asked): Promise<PointedHandle | undefined> {
  let frame: Frame = page.mainFrame();
  let inFrame: string | null = null;
  let at = asked;
  let [left, top] = [0, 0];
  for (let depth = 0; depth < deepestFrame; depth += 1) {
    const found: Found | undefined = await reading<Found>(frame, 'describe', at);
    const locator = frame.locator(asking(await elementEngine, at));
    const handle = await soon(page.context(), locator.elementHandle({ timeout: longestWaitMs(lookMs) }));
    if (found === undefined || handle === undefined || handle === null) return undefined;
    if (!found.isFrame) {
      const box = { ...found.box, x: found.box.x + left, y: found.box.y + top };
      const isPressed = 'as' in at && at.as === 'press';
      return { handle, seen: { ...found, frame: inFrame, isPressed }, locator, box };
    }
    const inner = await soon(page.context(), handle.contentFrame());
    await handle.dispose();
    if (inner === undefined || inner === null) return undefined;
    if ('x' in at) at = { x: at.x - found.x, y: at.y - found.y, as: at.as };
    left += found.x;
    top += found.y;
    inFrame = [inFrame, found.frame].filter((name) => name !== null && name !== '').join(' > ') || null;
    frame = inner;
  }
  return undefined;
}

/**
 * Where the click is done: an icon in the box of a field stands for the field, as its arrow does, and a task presses the field
 * itself. What another icon there would open must not be recorded as what the field opens.
 */
export function pressPoint(
  { seen, box }: PointedHandle,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  if (seen.kind !== 'field' || isInside || box.width < 2 || box.height < 2) return { x, y };
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Everything a step needs to know of an element; what names it was tried on the page. */
export async function namedOn(
  page: Page,
  pointed: PointedHandle,
  { most = mostTargets, samples }: { readonly most?: number | undefined; readonly samples: readonly string[] },
): Promise<SeenElement> {
  const { seen } = pointed;
  const { role, name: spoken } = await ariaOf(pointed);
  const name = seen.calledBySign !== null && !/[\p{L}\p{N}]/u.test(spoken) ? seen.calledBySign : spoken;
  const targets: Target[] = [];
  for (const target of candidateTargets({ ...seen, role, accessibleName: name }, samples)) {
    if (targets.length >= most) break;
    if (await namesIt(page, target, pointed)) targets.push(target);
  }
  const { kind, text, href, columns, opensList } = seen;
  const isEntry = seen.isDrawnEntry && (await namesIt(page, { option: text }, pointed));
  if (isEntry) targets.push({ role: 'option', name: text });
  // Of other lists nothing is kept that may be of other records.
  const options = seen.options ?? (answerOf(text || name) === undefined ? null : seen.entries);
  return {
    kind,
    targets,
    name: (isEntry ? text : name) || seen.label || seen.beside[0] || text.slice(0, 80) || kind,
    text: kind === 'password' ? '' : text,
    ...(href === null ? {} : { href }),
    ...(options === null ? {} : { options }),
    ...(columns === null ? {} : { columns }),
    ...(opensList ? { opensList } : {}),
  };
}

async function ariaOf({ locator }: PointedHandle): Promise<{ readonly role: string | null; readonly name: string }> {
  const tree = await soon(locator.page().context(), locator.ariaSnapshotJSON({ timeout: longestWaitMs(lookMs) }));
  const [first] = Array.isArray(tree) ? (tree as { role?: string; name?: string }[]) : [];
  return { role: first?.role ?? null, name: first?.name?.replace(/\s+/g, ' ').trim() ?? '' };
}

/** As far as this process knows the elements of a page. */
interface PageElement {
  readonly innerText?: string;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  contains(other: unknown): boolean;
}

/** As far as this process knows the fields of a page. */
interface PageField {
  readonly value?: string;
  readonly innerText?: string;
  readonly style: Record<string, string>;
  select?(): void;
  getRootNode(): { readonly activeElement?: unknown };
}

/** What is done and read in fields. Each runs in the page, and so uses nothing of this file. */
export const inField = {
  value: (node: unknown): unknown => (node as PageField).value ?? (node as PageField).innerText,
  isActive: (node: unknown): boolean => (node as PageField).getRootNode().activeElement === node,
  select: (node: unknown): void => {
    const page = globalThis as unknown as { getSelection(): { selectAllChildren(node: unknown): void } | null };
    const field = node as PageField;
    // An editor is no field of the browser.
    if (field.select === undefined) page.getSelection()?.selectAllChildren(node);
    else field.select();
  },
  isOut: (node: unknown): boolean => {
    const element = node as { isConnected: boolean; getClientRects(): { length: number } };
    return !element.isConnected || element.getClientRects().length === 0;
  },
  mask: (node: unknown): void => {
    (node as PageField).style['webkitTextSecurity'] = 'disc';
  },
};

/** Whether a field shows what was typed into it, perhaps with the signs and letters with which its page writes it. */
export function showsTyped(shown: string, typed: string): boolean {
  const [one, other] = [shown, typed].map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  return [shown, typed].every((text) => amountOf(text) !== undefined) ? isSameAmount(shown, typed) : one === other;
}

/** The same amount, perhaps without its decimals; one in which letters got into the wrong place begins with a zero. */
export function isSameAmount(one: string, other: string): boolean {
  const startsWithZero = (text: string): boolean => /^0\d/.test(text);
  return (
    amountOf(one) !== undefined && amountOf(one) === amountOf(other) && startsWithZero(one) === startsWithZero(other)
  );
}

const amountOf = (text: string): Cents | undefined => readMoney(text) ?? readPlainAmount(text);

/** The element itself, or the cell around it that shows nothing else. Runs in the page, and so uses nothing of this file. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one as PageElement, other as PageElement];
  if (a === b) return true;
  const texts = [a, b].map((node) => (node.innerText ?? '').replace(/\s+/g, ' ').trim());
  // An icon shows no text, and neither does a bar of several: a click in the middle of that one presses another, or none.
  const sides = [a, b].map((node) => node.getBoundingClientRect());
  const isAsLarge = Math.abs((sides[0]?.width ?? 0) - (sides[1]?.width ?? 0)) < 16;
  return (a.contains(b) || b.contains(a)) && texts[0] === texts[1] && (texts[0] !== '' || isAsLarge);
}

/** Whether the target finds this element and no other; what it stands for may be the cell around it. */
async function namesIt(page: Page, target: Place, { handle }: PointedHandle): Promise<boolean> {
  const handles = (await soon(page.context(), locate(page, target).elementHandles())) ?? [];
  try {
    const [found, ...more] = handles;
    if (found === undefined || more.length > 0) return false;
    return (await soon(page.context(), found.evaluate(isSame, handle))) ?? false;
  } finally {
    for (const each of handles) void each.dispose().catch(() => {});
  }
}

interface Message {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export async function messagesOf(page: Page): Promise<Message[]> {
  return (await reading<Message[]>(page, 'messages', null)) ?? [];
}

/** What the lists of a page send, and what people read instead. */
export async function listsOf(page: Page): Promise<Record<string, string>> {
  return (await reading<Record<string, string>>(page, 'options', null)) ?? {};
}

/** What the hidden fields of a page hold, by name. */
export async function hiddenOf(page: Page): Promise<Record<string, string>> {
  return (await reading<Record<string, string>>(page, 'hidden', null)) ?? {};
}

/** Where a text is shown, in the letters of the document: a style sheet may show others. */
export async function placesOf(page: Page, text: string): Promise<Message[]> {
  return (await reading<Message[]>(page, 'whereIs', text)) ?? [];
}
