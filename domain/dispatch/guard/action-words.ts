/** Whether a name stands for one of the eight actions that are never clicked, in any of the languages known (D66). */
import { type PortalAction, portalActions } from '../task.ts';
import { type NormalName, pairsAsOne, stemsForMatching, undoubled, wordsForMatching } from './normalise.ts';
import { vocabularies } from './words/vocabulary.ts';

type Role = 'phrase' | 'verb' | 'thing' | 'alone' | 'other';

/** An entry of a list, found by its first word. */
interface Entry {
  /** Language and action: only what belongs together makes a pair. */
  readonly pair: string;
  readonly action: PortalAction;
  readonly role: Role;
  /** The words after the first. */
  readonly rest: readonly WordPattern[];
}
interface WordPattern {
  readonly word: string;
  /** Every word that begins so. */
  readonly open: boolean;
}

/** Entries by their first word: whole words, and the beginnings of words. */
interface Dictionary {
  readonly exact: Map<string, Entry[]>;
  readonly prefixes: Map<string, Entry[]>;
  /** The first letters of the prefixes. */
  readonly beginnings: Set<string>;
  readonly compounds: Map<string, PortalAction | undefined>;
}

const dictionary: Dictionary = {
  exact: new Map(),
  prefixes: new Map(),
  beginnings: new Set(),
  compounds: new Map(),
};
/** The same with each doubled letter once, for names with a letter too many ("Voiid"). */
const undoubledDictionary: Dictionary = {
  exact: new Map(),
  prefixes: new Map(),
  beginnings: new Set(),
  compounds: new Map(),
};
const fillers = new Set<string>();
/** "Invalid date" holds no "invalidate": longer words are not pieces of another. */
const longestPiece = 6;
const shortestStem = 3;
const mostPieces = 4;
/** Small words that may be between two words of a phrase. */
const mostFillers = 3;
/** Letters that a compound puts between its parts, or an inflected verb has before the thing. */
const links = ['', 's', 'es', 'n', 'en', 'er', 'ung', 'ungs', 'ing', 'ed', 'ling', 'led', 'd'];
/** What programmers put before an identifier. */
const handles = new Set(
  'btn button cmd lnk link act action do on frm form id js x is the my run exec handle submit post ajax api confirm'
    .split(' ')
    .map((word) => wordsForMatching(word)[0] ?? word),
);

for (const { language, actions, otherThings, fillers: small } of vocabularies) {
  for (const filler of small) for (const word of wordsForMatching(filler)) fillers.add(word);
  for (const action of portalActions) {
    const pair = `${language} ${action}`;
    const { phrases, verbs, things, alone } = actions[action];
    for (const phrase of phrases) store(phrase, { pair, action, role: 'phrase' });
    for (const verb of verbs) store(verb, { pair, action, role: 'verb' });
    for (const thing of things) store(thing, { pair, action, role: 'thing' });
    for (const word of alone) store(word, { pair, action, role: 'alone' });
  }
  for (const thing of otherThings) store(thing, { pair: language, action: 'void_bill', role: 'other' });
}

/** No entry begins with more: a longer piece of a word needs no look, and a word of a hundred thousand letters costs no more. */
const longestKey = longestOf(
  [dictionary, undoubledDictionary].flatMap(({ exact, prefixes }) => [...exact.keys(), ...prefixes.keys()]),
);
const longestHandle = longestOf([...handles]);

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function store(text: string, entry: Omit<Entry, 'rest'>): void {
  for (const spelling of new Set([text, transliterated(text)])) {
    storeIn(dictionary, spelling, entry, (word) => word);
    storeIn(undoubledDictionary, spelling, entry, undoubled);
  }
}

function storeIn(
  { exact, prefixes, beginnings }: Dictionary,
  text: string,
  entry: Omit<Entry, 'rest'>,
  spell: (word: string) => string,
): void {
  const patterns = text.split(/[\s-]+/).flatMap((word): WordPattern[] => {
    const open = word.endsWith('*');
    const forms = open ? stemsForMatching(spell(word.slice(0, -1))) : wordsForMatching(spell(word));
    return forms.map((form) => ({ word: form, open }));
  });
  const [first, ...rest] = patterns;
  if (first?.open === true) beginnings.add(first.word.slice(0, shortestStem));
  if (first !== undefined) add(first.open ? prefixes : exact, first.word, { ...entry, rest });
}

function add(map: Map<string, Entry[]>, word: string, entry: Entry): void {
  const list = map.get(word);
  if (list === undefined) map.set(word, [entry]);
  else list.push(entry);
}

/** German is also written without its umlauts. */
function transliterated(text: string): string {
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
}

/** The never-click action a name stands for, or undefined. */
export function actionOfName(name: NormalName): PortalAction | undefined {
  return (
    actionOfWords(name.words) ??
    (isSame(name.words, name.unsplit) ? undefined : actionOfWords(name.unsplit)) ??
    (name.undoubled === null ? undefined : actionIn(undoubledDictionary, name.undoubled)) ??
    name.spelledOut.map(actionOfRun).find(Boolean)
  );
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, n) => word === others[n]);
}

/** The action that a bare verb such as "Cancel" or "Yes, cancel" may stand for. */
export function doubtfulActionOfName(name: NormalName): PortalAction | undefined {
  return (
    doubtfulActionIn(dictionary, name.words) ??
    doubtfulActionIn(dictionary, name.unsplit) ??
    (name.undoubled === null ? undefined : doubtfulActionIn(undoubledDictionary, name.undoubled))
  );
}

/** The action of neighbouring words, such as those of two parts of a path. */
export function actionOfWords(words: readonly string[]): PortalAction | undefined {
  return actionIn(dictionary, words);
}

function actionIn(known: Dictionary, given: readonly string[]): PortalAction | undefined {
  const words = withoutOtherThings(known, given);
  const verbs = new Map<string, { action: PortalAction; at: Set<number> }>();
  const things = new Map<string, Set<number>>();
  for (let start = 0; start < words.length; start++) {
    for (const { entries, next } of readingsAt(known, words, start)) {
      for (const entry of entries) {
        if (entry.role === 'alone' || entry.role === 'other') continue;
        if (!restFollows(words, next, entry.rest)) continue;
        if (entry.role === 'phrase') return entry.action;
        if (entry.role === 'verb') {
          const found = verbs.get(entry.pair) ?? { action: entry.action, at: new Set<number>() };
          found.at.add(start);
          verbs.set(entry.pair, found);
        } else things.set(entry.pair, (things.get(entry.pair) ?? new Set()).add(start));
      }
    }
    const compound = actionOfCompound(known, words[start] ?? '');
    if (compound !== undefined) return compound;
  }
  for (const [pair, { action, at }] of verbs) {
    const places = things.get(pair);
    // One word that is both, such as a payment, is not yet an act.
    if (places !== undefined && (places.size > 1 || at.size > 1 || [...places].some((place) => !at.has(place))))
      return action;
  }
  return undefined;
}

function doubtfulActionIn(known: Dictionary, given: readonly string[]): PortalAction | undefined {
  const words = given.filter((word) => !fillers.has(word));
  for (const all of [given, words])
    for (const { entries, next } of all.length === 0 ? [] : readingsAt(known, all, 0))
      for (const entry of entries)
        if (entry.role === 'alone' && next + entry.rest.length === all.length && restFollows(all, next, entry.rest))
          return entry.action;
  return undefined;
}

/** Letters written one by one: "V o i d b i l l" may hold a phrase or a pair anywhere. */
function actionOfRun(run: string): PortalAction | undefined {
  const verbs = new Map<string, PortalAction>();
  const things = new Set<string>();
  for (let start = 0; start < run.length; start++)
    for (let end = start + 3; end <= Math.min(run.length, start + longestKey); end++)
      for (const entry of partsOf(dictionary, run.slice(start, end))) {
        const whole = entry.rest.every(({ word }, n) => run.startsWith(joinedBefore(entry.rest, n) + word, end));
        if (!whole) continue;
        if (entry.role === 'phrase') return entry.action;
        if (entry.role === 'verb') verbs.set(entry.pair, entry.action);
        if (entry.role === 'thing') things.add(entry.pair);
      }
  return [...verbs].find(([pair]) => things.has(pair))?.[1];
}

const joinedBefore = (patterns: readonly WordPattern[], count: number): string =>
  patterns
    .slice(0, count)
    .map(({ word }) => word)
    .join('');

interface Reading {
  readonly entries: readonly Entry[];
  /** The place after the words that were read. */
  readonly next: number;
}

/** What the word at a place means, and what it makes together with the next ones: "can cel" is read as "cancel". */
function readingsAt(known: Dictionary, words: readonly string[], start: number): Reading[] {
  const first = words[start] ?? '';
  const own = entriesOf(known, first);
  const readings: Reading[] = [{ entries: own, next: start + 1 }];
  if (first.length > longestPiece) return readings;
  let joined = first;
  let pieces = isWhole(first) ? 0 : 1;
  for (let end = start + 1; end < words.length && end - start < mostPieces; end++) {
    const piece = words[end] ?? '';
    if (piece.length > longestPiece) break;
    joined += piece;
    if (!isWhole(piece)) pieces += 1;
    if (pieces === 0) continue;
    // A stem that the first word has by itself says nothing about the next one.
    const entries = entriesOf(known, pairsAsOne(joined)).filter((entry) => !own.includes(entry));
    readings.push({ entries, next: end + 1 });
  }
  return readings;
}

/** A word by itself, and not a piece that was broken off one to hide it. */
function isWhole(word: string): boolean {
  return word.length > 1 && (fillers.has(word) || word === 'in');
}

const none: readonly Entry[] = [];

function entriesOf({ exact, prefixes, beginnings }: Dictionary, word: string): readonly Entry[] {
  const whole = exact.get(word) ?? none;
  // Nearly no word of a page begins like one of these.
  if (!beginnings.has(word.slice(0, shortestStem))) return whole;
  const found = [...whole];
  for (let length = shortestStem; length <= Math.min(word.length, longestKey); length++)
    found.push(...(prefixes.get(word.slice(0, length)) ?? []));
  return found;
}

function restFollows(words: readonly string[], from: number, rest: readonly WordPattern[]): boolean {
  let at = from;
  for (const { word, open } of rest) {
    let skipped = 0;
    while (skipped < mostFillers && !fits(words[at], word, open) && fillers.has(words[at] ?? '')) {
      at += 1;
      skipped += 1;
    }
    if (!fits(words[at], word, open)) return false;
    at += 1;
  }
  return true;
}

function fits(word: string | undefined, wanted: string, open: boolean): boolean {
  return word !== undefined && (open ? word.startsWith(wanted) : word === wanted);
}

/** Words that are remembered: pages repeat theirs from step to step. */
const mostCompounds = 20_000;

/** A verb and a thing, or a phrase, run together: "voidbill", "rechnungsstornierung", "btncancelshipment". */
function actionOfCompound(known: Dictionary, word: string): PortalAction | undefined {
  if (word.length < 6) return undefined;
  const { compounds } = known;
  if (!compounds.has(word)) {
    if (compounds.size >= mostCompounds) compounds.clear();
    compounds.set(word, findCompound(known, word));
  }
  return compounds.get(word);
}

function findCompound(known: Dictionary, word: string): PortalAction | undefined {
  for (let at = 0; at <= Math.min(word.length - 6, longestHandle); at++) {
    if (at > 0 && !handles.has(word.slice(0, at))) continue;
    const action = actionOfParts(known, word.slice(at));
    if (action !== undefined) return action;
  }
  return undefined;
}

function actionOfParts(known: Dictionary, word: string): PortalAction | undefined {
  for (let cut = 3; cut <= Math.min(word.length - 2, longestKey); cut++) {
    const left = partsOf(known, word.slice(0, cut));
    if (left.length === 0) continue;
    for (const link of links) {
      if (!word.startsWith(link, cut)) continue;
      const tail = word.slice(cut + link.length);
      for (const entry of left) {
        if (entry.role === 'phrase' && entry.rest.length > 0 && tail === joinedBefore(entry.rest, entry.rest.length))
          return entry.action;
        if (entry.rest.length > 0 || (entry.role !== 'verb' && entry.role !== 'thing')) continue;
        const wanted = entry.role === 'verb' ? 'thing' : 'verb';
        if (
          entriesOf(known, tail).some(
            (other) => other.pair === entry.pair && other.role === wanted && endsWith(other, tail),
          )
        )
          return entry.action;
      }
    }
  }
  return undefined;
}

/** Entries whose first word is exactly this, or, of an open one, exactly its stem. */
function partsOf({ exact, prefixes }: Dictionary, part: string): Entry[] {
  return [...(exact.get(part) ?? []), ...(prefixes.get(part) ?? [])];
}

/** A thing of several words is at the end of a compound without its gaps. */
function endsWith({ rest }: Entry, tail: string): boolean {
  return rest.length === 0 || tail.endsWith(joinedBefore(rest, rest.length));
}

/** Leaves out what is the name of another thing, such as an accessorial. */
function withoutOtherThings(known: Dictionary, words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const other = entriesOf(known, words[at] ?? '').find(
      ({ role, rest }) => role === 'other' && rest.every(({ word }, n) => words[at + 1 + n] === word),
    );
    if (other === undefined) kept.push(words[at] ?? '');
    else at += other.rest.length;
  }
  return kept;
}

/** Whether the phrase's words are in the name next to one another. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  for (let start = 0; start + phrase.length <= words.length; start++)
    if (phrase.every((word, index) => words[start + index] === word)) return true;
  return false;
}

// Whether what a page says of a form that was sent is that it failed: words that no confirmation has.

/**
 * In the languages of the guard. "No." before a number is no denial, and "rejected" or "denied" may be what was done:
 * they say what happened to a claim.
 */
const words = [
  "not|never|nothing|unable|cannot|could(?:n[’']t)?|\\p{L}+n[’']t|fail(?:s|ed|ing|ure|ures)?|errors?",
  'invalid|unsaved|unsuccessful|discarded|aborted|timed out|rolled back|went wrong|problems?|try again',
  'nicht|keine?[nrms]?|fehler|fehlgeschlagen|gescheitert|ungültig|konnte',
  'pas|échoué|échec|erreurs?|impossible|invalide|réessayez',
  'no (?:se|fue|ha|han|pudo|puede)|falló|fallo|fallid[oa]|imposible|inválid[oa]',
];
const failure = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

export function saysFailure(text: string): boolean {
  return failure.test(text.normalize('NFC'));
}
