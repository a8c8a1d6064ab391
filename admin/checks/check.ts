/** What a check of `admin doctor` finds, and how one that cannot be made is reported. */

export type Health = 'ok' | 'warn' | 'fail';

export interface Check {
  /** What was looked at, such as `PostgreSQL connections`. */
  readonly check: string;
  readonly health: Health;
  /** What was found, in a few words. */
  readonly found: string;
  /** What to do; null where nothing is. */
  readonly advice: string | null;
}

export function fine(check: string, found: string): Check {
  return { check, health: 'ok', found, advice: null };
}

export function doubtful(check: string, found: string, advice: string): Check {
  return { check, health: 'warn', found, advice };
}

export function broken(check: string, found: string, advice: string): Check {
  return { check, health: 'fail', found, advice };
}

/** An error in one line; connection errors of several addresses have their words inside. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}
