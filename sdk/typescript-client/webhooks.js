/** Webhooks: checks those that Lanekeeper sends, and signs those that are sent to it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The request does not come from Lanekeeper, or was changed or recorded on its way. */
export class WebhookError extends Error {
  constructor(message) {
    super(message);
    this.name = 'WebhookError';
  }
}

/**
 * Checks the Standard Webhooks headers that every delivery of both services carries.
 * @param body the raw bytes of the request, before any parser
 */
export function verifyWebhook({ body, headers, secret, toleranceSeconds = 300, now = Date.now() }) {
  const header = (name) => (typeof headers.get === 'function' ? headers.get(name) : headers[name]) ?? '';
  const id = header('webhook-id');
  const timestamp = header('webhook-timestamp');
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-id or webhook-timestamp is missing');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) throw new WebhookError('the webhook is too old');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const secrets = Array.isArray(secret) ? secret : [secret];
  const expected = secrets.map((each) =>
    createHmac('sha256', Buffer.from(each.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(bytes)
      .digest(),
  );
  const given = header('webhook-signature')
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  const holds = given.some((one) =>
    expected.some((wanted) => one.length === wanted.length && timingSafeEqual(one, wanted)),
  );
  if (!holds) throw new WebhookError('the signature does not fit the body and the secret');
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** Headers of a request to POST /hooks/inbound/{sender_id}. @param headerName the word of the deployment's headers */
export function signInbound({ body, secret, headerName = 'Svc', now = Date.now() }) {
  const timestamp = String(Math.floor(now / 1000));
  const hex = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return { [`X-${headerName}-Timestamp`]: timestamp, [`X-${headerName}-Signature`]: `sha256=${hex}` };
}
