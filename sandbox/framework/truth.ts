/**
 * The table of truth: every request and every write that really happened, for tests and scripts. Pages never read
 * it. Requests are written in batches behind the answer; writes in the transaction of the write itself.
 */

import type pg from 'pg';
import type { RecordKeys } from './application.ts';

export interface RequestFact {
  readonly at: Date;
  readonly portal: string;
  readonly method: string;
  /** Path with query; bodies, and with them passwords, are never recorded. */
  readonly path: string;
  readonly session: string | null;
  readonly about: RecordKeys;
}

export interface WriteFact {
  readonly at: Date;
  readonly portal: string;
  /** What was done, such as `void_bill`. */
  readonly kind: string;
  /** The mark the client put on it, if any. */
  readonly reference: string | null;
  /** The number the portal gave it, or that of the record it was done to. */
  readonly number: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly about: RecordKeys;
}

export interface Truth {
  requests: { at: string; method: string; path: string; session: string | null }[];
  writes: {
    at: string;
    kind: string;
    reference: string | null;
    number: string | null;
    fields: Record<string, unknown>;
  }[];
}

export interface RequestLog {
  note(fact: RequestFact): void;
  /** Waits until everything noted so far is stored. */
  flush(): Promise<void>;
}

/** Keeps what is noted while an insert is under way for the next one. @param report called when an insert failed; it is tried again with the next note */
export function requestLogIn(pool: pg.Pool, report: (error: unknown) => void): RequestLog {
  let waiting: RequestFact[] = [];
  let storing: Promise<void> | null = null;

  async function store(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await insertRequests(pool, batch).catch((error: unknown) => {
          waiting = [...batch, ...waiting];
          throw error;
        });
      }
    } finally {
      // In the same breath as the last look at `waiting`, so that nothing noted now is left lying.
      storing = null;
    }
  }
  function start(): Promise<void> {
    if (storing === null && waiting.length === 0) return Promise.resolve();
    storing ??= store();
    return storing;
  }

  return {
    note(fact) {
      waiting.push(fact);
      start().catch(report);
    },
    flush: () => start(),
  };
}

async function insertRequests(pool: pg.Pool, batch: readonly RequestFact[]): Promise<void> {
  await pool.query(
    `insert into sandbox.truth_requests (at, portal, method, path, session, pro, invoice_number, claim_id)
     select at, portal, method, path, session, pro, invoice_number, claim_id
     from rows from (jsonb_to_recordset($1::jsonb) as (
       at timestamptz, portal text, method text, path text, session text, pro text, invoice_number text, claim_id text
     )) with ordinality as fact (at, portal, method, path, session, pro, invoice_number, claim_id, position)
     order by position`,
    [JSON.stringify(batch.map(({ about, ...fact }) => ({ ...fact, ...about })))],
  );
}

/** Records a write; call it inside the transaction that does the write. */
export async function recordWrite(client: pg.PoolClient, fact: WriteFact): Promise<void> {
  const { pro, invoice_number, claim_id } = fact.about;
  await client.query(
    `insert into sandbox.truth_writes (at, portal, kind, reference, number, fields, pro, invoice_number, claim_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      fact.at,
      fact.portal,
      fact.kind,
      fact.reference,
      fact.number,
      JSON.stringify(fact.fields),
      pro,
      invoice_number,
      claim_id,
    ],
  );
}

/** What happened on one portal (or all, with null), about the given record (or any, with no keys), oldest first. */
export async function readTruth(pool: pg.Pool, portal: string | null, about: RecordKeys): Promise<Truth> {
  const iso = `to_char(t.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  const where = `t where ($1::text is null or portal = $1) and ($2::text is null or pro = $2)
    and ($3::text is null or invoice_number = $3) and ($4::text is null or claim_id = $4) order by id`;
  const values = [portal, about.pro, about.invoice_number, about.claim_id];
  const requests = await pool.query<Truth['requests'][number]>(
    `select ${iso}, method, path, session from sandbox.truth_requests ${where}`,
    values,
  );
  const writes = await pool.query<Truth['writes'][number]>(
    `select ${iso}, kind, reference, number, fields from sandbox.truth_writes ${where}`,
    values,
  );
  return { requests: requests.rows, writes: writes.rows };
}
