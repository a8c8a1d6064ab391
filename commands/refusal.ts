/** A refusal by a rule or by the state of things, as a value: each surface turns it into its own kind of answer (D1). */

/** The code under which the APIs answer it; a part of the interface, as all error codes are. */
type RefusalCode =
  | 'already_assigned'
  | 'already_decided'
  | 'bad_request'
  | 'invalid_decision'
  | 'invalid_request'
  | 'invalid_task'
  | 'not_allowed'
  | 'no_endpoint'
  | 'not_found'
  | 'settler_off'
  | 'unavailable'
  | 'webhook_deleted'
  | 'too_many_webhooks';

export interface Refusal {
  readonly refused: RefusalCode;
  /** Sentences for the caller, the most important one first. */
  readonly findings: readonly [string, ...string[]];
  /** The field of a form that it is about, where a form has several. */
  readonly field?: string;
  /** When trying again makes sense. */
  readonly retryAfterSeconds?: number;
  /** What happened, for the log: never shown to a caller of an API. */
  readonly cause?: unknown;
}

export function refusal(
  refused: RefusalCode,
  sentence: string,
  more: Pick<Refusal, 'retryAfterSeconds' | 'cause' | 'field'> = {},
): Refusal {
  return { refused, findings: [sentence], ...more };
}

/** What a judgement of `domain/administration` and its like found. */
export function refusalFor(
  refused: RefusalCode,
  { sentence, field }: { readonly sentence: string; readonly field?: string },
): Refusal {
  return refusal(refused, sentence, field === undefined ? {} : { field });
}

/** @returns undefined where nothing was found */
export function refusalOf(refused: RefusalCode, findings: readonly string[]): Refusal | undefined {
  const [first, ...others] = findings;
  return first === undefined ? undefined : { refused, findings: [first, ...others] };
}

export function isRefused(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result;
}
