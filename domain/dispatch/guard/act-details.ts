/**
 * Recognises what is recorded of an act, such as "Void date", "Voided by" or "Motif d'annulation": it describes an act and
 * orders none (D66). It counts only where nothing is ordered, such as on a field or the head of a column.
 */
import { actionOfWords, isActThing } from './action-words.ts';
import { wordsForMatching } from './normalise.ts';
import { wordsOf } from './record-lists.ts';
import { type DetailWords, vocabularies } from './words/vocabulary.ts';

/**
 * Words by which a name says more than what it is of: "Cancel the order by this date" ends with a noun and orders an act. Of
 * all languages, because some of their nouns are the same.
 */
const more = new Set([
  ...vocabularies.flatMap(({ fillers }) => fillers).filter((word) => word !== 'off' && word !== 'out'),
  ...vocabularies.flatMap(({ details }) => [...details.more, ...details.joins]),
]);
const also = new Set(vocabularies.flatMap(({ details }) => details.joins));
const takenOff = vocabularies.map(({ partsOff: { verbs, parts, from }, ownParts, choices }) => {
  const articles = new Set(choices.articles);
  const plain = (words: readonly string[]): string[] => words.filter((word) => !articles.has(word));
  return {
    verbs: new Set(verbs),
    parts: new Set(withPlurals([...parts, ...ownParts]).map((part) => plain(part.split(' ')).join(' '))),
    from: from.map((phrase) => phrase.split(' ')),
    plain,
  };
});
const longestTakenOff = 12;

/**
 * Whether a name says that a part is taken off a record, which stays: "Remove liftgate from this bill", "Anhang aus der Reklamation
 * löschen". Every word of it has to be known.
 */
export function takesPartOff(name: string): boolean {
  const words = wordsOf(name.replace(/[?¿]|(?<![\p{L}\p{N}])#?\d[\d.-]*(?![\p{L}\p{N}])/gu, ' '));
  if (words === undefined || words.length > longestTakenOff) return false;
  return takenOff.some(({ verbs, parts, from, plain }) => {
    // In German the verb is the last word.
    const [verb = '', said] = verbs.has(words[0] ?? '')
      ? [words[0], words.slice(1)]
      : [words.at(-1), words.slice(0, -1)];
    if (!verbs.has(verb)) return false;
    return from.some((phrase) => {
      const at = said.findIndex((_, n) => n > 0 && phrase.every((word, m) => said[n + m] === word));
      const record = plain(said.slice(at + phrase.length));
      const isRecord =
        record.some((word) => isActThing(word)) && record.every((word) => isActThing(word) || ofRecords.has(word));
      return at > 0 && isRecord && parts.has(plain(said.slice(0, at)).join(' '));
    });
  });
}

/** Whether a bare verb takes off its record the part that a row is of: "Remove" beside "Residential delivery". */
export function takesOff(name: string, row: string): boolean {
  const [verb = '', ...more] = wordsOf(name) ?? [];
  const part = wordsOf(row.replace(/(?<!\p{L})[$€£]?\d[\d.,]*/gu, ' '))?.join(' ') ?? '';
  return more.length === 0 && takenOff.some(({ verbs, parts }) => verbs.has(verb) && parts.has(part));
}

/** Beside what a record is called. */
const ofRecords = new Set(['freight', 'number', 'no', 'pro', 'of', 'de', 'flete', 'fret', 'nr', 'nummer']);

const longestDetail = 7;
const shortestAct = 4;

interface Known {
  readonly nouns: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly of: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
  readonly behind: ReadonlySet<string>;
  readonly bounds: ReadonlySet<string>;
  readonly endings: readonly string[];
  /** Nouns are run together with their acts. */
  readonly isCompounding: boolean;
}

const languages: readonly Known[] = vocabularies.map(({ language, details }) => ({
  ...details,
  nouns: new Set(withPlurals(details.nouns)),
  values: new Set(withPlurals(details.values)),
  of: new Set(details.of),
  to: new Set(details.to),
  behind: new Set(details.behind),
  bounds: new Set(details.bounds),
  isCompounding: language === 'German',
}));

function withPlurals(nouns: DetailWords['nouns']): string[] {
  return nouns.flatMap((noun) => [noun, `${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies')]);
}

/** "Filter by write-off reason": what a list is shown by. */
const ordering =
  /^\s*(?:(?:filter|sort|group|search)\s+by|(?:filtrar|ordenar|agrupar|buscar)\s+por|(?:filtrer|trier|grouper|rechercher)\s+par|(?:filtern|sortieren|gruppieren|suchen)\s+nach)\s+/i;

/** "Void after days", "Cancel after (days)": in which time an act is done, as a field has it. */
const inTime =
  /^\p{L}+(?:[\s-]\p{L}+){0,3}\s(?:after|within|before|tras|dentro de|après|avant|nach|vor)\s\(?(?:days?|hours?|minutes?|weeks?|months?|días?|horas?|meses|jours?|heures?|mois|tagen?|stunden|wochen|monaten?|date|fecha|datum)\)?\s*:?\s*$/iu;

const accounts = new Set(vocabularies.flatMap(({ details }) => details.accounts.map((name) => spelled(name))));

function spelled(name: string): string {
  return wordsForMatching(name).join(' ');
}

/**
 * Whether a name is that of the account or the reserve on which an act is booked, which is looked up and typed. With a gap in
 * it, "Write off account" is an order as well.
 */
export function namesBookedAccount(name: string): boolean {
  return !/write\s+off|charge\s+off/i.test(name) && accounts.has(spelled(name));
}

/** "Look up a write-off account", which is chosen then; of controls that send nothing. */
const looksUp =
  /^\s*(?:look\s?up|search(?:\s+for)?|find|select|choose|browse|buscar|seleccionar|elegir|rechercher|choisir|sélectionner)\s+(?:(?:an?|the|una?|la|un|le)\s+)?/i;

/** What people who write pages put before and behind the names of links and columns: `lnkVoidDateSort`. */
const handles =
  /^(?:lnk|lbl|txt|fld|col|hdr|th)(?=[A-Z_-])|(?:[_-]|(?<=[a-z])(?=[A-Z]))(?:[Ss]ort|[Aa]sc|[Dd]esc|[Cc]ol|[Cc]olumn|[Hh]eader|[Hh]dr|[Ll]nk|[Ll]ink)$/g;

/**
 * Whether a name is that of a date, a reason, a person or the like of an act. @param isData it is a field or the head of a
 * column, where "Write off amount" is an amount
 */
export function namesActDetail(name: string, isData = false): boolean {
  if (isData && (inTime.test(name) || namesBookedAccount(name))) return true;
  if (looksUp.test(name) && namesBookedAccount(name.replace(looksUp, ''))) return true;
  const words = wordsOf(
    (/\s/.test(name) ? name : name.replace(handles, ''))
      .replaceAll(/[’'`[\].]/g, ' ')
      .replace(/\s*[:*]\s*$/, '')
      .replace(ordering, ''),
  );
  return (
    words !== undefined && words.length <= longestDetail && languages.some((known) => isDetail(words, known, isData))
  );
}

function isDetail(given: readonly string[], known: Known, isData: boolean): boolean {
  const { nouns, values, of, to, behind, bounds, endings, isCompounding } = known;
  const isNoun = (word: string): boolean => nouns.has(word) || (isData && values.has(word));
  const isCompound = (word: string): boolean =>
    isCompounding &&
    [...nouns, ...(isData ? values : [])].some(
      (noun) => word.endsWith(noun) && word.length >= noun.length + shortestAct,
    );
  const words = given.length > 2 && bounds.has(given.at(-1) ?? '') ? given.slice(0, -1) : given;
  const [first = '', second = ''] = words;
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const isPlain = !before.some((word) => more.has(word));
  if (isCompound(last))
    return isPlain && (before.length < 2 || actionOfWords(wordsForMatching(before.join(' '))) === undefined);
  if (words.length < 2 || words.some((word) => also.has(word))) return false;
  const ends = (word: string): boolean =>
    endings.some((ending) => word === ending || (word.length > ending.length + 2 && word.endsWith(ending)));
  return (
    (isNoun(last) && isPlain) ||
    (isNoun(first) && (of.has(second) || ends(second) || (words.length > 2 && to.has(`${first} ${second}`)))) ||
    (behind.has(last) && ends(words.at(-2) ?? ''))
  );
}
