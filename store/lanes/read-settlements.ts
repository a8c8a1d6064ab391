/** Disagreements that were settled, as they are exported. */
import type { Queryable } from '../database.ts';

export interface Settlement {
  readonly queue: string;
  readonly step: string;
  readonly item: string;
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
