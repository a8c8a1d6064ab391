/**
 * Sessions of one process share its event loop. One whose work takes long lets the others finish theirs between its
 * pieces: a round of theirs waits for the database four times, and would wait for a piece each time.
 */

/** A session, from when it is woken until nothing more is staged for it. */
export interface Work {
  /** Lets the others go first, but never for longer than this; at once where there are none. */
  giveWay(mostMs: number): Promise<void>;
  end(): void;
}

/** What is under way and does not itself wait for the others. */
const underWay = new Set<Work>();
/** What gives way, with how it is resumed. */
const waiting = new Map<Work, () => void>();

function goOnWhereAlone(): void {
  if (underWay.size === 0) for (const goOn of waiting.values()) goOn();
}

export function beginWork(): Work {
  const work: Work = {
    giveWay: async (mostMs) => {
      underWay.delete(work);
      goOnWhereAlone();
      // What has come in meanwhile is begun first.
      await new Promise(setImmediate);
      if (underWay.size > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, mostMs);
          waiting.set(work, () => {
            clearTimeout(timer);
            resolve();
          });
        });
      waiting.delete(work);
      underWay.add(work);
    },
    end: () => {
      underWay.delete(work);
      goOnWhereAlone();
    },
  };
  underWay.add(work);
  return work;
}
