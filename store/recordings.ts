/** Recordings of the studio, and the lease of the browser that each is made with. */
import type { Binding, RecordedAct, Recording, SeenTraffic, StudioSetup } from '../domain/dispatch/studio/acts.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export interface RecordingRow extends Recording {
  readonly id: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly edited: string | null;
  /** Recipe → digest of the text that was rehearsed to the end of it. */
  readonly rehearsed: Readonly<Record<string, string>>;
  readonly hasBrowser: boolean;
  /** How long ago its worker was heard of last. */
  readonly silentMs: number | null;
  /** Why there is none. */
  readonly ended: string | null;
}

/** A worker that was killed gives its browser up so soon. */
const browserLeaseMs = 30_000;

const columns = `id, created_at as "createdAt", created_by as "createdBy", setup, acts, traffic, origins, bindings, edited,
  rehearsed, ended, coalesce(held_until > now(), false) as "hasBrowser",
  greatest(0, ${browserLeaseMs} - extract(epoch from held_until - now()) * 1000)::float8 as "silentMs"`;
/** A browser that nobody looks at any more is closed after this time … */
const wantedMs = 60_000;
/** … and one that nobody does anything with. */
const idleMs = 15 * 60_000;

export async function createRecording(pool: Pool, setup: StudioSetup, actor: string): Promise<string> {
  const id = newId('recording');
  await inTransaction(pool, async (q) => {
    await q.query('insert into recordings (id, created_by, setup) values ($1, $2, $3)', [
      id,
      actor,
      JSON.stringify(setup),
    ]);
    const { id: portal, origin } = setup;
    await addAudit(q, { actor, act: 'recording.created', subject: id, details: { portal, origin } });
  });
  return id;
}

export async function readRecording(q: Queryable, id: string): Promise<RecordingRow | undefined> {
  const { rows } = await q.query<RecordingRow>(`select ${columns} from recordings where id = $1`, [id]);
  return rows[0];
}

/** Names of the other portals whose recordings have a browser: a worker has one at a time. */
export async function othersWithBrowser(q: Queryable, id: string): Promise<string[]> {
  const { rows } = await q.query<{ name: string }>(
    `select setup ->> 'name' as name from recordings where held_until > now() and id <> $1 order by held_until limit 5`,
    [id],
  );
  return rows.map(({ name }) => name);
}

/** Newest first. */
export async function listRecordings(q: Queryable, limit: number): Promise<RecordingRow[]> {
  const { rows } = await q.query<RecordingRow>(
    `select ${columns} from recordings order by created_at desc, id desc limit $1`,
    [limit],
  );
  return rows;
}

export async function deleteRecording(pool: Pool, id: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const { rowCount } = await q.query('delete from recordings where id = $1', [id]);
    if (rowCount === 1) await addAudit(q, { actor, act: 'recording.deleted', subject: id, details: {} });
    return rowCount === 1;
  });
}

/** What the holder of a browser recorded in it. */
interface HeldBy {
  readonly id: string;
  readonly holder: string;
}

/**
 * Adds an act once, however often it is tried.
 * @returns false where another worker has the browser meanwhile, whose recording this would spoil
 */
export async function addAct(q: Queryable, { id, holder }: HeldBy, act: RecordedAct): Promise<boolean> {
  const { rowCount } = await q.query(
    `update recordings
        set acts = case when acts @> jsonb_build_array(jsonb_build_object('id', $2::jsonb -> 'id')) then acts
                        else acts || jsonb_build_array($2::jsonb) end
      where id = $1 and holder = $3`,
    [id, JSON.stringify(act), holder],
  );
  return rowCount === 1;
}

export async function addTraffic(q: Queryable, { id, holder }: HeldBy, seen: readonly SeenTraffic[]): Promise<boolean> {
  const { rowCount } = await q.query(
    'update recordings set traffic = traffic || $2::jsonb where id = $1 and holder = $3',
    [id, JSON.stringify(seen), holder],
  );
  return rowCount === 1;
}

export async function addOrigin(q: Queryable, { id, holder }: HeldBy, origin: string): Promise<boolean> {
  const { rowCount } = await q.query(
    `update recordings set origins = case when origins ? $3 then origins else origins || $2::jsonb end
      where id = $1 and holder = $4`,
    [id, JSON.stringify([origin]), origin, holder],
  );
  return rowCount === 1;
}

/**
 * @param act id of the act; undefined for one that was recorded before acts had ids
 * @returns false where it is not there any more
 */
export async function removeAct(q: Queryable, id: string, index: number, act: string | undefined): Promise<boolean> {
  const { rowCount } = await q.query(
    `update recordings set acts = acts - $2::int
      where id = $1 and jsonb_array_length(acts) > $2 and acts -> $2::int ->> 'id' is not distinct from $3`,
    [id, index, act ?? null],
  );
  return rowCount === 1;
}

export async function bindField(q: Queryable, id: string, key: string, binding: Binding | null): Promise<void> {
  if (binding === null) await q.query('update recordings set bindings = bindings - $2 where id = $1', [id, key]);
  else
    await q.query(
      'update recordings set bindings = bindings || jsonb_build_object($2::text, $3::jsonb) where id = $1',
      [id, key, JSON.stringify(binding)],
    );
}

/** @param columns column header → member of the list */
export async function mapColumns(
  q: Queryable,
  id: string,
  index: number,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  await q.query(
    `update recordings set acts = jsonb_set(acts, array[$2::text, 'columns'], $3::jsonb)
      where id = $1 and acts -> $2::int ->> 'did' = 'read_rows'`,
    [id, index, JSON.stringify(columns)],
  );
}

/** @param text null: what the acts make */
export async function editRecording(q: Queryable, id: string, text: string | null): Promise<void> {
  await q.query('update recordings set edited = $2 where id = $1', [id, text]);
}

export async function noteRehearsed(q: Queryable, id: string, phase: string, digest: string): Promise<void> {
  await q.query('update recordings set rehearsed = rehearsed || jsonb_build_object($2::text, $3::text) where id = $1', [
    id,
    phase,
    digest,
  ]);
}

/** Somebody looks at the page, does something in it, or asks for a browser where there was one before. */
export async function wantBrowser(q: Queryable, id: string, how: 'looks' | 'acts' | 'opens'): Promise<void> {
  await q.query({
    name: 'want-recording-browser',
    text: `update recordings set wanted_until = now() + $2 * interval '1 millisecond',
             acted_at = case when $3 = 'looks' then coalesce(acted_at, now()) else now() end,
             ended = case when $3 = 'opens' then null else ended end
            where id = $1 and ($3 = 'opens' or (ended is null and ($3 = 'acts' or wanted_until is null
              or wanted_until < now() + $2 * interval '0.5 millisecond')))`,
    values: [id, wantedMs, how],
  });
}

/** The browser closes; a new one is opened when somebody asks for it. */
export async function endBrowser(q: Queryable, id: string, why: string): Promise<void> {
  await q.query('update recordings set wanted_until = null, ended = $2 where id = $1', [id, why]);
}

/** Takes a recording whose browser is wanted and that no worker holds. */
export async function takeRecording(q: Queryable, holder: string): Promise<RecordingRow | undefined> {
  // Every worker asks this every two seconds: with a name, the server parses and plans it once.
  const { rows } = await q.query<RecordingRow>({
    name: 'take-recording',
    text: `update recordings set holder = $1, held_until = now() + $2 * interval '1 millisecond', ended = null
            where id = (select id from recordings
                         where wanted_until > now() and (held_until is null or held_until < now())
                           and acted_at > now() - $3 * interval '1 millisecond'
                         order by wanted_until limit 1 for update skip locked)
            returning ${columns}`,
    values: [holder, browserLeaseMs, idleMs],
  });
  return rows[0];
}

/** Why a browser has to be closed; `again`: it is opened again when somebody looks. */
export interface BrowserEnd {
  readonly why: string;
  readonly again: boolean;
}

/** @returns why the browser has to be closed; undefined while it is ours and wanted */
export async function keepRecording(q: Queryable, id: string, holder: string): Promise<BrowserEnd | undefined> {
  const { rows } = await q.query<{ isWanted: boolean; isIdle: boolean }>(
    `update recordings set held_until = now() + $3 * interval '1 millisecond'
      where id = $1 and holder = $2
      returning coalesce(wanted_until > now(), false) as "isWanted",
        coalesce(acted_at < now() - $4 * interval '1 millisecond', false) as "isIdle"`,
    [id, holder, browserLeaseMs, idleMs],
  );
  const [row] = rows;
  if (row === undefined) return { why: 'another worker has it, or it was deleted', again: true };
  if (row.isIdle) return { why: 'nobody did anything for 15 minutes', again: false };
  return row.isWanted ? undefined : { why: 'nobody looks at it any more', again: true };
}

/** @returns false where another worker has it already */
export async function leaveRecording(
  q: Queryable,
  id: string,
  holder: string,
  { why, again }: BrowserEnd,
): Promise<boolean> {
  const { rowCount } = await q.query(
    `update recordings set holder = null, held_until = null, ended = coalesce(ended, $3),
       wanted_until = case when $3::text is null then wanted_until end
      where id = $1 and holder = $2`,
    [id, holder, again ? null : why],
  );
  return rowCount === 1;
}
