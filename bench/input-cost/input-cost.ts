/**
 * What foreign bytes cost (D60): every parser on every shape, doubled from 64 kB to its limit. Time for each byte must
 * stay the same, and no turn of the event loop may be long.
 */
import { type Cost, costOf } from './measure.ts';
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
/** What takes less in all is no growth: a refusal costs a millisecond or two, however little came before it. */
const leastMs = 5;
const smallest = 64_000;
/** Bytes that are long enough to be measured once only. */
const takesLong = 4_000_000;
const lowLimit = 1_000_000;
/** Where the floors seem to be missed. */
const mostMoreRounds = 8;
/** Bytes of input of which the results are kept while smaller ones are measured. */
const mostAlive = 4_000_000;

interface ShapeCost {
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

/** Repeats of one size: from a repeated run the least counts, because others add to it only (caches, collections). */
interface Repeated {
  readonly bytes: number;
  readonly repeat: () => Promise<void>;
  readonly least: () => Cost;
}

/**
 * Measures one size. Runs are measured together until they take long enough.
 * @param alive results that are kept meanwhile: what is parsed of a small body is garbage at once, and that of a large
 * one survives until its end, which costs twice as much for reasons that are not the parser's
 */
function repeated(
  bytes: Buffer,
  parse: Parser['parse'],
  { inThread, alive }: { readonly inThread: boolean; readonly alive: number },
): Repeated {
  let least: Cost = { ms: Infinity, longestTurnMs: Infinity };
  let runs = 1;
  const together = async (): Promise<Cost> => {
    const kept: unknown[] = [];
    const { ms, longestTurnMs } = await costOf(async () => {
      for (let run = 0; run < runs; run += 1) {
        kept[run % alive] = await parse(bytes);
        await new Promise(setImmediate);
      }
    }, inThread);
    return { ms: ms / runs, longestTurnMs };
  };
  return {
    bytes: bytes.length,
    repeat: async () => {
      let cost = await together();
      while (cost.ms * runs < measuredMs && runs < 500) {
        runs *= 2;
        cost = await together();
      }
      least = { ms: Math.min(least.ms, cost.ms), longestTurnMs: Math.min(least.longestTurnMs, cost.longestTurnMs) };
    },
    least: () => least,
  };
}

/** Runs it until the compiler has seen enough of it. */
async function warmUp(work: () => Promise<unknown>, inThread: boolean): Promise<void> {
  for (let [spent, run] = [0, 0]; spent < warmUpMs && run < 300; run += 1)
    spent += Math.max(0.2, (await costOf(work, inThread)).ms);
}

/**
 * Sizes from the smallest, doubled five times, and the limit. Below the smallest, bodies are often read by other code at
 * once, which costs half as much for each byte: parsers with a low limit start lower, because they have no such code.
 */
function sizesOf(limit: number): number[] {
  const from = limit < lowLimit ? limit / 32 : smallest;
  const sizes = Array.from({ length: 6 }, (_, doublings) => Math.floor(from * 2 ** doublings));
  return [...sizes.filter((size) => size < limit), limit];
}

/**
 * Every size is measured once in each round, so that what else the machine does hits small and large ones alike. Where
 * the floors are not met after the rounds, more follow: noise goes away with them, growth stays.
 * @param rounds at least so many
 */
async function shapeCost(
  parser: Parser,
  shape: string,
  make: Parser['shapes'][string],
  { limit, rounds }: { readonly limit: number; readonly rounds: number },
): Promise<ShapeCost> {
  const inThread = parser.inThread === true;
  const sizes = sizesOf(Math.min(limit, parser.limit));
  const largest = sizes.at(-1)!;
  // Of a thread the collector's time counts, too, which comes in bursts: only the ends are compared.
  const measured = (inThread ? [sizes[0]!, largest] : sizes).map((size) => {
    // A body that is cut at the limit may be refused at once: what a shape has around it has room below.
    const made = make(Math.min(size, parser.limit - Math.min(1_000, parser.limit / 20)));
    const bytes = (typeof made === 'string' ? Buffer.from(made) : made).subarray(0, parser.limit);
    const alive = Math.max(1, Math.round(Math.min(largest, mostAlive) / bytes.length));
    return { size: repeated(bytes, parser.parse, { inThread, alive }), bytes };
  });
  await warmUp(() => parser.parse(measured[0]!.bytes), inThread);
  let found: ShapeCost;
  let round = 0;
  do {
    round += 1;
    for (const { size } of measured) if (size.bytes <= takesLong || round >= rounds) await size.repeat();
    found = judged(
      parser.name,
      shape,
      measured.map(({ size }) => size),
    );
  } while (round < rounds || (!found.met && round < rounds + mostMoreRounds));
  return found;
}

function judged(parser: string, shape: string, sizes: readonly Repeated[]): ShapeCost {
  let reference = Infinity;
  let growth = 1;
  for (const { bytes, least } of sizes) {
    const { ms } = least();
    const aByte = Math.max(ms / bytes, cheapest);
    if (ms >= leastMs) growth = Math.max(growth, aByte / reference);
    // What is capped becomes cheaper, and dearer again by nothing but noise.
    reference = reference === Infinity ? aByte : Math.max(reference, aByte);
  }
  const { bytes, least } = sizes.at(-1)!;
  const { ms, longestTurnMs } = least();
  const allowed = turnLimitMs * Math.max(1, bytes / 1e6);
  return {
    parser,
    shape,
    bytes,
    ms,
    nsAByte: (ms / bytes) * 1e6,
    growth,
    longestTurnMs,
    met: growth < growthLimit && longestTurnMs <= allowed,
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
  console.log(tableHead);
  for (const parser of parsers) {
    const own: ShapeCost[] = [];
    for (const [shape, make] of Object.entries(parser.shapes)) {
      if (!only.test(`${parser.name}: ${shape}`)) continue;
      const row = await shapeCost(parser, shape, make, { limit, rounds });
      own.push(row);
      if (!row.met) console.log(lineOf(row));
    }
    // Parser by parser: the whole takes hours on a busy machine.
    if (own.length > 0) console.log(rowOf(own));
    rows.push(...own);
  }
  return rows.length > 0 && rows.every(({ met }) => met);
}

function lineOf({ parser, shape, bytes, ms, nsAByte, growth, longestTurnMs, met }: ShapeCost): string {
  const size = `${(bytes / 1e6).toFixed(2)} MB`;
  return `${met ? ' ' : '!'} ${parser}: ${shape}: ${size} in ${ms.toFixed(0)} ms, ${nsAByte.toFixed(1)} ns/byte, growth ${growth.toFixed(2)}, longest turn ${longestTurnMs.toFixed(1)} ms`;
}

const tableHead = `| Parser | Shapes | Largest | Dearest shape | ns a byte | Growth | Longest turn |
|---|---|---|---|---|---|---|`;

/** The row of a parser: its worst shapes. */
function rowOf(own: readonly ShapeCost[]): string {
  const worst = (of: 'nsAByte' | 'growth' | 'longestTurnMs'): ShapeCost =>
    own.reduce((a, b) => (b[of] > a[of] ? b : a));
  const [dearest, steepest, longest] = [worst('nsAByte'), worst('growth'), worst('longestTurnMs')];
  const largest = Math.max(...own.map(({ bytes }) => bytes));
  const size = largest >= 1e6 ? `${Math.round(largest / 1e6)} MB` : `${Math.round(largest / 1e3)} kB`;
  return (
    `| ${dearest.parser} | ${own.length} | ${size} | ${dearest.shape} | ${dearest.nsAByte.toFixed(0)} | ` +
    `${steepest.growth.toFixed(2)} | ${longest.longestTurnMs.toFixed(0)} ms (${longest.shape}) |`
  );
}
