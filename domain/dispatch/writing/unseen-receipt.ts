/** Spares a portal the pull of a receipt where the rows above the receipt's decide already. */
import type { DecisionTable } from '../rules/decision-table.ts';
import type { ReceiptFacts } from '../rules/delivery-receipt.ts';

/** Stands for a receipt that nobody has looked at yet, so that the rows about receipts do not strike. */
export const unseenReceipt: ReceiptFacts = {
  state: 'usable',
  delivered: null,
  pieces: null,
  services: [],
  exceptions: '',
};

const firstReceiptRows: ReadonlySet<string> = new Set(['no_receipt', 'receipt_unusable']);

/** Whether the row that decided stands above every row that looks at the receipt. */
export function decidedBeforeReceipt<Case, Decision>(table: DecisionTable<Case, Decision>, rule: string): boolean {
  const receipt = table.rows.findIndex(({ name }) => firstReceiptRows.has(name));
  const row = table.rows.findIndex(({ name }) => name === rule);
  return row >= 0 && row < receipt;
}
