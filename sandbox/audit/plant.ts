/** Replaces the audit portal's data by the seed, each table in one statement. */

import type pg from 'pg';
import { seedAudit } from './seed.ts';

export async function plantAudit(client: pg.PoolClient): Promise<void> {
  const { invoices, disputes, claims, chargebacks, documents } = seedAudit();
  await client.query(
    `truncate sandbox.audit_invoices, sandbox.audit_disputes, sandbox.audit_claims, sandbox.audit_responses,
       sandbox.audit_documents, sandbox.audit_attachments, sandbox.audit_chargebacks, sandbox.audit_closed_accounts
     restart identity`,
  );
  const insert = (statement: string, rows: readonly object[]): Promise<unknown> =>
    client.query(statement, [JSON.stringify(rows)]);
  await insert(
    `insert into sandbox.audit_invoices (number, pro, bol, invoice_date, state, billed_cents, approved_cents,
       adjustment_reason, duplicate_of, damage_reported, lines, notes)
     select number, pro, bol, "invoiceDate", state, "billedCents", "approvedCents", "adjustmentReason", "duplicateOf",
       "damageReported", lines, notes
     from jsonb_to_recordset($1) as t (number text, pro text, bol text, "invoiceDate" text, state text,
       "billedCents" bigint, "approvedCents" bigint, "adjustmentReason" text, "duplicateOf" text, "damageReported" text,
       lines jsonb, notes jsonb)`,
    invoices,
  );
  await insert(
    `insert into sandbox.audit_disputes (serial, number, invoice_number, reason_code, amount_cents, state, explanation,
       reference, filed_by, filed_at, answer)
     select right(number, 6)::int, number, "invoiceNumber", "reasonCode", "amountCents", state, explanation, reference, by,
       at, answer
     from jsonb_to_recordset($1) as t (number text, "invoiceNumber" text, "reasonCode" text, "amountCents" bigint,
       state text, explanation text, reference text, by text, at timestamptz, answer text)`,
    disputes,
  );
  await insert(
    `insert into sandbox.audit_claims (number, type, state, filed, claimant, pro, invoice_number, bol, delivered, reported,
       claimed_cents, proof_offered, per_pound_cents, per_shipment_cents, salvage_cents, lines, inspection)
     select number, type, state, filed, claimant, pro, "invoiceNumber", bol, delivered, reported, "claimedCents",
       "proofOffered", "perPoundCents", "perShipmentCents", "salvageCents", lines, nullif(inspection, 'null')
     from jsonb_to_recordset($1) as t (number text, type text, state text, filed text, claimant text, pro text,
       "invoiceNumber" text, bol text, delivered text, reported text, "claimedCents" bigint, "proofOffered" boolean,
       "perPoundCents" bigint, "perShipmentCents" bigint, "salvageCents" bigint, lines jsonb, inspection jsonb)`,
    claims.map(({ claim }) => claim),
  );
  await insert(
    `insert into sandbox.audit_responses (serial, number, claim_number, decision, amount_cents, reason_code, reason,
       reference, responded_by, responded_at)
     select right(number, 6)::int, number, "claimNumber", decision, "amountCents", "reasonCode", reason, reference, by, at
     from jsonb_to_recordset($1) as t (number text, "claimNumber" text, decision text, "amountCents" bigint,
       "reasonCode" text, reason text, reference text, by text, at timestamptz)`,
    claims.flatMap(({ response }) => (response === null ? [] : [response])),
  );
  await insert(
    `insert into sandbox.audit_documents (id, invoice_number, claim_number, type, number, dated, filename, sheet)
     select 940000 + position, invoice_number, claim_number, type, number, dated, filename, sheet
     from rows from (jsonb_to_recordset($1) as ("invoiceNumber" text, "claimNumber" text, type text, number text,
         dated text, filename text, sheet jsonb))
       with ordinality as t (invoice_number, claim_number, type, number, dated, filename, sheet, position)`,
    documents,
  );
  await insert(
    `insert into sandbox.audit_chargebacks (number, invoice_number, amount_cents, reason, state, dated)
     select number, "invoiceNumber", "amountCents", reason, state, dated
     from jsonb_to_recordset($1) as t (number text, "invoiceNumber" text, "amountCents" bigint, reason text, state text,
       dated text)`,
    chargebacks,
  );
}
