/** Reads one disagreement with what helps to settle it: the events behind it, and the item at other steps. */
import type { FieldDifference } from '../../domain/lanes/compare.ts';
import type { SettlementVerdict, WireEvent, ItemName, StepName } from '../../domain/lanes/event.ts';
import type { StoredDisagreement } from '../../domain/lanes/evidence-pack.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { ShownWork } from '../../domain/lanes/machine/records.ts';
import { cursorOf } from '../cursor.ts';
import type { Queryable } from '../database.ts';

export interface Disagreement extends StoredDisagreement, StepName {
  readonly stepNo: number;
}

/** @returns undefined where there is no such disagreement, settled or not */
export async function readDisagreement(
  q: Queryable,
  workspaceNo: number,
  place: { readonly queue: string; readonly step: string; readonly item: string },
): Promise<Disagreement | undefined> {
  const found = await q.query<Disagreement>({
    name: 'lane-read-disagreement',
    text: `select step_no as "stepNo", queue, step, item, week, severity, since, settled, found
             from lane_steps join lane_disagreements on lane_disagreements.workspace_no = $1 and step_no = no
            where lane_steps.workspace_no = $1 and queue = $2 and step = $3 and item = $4`,
    values: [workspaceNo, place.queue, place.step, place.item],
  });
  return found.rows[0];
}

/**
 * Events as they were sent, by their ids; in the order of the log. A record of the log may have 20,000 of them, which
 * takes the same time whether one of them is wanted or many.
 * @param ahead ids of further events, which come along where they lie in the same records
 */
export async function readEvents(
  q: Queryable,
  workspaceNo: number,
  ids: readonly string[],
  ahead: readonly string[] = [],
): Promise<WireEvent[]> {
  const found = await q.query<{ event: WireEvent }>({
    name: 'lane-read-events',
    text: `select event from (select distinct seq from lane_event_ids where workspace_no = $1 and id = any($2)) as wanted
             join lane_log on lane_log.workspace_no = $1 and lane_log.seq = wanted.seq
             cross join lateral json_array_elements(events) as event
            where event->>'id' = any($3)
            order by lane_log.seq`,
    values: [workspaceNo, ids, [...ids, ...ahead]],
  });
  return found.rows.map(({ event }) => event);
}

export interface ItemElsewhere {
  readonly step: string;
  readonly title: string;
  readonly state: ItemState;
}

/** The same item at the other steps of its queue. */
export async function readItemElsewhere(
  q: Queryable,
  workspaceNo: number,
  place: { readonly queue: string; readonly stepNo: number; readonly item: string },
): Promise<ItemElsewhere[]> {
  const found = await q.query<ItemElsewhere>({
    name: 'lane-item-elsewhere',
    text: `select step, lane_steps.state->'definition'->>'title' as title, stored.state
             from (select no, step, state from lane_steps where workspace_no = $1 and queue = $2 and no <> $3
                    order by no limit 50) as lane_steps
             cross join lateral (select state from lane_items
               where workspace_no = $1 and step_no = lane_steps.no and item = $4 limit 1) as stored
            order by step collate "C"`,
    values: [workspaceNo, place.queue, place.stepNo, place.item],
  });
  return found.rows;
}

export interface VerdictCount {
  readonly verdict: SettlementVerdict;
  readonly n: number;
}

/** How the latest settled disagreements of a step came out. */
export async function countVerdicts(q: Queryable, workspaceNo: number, stepNo: number): Promise<VerdictCount[]> {
  const found = await q.query<VerdictCount>({
    name: 'lane-count-verdicts',
    text: `select verdict, count(*)::int as n
             from (select settled->>'verdict' as verdict from lane_disagreements
                    where workspace_no = $1 and step_no = $2 and settled is not null
                    order by since desc limit 50) as latest
            group by verdict order by n desc, verdict`,
    values: [workspaceNo, stepNo],
  });
  return found.rows;
}

/** Disagreements that were settled, as they are exported. */
export interface Settlement extends ItemName {
  readonly severity: number;
  readonly since: Date;
  readonly verdict: string;
  readonly by: string;
  readonly actor: string;
  /** Epoch ms. */
  readonly at: number;
  readonly reason: string | null;
}

/** The newest disagreements of a workspace that are settled. */
export async function listSettlements(q: Queryable, workspaceNo: number, limit: number): Promise<Settlement[]> {
  const found = await q.query<Settlement>(
    `select queue, step, item, severity, since, settled->>'verdict' as verdict, settled->>'by' as by,
            settled->>'actor' as actor, (settled->>'at')::double precision as at, settled->>'reason' as reason
       from lane_disagreements join lane_steps
         on lane_steps.workspace_no = lane_disagreements.workspace_no and lane_steps.no = step_no
      where lane_disagreements.workspace_no = $1 and settled is not null
      order by since desc, step_no, item limit $2`,
    [workspaceNo, limit],
  );
  return found.rows;
}

/** How many of the latest settlements of a queue are looked through for their reasons. */
const lookedThrough = 1_000;

/** A list to choose from: the reasons that the queue was defined with, then those given of late, the commonest first. */
export async function readReasons(q: Queryable, workspaceNo: number, queue: string): Promise<string[]> {
  const [defined, used] = await Promise.all([
    readDefinedReasons(q, workspaceNo, queue),
    readUsedReasons(q, workspaceNo, queue),
  ]);
  return [...new Set([...defined, ...used])].slice(0, 20);
}

async function readDefinedReasons(q: Queryable, workspaceNo: number, queue: string): Promise<string[]> {
  const found = await q.query<{ reason: string }>(
    `select reason from lane_steps, json_array_elements_text(state->'definition'->'reasons') with ordinality as given (reason, place)
      where workspace_no = $1 and queue = $2 group by reason order by min(place), reason`,
    [workspaceNo, queue],
  );
  return found.rows.map(({ reason }) => reason);
}

async function readUsedReasons(q: Queryable, workspaceNo: number, queue: string): Promise<string[]> {
  const found = await q.query<{ reason: string }>(
    `select reason from (
        select settled->>'reason' as reason from lane_disagreements join lane_steps
            on lane_steps.workspace_no = lane_disagreements.workspace_no and lane_steps.no = step_no
         where lane_disagreements.workspace_no = $1 and queue = $2 and settled is not null
         order by since desc limit $3) as latest
      where reason is not null group by reason order by count(*) desc, reason limit 20`,
    [workspaceNo, queue, lookedThrough],
  );
  return found.rows.map(({ reason }) => reason);
}

// Reads the settle queue: disagreements that wait, the most severe first, then the oldest (D39).

export interface WaitingDisagreement extends ItemName {
  readonly stepNo: number;
  readonly week: number;
  /** 2 material, 3 critical. */
  readonly severity: number;
  readonly since: Date;
  readonly found: {
    readonly operator: ShownWork;
    readonly agent: ShownWork;
    readonly fields: readonly FieldDifference[];
  } | null;
}

/** Where a page ended. */
export type SettlePlace = readonly [severity: number, since: Date, stepNo: number, item: string];

export const settleCursor = cursorOf('count', 'instant', 'count', 'text');

/** The cursor of the page after this one. */
export const settleCursorAfter = ({ severity, since, stepNo, item }: SettleKey): string =>
  settleCursor.encode([severity, since, stepNo, item]);
type SettleKey = Pick<WaitingDisagreement, 'severity' | 'since' | 'stepNo' | 'item'>;

interface SettleFilter {
  readonly limit: number;
  readonly after?: SettlePlace;
  readonly queue?: string | undefined;
  readonly step?: string | undefined;
}

/** One row more than asked for shows that there are more. */
export async function readSettleQueue(
  q: Queryable,
  workspaceNo: number,
  { limit, after, queue, step }: SettleFilter,
): Promise<WaitingDisagreement[]> {
  const [severity = null, since = null, stepNo = null, item = null] = after ?? [];
  const found = await q.query<WaitingDisagreement>({
    name: 'lane-settle-queue',
    text: `select step_no as "stepNo", queue, step, item, week, severity, since, found
             from lane_disagreements as waiting
             join lane_steps on lane_steps.workspace_no = $1 and no = step_no
            where waiting.workspace_no = $1 and settled is null
              and ($7::text is null or queue = $7) and ($8::text is null or step = $8)
              and ($2::int is null or (-severity, since, step_no, item)
                   > (-$2::int, to_timestamp($3::double precision / 1000), $4::int, $5 collate "C"))
            order by severity desc, since, step_no, item limit $6`,
    values: [workspaceNo, severity, since?.getTime() ?? null, stepNo, item, limit + 1, queue ?? null, step ?? null],
  });
  return found.rows;
}

/** How many wait, in all or at some steps. */
export async function countWaiting(
  q: Queryable,
  workspaceNo: number,
  { queue, step }: Pick<SettleFilter, 'queue' | 'step'> = {},
): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from lane_disagreements where workspace_no = $1 and settled is null
        and (($2::text is null and $3::text is null) or step_no in (select no from lane_steps
              where workspace_no = $1 and ($2::text is null or queue = $2) and ($3::text is null or step = $3)))`,
    [workspaceNo, queue ?? null, step ?? null],
  );
  return found.rows[0]?.n ?? 0;
}
