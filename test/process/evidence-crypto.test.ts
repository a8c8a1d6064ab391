import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { evidenceKeys, evidenceSigner, publishKeys, readKeys, signatureChecks } from '../../process/evidence-crypto.ts';

const secret = 'a deployment secret for tests, 32+ characters';

describe('the keys that sign evidence', () => {
  it('are published with every earlier generation, newest first, and read back the same', () => {
    const published = publishKeys(evidenceKeys(secret, 3));
    const ids = published.keys.map(({ kid }) => kid);
    assert.equal(ids[0], evidenceSigner(secret, 3)(Buffer.from('x')).keyId);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual([...readKeys(JSON.stringify(published)).keys()], ids);
    for (const { kid, pem } of published.keys) assert.deepEqual([...readKeys(pem).keys()], [kid]);
  });

  it('publish nothing of what is private', () => {
    const text = JSON.stringify(publishKeys(evidenceKeys(secret, 2)));
    assert.doesNotMatch(text, /"d"|PRIVATE/);
  });

  it('sign what only their own generation verifies', () => {
    const message = Buffer.from('a message');
    const { keyId, bytes } = evidenceSigner(secret, 2)(message);
    const { trustedKeys, signatureHolds } = signatureChecks(evidenceKeys(secret, 2));
    assert.equal(signatureHolds(keyId, message, bytes), true);
    assert.equal(signatureHolds(keyId, Buffer.from('another'), bytes), false);
    assert.equal(signatureHolds(trustedKeys[0]!, message, bytes), false);
    assert.equal(signatureHolds('unknown', message, bytes), false);
    assert.equal(signatureHolds(keyId, message, Buffer.alloc(3)), false);
  });

  it('are known by their bytes, whatever name a key set gives them', () => {
    const [mine] = publishKeys(evidenceKeys(secret, 1)).keys;
    const [theirs] = publishKeys(evidenceKeys('the secret of some other deployment, long', 1)).keys;
    const forged = readKeys(JSON.stringify({ keys: [{ ...theirs, kid: mine!.kid }] }));
    assert.deepEqual([...forged.keys()], [theirs!.kid]);
  });

  it('refuse to be read from anything that is not a set of Ed25519 keys', () => {
    const rsa = createPublicKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    const wrong = [
      '',
      '{}',
      'null',
      '{"keys":[]}',
      '{"keys":[null]}',
      '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}',
      rsa.export({ format: 'pem', type: 'spki' }),
    ];
    for (const text of wrong) assert.throws(() => readKeys(text), Error, text);
  });
});
