/** The picture of a window as it changes: JPEG frames of the browser's own screencast, as many as somebody can look at. */
import type { CDPSession, Page } from 'playwright-core';
import { liveWindow } from '../../domain/dispatch/studio/live.ts';

export interface ScreencastOptions {
  /** Resolves when the frame is on its way; the next one is not taken before. */
  readonly onFrame: (jpeg: Buffer) => Promise<void>;
  /** Between two frames. */
  readonly leastMs: number;
  readonly quality: number;
}

export interface Screencast {
  stop(): Promise<void>;
}

export async function startScreencast(
  page: Page,
  { onFrame, leastMs, quality }: ScreencastOptions,
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
    maxWidth: liveWindow.width,
    maxHeight: liveWindow.height,
  });
  return {
    async stop() {
      stopped = true;
      await session.send('Page.stopScreencast').catch(() => {});
      await session.detach().catch(() => {});
    },
  };
}
