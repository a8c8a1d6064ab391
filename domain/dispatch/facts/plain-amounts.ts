/** Facts of a portal that writes amounts as plain numbers (`amounts: plain`), in the form that the rules read. */
import { formatAmount, readPlainAmount } from '../money.ts';
import type { NeededFact } from '../playbook/needed-facts.ts';
import type { PhaseFacts } from './reading.ts';

/** `255` becomes `255.00`. What is no number stays as it is, for the rules to reject; no other fact is touched. */
export function plainAmounts(facts: PhaseFacts, needed: readonly NeededFact[]): PhaseFacts {
  const read: Record<string, string> = { ...facts };
  for (const { name, form, columns = [] } of needed) {
    const text = facts[name];
    if (text === undefined) continue;
    if (form === 'money') read[name] = amountOf(text);
    if (form !== 'list') continue;
    const amounts = columns.filter((column) => column.form === 'money').map((column) => column.name);
    // The list is the interpreter's own JSON.
    const rows = JSON.parse(text) as Record<string, string>[];
    for (const row of rows)
      for (const column of amounts) if (row[column] !== undefined) row[column] = amountOf(row[column]);
    read[name] = JSON.stringify(rows);
  }
  return read;
}

function amountOf(text: string): string {
  const amount = readPlainAmount(text);
  return amount === undefined ? text : formatAmount(amount);
}
