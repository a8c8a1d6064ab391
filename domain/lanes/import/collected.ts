/** What an import comes to as a whole: the definition of a queue that is not known, the order of events, the counts. */
import type { Value } from '../event.ts';
import type { CommonMapping, ImportAdapter, ImportedEvent, ImportTools } from './adapter.ts';

export interface DefinitionEvent {
  readonly id: string;
  readonly kind: 'queue.defined';
  readonly at: string;
  readonly queue: string;
  readonly actor: { readonly kind: 'operator'; readonly id: string };
  readonly steps: readonly object[];
}

/** By time, then by id: the order in which the log would take them as one request (D32). */
export function inTimeOrder(a: { at: string; id: string }, b: { at: string; id: string }): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1;
}

/** How often each queue, step and actor stands in the work (D54). */
export interface ImportCounts {
  readonly queue: Readonly<Record<string, number>>;
  readonly step: Readonly<Record<string, number>>;
  readonly actor: Readonly<Record<string, number>>;
}

export function countsOf(events: readonly ImportedEvent[]): ImportCounts {
  const count = (of: (event: ImportedEvent) => string): Readonly<Record<string, number>> => {
    const counts = new Map<string, number>();
    for (const event of events) counts.set(of(event), (counts.get(of(event)) ?? 0) + 1);
    return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return { queue: count((e) => e.queue), step: count((e) => e.step), actor: count((e) => e.actor.id) };
}

/**
 * The definition of a queue that is not known yet: the steps of the mapping and of the work, the outputs that are
 * compared, the features that are watched. Outputs compare as numbers where every value of the export is one, else exactly.
 * @param events the work, in time order
 */
export function definitionOf(
  adapter: ImportAdapter,
  mapping: CommonMapping,
  events: readonly ImportedEvent[],
  { hash }: ImportTools,
): DefinitionEvent | undefined {
  const [first] = events;
  if (!first) return undefined;
  const { outputs, features } = adapter.fieldsOf(mapping);
  const fields = outputs
    .filter((name) => name !== 'decision')
    .map((name) => ({ name, compare: isNumeric(events, name) ? 'number' : 'exact', severity: 'material' }));
  const titles = new Map(
    Object.entries(mapping.steps ?? {}).map(([text, step]) => [step, text.replace(/\*$/, '').trim()]),
  );
  const named = [...Object.values(mapping.steps ?? {}), ...events.map(({ step }) => step)];
  const steps = [...new Set(named)].toSorted().map((step) => {
    const title = titles.get(step);
    return {
      step,
      ...(title !== undefined && /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,128}$/u.test(title) ? { title } : {}),
      fields,
      watch: features.slice(0, watchedMost),
    };
  });
  const content = JSON.stringify([mapping.queue, steps, first.at]);
  return {
    id: `import-definition:${hash(content).slice(0, 40)}`,
    kind: 'queue.defined',
    at: first.at,
    queue: mapping.queue,
    actor: { kind: 'operator', id: `import:${adapter.name}` },
    steps,
  };
}

/** As many features as a step may watch. */
const watchedMost = 50;
/** Numbers without zeros in front: codes such as 0042 are none. */
const numberForm = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

function isNumeric(events: readonly ImportedEvent[], name: string): boolean {
  let seen = false;
  for (const { outputs } of events) {
    const value: Value | undefined = outputs?.[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' && !(typeof value === 'string' && numberForm.test(value))) return false;
    seen = true;
  }
  return seen;
}
