/** The fault switch: which faults exist, which are set, and which of them a request meets. */

import type pg from 'pg';
import type { RecordKeys } from './application.ts';

/**
 * When in a request's life a fault strikes.
 * `request`: any request; `session`: one with a live session; `page`: a signed-in GET; `words`: a page being written;
 * `write`: a form that would be stored.
 */
type Moment = 'request' | 'session' | 'page' | 'words' | 'write';

/** Every fault the framework can show. `ok` is no fault but the command that clears. */
const faultMoments = {
  slow: 'request',
  '429': 'request',
  '503': 'request',
  maintenance: 'request',
  session: 'session',
  moved: 'page',
  interstitial: 'page',
  wrong_record: 'page',
  stale: 'page',
  label_change: 'words',
  injection: 'words',
  decoy: 'words',
  hostile: 'words',
  partial: 'write',
  optimistic: 'write',
  timeout_after_commit: 'write',
  lost_before_commit: 'write',
  duplicate: 'write',
  idempotent: 'write',
  collateral: 'write',
} as const satisfies Record<string, Moment>;

export type FaultName = keyof typeof faultMoments;
export const faultNames = Object.keys(faultMoments) as FaultName[];

/** The requests a fault is for; no member means all. `session` is the label that the truth shows. */
export interface FaultMatch extends RecordKeys {
  readonly session?: string;
  /** GET or POST. */
  readonly method?: string;
}
export const matchMembers = [
  'pro',
  'invoice_number',
  'claim_id',
  'session',
  'method',
] as const satisfies (keyof FaultMatch)[];

export interface NewFault {
  readonly portal: string;
  readonly fault: FaultName;
  readonly match: FaultMatch;
  /** How often it strikes before it is used up. */
  readonly times: number;
  /** For `slow`, `timeout_after_commit` and `lost_before_commit`: milliseconds. */
  readonly delayMs: number;
}

export interface FaultSwitch {
  set(fault: NewFault): Promise<void>;
  /** Removes the faults of a portal whose match has all members of `match`; an empty match removes all. */
  clear(portal: string, match: FaultMatch): Promise<void>;
  /** Whether a strike would find a fault, without using it up. */
  isSet(portal: string, fault: FaultName, request: FaultMatch): boolean;
  /** Whether the portal has any fault of this name. */
  isSetFor(portal: string, fault: FaultName): boolean;
  /** Uses up one strike of the oldest fault of this name that fits; null when there is none. */
  strike(portal: string, fault: FaultName, request: FaultMatch): Promise<{ delayMs: number } | null>;
  /** Reads the stored faults again, after something else changed them. */
  reload(): Promise<void>;
}

interface StoredFault {
  readonly id: string;
  readonly portal: string;
  readonly fault: FaultName;
  readonly match: FaultMatch;
  readonly delayMs: number;
}

/** Knows in memory which faults are set, so that a request without a fault asks no database. */
export async function openFaultSwitch(pool: pg.Pool): Promise<FaultSwitch> {
  let faults: StoredFault[] = [];

  async function reload(): Promise<void> {
    const stored = await pool.query<StoredFault>(
      `select id, portal, fault, match, delay_ms as "delayMs" from sandbox.faults where times_left > 0 order by id`,
    );
    faults = stored.rows;
  }
  await reload();
  const meant = (portal: string, name: FaultName, request: FaultMatch): StoredFault[] =>
    faults.filter((fault) => fault.portal === portal && fault.fault === name && fits(fault.match, request));

  return {
    reload,
    isSetFor: (portal, name) => faults.some((fault) => fault.portal === portal && fault.fault === name),
    isSet: (portal, fault, request) => meant(portal, fault, request).length > 0,
    async set({ portal, fault, match, times, delayMs }) {
      await pool.query(
        'insert into sandbox.faults (portal, fault, match, times_left, delay_ms) values ($1, $2, $3, $4, $5)',
        [portal, fault, JSON.stringify(match), times, delayMs],
      );
      await reload();
    },
    async clear(portal, match) {
      await pool.query('delete from sandbox.faults where portal = $1 and match @> $2', [portal, JSON.stringify(match)]);
      await reload();
    },
    async strike(portal, name, request) {
      for (const fault of meant(portal, name, request)) {
        const used = await pool.query<{ times_left: number }>(
          'update sandbox.faults set times_left = times_left - 1 where id = $1 and times_left > 0 returning times_left',
          [fault.id],
        );
        const left = used.rows[0]?.times_left;
        if (left === undefined || left === 0) faults = faults.filter(({ id }) => id !== fault.id);
        if (left !== undefined) return { delayMs: fault.delayMs };
      }
      return null;
    },
  };
}

function fits(match: FaultMatch, request: FaultMatch): boolean {
  return matchMembers.every((member) => match[member] === undefined || match[member] === request[member]);
}
