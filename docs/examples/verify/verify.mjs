import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function holds(secret, headers, rawBody) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const { WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE } = process.env;
const headers = {
  'webhook-id': WEBHOOK_ID,
  'webhook-timestamp': WEBHOOK_TIMESTAMP,
  'webhook-signature': WEBHOOK_SIGNATURE,
};
process.stdout.write(holds(WEBHOOK_SECRET, headers, readFileSync(0)) ? 'holds\n' : 'does not hold\n');
