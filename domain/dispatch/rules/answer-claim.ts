/** answer_claim: accept, partly accept or reject a shipper's cargo claim, or leave it to a person. */
import { type ApprovalLimits, type People, peopleNeeded } from '../approval.ts';
import { type Cents, dollars, noMoney, type Ratio, cents, decimal, least, roundHalfUp, sum } from '../money.ts';
import type { OnFile } from '../writing/write-once.ts';
import { type Day, businessDaysBetween, monthsAfter } from './calendar.ts';
import {
  type Decided,
  type DecisionTable,
  type Stop,
  decideBy,
  needsPerson,
  stop,
  onFileRows,
  onFileWord,
} from './decision-table.ts';
import {
  notes,
  piecesNoted,
  readNotation,
  receiptStateText,
  type ExceptionKind,
  type Notation,
  type ReceiptFacts,
} from './delivery-receipt.ts';

export const claimTypes = ['shortage', 'visible damage', 'concealed damage', 'loss'] as const;
type ClaimType = (typeof claimTypes)[number];

/** A claim on the audit portal. */
export interface ClaimOnPortal {
  readonly number: string;
  readonly filed: Day;
  readonly type: ClaimType;
  readonly claimed: Cents | null;
  /** The shipment it is about; null when the claim names none. */
  readonly pro: string | null;
  readonly lines: readonly ClaimLine[];
  /** When the damage was first reported; the filing itself when nothing earlier is shown. */
  readonly reported: Day | null;
  /** The claimant offers proof that it did not happen after delivery. */
  readonly proofOffered: boolean;
}

export interface ClaimFacts {
  /** The claim or invoice that was asked for, in words. */
  readonly asked: string;
  /** Null when the portal has no such claim. */
  readonly claim: ClaimOnPortal | null;
  /** An answer that the claim already has. */
  readonly onFile: OnFile;
  readonly receipt: ReceiptFacts;
  /** What an inspection or photos established; null when there was none. */
  readonly inspection: {
    readonly provenPieces: number | null;
    readonly cause: 'packaging' | 'inherent vice' | null;
  } | null;
  readonly liability: Liability;
  /** What was recovered for the damaged goods. */
  readonly salvage: Cents;
  readonly holidays: readonly Day[];
  readonly limits: ApprovalLimits;
}

const rejectionCodes = ['TIME_BARRED', 'ACT_OF_SHIPPER', 'INHERENT_VICE', 'CONCEALED_LATE_NO_PROOF'] as const;
type RejectionCode = (typeof rejectionCodes)[number];

export type ClaimAnswer =
  | { readonly kind: 'accept' | 'partly'; readonly amount: Cents; readonly people: People }
  | { readonly kind: 'reject'; readonly code: RejectionCode; readonly people: People };
type ClaimDecision = ClaimAnswer | Stop;

/** Months after delivery within which a claim has to be filed. */
const filingMonths = 9;
/** Business days within which concealed damage has to be reported (NMFC item 300135). */
const reportBusinessDays = 5;

interface ClaimCase extends Omit<ClaimFacts, 'claim'> {
  readonly found: boolean;
  readonly claim: ClaimOnPortal;
  readonly pieces: number;
  readonly notation: Notation;
  /** Pieces that the receipt notes for the kind of the claim; null when it notes none, or no number. */
  readonly noted: number | null;
  /** Business days from delivery to the report; null when the day of delivery is not known. */
  readonly reportedAfter: number | null;
}

const clear = ({ notation }: ClaimCase): boolean => notation.kind === 'clear';
const inTime = ({ reportedAfter }: ClaimCase): boolean => reportedAfter !== null && reportedAfter <= reportBusinessDays;

export const answerClaimTable: DecisionTable<ClaimCase, ClaimDecision> = {
  title: 'answer_claim',
  about:
    'In every accepting row the amount is min(claimed, cap or released value × lb of those pieces, invoice value of ' +
    'those pieces) − salvage; where that is lower than claimed the answer is partly accept. Nothing is rejected ' +
    'unless a row says so. Above the limit of the playbook, by the amount claimed, a person approves the answer first.',
  rows: [
    {
      name: 'no_such_claim',
      facts: 'the portal has no such claim',
      decision: 'rejected / not_found',
      sentence: 'The portal has no {asked}.',
      when: ({ found }) => !found,
      decide: () => stop('not_found'),
    },
    ...onFileRows('an', 'answer'),
    {
      name: 'receipt_unusable',
      facts: 'the POD is missing, illegible, unsigned, not clear about its signature or its PRO, or for another PRO',
      decision: 'escalated / needs_person',
      sentence: 'The delivery receipt {receipt}; claim {claim} was not answered.',
      when: ({ receipt }) => receipt.state !== 'usable',
      decide: needsPerson,
    },
    {
      name: 'claim_incomplete',
      facts: 'the claim states no amount, no pieces or no shipment',
      decision: 'escalated / needs_person (ask for documents: not yet a claim)',
      sentence: 'Claim {claim} lacks its amount, its pieces or its shipment: ask the claimant for documents.',
      when: ({ claim, pieces }) => claim.claimed === null || claim.claimed <= 0 || claim.pro === null || pieces === 0,
      decide: needsPerson,
    },
    {
      name: 'time_barred',
      facts: `filed more than ${filingMonths} months after delivery`,
      decision: 'reject TIME_BARRED',
      sentence: `Claim {claim} was filed on {filed}, more than ${filingMonths} months after the delivery on {delivered}: reject.`,
      when: ({ claim, receipt }) =>
        receipt.delivered !== null && claim.filed > monthsAfter(receipt.delivered, filingMonths),
      decide: (it) => reject(it, 'TIME_BARRED'),
    },
    {
      name: 'packaging_defect',
      facts: 'an inspection found the packaging at fault',
      decision: 'reject ACT_OF_SHIPPER',
      sentence: 'The inspection of claim {claim} found the packaging at fault, an act of the shipper: reject.',
      when: ({ inspection }) => inspection?.cause === 'packaging',
      decide: (it) => reject(it, 'ACT_OF_SHIPPER'),
    },
    {
      name: 'inherent_vice',
      facts: 'an inspection found inherent vice of the goods',
      decision: 'reject INHERENT_VICE',
      sentence: 'The inspection of claim {claim} found inherent vice of the goods: reject.',
      when: ({ inspection }) => inspection?.cause === 'inherent vice',
      decide: (it) => reject(it, 'INHERENT_VICE'),
    },
    {
      name: 'noted_same_count',
      facts: 'the POD notes the same kind and count as claimed, and something is payable',
      decision: 'accept, or partly accept where the amount is lower than claimed',
      sentence: 'The delivery receipt notes "{exceptions}", as claimed: {answer} {amount} of {claimed} claimed.',
      when: (it) => it.noted === it.pieces && amountFor(it, it.pieces).amount > 0,
      decide: (it) => accept(it, it.pieces),
    },
    {
      name: 'noted_fewer',
      facts: 'the POD notes the same kind and fewer pieces than claimed, all of one kind',
      decision: 'partly accept the noted count only',
      sentence:
        'The delivery receipt notes {noted} of {pieces} claimed pieces: {answer} {amount} of {claimed} claimed.',
      when: (it) => it.noted !== null && it.noted < it.pieces && payablePart(it, it.noted),
      decide: (it) => accept(it, it.noted ?? 0),
    },
    {
      name: 'clear_in_time_proven',
      facts: `clear POD ("subject to count" counts as clear), reported within ${reportBusinessDays} business days, inspection or photos prove n pieces`,
      decision: 'partly accept n (accept when that is all)',
      sentence:
        'The receipt is clear, and an inspection proves {proven} of {pieces} pieces: {answer} {amount} of {claimed} claimed.',
      when: (it) => clear(it) && inTime(it) && provenPieces(it) > 0 && payablePart(it, provenPieces(it)),
      decide: (it) => accept(it, provenPieces(it)),
    },
    {
      name: 'clear_in_time_unproven',
      facts: `clear POD, reported within ${reportBusinessDays} business days, nothing proven yet`,
      decision: 'escalated / needs_person, never a rejection',
      sentence: 'The receipt is clear and the {what} was reported in time: claim {claim} needs an inspection.',
      when: (it) => clear(it) && inTime(it),
      decide: needsPerson,
    },
    {
      name: 'clear_late_no_proof',
      facts: `clear POD, reported after more than ${reportBusinessDays} business days, no proof offered or found; not for a loss`,
      decision: 'reject CONCEALED_LATE_NO_PROOF',
      sentence:
        'The receipt is clear and the {what} was reported {reported_after} business days after delivery. The claimant ' +
        'has to show that it did not happen after delivery and offers no proof: reject.',
      when: (it) =>
        clear(it) &&
        it.reportedAfter !== null &&
        !inTime(it) &&
        !it.claim.proofOffered &&
        provenPieces(it) === 0 &&
        it.claim.type !== 'loss',
      decide: (it) => reject(it, 'CONCEALED_LATE_NO_PROOF'),
    },
  ],
  otherwise: {
    name: 'anything_else',
    facts: 'anything else',
    decision: 'escalated / needs_person',
    sentence: 'The facts of claim {claim} do not decide it: a person has to answer.',
    decide: needsPerson,
  },
  words: (it, decision) => ({
    asked: it.asked,
    claim: it.claim.number,
    filed: it.claim.filed,
    claimed: it.claim.claimed === null ? 'nothing' : dollars(it.claim.claimed),
    delivered: it.receipt.delivered ?? 'an unknown day',
    receipt: receiptStateText[it.receipt.state],
    exceptions: it.receipt.exceptions,
    on_file: onFileWord(it.onFile),
    pieces: String(it.pieces),
    noted: String(it.noted ?? 0),
    proven: String(provenPieces(it)),
    what: /^(?:shortage|loss)$/.test(it.claim.type) ? it.claim.type : 'damage',
    reported_after: String(it.reportedAfter ?? 'an unknown number of'),
    amount: 'amount' in decision ? dollars(decision.amount) : 'nothing',
    answer: decision.kind === 'accept' ? 'accept' : 'partly accept',
  }),
};

export function decideClaim(facts: ClaimFacts): Decided<ClaimDecision> {
  const claim = facts.claim ?? noClaim;
  const notation = readNotation(facts.receipt.exceptions);
  const reported = claim.reported ?? claim.filed;
  const { delivered } = facts.receipt;
  return decideBy(answerClaimTable, {
    ...facts,
    found: facts.claim !== null,
    claim,
    pieces: piecesClaimed(claim.lines),
    notation,
    noted: notedFor(claim.type, notation),
    reportedAfter:
      delivered === null || facts.claim === null ? null : businessDaysBetween(delivered, reported, facts.holidays),
  });
}

const noClaim: ClaimOnPortal = {
  number: '',
  filed: '',
  type: 'loss',
  claimed: null,
  pro: null,
  lines: [],
  reported: null,
  proofOffered: false,
};

/** Which exception on a receipt speaks of which claim; concealed damage is by its nature on none. */
const kindOfClaim: Readonly<Record<ClaimType, ExceptionKind | null>> = {
  shortage: 'short',
  loss: 'short',
  'visible damage': 'damage',
  'concealed damage': null,
};

function notedFor(type: ClaimType, notation: Notation): number | null {
  const kind = kindOfClaim[type];
  return kind === null || !notes(notation, kind) ? null : piecesNoted(notation, kind);
}

/** Never more than claimed: an inspection that finds more does not enlarge the claim. */
function provenPieces({ inspection, pieces }: ClaimCase): number {
  return Math.min(inspection?.provenPieces ?? 0, pieces);
}

function amountFor({ claim, liability, salvage }: ClaimCase, pieces: number): { readonly amount: Cents } {
  return payable(claim.claimed ?? noMoney, claim.lines, pieces, liability, salvage);
}

/** Whether it can be said which pieces are meant, and something is payable for them. */
function payablePart(it: ClaimCase, pieces: number): boolean {
  return (pieces === it.pieces || piecesAreAlike(it.claim.lines)) && amountFor(it, pieces).amount > 0;
}

function accept(it: ClaimCase, pieces: number): ClaimAnswer {
  const { amount } = amountFor(it, pieces);
  const whole = pieces === it.pieces && amount === it.claim.claimed;
  return { kind: whole ? 'accept' : 'partly', amount, people: peopleFor(it) };
}

function reject(it: ClaimCase, code: RejectionCode): ClaimAnswer {
  return { kind: 'reject', code, people: peopleFor(it) };
}

function peopleFor({ claim, limits }: ClaimCase): People {
  return peopleNeeded(claim.claimed ?? noMoney, limits);
}

// What is payable on a cargo claim: min(claimed, cap × lb of those pieces, invoice value) − salvage.

/** One line of a claim: pieces of one kind. */
export interface ClaimLine {
  readonly description: string;
  readonly pieces: number;
  /** Invoice value of one piece. */
  readonly unitValue: Cents;
  /** Weight of one piece in lb, as decimal text such as `12.5`. */
  readonly unitPounds: string;
}

/** The carrier's limits of liability, or the released value of the shipment; null where there is none. */
interface Liability {
  readonly perPound: Cents | null;
  readonly perShipment: Cents | null;
}

interface Payable {
  readonly amount: Cents;
  /** What held the amount down; `claimed` when nothing did. */
  readonly limitedBy: 'claimed' | 'cap' | 'invoice value' | 'salvage';
}

/** Whether it can be said which pieces a count smaller than the claimed one means: they are all of one kind. */
function piecesAreAlike(lines: readonly ClaimLine[]): boolean {
  return new Set(lines.map(({ unitValue, unitPounds }) => `${unitValue} ${unitPounds}`)).size === 1;
}

function piecesClaimed(lines: readonly ClaimLine[]): number {
  return lines.reduce((total, { pieces }) => total + pieces, 0);
}

/**
 * What is payable for `pieces` of the claimed ones; for fewer than all, the lines have to be alike.
 * Never more than claimed and never less than nothing.
 */
export function payable(
  claimed: Cents,
  lines: readonly ClaimLine[],
  pieces: number,
  liability: Liability,
  salvage: Cents,
): Payable {
  const covered = coveredLines(lines, pieces);
  const value = sum(covered.map(({ unitValue, pieces }) => cents(unitValue * pieces)));
  const cap = capFor(covered, liability);
  const gross = least(claimed, value, ...(cap === null ? [] : [cap]));
  const amount = cents(Math.max(noMoney, gross - salvage));
  const held = gross === claimed ? 'claimed' : gross === cap ? 'cap' : 'invoice value';
  return { amount, limitedBy: held === 'claimed' && amount < claimed ? 'salvage' : held };
}

function coveredLines(lines: readonly ClaimLine[], pieces: number): ClaimLine[] {
  let left = pieces;
  return lines.map((line) => {
    const taken = Math.max(0, Math.min(line.pieces, left));
    left -= taken;
    return { ...line, pieces: taken };
  });
}

function capFor(lines: readonly ClaimLine[], { perPound, perShipment }: Liability): Cents | null {
  if (perPound === null) return perShipment;
  const pounds = lines.map(({ unitPounds, pieces }) => scaled(decimal(unitPounds), BigInt(pieces)));
  const byWeight = cents(
    Number(roundHalfUp(scaled(pounds.reduce(added, { numerator: 0n, denominator: 1n }), BigInt(perPound)))),
  );
  return perShipment === null ? byWeight : least(byWeight, perShipment);
}

function scaled({ numerator, denominator }: Ratio, factor: bigint): Ratio {
  return { numerator: numerator * factor, denominator };
}

function added(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}
