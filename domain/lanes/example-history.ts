/**
 * A made-up half year of a small accounts-payable queue, the same at every run: what the trial of `npm start` sends and
 * `admin lanes example` writes. Three steps: one earns Auto and keeps it, one moves money and waits for a sign-off,
 * and one earns Auto and loses it when the agent gets worse.
 */
import { fnv32 } from './audits.ts';
import { isoTime } from './moves.ts';
import type { RouteDecision } from './route.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Monday, 5 January 2026. */
const exampleBegins = Date.UTC(2026, 0, 5);
export const exampleWeeks = 26;
export const exampleQueue = 'invoices';

interface ExampleStep {
  readonly title: string;
  readonly moneyMoving: boolean;
  readonly itemsPerWeek: number;
  /** Share of items that the agent gets right in a week, counted from 1. */
  readonly accuracy: (week: number) => number;
}

const exampleSteps: Readonly<Record<string, ExampleStep>> = {
  match: { title: 'Match the invoice to its order', moneyMoving: false, itemsPerWeek: 70, accuracy: () => 0.996 },
  code: {
    title: 'Choose the account',
    moneyMoving: false,
    itemsPerWeek: 70,
    accuracy: (week) => (week < 18 ? 0.996 : 0.75),
  },
  pay: { title: 'Release the payment', moneyMoving: true, itemsPerWeek: 60, accuracy: () => 0.997 },
};

/** An event as it is sent. */
type ExampleEvent = Readonly<Record<string, unknown>> & { readonly id: string };

interface ExampleItem {
  readonly week: number;
  readonly step: string;
  readonly item: string;
  readonly features: { readonly format: string; readonly lines: number };
  /** Epoch ms: when the work on it begins. */
  readonly at: number;
}

/** What is sent before anything else. */
export function exampleDefinition(): ExampleEvent {
  return {
    id: 'example-definition',
    kind: 'queue.defined',
    at: isoTime(exampleBegins),
    queue: exampleQueue,
    actor: { kind: 'operator', id: 'dana' },
    steps: Object.entries(exampleSteps).map(([step, { title, moneyMoving }]) => ({
      step,
      title,
      money_moving: moneyMoving,
      fields: [
        { name: 'account', compare: 'exact', severity: 'material' },
        { name: 'amount', compare: 'number', tolerance: 0.01, severity: 'material' },
        { name: 'memo', compare: 'text', severity: 'minor' },
      ],
      watch: ['format', 'lines'],
      rules: {},
    })),
  };
}

/** @param week counted from 1 */
export function exampleItems(week: number): ExampleItem[] {
  const monday = exampleBegins + (week - 1) * 7 * day;
  return Object.entries(exampleSteps).flatMap(([step, { itemsPerWeek }]) =>
    Array.from({ length: itemsPerWeek }, (_, n): ExampleItem => {
      const item = `INV-${String(week).padStart(2, '0')}${String(n + 1).padStart(3, '0')}`;
      const u = chance(step, item, 'format');
      return {
        week,
        step,
        item,
        features: {
          format: u < 0.7 ? 'pdf' : u < 0.9 ? 'edi' : 'scan',
          lines: 1 + Math.floor(chance(step, item, 'lines') * 12),
        },
        at: monday + (n % 5) * day + 8 * hour + Math.floor(n / 5) * 20 * minute,
      };
    }),
  );
}

/** The instant at which the routes of a week are asked for. */
export function exampleWeekStart(week: number): string {
  return isoTime(exampleBegins + (week - 1) * 7 * day);
}

/** @param audit whether a person checks it; with `act_alone` only */
export function exampleWork(item: ExampleItem, decision: RouteDecision, audit: boolean): ExampleEvent[] {
  const truth = outputsOf(item, true);
  const right = chance(item.step, item.item, 'right') < (exampleSteps[item.step]?.accuracy(item.week) ?? 1);
  const agents = outputsOf(item, right);
  const agent = { kind: 'agent', id: 'ap-agent', version: '1' };
  const person = { kind: 'operator', id: item.at % 2 === 0 ? 'dana' : 'kim' };
  const event = (what: string, after: number, rest: object): ExampleEvent => ({
    id: `example-${item.step}-${item.item}-${what}`,
    at: isoTime(item.at + after),
    queue: exampleQueue,
    step: item.step,
    item: item.item,
    ...rest,
  });
  const done = (what: string, after: number, role: string, actor: object, outputs: object): ExampleEvent =>
    event(what, after, { kind: 'step.done', actor, role, decision: 'post', outputs, features: item.features });
  const settled = right
    ? []
    : [
        event('settled', day, {
          kind: 'settlement.made',
          // Nobody settles what they did themselves: lee checks what the agent does alone.
          actor: { kind: 'operator', id: decision === 'act_alone' ? 'kim' : 'lee' },
          verdict: 'operator_right',
        }),
      ];
  if (decision === 'human_only')
    return [done('shadow', 0, 'shadow', agent, agents), done('act', 5 * minute, 'act', person, truth), ...settled];
  if (decision === 'propose')
    return [
      done('proposal', 0, 'proposal', agent, agents),
      done('confirm', 9 * minute, 'confirm', person, truth),
      ...settled,
    ];
  if (!audit) return [done('auto', 0, 'act', agent, agents)];
  const verdict = right ? { verdict: 'agree' } : { verdict: 'disagree', severity: 'material', outputs: truth };
  return [
    done('auto', 0, 'act', agent, agents),
    event('audit', 4 * hour, { kind: 'audit.result', actor: { kind: 'operator', id: 'lee' }, ...verdict }),
    ...settled,
  ];
}

function outputsOf({ step, item }: ExampleItem, right: boolean): object {
  const account = 4000 + Math.floor(chance(step, item, 'account') * 40) * 10;
  const cents = 1000 + Math.floor(chance(step, item, 'amount') * 900_000);
  return { account: String(right ? account : account + 10), amount: cents / 100, memo: `Invoice ${item}` };
}

/** A number in [0, 1) that belongs to this item and question for ever. */
function chance(step: string, item: string, question: string): number {
  return fnv32(`example|${step}|${item}|${question}`) / 4_294_967_296;
}

/** The weeks, counted from 1, from which each step is in Auto, and from which it is in Auto no more. */
const inAuto: Readonly<Record<string, readonly [from: number, until: number]>> = { match: [8, 99], code: [10, 19] };

/** Who may act on the items of a week when the history is sent as it is: for who sends it without asking for routes. */
export function exampleDecision(step: string, week: number): RouteDecision {
  if (week <= 2) return 'human_only';
  const [from = 99, until = 99] = inAuto[step] ?? [];
  return week >= from && week < until ? 'act_alone' : 'propose';
}
