import assert from 'node:assert/strict';
import { Client, defaultPayloadConverter } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { rotatingSecret } from '../../process/deployment-secret.ts';
import { engineDataConverter, payloadCodec } from '../../temporal/data-converter.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';

const deploymentSecret = 'a deployment secret of at least 32 characters';
const clear = (value: unknown): Payload => defaultPayloadConverter.toPayload(value) ?? assert.fail('no payload');
const codec = (encrypted: boolean, secret = deploymentSecret) => payloadCodec({ encrypted, deploymentSecret: secret });

describe('the payload codec', () => {
  it('hides every byte of a payload and gives back the same value', async () => {
    const [sealed] = await codec(true).encode([clear({ pro: '1234567890' })]);
    assert.equal(Buffer.from(sealed?.metadata?.['encoding'] ?? []).toString(), 'binary/encrypted');
    assert.equal(Buffer.from(sealed?.data ?? []).includes('1234567890'), false);
    const [opened] = await codec(true).decode([sealed ?? assert.fail()]);
    assert.deepEqual(defaultPayloadConverter.fromPayload(opened ?? assert.fail()), { pro: '1234567890' });
  });

  it('never seals the same value to the same bytes', async () => {
    const [one, two] = await codec(true).encode([clear('same'), clear('same')]);
    assert.notDeepEqual(one?.data, two?.data);
  });

  it('reads plain histories when it is on, and encrypted ones when it is off', async () => {
    const plain = clear('plain');
    assert.deepEqual(await codec(true).decode([plain]), [plain]);
    const sealed = await codec(true).encode([plain]);
    const opened = await codec(false).decode(sealed);
    assert.equal(defaultPayloadConverter.fromPayload(opened[0] ?? assert.fail()), 'plain');
  });

  it('leaves payloads as they are when it is off', async () => {
    const plain = clear('plain');
    assert.deepEqual(await codec(false).encode([plain]), [plain]);
  });

  it('refuses a payload of which one bit was changed, and one of another deployment', async () => {
    const [sealed] = await codec(true).encode([clear('value')]);
    const data = Buffer.from(sealed?.data ?? []);
    data[data.length - 1] = (data[data.length - 1] ?? 0) ^ 1;
    await assert.rejects(codec(true).decode([{ ...sealed, data }]));
    await assert.rejects(codec(true, 'another secret, also of 32 characters').decode([sealed ?? assert.fail()]));
  });

  it('encrypts with the current of two keys, names it, and reads what either encrypted', async () => {
    const [before, after] = [deploymentSecret, 'the next deployment secret, of 32 characters'];
    const both = payloadCodec({ encrypted: true, deploymentSecret: rotatingSecret(after, before) });
    const idOf = (payload: Payload | undefined): string =>
      Buffer.from(payload?.metadata?.['encryption-key-id'] ?? []).toString();
    const [ofBefore] = await codec(true, before).encode([clear('before')]);
    const [ofAfter] = await both.encode([clear('after')]);
    assert.notEqual(idOf(ofBefore), idOf(ofAfter));
    for (const value of ['before', 'after']) {
      const [opened] = await both.decode([value === 'before' ? ofBefore! : ofAfter!]);
      assert.equal(defaultPayloadConverter.fromPayload(opened ?? assert.fail()), value);
    }
    // The processes that wait to be restarted have the two the other way round.
    const waiting = payloadCodec({ encrypted: true, deploymentSecret: rotatingSecret(before, after) });
    assert.equal(defaultPayloadConverter.fromPayload((await waiting.decode([ofAfter!]))[0] ?? assert.fail()), 'after');
    await assert.rejects(codec(true, after).decode([ofBefore!]), /neither DEPLOYMENT_SECRET nor/);
    // Of a version that gave every key the same id.
    const nameless = {
      ...ofBefore!,
      metadata: { ...ofBefore!.metadata, 'encryption-key-id': Buffer.from('payload-1') },
    };
    assert.equal(defaultPayloadConverter.fromPayload((await both.decode([nameless]))[0] ?? assert.fail()), 'before');
  });

  it('is what the engine stores: no clear text in the arguments of a workflow', async function () {
    const { connection, namespace } = await testEngine();
    const client = new Client({
      connection,
      namespace,
      dataConverter: engineDataConverter({ encrypted: true, deploymentSecret }),
    });
    const taskQueue = taskQueueFor(this);
    const handle = await client.workflow.start('task', {
      taskQueue,
      workflowId: taskQueue,
      args: [{ secret: 'show nobody' }],
    });
    const { events } = await handle.fetchHistory();
    assert.equal(JSON.stringify(events).includes(Buffer.from('show nobody').toString('base64').slice(2, -4)), false);
    const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    assert.equal(Buffer.from(payload?.metadata?.['encoding'] ?? []).toString(), 'binary/encrypted');
    await handle.terminate();
  });
});
