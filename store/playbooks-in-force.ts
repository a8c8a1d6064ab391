/** Which stored versions of playbooks are in force for a sender, and which ones a task began with. */
import { type Pool, type Queryable, inTransaction } from './database.ts';

interface StoredPlaybook {
  readonly playbookId: string;
  readonly digest: string;
}

/** One version a playbook: the sender's own release, or the one for everyone. @param senderId null: the latter only */
export async function playbooksInForce(q: Queryable, senderId: string | null): Promise<StoredPlaybook[]> {
  const { rows } = await q.query<StoredPlaybook>({
    name: 'playbooks-in-force',
    text: `select distinct on (r.playbook_id) r.playbook_id as "playbookId", v.digest
             from playbook_releases r join playbook_versions v using (playbook_id, version)
            where r.ended_at is null and (r.sender_id is null or r.sender_id = $1)
            order by r.playbook_id, r.sender_id nulls last`,
    values: [senderId],
  });
  return rows;
}

/** The version of a playbook that a task began with; undefined where it is none of the stored. */
export async function pinnedPlaybook(
  q: Queryable,
  taskId: string,
  playbookId: string,
): Promise<StoredPlaybook | undefined> {
  const { rows } = await q.query<StoredPlaybook>({
    name: 'pinned-playbook',
    text: `select playbook_id as "playbookId", digest from task_playbooks where task_id = $1 and playbook_id = $2`,
    values: [taskId, playbookId],
  });
  return rows[0];
}

/** Keeps the stored versions that a task was planned with. A task that began already keeps what it began with. */
export async function pinPlaybooks(q: Queryable, taskId: string, planned: readonly StoredPlaybook[]): Promise<void> {
  if (planned.length === 0) return;
  await q.query(
    `insert into task_playbooks (task_id, playbook_id, digest)
      select t.id, v.playbook_id, v.digest
        from (select id from tasks where id = $1 and status = 'queued' for update) t, playbook_versions v
       where (v.playbook_id, v.digest) in (select * from unnest($2::text[], $3::text[]))
      on conflict do nothing`,
    [taskId, planned.map(({ playbookId }) => playbookId), planned.map(({ digest }) => digest)],
  );
}

/**
 * The version that a task continues with after the portal no longer fitted the one that it began with.
 * @param isStored false for one that came from a file
 */
export async function changePlannedPlaybook(
  pool: Pool,
  taskId: string,
  { playbookId, digest, isStored }: StoredPlaybook & { readonly isStored: boolean },
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const { rowCount } = await q.query('select 1 from tasks where id = $1 and finished_at is null for update', [
      taskId,
    ]);
    if (rowCount === 0) return;
    if (isStored)
      await q.query(
        `insert into task_playbooks (task_id, playbook_id, digest) values ($1, $2, $3)
         on conflict (task_id, playbook_id) do update set digest = excluded.digest`,
        [taskId, playbookId, digest],
      );
    else await q.query('delete from task_playbooks where task_id = $1 and playbook_id = $2', [taskId, playbookId]);
    await q.query('update tasks set playbook_digest = $3 where id = $1 and portal = $2', [taskId, playbookId, digest]);
  });
}

/** Every version that is in force for somebody. */
async function allInForce(q: Queryable): Promise<(StoredPlaybook & { readonly forEveryone: boolean })[]> {
  const { rows } = await q.query<StoredPlaybook & { forEveryone: boolean }>(
    `select r.playbook_id as "playbookId", v.digest, bool_or(r.sender_id is null) as "forEveryone"
       from playbook_releases r join playbook_versions v using (playbook_id, version)
      where r.ended_at is null group by r.playbook_id, v.digest order by r.playbook_id, v.digest`,
  );
  return rows;
}

export async function readPlaybookText(q: Queryable, { playbookId, digest }: StoredPlaybook): Promise<string> {
  const { rows } = await q.query<{ body: string }>(
    'select body from playbook_versions where playbook_id = $1 and digest = $2',
    [playbookId, digest],
  );
  if (rows[0] === undefined) throw new Error(`the playbook ${playbookId} has no version ${digest}`);
  return rows[0].body;
}

/** The queries above on one pool, as portals/playbooks/in-force asks for them. */
export function storedPlaybooks(pool: Queryable): {
  readonly all: () => Promise<(StoredPlaybook & { readonly forEveryone: boolean })[]>;
  readonly inForce: (senderId: string | null) => Promise<StoredPlaybook[]>;
  readonly pinned: (taskId: string, playbookId: string) => Promise<StoredPlaybook | undefined>;
  readonly text: (stored: StoredPlaybook) => Promise<string>;
} {
  return {
    all: () => allInForce(pool),
    inForce: (senderId) => playbooksInForce(pool, senderId),
    pinned: (taskId, playbookId) => pinnedPlaybook(pool, taskId, playbookId),
    text: (stored) => readPlaybookText(pool, stored),
  };
}
