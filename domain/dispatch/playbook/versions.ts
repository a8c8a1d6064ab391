/**
 * Versions of a playbook: what two have not in common (recipes step by step, everything else member by member), how far one
 * has come, and who may release it: one that writes needs two people (D78).
 */
import { isSameActor } from '../../actor.ts';
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

const versionStates = ['draft', 'checked', 'rehearsed', 'released', 'retired'] as const;
export type VersionState = (typeof versionStates)[number];

interface VersionStanding {
  readonly state: VersionState;
  /** Whether it can change something in a portal. */
  readonly writes: boolean;
  readonly draftedBy: string;
}

export interface ReleaseAsk {
  readonly actor: string;
  /** Whether playbooks that write need two people. */
  readonly twoPeople: boolean;
  /** The release of a version that was only checked, asked for by name. */
  readonly unrehearsed: boolean;
}

/** The state after a check without findings. A version that has come further stays where it is. */
export function stateAfterCheck(state: VersionState): VersionState {
  return state === 'draft' ? 'checked' : state;
}

/** @returns the sentence that refuses a recorded rehearsal, or undefined */
export function whyNotRehearsed(state: VersionState): string | undefined {
  if (state === 'draft') return 'it was not checked yet';
  if (state === 'retired') return 'it is retired';
  return undefined;
}

/** @returns the sentence that refuses the release, or undefined */
export function whyNotReleased(version: VersionStanding, ask: ReleaseAsk): string | undefined {
  if (version.state === 'retired') return 'it is retired';
  if (version.state === 'draft') return 'it was not checked yet';
  if (version.state === 'checked' && !ask.unrehearsed)
    return 'it was not rehearsed; release it without a rehearsal only on purpose';
  if (version.writes && ask.twoPeople && isSameActor(version.draftedBy, ask.actor))
    return `it writes, so a second person releases it: ${version.draftedBy} drafted it`;
  return undefined;
}
