/** What one text of a receipt says, by its words and by what is around it: asked, fine, a note, or open. */
import { countsDiffer, namesTrouble, packageUnit, unreadMarks } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { answersOf, box, countedUnder, isHeadOfSent, isTotal, withSigns, withTicks } from './answers.ts';
import { labelOf, labelWordOf } from './form-field.ts';
import { cellAround, type FormLayout, setUnder } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';
import { shareIn } from './page-shapes.ts';
import { type PrintStyles, isNextTo } from './print-styles.ts';
import {
  type Verdict,
  answered,
  asksForReceipt,
  chosen,
  isCounted,
  isOfCount,
  ofReceiving,
  isOfOutcome,
  isOpen,
  isOfParty,
  kind,
  reserves,
  splitIn,
  stated,
} from './receipt-texts.ts';
import {
  addressed,
  countedOn,
  isCountOfFreight,
  isDenial,
  isLabel,
  isNamed,
  isNeutral,
  hasPostcode,
  happened,
  isPlaceName,
  isQuestion,
  isTroubled,
  tellsOfPieces,
  weighed,
  withoutHowTo,
  wordsOf,
  yes,
  asksForKinds,
  isPartyName,
} from './receipt-wording.ts';
import { isCaption, signingParty } from './signing-party.ts';

const mostLetters = 3000;
/** Words of a name with its address, in several lines. */
const mostOfValue = 14;

/** The name of a kind of exception is printed where others are beside or under it. */
function* isOfKinds(page: FormLayout, word: Word): Generator<void, boolean> {
  // "DELIVERY: OVER ____ SHORT ____"
  if (!kind.test(word.text.replace(/^\p{L}+: /u, ''))) return false;
  const others = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      kind.test(one.text) &&
      (Math.abs(one.left - word.left) < 3 || Math.abs(one.bottom - word.bottom) < 4),
  );
  return others.length > 0;
}

export function* verdictOf(
  page: FormLayout,
  [word, whole]: readonly [Word, string],
  {
    isHead,
    isAtTop,
    isPrint,
  }: { readonly isHead: boolean; readonly isAtTop: boolean; readonly isPrint: PrintStyles['isPrint'] },
): Generator<void, readonly Verdict[]> {
  if (whole.length > mostLetters) return [{ open: whole.slice(0, 120) }];
  const asked = (yield* answersOf(page, word)) ?? (yield* withTicks(page, word));
  if (box.test(asked)) return [...chosen(asked)];
  if (whole !== word.text) {
    const sentences = splitIn(whole).map(stated);
    // A value may go on in the next line.
    const isProse = wordsOf(whole).length > mostOfValue || sentences.every((one) => one === 'asked' || one === 'fine');
    const label = isProse || isPrint(word) ? undefined : yield* labelWordOf(page, word);
    return label === undefined ? sentences : [answered(label.text, whole, yield* isFirstUnder(page, label, word))];
  }
  const text = withSigns(word.text).trim();
  if (!/[\p{L}\d]/u.test(text)) return ['fine'];
  if ((yield* isInitials(page, word)) && (yield* labelWordOf(page, word)) === undefined) return [{ open: text }];
  const isOfCounts = namesTrouble(text) || /^(?:variance|diff(?:erence)?|discrepancy)$/i.test(text);
  const counts = countedOn(text) ?? (isOfCounts ? yield* countedUnder(page, word) : undefined);
  if (counts !== undefined) return counts === '' ? ['asked'] : [{ note: counts }];
  if (reserves(text)) return [{ note: text }];
  if (text.length > 1 && isLabel(text) && signingParty(text) !== undefined && !wordsOf(text).some(isTroubled))
    return [stated(text) === 'asked' ? 'asked' : 'fine'];
  if (asksForKinds.test(withoutHowTo(text).replace(/:$/, ''))) {
    // Alone it may be written or stamped there.
    const isField = /[?:)]$|[\s/]/.test(text) || (yield* cellAround(page, word)) !== undefined;
    const label = (yield* isOfKinds(page, word)) ? undefined : yield* labelOf(page, word);
    const isAlone = !isField && !(yield* isOfKinds(page, word));
    if (label === undefined ? isAlone : isQuestion(label)) return [{ note: text }];
    return (yield* hasPen(page, word)) ? [{ note: `${text} ${unreadMarks}` }] : ['asked'];
  }
  if (yield* isOfKinds(page, word)) return ['asked'];
  if (asksOfReceipt.test(text) && (yield* answerBehind(page, word)) !== undefined) return ['asked'];
  if (yield* isHeadOfSent(page, word)) return ['fine'];
  const asking = yield* questionOf(page, word);
  if (asking !== undefined) return [answered(asking, text)];
  const answer = (yield* crossedUnder(page, word)) ?? (yield* markedBy(page, word));
  if (answer !== undefined) return [answer];
  const [, name = '', said = ''] = /^(?!\d{1,2}:\d)([^:?]{1,60}[:?])\s*(\S.*)$/su.exec(text) ?? [];
  if (countsDiffer(text)) return [{ note: text }];
  const sentences = splitIn(text).map(stated);
  // "Customer: please inspect all items before signing."
  const term = wordsOf(said).length >= 5 && isLabel(name) && !isQuestion(name) ? stated(said) : undefined;
  if (sentences.length === 1 && (term === 'asked' || (term === 'fine' && /\.\s*$/.test(said)))) return [term];
  const isField = isLabel(name) || (asksOfReceipt.test(name) && isYesOrNo.test(said));
  if (sentences.length === 1 && said !== '' && /\p{L}/u.test(name) && isField) return [answered(name, said, true)];
  if (/[:?]\s*$/.test(text) && isLabel(text)) {
    if (!isQuestion(text)) return ['fine'];
    return (yield* hasPen(page, word)) ? [{ note: `${text} ${unreadMarks}` }] : ['asked'];
  }
  // What a driver is asked to do.
  const instruction = yield* labelOf(page, word);
  if (instruction !== undefined && isOfInstructions(instruction) && isInstruction(text)) return ['fine'];
  // Where the carrier is.
  if (addressed.test(text) && isAtTop && isNamed(text)) return ['fine'];
  // A term or a statement needs no label.
  if (wordsOf(text).length >= 5 && sentences.every((one) => one === 'asked' || one === 'fine')) return sentences;
  // One question under another.
  const isAsking = /[?:]\s*$/.test(text) && isPrint(word);
  const isLong = wordsOf(text).length > mostOfValue;
  const before = isAsking || isLong ? undefined : yield* labelWordOf(page, word);
  // Labels over their values, side by side.
  const isOfRow =
    before !== undefined && isPrint(word) && isPrint(before) && (yield* setUnder(page, before)) !== undefined;
  const named = isOfRow ? undefined : before;
  const label = named?.text;
  const isTitled = named !== undefined && named.top - named.bottom > 1.3 * (word.top - word.bottom);
  const isFilledIn = named !== undefined && !isTitled && named.style !== word.style && isNextTo(named, word);
  const isOfHead = isHead && !isFilledIn && !isCounted(text);
  if (isOfHead && (label === undefined || !isQuestion(label))) return ['fine'];
  if (label !== undefined && isFilledIn && isOfOutcome(label)) return [answered(label, text)];
  const alone = sentences;
  if (label === undefined && receivedOnly.test(text) && !(yield* isCountElsewhere(page, word))) return [{ open: text }];
  // "UNIT 7731" is a field of its own, whatever is before it.
  const [, own = ''] = /^(\D{3,30}) #?\d{4,8}$/u.exec(text) ?? [];
  if (isLabel(own) && !isQuestion(own) && !isOfCount(own) && !alone.some(isOpen)) return alone;
  const isCountUnderParty = label !== undefined && isOfParty(label) && isCountOfFreight.test(text);
  if ((label === undefined || isCountUnderParty) && alone.some(isOpen)) {
    if (label === undefined && (yield* isOfAddress(page, word))) return ['fine'];
    const row = yield* rowOf(page, word);
    const isOfGoods =
      isCountOfFreight.test(row) && weighed.test(row) && row !== text && isNamed(text, true) && !tellsOfPieces(text);
    if (isOfGoods) return ['fine'];
    return alone;
  }
  if (/^\d{1,5}$/.test(text) && (yield* isTotal(page, word))) return ['fine'];
  // Compared with what was received.
  if (named !== undefined && /^\d{1,5}$/.test(text) && (yield* isHeadOfSent(page, named))) return ['fine'];
  const isFine =
    label !== undefined &&
    !isQuestion(label) &&
    isCountOfFreight.test(text) &&
    sentences.every((one) => one === 'fine');
  if (isFine) return ['fine'];
  // The head of its column counts it.
  const head = label === undefined ? undefined : page.words.find((one) => one.text === label);
  const isUnder = head !== undefined && word.top <= head.bottom + 2;
  if (isUnder && /^\d{1,5}(?: \p{L}+)?$/u.test(text) && (yield* countedUnder(page, head)) !== undefined)
    return ['fine'];
  if (
    label !== undefined &&
    (!isLabel(text) || (isOfParty(label) && signingParty(label) === undefined && isPartyName(text))) &&
    !(isPrint(word) && isOfCount(label) && !(yield* endsLineOf(page, named, word)))
  )
    return [answered(label, text, named !== undefined && (yield* isFirstUnder(page, named, word)))];
  // "No" under "Hazardous"
  if (label !== undefined && !isQuestion(label) && isYesOrNo.test(text)) return [answered(label, text)];
  // "N" under or behind "Seal intact"
  if (label !== undefined && isQuestion(label) && (yes.test(text) || isDenial.test(text) || /^\d+$/.test(text)))
    return [answered(label, text)];
  return alone;
}

/** "Received 7" */
const receivedOnly = new RegExp(`^(?:\\p{L}+ )?(?:${ofReceiving.source}) (\\d{1,4})(?: \\p{L}+)?[.!]?$`, 'iu');

/** Behind its label, and nothing behind it: no number of the next field. */
function* endsLineOf(page: FormLayout, label: Word | undefined, word: Word): Generator<void, boolean> {
  if (label === undefined || Math.abs(label.bottom - word.bottom) >= 4 || word.left < label.right - 2) return false;
  const behind = yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.bottom - word.bottom) < 4 && one.left >= word.right - 1 && one.left < word.right + 14,
  );
  return behind.length === 0;
}

/** The same figure on another place of the form. */
function* isCountElsewhere(page: FormLayout, word: Word): Generator<void, boolean> {
  const count = /\d+/.exec(word.text)?.[0];
  const others = yield* filterInSlices(
    page.words,
    (one) => one !== word && /^\d/.test(one.text) && /^\d{1,4}(?![\d.,:/-])/.exec(one.text)?.[0] === count,
  );
  return others.length > 0;
}

/** Behind a label, or under it with nothing between: the first line of what is filled in. */
function* isFirstUnder(page: FormLayout, label: Word, word: Word): Generator<void, boolean> {
  if (Math.abs(label.bottom - word.bottom) < 6) return word.left >= label.right - 2;
  const cell = yield* cellAround(page, word);
  if (cell !== undefined && shareIn(cell, label) < 0.2 && label.bottom > cell.top - 4) {
    const inCell = yield* filterInSlices(page.words, (one) => one !== word && shareIn(cell, one) > 0.8);
    if (!inCell.some(({ bottom }) => bottom > word.bottom + 2)) return true;
  }
  if (label.bottom < word.top - 4) return label.top <= word.bottom + 4 && isCaption.test(label.text);
  const between = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      one !== label &&
      one.bottom >= word.top - 2 &&
      one.top <= label.bottom + 2 &&
      one.left < word.right &&
      one.right > word.left,
  );
  return between.length === 0;
}

/**
 * A line of a block whose last has a town with its number, as letters head them: in the upper half of what is printed, all of
 * them names, in one style.
 */
function* isOfAddress(page: FormLayout, word: Word): Generator<void, boolean> {
  if (!isPlaceName(word.text)) return false;
  const height = word.top - word.bottom;
  let [top, bottom] = [word.top, word.bottom];
  for (const one of page.words) [top, bottom] = [Math.max(top, one.top), Math.min(bottom, one.bottom)];
  if (word.bottom < (top + bottom) / 2) return false;
  const column = (yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.left - word.left) < 1 && one.style === word.style,
  )).toSorted((a, b) => b.bottom - a.bottom);
  const isNext = (over: Word | undefined, under: Word | undefined): boolean =>
    over !== undefined && under !== undefined && over.bottom - under.top <= 0.8 * height;
  let [first, last] = [column.indexOf(word), column.indexOf(word)];
  while (isNext(column[first - 1], column[first])) first -= 1;
  while (isNext(column[last], column[last + 1])) last += 1;
  const block = column.slice(first, last + 1);
  const town = block.pop();
  return (
    block.length >= leastOfAddress &&
    block.length <= mostOfAddress &&
    town !== undefined &&
    hasPostcode.test(town.text) &&
    isNamed(town.text) &&
    block.some(({ text }) => /\d/.test(text)) &&
    block.every(({ text }) => isPlaceName(text))
  );
}
const leastOfAddress = 2;
const mostOfAddress = 6;

/**
 * What is answered with yes or no right behind it, though "Seals intact" may say so by itself. "Damaged? Yes No" asks which
 * of them is marked.
 */
function* questionOf(page: FormLayout, word: Word): Generator<void, string | undefined> {
  const isAnswer = (text: string): boolean => isYesOrNo.test(text);
  if (!isAnswer(word.text)) return undefined;
  const row = (yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.bottom - word.bottom) < 6 && /[\p{L}\d]/u.test(one.text),
  )).toSorted((a, b) => a.left - b.left);
  const at = row.indexOf(word);
  const [before, next] = [row[at - 1], row[at + 1]];
  const isFar = before !== undefined && word.left - before.right > 150 && row.length > 2;
  if (before === undefined || isFar || (next !== undefined && isAnswer(next.text))) return undefined;
  return /\d/.test(before.text) || isAnswer(before.text) || !isQuestion(before.text) ? undefined : before.text;
}

/** "Was there any damage?" is a question of the form where yes or no, and nothing else, is on its line. */
const asksOfReceipt = /^(?:was|were|is|are|did|does|do|has|have|any) \p{L}+ .*\?$/iu;
function* answerBehind(page: FormLayout, word: Word): Generator<void, Word | undefined> {
  const row = yield* filterInSlices(page.words, (one) => one !== word && Math.abs(one.bottom - word.bottom) < 6);
  const [only] = row;
  return row.length === 1 && only !== undefined && only.left > word.right && isYesOrNo.test(only.text)
    ? only
    : undefined;
}

/** "NR" or "13" in a hand of its own: initials, a code or a count that somebody wrote there. */
export function* isInitials(page: FormLayout, { text, style }: Word): Generator<void, boolean> {
  if (style === undefined || !/^(?:\p{Lu}{1,2}[./]?\p{Lu}{1,2}\.?|\d{1,4}\??)$/u.test(text)) return false;
  return (yield* filterInSlices(page.words, (one) => one.style === style)).length === 1;
}

const isYesOrNo = /^(?:yes|no|y|n|s[ií]|oui|non|ja|nein|nee|sim|n[aã]o)$/iu;

/** All that is on the line of a text. */
function* rowOf(page: FormLayout, word: Word): Generator<void, string> {
  const row = yield* filterInSlices(page.words, (one) => Math.abs(one.bottom - word.bottom) < 4);
  return row
    .slice(0, 20)
    .toSorted((a, b) => a.left - b.left)
    .map(({ text }) => text)
    .join(' ');
}

/** A cross that was typed beside a word of damage, or under it. */
function* markedBy(page: FormLayout, word: Word): Generator<void, Verdict | undefined> {
  if (!/^[x✓✔✗✘●•]$/iu.test(word.text)) return undefined;
  const beside = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      Math.abs(one.bottom - word.bottom) < 5 &&
      one.left - word.right < 14 &&
      word.left - one.right < 14 &&
      wordsOf(one.text).some(isTroubled),
  );
  if (beside[0] !== undefined)
    return [...chosen(`[x] ${beside[0].text}`)].find((verdict) => typeof verdict === 'object') ?? 'asked';
  const label = yield* labelOf(page, word);
  return label !== undefined && isQuestion(label) && !/\?\s*$/.test(label)
    ? { note: `${label} ${word.text}` }
    : undefined;
}

/** "Damaged? | Yes | No" heads columns in which a row has its cross; the heads themselves say nothing. */
function* crossedUnder(page: FormLayout, word: Word): Generator<void, Verdict | undefined> {
  const isAnswer = ({ text }: Word): boolean => /^(?:yes|no|s[ií]|non|oui|ja|nein|y|n)$/iu.test(text);
  const heads = yield* filterInSlices(
    page.words,
    (one) => isAnswer(one) && one.bottom >= word.bottom - 2 && one.bottom < word.top + 300,
  );
  if (isAnswer(word))
    return heads.some((one) => one !== word && Math.abs(one.bottom - word.bottom) < 4 && !/^x$/i.test(one.text))
      ? 'fine'
      : undefined;
  if (!/^[x✓✔✗✘]$/iu.test(word.text)) return undefined;
  const questions = yield* filterInSlices(
    page.words,
    (one) =>
      one.right < word.left && Math.abs(one.bottom - word.bottom) < 6 && isLabel(one.text) && isQuestion(one.text),
  );
  const middle = (word.left + word.right) / 2;
  const [head] = heads
    .filter(({ left, right, bottom }) => bottom > word.top && middle > left - 30 && middle < right + 30)
    .toSorted((a, b) => Math.abs((a.left + a.right) / 2 - middle) - Math.abs((b.left + b.right) / 2 - middle));
  return head === undefined || questions[0] === undefined ? undefined : answered(questions[0].text, head.text);
}

function* hasPen(page: FormLayout, label: Word): Generator<void, boolean> {
  const area = { left: label.right - 2, right: label.right + 90, bottom: label.bottom - 6, top: label.top + 12 };
  const marks = [...page.strokes, ...page.segments, ...page.pictures, ...page.faint];
  return (yield* filterInSlices(marks, (mark) => shareIn(area, mark) > 0.4)).length > 0;
}

/** Asks for what was known before the freight came, and not for where or how it was left. */
const asksOfOrder = (label: string): boolean =>
  isLabel(label) &&
  (wordsOf(label).some(isNeutral) || ofServices.test(label)) &&
  !(isQuestion(label) || isOfCount(label) || asksForReceipt(label) || ofReceiving.test(label) || isOfOutcome(label)) &&
  !/(?<!\p{L})(?:locations?|places?|placement|instructions?|left|details?|events?|reasons?)(?!\p{L})/iu.test(label);

const ofServices = /(?<!\p{L})(?:services?|equipment|terms|route|mode)(?!\p{L})/iu;

/** Right behind the label of such a field, set otherwise than it. */
export const isOfNeutral = (word: Word, label: Word | undefined): boolean =>
  label !== undefined &&
  label.style !== word.style &&
  label.right < word.left &&
  isNextTo(label, word) &&
  asksOfOrder(label.text);

const isOfInstructions = (label: string): boolean =>
  /(?<!\p{L})(?:instructions?|instrucciones|anweisungen|hinweise?)(?!\p{L})/iu.test(label);
/** Tells a driver how to deliver, and nothing of what was delivered. */
const isInstruction = (text: string): boolean =>
  /(?<!\p{L})(?:call|notify|contact|phone|ring|ask for|anliefer\p{L}*|appointments?|appt|deliver(?:y)? (?:to|between|before|after|only)|dock|gate|entrance|liftgate|hours|do not|must|please|rdv|uniquement|llamar|cita|anrufen|avisieren|termin)(?!\p{L})/iu.test(
    text,
  ) &&
  !namesTrouble(text) &&
  !happened.test(text) &&
  !/(?<!\p{L})(?:left|refus\p{L}*|return\p{L}*|open\p{L}*|kept|keep\p{L}*|recount|took|taken|sent|back|count\p{L}*|only|without|no)(?!\p{L})/iu.test(
    text,
  ) &&
  countedPieces(text) === 0;
const countedPiece = new RegExp(`(?<![\\p{L}\\d-])\\d{1,4} (?:of|${packageUnit})(?!\\p{L})`, 'giu');
const countedPieces = (text: string): number => [...text.matchAll(countedPiece)].length;

/** Figures with a line through them, as a pen corrects a count. */
export function* struckOut(page: FormLayout): Generator<void, string[]> {
  const struck: string[] = [];
  const isFlat = (line: Area): boolean => line.top - line.bottom < 24 && line.right - line.left >= 4;
  const lines = yield* filterInSlices([...page.segments, ...page.rules, ...page.strokes], isFlat);
  if (lines.length > mostLines) return ['(very many lines)'];
  for (const { text, left, right, bottom, top } of page.words) {
    const height = top - bottom;
    const isThrough = (line: Area): boolean => {
      const middle = (line.bottom + line.top) / 2;
      const common = Math.min(line.right, right) - Math.max(line.left, left);
      return (
        middle > bottom + height * 0.2 &&
        middle < top - height * 0.3 &&
        line.top - line.bottom < 2 * height &&
        common >= 0.7 * Math.min(line.right - line.left, right - left) &&
        line.right - line.left < right - left + 3 * height
      );
    };
    yield;
    if (/[\p{L}\d]/u.test(text) && lines.some(isThrough)) struck.push(`(struck out "${text}")`);
  }
  return struck;
}

const mostLines = 3000;

/** What makes a document none, alone or behind a title; "COPY" does not. */
const annuls =
  /(?:^|[-–—·|(*:]\s*)\W*(?:void(?:ed)?|cancel(?:l?ed)?|specimen|sample|draft|test|anulad[oa]|cancelad[oa]|annul[eé]e?|storniert|ung[uü]ltig|muster|nulo|vervallen|annullato)(?: (?:copy|document|only|form|receipt))?\W*(?:$|[-–—:(])|^\W*(?:null and void|not (?:a )?(?:valid|receipt|proof)|do not use|for (?:test|training|demo)\p{L}*)(?!\p{L})/iu;

/** The mark that annuls a document: letters may stand apart ("V O I D"). */
export function* annulledBy(page: FormLayout): Generator<void, string | null> {
  const marks = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && annuls.test(text));
  return marks[0]?.text ?? null;
}
