/** What the routes of invoices, disputes and claims share: the record that is in the address, or a page that it is unknown. */
import type pg from 'pg';
import type { Answer, RecordKeys, Route, Visit } from '../framework/application.ts';
import { pageAsked } from './pages/parts.ts';

interface RecordKind<One> {
  readonly path: '/invoices' | '/disputes' | '/claims';
  readonly table: Parameters<typeof neighbourOf>[1];
  readonly about: (number: string) => Promise<RecordKeys>;
  readonly find: (db: Visit['db'], number: string) => Promise<One | null>;
  readonly unknown: (visit: Visit, number: string) => Answer;
}

/** Makes the routes of one record of a kind, each by method, path below the record, and answer. */
export function routesOfOne<One>(pool: pg.Pool, { path: top, table, about, find, unknown }: RecordKind<One>) {
  return (
    method: Route['method'],
    path: string,
    answer: (visit: Visit, one: One) => Promise<Answer> | Answer,
  ): Route => ({
    method,
    path: `${top}/:number${path}`,
    about: ({ number }) => about(number ?? ''),
    neighbour: (params) => neighbourOf(pool, table, params),
    async answer(visit) {
      const { number = '' } = visit.params;
      const one = await find(visit.db, number);
      return one === null ? unknown(visit, number) : answer(visit, one);
    },
  });
}

/** What a list of disputes or claims is asked for. */
export function listAsked(query: URLSearchParams): {
  readonly q: string;
  readonly state: string;
  readonly page: number;
} {
  return { q: (query.get('q') ?? '').trim(), state: (query.get('state') ?? '').trim(), page: pageAsked(query) };
}

// The record after another one, going round, for pages that show the wrong one.

/** @param params of the route; `number` names the record */
async function neighbourOf(
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
