/** Notes outside of a place for them: of loss and damage, in words that nobody foresaw, stamps, and figures struck out. */
import { countsDiffer, generic, namesTrouble, reservesNothing, trouble } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { answersOf, box, countedOn, countedUnder, crossedOn, isWelcome, withSigns, withTicks, yes } from './answers.ts';
import { isFieldLabel } from './form-field.ts';
import { cellAround, type FormLayout } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';

/** What makes a document none, over or beside its text; "COPY" does not. */
const annuls =
  /^\W*(?:void(?:ed)?|cancel(?:l?ed)?|specimen|sample|draft|test|anulad[oa]|cancelad[oa]|annul[eé]e?|storniert|ung[uü]ltig|muster|nulo|vervallen|annullato)(?: (?:copy|document|only|form|receipt))?\W*(?:$|[-–—:(])|^\W*(?:null and void|not (?:a )?valid|for (?:test|training|demo)\p{L}*)(?!\p{L})/iu;

/** Words that forms print; what has none of them and stands in no field was written by somebody. */
const ofForms =
  /(?<!\p{L})(?:please|receipt|signature|signed|document|form|page|pages|copy|carrier|shipper|consignee|driver|customer|receiver|terms|conditions?|subject|tariff|thank|call|visit|contact|questions?|print(?:ed)?|generated|powered|proof|delivery|delivered|received|original|hereby|agree\p{L}*|accept\p{L}*|certif\p{L}*|acknowledg\p{L}*|claims?|invoice|bill|liab\p{L}*|shall|must|by signing|order|prepaid|collect|note[ds]?:?|route|truck|trailer|stop|street|suite|photo|captured|handling|hazardous|emergency|entrega|recib\p{L}*|firma|documento|livraison|marchandises?|signature|re[cç]u|lieferung|erhalten|ware|unterschrift)(?!\p{L})/iu;

/** A count of freight at the beginning, and what is said of it. */
const begunWithCount =
  /^(?:\d{1,4}|one|two|three|four|five|six|an?) ?(?:x )?(?:pcs?|pieces?|cartons?|ctns?|cases?|cs|box(?:es)?|bxs?|skids?|skd|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|items?|colis|palettes?|cajas?|bultos?|tarimas?|paletten?|kartons?)(?: #?\d{1,3})?(?= (.*)$)/iu;

/** Words of what happened, which the name of a good has not: "1 plt looks like a forklift went through it". */
const ofEvents =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|looks?|came|got|went|arrived|found|had|like|with|without|w\/|through|thru|on|in|off|at|by|from|not|no|open|loose|down|out|only|sur|avec|sans|con|sin|en|mit|ohne|auf|im)(?!\p{L})/iu;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));

/** What somebody wrote may begin in small letters, where a form does not, and does not end as a sentence of the terms. */
const isWritten = (text: string): boolean => /^\p{Ll}[^.]*$/u.test(text) && wordsOf(text).length <= 12;

const companies =
  /(?<!\p{L})(?:freight|freightways|logistics|transport(?:ation)?|trucking|express|lines?|inc|llc|ltd|co|corp|company|gmbh)\.?$/iu;

const isUnderstood = (text: string): boolean => reservesNothing(text) || generic.test(text);

function mayBeNote(text: string): boolean {
  if (text.length > 160 || /[:_?[\]☐-☒✓-✘□▢❏-❒]/u.test(text) || isUnderstood(text)) return false;
  // A head names the shipment.
  if (/\d{7}|\|/.test(text)) return false;
  const [, said] = begunWithCount.exec(text) ?? [];
  if (said !== undefined && said.split(/[,;]/).every((part) => isUnderstood(part.trim()) || isReceived.test(part)))
    return false;
  if (said !== undefined) return ofEvents.test(said) || wordsOf(said).length > 4;
  if (wordsOf(text).length < 3 || /^\p{Ll}.*\.$/u.test(text)) return false;
  // A heading tells of nothing that happened.
  if (!isWritten(text) && !ofEvents.test(text) && wordsOf(text).length < 6) return false;
  return isWritten(text) || !(ofForms.test(text) || companies.test(text));
}

const isReceived = /^\s*(?:received|rec['’]?d|rcvd|delivered)\s*$/i;

/** In no field, column or sentence of the form. */
function* standsFree(page: FormLayout, word: Word): Generator<void, boolean> {
  const middle = (word.bottom + word.top) / 2;
  const row = yield* filterInSlices(
    page.words,
    (one) => one !== word && one.bottom < middle && one.top > middle && Math.abs(one.bottom - word.bottom) < 6,
  );
  // A value behind a label, or a row of a list.
  if (row.length > 0) return false;
  const over = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      one.bottom >= word.top - 3 &&
      one.bottom <= word.top + 14 &&
      one.left < word.right &&
      one.right > word.left,
  );
  // A value under its label, or a further line of a text.
  const isBefore = ({ text, left, bottom }: Word): boolean =>
    Math.abs(left - word.left) < 2 && bottom - word.top < 0.8 * (word.top - word.bottom) && !/:\s*\S/.test(text);
  if (over.some((one) => isFieldLabel(one.text) || isBefore(one))) return false;
  const under = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word && one.top <= word.bottom + 3 && one.top >= word.bottom - 8 && Math.abs(one.left - word.left) < 2,
  );
  // A block of a name and an address.
  if (under.length > 0 && !isWritten(word.text) && !begunWithCount.test(word.text)) return false;
  return (yield* cellAround(page, word)) === undefined;
}

/** Fields whose answers may be whole phrases, and say nothing of how the freight was received. */
const neutral =
  /(?<!\p{L})(?:address|ship\p{L}*|consign\p{L}*|bill to|deliver(?:y)? to|instructions?|description|commodity|contents?|goods|items?|articles?|products?|company|carrier|terms|service\p{L}*|ref\p{L}*|driver|location|from|to|origin|destination|stop|route|attn|attention|names?|print|by|signature|sign\p{L}*|date|time|requested|special|hours|phone|email|e-mail|website|notice|important|warning|expéditeur|destinataire|adresse|remitente|destinatario|dirección|absender|empfänger|anschrift)(?!\p{L})/iu;

/** Fields that ask how the freight was received: what is not understood there leaves it open. */
const ofFreight =
  /^(?:(?:freight|cargo|goods|load|product|shipment|delivery|overall) )?condition(?:s? (?:of (?:the )?(?:freight|cargo|goods|load|shipment)|on (?:delivery|arrival|receipt)|at delivery))?$|(?<!\p{L})(?:count|pieces|quantity) (?:verified|correct|confirmed|checked|ok)(?!\p{L})/iu;

/** What a field is answered with that nobody asks about here: "Condition on delivery: box corner punched in". */
function* answered(page: FormLayout, word: Word): Generator<void, string | undefined> {
  const [, name = '', said = ''] = /^([^:]{2,40}):\s*(\S.*)$/su.exec(word.text) ?? [];
  if (
    said !== '' &&
    ofFreight.test(name) &&
    !isUnderstood(said) &&
    !/[[☐-☒✓-✘□▢❏-❒]/u.test(said) &&
    !yes.test(said) &&
    !/^\W*\d*\W*$/.test(said)
  )
    return word.text;
  if (said !== '') return !neutral.test(name) && mayBeNote(said) ? word.text : undefined;
  if (!mayBeNote(word.text)) return undefined;
  const row = yield* filterInSlices(
    page.words,
    (one) => one !== word && Math.abs(one.bottom - word.bottom) < 4 && Math.abs(one.left - word.left) < 400,
  );
  const over = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      Math.abs(one.left - word.left) < 3 &&
      one.bottom >= word.top - 3 &&
      one.bottom - word.top < 0.8 * (word.top - word.bottom),
  );
  const [label] = row.length === 0 ? over : row;
  if (label === undefined || row.length > 1 || label.left > word.left) return undefined;
  const isLabel = wordsOf(label.text).length <= 4 && !/\d|:\s*\S/.test(label.text) && !neutral.test(label.text);
  return isLabel && !ofForms.test(word.text) ? `${label.text.replace(/:$/, '')}: ${word.text}` : undefined;
}

/** Figures with a line through them, as a pen corrects a count. */
function* struckOut(page: FormLayout): Generator<void, string[]> {
  const struck: string[] = [];
  const figures = yield* filterInSlices(page.words, ({ text }) => /^\d{1,5}(?: \p{L}{2,12})?$/u.test(text));
  for (const { text, left, right, bottom, top } of figures.slice(0, mostFigures)) {
    const height = top - bottom;
    const isThrough = (line: Area): boolean => {
      const middle = (line.bottom + line.top) / 2;
      return (
        middle > bottom + height * 0.2 &&
        middle < top - height * 0.25 &&
        line.top - line.bottom < 2 * height &&
        line.left <= left + (right - left) / 2 &&
        line.right >= (left + right) / 2 &&
        line.right - line.left < right - left + 3 * height &&
        line.right - line.left >= 0.6 * (right - left)
      );
    };
    const lines = yield* filterInSlices([...page.segments, ...page.rules, ...page.strokes], isThrough);
    if (lines.length > 0) struck.push(`(struck out "${text}")`);
  }
  return struck;
}

const mostFigures = 200;

const mostNotes = 10;

/** What stands in no place of the form and is not understood: it leaves open how the freight was received. */
export function* strayNotes(page: FormLayout): Generator<void, string[]> {
  const stamps = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && annuls.test(text));
  const notes: string[] = [];
  const written = yield* filterInSlices(
    page.words,
    ({ text }) => ofFreight.test(text.split(':')[0] ?? '') || mayBeNote(text.replace(/^[^:]{2,40}:\s*(?=\S)/su, '')),
  );
  for (const word of written.slice(0, mostFigures)) {
    const isFree = mayBeNote(word.text) && (yield* standsFree(page, word));
    const note = isFree ? word.text : yield* answered(page, word);
    if (note !== undefined) notes.push(note);
  }
  return [...stamps.map(({ text }) => `(stamped "${text}")`), ...(yield* struckOut(page)), ...notes].slice(
    0,
    mostNotes,
  );
}

const shortAnswer = /^(?:\d{1,6}|none|no|n\/?a|yes|y|n)$/i;

/** A sentence of the terms has more words than a note; one that counts pieces is a note all the same. */
const mostWords = 9;

const mostWordsOfCount = 20;

export const counted =
  /(?<!\p{N})\d{1,5} (?:\p{L}+ )?(?:pieces|pcs|cartons?|ctns?|cases?|boxe?s?|bxs|skids?|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|colis|palettes?|caisses?|cartons?|cajas?|bultos?|tarimas?|piezas?|paletas?|paletten?|kartons?|packst[uü]cke?|kisten?|colli|caixas?|volumes)(?!\p{L})/iu;

const isShort = (text: string): boolean =>
  text.split(/\s+/).length <= (counted.test(text) || isTurned.test(text) ? mostWordsOfCount : mostWords);

/** What follows is the note. */
const isTurned = /(?<!\p{L})(?:but|however|mais|pero|aber|mas|maar)(?!\p{L})/iu;

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
export const isOfTerms =
  /^(?:please |to )?(?:report|note|inspect|check for|describe any)(?!\p{L})|damage waiver|(?:damage|loss|shortage|exception|os&d) (?:claims?|reports?|forms?|hotline|procedures?)(?!\p{L})|(?<!\p{L})(?:if|unless|liab\p{L}+|responsib\p{L}+|within \d+ (?:days|hours)|(?:is|are|will be) (?:returned|charged|billed|subject)|(?:must|shall|may|should|will) (?:not )?be|(?:before|prior to) (?:signing|departure|accept\p{L}+)|at (?:the )?time of delivery|all exceptions)(?!\p{L})/iu;

/** "Received in good condition? [ ] Yes [x] No" is about damage too. */
const isOfInterest = (text: string): boolean =>
  /^(?:variance|difference|discrepancy)$/i.test(text) ||
  namesTrouble(text) ||
  (isWelcome.test(text) && (box.test(withSigns(text)) || /[:?]$/.test(text)));

const overOrShort = /^over(?:age)? ?\/ ?short(?:age)?(?: ?\/ ?damaged?)?$/i;
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

export interface Found {
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

/** Notes of loss and damage outside of a place for them; a choice whose mark is not read is for a person to see. */
export function* anywhereOn(page: FormLayout): Generator<void, Found> {
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
      overOrShort.test(text) ||
      (yield* isOfBox(page, word));
    const answer = isField ? next : (/[?:]\s*(\S.*)$/.exec(text)?.[1] ?? '');
    // What is said there is a note by itself.
    if (overOrShort.test(text) && namesTrouble(next)) continue;
    if (isDenial.test(answer) || (answer !== '' && reservesNothing(answer))) continue;
    // A field that nobody filled in.
    const isBlank = isField && /[:\p{L}]\s*$/u.test(text) && (next === '' || /:\s*$/.test(next));
    if (isBlank && !(yield* hasPen(page, word))) continue;
    const note = isField ? `${text} ${next}`.trim() : text;
    if (!notes.some((one) => one.includes(note))) notes.push(note);
  }
  return { ticks: ticks.slice(0, 10), notes: notes.slice(0, 10) };
}
