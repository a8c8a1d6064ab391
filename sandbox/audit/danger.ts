/** What the danger buttons of the audit portal do, for real, each with its line of truth. */

import type pg from 'pg';
import type { RecordKeys, Visit } from '../framework/application.ts';
import { transaction } from '../framework/database.ts';
import { recordWrite } from '../framework/truth.ts';

interface AuditDanger {
  readonly label: string;
  readonly kind: string;
  /** Last segment of the path that the button posts to. */
  readonly path: string;
  readonly statement: string;
}

export const auditDangers = {
  acceptAll: {
    label: 'Accept all charges',
    kind: 'accept_all_charges',
    path: 'accept-all',
    // The carrier gives up what was paid short: the invoice takes no dispute any more.
    statement: `update sandbox.audit_invoices set state = 'Closed' where number = $1`,
  },
  withdraw: {
    label: 'Withdraw dispute',
    kind: 'withdraw_dispute',
    path: 'withdraw',
    statement: `update sandbox.audit_disputes set state = 'Withdrawn' where number = $1`,
  },
  pay: {
    label: 'Pay chargeback',
    kind: 'pay_chargeback',
    path: 'pay',
    statement: `update sandbox.audit_chargebacks set state = 'Paid' where number = $1`,
  },
  close: {
    label: 'Close account',
    kind: 'close_account',
    path: 'close',
    statement: 'insert into sandbox.audit_closed_accounts values ($1, now()) on conflict do nothing',
  },
} as const satisfies Record<string, AuditDanger>;

/** @param number of the record it is done to */
export async function doAuditDanger(
  pool: pg.Pool,
  { kind, statement }: AuditDanger,
  number: string,
  about: RecordKeys,
  { session, now }: Pick<Visit, 'session' | 'now'>,
): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query(statement, [number]);
    const fields = { by: session?.username ?? '' };
    await recordWrite(client, { at: now, portal: 'audit', kind, reference: null, number, fields, about });
  });
}
