/**
 * What the log of one step shows beside its lane: how far people agree with each other, and how each agent and version
 * agrees with people. Nothing here moves a lane.
 */
import { type Output, compareOutputs } from '../compare.ts';
import type { FieldDefinition, StepDone, WorkEvent } from '../event.ts';
import { type Difference, pairedDifference, unpairedDifference, wilson } from '../statistics/wilson.ts';

export interface Agreement {
  readonly items: number;
  readonly agreed: number;
  /** Null without items, as are the bounds. */
  readonly share: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface StudiedAgent extends Agreement {
  readonly agent: string;
  readonly version: string | null;
  /** From the agent with most items to this one: this share less that one; null for that one itself. */
  readonly difference: (Difference & { readonly items: number; readonly paired: boolean }) | null;
}

export interface Study {
  /** Items that two different people did; what an agent can reach is bounded by it. */
  readonly people: Agreement;
  /** Most items first: outputs before the person's work, and audited acts. */
  readonly agents: readonly StudiedAgent[];
}

interface StudyFold {
  add(event: WorkEvent): void;
  result(): Study;
}

interface Done {
  readonly at: number;
  readonly who: string;
  readonly version: string | null;
  readonly output: Output;
}

interface Item {
  readonly people: Done[];
  readonly outputs: Done[];
  readonly acts: Done[];
  audit?: { readonly at: number; readonly right: boolean };
}

/** The ends of the two-sided 95 % interval. */
const z = 1.959963984540054;
/** @param fields of the step, as they are compared now */
export function openStudy(
  { queue, step }: { readonly queue: string; readonly step: string },
  fields: readonly FieldDefinition[],
): StudyFold {
  const items = new Map<string, Item>();
  const itemOf = (name: string): Item => {
    let found = items.get(name);
    if (!found) items.set(name, (found = { people: [], outputs: [], acts: [] }));
    return found;
  };
  const addWork = (event: StepDone): void => {
    const { at, actor, role, decision, outputs } = event;
    const done = { at, who: actor.id, version: actor.version ?? null, output: { decision, outputs } };
    const item = itemOf(event.item);
    if (actor.kind === 'agent') (role === 'act' ? item.acts : item.outputs).push(done);
    else item.people.push(done);
  };
  return {
    add: (event) => {
      if (event.kind === 'queue.defined' || event.queue !== queue || event.step !== step) return;
      if (event.kind === 'step.done') addWork(event);
      else if (event.kind === 'audit.result') {
        const item = itemOf(event.item);
        const right = event.verdict === 'agree' || event.severity === 'minor';
        if (item.audit === undefined || event.at < item.audit.at) item.audit = { at: event.at, right };
      }
    },
    result: () => ({
      people: agreementOfPeople(items.values(), fields),
      agents: agentsOf(items, fields),
    }),
  };
}

function agreementOfPeople(items: Iterable<Item>, fields: readonly FieldDefinition[]): Agreement {
  let [n, agreed] = [0, 0];
  for (const { people } of items) {
    const [first, ...later] = people.toSorted(byTime);
    const second = later.find(({ who }) => who !== first?.who);
    if (first === undefined || second === undefined) continue;
    n += 1;
    if (compareOutputs(fields, first.output, second.output).agreed) agreed += 1;
  }
  return agreementOf(agreed, n);
}

const byTime = (a: Done, b: Done): number => a.at - b.at;

interface Tally {
  readonly agent: string;
  readonly version: string | null;
  /** By item: whether it was right. */
  readonly rights: Map<string, boolean>;
}

function agentsOf(items: ReadonlyMap<string, Item>, fields: readonly FieldDefinition[]): StudiedAgent[] {
  const tallies = new Map<string, Tally>();
  const note = ({ who, version }: Done, item: string, right: boolean): void => {
    const key = JSON.stringify([who, version]);
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, (tally = { agent: who, version, rights: new Map() }));
    tally.rights.set(item, right);
  };
  for (const [name, { people, outputs, acts, audit }] of items) {
    const [person] = people.toSorted(byTime);
    if (person !== undefined)
      // An output after the person's work may be a copy of it. The last one of each before it counts.
      for (const done of outputs.toSorted(byTime))
        if (done.at <= person.at) note(done, name, compareOutputs(fields, person.output, done.output).agreed);
    const [act] = acts.toSorted(byTime);
    if (act !== undefined && audit !== undefined && audit.at >= act.at) note(act, name, audit.right);
  }
  const sorted = [...tallies.values()].toSorted(
    (a, b) => b.rights.size - a.rights.size || byText(a.agent, b.agent) || byText(a.version ?? '', b.version ?? ''),
  );
  const [first] = sorted;
  return sorted.map((tally) => ({
    agent: tally.agent,
    version: tally.version,
    ...agreementOf(countRight(tally), tally.rights.size),
    difference: first === undefined || tally === first ? null : differenceOf(tally, first),
  }));
}

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const countRight = ({ rights }: Tally): number => [...rights.values()].filter(Boolean).length;

/** On the same items where both did half of those of the smaller one at least: what an item is worth cancels out. */
function differenceOf(one: Tally, other: Tally): StudiedAgent['difference'] {
  let [both, onlyOne, onlyOther] = [0, 0, 0];
  for (const [item, right] of one.rights) {
    const theirs = other.rights.get(item);
    if (theirs === undefined) continue;
    both += 1;
    if (right && !theirs) onlyOne += 1;
    if (theirs && !right) onlyOther += 1;
  }
  const paired = both * 2 >= one.rights.size;
  const found = paired
    ? pairedDifference(onlyOne, onlyOther, both, z)
    : unpairedDifference(countRight(one), one.rights.size, countRight(other), other.rights.size, z);
  return found && { ...found, items: paired ? both : one.rights.size + other.rights.size, paired };
}

function agreementOf(agreed: number, items: number): Agreement {
  const interval = wilson(agreed, items, z);
  return {
    items,
    agreed,
    share: items === 0 ? null : agreed / items,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
  };
}
