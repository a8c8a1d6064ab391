/** The browsers that people turned notifications on for. */
import { newId } from '../process/ids.ts';
import type { Queryable } from './database.ts';

interface PushDevice {
  readonly id: string;
  readonly endpoint: string;
  /** The browser's public key and secret, base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** The public key of ours that it was subscribed with. */
  readonly serverKey: string;
}

export interface ListedPushDevice extends PushDevice {
  readonly label: string;
  readonly createdAt: Date;
  readonly lastSentAt: Date | null;
}

/** Of one person: more than anybody has, fewer than would be a burden. */
export const pushDevicesPerPerson = 20;

const columns = `id, endpoint, p256dh, auth, server_key as "serverKey", label, created_at as "createdAt",
  last_sent_at as "lastSentAt"`;

/** Oldest first. */
export async function listPushDevices(q: Queryable, personId: string): Promise<ListedPushDevice[]> {
  const found = await q.query<ListedPushDevice>(
    `select ${columns} from push_devices where person_id = $1 order by created_at, id`,
    [personId],
  );
  return found.rows;
}

export async function readPushDevice(q: Queryable, id: string): Promise<PushDevice | undefined> {
  const found = await q.query<PushDevice>(`select ${columns} from push_devices where id = $1`, [id]);
  return found.rows[0];
}

/**
 * A browser that is turned on again replaces its own row; one that somebody else signs in with is theirs from then on.
 * @returns its id; undefined where the person has as many as they may
 */
export async function addPushDevice(
  q: Queryable,
  personId: string,
  device: Omit<PushDevice, 'id'> & { readonly label: string },
): Promise<string | undefined> {
  const { endpoint, p256dh, auth, serverKey, label } = device;
  const added = await q.query<{ id: string }>(
    `insert into push_devices as kept (id, person_id, endpoint, p256dh, auth, server_key, label)
     select $1, $2, $3, $4, $5, $6, $7
      where (select count(*) from push_devices where person_id = $2 and endpoint <> $3) < $8
     on conflict (endpoint) do update set person_id = excluded.person_id, p256dh = excluded.p256dh, auth = excluded.auth,
       server_key = excluded.server_key, label = excluded.label
     returning id`,
    [newId('pushDevice'), personId, endpoint, p256dh, auth, serverKey, label, pushDevicesPerPerson],
  );
  return added.rows[0]?.id;
}

/** @param personId left out: no matter whom it belongs to, as when its push service says that it is gone */
export async function removePushDevice(q: Queryable, id: string, personId: string | null = null): Promise<boolean> {
  const removed = await q.query('delete from push_devices where id = $1 and ($2::text is null or person_id = $2)', [
    id,
    personId,
  ]);
  return removed.rowCount === 1;
}

export async function notePushSent(q: Queryable, id: string): Promise<void> {
  await q.query('update push_devices set last_sent_at = now() where id = $1', [id]);
}
