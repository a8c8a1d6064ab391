/** The checker's judgement of a write: exactly one new record with the right fields, and nothing else moved (D25). */

import type { CheckEvent } from './evidence/story.ts';
import { readMoney } from './money.ts';
import { marksIn } from './portal-mark.ts';
import type { Look, PortalRecord, Probe } from './write-once.ts';

export interface ExpectedRecord {
  readonly mark: string;
  /** What the record's fields have to say; fields that are not named may say anything. */
  readonly fields: Readonly<Record<string, string>>;
}

export type WriteCheck = Omit<CheckEvent, 'kind'>;

export interface CheckedWrite {
  readonly probe: Probe;
  /** Every comparison that was made, for the evidence. */
  readonly checks: readonly WriteCheck[];
}

/**
 * Compares what the portal shows in a fresh session with what was there before and with what was meant.
 * @param before records of the same invoice, claim or PRO, read before the write
 * @param after the same list, read afterwards in a session of the checker's own
 */
export function checkWrite(before: readonly PortalRecord[], after: Look, expected: ExpectedRecord): CheckedWrite {
  if (after.kind === 'unreadable') return { probe: { kind: 'indeterminate', why: after.why }, checks: [] };
  const known = new Map(before.map((record) => [record.number, record]));
  const added = after.records.filter(({ number }) => !known.has(number));
  const ours = after.records.filter(({ reference }) => marksIn(reference).includes(expected.mark));
  const moved = movedRecords(known, after.records);
  const [record] = ours;
  const none = record === undefined && added.length === 0 && moved.length === 0;
  const checks = [
    check('records with our mark', '1', String(ours.length)),
    check('new records', '1', String(added.length)),
    check('other records as they were', 'yes', moved.length === 0 ? 'yes' : moved.join('; ')),
    ...(record ? fieldChecks(record, expected.fields) : []),
  ];
  if (none) return { probe: { kind: 'absent' }, checks };
  const failed = checks.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0 && record) return { probe: { kind: 'confirmed', number: record.number }, checks };
  const why = failed.map(({ check, expected, found }) => `${check}: ${expected} expected, ${found} found`).join('; ');
  return { probe: { kind: 'refuted', why, number: record?.number ?? null }, checks };
}

/** Records that were there before and now say something else, or are gone. */
function movedRecords(known: ReadonlyMap<string, PortalRecord>, after: readonly PortalRecord[]): string[] {
  const now = new Map(after.map((record) => [record.number, record]));
  return [...known.values()].flatMap((old) => {
    const record = now.get(old.number);
    if (!record) return [`${old.number} is gone`];
    const names = new Set([...Object.keys(old.fields), ...Object.keys(record.fields)]);
    const changed = [...names].filter((name) => !sameValue(old.fields[name] ?? '', record.fields[name] ?? ''));
    if (!sameValue(old.reference, record.reference)) changed.push('reference');
    return changed.length === 0 ? [] : [`${old.number} changed in ${changed.join(', ')}`];
  });
}

function fieldChecks(record: PortalRecord, fields: Readonly<Record<string, string>>): WriteCheck[] {
  return Object.entries(fields).map(([name, value]) => check(name, value, record.fields[name] ?? ''));
}

function check(name: string, expected: string, found: string): WriteCheck {
  return { check: name, expected, found, verdict: sameValue(expected, found) ? 'pass' : 'fail' };
}

/** Equal text but for white space, or the same amount of money, however it is printed. */
function sameValue(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.trim().replace(/\s+/g, ' '));
  if (left === right) return true;
  const [leftMoney, rightMoney] = [readMoney(a), readMoney(b)];
  return leftMoney !== undefined && leftMoney === rightMoney;
}
