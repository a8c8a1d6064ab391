/** A browser as a push service knows it: its subscription, and what only it can read of what is sent (RFC 8291). */
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { Received } from './receiver.ts';

interface PushBrowser {
  readonly subscription: { readonly p256dh: string; readonly auth: string };
  /** The message as the service worker gets it. */
  read(bytes: Buffer): unknown;
}

export function openPushBrowser(): PushBrowser {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    subscription: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read: (bytes) => {
      const salt = bytes.subarray(0, 16);
      const keyLength = bytes[20] ?? 0;
      const theirs = bytes.subarray(21, 21 + keyLength);
      const sealed = bytes.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs]);
      const key = derive(own.computeSecret(theirs), auth, info, 32);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
        derive(key, salt, 'Content-Encoding: nonce\0', 12),
      );
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as unknown;
    },
  };
}

/** What a push service checks before it takes a message: who signed it, and for whom (RFC 8292). @returns the claims */
export function checkSender({ headers }: Received, serverKey: string): { aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  assert.equal(key, serverKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url')));
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud: string; sub: string; exp: number };
}
