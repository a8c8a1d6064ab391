/**
 * The picture and the state of a browser on their way to the pages that show it: written one at a time and again after a
 * failure, so that the newest is the one that stays.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Pool } from '../../store/database.ts';
import { endPictures, showPicture } from '../../store/live-views.ts';

/** What is shown beside the picture, as it is when it is written. */
type ShownState = () => object | Promise<object>;

export interface ShownPicture {
  /**
   * @param picture null: the one before stays
   * @returns when this or something newer is shown, or nothing is shown any more
   */
  show(picture: Buffer | null, state: ShownState): Promise<void>;
  /** Shows nothing more; resolves when nothing is on its way. */
  close(): Promise<void>;
  /** As `close`, and takes away what is shown. */
  remove(): Promise<void>;
}

interface ShownPictureDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
}

/** In place of a picture that is hidden. */
export const hiddenPicture = Buffer.alloc(0);

/** Between two attempts to write. */
const againMs = { first: 50, most: 2_000 } as const;

export function openShownPicture({ pool, deploymentSecret }: ShownPictureDeps, owner: string): ShownPicture {
  /** Not written yet. */
  let newest: { readonly picture: Buffer | null; readonly state: ShownState } | undefined;
  let writing: Promise<void> | undefined;
  const closing = new AbortController();

  async function write(): Promise<void> {
    let waitMs: number = againMs.first;
    while (newest !== undefined && !closing.signal.aborted) {
      const { picture, state } = newest;
      newest = undefined;
      try {
        await showPicture(pool, deploymentSecret, owner, { picture, state: await state() });
        waitMs = againMs.first;
      } catch {
        newest = withPicture(newest ?? { picture: null, state }, picture);
        await delay(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
        waitMs = Math.min(againMs.most, waitMs * 2);
      }
    }
    writing = undefined;
  }

  const close = async (): Promise<void> => {
    closing.abort();
    await writing;
  };
  return {
    show(picture, state) {
      if (closing.signal.aborted) return Promise.resolve();
      newest = withPicture({ picture, state }, newest?.picture ?? null);
      return (writing ??= write());
    },
    close,
    async remove() {
      await close();
      await endPictures(pool, owner).catch(() => undefined);
    },
  };
}

function withPicture<T extends { readonly picture: Buffer | null }>(shown: T, before: Buffer | null): T {
  return shown.picture === null ? { ...shown, picture: before } : shown;
}
