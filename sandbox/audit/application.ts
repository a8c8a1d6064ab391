/** Northgate Freight Audit, where the shippers' auditor pays the carrier: invoices, disputes, claims, chargebacks. */
import type pg from 'pg';
import { redirect, type Application } from '../framework/application.ts';
import { claimRoutes } from './claim-routes.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { plantAudit } from './plant.ts';
import { seedVersion } from './seed.ts';

/** Classic label to that of the `v2` skin; what is not here is shouted in capitals. */
const v2Words = {
  Invoices: 'BILLS',
  'Invoice number': 'BILL #',
  'Open dispute': 'Raise a case',
  'Submit dispute': 'RAISE CASE',
  'Your reference': 'Ext. ref.',
  'Attach document': 'Add file',
  'Send response': 'POST DECISION',
  Respond: 'Decide',
  View: 'Open image',
  'Accept all charges': 'Agree to all charges',
  'Withdraw dispute': 'Retract case',
  'Pay chargeback': 'Settle chargeback',
  'Close account': 'Deactivate account',
};

export function audit(pool: pg.Pool): Application {
  return {
    portal: 'audit',
    name: 'Northgate Freight Audit',
    home: '/invoices',
    menu: [
      ['Invoices', '/invoices'],
      ['Disputes', '/disputes'],
      ['Attachments', '/attachments'],
      ['Claims', '/claims'],
      ['Responses', '/responses'],
      ['Chargebacks', '/chargebacks'],
      ['Account', '/account'],
    ],
    imprint: 'Northgate Freight Audit & Payment · Carrier access',
    v2Words,
    harm: ({ invoice_number: invoice }) =>
      invoice === undefined ? '/account/close' : `/invoices/${invoice}/accept-all`,
    migrations: new URL('./migrations/', import.meta.url),
    seedVersion,
    seed: plantAudit,
    seeded: () => undefined,
    async refusesSignIn(username) {
      const closed = await pool.query('select 1 from sandbox.audit_closed_accounts where username = $1', [username]);
      return closed.rowCount === 0 ? null : 'This account is closed.';
    },
    routes: [
      ...invoiceRoutes(pool),
      ...disputeRoutes(pool),
      ...claimRoutes(pool),
      ...officeRoutes(pool, redirect('/login', 'end')),
    ],
  };
}
