/** A quick version of `npm run bench -- lanes-characteristics`: a few cells of every table, with few runs. */
import assert from 'node:assert/strict';
import { characteristics } from '../../../bench/lanes/characteristics.ts';

describe('the operating characteristics of the lane rules', () => {
  it('come out of the real reviews within simulation error, and false promotions stay under 5 % a year', () => {
    const tables = characteristics({
      seed: 20_261_121,
      runs: 50,
      only: (table, row, n, accuracy) => {
        if (table.includes('bar 0.98')) return n === 200;
        if (table.includes('Independent labels until')) return accuracy >= 0.98;
        if (table.includes('looking every week')) return n !== 1000 && [0.94, 0.97].includes(accuracy);
        if (table.includes('default rules')) return n === 200 && [0.94, 0.97].includes(accuracy);
        if (table.includes('wave errors')) return n === 200 && accuracy === 0.94;
        if (table.includes('of Assist')) return n === 50 && [0.8, 0.9].includes(accuracy);
        if (table.includes('False promotions')) return n === 200 && accuracy === 0.95;
        if (table.includes('look better')) return n === 50;
        if (table.includes('Independent labels in Assist')) return n === 50 && accuracy < 0.7;
        if (table.includes('stable agent')) return n === 50 && (accuracy === 0.98 || row.includes('always'));
        return n !== 200 && ['0.98 to 0.9', '0.96 to 0.9'].includes(row);
      },
    });
    let seen = 0;
    for (const { title, rows } of tables) {
      const findings = rows.flatMap(({ cells }) => cells.map(({ finding }) => finding));
      assert.ok(findings.length > 0, title);
      seen += findings.length;
      for (const { where, simulated, expected, holds } of findings)
        assert.ok(holds, `${where}: ${simulated}, expected ${expected}`);
    }
    assert.ok(seen > 50, `${seen} figures`);
  });
});
