/** A workspace with hooks, for measurements of what they cost and bear. */
import type { HookEvent } from '../../domain/lanes/hook-event.ts';
import { newId } from '../../process/ids.ts';
import { createHook } from '../../store/lanes/hooks.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { deploymentSecret, type Site } from './site.ts';

export interface HookSite extends Site {
  readonly workspace: WorkspaceRef;
}

export async function openHookSite(site: Site): Promise<HookSite> {
  const made = await createWorkspace(site.pool, { name: 'Bench', auditSeed: '7', actor: 'bench' });
  return { ...site, workspace: { no: made.workspaceNo, id: made.workspaceId } };
}

export async function addHook({ pool, workspace }: HookSite, url: string): Promise<string> {
  const given = { url, events: ['lane.changed'], deploymentSecret, actor: 'bench' } as const;
  const hook = await createHook(pool, workspace, given);
  if (hook === undefined) throw new Error('the workspace has too many hooks');
  return hook.id;
}

/** Announced as the ingest does it, in a transaction; `n` makes the events differ. */
export function laneChanged(n: number): HookEvent {
  const at = new Date().toISOString();
  return { id: newId('event'), type: 'lane.changed', queue: 'bills', step: 'code', at, data: { n } };
}
