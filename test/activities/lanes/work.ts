/** Work on a queue as events: definitions, agents in Shadow, Assist and Auto, operators, audits, settlements. */
import type { WireEvent } from '../../../domain/lanes/event.ts';

const hour = 3_600_000;
const day = 24 * hour;
export const week = 7 * day;
/** Monday 2026-01-05 00:00 UTC, ISO week 202602. */
export const firstMonday = Date.UTC(2026, 0, 5);

const operator = { kind: 'operator', id: 'ana' } as const;
const agent = { kind: 'agent', id: 'bot', version: '1' } as const;
const iso = (at: number): string => new Date(at).toISOString();

interface WorkOptions {
  readonly queue?: string;
  readonly steps?: readonly string[];
  readonly weeks: number;
  readonly itemsPerWeek: number;
  /** Of every so many items the agent gets one wrong, sometimes critically. */
  readonly wrongEvery?: number;
}

/** The definition, dated at the first Monday. */
export function definition(queue = 'refunds', steps: readonly string[] = ['approve']): WireEvent {
  return {
    id: `${queue}-defined`,
    kind: 'queue.defined',
    at: iso(firstMonday),
    queue,
    actor: operator,
    steps: steps.map((step) => ({
      step,
      title: `Step ${step}`,
      fields: [{ name: 'amount', compare: 'number', tolerance: 0.5, severity: 'material' }],
      watch: ['format'],
      // Loose enough for a small test to climb and fall.
      rules: {
        weeks: { short: 1, long: 1 },
        audit: { start: 1, middle: 1, floor: 1 },
        shadow_to_assist: { min_weeks: 1, min_items: 10, min_lower_bound: 0.5, max_critical_rate: 0.5 },
        assist_to_auto: {
          min_weeks: 1,
          min_items: 10,
          min_items_per_week: 1,
          min_lower_bound: 0.5,
          short_min_accuracy: 0.5,
          min_e_value: 1,
          max_critical: 50,
          max_gap_to_operator: 1,
          consecutive_closes: 1,
        },
      },
    })),
  };
}

/** Events in the order of their times: each item has what every lane could need, so that each lane finds its pairs. */
export function workEvents(options: WorkOptions): WireEvent[] {
  const { queue = 'refunds', steps = ['approve'], weeks, itemsPerWeek, wrongEvery = 9 } = options;
  const events: WireEvent[] = [definition(queue, steps)];
  let n = 0;
  for (let w = 0; w < weeks; w += 1)
    for (let i = 0; i < itemsPerWeek; i += 1)
      for (const step of steps) {
        n += 1;
        const item = `item-${n}`;
        const at = firstMonday + w * week + hour + Math.floor((i / itemsPerWeek) * (week - 3 * hour));
        const wrong = n % wrongEvery === 0;
        const features = { format: n % 3 === 0 ? 'pdf' : 'xml' };
        const right = { decision: 'pay', outputs: { amount: 100 + n }, features };
        const given = wrong ? { ...right, outputs: { amount: n % (wrongEvery * 4) === 0 ? 1 : 102 + n } } : right;
        const head = (kind: WireEvent['kind'], name: string, ms: number): WireEvent => ({
          id: `${queue}-${step}-${item}-${name}`,
          kind,
          at: iso(at + ms),
          queue,
          step,
          item,
          actor: name === 'act' || name === 'confirm' || name === 'audit' ? operator : agent,
        });
        events.push({ ...head('step.done', 'shadow', 0), role: 'shadow', ...given });
        if (n % 2 === 0) events.push({ ...head('step.done', 'act', 60_000), role: 'act', ...right });
        else {
          events.push({ ...head('step.done', 'proposal', 30_000), role: 'proposal', ...given });
          events.push({ ...head('step.done', 'confirm', 60_000), role: 'confirm', ...right });
        }
        if (n % 4 === 0)
          events.push({
            ...head('step.done', 'auto', 10_000),
            item: `${item}-alone`,
            role: 'act',
            actor: agent,
            ...given,
          });
        // Where the lane does not allow it a person does the item all the same.
        if (n % 4 === 0)
          events.push({
            ...head('step.done', 'person', 20_000),
            item: `${item}-alone`,
            role: 'act',
            actor: operator,
            ...right,
          });
        if (n % 8 === 0)
          events.push({
            ...head('audit.result', 'audit', 3 * 60_000),
            item: `${item}-alone`,
            verdict: wrong ? 'disagree' : 'agree',
            ...(wrong ? { severity: n % (wrongEvery * 16) === 0 ? ('critical' as const) : ('material' as const) } : {}),
          });
        if (wrong && n % 2 === 0)
          events.push({
            ...head('settlement.made', 'settlement', 2 * hour),
            actor: { kind: 'operator', id: 'lee' },
            verdict: 'agent_right',
          });
      }
  return events.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)) || (a.id < b.id ? -1 : 1));
}

/** With rules that the API accepts: other tests store the work without it. */
export function allowed(event: WireEvent): WireEvent {
  if (event.steps === undefined) return event;
  const rules = (given: NonNullable<WireEvent['steps']>[number]['rules']) => ({
    ...given,
    demote: { exit_upper_bound: 0.5 },
  });
  return { ...event, steps: event.steps.map((step) => ({ ...step, rules: rules(step.rules) })) };
}
