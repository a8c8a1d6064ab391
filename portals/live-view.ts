/** Shows the browser of a run to anyone who looks at it, and nothing of what has to be hidden. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { liveWindow } from '../domain/dispatch/studio/live.ts';
import type { RunWindow } from './run-capability.ts';

interface LiveViewOptions {
  /** null: what is shown is hidden. */
  readonly onFrame: (jpeg: Buffer | null) => Promise<void>;
  readonly leastMs: number;
  readonly quality: number;
  /** Of the picture to the window; 1 where it is not given. */
  readonly scale?: number;
}

export interface LiveView {
  stop(): Promise<void>;
}

/** What is shown right after something hidden may still be a picture of it. */
const settleMs = 400;

/** Between two attempts to show a page. */
const againMs = 100;

export async function openLiveView({ context, isHidden }: RunWindow, options: LiveViewOptions): Promise<LiveView> {
  let screencast: Screencast | undefined;
  let stopped = false;
  let hiddenAt = -Infinity;
  let again: NodeJS.Timeout | undefined;

  let showing = Promise.resolve();
  /** One after the other: of two at once, one would be left that nobody stops. */
  const show = (): Promise<void> => (showing = showing.then(showNewest));

  async function showNewest(): Promise<void> {
    const before = screencast;
    screencast = undefined;
    await before?.stop();
    const { leastMs, quality, scale = 1 } = options;
    // A page that is on its way elsewhere may refuse; it is asked again until it is closed.
    for (;;) {
      const page = context.pages().at(-1);
      if (stopped || page === undefined || page.isClosed()) return;
      screencast = await startScreencast(page, { leastMs, quality, scale, onFrame: (jpeg) => pass(page, jpeg) }).catch(
        () => undefined,
      );
      if (screencast !== undefined) return;
      await delay(againMs);
    }
  }

  async function pass(page: Page, jpeg: Buffer): Promise<void> {
    const now = performance.now();
    if (isHidden(page.url())) hiddenAt = now;
    const isTooSoon = now - hiddenAt < settleMs;
    clearTimeout(again);
    if (isTooSoon) again = setTimeout(() => lookAgain(page), settleMs);
    await options.onFrame(isTooSoon ? null : jpeg);
  }

  /** A page that rests gives no other frame after one that came too soon. */
  function lookAgain(page: Page): void {
    if (stopped || page.isClosed()) return;
    if (!isHidden(page.url())) return void show();
    hiddenAt = performance.now();
    again = setTimeout(() => lookAgain(page), settleMs);
  }

  const onPage = (page: Page): void => {
    page.once('close', () => void show());
    void show();
  };
  context.on('page', onPage);
  await show();
  return {
    async stop() {
      stopped = true;
      clearTimeout(again);
      context.off('page', onPage);
      await showing;
      await screencast?.stop();
    },
  };
}

/** The picture of a window as it changes: JPEG frames of the browser's own screencast, as many as somebody can look at. */
interface ScreencastOptions {
  /** Resolves when the frame is on its way; the next one is not taken before. */
  readonly onFrame: (jpeg: Buffer) => Promise<void>;
  /** Between two frames. */
  readonly leastMs: number;
  readonly quality: number;
  readonly scale?: number;
}

export interface Screencast {
  stop(): Promise<void>;
}

export async function startScreencast(
  page: Page,
  { onFrame, leastMs, quality, scale = 1 }: ScreencastOptions,
): Promise<Screencast> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let stopped = false;
  session.on('Page.screencastFrame', (frame) => {
    void passOn(frame.data, frame.sessionId).catch(() => {});
  });

  /** The browser makes the next frame when this one is acknowledged: a page that never rests costs no more than that. */
  async function passOn(data: string, id: number): Promise<void> {
    const began = performance.now();
    try {
      if (!stopped) await onFrame(Buffer.from(data, 'base64'));
    } finally {
      const leftMs = leastMs - (performance.now() - began);
      if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
      if (!stopped) await session.send('Page.screencastFrameAck', { sessionId: id });
    }
  }

  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality,
    maxWidth: liveWindow.width * scale,
    maxHeight: liveWindow.height * scale,
  });
  return {
    async stop() {
      stopped = true;
      await session.send('Page.stopScreencast').catch(() => {});
      await session.detach().catch(() => {});
    },
  };
}
