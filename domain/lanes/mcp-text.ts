/** A lane, its evidence and a route answer as sentences, for clients that read text (MCP, D43). */
import type { EvidencePack } from './evidence-pack.ts';
import type { Figures } from './figures.ts';
import type { LaneView } from './lane-view.ts';
import type { StoredGate } from './moves.ts';
import { gateSentence } from './review/gate.ts';
import type { RouteVerdict } from './route.ts';
import { counted, figure, laneName, percent, weekName } from './sentences.ts';

/** A step in the answer of which_steps_run_alone. */
interface StepStanding extends Pick<LaneView, 'queue' | 'step' | 'title' | 'lane' | 'since' | 'audit_rate' | 'reason'> {
  /** Sentences of the gates that keep it from the next lane; empty in Auto and where nothing was reviewed yet. */
  readonly blocked_by: readonly string[];
}

export interface Standings {
  readonly run_alone: readonly StepStanding[];
  readonly not_alone: readonly StepStanding[];
}

/** @param blocking the gates that keep the step where it is */
export function stepStanding(view: LaneView, blocking: readonly StoredGate[]): StepStanding {
  const { queue, step, title, lane, since, audit_rate, reason } = view;
  return { queue, step, title, lane, since, audit_rate, reason, blocked_by: blocking.map(gateSentence) };
}

export function standings(steps: readonly StepStanding[]): Standings {
  return {
    run_alone: steps.filter(({ lane }) => lane === 'auto'),
    not_alone: steps.filter(({ lane }) => lane !== 'auto'),
  };
}

export function describeStandings({ run_alone: alone, not_alone: others }: Standings): string {
  if (alone.length + others.length === 0) return 'No step is defined yet: send a queue.defined event first.';
  const summary =
    alone.length === 0
      ? `No step runs alone; ${counted(others.length, 'step')} ${others.length === 1 ? 'needs' : 'need'} a person.`
      : `${counted(alone.length, 'step')} ${alone.length === 1 ? 'runs' : 'run'} alone, ${counted(others.length, 'step')} ${others.length === 1 ? 'needs' : 'need'} a person.`;
  return [
    summary,
    ...alone.map(
      ({ queue, step, audit_rate: rate, reason }) =>
        `${step} in queue ${queue} runs alone; people check ${percent(rate)} of its items. ${reason}`,
    ),
    ...others.map(
      ({ queue, step, lane, reason, blocked_by: blocked }) =>
        `${step} in queue ${queue} does not run alone: ${doneBy[lane]}. ${[reason, ...blocked.slice(1)].join(' ')}`,
    ),
  ].join('\n');
}

const doneBy = {
  shadow: 'people do its items',
  assist: 'the agent proposes and a person confirms',
  auto: 'the agent acts',
} as const;

/** What step_evidence answers: the evidence pack, and what keeps the step in its lane. */
export interface StepEvidence
  extends EvidencePack, Pick<LaneView, 'lane' | 'since' | 'reason' | 'windows' | 'audit_rate' | 'gates' | 'signoff'> {
  /** Sentences of the gates that keep it from the next lane; empty in Auto and where nothing was reviewed yet. */
  readonly blocked_by: readonly string[];
  /** How many entries of each list are not here, the oldest first; GET /v1/steps/{queue}/{step}/evidence has them all. */
  readonly left_out: Readonly<Record<ShortenedList, number>>;
}

/** The lists that grow with the life of a step; of two of them the newest entry comes first. */
const shortened = ['weeks', 'lane_changes', 'signoffs', 'disagreements', 'audits'] as const;
type ShortenedList = (typeof shortened)[number];
const newestFirst: ReadonlySet<ShortenedList> = new Set(['disagreements', 'audits'] as const);
/** A model reads all of an answer: more than this of one step fills its memory. */
export const evidenceCharacters = 100_000;

/** @param most characters of the lists together, as JSON */
export function stepEvidence(
  view: LaneView,
  blocking: readonly StoredGate[],
  pack: EvidencePack,
  most = evidenceCharacters,
): StepEvidence {
  const { lane, since, reason, windows, audit_rate, gates, signoff } = view;
  const blocked_by = blocking.map(gateSentence);
  const left_out = leftOut(pack, most);
  const lists = Object.fromEntries(
    shortened.map((name) => {
      const kept = pack[name].length - left_out[name];
      return [name, newestFirst.has(name) ? pack[name].slice(0, kept) : pack[name].slice(left_out[name])];
    }),
  );
  return { ...pack, ...lists, lane, since, reason, windows, audit_rate, gates, blocked_by, signoff, left_out };
}

/** Takes the oldest entry of whichever list is the longest in characters, until all fit. */
function leftOut(pack: EvidencePack, most: number): Record<ShortenedList, number> {
  const lists = shortened.map((name) => {
    const sizes = pack[name].map((entry) => JSON.stringify(entry).length);
    const oldestFirst = newestFirst.has(name) ? sizes.toReversed() : sizes;
    return { name, oldestFirst, left: 0, size: sizes.reduce((sum, one) => sum + one, 0) };
  });
  for (let total = lists.reduce((sum, { size }) => sum + size, 0); total > most;) {
    const longest = lists.reduce((one, other) => (other.size > one.size ? other : one));
    const size = longest.oldestFirst[longest.left] ?? 0;
    longest.left += 1;
    longest.size -= size;
    total -= size;
  }
  return Object.fromEntries(lists.map(({ name, left }) => [name, left])) as Record<ShortenedList, number>;
}

export function describeEvidence(evidence: StepEvidence): string {
  const { queue, step, lane, reason, windows, audit_rate: rate, gates, blocked_by: blocked, signoff } = evidence;
  const next = lane === 'shadow' ? 'Assist' : 'Auto';
  const long = Object.keys(windows).toSorted((a, b) => Number(b) - Number(a))[0];
  const window = long === undefined ? undefined : windows[long];
  const checked = lane === 'auto' ? `; people check ${percent(rate)} of its items` : '';
  return [
    `${step} in queue ${queue} is in ${laneName(lane)}: ${doneBy[lane]}${checked}.`,
    reason,
    ...(blocked.length > 0
      ? [
          `${blocked.length} of ${counted(gates.length, 'gate')} of the last review ${blocked.length === 1 ? 'keeps' : 'keep'} it from ${next}:`,
          ...blocked.map((sentence) => `- ${sentence}`),
        ]
      : []),
    ...(long !== undefined && window !== undefined ? [describeWindow(Number(long), window)] : []),
    ...describeTests(evidence),
    ...(signoff === null ? [] : [`The sign-off ${signoff.request_id} of a person is waited for.`]),
    ...describeRecord(evidence),
  ].join('\n');
}

function describeWindow(weeks: number, figures: Figures): string {
  const { seen, compared, agreed, disagreed, unsettled, accuracy, lower_bound: bound, audited } = figures;
  const span = weeks === 1 ? 'the last closed week' : `the last ${weeks} closed weeks`;
  if (compared === 0) return `In ${span} ${counted(seen, 'item')} came and none could be compared.`;
  const share = accuracy === null ? '' : `: accuracy ${percent(accuracy)}`;
  const least = bound === null ? '' : `, at least ${percent(bound)} with 95 % confidence`;
  const waiting = unsettled === 0 ? '' : ` ${counted(unsettled, 'disagreement')} waited for a settlement.`;
  return (
    `In ${span} ${counted(seen, 'item')} came, ${compared} were compared and ${agreed} agreed${share}${least}; ` +
    `${disagreed.material} disagreed materially, ${disagreed.critical} critically, ${audited} were audited.${waiting}`
  );
}

function describeTests({ outcome_test: test, input_shift: shifts }: EvidencePack): string[] {
  const shown = shifts.map(({ feature, psi, limit }) => `${feature} ${figure(psi, 3)} of ${figure(limit, 3)}`);
  return [
    ...(test === null
      ? []
      : [
          `The test for outcome drift (CUSUM) is at ${figure(test.statistic, 2)} of ${figure(test.threshold, 2)} after ${counted(test.observations, 'observation')}.`,
        ]),
    ...(shown.length === 0 ? [] : [`Shift of the watched inputs (PSI, with its limit): ${shown.join(', ')}.`]),
  ];
}

function describeRecord({
  weeks,
  lane_changes: changes,
  disagreements,
  audits,
  left_out: left,
}: StepEvidence): string[] {
  const [latest] = disagreements;
  const missing = Object.values(left).reduce((sum, n) => sum + n, 0);
  return [
    `On record: ${counted(weeks.length + left.weeks, 'closed week')}, ${counted(changes.length + left.lane_changes, 'lane change')}, ` +
      `the latest ${counted(disagreements.length + left.disagreements, 'disagreement')} and ${counted(audits.length + left.audits, 'audit')}.`,
    ...(missing === 0 ? [] : [`Not in this answer: ${missing} of the oldest.`]),
    ...(latest === undefined
      ? []
      : [
          `The latest disagreement is ${latest.severity}, on item ${latest.item} in ${weekName(latest.week)}` +
            `${latest.fields.length === 0 ? '' : `; they differ in ${latest.fields.map(({ name }) => name).join(', ')}`}; ` +
            `${latest.settled === null ? 'it is not settled' : settledAs[latest.settled.verdict]}.`,
        ]),
  ];
}

const settledAs = {
  agent_right: 'settled: the agent was right',
  operator_right: 'settled: the operator was right',
  both_wrong: 'settled: both were wrong',
} as const;

/** What the agent is to do with an item, and why. */
export function describeRoute({
  item,
  decision,
  audit,
  reason,
}: Pick<RouteVerdict, 'decision' | 'audit' | 'reason'> & { readonly item: string }): string {
  const checked = audit ? ' A person checks it afterwards.' : '';
  return `${toDo[decision](item)}${checked}\n${reason}`;
}

const toDo: Readonly<Record<RouteVerdict['decision'], (item: string) => string>> = {
  act_alone: (item) => `Act on ${item} alone, then send step.done with role act.`,
  propose: (item) => `Do not act on ${item}: send step.done with role proposal and wait until a person confirms.`,
  human_only: (item) =>
    `Do not act on ${item}: a person does it. What you would have done may be sent as step.done with role shadow.`,
};
