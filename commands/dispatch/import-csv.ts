/** A file of thousands of rows: what would become of each, and taking them a few hundred a commit (D20). */
import { isRetry } from '../../domain/dispatch/again.ts';
import type { Pool } from '../../store/database.ts';
import { readWriters } from '../../store/portal-intents.ts';
import { readTasksByKeys } from '../../store/task-intake.ts';
import { storeLines } from './take-csv.ts';
import type { FateOfLine, JudgedLine } from './take-csv.ts';
import type { RejectedTask, TakingDeps, TaskOrigin } from './take-tasks.ts';

const rowsACommit = 200;

/** What became of a row, or would: a task that would be new has no id yet. */
export interface ForeseenLine {
  readonly line: number;
  readonly hints: readonly string[];
  readonly fate: RejectedTask | { readonly kind: 'new' | 'duplicate'; readonly task: { readonly id: string } };
}

/** Stores nothing. A row that repeats an earlier one of the file is a duplicate without an id. */
export async function foreseeLines(
  pool: Pool,
  { senderId }: TaskOrigin,
  judged: readonly JudgedLine[],
): Promise<ForeseenLine[]> {
  const keys = judged.flatMap((row) => (row.judged.kind === 'valid' ? [row.judged.task.idempotencyKey] : []));
  const firsts = await readTasksByKeys(pool, senderId, [...new Set(keys)]);
  const failed = [...firsts.values()].filter(({ status }) => status === 'failed');
  const writers = await readWriters(
    pool,
    failed.map(({ id }) => id),
  );
  const seen = new Set<string>();
  return judged.map(({ line, hints, judged: row }): ForeseenLine => {
    if (row.kind !== 'valid') return { line, hints, fate: row };
    const { task } = row;
    const first = firsts.get(task.idempotencyKey);
    const repeated = seen.has(task.idempotencyKey);
    seen.add(task.idempotencyKey);
    if (first && !isRetry(first, task, writers.has(first.id)))
      return { line, hints, fate: { kind: 'duplicate', task: first } };
    return { line, hints, fate: { kind: repeated ? 'duplicate' : 'new', task: { id: '' } } };
  });
}

/** Takes the rows; after a break the same file can be taken again, and what was stored is not stored twice. */
export async function storeManyLines(
  deps: TakingDeps,
  origin: TaskOrigin,
  judged: readonly JudgedLine[],
): Promise<FateOfLine[]> {
  const fates: FateOfLine[] = [];
  for (let next = 0; next < judged.length; next += rowsACommit)
    fates.push(...(await storeLines(deps, origin, judged.slice(next, next + rowsACommit))));
  return fates;
}
