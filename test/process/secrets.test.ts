import assert from 'node:assert/strict';
import { createECDH, sign, verify } from 'node:crypto';
import { rotatingSecret } from '../../process/deployment-secret.ts';
import {
  currentPushKeys,
  deriveBytes,
  equalConstantTime,
  evidenceKeyPair,
  hashKey,
  mintKey,
  pushKeysOf,
  seal,
  signingSecret,
  unseal,
} from '../../process/secrets.ts';

const root = 'a deployment secret of some forty letters!';
const name = { ownerKind: 'sender', ownerId: 'snd_1', purpose: 'outbound', generation: 1 } as const;

describe('derived secrets', () => {
  it('are the same for the same owner, purpose and generation', () => {
    assert.deepEqual(deriveBytes(root, name), deriveBytes(root, { ...name }));
  });

  it('differ when any part of the name or the deployment secret differs', () => {
    const all = [
      deriveBytes(root, name),
      deriveBytes(`${root}.`, name),
      deriveBytes(root, { ...name, ownerKind: 'hook' }),
      deriveBytes(root, { ...name, ownerId: 'snd_2' }),
      deriveBytes(root, { ...name, purpose: 'inbound' }),
      deriveBytes(root, { ...name, generation: 2 }),
    ].map((bytes) => bytes.toString('hex'));
    assert.equal(new Set(all).size, all.length);
  });

  it('cannot be confused by moving text from one part of the name to the next', () => {
    const left = deriveBytes(root, { ...name, ownerId: 'ab', purpose: 'c' });
    const right = deriveBytes(root, { ...name, ownerId: 'a', purpose: 'bc' });
    assert.notDeepEqual(left, right);
  });

  it('are minted as whsec_ and standard base64 of 32 bytes', () => {
    const secret = signingSecret(root, name);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32);
  });
});

describe('bearer keys', () => {
  it('say what they are and carry 256 random bits', () => {
    const keys = Array.from({ length: 50 }, () => mintKey('dispatch'));
    for (const key of keys) assert.match(key, /^lk_dispatch_[A-Za-z0-9_-]{43}$/);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('are stored as SHA-256 only', () => {
    assert.equal(hashKey('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('compare equal only when every character is', () => {
    assert.equal(equalConstantTime('secret', 'secret'), true);
    assert.equal(equalConstantTime('secret', 'secres'), false);
    assert.equal(equalConstantTime('secret', 'secret '), false);
  });
});

describe('sealed rows', () => {
  it('open again in their own place', () => {
    const sealed = seal(root, 'tms/robot', Buffer.from('a password'));
    assert.equal(unseal(root, 'tms/robot', sealed).toString(), 'a password');
    assert.ok(!sealed.includes('password'));
  });

  it('do not open in another row, under another secret, or with a changed byte', () => {
    const sealed = seal(root, 'tms/robot', Buffer.from('a password'));
    assert.throws(() => unseal(root, 'tms/other', sealed));
    assert.throws(() => unseal(`${root}x`, 'tms/robot', sealed));
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.throws(() => unseal(root, 'tms/robot', changed), `byte ${index}`);
    }
  });
});

describe('evidence keys', () => {
  it('sign with Ed25519 and are the same pair after a restart', () => {
    const first = evidenceKeyPair(root, 1);
    const again = evidenceKeyPair(root, 1);
    const signature = sign(null, Buffer.from('a manifest'), first.privateKey);
    assert.equal(first.keyId, again.keyId);
    assert.ok(verify(null, Buffer.from('a manifest'), again.publicKey, signature));
    assert.notEqual(evidenceKeyPair(root, 2).keyId, first.keyId);
  });
});

describe('the keys that push services know a deployment by', () => {
  const [first, second] = ['the first secret of the deployment', 'the second secret of the deployment'];

  it('are a pair on P-256, the same for the same secret and another for another', () => {
    const { publicKey, privateKey } = currentPushKeys(first);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    assert.equal(pair.getPublicKey().toString('base64url'), publicKey);
    assert.deepEqual(currentPushKeys(first), { publicKey, privateKey });
    assert.notEqual(currentPushKeys(second).publicKey, publicKey);
  });

  it('are found for a browser of the secret before, while that is at hand', () => {
    const { publicKey } = currentPushKeys(first);
    assert.equal(pushKeysOf(rotatingSecret(second, first), publicKey)?.publicKey, publicKey);
    assert.equal(currentPushKeys(rotatingSecret(second, first)).publicKey, currentPushKeys(second).publicKey);
    assert.equal(pushKeysOf(second, publicKey), undefined);
  });
});
