/** The headers of a delivery: two documented schemes as data, and the Standard Webhooks headers beside both. */

export type HeaderScheme = 'dispatch' | 'lanes';

/**
 * HMAC-SHA256 over the parts, one after the other (text as UTF-8).
 * @param key the secret, and how its text becomes the bytes of the key
 */
export type Hmac = (
  key: { readonly text: string; readonly encoding: 'utf8' | 'base64' },
  parts: readonly (string | Uint8Array)[],
  digest: 'hex' | 'base64',
) => string;

export interface SigningSecrets {
  /** Signs where there is room for one signature: the newest secret that is in force. */
  readonly current: string;
  /** Every secret a receiver may hold now, newest first; during a rotation two. */
  readonly all: readonly string[];
}

interface Signable {
  readonly deliveryId: string;
  readonly event: string;
  /** Sender or hook. */
  readonly ownerId: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  /** The stored bytes, exactly as they are sent. */
  readonly body: Uint8Array;
}

type Scheme = (
  name: string,
  message: Signable,
  sign: (secret: string) => string,
  secrets: SigningSecrets,
) => Record<string, string>;

const schemes: Record<HeaderScheme, Scheme> = {
  /** Document 1 §6. */
  dispatch: (name, message, sign, secrets) => ({
    [`X-${name}-Event`]: message.event,
    [`X-${name}-Delivery`]: message.deliveryId,
    [`X-${name}-Client`]: message.ownerId,
    [`X-${name}-Timestamp`]: String(message.timestamp),
    [`X-${name}-Signature`]: `sha256=${sign(secrets.current)}`,
  }),
  /** Document 2 §5.3 and §6. */
  lanes: (name, message, sign, secrets) => ({
    [`${name}-Signature`]: [`t=${message.timestamp}`, ...secrets.all.map((secret) => `v1=${sign(secret)}`)].join(','),
    [`${name}-Event`]: message.event,
    [`${name}-Delivery`]: message.deliveryId,
    [`${name}-Webhook-Id`]: message.ownerId,
  }),
};

/**
 * All headers of an attempt that depend on the message.
 * The documents' signatures key the HMAC with the whole secret as UTF-8 (D5); Standard Webhooks keys it with the
 * bytes that follow `whsec_` in base64, and signs `<id>.<timestamp>.<body>`.
 * @param name the word of HEADER_NAME
 */
export function deliveryHeaders(
  scheme: HeaderScheme,
  name: string,
  message: Signable,
  secrets: SigningSecrets,
  hmac: Hmac,
): Record<string, string> {
  const { deliveryId, timestamp, body } = message;
  const sign = (secret: string): string => hmac({ text: secret, encoding: 'utf8' }, [`${timestamp}.`, body], 'hex');
  const standard = secrets.all.map((secret) => {
    const key = { text: secret.replace(/^whsec_/, ''), encoding: 'base64' } as const;
    return `v1,${hmac(key, [`${deliveryId}.${timestamp}.`, body], 'base64')}`;
  });
  return {
    ...schemes[scheme](name, message, sign, secrets),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}
