/**
 * Recognises the names of lists of records in some state, such as "Voided bills" or `/loads/cancelled`: they describe what
 * was done to others, and order nothing (D66). A name counts only when it has no word beside the state, the records in the
 * plural, and what leads to a list.
 */
import { actionOfWords, doubtfulWords, isActVerb } from './action-words.ts';
import { wordsForMatching } from './normalise.ts';
import { type RecordListWords, transliterated, unaccented, vocabularies } from './words/vocabulary.ts';

/** Addresses are written without accents: `/factures/annulees`, `/auftraege/geloescht`. */
const languages = vocabularies.map(({ recordLists }) => ({
  ...recordLists,
  states: inPlainLetters(recordLists.states),
  records: inPlainLetters(recordLists.records),
}));
const joining = new Set(vocabularies.flatMap(({ lists, details }) => [...lists.and, ...details.joins]));

function inPlainLetters(words: readonly string[]): readonly string[] {
  return [...new Set(words.flatMap((word) => [word, unaccented(word), transliterated(word)]))];
}

/** Whether a name says which records a list holds, and nothing else. */
export function namesRecordList(name: string): boolean {
  const words = wordsOf(
    name
      .replace(/(?<=[a-z])\s?[/&]\s?(?=[a-z])/gi, ' and ')
      .replace(/(?<![a-z])re[\s_-](?=(?:rated|priced|calculated)(?![a-z]))/gi, 're'),
  );
  return words !== undefined && languages.some((language) => isList(asStates(words, language), language));
}

/** "Void and cancelled": beside a state a word that is an order as well is one too. */
function asStates(words: readonly string[], { states, bare }: RecordListWords): readonly string[] {
  const isBeside = (at: number, next: 1 | -1): boolean =>
    joining.has(words[at + next] ?? '') && states.includes(words[at + 2 * next] ?? '');
  return words.map((word, at) => (bare.includes(word) && (isBeside(at, 1) || isBeside(at, -1)) ? states[0]! : word));
}

/** Whether a name says no more than a state, such as the option "Cancelled" of a filter. */
export function namesState(name: string): boolean {
  const words = wordsOf(name.replace(/[:?]|(?<=[a-z])\s?\/(?=\s?[a-z])/gi, ' '));
  return (
    words !== undefined &&
    words.length > 0 &&
    languages.some((language) => {
      const { states, beside, shows, ofOne } = language;
      return asStates(words, language).every((word) =>
        [states, beside, shows, ofOne].some((known) => known.includes(word)),
      );
    })
  );
}

/** A state that is also an order: "Void" on the box of a filter, or at the head of a column; "Include void bills". */
export function namesBareState(name: string): boolean {
  return (
    /^\s*(?:(?:is|show|include|hide|exclude|only|not)\s+)?(?:void|storno)(?:\s+only)?\s*\??\s*$/i.test(name) ||
    /^\s*(?:show|include|hide|exclude)\s+void\s+(?:bills|invoices|waybills|pros|checks|records|items)\s*$/i.test(name)
  );
}

/** Records of a language, in the plural. */
export const recordsOf: readonly (readonly string[])[] = languages.map(({ records }) => records);

/** What a number before them counts, in the plural. */
export function countedRecords(): string[] {
  return [
    ...recordsOf.flat(),
    'pros',
    'consignments',
    'lines',
    'accessorials',
    'fletes',
    'lignes',
    'frachten',
    'positionen',
    'selected',
  ];
}

/** The last part of a path without the kind of its file or page. */
export function withoutEnding(part: string): string {
  return part.replace(/\.(?:csv|xlsx?|pdf|html?|json|xml|aspx?|jsp|php|cfm)$/i, '');
}

/** Whether the last parts of a path name such a list: `/bills/voided`, `/cancelled-loads.csv`, `/reports/voided`. */
export function leadsToRecordList(path: string): boolean {
  const parts = withoutEnding(path)
    .split('/')
    .filter((part) => part !== '');
  const [before = '', last = ''] = parts.slice(-2);
  if (parts.length > 1 && reports.test(before) && namesState(last) && !namesBareState(last)) return true;
  return namesRecordList(parts.at(-1) ?? '') || (parts.length > 1 && namesRecordList(`${before} ${last}`));
}

const reports =
  /^(?:reports?|reporting|analytics|statistics|stats|dashboards?|informes?|reportes?|rapports?|statistiques|berichte?|auswertungen|statistiken?)$/i;
/** What may be behind the name of a list in a path: how it is shown, and the time that it is of. */
const views =
  /^(?:list|search|summary|export|index|all|overview|download|print|page|table|(?:bi-?)?(?:dai|week|month|quarter|year)ly|today|yesterday|\d{4}(?:-\d{2}){0,2}|\d{1,2}|q[1-4]|lista|buscar|resumen|exportar|liste|recherche|exporter|suche|übersicht|exportieren)(?:\.\w{2,5})?$/i;
const mostViews = 4;

/** The parts of a path without what only says how its list is shown. */
export function withoutViews(parts: readonly string[]): readonly string[] {
  const at = parts.findLastIndex((part) => !views.test(part));
  return at < 0 || parts.length - at - 1 > mostViews ? parts : parts.slice(0, at + 1);
}

function isList(words: readonly string[], { states, records, beside, shows }: RecordListWords): boolean {
  return (
    words.some((word) => states.includes(word)) &&
    words.some((word) => records.includes(word) || shows.includes(word)) &&
    words.every((word) => [states, records, beside, shows].some((known) => known.includes(word)))
  );
}

/** What is longer names no list, and would take the square of its length to read. */
const longestListName = 200;

/** What a name adds in brackets: a unit, a kind of file, that a field may stay empty. */
const annotation =
  /\s+(?:to|as|como|a|en|als|nach|au format)\s+(?:pdf|csv|excel|xlsx?)\s*$|\s*\((?:[$€£%]|usd|eur|cad|mxn|gbp|lbs?|kg|cwt|hours?|hrs?|h|days?|d|horas?|días?|heures?|jours?|stunden|tage|pdf|csv|xlsx?|if any|if applicable|optional|opcional|facultatif|si existe|le cas échéant|falls vorhanden)\)\s*$/i;

/** Words in plain letters, a count of the records and a unit aside; undefined where there is anything else, such as a disguise. */
export function wordsOf(name: string): string[] | undefined {
  if (name.length > longestListName) return undefined;
  const plain = name
    .normalize('NFC')
    .replace(/\s*[([]\d{1,9}[)\]]\s*$/, '')
    .replace(annotation, '')
    .replace(/(?<=[a-zà-öø-ÿ])[’'](?=[a-zà-öø-ÿ])/gi, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return /^[a-zà-öø-ÿß\s_-]+$/.test(plain) ? plain.split(/[\s_-]+/).filter((word) => word !== '') : undefined;
}

const longestReport = 12;
const doneWords = vocabularies.map(({ done, carriedOut, choices, lists }) => ({
  papers: new Set(lists.papers),
  participle: new RegExp(`^(?:${done.participles.join('|')})$`, 'u'),
  alsoOrders: new Set(done.alsoOrders),
  // "Cancelado por el cliente" says by whom.
  orders: new Set([
    ...done.orders,
    ...choices.also.filter((word) => word !== 'por'),
    ...carriedOut.verbs.flatMap((verb) => verb.split(' ')),
  ]),
}));

/**
 * Whether a name says what was done, such as "Load was cancelled by customer", "Saldo castigado" or "Accounts closed in 2026"
 * (D66): its only words of an act are participles, and an order has a verb beside them ("Mark as cancelled").
 * @param isSure whether a participle that is an order as well ("Auftrag widerrufen") says nothing
 */
export function reportsDone(name: string, isSure = false): boolean {
  const words = wordsOf(
    name
      .replace(/\s*\?\s*$/, '')
      .replace(/(?<![\p{L}\p{N}])\d{1,4}(?:[./:-]\d{1,4}){0,2}(?![\p{L}\p{N}])/gu, ' ')
      .replace(/(?<=written)[\s-]off/gi, 'off'),
  );
  if (words === undefined || words.length > longestReport) return false;
  return doneWords.some(({ participle, alsoOrders, orders, papers }) => {
    const isDone = (word: string): boolean =>
      participle.test(word) && isActVerb(word) && !(isSure && alsoOrders.has(word));
    // "Voided checks register": to register is an order, and a register is none.
    const isPaper = words.length > 1 && isDone(words[0] ?? '') && papers.has(words.at(-1) ?? '');
    const told = isPaper ? words.slice(0, -1) : words;
    const rest = told.filter((word) => !isDone(word));
    if (rest.length === told.length || rest.some((word) => orders.has(word) || isActVerb(word))) return false;
    // "Set to zero: closed accounts" orders an act without any of them.
    const others = wordsForMatching(rest.join(' '));
    return actionOfWords(others) === undefined && !doubtfulWords(others);
  });
}
