/** Reads what route calls are answered from: the entries of a workspace's steps, whole or since a version. */
import type { Lane } from '../../domain/lanes/event.ts';
import type { LedgerRoute } from '../../domain/lanes/moves.ts';
import type { RouteEntry, RoutePeriod } from '../../domain/lanes/route.ts';
import type { Queryable } from '../database.ts';

interface RouteState {
  readonly routeVersion: number;
  /** Epoch ms; null before the first event. */
  readonly dataClock: number | null;
}

interface RoutesRead extends RouteState {
  readonly entries: readonly RouteEntry[];
}

/**
 * Entries that changed after a version, with the version that they bring the reader to: one statement, so that
 * both are of one moment.
 * @param sinceVersion -1 for all
 */
export async function readRoutes(q: Queryable, workspaceNo: number, sinceVersion: number): Promise<RoutesRead> {
  const found = await q.query<{ routeVersion: number; dataClock: Date | null; route: RouteEntry | null }>({
    name: 'lane-read-routes',
    text: `select workspaces.route_version as "routeVersion", data_clock as "dataClock", route
             from workspaces left join lane_steps
               on lane_steps.workspace_no = workspaces.no and lane_steps.route_version > $2
            where workspaces.no = $1`,
    values: [workspaceNo, sinceVersion],
  });
  const [first] = found.rows;
  if (first === undefined) throw new Error(`there is no workspace ${workspaceNo}`);
  return {
    routeVersion: first.routeVersion,
    dataClock: first.dataClock?.getTime() ?? null,
    entries: found.rows.flatMap(({ route }) => (route === null ? [] : [route])),
  };
}

/** Where each of these workspaces is now. */
export async function readRouteStates(q: Queryable, workspaceNos: readonly number[]): Promise<Map<number, RouteState>> {
  const found = await q.query<{ no: number; routeVersion: number; dataClock: Date | null }>({
    name: 'lane-route-states',
    text: `select no, route_version as "routeVersion", data_clock as "dataClock"
             from workspaces where no = any($1)`,
    values: [workspaceNos],
  });
  return new Map(
    found.rows.map(({ no, routeVersion, dataClock }) => [
      no,
      { routeVersion, dataClock: dataClock?.getTime() ?? null },
    ]),
  );
}

/**
 * What routes of a step were answered by at a time further back than its entry keeps.
 * @returns undefined where the ledger does not say: before the step, or in weeks that an older version closed
 */
export async function readPeriodAt(
  q: Queryable,
  workspaceNo: number,
  stepNo: number,
  at: Date,
): Promise<RoutePeriod | undefined> {
  const found = await q.query<{ route: LedgerRoute }>({
    name: 'lane-period-at',
    text: `select route from lane_ledger, json_array_elements(lane_ledger.row->'routes') with ordinality as stated (route, n)
            where workspace_no = $1 and step_no = $2 and (route->>'from')::timestamptz <= $3
            order by (route->>'from')::timestamptz desc, week desc, n desc limit 1`,
    values: [workspaceNo, stepNo, at],
  });
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { from, lane, audit_rate, blind_rate, reason, audit_seed } = row.route;
  return {
    from: Date.parse(from),
    lane,
    auditRate: audit_rate,
    blindRate: blind_rate,
    reason,
    seed: audit_seed,
  };
}

/**
 * The lane of a step at a time further back than its entry keeps: where its last change before that led.
 * @returns null when it had not changed by then
 */
export async function readLaneAt(q: Queryable, workspaceNo: number, stepNo: number, at: Date): Promise<Lane | null> {
  const found = await q.query<{ lane: Lane }>({
    name: 'lane-at',
    text: `select change->>'to' as lane from lane_changes
            where workspace_no = $1 and step_no = $2 and at <= $3
            order by at desc, seq desc, n desc limit 1`,
    values: [workspaceNo, stepNo, at],
  });
  return found.rows[0]?.lane ?? null;
}

interface RouteCounts {
  readonly workspaceNo: number;
  readonly day: string;
  readonly calls: number;
  /** What of them was about a step that is there. */
  readonly steps: readonly { readonly queue: string; readonly step: string; readonly calls: number }[];
}

/** Adds route calls to the counts of a workspace's day and of its steps; rows in one order, so that two processes do not block each other. */
export async function addRouteCounts(q: Queryable, counts: readonly RouteCounts[]): Promise<void> {
  const steps = counts.flatMap(({ workspaceNo, day, steps: of }) => of.map((step) => ({ workspaceNo, day, ...step })));
  await q.query({
    name: 'lane-add-route-counts',
    text: `with by_step as (
             insert into lane_step_route_counts (workspace_no, queue, step, day, calls)
             select * from unnest($4::int[], $5::text[], $6::text[], $7::date[], $8::bigint[]) order by 1, 2, 3, 4
             on conflict (workspace_no, queue, step, day)
               do update set calls = lane_step_route_counts.calls + excluded.calls)
           insert into lane_route_counts (workspace_no, day, calls)
           select * from unnest($1::int[], $2::date[], $3::bigint[]) order by 1, 2
           on conflict (workspace_no, day) do update set calls = lane_route_counts.calls + excluded.calls`,
    values: [
      counts.map(({ workspaceNo }) => workspaceNo),
      counts.map(({ day }) => day),
      counts.map(({ calls }) => calls),
      steps.map(({ workspaceNo }) => workspaceNo),
      steps.map(({ queue }) => queue),
      steps.map(({ step }) => step),
      steps.map(({ day }) => day),
      steps.map(({ calls }) => calls),
    ],
  });
}

export interface DayOfUse {
  /** `YYYY-MM-DD`, of the workspace. */
  readonly day: string;
  readonly routes: number;
}

/** Route calls about a step, the newest day first; a day without any has no row. */
export async function readStepUse(
  q: Queryable,
  workspaceNo: number,
  { queue, step }: { readonly queue: string; readonly step: string },
  days: number,
): Promise<DayOfUse[]> {
  const found = await q.query<DayOfUse>(
    `select to_char(day, 'YYYY-MM-DD') as day, calls::float8 as routes from lane_step_route_counts
      where workspace_no = $1 and queue = $2 and step = $3 order by day desc limit $4`,
    [workspaceNo, queue, step, days],
  );
  return found.rows;
}
