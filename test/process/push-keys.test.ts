import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { rotatingSecret } from '../../process/deployment-secret.ts';
import { currentPushKeys, pushKeysOf } from '../../process/push-keys.ts';

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
