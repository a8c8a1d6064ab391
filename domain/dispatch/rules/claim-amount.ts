/** What is payable on a cargo claim: min(claimed, cap × lb of those pieces, invoice value) − salvage. */

import { type Cents, type Ratio, cents, decimal, least, noMoney, roundHalfUp, sum } from '../money.ts';

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
export interface Liability {
  readonly perPound: Cents | null;
  readonly perShipment: Cents | null;
}

interface Payable {
  readonly amount: Cents;
  /** What held the amount down; `claimed` when nothing did. */
  readonly limitedBy: 'claimed' | 'cap' | 'invoice value' | 'salvage';
}

/** Whether it can be said which pieces a count smaller than the claimed one means: they are all of one kind. */
export function piecesAreAlike(lines: readonly ClaimLine[]): boolean {
  return new Set(lines.map(({ unitValue, unitPounds }) => `${unitValue} ${unitPounds}`)).size === 1;
}

export function piecesClaimed(lines: readonly ClaimLine[]): number {
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
