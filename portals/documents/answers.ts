/**
 * What the freight's own questions on a form are answered with: boxes to tick, yes and no, and counts; and answers that
 * contradict each other, of counts, temperatures, seals and times.
 */
import { namesTrouble, packageUnit, singlePackage, trouble, whole, within } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { fieldOnForm, labelOf, labelWordOf } from './form-field.ts';
import { type FormLayout, cellAround, lines } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './page-shapes.ts';
import { choicesOf, isOfCount, ofReceiving, troubleOf } from './receipt-texts.ts';
import { isCountOfFreight, isLabel, isWelcome, wordsOf, yes } from './receipt-wording.ts';
import { signingParty } from './signing-party.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };

const units = `(?:handling units|hu|qty|quantity|(?:${packageUnit})\\.?)`;

/** What was sent before what was ordered, which may not have been sent. */
const sentLabels = [
  'shipped|(?:per|on) (?:bill|bol|b/l|manifest)|tendered|billed|manifested|loaded|dispatched|sent',
  'expected|ordered',
].map((words) => new RegExp(`^(?:(?:${units} )?(?:${words})|(?:${words}) ${units})$`, 'i'));

const gotLabel = new RegExp(
  `^(?:(?:${units} )?(?:received|delivered|counted|rec['’]?d|scanned|unloaded|accepted)(?: (?:at|on|upon) (?:delivery|arrival|receipt))?|(?:received|delivered|scanned|unloaded|accepted) ${units}|(?:piece |consignee |receiver )?count)$`,
  'i',
);

/** "30", "30 cases" */
export const count = /^(\d{1,6})(?: (\p{L}{2,12}))?\.?$/u;

function countOf(text: string | null): { readonly number: number; readonly unit: string } | undefined {
  const [, number, unit = ''] = count.exec(text ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), unit: unit.toLowerCase() };
}

const ofPapers = /^(?:(?:per|laut) )?(?:manifest|bol|b\/l|bill|frachtbrief|lieferschein)\.?$/i;

/** Counts that differ, where a form has places for both. */
export function* countsApart(forms: readonly FormLayout[]): Generator<void, string> {
  const textOf = function* (words: readonly Word[]): Generator<void, string> {
    return (yield* lines(words)).join(' ');
  };
  let sent: ReturnType<typeof countOf>;
  for (const label of [...sentLabels, ...sentHeads.slice(0, 2)]) {
    // A bill or a manifest by itself has a number of its own.
    const isCount = { test: (text: string) => label.test(text) && !ofPapers.test(text) };
    sent ??= countOf(yield* fieldOnForm(forms, isCount, count, textOf));
  }
  const got =
    countOf(yield* fieldOnForm(forms, gotLabel, count, textOf)) ??
    countOf(yield* fieldOnForm(forms, gotHead, count, textOf));
  // Cases and pallets are not compared.
  const isComparable = sent?.unit === got?.unit || sent?.unit === '' || got?.unit === '';
  return sent === undefined || got === undefined || !isComparable || sent.number === got.number
    ? ''
    : `${got.number} of ${sent.number} received`;
}

const inQuantity = 'qty|quantity|anzahl|menge|cantidad|cant|qt[eé]|quantit[eé]';
const quantity = `(?:(?:nombre de|anzahl(?: der)?|n[uú]mero de|cantidad de) )?(?:${inQuantity}|${packageUnit})`;

const headOf = (words: string): RegExp =>
  new RegExp(`^(?:${quantity}\\.? )?(?:${words})(?:\\.? ${quantity})?\\.?$`, 'iu');

/** Heads of columns for what was sent, the nearest to the delivery first: what was ordered may not have been shipped. */
const sentHeads = [
  headOf(
    'shipped|shpd?|ship|sent|manifest(?:ed)?|bol|b\\/l|billed|tendered|loaded|enviad[oa]s?|versendet|versandt|expédiée?s?|envoyée?s?|annoncée?s?|laut (?:frachtbrief|lieferschein)|anunciad[oa]s?|spedit[oi]',
  ),
  headOf(
    'ordered|ord|expected|exp|due|per (?:bill|bol)|pedid[oa]s?|esperad[oa]s?|solicitad[oa]s?|bestellt|soll|commandée?s?|attendue?s?|ordinat[oi]|attes[oi]|besteld|encomendad[oa]s?',
  ),
  new RegExp(`^${quantity}\\.?$`, 'iu'),
] as const;

const gotHead = headOf(
  "received|recei?vd|recvd|rec|rec['’]?d|rcv|rcvd|delivered|dlvd?|counted|count|tall(?:y|ied)|actual|recibid[oa]s?|entregad[oa]s?|geliefert|erhalten|empfangen|ist|livrée?s?|reçue?s?|consegnat[oi]|ricevut[oi]|geleverd|ontvangen|recebid[oa]s?|entregues?",
);

/** Heads of columns on a page that are looked at. */
const mostHeads = 10;

/** "Sent" in a row of heads with "Received". */
export function* isHeadOfSent(page: FormLayout, word: Word): Generator<void, boolean> {
  // "Casks sent" where it says "Casks received" as well.
  const [, noun] = /^(\p{L}+) sent:?$/iu.exec(word.text) ?? [];
  if (noun !== undefined) {
    const isReceived = ({ text }: Word): boolean =>
      ofReceiving.test(text) && text.toLowerCase().startsWith(noun.toLowerCase());
    return (yield* filterInSlices(page.words, isReceived)).length > 0;
  }
  if (!sentHeads.slice(0, 2).some((head) => head.test(word.text))) return false;
  const row = yield* filterInSlices(
    page.words,
    (one) => one !== word && one.style === word.style && Math.abs(one.bottom - word.bottom) < 8,
  );
  return row.some(({ text }) => gotHead.test(text));
}

/** Rows of a list whose columns for what was sent and what was received differ. */
export function* rowsApart(forms: readonly FormLayout[]): Generator<void, string> {
  for (const page of forms) {
    const isHead = ({ text }: Word): boolean => gotHead.test(text) || sentHeads.some((head) => head.test(text));
    const heads = (yield* filterInSlices(page.words, isHead)).slice(0, 4 * mostHeads);
    // A delivery copy may have no column for what came: fewer were sent than ordered then.
    const isReceived = heads.some(({ text }) => gotHead.test(text));
    const last = isReceived ? gotHead : sentHeads[0];
    for (const got of heads.filter(({ text }) => last.test(text)).slice(0, mostHeads)) {
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
      if (first !== undefined) return `${first.count} of ${first.of} ${isReceived ? 'received' : 'shipped'}`;
    }
  }
  return '';
}

const ofPieces = new RegExp(
  `(?<!\\p{L})(?:${inQuantity}|packages?|pkgs?|hu|items|quantidade|aantal|${packageUnit})(?!\\p{L})`,
  'iu',
);
/** What was counted of something else than all of the freight. */
const ofPart = /(?<!\p{L})(?:short|over|damaged?|missing|refused|stops?|pages?)(?!\p{L})/iu;

/** A label, also one with words that nobody knows: "Qtde. volumes". */
const mayCount = ({ text }: Word): boolean =>
  isLabel(text) || (text.length <= 40 && !/\d/.test(text) && ofPieces.test(text));

/** A number of pieces received that is none of those that were sent, nor their sum: whoever wrote it counted otherwise. */
export function* countedOtherwise(page: FormLayout): Generator<void, string[]> {
  const counts = new Map<string, number[]>();
  const numbers = yield* filterInSlices(page.words, ({ text }) =>
    /^(?:[^:]{1,39}[^:\d]:\s*)?\d[\d,]{0,6}(?: \p{L}{2,12})?$/u.test(text),
  );
  const freight = new Set<string>();
  for (const word of numbers.slice(0, mostCounts)) {
    const [, own, value = ''] = /^(?:([^:]{1,39}[^:\d]):\s*)?(\d.*)$/u.exec(word.text) ?? [];
    const named = own === undefined ? yield* labelWordOf(page, word, mayCount) : undefined;
    // Before it, over it, or in the middle over its cell.
    const cell = named === undefined ? undefined : yield* cellAround(page, word);
    const [from, to] = [cell?.left ?? word.left - 12, cell?.right ?? word.right + 12];
    const isNamed =
      named !== undefined && (Math.abs(named.bottom - word.bottom) < 6 || (from < named.right && to > named.left));
    // "H.U."
    const asked = (own ?? (isNamed ? named.text : '')).replace(/(?<=\p{Lu})\./gu, '');
    // "Received by ____ Pcs ____"
    const label =
      isOfCount(asked) && !ofReceiving.test(asked) && (yield* isBesideSigner(page, named ?? word))
        ? `${asked} received`
        : asked;
    const number = Number(/^[\d,]+/.exec(value)?.[0].replaceAll(',', ''));
    if (ofPart.test(label) || namesTrouble(label) || !Number.isFinite(number)) continue;
    counts.set(label, [...(counts.get(label) ?? []), number]);
    if (isCountOfFreight.test(value)) freight.add(label);
  }
  if (![...counts.keys()].some((label) => ofPieces.test(label) && !ofReceiving.test(label)))
    for (const { text } of yield* filterInSlices(page.words, isCountOfFreightIn))
      for (const [, number = '', unit = ''] of text.matchAll(everyCount)) {
        const label = unit.toLowerCase().replace(/s$/, '');
        counts.set(label, [...(counts.get(label) ?? []), Number(number)]);
        freight.add(label);
      }
  const isOfExchange = [...counts].some(([label]) => /(?<!\p{L})out$/iu.test(label));
  const isGot = (label: string): boolean =>
    ofReceiving.test(label) || (!isOfExchange && /(?<!\p{L})(?:in|off)$/iu.test(label));
  const got = [...counts].filter(([label]) => isGot(label));
  const sent = [...counts].filter(
    ([label]) => !isGot(label) && (ofPieces.test(label) || freight.has(label) || /^total$/i.test(label)),
  );
  const totals = new Set(sent.map(([, some]) => totalOf(some)));
  const each = new Set([...totals, ...sent.flatMap(([, some]) => some)]);
  const isSameElse = (label: string, numbers: readonly number[]): boolean =>
    [...counts].some(
      ([other, others]) => other !== label && isCountedAgain(label, other) && numbers.join() === others.join(),
    );
  const apart = got.flatMap(([label, some]) => {
    // "Delivered gal 480" beside "Loaded gal 480", whatever else is counted in totes.
    if (isSameElse(label, some)) return [];
    const known = some.length === 1 ? totals : each;
    return known.size === 0 || totals.has(totalOf(some))
      ? []
      : some.filter((one) => !known.has(one)).map((one) => `${label} ${one}`);
  });
  const single = [...counts].filter(([, some]) => some.length === 1);
  for (const [label, [number = 0]] of single) {
    if (totals.has(number) && ofReceiving.test(label)) continue;
    const isOther = single.some(
      ([other, [sentNumber]]) => other !== label && sentNumber !== number && isCountedAgain(label, other),
    );
    if (isOther) apart.push(`${label} ${number}`);
  }
  return [...new Set(apart)];
}

/** "22 pallets · 41,200 lb · Paper stock": the freight in one text, where no field counts it. */
const isCountOfFreightIn = ({ text }: Word): boolean =>
  text.length <= 120 &&
  (/[,·|;/(–-]|\d ?(?:lbs?|kgs?)(?!\p{L})/u.test(text) || /^\d{1,5} \p{L}+ \p{L}+/u.test(text)) &&
  isCountOfFreight.test(text.replace(/^[^:\d]{2,30}: */u, '')) &&
  !ofReceiving.test(text) &&
  !namesTrouble(text);
const everyCount = new RegExp(`(?<![\\d.,/#-])(\\d{1,5}) (${packageUnit})(?!\\p{L})`, 'giu');

/** On the line on which somebody signs for the freight. */
function* isBesideSigner(page: FormLayout, label: Word): Generator<void, boolean> {
  const row = yield* filterInSlices(page.words, (one) => one !== label && Math.abs(one.bottom - label.bottom) < 4);
  const parties = row.map(({ text }) => signingParty(text));
  return parties.some((party) => party === 'receiver' || party === 'bare') && !parties.includes('other');
}

/** A list may end with its sum. */
function totalOf(counts: readonly number[]): number {
  const sum = counts.reduce((all, one) => all + one, 0);
  const last = counts.at(-1) ?? 0;
  return counts.length > 1 && last * 2 === sum ? last : sum;
}

/** "Delivered net lbs" beside "Loaded net lbs", "Cartons in" beside "Cartons". */
function isCountedAgain(label: string, other: string): boolean {
  const rest = (text: string): string =>
    wordsOf(text.toLowerCase().replace(ofReceiving, ' ').replace(ofSending, ' ')).join(' ');
  if (ofReceiving.test(label) && !ofReceiving.test(other) && rest(label) !== '' && rest(label) === rest(other))
    return true;
  return ofPieces.test(label) && ofPieces.test(other) && isMoreOf(label, other);
}

const ofSending =
  /(?<!\p{L})(?:loaded|shipped|shp|ordered|ord|billed|expected|tendered|manifested|sent|origin|pick-?up|enviad[oa]s?|pedid[oa]s?|solicitad[oa]s?|bestellt|commandée?s?|versandt|expédiée?s?)(?!\p{L})/iu;

/** "Cartons in" is counted beside "Cartons". */
const isMoreOf = (label: string, other: string): boolean => {
  const [more, less] = [wordsOf(label.toLowerCase()), wordsOf(other.toLowerCase())];
  return less.length > 0 && more.length > less.length && less.every((word) => more.includes(word));
};

const mostCounts = 200;

/** Choices whose boxes are drawn, where the text has no signs for them. */
export function* withDrawnTicks(page: FormLayout, words: readonly Word[]): Generator<void, readonly Word[]> {
  if (words.length > mostInRow || words.some(({ text }) => box.test(withSigns(text)))) return words;
  const marked: Word[] = [];
  for (const word of words) marked.push({ ...word, text: yield* withTicks(page, word) });
  // The cross in a box is a part of the choice.
  return marked.some(({ text }) => box.test(text)) ? marked.filter(({ text }) => text.length > 2) : words;
}

const crossed = /[☑☒✓✔✗✘⊠\uf0fe\uf0fd\uf078\uf0fc]/gu;

const uncrossed = /[☐□▢❏❐❑❒◻○◯\uf0a8\uf06f\uf071]/gu;

/** A box to tick, in points. */
const [smallestBox, largestBox] = [5, 18];

export const withSigns = (text: string): string =>
  text
    .replace(crossed, '[x] ')
    .replace(uncrossed, '[ ] ')
    // "( X ) Completa ( ) Con daños"
    .replace(/\( ?x ?\)/giu, '[x]')
    .replace(/\( {1,3}\)/gu, '[ ]');

/** A choice with its box, whatever it is made of, as "[x] Damaged". */
export function* withTicks(page: FormLayout, word: Word): Generator<void, string> {
  const text = withSigns(word.text);
  if (text !== word.text || !/^\p{L}[\p{L} ,()/'’-]{1,90}\.?$/u.test(text)) return text;
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
  // A pen around it.
  const width = word.right - word.left;
  const isRound = ({ left, right, bottom, top }: Area): boolean =>
    left < word.left + 0.2 * width &&
    right > word.right - 0.2 * width &&
    bottom < word.bottom + 2 &&
    top > word.top - 3 &&
    right - left < 3 * width + 20 &&
    top - bottom < 4 * (word.top - word.bottom);
  const pens = trouble.test(text) && text.split(' ').length <= 3 ? page.strokes : [];
  if ((yield* filterInSlices([...page.rings, ...pens], isRound)).length > 0) return `[x] ${text}`;
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
  const box = boxes.toSorted((a, b) => a.left - b.left)[0] ?? (yield* boxBehind(page, word));
  if (box === undefined) return sign !== undefined && sign.text.search(uncrossed) === 0 ? `[ ] ${text}` : text;
  const isInBox = (mark: Area): boolean => shareIn(box, mark) > 0.4 || shareIn(mark, box) > 0.4;
  const pen = yield* filterInSlices([...page.strokes, ...page.segments, ...page.pictures, ...page.faint], isInBox);
  const typed = yield* filterInSlices(
    page.words,
    (one) => one !== word && one.text.length <= 2 && shareIn(box, one) > 0.4,
  );
  return pen.length > 0 || typed.length > 0 ? `[x] ${text}` : `[ ] ${text}`;
}

/** The box of a choice in a row in which each text has one behind it, however far. */
function* boxBehind(page: FormLayout, word: Word): Generator<void, Area | undefined> {
  const isTick = (size: number): boolean => size >= smallestBox && size <= largestBox;
  const boxes = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      isTick(right - left) && isTick(top - bottom) && bottom < word.top - 2 && top > word.bottom + 2,
  );
  const texts = yield* filterInSlices(
    page.words,
    (one) =>
      one.bottom < word.top - 2 && one.top > word.bottom + 2 && !boxes.some((square) => shareIn(square, one) > 0.4),
  );
  if (boxes.length < 2 || boxes.length !== texts.length) return undefined;
  const row = [...boxes.map((area) => ({ area, isBox: true })), ...texts.map((area) => ({ area, isBox: false }))];
  const sorted = row.toSorted((a, b) => a.area.left - b.area.left);
  if (sorted.some(({ isBox }, index) => isBox !== (index % 2 === 1))) return undefined;
  return sorted[sorted.findIndex(({ area }) => area === word) + 1]?.area;
}

export const box = /\[[ x]?\]/i;

export const crossedOn = (text: string): string[] => choicesOf(text).flatMap((choice) => troubleOf(choice) ?? []);

export const besideCounts =
  /^(?:\p{L}+ )?(?:shipped|ordered|received|rec['’]?d|delivered|billed|expected|qty|quantity|pieces|pcs|short(?:age)?s?|over(?:age)?s?|damaged?s?|missing|refused|variance|difference|discrepancy|b\/o|back ?-?orders?|back ?-?ordered|enviad[oa]s?|recibid[oa]s?|pedid[oa]s?|entregad[oa]s?|faltantes?|dañad[oa]s?|rechazad[oa]s?|bestellt|geliefert|erhalten|fehlmengen?|beschädigt|verweigert|commandée?s?|livrée?s?|reçue?s?|manquants?|endommagée?s?|refusée?s?)$/iu;

interface Counted {
  readonly bottom: number;
  readonly count: number;
}

/** The counts under the head of a column, as far as there is nothing else. */
function* columnUnder(page: FormLayout, head: Word): Generator<void, Counted[]> {
  const cell = yield* cellAround(page, head);
  const [left, right] = cell === undefined ? [head.left - 12, head.right + 12] : [cell.left, cell.right];
  const below = yield* filterInSlices(
    page.words,
    (word) =>
      word.top <= head.bottom + 2 && word.bottom >= head.bottom - 300 && word.left <= right && word.right >= left,
  );
  const counts: Counted[] = [];
  for (const { text, bottom } of below.toSorted((a, b) => b.bottom - a.bottom)) {
    if (!/^(?:[-+−–]?(?:\d{1,5}|\d{1,3},\d{3})(?: \p{L}{2,12})?|-+|–|none|nil|n\/?a)$/iu.test(text)) break;
    counts.push({ bottom, count: Number(/\d+/.exec(text.replace(',', ''))?.[0] ?? 0) });
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

/** The last figure of a column, in a row that is called a total, where it is the sum of those over it. */
export function* isTotal(page: FormLayout, word: Word): Generator<void, boolean> {
  const row = yield* filterInSlices(page.words, (one) => Math.abs(one.bottom - word.bottom) < 3);
  if (!row.some(({ text }) => ofTotals.test(text))) return false;
  const head = yield* labelWordOf(page, word);
  if (head === undefined || head.bottom < word.top) return false;
  const column = yield* columnUnder(page, head);
  const last = column.at(-1);
  const sum = column.slice(0, -1).reduce((all, { count: one }) => all + one, 0);
  return last !== undefined && column.length > 1 && Math.abs(last.bottom - word.bottom) < 3 && last.count === sum;
}
const ofTotals = whole(phrases.totals);

const isOfChoice = (text: string): boolean => trouble.test(text) || isWelcome.test(text) || yes.test(text);

const mostInRow = 40;

/** The column under a head such as "Short", beside another of its kind; undefined where it is no such head. */
export function* countedUnder(page: FormLayout, head: Word): Generator<void, string | undefined> {
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

/** "Received in good order:" and its boxes for yes and no, whatever they are made of. */
export function* answersOf(page: FormLayout, question: Word): Generator<void, string | undefined> {
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

/** Of one kind of freight. */
const ofQuantity = new RegExp(
  `(?<!\\p{L})(${inQuantity}|count|items|${packageUnit})(?: \\p{L}+)?[ :]+(\\d{1,5})(?![\\d/]|[.,:-]\\d)`,
  'giu',
);

/** "CS 7719" has the number of an item. */
const ofOne = new RegExp(`^(?:${singlePackage}|cs|bx|skd|stk|pc|unit|piece)$`, 'iu');
/** "Totes out: 4  Totes in: 3" */
export function* unequal(page: FormLayout): Generator<void, string | undefined> {
  const counts = new Map<string, string>();
  for (const line of yield* lines(page.words))
    for (const { 0: said, 1: unit = '', 2: count = '', index } of line.slice(0, 300).matchAll(ofQuantity)) {
      // "Refused units 0" counts others.
      if (
        namesTrouble(line.slice(0, index).trim().split(' ').at(-1) ?? '') ||
        namesTrouble(`${said} `) ||
        ofOne.test(unit)
      )
        continue;
      const before = counts.get(unit.toLowerCase());
      if (before !== undefined && before !== count) return said;
      counts.set(unit.toLowerCase(), count);
    }
  return undefined;
}

/** The figures of a page with what each is called, behind a colon or by a label. */
export function* fieldsOf(page: FormLayout): Generator<void, { label: string; value: string }[]> {
  const fields: { label: string; value: string }[] = [];
  for (const word of yield* filterInSlices(page.words, ({ text }) => /\d{2}/.test(text) && text.length <= 80)) {
    const [, name, said = ''] = /^(\D{2,40}?):\s*(\S.*)$/u.exec(word.text) ?? [];
    const label = name ?? (yield* labelOf(page, word));
    if (label !== undefined) fields.push({ label, value: name === undefined ? word.text : said });
  }
  return fields;
}

/** "Temp at dock °F | 47": the degrees of a page whose labels say what they are. */
export function* degreesOf(page: FormLayout): Generator<void, string[]> {
  const degrees: string[] = [];
  for (const word of (yield* filterInSlices(page.words, ({ text }) => /^-?\d{1,3}(?:\.\d)?°?$/.test(text))).slice(
    0,
    mostCounts,
  )) {
    // Also one with words that nobody knows: "Pulp temp °F".
    const label = (yield* labelWordOf(page, word, ({ text }) => isLabel(text) || isOfDegrees(text)))?.text;
    const [, unit = ''] = /(?<!\p{L})([FC])(?!\p{L})/u.exec(label ?? '') ?? [];
    if (label !== undefined && isOfDegrees(label))
      degrees.push(`${word.text.replace('°', '')} ${unit === '' ? 'F' : unit}`);
  }
  return degrees;
}
const ofDegrees = within(phrases.degrees);
const isOfDegrees = (text: string): boolean => text.length <= 40 && !/\d/.test(text) && ofDegrees.test(text);
