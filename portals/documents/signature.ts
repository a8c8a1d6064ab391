/**
 * Whether a receipt is signed by who received the freight. Signed is what has a mark in the place for it; not signed is a
 * place that is known and empty. Everything else is for a person to see: it is never called unsigned.
 */
import type { PodContent } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { type FormLayout, cellAround, ruleOf, shareIn } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';

type Signature = PodContent['signature'];

/** Smallest extent of pen strokes that is somebody's mark and not a speck, in points. */
const smallestMark = 20;
const leastPieces = 8;
/** Places for a signature on a page that are looked at; each is compared with everything drawn on the page. */
const mostLabels = 20;
/** A mark this much of which lies in a place is made there. */
const leastShare = 0.4;
/** A mark further away than this from a label was not made for it. */
const farthest = 130;

const receiver = "(?:consignee|receiver|recipient|customer)(?:['’]?s)?";
const sign = '(?:sign(?:ature|ed)?)';
const ours = new RegExp(
  `\\b${receiver}.{0,14}\\b${sign}\\b|\\b${sign}(?: of| by)?(?: the)? ${receiver}|received by.{0,12}\\b${sign}\\b|\\b${sign}.{0,12}received by`,
  'i',
);
const others =
  /\b(?:shipper|consignor|driver|carrier|agent|dispatcher|witness|broker|notary)(?:['’]?s)?\b.{0,20}\b(?:sign(?:ature|ed)?|per)\b|\bsignature of (?:the )?(?:shipper|consignor|driver|carrier|agent)/i;
/** Whose it is, is said elsewhere on the form. */
const anybodys =
  /^(?:x|by|received by|accepted by|delivered to|sign(?:ature|ed)?(?: here| by)?)\s*[:.]?$|\bsignature\s*:?$|^signature\b/i;
const theirParty = /\b(?:shipper|consignor|driver|carrier|agent|broker)\b/i;
const ourParty = /\b(?:consignee|receiver|recipient|customer|received|receipt|delivery)\b/i;
const electronic =
  /(?:electronically|digitally|e-?) ?signed|(?:^|\s)\/s\/\s*\p{L}|signed (?:electronically|digitally)/iu;
const signedBy =
  /^(?:signed|received|accepted) by:?\s+(\p{L}[\p{L}.'’ -]{2,60}?)[\s,@-]+(?:on |at )?(?=.*\d{1,2}:\d{2})/iu;

interface SigningPlace {
  readonly isOurs: boolean;
  readonly label: Word;
  /** A cell or box is drawn around it; elsewhere its edges are taken to be where forms have them. */
  readonly isDrawn: boolean;
  readonly area: Area;
}

/** @param lines the texts of all pages, line by line */
export function* signatureOn(pages: readonly FormLayout[], lines: readonly string[]): Generator<void, Signature> {
  let best: Signature = 'no_place';
  for (const page of pages) {
    const found = yield* signatureOfPage(page);
    if (rank[found] > rank[best]) best = found;
  }
  if (rank[best] >= rank.picture) return best;
  for (const [index, line] of lines.entries()) {
    if (index % 512 === 0) yield;
    // A long line is no name with a time.
    if (line.length <= 300 && (electronic.test(line) || signedBy.test(line))) return 'typed';
  }
  return best;
}

/** What one page shows of several goes for all: a signature on any of them counts. */
const rank: Readonly<Record<Signature, number>> = {
  no_place: 0,
  none: 1,
  unclear: 2,
  typed: 3,
  picture: 4,
  strokes: 5,
};

function* signatureOfPage(page: FormLayout): Generator<void, Signature> {
  const places = yield* placesOf(page);
  const isLarge = (area: Area): boolean => area.right - area.left >= smallestMark;
  let found: Signature = 'no_place';
  for (const place of places.filter(({ isOurs }) => isOurs)) {
    const scans = yield* filterInSlices(page.pictures, (picture) => isScan(picture, place.area));
    const pictures = yield* filterInSlices(
      page.pictures,
      (picture) => isLarge(picture) && !isScan(picture, place.area) && isIn(place, picture, places),
    );
    const strokes = yield* filterInSlices(page.strokes, (stroke) => isIn(place, stroke, places));
    if (pictures.length > 0) return 'picture';
    const segments = yield* filterInSlices(page.segments, (segment) => isIn(place, segment, places));
    if (isMark(strokes) || isMadeOfPieces(segments)) return 'strokes';
    const isNear = (mark: Area): boolean =>
      !isScan(mark, place.area) &&
      (place.isDrawn ? shareIn(place.area, mark) > 0 : distance(place.label, mark) <= farthest) &&
      !places.some((other) => !other.isOurs && shareIn(other.area, mark) >= leastShare);
    const near = yield* filterInSlices(page.pictures, (mark) => isLarge(mark) && isNear(mark));
    const drawn = yield* filterInSlices(page.strokes, isNear);
    const short = [...drawn, ...(yield* filterInSlices(page.segments, isNear))];
    const typed = yield* filterInSlices(page.words, (word) => isTypedIn(word, place));
    const isMarked = near.length > 0 || drawn.some(isLarge) || isMadeOfPieces(short);
    const own: Signature = scans.length > 0 || isMarked || typed.length > 0 ? 'unclear' : 'none';
    if (rank[own] > rank[found]) found = own;
  }
  if (found !== 'no_place') return found;
  // A form whose place is called otherwise may be signed all the same.
  const marks = yield* filterInSlices(
    page.strokes,
    (mark) => isLarge(mark) && !places.some((place) => shareIn(place.area, mark) >= leastShare),
  );
  return marks.length > 0 ? 'unclear' : 'no_place';
}

/** A mark belongs to the place in which most of it lies. */
function isIn(place: SigningPlace, mark: Area, places: readonly SigningPlace[]): boolean {
  const share = shareIn(place.area, mark);
  if (share < leastShare) return false;
  return !places.some((other) => !other.isOurs && shareIn(other.area, mark) > share);
}

function isMark(strokes: readonly Area[]): boolean {
  // A loop: a hostile page has more strokes than a call may have arguments.
  let [left, right] = [Infinity, -Infinity];
  for (const stroke of strokes) {
    left = Math.min(left, stroke.left);
    right = Math.max(right, stroke.right);
  }
  return right - left >= smallestMark;
}

/** Some pens leave their way in short pieces; a cross or two in boxes to tick are not as many. */
function isMadeOfPieces(pieces: readonly Area[]): boolean {
  return pieces.length >= leastPieces && isMark(pieces);
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
  /sign|print|date|time|name|title|compan|received|consign|shipper|carrier|driver|good|order|condition|pieces|exception|customer|delivery|initial|only|please|copy/i;

/** A name, initials or anything else in the place that is no word of the form: somebody may have signed by it. */
function isTypedIn(word: Word, { area, label, isDrawn }: SigningPlace): boolean {
  if (word === label || wordsOfForms.test(word.text)) return false;
  const isInside = shareIn(area, word) >= 0.8;
  if (isDrawn) return isInside && /^\p{L}[\p{L}\s.'’-]{1,40}$/u.test(word.text);
  const isName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(word.text);
  if (isInside && isName && Math.abs(word.bottom - label.bottom) <= 14) return true;
  // Without a box, shorter words only right behind the label.
  const isBehind =
    word.left >= label.right - 2 && word.left <= label.right + 160 && Math.abs(word.bottom - label.bottom) <= 4;
  return isBehind && /^\p{L}[\p{L}.'’-]{0,20}$/u.test(word.text);
}

function* placesOf(page: FormLayout): Generator<void, SigningPlace[]> {
  const isLabel = (word: Word): boolean =>
    word.text.length <= 120 && (ours.test(word.text) || others.test(word.text) || anybodys.test(word.text));
  const labels = (yield* filterInSlices(page.words, isLabel)).filter(
    ({ text }) => !/\bprint/i.test(text) || /\bsign/i.test(text),
  );
  const certain = labels.filter(({ text }) => ours.test(text));
  const places: SigningPlace[] = [];
  for (const label of labels.slice(0, mostLabels)) {
    const isOurs = ours.test(label.text)
      ? true
      : others.test(label.text)
        ? false
        : certain.length === 0 && (yield* isReceivers(page, label));
    const cell = yield* cellAround(page, label);
    const rule = cell === undefined ? yield* ruleOf(page, label) : undefined;
    places.push({ isOurs, label, isDrawn: cell !== undefined, area: cell ?? (yield* openArea(page, label, rule)) });
  }
  return places;
}

/** Of a bare "Signature": the party that the form names last before it. */
function* isReceivers(page: FormLayout, label: Word): Generator<void, boolean> {
  const before = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label &&
      word.bottom >= label.bottom - 3 &&
      word.bottom - label.top < 200 &&
      word.left < label.right + 40 &&
      (ourParty.test(word.text) || theirParty.test(word.text)),
  );
  let [nearest, least] = [undefined as Word | undefined, Infinity];
  for (const word of before) {
    const away = Math.abs(word.bottom - label.bottom) + Math.abs(word.left - label.left) / 4;
    if (away < least) [nearest, least] = [word, away];
  }
  return nearest === undefined || !theirParty.test(nearest.text) || ourParty.test(nearest.text);
}

/** Where people sign without a box: along the line, or beside the label as far as the next text. */
function* openArea(page: FormLayout, label: Word, rule: Area | undefined): Generator<void, Area> {
  if (rule !== undefined)
    return {
      left: Math.min(rule.left, label.left) - 8,
      right: Math.max(rule.right, label.left) + 40,
      bottom: rule.bottom - 16,
      top: rule.bottom + 50,
    };
  let right = label.right + 320;
  const isNext = (word: Word): boolean => word.left > label.right + 30 && Math.abs(word.bottom - label.bottom) < 6;
  for (const word of yield* filterInSlices(page.words, isNext)) right = Math.min(right, word.left);
  return { left: label.left - 8, right, bottom: label.bottom - 45, top: label.top + 45 };
}
