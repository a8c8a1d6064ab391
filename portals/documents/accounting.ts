/**
 * Accounts for every text of a receipt. It is clear of exceptions only where each text is a printed word of forms, the value
 * of a known field, a term, or says that there is nothing to reserve. What says otherwise is a note; everything else
 * leaves the condition open.
 */
import { countsDiffer, namesTrouble, reservesNothing, unreadMarks } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import {
  answersOf,
  box,
  countedOn,
  countedOtherwise,
  countedUnder,
  degreesDiffer,
  fieldsOf,
  ofReceiving,
  sealsDiffer,
  timesContradict,
  unequal,
  withSigns,
  withTicks,
} from './answers.ts';
import { isCaption, labelOf, labelWordOf, setUnder } from './form-field.ts';
import { cellAround, type FormLayout, sentencesOf } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';
import { type PrintStyles, hasItsPlace, isNextTo } from './print-styles.ts';
import {
  type Verdict,
  addressed,
  answered,
  asksForKinds,
  chosen,
  isEntry,
  isCountOfFreight,
  isCounted,
  isDenial,
  isLabel,
  isInstruction,
  isNamed,
  namesExceptions,
  isOfLetter,
  isOfNames,
  isOfCount,
  isOfOutcome,
  isOfInstructions,
  isOpen,
  isOfPrint,
  hasPostcode,
  isPlaceName,
  isPrintedText,
  isTerm,
  isTitle,
  isQuestion,
  isTroubled,
  kind,
  splitIn,
  stated,
  tellsOfPieces,
  weighed,
  withoutHowTo,
  wordsOf,
  yes,
} from './receipt-texts.ts';
import { signingParty } from './signing-party.ts';
import type { SigningPlace } from './signing-places.ts';

export interface Account {
  readonly ticks: readonly string[];
  readonly notes: readonly string[];
  /** What nobody understands. */
  readonly open: readonly string[];
  /** It asks for exceptions somewhere, or states that the freight was received in good order. */
  readonly isAsked: boolean;
}

/** No receipt has more texts; each is compared with all others. */
export const mostTexts = 1500;
const mostNotes = 10;
/** Words of a note; terms may be longer, and set as values are. */
const mostOfNote = 14;
const mostLetters = 3000;
/** Words of a name with its address, in several lines. */
const mostOfValue = 14;

/** What makes a document none, alone or behind a title; "COPY" does not. */
const annuls =
  /(?:^|[-–—·|(*:]\s*)\W*(?:void(?:ed)?|cancel(?:l?ed)?|specimen|sample|draft|test|anulad[oa]|cancelad[oa]|annul[eé]e?|storniert|ung[uü]ltig|muster|nulo|vervallen|annullato)(?: (?:copy|document|only|form|receipt))?\W*(?:$|[-–—:(])|^\W*(?:null and void|not (?:a )?(?:valid|receipt|proof)|do not use|for (?:test|training|demo)\p{L}*)(?!\p{L})/iu;

/** The mark that annuls a document: letters may stand apart ("V O I D"). */
export function* annulledBy(page: FormLayout): Generator<void, string | null> {
  const marks = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && annuls.test(text));
  return marks[0]?.text ?? null;
}

const companies =
  /(?<!\p{L})(?:freight\p{L}*|logistics|logistik|transport\p{L}*|trucking|carriers?|express|expreso|cargo|carga|ag|log[ií]stica|fr[eè]res|sp[eé]dition|lines?|cartage|haul\p{L}*|spedition|inc|llc|ltd|gmbh|s\.?l|s\.?a|s\.?a\.?s|corp|co)(?!\p{L})/iu;

/** What heads a page: a name in large letters, or over everything else. */
function isLetterhead(page: { readonly top: number; readonly height: number }, { text, bottom, top }: Word): boolean {
  const isLarge = top - bottom > 1.2 * page.height && bottom > page.top - 160;
  const isName = companies.test(text) && bottom > page.top - 160;
  const words = wordsOf(text);
  // A brand may be written small.
  if (isLarge && words.length === 1) return isNamed(text, true);
  return (isLarge || isName || top > page.top - 40) && isNamed(text) && words.length <= 12;
}

/** Numbered paragraphs of terms, one after the other from the first: nobody notes as much. */
function clausesOf(sentences: ReadonlyMap<Word, string>): ReadonlySet<Word> {
  const clauses: Word[] = [];
  for (const [word, whole] of sentences) {
    const number = Number(/^\(?(\d{1,2})[.)] \p{Lu}/u.exec(whole)?.[1]);
    const isNext = number === clauses.length + 1 && (clauses[0] === undefined || clauses[0].style === word.style);
    if (isNext && wordsOf(whole).length >= shortestClause) clauses.push(word);
  }
  return new Set(clauses.length >= fewestClauses ? clauses : []);
}

const shortestClause = 10;
const fewestClauses = 4;

/** Somebody's hand where nobody signs: what it wrote is not read. */
function* strayPens(page: FormLayout, places: readonly SigningPlace[], top: number): Generator<void, number> {
  const isOfPlace = (mark: Area): boolean =>
    places.some(
      ({ area, label }) =>
        shareIn(area, mark) > 0.3 ||
        (Math.abs(label.bottom - mark.bottom) < 60 && mark.left - label.right < 260 && label.left - mark.right < 130),
    );
  const stray = yield* filterInSlices([...page.strokes, ...page.pictures], (mark) => {
    const [width, height] = [mark.right - mark.left, mark.top - mark.bottom];
    return (
      width >= 20 && height >= 5 && height <= 120 && width / height > 1.4 && mark.top < top - 110 && !isOfPlace(mark)
    );
  });
  let found = 0;
  for (const mark of stray.slice(0, mostNotes)) {
    // Frames and buttons have their words in them.
    const inside = yield* filterInSlices(page.words, (word) => shareIn(mark, word) > 0.8);
    if (inside.length === 0) found += 1;
  }
  return found;
}

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

function* verdictOf(
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
  const isOfCounts = namesTrouble(text) || /^(?:variance|diff(?:erence)?|discrepancy)$/i.test(text);
  const counts = countedOn(text) ?? (isOfCounts ? yield* countedUnder(page, word) : undefined);
  if (counts !== undefined) return counts === '' ? ['asked'] : [{ note: counts }];
  if (text.length > 1 && isLabel(text) && signingParty(text) !== undefined)
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
  if (sentences.length === 1 && said !== '' && /\p{L}/u.test(name) && isLabel(name))
    return [answered(name, said, true)];
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
  const before = isAsking ? undefined : yield* labelWordOf(page, word);
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
  // "UNIT 7731" is a field of its own, whatever is before it.
  const [, own = ''] = /^(\D{3,30}) #?\d{4,8}$/u.exec(text) ?? [];
  if (isLabel(own) && !isQuestion(own) && !isOfCount(own) && !alone.some(isOpen)) return alone;
  if (label === undefined && alone.some(isOpen)) {
    if (yield* isOfAddress(page, word)) return ['fine'];
    const row = yield* rowOf(page, word);
    const isOfGoods =
      isCountOfFreight.test(row) && weighed.test(row) && row !== text && isNamed(text, true) && !tellsOfPieces(text);
    if (isOfGoods) return ['fine'];
    return alone;
  }
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
  if (label !== undefined && !isLabel(text) && !(isPrint(word) && isOfCount(label)))
    return [answered(label, text, named !== undefined && (yield* isFirstUnder(page, named, word)))];
  // "No" under "Hazardous"
  if (label !== undefined && !isQuestion(label) && isYesOrNo.test(text)) return [answered(label, text)];
  // "N" under or behind "Seal intact"
  if (label !== undefined && isQuestion(label) && (yes.test(text) || isDenial.test(text) || /^\d+$/.test(text)))
    return [answered(label, text)];
  return alone;
}

/** Behind a label, or under it with nothing between: the first line of what is filled in. */
function* isFirstUnder(page: FormLayout, label: Word, word: Word): Generator<void, boolean> {
  if (Math.abs(label.bottom - word.bottom) < 6) return word.left >= label.right - 2;
  if (label.bottom < word.top - 4) return false;
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

/** Figures of what came in, or in another field for the same ("Bundles manifested 15", "Bundles tallied 14"). */
function* isCountedElse(page: FormLayout, label: Word, word: Word): Generator<void, boolean> {
  const nouns = new Set(wordsOf(label.text.toLowerCase()).filter(isOfCount));
  const others = yield* filterInSlices(
    page.words,
    (one) =>
      one !== label &&
      one.style === label.style &&
      one.text !== label.text &&
      wordsOf(one.text.toLowerCase()).some((noun) => nouns.has(noun)),
  );
  let isEqual = false;
  for (const other of others.slice(0, mostNotes)) {
    const figures = yield* filterInSlices(
      page.words,
      (one) =>
        isFigure.test(one.text) &&
        isNextTo(other, one) &&
        (one.top <= other.bottom + 4 ? Math.abs(one.left - other.left) < 12 : one.left >= other.right - 2),
    );
    if (figures.some(({ text }) => text !== word.text)) return true;
    isEqual ||= figures.length > 0;
  }
  return !isEqual && ofReceiving.test(label.text);
}

/** Right under a value of the same column. */
function* isUnderOther(
  page: FormLayout,
  word: Word,
  isPrint: PrintStyles['isPrint'],
  depth: number,
): Generator<void, boolean> {
  const height = word.top - word.bottom;
  const [above] = (yield* filterInSlices(
    page.words,
    (one) =>
      one.style === word.style &&
      Math.abs(one.left - word.left) < 3 &&
      one.bottom > word.bottom + 2 &&
      one.bottom - word.top < 1.5 * height,
  )).toSorted((a, b) => a.bottom - b.bottom);
  return above !== undefined && (yield* isInField(page, above, isPrint, depth));
}

/** Of a list, that are followed to its head. */
const mostRows = 12;

const isFigure = /^\d{1,6}(?:[.,]\d{1,4})?(?: (?:hrs?|hours?|mins?|minutes?|days?|km|mi|miles|m|ft|cm|in))?$/iu;

/** A name or a number right behind or under a label that nobody knows, which is set as the print is and the text is not. */
function* isInField(
  page: FormLayout,
  word: Word,
  isPrint: PrintStyles['isPrint'],
  depth = 0,
): Generator<void, boolean> {
  if (word.style === undefined || isPrint(word) || !(isEntry(word.text) || isFigure.test(word.text))) return false;
  const isLabelled = (one: Word): boolean =>
    one.style !== word.style && isPrint(one) && one.text.length <= 40 && !/\d/.test(one.text.replace(/^\d{1,2} /, ''));
  const label = yield* labelWordOf(page, word, isLabelled);
  if (label === undefined || isQuestion(label.text) || isOfCount(label.text)) return false;
  if (isFigure.test(word.text) && (yield* isCountedElse(page, label, word))) return false;
  const cell = yield* cellAround(page, word);
  const middle = (label.left + label.right) / 2;
  const isOver = word.bottom >= label.top - 4 && word.bottom - label.top < 14;
  const isInRows = label.bottom > word.top && depth < mostRows && (yield* isUnderOther(page, word, isPrint, depth + 1));
  if (
    !isNextTo(label, word) &&
    !isOver &&
    !isInRows &&
    !(cell !== undefined && middle > cell.left && middle < cell.right)
  )
    return false;
  // What is nearer may be its label.
  const nearer = yield* filterInSlices(
    page.words,
    (one) =>
      one !== label &&
      one.style !== word.style &&
      Math.abs(one.bottom - word.bottom) < 6 &&
      one.right <= word.left + 2 &&
      one.right > Math.max(label.bottom > word.top ? word.left - 60 : label.right, word.left - 150),
  );
  return nearer.length === 0;
}

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
  if (before === undefined || word.left - before.right > 150 || (next !== undefined && isAnswer(next.text)))
    return undefined;
  return /\d/.test(before.text) || isAnswer(before.text) || !isQuestion(before.text) ? undefined : before.text;
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

/** @param read what stands in the places for exceptions, which is read by itself */
export function* accountOf(
  page: FormLayout,
  read: ReadonlySet<Word>,
  {
    places,
    styles: { isPrint, isFilledIn, hasPrint },
  }: { readonly places: readonly SigningPlace[]; readonly styles: PrintStyles },
): Generator<void, Account> {
  if (page.words.length > mostTexts) return { ticks: [], notes: [], open: ['(very many texts)'], isAsked: false };
  const top = page.words.reduce((highest, word) => Math.max(highest, word.top), 0);
  const heights = page.words.map((word) => word.top - word.bottom).toSorted((a, b) => a - b);
  const sheet = { top, height: heights[Math.floor(heights.length / 2)] ?? 10 };
  const [ticks, notes, open, print]: string[][] = [[], [], [], []];
  let isAsked = false;
  const sentences = yield* sentencesOf(page, read, isPrint);
  const clauses = clausesOf(sentences);
  const names = yield* namesIn(page, sentences, sheet);
  const answers = yield* labelsAnswered(page, sentences, isFilledIn);
  for (const [word, whole] of sentences) {
    const seen = { isHead: isLetterhead(sheet, word), isAtTop: word.top > top - 60, isPrint };
    const before = isPrint(word) ? undefined : yield* byAnotherHand(page, word, isFilledIn);
    if (before !== undefined && !namesTrouble(whole)) {
      open?.push(`${before.text} ${whole}`);
      continue;
    }
    const isAnswered = answers.has(placeOf(word));
    for (const verdict of isAnswered ? ['asked' as const] : yield* verdictOf(page, [word, whole], seen)) {
      if (verdict === 'asked') isAsked = true;
      // A term is printed; what is filled in in its words is a note.
      else if (verdict === 'fine') {
        const isNote = isFilledIn(word) && wordsOf(whole).length < mostOfNote && !seen.isHead;
        const isOwn =
          isNote &&
          !isOfLetter(whole) &&
          !isTitle(whole) &&
          (isTerm(whole) || (isOfPrint(whole) && !(yield* isOfField(page, word))));
        if (isOwn || (hasPrint && !isPrint(word) && namesExceptions(whole))) open?.push(whole);
      } else if (isPrint(word, whole) && isPrintedText(verdict, whole) && (yield* hasItsPlace(page, word, whole)))
        continue;
      else if (clauses.has(word) && !isFilledIn(word) && !isCounted(whole)) continue;
      else if ('open' in verdict && whole === word.text && (yield* isInField(page, word, isPrint))) continue;
      else if ('open' in verdict && whole === word.text && isEntry(whole) && (yield* isLedToValue(page, word)))
        continue;
      // Stamps repeat the name of the consignee.
      else if ('open' in verdict && names.has(called(whole)) && isEntry(whole)) continue;
      else if ('tick' in verdict) ticks?.push(verdict.tick);
      else if ('open' in verdict) (isPrint(word) ? print : open)?.push(verdict.open);
      else if (notes?.some((note) => note.includes(verdict.note)) === false) notes.push(verdict.note);
    }
  }
  if (degreesDiffer(page.words.map(({ text }) => text))) open?.push('(temperatures that differ)');
  const fields = yield* fieldsOf(page);
  if (sealsDiffer(fields)) open?.push('(numbers of seals that differ)');
  if (timesContradict(fields)) open?.push('(times that contradict)');
  const count = yield* unequal(page);
  if (count !== undefined) open?.push(count);
  open?.push(...(yield* countedOtherwise(page)), ...(yield* struckOut(page)));
  if ((yield* strayPens(page, places, top)) > 0) open?.push(unreadMarks);
  return {
    ticks: ticks?.slice(0, mostNotes) ?? [],
    notes: notes?.slice(0, mostNotes) ?? [],
    // What was filled in is quoted before what may be printed.
    open: [...new Set([...(open ?? []), ...(print ?? [])])].slice(0, mostNotes),
    isAsked,
  };
}

/** What is filled in in another style right before a text: a field is filled in by one hand, and what was added is a note. */
function* byAnotherHand(
  page: FormLayout,
  word: Word,
  isFilledIn: PrintStyles['isFilledIn'],
): Generator<void, Word | undefined> {
  const before = (yield* filterInSlices(
    page.words,
    (one) => one !== word && Math.abs(one.bottom - word.bottom) < 5 && one.right <= word.left + 2,
  )).toSorted((a, b) => b.right - a.right)[0];
  const isAdded =
    before !== undefined &&
    before.style !== undefined &&
    word.style !== undefined &&
    before.style !== word.style &&
    isFilledIn(before) &&
    word.left - before.right < 2 * (word.top - word.bottom);
  return isAdded && (yield* labelOf(page, before)) !== undefined ? before : undefined;
}

/** "TARPS ....... YES" */
function* isLedToValue(page: FormLayout, word: Word): Generator<void, boolean> {
  const row = (yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.bottom - word.bottom) < 2 && one.left >= word.right - 1,
  )).toSorted((a, b) => a.left - b.left);
  return /^_+$/.test(row[0]?.text ?? '') && (row[0]?.left ?? 0) - word.right < 12 && row[1] !== undefined;
}

const called = (text: string): string => wordsOf(text).join(' ').toLowerCase();

const placeOf = ({ left, bottom }: Area): string => `${Math.round(left)} ${Math.round(bottom)}`;

/**
 * Labels that ask about the freight in words that notes have ("Left side", "Differenz"), known by what they are answered with:
 * that there is nothing.
 */
function* labelsAnswered(
  page: FormLayout,
  sentences: ReadonlyMap<Word, string>,
  isFilledIn: PrintStyles['isFilledIn'],
): Generator<void, ReadonlySet<string>> {
  const [labels, others] = [new Set<string>(), new Set<string>()];
  for (const [word, whole] of sentences) {
    const isNothing = isDenial.test(whole) || reservesNothing(whole);
    const isOther = /\d/.test(whole) || (!isLabel(whole) && wordsOf(whole).some(isTroubled));
    const label = isNothing || isOther ? yield* labelWordOf(page, word) : undefined;
    if (label === undefined || !isLabel(label.text) || !isQuestion(label.text)) continue;
    // Two texts of one hand are no question with its answer.
    if (isFilledIn(label) && label.style === word.style) continue;
    const isAnswer = isNothing && !namesTrouble(withoutKinds(label.text)) && answered(label.text, whole) === 'asked';
    (isAnswer ? labels : others).add(placeOf(label));
  }
  return new Set([...labels].filter((label) => !others.has(label)));
}
/** "Over / short / damaged" and "Refused units" ask for a number of them; "Refused" alone may be a stamp. */
function withoutKinds(text: string): string {
  const parts = text.split(/\s*\/\s*|,\s*|\s+/u);
  return parts.filter((part) => parts.length < 2 || !(isOfCount(part) || namesTrouble(part))).join(' ');
}

/** What the fields for names hold, and who heads the page. */
function* namesIn(
  page: FormLayout,
  sentences: ReadonlyMap<Word, string>,
  sheet: { readonly top: number; readonly height: number },
): Generator<void, ReadonlySet<string>> {
  const names = new Set<string>();
  for (const [word, whole] of sentences) {
    if (whole !== word.text || !isEntry(whole)) continue;
    if (isLetterhead(sheet, word)) names.add(called(whole));
    const label = yield* labelOf(page, word);
    if (label !== undefined && isOfNames(label)) names.add(called(whole));
  }
  return names;
}

/** Right behind or under a label, or under the head of its column. */
function* isOfField(page: FormLayout, word: Word): Generator<void, boolean> {
  if (isCaption.test(word.text) || signingParty(word.text) !== undefined) return true;
  const label = yield* labelWordOf(page, word);
  return label !== undefined && label.style !== word.style;
}

/** Figures with a line through them, as a pen corrects a count. */
function* struckOut(page: FormLayout): Generator<void, string[]> {
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
