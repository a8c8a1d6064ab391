/**
 * The words that may stand beside a request in a mail, by language, in classes that `prose.ts` makes clauses of: the data of
 * `phrases.json`. Folded there: lower case, without accents, elisions as `le envoi`, contractions in full; a plural in s is
 * found by its singular. Never add a word by which somebody could take a request back, put it off, bound or change it: such
 * words belong there only inside of a whole phrase that cannot.
 */
import boilerplate from './boilerplate.json' with { type: 'json' };
import data from './phrases.json' with { type: 'json' };
import background from './background.json' with { type: 'json' };

/** Phrases by class, several to a line. */
type Phrases = Readonly<Record<string, readonly string[]>>;

const wordsOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Words with which people take back, put off, or correct: no names, whatever their first letter. */
export const takesBack = wordsOf(data.takesBack);
/** With those, the words that are no names though they begin with a capital: at the start of a sentence, and as nouns. */
export const neverNames: ReadonlySet<string> = new Set([...takesBack, ...wordsOf(data.neverNames)]);
/** With those that take back, the words by which what is told before a request may change it. */
export const turnsBackground: ReadonlySet<string> = new Set([...takesBack, ...wordsOf(data.turnsBackground)]);
/** Words behind which a name may be. */
export const takesName = wordsOf(data.takesName);
/** Words behind which a noun is; not those that can be pronouns before a verb. */
export const takesThing = wordsOf(data.takesThing);
/** What stands behind the verb of an order, and behind the first word of no title. */
export const behindVerbs = wordsOf(data.behindVerbs);
/** First names that are also words; alone below a closing they are names. */
export const givenNames = wordsOf(data.givenNames);
/** What stands small in a signature. */
export const signatureWords = wordsOf(data.signatureWords);

/** Letters that are no others with an accent. */
const unfolded: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i' };

/** Lower case, accents off, typographic apostrophes and dashes plain: one pattern fits however it was typed. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[ßøæłı]/g, (letter) => unfolded[letter] ?? letter)
    .trim();
}

/** Without mail and web addresses, whose parts are no words of a sentence. */
export const withoutAddresses = (text: string): string =>
  text.replace(/\S+@\S+|<?https?:\S+|\bwww\.\S+|\b[a-z0-9-]+\.(?:com|net|org|example|de|fr|es|mx|co)\b\S*/gi, ' ');

/** What mail programs and people write around a request, by language: the kinds of pattern in `boilerplate.json`. */
type BoilerplateKind = {
  [language in keyof typeof boilerplate]: keyof (typeof boilerplate)[language];
}[keyof typeof boilerplate];

/**
 * The patterns of a kind in every language, as the source of one group of alternatives.
 * @returns for text as `folded` gives it
 */
export function inEveryLanguage(kind: BoilerplateKind): string {
  const languages: readonly Partial<Record<BoilerplateKind, readonly string[]>>[] = Object.values(boilerplate);
  return `(?:${languages.flatMap((language) => language[kind] ?? []).join('|')})`;
}

export interface Entry {
  readonly words: readonly string[];
  readonly classes: ReadonlySet<string>;
}
export type Language = ReadonlyMap<string, readonly Entry[]>;

function compiled(language: Phrases): Language {
  const entries = new Map<string, Set<string>>();
  for (const [name, lines] of [...Object.entries(language), ...Object.entries(data.everywhere)])
    for (const phrase of lines.flatMap((line) => line.split(' | ')))
      entries.set(phrase, (entries.get(phrase) ?? new Set()).add(name));
  const byFirst = new Map<string, Entry[]>();
  for (const [phrase, classes] of entries) {
    const words = phrase.split(' ');
    byFirst.set(words[0]!, [...(byFirst.get(words[0]!) ?? []), { words, classes }]);
  }
  return byFirst;
}

let made: readonly Language[] | undefined;
export const languages = (): readonly Language[] =>
  (made ??= [data.english, data.spanish, data.french, data.german].map(compiled));

/** The words of what people tell beside a request (`background.json`); phrases by their first word. */
export interface Lexicon {
  readonly phrases: Readonly<Record<(typeof phraseLists)[number], PhrasesByFirst>>;
  readonly words: Readonly<Record<(typeof wordLists)[number], ReadonlySet<string>>>;
  /** How many words of a sentence are one of a list, from a place on; 0 for none. */
  readonly stems: Readonly<Record<(typeof stemLists)[number], (words: readonly string[], at: number) => number>>;
}
const phraseLists = [
  'thanks',
  'needs',
  'asks',
  'reasons',
  'negated',
  'freight',
  'opens',
  'proof',
  'extra',
  'attach',
  'answer',
  'contest',
  'grounds',
  'weights',
  'classes',
  'takesOff',
  'putsOn',
  'suffers',
  'replaced',
  'notices',
] as const;
const wordLists = [
  'negations',
  'joins',
  'to',
  'mayDo',
  'before',
  'gets',
  'people',
  'labels',
  'kept',
  'known',
  'dated',
  'first',
  'soThat',
  'undone',
  'soft',
  'touching',
  'hard',
  'turning',
  'ahead',
  'coming',
  'days',
  'fromDays',
  'several',
  'revises',
  'putsTo',
  'putsFrom',
  'behindService',
  'groupsBy',
  'pointing',
  'details',
  'pros',
  'invoices',
  'claims',
  'disputes',
  'references',
  'begun',
  'forms',
] as const;
/** Words and phrases by which a statement is judged; `deduct*` stands for all that begin so. */
const stemLists = ['admits', 'begins', 'function', 'lifts', 'turns', 'settles', 'shows', 'lacks', 'topics'] as const;
type PhrasesByFirst = ReadonlyMap<string, readonly (readonly string[])[]>;

const phrasesOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' | '));
function byFirstWord(lines: readonly string[]): PhrasesByFirst {
  const found = new Map<string, string[][]>();
  for (const words of phrasesOf(lines).map((phrase) => phrase.split(' ')))
    found.set(words[0]!, [...(found.get(words[0]!) ?? []), words]);
  return found;
}

function stemsOf(lines: readonly string[]): (words: readonly string[], at: number) => number {
  const entries = phrasesOf(lines);
  const stems = entries.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  const exact = byFirstWord(entries.filter((one) => !one.endsWith('*')));
  return (words, at) =>
    longestAt(exact, words, at) || (stems.some((stem) => words[at]?.startsWith(stem) === true) ? 1 : 0);
}

const lexiconOf = (words: (typeof background)['english']): Lexicon =>
  ({
    stems: Object.fromEntries(stemLists.map((name) => [name, stemsOf(words[name])])),
    phrases: Object.fromEntries(phraseLists.map((name) => [name, byFirstWord(words[name])])),
    words: Object.fromEntries(wordLists.map((name) => [name, new Set(phrasesOf(words[name]))])),
  }) as unknown as Lexicon;

let madeLexicons: readonly Lexicon[] | undefined;
/** In the order of `languages`. */
export const lexicons = (): readonly Lexicon[] =>
  (madeLexicons ??= [background.english, background.spanish, background.french, background.german].map(lexiconOf));

/** How many words the longest phrase has that begins there; 0 for none. */
export const longestAt = (phrases: PhrasesByFirst, words: readonly string[], at: number): number =>
  (phrases.get(words[at] ?? '') ?? []).reduce(
    (most, phrase) =>
      phrase.length > most && phrase.every((word, n) => words[at + n] === word) ? phrase.length : most,
    0,
  );

/** Whether a word may turn what is told before a request; also in its other forms: "retracted", "covers". */
export const mayTurn = (word: string): boolean =>
  turnsBackground.has(word) ||
  ['ed', 'd', 'ing', 's', 'es'].some((end) => word.endsWith(end) && hasStem(word.slice(0, -end.length)));
const hasStem = (stem: string): boolean =>
  stem.length > 2 && [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].some((one) => turnsBackground.has(one));

export interface Token {
  readonly word: string;
  readonly isCapital: boolean;
  /** A comma or the like is behind it. */
  readonly endsPart: boolean;
}
/** Abbreviations whose full stop ends no sentence. */
const abbreviated =
  /\b(mr|mrs|ms|dr|inc|ltd|corp|co|no|nr|st|att|lic|ing|sra?|sres|hr|fr|mme|tel|ext|dept|acct|inv|p\.o\.d|s\.v\.p|z\.b|u\.a)\./gi;

export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\p{Extended_Pictographic}\ufe0f?|(?:^|\s)[:;]-?[)D](?=\s|$)/gu, ' ')
    .replace(abbreviated, '$1')
    .replace(/\b(\p{Lu})\.(?=\s\p{Lu}\p{Ll})/gu, '$1')
    .replace(/\b(\d{1,2}(?:\.\d{1,2})?)\.(?=\s\p{Ll})/gu, '$1')
    .split(
      /(?<=[.!?;:…])(?=\s|$)(?<!:(?=\s(?:\p{L}{2,9}\.?\s)?#?\d{10}\b))(?<!:(?=\s[A-Z]{2,4}[.!]?(?:\s|$)))|\s[-–—]+\s|[()[\]]/u,
    )
    .filter((one) => /[\p{L}\p{N}]/u.test(one));

const elided = /(?<![\p{L}'])(l|d|j|n|s|m|c|qu)'(?=\p{L})/giu;
export function tokensOf(sentence: string): Token[] {
  const plain = sentence
    .normalize('NFKC')
    .replace(/[‘’´`]/g, "'")
    .replace(/\s&\s/g, ' and ')
    .replace(/\bso that\b/gi, 'so')
    .replace(elided, '$1e ')
    .replace(/\b(he|she|it|that|here|there|what|how)'s\b/gi, '$1 is')
    .replace(
      /'(re|ve|ll|d|m)\b/gi,
      (_, end: string) => ` ${{ re: 'are', ve: 'have', ll: 'will', d: 'would', m: 'am' }[end.toLowerCase()]}`,
    )
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/\bcan't\b/gi, 'cannot')
    .replace(/n't\b/gi, ' not')
    .replace(/\b(does|do|did|is|was|were|has|have|had|ca|wo)nt\b/gi, '$1 not')
    .replace(/'s\b/gi, '');
  const found = plain.matchAll(/\p{L}[\p{L}\p{M}\p{N}'&/.-]*|[$€#]?\d[\p{L}\d.,/:%-]*/gu);
  return [...found].map(({ 0: text, index }) => ({
    word: folded(text).replace(/[.,:/-]+$/, ''),
    isCapital: /^\p{Lu}/u.test(text),
    endsPart: /[,:]$/.test(text) || /[,;:]/.test(plain[index + text.length] ?? ''),
  }));
}

/** The languages that a sentence may be in, by their small words: none where too few are known. */
export function languagesOf(tokens: readonly Token[]): readonly Lexicon[] {
  const words = tokens.map(({ word }) => word);
  // The first word of a sentence counts twice where it is of one language alone: "a" is also French.
  const isOfOne = lexicons().filter(({ stems }) => stems.begins(words, 0) + stems.function(words, 0) > 0).length === 1;
  const known = lexicons().map(
    ({ stems }) =>
      words.filter((_, at) => stems.function(words, at) > 0).length + (isOfOne && stems.begins(words, 0) > 0 ? 1 : 0),
  );
  const most = Math.max(...known);
  return most * 5 < words.length ? [] : lexicons().filter((_, at) => known[at] === most);
}

/**
 * Whether a label, with its colon, and what is behind it say whose freight it is, from where or when ("Consignee: Harbor
 * Foods"), or what a ticket is about ("Opened by: Ann Lee").
 */
export function isDetail(label: string, value: string, isOfFreight = true): boolean {
  const name = tokensOf(label)
    .map(({ word }) => word)
    .join(' ');
  const isKnown = lexicons().some(({ words }) => words.forms.has(name) || (isOfFreight && words.details.has(name)));
  if (!/:\s*$/.test(label) || !isKnown) return false;
  const tokens = tokensOf(value);
  return (
    tokens.length > 0 &&
    tokens.length <= 14 &&
    !/[?!]/.test(value) &&
    !tokens.some(({ word }) => mayTurn(word) || neverNames.has(word))
  );
}

// Whether clauses made of the words fill a sentence.
/** A clause begins with one of `start`, consists of `body` (and `start`), and has at least one word of each of `must`. */
export interface Clause {
  readonly start: readonly string[];
  readonly body: readonly string[];
  readonly must: readonly (readonly string[])[];
  /** Whether names may be anywhere in it, behind a word that takes one, or nowhere; with things, also nouns that nobody knows. */
  readonly names: 'anywhere' | 'things' | 'placed' | 'none';
}

/** A plural in s is none of these: "the customer handles this" asks for nothing. */
const verbs = new Set('do lead ask need wants told pod dispute claim fix add remove here alone'.split(' '));

/** Verbs behind which another comes. */
const helping = ['aux', 'helps'];
/** Behind these, what comes next is what somebody wants to do. */
const beforeDoing =
  /^(?:wants?|likes?|needs?|wish|hopes?|will|wollen|mochten?|quieren?|deseas?|veut|veulent|souhaite)$/;
/** What they want to do may look like a noun: "to reweigh it". */
const beforeVerb = /^(?:to|zu)$/;
/** Nouns that nobody knows in one sentence. */
const mostThings = 2;
export class Sentence {
  readonly #language: Language;
  readonly #tokens: readonly Token[];
  readonly #numbers: ReadonlySet<string>;

  constructor(language: Language, tokens: readonly Token[], numbers: ReadonlySet<string>) {
    this.#language = language;
    this.#tokens = tokens;
    this.#numbers = numbers;
  }

  /** The phrases that begin at a token, with their classes. */
  at(index: number): readonly { readonly end: number; readonly classes: ReadonlySet<string> }[] {
    const token = this.#tokens[index]!;
    if (/\d/.test(token.word)) {
      if (this.#numbers.has(bareNumber(token.word))) return [{ end: index + 1, classes: new Set(['glue', 'NUMBER']) }];
      const replaced = this.#endOfReplaced(index);
      if (replaced > 0) return [{ end: replaced, classes: new Set(['glue', 'NUMBER']) }];
      const day = this.#entries(token.word).find(({ words }) => words.length === 1);
      if (day) return [{ end: index + 1, classes: day.classes }];
      const unit = this.#tokens[index + 1]?.word ?? '';
      const isCount = /^\d{1,3}$/.test(token.word) && this.#entries(unit).some(({ classes }) => classes.has('unit'));
      return isCount ? [{ end: index + 2, classes: new Set(['count']) }] : [];
    }
    // "Reason code ACC"
    if (token.isCapital && this.#numbers.has(`code ${token.word}`))
      return [{ end: index + 1, classes: new Set(['glue']) }];
    const known = this.#entries(token.word)
      .filter(({ words }) => words.every((word, at) => at === 0 || this.#tokens[index + at]?.word === word))
      .map(({ words, classes }) => ({ end: index + words.length, classes }));
    if (known.length > 0 || neverNames.has(token.word)) return known;
    if (this.#isNoun(index)) return [{ end: index + 1, classes: new Set(['THING']) }];
    // "thanks joe"
    if (!token.isCapital) return this.#isLast(index) ? [{ end: index + 1, classes: new Set(['LAST']) }] : [];
    return index > 0 || this.#isSubject(index + 1) ? [{ end: index + 1, classes: new Set(['NAME']) }] : [];
  }

  /** "From (class) 125 to (class) 92.5": what the request replaces, up to behind its own number; 0 for any other number. */
  #endOfReplaced(index: number): number {
    const isOf = (list: 'putsFrom' | 'putsTo', at: number): boolean =>
      lexicons().some(({ words }) => words[list].has(this.word(at)));
    const isClass = (at: number): boolean => lexicons().some(({ phrases }) => phrases.classes.has(this.word(at)));
    const from = index - (isClass(index - 1) ? 2 : 1);
    const to = [index + 1, index + 2].find((at) => isOf('putsTo', at));
    if (to === undefined || !isOf('putsFrom', from)) return 0;
    const own = to + (isClass(to + 1) ? 2 : 1);
    return this.#numbers.has(bareNumber(this.word(own))) ? own + 1 : 0;
  }

  #isLast(index: number): boolean {
    const { length } = this.#tokens;
    return index > 0 && index === length - 1 && length < 6 && !/(?:ed|ing|ly)$/.test(this.word(index));
  }

  /** Whether a word that nobody knows is a noun by where it is. */
  #isNoun(index: number): boolean {
    const { word } = this.#tokens[index]!;
    if (word.length < 3 || word.endsWith('ing') || index === 0) return false;
    const before = this.word(index - 1);
    if (takesThing.has(before)) return true;
    // "am 12.11. erlassen": a date is no adjective.
    if (index < 2 || /\d/.test(before) || !takesThing.has(this.word(index - 2))) return false;
    // "the gate log": what ends like a verb may be one, "the carrier rescinds".
    return !this.#language.has(before) || (!/(?:s|ed|en|ly)$/.test(word) && this.#isPlace(before));
  }

  /** Places do nothing. */
  #isPlace(word: string): boolean {
    return this.#entries(word).some(
      ({ words, classes }) => words.length === 1 && classes.has('place') && !classes.has('party'),
    );
  }

  /** Whether a capital at the start of a sentence is that of a name: another is behind it, or what somebody wants. */
  #isSubject(next: number): boolean {
    const token = this.#tokens[next];
    if (token === undefined) return false;
    const known = this.#entries(token.word);
    if (takesName.has(token.word)) return true;
    return known.length > 0 ? known.some(({ classes }) => classes.has('wants')) : token.isCapital;
  }

  #entries(word: string): readonly Entry[] {
    const known = this.#language.get(word) ?? [];
    if (!/..[^s]s$/.test(word)) return known;
    // "The customer handles this" asks for nothing.
    const singular = (this.#language.get(word.slice(0, -1)) ?? [])
      .filter(({ words }) => words.length === 1)
      .map(({ words, classes }) => ({ words, classes: new Set([...classes].filter((name) => !verbs.has(name))) }));
    return [...known, ...singular];
  }

  isCapital(index: number): boolean {
    return this.#tokens[index]?.isCapital ?? false;
  }

  word(index: number): string {
    return this.#tokens[index]?.word ?? '';
  }
}

interface Place {
  readonly at: number;
  readonly clause: Clause | null;
  /** Which of the words that a clause must have are still missing. */
  readonly missing: number;
  readonly asks: boolean;
  readonly named: boolean;
  /** What comes next is what somebody wants to do, which is not why they want something. */
  readonly wanting: boolean;
  readonly things: number;
}

/** Whether clauses fill the tokens; for a question, whether one of them asks for the work. */
export function isFilled(sentence: Sentence, length: number, clauses: readonly Clause[], isQuestion: boolean): boolean {
  const open: Place[] = [{ at: 0, clause: null, missing: 0, asks: false, named: false, wanting: false, things: 0 }];
  const seen = new Set<string>();
  const numberOf = new Map<Clause | null, number>(clauses.map((clause, at) => [clause, at]));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { at, clause, missing, asks, named, wanting, things: before } = place;
    const key = `${at} ${numberOf.get(clause) ?? -1} ${missing} ${asks} ${named} ${wanting} ${before}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (at === length) {
      if (clause !== null && missing === 0 && (asks || !isQuestion)) return true;
      continue;
    }
    for (const { end, classes } of sentence.at(at)) {
      if (wanting && !classes.has('wants') && (classes.has('purpose') || beforeVerb.test(sentence.word(at)))) continue;
      const isName = classes.has('NAME');
      const isThing = classes.has('THING');
      if (isThing && before === mostThings) continue;
      const add = (one: Clause, still: number): void => {
        const left = one.must.reduce(
          (mask, classesOf, bit) => (classesOf.some((name) => classes.has(name)) ? mask & ~(1 << bit) : mask),
          still,
        );
        open.push({
          at: end,
          clause: one,
          // Behind "hat" the verb is still to come.
          missing: helping.some((name) => classes.has(name) && one.body.includes(name)) ? left | 1 : left,
          asks: asks || classes.has('ask'),
          named: isName || isThing,
          wanting: classes.has('wants') && beforeDoing.test(sentence.word(end - 1)),
          things: before + (isThing ? 1 : 0),
        });
      };
      const has = (names: readonly string[]): boolean => names.some((name) => classes.has(name));
      if (
        clause !== null &&
        (has(clause.start) ||
          has(clause.body) ||
          ((isName || isThing || classes.has('LAST')) && mayName(sentence, clause, at, named, classes)))
      )
        add(clause, missing);
      if (clause !== null && missing !== 0) continue;
      if (clause !== null && classes.has('and'))
        open.push({ at: end, clause, missing, asks, named: false, wanting: false, things: before });
      for (const one of clauses) if (has(one.start)) add(one, (1 << one.must.length) - 1);
    }
  }
  return false;
}

function mayName(
  sentence: Sentence,
  { names }: Clause,
  at: number,
  named: boolean,
  classes: ReadonlySet<string>,
): boolean {
  if (names === 'anywhere') return !classes.has('THING');
  if (names === 'none' || classes.has('LAST')) return false;
  if (classes.has('THING') && names === 'things') return true;
  return sentence.isCapital(at) && (named || takesName.has(sentence.word(at - 1)));
}

export const bareNumber = (word: string): string => {
  const bare = word
    .replace(/^[$€#]+|(?:lbs?|usd|#)$/g, '')
    .replace(
      /^(\d{1,3}(?:\.\d{3})*|\d+),(\d\d)$/,
      (_, whole: string, cents: string) => `${whole.replaceAll('.', '')}.${cents}`,
    )
    .replace(/,(?=\d{3})/g, '');
  return /^\d+(?:\.\d+)?$/.test(bare) && bare.length < 10 ? String(Number(bare)) : bare;
};

export const numbersOf = (values: readonly string[]): Set<string> =>
  new Set(
    values
      .flatMap((value) => [
        value,
        ...value.split(/[^\p{L}\p{N}.,-]+/u),
        ...(/^[a-z]{2,4}$/i.test(value) ? [`code ${value}`] : []),
      ])
      .map((one) => bareNumber(one.toLowerCase())),
  );
