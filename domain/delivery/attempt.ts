/** The result of one attempt of a delivery, in the words that answers and lists use. */

/**
 * Why an attempt got no usable answer. A fixed list, because it is shown to the sender: it says what happened and
 * never which address a name had. An answer other than 2xx is described by its status alone, a 3xx by `redirect` too.
 */
export const attemptErrors = {
  dns: 'the host name could not be resolved',
  blocked_address: 'the host is at an address that is not allowed',
  refused: 'the connection was refused',
  unreachable: 'the host could not be reached',
  tls: 'the TLS handshake failed or the certificate is not trusted',
  timeout: 'the exchange took longer than it may',
  reset: 'the connection broke off',
  redirect: 'the receiver answered with a redirect, which is not followed',
  bad_response: 'the answer was not valid HTTP',
  interrupted: 'no result was recorded for this attempt; it may or may not have reached the endpoint',
  webhook_deleted: 'the webhook was deleted; nothing more is sent',
  other: 'the attempt failed in another way',
} as const;
export type AttemptError = keyof typeof attemptErrors;

export interface AttemptOutcome {
  /** Null when no status line arrived. */
  readonly responseStatus: number | null;
  /** Null when the exchange ran to its end. */
  readonly error: AttemptError | null;
  /** Wait the receiver asked for, in milliseconds from the end of the attempt. */
  readonly retryAfterMs: number | null;
  /** Beginning of the answer, as text without control characters. */
  readonly excerpt: string | null;
  readonly durationMs: number;
}

/** Whether the receiver acknowledged: any 2xx, and the exchange ended within its time. */
export function acknowledged(outcome: Pick<AttemptOutcome, 'responseStatus' | 'error'>): boolean {
  const { responseStatus, error } = outcome;
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

const longestRetryAfterMs = 7 * 86_400_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
 * @returns milliseconds from now, at least 0; null for none or an unreadable one
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  // Date.parse alone would also take "1.5" or "-3" for a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), longestRetryAfterMs);
}

const excerptLength = 500;

/** The beginning of an answer in a form that can be stored and shown: no control characters, cut to 500. */
export function excerptOf(answer: string): string | null {
  const text = answer.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  if (text === '') return null;
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength - 1).replace(/\p{Cs}$/u, '')}…`;
}
