/** From the auditor's wording of a short pay to the reason under which the carrier disputes it. */

import type { disputeReasons } from '../task-schemas.ts';

export type DisputeReason = (typeof disputeReasons)[number];

/** Wordings that auditors use, by the reason that answers them; each is looked for as whole words. */
export const wordingsOfReason: Readonly<Record<DisputeReason, readonly string[]>> = {
  ACC: [
    'incorrect accessorial',
    'accessorial not authorized',
    'accessorial not approved',
    'special charge not authorized',
  ],
  SHT: ['shortage', 'short shipment', 'item not accepted - loss', 'quantity contested'],
  DMG: ['damage', 'damaged', 'item not accepted - damaged'],
  CLS: ['incorrect class', 'incorrect freight class', 'commodity code incorrect'],
  WGT: ['incorrect weight', 'weight error'],
  RATE: [
    'incorrect base rate',
    'incorrect rate',
    'incorrect discount',
    'incorrect fuel surcharge',
    'fak not applied',
    'transportation charge incorrect',
  ],
  DUP: ['duplicate charge', 'exact duplicate', 'duplicate billing', 'duplicate invoice'],
  OTH: ['customer adjustment', 'needs client approval', 'documents missing'],
};

/** The one reason that the wording names; undefined when it names none, or more than one. */
export function reasonOfWording(wording: string): DisputeReason | undefined {
  const text = ` ${plainWords(wording)} `;
  const named = (Object.keys(wordingsOfReason) as DisputeReason[]).filter((reason) =>
    wordingsOfReason[reason].some((phrase) => text.includes(` ${plainWords(phrase)} `)),
  );
  return named.length === 1 ? named[0] : undefined;
}

function plainWords(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
}
