/** What a delivery receipt says for or against us: is it usable, and which exceptions were written on it. */
import { readDay, spelledDay } from '../facts/reading.ts';
import { accessorialCode } from '../code-text.ts';
import {
  type PodFacts,
  aboutPro,
  isReadInPart,
  judgePod,
  ofRecord,
  packageUnit,
  reservesNothing,
  singlePackage,
} from '../pod.ts';
import type { Day } from './calendar.ts';
import { type Row, type Stop, needsPerson, unsupported } from './decision-table.ts';

/** The receipt as the rules need it. */
export interface ReceiptFacts {
  /**
   * `illegible`: no file, no PDF or no text to read; `unclear`: it leaves open whether it is signed, or for which shipment;
   * `other_pro`: it is about another one.
   */
  readonly state: 'usable' | 'missing' | 'illegible' | 'unclear' | 'unsigned' | 'other_pro';
  readonly delivered: Day | null;
  /** Pieces received, where the receipt states them. */
  readonly pieces: number | null;
  /** Accessorial codes ticked as performed. */
  readonly services: readonly string[];
  /** The exceptions as written by hand; empty on a clear receipt. */
  readonly exceptions: string;
}

export type ExceptionKind = 'short' | 'damage' | 'refused';

interface NotedException {
  readonly kind: ExceptionKind;
  /** Null when the receipt does not say how many. */
  readonly pieces: number | null;
}

export type Notation =
  /** Nothing specific: empty, or words such as "subject to count", which preserve no claim. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'noted'; readonly exceptions: readonly NotedException[] }
  /** Something is written that these rules do not understand. */
  | { readonly kind: 'unclear' };

/** Words that say nothing about a piece (freight-and-portals.md 2.4). */
const generic = [
  /^(?:received )?subject to (?:count|inspection|check|recount|further inspection)(?:(?:,| and| &) (?:count|inspection))?$/,
  /^(?:received )?(?:s ?t ?[ci]|said to contain|contents unknown|shipper(?:'s)? load (?:and|&) count|sl ?& ?c|slc)(?: ?- ?subject to (?:count|inspection))?$/,
  /^(?:none|no exceptions?|n\/?a|ok|clear|-+|good order|received in (?:apparent )?good (?:order|condition)(?: except as noted)?)$/,
];

/** What consignees write, by the kind of exception that it is: as adjectives and as nouns, in the languages of receipts. */
const words: Readonly<Record<ExceptionKind, string>> = {
  short:
    'short(?:ages?)?|missing|lacking|not (?:received|delivered)|falt(?:a|an|ó|ante|antes)|manqu(?:e|ent|ant|ante|ants|antes)|fehl(?:t|en|end|ende|menge)',
  damage:
    'damaged?s?|dmgd?|crushed|torn|ripped|wet|broken|leak(?:s|ing|ed)|dented|punctured|bent|burst|smashed|cracked|pierced|spilled|soiled|stained|scratched|collapsed|dañad[oa]s?|rot[oa]s?|mojad[oa]s?|averiad[oa]s?|endommagée?s?|cassée?s?|déchirée?s?|mouillée?s?|écrasée?s?|abîmée?s?|(?:ist |sind )?beschädigt|nass|zerdrückt|gerissen|eingedrückt',
  refused: 'refused|rejected|rechazad[oa]s?|refusée?s?|(?:annahme )?verweigert',
};
const kinds = ['short', 'damage', 'refused'] as const;
const anyWord = new RegExp(
  `(?<!\\p{L})(?:${kinds.map((kind) => words[kind]).join('|')}|over(?:age)?s?|extra)(?!\\p{L})`,
  'u',
);

const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const number = `(\\d{1,6}|${numbers.slice(1).join('|')}|an?|una?|une|eine?)`;
const ofAll = '(?: of \\d+)?';
/** What is counted: one word of any kind, or none. */
const unit = "(?: [\\p{L}']+\\.?)?";
const receiver = '(?:(?:the )?(?:consignee|customer|receiver|recipient|cnee) )?';

/** How the exceptions of one kind are written, the longest way first; a group is the number of pieces. */
const shapesOf = (kind: ExceptionKind): readonly RegExp[] => [
  // "2 of 30 ctns short", "3 cartons were crushed", "a carton torn"
  new RegExp(
    `^${number}${ofAll}${unit}(?: (?:is|are|was|were|est|sont|está|están))?(?: (?:water|slightly|badly|heavily|visibly|partly))? (?:${words[kind]})(?!\\p{L})`,
    'u',
  ),
  // "short 2 of 30", "damages: 1", "qty short: 6", "consignee refused 1 pallet"
  new RegExp(
    `^${receiver}(?:(?:qty|quantity|pieces|pcs) )?(?:${words[kind]})(?: of| qty| quantity| pcs| pieces| count| units)?[ :=#-]+(?:yes[ :,-]+)?\\(?${number}${ofAll}(?![\\p{L}\\d])`,
    'u',
  ),
  // "short", "freight damaged", "entire shipment refused"
  new RegExp(
    `^${receiver}(?:(?:(?:the |entire |whole |all )*(?:freight|shipment|goods|load|order|${packageUnit}) )(?:(?:is|are|was|were|arrived) )?)?(?:${words[kind]})(?!\\p{L})`,
    'u',
  ),
];
const patterns = kinds.flatMap((kind) => shapesOf(kind).map((shape) => ({ kind, shape })));

/** "29 of 30 ctns received", "rec'd 9 of 10" */
const counted =
  /^(?:received |rec'?d |rcvd |got )?(\d+) (?:of|out of) (\d+)(?: \p{L}+)?(?: received| delivered| rec'?d| rcvd)?$/u;

function countOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d/.test(text)) return Number(text);
  return Math.max(1, numbers.indexOf(text));
}

/** Reads hand-written exceptions such as `SHORT 2 OF 30 CARTONS - RECEIVED 28`; what it cannot read is `unclear`. */
export function readNotation(exceptions: string): Notation {
  const clauses = exceptions
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[;\n]|\.(?=\s|$)/)
    .map((clause) => clause.replace(/\s+/g, ' ').trim())
    .map((clause) => clause.replace(placeName, '').replace(spelledAgain, '$1'))
    .filter((clause) => clause !== '')
    .flatMap(partsOf);
  const read = clauses.map(readClause);
  if (read.includes('unclear')) return { kind: 'unclear' };
  const found = read.filter((one): one is NotedException => typeof one === 'object');
  // "3 pallets accepted" says something only beside what was not.
  if (found.length === 0 && clauses.some((clause) => accepted.test(clause))) return { kind: 'unclear' };
  return found.length === 0 ? { kind: 'clear' } : { kind: 'noted', exceptions: found };
}

/** The place that a note is written in: "Over/Short/Damage: short 4 boxes". */
const placeName =
  /^(?:over(?:age)? ?\/ ?short(?:age)? ?\/ ?damaged?|os ?&? ?d(?: notes?)?|r[eé]serves(?: éventuelles)?|exceptions?|remarks?|observaciones|vorbehalte?) ?: */u;
/** "one (1) crate" */
const spelledAgain = /(?<!\p{L})(?:\p{L}+) \((\d{1,6})\)(?= \p{L})/gu;

/** "2 cases short, 1 case torn" is two notes where each of them has its own number; "torn, contents wet" is one. */
function partsOf(clause: string): string[] {
  const parts = clause.split(/, ?(?:and )?(?=(?:\d{1,6}|one|an?) )|, ?(?=(?:short|damaged?|refused|missing)[: ]+\d)/);
  return parts.length > 1 && parts.every((part) => patterns.some(({ shape }) => shape.exec(part)?.[1] !== undefined))
    ? parts
    : [clause];
}

const accepted = /^\d{1,6} \p{L}+ (?:were |was )?(?:accepted|received|delivered|ok|good)$/u;

const got = "(?:received|rec'?d|recvd|rcvd|got|counted|delivered)";
/** "BOL says 12, received 11, 1 short", "received 17 of 20, 3 pcs missing", "shipped 20 received 17" */
const countedTwice = [
  new RegExp(
    `^(?:(?:bol|b\\/l|bill|manifest)(?: (?:says|shows|states|lists|count))?|shipped|billed|expected|ordered):? (?<of>\\d{1,6})${unit},? (?:only |but )?${got}:? (?:only )?(?<received>\\d{1,6})${unit}(?:, ?(?<away>\\d{1,6})${unit} (?:${words.short}))?$`,
    'u',
  ),
  new RegExp(
    `^${got} (?<received>\\d{1,6}) (?:of|out of) (?<of>\\d{1,6})${unit}, ?(?<away>\\d{1,6})${unit} (?:${words.short})$`,
    'u',
  ),
];
/** "Box 3 arrived wet": which one, and not how many. */
const named = kinds.map((kind) => ({
  kind,
  shape: new RegExp(
    `^(?:cartons|piece|unit|${singlePackage})(?: (?:no\\.?|number|nr\\.?))? ?#? ?\\d{1,6} (?:(?:is|was|arrived|came|found) )?(?:${words[kind]})(?!\\p{L})`,
    'u',
  ),
}));

function readClause(clause: string): NotedException | 'none' | 'unclear' {
  if (generic.some((shape) => shape.test(clause)) || reservesNothing(clause) || accepted.test(clause)) return 'none';
  const [, received, of] = counted.exec(clause) ?? [];
  if (received !== undefined)
    return Number(received) < Number(of) ? { kind: 'short', pieces: Number(of) - Number(received) } : 'none';
  for (const shape of countedTwice) {
    const groups = shape.exec(clause)?.groups;
    if (groups === undefined) continue;
    const pieces = Number(groups['of']) - Number(groups['received']);
    if (pieces < 0 || (groups['away'] !== undefined && Number(groups['away']) !== pieces)) return 'unclear';
    return pieces === 0 ? 'none' : { kind: 'short', pieces };
  }
  for (const { kind, shape } of named) {
    const match = shape.exec(clause);
    if (match !== null && !anyWord.test(clause.slice(match[0].length))) return { kind, pieces: null };
  }
  for (const { kind, shape } of patterns) {
    const match = shape.exec(clause);
    if (match === null) continue;
    const rest = clause.slice(match[0].length);
    // A second exception in the same breath, such as "short 2 and 1 damaged", is for a person to read.
    // What was refused was so for its damage.
    const same = kind === 'refused' ? `${words.refused}|${words.damage}` : words[kind];
    const again = anyWord.exec(rest.replace(new RegExp(`(?<!\\p{L})(?:${same})(?!\\p{L})`, 'gu'), ' '));
    // "Crushed and wet" is one thing, "2 short and 3 missing" is not.
    const isCountedAgain = new RegExp(`${number}${unit} (?:${same})(?!\\p{L})`, 'u').test(rest);
    const isAsked = /^\s*\?/.test(rest);
    if (again !== null || isCountedAgain || isAsked || (kind === 'short' && anyWord.test(rest))) return 'unclear';
    return { kind, pieces: countOf(match[1]) };
  }
  return 'unclear';
}

/** Pieces noted for a kind, or null when none were, or their number is not stated. */
export function piecesNoted(notation: Notation, kind: ExceptionKind): number | null {
  if (notation.kind !== 'noted') return null;
  const counts = notation.exceptions.filter((exception) => exception.kind === kind).map(({ pieces }) => pieces);
  if (counts.length === 0 || counts.includes(null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Whether an exception of this kind was written, with or without a number. */
export function notes(notation: Notation, kind: ExceptionKind): boolean {
  return notation.kind === 'noted' && notation.exceptions.some((exception) => exception.kind === kind);
}

/** What is wrong with a receipt, as the second half of a sentence. */
export const receiptStateText: Record<ReceiptFacts['state'], string> = {
  usable: 'is readable and signed',
  missing: 'is not on file',
  illegible: 'cannot be read',
  unclear: 'leaves open whether it is signed, or for which PRO',
  unsigned: 'is not signed',
  other_pro: 'is about another PRO',
};

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? /i;
const clock =
  /[ ,T]*(?:(?:at|@) )?\b\d{1,2}(?::\d{2}){1,2}(?: ?[ap]\.?m\.?)?(?: [A-Z]{2,5})?$|[ ,]+\d{4}(?: ?h(?:rs)?)?$|[ ,]+\d{1,2} ?h ?\d{2}$/i;

/**
 * A day as receipts have it: `03/14/26 1405`, `14-MAR-26`, `14.03.2026`, `Saturday 03/14/2026 at 2:05 P.M.`; a day first
 * only where it cannot be a month.
 */
function receiptDay(text: string): Day | undefined {
  const dated = text.trim().replace(weekday, '').replace(/[.]$/, '');
  const known = readDay(dated);
  if (known !== undefined) return known;
  // "Nov 14 2026" ends in a year, and "03/14/26 1405" in a time.
  const plain = (
    /^\S+$|^(?:[a-z]{3,9}\.? \d{1,2}|\d{1,2} [a-z]{3,9}\.?) \d{4}$/i.test(dated) ? dated : dated.replace(clock, '')
  ).trim();
  const full = (year: string): string => (year.length === 2 ? `20${year}` : year);
  const spelled = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{2}(?:\d{2})?)$/i.exec(plain);
  if (spelled !== null) {
    const [, day = '', month = '', year = ''] = spelled;
    return readDay(spelledDay(`${day} ${month} ${full(year)}`) ?? '');
  }
  const american = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(plain);
  if (american !== null) return readDay(spelledDay(`${american[1]} ${american[2]}, ${american[3]}`) ?? '');
  const numbers = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})$/.exec(plain);
  if (numbers === null) return readDay(plain);
  const [, first = '', mark, second = '', third = ''] = numbers;
  if (first.length === 4) return readDay(`${first}-${second.padStart(2, '0')}-${third.padStart(2, '0')}`);
  if (third.length !== 2 && third.length !== 4) return undefined;
  const isDayFirst = mark === '.' || Number(first) > 12;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return readDay(`${full(third)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

// The receipt as the rules need it, out of what was read from the file.

/**
 * @param pod null when no proof of delivery is on file
 * @param pro of the task; a receipt about another one counts for nothing
 */
export function receiptOf(file: PodFacts | null, pro: string): ReceiptFacts {
  const pod = file === null ? null : ofRecord(file, pro);
  const blank = { delivered: null, pieces: null, services: [], exceptions: '' };
  if (pod === null) return { ...blank, state: 'missing' };
  if (pod.kind !== 'read') return { ...blank, state: 'illegible' };
  const failed = new Set(
    judgePod(pod, pro)
      .checks.filter(({ verdict }) => verdict === 'fail')
      .map(({ check }) => check),
  );
  const about = aboutPro(pod, pro);
  if (about !== 'named') return { ...blank, state: about === 'another' ? 'other_pro' : 'unclear' };
  const said = {
    delivered: receiptDay(pod.deliveryDate ?? '') ?? null,
    pieces: pod.pieces,
    services: pod.ticked.flatMap((name) => accessorialCode(name) ?? []),
    // Not clear where what was not read or understood may note something.
    exceptions: [pod.exceptions?.trim() ?? '', ...(isReadInPart(pod) ? ['(read in part)'] : []), ...(pod.open ?? [])]
      .filter((note) => note !== '')
      .join('; '),
  };
  // What a person has to see is not called unsigned.
  if (pod.signature === 'unclear' || pod.signature === 'no_place') return { ...said, state: 'unclear' };
  return { ...said, state: failed.has('pod.is_signed') ? 'unsigned' : failed.size > 0 ? 'illegible' : 'usable' };
}

/**
 * The rows about a delivery receipt that nothing can be done with.
 * @param of what follows "The delivery receipt" in their sentences
 * @param missing what follows from a receipt that is missing or unsigned
 */
export function receiptRows(of: string, missing: string): readonly Row<{ readonly receipt: ReceiptFacts }, Stop>[] {
  return [
    {
      name: 'no_receipt',
      facts: 'the proof of delivery is not on file, or nobody signed it',
      decision: 'rejected / facts_do_not_support',
      sentence: `The delivery receipt${of} {receipt}, so ${missing}.`,
      when: ({ receipt }) => receipt.state === 'missing' || receipt.state === 'unsigned',
      decide: unsupported,
    },
    {
      name: 'receipt_unusable',
      facts:
        'the proof of delivery cannot be read, leaves open whether it is signed or for which PRO, or is about another PRO',
      decision: 'escalated / needs_person',
      sentence: `The delivery receipt${of} {receipt}, so a person has to look.`,
      when: ({ receipt }) => receipt.state !== 'usable',
      decide: needsPerson,
    },
  ];
}
