/** Reads and seeds the TMS's tables. */

import type pg from 'pg';
import type { Queryable } from '../framework/application.ts';
import type { Correction, HistoryEntry, Note, SeededShipment } from './seed.ts';
import type { FiledDocument, Shipment } from './shipment.ts';
import type { ChargeLine } from './tariff.ts';

/** Shortest part of a number that is searched as a beginning; anything shorter must be the whole number. */
const shortestPrefix = 6;
const mostResults = 50;

const shipmentColumns = `pro, bol, po, status, bill_status as "billStatus", terms, shipper, consignee, pieces,
  handling_units as "handlingUnits", packaging, weight_lb as "weightLb", freight_class as "freightClass", nmfc, description,
  ship_date as "shipDate", delivery_date as "deliveryDate", balance_cents::float8 as "balanceCents", shipped, agreement,
  inspection`;
/** A moment as ISO 8601 in UTC. */
const iso = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const documentColumns = 'id, pro, type, number, dated, pages, form, receipt';

/** Shipments whose PRO or BOL number is `text` or, from six characters on, begins with it; ordered by PRO. */
export async function searchShipments(db: Queryable, text: string): Promise<Shipment[]> {
  const prefix =
    text.length >= shortestPrefix ? `${text.replace(/[\\%_]/g, '\\$&')}%` : text.replace(/[\\%_]/g, '\\$&');
  const found = await db.query<Shipment>(
    `select ${shipmentColumns} from sandbox.tms_shipments where pro like $1 or bol like $1 order by pro limit $2`,
    [prefix, mostResults],
  );
  return found.rows;
}

export async function findShipment(db: Queryable, pro: string): Promise<Shipment | null> {
  const found = await db.query<Shipment>(`select ${shipmentColumns} from sandbox.tms_shipments where pro = $1`, [pro]);
  return found.rows[0] ?? null;
}

/** The PRO after this one, going round; null when it is the only one. */
export async function nextShipment(db: Queryable, pro: string): Promise<string | null> {
  const found = await db.query<{ pro: string }>(
    'select pro from sandbox.tms_shipments where pro <> $1 order by pro < $1, pro limit 1',
    [pro],
  );
  return found.rows[0]?.pro ?? null;
}

export async function chargesOf(db: Queryable, pro: string): Promise<ChargeLine[]> {
  const found = await db.query<ChargeLine>(
    'select code, description, basis, cents::float8 as cents from sandbox.tms_charges where pro = $1 order by line',
    [pro],
  );
  return found.rows;
}

export async function documentsOf(db: Queryable, pro: string): Promise<FiledDocument[]> {
  const found = await db.query<FiledDocument>(
    `select ${documentColumns} from sandbox.tms_documents where pro = $1 order by dated desc, id`,
    [pro],
  );
  return found.rows;
}

export async function findDocument(db: Queryable, id: number): Promise<FiledDocument | null> {
  const found = await db.query<FiledDocument>(`select ${documentColumns} from sandbox.tms_documents where id = $1`, [
    id,
  ]);
  return found.rows[0] ?? null;
}

export async function historyOf(db: Queryable, pro: string): Promise<HistoryEntry[]> {
  const found = await db.query<HistoryEntry>(
    `select ${iso('h.at')} as at, event, entered_by as by from sandbox.tms_history h where pro = $1 order by h.at, id`,
    [pro],
  );
  return found.rows;
}

export async function notesOf(db: Queryable, pro: string): Promise<Note[]> {
  const found = await db.query<Note>(
    `select ${iso('n.at')} as at, author, text from sandbox.tms_notes n where pro = $1 order by n.at, id`,
    [pro],
  );
  return found.rows;
}

export async function correctionsOf(db: Queryable, pro: string): Promise<Correction[]> {
  const found = await db.query<Correction>(
    `select number, code, reason, net_change_cents::float8 as "netChangeCents", entered_by as by, ${iso('entered_at')} as at,
       reference
     from sandbox.tms_corrections where pro = $1 order by entered_at, number`,
    [pro],
  );
  return found.rows;
}

/** Replaces everything by the seeded shipments, each table in one statement. */
export async function seedRecords(client: pg.PoolClient, seeded: readonly SeededShipment[]): Promise<void> {
  await client.query('truncate sandbox.tms_shipments restart identity cascade');
  const insert = (statement: string, rows: readonly object[]): Promise<unknown> =>
    client.query(statement, [JSON.stringify(rows)]);
  await insert(
    `insert into sandbox.tms_shipments
     select pro, bol, po, status, "billStatus", terms, shipper, consignee, pieces, "handlingUnits", packaging, "weightLb",
       "freightClass", nmfc, description, "shipDate", "deliveryDate", "balanceCents", shipped, agreement, inspection
     from jsonb_to_recordset($1) as t (pro text, bol text, po text, status text, "billStatus" text, terms text, shipper jsonb,
       consignee jsonb, pieces int, "handlingUnits" int, packaging text, "weightLb" int, "freightClass" text, nmfc text,
       description text, "shipDate" text, "deliveryDate" text, "balanceCents" bigint, shipped jsonb, agreement jsonb,
       inspection jsonb)`,
    seeded.map(({ shipment }) => shipment),
  );
  await insert(
    `insert into sandbox.tms_charges (pro, line, code, description, basis, cents)
     select pro, line, code, description, basis, cents
     from jsonb_to_recordset($1) as t (pro text, line int, code text, description text, basis text, cents bigint)`,
    seeded.flatMap(({ shipment, charges }) =>
      charges.map((charge, index) => ({ ...charge, pro: shipment.pro, line: index + 1 })),
    ),
  );
  await insert(
    `insert into sandbox.tms_documents (${documentColumns})
     select ${documentColumns}
     from jsonb_to_recordset($1) as t (id int, pro text, type text, number text, dated text, pages int, form text, receipt jsonb)`,
    seeded.flatMap(({ documents }) => documents),
  );
  await insert(
    `insert into sandbox.tms_history (pro, at, event, entered_by)
     select pro, at, event, by from jsonb_to_recordset($1) as t (pro text, at timestamptz, event text, by text)`,
    seeded.flatMap(({ shipment, history }) => history.map((entry) => ({ ...entry, pro: shipment.pro }))),
  );
  await insert(
    `insert into sandbox.tms_notes (pro, at, author, text)
     select pro, at, author, text from jsonb_to_recordset($1) as t (pro text, at timestamptz, author text, text text)`,
    seeded.flatMap(({ shipment, notes }) => notes.map((note) => ({ ...note, pro: shipment.pro }))),
  );
  await insert(
    `insert into sandbox.tms_corrections (number, serial, pro, code, reason, net_change_cents, entered_by, entered_at)
     select number, right(number, 6)::int, pro, code, reason, "netChangeCents", by, at
     from jsonb_to_recordset($1) as t (number text, pro text, code text, reason text, "netChangeCents" bigint, by text, at timestamptz)`,
    seeded.flatMap(({ shipment, corrections }) => corrections.map((entry) => ({ ...entry, pro: shipment.pro }))),
  );
}
