/** docs/statistics.md: its reference values and its table of settings are those of the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fnv32 } from '../../domain/lanes/audits.ts';
import { defaultRules, rulesSchema } from '../../domain/lanes/rules.ts';
import { chiSquareQuantile, psi } from '../../domain/lanes/statistics/psi.ts';
import { cusumStep, scoreOf } from '../../domain/lanes/statistics/cusum.ts';
import { logEvidence } from '../../domain/lanes/statistics/e-value.ts';
import { wilson } from '../../domain/lanes/statistics/wilson.ts';
import { weekOf } from '../../domain/lanes/week.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const page = readFileSync(join(import.meta.dirname, '../../docs/statistics.md'), 'utf8');
const figure = (value: number | undefined): string => String(Number((value ?? NaN).toFixed(12)));
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function settingRows(schema: Schema, path = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = path === '' ? name : `${path}.${name}`;
    if (member.properties) return settingRows(member, own);
    return [row(`\`${own}\``, `\`${String(member.default)}\``, rangeOf(member), member.description ?? '')];
  });
}

function rangeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.join(', ');
  if (schema.type === 'boolean') return 'true, false';
  const least = schema.exclusiveMinimum === undefined ? `${schema.minimum}` : `above ${schema.exclusiveMinimum}`;
  const most = schema.exclusiveMaximum === undefined ? `${schema.maximum}` : `below ${schema.exclusiveMaximum}`;
  return `${least} to ${most}`;
}

function assertRows(rows: readonly string[]): void {
  const missing = rows.filter((line) => !page.includes(`${line}\n`));
  assert.deepEqual(missing, [], `docs/statistics.md lacks:\n${missing.join('\n')}`);
}

describe('docs/statistics.md', () => {
  it('names every setting of the rules with its default, its range and its meaning', () => {
    const rows = settingRows(rulesSchema as Schema);
    assert.ok(rows.length > 50);
    assertRows(rows);
  });

  it('has the reference values that the code computes', () => {
    const { z } = defaultRules;
    const none = { n: 0, k: 0 };
    const bounds = [
      [18, 20],
      [45, 50],
      [72, 72],
      [73, 73],
      [190, 200],
      [196, 200],
      [388, 400],
      [3880, 4000],
    ] as const;
    assertRows(
      bounds.map(([k, n]) => row(`${k}/${n}`, figure(wilson(k, n, z)?.lower), figure(wilson(k, n, z)?.upper))),
    );
    const labels = [
      [100, 100],
      [196, 200],
      [198, 200],
      [392, 400],
      [780, 800],
      [285, 300],
    ] as const;
    assertRows(
      labels.map(([k, n]) =>
        row(
          `${k}/${n}`,
          figure(logEvidence({ k, n }, none, 0.95, 0.3)),
          figure(logEvidence(none, { k, n }, 0.95, 0.3)),
        ),
      ),
    );
    const mixes = [
      [
        [500, 300, 200],
        [40, 30, 30],
      ],
      [
        [500, 300, 200, 0],
        [45, 28, 17, 10],
      ],
      [
        [1000, 0],
        [95, 5],
      ],
    ] as const;
    assertRows(
      mixes.map(([from, to]) => row(from.join(', '), to.join(', '), figure(psi(from, to, defaultRules.psi.smoothing)))),
    );
    assertRows(
      [4, 9, 19].map((df) => row(df, figure(chiSquareQuantile(df, 0.999)), figure(chiSquareQuantile(df, 0.9998)))),
    );
    const levels = { p0: 0.02, p1: 0.08 };
    const sums: string[] = [];
    let s = 0;
    for (const wrong of [0, 1, 0, 0, 0, 1, 1]) {
      ({ s } = cusumStep(s, wrong === 1, levels, 6));
      sums.push(figure(Number(s.toFixed(9))));
    }
    assertRows([
      row('0.02, 0.08', figure(scoreOf(levels).wrong), figure(scoreOf(levels).right)),
      row('0, 1, 0, 0, 0, 1, 1', sums.join(', ')),
    ]);
    assertRows(
      ['7|refunds|approve|inv-0001', '2026|invoices|match|INV-000124', 'lane-v1|請求書|承認|案件-7'].map((text) =>
        row(
          `\`${text.replaceAll('|', '\\|')}\``,
          `\`${fnv32(text).toString(16).padStart(8, '0')}\``,
          (fnv32(text) / 2 ** 32).toFixed(10),
        ),
      ),
    );
    assertRows(
      ['2020-12-31', '2021-01-04', '2024-12-30', '2026-12-31', '2027-01-04'].map((date) =>
        row(date, weekOf(Date.parse(date), 'UTC').number),
      ),
    );
  });
});
