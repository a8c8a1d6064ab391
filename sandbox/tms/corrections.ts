/** Enters corrections: the bill, its charges, its history and the correction itself, in one transaction. */

import type pg from 'pg';
import type { Queryable, Visit, StoreManner, StoreResult, WriteOrder } from '../framework/application.ts';
import { signedDollars } from '../framework/money.ts';
import { judgeCorrection } from './correction-form.ts';
import type { AcceptedCorrection, CorrectionEntry, EnteredCorrection } from './correction-form.ts';
import { correctionPage } from './pages/correction.ts';
import { chargesOf, findShipment } from './records.ts';

const mostFound = 100;
/** Bills that are tried for one that the same correction fits. */
const neighboursTried = 40;

const columns = `number, pro, code, reason, note, reference, changes, before_cents::float8 as "beforeCents",
  after_cents::float8 as "afterCents", net_change_cents::float8 as "netChangeCents", entered_by as by,
  to_char(entered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

export async function findCorrection(db: Queryable, pro: string, number: string): Promise<EnteredCorrection | null> {
  const found = await db.query<EnteredCorrection>(
    `select ${columns} from sandbox.tms_corrections where pro = $1 and number = $2`,
    [pro, number],
  );
  return found.rows[0] ?? null;
}

/** Corrections of any bill by their number, PRO or reference, newest first. */
export async function searchCorrections(db: Queryable, text: string): Promise<EnteredCorrection[]> {
  const found = await db.query<EnteredCorrection>(
    `select ${columns} from sandbox.tms_corrections
     where number = upper($1) or pro = $1 or upper(reference) = upper($1) order by serial desc limit $2`,
    [text, mostFound],
  );
  return found.rows;
}

/** @param refuse writes the form again, with words */
export function correctionOrder(
  visit: Visit,
  pro: string,
  entry: CorrectionEntry,
  refuse: WriteOrder['refuse'],
): WriteOrder {
  const by = visit.session?.username ?? '';
  let first: EnteredCorrection | null = null;

  async function store(client: pg.PoolClient, manner: StoreManner): Promise<StoreResult> {
    if (manner === 'again' && first !== null) return stored(await enter(client, first, manner));
    const shipment = await lockShipment(client, pro);
    if (shipment === null) return { kind: 'refused', words: `No shipment with PRO ${pro} exists.` };
    first = await repeated(client, pro, entry.reference);
    if (first !== null) {
      const words = `Reference ${entry.reference} was used before, for correction ${first.number}.`;
      return { kind: 'repeat', number: first.number, words };
    }
    const judged = judgeCorrection(shipment, await chargesOf(client, pro), entry);
    if (judged.kind === 'refused') return judged;
    if (entry.preview !== judged.preview)
      return {
        kind: 'refused',
        words: 'Preview the re-rate first: the bill or the form changed since the last preview.',
      };
    first = await enter(client, draft(pro, judged), manner);
    if (manner !== 'half') await applyToBill(client, pro, judged);
    return stored(first);
  }

  function draft(ofPro: string, { changed, rerating }: AcceptedCorrection): EnteredCorrection {
    const { code, reason, note, reference } = entry;
    const { beforeCents, afterCents, netChangeCents } = rerating;
    const at = visit.now.toISOString();
    return {
      number: '',
      pro: ofPro,
      code,
      reason,
      note,
      reference,
      changes: changed,
      beforeCents,
      afterCents,
      netChangeCents,
      by,
      at,
    };
  }

  async function enter(
    client: pg.PoolClient,
    correction: EnteredCorrection,
    manner: StoreManner,
  ): Promise<EnteredCorrection> {
    const serial = await client.query<{ serial: number }>(
      `select nextval(pg_get_serial_sequence('sandbox.tms_corrections', 'serial'))::int as serial`,
    );
    const { serial: next } = serial.rows[0] ?? { serial: 0 };
    const entered = { ...correction, number: `COR-2026-${String(next).padStart(6, '0')}` };
    await client.query(
      `insert into sandbox.tms_corrections (serial, number, pro, code, reason, note, reference, changes, before_cents,
         after_cents, net_change_cents, entered_by, entered_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        next,
        entered.number,
        entered.pro,
        entered.code,
        entered.reason,
        entered.note,
        entered.reference,
        JSON.stringify(entered.changes),
        entered.beforeCents,
        entered.afterCents,
        entered.netChangeCents,
        by,
        visit.now,
      ],
    );
    if (manner === 'half') return entered;
    await client.query('update sandbox.tms_shipments set balance_cents = balance_cents + $2 where pro = $1', [
      entered.pro,
      entered.netChangeCents,
    ]);
    await client.query('insert into sandbox.tms_history (pro, at, event, entered_by) values ($1, $2, $3, $4)', [
      entered.pro,
      visit.now,
      `Correction ${entered.number} (${entered.code}): net change ${signedDollars(entered.netChangeCents)}`,
      by,
    ]);
    return entered;
  }

  return {
    kind: 'tms_correction',
    reference: entry.reference,
    store,
    async collateral(client) {
      const others = await client.query<{ pro: string }>(
        `select pro from sandbox.tms_shipments where bill_status = 'Open' and status = 'Delivered'
         order by pro > $1 desc, pro limit $2`,
        [pro, neighboursTried],
      );
      for (const other of others.rows) {
        const shipment = other.pro === pro ? null : await lockShipment(client, other.pro);
        if (shipment === null) continue;
        const judged = judgeCorrection(shipment, await chargesOf(client, other.pro), entry);
        if (judged.kind === 'refused') continue;
        await applyToBill(client, other.pro, judged);
        return { ...stored(await enter(client, draft(other.pro, judged), 'whole')), about: { pro: other.pro } };
      }
      return null;
    },
    place: (number) => `/shipments/${pro}/corrections/${number}`,
    pretend(number) {
      const shown = { ...first, number, at: visit.now.toISOString() } as EnteredCorrection;
      return correctionPage(visit, shown, true);
    },
    refuse,
  };
}

function stored({ number, code, changes, note, netChangeCents }: EnteredCorrection): StoreResult & { kind: 'stored' } {
  return { kind: 'stored', number, fields: { code, changes, note, net_change_cents: netChangeCents } };
}

async function lockShipment(client: pg.PoolClient, pro: string): ReturnType<typeof findShipment> {
  await client.query('select from sandbox.tms_shipments where pro = $1 for update', [pro]);
  return findShipment(client, pro);
}

async function repeated(client: pg.PoolClient, pro: string, reference: string): Promise<EnteredCorrection | null> {
  if (reference === '') return null;
  const found = await client.query<EnteredCorrection>(
    `select ${columns} from sandbox.tms_corrections where pro = $1 and upper(reference) = upper($2) order by serial limit 1`,
    [pro, reference],
  );
  return found.rows[0] ?? null;
}

async function applyToBill(
  client: pg.PoolClient,
  pro: string,
  { rerating, consignee }: AcceptedCorrection,
): Promise<void> {
  await client.query(
    'update sandbox.tms_shipments set weight_lb = $2, freight_class = $3, consignee = $4 where pro = $1',
    [pro, rerating.bill.weightLb, rerating.bill.freightClass, JSON.stringify(consignee)],
  );
  await client.query('delete from sandbox.tms_charges where pro = $1', [pro]);
  await client.query(
    `insert into sandbox.tms_charges (pro, line, code, description, basis, cents)
     select $1, line, code, description, basis, cents
     from rows from (jsonb_to_recordset($2) as (code text, description text, basis text, cents bigint))
       with ordinality as charge (code, description, basis, cents, line)`,
    [pro, JSON.stringify(rerating.after)],
  );
}
