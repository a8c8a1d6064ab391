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

/** Lower case, accents off, typographic apostrophes and dashes plain, so that one pattern fits however it was typed. */
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
  'several',
  'revises',
  'putsTo',
  'putsFrom',
  'pointing',
  'details',
  'pros',
  'invoices',
  'claims',
  'disputes',
  'references',
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
  stem.length > 2 &&
  (turnsBackground.has(stem) || turnsBackground.has(`${stem}e`) || turnsBackground.has(undoubled(stem)));
const undoubled = (stem: string): string => stem.replace(/(.)\1$/, '$1');

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
    .split(/(?<=[.!?;:…])(?=\s|$)(?<!:(?=\s(?:\p{L}{2,9}\.?\s)?#?\d{10}\b))|\s[-–—]+\s|[()[\]]/u)
    .filter((one) => /[\p{L}\p{N}]/u.test(one));

const elided = /(?<![\p{L}'])(l|d|j|n|s|m|c|qu)'(?=\p{L})/giu;
export function tokensOf(sentence: string): Token[] {
  const plain = sentence
    .normalize('NFKC')
    .replace(/[‘’´`]/g, "'")
    .replace(/\s&\s/g, ' and ')
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
