/** Reads a downloaded proof of delivery: what kind of file it is, its text, its fields and whether it is signed. */
import { type PodContent, type PodFacts, type PodScan, anyOf, whole, within } from '../../domain/dispatch/pod.ts';
import { filterInSlices, inSlices } from '../../process/time-slices.ts';
import { fieldOnForm, fieldsOnForm } from './form-field.ts';
import { type FormLayout, cellAround, formLayout, isHeadOfList, lines } from './form-layout.ts';
import { type Area, type PageGeometry, type Word, goesOnNext, pageGeometry } from './page-geometry.ts';
import { contains } from './page-shapes.ts';
import { type PdfPage, type PdfPages, PdfReaderError, type PdfReaders, ocrReaders, pdfReaders } from './pdf-readers.ts';
import { mostHeads, numbersOfList } from './print-styles.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };
import { exceptionsOn, notesOnScan } from './exceptions.ts';
import { addsBehind, endsBeforeDay, isOfParty, isPlaceAndDay } from './receipt-texts.ts';
import { namesOther, namesReceiver, partyCells, partyOf, signingParty } from './signing-party.ts';
import { type SigningPlace, signingPlaces } from './signing-places.ts';
import { annulledBy } from './text-verdict.ts';
import { hasStops, signatureOn } from './signature.ts';

/** Fewer letters than any form prints: the pages are pictures. */
const fewestLetters = 20;

/** First letters of ZIP, 7z, RAR and gzip. */
const archives = ['PK\u0003\u0004', '7z\u00bc\u00af', 'Rar!', '\u001f\u008b'];

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly readers?: PdfReaders;
  readonly ocr?: PdfReaders;
}

/**
 * Never throws for what a file contains.
 * @throws PdfReaderError when our readers failed; the signal's reason when it is aborted
 */
export async function readPod(
  bytes: Uint8Array,
  { signal, readers = pdfReaders, ocr = ocrReaders }: ReadOptions = {},
): Promise<PodFacts> {
  if (bytes.length === 0) return { kind: 'empty' };
  // The header may come after some stray bytes (ISO 32000, implementation note 13 of Annex H).
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  // What an archive has in it is not what somebody downloaded.
  if (!start.includes('%PDF-') || archives.some((beginning) => start.startsWith(beginning))) {
    const other: PodFacts = { kind: 'not_pdf', looksLike: guessFormat(bytes, start) };
    const picture = pictureFormat(bytes, start);
    return picture === undefined ? other : readScan(bytes, { signal, ocr }, picture, other);
  }
  const read = await readers.read(bytes, signal);
  if ('failed' in read) return { kind: 'unreadable', reason: read.failed };
  const facts = await inSlices(podOfPages(read.pages, read.isPartial));
  return facts.kind === 'unreadable' ? readScan(bytes, { signal, ocr }, 'a PDF', facts) : facts;
}

/** @param otherwise what is known of the file where OCR reads nothing on it */
async function readScan(
  bytes: Uint8Array,
  { signal, ocr }: { readonly signal: AbortSignal | undefined; readonly ocr: PdfReaders },
  format: PodScan['format'],
  otherwise: PodFacts,
): Promise<PodFacts> {
  const read = await readOrGiveUp(ocr, bytes, signal);
  if ('failed' in read) return otherwise;
  const facts = await inSlices(podOfPages(read.pages));
  if (facts.kind !== 'read') return otherwise;
  const { pages, text, proNumbers, printedName, deliveryDate, exceptions } = facts;
  // Only a pen that is clearly in the place is seen; an empty place may hold what is too faint.
  const signature = facts.signature === 'strokes' ? 'strokes' : 'unclear';
  const noted = exceptions === null ? null : notesOnScan(exceptions);
  const sure = (value: string | null): string | null =>
    value?.split(/\s+/u).some((word) => read.doubtful?.includes(word)) === true ? null : value;
  // Of a name in one word, OCR may have lost the other.
  const name = printedName?.trim().includes(' ') === true ? sure(printedName) : null;
  const said = {
    pages,
    text,
    proNumbers,
    signature,
    printedName: name,
    deliveryDate: sure(deliveryDate),
    exceptions: noted,
  } as const;
  return { kind: 'scan', format, ...said, places: read.places ?? [] };
}

/** A scan that our readers could not read goes to a person, as one without letters does; nothing is said of it then. */
async function readOrGiveUp(ocr: PdfReaders, bytes: Uint8Array, signal?: AbortSignal): Promise<PdfPages> {
  try {
    return await ocr.read(bytes, signal);
  } catch (error) {
    if (error instanceof PdfReaderError) return { failed: 'too_complex' };
    throw error;
  }
}

/** Pictures that OCR reads. */
function pictureFormat([a, b, c]: Uint8Array, start: string): PodScan['format'] | undefined {
  if (start.startsWith('II*') || start.startsWith('MM\0*')) return 'a TIFF picture';
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'a JPEG picture';
  return a === 0x89 && start.slice(1, 4) === 'PNG' ? 'a PNG picture' : undefined;
}

function guessFormat(bytes: Uint8Array, start: string): (PodFacts & { kind: 'not_pdf' })['looksLike'] {
  if (/^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(start.replace(/^\u00ef\u00bb\u00bf/, '')))
    return 'an HTML page';
  const isOfPhone = /^.{4}ftyp(?:hei|hev|mif|msf|avi)|^RIFF.{4}WEBP|^BM.{4}\0{4}/s.test(start);
  if (start.startsWith('GIF8') || isOfPhone || pictureFormat(bytes, start) !== undefined) return 'a picture';
  // oxlint-disable-next-line no-control-regex
  return /^[\t\n\r\u0020-\u007e\u00a0-\u00ff]*$/.test(start) ? 'text' : 'an unknown format';
}

function* podOfPages(pages: readonly PdfPage[], isPartial = false): Generator<void, PodFacts> {
  const found: PageGeometry[] = [];
  for (const page of pages) found.push(yield* pageGeometry(page));
  return yield* podOf(found, isPartial);
}

/** What the places of the words, boxes and strokes say; for `inSlices`, because a page may hold 100,000 of them. */
export function* podOf(pages: readonly PageGeometry[], isPartial = false): Generator<void, PodFacts> {
  const texts: string[][] = [];
  const forms: FormLayout[] = [];
  let pictures = 0;
  for (const page of pages) {
    const text = yield* lines(page.words);
    texts.push(text);
    forms.push(yield* formLayout(page));
    if (page.pictures.some(isPaper) && !hasLetters(text.join(' '))) pictures += 1;
  }
  const text = texts.map((page) => page.join('\n')).join('\n\n');
  if (!hasLetters(text)) return { kind: 'unreadable', reason: 'picture' };
  const numbers = yield* proNumbers(forms, text);
  const annulled = yield* annulledOn(forms);
  const blank = {
    signature: 'unclear',
    printedName: null,
    deliveryDate: null,
    exceptions: null,
    pieces: null,
    ticked: [],
  } as const;
  const file = {
    kind: 'read',
    pages: pages.length,
    pictures,
    ...(isPartial ? { isPartial } : {}),
    text,
    proNumbers: numbers,
  } as const;
  // Nothing that is on it counts.
  if (annulled !== null) return { ...file, ...blank, annulled };
  const receipts = numbers.length > 1 ? yield* receiptsOf(pages, forms, texts, isPartial) : [];
  let isOfStops = false;
  for (const form of forms) isOfStops ||= yield* hasStops(form);
  const signature = yield* signatureOn(forms, texts, numbers);
  // Which part of the file is about which shipment is for a person to see.
  const isOfMany = numbers.length > 1;
  const isOpen = isOfMany || isPartial || (pictures > 0 && (signature === 'none' || signature === 'no_place'));
  const signer = isOfMany || isOfStops ? null : yield* printedName(forms, signature);
  return {
    ...file,
    signature: isOpen ? 'unclear' : signature,
    printedName: signer,
    ...(yield* exceptionsOn(forms, signer)),
    deliveryDate: isOfMany || isOfStops ? null : yield* deliveryDate(forms, signature),
    pieces: isOfMany ? null : yield* pieces(forms),
    ticked: yield* ticked(pages),
    ...(receipts.length > 0 ? { receipts } : {}),
  };
}

function* annulledOn(forms: readonly FormLayout[]): Generator<void, string | null> {
  for (const form of forms) {
    const mark = yield* annulledBy(form);
    if (mark !== null) return mark;
  }
  return null;
}

/** The receipts of a file, by PRO; none where a page names no PRO or several, because it may belong to each. */
function* receiptsOf(
  pages: readonly PageGeometry[],
  forms: readonly FormLayout[],
  texts: readonly (readonly string[])[],
  isPartial: boolean,
): Generator<void, PodContent[]> {
  const byNumber = new Map<string, PageGeometry[]>();
  for (const [index, page] of pages.entries()) {
    const [number, ...others] = yield* proNumbers(forms.slice(index, index + 1), (texts[index] ?? []).join('\n'));
    if (number === undefined || others.length > 0) return [];
    byNumber.set(number, [...(byNumber.get(number) ?? []), page]);
  }
  const receipts: PodContent[] = [];
  for (const own of byNumber.values()) {
    const facts = yield* podOf(own, isPartial);
    if (facts.kind === 'read') receipts.push(facts);
  }
  return receipts;
}

/** A scan of a page, and not a logo or the picture of a signature. */
const isPaper = ({ left, right, bottom, top }: Area): boolean => right - left > 300 && top - bottom > 200;

/** Words of labels of a printed name. */
const nameWords = whole(phrases.nameWords);
const asksForName = new RegExp(anyOf(phrases.asksForName), 'iu');
/** On a form these may name a company at the head of it. */
const headNames = whole(phrases.headNames);
const nameLabel = {
  test(text: string): boolean {
    if (/^(?:receiver|recipient)$/i.test(text)) return true;
    if (!asksForName.test(text) || /\bsign(?:ature)?\b/i.test(text)) return false;
    const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
    // "Nombre de" is the first line of "Nombre de colis".
    return words.length <= 8 && words.every((word) => nameWords.test(word)) && !goesOnNext.test(text);
  },
};
/** Where a delivery was left, why nobody signed, or whose freight it is: nobody's name. */
const noName = within(phrases.noName);
const nobody = whole(phrases.nobody);
const namePattern = /^\p{L}[\p{L}\s.,'’()/&-]{0,79}$/u;
/** The label of another field. */
const ofField = within(phrases.otherFields);
const nameForm = {
  test: (text: string): boolean =>
    namePattern.test(text) &&
    !noName.test(text) &&
    !nobody.test(text) &&
    !namesOther(text) &&
    !ofField.test(text) &&
    // "Destinataire" is a label, whatever it is under.
    !isOfParty(text) &&
    !addsBehind(text),
};
const dateLabel = whole(phrases.dateLabels);
const dateForm =
  /\d{1,4}[/.-]\w{1,9}[/.-](?:\d{4}|\d{2})|\p{L}{3,9}\.? \d{1,2},? (?:\d{4}|\d{2})|\d{1,2} \p{L}{3,9}\.? (?:\d{4}|\d{2})/u;
/** Where the day comes first: only dates that cannot be read the other way. */
const dateLabelAbroad = whole(phrases.dateLabelsAbroad);
const bareDateAbroad = whole(phrases.bareDatesAbroad);
const placeAndDate = whole(phrases.placeAndDate);
const dayBehindPlace = /(?:\d{4}-\d|\d{1,2}[./-]\d)\S*$/u;
const sureDay = {
  test: (text: string): boolean => isPlaceAndDay(text) && dateFormAbroad.test(dayBehindPlace.exec(text)?.[0] ?? ''),
};
const dayOfSignature = { test: (text: string): boolean => bareDateAbroad.test(text) || endsBeforeDay(text) };
const dateFormAbroad = /^(?:\d{4}-\d|\d{1,2}\.\d{1,2}\.\d|(?:1[3-9]|2\d|3[01])[/-])/;
const bareDateForm =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? )?(?:\d{1,4}[ ./-][\dA-Za-z]{1,9}[ ./-]\d{2}|\p{L}{3,9}\.? \d{1,2},? \d{4}(?!\d))/iu;
const signedElectronically = /^(?:(?:electronically|digitally|e-?)[ -]?signed|signed electronically)(?: by)?$/i;
/** "Consignee signature / date" */
const signedAndDated = {
  test: (text: string): boolean => /\bdate\b/i.test(text) && signingParty(text) === 'receiver',
};
const bareDateLabel = /^(?:dated?|time)(?: ?(?:\/|&|and) ?time)?(?: \(?(?:yyyy|mm|aaaa|dd)[\w/ -]{4,40}\)?)?$/i;

/** A form that says so, has a date that cannot be read otherwise, or is in a language that puts the day first. */
const dayFirst = new RegExp(anyOf(phrases.dayFirst), 'iu');
const monthFirst = /(?<!\p{L})mm ?[/.-] ?(?:dd|jj|tt)/iu;

/** A day on which something should be delivered. */
const planned = within(phrases.planned);

/** Not under or behind a head that says that it is planned, and not of several deliveries. */
function* isDayOfDelivery(page: FormLayout, label: Word): Generator<void, boolean> {
  if (yield* isHeadOfList(page, label)) return false;
  const heads = yield* filterInSlices(
    page.words,
    ({ text, bottom, left }) =>
      text.length <= 30 &&
      planned.test(text) &&
      !/\d/.test(text) &&
      bottom >= label.bottom - 4 &&
      bottom <= label.top + 60 &&
      left <= label.right,
  );
  for (const head of heads.slice(0, mostHeads)) {
    if (Math.abs(head.bottom - label.bottom) < 4) return false;
    const cell = yield* cellAround(page, head);
    if (
      Math.abs(head.left - label.left) <= 60 ||
      (cell !== undefined && cell.left <= label.left && cell.right >= label.right)
    )
      return false;
  }
  return true;
}

/** Where places for it differ, none. */
function* deliveryDate(
  forms: readonly FormLayout[],
  signature: PodContent['signature'],
): Generator<void, string | null> {
  const says = function* (what: RegExp): Generator<void, boolean> {
    for (const { words } of forms)
      if ((yield* filterInSlices(words, ({ text }) => text.length <= 200 && what.test(text))).length > 0) return true;
    return false;
  };
  // Of two deliveries nobody knows here which one counts.
  if (yield* says(/(?<!\p{L})re-?deliver(?:y|ed)(?!\p{L})/iu)) return null;
  const isDayFirst = (yield* says(dayFirst)) && !(yield* says(monthFirst));
  const sure = (form: RegExp): Pick<RegExp, 'test'> => ({
    test: (text) =>
      form.test(text) && !planned.test(text) && (!isDayFirst || dateFormAbroad.test(text) || /\p{L}{3}/u.test(text)),
  });
  // Nor whose signature the day would be of, where it may be none.
  const isOpen = signature === 'unclear' || signature === 'no_place';
  const ofDelivery = { test: (text: string) => dateLabel.test(text) && !/signed|^completed/i.test(text) };
  const stated = [
    ...(yield* fieldsOnForm(forms, isOpen ? ofDelivery : dateLabel, sure(dateForm), textOf, isDayOfDelivery)),
    ...(yield* fieldsOnForm(forms, inSomeLanguage(dateLabelAbroad), dateFormAbroad, textOf, isDayOfDelivery)),
    ...(signature === 'unclear'
      ? []
      : yield* fieldsOnForm(forms, dayOfSignature, dateFormAbroad, textOf, isDateOfSignature)),
    // Beside what may be no signature, a bare date is of nobody knows what.
    ...(signature === 'unclear'
      ? []
      : [
          // "Bern, 20.11.2026"
          ...(yield* fieldsOnForm(forms, placeAndDate, sureDay, textOf, isDateOfSignature)).map(
            (text) => dayBehindPlace.exec(text)?.[0] ?? text,
          ),
          ...(yield* fieldsOnForm(forms, bareDateLabel, sure(bareDateForm), textOf, isDateOfSignature)),
          ...(yield* fieldsOnForm(forms, signedAndDated, sure(bareDateForm), textOf)),
          ...(yield* fieldsOnForm(forms, signedElectronically, sure(dateForm), textOf)).map(
            (text) => dateForm.exec(text)?.[0] ?? text,
          ),
        ]),
  ];
  const day = onlyOne(stated, (text) => (dateForm.exec(text)?.[0] ?? text).toLowerCase());
  const number = day === null ? undefined : monthFirstNumber(day);
  if (number === undefined) return day;
  // Nothing arrives before it is sent: the day may stand before the month.
  const sent = yield* fieldsOnForm(forms, sentLabel, dateForm, textOf);
  return sent.some((text) => (monthFirstNumber(text) ?? 0) > number) ? null : day;
}

const sentLabel =
  /^(?:ship(?:ped|ping|ment)? date|date shipped|shipped(?: on)?|pick-?up date|date of (?:shipment|pick-?up))$/i;

/** A number for `12/02/26` that is greater for later days; none for what is written otherwise. */
function monthFirstNumber(text: string): number | undefined {
  const [, month, day, year = ''] = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
  return day === undefined ? undefined : (Number(year) % 100) * 10_000 + Number(month) * 100 + Number(day);
}

function onlyOne(values: readonly string[], called: (value: string) => string): string | null {
  return new Set(values.map(called)).size === 1 ? (values[0] ?? null) : null;
}

/** The "X" at the beginning of a line is of whoever the line is of. */
const isCross = ({ party, label: { text } }: SigningPlace): boolean => party === 'unknown' && /^x$/i.test(text);

/** A bare "Date" is that of the delivery beside or under the receiver's signature. */
function* isDateOfSignature(page: FormLayout, label: Word, isName = false): Generator<void, boolean> {
  if ((yield* partyCells(page, label)).length > 0 || !(yield* isDayOfDelivery(page, label))) return false;
  const places = yield* signingPlaces(page);
  const cell = yield* cellAround(page, label);
  // A cell for one party has all of its fields in it.
  const inCell = places.filter((place) => cell !== undefined && contains(cell, place.label, 2) && !isCross(place));
  if (inCell.length > 0) return inCell.every(({ party }) => party === 'receiver');
  const rows = new Set<Word>();
  for (const { label: to } of places) {
    const other = yield* cellAround(page, to);
    if (cell !== undefined && other !== undefined && Math.abs(cell.top - other.top) < 3) rows.add(to);
  }
  // What is over it is the date of the document, unless a printed name is with it.
  const names = yield* filterInSlices(page.words, (word) => nameLabel.test(word.text.split(':')[0]?.trim() ?? ''));
  const isInBlock =
    isName || names.some((name) => Math.abs(name.bottom - label.bottom) <= 45 && !namesOther(name.text));
  // Where nobody else signs, it may stand further to the right.
  const aside = places.every((place) => place.party === 'receiver' || isCross(place)) ? 330 : 60;
  // "Datum ____ Unterschrift Empfänger ____"
  const isBeforeOn = (to: Word): boolean =>
    Math.abs(to.bottom - label.bottom) < 3 && to.left - label.right < (to.style === label.style ? 340 : 140);
  const isNear = (to: Word): boolean =>
    rows.has(to) || Math.abs(to.bottom - label.bottom) <= (label.left > to.right ? 24 : 14)
      ? isName || rows.has(to) || label.left > to.left || isBeforeOn(to)
      : to.bottom > label.bottom
        ? to.bottom - label.bottom <= 95 && label.left >= to.left - 60 && label.left <= to.left + aside
        : isInBlock && label.bottom - to.bottom <= 45 && Math.abs(label.left - to.left) <= 60;
  const own = places.filter((place) => isNear(place.label) && !isCross(place));
  const row = own.filter((place) => rows.has(place.label));
  const near = row.length > 0 ? row : own;
  return near.length > 0 && near.every(({ party }) => party === 'receiver');
}

/** In the row of cells in which the receiver signs, and nobody else. */
function* isInRowOfReceiver(page: FormLayout, label: Word): Generator<void, boolean> {
  const cell = yield* cellAround(page, label);
  if (cell === undefined) return false;
  const row: SigningPlace[] = [];
  for (const place of yield* signingPlaces(page)) {
    const other = yield* cellAround(page, place.label);
    if (other !== undefined && Math.abs(cell.top - other.top) < 3) row.push(place);
  }
  return row.length > 0 && row.every(({ party }) => party === 'receiver');
}

/** On the line on which the receiver signs, and nobody else; a name before that place is set as its label is. */
function* isBesideReceiver(page: FormLayout, label: Word): Generator<void, boolean> {
  const onLine = (yield* signingPlaces(page)).filter(({ label: to }) => Math.abs(to.bottom - label.bottom) < 10);
  return (
    onLine.every(({ party }) => party === 'receiver') &&
    onLine.some(({ label: to }) => label.left > to.right || (to.style === label.style && to.left - label.right < 260))
  );
}

/** On a form with places for several parties, the one of who received. */
function* printedName(
  forms: readonly FormLayout[],
  signature: PodContent['signature'],
): Generator<void, string | null> {
  const own = function* (page: FormLayout, label: Word): Generator<void, boolean> {
    // The column of the names of all parties.
    if ((yield* partyCells(page, label)).length > 0 || (yield* isHeadOfList(page, label))) return false;
    const isHead = headNames.test(label.text.split(':')[0]?.trim() ?? '');
    if (isHead && !(yield* isDateOfSignature(page, label, true))) return false;
    if (namesReceiver(label.text)) return true;
    // Beside what may be no signature, only a name that says whose it is.
    if (signature === 'unclear' || namesOther(label.text)) return false;
    return (
      (yield* partyOf(page, label)) === 'receiver' ||
      (yield* isInRowOfReceiver(page, label)) ||
      (yield* isBesideReceiver(page, label))
    );
  };
  const names = yield* fieldsOnForm(forms, nameLabel, nameForm, textOf, own);
  return onlyOne(names, (name) => name.toLowerCase().replace(/[^\p{L}]/gu, ''));
}

const proLabel = whole(phrases.proLabels);
/** "PRO No / No de PRO" */
const inSomeLanguage = (label: Pick<RegExp, 'test'>): Pick<RegExp, 'test'> => ({
  test: (text) => text.split(/\s+\/\s+/u).some((part) => label.test(part)),
});
function* textOf(words: readonly Word[]): Generator<void, string> {
  return (yield* lines(words)).join(' ');
}

function hasLetters(text: string): boolean {
  let count = 0;
  for (const _letter of text.matchAll(/\S/g)) {
    count += 1;
    if (count === fewestLetters) return true;
  }
  return false;
}

/** The places for a PRO, and mentions such as "PRO 0412708839"; carriers part its digits with blanks and dashes. */
function* proNumbers(forms: readonly FormLayout[], text: string): Generator<void, string[]> {
  const label = inSomeLanguage(proLabel);
  const found = new Set<string>();
  for (const page of forms) {
    const field = (yield* fieldOnForm([page], label, /\d/, textOf))?.replace(/[\s-]/g, '');
    if (field !== undefined && /^\d{7,10}$/.test(field)) found.add(field);
  }
  for (const page of forms) for (const number of yield* numbersOfList(page)) found.add(number);
  // Bounded, so that a long run of blanks is not read again from each of its ends.
  const mentions = text.matchAll(
    /\bPRO(?:\s{0,40}(?:number|nummer|num[eé]ro|número|num\.|nbr\.?|no\.?|nr\.?|n\.?[°º]\.?|ref\.?|-|#|:|\))){0,4}\s{0,40}(\d{7,10}(?![\d-])|(?:\d[ -]?){6,9}\d(?![\d-]))/gi,
  );
  for (const [, digits = ''] of mentions) {
    found.add(digits.replace(/[ -]/g, ''));
    if (found.size % 256 === 0) yield;
  }
  return [...found];
}

function* pieces(forms: readonly FormLayout[]): Generator<void, number | null> {
  // What was received is said before what was sent.
  const received =
    /^(?:(?:total )?(?:pieces|pcs|units|cartons|skids|pallets|handling units|qty|quantity) (?:received|rec['’]?d|delivered)|(?:received|delivered) (?:pieces|pcs|qty|quantity))$/i;
  const sent = /^(?:pieces|pcs\.?|number of pieces)$/i;
  const count = /^\d{1,6}$/;
  const value =
    (yield* fieldOnForm(forms, received, count, textOf)) ?? (yield* fieldOnForm(forms, sent, count, textOf)) ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

/** Services whose box is crossed: `Liftgate delivery [X]`. */
function* ticked(pages: readonly PageGeometry[]): Generator<void, string[]> {
  const cross = /^(.{2,60}?) ?\[x\]$/i;
  const names: string[] = [];
  for (const { words } of pages)
    for (const { text } of yield* filterInSlices(words, (word) => cross.test(word.text)))
      names.push(cross.exec(text)?.[1] ?? '');
  return names;
}
