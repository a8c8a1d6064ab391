/** Reads how a workspace stands (D50): events, route calls, its clock, its weeks, its last webhook. */
import type { Queryable } from '../database.ts';
import type { WorkspaceClock } from './workspaces.ts';

export interface WorkspaceStatus {
  readonly events: number;
  readonly eventsToday: number;
  readonly routesToday: number;
  readonly waitingSettlement: number;
  readonly dataClock: Date | null;
  readonly weekNumber: number;
  readonly closedWeek: number;
  readonly clock: WorkspaceClock;
  readonly auditSeed: string;
  /** Events that wait for the next close, and since when, epoch ms. */
  readonly heldEvents: number;
  readonly heldSince: number | null;
  /** The newest attempt of a delivery; null before the first. */
  readonly lastWebhook: LastWebhook | null;
}

export interface LastWebhook {
  /** Id of the delivery. */
  readonly id: string;
  readonly type: string;
  /** When the attempt began, ISO 8601. */
  readonly at: string;
  readonly status: 'delivered' | 'retrying' | 'failed';
}

/** @param day the workspace's day by the wall clock, `YYYY-MM-DD` */
export async function readStatus(q: Queryable, workspaceNo: number, day: string): Promise<WorkspaceStatus> {
  const found = await q.query<WorkspaceStatus>({
    name: 'lane-status',
    text: `select workspaces.events, data_clock as "dataClock", week_number as "weekNumber",
             closed_week as "closedWeek", coalesce((machine->>'held')::int, 0) as "heldEvents",
             (machine->>'heldSince')::double precision as "heldSince", waiting_settlement as "waitingSettlement", clock, audit_seed as "auditSeed",
             coalesce(lane_event_counts.events, 0) as "eventsToday", coalesce(calls, 0) as "routesToday",
             (select json_build_object('id', delivery_id, 'type', event, 'at', at, 'status', outcome)
                from delivery_attempts join deliveries on deliveries.id = delivery_id
               where delivery_attempts.workspace_no = $1 order by at desc, delivery_id desc, n desc limit 1
             ) as "lastWebhook"
             from workspaces
             left join lane_event_counts on lane_event_counts.workspace_no = no and lane_event_counts.day = $2
             left join lane_route_counts on lane_route_counts.workspace_no = no and lane_route_counts.day = $2
            where no = $1`,
    values: [workspaceNo, day],
  });
  const [status] = found.rows;
  if (status === undefined) throw new Error(`there is no workspace ${workspaceNo}`);
  const { lastWebhook } = status;
  // JSON made by the database writes times in its own form.
  return { ...status, lastWebhook: lastWebhook && { ...lastWebhook, at: new Date(lastWebhook.at).toISOString() } };
}

/** Workspaces whose hold began before an instant (epoch ms), and when it did. */
export async function readHoldsBefore(
  q: Queryable,
  instant: number,
): Promise<{ readonly no: number; readonly id: string; readonly since: number }[]> {
  const found = await q.query<{ no: number; id: string; since: number }>(
    `select no, id, (machine->>'heldSince')::double precision as since from workspaces
      where held_from is not null and (machine->>'heldSince')::double precision <= $1 order by no`,
    [instant],
  );
  return found.rows;
}
