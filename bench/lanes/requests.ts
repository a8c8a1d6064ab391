/** Requests side by side: each lane sends its next as soon as it has the answer to the one before. */
import { percentile } from '../percentiles.ts';

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * @param lanes how many are under way at once
 * @param sends what is sent, each once; made beforehand, so that making it is not measured
 * @param weight events in one of them
 */
export async function measureRequests(
  lanes: number,
  sends: readonly (() => Promise<unknown>)[],
  weight: number,
): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const begun = performance.now();
  const lane = async (): Promise<void> => {
    for (let send = sends[next++]; send !== undefined; send = sends[next++]) {
      const sent = performance.now();
      await send();
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - begun) / 1000;
  return {
    perSecond: (sends.length * weight) / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

export function lineOf(name: string, { perSecond, p50, p99 }: Measured): string {
  const rate = `${Math.round(perSecond).toLocaleString('en')} events/s`.padStart(18);
  return `  ${name.padEnd(34)}${rate}   p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
