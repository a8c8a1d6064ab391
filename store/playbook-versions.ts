/** Versions of playbooks: who did what with each, for whom it is in force, and which one a task began with. */
import {
  type ReleaseAsk,
  type VersionState,
  stateAfterCheck,
  whyNotRehearsed,
  whyNotReleased,
} from '../domain/dispatch/playbook/versions.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export interface VersionName {
  readonly playbookId: string;
  readonly version: string;
}

export interface PlaybookVersion extends VersionName {
  readonly digest: string;
  readonly body: string;
  readonly writes: boolean;
  readonly state: VersionState;
  readonly draftedBy: string;
  readonly draftedAt: Date;
  /** Senders that it is in force for; null among them: everyone without a release of its own. */
  readonly inForceFor: readonly (string | null)[];
}

/** Who acts, and why. */
export interface ActBy {
  readonly actor: string;
  readonly why: string;
}

/** The version after the act, or why nothing was done; the reason completes a sentence about the version. */
export type VersionAct =
  | { readonly kind: 'done'; readonly version: PlaybookVersion }
  | { readonly kind: 'refused'; readonly reason: string };

const columns = `v.playbook_id as "playbookId", v.version, v.digest, v.body, v.writes, v.state,
  v.drafted_by as "draftedBy", v.drafted_at as "draftedAt",
  array(select r.sender_id from playbook_releases r where r.playbook_id = v.playbook_id and r.version = v.version
    and r.ended_at is null order by r.sender_id nulls first) as "inForceFor"`;

/** What the audit log names a version by. */
export function versionSubject({ playbookId, version }: VersionName): string {
  return `${playbookId}@${version}`;
}

/** Newest first. @param playbookId only its versions */
export async function listVersions(q: Queryable, playbookId?: string): Promise<PlaybookVersion[]> {
  const { rows } = await q.query<PlaybookVersion>(
    `select ${columns} from playbook_versions v where $1::text is null or playbook_id = $1
      order by playbook_id, drafted_at desc`,
    [playbookId ?? null],
  );
  return rows;
}

export async function readVersion(q: Queryable, name: VersionName): Promise<PlaybookVersion | undefined> {
  const { rows } = await q.query<PlaybookVersion>(
    `select ${columns} from playbook_versions v where playbook_id = $1 and version = $2`,
    [name.playbookId, name.version],
  );
  return rows[0];
}

/** Of every other playbook: the version that everyone has, else that of some sender, else the newest that was checked. */
export async function versionOfEach(
  q: Queryable,
  except: readonly string[],
): Promise<Pick<PlaybookVersion, 'playbookId' | 'digest' | 'body'>[]> {
  const { rows } = await q.query<Pick<PlaybookVersion, 'playbookId' | 'digest' | 'body'>>(
    `select distinct on (v.playbook_id) v.playbook_id as "playbookId", v.digest, v.body
       from playbook_versions v
       left join playbook_releases r
         on r.playbook_id = v.playbook_id and r.version = v.version and r.ended_at is null
      where v.state <> 'draft' and v.playbook_id <> all($1)
      order by v.playbook_id, r.playbook_id is null, r.sender_id is not null, v.state = 'retired', v.drafted_at desc`,
    [except],
  );
  return rows;
}

/** Stores a draft; the same content again is the version that is there. One that was never checked may still change. */
export async function draftVersion(
  pool: Pool,
  draft: VersionName & Pick<PlaybookVersion, 'digest' | 'body' | 'writes'>,
  by: ActBy,
): Promise<VersionAct> {
  return inTransaction(pool, async (q) => {
    const { rowCount } = await q.query(
      `insert into playbook_versions (playbook_id, version, digest, body, writes, state, drafted_by)
        values ($1, $2, $3, $4, $5, 'draft', $6) on conflict do nothing`,
      [draft.playbookId, draft.version, draft.digest, draft.body, draft.writes, by.actor],
    );
    const replaced =
      rowCount === 1
        ? null
        : await q.query(
            `update playbook_versions set digest = $3, body = $4, writes = $5, drafted_by = $6, drafted_at = clock_timestamp()
              where playbook_id = $1 and version = $2 and state = 'draft' and digest <> $3`,
            [draft.playbookId, draft.version, draft.digest, draft.body, draft.writes, by.actor],
          );
    if (rowCount === 1 || replaced?.rowCount === 1) await note(q, draft, 'drafted', by);
    const version = await readVersion(q, draft);
    if (version === undefined || version.digest !== draft.digest)
      return {
        kind: 'refused',
        reason: 'it is stored with other content; a changed playbook needs a version of its own',
      };
    return { kind: 'done', version };
  });
}

/** Of a version without findings. */
export async function recordCheck(pool: Pool, name: VersionName, by: ActBy): Promise<VersionAct> {
  return act(pool, name, by, async (q, version) => {
    await moveTo(q, name, stateAfterCheck(version.state));
    await note(q, name, 'checked', by);
    return undefined;
  });
}

/** Of a version that was rehearsed to the end. */
export async function recordRehearsal(pool: Pool, name: VersionName, by: ActBy): Promise<VersionAct> {
  return act(pool, name, by, async (q, version) => {
    const refusal = whyNotRehearsed(version.state);
    if (refusal !== undefined) return refusal;
    if (version.state === 'checked') await moveTo(q, name, 'rehearsed');
    await note(q, name, 'rehearsed', by);
    return undefined;
  });
}

/** Puts a version in force. @param senders for these only; null: for everyone without a release of its own */
export async function releaseVersion(
  pool: Pool,
  name: VersionName,
  senders: readonly string[] | null,
  ask: ReleaseAsk & ActBy,
): Promise<VersionAct> {
  return act(pool, name, ask, async (q, version) => {
    const refusal = whyNotReleased(version, ask);
    if (refusal !== undefined) return refusal;
    for (const sender of senders ?? [null]) {
      const { rows } = await q.query<{ id: string; version: string }>(
        `select id, version from playbook_releases
          where playbook_id = $1 and sender_id is not distinct from $2 and ended_at is null`,
        [name.playbookId, sender],
      );
      if (rows[0]?.version === name.version) continue;
      await endRelease(q, rows[0]?.id);
      await putInForce(q, name, sender, rows[0]?.id ?? null);
    }
    await moveTo(q, name, 'released');
    await note(q, name, 'released', ask, { senders, unrehearsed: version.state === 'checked' });
    return undefined;
  });
}

/** Takes a version out of force for good; tasks that began with it continue with it. */
export async function retireVersion(pool: Pool, name: VersionName, by: ActBy): Promise<VersionAct> {
  return act(pool, name, by, async (q, version) => {
    if (version.state === 'retired') return 'it is retired already';
    await q.query(
      `update playbook_releases set ended_at = clock_timestamp()
        where playbook_id = $1 and version = $2 and ended_at is null`,
      [name.playbookId, name.version],
    );
    await moveTo(q, name, 'retired');
    await note(q, name, 'retired', by, { was_in_force_for: version.inForceFor });
    return undefined;
  });
}

/** Brings back what was in force before. @param sender null: for everyone without a release of its own */
export async function rollBack(pool: Pool, playbookId: string, sender: string | null, by: ActBy): Promise<VersionAct> {
  return inTransaction(pool, async (q) => {
    await lock(q, playbookId);
    const { rows } = await q.query<{ id: string; version: string }>(
      `select id, version from playbook_releases
        where playbook_id = $1 and sender_id is not distinct from $2 and ended_at is null`,
      [playbookId, sender],
    );
    const current = rows[0];
    if (current === undefined) return { kind: 'refused', reason: 'no stored version is in force there' };
    const before = await earlierRelease(q, current.id);
    if (before === undefined)
      return {
        kind: 'refused',
        reason: `there is no version before ${current.version} to go back to; retire it instead`,
      };
    const name = { playbookId, version: before.version };
    await endRelease(q, current.id);
    await putInForce(q, name, sender, before.previous);
    await note(q, name, 'rolled_back', by, { from: current.version, sender });
    const version = await readVersion(q, name);
    return version === undefined ? { kind: 'refused', reason: 'it is not stored' } : { kind: 'done', version };
  });
}

/** The release that a rollback of this one brings back: retired versions are passed over. */
async function earlierRelease(
  q: Queryable,
  id: string,
): Promise<{ readonly version: string; readonly previous: string | null } | undefined> {
  const { rows } = await q.query<{ version: string; previous: string | null }>(
    `with recursive line as (
       select e.*, 1 as depth from playbook_releases r join playbook_releases e on e.id = r.previous where r.id = $1
       union all
       select e.*, line.depth + 1 from line join playbook_releases e on e.id = line.previous
     )
     select line.version, line.previous from line join playbook_versions v using (playbook_id, version)
      where v.state <> 'retired' and v.version <> (select version from playbook_releases where id = $1)
      order by depth limit 1`,
    [id],
  );
  return rows[0];
}

async function act(
  pool: Pool,
  name: VersionName,
  _by: ActBy,
  work: (q: Queryable, version: PlaybookVersion) => Promise<string | undefined>,
): Promise<VersionAct> {
  return inTransaction(pool, async (q) => {
    await lock(q, name.playbookId);
    const before = await readVersion(q, name);
    if (before === undefined) return { kind: 'refused', reason: 'it is not stored' };
    const refusal = await work(q, before);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    return { kind: 'done', version: (await readVersion(q, name)) ?? before };
  });
}

/** One act at a time on a playbook. */
async function lock(q: Queryable, playbookId: string): Promise<void> {
  await q.query(`select pg_advisory_xact_lock(hashtextextended('playbook ' || $1, 0))`, [playbookId]);
}

async function moveTo(q: Queryable, { playbookId, version }: VersionName, state: VersionState): Promise<void> {
  await q.query('update playbook_versions set state = $3 where playbook_id = $1 and version = $2', [
    playbookId,
    version,
    state,
  ]);
}

async function endRelease(q: Queryable, id: string | undefined): Promise<void> {
  if (id !== undefined) await q.query('update playbook_releases set ended_at = clock_timestamp() where id = $1', [id]);
}

async function putInForce(
  q: Queryable,
  { playbookId, version }: VersionName,
  sender: string | null,
  previous: string | null,
): Promise<void> {
  await q.query('insert into playbook_releases (playbook_id, version, sender_id, previous) values ($1, $2, $3, $4)', [
    playbookId,
    version,
    sender,
    previous,
  ]);
}

async function note(q: Queryable, name: VersionName, did: string, by: ActBy, more: object = {}): Promise<void> {
  await addAudit(q, {
    actor: by.actor,
    act: `playbook.${did}`,
    subject: versionSubject(name),
    details: { why: by.why, ...more },
  });
}
