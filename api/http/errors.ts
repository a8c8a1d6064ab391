/** The one table of error codes of both services (D1), and the error that carries one to the answer. */

import { type Refusal, isRefused } from '../../commands/refusal.ts';

/** Code → status. The codes are part of the interface: add, never rename. */
export const statusOfCode = {
  bad_json: 400,
  bad_csv: 400,
  bad_request: 400,
  invalid_request: 400,
  unauthorized: 401,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_decided: 409,
  already_assigned: 409,
  not_repeatable: 409,
  task_ended: 409,
  settler_off: 409,
  no_endpoint: 409,
  webhook_deleted: 409,
  too_many_webhooks: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  invalid_task: 422,
  invalid_decision: 422,
  invalid_batch: 422,
  all_rejected: 422,
  invalid_query: 422,
  no_capability: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof statusOfCode;

interface ErrorExtras {
  /** Sentences, where there are several findings. */
  readonly details?: readonly string[];
  /** Members that are beside `error` and `code`, such as the report of a batch. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The field of a form that it is about; no part of an answer of an API. */
  readonly field?: string;
}

/** A refusal that is meant for the caller, word for word. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  constructor(code: ErrorCode, sentence: string, extras: ErrorExtras = {}) {
    super(sentence);
    this.name = 'ApiError';
    this.code = code;
    this.extras = extras;
  }
}

/** One finding is the sentence itself; several are in `details`, the first of them leading (D1). */
export function findingsError(code: ErrorCode, findings: readonly string[]): ApiError {
  return new ApiError(code, leadSentence(findings), findings.length > 1 ? { details: findings } : {});
}

export function leadSentence(findings: readonly string[]): string {
  const more = findings.length - 1;
  return `${findings[0] ?? 'not valid'}${more > 0 ? ` (and ${more} more)` : ''}`;
}

/** What a command refused, as the error that answers it. */
export function refusalError({ refused, findings, field, retryAfterSeconds, cause }: Refusal): ApiError {
  const headers = retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } };
  const at = field === undefined ? {} : { field };
  const { message, extras } = findingsError(refused, findings);
  const error = new ApiError(refused, message, { ...extras, ...headers, ...at });
  return Object.assign(error, cause === undefined ? {} : { cause });
}

/** The result of a command, for who answers every refusal as an error. @throws ApiError */
export function granted<T>(result: T | Refusal): T {
  if (isRefused(result)) throw refusalError(result);
  return result;
}

/** Nothing of the caller's is at this address; whether somebody else's is stays open. */
export function notFound(what = 'path'): ApiError {
  return new ApiError('not_found', `there is no such ${what}`);
}

/** What this service cannot do just now; callers try again shortly. */
export function unavailable(sentence: string): ApiError {
  return new ApiError('unavailable', sentence, { headers: { 'Retry-After': '2' } });
}
