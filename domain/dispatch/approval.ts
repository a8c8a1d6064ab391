/**
 * An approval as a state machine (D17): who may decide, whose decision counts, what it is bound to and when it ends.
 * Every refusal is a value with a code of D17; the workflow alone applies these functions.
 */
import { actorName, deciderName, engineIdentity } from '../actor.ts';
import { type Sha256, canonicalJson } from '../canonical-json.ts';
import { type Cents, cents, isOver } from './money.ts';
import type { TaskParams } from './task-schemas.ts';
import type { ApprovalStatus, TaskType } from './task.ts';

/** Above which amounts people have to approve; the limits themselves still pass. */
export interface ApprovalLimits {
  readonly over: Cents;
  /** Above this two people; null where one is always enough. */
  readonly twoPeopleOver: Cents | null;
}

/** Where nothing ever needs approval. */
export const noLimits: ApprovalLimits = { over: cents(Number.MAX_SAFE_INTEGER), twoPeopleOver: null };

export type People = 0 | 1 | 2;

/** How many people have to approve an amount, by its absolute value. */
export function peopleNeeded(amount: Cents, limits: ApprovalLimits): People {
  if (limits.twoPeopleOver !== null && isOver(amount, limits.twoPeopleOver)) return 2;
  return isOver(amount, limits.over) ? 1 : 0;
}

/** Who asked for the work; nobody of these can approve it. */
export interface Requester {
  readonly keyId: string | null;
  readonly email: string | null;
  /** Whose key it is that submitted the task; left out by earlier versions. */
  readonly personId?: string | null;
}

/** Who decides, as the channel of the decision knows them. */
export interface Decider {
  /** How the record names them: an address, a key's label, `temporal:<identity>`. */
  readonly by: string;
  /** Of the person, for sentences; left out or null where none is known, and by earlier versions. */
  readonly name?: string | null;
  /** How the audit log names them, where that differs: a key by its id. */
  readonly actor?: string;
  readonly keyId: string | null;
  readonly email: string | null;
  /** The console's person who decides, also by a key of theirs; null or left out where none is known. */
  readonly personId?: string | null;
  /** Holds the approver role or scope. */
  readonly mayApprove: boolean;
}

export interface Decision {
  /** Of this act; the same id again is the same act, delivered twice. */
  readonly id: string;
  readonly decision: 'approve' | 'refuse';
  readonly note: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly decider: Decider;
}

export interface Approval {
  readonly id: string;
  /** One sentence: what waits and why. */
  readonly reason: string;
  readonly amount: Cents | null;
  /** Over the exact change and the facts that the portal showed. */
  readonly digest: string;
  /** Over exactly what approvers are shown (writing/shown-page); null or left out where an earlier version asked. */
  readonly shownSha256?: string | null;
  readonly needed: 1 | 2;
  /** Two means two people who are known by name; left out where an earlier version asked, which counted keys. */
  readonly countsPeople?: boolean;
  readonly requester: Requester;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly status: ApprovalStatus;
  /** Of a superseded approval: the one that was asked for instead. Left out by earlier versions. */
  readonly supersededBy?: string | null;
  readonly decisions: readonly Decision[];
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly note: string | null;
}

/** What an approval is bound to: the change as it will be keyed and the facts it was judged by. */
interface ApprovedMatter {
  readonly change: unknown;
  readonly facts: unknown;
}

export function matterDigest({ change, facts }: ApprovedMatter, sha256: Sha256): string {
  return sha256(canonicalJson({ change, facts }));
}

type ApprovalRequest = Pick<
  Approval,
  'id' | 'reason' | 'amount' | 'digest' | 'shownSha256' | 'needed' | 'requester' | 'requestedAt' | 'expiresAt'
>;

export function requestApproval(request: ApprovalRequest): Approval {
  return {
    ...request,
    countsPeople: true,
    status: 'pending',
    decisions: [],
    decidedAt: null,
    decidedBy: null,
    note: null,
  };
}

export interface RefusedDecision {
  readonly kind: 'refused';
  readonly code: 'already_decided' | 'not_allowed';
  readonly sentence: string;
}

type DecisionResult =
  | { readonly kind: 'taken'; readonly approval: Approval }
  /** The same act again; nothing changed. */
  | { readonly kind: 'repeated'; readonly approval: Approval }
  | RefusedDecision;

/** Who approved or refused, as people know them; null where nobody did. */
export function decidersText({
  status,
  decidedBy,
  decisions,
}: Pick<Approval, 'status' | 'decidedBy'> & {
  readonly decisions: readonly { readonly by: string; readonly name?: string | null }[];
}): string | null {
  if (decidedBy === null) return null;
  // The one who refuses decides alone.
  const counted = status === 'refused' ? decisions.slice(-1) : decisions;
  return counted.length === 0 ? actorName(decidedBy) : counted.map(deciderName).join(' and ');
}

/** Takes one decision, or says why not. One refusal refuses; approving takes as many people as are needed. */
export function decideApproval(approval: Approval, decision: Decision): DecisionResult {
  if (approval.decisions.some(({ id }) => id === decision.id)) return { kind: 'repeated', approval };
  const refusal = refusalOf(approval, decision);
  if (refusal) return refusal;
  const decisions = [...approval.decisions, decision];
  const settled = decision.decision === 'refuse' || approvedBy(approval, decisions) >= approval.needed;
  if (!settled) return { kind: 'taken', approval: { ...approval, decisions } };
  return {
    kind: 'taken',
    approval: {
      ...approval,
      decisions,
      status: decision.decision === 'refuse' ? 'refused' : 'approved',
      decidedAt: decision.at,
      decidedBy:
        decision.decision === 'refuse' ? decision.decider.by : decisions.map(({ decider }) => decider.by).join(', '),
      note: decision.note,
    },
  };
}

/** How many approved. Of two people each has to be somebody: a key of nobody may be either one's. */
function approvedBy({ needed, countsPeople }: Approval, decisions: readonly Decision[]): number {
  if (needed === 1 || countsPeople !== true) return decisions.length;
  return decisions.filter(({ decider }) => isSomebody(decider)).length;
}

/** Known as a person: by account, or by an address that the channel vouches for. */
export function isSomebody({ personId = null, email }: Decider): boolean {
  return personId !== null || email !== null;
}

/** Why a decision would not be taken: synchronous and without effect, so that an update's validator can ask it. */
export function refusalOf(approval: Approval, { at, decider }: Decision): RefusedDecision | undefined {
  const refusal = refusalToTakePart(approval, at, decider);
  if (refusal) return refusal;
  if (approval.decisions.some((earlier) => isSamePerson(earlier.decider, decider)))
    return refused('already_decided', `${decider.by} has decided already; the second decision is another person's`);
  if (approval.countsPeople === true && !isSomebody(decider) && approval.decisions.some(isNobodys))
    return refused('already_decided', `${decider.by} belongs to nobody, and a decision of nobody is there already`);
  return undefined;
}

/** Why somebody may do nothing about an approval at all: neither decide nor ask nor delegate. */
export function refusalToTakePart(approval: Approval, at: string, decider: Decider): RefusedDecision | undefined {
  if (!decider.mayApprove) return refused('not_allowed', `${decider.by} does not hold the approver role or scope`);
  if (isRequester(approval.requester, decider))
    return refused('not_allowed', `${decider.by} asked for this task and cannot decide on it`);
  if (approval.status !== 'pending') return refused('already_decided', `the approval is already ${approval.status}`);
  if (hasExpired(approval, at)) return refused('already_decided', `the approval expired at ${approval.expiresAt}`);
  return undefined;
}

function refused(code: RefusedDecision['code'], sentence: string): RefusedDecision {
  return { kind: 'refused', code, sentence };
}

function isRequester(requester: Requester, decider: Decider): boolean {
  if (requester.keyId !== null && requester.keyId === decider.keyId) return true;
  if (isSameAccount(requester, decider)) return true;
  return requester.email !== null && namesOf(decider).has(plain(requester.email));
}

function isSameAccount(
  { personId: one = null }: Pick<Decider, 'personId'>,
  { personId: other = null }: Pick<Decider, 'personId'>,
): boolean {
  return one !== null && one === other;
}

function isNobodys({ decider }: Decision): boolean {
  return !isSomebody(decider);
}

/** Two deciders share an account, an address, a key or a name. */
function isSamePerson(a: Decider, b: Decider): boolean {
  if (a.keyId !== null && a.keyId === b.keyId) return true;
  if (isSameAccount(a, b)) return true;
  const names = namesOf(b);
  return [...namesOf(a)].some((name) => names.has(name));
}

/** A person's address, however the channel writes it: `temporal:ann@example.com` is ann@example.com. */
function namesOf({ by, email }: Decider): Set<string> {
  const names = [engineIdentity(by), ...(email === null ? [] : [email])];
  return new Set(names.map(plain));
}

function plain(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}

/** Instants, whatever their offset and precision. */
function hasExpired({ expiresAt }: Approval, at: string): boolean {
  return Date.parse(at) >= Date.parse(expiresAt);
}

/** Ends an approval that waited too long; any other one, and one whose time is not over, stays as it is. */
export function expireApproval(approval: Approval, at: string): Approval {
  if (approval.status !== 'pending' || !hasExpired(approval, at)) return approval;
  return { ...approval, status: 'expired', decidedAt: at, note: 'Nobody decided in time.' };
}

/** Ends a pending approval of a task that no longer needs it. @param why a sentence, kept as its note */
export function withdrawApproval(approval: Approval, at: string, why: string): Approval {
  if (approval.status !== 'pending') return approval;
  return { ...approval, status: 'expired', decidedAt: at, note: `Withdrawn: ${why}` };
}

// Approvals that are alike, so that a person can decide on them one after another.

interface AlikeApproval {
  readonly id: string;
  readonly taskType: TaskType;
  readonly senderId: string;
  readonly portal: string | null;
  readonly needed: number;
  readonly params: TaskParams;
}

/** The same kind of work with the same reason, of one sender on one portal, for as many approvers. */
function kindOf({ taskType, senderId, portal, needed, params }: AlikeApproval): string {
  return JSON.stringify([taskType, senderId, portal, needed, 'reason_code' in params ? params.reason_code : null]);
}

interface Run<Row extends AlikeApproval> {
  /** In the order in which they expire, the one that is shown left out. */
  readonly others: readonly Row[];
  /** The next one after it; the first where it is the last; null where no other is left. */
  readonly next: Row | null;
}

/**
 * What is left of the run that an approval belongs to.
 * @param waiting in the order in which they expire; the approval itself may be decided already
 */
export function runOf<Row extends AlikeApproval & { readonly expiresAt: Date }>(
  shown: Row,
  waiting: readonly Row[],
): Run<Row> {
  const kind = kindOf(shown);
  const others = waiting.filter((one) => one.id !== shown.id && kindOf(one) === kind);
  const place = (one: Row): string => `${one.expiresAt.toISOString()} ${one.id}`;
  return { others, next: others.find((one) => place(one) > place(shown)) ?? others[0] ?? null };
}

/** Kinds of which more than one waits, each with its approvals in their order. */
export function runsIn<Row extends AlikeApproval>(waiting: readonly Row[]): Row[][] {
  const kinds = new Map<string, Row[]>();
  for (const one of waiting) kinds.set(kindOf(one), [...(kinds.get(kindOf(one)) ?? []), one]);
  return [...kinds.values()].filter((alike) => alike.length > 1);
}
