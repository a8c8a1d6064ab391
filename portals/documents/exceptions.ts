/** What is written on a receipt about missing or damaged freight, in the places for it, with what is written elsewhere. */
import {
  type PodContent,
  generic,
  namesTrouble,
  reservesNothing,
  trouble,
  unreadMarks,
  whole,
} from '../../domain/dispatch/pod.ts';
import { piecesNoted, readNotation } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { type Account, accountOf, mostTexts } from './accounting.ts';
import { besideCounts, box, countsApart, crossedOn, rowsApart, withDrawnTicks, withSigns } from './answers.ts';
import { labelWordOf } from './form-field.ts';
import { cellAround, type FormLayout, lines, setUnder } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './page-shapes.ts';
import { type PrintStyles, exchangedOn, numbersOfFields, printStyles, standardForm } from './print-styles.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };
import { answered, isPlaceAndDay, isPrintedText, mayTell, reserves, stated } from './receipt-texts.ts';
import { countedOn, isDenial, isLabel, isQuestion, isWelcome, wordsOf } from './receipt-wording.ts';
import { signingParty } from './signing-party.ts';
import { labelsAbroad, signingPlaces } from './signing-places.ts';

/** Ends what is written about exceptions: the fields of the person who signs. */
const signingLabel =
  /consignee('?s)? signature|received by \(signature\)|signature of consignee|^(?:(?:consignee|receiver|recipient|customer|driver|carrier)(?:['’]?s)? )?(?:sign(?:ature|ed)?|sign here|print(?:ed)? name|received by|signed by|date|time)(?: \(?[\w ]{1,20}\)?)?:?(?:$|[\s_]*:|_)|^x:?$/i;

const exceptionLabel =
  /(?<!\p{L})(?:note|list|record|describe) (?:(?:any|all) )?(?:(?:shortages?|damages?|overages?|loss(?:es)?|exceptions?)(?:,? ?(?:and|or|&|\/) ?|, ?)?)+ (?:here|below):?$|(?<!\p{L})(?:described|listed|explained|specified|noted|stated|written) (?:here|below)(?: \([^)]{1,30}\))?\s*:|(?:except|unless) (?:as )?(?:otherwise )?(?:noted|stated)(?: (?:below|herein|hereon|here))?\s*(?:[:.;_-]|$)|exceptions?(?: \(if any\))?:?$|exceptions noted|^(?:(?:delivery )?exceptions?|damages?|shortages?|os&?d|(?:(?:delivery|driver(?:['’]?s)?|receiver(?:['’]?s)?|consignee(?:['’]?s)?|customer(?:['’]?s)?) )?(?:remarks?|notes?|notations?|comments?))\s*:|^o\.? ?s\.? ?(?:&|and)? ?d\.?:?$|^os&?d (?:notes?|remarks?|comments?|notations?|exceptions?)$|^(?:(?:delivery )?exceptions?|os&?d|remarks|comments)(?: ?\/ ?(?:exceptions?|remarks|comments|damages?|shortages?)){0,2}$|^(?!delivery note$)(?:(?:delivery|special|(?:driver|receiver|recipient|consignee|customer)(?:['’]?s)?) )?(?:notes?|notations?|remarks?|comments?|instructions?)$|(?<!\p{L})(?:r[eé]serves|remarques?|observations?|observaciones|salvedades|reservas|incidencias|vorbehalte?|bemerkungen|beanstandungen|sch[aä]den|opmerkingen(?: ontvanger)?|voorbehoud|riserve|osservazioni|annotazioni|avarias|ressalvas|observa[cç][oõ]es|bem[aæ]rkninger|anm[aä]rkningar|merknader|uwagi|zastrze[zż]enia)(?: (?:du|de la|de l['’]|del?|des?|der|vom|do|da|van de|éventuelles?)(?:(?<=['’])\p{L}+| \p{L}+){0,2}| éventuelles)?\s*(?::|$)/iu;

const kindsOfNotes =
  'vorbehalte?|vermerke?|bemerkungen|beanstandungen|reservations?|remarks|exceptions?|observations?|r[eé]serves|remarques|observaciones|reservas|opmerkingen|riserve|osservazioni|annotazioni|anota[cç][oõ]es|observa[cç][oõ]es|ressalvas|notes|comments|sch[aä]den|damages?|shortages?|uwagi|zastrze[zż]enia|anm[aä]rkning(?:ar)?|bem[aæ]rkninger|merknader|pozn[aá]mky';
/** "Notations by consignee (shortage, damage, other)" */
const ofKinds = new RegExp(
  `^(?:\\p{L}+(?:['’]s)? )?(?:notations?|${kindsOfNotes})(?: ?/ ?(?:notations?|${kindsOfNotes}))*(?: (?:by|of|from|at|des|der|del?|du) (?:\\p{L}+ ?){1,3})?\\s*\\([\\p{L} ,/&.–—-]+\\)\\s*:?$`,
  'iu',
);
const onlyExceptions = new RegExp(`^(?:${kindsOfNotes})(?: \\p{L}+)?:?$`, 'iu');
/** "18 Vorbehalte und Bemerkungen der Frachtführer", "Réserves du destinataire à la livraison :" */
const ofSomebody = new RegExp(
  `^(?:\\d{1,2}[.)]? )?(?:\\p{L}+['’]s )?(?:${kindsOfNotes})(?: (?:und|et|y|and|e|en|or|/|&) (?:${kindsOfNotes}))?(?: motiv[eé]{1,2}s)?(?: (?:of|by|from|at|on|der|des|du|de la|de los|del|della|van de|do|da|[aà] la|en la|bei|bij|alla|na|vid|ved) (?:the )?\\p{L}+)?(?: (?:bei|bij|at|on|upon|[aà]|en|in|alla) (?:la |l['’]|der |the )?\\p{L}+)?(?: [^.:;!?\\d]{2,60}:)?\\s*[:/]?$`,
  'iu',
);

/** "No exceptions" beside a box is an answer and no label; "Description of articles, special marks and exceptions" is about goods. */
const isExceptionLabel = (text: string): boolean =>
  ((exceptionLabel.test(text) && (text.length <= longestLabel || /[:._]\s*$/.test(text))) ||
    // In two languages.
    (text.length <= 60 &&
      !/\d/.test(text) &&
      text.split(' / ').length === 2 &&
      text.split(' / ').every((one) => onlyExceptions.test(one))) ||
    (ofKinds.test(text) && isLabel(text.replace(/[,;.]? *[–-]? *(?:please )?be specific(?=\)|$)/iu, ''))) ||
    (text.length <= 100 && text.split(' ').length > 2 && ofSomebody.test(text))) &&
  !/special marks(?:,|,? (?:and|&)) exceptions$/i.test(text) &&
  (/:\s*$/.test(text) || !reserves(text)) &&
  !/^(?:no|none|without|sin|sans|ohne|keine?|aucune?) /i.test(text);

/** What is longer is a sentence that speaks of exceptions. */
const longestLabel = 100;

/** A pen mark this wide is handwriting. */
const handwriting = 20;

const isSigning = ({ text }: Word): boolean =>
  signingLabel.test(text) || labelsAbroad.test(text) || signingParty(text) !== undefined;

/** Whether the pieces that are noted as missing or refused are those by which counts differ. */
function isToldBy(noted: string, counted: string): boolean {
  const [, got, of] = /^(\d+) of (\d+)/.exec(counted) ?? [];
  const told = readNotation(noted);
  if (told.kind !== 'noted' || got === undefined) return false;
  const away = told.exceptions.filter(({ kind }) => kind !== 'damage');
  return away.length > 0 && away.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0) >= Number(of) - Number(got);
}

/** Null where nothing on the receipt asks for exceptions; `open` is what is not accounted for. */
export function* exceptionsOn(
  drawn: readonly FormLayout[],
  signer: string | null,
): Generator<void, Pick<PodContent, 'exceptions' | 'open'>> {
  const found: string[] = [];
  const open: string[] = [];
  let none: string | null = null;
  const put = (note: string): void => {
    if (!found.some((one) => one.includes(note) || note.includes(one))) found.push(note);
  };
  const forms: FormLayout[] = [];
  const margins = yield* marginsOf(drawn);
  for (const page of drawn) {
    const others = new Set([...margins, ...(yield* numbersOfFields(page)), ...(yield* exchangedOn(page))]);
    forms.push(others.size === 0 ? page : { ...page, words: page.words.filter((word) => !others.has(word)) });
  }
  const styles = yield* printStyles(forms, mostTexts);
  for (const page of forms) {
    const { notes, nothing, read } = yield* inPlaces(page, styles);
    none ??= nothing;
    none ||= nothing;
    for (const note of notes) put(note);
    const elsewhere = yield* accountOf(page, read, { places: yield* signingPlaces(page), styles, signer });
    if (elsewhere.isAsked) none ??= '';
    for (const note of elsewhere.notes) put(note);
    found.unshift(
      ...notToldBy(
        found,
        elsewhere.ticks.filter((tick) => !found.some((one) => one.includes(tick))),
      ),
    );
    open.push(...elsewhere.open.filter((text) => !found.some((note) => note.includes(text))));
  }
  const counted = (yield* countsApart(forms)) || (yield* rowsApart(forms));
  // Nobody says whether the rest came another day.
  if (counted.endsWith('shipped')) open.push(counted);
  else if (counted !== '' && (found.length === 0 || !isToldBy(found.join('; '), counted))) found.push(counted);
  return {
    exceptions: found.length > 0 ? found.slice(0, mostPlaces).join('; ') : none,
    ...(open.length > 0 ? { open } : {}),
  };
}

/** What heads or ends each page of a file in the same words at the same place: of whoever prints it, not of this freight. */
function* marginsOf(pages: readonly FormLayout[]): Generator<void, ReadonlySet<Word>> {
  const margins = new Set<Word>();
  const edges: Word[][] = [];
  for (const { words } of pages) {
    let [lowest, highest] = [Infinity, -Infinity];
    for (const { bottom, top } of words) [lowest, highest] = [Math.min(lowest, bottom), Math.max(highest, top)];
    edges.push(yield* filterInSlices(words, ({ bottom, top }) => bottom < lowest + 3 || top > highest - 3));
  }
  const isSame = (one: Word, other: Word): boolean =>
    one.text === other.text && Math.abs(one.left - other.left) < 2 && Math.abs(one.bottom - other.bottom) < 2;
  if (pages.length > 1)
    for (const word of edges.flat()) {
      yield;
      const isEverywhere = edges.every((edge) => edge.some((one) => isSame(one, word)));
      if (isEverywhere && wordsOf(word.text).length >= leastOfMargin && !mayTell(word.text)) margins.add(word);
    }
  return margins;
}
/** Fewer words may be a code that somebody wrote on each copy. */
const leastOfMargin = 4;

interface InPlaces {
  readonly notes: readonly string[];
  /** Null without a place; else what says there that there is nothing. */
  readonly nothing: string | null;
  readonly read: ReadonlySet<Word>;
}

/** What is written in the places for exceptions of a page. */
function* inPlaces(page: FormLayout, { isPrint }: PrintStyles): Generator<void, InPlaces> {
  const notes: string[] = [];
  const read = new Set<Word>();
  let nothing: string | null = null;
  const labels = yield* filterInSlices(page.words, (word) => isExceptionLabel(word.text));
  for (const label of labels.slice(0, mostPlaces)) {
    // What a carrier states at the pick-up.
    if (standardForm(label.text) === 'billOfLading' && !/^R(?:eceived|ECEIVED)/.test(label.text)) continue;
    const behind = behindLabel(label.text);
    // "NOTE: Liability may be limited." is a term of the form.
    if (behind !== '' && isPrint(label) && isPrintedText({ open: behind }, behind)) continue;
    const isOfForm = (word: Word): boolean =>
      isPrint(word) && isLabel(word.text) && (/:\s*$/.test(word.text) || word.style === label.style);
    const { lines: all, words } = yield* writtenAt(page, label, isOfForm);
    const said = noteOf(label, all);
    const written = /[\p{L}\d-]/u.test(said) ? said : '';
    // What a driver is asked to do is no note of what was received, unless it says so.
    if (isInstruction.test(label.text) && (!namesTrouble(written) || isOfTerms.test(written))) continue;
    // Heads of columns beside it.
    if (besideCounts.test(written)) continue;
    nothing ??= '';
    if (!saysMore.test(asked(label))) read.add(label);
    if (written === '') continue;
    for (const word of words) read.add(word);
    if (reservesNothing(written) || generic.test(written)) nothing ||= written;
    else if (isToDriver(written) || isAnsweredWell(written) || onlyDay.test(written)) nothing ||= '';
    else if (isDenial.test(written) && !isWelcome.test(asked(label))) nothing ||= 'None';
    else notes.push(written);
  }
  return { notes, nothing, read };
}

/** What a driver was asked to do before the delivery, and nothing else. */
const isToDriver = (written: string): boolean => toDriver.test(written.replace(/[.!]$/, '')) && !namesTrouble(written);
const toDriver = whole(phrases.toDriver);
/** "Gut empfangen am / Vorbehalte" has the day in it. */
const onlyDay = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?:,? \d{1,2}[:.]\d{2}(?: uhr)?)?$/iu;

/** "Condition: Good", as a field of its own in the place. */
function isAnsweredWell(written: string): boolean {
  const [, label = '', said = ''] = /^([^:?]{2,40})[:?]\s*(\S.*)$/su.exec(written) ?? [];
  return isLabel(label) && isQuestion(label) && answered(label, said, true) === 'asked';
}

/** "2 ctns wet, see comments" is no label. */
const saysMore = /\d|(?<!\p{L})(?:with|see|has|have|had|taken|made|many|several)(?!\p{L})/iu;

/** What a form asks of those who sign it. */
const isOfTerms = /(?<!\p{L})(?:if|unless|must|shall|may|should|will be|prior to|within \d+)(?!\p{L})/iu;

const together = ({ ticks, notes }: Pick<Account, 'ticks' | 'notes'>): string =>
  [...notToldBy(notes, ticks), ...notes].slice(0, 10).join('; ');

/** "[x] Damaged" and "3 cartons crushed" are one note, which says how many; so are "[x] Not in good order" and any other. */
function notToldBy(notes: readonly string[], ticks: readonly string[]): string[] {
  const told = readNotation(notes.join('; '));
  if (told.kind !== 'noted') return [...ticks];
  return ticks.filter((tick) => {
    const asks = readNotation(tick);
    const isTold = asks.kind === 'noted' && asks.exceptions.every(({ kind }) => piecesNoted(told, kind) !== null);
    return !isTold && namesTrouble(tick);
  });
}

const onlyKinds =
  /^(?:(?:over|short|damaged?|missing|refused|overages?|shortages?|damages|over\/short|pilferage|shorts?|wet|other)(?:\s+|$))+$/i;

/** What is written in a place, without the choices that are not ticked and the kinds of which there are none. */
function noteOf(label: Word, all: readonly string[]): string {
  const name = asked(label);
  const kinds = all.filter((line) => onlyKinds.test(line));
  // "Overage", "Shortage" and "Damage" under each other are the print of a box that nobody filled in.
  const isPrint = kinds.length > 1 || kinds.some((line) => line.split(/\s+/).length > 2);
  const written = isPrint ? all.filter((line) => !kinds.includes(line)) : all;
  const said = withSigns(written.join(' ').trim());
  const counts = countedOn(`${name} ${said}`);
  if (counts !== undefined) return counts;
  if (!box.test(said)) return trouble.test(name) && /^\d/.test(said) ? `${name} ${said}` : said;
  // The line of choices, and what is written under it.
  const choices = written.map(withSigns).filter((line) => box.test(line));
  const notes = written.map(withSigns).filter((line) => !box.test(line));
  const isOfChoices = notes.every((line) => countedOn(line) !== undefined || namesTrouble(line));
  if (!isOfChoices || notes.length === 0) return crossedOn(`${name} ${said}`).join('; ');
  const told = notes.map((line) => countedOn(line) ?? line).filter((line) => line !== '');
  return together({ ticks: crossedOn(`${name} ${choices.join(' ')}`), notes: told });
}

/** Places for exceptions on a page that are looked at. */
const mostPlaces = 10;

const isInstruction = /(?<!\p{L})instructions?(?!\p{L})/iu;

function* writtenAt(
  page: FormLayout,
  label: Word,
  isOfForm: (word: Word) => boolean,
): Generator<void, { lines: string[]; words: readonly Word[] }> {
  const behind = behindLabel(label.text);
  const place = yield* placeOf(page, label);
  const isField = (word: Word): boolean => isExceptionLabel(word.text) || isSigning(word) || isOfForm(word);
  if (place !== undefined) {
    // The cells of some forms have numbers.
    const isNumber = (word: Word): boolean =>
      /^\d{1,2}[.)]?$/.test(word.text) &&
      word.right <= label.left + 1 &&
      (Math.abs(word.top - label.top) < 6 || (place.top - word.top < 8 && word.left - place.left < 8));
    // The first line of a label in two.
    const isOver = (word: Word): boolean =>
      word.style !== undefined &&
      word.style === label.style &&
      Math.abs(word.left - label.left) < 8 &&
      word.bottom >= label.top - 3 &&
      word.bottom - label.top < 0.8 * (label.top - label.bottom) &&
      standardForm(word.text) === 'cmr';
    // The last line of one.
    const isRest = (word: Word): boolean =>
      word.style !== undefined &&
      word.style === label.style &&
      Math.abs(word.left - label.left) < 3 &&
      word.top <= label.bottom + 2 &&
      label.bottom - word.top < 0.8 * (label.top - label.bottom) &&
      !/:/.test(label.text) &&
      standardForm(`${label.text} ${word.text}`) === 'cmr';
    const signer = yield* filterInSlices(page.words, (word) => isSigning(word) && shareIn(place, word) > 0.8);
    const isBesideSigner = (word: Word): boolean =>
      isLabel(word.text) &&
      !isQuestion(word.text) &&
      signer.some((one) => one.style === word.style && Math.abs(one.bottom - word.bottom) < 3);
    const isOwn = (word: Word): boolean =>
      !isField(word) &&
      !isNumber(word) &&
      !isOver(word) &&
      !isRest(word) &&
      !isBesideSigner(word) &&
      !isPlaceAndDay(word.text) &&
      // "Received in good condition", which is printed or says as much.
      !(wordsOf(word.text).length >= 4 && stated(word.text) === 'asked');
    const within = yield* filterInSlices(
      page.words,
      (word) => word !== label && shareIn(place, word) > 0.8 && isOwn(word),
    );
    const inside = yield* withoutFields(page, label, place, yield* ofOwnPart(page, label, place, within));
    const text = [behind, ...(yield* lines(yield* withDrawnTicks(page, inside)))].filter((line) => line !== '');
    const pen = [...page.strokes, ...page.pictures];
    const byHand = yield* filterInSlices(
      pen,
      (mark) => mark.right - mark.left >= handwriting && mark.top - mark.bottom <= 300 && shareIn(place, mark) > 0.6,
    );
    // "Received in good order except as noted", over the place to sign.
    const signing = yield* filterInSlices(
      page.words,
      (word) => word !== label && isSigning(word) && shareIn(place, word) > 0.8,
    );
    return {
      lines: byHand.length > 0 && signing.length === 0 && !isSigning(label) ? [...text, unreadMarks] : text,
      words: inside,
    };
  }
  const under = behind === '' ? yield* setUnder(page, label) : undefined;
  if (under !== undefined && !isField(under)) return { lines: [under.text], words: [under] };
  const isBeside = (word: Word): boolean =>
    Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 1 && !isSigning(word);
  const row = yield* filterInSlices(page.words, (word) => word !== label && isBeside(word));
  // As far as the next field.
  const next = Math.min(...row.filter((word) => isField(word) && word.left > label.right + 8).map(({ left }) => left));
  const beside = row.filter((word) => !isField(word) && word.left < next);
  const text = [behind, ...(yield* lines(yield* withDrawnTicks(page, beside)))].filter((line) => line !== '');
  const isByHand = text.length === 0 && ofNotes.test(label.text) && (yield* hasPenBehind(page, label));
  return { lines: isByHand ? [unreadMarks] : text, words: beside };
}

/** In a frame around several fields, as cards of web pages have, what stands over the label is of the others. */
function* ofOwnPart(
  page: FormLayout,
  label: Word,
  place: Area,
  words: readonly Word[],
): Generator<void, readonly Word[]> {
  const fields = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label &&
      word.style !== undefined &&
      word.style === label.style &&
      word.bottom > label.top &&
      shareIn(place, word) > 0.8 &&
      isLabel(word.text),
  );
  return fields.length < fewestOfCard ? words : words.filter(({ bottom }) => bottom < label.top - 2);
}
const fewestOfCard = 1;

/** Without what other fields in the same frame hold. */
function* withoutFields(
  page: FormLayout,
  label: Word,
  place: Area,
  words: readonly Word[],
): Generator<void, readonly Word[]> {
  const own: Word[] = [];
  for (const word of words.slice(0, mostInPlace)) {
    const field = yield* labelWordOf(page, word);
    const isInFrame = field !== undefined && shareIn(place, field) > 0.8;
    const isOther = isInFrame && field !== label && !isQuestion(field.text) && !isExceptionLabel(field.text);
    if (!isOther) own.push(word);
  }
  return [...own, ...words.slice(mostInPlace)];
}
const mostInPlace = 60;

/** Print that is signed, and no note, behind "CONSIGNEE:". */
const isStatement =
  /^(?:freight |shipment |goods )?received in (?:apparent )?good (?:order|condition)(?: and (?:order|condition|count))?,? (?:except|unless) (?:as )?(?:otherwise )?noted(?: (?:below|herein|hereon|here|above))?\.?$/i;

/** "Received in good order except as noted: 2 ctns short" */
function behindLabel(text: string): string {
  const [, label = '', said = ''] = /^([^:]{1,200}):\s*(\S.*)$/su.exec(text) ?? [];
  if (isStatement.test(said)) return '';
  return said !== '' && (isExceptionLabel(`${label}:`) || /^[\p{L}\p{N} &/’'_-]{1,30}$/u.test(label)) ? said : '';
}

/** A place for nothing but notes, and not the sentence over the place to sign. */
const ofNotes = /^[\p{L} /'’&]{3,40}:?$/u;

/** Handwriting on the line of a label, as far as the next text. */
function* hasPenBehind(page: FormLayout, label: Word): Generator<void, boolean> {
  if (/received|good (?:order|condition)/i.test(label.text)) return false;
  let right = label.right + 320;
  const isNext = (word: Word): boolean => word.left >= label.right && Math.abs(word.bottom - label.bottom) < 14;
  for (const word of yield* filterInSlices(page.words, isNext)) right = Math.min(right, word.left);
  const area = { left: label.right - 2, right, bottom: label.bottom - 10, top: label.top + 12 };
  // A pen may be stored piece by piece.
  let [from, to] = [Infinity, -Infinity];
  for (const mark of yield* filterInSlices(page.strokes, (one) => shareIn(area, one) > 0.6))
    [from, to] = [Math.min(from, mark.left), Math.max(to, mark.right)];
  return to - from >= handwriting;
}

/** The box or cell to write in: around the label, or right below it. */
function* placeOf(page: FormLayout, label: Word): Generator<void, Area | undefined> {
  const own = yield* cellAround(page, label);
  if (own !== undefined && own.top - own.bottom > 2 * (label.top - label.bottom) + 4)
    return (yield* answerBeside(page, label, own)) ?? own;
  const beside = yield* placeBeside(page, label, own);
  if (beside !== undefined) return beside;
  const behind = yield* filterInSlices(
    page.words,
    (word) =>
      Math.abs(word.bottom - label.bottom) < 4 &&
      word.left >= label.right - 1 &&
      word.left < label.right + 120 &&
      !isLabel(word.text),
  );
  // What is written right behind it is its value.
  if (own === undefined && behind.length > 0) return undefined;
  const below = yield* filterInSlices(
    page.boxes,
    (box) =>
      box.top <= label.bottom + 3 &&
      box.top >= label.bottom - 18 &&
      box.left <= label.left + 12 &&
      box.right >= label.left + 60 &&
      box.top - box.bottom >= 14,
  );
  return below[0] ?? (own === undefined ? undefined : ((yield* rowUnder(page, label, own)) ?? own));
}

/** The next cell, where that of the label has nothing else in it, and the next one texts that are no field of their own. */
function* answerBeside(page: FormLayout, label: Word, own: Area): Generator<void, Area | undefined> {
  const beside = yield* placeBeside(page, label, own);
  if (beside === undefined) return undefined;
  const inside = yield* filterInSlices(page.words, (word) => shareIn(beside, word) > 0.8);
  return inside.length > 0 && !inside.some(({ text }) => isLabel(text) || /:/.test(text)) ? beside : undefined;
}

/** The cell under the head of a column, in a row of heads. */
function* rowUnder(page: FormLayout, label: Word, own: Area): Generator<void, Area | undefined> {
  const inside = yield* filterInSlices(page.words, (word) => shareIn(own, word) > 0.8);
  const heads = yield* filterInSlices(
    page.words,
    (word) => word !== label && Math.abs(word.bottom - label.bottom) < 4 && !/[:\d]/.test(word.text),
  );
  if (inside.length > 1 || heads.length < 2) return undefined;
  const under = { left: label.left + 1, right: label.left + 2, bottom: own.bottom - 8, top: own.bottom - 7 };
  const cell = yield* cellAround(page, under);
  return cell !== undefined && Math.abs(cell.left - own.left) < 3 && Math.abs(cell.right - own.right) < 3
    ? cell
    : undefined;
}

/** The next cell of a row whose first has the label alone, or a box behind the label. */
function* placeBeside(page: FormLayout, label: Word, own: Area | undefined): Generator<void, Area | undefined> {
  const middle = (label.bottom + label.top) / 2;
  if (own !== undefined) {
    const inside = yield* filterInSlices(page.words, (word) => shareIn(own, word) > 0.8);
    if (inside.length > 1 || behindLabel(label.text) !== '') return undefined;
    const next = yield* cellAround(page, {
      left: own.right + 6,
      right: own.right + 7,
      bottom: middle,
      top: middle + 1,
    });
    return next !== undefined && next.left >= own.right - 2 && Math.abs(next.bottom - own.bottom) < 4
      ? next
      : undefined;
  }
  const boxes = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      left >= label.right - 2 &&
      left <= label.right + 60 &&
      right - left >= 60 &&
      top - bottom >= 12 &&
      bottom < middle &&
      top > middle,
  );
  return boxes[0];
}

/** Of a label, what it asks. */
const asked = ({ text }: Word): string =>
  (text.split(':')[0] ?? '').replace(/^\d{1,2}[.)]? (?=\p{L})/u, '').slice(0, 40);

/** OCR reads boxes as letters ("[I Short", "0 Damage"): whether a choice is ticked is for a person to see. */
export function notesOnScan(exceptions: string): string | null {
  const isChoice = (note: string): boolean =>
    /^(?:[^\p{L}]|\p{L}(?!\p{L}))*\p{L}{2,}(?: \p{L}{2,}){0,2}[.:]?$/u.test(note) ||
    // "Damage (describe below)"
    /\((?:please )?(?:describe|explain|specify|list|note)(?!\p{L})[^)]*\)?$/iu.test(note);
  const notes = exceptions.split('; ').filter((note) => /\d{1,4} \p{L}+ \p{L}/u.test(note) || !isChoice(note));
  return notes.length === 0 ? null : notes.join('; ');
}
