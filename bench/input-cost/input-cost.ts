/**
 * What foreign bytes cost (D60): every parser on every shape, doubled from 64 kB to its limit. Time for each byte must
 * stay the same, and no turn of the event loop may be long.
 */
import { costOf } from './measure.ts';
import type { Cost } from './measure.ts';
import { percentile } from '../percentiles.ts';
import { parsers } from './parsers.ts';
import type { Parser } from './parser.ts';

/** Time for each byte may grow by this from the smallest size to the largest. */
const growthLimit = 1.5;
/** No turn may take longer than this for each MB of the input, nor need it be shorter. */
const turnLimitMs = 50;
/** The kernel updates a thread's processor time every 1 to 4 ms: what is measured at once takes many times that. */
const measuredMs = 60;
/** Before the smallest size is measured: by then the compiler has optimised what the larger ones use as well. */
const warmUpMs = 150;
/** Milliseconds a byte (10 ns): whatever costs less counts as this, because growth of next to nothing is noise. */
const cheapest = 1e-5;
const smallest = 64_000;
/** Bytes of input of which the results are kept while smaller ones are measured. */
const mostAlive = 4_000_000;

export interface ShapeCost {
  readonly parser: string;
  readonly shape: string;
  readonly bytes: number;
  /** At the largest size. */
  readonly ms: number;
  readonly nsAByte: number;
  readonly growth: number;
  readonly longestTurnMs: number;
  readonly met: boolean;
}

/**
 * Of one run: processor time as the median of the rounds, the longest turn as the least, because a collection of
 * garbage that falls into a turn is not caused by the input. Runs are measured together until they take long enough.
 * @param alive results that are kept meanwhile: what is parsed of a small body is garbage at once, and that of a large
 * one survives until its end, which costs twice as much for reasons that are not the parser's
 */
async function measure(
  rounds: number,
  work: () => Promise<unknown>,
  { inThread, alive }: { readonly inThread: boolean; readonly alive: number },
): Promise<Cost> {
  const kept: unknown[] = [];
  const together = async (runs: number): Promise<Cost> => {
    const { ms, longestTurnMs } = await costOf(async () => {
      for (let run = 0; run < runs; run += 1) {
        kept[run % alive] = await work();
        await new Promise(setImmediate);
      }
    }, inThread);
    return { ms: ms / runs, longestTurnMs };
  };
  let runs = 1;
  let first = await together(runs);
  while (first.ms * runs < measuredMs && runs < 500) {
    runs *= 2;
    first = await together(runs);
  }
  const costs = [first];
  while (costs.length < rounds) costs.push(await together(runs));
  return {
    ms: percentile(
      costs.map((cost) => cost.ms),
      50,
    ),
    longestTurnMs: Math.min(...costs.map((cost) => cost.longestTurnMs)),
  };
}

/** Runs it until the compiler has seen enough of it. */
async function warmUp(work: () => Promise<unknown>, inThread: boolean): Promise<void> {
  for (let [spent, run] = [0, 0]; spent < warmUpMs && run < 300; run += 1)
    spent += Math.max(0.2, (await costOf(work, inThread)).ms);
}

/** Sizes from the smallest, doubled five times, and the limit. */
export function sizesOf(limit: number): number[] {
  const from = Math.min(smallest, limit / 32);
  const sizes = Array.from({ length: 6 }, (_, doublings) => Math.floor(from * 2 ** doublings));
  return [...sizes.filter((size) => size < limit), limit];
}

/** @param rounds measurements of a size, of which the median counts */
export async function shapeCost(
  parser: Parser,
  shape: string,
  make: Parser['shapes'][string],
  { limit, rounds }: { readonly limit: number; readonly rounds: number },
): Promise<ShapeCost> {
  let reference = Infinity;
  let growth = 1;
  let largest = { bytes: 0, ms: 0, longestTurnMs: 0 };
  const sizes = sizesOf(Math.min(limit, parser.limit));
  // Of a thread the collector's time counts, too, which comes in bursts: only the ends are compared.
  for (const size of parser.inThread ? [sizes[0]!, sizes.at(-1)!] : sizes) {
    const made = make(size);
    const bytes = (typeof made === 'string' ? Buffer.from(made) : made).subarray(0, parser.limit);
    const parse = (): Promise<unknown> => parser.parse(bytes);
    const inThread = parser.inThread === true;
    if (reference === Infinity) await warmUp(parse, inThread);
    const best = await measure(bytes.length > 4_000_000 ? 1 : rounds, parse, {
      inThread,
      alive: Math.max(1, Math.round(Math.min(sizes.at(-1)!, mostAlive) / bytes.length)),
    });
    const aByte = best.ms / bytes.length;
    if (reference === Infinity) reference = aByte;
    growth = Math.max(growth, Math.max(aByte, cheapest) / Math.max(reference, cheapest));
    // What is capped becomes cheaper, and dearer again by nothing but noise.
    reference = Math.max(reference, aByte);
    largest = { bytes: bytes.length, ...best };
  }
  const allowed = turnLimitMs * Math.max(1, largest.bytes / 1e6);
  return {
    parser: parser.name,
    shape,
    bytes: largest.bytes,
    ms: largest.ms,
    nsAByte: (largest.ms / largest.bytes) * 1e6,
    growth,
    longestTurnMs: largest.longestTurnMs,
    met: growth < growthLimit && largest.longestTurnMs <= allowed,
  };
}

export async function inputCost(args: readonly string[]): Promise<boolean> {
  const option = (name: string, standard: string): string => {
    const at = args.indexOf(`--${name}`);
    return at === -1 ? standard : (args[at + 1] ?? standard);
  };
  const only = new RegExp(option('only', '.'));
  const limit = Number(option('bytes', '50000000'));
  const rounds = Number(option('rounds', '3'));
  const rows: ShapeCost[] = [];
  for (const parser of parsers)
    for (const [shape, make] of Object.entries(parser.shapes)) {
      if (!only.test(`${parser.name}: ${shape}`)) continue;
      const row = await shapeCost(parser, shape, make, { limit, rounds });
      rows.push(row);
      if (!row.met) console.log(lineOf(row));
    }
  console.log(tableOf(rows));
  return rows.length > 0 && rows.every(({ met }) => met);
}

function lineOf({ parser, shape, bytes, ms, nsAByte, growth, longestTurnMs, met }: ShapeCost): string {
  const size = `${(bytes / 1e6).toFixed(2)} MB`;
  return `${met ? ' ' : '!'} ${parser}: ${shape}: ${size} in ${ms.toFixed(0)} ms, ${nsAByte.toFixed(1)} ns/byte, growth ${growth.toFixed(2)}, longest turn ${longestTurnMs.toFixed(1)} ms`;
}

/** A row for each parser: its worst shapes. */
function tableOf(rows: readonly ShapeCost[]): string {
  const lines = [
    '| Parser | Shapes | Largest | Dearest shape | ns a byte | Growth | Longest turn |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const parser of new Set(rows.map((row) => row.parser))) {
    const own = rows.filter((row) => row.parser === parser);
    const dearest = own.reduce((a, b) => (b.nsAByte > a.nsAByte ? b : a));
    const steepest = own.reduce((a, b) => (b.growth > a.growth ? b : a));
    const longest = own.reduce((a, b) => (b.longestTurnMs > a.longestTurnMs ? b : a));
    const largest = Math.max(...own.map(({ bytes }) => bytes));
    lines.push(
      `| ${parser} | ${own.length} | ${largest >= 1e6 ? `${Math.round(largest / 1e6)} MB` : `${Math.round(largest / 1e3)} kB`} | ${dearest.shape} | ${dearest.nsAByte.toFixed(0)} | ${steepest.growth.toFixed(2)} | ${longest.longestTurnMs.toFixed(0)} ms (${longest.shape}) |`,
    );
  }
  return lines.join('\n');
}
