/** Where on a printed form people sign: in the cell of a label, on its line, beside it. */
import { whole } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { cellAround, rowAround, ruleOf, rulesOf, type FormLayout } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { contains, intersection, shareIn } from './page-shapes.ts';
import { isNextTo } from './print-styles.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };
import {
  bareParty,
  client,
  formLabels,
  isBetween,
  isOtherDocument,
  mostLabels,
  namesReceiver,
  other,
  partyCells,
  pointAt,
  receivedByNamed,
  receiver,
  signingParty,
} from './signing-party.ts';

/** "Customer signature required" is a service and no place to sign. */
const asksForIt = /(?<!\p{L})(?:required|requested|needed|mandatory|obligatoire|requerida|erforderlich)(?![\p{L})])/iu;

export interface SigningPlace {
  readonly party: 'receiver' | 'other' | 'unknown';
  readonly label: Word;
  /** A cell or box is drawn around it; elsewhere its edges are taken to be where forms have them. */
  readonly isDrawn: boolean;
  readonly area: Area;
  /** The line to sign on. */
  readonly rule: Area | undefined;
  /** Of a column with rows for several deliveries, or of a cell that may be another's. */
  readonly isDoubtful: boolean;
  /** A line that asks for nothing but whoever received the freight. */
  readonly mayAskForName?: boolean;
  /** The cell beside or under that of the label has a text that may be a name. */
  readonly isAnswered?: boolean;
  /** Free cells beside and under a cell that may be no more than a heading. */
  readonly free?: readonly Area[];
}

export function* signingPlaces(page: FormLayout): Generator<void, SigningPlace[]> {
  const events = yield* filterInSlices(page.words, ({ text }) => ofEvents.test(text));
  const isPlace = ({ text }: Word): boolean => signingParty(text) !== undefined && !tellsWhen(text);
  const all = (yield* filterInSlices(page.words, isPlace)).slice(0, mostLabels);
  // The list of who signed with a program repeats what is signed elsewhere.
  const single = all.filter(({ bottom }) => !events.some((event) => Math.abs(event.bottom - bottom) < 6));
  const labels: Word[] = [];
  for (const label of single.length > 0 ? single : all) if (!(yield* isTimed(page, label))) labels.push(label);
  const receivers = labels.filter(({ text }) => signingParty(text) === 'receiver');
  let hasReceivers = false;
  for (const label of receivers) hasReceivers ||= !(yield* isNamedBeside(page, label));
  const lines = yield* ownLines(page, labels);
  const places: SigningPlace[] = [];
  const isOther = yield* isOtherDocument(page);
  for (const label of labels) {
    const named = signingParty(label.text) ?? 'unknown';
    // Whoever "received" the freight by a bill of lading, or is the customer of a rate confirmation, may have shipped it.
    const said = isOther && named === 'receiver' && !receiver.test(label.text.replace(client, '')) ? 'unknown' : named;
    const rows = said === 'bare' ? yield* partyCells(page, label) : [];
    if (rows.length > 0) {
      for (const row of rows) places.push({ ...row, label, isDrawn: true, rule: undefined });
      continue;
    }
    const party = said === 'bare' ? yield* bareParty(page, label, hasReceivers) : said;
    const own = yield* ownArea(page, label, lines.get(label));
    places.push({
      party,
      label,
      ...own,
      isDoubtful: own.isDoubtful || asksForIt.test(label.text),
      isAnswered: own.isAnswered === true || holdsAnswer(label.text),
    });
  }
  if (!hasReceivers)
    places.push(...(yield* linesOfReceivers(page)).filter(({ label }) => !places.some((one) => one.label === label)));
  places.push(...(yield* linesOfOthers(page, places)));
  return places;
}

/** "Signed for by: M. Shelton" says who it was, and asks for no signature. */
function* isNamedBeside(page: FormLayout, label: Word): Generator<void, boolean> {
  if (!/by:?$/i.test(label.text)) return false;
  const row = yield* filterInSlices(
    page.words,
    (word) => Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 2 && word.left < label.right + 120,
  );
  const [next] = row.toSorted((a, b) => a.left - b.left);
  return next !== undefined && /^\p{Lu}[\p{L}.'’ -]{2,40}$/u.test(next.text) && !isLabel(next.text);
}

/** "Signed on device 11/20/2026 08:17" tells of a signature, and is no place for one. */
const tellsWhen = (text: string): boolean =>
  /\d{1,2}:\d{2}/.test(text) && !/(?<!\p{L})by(?!\p{L})/iu.test(text) && signingParty(text) === 'unknown';

/** So does "Signed at" with a time right behind or under it. */
function* isTimed(page: FormLayout, label: Word): Generator<void, boolean> {
  if (!/^(?:e-?)?signed (?:at|on):?$/iu.test(label.text)) return false;
  const isTime = (word: Word): boolean => /\d{1,2}:\d{2}/.test(word.text) && isNextTo(label, word);
  return (yield* filterInSlices(page.words, isTime)).length > 0;
}

/** Heads of the list of who signed a document with a program. */
const ofEvents = /^(?:signer|in person signer) events?$|^timestamps?$/iu;

/** To sign on, in points. */
const widestLine = 360;

type OwnArea = Pick<SigningPlace, 'isDrawn' | 'area' | 'rule' | 'isDoubtful' | 'isAnswered' | 'free'>;

function* ownArea(page: FormLayout, label: Word, rule: Area | undefined): Generator<void, OwnArea> {
  const cell = yield* cellAround(page, label);
  if (cell === undefined) {
    const own = (yield* boxBeside(page, label)) ?? (yield* boxUnder(page, label)) ?? (yield* rowAround(page, label));
    if (own !== undefined) return { isDrawn: true, area: own, rule: undefined, isDoubtful: false };
    // A line across the page over a label, or the lower edge of a field, may part it from what is above.
    const isAcross =
      rule !== undefined &&
      rule.bottom >= label.top - 2 &&
      (rule.right - rule.left > widestLine || (yield* isEdgeOfField(page, rule)));
    // So may one that is under or over its label and no wider: people sign beside it.
    const isBorder = rule !== undefined && rule.left < label.right - 6 && (yield* goesOn(page, rule));
    // A line across the page right under a label heads a part of the form.
    const isHeading =
      rule !== undefined &&
      rule.right - rule.left > widestLine &&
      rule.left < label.left + 6 &&
      rule.bottom < label.bottom &&
      label.bottom - rule.bottom < label.top - label.bottom;
    if (isHeading) {
      const area = { left: label.left - 8, right: label.right + 320, bottom: label.bottom - 110, top: label.bottom };
      return { isDrawn: false, area, rule: undefined, isDoubtful: false };
    }
    const free = isAcross || isBorder ? [yield* openArea(page, label, undefined)] : [];
    return { isDrawn: false, area: yield* openArea(page, label, rule), rule, isDoubtful: false, free };
  }
  const below = yield* cellBelow(page, label, cell);
  const beside = yield* cellBeside(page, cell);
  const isAnswered = yield* hasAnswer(page, label, cell);
  const tall = label.top - label.bottom;
  const isHigh = cell.top - cell.bottom >= 2.2 * tall + 6;
  const headed = below === undefined && !isHigh ? yield* cellUnderHead(page, label, cell) : undefined;
  const open = beside === undefined && below === undefined ? yield* openBeside(page, cell) : undefined;
  const free = [beside ?? open, below?.area ?? headed].filter((area) => area !== undefined);
  const hasRoom = isHigh || cell.right - label.right >= 110;
  const isDoubtful = below?.isOneOfMany ?? (!hasRoom && free.length === 0);
  return {
    isDrawn: true,
    area: cell,
    rule: undefined,
    isDoubtful,
    isAnswered: isAnswered || headed !== undefined,
    free,
  };
}

/** The lower edge of a box that has texts in it. */
function* isEdgeOfField(page: FormLayout, rule: Area): Generator<void, boolean> {
  const boxes = yield* filterInSlices(
    page.boxes,
    ({ bottom, left, right }) => Math.abs(bottom - rule.bottom) < 2 && left < rule.right - 10 && right > rule.left + 10,
  );
  return boxes[0] !== undefined && (yield* hasText(page, boxes[0]));
}

/** What else is written on a line by hand. */
const asksInHand = /\b(?:print(?:ed)?|name|date|time|title|company)\b/i;

/** Labels of a form that are looked at to know whose line is whose. */
const mostNeighbours = 60;

/** A line belongs to one label: to the one that has no other. */
function* ownLines(page: FormLayout, labels: readonly Word[]): Generator<void, Map<Word, Area | undefined>> {
  const fields = yield* filterInSlices(page.words, (word) => word.text.length <= 60 && asksInHand.test(word.text));
  const all = [...labels, ...fields.filter((word) => !labels.includes(word)).slice(0, mostNeighbours)];
  const candidates = new Map<Word, readonly Area[]>();
  for (const label of all) candidates.set(label, yield* rulesOf(page, label));
  const taken = new Map<Area, Word>();
  for (const [label, [only, other]] of candidates)
    // The "X" before a line is not what the line is for.
    if (only !== undefined && other === undefined && signingParty(label.text) !== 'bare') taken.set(only, label);
  return new Map(
    labels.map((label) => {
      const own = candidates.get(label) ?? [];
      return [label, own.find((rule) => (taken.get(rule) ?? label) === label) ?? own[0]];
    }),
  );
}

interface FreeCell {
  readonly area: Area;
  /** Rows of several deliveries: whose signature it is, is a question of the row. */
  readonly isOneOfMany: boolean;
}

/** The next cell of the row, where nothing is printed in it. */
function* cellBeside(page: FormLayout, cell: Area): Generator<void, Area | undefined> {
  const right = yield* cellAround(page, pointAt(cell.right + 6, (cell.bottom + cell.top) / 2));
  return right === undefined || right.left < cell.right - 2 || (yield* hasText(page, right)) ? undefined : right;
}

/** What lies right of a cell in a row that has lines across and none down, where nothing is printed. */
function* openBeside(page: FormLayout, cell: Area): Generator<void, Area | undefined> {
  const area = { left: cell.right, right: cell.right + widestBeside, bottom: cell.bottom - 1, top: cell.top + 1 };
  return !(yield* goesOn(page, cell)) || (yield* hasText(page, area)) ? undefined : area;
}

/** Whether the lower edge of a cell is that of the next one of its row, too. */
function* goesOn(page: FormLayout, { right, bottom }: Area): Generator<void, boolean> {
  const next = yield* filterInSlices(
    page.rules,
    (rule) => Math.abs(rule.bottom - bottom) < 2 && Math.abs(rule.left - right) < 4 && rule.right - rule.left >= 60,
  );
  return next.length > 0;
}
const widestBeside = 160;

/** Without text in it: the cells of a column of signatures. */
function* cellBelow(page: FormLayout, label: Word, cell: Area): Generator<void, FreeCell | undefined> {
  const column = Math.min(label.left + 2, cell.right - 2);
  const below = yield* cellAround(page, pointAt(column, cell.bottom - 8));
  if (below === undefined || below.top > cell.bottom + 3 || (yield* hasText(page, below))) return undefined;
  const second = yield* cellAround(page, pointAt(column, below.bottom - 8));
  // A row that begins with a label of its own is that label's.
  const begun = yield* filterInSlices(
    page.words,
    (word) => word.right <= below.left + 2 && isBetween(word, below) && (other.test(word.text) || isLabel(word.text)),
  );
  if (begun.length > 0) return { area: below, isOneOfMany: true };
  if (second === undefined || second.top > below.bottom + 3) return { area: below, isOneOfMany: false };
  // "Date:" under it is of the same signature.
  const under = yield* filterInSlices(page.words, (word) => contains(second, word, 3));
  if (under.length > 0 && under.every(({ text }) => isLabel(text) || /^(?:date|name|time)\b/i.test(text)))
    return { area: below, isOneOfMany: false };
  return { area: below, isOneOfMany: yield* hasText(page, { ...second, left: second.left - 400, right: second.left }) };
}

/** The cell under one that is no higher than its label, with the name and the day of the same signature in it. */
function* cellUnderHead(page: FormLayout, label: Word, cell: Area): Generator<void, Area | undefined> {
  const below = yield* cellAround(page, pointAt(Math.min(label.left + 2, cell.right - 2), cell.bottom - 8));
  const isUnder =
    below !== undefined &&
    below.top <= cell.bottom + 3 &&
    Math.abs(below.left - cell.left) < 3 &&
    Math.abs(below.right - cell.right) < 3;
  if (!isUnder) return undefined;
  const inside = yield* filterInSlices(page.words, (word) => contains(below, word, 3));
  return inside.some(({ text }) => signingParty(text) !== undefined || other.test(text)) ? undefined : below;
}

/** Whether a name or anything else that is no label is written in the cell beside or under a cell that has the label alone. */
function* hasAnswer(page: FormLayout, label: Word, cell: Area): Generator<void, boolean> {
  const beside = pointAt(cell.right + 6, (cell.bottom + cell.top) / 2);
  const below = pointAt(Math.min(label.left + 2, cell.right - 2), cell.bottom - 8);
  // What is under a cell with room to sign in is something else.
  const hasRoom = cell.top - cell.bottom > 2.5 * (label.top - label.bottom) + 8;
  for (const point of hasRoom ? [beside] : [beside, below]) {
    const area = yield* cellAround(page, point);
    if (area === undefined || contains(area, cell, 2)) continue;
    const inside = yield* filterInSlices(page.words, (word) => word !== label && contains(area, word, 3));
    const texts = inside.map(({ text }) => text);
    if (texts.some((text) => /\p{L}/u.test(text)) && !texts.some(isLabel)) return true;
  }
  return false;
}

/** "Receiver signature: Hank Dole", and no label of a second field. */
function holdsAnswer(text: string): boolean {
  const behind = /:\s*(\p{L}.*)$/su.exec(text)?.[1]?.trim() ?? '';
  return behind !== '' && (/\d/.test(behind) || !isLabel(behind));
}

/** Fields of other languages around a signature. */
export const labelsAbroad =
  /^(?:nom|nombre|apellidos|fecha|hora|datum|uhrzeit|nome|data|naam|tijd|ora|heure|cachet|sello|stempel|timbre|carimbo|cargo|firma|unterschrift|assinatura|handtekening|lieu|ort|lugar|plaats)(?!\p{L})/iu;

export const isLabel = (text: string): boolean =>
  // Alone in a cell it is printed there, or somebody's mark.
  !/^x$/i.test(text) && (formLabels.test(text) || labelsAbroad.test(text) || signingParty(text) !== undefined);

function* hasText(page: FormLayout, area: Area): Generator<void, boolean> {
  const inside = yield* filterInSlices(page.words, (word) => {
    const common = intersection(area, word);
    return common !== undefined && common.right - common.left > 4 && common.top - common.bottom > 3;
  });
  return inside.some(({ text }) => /\p{L}{2}/u.test(text));
}

/** A box to sign in, on the line of its label with nothing between. */
function* boxBeside(page: FormLayout, label: Word): Generator<void, Area | undefined> {
  const middle = (label.bottom + label.top) / 2;
  const beside = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      left >= label.right - 2 &&
      left <= label.right + 150 &&
      bottom < middle &&
      top > middle &&
      right - left >= 60 &&
      top - bottom >= 14 &&
      top - bottom <= 160,
  );
  const [box] = beside.toSorted((a, b) => a.left - b.left);
  if (box === undefined) return undefined;
  const between = yield* filterInSlices(
    page.words,
    (word) =>
      word.left >= label.right - 2 && word.left < box.left - 1 && word.bottom < label.top && word.top > label.bottom,
  );
  return between.length === 0 ? box : undefined;
}

/** A box to sign in, with the label over its left corner. */
function* boxUnder(page: FormLayout, label: Word): Generator<void, Area | undefined> {
  const under = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      top <= label.bottom + 3 &&
      top >= label.bottom - 14 &&
      Math.abs(left - label.left) <= 14 &&
      right - left >= 80 &&
      right - left <= 420 &&
      top - bottom >= 20 &&
      top - bottom <= 160,
  );
  const [drawn] = under.toSorted((a, b) => b.top - a.top);
  // Its sides may be drawn one by one.
  const ruled = drawn ?? (yield* cellAround(page, pointAt(label.left + 10, label.bottom - 16)));
  if (ruled === undefined || ruled.top > label.bottom + 3 || ruled.top < label.bottom - 14) return undefined;
  const [width, height] = [ruled.right - ruled.left, ruled.top - ruled.bottom];
  const isToSign =
    Math.abs(ruled.left - label.left) <= 14 && width >= 80 && width <= 420 && height >= 20 && height <= 160;
  return !isToSign || (yield* hasText(page, ruled)) ? undefined : ruled;
}

const isOnlyOther = whole(phrases.others);

/** "Driver: X ______" and "Delivered by (driver): R. Novak" with a signature beside it: none of these marks is the receiver's. */
function* linesOfOthers(page: FormLayout, known: readonly SigningPlace[]): Generator<void, SigningPlace[]> {
  // "Driver" in the row in which the receiver signs.
  const isInRow = ({ text, bottom }: Word): boolean =>
    isOnlyOther.test(text) &&
    known.some(({ party, label }) => party === 'receiver' && Math.abs(label.bottom - bottom) < 4);
  const named = yield* filterInSlices(page.words, (word) => {
    const { text } = word;
    return (
      text.length <= 60 &&
      other.test(text) &&
      !receiver.test(text) &&
      signingParty(text) === undefined &&
      (/:|\bx$/i.test(text.trim()) || isInRow(word))
    );
  });
  const places: SigningPlace[] = [];
  for (const label of named.slice(0, mostLabels)) {
    const rule = yield* ruleOf(page, label);
    const isOnIt = rule !== undefined && rule.left >= label.right - 6 && Math.abs(rule.bottom - label.bottom) <= 14;
    const depth = isInRow(label) ? 45 : 16;
    const width = isInRow(label) ? 100 : 240;
    const beside = {
      left: label.left - 8,
      right: label.right + width,
      bottom: label.bottom - depth,
      top: label.top + 40,
    };
    const area = isOnIt ? yield* openArea(page, label, rule) : beside;
    places.push({ party: 'other', label, isDrawn: false, area, rule: isOnIt ? rule : undefined, isDoubtful: false });
  }
  return places;
}

/** "Consignee" in a cell or before a place in which a pen wrote and nothing is printed; an empty one may ask for anything. */
function* cellsOfReceivers(page: FormLayout): Generator<void, SigningPlace[]> {
  const heads = yield* filterInSlices(page.words, ({ text }) => /^(?:consignee|receiver|recipient):?$/i.test(text));
  const places: SigningPlace[] = [];
  for (const label of heads.slice(0, mostLabels)) {
    const cell = yield* cellAround(page, label);
    const written = cell === undefined ? yield* penBeside(page, label) : undefined;
    if (written !== undefined)
      places.push({ party: 'receiver', label, isDrawn: false, area: written, rule: undefined, isDoubtful: false });
    if (cell === undefined || cell.right - cell.left > 320 || cell.top - cell.bottom > 100) continue;
    for (const area of [cell, yield* cellBeside(page, cell)]) {
      if (area === undefined || area.top - area.bottom > 100) continue;
      const words = yield* filterInSlices(page.words, (word) => word !== label && contains(area, word, 3));
      const pen = yield* filterInSlices(page.strokes, (mark) => contains(area, mark, 6));
      if (words.length === 0 && pen.some(({ left, right }) => right - left >= 40))
        places.push({ party: 'receiver', label, isDrawn: true, area, rule: undefined, isDoubtful: false });
    }
  }
  return places;
}

/** A pen's way or its picture behind "Consignee:", with nothing printed between. */
function* penBeside(page: FormLayout, label: Word): Generator<void, Area | undefined> {
  const middle = (label.bottom + label.top) / 2;
  const isBeside = ({ left, right, bottom, top }: Area): boolean =>
    left >= label.right - 4 &&
    left <= label.right + 120 &&
    bottom < middle &&
    top > middle &&
    right - left >= 40 &&
    right - left <= 260 &&
    top - bottom <= 80;
  const [mark] = yield* filterInSlices([...page.strokes, ...page.pictures], isBeside);
  if (mark === undefined) return undefined;
  const area = { left: label.right - 2, right: mark.right + 4, bottom: mark.bottom - 4, top: mark.top + 4 };
  const printed = yield* filterInSlices(page.words, (word) => word !== label && shareIn(area, word) > 0.3);
  return printed.length === 0 ? area : undefined;
}

/** "Consignee: ______" and "Consignee X ______" ask for a signature without a word for it. */
function* linesOfReceivers(page: FormLayout): Generator<void, SigningPlace[]> {
  const named = yield* filterInSlices(
    page.words,
    ({ text }) => text.length <= 60 && namesReceiver(text) && !other.test(text) && /(?:x|:)$/i.test(text.trim()),
  );
  const places: SigningPlace[] = yield* cellsOfReceivers(page);
  for (const label of named.slice(0, mostLabels)) {
    const rule = yield* ruleOf(page, label);
    if (rule === undefined || rule.left < label.right - 6 || Math.abs(rule.bottom - label.bottom) > 14) continue;
    const area = yield* openArea(page, label, rule);
    // The line may ask for a name as well.
    const isBare = !/x$/i.test(label.text.trim());
    // "Delivery date: ____" is no such line, "Receiver: ____" is.
    const mayAskForName =
      isBare && (receiver.test(label.text) || receivedByNamed.test(label.text)) && !asksInHand.test(label.text);
    const isDoubtful = isBare && !mayAskForName;
    places.push({ party: 'receiver', label, isDrawn: false, area, rule, isDoubtful, mayAskForName });
  }
  return places;
}

/** Where people sign without a box: along the line, or beside the label as far as the next text. */
function* openArea(page: FormLayout, label: Word, rule: Area | undefined): Generator<void, Area> {
  if (rule !== undefined)
    return {
      // What is drawn over a label before its line is a logo, and no signature.
      left: Math.max(rule.left - 40, Math.min(rule.left, label.left) - 8),
      right: Math.max(rule.right, label.left) + 8,
      bottom: rule.bottom - 16,
      top: rule.bottom + 50,
    };
  let right = label.right + 320;
  const isNext = (word: Word): boolean => word.left > label.right + 30 && Math.abs(word.bottom - label.bottom) < 6;
  for (const word of yield* filterInSlices(page.words, isNext)) right = Math.min(right, word.left);
  return { left: label.left - 8, right, bottom: label.bottom - 45, top: label.top + 45 };
}
