/** Whether what a page says of a form that was sent is that it failed, or does not hold. The words are data (`words/*.json`). */
import { type MessageWords, onFirstUse, patternIn, unaccented, vocabularies, wordsLike } from './words/vocabulary.ts';

const pattern = (...names: (keyof MessageWords)[]): string => patternIn('messages', ...names);
const oneWord = (name: keyof MessageWords): (() => RegExp) =>
  onFirstUse(() => new RegExp(`^(?:${pattern(name)})$`, 'iu'));

const failure = onFirstUse(() => wordsLike(pattern('failures')));
const noFailure = onFirstUse(() => wordsLike(pattern('lasting', 'faultless'), 'giu'));
const requests = onFirstUse(() => wordsLike(pattern('requests'), 'giu'));
const undone = onFirstUse(() => wordsLike(pattern('undone')));
const takenAway = onFirstUse(() =>
  wordsLike(String.raw`(?:${pattern('then')}),?\s+(?:\p{L}+\s+){0,2}(?:${pattern('undone')})|${pattern('trials')}`),
);
const unfinished = onFirstUse(() => wordsLike(pattern('unfinished')));
const toCome = onFirstUse(
  () => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern('toCome')})(?:\s+\p{L}+){0,2}\s+$`, 'iu'),
);

/** The words of a text that a pattern finds. */
function found(words: RegExp, text: string, without?: RegExp): string | undefined {
  const plain = unaccented(text);
  const rest = without === undefined ? plain : plain.replace(without, (gone) => ' '.repeat(gone.length));
  const match = words.exec(rest);
  return match === null ? undefined : text.normalize('NFC').slice(match.index, match.index + match[0].length);
}

/** Words of a message by which what it confirms was only tried out, or does not hold any more. */
export function wordTakenAway(text: string): string | undefined {
  return found(takenAway(), text);
}

export function saysFailure(text: string): boolean {
  return wordOfFailure(text) !== undefined;
}

/** The first word of a text that says so. "No." before a number is no denial, and "rejected" may be what was done. */
export function wordOfFailure(text: string): string | undefined {
  return found(failure(), text, noFailure());
}

/** The first word by which a notice beside a message says that something failed. */
export function failureInNotice(text: string): string | undefined {
  return found(failure(), unaccented(text).replace(requests(), ' '), noFailure());
}

/** Whether a text says that what a playbook takes for done is still to come: "will be saved". @returns the words */
export function promiseOf(text: string, done: string): string | undefined {
  const at = done === '' ? -1 : text.toLowerCase().indexOf(done.toLowerCase());
  const before = at < 0 ? undefined : found(toCome(), text.slice(0, at));
  return before === undefined ? undefined : `${before}${done}`;
}

/** Whether what comes in the place of a confirmation takes it back. */
export function takesBack(text: string): boolean {
  return found(undone(), text) !== undefined || wordOfFailure(text) !== undefined;
}

const neutralWords = onFirstUse(
  () => new Set(vocabularies.flatMap(({ messages }) => messages.neutral).map(unaccented)),
);
const doubts = oneWord('doubts');
const manner = oneWord('manners');
const leading = oneWord('leading');
const articles = oneWord('articles');
const lacking = oneWord('without');
const faults = oneWord('faults');
const calledAs = oneWord('called');
const confirms = oneWord('confirming');
/** Where what a sentence says of what was done ends. */
const furtherClause = onFirstUse(
  () =>
    new RegExp(String.raw`[:;,\u2013\u2014]|\s-\s|(?<![\p{L}\p{N}])(?:${pattern('joining')})(?![\p{L}\p{N}])`, 'iu'),
);

/**
 * The first word of a sentence that may take back what it confirms.
 * @param at where the words that confirm end
 * @param end where their clause ends: up to there each word behind them has to be one of a confirmation
 */
function qualifier(
  words: readonly string[],
  [at, end]: readonly [number, number],
  isKnown: (word: string) => boolean,
): string | undefined {
  const plain = words.map(unaccented);
  let lead = '';
  for (const [n, word] of plain.entries()) {
    if (articles().test(word)) continue;
    const isName = /^\p{Lu}/u.test(word) && n > 0;
    const isFine =
      word === '' || isKnown(word.toLowerCase()) || (lacking().test(plain[n - 1] ?? '') && faults().test(word));
    if (!isFine && (doubts().test(word) || (manner().test(word) && !isName))) return words[n];
    const isLed = lead !== '' && word !== '' && n > at && !isName;
    if (isLed && !calledAs().test(word) && !isFine) return words[n];
    const isBehind = word !== '' && n > at && n < end && !isName;
    if (isBehind && !isFine && ![confirms, leading, calledAs].some((known) => known().test(word))) return words[n];
    if (lacking().test(word) && !faults().test(plain[n + 1] ?? '')) return words[n];
    lead = leading().test(word) ? word : '';
  }
  return undefined;
}

/** "3 of 3 lines accepted" is all of them, "1 of 2" a part. */
const share = onFirstUse(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,/]|(?:${pattern('steps')})\s)(\p{N}{1,5})\s?(?:${pattern('outOf')}|\/)\s?(?:the )?(\p{N}{1,5})(?![\p{L}\p{N}.,/-])`,
      'giu',
    ),
);

function inPart(text: string): string | undefined {
  for (const [said, some, all] of unaccented(text).matchAll(share())) if (Number(some) < Number(all)) return said;
  return undefined;
}

/**
 * What keeps a message from confirming, though the declared words are in it: a word beside them that no confirmation needs.
 * @param given texts that the task or the playbook itself says
 */
export function doubtOf(text: string, declared: readonly string[], given: readonly string[] = []): string | undefined {
  const words = declared.filter((each) => /[\p{L}\p{N}]/u.test(each)).map((each) => each.toLowerCase());
  if (words.length === 0) return undefined;
  const known = new Set(
    [...words, ...given.map((each) => each.toLowerCase())].flatMap(wordsOf).filter(Boolean).map(unaccented),
  );
  // "Claim 7 saved: rejected" where the task rejects it.
  const isKnown = (word: string): boolean =>
    neutralWords().has(word) || [...known].some((one) => word === one || (one.length > 4 && word.startsWith(one)));
  for (const [sentence] of text.normalize('NFC').matchAll(/(?:[^.!?\n]|[.!?](?=[\p{L}\p{N}]))+[.!?\n]*/gu)) {
    const said = sentence.toLowerCase();
    const at = Math.max(...words.map((each) => (said.includes(each) ? said.indexOf(each) + each.length : -1)));
    if (at < 0) continue;
    if (/[?¿]/.test(sentence)) return '?';
    // "Autosaved", "zwischengespeichert".
    const longer = words.map((each) => longerWord(said, each)).find((word) => word !== undefined);
    if (longer !== undefined) return longer;
    // What follows a colon is a value, or what was sent; another clause tells of something else.
    const clause = furtherClause().exec(unaccented(sentence).slice(at));
    const end = clause === null ? Infinity : wordsOf(sentence.slice(0, at + clause.index)).length;
    const other = qualifier(wordsOf(sentence), [wordsOf(sentence.slice(0, at)).length - 1, end], isKnown);
    if (other !== undefined) return other;
  }
  const rest = words.reduce((left, each) => left.replaceAll(each, ' '), text.toLowerCase());
  return inPart(text) ?? found(unfinished(), rest, noFailure());
}

/** The word that ends in what was declared and says more; undefined where that stands by itself as well. */
function longerWord(text: string, declared: string): string | undefined {
  const at = text.indexOf(declared);
  if (!/^[\p{L}\p{M}]/u.test(declared)) return undefined;
  return [...text.matchAll(/[\p{L}\p{M}]+/gu)].find(
    ({ 0: word, index }) => at > index && at < index + word.length,
  )?.[0];
}

/** Its words; an empty one for a number, a date, an address, the name of a file, and a sign between two parts. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+|(?=[,;:()–—])/u)
    .flatMap((word) =>
      /[\p{N}@]|\p{L}\.\p{L}/u.test(word) ? [''] : (word.match(/^[,;:()–—]|[\p{L}\p{M}]+/gu) ?? ['']),
    )
    .map((word) => (/\p{L}/u.test(word) ? word : ''));
}
