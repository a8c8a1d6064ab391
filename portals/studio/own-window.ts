/**
 * A recording in a real window of the person's own: what they press and type there goes to the recorder in place of the page,
 * and the recorder does it as it does everything that comes from the page of the studio.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { readCommand } from '../../domain/dispatch/studio/live.ts';
import type { WindowMark } from '../../domain/dispatch/studio/record-orders.ts';
import { scriptExpression } from '../page-reading.ts';
import { soon } from './answering.ts';
import type { LiveBrowser } from './live-browser.ts';
import type { LetIn } from './live-session.ts';

export interface OwnWindows {
  /** The recorder's own inputs reach the page: what `LiveBrowserParts` wants. */
  readonly letIn: LetIn;
  /** From now on what is done in the windows is done by the recorder. */
  follow(live: LiveBrowser): void;
  mark(mark: WindowMark | null): void;
}

interface OwnWindowParts {
  readonly context: BrowserContext;
  readonly onMarked: () => void;
  readonly onSentence: (sentence: string) => void;
  /** The person closed the last window. */
  readonly onClosed: () => void;
}

interface Heard {
  readonly what: 'click' | 'text' | 'key' | 'option' | 'wheel';
  readonly x?: number;
  readonly y?: number;
  readonly dx?: number;
  readonly dy?: number;
  readonly double?: boolean;
  readonly text?: string;
  readonly key?: string;
  readonly option?: string;
}

const world = 'lanekeeperWindow';
const binding = 'lanekeeperHeard';
const script = `(${scriptExpression(new URL('./own-window.js', import.meta.url))})()`;

interface FollowedPage {
  readonly session: CDPSession;
  /** Execution context → its frame. */
  readonly worlds: Map<number, string>;
}

export function openOwnWindows({ context, onMarked, onSentence, onClosed }: OwnWindowParts): OwnWindows {
  const pages = new Map<Page, Promise<FollowedPage | undefined>>();
  let live: LiveBrowser | undefined;
  let mark: WindowMark | null = null;
  let order: Promise<void> = Promise.resolve();

  context.on('page', (page) => {
    pages.set(
      page,
      followPage(page).catch(() => undefined),
    );
    page.on('close', () => {
      pages.delete(page);
      if (pages.size === 0) onClosed();
    });
  });

  async function followPage(page: Page): Promise<FollowedPage> {
    const session = await context.newCDPSession(page);
    const worlds = new Map<number, string>();
    session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      const { frameId } = (auxData ?? {}) as { frameId?: string };
      if (name === world && frameId !== undefined) worlds.set(id, frameId);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => worlds.delete(executionContextId));
    session.on('Runtime.executionContextsCleared', () => worlds.clear());
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== binding) return;
      const frame = worlds.get(executionContextId);
      // In the order in which it was done, wherever it was done.
      order = order.then(() => hear(page, session, frame, payload)).catch(() => {});
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) void noteAddress(session).catch(() => {});
    });
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: binding, executionContextName: world });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: script,
      worldName: world,
      runImmediately: true,
    });
    return { session, worlds };
  }

  /** An address that the person typed into the window's own bar is a step. */
  async function noteAddress(session: CDPSession): Promise<void> {
    if (live === undefined || live.isActing()) return;
    const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
    const entry = entries[currentIndex];
    if (entry === undefined || !['typed', 'address_bar', 'auto_bookmark'].includes(entry.transitionType)) return;
    if (entry.url.startsWith('http')) live.do({ do: 'go', to: entry.url });
  }

  async function hear(page: Page, session: CDPSession, frame: string | undefined, payload: string): Promise<void> {
    if (live === undefined) return;
    const heard = JSON.parse(payload) as Heard;
    if (page !== context.pages().at(-1))
      return onSentence('Another window is open: work in it, or close it with “close”.');
    const place = await placeOf(session, frame, heard);
    const commands = commandsOf(heard, place);
    for (const command of commands) {
      const read = readCommand(command);
      if (read !== undefined) live.do(read);
    }
  }

  function commandsOf(heard: Heard, place: { readonly x: number; readonly y: number }): object[] {
    switch (heard.what) {
      case 'click': {
        if (mark === null) return [{ do: 'click', ...place, ...(heard.double === true ? { double: true } : {}) }];
        const marked = { ...mark, ...place };
        mark = null;
        onMarked();
        return [marked];
      }
      case 'option':
        return [
          { do: 'click', ...place },
          { do: 'option', option: heard.option ?? '' },
        ];
      case 'wheel':
        return [{ do: 'wheel', ...place, dx: heard.dx ?? 0, dy: heard.dy ?? 0 }];
      case 'text':
        return [{ do: 'text', text: heard.text ?? '' }];
      case 'key':
      default:
        return [{ do: 'key', key: heard.key ?? '' }];
    }
  }

  return {
    async letIn(page, kind, count) {
      const followed = await pages.get(page);
      if (followed === undefined) return;
      const allow = `globalThis.${world}?.allow(${JSON.stringify(kind)}, ${count})`;
      await Promise.all(
        [...followed.worlds.keys()].map((contextId) =>
          soon(context, followed.session.send('Runtime.evaluate', { contextId, expression: allow })),
        ),
      );
    },
    follow(opened) {
      live = opened;
    },
    mark(next) {
      mark = next;
    },
  };
}

/** A point of a frame as a point of the window. */
async function placeOf(
  session: CDPSession,
  frameId: string | undefined,
  { x = 0, y = 0 }: Heard,
): Promise<{ readonly x: number; readonly y: number }> {
  const { frameTree } = await session.send('Page.getFrameTree');
  if (frameId === undefined || frameTree.frame.id === frameId) return { x, y };
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId });
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId });
  const [left = 0, top = 0] = model.content;
  return { x: x + left, y: y + top };
}
