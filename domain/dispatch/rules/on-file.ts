/** The rows about a record that is already on file, the same in every table that leads to a write (D29). */

import type { OnFile } from '../writing/write-once.ts';
import { type Row, type Stop, stop } from './decision-table.ts';

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
      facts: `${record} of the same fact that somebody else made is on file`,
      decision: 'escalated / conflicting_record, with its number',
      sentence: `The ${what} {on_file} is on file and was made by somebody else. Nothing was written.`,
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

function numberOnFile(onFile: OnFile): string | null {
  return 'number' in onFile ? onFile.number : null;
}

/** The word for `{on_file}`. */
export function onFileWord(onFile: OnFile): string {
  if (onFile.kind === 'cannot_tell') return onFile.why;
  return numberOnFile(onFile) ?? 'nothing';
}
