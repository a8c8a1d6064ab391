/** Whether a name stands for one of the eight actions that are never clicked, in any of the languages known (D66). */
import { type PortalAction, portalActions } from '../task.ts';
import { type NormalName, pairsAsOne, stemsForMatching, undoubled, wordsForMatching } from './normalise.ts';
import { transliterated, vocabularies } from './words/vocabulary.ts';

/**
 * `deed`: an act that is called by its noun; `carry`: what is done with it, of which `carryBehind` may also follow it.
 * `order` and `object`: a verb and a thing that mean too much else to count in a longer name.
 */
type Role = 'phrase' | 'verb' | 'thing' | 'alone' | 'other' | 'deed' | 'carry' | 'carryBehind' | 'order' | 'object';

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
  /** How long the prefixes are that begin with these letters. */
  readonly beginnings: Map<string, number[]>;
  readonly compounds: Map<string, PortalAction | undefined>;
  /** Where the other entries are that count as well. */
  readonly more: Dictionary | undefined;
}

const dictionary = emptyDictionary(undefined);
/** Each word of the lists, with what it is of. */
const stored: (readonly [words: readonly string[], entry: Omit<Entry, 'rest'>])[] = [];
let undoubledWords: Dictionary | undefined;
const fillers = new Set<string>();
/** "Invalid date" holds no "invalidate": longer words are not pieces of another. */
const longestPiece = 6;
const shortestStem = 3;
const mostPieces = 4;
/** Small words that may be between two words of a phrase. */
const mostFillers = 3;
/** Letters that a compound puts between its parts, or an inflected verb has before the thing. */
const links = ['', 's', 'es', 'n', 'en', 'er', 'ung', 'ungs', 'ing', 'ed', 'ling', 'led', 'd', 'e', 'ar', 'ir'];
const handles = new Set(listed('handles').map((word) => wordsForMatching(word)[0] ?? word));

const asWritten = patternsBy((word) => word);
const asUndoubled = patternsBy(undoubled);

/** What may be beside the verb and the thing of an order: "Yes, junk this invoice now". */
const besideOrders = new Set<string>();

for (const {
  language,
  actions,
  shortOrders,
  otherThings,
  fillers: small,
  carriedOut,
  infinitives = [],
  futures = [],
} of vocabularies) {
  for (const text of shortOrders.beside) for (const word of wordsForMatching(text)) besideOrders.add(word);
  const carry = carriedOut.isVerbBehind ? 'carryBehind' : 'carry';
  for (const verb of carriedOut.verbs) store(verb, { pair: '', action: 'void_bill', role: carry });
  for (const filler of small) for (const word of wordsForMatching(filler)) fillers.add(word);
  for (const action of portalActions) {
    const pair = `${language} ${action}`;
    const { phrases, verbs, things, alone } = actions[action];
    for (const phrase of phrases) store(phrase, { pair, action, role: 'phrase' });
    for (const verb of [...verbs, ...verbs.flatMap((word) => futuresOf(word, infinitives, futures))])
      store(verb, { pair, action, role: 'verb' });
    for (const thing of things) store(thing, { pair, action, role: 'thing' });
    for (const word of alone) store(word, { pair, action, role: 'alone' });
    for (const verb of shortOrders[action]?.verbs ?? []) store(verb, { pair, action, role: 'order' });
    for (const thing of shortOrders[action]?.things ?? []) store(thing, { pair, action, role: 'object' });
    for (const noun of carriedOut.nouns[action] ?? []) store(noun, { pair, action, role: 'deed' });
    if (infinitives.length === 0) continue;
    for (const thing of vocabularies.flatMap(({ loanwords }) => loanwords?.[action] ?? []))
      store(thing, { pair: `${pair}, loaned`, action, role: 'thing' });
    for (const verb of verbs.flatMap((word) =>
      word.endsWith('*') ? infinitives.map((end) => word.slice(0, -1) + end) : word,
    ))
      store(verb, { pair: `${pair}, loaned`, action, role: 'verb' });
  }
  for (const thing of otherThings) store(thing, { pair: language, action: 'void_bill', role: 'other' });
}

const endingThings = new Map(
  listed('compoundThings')
    .flatMap((thing) => wordsForMatching(thing))
    .map((word) => [word, dictionary.exact.get(word) ?? []]),
);
const shortestBefore = 3;
const longestCompound = 40;

/** What the end of a compound is done to. */
function thingsAtEnd(word: string): Entry[] {
  if (word.length > longestCompound) return [];
  for (const [ending, entries] of endingThings)
    if (word.length >= ending.length + shortestBefore && word.endsWith(ending))
      return entries.filter(({ role, rest }) => role === 'thing' && rest.length === 0);
  return [];
}

/** Parts of verbs at the end of a name, and where they belong. */
const particles = new Map<string, 'before' | 'behind'>();
const enclitics: string[] = [];
const encliticVerbs = new Set<string>();
for (const { actions, particles: parts, enclitics: endings } of vocabularies) {
  for (const word of parts?.words ?? [])
    for (const form of stemsForMatching(word)) particles.set(form, parts?.goes ?? 'behind');
  if (endings === undefined) continue;
  enclitics.push(...endings.flatMap((ending) => stemsForMatching(ending)));
  for (const { verbs, phrases } of Object.values(actions))
    for (const text of [...verbs, ...phrases])
      if (!/[\s*]/.test(text)) for (const form of stemsForMatching(text)) encliticVerbs.add(form);
}

/** No entry begins with more: a longer piece of a word needs no look, and a word of a hundred thousand letters costs no more. */
const longestKey = longestOf([...dictionary.exact.keys(), ...dictionary.prefixes.keys()]);
const longestHandle = longestOf([...handles]);

/** What all languages have in a list. */
function listed(name: 'compoundThings' | 'handles' | 'otherRuns'): readonly string[] {
  return vocabularies.flatMap((each) => each[name] ?? []);
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0);
}

function store(text: string, entry: Omit<Entry, 'rest'>): void {
  const other = transliterated(text);
  // "verweigern" is looked up as "verweigem", and begins with no "verweiger" then.
  const spellings = new Set([text, other].flatMap((one) => [one, one.replaceAll('r*', 'rn*').replaceAll('c*', 'cl*')]));
  for (const spelling of spellings) {
    const words = spelling.split(/[\s-]+/);
    storeIn(dictionary, entry, words.flatMap(asWritten));
    stored.push([words, entry]);
  }
}

/** "Anulará" of "anular": what is listed as a whole word, and by no stem, is written in the future as well. */
function futuresOf(verb: string, infinitives: readonly string[], futures: readonly string[]): string[] {
  const isOne = /^\p{L}+$/u.test(verb) && infinitives.some((end) => verb.endsWith(end));
  return isOne ? futures.map((end) => verb + end) : [];
}

function emptyDictionary(more: Dictionary | undefined): Dictionary {
  return { exact: new Map(), prefixes: new Map(), beginnings: new Map(), compounds: new Map(), more };
}

/**
 * The same with each doubled letter once, for names with a letter too many ("Voiid"). Made for the first of them, of the
 * entries that have one: a command that checks a few names does not wait for the others, which are the same.
 */
function undoubledDictionary(): Dictionary {
  if (undoubledWords !== undefined) return undoubledWords;
  undoubledWords = emptyDictionary(dictionary);
  for (const [words, entry] of stored)
    if (words.some((word) => /(.)\1/.test(word))) storeIn(undoubledWords, entry, words.flatMap(asUndoubled));
  return undoubledWords;
}

/** The patterns of a word of the lists; most words are in several phrases. */
function patternsBy(spell: (word: string) => string): (word: string) => readonly WordPattern[] {
  const known = new Map<string, readonly WordPattern[]>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const open = word.endsWith('*');
    const forms = open ? stemsForMatching(spell(word.slice(0, -1))) : wordsForMatching(spell(word));
    const patterns = forms.map((form) => ({ word: form, open }));
    known.set(word, patterns);
    return patterns;
  };
}

function storeIn(
  { exact, prefixes, beginnings }: Dictionary,
  entry: Omit<Entry, 'rest'>,
  [first, ...rest]: readonly WordPattern[],
): void {
  if (first?.open === true) {
    const beginning = first.word.slice(0, shortestStem);
    const lengths = beginnings.get(beginning) ?? [];
    if (!lengths.includes(first.word.length)) beginnings.set(beginning, [...lengths, first.word.length]);
  }
  if (first !== undefined) add(first.open ? prefixes : exact, first.word, { ...entry, rest });
}

function add(map: Map<string, Entry[]>, word: string, entry: Entry): void {
  const list = map.get(word);
  if (list === undefined) map.set(word, [entry]);
  else list.push(entry);
}

/** Whether a word by itself is what is done in one of the acts: a verb or a noun of it. */
export function isActVerb(word: string): boolean {
  return isOfRole(word, (role) => role === 'verb' || role === 'phrase' || role === 'alone' || role === 'deed');
}

/** Whether a word by itself is what one of the acts, or the given one, is done to. */
export function isActThing(word: string, of?: PortalAction): boolean {
  return isOfRole(word, (role, action) => role === 'thing' && (of === undefined || action === of));
}

function isOfRole(word: string, isWanted: (role: Role, action: PortalAction) => boolean): boolean {
  const [form = '', ...more] = wordsForMatching(word);
  return (
    more.length === 0 &&
    entriesOf(dictionary, form).some(({ role, action, rest }) => rest.length === 0 && isWanted(role, action))
  );
}

/** The never-click action a name stands for, or undefined. */
export function actionOfName(name: NormalName): PortalAction | undefined {
  return (
    actionOfWords(name.words) ??
    (name.words.join(' ') === name.unsplit.join(' ') ? undefined : actionIn(dictionary, name.unsplit)) ??
    (name.undoubled === null ? undefined : actionIn(undoubledDictionary(), name.undoubled)) ??
    name.spelledOut.map(actionOfRun).find(Boolean)
  );
}

/** The action that a bare verb such as "Cancel" or "Yes, cancel" may stand for. */
export function doubtfulActionOfName(name: NormalName): PortalAction | undefined {
  return (
    doubtfulActionIn(dictionary, name.words) ??
    doubtfulActionIn(dictionary, name.unsplit) ??
    (name.undoubled === null ? undefined : doubtfulActionIn(undoubledDictionary(), name.undoubled))
  );
}

/** Whether words may be an act by themselves, as a bare verb is. */
export function doubtfulWords(words: readonly string[]): boolean {
  return doubtfulActionIn(dictionary, words) !== undefined;
}

/** The action of neighbouring words, such as those of two parts of a path. */
export function actionOfWords(words: readonly string[]): PortalAction | undefined {
  return (
    actionIn(dictionary, words) ??
    otherReadings(words)
      .map((reading) => actionIn(dictionary, reading))
      .find(Boolean)
  );
}

/** Of a longer name nobody takes the last word for a part of its verb. */
const longestParted = 14;
/** Words that may be before the verb: "Hiermit ziehe ich …". */
const mostBefore = 6;

/** The words as they are meant where a verb is written in two places, or with what it is done to. */
function otherReadings(words: readonly string[]): string[][] {
  const whole = words.map((word) => wholeVerb(word));
  const readings = whole.some((word, n) => word !== words[n]) ? [whole] : [];
  // "Hand the load back to the broker": whom it is given to comes behind the whole verb.
  const to = words.findLastIndex((word, n) => n > 2 && word === 'to' && particles.get(words[n - 1] ?? '') === 'behind');
  if (to > 0) readings.push(...otherReadings(words.slice(0, to)));
  let last = words.length - 1;
  while (last > 0 && fillers.has(words[last] ?? '') && !particles.has(words[last] ?? '')) last -= 1;
  const particle = words[last] ?? '';
  const goes = last < 2 || last > longestParted ? undefined : particles.get(particle);
  if (goes === undefined) return readings;
  for (let at = 0; at < Math.min(last - 1, mostBefore); at++) {
    const verb = words[at] ?? '';
    if (goes === 'behind' && fillers.has(verb)) continue;
    const joined = goes === 'before' ? [pairsAsOne(particle + verb)] : [verb, particle];
    readings.push([...words.slice(0, at), ...joined, ...words.slice(at + 1, last), ...words.slice(last + 1)]);
  }
  return readings;
}

/** A verb without what is written together with it, where that is one of the lists. */
function wholeVerb(word: string): string {
  if (word.length < shortestStem + 2) return word;
  const ending = enclitics.find((one) => word.endsWith(one) && encliticVerbs.has(word.slice(0, -one.length)));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

function actionIn(known: Dictionary, given: readonly string[]): PortalAction | undefined {
  const words = withoutOtherThings(known, given);
  const verbs = new Map<string, { action: PortalAction; at: Set<number> }>();
  const things = new Map<string, Set<number>>();
  const spans: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    for (const { entries, next } of readingsAt(known, words, start)) {
      for (const entry of entries) {
        if (entry.role === 'alone' || entry.role === 'other') continue;
        const end = endOf(words, next, entry.rest);
        if (end === undefined) continue;
        if (entry.role === 'phrase') return entry.action;
        if (entry.role === 'deed' || entry.role === 'carry' || entry.role === 'carryBehind') {
          const deed = carriedOutAt(known, words, end, entry);
          if (deed !== undefined) return deed;
          continue;
        }
        spans.push({ entry, start, end });
        if (entry.role === 'order' || entry.role === 'object') continue;
        if (entry.role === 'verb') {
          const found = verbs.get(entry.pair) ?? { action: entry.action, at: new Set<number>() };
          found.at.add(start);
          verbs.set(entry.pair, found);
        } else things.set(entry.pair, (things.get(entry.pair) ?? new Set()).add(start));
      }
    }
    for (const entry of thingsAtEnd(words[start] ?? '')) {
      things.set(entry.pair, (things.get(entry.pair) ?? new Set()).add(start));
      spans.push({ entry, start, end: start + 1 });
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
  return actionOfOrder(words, spans);
}

/** Where an entry was found: its first word, and the place behind its last one. */
interface Span {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
}

/** A longer name says something else beside its order. */
const longestOrder = 16;

/** The act of a name that is nothing but a verb, a thing and small words: "Junk this invoice", "Canc. inv. 4412". */
function actionOfOrder(words: readonly string[], spans: readonly Span[]): PortalAction | undefined {
  if (words.length > longestOrder) return undefined;
  const isSmall = words.map((word) => besideOrders.has(word) || fillers.has(word) || /^\d+$/.test(word));
  const isRare = ({ entry: { role } }: Span): boolean => role === 'order' || role === 'object';
  for (const verb of spans) {
    if (verb.entry.role !== 'order' && verb.entry.role !== 'verb') continue;
    const own = spans.filter(({ entry }) => entry.pair === verb.entry.pair);
    const thing = own.find(
      (other) =>
        (other.entry.role === 'object' || other.entry.role === 'thing') &&
        (isRare(verb) || isRare(other)) &&
        (other.start >= verb.end || other.end <= verb.start),
    );
    if (thing === undefined) continue;
    const isTold = (at: number): boolean => own.some(({ start, end }) => start <= at && at < end);
    if (words.every((_, at) => isSmall[at] === true || isTold(at))) return verb.entry.action;
  }
  return undefined;
}

/** The act that is carried out where a word and what follows it are verb and noun, in either order. */
function carriedOutAt(
  known: Dictionary,
  words: readonly string[],
  from: number,
  first: Entry,
): PortalAction | undefined {
  let at = from;
  while (at < from + mostFillers && fillers.has(words[at] ?? '')) at += 1;
  for (let start = from; start <= at && start < words.length; start++)
    for (const { entries, next } of readingsAt(known, words, start))
      for (const entry of entries) {
        const isPair = first.role === 'deed' ? entry.role === 'carryBehind' : entry.role === 'deed';
        if (isPair && endOf(words, next, entry.rest) !== undefined)
          return first.role === 'deed' ? first.action : entry.action;
      }
  return undefined;
}

function doubtfulActionIn(known: Dictionary, given: readonly string[]): PortalAction | undefined {
  const words = given.filter((word) => !fillers.has(word));
  for (const all of [given, words])
    for (const { entries, next } of all.length === 0 ? [] : readingsAt(known, all, 0))
      for (const entry of entries)
        if (
          entry.role === 'alone' &&
          next + entry.rest.length === all.length &&
          endOf(all, next, entry.rest) !== undefined
        )
          return entry.action;
  return undefined;
}

const otherRuns = new Set(listed('otherRuns').flatMap((word) => wordsForMatching(word)));

/** Letters written one by one: "V o i d b i l l" may hold a phrase or a pair anywhere. */
function actionOfRun(run: string): PortalAction | undefined {
  if (otherRuns.has(run)) return undefined;
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

function entriesOf({ exact, prefixes, beginnings, more }: Dictionary, word: string): readonly Entry[] {
  const others = more === undefined ? [] : entriesOf(more, word);
  const own = exact.get(word) ?? [];
  const whole = others.length === 0 ? own : [...others, ...own];
  // Nearly no word of a page begins like one of these.
  const lengths = beginnings.get(word.slice(0, shortestStem));
  if (lengths === undefined) return whole;
  const found = [...whole];
  for (const length of lengths) if (length <= word.length) found.push(...(prefixes.get(word.slice(0, length)) ?? []));
  return found;
}

/** The place behind the rest of an entry; undefined where it does not follow. */
function endOf(words: readonly string[], from: number, rest: readonly WordPattern[]): number | undefined {
  let at = from;
  for (const { word, open } of rest) {
    let skipped = 0;
    while (skipped < mostFillers && !fits(words[at], word, open) && fillers.has(words[at] ?? '')) {
      at += 1;
      skipped += 1;
    }
    if (!fits(words[at], word, open)) return undefined;
    at += 1;
  }
  return at;
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
        if (entry.role === 'deed' || entry.role === 'carry' || entry.role === 'carryBehind') {
          const deed = entry.rest.length > 0 ? undefined : carriedOutAt(known, [tail], 0, entry);
          if (deed !== undefined) return deed;
          continue;
        }
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
function partsOf({ exact, prefixes, more }: Dictionary, part: string): Entry[] {
  const others = more === undefined ? [] : partsOf(more, part);
  return [...others, ...(exact.get(part) ?? []), ...(prefixes.get(part) ?? [])];
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
