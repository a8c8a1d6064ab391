/**
 * Recognises names that say of an act that it is not done, that it is undone, or who hears of it: "Do not void", "Nicht stornieren",
 * "Undo cancellation", "Notify me when a shipment is cancelled". Every word has to be known: "Do not wait, void the bill" is the act.
 */
import { isActThing, isActVerb } from './action-words.ts';
import { wordsOf } from './record-lists.ts';
import { vocabularies } from './words/vocabulary.ts';

const longestChoice = 7;
const longestNotice = 14;

const languages = vocabularies.map(({ choices }) => ({
  no: choices.no,
  denials: choices.denials.map((phrase) => phrase.split(' ')),
  denialsBehind: new Set(choices.denialsBehind),
  restores: new Set(choices.restores),
  notices: choices.notices.map((phrase) => phrase.split('…')),
  articles: new Set(choices.articles),
  also: new Set(choices.also),
}));
const everyNo = languages.flatMap(({ no }) => no);
/** "No, keep the bill": what is before the choice, and parted from it by a sign. */
const answer = new RegExp(`^\\s*(?:${everyNo.join('|')})\\s*[,:.–—-]\\s+`, 'i');
/** A dash between two words parts two phrases: "Notify me when done - void bill" is the act. */
const parted = /\s[-_]|[-_]\s/;

/** Whether a name is no more than the denial of one act, or the undoing of one. A box of that name may be ticked already. */
export function declinesAct(name: string): boolean {
  const choice = name.replace(answer, '');
  const words = parted.test(choice) ? undefined : wordsOf(choice);
  return (
    words !== undefined &&
    words.length <= longestChoice &&
    languages.some((known) => deniesAct(words, known) || restoresAct(words, known))
  );
}

type Known = (typeof languages)[number];

function deniesAct(words: readonly string[], { denials, denialsBehind, articles }: Known): boolean {
  const denial = denials.find((phrase) => phrase.every((word, n) => words[n] === word));
  if (denial !== undefined) {
    const rest = words.slice(denial.length);
    // In German the verb is the last word, and the first one elsewhere.
    return isOneAct(rest, articles, 0) || (denialsBehind.size > 0 && isOneAct(rest, articles, rest.length - 1));
  }
  // "Rechnung nicht stornieren"
  return denialsBehind.has(words.at(-2) ?? '') && isOneAct(words.toSpliced(-2, 1), articles, words.length - 2);
}

/** One verb in its place, and beside it nothing but what the act is done to. */
function isOneAct(words: readonly string[], articles: ReadonlySet<string>, verbAt: number): boolean {
  return words.length > 0 && words.every((word, n) => (n === verbAt ? isActVerb(word) : isThing(word, articles)));
}

function isThing(word: string, articles: ReadonlySet<string>): boolean {
  return articles.has(word) || (isActThing(word) && !isActVerb(word));
}

function restoresAct(words: readonly string[], { restores, articles }: Known): boolean {
  const at = [0, words.length - 1].find((place) => restores.has(words[place] ?? ''));
  if (at === undefined) return false;
  const rest = words.toSpliced(at, 1);
  const acts = rest.filter((word) => isActVerb(word));
  return acts.length === 1 && rest.every((word) => isActVerb(word) || isThing(word, articles));
}

/** Whether a name is that of a setting: whom the portal writes to when others do such an act. */
export function asksForNotice(name: string): boolean {
  const words = wordsOf(name.replace(/,(?=\s(?:wenn|sobald|falls)\s)/i, ''));
  if (words === undefined || words.length > longestNotice || parted.test(name)) return false;
  const text = `${words.join(' ')} `;
  return languages.some(
    ({ notices, also }) =>
      notices.some(
        ([before = '', behind = '']) => text.startsWith(`${before.trim()} `) && text.endsWith(`${behind} `),
      ) && !words.some((word) => also.has(word)),
  );
}
