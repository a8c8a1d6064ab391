/** The browsers of running tasks, for people who look at them: nothing is done for a task that nobody looks at. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { type LiveView, openLiveView } from '../../portals/live-view.ts';
import type { RunWindow } from '../../portals/run-capability.ts';
import type { Pool } from '../../store/database.ts';
import { wantedViews } from '../../store/live-views.ts';
import { hiddenPicture, openShownPicture } from './shown-picture.ts';

export interface LiveViews {
  /** The browser of a task's run, until `closed`. */
  follow(owner: string): FollowedRun;
  stop(): void;
}

interface FollowedRun {
  readonly onOpened: (window: RunWindow) => void;
  /** What the run does, in words. */
  readonly doing: (step: string) => void;
  closed(): Promise<void>;
}

interface ShownView {
  readonly opened: Promise<LiveView>;
  /** What the run does has changed; its page may stay as it is for long. */
  readonly show: () => void;
  readonly remove: () => Promise<void>;
}

interface Followed {
  window: RunWindow | undefined;
  doing: string;
  view: ShownView | undefined;
}

/** A task whose browser is looked at has more to do than to be looked at. */
const leastMs = 400;
const quality = 40;
/** 960 × 675: three quarters of the width are read as well, and are half of the work. */
const scale = 0.75;

interface LiveViewsDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  readonly lookEveryMs?: number;
}

export function openLiveViews({ pool, deploymentSecret, lookEveryMs = 1_000 }: LiveViewsDeps): LiveViews {
  const runs = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;

  /** A picture that cannot be shown is none; the run continues. */
  async function look(): Promise<void> {
    const asked = [...runs];
    const wanted = await wantedViews(
      pool,
      asked.map(([owner]) => owner),
    ).catch(() => undefined);
    // Not known is not unwanted: the next look says.
    if (wanted === undefined) return;
    for (const [owner, run] of asked) {
      if (runs.get(owner) !== run) continue;
      if (!wanted.has(owner)) await hide(run);
      else if (run.window !== undefined && run.view === undefined) show(owner, run, run.window);
    }
  }

  function show(owner: string, run: Followed, window: RunWindow): void {
    const shown = openShownPicture({ pool, deploymentSecret }, owner);
    let wasHidden = true;
    // A step may be at a hidden page of which no frame has come yet.
    const isHidden = (): boolean => wasHidden || window.context.pages().some((page) => window.isHidden(page.url()));
    const show = (picture: Buffer | null): Promise<void> =>
      shown.show(picture, () => ({ doing: run.doing, isHidden: isHidden() }));
    const onFrame = (picture: Buffer | null): Promise<void> => {
      wasHidden = picture === null;
      return show(picture ?? hiddenPicture);
    };
    const opened = openLiveView(window, { onFrame, leastMs, quality, scale });
    run.view = { opened, show: () => void show(null), remove: () => shown.remove() };
    opened.catch(() => {
      run.view = undefined;
      void shown.close();
    });
  }

  async function hide(run: Followed): Promise<void> {
    const view = run.view;
    run.view = undefined;
    if (view === undefined) return;
    await (await view.opened.catch(() => undefined))?.stop();
    await view.remove();
  }

  return {
    follow(owner) {
      const run: Followed = { window: undefined, doing: '', view: undefined };
      runs.set(owner, run);
      timer ??= setInterval(() => void look(), lookEveryMs).unref();
      return {
        onOpened(window) {
          run.window = window;
          void look();
        },
        doing(step) {
          run.doing = step;
          run.view?.show();
        },
        async closed() {
          if (runs.get(owner) === run) runs.delete(owner);
          await hide(run);
          if (runs.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
    stop() {
      clearInterval(timer);
    },
  };
}
