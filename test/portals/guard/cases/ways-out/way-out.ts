/** A way by which a page gets a request out without the robot's doing, and the case of the guard that it makes. */
import type { GuardCase } from '../../guard-case.ts';

export interface WayOut extends Pick<GuardCase, 'name' | 'pages' | 'steps' | 'findMs'> {
  /** Rule of the stop; null where the run may go on, because nothing got out; `either` where only that counts. */
  readonly rule: RegExp | null | 'either';
}

export function asCase({ rule, ...parts }: WayOut): GuardCase {
  const end =
    rule instanceof RegExp
      ? ({ ends: 'stopped', rule } as const)
      : ({ ends: rule === null ? 'finished' : 'any' } as const);
  return { group: 'ways out of a page', ...parts, ...end };
}
