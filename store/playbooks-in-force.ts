/** Which stored versions of playbooks are in force for a sender, and which ones a task began with. */
import type { Queryable } from './database.ts';

export interface StoredPlaybook {
  readonly playbookId: string;
  readonly digest: string;
}

/** One version a playbook: the sender's own release, or the one for everyone. @param senderId null: the latter only */
export async function playbooksInForce(q: Queryable, senderId: string | null): Promise<StoredPlaybook[]> {
  const { rows } = await q.query<StoredPlaybook>(
    `select distinct on (r.playbook_id) r.playbook_id as "playbookId", v.digest
       from playbook_releases r join playbook_versions v using (playbook_id, version)
      where r.ended_at is null and (r.sender_id is null or r.sender_id = $1)
      order by r.playbook_id, r.sender_id nulls last`,
    [senderId],
  );
  return rows;
}

/** The version of a playbook that a task began with; undefined where it is none of the stored. */
export async function pinnedPlaybook(
  q: Queryable,
  taskId: string,
  playbookId: string,
): Promise<StoredPlaybook | undefined> {
  const { rows } = await q.query<StoredPlaybook>(
    `select playbook_id as "playbookId", digest from task_playbooks where task_id = $1 and playbook_id = $2`,
    [taskId, playbookId],
  );
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
  readonly inForce: (senderId: string | null) => Promise<StoredPlaybook[]>;
  readonly pinned: (taskId: string, playbookId: string) => Promise<StoredPlaybook | undefined>;
  readonly text: (stored: StoredPlaybook) => Promise<string>;
} {
  return {
    inForce: (senderId) => playbooksInForce(pool, senderId),
    pinned: (taskId, playbookId) => pinnedPlaybook(pool, taskId, playbookId),
    text: (stored) => readPlaybookText(pool, stored),
  };
}
