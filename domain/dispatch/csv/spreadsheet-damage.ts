/** What a spreadsheet does to numbers that are names: recognised and named, never repaired silently. */

import type { CsvColumn } from './columns.ts';

const numberAsText = 'format the column as text before typing or pasting';

const longestNumber = 100;

/** Hints for one cell; empty for a cell that shows no such damage. */
export function damageHints(column: CsvColumn, value: string): string[] {
  if (value.startsWith('=')) return [`${column} is a formula, which is read as plain text; give the value itself`];
  // Hints repeat the value, and no damaged number is this long.
  if (value.length > longestNumber) return [];
  if (column === 'pro' || column === 'invoice_number') return tenDigitHints(column, value);
  if (column === 'amount') return amountHints(value);
  if (column === 'changes.billed_class' || column === 'changes.billed_weight') return numberHints(column, value);
  return isScientific(value) ? [scientific(column, value)] : [];
}

function tenDigitHints(column: CsvColumn, value: string): string[] {
  if (isScientific(value)) return [scientific(column, value)];
  const whole = value.replace(/[.,]0+$/, '');
  const hints = whole === value ? [] : [`${column} ${value} looks like a number with decimals: ${numberAsText}`];
  if (/^\d+$/.test(whole) && whole.length >= 6 && whole.length < 10) {
    const zeros = 10 - whole.length;
    hints.push(
      `${column} has ${whole.length} digits: a spreadsheet may have dropped ${zeros === 1 ? 'a leading zero' : `${zeros} leading zeros`}; ${numberAsText}`,
    );
  }
  return hints;
}

function amountHints(value: string): string[] {
  if (/^\d{1,9}\.\d{2}$/.test(value)) return [];
  if (isScientific(value)) return [scientific('amount', value)];
  const plain = value.replace(/^\$\s?/, '');
  const looksLikeMoney = /^(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)(?:[.,]\d{1,2})?$/.test(plain);
  return looksLikeMoney
    ? [
        `write amount as digits with two decimals after a point, without currency sign or thousands separator, such as 1234.50`,
      ]
    : [];
}

function numberHints(column: CsvColumn, value: string): string[] {
  if (isScientific(value)) return [scientific(column, value)];
  if (/^\d+,\d+$/.test(value) || /^\d+\.0+$/.test(value)) {
    const example = column === 'changes.billed_class' ? '92.5 or 100' : '1420';
    return [`write ${column} plainly, such as ${example}`];
  }
  return [];
}

/** `1.23E+09`, `1,23E+09`, `4E+09`. */
function isScientific(value: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i.test(value);
}

function scientific(column: CsvColumn, value: string): string {
  return `${column} ${value} is a number that a spreadsheet shortened, its digits are lost: ${numberAsText}`;
}
