/**
 * The JSON Schema of work events (D30, D53), as data: what `GET /v1/schema` serves, what the API checks events
 * against, and where the sentences of a refusal get their words (`x-must`, `x-for`; see domain/dispatch/task-schemas).
 */
import type { JsonSchema, ObjectSchema, ValueOf } from '../json-schema.ts';
import { instantForm, instantPattern } from './instant.ts';
import { rulesSchema } from './rules.ts';

export const eventLimits = {
  /** Ids of events, queues and steps; people, agents and items; names of fields. */
  id: 128,
  /** Text in outputs and features. */
  text: 4000,
  /** Members of a set in outputs or features. */
  set: 1000,
  /** Fields of outputs or features. */
  fields: 200,
  steps: 500,
} as const;

export const eventKinds = [
  'queue.defined',
  'step.done',
  'audit.result',
  'settlement.made',
  'signoff.given',
  'outcome.recorded',
] as const;
export type EventKind = (typeof eventKinds)[number];

export const severities = ['minor', 'material', 'critical'] as const;
export const stepRoles = ['shadow', 'proposal', 'confirm', 'act'] as const;

const id = (about: string, example: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: eventLimits.id,
    // A client resolves . and .. in a path before it asks, so that nobody could read them.
    pattern: '^(?!\\.{1,2}$)[\\p{L}\\p{N}\\p{M}._:/#@-]*$',
    'x-must': 'have only letters, digits and . _ : / # @ -, and be neither . nor ..',
    description: about,
    examples: [example],
  }) as const;
const printable = (about: string, example: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: eventLimits.id,
    pattern: '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$',
    'x-must': 'have printable characters only',
    description: about,
    examples: [example],
  }) as const;
/** As the names of the members of outputs and features. */
const memberName = (about: string, example: string) =>
  ({
    ...printable(about, example),
    pattern: '^(?!__proto__$)[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$',
    'x-must': 'have printable characters only, and not be __proto__',
  }) as const;
export const instant = <const T extends string | readonly string[] = 'string'>(about: string, type?: T) =>
  ({
    type: (type ?? 'string') as T,
    format: 'instant',
    'x-must': instantForm,
    description: `${about} ISO 8601 with an offset.`,
    examples: ['2026-11-20T08:00:00Z'],
  }) as const;
const orNull = <const S extends { readonly type: string }>(schema: S) =>
  ({ ...schema, type: [schema.type as S['type'], 'null'] }) as const;

const text = { maxLength: eventLimits.text, pattern: '^[^\\p{Cs}\\u0000]*$' } as const;
const values = (about: string) =>
  ({
    type: ['object', 'null'],
    description: about,
    maxProperties: eventLimits.fields,
    propertyNames: {
      maxLength: eventLimits.id,
      pattern: '^(?!__proto__$)[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]+$',
      'x-must': 'be a name of 1 to 128 printable characters other than __proto__',
    },
    additionalProperties: {
      type: ['string', 'number', 'boolean', 'null', 'array'],
      ...text,
      maxItems: eventLimits.set,
      items: {
        type: ['string', 'number', 'boolean', 'null'],
        ...text,
        'x-must': 'be text without U+0000 and halves of surrogate pairs, a finite number, true or false, or null',
      },
      'x-must':
        'be text without U+0000 and halves of surrogate pairs, a finite number, true or false, null, or a list of these',
    },
  }) as const;

const severity = (about: string) =>
  ({
    enum: [...severities, null],
    'x-names': severities,
    description: about,
  }) as const;

/** What an event or a question is about. */
export const workPlace = {
  queue: id('Id of the queue.', 'invoices'),
  step: id('Id of the step.', 'match'),
  item: printable('The item the work is about.', 'INV-000123'),
} as const;
export const features = values('What was known of the item, such as the format of its document.');

const fieldDefinition = {
  type: 'object',
  required: ['name', 'compare'],
  additionalProperties: false,
  properties: {
    name: memberName('Name of the member of outputs; decision is the decision itself.', 'amount'),
    compare: {
      enum: ['exact', 'number', 'text', 'set'],
      description:
        'exact: the same value. number: within the tolerance. text: Unicode-normalised, case and white space folded. set: order ignored.',
    },
    tolerance: {
      type: ['number', 'null'],
      minimum: 0,
      'x-must': 'be a number of at least 0, or null',
      description: 'Largest difference that still agrees; with compare number only.',
    },
    severity: { enum: severities, default: 'material', description: 'How much a difference in this field weighs.' },
  },
} as const satisfies ObjectSchema;

const stepDefinition = {
  type: 'object',
  required: ['step'],
  additionalProperties: false,
  properties: {
    step: id('Id of the step within its queue.', 'match'),
    title: printable('What people call it; the id when left out.', 'Match invoices'),
    money_moving: { type: 'boolean', default: false, description: 'Auto needs a sign-off by a person.' },
    fields: {
      type: 'array',
      maxItems: eventLimits.fields,
      items: fieldDefinition,
      default: [],
      description: 'Which members of outputs are compared, and how.',
    },
    watch: {
      type: 'array',
      maxItems: 50,
      items: memberName('Name of a feature.', 'format'),
      default: [],
      description: 'Features watched for drift and for values never seen.',
    },
    rules: rulesSchema,
  },
} as const satisfies ObjectSchema;

interface KindSchema {
  readonly about: string;
  /** Whether the event is about one item of one step, about one step, or about a queue. */
  readonly scope: 'item' | 'step' | 'queue';
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, JsonSchema>>;
}

const kindTable = {
  'queue.defined': {
    about: 'Defines steps of a queue; work on a step is taken only after this. Defining a step again replaces it.',
    scope: 'queue',
    required: ['steps'],
    members: {
      title: orNull(printable('What people call the queue.', 'Invoices')),
      settlement_reasons: orNull({
        type: 'array',
        maxItems: 20,
        uniqueItems: true,
        items: printable('A reason.', 'new form of the supplier'),
        description: 'Reasons that people choose from when they settle a disagreement of this queue, the first on top.',
      }),
      steps: { type: 'array', minItems: 1, maxItems: eventLimits.steps, items: stepDefinition },
    },
  },
  'step.done': {
    about: 'Somebody did a step of an item, or proposed what should be done.',
    scope: 'item',
    required: ['role'],
    members: {
      role: {
        enum: stepRoles,
        description:
          'shadow: what the agent would have done. proposal: waits for a person. confirm: the person’s answer to it. act: done.',
      },
      decision: orNull(printable('The decision taken; compared exactly.', 'approve')),
      outputs: values('What came out, field by field.'),
      features,
      started_at: instant('When the work began.', ['string', 'null']),
      route_id: orNull({
        type: 'string',
        pattern: '^rt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
        'x-must': 'be the route_id of a route answer',
        description: 'The answer of this item that an act follows: the lane and the audit rate of its time count.',
        examples: ['rt_019a9f3c-7a10-7c3e-9f55-2f1d6a0b9c11'],
      }),
    },
  },
  'audit.result': {
    about: 'A person checked an item that an agent did alone.',
    scope: 'item',
    required: ['verdict'],
    members: {
      verdict: { enum: ['agree', 'disagree'] },
      severity: severity('How bad; material when left out.'),
      decision: orNull(printable('What the decision should have been.', 'reject')),
      outputs: values('What should have come out.'),
    },
  },
  'settlement.made': {
    about: 'Who was right where agent and operator differed.',
    scope: 'item',
    required: ['verdict'],
    members: {
      verdict: { enum: ['agent_right', 'operator_right', 'both_wrong'] },
      severity: severity('Replaces the severity of the disagreement.'),
      by: { enum: ['person', 'model'], default: 'person' },
      reason: orNull(
        printable('Why, in a few words; those used in a queue before are offered again.', 'new form of the supplier'),
      ),
    },
  },
  'signoff.given': {
    about: 'A person’s answer to a sign-off request; a decline after an approval withdraws it.',
    scope: 'step',
    required: ['request_id', 'verdict'],
    members: {
      request_id: { ...printable('Id of the request, sr_….', 'sr_3f0c8d1b2a4e5f60'), maxLength: 128 },
      verdict: { enum: ['approve', 'decline'] },
    },
  },
  'outcome.recorded': {
    about: 'How it turned out for the item later, in the real world.',
    scope: 'item',
    required: ['good'],
    members: { good: { type: 'boolean' } },
  },
} as const satisfies Record<EventKind, KindSchema>;

export const actorKinds = ['operator', 'agent'] as const;
/** Who may act: both, unless the deed is a person's or an agent's own. */
const actor = <const K extends readonly string[]>(kinds: K) =>
  ({
    type: 'object',
    required: ['kind', 'id'],
    additionalProperties: false,
    properties: {
      kind: { enum: kinds },
      id: printable('Who it was.', 'dana'),
      version: orNull(printable('Version of the agent.', '2026-11-01')),
    },
  }) as const;
type ActorKind = (typeof actorKinds)[number];

/** Deeds that only one kind of actor does: by the role of `step.done`, else by the kind of the event. */
export const soleActor: Readonly<Partial<Record<string, ActorKind>>> = {
  shadow: 'agent',
  proposal: 'agent',
  confirm: 'operator',
  'audit.result': 'operator',
  'signoff.given': 'operator',
  'outcome.recorded': 'operator',
};

function schemaOfKind(kind: EventKind): JsonSchema {
  const { about, scope, required, members } = kindTable[kind];
  const place =
    scope === 'queue'
      ? {}
      : {
          step: workPlace.step,
          ...(scope === 'item' ? { item: workPlace.item } : {}),
        };
  return {
    type: 'object',
    description: about,
    required: ['id', 'kind', 'at', 'queue', ...Object.keys(place), 'actor', ...required],
    additionalProperties: false,
    properties: {
      id: id('Names the event for ever: an id that is stored already is ignored.', 'evt-000123'),
      kind: { const: kind },
      at: instant('When it happened.'),
      queue: workPlace.queue,
      ...place,
      actor: actor(actorKinds),
      ...members,
    },
  };
}

/** One schema for each kind; who may do what (`soleActor`) is looked at beside it. */
export const eventSchemas = Object.fromEntries(eventKinds.map((kind) => [kind, schemaOfKind(kind)])) as Record<
  EventKind,
  JsonSchema
>;

type EachKind = (typeof kindTable)[EventKind]['members'];
type NamesIn<Kind> = Kind extends unknown ? keyof Kind : never;
type MemberIn<Kind, Name> = Kind extends { readonly [K in Name & string]: infer Schema } ? ValueOf<Schema> : never;

/** The wire object as it was accepted: every member that its kind does not use may be there too. */
export type WireEvent = {
  readonly id: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly queue: string;
  readonly actor: ValueOf<ReturnType<typeof actor<typeof actorKinds>>>;
  readonly step?: string;
  readonly item?: string;
} & { readonly [Name in NamesIn<EachKind>]?: MemberIn<EachKind, Name> };

export type WireStep = ValueOf<typeof stepDefinition>;

/** For an event whose kind is not known: what every event has. */
export const unknownKindSchema: JsonSchema = {
  type: 'object',
  required: ['id', 'kind', 'at', 'queue', 'actor'],
  properties: {
    id: id('Id of the event.', 'evt-000123'),
    kind: { enum: eventKinds },
    at: instant('When it happened.'),
    queue: workPlace.queue,
    actor: actor(actorKinds),
  },
};

/** The schema as it is served: one event. */
export const eventSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A work event of Lanekeeper',
  description: 'Every event names itself, its kind, its time, its queue and who did it. Times carry an offset.',
  oneOf: eventKinds.flatMap((kind) => (kind === 'step.done' ? stepRoles.map(shownRole) : [shownKind(kind)])),
};

function shownKind(kind: EventKind): unknown {
  return shown(narrowed(eventSchemas[kind], {}, soleActor[kind]));
}

function shownRole(role: (typeof stepRoles)[number]): unknown {
  return shown(narrowed(eventSchemas['step.done'], { role: { const: role } }, soleActor[role]));
}

function narrowed(schema: JsonSchema, members: JsonSchema, sole: ActorKind | undefined): JsonSchema {
  const properties = schema['properties'] as JsonSchema;
  return {
    ...schema,
    properties: { ...properties, ...members, ...(sole === undefined ? {} : { actor: actor([sole]) }) },
  };
}

/** Without the keywords that only our own sentences need. */
export function shown(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shown);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .flatMap(([keyword, value]): [string, unknown][] =>
        keyword === 'format' && value === 'instant' ? [['pattern', instantPattern]] : [[keyword, shown(value)]],
      ),
  );
}
