/** Files that pages offer. Lists as CSV: what the filters in the address find, page by page, up to a limit. */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { writeCsv } from '../../domain/csv.ts';

/** More than these are no list any more; the API pages through all. */
export const exportLimit = 10_000;
export const exportPage = 500;

/**
 * Reads pages until there is none.
 * @param readPage from a cursor on; null: from the beginning
 */
export async function readAllPages<Row, Cursor>(
  readPage: (after: Cursor | null) => Promise<{ readonly rows: readonly Row[]; readonly next: Cursor | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Cursor | null = null; ;) {
    const page: { readonly rows: readonly Row[]; readonly next: Cursor | null } = await readPage(after);
    rows.push(...page.rows);
    if (page.next === null || rows.length >= exportLimit) return rows.slice(0, exportLimit);
    after = page.next;
  }
}

/** One column: its heading and its cell, empty where there is nothing. */
export type ExportColumn<Row> = readonly [
  heading: string,
  cell: (row: Row) => string | number | Date | null | undefined,
];

/** Answers with the file; times in it are UTC. */
export function sendExport<Row>(
  ctx: Context,
  name: string,
  rows: readonly Row[],
  columns: readonly ExportColumn<Row>[],
): void {
  const text = (value: string | number | Date | null | undefined): string =>
    value instanceof Date ? value.toISOString() : String(value ?? '');
  const csv = writeCsv(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => text(cell(row)))),
  );
  sendFile(ctx, `${name}.csv`, 'text/csv; charset=utf-8', csv);
}

/** @param name what is no letter, digit, dot or dash becomes a dash */
export function sendFile(ctx: Context, name: string, type: string, content: string | Readable): void {
  ctx.status = 200;
  ctx.set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]+/g, '-')}"`,
    'Cache-Control': 'private, no-store',
  });
  ctx.body = content;
}
