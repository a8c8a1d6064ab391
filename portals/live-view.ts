/** Shows the browser of a run to whoever looks at it, and nothing of what has to be hidden. */
import type { Page } from 'playwright-core';
import type { RunWindow } from './run-capability.ts';
import { startScreencast } from './studio/screencast.ts';
import type { Screencast } from './studio/screencast.ts';

export interface LiveViewOptions {
  /** null: what is shown is hidden. */
  readonly onFrame: (jpeg: Buffer | null) => Promise<void>;
  readonly leastMs: number;
  readonly quality: number;
}

export interface LiveView {
  stop(): Promise<void>;
}

/** What is shown right after something hidden may still be a picture of it. */
const settleMs = 400;

export async function openLiveView({ context, isHidden }: RunWindow, options: LiveViewOptions): Promise<LiveView> {
  let screencast: Screencast | undefined;
  let stopped = false;
  let hiddenAt = -Infinity;

  async function show(): Promise<void> {
    const before = screencast;
    screencast = undefined;
    await before?.stop();
    const page = context.pages().at(-1);
    if (stopped || page === undefined) return;
    const { leastMs, quality } = options;
    screencast = await startScreencast(page, { leastMs, quality, onFrame: (jpeg) => pass(page, jpeg) }).catch(
      () => undefined,
    );
  }

  async function pass(page: Page, jpeg: Buffer): Promise<void> {
    const now = performance.now();
    if (isHidden(page.url())) hiddenAt = now;
    await options.onFrame(now - hiddenAt < settleMs ? null : jpeg);
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
      context.off('page', onPage);
      await screencast?.stop();
    },
  };
}
