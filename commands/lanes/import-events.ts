/**
 * Takes an export in through one of the adapters: maps it, checks it as any event is checked, shows it (dry run) or has
 * it stored in time order. The API and the command line both go through here.
 */
import { textSha256 } from '../../process/evidence-crypto.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type {
  ImportAdapter,
  ImportedEvent,
  LeftOut,
  PreparedImport,
  ImportTools,
} from '../../domain/lanes/import/adapter.ts';
import { importAdapters } from '../../domain/lanes/import/adapters.ts';
import type { MappingSchema, CommonMapping } from '../../domain/lanes/import/mapping-schema.ts';
import { eventLimits } from '../../domain/lanes/event-schema.ts';
import { isTimeZone } from '../../domain/lanes/week.ts';
import type { IngestRequest, RecordAnswer } from '../../store/lanes/ingest-request.ts';
import { inSlices, openSlices } from '../../process/time-slices.ts';
import { sentencesOf } from '../input/sentences.ts';
import { sizeOf } from '../input/value-size.ts';
import { type TimeLimit, eventFindings } from './check-event.ts';
import { type EventPack, openEventPack } from './pack-events.ts';
import type { IngestAnswer } from './accept-events.ts';
import type { Value } from '../../domain/lanes/event.ts';

/** Rows of one export: far above what 50 MB of real work hold, and below what would fill the memory. */
const importRowsLimit = 500_000;
/** Events that go to the ingest session as one request (D34). */
const eventsARequest = 20_000;

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false, strictTypes: false });
ajv.addVocabulary(['x-must']);
ajv.addFormat('timezone', { type: 'string', validate: isTimeZone });

/** Above the largest mapping: 1,000 steps, 1,000 agents, 200 fields and features. */
const mappingLimits = { whole: 'mapping', values: 5_000, text: 1_000, name: 1_000 } as const;

/** @returns the export to be read with this mapping, or every finding about the mapping as a sentence */
export function prepareImport(
  adapter: ImportAdapter,
  mapping: unknown,
): PreparedImport | { readonly findings: readonly string[] } {
  const size = sizeOf(mapping, mappingLimits);
  if (typeof size === 'object') return { findings: [size.finding] };
  let findings: readonly string[] = [];
  const prepared = adapter.prepare(<M>(schema: MappingSchema<M>, given: unknown): M | undefined => {
    // Compiled once: it is kept by its schema.
    const validate = ajv.compile<M>(schema);
    if (validate(given)) return given;
    findings = sentencesOf(validate.errors ?? [], 'mapping', 'mapping');
    return undefined;
  }, mapping);
  return prepared ?? { findings };
}

export const adapterNames: readonly string[] = importAdapters.map(({ name }) => name);

/** What is asked of the workspace while an export is mapped; no event may be dated later than `latest`. */
interface ImportPlace extends TimeLimit {
  /** The steps of a queue; empty for a queue that is not known. */
  readonly stepsOf: (queue: string) => Promise<readonly string[]>;
  /** Leave out what the ingest session would refuse for its step: it is asked for real only when events are stored. */
  readonly dryRun: boolean;
  /** Rows read so far. */
  readonly onRows?: (rows: number) => void;
}

export interface MappedExport {
  /** In time order; the definition of a queue that is not known is first, on line 0. */
  readonly events: EventPack<DefinitionEvent | ImportedEvent>;
  /** Of a queue that is not known. */
  readonly definition: DefinitionEvent | undefined;
  readonly counts: ImportCounts;
  /** Whose work is in it. */
  readonly actorKinds: ReadonlySet<'operator' | 'agent'>;
  readonly leftOut: readonly LeftOut[];
}

const rowsALook = 5;
/** Rows of an answer that are put together at once. */
const slice = 500;

/**
 * The text is not needed after: callers that store what comes out let go of it first.
 */
export async function mapExport(
  prepared: PreparedImport,
  text: string,
  place: ImportPlace,
): Promise<MappedExport | { readonly findings: readonly string[] }> {
  const read = await inSlices(prepared.read(text, { hash: textSha256 }));
  if ('findings' in read) return read;
  const known = new Set(await place.stepsOf(prepared.mapping.queue));
  const taking = { place, steps: place.dryRun && known.size > 0 ? known : undefined };
  const events = openEventPack<DefinitionEvent | ImportedEvent>();
  const work = collectWork(prepared);
  const leftOut: LeftOut[] = [];
  const lineOfId = new Map<string, number>();
  const actorKinds = new Set<'operator' | 'agent'>();
  let rows = 0;
  let looked = 0;
  const pause = openSlices();
  for (const row of read.rows) {
    looked += 1;
    // A look at the clock costs a part of a row.
    const waited = looked % rowsALook === 0 ? pause() : undefined;
    if (waited) {
      place.onRows?.(rows);
      await waited;
    }
    if (row === undefined) continue;
    rows += 1;
    if (rows > importRowsLimit)
      return { findings: [`the export must have at most ${importRowsLimit.toLocaleString('en-US')} rows; split it`] };
    if ('reason' in row) {
      leftOut.push(row);
      continue;
    }
    const { event, line } = row;
    const reason = refusal(event, lineOfId, taking);
    if (reason === undefined) {
      lineOfId.set(event.id, line);
      work.add(event);
      if (known.size === 0 && work.steps() > eventLimits.steps) return { findings: [tooManySteps] };
      events.add(event, line);
      actorKinds.add(event.actor.kind);
    } else leftOut.push({ line, reason });
  }
  place.onRows?.(rows);
  const definition = known.size === 0 ? work.definition({ hash: textSha256 }) : undefined;
  if (definition !== undefined) events.addFirst(definition);
  await events.sort();
  return {
    events,
    definition,
    counts: work.counts(),
    actorKinds,
    leftOut: leftOut.toSorted((a, b) => a.line - b.line),
  };
}

const tooManySteps = `the export names more than ${eventLimits.steps} steps, which is the most that a queue has; give texts an id in steps of the mapping`;

/** Why an event that was mapped cannot be taken, if it cannot. */
function refusal(
  event: ImportedEvent,
  lineOfId: ReadonlyMap<string, number>,
  { place, steps }: { readonly place: TimeLimit; readonly steps: ReadonlySet<string> | undefined },
): string | undefined {
  const findings = eventFindings(event, place);
  if (findings.length > 0) return findings.join('; ');
  const before = lineOfId.get(event.id);
  if (before !== undefined) return `event ${event.id} is on line ${before} already`;
  if (steps !== undefined && !steps.has(event.step))
    return `step ${event.step} is not defined in queue ${event.queue}; define it, or name it otherwise in steps`;
  return undefined;
}

/**
 * Has the events stored in time order, 20,000 a request, and answers as one request would.
 * @param given `actor`: who imports, for the audit log; `fromAgents`: with a key that speaks for agents alone
 * @param submit stores and reviews one request
 */
export async function storeExport(
  { events, leftOut }: MappedExport,
  {
    hold,
    actor,
    fromAgents = false,
  }: { readonly hold: boolean; readonly actor: string; readonly fromAgents?: boolean },
  submit: (request: IngestRequest) => Promise<RecordAnswer>,
  onStored: (events: number) => void = () => {},
): Promise<IngestAnswer & { readonly left_out: readonly LeftOut[] }> {
  const sum = { accepted: 0, duplicates: 0 };
  const rejected: IngestAnswer['rejected'][number][] = [];
  const lists = {
    lane_changes: [] as unknown[],
    alerts: [] as unknown[],
    signoff_requests: [] as unknown[],
    unauthorised: [] as unknown[],
  };
  let from = 0;
  let last: RecordAnswer;
  do {
    const to = Math.min(from + eventsARequest, events.count);
    const sent = fromAgents ? { fromAgents: true as const } : {};
    last = await submit({ kind: 'events', events: await events.text(from, to), hold, actor, ...sent });
    sum.accepted += last.accepted;
    sum.duplicates += last.duplicates;
    for (const { index, id, errors } of last.rejected) rejected.push({ index: index + from, id, errors });
    lists.lane_changes.push(...last.lane_changes);
    lists.alerts.push(...last.alerts);
    lists.signoff_requests.push(...last.signoff_requests);
    lists.unauthorised.push(...last.unauthorised);
    from = to;
    onStored(from);
  } while (from < events.count);
  const refused = rejected.map(({ index, errors }): LeftOut => ({
    line: events.line(index),
    reason: errors.join('; '),
  }));
  return {
    ...sum,
    rejected,
    ...lists,
    closed_week: last.closed_week,
    week_number: last.week_number,
    waiting_settlement: last.waiting_settlement,
    held: last.held,
    left_out: [...leftOut, ...refused].toSorted((a, b) => a.line - b.line),
  };
}

/** The answer of a dry run, a piece at a time: it may be longer than the export. */
export async function* dryRunPieces({ events, counts, leftOut }: MappedExport): AsyncGenerator<string> {
  yield '{"events":[';
  for (let from = 0; from < events.count; from += slice) {
    const { json } = await events.text(from, Math.min(from + slice, events.count));
    yield `${from > 0 ? ',' : ''}${json.toString('utf8', 1, json.length - 1)}`;
  }
  yield `],"counts":${JSON.stringify(counts)},"left_out":[`;
  for (let from = 0; from < leftOut.length; from += slice)
    yield `${from > 0 ? ',' : ''}${JSON.stringify(leftOut.slice(from, from + slice)).slice(1, -1)}`;
  yield ']}';
}

// The result of an import as a whole: the definition of a queue that is not known, the order of events, the counts.

interface DefinitionEvent {
  readonly id: string;
  readonly kind: 'queue.defined';
  readonly at: string;
  readonly queue: string;
  readonly actor: { readonly kind: 'operator'; readonly id: string };
  readonly steps: readonly object[];
}

/** How often each queue, step and actor is in the work (D54). */
interface ImportCounts {
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

function collectWork({ adapter, mapping, fields: asked }: PreparedImport): CollectedWork {
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
