/** Decision tables: facts to a decision, first match wins, the documentation and the record's sentences out of the same rows; and the rows that all of them have (D29). */
import type { OutcomeReason } from '../task.ts';
import type { OnFile } from '../writing/write-once.ts';

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

/** @param what with its article before it, such as `a`, `dispute` */
export function onFileRows(article: 'a' | 'an', what: string): readonly Row<{ readonly onFile: OnFile }, Stop>[] {
  const record = `${article} ${what}`;
  return [
    {
      name: 'own_record_on_file',
      facts: `${record} with this task's own mark is on file`,
      decision: 'completed / already_done, with its number',
      sentence: `The ${what} {on_file} carries this task's mark. It was found, not repeated.`,
      when: ({ onFile }) => onFile.kind === 'own',
      decide: ({ onFile }) => stop('already_done', numberOnFile(onFile)),
    },
    {
      name: 'record_of_earlier_task_on_file',
      facts: `${record} with the mark of an earlier task of the same sender is on file`,
      decision: 'completed / already_done, with its number',
      sentence: `The ${what} {on_file} was made by an earlier task of this sender. It was found, not repeated.`,
      when: ({ onFile }) => onFile.kind === 'own_earlier',
      decide: ({ onFile }) => stop('already_done', numberOnFile(onFile)),
    },
    {
      name: 'foreign_record_on_file',
      facts: `${record} of the same fact is on file, without the mark of this task or of an earlier one for it`,
      decision: 'escalated / conflicting_record, with its number',
      sentence: `The ${what} {on_file} is on file for the same matter. It does not carry the mark of this task, or of an earlier one for it. Nothing was written.`,
      when: ({ onFile }) => onFile.kind === 'foreign',
      decide: ({ onFile }) => stop('conflicting_record', numberOnFile(onFile)),
    },
    {
      name: 'on_file_cannot_be_told',
      facts: `whether ${record} is on file is not known`,
      decision: 'escalated / needs_person',
      sentence: `Whether ${record} is on file is not known ({on_file}). Nothing was written.`,
      when: ({ onFile }) => onFile.kind === 'cannot_tell',
      decide: () => stop('needs_person'),
    },
  ];
}

/** The portal's number of the record on file. */
export function numberOnFile(onFile: OnFile): string | null {
  return 'number' in onFile ? onFile.number : null;
}

/** The word for `{on_file}`. */
export function onFileWord(onFile: OnFile): string {
  if (onFile.kind === 'cannot_tell') return onFile.why;
  return numberOnFile(onFile) ?? 'nothing';
}
