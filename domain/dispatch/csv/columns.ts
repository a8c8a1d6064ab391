/** The columns of the CSV channel (D20) and how a header row is matched to them. */

import { nearestName } from '../../nearest-name.ts';

export const csvColumns = [
  'task_type',
  'pro',
  'invoice_number',
  'dispute_id',
  'claim_id',
  'chargeback_id',
  'reason_code',
  'amount',
  'note',
  'comment',
  'action',
  'changes.billed_weight',
  'changes.billed_class',
  'changes.remove_accessorials',
  'changes.add_accessorials',
  'changes.consignee_name',
  'changes.consignee_address',
  'instruction',
  'client_ref',
  'idempotency_key',
  'callback_url',
  'priority',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

export interface Header {
  /** The column of each cell; null for a column without a name. */
  readonly columns: readonly (CsvColumn | null)[];
}

const byPlainName = new Map<string, CsvColumn>(csvColumns.map((column) => [plainName(column), column]));

/** Case, white space, byte order mark, `_` and `-` aside: `Invoice Number` is `invoice_number`. */
function plainName(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .replace(/[\s\u00a0_-]+/g, '');
}

/** The header's columns, or every reason why the file cannot be read; unknown columns are refused, not skipped. */
export function matchHeader(
  cells: readonly string[],
): { readonly header: Header } | { readonly findings: readonly string[] } {
  const columns = cells.map((cell) => byPlainName.get(plainName(cell)) ?? null);
  let unknown = 0;
  const findings = cells.flatMap((cell, index) => {
    const column = columns[index] ?? null;
    if (column === null && plainName(cell) !== '') unknown += 1;
    // Looking for what was meant takes a while, and nobody reads more than these.
    if (column === null) return plainName(cell) === '' || unknown > 100 ? [] : [unknownColumn(cell)];
    return columns.indexOf(column) < index ? [`column ${column} stands twice in the header row`] : [];
  });
  if (columns.every((column) => column === null) && findings.length === 0)
    return { findings: ['the header row is missing'] };
  if (!columns.includes('task_type')) findings.push('column task_type is missing from the header row');
  return findings.length > 0 ? { findings } : { header: { columns } };
}

function unknownColumn(cell: string): string {
  const shown = JSON.stringify(cell.trim().slice(0, 80));
  const plain = plainName(cell);
  const nearest =
    nearestName(plain, [...byPlainName.keys()])?.name ??
    [...byPlainName.keys()].find((name) => name.endsWith(`.${plain}`));
  const column = nearest === undefined ? undefined : byPlainName.get(nearest);
  return column === undefined
    ? `column ${shown} is not known`
    : `column ${shown} is not known; did you mean ${column}?`;
}
