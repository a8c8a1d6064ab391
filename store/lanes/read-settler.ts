/** Reads how the settler of a workspace stands: switches, money of the day, newest run, and what people thought of it. */
import type { SettlerAgreement, SettlerRun, SettlerState } from '../../domain/lanes/settler/shown.ts';
import type { Queryable } from '../database.ts';
import { bookedToday } from './settler-budget.ts';

export async function readSettler(q: Queryable, workspaceNo: number, now: Date): Promise<SettlerState> {
  const [switches, bookedMicros, lastRun, agreement] = await Promise.all([
    readSwitches(q, workspaceNo),
    bookedToday(q, workspaceNo, now),
    latestRun(q, workspaceNo),
    settlerAgreement(q, workspaceNo),
  ]);
  return { ...switches, bookedMicros, lastRun, agreement };
}

async function readSwitches(q: Queryable, workspaceNo: number): Promise<Pick<SettlerState, 'on' | 'killed'>> {
  const found = await q.query<{ on: boolean; killed: boolean }>(
    'select settler_on as on, settler_kill as killed from workspaces where no = $1',
    [workspaceNo],
  );
  return found.rows[0] ?? { on: false, killed: false };
}

async function latestRun(q: Queryable, workspaceNo: number): Promise<SettlerRun | undefined> {
  const found = await q.query<Omit<SettlerRun, 'bookedMicros'> & { bookedMicros: string }>(
    `select id, requested_by as "requestedBy", model, item_limit as "limit", found, started_at as "startedAt",
            finished_at as "finishedAt", ending, booked_micros::text as "bookedMicros",
            json_build_object('settled', settled, 'for_people', for_people, 'cannot_tell', cannot_tell,
              'unusable', unusable, 'not_asked', not_asked, 'gone', gone) as fates
       from lane_settler_runs where workspace_no = $1 order by started_at desc, id desc limit 1`,
    [workspaceNo],
  );
  const [row] = found.rows;
  return row && { ...row, bookedMicros: Number(row.bookedMicros) };
}

async function settlerAgreement(q: Queryable, workspaceNo: number): Promise<SettlerAgreement> {
  const found = await q.query<SettlerAgreement>(
    `select count(*)::int as asked,
            count(*) filter (where settled->>'by' = 'person')::int as answered,
            count(*) filter (where settled->>'by' = 'person' and settled->>'verdict' = verdict)::int as agreed
       from lane_settler_items as checked
       join lane_disagreements using (workspace_no, step_no, item)
      where checked.workspace_no = $1 and fate = 'for_people'`,
    [workspaceNo],
  );
  return found.rows[0] ?? { asked: 0, answered: 0, agreed: 0 };
}
