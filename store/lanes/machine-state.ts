/** The lane machine of a workspace as the database keeps it: its own state, steps, week counts and input counts. */
import type { InputCount } from '../../domain/lanes/input-value.ts';
import { oldestWeekStart } from '../../domain/lanes/machine/machine.ts';
import type {
  MachineChanges,
  SavedInput,
  SavedStep,
  SavedWeek,
  WorkspaceState,
} from '../../domain/lanes/machine/saved.ts';
import type { Queryable } from '../database.ts';
import { type WorkspaceSettings, readSettingsForUpdate } from './workspaces.ts';

/** Where the log and the versions of a workspace are; the base of the next round. */
export interface MachineHead {
  readonly version: number;
  readonly routeVersion: number;
  readonly logSeq: number;
  /** First record whose events are held for the next close; null when none are. */
  readonly heldFrom: number | null;
}

export async function readHead(q: Queryable, workspaceNo: number): Promise<MachineHead> {
  const found = await q.query<MachineHead>({
    name: 'lane-read-head',
    text: `select machine_version as version, route_version as "routeVersion", log_seq as "logSeq",
                  held_from as "heldFrom" from workspaces where no = $1`,
    values: [workspaceNo],
  });
  const [head] = found.rows;
  if (head === undefined) throw new Error(`there is no workspace ${workspaceNo}`);
  return head;
}

interface StoredMachine {
  readonly settings: WorkspaceSettings;
  /** Null before the first round. */
  readonly workspace: WorkspaceState | null;
  readonly steps: readonly SavedStep[];
  readonly weeks: readonly SavedWeek[];
}

/** Everything that the machine is loaded from, but for items and inputs, which are loaded as they are touched. */
export async function readMachine(q: Queryable, workspaceNo: number): Promise<StoredMachine> {
  const settings = await readSettingsForUpdate(q, workspaceNo);
  const machine = await q.query<{ machine: WorkspaceState | null }>('select machine from workspaces where no = $1', [
    workspaceNo,
  ]);
  const steps = await q.query<SavedStep>(
    'select no, queue, step, state from lane_steps where workspace_no = $1 order by no',
    [workspaceNo],
  );
  const workspace = machine.rows[0]?.machine ?? null;
  const weeks = await q.query<SavedWeek>(
    `select step_no as "stepNo", stint, week_start as "weekStart", week, counts from lane_weeks
      where workspace_no = $1 and week_start >= $2 order by step_no, stint, week`,
    [workspaceNo, workspace === null ? 0 : oldestWeekStart(workspace)],
  );
  return { settings, workspace, steps: steps.rows, weeks: weeks.rows };
}

/** How often each watched input of a stint had which value, all weeks together. */
export async function readInputs(
  q: Queryable,
  workspaceNo: number,
  stepNo: number,
  stint: number,
): Promise<InputCount[]> {
  const found = await q.query<InputCount>({
    name: 'lane-read-inputs',
    text: `select feature, value, sum(n)::bigint as n from lane_inputs
            where workspace_no = $1 and step_no = $2 and stint = $3 group by feature, value order by feature, value`,
    values: [workspaceNo, stepNo, stint],
  });
  return found.rows;
}

/** Steps, with the route entries of those whose entry changed under the new version. */
export async function saveSteps(
  q: Queryable,
  workspaceNo: number,
  steps: MachineChanges['steps'],
  version: number,
): Promise<void> {
  if (steps.length === 0) return;
  await q.query({
    name: 'lane-save-steps',
    text: `insert into lane_steps as kept (workspace_no, no, queue, step, state, route, route_version)
           select $1, (row->>0)::int, row->>1, row->>2, row->3, row->4, $3 from json_array_elements($2::json) as row
           on conflict (workspace_no, no) do update set state = excluded.state,
             route = case when excluded.route::text = 'null' then kept.route else excluded.route end,
             route_version = case when excluded.route::text = 'null' then kept.route_version
                             else excluded.route_version end`,
    values: [
      workspaceNo,
      JSON.stringify(
        steps.map(({ no, queue, step, state, route, routeChanged }) => [
          no,
          queue,
          step,
          state,
          routeChanged ? route : null,
        ]),
      ),
      version,
    ],
  });
}

export async function saveWeeks(q: Queryable, workspaceNo: number, weeks: readonly SavedWeek[]): Promise<void> {
  if (weeks.length === 0) return;
  await q.query({
    name: 'lane-save-weeks',
    text: `insert into lane_weeks (workspace_no, step_no, stint, week, week_start, counts)
           select $1, (row->>0)::int, (row->>1)::int, (row->>2)::int, (row->>3)::bigint, row->4
             from json_array_elements($2::json) as row
           on conflict (workspace_no, step_no, stint, week) do update
             set counts = excluded.counts, week_start = excluded.week_start`,
    values: [
      workspaceNo,
      JSON.stringify(
        weeks.map(({ stepNo, stint, weekStart, week, counts }) => [stepNo, stint, week, weekStart, counts]),
      ),
    ],
  });
}

export async function saveInputs(q: Queryable, workspaceNo: number, inputs: readonly SavedInput[]): Promise<void> {
  if (inputs.length === 0) return;
  await q.query({
    name: 'lane-save-inputs',
    text: `insert into lane_inputs as kept (workspace_no, step_no, stint, week, feature, value, n)
           select $1, (row->>0)::int, (row->>1)::int, (row->>2)::int, row->>3, row->>4, (row->>5)::bigint
             from json_array_elements($2::json) as row
           on conflict (workspace_no, step_no, stint, week, feature, value) do update set n = kept.n + excluded.n`,
    values: [
      workspaceNo,
      JSON.stringify(
        inputs.map(({ stepNo, stint, week, feature, value, n }) => [stepNo, stint, week, feature, value, n]),
      ),
    ],
  });
}
