/** What is written on a receipt about missing or damaged freight, in the places for it, with what is written elsewhere. */
import { generic, namesTrouble, reservesNothing, trouble, unreadMarks } from '../../domain/dispatch/pod.ts';
import { piecesNoted, readNotation } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import {
  besideCounts,
  box,
  countedOn,
  countsApart,
  crossedOn,
  rowsApart,
  withDrawnTicks,
  withSigns,
} from './answers.ts';
import { formLabels } from './form-field.ts';
import { cellAround, type FormLayout, lines } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';
import { signingParty } from './signing-party.ts';
import { labelsAbroad } from './signing-places.ts';
import { anywhereOn, isOfTerms, strayNotes, type Found } from './stray-notes.ts';

/** Ends what is written about exceptions: the fields of the person who signs. */
const signingLabel =
  /consignee('?s)? signature|received by \(signature\)|signature of consignee|^(?:(?:consignee|receiver|recipient|customer|driver|carrier)(?:['’]?s)? )?(?:sign(?:ature|ed)?|sign here|print(?:ed)? name|received by|signed by|date|time)(?: \(?[\w ]{1,20}\)?)?:?(?:$|[\s_]*:|_)|^x:?$/i;

const exceptionLabel =
  /(?<!\p{L})(?:described|listed|explained|specified|noted|stated|written) (?:here|below)(?: \([^)]{1,30}\))?\s*:|(?:except|unless) (?:as )?(?:otherwise )?(?:noted|stated)(?: (?:below|herein|hereon|here))?\s*(?:[:.;_-]|$)|exceptions?(?: \(if any\))?:?$|exceptions noted|^(?:(?:delivery )?exceptions?|damages?|shortages?|os&?d|(?:(?:delivery|driver(?:['’]?s)?|receiver(?:['’]?s)?|consignee(?:['’]?s)?|customer(?:['’]?s)?) )?(?:remarks?|notes?|notations?|comments?))\s*:|^(?:(?:delivery )?exceptions?|os&?d|remarks|comments)(?: ?\/ ?(?:exceptions?|remarks|comments|damages?|shortages?)){0,2}$|^(?!delivery note$)(?:(?:delivery|special|(?:driver|receiver|recipient|consignee|customer)(?:['’]?s)?) )?(?:notes?|notations?|remarks?|comments?|instructions?)$|(?<!\p{L})(?:r[eé]serves|remarques?|observations?|observaciones|salvedades|reservas|incidencias|vorbehalte?|bemerkungen|beanstandungen|sch[aä]den|opmerkingen|voorbehoud|riserve|osservazioni|avarias|ressalvas|observa[cç][oõ]es)(?: (?:du|de la|de l['’]|del?|des?|der|vom|do|da|van de|éventuelles?)(?: ?\p{L}+){0,2}| éventuelles)?\s*(?::|$)/iu;

/** "No exceptions" beside a box is an answer and no label. */
const isExceptionLabel = (text: string): boolean =>
  exceptionLabel.test(text) && !/^(?:no|none|without|sin|sans|ohne|keine?|aucune?) /i.test(text);

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

/** Null where nothing on the receipt is about exceptions. */
export function* exceptionsOn(forms: readonly FormLayout[]): Generator<void, string | null> {
  const understood = yield* understoodOn(forms);
  const stray: string[] = [];
  const isTold = (note: string): boolean =>
    understood !== null && (understood.includes(note) || (understood !== '' && note.includes(understood)));
  for (const page of forms) stray.push(...(yield* strayNotes(page)).filter((note) => !isTold(note)));
  if (stray.length === 0) return understood;
  const said = understood === null || understood === '' || reservesNothing(understood) ? [] : [understood];
  return [...stray.slice(0, mostPlaces), ...said].join('; ');
}

function* understoodOn(forms: readonly FormLayout[]): Generator<void, string | null> {
  const noted = yield* notedOn(forms);
  const counted = (yield* countsApart(forms)) || (yield* rowsApart(forms));
  if (counted === '') return noted;
  if (noted === null || reservesNothing(noted)) return counted;
  return isToldBy(noted, counted) ? noted : `${noted}; ${counted}`;
}

function* notedOn(forms: readonly FormLayout[]): Generator<void, string | null> {
  const found: string[] = [];
  let none: string | null = null;
  for (const page of forms) {
    const labels = yield* filterInSlices(page.words, (word) => isExceptionLabel(word.text));
    for (const label of labels.slice(0, mostPlaces)) {
      none ??= '';
      const written = noteOf(label, yield* writtenAt(page, label));
      // What a driver is asked to do is no note of what was received, unless it says so.
      if (written === '' || (isInstruction.test(label.text) && !namesTrouble(written))) continue;
      if (isInstruction.test(label.text) && isOfTerms.test(written)) continue;
      // Heads of columns beside it.
      if (besideCounts.test(written)) continue;
      if (reservesNothing(written) || generic.test(written)) none ||= written;
      else if (!found.some((one) => one.includes(written) || written.includes(one))) found.push(written);
    }
  }
  // "Remarks: none", and a stamp "3 CTNS SHORT" or a tick elsewhere.
  for (const page of forms) {
    const elsewhere = yield* anywhereOn(page);
    if (found.length === 0 && elsewhere.notes.length + elsewhere.ticks.length > 0) return together(elsewhere);
    const ticks = elsewhere.ticks.filter((tick) => !found.some((one) => one.includes(tick)));
    found.unshift(...notToldBy(found, ticks));
  }
  return found.length > 0 ? found.join('; ') : none;
}

const together = ({ ticks, notes }: Found): string => [...notToldBy(notes, ticks), ...notes].slice(0, 10).join('; ');

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

function* writtenAt(page: FormLayout, label: Word): Generator<void, string[]> {
  const behind = behindLabel(label.text);
  const place = yield* placeOf(page, label);
  const isField = (word: Word): boolean => isExceptionLabel(word.text) || isSigning(word);
  if (place !== undefined) {
    const inside = yield* filterInSlices(
      page.words,
      (word) => word !== label && shareIn(place, word) > 0.8 && !isField(word),
    );
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
    return byHand.length > 0 && signing.length === 0 ? [...text, unreadMarks] : text;
  }
  const isBeside = (word: Word): boolean =>
    Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 1 && !isSigning(word);
  const beside = yield* filterInSlices(page.words, (word) => word !== label && isBeside(word) && !isField(word));
  // What is written behind a label goes on under it only where its line is full.
  if (behind !== '' && !(yield* isFullLine(page, label))) return [behind, ...(yield* lines(beside))];
  let floor: number | undefined;
  const isBelow = (word: Word): boolean => word.top < label.bottom && isSigning(word);
  for (const { top } of yield* filterInSlices(page.words, isBelow)) floor = Math.max(floor ?? top, top);
  const lowest = floor ?? label.bottom - 80;
  const below = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label &&
      !isBeside(word) &&
      word.top <= label.bottom + 1 &&
      word.bottom >= lowest &&
      // Another column of the form.
      word.right > label.left - 6,
  );
  // What is in another field of the form is no exception.
  const fields = below.filter(({ text }) => formLabels.test(text) && !isExceptionLabel(text));
  const isOther = (word: Word): boolean =>
    isField(word) || fields.some((field) => Math.abs(field.bottom - word.bottom) < 8 && word.left >= field.left - 1);
  const written = yield* withDrawnTicks(page, [...beside, ...below.filter((word) => !isOther(word))]);
  const text = [behind, ...(yield* lines(written))].filter((line) => line !== '');
  return text.length === 0 && ofNotes.test(label.text) && (yield* hasPenBehind(page, label)) ? [unreadMarks] : text;
}

/** "Received in good order except as noted: 2 ctns short" */
function behindLabel(text: string): string {
  const [, label = '', said = ''] = /^([^:]{1,200}):\s*(\S.*)$/su.exec(text) ?? [];
  return said !== '' && (isExceptionLabel(`${label}:`) || /^[\p{L}\p{N} &/’'_-]{1,30}$/u.test(label)) ? said : '';
}

function* isFullLine(page: FormLayout, label: Word): Generator<void, boolean> {
  let right = 0;
  for (const word of yield* filterInSlices(page.words, () => true)) right = Math.max(right, word.right);
  return label.right > right - 90 && label.right - label.left > 200;
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
  if (own !== undefined && own.top - own.bottom > 2 * (label.top - label.bottom) + 4) return own;
  const beside = yield* placeBeside(page, label, own);
  if (beside !== undefined) return beside;
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
const asked = ({ text }: Word): string => (text.split(':')[0] ?? '').slice(0, 40);
