/** Takes the rows of a CSV file as tasks: each stands or falls by itself, and keeps its line (D20). */
import { findingOfWhole, sentencesIn } from '../../domain/finding.ts';
import type { CsvRow } from '../../domain/dispatch/csv/rows.ts';
import { csvReport } from '../../domain/dispatch/csv/report.ts';
import type { CsvFile } from './read-csv.ts';
import { judgeTasks, storeTasks } from './take-tasks.ts';
import type { FateOfRow, JudgedTask, RejectedTask, TakingDeps, TaskFate, TaskOrigin } from './take-tasks.ts';

export interface FateOfLine extends FateOfRow {
  readonly line: number;
  readonly hints: readonly string[];
}

/** What a row turned out to be, before anything is stored. */
export interface JudgedLine {
  readonly line: number;
  readonly hints: readonly string[];
  readonly judged: JudgedTask;
}

/** @param complete adds to an input what the channel knows, such as who asked */
export async function takeCsv(
  deps: TakingDeps,
  origin: TaskOrigin,
  rows: readonly CsvRow[],
  complete: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
): Promise<FateOfLine[]> {
  return storeLines(deps, origin, await judgeLines(deps, origin, rows, complete));
}

export async function judgeLines(
  deps: Parameters<typeof judgeTasks>[0],
  origin: TaskOrigin,
  rows: readonly CsvRow[],
  complete: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
): Promise<JudgedLine[]> {
  const inputs = rows.flatMap((row) => ('input' in row ? [complete(row.input)] : []));
  const judged = await judgeTasks(deps, origin, inputs);
  let next = 0;
  return rows.map((row): JudgedLine => {
    if (!('input' in row))
      return {
        line: row.line,
        hints: [],
        judged: { kind: 'rejected', code: 'invalid_task', findings: row.findings.map(findingOfWhole) },
      };
    const found = judged[next];
    next += 1;
    if (!found) throw new Error(`line ${row.line} was not judged`);
    return { line: row.line, hints: row.hints, judged: found };
  });
}

export async function storeLines(
  deps: Parameters<typeof storeTasks>[0],
  origin: TaskOrigin,
  lines: readonly JudgedLine[],
): Promise<FateOfLine[]> {
  const fates = await storeTasks(
    deps,
    origin,
    lines.map(({ judged }) => judged),
  );
  return lines.map(({ line, hints }, index) => ({ line, hints, fate: fates[index] as TaskFate }));
}

/** What the report needs to know of a task that was taken. */
type ReportedFate = RejectedTask | { readonly kind: 'new' | 'duplicate'; readonly task: { readonly id: string } };

/** The file's rows with what became of each beside them. */
export function reportCsv(
  file: CsvFile,
  fates: readonly (Pick<FateOfLine, 'line' | 'hints'> & { readonly fate: ReportedFate })[],
): string {
  return csvReport(
    file.header,
    file.records,
    fates.map(({ line, hints, fate }) =>
      fate.kind === 'rejected'
        ? { line, status: 422, taskId: null, errorCode: fate.code, errors: sentencesIn(fate.findings), hints }
        : {
            line,
            status: fate.kind === 'new' ? 201 : 200,
            taskId: fate.task.id,
            errorCode: null,
            errors: [],
            hints: [],
          },
    ),
  );
}
