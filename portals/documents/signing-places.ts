/** Where on a printed form people sign: in the cell of a label, on its line, beside it; and whose place it is. */
import { filterInSlices } from '../../process/time-slices.ts';
import { type FormLayout, cellAround, rowAround, ruleOf, rulesOf } from './form-layout.ts';
import { formLabels } from './form-field.ts';
import { type Area, type Word, contains } from './page-geometry.ts';
import { intersection, shareIn } from './plane.ts';

// Whose signature a label on a form asks for. In the languages of receipts that cross borders: EN, ES, FR, DE, PT,
// NL, IT.

/**
 * `bare`: whose it is, is said elsewhere on the form; `unknown`: of somebody who is named, and may or may not have received
 * the freight ("Warehouse signature").
 */
type SigningParty = 'receiver' | 'other' | 'bare' | 'unknown';

export const sign =
  /\b(?:sign(?:ature|ed)?|sig\b\.?|e-?sign(?:ature|ed)?|firma(?:do)?|assinatura|assinado|unterschrift|unterzeichnet|handtekening|getekend|[eé]margement|podpis)(?![\p{L}])/iu;
const receiver =
  /(?<!\p{L})(?:consignee|cnee|receiver|recipient|customer|(?:person|party) receiving|receiving (?:clerk|agent|dep(?:t|artment)|party|personnel|employee|associate|company|warehouse|person|location|facility)|consignatario|destinat[aá]rio|receptor|recebedor|consignataire|destinataire|client|cliente|r[eé]ceptionnaire|(?:waren)?empf[aä]nger(?:s|in)?|warenannahme|kunden?|ontvangers?|geadresseerde|klant|ricevente|odbiorc[ay])(?!\p{L})|delivered to/iu;
/** Whoever orders a transport is a customer too. */
const client = /(?<!\p{L})(?:customer|client|cliente|kunden?|klant)(?!\p{L})/giu;
/** That somebody received something, whoever it is. */
const receiving =
  /(?<!\p{L})(?:(?:goods|freight|shipment) received|re(?:ceived|c['’]?d) by|signed for(?: by)?|re?cvd by|recibe|recib[ií](?:do)?|recebido|recebi|re[cç]u|erhalten|empfangen|entgegengenommen|ricevuto)(?!\p{L})/iu;
const other =
  /(?<!\p{L})(?:shipper|consignor|sender|driver|carrier|courier|dispatcher|witness|broker|notary|loader|vendor|supplier|(?:delivered|picked ?up|loaded|released|tendered|dispatched) by|conductor|chofer|transportista|remitente|operador|despachador|entregado por|exp[eé]diteur|chauffeur|conducteur|livreur|transporteur|fahrers?|frachtf[uü]hrers?|zustellers?|spediteurs?|absenders?|verladers?|bestuurder|vervoerder|afzender|motorista|transportador|remetente|mittente|autista|vettore|kierowc[ay]|nadawc[ay]|przewo[zź]nika?)(?!\p{L})/iu;
/** Words beside "signature" that name nobody. */
const nobody =
  /^(?:sign(?:ature|ed)?|sig|here|by|for|x|per|please|required|of|the|and|date|time|name|e|electronic|digital|in ink|ink|below|above|full|legal|firma|firmado|por|assinatura|unterschrift|handtekening|fecha|datum|par|le|la|signe?|captured?|image|proof|delivery|pod|received|receipt|line|this|space|or|accepted|et|und|y|en|cachet|stamp|stempel|sello|timbro|carimbo|lu|approuv[eé])$/i;
const anybodys =
  /^(?:x|by|per|(?:goods |freight |shipment )?(?:received|rec['’]?d|re?cvd) (?:in good (?:order|condition) )?by|accepted by|delivered to|re[cç]u par|recibido por|recib[ií](?: conforme)?|recebido por|empfangen(?: von)?|erhalten|ontvangen door)\s*[:.]?$/i;
/** "Received by consignee" under a line. */
const receivedByNamed = /^(?:received|rec['’]?d|re?cvd|accepted|signed for) by\b/i;
/** A label has few words; what has more is a sentence of the terms. */
const mostWords = 12;

export function signingParty(text: string): SigningParty | undefined {
  if (text.length > 120 || anybodys.test(text)) return text.length > 120 ? undefined : 'bare';
  if (text.split(/\s+/).length > mostWords || statesAbsence.test(text)) return undefined;
  if (/\bprint|\bname\b/i.test(text) && !/\bsign(?:ature|ed)?\b/i.test(text)) return undefined;
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
export const namesReceiver = (text: string): boolean =>
  namesRecipient(text) || /\b(?:received|receipt|delivery)\b/i.test(text);
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

/** "Customer signature required" is a service and no place to sign. */
const asksForIt = /(?<!\p{L})(?:required|requested|needed|mandatory|obligatoire|requerida|erforderlich)(?![\p{L})])/iu;

/** Labels on a page that are looked at; each is compared with everything drawn on the page. */
const mostLabels = 20;

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
  const labels = (yield* filterInSlices(page.words, ({ text }) => signingParty(text) !== undefined)).slice(
    0,
    mostLabels,
  );
  const hasReceivers = labels.some(({ text }) => signingParty(text) === 'receiver');
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
  if (!hasReceivers) places.push(...(yield* linesOfReceivers(page)));
  places.push(...(yield* linesOfOthers(page)));
  return places;
}

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
  readonly party: SigningPlace['party'];
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

const isBetween = (word: Area, { bottom, top }: Area): boolean => word.bottom < top && word.top > bottom;

/** A bare "Signature" is the receiver's where no other label says so and the party named last before it is the receiver. */
function* bareParty(
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
  /(?<!\p{L})(?:deliver(?:y|ed) (?:receipt|record|confirmation|note|copy|details|proof)|proof of delivery|e?pod|delivered(?: (?:to|on|at))?|received in good|livraison|entrega|lieferschein|abliefer(?:beleg|quittung|(?:ungs)?nachweis)|levering|consegna)(?!\p{L})/iu;

const ofPickup = /(?<!\p{L})(?:pick(?:ed)?[ -]?up|collected|tendered)(?!\p{L})/iu;

/** Of a form for both, what is ticked. */
const tickedPickup = /(?:[☑☒✓✔✗✘⊠\uf0fe\uf0fd]|\[x\])\s*(?:pick-?up|collection)(?!\p{L})/iu;

function* isOtherDocument(page: FormLayout): Generator<void, boolean> {
  const ticked = yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && tickedPickup.test(text));
  if (ticked.length > 0) return true;
  const titles = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && otherDocument.test(text.trim()));
  const pickups = yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && ofPickup.test(text));
  if (titles.length === 0 && pickups.length === 0) return false;
  return (yield* filterInSlices(page.words, ({ text }) => text.length <= 120 && ofDelivery.test(text))).length === 0;
}

/** Heads of the two sides of a form that says pick-up and delivery, or origin and destination. */
const pickupHead =
  /^(?:at (?:the )?)?(?:pick(?:ed)?[- ]?up(?: (?:from|at))?|collected(?: from)?|origin|loading|collection|shipper|consignor|sender|recogida|carga|origen|remitente|enl[eè]vement|ramassage|chargement|origine|exp[eé]diteur|abholung|beladung|verladung|absender|coleta|carregamento|ophaling|afzender|ritiro|mittente)(?: (?:info(?:rmation)?|details|stop|site|location))?:?$/iu;
const deliveryHead =
  /^(?:at (?:the )?)?(?:delivery|delivered(?: to| at)?|drop[- ]?off|destination|unloading|consignee|receiver|recipient|entrega|descarga|destino|destinatario|livraison|d[eé]chargement|destinataire|zustellung|anlieferung|ablieferung|entladung|empf[aä]nger|levering|aflevering|consegna|destinat[aá]rio)(?: (?:info(?:rmation)?|details|stop|site|location))?:?$/iu;

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
    if (inside.length === 0) return pickupHead.test(head.text.trim()) ? 'pickup' : 'delivery';
  }
  return undefined;
}

/** Of a label that names nobody: the party of its column, or the one that the form names last before it. */
export function* partyOf(page: FormLayout, label: Word): Generator<void, SigningPlace['party']> {
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

function* partyBefore(page: FormLayout, label: Word): Generator<void, SigningPlace['party']> {
  const before = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label &&
      word.bottom >= label.bottom - 3 &&
      word.bottom - label.top < 200 &&
      word.left < label.right + 40 &&
      (namesReceiver(word.text) || namesOther(word.text)),
  );
  let [nearest, least] = [undefined as Word | undefined, Infinity];
  for (const word of before) {
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

type OwnArea = Pick<SigningPlace, 'isDrawn' | 'area' | 'rule' | 'isDoubtful' | 'isAnswered' | 'free'>;

function* ownArea(page: FormLayout, label: Word, rule: Area | undefined): Generator<void, OwnArea> {
  const cell = yield* cellAround(page, label);
  if (cell === undefined) {
    const own = (yield* boxBeside(page, label)) ?? (yield* boxUnder(page, label)) ?? (yield* rowAround(page, label));
    if (own !== undefined) return { isDrawn: true, area: own, rule: undefined, isDoubtful: false };
    return { isDrawn: false, area: yield* openArea(page, label, rule), rule, isDoubtful: false };
  }
  const below = yield* cellBelow(page, label, cell);
  const beside = yield* cellBeside(page, cell);
  const isAnswered = yield* hasAnswer(page, label, cell);
  const free = [beside, below?.area].filter((area) => area !== undefined);
  const tall = label.top - label.bottom;
  const hasRoom = cell.top - cell.bottom >= 2.2 * tall + 6 || cell.right - label.right >= 110;
  const isDoubtful = below?.isOneOfMany ?? (!hasRoom && free.length === 0);
  return { isDrawn: true, area: cell, rule: undefined, isDoubtful, isAnswered, free };
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

const pointAt = (left: number, bottom: number): Area => ({ left, right: left + 1, bottom, top: bottom + 1 });

/** The next cell of the row, where nothing is printed in it. */
function* cellBeside(page: FormLayout, cell: Area): Generator<void, Area | undefined> {
  const right = yield* cellAround(page, pointAt(cell.right + 6, (cell.bottom + cell.top) / 2));
  return right === undefined || right.left < cell.right - 2 || (yield* hasText(page, right)) ? undefined : right;
}

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
  return behind !== '' && !isLabel(behind);
}

/** Fields of other languages around a signature. */
export const labelsAbroad =
  /^(?:nom|nombre|apellidos|fecha|hora|datum|uhrzeit|nome|data|naam|tijd|ora|heure|cachet|sello|stempel|timbre|carimbo|cargo|firma|unterschrift|assinatura|handtekening|lieu|ort|lugar|plaats)(?!\p{L})/iu;
const isLabel = (text: string): boolean =>
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

/** "Driver: X ______" and "Delivered by (driver): R. Novak" with a signature beside it: none of these marks is the receiver's. */
function* linesOfOthers(page: FormLayout): Generator<void, SigningPlace[]> {
  const named = yield* filterInSlices(
    page.words,
    ({ text }) =>
      text.length <= 60 &&
      other.test(text) &&
      !receiver.test(text) &&
      signingParty(text) === undefined &&
      /:|\bx$/i.test(text.trim()),
  );
  const places: SigningPlace[] = [];
  for (const label of named.slice(0, mostLabels)) {
    const rule = yield* ruleOf(page, label);
    const isOnIt = rule !== undefined && rule.left >= label.right - 6 && Math.abs(rule.bottom - label.bottom) <= 14;
    const beside = { left: label.left - 8, right: label.right + 240, bottom: label.bottom - 16, top: label.top + 40 };
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
