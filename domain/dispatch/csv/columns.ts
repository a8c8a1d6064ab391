/** The columns of the CSV channel (D20) and how a header row is matched to them. */
import { nearestName } from '../../nearest-name.ts';
import type { TaskType } from '../task.ts';
import { writeCsv } from '../../csv.ts';
import names from './column-names.json' with { type: 'json' };

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

/** A name beyond this is none of ours, whatever follows. */
const longestName = 1000;

/** Case, accents, white space, byte order mark and the marks between words aside: `Invoice No.` is `invoice_no`. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}\ufeff]/gu, '')
    .toLowerCase()
    .replace(/[\s_.#\\°º-]+/g, '');

/** What people call them: in a header row and in mails, before a value that can be no other's, and only in header rows. */
type Names = Readonly<Partial<Record<CsvColumn, readonly string[]>>>;
const namesOf = (names: Names): [string, CsvColumn][] =>
  csvColumns.flatMap((column) => (names[column] ?? []).map((one): [string, CsvColumn] => [plainName(one), column]));

const byName = new Map<string, CsvColumn>([
  ...namesOf(names.always),
  ...csvColumns
    .filter((one) => one.startsWith('changes.'))
    .map((one): [string, CsvColumn] => [plainName(one.slice(8)), one]),
  ...csvColumns.map((one): [string, CsvColumn] => [plainName(one), one]),
]);
export const columnNames: readonly string[] = [...byName.keys()];
/** What people write beside the name of a number: `invoice nbr` and `n° facture` are the invoice. */
const numberWord = /^(?:n|no|nr|num|numero)(?:de|du)?(?=\w{3})|(?:number|nbr|num|no|nr|n|id)$/;
/** @param plain as `plainName` gives it */
export const columnOf = (plain: string): CsvColumn | undefined =>
  byName.get(plain) ?? ofNumber(byName.get(plain.replace(numberWord, '')));
const ofNumber = (column: CsvColumn | undefined): CsvColumn | undefined =>
  column !== undefined && /^(?:pro|.+_number|.+_id)$/.test(column) ? column : undefined;

/** Names that count in a mail only with a value that is one of the column's. */
export const namesByValue: ReadonlyMap<string, CsvColumn> = new Map(namesOf(names.byValue));

/** Names that say enough at the head of a column, and too little before the colon of a mail. */
const headings = new Map<string, CsvColumn>([...namesByValue, ...namesOf(names.headings)]);

/** Of a heading, as people write it above a column: `Amount ($)`. */
export function columnOfHeading(plain: string): CsvColumn | undefined {
  const bracket = plain.search(/[([]/);
  return columnOf(plain) ?? headings.get(plain) ?? (bracket > 0 ? columnOfHeading(plain.slice(0, bracket)) : undefined);
}

/** What keeps a header row from being read. */
export type HeaderFinding =
  | { readonly kind: 'too_wide' }
  | { readonly kind: 'no_header' }
  | { readonly kind: 'no_task_type' }
  | { readonly kind: 'twice'; readonly column: CsvColumn }
  /** `cell`: as it was written, quoted and cut. */
  | { readonly kind: 'unknown'; readonly cell: string; readonly nearest: CsvColumn | undefined };

export function headerSentence(finding: HeaderFinding): string {
  switch (finding.kind) {
    case 'too_wide':
      return `the header row must have at most ${columnLimit} cells`;
    case 'no_header':
      return 'the header row is missing';
    case 'no_task_type':
      return 'column task_type is missing from the header row';
    case 'twice':
      return `column ${finding.column} appears twice in the header row`;
    case 'unknown':
  }
  return `column ${unknownColumnText(finding)}`;
}

/** After "column" or "key". */
export function unknownColumnText({ cell, nearest }: Extract<HeaderFinding, { kind: 'unknown' }>): string {
  return `${cell} is not known${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/**
 * The header's columns, or every reason why the file cannot be read; unknown columns are refused, not skipped.
 * @param named which column a plain name means
 */
export function matchHeader(
  cells: readonly string[],
  named: (plain: string) => CsvColumn | undefined = columnOf,
): { readonly header: Header } | { readonly findings: readonly HeaderFinding[] } {
  if (cells.length > columnLimit) return { findings: [{ kind: 'too_wide' }] };
  const columns: (CsvColumn | null)[] = [];
  const seen = new Set<CsvColumn>();
  const findings: HeaderFinding[] = [];
  for (const cell of cells) {
    const plain = plainName(cell.slice(0, longestName));
    const column = named(plain) ?? null;
    columns.push(column);
    if (column === null && plain !== '') findings.push(unknownColumn(cell, plain));
    if (column === null) continue;
    if (seen.has(column)) findings.push({ kind: 'twice', column });
    seen.add(column);
  }
  if (seen.size === 0 && findings.length === 0) return { findings: [{ kind: 'no_header' }] };
  if (!seen.has('task_type')) findings.push({ kind: 'no_task_type' });
  return findings.length > 0 ? { findings } : { header: { columns } };
}

function unknownColumn(cell: string, plain: string): HeaderFinding {
  const nearest = nearestName(plain.replace(/^params/, ''), columnNames)?.name;
  return {
    kind: 'unknown',
    cell: JSON.stringify(cell.trim().slice(0, 80)),
    nearest: nearest === undefined ? undefined : columnOf(nearest),
  };
}

// A CSV file to start from, per task type: the columns that type uses and one example row (D20).

const examples: Readonly<Record<TaskType, Readonly<Partial<Record<CsvColumn, string>>>>> = {
  pull_pod: { pro: '0412708839' },
  pod_to_dispute: { pro: '0412708839', invoice_number: '8800412375', dispute_id: '' },
  file_dispute: { invoice_number: '8800412375', reason_code: 'ACC', amount: '95.00', comment: '' },
  answer_claim: { claim_id: 'CLM-2026-000042', invoice_number: '', comment: '' },
  tms_correction: {
    pro: '0412708839',
    reason_code: 'WC',
    note: 'Certified scale ticket 5521',
    'changes.billed_weight': '1420',
    'changes.billed_class': '',
    'changes.add_accessorials': '',
    'changes.remove_accessorials': '',
    'changes.consignee_name': '',
    'changes.consignee_address': '',
  },
  portal_action: { action: 'void_bill', pro: '0412708839', invoice_number: '', dispute_id: '', chargeback_id: '' },
};

/** The columns that a type uses. */
export function columnsOfType(type: TaskType): CsvColumn[] {
  return [...(Object.keys(examples[type]) as CsvColumn[]), ...common];
}

const common: readonly CsvColumn[] = ['instruction', 'client_ref', 'idempotency_key', 'callback_url', 'priority'];

export function csvTemplate(type: TaskType): string {
  const row: Record<string, string> = {
    task_type: type,
    ...examples[type],
    instruction: '',
    client_ref: 'WO-5521',
    priority: '',
  };
  return writeCsv(Object.keys(row), [Object.values(row)]);
}
