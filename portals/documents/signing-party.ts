/** Whose signature or name a label of a form asks for: by its words, its column, and what is named before it. */
import { anyOf, whole, within } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { cellAround, type FormLayout } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { contains } from './page-shapes.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };

// Whose signature a label on a form asks for. In the languages of receipts that cross borders: EN, ES, FR, DE, PT,
// NL, IT.

/**
 * `bare`: whose it is, is said elsewhere on the form; `unknown`: of somebody who is named, and may or may not have received
 * the freight ("Warehouse signature").
 */
type SigningParty = 'receiver' | 'other' | 'bare' | 'unknown';

export const sign = new RegExp(`\\b(?:${anyOf(phrases.signing)})(?![\\p{L}])`, 'iu');

export const receiver = within(phrases.receivers);

/** Whoever orders a transport is a customer too. */
export const client = /(?<!\p{L})(?:customer|client|cliente|kunden?|klant)(?!\p{L})/giu;

/** That somebody received something, whoever it is. */
const receiving = within(phrases.receivedBySomebody);

export const other = within(phrases.others);

/** Words beside "signature" that name nobody. */
const nobody = whole(phrases.nobodyInParticular);

const anybodys = new RegExp(`^(?:${anyOf(phrases.anybodys)})\\s*[:.]?$`, 'iu');

/** "Received by consignee" under a line. */
export const receivedByNamed = /^(?:received|rec['’]?d|re?cvd|accepted|signed for) by\b/i;

const ofProgram = /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+(?:ed| signed) by:?$/u;

/** A label has few words; what has more is a sentence of the terms. */
const mostWords = 12;

export function signingParty(text: string): SigningParty | undefined {
  // In several languages, of which the last may go on in the next line.
  const versions = text.length <= 200 ? text.split(' / ') : [];
  if (versions.length > 1 && versions.some((one) => sign.test(one) && one.includes(' '))) {
    const parties = new Set(versions.map((one) => partyIn(one)).filter((one) => one === 'receiver' || one === 'other'));
    const [only] = parties;
    if (only !== undefined && parties.size === 1) return only;
  }
  return partyIn(text);
}

function partyIn(text: string): SigningParty | undefined {
  // "DocuSign signed by:" is a seal of the program that was signed with.
  if (ofProgram.test(text)) return 'bare';
  if (text.length > 120 || anybodys.test(text)) return text.length > 120 ? undefined : 'bare';
  // "Received in good order / Reçu en bon état - Consignee signature / Signature du destinataire"
  const part = / [-–—] (?=[^-–—]*$)(.*)$/su.exec(text)?.[1];
  if (part !== undefined && text.split(/\s+/).length > mostWords) return partyIn(part);
  if (text.split(/\s+/).length > mostWords || statesAbsence.test(text)) return undefined;
  if (/\bprint|\bname\b/i.test(text) && !sign.test(text)) return undefined;
  const isReceiver = receiver.test(text);
  if (!sign.test(text)) return receivedByNamed.test(text) && isReceiver && !other.test(text) ? 'receiver' : undefined;
  // "Shipper / consignee signature"
  if (isReceiver) return other.test(text) ? 'unknown' : 'receiver';
  if (!other.test(text) && receiving.test(text)) return 'receiver';
  if (other.test(text) || /\bsignature of (?:the )?agent|\bagent(?:['’]?s)? signature/i.test(text)) return 'other';
  const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
  // "Authorized signature" is of an agent of whoever.
  if (/\bauthori[sz]ed\b|\bagent\b/i.test(text)) return 'unknown';
  return words.every((word) => nobody.test(word)) ? 'bare' : 'unknown';
}

const namesRecipient = (text: string): boolean => receiver.test(text) || receiving.test(text);

/** Names one of the two sides, as a heading or in a sentence. */
export const namesReceiver = (text: string): boolean => namesRecipient(text) || ofReceipt.test(text);
const ofReceipt =
  /(?<!\p{L})(?:received|receipt|delivery|recepci[oó]n|recibid[oa]s?|acuse de recibo|r[eé]ception|livraison|entrega|warenempfang|annahme|empfangsbest[aä]tigung)(?!\p{L})/iu;

/** "Consignee or agent" is the consignee. */
const ownAgent =
  /((?:consignee|receiver|recipient|customer)(?:['’]?s)?)(?: or |(?: or)? ?\/ ?)(?:(?:its|their|his) )?(?:authori[sz]ed )?(?:agent|representative)/giu;

export const namesOther = (text: string): boolean =>
  other.test(text) || /\bagent\b/i.test(text.replace(ownAgent, '$1'));

/** What was signed where the freight was picked up. */
export const namesPickup = (text: string): boolean =>
  /\b(?:pick(?:ed)?[ -]?up|collected|loaded|loading|origin|tendered)\b/i.test(text);

/** Where somebody states that there is none, or why. */
export const statesAbsence =
  /\b(?:not (?:captured|required|available|obtained|collected|signed)|no signature|unsigned|pending|waived|refused|on file|contactless|unattended|left at|driver release)\b/i;

/** Labels on a page that are looked at; each is compared with everything drawn on the page. */
export const mostLabels = 20;

/** Beside the head of a row: the cells of columns that are headed by a party each. */
function* partyColumns(page: FormLayout, head: Word): Generator<void, PartyRow[]> {
  const named = yield* filterInSlices(
    page.words,
    ({ text, left, bottom }) =>
      text.length <= 40 &&
      left >= head.right &&
      bottom >= head.top - 2 &&
      bottom <= head.top + 160 &&
      (namesRecipient(text) || other.test(text)) &&
      !/:\s*\S/.test(text),
  );
  const lowest = Math.min(...named.slice(0, mostLabels).map(({ bottom }) => bottom));
  const heads = named.slice(0, mostLabels).filter(({ bottom }) => Math.abs(bottom - lowest) < 4);
  if (!heads.some(({ text }) => namesRecipient(text)) || !heads.some(({ text }) => other.test(text))) return [];
  const columns: PartyRow[] = [];
  for (const { text, left, right } of heads) {
    const party = !namesRecipient(text) ? 'other' : other.test(text) ? 'unknown' : 'receiver';
    const cell = yield* cellAround(page, pointAt((left + right) / 2, (head.bottom + head.top) / 2));
    if (cell === undefined || cell.left <= head.left || heads.some((one) => one.left > right && one.left < cell.right))
      columns.push({
        party,
        area: { left: left - 20, right: right + 60, bottom: head.bottom - 20, top: head.top + 20 },
        isDoubtful: true,
      });
    else columns.push({ party, area: cell, isDoubtful: false });
  }
  return columns;
}

/** Where a label is the head of a row or a column that all parties share. */
export function* partyCells(page: FormLayout, head: Word): Generator<void, PartyRow[]> {
  const rows = yield* partyRows(page, head);
  return rows.length > 0 ? rows : yield* partyColumns(page, head);
}

interface PartyRow {
  readonly party: Exclude<SigningParty, 'bare'>;
  readonly area: Area;
  readonly isDoubtful: boolean;
}

/** Under the head of a column: the cells of rows that each begin with a party ("Shipper", "Driver", "Consignee"). */
function* partyRows(page: FormLayout, head: Word): Generator<void, PartyRow[]> {
  const named = yield* filterInSlices(
    page.words,
    ({ text, right, top, bottom }) =>
      text.length <= 40 &&
      right <= head.left &&
      top <= head.bottom + 3 &&
      bottom >= head.bottom - 260 &&
      (namesRecipient(text) || other.test(text)) &&
      !/:\s*\S/.test(text),
  );
  const [first] = named.toSorted((a, b) => a.left - b.left);
  if (first === undefined) return [];
  const begins = named
    .filter(({ left }) => Math.abs(left - first.left) < 6)
    .toSorted((a, b) => b.bottom - a.bottom)
    .slice(0, mostLabels);
  const isParted = begins.some(({ text }) => namesRecipient(text)) && begins.some(({ text }) => other.test(text));
  if (!isParted) return [];
  const next = yield* filterInSlices(
    page.words,
    (word) => word.left > head.right + 8 && Math.abs(word.bottom - head.bottom) < 4,
  );
  const edge = Math.min(head.left + 240, ...next.slice(0, mostLabels).map(({ left }) => left - 4));
  const rows: PartyRow[] = [];
  for (const [index, { text, bottom, top }] of begins.entries()) {
    const party = !namesRecipient(text) ? 'other' : other.test(text) ? 'unknown' : 'receiver';
    const middle = (bottom + top) / 2;
    const cell = yield* cellAround(page, pointAt(head.left + 2, middle));
    const isOwn = cell !== undefined && !begins.some((one) => one.text !== text && isBetween(one, cell));
    if (isOwn) rows.push({ party, area: cell, isDoubtful: false });
    else {
      // Without lines between them nobody knows where a row ends.
      const [above, below] = [begins[index - 1], begins[index + 1]];
      const height = above === undefined ? (below === undefined ? 40 : top - below.top) : above.top - top;
      const area = { left: head.left - 8, right: edge, bottom: middle - height / 2, top: middle + height / 2 };
      rows.push({ party, area, isDoubtful: true });
    }
  }
  return rows;
}

export const isBetween = (word: Area, { bottom, top }: Area): boolean => word.bottom < top && word.top > bottom;

/** A bare "Signature" is the receiver's where no other label says so and the party named last before it is the receiver. */
export function* bareParty(
  page: FormLayout,
  label: Word,
  hasReceivers: boolean,
): Generator<void, Exclude<SigningParty, 'bare'>> {
  const party = yield* partyOf(page, label);
  return party === 'receiver' && hasReceivers ? 'unknown' : party;
}

/** The name of a document, and no label of a number: what is signed on it is no delivery, unless it says so. */
const otherDocument =
  /^(?:[\p{L} ,&'’-]{0,40}\s)?(?:(?:proof|confirmation) of (?:pick-?up|collection|shipment)|pick-?up (?:receipt|request|confirmation|ticket|order)|(?:rate|load)(?: and load)? (?:confirmation|tender)|invoice|quotation|bill of lading|packing (?:list|slip)|purchase order|dock receipt|release order|credit application|way ?bill|consignment note|freight bill|manifest|load(?:ing)? (?:list|sheet|ticket)|weight (?:ticket|certificate)|(?:work|service|sales) order|quote|estimate|gate pass|interchange|statement|lettre de voiture|connaissement|carta de porte|frachtbrief|ladeschein)(?: \d+)?(?:\s*[-–(].*)?$/iu;

const ofDelivery =
  /(?<!\p{L})(?:deliver(?:y|ed) (?:receipt|record|confirmation|note|copy|details|proof)|proof of delivery|e?pod|delivered(?: (?:to|on|at))?|received in good|livraison|livr[eé]e? le|r[eé]c[eé]piss[eé]|entrega|entregado|lieferschein|empfangsbest[aä]tigung|zugestellt|geliefert|abliefer(?:beleg|quittung|(?:ungs)?nachweis)|levering|consegna)(?!\p{L})/iu;

const ofPickup = /(?<!\p{L})(?:pick(?:ed)?[ -]?up|collected|tendered)(?!\p{L})/iu;

/** Of a form for both, what is ticked. */
const tickedPickup = /(?:[☑☒✓✔✗✘⊠\uf0fe\uf0fd]|\[x\])\s*(?:pick-?up|collection)(?!\p{L})/iu;

export function* isOtherDocument(page: FormLayout): Generator<void, boolean> {
  const ticked = yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && tickedPickup.test(text));
  if (ticked.length > 0) return true;
  const titles = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && otherDocument.test(text.trim()));
  // "Sales order | SO-20881" is a field.
  const named = new Set<Word>();
  for (const title of titles.slice(0, mostLabels)) {
    const numbers = yield* filterInSlices(
      page.words,
      ({ text, left, bottom }) =>
        left >= title.right - 1 && left < title.right + 90 && Math.abs(bottom - title.bottom) < 4 && /\d/.test(text),
    );
    if (numbers.length > 0) named.add(title);
  }
  const pickups = yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && ofPickup.test(text));
  if (titles.length === named.size && pickups.length === 0) return false;
  return (yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && ofDelivery.test(text))).length === 0;
}

/** Heads of the two sides of a form that says pick-up and delivery, or origin and destination. */
const pickupHead =
  /^(?:at (?:the )?)?(?:pick(?:ed)?[- ]?up(?: (?:from|at))?|collected(?: from)?|origin|loading|collection|shipper|consignor|sender|recogida|carga|origen|remitente|enl[eè]vement|ramassage|chargement|origine|exp[eé]diteur|abholung|beladung|verladung|absender|coleta|carregamento|ophaling|afzender|ritiro|mittente)(?: (?:info(?:rmation)?|details|stop|site|location))?:?$/iu;

const deliveryHead =
  /^(?:at (?:the )?)?(?:delivery|delivered(?: to| at)?|drop[- ]?off|destination|unloading|consignee|receiver|recipient|entrega|descarga|destino|destinatario|livraison|d[eé]chargement|destinataire|zustellung|anlieferung|ablieferung|entladung|empf[aä]nger|levering|aflevering|consegna|destinat[aá]rio)(?: (?:info(?:rmation)?|details|stop|site|location))?:?$/iu;

/** No label of anything, and no number: the first line of an address. */
const isFree = (text: string): boolean =>
  /\p{L}{3}/u.test(text) && !isFieldLabel(text) && signingParty(text) === undefined && !/:/.test(text);

/** Whose column a label is in, where a head in a cell of its own lies over it; undefined without such a head. */
function* sideOver(page: FormLayout, label: Word): Generator<void, 'pickup' | 'delivery' | undefined> {
  const heads = yield* filterInSlices(
    page.words,
    ({ text, bottom }) =>
      text.length <= 40 &&
      bottom >= label.top - 2 &&
      bottom <= label.top + 260 &&
      (pickupHead.test(text.trim()) || deliveryHead.test(text.trim())),
  );
  const sides = heads.toSorted((a, b) => a.bottom - b.bottom).slice(0, mostLabels);
  for (const head of sides) {
    // The lines of a cell over several columns may be drawn in pieces.
    const cell = yield* cellAround(page, pointAt((head.left + head.right) / 2, (head.bottom + head.top) / 2));
    const isOver =
      cell !== undefined && cell.bottom >= label.top - 4 && cell.left <= label.left && cell.right >= label.right;
    if (!isOver) continue;
    // "Shipper" over a name and an address is a part of the form, and heads no column.
    const inside = yield* filterInSlices(page.words, (word) => word !== head && contains(cell, word, 2));
    // "Shipper | Lakeside Fixtures": a field with its value in the next cell.
    const next = (yield* filterInSlices(
      page.words,
      (word) => word.left >= cell.right - 2 && word.left < cell.right + 60 && Math.abs(word.bottom - head.bottom) < 4,
    )).toSorted((a, b) => a.left - b.left)[0];
    if (next !== undefined && !namesReceiver(next.text) && !other.test(next.text)) continue;
    // "Shipper" in a row of its own over a name and an address: the column ends with them.
    const under = yield* cellAround(page, pointAt((head.left + head.right) / 2, cell.bottom - 8));
    const [first] =
      under === undefined
        ? []
        : (yield* filterInSlices(page.words, (word) => contains(under, word, 2))).toSorted((a, b) => b.top - a.top);
    if (first !== undefined && isFree(first.text) && under !== undefined && under.bottom > label.top) continue;
    if (inside.length === 0) return pickupHead.test(head.text.trim()) ? 'pickup' : 'delivery';
  }
  return undefined;
}

/** Of a label that names nobody: the party of its column, or the one that the form names last before it. */
export function* partyOf(page: FormLayout, label: Word): Generator<void, Exclude<SigningParty, 'bare'>> {
  const side = yield* sideOver(page, label);
  if (side !== undefined) return side === 'delivery' ? 'receiver' : 'other';
  const before = yield* partyBefore(page, label);
  if (before !== 'receiver') return before;
  if (yield* isOtherDocument(page)) return 'unknown';
  // Beside another of its name, of which nothing else is known either, it may be of the other side.
  const called = label.text.trim().toLowerCase();
  const twins = yield* filterInSlices(
    page.words,
    (word) => word !== label && Math.abs(word.bottom - label.bottom) < 4 && word.text.trim().toLowerCase() === called,
  );
  for (const twin of twins.slice(0, mostLabels))
    if ((yield* sideOver(page, twin)) === undefined && (yield* partyBefore(page, twin)) === 'receiver')
      return 'unknown';
  return 'receiver';
}

const ofName =
  /(?<!\p{L})(?:name|printed|nombre|nom|nome|naam|(?:received|signed) by|recibid[oa] por|annahme durch|genommen (?:von|durch)|re[cç]u par|empfangen von)(?!\p{L})/iu;

/** That the form says of an electronic signature whose it is, and not only that it is a delivery receipt. */
function* isGrounded(page: FormLayout, said: Word): Generator<void, boolean> {
  if (namesRecipient(said.text) || /\b(?:signed for|accepted) by\b/i.test(said.text)) return true;
  if ((yield* sideOver(page, said)) === 'delivery') return true;
  const near = yield* filterInSlices(
    page.words,
    ({ text, bottom }) => text.length <= 60 && Math.abs(bottom - said.bottom) <= 70 && bottom !== said.bottom,
  );
  for (const word of near) {
    const [name = '', value = ''] = word.text.split(/:\s*(?=\S)/);
    if (namesRecipient(value)) return true;
    // "Received by: Moe Diaz" and "/s/ Moe Diaz" name one person.
    if (namesRecipient(name) && /\p{L}{2}/u.test(value) && said.text.includes(value.trim())) return true;
    // "Print name | Isla Murray" and "/s/ Isla Murray" do so too.
    if (value === '' && ofName.test(name) && !other.test(name)) {
      const named = yield* filterInSlices(
        page.words,
        (one) =>
          Math.abs(one.bottom - word.bottom) < 4 &&
          one.left >= word.right - 1 &&
          one.text.length > 3 &&
          said.text.includes(one.text),
      );
      if (named.length > 0) return true;
    }
    if (value !== '' || !(namesRecipient(name) || (deliveryHead.test(name.trim()) && word.bottom > said.bottom)))
      continue;
    // Whose freight it is, at the head of the form, signs nothing.
    const beside = yield* filterInSlices(
      page.words,
      (one) => one !== word && Math.abs(one.bottom - word.bottom) < 4 && one.left >= word.right - 1,
    );
    if (beside.length === 0 || sign.test(name) || receiving.test(name) || /name|print|role/i.test(name)) return true;
  }
  return false;
}

/** Of a statement that somebody signed. */
export function* isOfReceiver(page: FormLayout, said: Word): Generator<void, boolean> {
  if (receiver.test(said.text)) return !(yield* isOtherDocument(page));
  return (yield* partyOf(page, said)) === 'receiver' && (yield* isGrounded(page, said));
}

/** A name of the document that says both: "Carrier delivery receipt". */
const deliveryTitle = /\b(?:delivery receipt|proof of delivery)\b/i;

function* partyBefore(page: FormLayout, label: Word): Generator<void, Exclude<SigningParty, 'bare'>> {
  const before = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label &&
      word.bottom >= label.bottom - 3 &&
      word.bottom - label.top < 200 &&
      word.left < label.right + 40 &&
      (namesReceiver(word.text) || namesOther(word.text)) &&
      // "Driver notes" is no heading of who signs.
      (namesReceiver(word.text) || !/(?<!\p{L})(?:notes?|remarks?|comments?|instructions?)(?!\p{L})/iu.test(word.text)),
  );
  // What is on its own line says more than what is over it.
  const beside = before.filter((word) => Math.abs(word.bottom - label.bottom) < 4 && word.left < label.left);
  let [nearest, least] = [undefined as Word | undefined, Infinity];
  for (const word of beside.length > 0 ? beside : before) {
    const away = Math.abs(word.bottom - label.bottom) + Math.abs(word.left - label.left) / 4;
    if (away < least) [nearest, least] = [word, away];
  }
  if (nearest === undefined) {
    // Nobody else may have signed where nobody else is named.
    const named = yield* filterInSlices(
      page.words,
      (word) => word !== label && word.text.length <= 120 && (namesReceiver(word.text) || namesOther(word.text)),
    );
    return named.length === 0 || named.some(({ text }) => namesReceiver(text)) ? 'receiver' : 'unknown';
  }
  if (!namesOther(nearest.text) || deliveryTitle.test(nearest.text)) return 'receiver';
  return namesReceiver(nearest.text) ? 'unknown' : 'other';
}

export const pointAt = (left: number, bottom: number): Area => ({ left, right: left + 1, bottom, top: bottom + 1 });

// What a label asks for.

/** Words with which the label of a field begins or ends; a value has none. */
export const formLabels =
  /[:：]$|^(?:consignee|receiver|shipper|driver|carrier|print(?:ed)?|name|date|time|title|company|sign(?:ature|ed)?|received|delivered|pieces|pcs|weight|pro|bol|exceptions?|customer|phone|trailer|seal|arriv\w+|depart\w+|in|out)(?!\p{L}).{0,24}$|sign(?:ature|ed)(?!\p{L})|printed name|please print/iu;
/** What a field asks for, in the languages of receipts, at the end or the beginning of its label; no name of anybody. */
const asked = anyOf(phrases.asked);
const labelEnds = new RegExp(
  `(?:^|[\\s/(])(?:${asked})[.:)\\s]*$|^(?:${asked})\\s+(?:${anyOf(phrases.ofFields)}|&|/)(?:\\s|$)`,
  'iu',
);

/** Ends or begins with what a field asks for. */
export const asksForField = (text: string): boolean => labelEnds.test(text.trim());

/** Whether it is the label of a field, and no value of another. */
export const isFieldLabel = (text: string): boolean =>
  formLabels.test(text) || asksForField(text) || (text.length <= 60 && whoseSignature.test(text));
/** "Firma destinatario" */
const whoseSignature = whole(phrases.whoseSignature);

/** Under what was written above it. */
export const isCaption = new RegExp(
  `^(?:[\\p{L}'’]+ ){0,2}(?:${anyOf(phrases.captions)})(?: ?[/&(] ?\\p{L}+\\)?)?(?: (?:of|de|del|der|des|du|da|do|in|en|em) (?:la |the )?\\p{L}+(?: (?:or )?\\p{L}+)?)?$`,
  'iu',
);
