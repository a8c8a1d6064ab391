/** Senders: who may ask for work, with which first key and signing secrets. */
import type { BucketLimit } from '../domain/token-bucket.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { newId } from '../process/ids.ts';
import { signingSecret } from '../process/secrets.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { addDelivery } from './deliveries.ts';
import { addKey, rateLimitColumn } from './keys.ts';
import { addFirstGeneration } from './secret-generations.ts';

export interface SenderRow {
  readonly id: string;
  readonly name: string;
  readonly callbackUrl: string | null;
  /** Null: the deployment's own limit. */
  readonly rateLimit: BucketLimit | null;
  /** Ids of the playbooks that work on its tasks, in order; null: all of the deployment. */
  readonly portals: readonly string[] | null;
  readonly createdAt: Date;
}

interface NewSender {
  readonly name: string;
  readonly callbackUrl?: string;
  /** Who makes it, for the audit log. */
  readonly actor: string;
}

const columns = `id, name, callback_url as "callbackUrl", portals, created_at as "createdAt", ${rateLimitColumn}`;

/** Makes a sender with a key to submit and read; the returned key is shown once. */
export async function createSender(
  pool: Pool,
  deploymentSecret: DeploymentSecret,
  sender: NewSender,
): Promise<{ senderId: string; apiKey: string; inboundSecret: string; outboundSecret: string }> {
  const senderId = newId('sender');
  const apiKey = await inTransaction(pool, async (q) => {
    await q.query('insert into senders (id, name, callback_url) values ($1, $2, $3)', [
      senderId,
      sender.name,
      sender.callbackUrl ?? null,
    ]);
    await addFirstGeneration(q, deploymentSecret, { ownerKind: 'sender', ownerId: senderId, purpose: 'inbound' });
    await addFirstGeneration(q, deploymentSecret, { ownerKind: 'sender', ownerId: senderId, purpose: 'outbound' });
    await addAudit(q, {
      actor: sender.actor,
      act: 'sender.created',
      subject: senderId,
      details: { name: sender.name, callback_url: sender.callbackUrl ?? null },
    });
    const { key } = await addKey(q, {
      ownerKind: 'sender',
      ownerId: senderId,
      scopes: ['submit', 'read'],
      label: 'first key',
      actor: sender.actor,
    });
    return key;
  });
  const secret = (purpose: 'inbound' | 'outbound'): string =>
    signingSecret(deploymentSecret, { ownerKind: 'sender', ownerId: senderId, purpose, generation: 1 });
  return { senderId, apiKey, inboundSecret: secret('inbound'), outboundSecret: secret('outbound') };
}

/**
 * Sets where the results of tasks without a callback URL of their own go; null: nowhere. The same again changes
 * nothing.
 */
export async function setCallbackUrl(
  pool: Pool,
  senderId: string,
  callbackUrl: string | null,
  actor: string,
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const changed = await q.query(
      'update senders set callback_url = $2 where id = $1 and callback_url is distinct from $2',
      [senderId, callbackUrl],
    );
    if (changed.rowCount === 0) return;
    await addAudit(q, {
      actor,
      act: 'sender.callback_changed',
      subject: senderId,
      details: { callback_url: callbackUrl },
    });
  });
}

/** Sets how much each key of a sender may ask; null: as the deployment's settings say. The same again changes nothing. */
export async function setRateLimit(
  pool: Pool,
  senderId: string,
  limit: BucketLimit | null,
  actor: string,
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const changed = await q.query(
      `update senders set rate_per_minute = $2, rate_burst = $3
        where id = $1 and (rate_per_minute, rate_burst) is distinct from ($2, $3)`,
      [senderId, limit?.perMinute ?? null, limit?.burst ?? null],
    );
    if (changed.rowCount === 0) return;
    await addAudit(q, {
      actor,
      act: 'sender.limits_changed',
      subject: senderId,
      details: { per_minute: limit?.perMinute ?? null, burst: limit?.burst ?? null },
    });
  });
}

/** Sets which playbooks work on a sender's tasks; null: all of the deployment. The same again changes nothing. */
export async function setPortals(
  pool: Pool,
  senderId: string,
  portals: readonly string[] | null,
  actor: string,
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const changed = await q.query(
      'update senders set portals = $2 where id = $1 and portals is distinct from $2::text[]',
      [senderId, portals],
    );
    if (changed.rowCount === 0) return;
    await addAudit(q, { actor, act: 'sender.portals_changed', subject: senderId, details: { portals } });
  });
}

export async function readSender(q: Queryable, senderId: string): Promise<SenderRow | undefined> {
  const found = await q.query<SenderRow>({
    name: 'read-sender',
    text: `select ${columns} from senders where id = $1`,
    values: [senderId],
  });
  return found.rows[0];
}

export async function listSenders(q: Queryable): Promise<SenderRow[]> {
  const found = await q.query<SenderRow>(`select ${columns} from senders order by created_at, id`);
  return found.rows;
}

// A test delivery to the endpoint of a sender: signed and logged like every result, but about no task.

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
      // Anyone who tests wants to see this one attempt.
      waitsMs: [],
      fairnessKey: senderId,
    });
    await addAudit(q, { actor, act: 'endpoint.tested', subject: senderId, details: { delivery_id: id } });
    return { id, url };
  });
}
