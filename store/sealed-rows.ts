/** Every row that is sealed with the deployment secret, and sealing them again with its successor. */
import { isSealedByCurrent, seal, unseal } from '../process/secrets.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import type { Pool, Queryable } from './database.ts';

interface SealedColumn {
  /** As the status names it. */
  readonly what: string;
  /** What goes when it cannot be opened any more; null: people sign in again, nothing else. */
  readonly loss: string | null;
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The context that a row was sealed for, as SQL over its columns. */
  readonly context: string;
}

/** A new sealed column has to be added here, or its rows are lost in a rotation (held by a test over the schema). */
export const sealedColumns: readonly SealedColumn[] = [
  {
    what: 'portal logins',
    loss: 'the stored login',
    table: 'portal_credentials',
    column: 'sealed',
    key: ['portal', 'account'],
    context: `'portal-credentials:' || portal || ':' || account`,
  },
  {
    what: 'webhook addresses of notifications',
    loss: 'the rule, which has to be made again',
    table: 'notification_rules',
    column: 'url_sealed',
    key: ['id'],
    context: `'notification-rule:' || id`,
  },
  {
    what: 'second factors of people',
    loss: 'the second factor',
    table: 'people',
    column: 'totp_sealed',
    key: ['id'],
    context: `'totp:' || id`,
  },
  ...(['session', 'checker_session'] as const).map((column) => ({
    what: column === 'session' ? 'portal sessions' : 'portal sessions of the checker',
    loss: null,
    table: 'portal_leases',
    column,
    key: ['portal', 'account'],
    context: `'portal-session:' || portal || ':' || account`,
  })),
  {
    what: 'ID tokens of console sessions',
    loss: null,
    table: 'sessions',
    column: 'issuer_token',
    key: ['id'],
    context: `'session-issuer-token'`,
  },
];

export interface SealedCount {
  readonly what: string;
  readonly loss: string | null;
  readonly current: number;
  /** Opened by the previous secret only. */
  readonly previous: number;
  /** Opened by no secret at hand. */
  readonly unreadable: number;
}

interface SealedRow {
  readonly keys: unknown[];
  readonly sealed: Buffer;
  readonly context: string;
}

async function readRows(q: Queryable, of: SealedColumn): Promise<SealedRow[]> {
  const found = await q.query<SealedRow>(
    `select array[${of.key.map((name) => `${name}::text`).join(', ')}] as keys, ${of.column} as sealed,
            ${of.context} as context
       from ${of.table} where ${of.column} is not null`,
  );
  return found.rows;
}

/** How many rows of each kind open with which secret. */
export async function countSealed(q: Queryable, secret: DeploymentSecret): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const of of sealedColumns) {
    const count = { what: of.what, loss: of.loss, current: 0, previous: 0, unreadable: 0 };
    for (const row of await readRows(q, of)) count[stateOf(secret, row)] += 1;
    counts.push(count);
  }
  return counts;
}

function stateOf(secret: DeploymentSecret, { context, sealed }: SealedRow): 'current' | 'previous' | 'unreadable' {
  if (isSealedByCurrent(secret, context, sealed)) return 'current';
  try {
    unseal(secret, context, sealed);
    return 'previous';
  } catch {
    return 'unreadable';
  }
}

/**
 * Seals every row again that the previous secret sealed, each by itself, so that a run that was killed is finished
 * by the next. A row that changed meanwhile is left: what changes is sealed with the current secret.
 * @returns how many rows were sealed again
 */
export async function resealRows(pool: Pool, secret: DeploymentSecret): Promise<number> {
  let resealed = 0;
  for (const of of sealedColumns)
    for (const row of await readRows(pool, of)) {
      if (stateOf(secret, row) !== 'previous') continue;
      const again = seal(secret, row.context, unseal(secret, row.context, row.sealed));
      const where = of.key.map((name, index) => `${name} = $${index + 3}`).join(' and ');
      const done = await pool.query(`update ${of.table} set ${of.column} = $1 where ${of.column} = $2 and ${where}`, [
        again,
        row.sealed,
        ...row.keys,
      ]);
      resealed += done.rowCount ?? 0;
    }
  return resealed;
}
