/** Brings names to a form in which disguises fall away, so that rules compare what a person would read. */
export interface NormalName {
  /** Plain words, lower case, single spaces; for comparing a label with the one that was expected. */
  readonly text: string;
  /** Words in the singular, each as its skeleton; for matching against never-click words. */
  readonly words: readonly string[];
  /** The same without parting words at a change from small to capital letters or digits: "V01D" is one word. */
  readonly unsplit: readonly string[];
  /** The words with each doubled letter once; null where no letter is doubled. */
  readonly undoubled: readonly string[] | null;
  /** Skeletons of what was written letter by letter, without the gaps: "V o i d" is read as one word. */
  readonly spelledOut: readonly string[];
  /** Letters of more than one script are in one name. */
  readonly mixedScript: boolean;
  /** Characters that turn the reading direction, with which a name shows as another than it is. */
  readonly turnsDirection: boolean;
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Variation_Selector}]/gu;
/** Marks of languages that are written from left to right keep the order of such a text. */
const harmlessMarks = /[\u200e\u2068\u2069]/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const latin = /\p{Script=Latin}/u;
/** Letters of a script that people mix with Latin ones only to disguise a word: those of China, Arabia or India cannot be taken for Latin. */
const lookAlikeScript = new RegExp(
  `(?![${'Latin Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Thai Lao Khmer Myanmar Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Georgian Ethiopic Tibetan Common Inherited'
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}])\\p{L}`,
  'u',
);
const scripts = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** Letters of more than one script, of which one looks like another. */
function mixesScripts(text: string): boolean {
  return lookAlikeScript.test(text) && (latin.test(text) || scripts.filter((script) => script.test(text)).length > 1);
}

function turns(name: string): boolean {
  return directionMarks.test(rightToLeft.test(name) ? name : name.replace(harmlessMarks, ''));
}

/** What a control, its surroundings and its addresses are called comes again with every look. */
const known = new Map<string, NormalName>();
const [mostKnown, longestKnown] = [2_000, 120];

/** Normalises the name of a control, an identifier, or a path segment. */
export function normaliseName(name: string): NormalName {
  const before = known.get(name);
  if (before !== undefined) return before;
  const normal = normalised(name);
  if (name.length > longestKnown) return normal;
  if (known.size >= mostKnown) known.clear();
  known.set(name, normal);
  return normal;
}

function normalised(name: string): NormalName {
  const visible = visibleOf(name);
  const plain = wordsOf(visible);
  const { words, spelledOut } = joinSpelledOut(wordsForEyes(parted(visible)));
  return {
    text: plain.join(' '),
    words: words.map(shapeOf),
    unsplit: joinSpelledOut(wordsForEyes(visible)).words.map(shapeOf),
    undoubled: words.some((word) => undoubled(word) !== word) ? words.map((word) => shapeOf(undoubled(word))) : null,
    spelledOut: spelledOut.map(skeleton),
    mixedScript: mixesScripts(visible),
    turnsDirection: turns(name),
  };
}

/** Letters in black circles and squares, and those that flags are made of, which Unicode folds into no others. */
const framed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
function unframed(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((from) => code >= from) ?? code;
  return String.fromCodePoint(97 + code - first);
}

/** Letters that stand on their heads, and what they are; those that are other letters then count only beside one of them. */
const turned = new Map(
  'ɐa ɔc ǝe ɟf ƃg ᵷg ɥh ᴉi ıi ɾj ʞk ʃl ꞁl ɯm ɹr ʇt ʌv ʍw ʎy bq dp nu pd qb un λv ⋀v ∀a ⅎf ˥l ┴t ⊥t ԁp'
    .split(' ')
    .map(([letter = '', its = '']) => [letter, its]),
);
const onItsHead = /[ɐɔǝɟƃᵷɥᴉɾʞʃꞁɯɹʇʌʍʎ]/u;

/** A text that is written upside down, as it reads the right way up; undefined for any other. */
export function upright(text: string): string | undefined {
  if (!onItsHead.test(text)) return undefined;
  return Array.from(text.toLowerCase(), (letter) => turned.get(letter) ?? letter)
    .toReversed()
    .join('');
}

function visibleOf(name: string): string {
  const compatible = name.normalize('NFKC').replace(framed, unframed);
  return compatible.replace(ignorable, '').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** With a gap where small letters or digits are followed by a capital one. */
function parted(visible: string): string {
  return visible.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
}

/** Words of a known phrase in the form that `normaliseName` gives, so that both can be compared. */
export function wordsForMatching(phrase: string): readonly string[] {
  if (plainWord.test(phrase)) return [shapeOf(phrase)];
  return joinSpelledOut(wordsForEyes(parted(visibleOf(phrase)))).words.map(shapeOf);
}

/** Nothing of it has to be parted, replaced or joined; most words of the lists are such, and are read at every start. */
const plainWord = /^[a-z]{2,}$/;

/** The beginnings of words, which have no singular, in the form that `normaliseName` gives. */
export function stemsForMatching(stem: string): readonly string[] {
  if (plainWord.test(stem)) return [skeleton(stem)];
  const visible = stem.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return wordsForEyes(visible).map((word) => skeleton(latinised(word)));
}

/** A word with each doubled letter once; short words stay, because "off" is not "of". */
export function undoubled(word: string): string {
  return word.length > 3 ? word.replace(/(\p{L})\1+/gu, '$1') : word;
}

function shapeOf(word: string): string {
  return skeleton(singular(latinised(word)));
}

/** Whether two labels say the same to a person: case, spacing and punctuation aside. */
export function sameLabel(a: string, b: string): boolean {
  return normaliseName(a).text === normaliseName(b).text;
}

function wordsOf(text: string): string[] {
  // "!" and "|" stand in for letters only inside a word ("vo!d"); elsewhere they are punctuation.
  return text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}]|[|!](?=[\p{L}\p{N}]))*/gu) ?? [];
}

/** Signs that are drawn like a letter, between two letters. */
const drawnLetters: Readonly<Record<string, string>> = { '()': 'o', '|)': 'd', '°': 'o', '¡': 'i' };
const drawnLetter = /(?<=\p{L})(?:(?:\(\)|[°¡])(?=\p{L})|\|\)(?=[\p{L}\s]|$))/gu;

/** As `wordsOf`, with the signs that are read as letters inside a word: "c@ncel", "clo$e", "cance|". */
function wordsForEyes(text: string): string[] {
  const read = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('\\/', 'v')
    .replace(drawnLetter, (sign) => drawnLetters[sign] ?? sign);
  return read.match(/[\p{L}\p{N}@$](?:[\p{L}\p{N}]|[|!@$](?=[\p{L}\p{N}])|\|(?=\s|$))*/gu) ?? [];
}

/** Three or more single letters in a row are put together. */
function joinSpelledOut(words: readonly string[]): { words: string[]; spelledOut: string[] } {
  const joined: string[] = [];
  const spelledOut: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    if (run.length >= 3) {
      joined.push(run.join(''));
      spelledOut.push(run.join(''));
    } else joined.push(...run);
    run = [];
  };
  for (const word of words) {
    if (Array.from(word).length === 1) run.push(word);
    else {
      flush();
      joined.push(word);
    }
  }
  flush();
  return { words: joined, spelledOut };
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

// Characters that look like a Latin letter or like one another, for comparing names and never for showing them.
// A selection of the skeleton table of Unicode Technical Standard #39 for the letters of English labels; full
// width, mathematical and ligature forms need no row, because NFKC has replaced them before.

const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑạᴀ4@ꓮꭺᗩ𐌀',
  b: 'ЬƄḅʙ8ꓐᏼᗷꮟ𐌁ƀ',
  c: 'сϲⅽᴄⲥꓚꮯᑕ𐌂',
  d: 'ԁɗⅾᴅꓓꭰᗪᗞđꮷ',
  e: 'еҽєε℮ᴇ3ꓰꭼ𐌄ɇ',
  f: 'ẝƒϝꜰꓝᖴ𐌅',
  g: 'ɡցɢꓖꮐ',
  h: 'һհʜꓧꮋᕼ𐌇ħ',
  j: 'јϳᴊꓙꭻᒍ',
  k: 'κкⲕᴋꓗꮶ𐌊',
  l: 'іιıӏΙІⵏןⅼℓ|1i!ʟɪꓲꓡꮮꭵᒪ𐌉ɨł',
  m: 'мⅿᴍꓟꮇᗰ𐌌',
  n: 'ոпηɴꓠᑎ𐌍',
  o: 'оοσօഠഠ〇ⲟ0ⵔᴏꓳꮎꭴ𐌏ø',
  p: 'рρⲣᴘꓑꮲᑭ𐌐',
  q: 'ԛգꞯ',
  r: 'гᴦⲅʀꓣꭱꮢᖇ',
  s: 'ѕꜱƽ5$ꓢꮪᔕ',
  t: 'тτⲧᴛ7ꓔꭲ𐌕ŧ',
  u: 'υսцʋᴜꓴᑌ',
  v: 'νѵᴠⅴꓦꮩꮙᐯ𐌖',
  w: 'ѡωԝɯᴡꓪꮃᗯ',
  x: 'хχⅹꓫ𐌗',
  y: 'уγүყʏꓬꮍ',
  z: 'ᴢʐꓜꮓ',
};

const toLatin = new Map<string, string>();
for (const [latin, others] of Object.entries(lookAlikes))
  for (const other of others) toLatin.set(other.toLowerCase(), latin);

/** Pairs that read as one letter in most fonts. */
const pairs: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];

/** The text with foreign look-alikes as the Latin letters they show as; Latin letters and digits stay what they are. */
function latinised(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[^\u0000-\u007f]/gu, (character) => toLatin.get(character) ?? character);
}

/** The shape of a text that was already lower-cased: two texts with equal skeletons can be mistaken for each other. */
function skeleton(text: string): string {
  let shape = '';
  for (const character of text) shape += toLatin.get(character) ?? character;
  return pairsAsOne(shape);
}

/** A shape in which pairs of letters read as one, also those that two pieces of a word make together. */
export function pairsAsOne(text: string): string {
  let shape = text;
  for (const [pair, letter] of pairs) shape = shape.replaceAll(pair, letter);
  return shape;
}

/** The same words, wherever the style sheet puts them. */
export function holdsAll(name: readonly string[], shown: readonly string[]): boolean {
  const left = [...name];
  return shown.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The same text a second time, as in a copy for screen readers. */
export function saysAgain(name: readonly string[], shown: readonly string[]): boolean {
  return shown.length % name.length === 0 && shown.every((word, n) => word === name[n % name.length]);
}

/** A longer text that is written in such a way is data of a script, and no order. */
const longestEncoded = 80;
const encodings: readonly (readonly [RegExp, (value: string) => string])[] = [
  [/%[0-9a-f]{2}/i, (value) => value.replace(/(?:%[0-7][0-9a-f])+/gi, (part) => decodeURIComponent(part))],
  [/^(?:[\da-f]{2}){4,}$/i, (value) => Buffer.from(value, 'hex').toString('latin1')],
  [/^[\w+/-]{6,}={0,2}$/, (value) => Buffer.from(value, 'base64').toString('latin1')],
];

/** A value as it is and, where it is written in escapes, hexadecimal digits or Base64, what that says. */
export function writtenOut(value: string): readonly string[] {
  const found = [value];
  for (const text of found)
    for (const [form, read] of text.length > 2 * longestEncoded || found.length > 4 ? [] : encodings) {
      const said = form.test(text) ? read(text) : text;
      const isText = said.length <= longestEncoded && /^[ -~]+$/.test(said) && /[A-Za-z]{4}/.test(said);
      if (isText && !found.includes(said)) found.push(said);
    }
  return found;
}

/** Whether the phrase's words are in the name next to one another. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  for (let start = 0; start + phrase.length <= words.length; start++)
    if (phrase.every((word, index) => words[start + index] === word)) return true;
  return false;
}
