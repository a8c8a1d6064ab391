/** Reason codes of corrections and disputes with what they stand for. */

const words: Readonly<Record<string, string>> = {
  WC: 'weight',
  CC: 'class',
  AC: 'add accessorials',
  DA: 'remove accessorials',
  CN: 'consignee',
  RR: 're-rate by weight and class',
  ACC: 'accessorial',
  SHT: 'shortage',
  DMG: 'damage',
  CLS: 'class',
  WGT: 'weight',
  RATE: 'rate',
  DUP: 'duplicate',
  OTH: 'other',
};

/** Such as `WC, weight`; a code that nobody knows as it is. */
export function reasonCodeWords(code: string): string {
  const name = Object.hasOwn(words, code) ? words[code] : undefined;
  return name === undefined ? code : `${code}, ${name}`;
}

export const reasonCodes: readonly string[] = Object.keys(words);
