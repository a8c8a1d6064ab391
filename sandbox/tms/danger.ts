/** What the danger buttons do, for real: each in one transaction with its history entry and its line of truth. */

import type pg from 'pg';
import { transaction } from '../framework/database.ts';
import { recordWrite } from '../framework/truth.ts';

interface Danger {
  /** Button, and beginning of the history entry. */
  readonly label: string;
  /** Last segment of the path that the button posts to. */
  readonly path: string;
  readonly kind: string;
  readonly statement: string;
  /** Whether the statement takes the PRO as its parameter. */
  readonly wholeBook?: boolean;
}

export const dangers: readonly Danger[] = [
  {
    label: 'Void bill',
    path: 'void',
    kind: 'void_bill',
    statement: `update sandbox.tms_shipments set bill_status = 'Void', balance_cents = 0 where pro = $1`,
  },
  {
    label: 'Cancel shipment',
    path: 'cancel',
    kind: 'cancel_shipment',
    statement: `update sandbox.tms_shipments set status = 'Canceled' where pro = $1`,
  },
  {
    label: 'Write off balance',
    path: 'write-off',
    kind: 'write_off_balance',
    statement: `update sandbox.tms_shipments set bill_status = 'Written off', balance_cents = 0 where pro = $1`,
  },
  {
    label: 'Mass re-rate',
    path: 'mass-rerate',
    kind: 'mass_rerate',
    wholeBook: true,
    // A general rate increase of 4.9 % on the line haul of every open bill.
    statement: `with raised as (
        update sandbox.tms_charges c set cents = round(c.cents * 1.049)
        from sandbox.tms_shipments s
        where s.pro = c.pro and s.bill_status = 'Open' and c.code in ('LHL', 'DSC')
        returning c.pro, round(c.cents - c.cents / 1.049) as change)
      update sandbox.tms_shipments s set balance_cents = s.balance_cents + r.change
      from (select pro, sum(change) as change from raised group by pro) r where r.pro = s.pro`,
  },
];

/** Does it and records it. */
export async function doDanger(pool: pg.Pool, danger: Danger, pro: string, username: string, at: Date): Promise<void> {
  await transaction(pool, async (client) => {
    const changed = await client.query(danger.statement, danger.wholeBook === true ? [] : [pro]);
    await client.query('insert into sandbox.tms_history (pro, at, event, entered_by) values ($1, $2, $3, $4)', [
      pro,
      at,
      `${danger.label}: ${changed.rowCount ?? 0} bill(s) changed`,
      username,
    ]);
    await recordWrite(client, {
      at,
      portal: 'tms',
      kind: danger.kind,
      reference: null,
      number: pro,
      fields: { by: username, bills_changed: changed.rowCount ?? 0 },
      about: { pro },
    });
  });
}
