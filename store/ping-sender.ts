/** A test delivery to the endpoint of a sender: signed and logged like every result, but about no task. */
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { inTransaction } from './database.ts';
import type { Pool } from './database.ts';
import { addDelivery } from './deliveries.ts';

/** @returns undefined when the sender has no endpoint */
export async function pingSender(
  pool: Pool,
  senderId: string,
  actor: string,
): Promise<{ readonly id: string; readonly url: string } | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<{ url: string | null }>(
      'select callback_url as url from senders where id = $1 for share',
      [senderId],
    );
    const url = found.rows[0]?.url ?? null;
    if (url === null) return undefined;
    const id = newId('delivery');
    const body = { id, event: 'ping', created_at: new Date().toISOString(), client: senderId, task: null };
    await addDelivery(q, {
      id,
      ownerKind: 'sender',
      ownerId: senderId,
      subjectId: senderId,
      event: 'ping',
      scheme: 'dispatch',
      url,
      body: Buffer.from(JSON.stringify(body)),
      // Whoever tests wants to see this one attempt.
      waitsMs: [],
      fairnessKey: senderId,
    });
    await addAudit(q, { actor, act: 'endpoint.tested', subject: senderId, details: { delivery_id: id } });
    return { id, url };
  });
}
