/** The operating characteristics that the rules are known for, as printed in the design: what a simulation must find again. */

import type { PartialRules } from '../../domain/lanes/rules.ts';

const h5: PartialRules = { cusum: { auto: { h: 5 } } };
const fixedP0: PartialRules = { cusum: { auto: { h: 5, p0_min: 0.02, p0_max: 0.02 } } };

/** A row of cells: a chance such as `0.17`, with the median week in brackets where the design prints it. */
interface ExpectedRow {
  readonly rule: string;
  readonly n: number;
  /** The share of wrong proposals that confirmers really wave through. */
  readonly bias?: number;
  /** Empty where the design prints nothing. */
  readonly cells: readonly string[];
}

export interface ExpectedTable {
  readonly title: string;
  readonly accuracies: readonly number[];
  /** The least number of runs behind each printed figure: its simulation error follows from it. */
  readonly runs: number;
  readonly rows: readonly ExpectedRow[];
}

/** Rules that look every week at independent labels of the last 4 weeks; 52 looks. */
export const everyWeek: ExpectedTable = {
  title: 'Chance of a promotion within a year by looking every week (bar 0.95)',
  accuracies: [0.93, 0.94, 0.945, 0.95, 0.96, 0.97, 0.98, 0.99],
  runs: 5000,
  rows: [
    { rule: 'point', n: 50, cells: ['0.987', '1.000', '1.000', '1.000', '1', '1', '1', '1'] },
    { rule: 'point', n: 200, cells: ['0.347', '0.968', '1.000', '1.000', '1', '1', '1', '1'] },
    { rule: 'point', n: 1000, cells: ['0.000', '0.120', '0.912', '1.000', '1', '1', '1', '1'] },
    {
      rule: 'bound',
      n: 50,
      cells: ['0.0143', '0.074', '0.147', '0.267', '0.70', '0.98 (11)', '1 (5)', '1 (4)'],
    },
    { rule: 'bound', n: 200, cells: ['0.0006', '0.021', '0.113', '0.423', '1.00 (9)', '1 (4)', '1', '1'] },
    { rule: 'bound', n: 1000, cells: ['0.0000', '0.000', '0.013', '0.492', '1 (4)', '1', '1', '1'] },
    {
      rule: 'bound every 4th week',
      n: 200,
      cells: ['0.0001', '0.007', '0.040', '0.201', '0.96 (12)', '1 (4)', '1', '1'],
    },
    {
      rule: 'bound, two closes',
      n: 50,
      cells: ['0.0017', '0.014', '0.036', '0.084', '0.38', '0.88 (17)', '1 (8)', '1 (5)'],
    },
    {
      rule: 'bound, two closes',
      n: 200,
      cells: ['0.0000', '0.003', '0.029', '0.168', '0.95 (14)', '1 (5)', '1', '1'],
    },
    { rule: 'bound, two closes', n: 1000, cells: ['0.0000', '0.000', '0.002', '0.218', '1 (5)', '1', '1', '1'] },
    { rule: 'bound, z = 3', n: 200, cells: ['0.0000', '0.000', '0.003', '0.023', '0.53', '1 (7)', '1 (4)', '1'] },
    {
      rule: 'e-value',
      n: 50,
      cells: ['0.0003', '0.001', '0.005', '0.022', '0.42', '0.99 (13)', '1 (6)', '1 (4)'],
    },
    { rule: 'e-value', n: 200, cells: ['0.0000', '0.000', '0.001', '0.013', '0.97 (17)', '1 (5)', '1', '1'] },
    {
      rule: 'e-value and two closes',
      n: 50,
      cells: ['0.0000', '0.001', '0.002', '0.007', '0.17', '0.83 (21)', '1 (8)', '1 (5)'],
    },
    {
      rule: 'e-value and two closes',
      n: 200,
      cells: ['0.0000', '0.000', '0.000', '0.007', '0.89 (20)', '1 (5)', '1', '1'],
    },
    {
      rule: 'e-value and two closes',
      n: 1000,
      cells: ['0.0000', '0.000', '0.000', '0.003', '1 (5)', '1 (5)', '1', '1'],
    },
  ],
};

/** The default rules, from Shadow to Auto: perfect operators, no critical errors. */
export const ladder: ExpectedTable = {
  title: 'Chance of Auto within a year with the default rules (assumed bias 0.3)',
  accuracies: [0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99],
  runs: 1500,
  rows: [
    { rule: 'default', n: 50, bias: 0, cells: ['0', '0', '0', '0.00', '0.17 (21)', '0.97 (16)', '1 (7)'] },
    { rule: 'default', n: 50, bias: 0.3, cells: ['0', '0.00', '0.006', '0.24', '0.93 (21)', '1 (9)', '1 (7)'] },
    { rule: 'default', n: 200, bias: 0, cells: ['0', '0', '0', '0.00', '0.66 (20)', '1 (7)', '1 (7)'] },
    { rule: 'default', n: 200, bias: 0.3, cells: ['0', '0', '0.014', '0.87', '1 (7)', '1 (7)', '1 (7)'] },
    { rule: 'default', n: 1000, bias: 0.3, cells: ['0', '0', '0.003', '1 (7)', '1 (7)', '1 (7)', '1 (7)'] },
    { rule: 'default', n: 200, bias: 0.5, cells: ['0.001', '0.32', '0.998', '1', '1', '1', '1'] },
  ],
};

/** Operators of accuracy 0.97, 10 % of disagreements never settled, 2 % of errors critical. */
export const biased: ExpectedTable = {
  title: 'Chance of Auto within a year where confirmers wave errors through',
  accuracies: [0.9, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99],
  runs: 1500,
  rows: [
    {
      rule: 'bound on all labels',
      n: 200,
      bias: 0.3,
      cells: ['0.001', '0.44', '0.96', '1.00', '1', '1', '1 (6)', '1 (6)'],
    },
    {
      rule: 'two closes, no critical',
      n: 200,
      bias: 0.3,
      cells: ['0.000', '0.11', '0.61', '0.99', '1', '1', '1 (7)', '1 (7)'],
    },
    {
      rule: 'and e-value on all labels',
      n: 200,
      bias: 0.3,
      cells: ['0.000', '0.00', '0.30', '0.97', '1', '1', '1 (7)', '1 (7)'],
    },
    {
      rule: 'bound on all labels',
      n: 200,
      bias: 0.6,
      cells: ['0.99', '1.00', '1.00', '1.00', '1', '1', '1 (6)', '1 (6)'],
    },
    {
      rule: 'blind sample',
      n: 50,
      bias: 0,
      cells: ['0', '0.000', '0.000', '0.001', '0.03', '0.46 (30)', '0.98 (15)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 50,
      bias: 0.3,
      cells: ['0', '0.000', '0.000', '0.002', '0.06', '0.59 (26)', '0.99 (14)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 50,
      bias: 0.6,
      cells: ['0', '0.000', '0.002', '0.007', '0.10', '0.67 (25)', '1.00 (13)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 200,
      bias: 0,
      cells: ['0', '0.000', '0.000', '0.000', '0.09', '0.90 (19)', '1 (7)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 200,
      bias: 0.3,
      cells: ['0', '0.000', '0.000', '0.002', '0.17', '0.93 (17)', '1 (7)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 200,
      bias: 0.6,
      cells: ['0', '0.000', '0.000', '0.004', '0.18', '0.94 (16)', '1 (7)', '1 (7)'],
    },
    {
      rule: 'blind sample',
      n: 1000,
      bias: 0.3,
      cells: ['0', '0.000', '0.000', '0.000', '0.35', '0.88 (19)', '0.98 (13)', '1 (9)'],
    },
    {
      rule: 'blind sample',
      n: 1000,
      bias: 0.6,
      cells: ['0', '0.000', '0.000', '0.001', '0.56', '0.99 (13)', '1 (10)', '1 (7)'],
    },
  ],
};

/** From Shadow to Assist; the design prints some figures as a range over all volumes. */
export const toAssist: ExpectedTable = {
  title: 'Chance of Assist within a year',
  accuracies: [0.8, 0.85, 0.9, 0.95],
  runs: 1500,
  rows: [
    { rule: 'default, bar 0.85', n: 25, cells: ['0.06', '0.46–0.62', '0.99–1.00 (10)', '1 (2)'] },
    { rule: 'default, bar 0.85', n: 50, cells: ['0.04', '0.46–0.62', '0.99–1.00 (5)', '1 (2)'] },
    { rule: 'default, bar 0.85', n: 200, cells: ['0', '0.46–0.62', '0.99–1.00 (2)', '1 (2)'] },
    { rule: 'default, bar 0.85', n: 1000, cells: ['0', '0.46–0.62', '0.99–1.00 (2)', '1 (2)'] },
    { rule: 'bar 0.80', n: 50, cells: ['0.53–0.59', '', '', ''] },
    { rule: 'bar 0.80', n: 200, cells: ['0.53–0.59', '', '', ''] },
  ],
};

/** Labels that the e-value needs, median and 90 %, when all of them are independent. */
export const labels: {
  readonly runs: number;
  /** Beyond so many labels a run counts as never enough. */
  readonly most: number;
  readonly rows: readonly { readonly accuracy: number; readonly median: number; readonly ninety: number }[];
} = {
  runs: 1500,
  most: 6000,
  rows: [
    { accuracy: 0.99, median: 132, ninety: 237 },
    { accuracy: 0.98, median: 237, ninety: 535 },
    { accuracy: 0.97, median: 563, ninety: 1409 },
    { accuracy: 0.96, median: 2846, ninety: Infinity },
  ],
};

/** The stricter profile for money: a bar of 0.98 for the bound and the e-value. */
export const strict: ExpectedTable = {
  title: 'Chance of a promotion within a year by looking every week (bar 0.98)',
  accuracies: [0.98, 0.99, 0.995],
  runs: 1500,
  rows: [
    { rule: 'e-value and two closes', n: 50, cells: ['0.006–0.015', '0.76 (23)', '1.00 (10)'] },
    { rule: 'e-value and two closes', n: 200, cells: ['0.006–0.015', '1.00 (7)', '1.00 (5)'] },
    { rule: 'e-value and two closes', n: 1000, cells: ['0.006–0.015', '1.00 (5)', '1.00 (5)'] },
  ],
};

/** A year in Auto with a stable agent: demotions by CUSUM and exit bound, and by critical audits (1 % of errors). */
export const stable: {
  readonly accuracies: readonly number[];
  readonly runs: number;
  readonly rows: readonly {
    readonly name: string;
    readonly cause: 'drift' | 'critical';
    readonly n: number;
    readonly rules: PartialRules;
    readonly cells: readonly string[];
  }[];
} = {
  accuracies: [0.99, 0.98, 0.97, 0.96],
  runs: 1500,
  rows: [
    { name: 'drift', cause: 'drift', n: 50, rules: {}, cells: ['0.001', '0.045', '0.049', '0.048'] },
    { name: 'drift', cause: 'drift', n: 200, rules: {}, cells: ['0.001', '0.055', '0.047', '0.069'] },
    { name: 'drift', cause: 'drift', n: 1000, rules: {}, cells: ['0.006', '0.178', '0.173', '0.140'] },
    { name: 'critical', cause: 'critical', n: 50, rules: {}, cells: ['0.10', '0.17', '0.27', '0.36'] },
    { name: 'critical', cause: 'critical', n: 200, rules: {}, cells: ['0.12', '0.21', '0.30', '0.35'] },
    { name: 'critical', cause: 'critical', n: 1000, rules: {}, cells: ['0.30', '0.49', '0.64', '0.71'] },
    { name: 'drift with h 5', cause: 'drift', n: 200, rules: h5, cells: ['', '0.13', '0.13', ''] },
    { name: 'drift with h 5', cause: 'drift', n: 1000, rules: h5, cells: ['', '0.39', '0.39', ''] },
    { name: 'drift with p0 0.02 always, h 5', cause: 'drift', n: 50, rules: fixedP0, cells: ['', '', '0.59', ''] },
    { name: 'drift with p0 0.02 always, h 5', cause: 'drift', n: 200, rules: fixedP0, cells: ['', '', '0.59', ''] },
    { name: 'drift with p0 0.02 always, h 5', cause: 'drift', n: 1000, rules: fixedP0, cells: ['', '', '0.95', ''] },
  ],
};

/** A sudden fall in Auto: weeks to the demotion, median and 90 %, and wrong actions until then, median. */
export interface Fall {
  readonly from: number;
  readonly to: number;
  /** Weeks in Auto: 0 for a fresh stint, 20 for one whose audit rate has come down to the floor. */
  readonly weeksInAuto: number;
}

export const falls: {
  readonly runs: number;
  readonly falls: readonly Fall[];
  readonly rows: readonly {
    readonly name: string;
    readonly n: number;
    readonly rules: PartialRules;
    /** NaN where the design prints nothing. */
    readonly cells: readonly (readonly [median: number, ninety: number, wrong: number] | null)[];
  }[];
} = {
  runs: 1500,
  falls: [
    { from: 0.98, to: 0.95, weeksInAuto: 20 },
    { from: 0.98, to: 0.93, weeksInAuto: 20 },
    { from: 0.98, to: 0.9, weeksInAuto: 20 },
    { from: 0.98, to: 0.8, weeksInAuto: 20 },
    { from: 0.96, to: 0.9, weeksInAuto: 20 },
    { from: 0.98, to: 0.9, weeksInAuto: 0 },
  ],
  rows: [
    {
      name: 'default',
      n: 50,
      rules: {},
      cells: [
        [12.7, 32.2, 31],
        [5.5, 12.1, 19],
        [3.1, 6.3, 16],
        [1.3, 2.2, 13],
        [6.5, 14.0, 33],
        [3.2, 6.6, 16],
      ],
    },
    {
      name: 'default',
      n: 200,
      rules: {},
      cells: [
        [11.8, 33.2, 119],
        [5.5, 12.3, 78],
        [3.2, 6.6, 64],
        [1.3, 2.3, 51],
        [6.7, 14.0, 135],
        [1.6, 3.2, 32],
      ],
    },
    {
      name: 'default',
      n: 1000,
      rules: {},
      cells: [
        [4.9, 13.7, 246],
        [2.3, 5.2, 164],
        [1.3, 2.5, 129],
        [0.5, 0.9, 108],
        [2.7, 5.8, 276],
        [0.3, 0.6, 32],
      ],
    },
    {
      name: 'at least 40 audits a week',
      n: 200,
      rules: { audit: { min_per_week: 40 } },
      cells: [
        [6.0, 15.8, 60],
        [2.9, 6.4, 40],
        [1.6, 3.2, 32],
        [0.6, 1.2, 25],
        [3.4, 7.1, 68],
        [1.6, 3.2, 32],
      ],
    },
    // The design's 10 weeks (90 %: 29) at n 50 are left out: its own 60 audits to an alarm take 24 weeks at 2.5 a week.
    {
      name: 'flat 5 %, h 5',
      n: 200,
      rules: { audit: { min_per_week: 0 }, ...h5 },
      cells: [null, null, [5, NaN, NaN], null, null, null],
    },
  ],
};
