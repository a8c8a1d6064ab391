/** Decision tables: facts to a decision, first match wins, the documentation and the record's sentences out of the same rows. */

import type { OutcomeReason } from '../task.ts';

export interface Row<Case, Decision> {
  /** Stable name, shown in the evidence. */
  readonly name: string;
  /** What has to be so, in words. */
  readonly facts: string;
  /** What follows, in words. */
  readonly decision: string;
  /** What the record says, with `{word}` places. */
  readonly sentence: string;
  readonly when: (it: Case) => boolean;
  readonly decide: (it: Case) => Decision;
}

export interface DecisionTable<Case, Decision> {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row<Case, Decision>[];
  /** The last row, which always matches: no case is without a decision. */
  readonly otherwise: Omit<Row<Case, Decision>, 'when'>;
  /** The words that fill the places of the sentences. */
  readonly words: (it: Case, decision: Decision) => Readonly<Record<string, string>>;
}

/** A decision with the row it came from and the sentence for the record. */
export type Decided<Decision> = Decision & { readonly rule: string; readonly sentence: string };

export function decideBy<Case, Decision>(table: DecisionTable<Case, Decision>, it: Case): Decided<Decision> {
  const row = table.rows.find(({ when }) => when(it)) ?? table.otherwise;
  const decision = row.decide(it);
  return { ...decision, rule: row.name, sentence: fillIn(row.sentence, table.words(it, decision)) };
}

/** @throws RangeError for a place that has no word: a fault of the table */
function fillIn(sentence: string, words: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{([a-z_]+)\}/g, (_, place: string) => {
    const word = words[place];
    if (word === undefined) throw new RangeError(`the sentence ${JSON.stringify(sentence)} has no word for ${place}`);
    return word;
  });
}

/** The task ends here, for this reason; the reason decides the outcome (D10). */
export interface Stop {
  readonly kind: 'stop';
  readonly reason: OutcomeReason;
  /** Number of the record that was found on file. */
  readonly number: string | null;
}

export function stop(reason: OutcomeReason, number: string | null = null): Stop {
  return { kind: 'stop', reason, number };
}

/** A row that ends the task because the facts are against it. */
export const unsupported = (): Stop => stop('facts_do_not_support');
/** A row that ends the task because the facts do not decide it. */
export const needsPerson = (): Stop => stop('needs_person');
