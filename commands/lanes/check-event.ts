/** Checks work events against the schema of their kind: all findings of an event at once, as sentences (D1, D30). */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { mayAny, scopesOfEvents } from '../../domain/key-scopes.ts';
import {
  type EventKind,
  eventKinds,
  eventLimits,
  eventSchemas,
  soleActor,
  unknownKindSchema,
} from '../../domain/lanes/event-schema.ts';
import type { WireEvent, WireStep } from '../../domain/lanes/event.ts';
import { readInstant } from '../../domain/lanes/instant.ts';
import { isOwnId } from '../../domain/lanes/operator-events.ts';
import { type PartialRules, contradictions, mergeRules, rulesSchema } from '../../domain/lanes/rules.ts';
import { counted } from '../../domain/lanes/sentences.ts';
import { openSlices } from '../../process/time-slices.ts';
import { sentencesOf } from '../input/sentences.ts';
import { sizeOf } from '../input/value-size.ts';

interface RejectedEvent {
  readonly index: number;
  /** Empty where the event has none that could be shown. */
  readonly id: string;
  readonly errors: readonly string[];
}

export interface CheckedEvents {
  /** Exactly as they came. */
  readonly valid: readonly { readonly index: number; readonly event: WireEvent }[];
  readonly rejected: readonly RejectedEvent[];
}

/** No event may be dated later than `latest`. */
interface EventRules extends TimeLimit {
  /** What the sender's key may do; left out for a person who is signed in. */
  readonly scopes?: readonly string[];
}

/** Sentences about one event: every member wrong gives fewer, and there may be 20,000 events of a hostile kind. */
const findingLimit = 25;

const ofKind = new Map<EventKind | undefined, ValidateFunction>();

/** Compiled when it is first asked for: an import of a command needs two of them. */
function validatorOfKind(kind: EventKind | undefined): ValidateFunction {
  const known = ofKind.get(kind) ?? compileSchema(kind === undefined ? unknownKindSchema : eventSchemas[kind]);
  ofKind.set(kind, known);
  return known;
}

/** Compiles every validator now, so that no request waits for it. */
export function prepareEventChecks(): void {
  for (const kind of [...eventKinds, undefined]) validatorOfKind(kind);
}

/** More than the largest event of work can have: 200 lists of 1,000 in outputs and in features. */
const sizeLimits = { whole: 'event', values: 500_000, text: eventLimits.text, name: eventLimits.id } as const;
/** Beyond this only the first finding is looked for: as many as there are values would take longer than the check. */
const manyValues = 5_000;
const ofLargeKind = new Map<unknown, ValidateFunction>();

function validatorOf(kind: unknown, values: number): ValidateFunction {
  if (values <= manyValues || !isKind(kind)) return validatorOfKind(isKind(kind) ? kind : undefined);
  const known = ofLargeKind.get(kind) ?? compileForFirstError(eventSchemas[kind]);
  ofLargeKind.set(kind, known);
  return known;
}

const isKind = (kind: unknown): kind is EventKind => (eventKinds as readonly unknown[]).includes(kind);

/** @returns every finding as a sentence; empty for a good event */
export function eventFindings(value: unknown, rules: EventRules): string[] {
  const kind: unknown = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const size = sizeOf(value, sizeLimits);
  if (typeof size === 'object') return [size.finding];
  const validate = validatorOf(kind, size);
  if (!validate(value)) return sentencesOf(validate.errors ?? [], 'event', 'event', findingLimit);
  const event = value as FormedEvent;
  const findings: string[] = scopeFindings(event, rules.scopes);
  if (event.kind === 'step.done' && isOwnId(event.id))
    findings.push(`event.id ${event.id} is one that the service gives to verdicts; take another`);
  const sole = soleActorOf(event);
  if (sole !== undefined && event.actor.kind !== sole)
    findings.push(
      `event.actor.kind must be ${sole} for ${event.role === undefined ? event.kind : `role ${event.role}`}`,
    );
  // A blank name is printable, and signs for nobody (D55).
  if (event.kind === 'signoff.given' && event.actor.id.trim() === '')
    findings.push('event.actor.id must name the operator for signoff.given');
  if ((readInstant(event.at) ?? 0) > rules.latest) findings.push(futureSentence('event.at', rules));
  if (event.steps) findings.push(...definitionFindings(event.steps));
  return findings;
}

/** What the key may not send (D70): an agent's key sends its work, no person's, and no verdict about it. */
function scopeFindings({ kind, actor }: FormedEvent, scopes: readonly string[] | undefined): string[] {
  const ofPerson = kind === 'step.done' && actor.kind === 'operator';
  const needed = ofPerson ? 'people' : scopeOfKind[kind];
  if (scopes === undefined || mayAny(scopes, scopesOfEvents[needed])) return [];
  return [`this key may not send ${kind}${ofPerson ? ' of an operator' : ''}: that needs the scope ${needed}`];
}

const scopeOfKind: Readonly<Record<EventKind, 'work' | 'verdict' | 'admin'>> = {
  'queue.defined': 'admin',
  'step.done': 'work',
  'audit.result': 'verdict',
  'settlement.made': 'verdict',
  'signoff.given': 'verdict',
  'outcome.recorded': 'verdict',
};

/** A person's settlement is a person's own deed; a model's may come from its agent. */
function soleActorOf({ kind, role, by }: FormedEvent): string | undefined {
  if (kind === 'settlement.made') return by === 'model' ? undefined : 'operator';
  return soleActor[role ?? kind];
}

/** The members that are looked at again after the form of an event was found good. */
interface FormedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly role?: string;
  readonly by?: string | null;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly steps?: readonly WireStep[];
}

/** How late a time may be that somebody gives (D31). */
export interface TimeLimit {
  /** Epoch ms; Infinity in a simulation. */
  readonly latest: number;
  /** As sentences name it; 7 where left out. */
  readonly daysAhead?: number;
}

export function futureSentence(member: string, { daysAhead = 7 }: Pick<TimeLimit, 'daysAhead'>): string {
  return `${member} must not be more than ${counted(daysAhead, 'day')} ahead of the clock`;
}

/**
 * Times move the data clock, which closes weeks, and a key that speaks for agents alone must not choose when a week ends:
 * it has a day, for clocks that are set wrongly.
 * @param giver with the scopes of the key, or a person where there are none
 */
export function timeLimit(
  now: number,
  { simulation, scopes }: { readonly simulation: boolean; readonly scopes?: readonly string[] },
): Required<TimeLimit> {
  const { people, verdict, admin } = scopesOfEvents;
  const daysAhead = scopes === undefined || mayAny(scopes, [...people, ...verdict, ...admin]) ? 7 : 1;
  return { latest: simulation ? Infinity : now + daysAhead * 86_400_000, daysAhead };
}

/** What no schema of single members can say: names given twice, settings that contradict each other. */
function definitionFindings(steps: readonly WireStep[]): string[] {
  return [
    ...twice(steps.map(({ step }) => step)).map((step) => `event.steps must not define ${step} twice`),
    ...steps.flatMap(({ fields = [], watch = [], rules = {} }, index) => {
      const path = `event.steps[${index}]`;
      return [
        ...twice(fields.map(({ name }) => name)).map((name) => `${path}.fields must not name ${name} twice`),
        ...fields.flatMap(({ compare, tolerance }, place) =>
          compare === 'number' || (tolerance ?? null) === null
            ? []
            : [`${path}.fields[${place}].tolerance is for compare number only`],
        ),
        ...twice(watch).map((name) => `${path}.watch must not name ${name} twice`),
        ...contradictions(mergeRules(rules)).map((finding) => `${path}.rules.${finding}`),
      ];
    }),
  ];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.has(name) || !seen.add(name)))];
}

export async function checkEvents(events: readonly unknown[], rules: EventRules): Promise<CheckedEvents> {
  const valid: { index: number; event: WireEvent }[] = [];
  const rejected: RejectedEvent[] = [];
  const pause = openSlices();
  for (const [index, event] of events.entries()) {
    await pause();
    const errors = eventFindings(event, rules);
    if (errors.length === 0) valid.push({ index, event: event as WireEvent });
    else rejected.push({ index, id: shownId(event), errors });
  }
  return { valid, rejected };
}

/** What the sender called the event, as far as it may be repeated in an answer. */
function shownId(event: unknown): string {
  const id: unknown = typeof event === 'object' && event !== null && 'id' in event ? event.id : undefined;
  return typeof id === 'string' && /^[^\p{Cc}\p{Cs}]{1,128}$/u.test(id) ? id : '';
}

// Compiles the schemas of the lanes API: the one place that knows their own keywords and formats.

/** @param allErrors false: stops at the first error, for values so large that every error of theirs would take too long */
function compiler(allErrors: boolean): Ajv2020 {
  // Tests hold the schemas to the meta-schema, which takes as long to check as they take to compile.
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    validateSchema: false,
  });
  ajv.addVocabulary(['x-must', 'x-for', 'x-names']);
  ajv.addFormat('instant', { type: 'string', validate: (text: string) => readInstant(text) !== undefined });
  return ajv;
}

const ofAllErrors = compiler(true);
let ofFirstError: Ajv2020 | undefined;

export function compileSchema(schema: JsonSchema): ValidateFunction {
  return ofAllErrors.compile(schema);
}

/** As `compileSchema`; the function finds no more than one error. */
function compileForFirstError(schema: JsonSchema): ValidateFunction {
  return (ofFirstError ??= compiler(false)).compile(schema);
}

// Checks the rules of a step by themselves, as a definition would have them checked.

let compiledRules: ValidateFunction | undefined;

/** @returns the rules, or every finding as a sentence */
export function readRules(text: string): { readonly rules: PartialRules } | { readonly findings: readonly string[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { findings: ['rules must be JSON'] };
  }
  const fits = (compiledRules ??= compileSchema(rulesSchema));
  if (!fits(given)) return { findings: sentencesOf(fits.errors ?? [], 'rules', 'rules') };
  const findings = contradictions(mergeRules(given as PartialRules)).map((finding) => `rules.${finding}`);
  return findings.length > 0 ? { findings } : { rules: given as PartialRules };
}
