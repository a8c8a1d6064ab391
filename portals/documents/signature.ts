/**
 * Whether a receipt is signed by who received the freight. Signed is what has a mark in the place for it; not signed is a
 * place that is known and empty. Everything else is for a person to see: it is never called unsigned.
 */
import type { PodContent } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { type FormLayout, cellAround } from './form-layout.ts';
import type { Area, Stroke, Word } from './page-geometry.ts';
import { extent, nowhere, shareIn } from './page-shapes.ts';
import { asksForReceipt } from './receipt-texts.ts';
import { isGoods, isLabel, wordsOf } from './receipt-wording.ts';
import {
  isFieldLabel,
  isOfReceiver,
  namesOther,
  namesPickup,
  sign,
  signingParty,
  statesAbsence,
} from './signing-party.ts';
import { type SigningPlace, signingPlaces } from './signing-places.ts';

type Signature = PodContent['signature'];

/** Smallest extent of pen strokes that is somebody's mark and not a speck, in points. */
const smallestMark = 20;
const speck = 2.5;
/** A cross or a tick in the place may be somebody's mark. */
const smallestCross = 6;
const leastPieces = 8;
/** A mark this much of which lies in a place is made there. */
const leastShare = 0.4;
/** Of a mark over the line to sign on. */
const highestOver = 24;
/** A mark further away than this from a label was not made for it. */
const farthest = 130;

const electronic =
  /(?<!\p{L})(?:electronically|digitally|e-?) ?signed|\bdocusigned by|(?:^|\s)\/s\/\s*\p{L}|signed (?:electronically|digitally|on glass)|(?<!\p{L})(?:elektronisch|digital) (?:unterzeichnet|unterschrieben|signiert)|(?<!\p{L})firmado (?:electr[oó]nica|digital)mente|(?<!\p{L})sign[eé] (?:[eé]lectronique|num[eé]rique)ment/iu;
/** That it may, or has to, be signed so. */
const conditional = /\b(?:may|must|can|shall|should|will|to|if|when|unless|cannot|not)\b/i;
const signedBy =
  /^(?:signed(?: for)?|received|accepted) by:?\s+(\p{L}[\p{L}.'’ -]{2,60}?)[\s,@-]+(?:on |at )?(?=.*\d{1,2}:\d{2})/iu;
const signedByLabel = /^(?:e-?)?signed (?:for )?by\s*:?\s*(.*)$/i;
const nameForm = /^\p{L}[\p{L}.'’ -]{1,60}$/u;
const hour = /\b\d{1,2}:\d{2}\b/;
/** From "Signed by" to the time at which it was. */
const farthestTime = 80;
/** No company signs for freight; it seals documents. */
const ofCompany = /(?<!\p{L})(?:inc|llc|ltd|corp|gmbh|freight|logistics|transport|trucking|lines)(?!\p{L})/iu;

/**
 * What one page shows of several goes for all: a signature on any of them counts, unless another page has an empty place for
 * it and the signed one does not say what it is about.
 * @param texts of each page, line by line
 * @param numbers the PROs that the file names
 */
export function* signatureOn(
  pages: readonly FormLayout[],
  texts: readonly (readonly string[])[],
  numbers: readonly string[],
): Generator<void, Signature> {
  let best: Signature = 'no_place';
  let [isEmptySomewhere, isNamed] = [false, false];
  for (const [index, page] of pages.entries()) {
    const places = yield* signingPlaces(page);
    const found = strongest(yield* drawnSignature(page, places), yield* typedSignature(page, places));
    if (found === 'none') isEmptySomewhere = true;
    if (rank[found] >= rank.typed) {
      const text = (texts[index] ?? []).join(' ').replace(/[ -]/g, '');
      isNamed ||= numbers.some((number) => text.includes(number));
    }
    if (rank[found] > rank[best]) best = found;
  }
  return rank[best] >= rank.typed && isEmptySomewhere && !isNamed ? 'unclear' : best;
}

const rank: Readonly<Record<Signature, number>> = {
  no_place: 0,
  none: 1,
  unclear: 2,
  typed: 3,
  picture: 4,
  strokes: 5,
};

function strongest(a: Signature, b: Signature): Signature {
  return rank[a] >= rank[b] ? a : b;
}

const stopNumber =
  /(?<!\p{L})(?:stop|drop|delivery|entrega|parada|livraison|arr[eê]t|stopp|halt) ?(?:no\.? ?|# ?)?(\d{1,2})(?!\d)/iu;

/** Of several numbered stops, nobody knows here which one is meant. */
export function* hasStops(page: FormLayout): Generator<void, boolean> {
  const stops = yield* filterInSlices(page.words, ({ text }) => text.length <= 60 && stopNumber.test(text));
  return new Set(stops.map(({ text }) => stopNumber.exec(text)?.[1])).size > 1;
}

function* drawnSignature(page: FormLayout, places: readonly SigningPlace[]): Generator<void, Signature> {
  const receivers = places.filter(({ party }) => party === 'receiver');
  let found: Signature = 'no_place';
  const byLabel = new Map<string, Signature[]>();
  for (const place of receivers) {
    let inPlace = yield* signatureIn(page, place, places);
    for (const area of place.free ?? []) {
      const beside = yield* signatureIn(page, { ...place, area, rule: undefined }, places);
      if (rank[beside] >= rank.picture || inPlace === 'none') inPlace = strongest(inPlace, beside);
    }
    const isOpen =
      (place.isDoubtful && inPlace !== 'no_place') ||
      (place.isAnswered === true && inPlace === 'none') ||
      // It may ask for a name as well.
      (place.mayAskForName === true && inPlace === 'none');
    const own = isOpen ? 'unclear' : inPlace;
    if (rank[own] > rank[found]) found = own;
    const called = place.label.text.replace(/\d+/g, '#').toLowerCase();
    // "Signed at 2026-09-30 08:40" is filled in, and no place to sign.
    const isField = rank[own] < rank.typed && (yield* isFilledField(page, place.label));
    if (!isField) byLabel.set(called, [...(byLabel.get(called) ?? []), own]);
  }
  // Of two places of one name, or of two stops, one is signed: which of them this delivery is, nobody knows here.
  const isOfStops = yield* hasStops(page);
  // "Customer signature (charges)" and "Customer signature (freight)" ask for two things.
  const named = [...byLabel].filter(([called]) => sign.test(called) && signingParty(called) === 'receiver');
  if (named.length > 1 && rank[found] >= rank.typed && named.some(([, [one = 'none']]) => rank[one] < rank.typed))
    return 'unclear';
  const isHalf = [...byLabel].some(
    ([called, all]) =>
      (isOfStops || called.length > 3) &&
      all.some((one) => rank[one] < rank.typed) &&
      all.some((one) => rank[one] >= rank.typed),
  );
  if (isHalf) return 'unclear';
  if (found !== 'no_place') return found;
  // A form whose place is called otherwise may be signed all the same.
  return (yield* hasLooseMarks(page, places)) ? 'unclear' : 'no_place';
}

/** "Signed by" or "Signed on" with a name or a time on its line. */
function* isFilledField(page: FormLayout, label: Word): Generator<void, boolean> {
  if (!/^signed (?:for )?(?:by|at|on)(?!\p{L})/iu.test(label.text)) return false;
  const beside = yield* filterInSlices(
    page.words,
    ({ text, bottom, left }) =>
      Math.abs(bottom - label.bottom) < 4 && left >= label.right - 1 && (nameForm.test(text) || hour.test(text)),
  );
  return beside.length > 0 && !beside.some(({ text }) => isFieldLabel(text) || statesAbsence.test(text));
}

/** Whether there are strokes that may be of a pen in no place of another's. */
function* hasLooseMarks(page: FormLayout, places: readonly SigningPlace[]): Generator<void, boolean> {
  const others = places.filter(({ party }) => party === 'other');
  const isLoose = (mark: Area): boolean =>
    isLarge(mark) && !others.some((place) => shareIn(place.area, mark) >= leastShare);
  return (yield* filterInSlices(page.strokes, isLoose)).length > 0;
}

const isLarge = (area: Area): boolean => area.right - area.left >= smallestMark;

function* signatureIn(
  page: FormLayout,
  place: SigningPlace,
  places: readonly SigningPlace[],
): Generator<void, Signature> {
  const scans = yield* filterInSlices(page.pictures, (picture) => isScan(picture, place.area));
  const pictures = yield* filterInSlices(
    page.pictures,
    (picture) => isLarge(picture) && !isScan(picture, place.area) && isIn(place, picture, places),
  );
  const strokes = yield* filterInSlices(page.strokes, (stroke) => isIn(place, stroke, places));
  const segments = yield* filterInSlices(page.segments, (segment) => isIn(place, segment, places));
  const made = isWritten(strokes) || isMadeOfPieces(segments) ? 'strokes' : 'picture';
  if (made === 'strokes' || pictures.some(isWide)) {
    const marks = [...pictures, ...strokes.filter(isLarge)];
    if (marks.some((mark) => isContested(place, mark, places))) return 'unclear';
    // A stamp has its words in it; what has other words between it and the label is another's.
    if (made === 'strokes' && (yield* isStamp(page, place, strokes.filter(isLarge)))) return 'unclear';
    return (yield* isParted(page, place, marks)) ? 'unclear' : made;
  }
  const isNear = (mark: Area): boolean =>
    !isScan(mark, place.area) &&
    (place.isDrawn ? shareIn(place.area, mark) > 0 : distance(place.label, mark) <= farthest) &&
    !places.some((other) => other.party === 'other' && shareIn(other.area, mark) >= leastShare);
  const near = yield* filterInSlices(page.pictures, (mark) => isLarge(mark) && isNear(mark));
  const drawn = yield* filterInSlices(page.strokes, isNear);
  const short = [...drawn, ...(yield* filterInSlices(page.segments, isNear))];
  const typed = yield* filterInSlices(page.words, (word) => isTypedIn(word, place));
  const faint = yield* filterInSlices(
    page.faint,
    (mark) => shareIn(place.area, mark) > 0.2 || isIn(place, mark, places),
  );
  const isMarked =
    near.length > 0 ||
    drawn.some(isLarge) ||
    isMadeOfPieces(short) ||
    isDotted(short) ||
    [...strokes, ...segments].some(isCross);
  return scans.length > 0 || isMarked || typed.length > 0 || faint.length > 0 ? 'unclear' : 'none';
}

const isCross = ({ left, right, bottom, top }: Area): boolean =>
  right - left >= smallestCross && top - bottom >= smallestCross;

function* isStamp(page: FormLayout, { label }: SigningPlace, marks: readonly Area[]): Generator<void, boolean> {
  if (marks.length !== 1) return false;
  const [mark] = marks;
  const inside = yield* filterInSlices(
    page.words,
    (word) => word !== label && mark !== undefined && shareIn(mark, word) > 0.9 && /\p{L}{2}/u.test(word.text),
  );
  return inside.length > 0;
}

/** Without a box or a line: whether each mark is parted from the label by another text. */
function* isParted(
  page: FormLayout,
  { label, isDrawn, rule }: SigningPlace,
  marks: readonly Area[],
): Generator<void, boolean> {
  if (isDrawn || rule !== undefined || marks.length === 0) return false;
  for (const mark of marks.slice(0, 40)) {
    const between = yield* filterInSlices(
      page.words,
      (word) =>
        word !== label &&
        parts(word.text) &&
        word.left < mark.right &&
        word.right > Math.min(mark.left, label.left) &&
        (mark.bottom > label.top
          ? word.bottom >= label.top - 2 && word.top <= mark.bottom + 4
          : word.top <= label.bottom + 2 && word.bottom >= mark.top - 4),
    );
    if (between.length === 0) return false;
  }
  return true;
}

/** What a mark is of else; the name, the title and the day of whoever signs stand between as well. */
const parts = (text: string): boolean =>
  wordsOf(text).length > mostOfSigner ||
  namesOther(text) ||
  ofPictures.test(text) ||
  (signingParty(text) !== undefined && !/\d/.test(text)) ||
  (isLabel(text) && !ofSigner.test(text));
const mostOfSigner = 5;
const ofPictures = /(?<!\p{L})(?:photos?|pictures?|maps?|barcode|qr|logo|attachments?|fotos?|bild(?:er)?)(?!\p{L})/iu;
const ofSigner =
  /(?<!\p{L})(?:names?|print(?:ed)?|title|date|time|role|position|by|to|at|nom|nombre|fecha|hora|datum|uhrzeit|phone|e-?mail)(?!\p{L})/iu;

/** A mark belongs to the place in which most of it lies. */
function isIn(place: SigningPlace, mark: Area, places: readonly SigningPlace[]): boolean {
  const share = shareIn(place.area, mark);
  // It is written on its line, and not high over it.
  const isHigh = place.rule !== undefined && mark.bottom > place.rule.top + highestOver;
  if (share < leastShare || isHigh) return false;
  return !places.some(
    ({ party, label, area }) => party !== 'unknown' && label !== place.label && shareIn(area, mark) > share,
  );
}

/** A mark that lies in the place of somebody else nearly as much: lines of signatures that stand close together. */
function isContested(place: SigningPlace, mark: Area, places: readonly SigningPlace[]): boolean {
  const share = shareIn(place.area, mark);
  const isOnOwnLine =
    place.rule !== undefined && shareIn(place.rule, { ...mark, bottom: place.rule.bottom, top: place.rule.top }) > 0.9;
  return places.some(
    ({ party, area, free = [], label, rule, isDrawn }) =>
      // "Driver: 118" may be signed behind its name; what is on a line of another label is not.
      !(isOnOwnLine && rule === undefined && !isDrawn && signingParty(label.text) === undefined) &&
      // Lines under each other: a mark is written on the one that it stands on.
      !(isOnOwnLine && rule !== undefined && standsOn(place.rule, mark) && !standsOn(rule, mark)) &&
      (party === 'other' || (party === 'unknown' && signingParty(label.text) !== 'bare')) &&
      // "Signed on device by Ann Lee on 11/17/2026 13:23" says so, and asks for nothing.
      !(party === 'unknown' && !isDrawn && rule === undefined && hour.test(label.text)) &&
      label !== place.label &&
      [area, ...free].some((own) => shareIn(own, mark) >= Math.max(leastShare, share - 0.2)),
  );
}

const standsOn = (rule: Area | undefined, { bottom, top }: Area): boolean =>
  rule !== undefined && bottom < rule.top + 8 && (bottom + top) / 2 > rule.bottom - 4;

/** Names are written from left to right; codes, stamps and photos are as high as wide. */
const isWide = ({ left, right, bottom, top }: Area): boolean => right - left >= 1.2 * (top - bottom);

/** A frame, an arrow, a tick or a line through the place turns less often than anybody's name. */
const fewestTurns = 6;
function isWritten(strokes: readonly Stroke[]): boolean {
  let turns = 0;
  for (const { points } of strokes) turns += points;
  return turns >= fewestTurns && isMark(strokes);
}

function isMark(strokes: readonly Area[]): boolean {
  // A loop: a hostile page has more strokes than a call may have arguments.
  let [left, right] = [Infinity, -Infinity];
  for (const stroke of strokes) {
    // Ends of lines and corners of frames that were drawn by themselves.
    if (Math.max(stroke.right - stroke.left, stroke.top - stroke.bottom) < speck) continue;
    left = Math.min(left, stroke.left);
    right = Math.max(right, stroke.right);
  }
  return right - left >= smallestMark;
}

/** Some pens leave their way in short pieces; a cross or two in boxes to tick are not as many. */
function isMadeOfPieces(pieces: readonly Area[]): boolean {
  return pieces.length >= leastPieces && isMark(pieces) && !isHatching(pieces);
}

/** Some programs draw a curve as dots, as high as wide: whether a pen or a pattern did, is not seen from them. */
function isDotted(pieces: readonly Area[]): boolean {
  const dots = pieces.filter(({ left, right, bottom, top }) => Math.max(right - left, top - bottom) < speck);
  if (dots.length < fewestDots) return false;
  let area = nowhere;
  for (const { left, right, bottom, top } of dots)
    area = extent(
      [
        [left, bottom],
        [right, top],
      ],
      area,
    );
  return area.right - area.left >= smallestMark && area.top - area.bottom >= smallestCross;
}
const fewestDots = 30;

/** Somebody's hand where nobody signs: what it wrote is not read. */
export function* strayPens(page: FormLayout, places: readonly SigningPlace[], top: number): Generator<void, number> {
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
  for (const mark of stray.slice(0, mostStray)) {
    // "Per" or "Driver" before the line on which it is, in the part of the form for whoever sends or carries.
    const cell = yield* cellAround(page, mark);
    const within = cell === undefined ? [] : yield* filterInSlices(page.words, (word) => shareIn(cell, word) > 0.8);
    if (
      within.some(({ text }) => namesOther(text)) &&
      !within.some(({ text }) => isGoods.test(text) || asksForReceipt(text))
    )
      continue;
    // Frames and buttons have their words in them.
    const inside = yield* filterInSlices(page.words, (word) => shareIn(mark, word) > 0.8);
    if (inside.length === 0) found += 1;
  }
  return found;
}

const mostStray = 10;

/** Lines of one length and slope shade a form; no pen makes them. */
function isHatching(pieces: readonly Area[]): boolean {
  const sizes = new Map<string, number>();
  for (const { left, right, bottom, top } of pieces) {
    const size = `${Math.round(right - left)} ${Math.round(top - bottom)}`;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  return Math.max(...sizes.values()) >= 0.85 * pieces.length;
}

/** A picture of paper, with the place in it: what is in the place is not known. */
function isScan(picture: Area, { left, right, top, bottom }: Area): boolean {
  const holds = shareIn(picture, { left, right: Math.min(right, left + 200), top, bottom }) > 0.9;
  return holds && picture.right - picture.left > 300 && picture.top - picture.bottom > 200;
}

function distance(a: Area, b: Area): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.bottom - b.top, b.bottom - a.top);
  return Math.max(down, across / 3);
}

const wordsOfForms =
  /(?<!\p{L})(?:sign(?:ed|ature|atures|ee|er)?|print(?:ed)?|dates?|times?|names?|titles?|compan(?:y|ies)|receiv(?:ed|er|ers|ing)|rec['’]?d|consign(?:ee|or)s?|shippers?|carriers?|drivers?|good|orders?|conditions?|pieces|exceptions?|customers?|deliver(?:y|ed)|initials?|only|please|copy|empfangen|erhalten|unterschrift|stempel|datum|firma|sello|fecha|recib[ií](?:do)?|conforme|re[cç]u|cachet|marchandises?|ricevuto|timbro|recebi(?:do)?|carimbo|assinatura|ontvangen|handtekening)(?!\p{L})/iu;

/** A name, initials or anything else in the place that is no word of the form: somebody may have signed by it. */
function isTypedIn(word: Word, { area, label, isDrawn, rule }: SigningPlace): boolean {
  if (word === label || wordsOfForms.test(word.text))
    return statesAbsence.test(word.text) && shareIn(area, word) >= 0.8;
  const isInside = shareIn(area, word) >= 0.8;
  const isBesideLabel = Math.abs(word.bottom - label.bottom) <= 4 && word.left >= label.right - 2;
  if (isBesideLabel && word.left <= label.right + 240 && statesAbsence.test(word.text)) return true;
  if (isDrawn) return isInside && /\p{L}[\p{L}.'’-]/u.test(word.text);
  // Typed on the line.
  const isOnLine =
    rule !== undefined &&
    word.bottom >= rule.bottom - 4 &&
    word.bottom <= rule.bottom + 20 &&
    word.left >= rule.left - 4 &&
    word.left <= rule.right - 4;
  if (isOnLine && /\p{L}[\p{L}.'’-]/u.test(word.text)) return true;
  const isName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(word.text);
  if (isInside && isName && Math.abs(word.bottom - label.bottom) <= 14) return true;
  // Under a label without a line, as on certificates of electronic signatures.
  const isUnder =
    word.top <= label.bottom + 4 && word.top >= label.bottom - 24 && Math.abs(word.left - label.left) <= 20;
  if (rule === undefined && isUnder && (isName || statesAbsence.test(word.text)) && !isFieldLabel(word.text))
    return true;
  // Without a box, shorter words only right behind the label.
  const isBehind =
    word.left >= label.right - 2 && word.left <= label.right + 160 && Math.abs(word.bottom - label.bottom) <= 4;
  return isBehind && /^\p{L}[\p{L}.'’-]{0,20}$/u.test(word.text);
}

/** An electronic signature that says so, or a name with a time; who drives or ships signs for no delivery. */
function* typedSignature(page: FormLayout, places: readonly SigningPlace[]): Generator<void, Signature> {
  const ofOthers = places.filter(({ party }) => party === 'other');
  const isOthers = (word: Word): boolean => ofOthers.some(({ area }) => shareIn(area, word) >= 0.5);
  const said = yield* filterInSlices(
    page.words,
    (word) =>
      // A long text is no name with a time.
      word.text.length <= 300 &&
      ((electronic.test(word.text) && !conditional.test(word.text)) || signedBy.test(word.text)) &&
      !namesOther(word.text) &&
      !namesPickup(word.text) &&
      !isOthers(word),
  );
  if (said.some(({ text }) => statesAbsence.test(text))) return 'unclear';
  let isSaid: Signature = 'no_place';
  for (const word of said) {
    // Who tenders, carries or seals a document signs it electronically too.
    if ((yield* isOfReceiver(page, word)) && !ofCompany.test(word.text) && (yield* saysWhoOrWhen(page, word)))
      return 'typed';
    isSaid = 'unclear';
  }
  if (isSaid !== 'no_place') return isSaid;
  const labels = yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && signedByLabel.test(text));
  let found: Signature = 'no_place';
  for (const label of labels) {
    const timed = yield* filterInSlices(
      page.words,
      ({ text, bottom }) => hour.test(text) && Math.abs(bottom - label.bottom) <= farthestTime,
    );
    const behind = signedByLabel.exec(label.text)?.[1]?.trim() ?? '';
    const beside = yield* filterInSlices(
      page.words,
      (word) =>
        word !== label &&
        Math.abs(word.bottom - label.bottom) < 4 &&
        word.left >= label.right - 1 &&
        word.left <= label.right + 240,
    );
    const value = behind === '' ? (beside.toSorted((a, b) => a.left - b.left)[0]?.text ?? '') : behind;
    const name = value.replace(/[\s,@-]+(?:on |at )?\d.*$/, '');
    const hasLine = places.some((place) => place.label === label && place.rule !== undefined);
    if (!nameForm.test(name) || wordsOfForms.test(name) || isFieldLabel(value)) continue;
    const isSure =
      timed.length > 0 &&
      !hasLine &&
      !statesAbsence.test(name) &&
      !ofCompany.test(name) &&
      (yield* isOfReceiver(page, label));
    // Two who signed: which of them received it, is said by neither.
    if (!isSure || found !== 'no_place') return 'unclear';
    found = 'typed';
  }
  return found;
}

/** "Electronically signed by" with nothing behind it is a place to sign. */
function* saysWhoOrWhen(page: FormLayout, said: Word): Generator<void, boolean> {
  const isAnswer = (text: string): boolean =>
    /\d{1,2}:\d{2}|\d[/.-]\d/.test(text) ||
    (/\p{L}{2}/u.test(text) && !isFieldLabel(text) && !statesAbsence.test(text));
  const behind = /signed(?: (?:electronically|digitally))?(?: by)?\s*:?\s*(.*)$|\/s\/\s*(.*)$/iu.exec(said.text);
  if (isAnswer(behind?.[1] ?? behind?.[2] ?? '') || /\d{1,2}:\d{2}/.test(said.text)) return true;
  const near = yield* filterInSlices(
    page.words,
    (word) =>
      word !== said &&
      isAnswer(word.text) &&
      (Math.abs(word.bottom - said.bottom) < 4
        ? word.left >= said.right - 2 && word.left <= said.right + 200
        : word.top <= said.bottom + 3 && word.top >= said.bottom - 24 && Math.abs(word.left - said.left) <= 40),
  );
  return near.length > 0;
}
