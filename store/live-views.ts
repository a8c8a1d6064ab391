/**
 * The live picture of a browser on its way from a worker to the page that shows it, and inputs on their way back. Both
 * services reach PostgreSQL and nothing else of each other, so that any process of the API shows what any worker does.
 * Pictures and inputs are sealed with the deployment secret; inputs are notifications and never rows.
 */
import { seal, unseal } from '../process/secrets.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import type { Queryable } from './database.ts';

/** How long a look counts; anyone who still looks says so again before. */
const wantedMs = 20_000;

export async function wantView(q: Queryable, owner: string): Promise<void> {
  await q.query({
    name: 'want-live-view',
    text: `insert into live_views (owner, wanted_until) values ($1, now() + $2 * interval '1 millisecond')
           on conflict (owner) do update set wanted_until = excluded.wanted_until
             where live_views.wanted_until < now() + $2 * interval '0.5 millisecond'`,
    values: [owner, wantedMs],
  });
}

/** Which of these somebody looks at. */
export async function wantedViews(q: Queryable, owners: readonly string[]): Promise<Set<string>> {
  if (owners.length === 0) return new Set();
  const { rows } = await q.query<{ owner: string }>({
    name: 'wanted-live-views',
    text: 'select owner from live_views where owner = any($1) and wanted_until > now()',
    values: [owners],
  });
  return new Set(rows.map(({ owner }) => owner));
}

const context = (owner: string): string => `live-view:${owner}`;

/** @param picture null: the one before stays */
export async function showPicture(
  q: Queryable,
  secret: DeploymentSecret,
  owner: string,
  { picture, state }: { readonly picture: Buffer | null; readonly state: object },
): Promise<void> {
  const sealed = picture === null ? null : seal(secret, context(owner), picture);
  await q.query({
    name: 'show-live-picture',
    text: `insert into live_pictures as live (owner, seq, picture_seq, picture, state) values ($1, 1, 1, $2, $3)
           on conflict (owner) do update set seq = live.seq + 1, at = now(), state = excluded.state,
             picture_seq = case when excluded.picture is null then live.picture_seq else live.seq + 1 end,
             picture = coalesce(excluded.picture, live.picture)`,
    values: [owner, sealed, seal(secret, context(owner), Buffer.from(JSON.stringify(state)))],
  });
}

/** Nothing is shown any more. */
export async function endPictures(q: Queryable, owner: string): Promise<void> {
  await q.query('delete from live_pictures where owner = $1', [owner]);
}

export interface LivePicture {
  readonly seq: number;
  /** When it is newer than the one that was seen. */
  readonly picture: Buffer | null;
  readonly state: unknown;
}

/** @param after the newest that was seen */
export async function newerPicture(
  q: Queryable,
  secret: DeploymentSecret,
  owner: string,
  after: number,
): Promise<LivePicture | undefined> {
  const { rows } = await q.query<{ seq: string; picture: Buffer | null; state: Buffer }>({
    name: 'newer-live-picture',
    text: `select seq, case when picture_seq > $2 then picture end as picture, state
             from live_pictures where owner = $1 and seq <> $2`,
    values: [owner, after],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    seq: Number(row.seq),
    picture: row.picture === null ? null : unseal(secret, context(owner), row.picture),
    state: JSON.parse(unseal(secret, context(owner), row.state).toString('utf8')) as unknown,
  };
}

export const inputChannel = 'live_input';

interface Passed {
  readonly owner: string;
  readonly sealed: string;
}

/** PostgreSQL keeps a notification until everybody has heard it, and no longer. */
export async function passInput(q: Queryable, secret: DeploymentSecret, owner: string, input: unknown): Promise<void> {
  const sealed = seal(secret, `live-input:${owner}`, Buffer.from(JSON.stringify(input))).toString('base64');
  await q.query('select pg_notify($1, $2)', [inputChannel, JSON.stringify({ owner, sealed } satisfies Passed)]);
}

/** What was passed, or undefined where it is for another owner or does not open. */
export function heardInput(secret: DeploymentSecret, owner: string, payload: string): unknown {
  try {
    const passed = JSON.parse(payload) as Passed;
    if (passed.owner !== owner) return undefined;
    return JSON.parse(
      unseal(secret, `live-input:${owner}`, Buffer.from(passed.sealed, 'base64')).toString('utf8'),
    ) as unknown;
  } catch {
    return undefined;
  }
}
