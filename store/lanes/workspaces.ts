/** Workspaces: their settings, first key, and what the newest round has left of their clock and counts. */
import { randomBytes } from 'node:crypto';
import { workspaceScopes } from '../../domain/key-scopes.ts';
import { newId } from '../../process/ids.ts';
import { addAudit } from '../audit-log.ts';
import { type Pool, type Queryable, inTransaction } from '../database.ts';
import { addKey } from '../keys.ts';
import type { WorkspaceChange, WorkspaceRef } from './ingest-request.ts';

export type WorkspaceClock = 'data' | 'wall';

/** What the owner has set (D42). */
export interface WorkspaceSettings {
  readonly name: string;
  readonly timeZone: string;
  readonly auditSeed: string;
  readonly clock: WorkspaceClock;
  readonly simulation: boolean;
  readonly settlerOn: boolean;
  readonly settlerKill: boolean;
  readonly closeGraceHours: number;
}

export interface WorkspaceRow extends WorkspaceRef, WorkspaceSettings {
  readonly createdAt: Date;
  readonly routeVersion: number;
  /** Events stored so far. */
  readonly events: number;
  /** Null before the first event. */
  readonly dataClock: Date | null;
  /** `YYYYWW` of the data clock; 0 before the first event. */
  readonly weekNumber: number;
  /** Newest closed week; 0 before the first close. */
  readonly closedWeek: number;
  readonly waitingSettlement: number;
  /** Events that are held until the next close. */
  readonly heldEvents: number;
  /** Since when, epoch ms. */
  readonly heldSince: number | null;
}

export interface NewWorkspace {
  readonly name: string;
  /** Random when left out. */
  readonly auditSeed?: string;
  /** IANA name, checked by the caller; UTC when left out. */
  readonly timeZone?: string;
  readonly clock?: WorkspaceClock;
  readonly simulation?: boolean;
  readonly closeGraceHours?: number;
  /** Who makes it, for the audit log. */
  readonly actor: string;
}

const settingColumns = `name, time_zone as "timeZone", audit_seed as "auditSeed", clock, simulation,
  settler_on as "settlerOn", settler_kill as "settlerKill", close_grace_hours as "closeGraceHours"`;
const columns = `no, id, ${settingColumns}, created_at as "createdAt", route_version as "routeVersion", events,
  data_clock as "dataClock", week_number as "weekNumber", closed_week as "closedWeek",
  waiting_settlement as "waitingSettlement", coalesce((machine->>'held')::int, 0) as "heldEvents",
  (machine->>'heldSince')::double precision as "heldSince"`;

/** Makes a workspace with a key that may do everything; the returned key is shown once. */
export async function createWorkspace(
  pool: Pool,
  given: NewWorkspace,
): Promise<{ workspaceId: string; workspaceNo: number; apiKey: string; auditSeed: string }> {
  const workspaceId = newId('workspace');
  const auditSeed = given.auditSeed ?? randomBytes(8).toString('hex');
  return inTransaction(pool, async (q) => {
    const made = await q.query<{ no: number }>(
      `insert into workspaces (id, name, time_zone, audit_seed, clock, simulation, close_grace_hours, log_seq)
       values ($1, $2, $3, $4, $5, $6, $7, 1) returning no`,
      [
        workspaceId,
        given.name,
        given.timeZone ?? 'UTC',
        auditSeed,
        given.clock ?? 'data',
        given.simulation ?? false,
        given.closeGraceHours ?? 0,
      ],
    );
    const workspaceNo = made.rows[0]?.no ?? 0;
    // The log begins with the settings, so that a replay needs nothing else (D33).
    const settings = await readSettingsForUpdate(q, workspaceNo);
    await q.query("select lane_log_month((now() at time zone 'utc')::date)");
    await q.query(
      `insert into lane_log (workspace_no, seq, stored_on, kind, size, settings)
       values ($1, 1, (now() at time zone 'utc')::date, 'settings', 0, $2)`,
      [workspaceNo, JSON.stringify(settings)],
    );
    await addAudit(q, {
      actor: given.actor,
      act: 'workspace.created',
      subject: workspaceId,
      details: { name: given.name, time_zone: settings.timeZone, clock: settings.clock },
    });
    const { key } = await addKey(q, {
      ownerKind: 'workspace',
      ownerId: workspaceId,
      scopes: workspaceScopes,
      label: 'first key',
      actor: given.actor,
    });
    return { workspaceId, workspaceNo, apiKey: key, auditSeed };
  });
}

export async function readWorkspace(q: Queryable, workspaceId: string): Promise<WorkspaceRow | undefined> {
  const found = await q.query<WorkspaceRow>({
    name: 'read-workspace',
    text: `select ${columns} from workspaces where id = $1`,
    values: [workspaceId],
  });
  return found.rows[0];
}

export async function listWorkspaces(q: Queryable): Promise<WorkspaceRow[]> {
  const found = await q.query<WorkspaceRow>(`select ${columns} from workspaces order by no`);
  return found.rows;
}

/** The settings as they are, the row locked for the transaction. */
export async function readSettingsForUpdate(q: Queryable, workspaceNo: number): Promise<WorkspaceSettings> {
  const found = await q.query<WorkspaceSettings>(`select ${settingColumns} from workspaces where no = $1 for update`, [
    workspaceNo,
  ]);
  const [settings] = found.rows;
  if (settings === undefined) throw new Error(`there is no workspace ${workspaceNo}`);
  return settings;
}

/** Puts changed settings in force, within the round that logs them. */
export async function writeSettings(
  q: Queryable,
  workspace: WorkspaceRef,
  settings: WorkspaceSettings,
  change: WorkspaceChange,
  actor: string,
): Promise<void> {
  await q.query(
    `update workspaces set name = $2, time_zone = $3, audit_seed = $4, clock = $5, simulation = $6, settler_on = $7,
            settler_kill = $8, close_grace_hours = $9 where no = $1`,
    [
      workspace.no,
      settings.name,
      settings.timeZone,
      settings.auditSeed,
      settings.clock,
      settings.simulation,
      settings.settlerOn,
      settings.settlerKill,
      settings.closeGraceHours,
    ],
  );
  await addAudit(q, { actor, act: 'workspace.changed', subject: workspace.id, details: { ...change } });
}

/** Who calls the lanes API: the workspace of a bearer key, with what a request needs to know of it. */
export interface WorkspaceKeyRow {
  readonly keyId: string;
  readonly scopes: readonly string[];
  readonly no: number;
  readonly id: string;
  readonly timeZone: string;
  readonly auditSeed: string;
  readonly simulation: boolean;
}

/** The workspace whose key has this SHA-256, if the key is in force now. */
export async function readWorkspaceByKey(q: Queryable, hash: Buffer): Promise<WorkspaceKeyRow | undefined> {
  const found = await q.query<WorkspaceKeyRow>({
    name: 'read-workspace-by-key',
    text: `select keys.id as "keyId", scopes, workspaces.no, workspaces.id, time_zone as "timeZone",
             audit_seed as "auditSeed", simulation
             from keys join workspaces on workspaces.id = owner_id
            where hash = $1 and owner_kind = 'workspace'
              and revoked_at is null and (valid_until is null or valid_until > now())`,
    values: [hash],
  });
  return found.rows[0];
}

/** Reads the state of a workspace (D50): events, route calls, its clock, its weeks, its last webhook. */
interface WorkspaceStatus extends Pick<
  WorkspaceRow,
  | 'events'
  | 'waitingSettlement'
  | 'dataClock'
  | 'weekNumber'
  | 'closedWeek'
  | 'clock'
  | 'auditSeed'
  | 'heldEvents'
  | 'heldSince'
> {
  readonly eventsToday: number;
  readonly routesToday: number;
  /** The newest attempt of a delivery; null before the first. */
  readonly lastWebhook: LastWebhook | null;
}

interface LastWebhook {
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
