/** Judges a proof of delivery from what was read out of its file: is it one, for this PRO, and signed. */
import packageUnits from './package-units.json' with { type: 'json' };
import phrases from './pod-phrases.json' with { type: 'json' };

/** What reading one file may use up; a proof of delivery of the sandbox takes some 15 ms and 100 MB. */
export const podLimits = {
  /** Processor time, however long that takes on a busy machine. */
  cpuMs: 15_000,
  memoryMb: 1_000,
  pages: 30,
  /** Letters and numbers of everything that is drawn. */
  marks: 1_000_000,
} as const;
/** What reading one scan by OCR may use up; a page of 200 dpi takes some 1.5 s and 250 MB. */
export const ocrLimits = { cpuMs: 90_000, memoryMb: 1_500, pages: 10 } as const;
export type PodLimits = { readonly [limit in keyof typeof podLimits]: number };

/** Why a PDF cannot be read. `damaged` is the parser's own verdict on its bytes and nothing else. */
export type UnreadablePdf = 'damaged' | 'encrypted' | 'too_long' | 'too_complex' | 'too_slow' | 'too_much_memory';

/** What a file is, and what it says when it can be read. */
export type PodFacts =
  | { readonly kind: 'empty' }
  | { readonly kind: 'not_pdf'; readonly looksLike: 'an HTML page' | 'a picture' | 'text' | 'an unknown format' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadablePdf | 'picture' }
  | PodScan
  | PodContent;

/** A picture of a place on a scan that a person should see. */
export interface OcrPlace {
  readonly what: 'PRO number' | 'signature';
  /** From 1. */
  readonly page: number;
  readonly png: Uint8Array;
}

const aPdf = 'a PDF';

/** Among the exceptions: a pen was there, and what it wrote is not read. */
export const unreadMarks = '(handwriting)';

/** Pictures of paper. What OCR reads on them is a reading and no fact: it may be wrong in any letter. */
export interface PodScan {
  readonly kind: 'scan';
  readonly format: typeof aPdf | 'a TIFF picture' | 'a JPEG picture' | 'a PNG picture';
  readonly pages: number;
  readonly text: string;
  readonly proNumbers: readonly string[];
  readonly printedName: string | null;
  readonly deliveryDate: string | null;
  /** What OCR reads in the places for exceptions; null says nothing of what it did not read. */
  readonly exceptions: string | null;
  /** A pen's way over the consignee's line or in their box; everything else is for a person to see. */
  readonly signature: 'strokes' | 'unclear';
  readonly places: readonly OcrPlace[];
}

export interface PodContent {
  readonly kind: 'read';
  readonly pages: number;
  /** Pages that are pictures of paper, which are not read where others have text. */
  readonly pictures?: number;
  /** Parts of the file are damaged and not read: what is not found may be there. */
  readonly isPartial?: boolean;
  /** All text, page after page. */
  readonly text: string;
  /** What the places for a PRO number hold. */
  readonly proNumbers: readonly string[];
  /**
   * What the place for the consignee's signature holds: drawn strokes, a picture, or an electronic signature with a name
   * and a time. `no_place` when the form has none; `unclear` when what is there may be one or not.
   */
  readonly signature: 'strokes' | 'picture' | 'typed' | 'none' | 'no_place' | 'unclear';
  readonly printedName: string | null;
  /**
   * What is written under "received in good order except as noted", or elsewhere about loss; null where nothing is written and
   * nothing on it asks for exceptions, or states that there are none.
   */
  readonly exceptions: string | null;
  /** Texts and marks that are not accounted for: each may note an exception. */
  readonly open?: readonly string[];
  /** The mark that makes it no document, such as "VOID". */
  readonly annulled?: string;
  /** Of a file with receipts of several PROs whose pages each name one: the receipt of each. */
  readonly receipts?: readonly PodContent[];
  readonly deliveryDate: string | null;
  /** What the place for the number of pieces holds. */
  readonly pieces: number | null;
  /** Names of the special services that are ticked. */
  readonly ticked: readonly string[];
}

interface PodCheck {
  readonly check: string;
  readonly expected: string;
  readonly found: string;
  readonly verdict: 'pass' | 'fail';
}

export interface PodJudgement {
  /** Half sentences that go on from "The document …"; none when it is a signed proof of delivery for the PRO. */
  readonly findings: readonly string[];
  readonly checks: readonly PodCheck[];
  /** What the receipt says of the delivery, as sentences. */
  readonly notes: readonly string[];
  /** `generic` words such as "subject to count" reserve nothing and count as clear; null where a note is about something else. */
  readonly condition: 'clear' | 'generic' | 'exception' | null;
}

/** What freight is counted in, in the languages of receipts, as the alternatives of one expression. */
export const packageUnit = Object.values(packageUnits.counted).flat().join('|');
/** What a number behind it picks one of: "Box 3 arrived wet". */
export const singlePackage = Object.values(packageUnits.single).flat().join('|');

/** Patterns by language, as the alternatives of one expression; `{unit}` is any that freight is counted in. */
export const anyOf = (patterns: Readonly<Record<string, readonly string[]>>): string =>
  Object.values(patterns).flat().join('|').replaceAll('{unit}', packageUnit);

/** A text that is one of the patterns. */
export const whole = (patterns: Readonly<Record<string, readonly string[]>>): RegExp =>
  new RegExp(`^(?:${anyOf(patterns)})$`, 'iu');

/** One of the patterns anywhere, as words of their own. */
export const within = (patterns: Readonly<Record<string, readonly string[]>>): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${anyOf(patterns)})(?!\\p{L})`, 'iu');

/** Words that consignees write out of habit and that preserve no claim (freight-and-portals 2.4). */
export const generic =
  /^(?:received )?(?:(?:subject to|count|inspection|check|recount|slc|sl ?& ?c|shipper['’]?s? load (?:and|&) count|stc|sti|said to contain|contents unknown|and|&|-)[\s.,;]*)+$/i;
const [no, reserved] = [anyOf(phrases.no), anyOf(phrases.reserved)];
/** That there is nothing to reserve, in the languages of receipts. */
const saysNothing = new RegExp(
  `^(?:(?:seal(?: (?:no\\.? ?|# ?)?\\w{3,12})? intact|all good|(?:received |delivered )?complete)(?:[,;.]? (?:and )?|[.!]?$))?(?:|[-–—]+|${anyOf(phrases.nothing)}|(?:${no}) (?:visible |sichtbare |apparente? |pre-?existing )?(?:${reserved})(?:(?:,| or| and| nor| ?\\/| o| ni| ou| oder| und) (?:${reserved}))*(?: (?:noted|reported|found|visible|seen|taken|marked|at delivery|on arrival|upon delivery|at time of delivery)){0,3})[.!]?$`,
  'iu',
);

/** "All 24 pcs received", "in full" */
const allOfThem = new RegExp(
  `(?<!\\p{L})all (?:\\d{1,5} |(?:the|my|our) )?(?:items|goods|freight|${packageUnit})(?!\\p{L})|(?<!\\p{L})(?:rec(?:eived|['’]?d)|rcvd|delivered) (?:all|in full)(?!\\p{L})`,
  'giu',
);
/** Where the freight stands says nothing about how it is. */
const whereItIs =
  /(?<!\p{L})(?:left|placed|unloaded|delivered) (?:at|in|on|by|to) (?:the )?(?:(?:loading|receiving|front|back|rear) )?(?:dock|door|bay|gate|area|warehouse|reception|lobby|garage)(?: ?#?\d{1,3})?(?![\p{L}\d])/giu;
/** Words that may stand in a note that reserves nothing. */
const harmless = new RegExp(`^(?:${anyOf(phrases.harmless)})$`, 'iu');
const affirms = new RegExp(`(?<!\\p{L})(?:${anyOf(phrases.affirms)})(?!\\p{L})`, 'iu');
const denied = new RegExp(
  `(?<!\\p{L})(?:${anyOf(phrases.denies)}) (?:visible |apparent |sichtbare |pre-?existing )?(?:${anyOf(phrases.denied)})(?!\\p{L})|(?<!\\p{L})(?:short(?:age)?s?|damaged?s?|dmgd?|dam|overages?|over|missing|refused)[ :=-]{0,3}(?:0|none|nil)(?![\\d\\p{L}])|(?<!\\d)0 (?:short|damaged|dmgd?|over|missing|refused)(?!\\p{L})`,
  'giu',
);

export const withoutDenied = (text: string): string => text.replace(denied, ' ');

/** Words of loss and damage, wherever they are written. */
export const trouble = new RegExp(`(?<!\\p{L})(?:${anyOf(phrases.trouble)})(?!\\p{L})`, 'iu');

const onPaper =
  /(?<!\p{L})(?:bill(?: of lading)?|bol|b\/l|paper(?:work|s)?|manifest|packing (?:list|slip)|shipper|order)(?:(?: says| shows?| states?| lists?| reads?| calls for| is for| has)[: ]+|: ?| ?= ?)(\d{1,5})(?![\d/-]|\.\d)/iu;

/** "QTY BOL 6 / QTY RCV 5" */
const sentAndGot =
  /(?<!\p{L})(?:bol|b\/l|bill|ship(?:ped)?|shpd|ordered|ord|expected|manifest)[ :=#]{1,3}(\d{1,5})(?![\d/-])[^\d]{1,14}(?<!\p{L})(?:rcvd?|rec['’]?d|recvd|received|delivered|dlvd|count(?:ed)?)[ :=#]{1,3}(\d{1,5})(?![\d/-])/iu;

/** "Count: 9 pieces. Bill says 10": a figure of the paper, and another one beside it or none. */
export function countsDiffer(text: string): boolean {
  const [, sent, got] = sentAndGot.exec(text) ?? [];
  if (sent !== undefined && Number(sent) !== Number(got)) return true;
  const [said, billed] = onPaper.exec(text) ?? [];
  if (said === undefined) return false;
  const others = [...text.replace(said, ' ').matchAll(/(?<![\d/.-])\d{1,5}(?![\d/-]|\.\d)/g)].map(([count]) =>
    Number(count),
  );
  return /(?:says?|shows?|states?|lists?|reads?|calls for|is for|has)/i.test(said)
    ? !others.includes(Number(billed))
    : others.length > 0 && !others.includes(Number(billed));
}

const tellsOfCount = new RegExp(
  `(?<!\\p{L})(?:rec(?:eived|['’]?d)|count(?:ed)?|delivered|got)(?!\\p{L})|\\d ?(?:of|out of|\\/) ?\\d{1,5} (?:${packageUnit})(?!\\p{L})`,
  'iu',
);

/** "Pieces received (count): 22 of 24", and no page or stop of several. */
export function isShortCount(text: string): boolean {
  const [, got, sent] = /(?<![\d/.-])(\d{1,5}) ?(?:of|out of|\/) ?(\d{1,5})(?![\d/.-]|\.\d)/i.exec(text) ?? [];
  return (
    Number(got) < Number(sent) &&
    tellsOfCount.test(text) &&
    !/(?<!\p{L})(?:page|sheet|stop|copy|label|trip|leg|part)(?!\p{L})/iu.test(text)
  );
}

/** What a note denies ("no damage") is not in it; nothing else is left out of it. */
export const namesTrouble = (text: string): boolean =>
  trouble.test(withoutDenied(text)) || countsDiffer(text) || isShortCount(text);

/** Pages that are pictures, or a damaged part of the file: what is not found may be there. */
export const isReadInPart = ({ pictures = 0, isPartial = false }: PodContent): boolean => pictures > 0 || isPartial;

/** A note that says in each of its parts that there is nothing to reserve: "All pieces accounted for, nothing missing". */
export function reservesNothing(note: string): boolean {
  const text = note.trim();
  if (saysNothing.test(text)) return true;
  // In two languages.
  const parts = text.split(' / ');
  if (parts.length > 1) return parts.every(reservesNothing);
  const rest = text
    .replace(denied, ' ')
    .replace(/(?<!\d)(\d{1,5}) ?(?:of|\/) ?\1(?!\d)/g, ' ')
    .replace(allOfThem, ' ')
    .replace(whereItIs, ' ');
  return (
    (rest !== text || affirms.test(text)) &&
    rest.split(/[\s,.;/&!-]+/u).every((word) => word === '' || harmless.test(word))
  );
}

/** Of a file with receipts of several PROs, the one of the record; the file where no page is known to be its own. */
export function ofRecord(facts: PodFacts, pro: string): PodFacts {
  if (facts.kind !== 'read') return facts;
  return facts.receipts?.find(({ proNumbers }) => proNumbers.includes(pro)) ?? facts;
}

/** @param pro the PRO number of the task */
export function judgePod(file: PodFacts, pro: string): PodJudgement {
  const facts = ofRecord(file, pro);
  const checks: PodCheck[] = [];
  const findings: string[] = [];
  const check = (name: string, expected: string, found: string, finding: string | undefined): boolean => {
    checks.push({ check: name, expected, found, verdict: finding === undefined ? 'pass' : 'fail' });
    if (finding !== undefined) findings.push(finding);
    return finding === undefined;
  };
  const judged = (content?: PodContent): PodJudgement => ({
    findings,
    checks,
    ...(content === undefined ? { notes: [], condition: null } : readNotes(content)),
  });

  if (
    !check(
      'pod.has_content',
      'a file with content',
      facts.kind === 'empty' ? 'a file of 0 bytes' : 'a file with content',
      facts.kind === 'empty' ? 'is an empty file' : undefined,
    )
  )
    return judged();
  const format = facts.kind === 'not_pdf' ? facts.looksLike : facts.kind === 'scan' ? facts.format : aPdf;
  const isPdf = check('pod.is_pdf', aPdf, format, format === aPdf ? undefined : `is not a PDF but ${format}`);
  if (facts.kind === 'scan') {
    checkScan(facts, pro, check);
    return { findings, checks, notes: scanNotes(facts), condition: null };
  }
  if (!isPdf) return judged();
  const unreadable = facts.kind === 'unreadable' ? unreadableText[facts.reason] : undefined;
  if (
    !check('pod.is_readable', 'text that can be read', unreadable?.found ?? 'text', unreadable?.finding) ||
    facts.kind !== 'read'
  )
    return judged();

  checkPro(facts, pro, check);
  check('pod.is_signed', "the consignee's signature", signatureText[facts.signature], unsignedText(facts));
  // Of several receipts nobody knows here which one a note is on.
  return judged(aboutPro(facts, pro) === 'beside others' ? undefined : facts);
}

/** Whether a text has the number, as carriers write it: with blanks or dashes between its digits, after their code. */
function mentions(text: string, pro: string): boolean {
  return new RegExp(`(?<!\\d)${pro.split('').join('[ -]?')}(?!\\d)`).test(text);
}

/** Whether a file is about a shipment; `open` when its pages that are pictures may name the PRO. */
export function aboutPro(
  { proNumbers, text, pictures = 0, isPartial = false }: PodContent,
  pro: string,
): 'named' | 'beside others' | 'another' | 'not named' | 'open' {
  const others = proNumbers.some((number) => number !== pro);
  const isNamed = proNumbers.includes(pro) || mentions(text, pro);
  if (isNamed) return others ? 'beside others' : 'named';
  if (pictures > 0 || isPartial) return 'open';
  return others ? 'another' : 'not named';
}

function checkPro(content: PodContent, pro: string, check: Check): void {
  const { proNumbers } = content;
  const others = listed(proNumbers.filter((number) => number !== pro));
  const about = aboutPro(content, pro);
  const findings = {
    named: undefined,
    'beside others': `names PRO ${others} beside PRO ${pro}, so a person has to see what belongs to which`,
    another: `is for PRO ${others}, not for PRO ${pro}`,
    'not named': `does not name PRO ${pro}`,
    open: `does not name PRO ${pro} where it has text, and ${content.isPartial === true ? 'is damaged in part' : 'has pages that are pictures'}, so a person has to look`,
  };
  const found = proNumbers.length > 0 ? listed(proNumbers) : about === 'named' ? pro : 'no PRO number';
  check('pod.names_pro', pro, found, findings[about]);
}

/** What cannot be determined is never called unsigned. */
function unsignedText({ signature, pictures = 0, isPartial = false, annulled }: PodContent): string | undefined {
  if (annulled !== undefined) return `is marked "${annulled}", so a person has to see whether it counts`;
  if (signature === 'none') return 'is not signed by the consignee';
  if (signature === 'no_place')
    return "has no place that is known to be for the consignee's signature, so a person has to see whether it is signed";
  if (signature !== 'unclear') return undefined;
  if (isPartial) return 'is damaged in part, so a person has to see whether it is signed';
  return pictures > 0
    ? 'has pages that are pictures, so a person has to see whether it is signed'
    : 'may be signed or not, which cannot be seen from how it is drawn';
}

type Check = (name: string, expected: string, found: string, finding: string | undefined) => boolean;

/** Says what was read, never that something is not there: OCR misreads digits and leaves out what is faint. */
function checkScan({ text, proNumbers, signature }: PodScan, pro: string, check: Check): void {
  check('pod.is_readable', 'text that can be read', 'a scan, read by OCR', undefined);
  const isRead = proNumbers.includes(pro) || mentions(text, pro);
  const others = proNumbers.filter((number) => number !== pro);
  check(
    'pod.names_pro',
    pro,
    isRead
      ? `${pro}, read by OCR`
      : others.length > 0
        ? `${listed(others)}, read by OCR`
        : 'no PRO number that OCR could read',
    isRead
      ? undefined
      : others.length > 0
        ? `shows PRO ${listed(others)} as OCR reads it, not PRO ${pro}`
        : `does not show PRO ${pro} as far as OCR can read it`,
  );
  const isSigned = signature === 'strokes';
  check(
    'pod.is_signed',
    "the consignee's signature",
    isSigned ? "a pen's strokes in the place of the signature, seen on the scan" : 'cannot tell from the scan',
    isSigned ? undefined : 'is a scan, so a person has to see whether it is signed',
  );
}

function scanNotes({ printedName, deliveryDate, exceptions }: PodScan): string[] {
  const written = exceptions?.trim() ?? '';
  const read = [
    ...(deliveryDate === null ? [] : [`delivered on ${deliveryDate}`]),
    ...(printedName === null ? [] : [`printed name ${printedName}`]),
    ...(written === '' ? [] : [`under the exceptions "${written}"`]),
  ];
  return [
    ...(read.length === 0 ? [] : [`Read by OCR: ${read.join(', ')}.`]),
    'Exceptions may be missing here: handwriting and ticks are not read from scans.',
  ];
}

/** A sentence lists no more numbers than this; a file may hold 90,000. */
const listedNumbers = 10;

function listed(numbers: readonly string[]): string {
  const more = numbers.length - listedNumbers;
  const first = numbers.slice(0, listedNumbers).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}

const unreadableText = {
  damaged: { found: 'a damaged PDF', finding: 'is a damaged PDF that cannot be opened' },
  encrypted: { found: 'a PDF that asks for a password', finding: 'is locked with a password' },
  picture: {
    found: 'a picture without text, which OCR did not read',
    finding: 'is a picture without text, which OCR did not read',
  },
  too_long: { found: 'a PDF with very many pages', finding: 'has too many pages to be one proof of delivery' },
  too_complex: {
    found: 'a PDF with very many texts and drawings',
    finding: 'contains too many texts and drawings to be one proof of delivery',
  },
  too_slow: {
    found: `a PDF that took more than ${podLimits.cpuMs / 1000} s of processor time to read`,
    finding: `took more than ${podLimits.cpuMs / 1000} s of processor time to read`,
  },
  too_much_memory: {
    found: `a PDF that took more than ${podLimits.memoryMb} MB of memory to read`,
    finding: `took more than ${podLimits.memoryMb} MB of memory to read`,
  },
} as const;

const signatureText = {
  strokes: 'a signature',
  picture: 'a picture in the place of the signature',
  none: 'an empty place',
  no_place: 'no place that is known to be for it',
  typed: 'an electronic signature',
  unclear: 'marks or texts that may be a signature',
} as const;

function readNotes(content: PodContent): Pick<PodJudgement, 'notes' | 'condition'> {
  const written = content.exceptions?.trim() ?? '';
  // An unsigned form says nothing about how the freight was received.
  if (content.signature === 'none' || content.signature === 'no_place' || content.signature === 'unclear')
    return { notes: [], condition: null };
  // What is not read or understood may say something.
  const isUnread = isReadInPart(content) || (content.open ?? []).length > 0;
  const saysNothing = written === '' || reservesNothing(written);
  const isClear = !isUnread && saysNothing;
  // "Waited 20 min for a dock" notes something, and nobody knows here whether it is about the freight.
  const isOfFreight = namesTrouble(written) || written.endsWith(unreadMarks);
  const condition = isClear
    ? 'clear'
    : saysNothing
      ? null
      : generic.test(written)
        ? isUnread
          ? null
          : 'generic'
        : isOfFreight
          ? 'exception'
          : null;
  const notes = [
    ...(content.deliveryDate === null ? [] : [`Delivered on ${content.deliveryDate}.`]),
    content.printedName === null ? 'Signed; no printed name was read.' : `Signed by ${content.printedName}.`,
    condition === 'clear'
      ? content.exceptions === null
        ? 'Signed, and nothing is noted on it; it has no place for exceptions.'
        : 'Received clear, without exceptions.'
      : condition === 'generic'
        ? `Received clear; the note "${written}" reserves nothing specific.`
        : written.endsWith(unreadMarks)
          ? 'Something is written by hand under the exceptions, which is not read.'
          : saysNothing
            ? openText(content)
            : `Noted on it: "${written}".`,
  ];
  return { notes, condition };
}

/** Why it is not known how the freight was received. */
function openText(content: PodContent): string {
  const [first = ''] = content.open ?? [];
  if (isReadInPart(content))
    return 'A part of it could not be read, so it is not known whether exceptions are noted on it.';
  return `It is not known whether exceptions are noted on it: "${first.slice(0, 120)}" is not understood.`;
}
