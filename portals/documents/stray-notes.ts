/** Writing on a receipt that is no part of the form: notes in words that nobody foresaw, stamps, and figures struck out. */
import { generic, reservesNothing } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { isFieldLabel } from './form-field.ts';
import { type FormLayout, cellAround } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';

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

/** What a field is answered with that nobody asks about here: "Condition on delivery: box corner punched in". */
function* answered(page: FormLayout, word: Word): Generator<void, string | undefined> {
  const [, name = '', said = ''] = /^([^:]{2,40}):\s*(\S.*)$/su.exec(word.text) ?? [];
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
  const written = yield* filterInSlices(page.words, ({ text }) =>
    mayBeNote(text.replace(/^[^:]{2,40}:\s*(?=\S)/su, '')),
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
