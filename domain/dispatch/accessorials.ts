/** Extra services of a carrier: their codes, and the names that forms print for them. */

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
export function accessorialText(code: string): string {
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
