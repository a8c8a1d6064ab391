/** Compares what a recipe reads with the facts that its phase has to bring home (needed-facts.ts). */
import { nearestName } from '../../nearest-name.ts';
import type { TaskType } from '../task.ts';
import { type Step, maySend } from './language.ts';
import { type NeededFact, type Phase, neededFacts } from './needed-facts.ts';

/** Of each fact that the steps read: the columns of a list, or null for a text. */
type Delivered = Map<string, { readonly where: string; readonly columns: ReadonlySet<string> | null }[]>;

export function lintFacts({ kind, taskType, steps, where }: Recipe): string[] {
  if (kind === 'login' || taskType === null) return [];
  const needed = neededFacts[taskType]?.[kind];
  if (needed === undefined) return [];
  const delivered: Delivered = new Map();
  collect(steps, where, delivered);
  return [
    ...needed.flatMap((fact) => missing(fact, delivered, where)),
    ...[...delivered].flatMap(([name, reads]) => unknown(name, reads, needed)),
  ];
}

function collect(steps: readonly Step[], where: string, into: Delivered): void {
  const add = (name: string, at: string, columns: ReadonlySet<string> | null): void => {
    into.set(name, [...(into.get(name) ?? []), { where: at, columns }]);
  };
  for (const [index, step] of steps.entries()) {
    const at = `${where}.steps[${index}]`;
    if (step.do === 'read') add(step.as, at, null);
    if (maySend(step) && typeof step.next === 'object' && step.next.as !== undefined)
      add(step.next.as, `${at}.next`, null);
    if (step.do === 'read_fields') for (const name of Object.values(step.fields)) add(name, at, null);
    if (step.do === 'read_rows') add(step.as, at, new Set(Object.values(step.columns)));
    if (step.do === 'when') {
      collect(step.steps, at, into);
      collect(step.otherwise, `${at}.otherwise`, into);
    }
  }
}

function missing(fact: NeededFact, delivered: Delivered, where: string): string[] {
  const reads = delivered.get(fact.name);
  if (reads === undefined) return fact.required ? [`${where}: the fact ${fact.name} is not read`] : [];
  return reads.flatMap(({ where: at, columns }) => {
    if (fact.form !== 'list') return columns === null ? [] : [`${at}: the fact ${fact.name} is one text, not a list`];
    if (columns === null) return [`${at}: the fact ${fact.name} is a list; read it with read_rows`];
    return (fact.columns ?? [])
      .filter((column) => column.required && !columns.has(column.name))
      .map((column) => `${at}: the list ${fact.name} needs the column ${column.name}`);
  });
}

/** A name that nobody asks for is most likely a slip. */
function unknown(name: string, reads: readonly { where: string }[], needed: readonly NeededFact[]): string[] {
  if (needed.some((fact) => fact.name === name)) return [];
  const names = needed.map((fact) => fact.name);
  const nearest = nearestName(name, names);
  return reads.map(
    ({ where }) =>
      `${where}.as: nobody asks for the fact ${name}; ${nearest === undefined ? `known are ${names.join(', ')}` : `did you mean ${nearest.name}?`}`,
  );
}

/** A list of steps that the lint reads: the login, or a phase of a capability. */
export interface Recipe {
  readonly where: string;
  /** The login, or the phase of a capability. */
  readonly kind: 'login' | Phase;
  readonly taskType: TaskType | null;
  /** Values that its templates may use, beside the account's in the login. */
  readonly values: readonly string[];
  readonly steps: readonly Step[];
}
