/** The record after another one, going round, for pages that show the wrong one. */

import type pg from 'pg';

/** @param params of the route; `number` names the record */
export async function neighbourOf(
  pool: pg.Pool,
  table: 'audit_invoices' | 'audit_disputes' | 'audit_claims',
  params: Readonly<Record<string, string>>,
): Promise<Record<string, string> | null> {
  const found = await pool.query<{ number: string }>(
    `select number from sandbox.${table} where number <> $1 order by number < $1, number limit 1`,
    [params['number'] ?? ''],
  );
  const next = found.rows[0];
  return next === undefined ? null : { ...params, number: next.number };
}
