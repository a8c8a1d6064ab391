/** Items as the settler sees them: which ones wait for it, one in full, and what it said of each. */
import type { FieldDifference } from '../../domain/lanes/compare.ts';
import type { SettlementVerdict, StepDefinition } from '../../domain/lanes/event.ts';
import type { ShownWork } from '../../domain/lanes/machine/records.ts';
import { mostTries } from '../../domain/lanes/settler/policy.ts';
import type { ItemFate, SettleItem } from '../../domain/lanes/settler/run.ts';
import type { Queryable } from '../database.ts';

/** Critical ones (3) are for people only. */
const material = 2;

/** What an item must be for the settler to look at it: waiting, material, and not one that it is done with. */
const waits = `waiting.workspace_no = $1 and waiting.settled is null and waiting.severity = ${material}
  and waiting.found is not null
  and (said.fate is null or (said.fate = 'unusable' and said.tries < ${mostTries}) or (said.fate = 'settled' and not said.sent))`;
const joined = `lane_disagreements as waiting
  join lane_steps on lane_steps.workspace_no = waiting.workspace_no and lane_steps.no = waiting.step_no
  left join lane_settler_items as said on said.workspace_no = waiting.workspace_no
    and said.step_no = waiting.step_no and said.item = waiting.item`;

/** The oldest first. */
export async function itemsForSettler(q: Queryable, workspaceNo: number, limit: number): Promise<SettleItem[]> {
  const found = await q.query<SettleItem>(
    `select waiting.step_no as "stepNo", queue, step, waiting.item
       from ${joined} where ${waits} order by waiting.since, waiting.step_no, waiting.item limit $2`,
    [workspaceNo, limit],
  );
  return found.rows;
}

export interface SettlerItemRow {
  readonly found: {
    readonly operator: ShownWork;
    readonly agent: ShownWork;
    readonly fields: readonly FieldDifference[];
  };
  readonly definition: Pick<StepDefinition, 'title' | 'fields'>;
  /** A verdict that was come to but not sent: the run before did not live to do so. */
  readonly unsent: SettlementVerdict | null;
  readonly tries: number;
}

/** Undefined when it no longer waits for the settler. */
export async function readItemForSettler(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
): Promise<SettlerItemRow | undefined> {
  const found = await q.query<SettlerItemRow>(
    `select waiting.found, state->'definition' as definition,
            case when said.fate = 'settled' then said.verdict end as unsent, coalesce(said.tries, 0) as tries
       from ${joined} where ${waits} and waiting.step_no = $2 and waiting.item = $3`,
    [workspaceNo, stepNo, item],
  );
  return found.rows[0];
}

export interface SettlerWord {
  readonly runId: string;
  readonly model: string;
  readonly at: Date;
  readonly fate: Exclude<ItemFate, 'gone'>;
  readonly verdict: SettlementVerdict | null;
  readonly reason: string;
  readonly tries: number;
}

export async function recordWord(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
  { runId, model, at, fate, verdict, reason, tries }: SettlerWord,
): Promise<void> {
  await q.query(
    `insert into lane_settler_items
       (workspace_no, step_no, item, run_id, model, at, fate, verdict, reason, tries)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (workspace_no, step_no, item) do update set run_id = excluded.run_id, model = excluded.model,
       at = excluded.at, fate = excluded.fate, verdict = excluded.verdict, reason = excluded.reason,
       tries = excluded.tries`,
    [workspaceNo, stepNo, item, runId, model, at, fate, verdict, reason, tries],
  );
}

/** The settlement is in the log. */
export async function markSent(q: Queryable, workspaceNo: number, { stepNo, item }: SettleItem): Promise<void> {
  await q.query('update lane_settler_items set sent = true where workspace_no = $1 and step_no = $2 and item = $3', [
    workspaceNo,
    stepNo,
    item,
  ]);
}

/** What this run already made of an item that waits no longer. */
export async function fateIn(
  q: Queryable,
  workspaceNo: number,
  { stepNo, item }: SettleItem,
  runId: string,
): Promise<ItemFate | undefined> {
  const found = await q.query<{ fate: ItemFate }>(
    'select fate from lane_settler_items where workspace_no = $1 and step_no = $2 and item = $3 and run_id = $4',
    [workspaceNo, stepNo, item, runId],
  );
  return found.rows[0]?.fate;
}
