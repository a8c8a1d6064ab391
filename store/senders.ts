/** Senders: who may ask for work, with which first key and signing secrets. */
import { newId } from '../process/ids.ts';
import { signingSecret } from '../process/secrets.ts';
import { addAudit } from './audit-log.ts';
import { inTransaction } from './database.ts';
import type { Pool, Queryable } from './database.ts';
import { addFirstGeneration, addKey } from './keys.ts';

export interface SenderRow {
  readonly id: string;
  readonly name: string;
  readonly callbackUrl: string | null;
  readonly createdAt: Date;
}

export interface NewSender {
  readonly name: string;
  readonly callbackUrl?: string;
  /** Who makes it, for the audit log. */
  readonly actor: string;
}

/** Makes a sender with a key to submit and read; the returned key is shown once. */
export async function createSender(
  pool: Pool,
  deploymentSecret: string,
  sender: NewSender,
): Promise<{ senderId: string; apiKey: string; inboundSecret: string; outboundSecret: string }> {
  const senderId = newId('sender');
  const apiKey = await inTransaction(pool, async (q) => {
    await q.query('insert into senders (id, name, callback_url) values ($1, $2, $3)', [
      senderId,
      sender.name,
      sender.callbackUrl ?? null,
    ]);
    await addFirstGeneration(q, 'sender', senderId, 'inbound');
    await addFirstGeneration(q, 'sender', senderId, 'outbound');
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

/** Sets where the results of tasks without a callback URL of their own go. The same URL again changes nothing. */
export async function setCallbackUrl(pool: Pool, senderId: string, callbackUrl: string, actor: string): Promise<void> {
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

export async function readSender(q: Queryable, senderId: string): Promise<SenderRow | undefined> {
  const found = await q.query<SenderRow>({
    name: 'read-sender',
    text: 'select id, name, callback_url as "callbackUrl", created_at as "createdAt" from senders where id = $1',
    values: [senderId],
  });
  return found.rows[0];
}

export async function listSenders(q: Queryable): Promise<SenderRow[]> {
  const found = await q.query<SenderRow>(
    'select id, name, callback_url as "callbackUrl", created_at as "createdAt" from senders order by created_at, id',
  );
  return found.rows;
}
