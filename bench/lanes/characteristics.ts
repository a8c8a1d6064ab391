/** `npm run bench -- lanes-characteristics`: simulates agents and people through the real reviews; how often the rules err. */
import { type Expected, quantile, quantileAgrees, readExpected, sharesAgree } from './accord.ts';
import { fall, stableYear } from './auto.ts';
import { blindSample, defaultWithoutGap, rules as biasedRules } from './biased-rules.ts';
import {
  type ExpectedTable,
  type Fall,
  biased,
  everyWeek,
  falls,
  labels,
  ladder,
  stable,
  strict,
  toAssist,
} from './expected.ts';
import { fallInAssist, game, gamers } from './gaming.ts';
import { climb } from './ladder.ts';
import { type People, ideal, perfect, real } from './people.ts';
import { type Random, randomFrom } from './random.ts';
import { labelsNeeded, look, rules as lookRules } from './weekly-looks.ts';

/** One figure, simulated, beside the expected one. */
interface Finding {
  readonly where: string;
  readonly simulated: string;
  readonly expected: string;
  readonly holds: boolean;
}

/** A cell of a table: simulated and expected. */
interface Cell {
  readonly text: string;
  readonly finding: Finding;
}

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

/** Weeks of the runs that ended, sorted, out of so many runs. */
interface Sample {
  readonly runs: number;
  readonly weeks: readonly number[];
}

interface Plan {
  readonly seed: number;
  readonly runs: number;
  /** Which tables, rows and columns: everything in the command, a few in the tests. */
  readonly only: (table: string, row: string, n: number, accuracy: number) => boolean;
}

/** The bound on false promotions in a year, at a true accuracy up to the bar and a bias up to the assumed one. */
const promised = 0.05;
const bar = 0.95;
const assumedBias = 0.3;

export async function lanesCharacteristics(args: readonly string[]): Promise<boolean> {
  const option = (name: string): string | undefined => args[args.indexOf(name) + 1 || args.length];
  const [seed, runs] = [Number(option('--seed') ?? 20_261_121), Number(option('--runs') ?? 1500)];
  const wanted = option('--only') ?? '';
  const plan: Plan = { seed, runs, only: (table) => table.includes(wanted) };
  const write = (text: string): void => void process.stdout.write(text);
  write(
    `${plan.runs} runs a cell, seed ${plan.seed}; each cell: simulated with its standard error (median week) [expected]; ! is outside both errors\n`,
  );
  const findings: Finding[] = [];
  for (const table of characteristics(plan)) {
    if (table.rows.some(({ cells }) => cells.length > 0)) write(`\n${printed(table)}`);
    findings.push(...table.rows.flatMap(({ cells }) => cells.map(({ finding }) => finding)));
    await new Promise(setImmediate);
  }
  const failed = findings.filter(({ holds }) => !holds);
  write(`\n${findings.length - failed.length} of ${findings.length} figures hold\n`);
  for (const { where, simulated, expected } of failed)
    write(`  outside: ${where}: ${simulated}, expected ${expected}\n`);
  return failed.length === 0;
}

/** Every table of the plan, simulated one after the other. */
export function* characteristics(plan: Plan): Generator<Table> {
  const random = randomFrom(plan.seed);
  const looking = (tableBar: number) => (row: ExpectedCells, accuracy: number) => {
    const rule = lookRules[row.rule];
    if (!rule) throw new TypeError(`no rule is called ${row.rule}`);
    return sample(plan.runs, () => look(random, row.n, accuracy, rule, tableBar));
  };
  yield promotions(plan, everyWeek, looking(bar));
  yield promotions(plan, strict, looking(0.98));
  yield labelsOfEvidence(plan, random);
  yield promotions(plan, ladder, (row, accuracy) =>
    sample(plan.runs, () => climb(random, people(row, accuracy, ideal), defaultWithoutGap)),
  );
  yield promotions(plan, biased, (row, accuracy) => {
    const rule = biasedRules[row.rule];
    if (!rule) throw new TypeError(`no rule is called ${row.rule}`);
    return sample(plan.runs, () => rule(random, people(row, accuracy, real)));
  });
  yield promotions(plan, toAssist, (row, accuracy) => {
    const rules = row.rule === 'bar 0.80' ? { shadow_to_assist: { min_lower_bound: 0.8 } } : {};
    return sample(plan.runs, () => climb(random, people(row, accuracy, perfect), rules, 'assist'));
  });
  yield falsePromotions(plan, random);
  yield stableYears(plan, random);
  yield suddenFalls(plan, random);
  // After the others, so that these are drawn as before.
  yield gamed(plan, random);
  yield fallsInAssist(plan, random);
}

function people(
  { n, bias = 0 }: { readonly n: number; readonly bias?: number },
  accuracy: number,
  kind: Omit<People, 'n' | 'bias' | 'accuracy'>,
): People {
  return { ...kind, n, bias, accuracy };
}

function sample(runs: number, run: () => number | undefined): Sample {
  const weeks: number[] = [];
  for (let i = 0; i < runs; i++) {
    const week = run();
    if (week !== undefined) weeks.push(week);
  }
  return { runs, weeks: weeks.sort((a, b) => a - b) };
}

type ExpectedCells = ExpectedTable['rows'][number];

function promotions(
  plan: Plan,
  table: ExpectedTable,
  simulate: (row: ExpectedCells, accuracy: number) => Sample,
): Table {
  const rows = table.rows.map((row) => {
    const name = nameOf(row);
    const cells = row.cells.flatMap((cell, column) => {
      const accuracy = table.accuracies[column] ?? NaN;
      if (cell === '' || !plan.only(table.title, row.rule, row.n, accuracy)) return [];
      const where = `${table.title}: ${name} at ${accuracy}`;
      return [cellOf(where, simulate(row, accuracy), cell, table.runs)];
    });
    return { name, cells };
  });
  return { title: table.title, columns: table.accuracies.map(String), rows };
}

function nameOf({ rule, n, bias }: ExpectedCells): string {
  return bias === undefined ? `${rule}, n ${n}` : `${rule}, n ${n}, bias ${bias}`;
}

function cellOf(where: string, { runs, weeks }: Sample, cell: string, expectedRuns: number): Cell {
  const expected: Expected = readExpected(cell);
  const share = weeks.length / runs;
  const median = weeks.length === 0 ? '' : ` (${quantile(weeks, 0.5)})`;
  const simulated = withError(share, runs) + median;
  const holds =
    sharesAgree(expected, expectedRuns, weeks.length, runs) &&
    (expected.median === null ||
      quantileAgrees(expected.median, 1, 0.5, Math.round(expected.chance * expectedRuns), weeks));
  return { text: `${simulated} [${cell}]${holds ? '' : ' !'}`, finding: { where, simulated, expected: cell, holds } };
}

/** A share and its standard error. */
function withError(share: number, runs: number): string {
  return `${share.toFixed(3)} ±${Math.sqrt((share * (1 - share)) / runs).toFixed(3)}`;
}

/** The rules as they are, every gate in force: people who err, and a tenth of disagreements left alone. */
function falsePromotions(plan: Plan, random: Random): Table {
  const title = 'False promotions within a year, every default gate in force: below 0.05 each';
  const accuracies = [0.9, 0.93, 0.94, bar];
  const rows = [false, true].flatMap((blind) =>
    [50, 200, 1000].flatMap((n) =>
      [0, assumedBias].flatMap((bias) =>
        [ideal, real].map((kind) => {
          const which = `${blind ? 'blind sample' : 'default'}, ${kind === ideal ? 'perfect' : 'real'} operators`;
          const name = `${which}, n ${n}, bias ${bias}`;
          const rules = blind ? { blind: blindSample.blind ?? {} } : kind === ideal ? defaultWithoutGap : {};
          const cells = accuracies.flatMap((accuracy) => {
            if (!plan.only(title, which, n, accuracy)) return [];
            const { runs, weeks } = sample(plan.runs, () => climb(random, people({ n, bias }, accuracy, kind), rules));
            const share = weeks.length / runs;
            const [simulated, holds] = [withError(share, runs), share < promised];
            const finding = { where: `${title}: ${name} at ${accuracy}`, simulated, expected: '< 0.05', holds };
            return [{ text: `${simulated}${holds ? '' : ' !'}`, finding }];
          });
          return { name, cells };
        }),
      ),
    ),
  );
  return { title, columns: accuracies.map(String), rows };
}

const volumes = [50, 200, 1000];

/** Agents that look better than they are. */
function gamed(plan: Plan, random: Random): Table {
  const title = 'Agents that look better than they are, in Auto within a year: below 0.05 each';
  const rows = gamers.map((gamer) => ({
    name: gamer.name,
    cells: volumes.flatMap((n) => {
      if (!plan.only(title, gamer.name, n, gamer.accuracy)) return [];
      const { runs, weeks } = sample(plan.runs, () => game(random, gamer, n));
      const share = weeks.length / runs;
      return [boundedCell(`${title}: ${gamer.name}, n ${n}`, withError(share, runs), share < promised, '< 0.05')];
    }),
  }));
  return { title, columns: volumes.map((n) => `n ${n}`), rows };
}

/** A drifting agent in Assist whose work is imported as shadow and act: nothing is confirmed and nothing audited. */
function fallsInAssist(plan: Plan, random: Random): Table {
  const title =
    'Independent labels in Assist: weeks until a fall is found (median at most 2), and false alarms in a year';
  const few = Math.max(20, Math.floor(plan.runs / 10));
  const rows = [0.59, 0.52, 0.7, 0.95].map((accuracy) => ({
    name: `accuracy ${accuracy}`,
    cells: volumes.slice(0, 2).flatMap((n) => {
      if (!plan.only(title, `accuracy ${accuracy}`, n, accuracy)) return [];
      const found = Array.from({ length: few }, () => fallInAssist(random, accuracy, n) ?? Infinity).sort(
        (a, b) => a - b,
      );
      const where = `${title}: accuracy ${accuracy}, n ${n}`;
      if (accuracy < 0.9) {
        const median = quantile(found, 0.5);
        return [boundedCell(where, median.toFixed(2), median <= 2, 'at most 2 weeks')];
      }
      const share = found.filter((weeks) => weeks < Infinity).length / few;
      return [boundedCell(where, withError(share, few), share < promised, '< 0.05')];
    }),
  }));
  return { title, columns: volumes.slice(0, 2).map((n) => `n ${n}`), rows };
}

function boundedCell(where: string, simulated: string, holds: boolean, expected: string): Cell {
  return { text: `${simulated}${holds ? '' : ' !'}`, finding: { where, simulated, expected, holds } };
}

function labelsOfEvidence(plan: Plan, random: Random): Table {
  const title = 'Independent labels until the e-value is enough: median / 90 %';
  const rows = labels.rows.map(({ accuracy, median, ninety }) => {
    const name = `accuracy ${accuracy}`;
    if (!plan.only(title, name, 0, accuracy)) return { name, cells: [] };
    const draw = (): number => labelsNeeded(random, accuracy, bar, labels.most);
    const needed = Array.from({ length: plan.runs }, draw).sort((a, b) => a - b);
    const cell = quantileCell(`${title}: ${name}`, labels.runs, [
      { share: 0.5, expected: median, decimals: 0, rounding: 1, sorted: needed },
      { share: 0.9, expected: ninety, decimals: 0, rounding: 1, sorted: needed },
    ]);
    return { name, cells: [cell] };
  });
  return { title, columns: [`bar ${bar}`], rows };
}

function stableYears(plan: Plan, random: Random): Table {
  const title =
    'Chance that a stable agent leaves Auto within a year: by drift, and by a critical audit (1 % of errors)';
  const rows = stable.rows.map(({ name, cause, n, rules, cells }) => ({
    name: `${name}, n ${n}`,
    cells: cells.flatMap((cell, column) => {
      const accuracy = stable.accuracies[column] ?? NaN;
      if (cell === '' || !plan.only(title, name, n, accuracy)) return [];
      const result = sample(plan.runs, () => {
        const end = stableYear(random, { n, accuracy, rules }, cause === 'critical' ? 0.01 : 0);
        return end && (cause === 'drift' || end.rule === 'critical_audit') ? Math.ceil(end.weeks) : undefined;
      });
      return [cellOf(`${title}: ${name}, n ${n} at ${accuracy}`, result, cell, stable.runs)];
    }),
  }));
  return { title, columns: stable.accuracies.map(String), rows };
}

function suddenFalls(plan: Plan, random: Random): Table {
  const title = 'A sudden fall in Auto: weeks until it is found, median / 90 %, and wrong actions, median';
  const columnOf = ({ from, to, weeksInAuto }: Fall): string => `${from} to ${to}${weeksInAuto === 0 ? ', fresh' : ''}`;
  const rows = falls.rows.map(({ name, n, rules, cells }) => ({
    name: `${name}, n ${n}`,
    cells: falls.falls.flatMap((fallen, column) => {
      const cell = cells[column];
      if (!cell || !plan.only(title, columnOf(fallen), n, fallen.to)) return [];
      const stay = { n, accuracy: fallen.from, rules };
      const ends = Array.from({ length: plan.runs }, () => fall(random, stay, fallen.to, fallen.weeksInAuto));
      const weeks = ends.map((end) => end?.weeks ?? Infinity).sort((a, b) => a - b);
      const wrong = ends.map((end) => end?.wrong ?? Infinity).sort((a, b) => a - b);
      const [median, ninety, actions] = cell;
      return [
        quantileCell(`${title}: ${name}, n ${n}, ${columnOf(fallen)}`, falls.runs, [
          { share: 0.5, expected: median, decimals: 1, rounding: Number.isInteger(median) ? 0.5 : 0.1, sorted: weeks },
          { share: 0.9, expected: ninety, decimals: 1, rounding: Number.isInteger(ninety) ? 0.5 : 0.1, sorted: weeks },
          { share: 0.5, expected: actions, decimals: 0, rounding: 1, sorted: wrong },
        ]),
      ];
    }),
  }));
  return { title, columns: falls.falls.map(columnOf), rows };
}

interface Quantile {
  readonly share: number;
  /** NaN where the design prints nothing. */
  readonly expected: number;
  readonly decimals: number;
  readonly rounding: number;
  readonly sorted: readonly number[];
}

function quantileCell(where: string, runs: number, quantiles: readonly Quantile[]): Cell {
  const shown = (value: number, decimals: number): string =>
    Number.isNaN(value) ? '–' : value === Infinity ? 'never' : value.toFixed(decimals);
  const simulated = quantiles.map((one) => shown(quantile(one.sorted, one.share), one.decimals)).join(' / ');
  const expected = quantiles.map((one) => shown(one.expected, one.decimals)).join(' / ');
  const holds = quantiles.every(
    (one) => Number.isNaN(one.expected) || quantileAgrees(one.expected, one.rounding, one.share, runs, one.sorted),
  );
  return { text: `${simulated} [${expected}]${holds ? '' : ' !'}`, finding: { where, simulated, expected, holds } };
}

function printed({ title, columns, rows }: Table): string {
  const lines = rows.map(({ name, cells }) => `  ${name}\n    ${cells.map(({ text }) => text).join('   ')}\n`);
  return `${title}\n  at ${columns.join(' | ')}\n${lines.join('')}`;
}
