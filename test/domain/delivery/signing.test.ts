import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { deliveryHeaders, type Hmac } from '../../../domain/delivery/signing.ts';
import { verifyDocumentSignature } from '../../support/document-signature.ts';

const hmac: Hmac = (key, parts, digest) => {
  const running = createHmac('sha256', Buffer.from(key.text, key.encoding));
  for (const part of parts) running.update(part);
  return running.digest(digest);
};
const secretOf = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const [older, newer] = [secretOf(251), secretOf(7)];
const timestamp = Math.floor(Date.now() / 1000);
const text = '{"id":"dl_1","text":"Größe 😀"}';
const message = { deliveryId: 'dl_1', event: 'task.completed', ownerId: 'snd_1', timestamp, body: Buffer.from(text) };

describe('delivery headers', () => {
  it('are those of document 1, byte for byte', async () => {
    const headers = deliveryHeaders('dispatch', 'Svc', message, { current: older, all: [older] }, hmac);
    const { 'X-Svc-Signature': signature, ...rest } = headers;
    const { 'webhook-signature': standard, ...plain } = rest;
    assert.deepEqual(plain, {
      'X-Svc-Event': 'task.completed',
      'X-Svc-Delivery': 'dl_1',
      'X-Svc-Client': 'snd_1',
      'X-Svc-Timestamp': String(timestamp),
      'webhook-id': 'dl_1',
      'webhook-timestamp': String(timestamp),
    });
    assert.match(signature ?? '', /^sha256=[0-9a-f]{64}$/);
    assert.match(standard ?? '', /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.equal(await verifyDocumentSignature(older, `${timestamp}.${text}`, signature ?? ''), true);
    assert.equal(await verifyDocumentSignature(older, `${timestamp}.${text} `, signature ?? ''), false);
  });

  it('are those of document 2, with one v1 for each secret', () => {
    const headers = deliveryHeaders(
      'lanes',
      'Svc',
      { ...message, ownerId: 'wh_1' },
      { current: newer, all: [newer, older] },
      hmac,
    );
    const signed = (secret: string): string =>
      createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
    assert.equal(headers['Svc-Signature'], `t=${timestamp},v1=${signed(newer)},v1=${signed(older)}`);
    assert.deepEqual(
      [headers['Svc-Event'], headers['Svc-Delivery'], headers['Svc-Webhook-Id']],
      ['task.completed', 'dl_1', 'wh_1'],
    );
  });

  it('carry the word of the deployment', () => {
    const names = Object.keys(deliveryHeaders('dispatch', 'Acme', message, { current: older, all: [older] }, hmac));
    assert.ok(names.includes('X-Acme-Signature') && !names.some((name) => name.includes('Svc')));
  });

  it('satisfy a stock Standard Webhooks verifier with either secret of a rotation, and no third', () => {
    for (const scheme of ['dispatch', 'lanes'] as const) {
      const headers = deliveryHeaders(scheme, 'Svc', message, { current: older, all: [newer, older] }, hmac);
      for (const secret of [older, newer])
        assert.deepEqual(new Webhook(secret).verify(text, headers), JSON.parse(text));
      assert.throws(() => new Webhook(secretOf(9)).verify(text, headers), /No matching signature/);
      assert.equal(headers['webhook-signature']?.split(' ').length, 2);
    }
  });

  it('sign document 1 with the secret in force alone while another one is announced', async () => {
    const headers = deliveryHeaders('dispatch', 'Svc', message, { current: older, all: [newer, older] }, hmac);
    const signature = headers['X-Svc-Signature'] ?? '';
    assert.equal(await verifyDocumentSignature(older, `${timestamp}.${text}`, signature), true);
    assert.equal(await verifyDocumentSignature(newer, `${timestamp}.${text}`, signature), false);
  });
});
