/** The schema of events in named parts, as the OpenAPI description has it: generators of clients name types by them. */
import { actorKinds, eventSchema } from '../../domain/lanes/event-schema.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { ref } from '../http/openapi-parts.ts';

type Members = Readonly<Record<string, JsonSchema>>;

/** `Event` is one of the others; `Actor`, `Operator` and `Agent` are who did it. */
export function eventComponents(): Members {
  const kinds = eventSchema['oneOf'] as readonly JsonSchema[];
  const named = kinds.map((schema) => [nameOf(schema), schema] as const);
  const { $schema: _, ...head } = eventSchema;
  return {
    Event: { ...head, oneOf: named.map(([name]) => ref(name)) },
    ...Object.fromEntries(named.map(([name, schema]) => [name, withActorNamed(schema)])),
    ...Object.fromEntries(kinds.map((schema) => [actorName(actorOf(schema)), actorOf(schema)])),
  };
}

/** `audit.result` → `AuditResult`; work by its role: `StepDoneShadow`. */
function nameOf(schema: JsonSchema): string {
  const { kind, role } = schema['properties'] as Members;
  const words = [...String(kind?.['const']).split('.'), ...(role === undefined ? [] : [String(role['const'])])];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function actorOf(schema: JsonSchema): JsonSchema {
  const { actor } = schema['properties'] as Members;
  if (!actor) throw new Error('every event has an actor');
  return actor;
}

function actorName(actor: JsonSchema): string {
  const { kind } = actor['properties'] as Members;
  const kinds = kind?.['enum'] as readonly string[];
  return kinds.length === actorKinds.length ? 'Actor' : kinds[0] === 'agent' ? 'Agent' : 'Operator';
}

function withActorNamed(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Members;
  return { ...schema, properties: { ...properties, actor: ref(actorName(actorOf(schema))) } };
}
