/** What two versions of a playbook have not in common: recipes step by step, everything else member by member. */
import { canonicalJson } from '../../canonical-json.ts';

export interface PlaybookChange {
  readonly kind: 'added' | 'removed';
  /** Where it is, such as `capabilities.pull_pod.steps, step 3`. */
  readonly where: string;
  /** Its content, as JSON. */
  readonly content: string;
}

/** In the order of the members; within a list what was removed comes before what was added in its place. */
export function diffPlaybooks(before: object, after: object): PlaybookChange[] {
  return [...changesOf([], before, after)];
}

/** Members whose lists are recipes. */
const recipes: ReadonlySet<string> = new Set(['steps', 'otherwise', 'look', 'prepare', 'probe', 'submit', 'confirm']);
const isRecipe = (path: readonly string[]): boolean => recipes.has(path.at(-1) ?? '') || path.at(-2) === 'parts';

function* changesOf(path: readonly string[], before: unknown, after: unknown): Generator<PlaybookChange> {
  if (textOf(before) === textOf(after)) return;
  if (isMap(before) && isMap(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* changesOf([...path, name], before[name], after[name]);
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    yield* changedElements(path, before, after);
    return;
  }
  const where = path.join('.');
  if (before !== undefined) yield { kind: 'removed', where, content: textOf(before) };
  if (after !== undefined) yield { kind: 'added', where, content: textOf(after) };
}

/** By the longest list of elements that both have in the same order. */
function* changedElements(
  path: readonly string[],
  wereThere: readonly unknown[],
  areThere: readonly unknown[],
): Generator<PlaybookChange> {
  const [before, after] = [wereThere.map(textOf), areThere.map(textOf)];
  const common = commonLengths(before, after);
  const place = (index: number): string => `${path.join('.')}, ${isRecipe(path) ? 'step' : 'item'} ${index + 1}`;
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [gone, come] = [before[i], after[j]];
    if (gone !== undefined && gone === come) {
      i += 1;
      j += 1;
    } else if (isQuestion(wereThere[i]) && isQuestion(areThere[j])) {
      // A question holds most of a recipe: only what changed in it can be read.
      yield* changesOf([...path.slice(0, -1), place(i).split('.').at(-1) ?? ''], wereThere[i], areThere[j]);
      i += 1;
      j += 1;
    } else if (gone !== undefined && (come === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      yield { kind: 'removed', where: place(i), content: gone };
      i += 1;
    } else if (come !== undefined) {
      yield { kind: 'added', where: place(j), content: come };
      j += 1;
    }
  }
}

function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        before[i] === after[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

const isQuestion = (step: unknown): boolean => isMap(step) && step['do'] === 'when';

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value);
}
