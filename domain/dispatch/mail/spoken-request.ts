/**
 * A request in sentences: "Could you pull the POD for PRO 4471180293?" It names one kind of work and its record; everything
 * else that a task can have is asked for by `key: value` lines.
 */
import type { CsvColumn } from '../csv/columns.ts';
import type { TaskType } from '../task.ts';
import { type Token, type Lexicon, longestAt, sentencesOf, lexicons, tokensOf } from './vocabulary.ts';

/** What sentences name, in the words of their writer. */
interface Named {
  readonly column: 'pro' | 'invoice_number' | 'dispute_id' | 'claim_id';
  readonly value: string;
}

export interface Spoken {
  readonly type: TaskType;
  /** A record that is named twice is there once. */
  readonly values: readonly { readonly column: CsvColumn; readonly value: string }[];
  readonly doubts: readonly string[];
}

/** How many words may be between a number and what it is called. */
const labelReach = 4;
const id = /^[a-z]{1,12}-(?:[a-z0-9]+-)*\d+$/;

/**
 * What the sentences of a text name to be done; null for nothing that a mail can ask for.
 * @param given in lines
 */
export function spokenIn(texts: readonly string[], given: Spoken['values']): Spoken | null {
  const sentences = texts.flatMap(sentencesOf);
  const named = [...given, ...sentences.flatMap(namedIn)];
  const of = (column: Named['column']): string[] => [
    ...new Set(named.filter((one) => one.column === column).map(({ value }) => value)),
  ];
  const [pros, invoices, disputes, claims] = [of('pro'), of('invoice_number'), of('dispute_id'), of('claim_id')];
  const valuesOf = (column: CsvColumn, all: readonly string[]): Spoken['values'] =>
    all.map((value) => ({ column, value }));
  if (pros.length > 0 && sentences.some((one) => names('proof', one))) {
    const asked = sentences.find((one) => names('proof', one) && namedIn(one).length > 0 && names('extra', one));
    const more =
      asked === undefined ? [] : [`it may ask for more than the proof: ${JSON.stringify(asked.trim().slice(0, 80))}`];
    const isAttached = sentences.some(
      (one) => disputes.some((dispute) => one.includes(dispute)) && names('attach', one),
    );
    if (isAttached)
      return {
        type: 'pod_to_dispute',
        values: [...valuesOf('pro', pros), ...valuesOf('dispute_id', disputes)],
        doubts: [],
      };
    return { type: 'pull_pod', values: valuesOf('pro', pros), doubts: more };
  }
  if (claims.length > 0 && sentences.some((one) => names('answer', one)))
    return { type: 'answer_claim', values: valuesOf('claim_id', claims), doubts: [] };
  if (invoices.length > 0 && sentences.some((one) => names('contest', one)))
    return {
      type: 'file_dispute',
      values: valuesOf('invoice_number', invoices),
      doubts: ['a dispute has its reason and amount in lines, such as "reason_code: ACC" and "amount: 95.00"'],
    };
  return null;
}

/** Whether a sentence has a word by which work is named, in any language. */
const names = (work: 'proof' | 'extra' | 'attach' | 'answer' | 'contest', sentence: string): boolean => {
  const words = tokensOf(sentence).map(({ word }) => word);
  return lexicons().some((lexicon) => words.some((_, at) => longestAt(lexicon.phrases[work], words, at) > 0));
};

function namedIn(text: string): Named[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ word }, at): Named[] => {
    const number = /^#?(\d{10})$/.exec(word)?.[1];
    const column = number === undefined && !id.test(word) ? null : calledBy(tokens, at, number !== undefined);
    if (column === null) return [];
    const value = number ?? new RegExp(word.replaceAll('-', String.raw`\-`), 'i').exec(text)?.[0];
    return value === undefined ? [] : [{ column, value }];
  });
}

/** By what a number is called in front of it; null for the number of something else. */
function calledBy(tokens: readonly Token[], at: number, isNumber: boolean): Named['column'] | null {
  const has = (word: string, name: keyof Lexicon['words']): boolean =>
    lexicons().some(({ words }) => words[name].has(word));
  for (let before = at - 1; before >= 0 && before >= at - labelReach; before -= 1) {
    const { word } = tokens[before]!;
    if (isNumber && has(word, 'pros')) return 'pro';
    if (isNumber && has(word, 'invoices')) return 'invoice_number';
    if (!isNumber && has(word, 'claims')) return 'claim_id';
    if (!isNumber && has(word, 'disputes')) return 'dispute_id';
    if (has(word, 'references')) return null;
  }
  return isNumber ? 'pro' : null;
}
