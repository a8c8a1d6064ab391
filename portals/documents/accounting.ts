/**
 * Accounts for every text of a receipt. It is clear of exceptions only where each text is a printed word of forms, the value
 * of a known field, a term, or says that there is nothing to reserve. What says otherwise is a note; everything else
 * leaves the condition open.
 */
import { namesTrouble, reservesNothing, unreadMarks, within } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { box, countedOtherwise, degreesOf, fieldsOf, unequal, withSigns } from './answers.ts';
import { labelOf, labelWordOf } from './form-field.ts';
import { cellAround, type FormLayout, sentencesOf } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';
import { shareIn } from './page-shapes.ts';
import { type PrintStyles, hasItsPlace, isNextTo, legendOf, standardForm, withWholeHeads } from './print-styles.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };
import {
  answered,
  isEntry,
  isCounted,
  namesExceptions,
  isOfLetter,
  isOfNames,
  isOfOutcome,
  isRole,
  isOfCount,
  ofReceiving,
  reserves,
  isOfPrint,
  isPrintedText,
  mayTell,
  asksForReceipt,
  stated,
} from './receipt-texts.ts';
import {
  isColumnHead,
  isDenial,
  isLabel,
  isNamed,
  ofDeviations,
  isTerm,
  isQuestion,
  isTroubled,
  isDeed,
  wordsOf,
  isPartyName,
  happened,
  degreesDiffer,
  isTimes,
  isTooWarm,
  isTitle,
  sealsDiffer,
  timesContradict,
} from './receipt-wording.ts';
import { asksForField, isCaption, signingParty } from './signing-party.ts';
import { strayPens } from './signature.ts';
import type { SigningPlace } from './signing-places.ts';
import { isInitials, isOfNeutral, struckOut, verdictOf } from './text-verdict.ts';

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

const companies = within(phrases.companies);

/** What heads a page: a name in large letters, or over everything else. */
function isLetterhead(page: { readonly top: number; readonly height: number }, { text, bottom, top }: Word): boolean {
  const isLarge = top - bottom > 1.2 * page.height && bottom > page.top - 160;
  const isName = companies.test(text) && bottom > page.top - 160;
  const words = wordsOf(text);
  // A brand may be written small.
  if (isLarge && words.length === 1) return isNamed(text, true);
  return (
    (isLarge || isName || top > page.top - 40) &&
    (isNamed(text) || (isName && isPartyName(text) && isNamed(text, true, true)) || (isLarge && isColumnHead(text))) &&
    words.length <= 12
  );
}

/** Numbered paragraphs of terms, one after the other from the first: nobody notes as much. */
function clausesOf(sentences: ReadonlyMap<Word, string>): ReadonlySet<Word> {
  const clauses: Word[] = [];
  const terms = new Set<Word>();
  for (const [word, whole] of sentences) {
    // Drawn as one text.
    const within = [...whole.matchAll(/(?<=^| )\(?(\d{1,2})[.)] \p{Lu}/gu)].map(([, one]) => Number(one));
    const isList = within.length >= fewestClauses && within.every((one, index) => one === index + 1);
    const isLong = whole
      .split(/(?<=^| )\(?\d{1,2}[.)] (?=\p{Lu})/u)
      .slice(1)
      .every((one) => wordsOf(one).length >= shortestOfList && !happened.test(one));
    if (isList && isLong && wordsOf(whole).length >= fewestClauses * shortestClause) terms.add(word);
    const number = Number(/^\(?(\d{1,2})[.)] \p{Lu}/u.exec(whole)?.[1]);
    const isNext = number === clauses.length + 1 && (clauses[0] === undefined || clauses[0].style === word.style);
    if (isNext && wordsOf(whole).length >= shortestClause) clauses.push(word);
  }
  return new Set([...terms, ...(clauses.length >= fewestClauses ? clauses : [])]);
}

const shortestClause = 10;
const shortestOfList = 6;
const fewestClauses = 4;

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

/** @param read what stands in the places for exceptions, which is read by itself */
export function* accountOf(
  drawn: FormLayout,
  read: ReadonlySet<Word>,
  {
    places,
    styles: { isPrint, isFilledIn, hasPrint },
    signer,
  }: {
    readonly places: readonly SigningPlace[];
    readonly styles: PrintStyles;
    /** Whose name was read. */
    readonly signer: string | null;
  },
): Generator<void, Account> {
  if (drawn.words.length > mostTexts) return { ticks: [], notes: [], open: ['(very many texts)'], isAsked: false };
  const page = yield* withWholeHeads(drawn, isColumnHead, read);
  const top = page.words.reduce((highest, word) => Math.max(highest, word.top), 0);
  const heights = page.words.map((word) => word.top - word.bottom).toSorted((a, b) => a - b);
  const sheet = { top, height: heights[Math.floor(heights.length / 2)] ?? 10 };
  const [ticks, notes, open, print]: string[][] = [[], [], [], []];
  let isAsked = false;
  const sentences = yield* sentencesOf(page, read, isPrint);
  const clauses = clausesOf(sentences);
  const legend = legendOf(sentences.keys());
  const names = new Set([...(yield* namesIn(page, sentences, sheet)), ...(signer === null ? [] : [called(signer)])]);
  const answers = yield* labelsAnswered(page, sentences, isFilledIn);
  const zone = yield* receptionOf(sentences, read, places);
  for (const [word, whole] of sentences) {
    const seen = { isHead: isLetterhead(sheet, word), isAtTop: word.top > top - 60, isPrint };
    const form = standardForm(whole);
    if (form !== undefined) {
      // A line of a sentence begins in the middle of it.
      if (stated(whole) === 'asked' && (form === 'delivery' || /^\P{L}*R(?:eceived|ECEIVED)/u.test(whole)))
        isAsked = true;
      continue;
    }
    const before =
      isPrint(word) || !/[\p{L}\d]/u.test(whole) ? undefined : yield* byAnotherHand(page, word, isFilledIn);
    if (before !== undefined && !namesTrouble(whole)) {
      open?.push(`${before.text} ${whole}`);
      continue;
    }
    if (legend.has(word)) continue;
    const isAnswered = answers.has(placeOf(word));
    for (const verdict of isAnswered ? ['asked' as const] : yield* verdictOf(page, [word, whole], seen)) {
      // A sentence of several.
      const part =
        typeof verdict === 'string'
          ? undefined
          : 'open' in verdict
            ? verdict.open
            : 'note' in verdict
              ? verdict.note
              : undefined;
      if (part !== undefined && part !== whole && standardForm(part) !== undefined) continue;
      if (
        verdict === 'asked' &&
        namesTrouble(whole) &&
        isFilledIn(word) &&
        (yield* isBehindValue(page, word, isFilledIn))
      )
        open?.push(whole);
      else if (verdict === 'asked') isAsked = true;
      // A term is printed; what is filled in in its words is a note.
      else if (verdict === 'fine') {
        const isNote = isFilledIn(word) && wordsOf(whole).length < mostOfNote && !seen.isHead;
        const isOwn =
          isNote &&
          !isOfLetter(whole) &&
          !isTitle(whole) &&
          (isTerm(whole) || (isOfPrint(whole) && !(yield* isOfField(page, word))));
        if (isOwn && word.bottom > zone && !mayTell(whole)) continue;
        const isStamp = wordsOf(whole).length < mostOfNote && hasPrint && !isPrint(word) && namesExceptions(whole);
        if (isOwn || isStamp) open?.push(whole);
      } else if (isPrint(word, whole) && isPrintedText(verdict, whole) && (yield* hasItsPlace(page, word, whole)))
        continue;
      else if (clauses.has(word) && !isFilledIn(word) && !isCounted(whole)) continue;
      else if ('open' in verdict && whole === word.text && (yield* isInField(page, word, isPrint))) continue;
      else if ('open' in verdict && whole === word.text && isEntry(whole) && (yield* isLedToValue(page, word)))
        continue;
      // Stamps repeat the name of the consignee.
      else if ('open' in verdict && names.has(called(whole)) && isEntry(whole)) continue;
      else if ('tick' in verdict) ticks?.push(verdict.tick);
      else if ('open' in verdict && word.bottom > zone && (yield* isOfOrder(page, word, whole, isFilledIn))) continue;
      else if ('open' in verdict && (yield* isInCellOf(page, word, whole))) continue;
      else if ('open' in verdict) (isPrint(word) ? print : open)?.push(verdict.open);
      else if (notes?.some((note) => note.includes(verdict.note)) === false) notes.push(verdict.note);
    }
  }
  const [texts, degrees] = [page.words.map(({ text }) => text), yield* degreesOf(page)];
  if (degreesDiffer([...texts, ...degrees])) open?.push('(temperatures that differ)');
  if (isTooWarm(texts, degrees)) open?.push('(a temperature over that of cold goods)');
  const fields = yield* fieldsOf(page);
  if (sealsDiffer(fields)) open?.push('(numbers of seals that differ)');
  if (timesContradict(fields)) open?.push('(times that contradict)');
  const count = yield* unequal(drawn);
  if (count !== undefined) open?.push(count);
  open?.push(...(yield* countedOtherwise(drawn)), ...(yield* struckOut(drawn)));
  if ((yield* strayPens(page, places, top)) > 0) open?.push(unreadMarks);
  return {
    ticks: ticks?.slice(0, mostNotes) ?? [],
    notes: notes?.slice(0, mostNotes) ?? [],
    // What was filled in is quoted before what may be printed.
    open: [...new Set([...(open ?? []), ...(print ?? [])])].slice(0, mostNotes),
    isAsked,
  };
}

/**
 * Up to where a page is about how the freight was received: the places to sign and for exceptions, what states that it was
 * received, and what counts it. What is over them was written before the freight arrived.
 */
function* receptionOf(
  sentences: ReadonlyMap<Word, string>,
  read: ReadonlySet<Word>,
  places: readonly SigningPlace[],
): Generator<void, number> {
  const isOfReception = (word: Word, whole: string): boolean =>
    stated(whole) === 'asked' || (isLabel(word.text) && asksForReceipt(word.text));
  let zone = -Infinity;
  for (const [word, whole] of sentences) {
    yield;
    if (isOfReception(word, whole)) zone = Math.max(zone, word.top + 2 * (word.top - word.bottom));
  }
  for (const { label, party } of places)
    if (party === 'receiver') zone = Math.max(zone, label.top + 3 * (label.top - label.bottom));
  for (const word of read) zone = Math.max(zone, word.top + 2 * (word.top - word.bottom));
  return zone === -Infinity ? Infinity : zone;
}

/** In the cell of a field that asks neither for freight nor for who received it. */
function* isInCellOf(page: FormLayout, word: Word, whole: string): Generator<void, boolean> {
  if (word.style === undefined || mayTell(whole) || isFigure.test(whole)) return false;
  const cell = yield* cellAround(page, word);
  const beside = yield* labelWordOf(page, word);
  if (cell === undefined || (beside !== undefined && beside.right < cell.left)) return isOfNeutral(word, beside);
  const labels = (yield* filterInSlices(
    page.words,
    (one) =>
      one.style !== word.style &&
      shareIn(cell, one) > 0.8 &&
      (isLabel(one.text) || standardForm(one.text) !== undefined),
  )).toSorted((a, b) => b.top - a.top);
  const [first] = labels;
  return (
    first !== undefined &&
    first.bottom >= word.bottom - 2 &&
    !labels.some(
      ({ text }) =>
        isQuestion(text) ||
        isOfCount(text) ||
        asksForReceipt(text) ||
        signingParty(text) !== undefined ||
        ofReceiving.test(text),
    )
  );
}

/** Over what is about receiving: names, descriptions and figures of the order, which tell nothing of how freight came. */
function* isOfOrder(
  page: FormLayout,
  word: Word,
  whole: string,
  isFilledIn: PrintStyles['isFilledIn'],
): Generator<void, boolean> {
  // Of two hands.
  if (word.style === undefined || mayTell(whole) || (yield* isInitials(page, word))) return false;
  const label = yield* labelWordOf(page, word);
  if (isFigure.test(whole)) {
    const over = yield* filterInSlices(
      page.words,
      (one) =>
        one.bottom >= word.top - 2 &&
        one.bottom - word.top < 2 * (word.top - word.bottom) &&
        one.left < word.right + 8 &&
        one.right > word.left - 8,
    );
    return ![...over, ...(label === undefined ? [] : [label])].some(({ text }) =>
      wordsOf(text.toLowerCase()).some(isOfCount),
    );
  }
  if (
    ofDeviations.test(`${label?.text ?? ''} ${whole}`) ||
    (label !== undefined && (isOfOutcome(label.text) || isQuestion(label.text)))
  )
    return false;
  if (label !== undefined || !isFilledIn(word)) return true;
  const row = yield* filterInSlices(page.words, (one) => one !== word && Math.abs(one.bottom - word.bottom) < 4);
  if (row.some(({ text }) => /\d/.test(text))) return !wordsOf(whole).some(isDeed);
  // Free text of this shipment: a name, and nothing that was done.
  return isNamed(whole) && !wordsOf(whole).some(isDeed);
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
  if (!isAdded || isRole(word.text) || (yield* labelOf(page, before)) === undefined) return undefined;
  // Its own label is no other hand.
  return isLabel(before.text) && (yield* labelWordOf(page, word)) === before ? undefined : before;
}

/** Right behind what is filled in in the same style: added to it, and no question of the form. */
function* isBehindValue(page: FormLayout, word: Word, isFilledIn: PrintStyles['isFilledIn']): Generator<void, boolean> {
  const before = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      one.style === word.style &&
      Math.abs(one.bottom - word.bottom) < 3 &&
      one.right <= word.left + 2 &&
      word.left - one.right < 2 * (word.top - word.bottom),
  );
  return before.some((one) => isFilledIn(one) && !isLabel(one.text) && !box.test(withSigns(one.text)));
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
    const isNothing = isDenial.test(whole) || reservesNothing(whole) || isTimes(whole);
    const isOther = !isNothing && (/\d/.test(whole) || (!isLabel(whole) && wordsOf(whole).some(isTroubled)));
    const label = isNothing || isOther ? yield* labelWordOf(page, word) : undefined;
    if (label === undefined || !isLabel(label.text) || !isQuestion(label.text)) continue;
    // Two texts of one hand are no question with its answer.
    if (isFilledIn(label) && label.style === word.style) continue;
    const isAnswer =
      isNothing &&
      (!isTimes(whole) || wordsOf(label.text).every((one) => !isTroubled(one) || ofTimes.test(one))) &&
      !reserves(label.text) &&
      !namesTrouble(withoutKinds(label.text)) &&
      typeof answered(label.text, whole) === 'string';
    (isAnswer ? labels : others).add(placeOf(label));
  }
  return new Set([...labels].filter((label) => !others.has(label)));
}
/** "On site", "Left dock" ask for a time. */
const ofTimes = /^(?:on|in|off|out|left|wait\p{L}*|since|until)$/iu;
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
    if (isLetterhead(sheet, word) && !(yield* isInitials(page, word))) names.add(called(whole));
    const label = yield* labelOf(page, word);
    if (label !== undefined && isOfNames(label)) names.add(called(whole));
  }
  return names;
}

/** Right behind or under a label, or under the head of its column. */
function* isOfField(page: FormLayout, word: Word): Generator<void, boolean> {
  if (isCaption.test(word.text) || asksForField(word.text) || signingParty(word.text) !== undefined) return true;
  const label = yield* labelWordOf(page, word);
  return label !== undefined && label.style !== word.style;
}
