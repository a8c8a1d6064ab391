/** Values of a task's input as people read them: codes of the trade with what they stand for, changes as fields. */
import { dollars, readPlainAmount } from './money.ts';
import type { TaskParams } from './task-schemas.ts';

/** @param name of the member or the playbook's input, such as `reason_code` or `add_accessorials` */
export function codeText(name: string, value: string): string {
  if (/accessorials?$/.test(name))
    return value
      .split(/\s*[,|]\s*/)
      .map(accessorialText)
      .join('; ');
  if (name === 'amount') return amountText(value);
  return name.startsWith('reason') ? reasonCodeText(value) : value;
}

/** An amount of an input or an order, such as `482.77`, with its currency; other text as it is. */
function amountText(value: string): string {
  const amount = readPlainAmount(value);
  return amount === undefined ? value : dollars(amount);
}

/** A value of the table before and after, whose first column says what it is (`Accessorials`, `Reason`). */
export function shownValueText(what: string, value: string): string {
  return codeText(what.toLowerCase(), value);
}

/** A task's input as names and values; the changes of a correction are fields like the others. */
export function paramTexts(params: TaskParams): readonly (readonly [string, string])[] {
  const { changes = {}, ...rest } = params;
  return [...Object.entries(rest), ...Object.entries(changes)].map(([name, value]) => [name, valueOfText(name, value)]);
}

function valueOfText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => codeText(name, String(one))).join('; ');
  return codeText(name, typeof value === 'string' ? value : JSON.stringify(value));
}

// Reason codes of corrections and disputes with what they stand for.

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
export function reasonCodeText(code: string): string {
  const name = Object.hasOwn(words, code) ? words[code] : undefined;
  return name === undefined ? code : `${code}, ${name}`;
}

export const reasonCodes: readonly string[] = Object.keys(words);

// Extra services of a carrier: their codes, and the names that forms print for them.

/** Codes of X12 1602 and of the trade; names in lower case without punctuation. */
const namesOfCode: Readonly<Record<string, readonly string[]>> = {
  LFT: ['liftgate', 'liftgate delivery', 'lift gate', 'lift gate delivery', 'liftgate service'],
  RES: ['residential', 'residential delivery'],
  REP: ['residential pick up', 'residential pickup'],
  LTD: ['limited access', 'limited access delivery'],
  IDL: ['inside delivery'],
  IPU: ['inside pick up', 'inside pickup'],
  NTF: ['notify', 'notify before delivery', 'notification', 'appointment', 'delivery appointment'],
  DET: ['detention', 'detention trailer', 'driver detention'],
  DEP: ['detention power unit', 'detention with power'],
  RDL: ['redelivery', 're delivery'],
  SSG: ['sort and segregate', 'sort segregate'],
  SRG: ['storage'],
  COD: ['cod', 'collect on delivery'],
  OVL: ['over length', 'overlength'],
  HAZ: ['hazardous', 'hazardous materials'],
};

/** Where the first of the printed names says too little. */
const clearerNames: Readonly<Record<string, string>> = {
  DET: 'detention of the trailer',
  DEP: 'detention with the power unit',
  COD: 'collect on delivery',
};

/** A code with what it stands for, such as `LFT, liftgate`; a code that nobody knows as it is. */
function accessorialText(code: string): string {
  const name = Object.hasOwn(namesOfCode, code) ? (clearerNames[code] ?? namesOfCode[code]?.[0]) : undefined;
  return name === undefined ? code : `${code}, ${name}`;
}

const codeOfName = new Map(Object.entries(namesOfCode).flatMap(([code, names]) => names.map((name) => [name, code])));

/** The code of a service by its printed name or by the code itself; undefined for a name nobody knows. */
export function accessorialCode(printed: string): string | undefined {
  const plain = (printed.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
  const code = plain.toUpperCase();
  return code in namesOfCode ? code : codeOfName.get(plain);
}
