import type { DispatchClient, TaskRecord } from './dispatch.js';

export { DispatchClient } from './dispatch.js';
export type * as Dispatch from './dispatch.js';
export { LanesClient } from './lanes.js';
export type * as Lanes from './lanes.js';
export { ApiError, ConnectionError } from './http.js';
export type { CallOptions, ClientOptions } from './http.js';

/** Polls a task until it has an outcome. @throws Error when it has none after `timeoutMs` (10 minutes when left out) */
export function waitForTask(
  dispatch: DispatchClient,
  id: string,
  options?: { readonly timeoutMs?: number; readonly pollMs?: number; readonly signal?: AbortSignal },
): Promise<TaskRecord>;

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
