/**
 * Recognises names that say what was done, such as "Load was cancelled by customer", "Saldo castigado" or "Accounts closed in
 * 2026" (D66). Their only words of an act are participles: an order has a verb beside them ("Mark as cancelled").
 */
import { actionOfWords, doubtfulWords, isActVerb } from './action-words.ts';
import { wordsForMatching } from './normalise.ts';
import { wordsOf } from './record-lists.ts';
import { vocabularies } from './words/vocabulary.ts';

const longestReport = 12;
const languages = vocabularies.map(({ done, carriedOut, choices, lists }) => ({
  papers: new Set(lists.papers),
  participle: new RegExp(`^(?:${done.participles.join('|')})$`, 'u'),
  // "Cancelado por el cliente" says by whom.
  orders: new Set([
    ...done.orders,
    ...choices.also.filter((word) => word !== 'por'),
    ...carriedOut.verbs.flatMap((verb) => verb.split(' ')),
  ]),
}));

export function reportsDone(name: string): boolean {
  const words = wordsOf(
    name
      .replace(/\s*\?\s*$/, '')
      .replace(/(?<![\p{L}\p{N}])\d{1,4}(?![\p{L}\p{N}])/gu, ' ')
      .replace(/(?<=written)[\s-]off/gi, 'off'),
  );
  if (words === undefined || words.length > longestReport) return false;
  return languages.some(({ participle, orders, papers }) => {
    const isDone = (word: string): boolean => participle.test(word) && isActVerb(word);
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
