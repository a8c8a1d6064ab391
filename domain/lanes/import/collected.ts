/** The result of an import as a whole: the definition of a queue that is not known, the order of events, the counts. */
import type { Value } from '../event.ts';
import type { ImportedEvent, ImportTools, PreparedImport } from './adapter.ts';
import type { CommonMapping } from './mapping-schema.ts';

export interface DefinitionEvent {
  readonly id: string;
  readonly kind: 'queue.defined';
  readonly at: string;
  readonly queue: string;
  readonly actor: { readonly kind: 'operator'; readonly id: string };
  readonly steps: readonly object[];
}

/** How often each queue, step and actor is in the work (D54). */
export interface ImportCounts {
  readonly queue: Readonly<Record<string, number>>;
  readonly step: Readonly<Record<string, number>>;
  readonly actor: Readonly<Record<string, number>>;
}

/** What is kept of the work of an export while it goes by. */
interface CollectedWork {
  add(event: ImportedEvent): void;
  /** How many steps the mapping and the work name. */
  steps(): number;
  counts(): ImportCounts;
  /**
   * The definition of a queue that is not known yet: the steps of the mapping and of the work, the outputs that are
   * compared, the features that are watched. Outputs compare as numbers where every value of the export is one, else
   * exactly. Undefined without any work.
   */
  definition(tools: ImportTools): DefinitionEvent | undefined;
}

export function collectWork({ adapter, mapping, fields: asked }: PreparedImport): CollectedWork {
  const { outputs, features } = asked;
  const compared = outputs.filter((name) => name !== 'decision');
  const numeric = new Map<string, boolean>();
  const counts = {
    queue: new Map<string, number>(),
    step: new Map<string, number>(),
    actor: new Map<string, number>(),
  };
  const named = new Set(Object.values(mapping.steps ?? {}));
  let first: string | undefined;
  return {
    add: (event) => {
      count(counts.queue, event.queue);
      count(counts.step, event.step);
      named.add(event.step);
      count(counts.actor, event.actor.id);
      if (first === undefined || event.at < first) first = event.at;
      for (const name of compared) {
        const value = event.outputs?.[name];
        if (value !== undefined && numeric.get(name) !== false) numeric.set(name, isNumeric(value));
      }
    },
    steps: () => named.size,
    counts: () => ({ queue: inOrder(counts.queue), step: inOrder(counts.step), actor: inOrder(counts.actor) }),
    definition: ({ hash }) => {
      if (first === undefined) return undefined;
      const fields = compared.map((name) => ({
        name,
        compare: numeric.get(name) === true ? 'number' : 'exact',
        severity: 'material',
      }));
      const titles = titlesOf(mapping);
      const watch = features.slice(0, watchedMost);
      const steps = [...named].toSorted().map((step) => ({ step, ...titles(step), fields, watch }));
      const content = JSON.stringify([mapping.queue, steps, first]);
      return {
        id: `import-definition:${hash(content).slice(0, 40)}`,
        kind: 'queue.defined',
        at: first,
        queue: mapping.queue,
        actor: { kind: 'operator', id: `import:${adapter}` },
        steps,
      };
    },
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function inOrder(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A step that the mapping names by a text has that text as its title, where it may be one. */
function titlesOf({ steps }: CommonMapping): (step: string) => { readonly title?: string } {
  const titles = new Map(Object.entries(steps ?? {}).map(([text, step]) => [step, text.replace(/\*$/, '').trim()]));
  return (step) => {
    const title = titles.get(step);
    return title !== undefined && /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,128}$/u.test(title) ? { title } : {};
  };
}

/** As many features as a step may watch. */
const watchedMost = 50;
/** Numbers without zeros in front: codes such as 0042 are none. */
const numberForm = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

function isNumeric(value: Value): boolean {
  return typeof value === 'number' || (typeof value === 'string' && numberForm.test(value));
}
