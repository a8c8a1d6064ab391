/** What has arrived in the windows of one context: the documents and routes of each, and when the page that an act led to has come. */
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { asDriverError, browserEnded, DriverError } from './driver.ts';
import type { BrowserGate } from './gate.ts';
import type { Pressing } from './inspection.ts';
import { type Deadline, type LagWatch, OwnFaultError } from './own-lag.ts';
import { answeredBy } from './page-reading.ts';
import { type AskedData, watchData } from './request-facts.ts';

/** What a window shows before something is done that leads to a page. */
interface Before {
  readonly window: Page;
  readonly count: number;
  readonly documents: number;
  readonly failed: number;
  readonly url: string;
}

export interface Arrivals {
  /** Windows whose page made the last change of view by itself. */
  readonly routed: WeakSet<Page>;
  /** Frames that have had a document. */
  readonly navigated: WeakSet<Frame>;
  /** Frames that did not answer, until they have another document. */
  readonly silent: WeakSet<Frame>;
  /** Windows whose page did not answer in time; what is still asked of them for the evidence waits less. */
  readonly hung: WeakSet<Page>;
  /** What the page of each window has asked for since the last act. */
  readonly data: WeakMap<Page, AskedData>;
  /** What is known of the control that is being pressed. */
  readonly pressings: WeakMap<Page, Pressing>;
  readonly isGone: (window: Page) => boolean;
  readonly count: (window: Page) => number;
  /** Documents that the window has asked for. */
  readonly documents: (window: Page) => number;
  readonly before: (window: Page) => Before;
  /** Waits until the page that an act led to has come and loaded. */
  readonly landed: (then: Before, deadline: Deadline, hasCome?: () => Promise<boolean>) => Promise<void>;
}

/** Watches every window of the context, from the first on; its gate is in place. */
export function watchArrivals(context: BrowserContext, gate: BrowserGate, lag: LagWatch): Arrivals {
  /** Of each window's last new document: how many answers the gate had seen when it began. */
  const begun = new WeakMap<Page, number>();
  const crashed = new WeakSet<Page>();
  const arrivals = new WeakMap<Page, number>();
  /** Documents that each window has asked for. */
  const documents = new WeakMap<Page, number>();
  const data = new WeakMap<Page, AskedData>();
  const pressings = new WeakMap<Page, Pressing>();
  const routed = new WeakSet<Page>();
  const navigated = new WeakSet<Frame>();
  const silent = new WeakSet<Frame>();
  /** Windows whose page did not answer in time; what is still asked of them for the evidence waits less. */
  const hung = new WeakSet<Page>();
  const watch = (window: Page): void => {
    window.on('framenavigated', (frame) => {
      navigated.add(frame);
      arrivals.set(window, (arrivals.get(window) ?? 0) + 1);
      silent.delete(frame);
      if (frame !== window.mainFrame()) return;
      hung.delete(window);
      pressings.get(window)?.ahead.clear();
      begun.set(window, gate.landing(window)?.count ?? 0);
      // A document gets our scripts while it is still loading, and not when it is first looked at.
      // The library asks for a part of its own only when it has the rest; for a title, all of them come at once.
      void frame.title().catch(() => {});
      void answeredBy(frame).catch(() => {});
    });
    window.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === window.mainFrame())
        documents.set(window, (documents.get(window) ?? 0) + 1);
    });
    data.set(window, watchData(window, lag));
    window.on('crash', () => crashed.add(window));
  };
  for (const window of context.pages()) watch(window);
  context.on('page', watch);
  const isGone = (window: Page): boolean => window.isClosed() || crashed.has(window);

  const before = (window: Page): Before => ({
    window,
    count: gate.landing(window)?.count ?? 0,
    documents: documents.get(window) ?? 0,
    failed: data.get(window)?.failed ?? 0,
    url: window.url(),
  });

  async function landed(then: Before, deadline: Deadline, hasCome?: () => Promise<boolean>): Promise<void> {
    const { window } = then;
    routed.delete(window);
    // The gate knows when the answer to a page's request has come (pages of ours that go on by themselves do not
    // count); the document it makes begins after that, also when its address is the same as before.
    const isNew = (): boolean => {
      if (isGone(window)) throw new OwnFaultError(browserEnded);
      const landing = gate.landing(window);
      if (landing === undefined || landing.count <= then.count) return false;
      const fault = gate.ownFault();
      if (landing.status === 0 && fault !== undefined) throw new OwnFaultError(fault);
      if (landing.status === 0) throw new DriverError('unreachable', landing.failure ?? 'the portal did not answer');
      return (begun.get(window) ?? 0) >= landing.count;
    };
    const isAsked = (): boolean => (documents.get(window) ?? 0) > then.documents;
    const isRoute = async (): Promise<boolean> =>
      !isAsked() && (window.url() !== then.url || ((await hasCome?.()) ?? false)) && !isAsked();
    const come = async (): Promise<boolean> => {
      if (isNew()) return true;
      if (!(await isRoute())) return false;
      routed.add(window);
      return true;
    };
    await gate.unlessStopped(poll(come, deadline, 'no page came')).catch((error: Error) => {
      const { pending = 0, failed = 0 } = data.get(window) ?? {};
      const isOver = error instanceof DriverError && error.code === 'timeout';
      // A page that answered everything and stayed is not a portal that cannot work.
      if (isOver && !isAsked() && pending === 0 && failed === then.failed)
        throw new DriverError('no_page', 'the page stayed as it was');
      throw error;
    });
    if (routed.has(window)) return;
    let isLoaded = false;
    const loading = window.waitForLoadState('load', { timeout: 0 }).then(() => (isLoaded = true));
    const late = poll(async () => isLoaded, deadline, 'the page did not load to its end');
    await gate.unlessStopped(Promise.race([loading, late])).catch((error: Error) => {
      throw asDriverError(error);
    });
    late.catch(() => {});
  }

  return {
    routed,
    navigated,
    silent,
    hung,
    data,
    pressings,
    isGone,
    count: (window) => arrivals.get(window) ?? 0,
    documents: (window) => documents.get(window) ?? 0,
    before,
    landed,
  };
}

/** Checks again and again, at least once after the time is over. @throws {DriverError} `timeout`, saying `what` */
export async function poll(check: () => Promise<boolean>, deadline: Deadline, what: string): Promise<void> {
  for (;;) {
    const isOver = deadline.isOver();
    if (await check()) return;
    if (isOver) throw new DriverError('timeout', what);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
