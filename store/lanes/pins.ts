/** Pins of a workspace as its state has them, and the lines of the audit log about them. */
import type { Finding } from '../../domain/sentence.ts';
import { idlePin, listedPin, pinView } from '../../domain/lanes/pin.ts';
import type { ListedPin, Pin, PinChange, PinState } from '../../domain/lanes/pin.ts';
import { addAudit } from '../audit-log.ts';
import type { Queryable } from '../database.ts';
import type { WorkspaceRef } from './ingest-request.ts';

/** Oldest first; those that have expired among them. */
export async function readPins(q: Queryable, workspaceNo: number): Promise<readonly Pin[]> {
  const found = await q.query<{ pins: readonly Pin[] | null }>({
    name: 'lane-read-pins',
    text: "select machine->'pins' as pins from workspaces where no = $1",
    values: [workspaceNo],
  });
  return found.rows[0]?.pins ?? [];
}

/** @param state only those in this state */
export async function listPins(q: Queryable, workspaceNo: number, state?: PinState): Promise<readonly ListedPin[]> {
  const found = await q.query<{ pins: readonly Pin[] | null; dataClock: Date | null }>({
    name: 'lane-list-pins',
    text: `select machine->'pins' as pins, data_clock as "dataClock" from workspaces where no = $1`,
    values: [workspaceNo],
  });
  const { pins = null, dataClock = null } = found.rows[0] ?? {};
  const listed = (pins ?? []).map((pin) => listedPin(pin, dataClock?.getTime() ?? null));
  return state === undefined ? listed : listed.filter((pin) => pin.state === state);
}

/** Why a pin would hold nothing (`idlePin`). */
export async function readIdlePin(
  q: Queryable,
  workspaceNo: number,
  pin: Pick<Pin, 'queue' | 'step' | 'until'>,
): Promise<Finding | undefined> {
  const found = await q.query<{ hasSteps: boolean; dataClock: Date | null }>(
    `select data_clock as "dataClock", exists (select from lane_steps
        where lane_steps.workspace_no = workspaces.no and ($2::text is null or queue = $2) and ($3::text is null or step = $3)) as "hasSteps"
       from workspaces where no = $1`,
    [workspaceNo, pin.queue, pin.step],
  );
  const { hasSteps = false, dataClock = null } = found.rows[0] ?? {};
  return idlePin(pin, { hasSteps, dataClock: dataClock?.getTime() ?? null });
}

/** Within the round that puts it in force. */
export async function auditPin(q: Queryable, workspace: WorkspaceRef, change: PinChange, actor: string): Promise<void> {
  const [act, details] =
    'add' in change
      ? (['pin.set', { ...pinView(change.add) }] as const)
      : (['pin.removed', { id: change.remove, by: change.by }] as const);
  await addAudit(q, { actor, act, subject: workspace.id, details });
}
