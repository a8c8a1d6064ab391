/** What is written on a receipt about missing or damaged freight: in the place for it, or anywhere else. */
import {
  countsDiffer,
  generic,
  namesTrouble,
  reservesNothing,
  trouble,
  unreadMarks,
} from '../../domain/dispatch/pod.ts';
import { piecesNoted, readNotation } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { filterInSlices, sortInSlices } from '../../process/time-slices.ts';
import { fieldOnForm, formLabels } from './form-field.ts';
import { type FormLayout, cellAround } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';
import { strayNotes } from './stray-notes.ts';
import { labelsAbroad } from './signing-places.ts';
import { signingParty } from './signing-places.ts';

/** Ends what is written about exceptions: the fields of the person who signs. */
const signingLabel =
  /consignee('?s)? signature|received by \(signature\)|signature of consignee|^(?:(?:consignee|receiver|recipient|customer|driver|carrier)(?:['’]?s)? )?(?:sign(?:ature|ed)?|sign here|print(?:ed)? name|received by|signed by|date|time)(?: \(?[\w ]{1,20}\)?)?:?(?:$|[\s_]*:|_)|^x:?$/i;
const exceptionLabel =
  /(?:except|unless) (?:as )?(?:otherwise )?(?:noted|stated)(?: (?:below|herein|hereon|here))?\s*(?:[:.;_-]|$)|exceptions?(?: \(if any\))?:?$|exceptions noted|^(?:(?:delivery )?exceptions?|damages?|shortages?|os&?d|(?:(?:delivery|driver(?:['’]?s)?|receiver(?:['’]?s)?|consignee(?:['’]?s)?|customer(?:['’]?s)?) )?(?:remarks?|notes?|notations?|comments?))\s*:|^(?:(?:delivery )?exceptions?|os&?d|remarks|comments)(?: ?\/ ?(?:exceptions?|remarks|comments|damages?|shortages?)){0,2}$|^(?!delivery note$)(?:(?:delivery|special|(?:driver|receiver|recipient|consignee|customer)(?:['’]?s)?) )?(?:notes?|notations?|remarks?|comments?|instructions?)$|(?<!\p{L})(?:r[eé]serves|remarques?|observations?|observaciones|salvedades|reservas|incidencias|vorbehalte?|bemerkungen|beanstandungen|sch[aä]den|opmerkingen|voorbehoud|riserve|osservazioni|avarias|ressalvas|observa[cç][oõ]es)(?: (?:du|de la|de l['’]|del?|des?|der|vom|do|da|van de|éventuelles?)(?: ?\p{L}+){0,2}| éventuelles)?\s*(?::|$)/iu;
/** "No exceptions" beside a box is an answer and no label. */
const isExceptionLabel = (text: string): boolean =>
  exceptionLabel.test(text) && !/^(?:no|none|without|sin|sans|ohne|keine?|aucune?) /i.test(text);
const yes = /^(?:yes|y|s[ií]|oui|ja|sim)(?!\p{L})/iu;
const shortAnswer = /^(?:\d{1,6}|none|no|n\/?a|yes|y|n)$/i;
/** A sentence of the terms has more words than a note; one that counts pieces is a note all the same. */
const mostWords = 9;
const mostWordsOfCount = 20;
const counted =
  /(?<!\p{N})\d{1,5} (?:\p{L}+ )?(?:pieces|pcs|cartons?|ctns?|cases?|boxe?s?|bxs|skids?|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|colis|palettes?|caisses?|cartons?|cajas?|bultos?|tarimas?|piezas?|paletas?|paletten?|kartons?|packst[uü]cke?|kisten?|colli|caixas?|volumes)(?!\p{L})/iu;
const isShort = (text: string): boolean =>
  text.split(/\s+/).length <= (counted.test(text) || isTurned.test(text) ? mostWordsOfCount : mostWords);
/** What follows is the note. */
const isTurned = /(?<!\p{L})(?:but|however|mais|pero|aber|mas|maar)(?!\p{L})/iu;
/** A pen mark this wide is handwriting. */
const handwriting = 20;

const isSigning = ({ text }: Word): boolean =>
  signingLabel.test(text) || labelsAbroad.test(text) || signingParty(text) !== undefined;

const units = '(?:pieces|pcs\\.?|cartons|ctns|skids|pallets|handling units|hu|units|qty|quantity)';
/** What was sent before what was ordered, which may not have been sent. */
const sentLabels = [
  'shipped|(?:per|on) (?:bill|bol|b/l|manifest)|tendered|billed|manifested|loaded|dispatched|sent',
  'expected|ordered',
].map((words) => new RegExp(`^(?:(?:${units} )?(?:${words})|(?:${words}) ${units})$`, 'i'));
const gotLabel = new RegExp(
  `^(?:(?:${units} )?(?:received|delivered|counted|rec['’]?d|scanned|unloaded|accepted)(?: (?:at|on|upon) (?:delivery|arrival|receipt))?|(?:received|delivered|scanned|unloaded|accepted) ${units}|(?:piece |consignee |receiver )?count)$`,
  'i',
);

/** "Shortage: 0 Damage: 1", and nothing else: what is counted, without that of which there is none. */
function countedOn(text: string): string | undefined {
  const counts: string[] = [];
  const rest = text.replace(
    /(?<!\p{L})(short(?:age)?s?|over(?:age)?s?|damaged?s?|missing|refused|extra)\s*[:=#–-]?\s*(\d{1,5}|none|nil|n\/?a|no)(?![\p{L}\d])(?:\s+(?:pcs|pieces|cartons?|ctns?|cases?|cs|boxe?s?|skids?|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?)(?!\p{L}))?/giu,
    (_all, word: string, count: string) => {
      if (Number(count) > 0) counts.push(`${word} ${count}`);
      return '|';
    },
  );
  return rest.includes('|') && /^[\s|,;.&/]*$/.test(rest) ? counts.join('; ') : undefined;
}

/** "30", "30 cases" */
const count = /^(\d{1,6})(?: (\p{L}{2,12}))?\.?$/u;
function countOf(text: string | null): { readonly number: number; readonly unit: string } | undefined {
  const [, number, unit = ''] = count.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), unit: unit.toLowerCase() };
}

/** Counts that differ, where a form has places for both. */
function* countsApart(forms: readonly FormLayout[]): Generator<void, string> {
  const textOf = function* (words: readonly Word[]): Generator<void, string> {
    return (yield* lines(words)).join(' ');
  };
  let sent: ReturnType<typeof countOf>;
  for (const label of sentLabels) sent ??= countOf(yield* fieldOnForm(forms, label, count, textOf));
  const got = countOf(yield* fieldOnForm(forms, gotLabel, count, textOf));
  // Cases and pallets are not compared.
  const isComparable = sent?.unit === got?.unit || sent?.unit === '' || got?.unit === '';
  return sent === undefined || got === undefined || !isComparable || sent.number === got.number
    ? ''
    : `${got.number} of ${sent.number} received`;
}

const quantity =
  '(?:qty|quantity|pieces|pcs|cases|cartons|ctns|units|pallets|skids|menge|cantidad|cant|qt[eé]|quantit[eé])';
const headOf = (words: string): RegExp =>
  new RegExp(`^(?:${quantity}\\.? )?(?:${words})(?:\\.? ${quantity})?\\.?$`, 'iu');
/** Heads of columns for what was sent, the nearest to the delivery first: what was ordered may not have been shipped. */
const sentHeads = [
  headOf(
    'shipped|shpd?|ship|sent|manifest(?:ed)?|bol|b\\/l|billed|tendered|loaded|enviad[oa]s?|versendet|versandt|expédiée?s?|envoyée?s?|spedit[oi]',
  ),
  headOf(
    'ordered|ord|expected|exp|due|per (?:bill|bol)|pedid[oa]s?|esperad[oa]s?|solicitad[oa]s?|bestellt|soll|commandée?s?|attendue?s?|ordinat[oi]|attes[oi]|besteld|encomendad[oa]s?',
  ),
  new RegExp(`^${quantity}\\.?$`, 'iu'),
] as const;
const gotHead = headOf(
  "received|recei?vd|recvd|rec|rec['’]?d|rcv|rcvd|delivered|dlvd|counted|count|actual|recibid[oa]s?|entregad[oa]s?|geliefert|erhalten|empfangen|ist|livrée?s?|reçue?s?|consegnat[oi]|ricevut[oi]|geleverd|ontvangen|recebid[oa]s?|entregues?",
);

/** Rows of a list whose columns for what was sent and what was received differ. */
function* rowsApart(forms: readonly FormLayout[]): Generator<void, string> {
  for (const page of forms) {
    const isHead = ({ text }: Word): boolean => gotHead.test(text) || sentHeads.some((head) => head.test(text));
    const heads = (yield* filterInSlices(page.words, isHead)).slice(0, 4 * mostPlaces);
    for (const got of heads.filter(({ text }) => gotHead.test(text)).slice(0, mostPlaces)) {
      const row = heads.filter((head) => head !== got && Math.abs(head.bottom - got.bottom) < 8);
      const nearest = sentHeads.find((shape) => row.some(({ text }) => shape.test(text)));
      const sent = row.find(({ text }) => nearest?.test(text) === true);
      if (sent === undefined) continue;
      const [of, received] = [yield* columnUnder(page, sent), yield* columnUnder(page, got)];
      const apart = received.flatMap(({ bottom, count }) => {
        const same = of.find((one) => Math.abs(one.bottom - bottom) < 4);
        return same === undefined || same.count === count ? [] : [{ count, of: same.count }];
      });
      const [first] = apart;
      if (first !== undefined) return `${first.count} of ${first.of} received`;
    }
  }
  return '';
}

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
  const [, label = '', said = ''] = /^([^:]{1,80}):\s*(\S.*)$/su.exec(text) ?? [];
  return said !== '' && (isExceptionLabel(`${label}:`) || /^[\p{L}\p{N} &/’'_-]{1,30}$/u.test(label)) ? said : '';
}

function* isFullLine(page: FormLayout, label: Word): Generator<void, boolean> {
  let right = 0;
  for (const word of yield* filterInSlices(page.words, () => true)) right = Math.max(right, word.right);
  return label.right > right - 90 && label.right - label.left > 200;
}

/** Choices whose boxes are drawn, where the text has no signs for them. */
function* withDrawnTicks(page: FormLayout, words: readonly Word[]): Generator<void, readonly Word[]> {
  if (words.length > mostInRow || words.some(({ text }) => box.test(withSigns(text)))) return words;
  const marked: Word[] = [];
  for (const word of words) marked.push({ ...word, text: yield* withTicks(page, word) });
  // The cross in a box is a part of the choice.
  return marked.some(({ text }) => box.test(text)) ? marked.filter(({ text }) => text.length > 2) : words;
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
  return below[0] ?? own;
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

const crossed = /[☑☒✓✔✗✘⊠\uf0fe\uf0fd\uf078\uf0fc]/gu;
const uncrossed = /[☐□▢❏❐❑❒◻○◯\uf0a8\uf06f\uf071]/gu;
/** A box to tick, in points. */
const [smallestBox, largestBox] = [5, 18];

const withSigns = (text: string): string => text.replace(crossed, '[x] ').replace(uncrossed, '[ ] ');
/** Of a label, what it asks. */
const asked = ({ text }: Word): string => (text.split(':')[0] ?? '').slice(0, 40);

/** A choice with its box, whatever it is made of, as "[x] Damaged". */
function* withTicks(page: FormLayout, word: Word): Generator<void, string> {
  const text = withSigns(word.text);
  if (text !== word.text || !/^\p{L}[\p{L} ]{1,30}$/u.test(text)) return text;
  const ticked = yield* tickedBeside(page, word);
  if (ticked !== undefined) return ticked ? `[x] ${text}` : `[ ] ${text}`;
  const signs = yield* filterInSlices(
    page.words,
    (one) =>
      one.text.length === 1 &&
      Math.abs(one.bottom - word.bottom) < 6 &&
      one.right <= word.left + 2 &&
      one.right >= word.left - 16,
  );
  const [sign] = signs.toSorted((a, b) => b.right - a.right);
  if (sign !== undefined && sign.text.search(crossed) === 0) return `[x] ${text}`;
  const isTick = (size: number): boolean => size >= smallestBox && size <= largestBox;
  const boxes = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      isTick(right - left) &&
      isTick(top - bottom) &&
      bottom < word.top &&
      top > word.bottom &&
      ((right <= word.left + 2 && right >= word.left - 16) || (left >= word.right - 2 && left <= word.right + 16)),
  );
  const [box] = boxes.toSorted((a, b) => a.left - b.left);
  if (box === undefined) return sign !== undefined && sign.text.search(uncrossed) === 0 ? `[ ] ${text}` : text;
  const isInBox = (mark: Area): boolean => shareIn(box, mark) > 0.4 || shareIn(mark, box) > 0.4;
  const pen = yield* filterInSlices([...page.strokes, ...page.segments, ...page.pictures, ...page.faint], isInBox);
  const typed = yield* filterInSlices(
    page.words,
    (one) => one !== word && one.text.length <= 2 && shareIn(box, one) > 0.4,
  );
  const round = yield* filterInSlices(
    page.strokes,
    (mark) => shareIn(mark, word) > 0.6 && mark.right - mark.left < 3 * (word.right - word.left) + 20,
  );
  return pen.length > 0 || typed.length > 0 || round.length > 0 ? `[x] ${text}` : `[ ] ${text}`;
}

const box = /\[[ x]?\]/i;
const answer = /^(yes|y|s[ií]|oui|ja|sim|no|n|nein|non|nee|n[aã]o)(?!\p{L})[\s:;,]*(.*)$/iu;
/** What should be answered with yes. */
const isWelcome =
  /(?<!\p{L})(?:intact|good|complete|correct|accurate|secured?|match(?:es|ed)?|ok|all \p{L}+ received|undamaged)(?!\p{L})/iu;

/** What is crossed of choices and questions: "[ ] Short [x] Damaged", "Damage? [x] Yes [ ] No", "Good [ ] Damaged [x]". */
function crossedOn(text: string): string[] {
  const parts = text.split(/\[([ x]?)\]/i).map((part) => part.trim());
  // Boxes behind their choices.
  const isBehind = parts.at(-1) === '' && parts[0] !== '';
  let question = isBehind ? '' : (parts[0] ?? '');
  const notes: string[] = [];
  for (let index = 1; index < parts.length; index += 2) {
    const isCrossed = parts[index] === 'x' || parts[index] === 'X';
    let choice = (isBehind ? parts[index - 1] : parts[index + 1]) ?? '';
    if (isBehind && index === 1 && choice.includes(':')) [question = '', choice = ''] = choice.split(/:(?=[^:]*$)/);
    const [, said, next = ''] = answer.exec(choice.trim()) ?? [];
    if (said === undefined) {
      if (isCrossed && trouble.test(choice) && !reservesNothing(choice)) notes.push(choice.trim());
      continue;
    }
    const isTrouble = yes.test(said) ? trouble.test(question) : isWelcome.test(question);
    if (isCrossed && isTrouble) notes.push(`${question.replace(/[:\s]+$/, '')} ${said}`.trim());
    if (next !== '') question = next;
  }
  return notes;
}

/** What the freight is called is no note of damage to it: "Commodity: broken glass". */
const commodity = /^(?:commodity|description(?: of (?:goods|articles|freight))?)\s*:/i;

/** "Short cable" in the column of what was sent. */
function* isOfGoods(page: FormLayout, word: Word): Generator<void, boolean> {
  const heads = yield* filterInSlices(
    page.words,
    ({ text, left, right, bottom }) =>
      /^(?:(?:item|product|commodity|goods|article)s?(?: (?:name|description))?|description(?: of (?:goods|articles|freight|items))?)$/i.test(
        text,
      ) &&
      bottom > word.top - 2 &&
      bottom < word.top + 300 &&
      left <= word.right &&
      right >= word.left,
  );
  if (heads.length === 0) return false;
  // A row of a list has a count.
  const row = yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.bottom - word.bottom) < 4 && /^\d{1,5}$/.test(one.text),
  );
  return row.length > 0;
}

/** "8 of 8 pcs received" */
function isFullCount(text: string): boolean {
  const [count, got, sent] = /(\d{1,5}) ?(?:of|\/) ?(\d{1,5})/.exec(text) ?? [];
  return count !== undefined && Number(got) === Number(sent) && !trouble.test(text.replace(count, ''));
}

function* hasPen(page: FormLayout, label: Word): Generator<void, boolean> {
  const area = { left: label.right - 2, right: label.right + 90, bottom: label.bottom - 6, top: label.top + 12 };
  const marks = [...page.strokes, ...page.segments, ...page.pictures, ...page.faint];
  return (yield* filterInSlices(marks, (mark) => shareIn(area, mark) > 0.4)).length > 0;
}

const isDenial = /^(?:no|none|0|n\/?a|n|nein|keine?|non|aucune?|ning[uú]n[oa]?)[.,]?$/iu;
/** What a form asks of those who sign it. */
const isOfTerms =
  /^(?:please |to )?(?:report|note|inspect|check for|describe any)(?!\p{L})|damage waiver|(?:damage|loss|shortage|exception|os&d) (?:claims?|reports?|forms?|hotline|procedures?)(?!\p{L})|(?<!\p{L})(?:if|unless|liab\p{L}+|responsib\p{L}+|within \d+ (?:days|hours)|(?:is|are|will be) (?:returned|charged|billed|subject)|(?:must|shall|may|should|will) (?:not )?be|(?:before|prior to) (?:signing|departure|accept\p{L}+)|at (?:the )?time of delivery|all exceptions)(?!\p{L})/iu;

/** "Received in good condition? [ ] Yes [x] No" is about damage too. */
const isOfInterest = (text: string): boolean =>
  /^(?:variance|difference|discrepancy)$/i.test(text) ||
  namesTrouble(text) ||
  (isWelcome.test(text) && (box.test(withSigns(text)) || /[:?]$/.test(text)));

const besideCounts =
  /^(?:\p{L}+ )?(?:shipped|ordered|received|rec['’]?d|delivered|billed|expected|qty|quantity|pieces|pcs|short(?:age)?s?|over(?:age)?s?|damaged?s?|missing|refused|variance|difference|discrepancy|enviad[oa]s?|recibid[oa]s?|pedid[oa]s?|entregad[oa]s?|faltantes?|dañad[oa]s?|rechazad[oa]s?|bestellt|geliefert|erhalten|fehlmengen?|beschädigt|verweigert|commandée?s?|livrée?s?|reçue?s?|manquants?|endommagée?s?|refusée?s?)$/iu;

interface Counted {
  readonly bottom: number;
  readonly count: number;
}

/** The counts under the head of a column, as far as there is nothing else. */
function* columnUnder(page: FormLayout, head: Word): Generator<void, Counted[]> {
  const below = yield* filterInSlices(
    page.words,
    (word) =>
      word.top <= head.bottom + 2 &&
      word.bottom >= head.bottom - 300 &&
      word.left <= head.right + 12 &&
      word.right >= head.left - 12,
  );
  const counts: Counted[] = [];
  for (const { text, bottom } of below.toSorted((a, b) => b.bottom - a.bottom)) {
    if (!/^(?:[-+−–]?\d{1,5}|-+|–|none|nil|n\/?a)$/i.test(text)) break;
    counts.push({ bottom, count: Number(/\d+/.exec(text)?.[0] ?? 0) });
  }
  return counts;
}

/** Of choices in a row with a sign for each, before or behind it: whether this one is ticked. */
function* tickedBeside(page: FormLayout, choice: Word): Generator<void, boolean | undefined> {
  const row = yield* filterInSlices(page.words, (word) => Math.abs(word.bottom - choice.bottom) < 6);
  const isSign = ({ text }: Word): boolean =>
    text.length === 1 && (text.search(crossed) === 0 || text.search(uncrossed) === 0);
  const items = row.slice(0, mostInRow).toSorted((a, b) => a.left - b.left);
  const [first, last] = [items[0], items.findLast(isSign)];
  if (first === undefined || last === undefined) return undefined;
  const next = items[items.indexOf(last) + 1];
  // "Short [ ] Damaged [x]", and not "Exceptions: [ ] Short [x] Damaged".
  const isBehind = !isSign(first) && (next === undefined || !isOfChoice(next.text));
  const sign = items[items.indexOf(choice) + (isBehind ? 1 : -1)];
  return sign !== undefined && isSign(sign) ? sign.text.search(crossed) === 0 : undefined;
}
const isOfChoice = (text: string): boolean => trouble.test(text) || isWelcome.test(text) || yes.test(text);
const mostInRow = 40;

/** The column under a head such as "Short", beside another of its kind; undefined where it is no such head. */
function* countedUnder(page: FormLayout, head: Word): Generator<void, string | undefined> {
  if (!besideCounts.test(head.text)) return undefined;
  const heads = yield* filterInSlices(
    page.words,
    (word) => word !== head && Math.abs(word.bottom - head.bottom) < 4 && besideCounts.test(word.text),
  );
  if (heads.length === 0) return undefined;
  const round = yield* filterInSlices([...page.strokes, ...page.segments], (mark) => shareIn(mark, head) > 0.4);
  if (round.length > 0) return undefined;
  const sum = (yield* columnUnder(page, head)).reduce((all, { count }) => all + Math.abs(count), 0);
  return sum > 0 ? `${head.text} ${sum}` : '';
}

/** "Damages | Yes - 2 drums dented" */
const fieldOfKind = /^(?:damages?|shortages?|overages?|refused)$/i;

/** "Overage", "Shortage" and "Damage" under each other: fields, each with its answer beside it or none. */
function* isOfBox(page: FormLayout, word: Word): Generator<void, boolean> {
  if (!fieldOfKind.test(word.text)) return false;
  const others = yield* filterInSlices(
    page.words,
    (one) => one !== word && fieldOfKind.test(one.text) && Math.abs(one.left - word.left) < 3,
  );
  return others.length > 0;
}

interface Found {
  /** Choices that are ticked. */
  readonly ticks: readonly string[];
  readonly notes: readonly string[];
}

/** "If no, explain:" and "Describe:" before a note. */
const asksForNote =
  /^(?:if [^:]{1,40}|(?:please )?(?:describe|explain|specify|details?|description of (?:damage|exception)s?))\s*:\s*(?=\S)/i;

/** The sentences of a text that may be notes: none of one whose other sentences are terms. */
function sentencesOf(word: Word): Word[] {
  const text = word.text.replace(asksForNote, '');
  if (countsDiffer(text)) return [{ ...word, text }];
  const sentences = text.split(/(?<=\p{L}{3}[.;]) (?=[\p{Lu}\d])/u);
  const isOfPrint = sentences.length > 1 && sentences.some((one) => isOfTerms.test(one) && !counted.test(one));
  return sentences
    .filter((one) => one.length <= 160 && isOfInterest(one) && isShort(one) && (!isOfPrint || counted.test(one)))
    .map((one) => (one === word.text ? word : { ...word, text: one }));
}

/** "Received in good order:" and its boxes for yes and no, whatever they are made of. */
function* answersOf(page: FormLayout, question: Word): Generator<void, string | undefined> {
  if (!/[:?]$/.test(question.text)) return undefined;
  const row = yield* filterInSlices(
    page.words,
    (word) =>
      word !== question &&
      isAnswer.test(
        withSigns(word.text)
          .replace(/\[[ x]\]/g, '')
          .trim(),
      ) &&
      Math.abs(word.bottom - question.bottom) < 6 &&
      word.left >= question.right - 1 &&
      word.left <= question.right + 500,
  );
  if (row.length < 2) return undefined;
  const answers: string[] = [];
  for (const word of row.toSorted((a, b) => a.left - b.left).slice(0, 4)) answers.push(yield* withTicks(page, word));
  return answers.some((one) => box.test(one)) ? `${question.text} ${answers.join(' ')}` : undefined;
}
const isAnswer = /^(?:yes|no|y|n|s[ií]|oui|non|ja|nein|nee|sim|n[aã]o)$/iu;

/** Notes of loss and damage outside of a place for them; a choice whose mark is not read is for a person to see. */
function* anywhereOn(page: FormLayout): Generator<void, Found> {
  const said: Word[] = [];
  for (const word of yield* filterInSlices(page.words, ({ text }) => text.length <= 400 && isOfInterest(text)))
    said.push(...sentencesOf(word));
  const notes: string[] = [];
  const ticks: string[] = [];
  for (const word of said) {
    const text = (yield* answersOf(page, word)) ?? (yield* withTicks(page, word));
    if (!box.test(text) && (yield* isOfGoods(page, word))) continue;
    if (reservesNothing(text) || isFullCount(text) || commodity.test(text) || isOfTerms.test(text)) continue;
    if (box.test(text)) {
      ticks.push(...crossedOn(text));
      continue;
    }
    const counts = countedOn(text) ?? (yield* countedUnder(page, word));
    if (counts !== undefined) {
      if (counts !== '') notes.push(counts);
      continue;
    }
    if (!namesTrouble(text) && !/^(?:variance|difference|discrepancy)$/i.test(text)) continue;
    const beside = yield* filterInSlices(
      page.words,
      (other) => other !== word && Math.abs(other.bottom - word.bottom) < 4 && other.left >= word.right - 1,
    );
    const next = beside.toSorted((a, b) => a.left - b.left)[0]?.text ?? '';
    // The name of a field, and a number or a word of its own beside it.
    const isField =
      /[?:]\s*$/.test(text) ||
      (/^\p{L}+(?: \p{L}+)?$/u.test(text) && shortAnswer.test(next)) ||
      (fieldOfKind.test(text) && yes.test(next)) ||
      (yield* isOfBox(page, word));
    const answer = isField ? next : (/[?:]\s*(\S.*)$/.exec(text)?.[1] ?? '');
    if (isDenial.test(answer) || (answer !== '' && reservesNothing(answer))) continue;
    // A field that nobody filled in.
    const isBlank = isField && /[:\p{L}]\s*$/u.test(text) && (next === '' || /:\s*$/.test(next));
    if (isBlank && !(yield* hasPen(page, word))) continue;
    const note = isField ? `${text} ${next}`.trim() : text;
    if (!notes.some((one) => one.includes(note))) notes.push(note);
  }
  return { ticks: ticks.slice(0, 10), notes: notes.slice(0, 10) };
}

// Words of a page put together into lines.

/** From the top. */
export function* lines(words: readonly Word[]): Generator<void, string[]> {
  const sorted = yield* sortInSlices(words, (a, b) => b.bottom - a.bottom || a.left - b.left);
  const found: string[] = [];
  let line: Word[] = [];
  for (const [index, word] of sorted.entries()) {
    if (index % 512 === 0) yield;
    if (line[0] !== undefined && Math.abs(line[0].bottom - word.bottom) >= 3) {
      found.push(yield* lineOf(line));
      line = [];
    }
    line.push(word);
  }
  if (line.length > 0) found.push(yield* lineOf(line));
  return found;
}

/** Words of a line that are joined before other work may run. */
const wordsAtOnce = 512;

function* lineOf(words: readonly Word[]): Generator<void, string> {
  const sorted = words.length === 1 ? words : yield* sortInSlices(words, (a, b) => a.left - b.left);
  const pieces: string[] = [];
  for (let index = 0; index < sorted.length; index += wordsAtOnce) {
    if (index > 0) yield;
    const some = sorted.slice(index, index + wordsAtOnce);
    pieces.push(some.map((word) => word.text).join(' '));
  }
  return pieces.join(' ');
}
