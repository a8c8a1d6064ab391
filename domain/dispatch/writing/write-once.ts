/** What to do next around a portal write, so that it happens at most once and is never misreported (D25, D29). */
import { noteLimit } from '../approval-input.ts';
import type { CheckEvent } from '../evidence/evidence-events.ts';
import { readMoney } from '../money.ts';
import { marksIn, ownerOfMark } from './portal-mark.ts';
import type { OutcomeReason } from '../task.ts';

/** A record as a portal shows it: a dispute, an answer, a correction, an attached document. */
export interface PortalRecord {
  /** The portal's own number for it. */
  readonly number: string;
  /** Text of its reference field; empty when the portal shows none. */
  readonly reference: string;
  /** Whatever else the portal shows, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the look before writing found. */
export type OnFile =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'own'; readonly number: string }
  | { readonly kind: 'own_earlier'; readonly number: string }
  | { readonly kind: 'foreign'; readonly number: string }
  | { readonly kind: 'cannot_tell'; readonly why: string };

/** How a look went. A refused sign-in, a time-out or a page that cannot be read is never "nothing". */
export type Look =
  | { readonly kind: 'read'; readonly records: readonly PortalRecord[] }
  | { readonly kind: 'unreadable'; readonly why: string };

export interface Marks {
  readonly own: string;
  /** Marks of earlier tasks of the same sender. */
  readonly earlier: ReadonlySet<string>;
}

/**
 * Whose record is on file.
 * @param look records of the same fact only: the same invoice and open, the same claim, the same PRO and fields
 */
export function whatIsOnFile(look: Look, marks: Marks): OnFile {
  if (look.kind === 'unreadable') return { kind: 'cannot_tell', why: look.why };
  const owners = look.records.map(({ number, reference }) => ({
    number,
    owner: ownerOfMark(reference, marks.own, marks.earlier),
  }));
  const own = owners.filter(({ owner }) => owner === 'this_task');
  if (own.length > 1) {
    const numbers = own.map(({ number }) => number).join(', ');
    return { kind: 'cannot_tell', why: `several records carry the mark ${marks.own}: ${numbers}` };
  }
  const [mine] = own;
  if (mine) return { kind: 'own', number: mine.number };
  const earlier = owners.find(({ owner }) => owner === 'same_sender');
  if (earlier) return { kind: 'own_earlier', number: earlier.number };
  const [foreign] = owners;
  return foreign ? { kind: 'foreign', number: foreign.number } : { kind: 'nothing' };
}

/** What a look in a fresh session says of a write. */
export type Probe =
  | { readonly kind: 'confirmed'; readonly number: string }
  /** The portal shows something else than was meant: wrong fields, a second record, another record touched. */
  | { readonly kind: 'refuted'; readonly why: string; readonly number: string | null }
  /** Read in full, signed in, and no such record. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'indeterminate'; readonly why: string };

/** How the one attempt to submit ended, as far as this side knows. */
export type Submit =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly words: string }
  /** A crash, a time-out or a lost session between the click and the answer. */
  | { readonly kind: 'lost' };

/** How far a write has come: every submit and every probe, oldest first. */
interface WriteHistory {
  readonly submits: readonly Submit[];
  /** Probes since the last submit. */
  readonly probes: readonly Probe[];
}

export type WriteStep =
  | { readonly kind: 'complete'; readonly number: string }
  | { readonly kind: 'probe_again' }
  /** The same write under the same mark, again. */
  | { readonly kind: 'submit_again' }
  | { readonly kind: 'end'; readonly reason: OutcomeReason; readonly number: string | null; readonly sentence: string };

/** Absence counts when it was seen this often, with the playbook's settle gap between the looks. */
const absencesNeeded = 2;
/** Looks after one submit, at most; what is unclear by then is a person's. */
export const probesAtMost = 5;
export const submitsAtMost = 2;

/** What to do after the newest probe. */
export function afterProbe({ submits, probes }: WriteHistory): WriteStep {
  const newest = probes.at(-1);
  const submit = submits.at(-1);
  if (newest?.kind === 'confirmed') return { kind: 'complete', number: newest.number };
  if (newest?.kind === 'refuted')
    return {
      kind: 'end',
      reason: 'uncertain_write',
      number: newest.number,
      sentence: `The portal shows something else than was written: ${newest.why}.`,
    };
  const absences = probes.filter(({ kind }) => kind === 'absent').length;
  if (absences < absencesNeeded) {
    if (probes.length < probesAtMost) return { kind: 'probe_again' };
    const why = newest?.kind === 'indeterminate' ? newest.why : 'absence was seen only once';
    return uncertain(`Whether the record was written is not known: ${why}.`);
  }
  if (submit === undefined) return uncertain('The portal shows no record, and nothing is known of a submit.');
  if (submit.kind === 'refused')
    return { kind: 'end', reason: 'portal_refused', number: null, sentence: `The portal refused: ${submit.words}` };
  // A second submit could be the second record of a portal that shows its writes late.
  if (submit.kind === 'accepted') return uncertain('The portal accepted the write and shows no record of it.');
  if (submits.length < submitsAtMost) return { kind: 'submit_again' };
  return uncertain(`After ${submits.length} submits whose answers were lost, the portal shows no record.`);
}

function uncertain(sentence: string): WriteStep {
  return { kind: 'end', reason: 'uncertain_write', number: null, sentence };
}

/** A person's word on a portal write of which nobody knew whether it happened: what may be said, and what may not (D25). */
export interface WriteResolution {
  readonly state: 'written' | 'absent';
  /** The portal's own, of what was found there. */
  readonly number: string | null;
  readonly note: string | null;
}

/** Longer than the number of any portal. */
export const longestNumber = 100;

/** What is wrong with it, as parts of sentences; none when it can be taken. */
export function wordFindings({ state, number, note }: WriteResolution): string[] {
  const findings: string[] = [];
  if (state === 'written' && number === null)
    findings.push("number must be given: the portal's own, of what was found there");
  if (state === 'absent' && number !== null) findings.push('number must be left out where nothing was found');
  if (number !== null && (number.length > longestNumber || /\p{Cc}/u.test(number)))
    findings.push(`number must be one line of at most ${longestNumber} characters`);
  if (note !== null && note.length > noteLimit) findings.push(`note must have at most ${noteLimit} characters`);
  return findings;
}

/** The checker's judgement of a write: exactly one new record with the right fields, and nothing else moved (D25). */
interface ExpectedRecord {
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
