import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { signDocument } from '../support/document-signature.ts';
import Stripe from 'stripe';
import { request } from 'undici';
import { isVerified, startReceiver, type ReceivedWebhook, type Receiver } from '../../start/receiver.ts';
import { runFolder } from '../support/machines.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const now = 1_790_000_000;

describe('the trial receiver', () => {
  let file: string;
  let receiver: Receiver;
  const open = (): Promise<Receiver> => startReceiver({ port: 0, file, headerName: 'Svc', secrets: () => [secret] });

  beforeEach(async () => {
    file = join(mkdtempSync(join(runFolder(), 'receiver-')), 'received.jsonl');
    receiver = await open();
  });
  afterEach(() => receiver.part.stop());

  async function post(body: string, signature?: string): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { statusCode, body: answer } = await request(receiver.url, {
      method: 'POST',
      body,
      headers: {
        'x-svc-event': 'task.completed',
        'x-svc-timestamp': timestamp,
        'x-svc-signature': signature ?? (await signDocument(secret, `${timestamp}.${body}`)),
      },
    });
    await answer.dump();
    return statusCode;
  }
  async function list(): Promise<ReceivedWebhook[]> {
    const { body } = await request(receiver.receivedUrl);
    return (await body.json()) as ReceivedWebhook[];
  }

  it('acknowledges a webhook that a foreign library signed, and lists it with its raw body', async () => {
    assert.equal(await post('{"id":"dl_1"}'), 200);
    const [webhook] = await list();
    assert.equal(webhook?.verified, true);
    assert.equal(webhook?.event, 'task.completed');
    assert.equal(webhook?.raw_body, '{"id":"dl_1"}');
    assert.equal(webhook?.headers['x-svc-event'], 'task.completed');
  });

  it('refuses a wrong signature, and lists the attempt as not verified', async () => {
    assert.equal(await post('{}', `sha256=${'0'.repeat(64)}`), 401);
    assert.deepEqual(
      (await list()).map(({ verified }) => verified),
      [false],
    );
  });

  it('knows the webhooks of lanes by their own header, with either signature of a rotation', async () => {
    const stripe = new Stripe('sk_test_none');
    const body = '{"type":"lane.changed"}';
    const [good, bad] = [secret, `${secret}x`].map((key) =>
      stripe.webhooks.generateTestHeaderString({ payload: body, secret: key }),
    ) as [string, string];
    const both = `${good},${bad.split(',').at(-1)}`;
    for (const [signature, status] of [
      [good, 200],
      [both, 200],
      [bad, 401],
      ['t=now,v1=', 401],
    ] as const) {
      const headers = { 'svc-event': 'lane.changed', 'svc-signature': signature };
      const answer = await request(receiver.url, { method: 'POST', body, headers });
      await answer.body.dump();
      assert.equal(answer.statusCode, status, signature);
    }
    assert.deepEqual(
      (await list()).map(({ event }) => event),
      Array(4).fill('lane.changed'),
    );
  });

  it('refuses a true signature whose time is more than five minutes off', async () => {
    const signature = await signDocument(secret, `${now}.{}`);
    const macs = [signature.slice('sha256='.length)];
    const check = (at: number): boolean => isVerified(Buffer.from('{}'), String(now), macs, [secret], at);
    assert.equal(check(now + 300), true);
    assert.equal(check(now + 301), false);
    assert.equal(check(now - 301), false);
  });

  it('still knows after a restart what it acknowledged, half a last line from a kill notwithstanding', async () => {
    await post('{"n":1}');
    await receiver.part.stop();
    appendFileSync(file, '{"at":"20');
    receiver = await open();
    await post('{"n":2}');
    await receiver.part.stop();
    receiver = await open();
    assert.deepEqual(
      receiver.received.map(({ raw_body }) => raw_body),
      ['{"n":1}', '{"n":2}'],
    );
  });
});
