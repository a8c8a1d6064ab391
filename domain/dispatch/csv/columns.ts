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

/** More than all columns that exist, with room for the empty ones that spreadsheets leave behind. */
const columnLimit = 500;

const byPlainName = new Map<string, CsvColumn>(csvColumns.map((column) => [plainName(column), column]));

/** A name beyond this is none of ours, whatever follows. */
const longestName = 1000;

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
  if (cells.length > columnLimit) return { findings: [`the header row must have at most ${columnLimit} cells`] };
  const columns: (CsvColumn | null)[] = [];
  const seen = new Set<CsvColumn>();
  const findings: string[] = [];
  for (const cell of cells) {
    const plain = plainName(cell.slice(0, longestName));
    const column = byPlainName.get(plain) ?? null;
    columns.push(column);
    if (column === null && plain !== '') findings.push(unknownColumn(cell, plain));
    if (column === null) continue;
    if (seen.has(column)) findings.push(`column ${column} appears twice in the header row`);
    seen.add(column);
  }
  if (seen.size === 0 && findings.length === 0) return { findings: ['the header row is missing'] };
  if (!seen.has('task_type')) findings.push('column task_type is missing from the header row');
  return findings.length > 0 ? { findings } : { header: { columns } };
}

function unknownColumn(cell: string, plain: string): string {
  const shown = JSON.stringify(cell.trim().slice(0, 80));
  const nearest =
    nearestName(plain, [...byPlainName.keys()])?.name ??
    [...byPlainName.keys()].find((name) => name.endsWith(`.${plain}`));
  const column = nearest === undefined ? undefined : byPlainName.get(nearest);
  return column === undefined
    ? `column ${shown} is not known`
    : `column ${shown} is not known; did you mean ${column}?`;
}
