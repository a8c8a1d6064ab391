/**
 * Ids of route answers: UUIDs of version 7 that carry the time of the answer, and a mark of what was answered. No answer is
 * logged; an act that names the id of another item, or of an answer that let nobody act, is judged as one that names none.
 */
import { fnv32 } from './audits.ts';

export type RouteDecision = 'human_only' | 'propose' | 'act_alone';

/** What an answer was about. */
export interface RoutedItem {
  readonly queue: string;
  readonly step: string;
  readonly item: string;
}

/** In the digits that are random in the ids of older versions: one of those in 16 million has them by chance. */
const marks = { second: '0e1', third: '1d5' } as const;
const marked = /^rt_[0-9a-f]{8}-[0-9a-f]{4}-70e1-[89ab]1d5-([0-9a-f]{8})[0-9a-f]{4}$/;

/**
 * @param at epoch ms
 * @param random a whole number from 0 to 2^18 - 1, which keeps two answers of one millisecond apart
 */
export function routeId(at: number, routed: RoutedItem, decision: RouteDecision, random: number): string {
  const time = hex(at, 12);
  const variant = (8 + (random % 4)).toString(16);
  const rest = `${markOf(routed, decision)}${hex(Math.floor(random / 4), 4)}`;
  return `rt_${time.slice(0, 8)}-${time.slice(8)}-7${marks.second}-${variant}${marks.third}-${rest}`;
}

/**
 * The time of the answer that an act names, in epoch ms. Undefined where the id says itself that it is of another item or
 * let nobody act alone; ids of older versions say nothing of it.
 */
export function timeRouted(id: string, routed: RoutedItem): number | undefined {
  const mark = marked.exec(id)?.[1];
  if (mark !== undefined && mark !== markOf(routed, 'act_alone')) return undefined;
  return Number.parseInt(id.replace(/^rt_/, '').replace('-', '').slice(0, 12), 16);
}

function markOf({ queue, step, item }: RoutedItem, decision: RouteDecision): string {
  return hex(fnv32(`${decision}|${queue}|${step}|${item}`), 8);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
