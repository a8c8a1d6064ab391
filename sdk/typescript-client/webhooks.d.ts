/** The request does not come from Lanekeeper, or was changed or recorded on its way. */
export class WebhookError extends Error {}

/**
 * Checks the Standard Webhooks headers that every delivery of both services carries.
 * @returns the event: `TaskEvent` of dispatch, `WebhookEvent` of lanes
 * @throws WebhookError
 */
export function verifyWebhook(request: {
  /** The raw bytes of the request, before any parser. */
  readonly body: Uint8Array | string;
  /** Of fetch, or of node:http (lower case). */
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** whsec_…; several during a rotation. */
  readonly secret: string | readonly string[];
  readonly toleranceSeconds?: number;
  readonly now?: number;
}): unknown;

/** Headers of a request to POST /hooks/inbound/{sender_id}. */
export function signInbound(request: {
  readonly body: Uint8Array | string;
  /** The sender's inbound secret. */
  readonly secret: string;
  /** The word in the names of the deployment's headers; Svc when left out. */
  readonly headerName?: string;
  readonly now?: number;
}): Record<string, string>;
