/** Reads the body of a recovery: since when, and until when, deliveries failed that are to be sent again. */
import type { FailedSince } from '../../store/deliveries.ts';
import { ApiError, findingsError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import { unknownMember } from '../../commands/input/sentences.ts';

/**
 * @param code what a refusal is called: dispatch and lanes differ in it (D1, D16)
 * @throws ApiError with every finding
 */
export function readFailedSpan(body: unknown, code: ErrorCode): FailedSince {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError(code, 'the body must be an object with since');
  const { since: sinceText, until: untilText, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['since', 'until']));
  const since = readTime(sinceText);
  const until = untilText === undefined ? undefined : readTime(untilText);
  if (sinceText === undefined) findings.push('since is required');
  else if (since === null) findings.push(`since ${timeForm}`);
  if (until === null) findings.push(`until ${timeForm}`);
  else if (since && until && until <= since) findings.push('until must be later than since');
  if (findings.length > 0 || !since || until === null) throw findingsError(code, findings.toSorted().slice(0, 100));
  return until === undefined ? { since } : { since, until };
}

const timeForm = 'must be a time in ISO 8601 with an offset, such as 2026-11-20T08:00:00Z';

/** D3: any offset is taken, a time without one is not. */
function readTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  if (!/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/.test(value)) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}
