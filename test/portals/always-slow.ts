import type { LagWatch } from '../../portals/own-lag.ts';

/** Of a machine that loses two of five milliseconds of every wait; a wait that grew by them was long enough all the same. */
export const alwaysSlow: LagWatch = {
  start() {
    const begun = performance.now();
    const waitMs = (): number => performance.now() - begun;
    return {
      lostMs: () => waitMs() * 0.4,
      fault: (neededMs) =>
        neededMs === undefined || waitMs() * 0.6 < neededMs / 2
          ? 'our own processes ran for too little of it'
          : undefined,
    };
  },
};
