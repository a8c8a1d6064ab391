/** Workspaces: the list, a new one, its settings by way of its log, its keys, and the settler's switches. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { checkAuditSeed, checkName, checkWholeNumber } from '../../../domain/administration/input.ts';
import { runLimit } from '../../../domain/lanes/settler/policy.ts';
import { isTimeZone } from '../../../domain/lanes/week.ts';
import { listKeys } from '../../../store/keys.ts';
import type { WorkspaceChange } from '../../../store/lanes/ingest-request.ts';
import { type WorkspaceRow, listWorkspaces } from '../../../store/lanes/workspaces.ts';
import { runSettler, settlerState } from '../../../commands/lanes/settler.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { type ScheduleKept, changeWorkspace, createWorkspace } from '../../../commands/lanes/workspaces.ts';
import { ApiError, refusalError } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import type { FormFinding, LanesConsoleDeps } from '../route.ts';
import { field, findingAt, form, shownOnceView } from '../form.ts';
import { actorOf, redirect, sendPage } from '../page.ts';
import { makeKey } from './keys.ts';
import { administrationCrumb, workspacePath, workspacesPath } from '../paths.ts';
import { type WorkspaceForm, workspaceListView, workspaceView } from './workspace-views.ts';
import { workspaceNamed } from '../lanes/workspace.ts';

const crumbs = [administrationCrumb, { text: 'Workspaces', href: workspacesPath }];

const emptyForm: WorkspaceForm = {
  name: '',
  timeZone: 'UTC',
  clock: 'data',
  simulation: false,
  auditSeed: '',
  closeGraceHours: '0',
};

export const getWorkspaces: HandlerOf<LanesConsoleDeps> = (deps) => (ctx) => sendList(deps, ctx, emptyForm, []);

async function sendList(
  deps: LanesConsoleDeps,
  ctx: Context,
  given: WorkspaceForm,
  findings: readonly FormFinding[],
): Promise<void> {
  sendPage(deps, ctx, {
    title: 'Workspaces',
    section: 'administration',
    crumbs: [administrationCrumb],
    status: findings.length === 0 ? 200 : 422,
    body: workspaceListView(ctx, { workspaces: await listWorkspaces(deps.pool), given, findings, now: deps.now() }),
  });
}

function formIn(ctx: Context): WorkspaceForm {
  return {
    name: field(ctx, 'name'),
    timeZone: field(ctx, 'time_zone'),
    clock: field(ctx, 'clock') === 'wall' ? 'wall' : 'data',
    simulation: form(ctx).has('simulation'),
    auditSeed: field(ctx, 'audit_seed'),
    closeGraceHours: field(ctx, 'close_grace_hours'),
  };
}

interface ValidatedForm {
  readonly change: Required<Pick<WorkspaceChange, 'name' | 'timeZone' | 'clock' | 'simulation' | 'closeGraceHours'>> &
    Pick<WorkspaceChange, 'auditSeed'>;
  readonly findings: readonly FormFinding[];
}

function judged(given: WorkspaceForm): ValidatedForm {
  const name = checkName(given.name, 'A name');
  const seed = given.auditSeed === '' ? null : checkAuditSeed(given.auditSeed);
  const hours = checkWholeNumber(given.closeGraceHours, 0, 168, 'the number of hours after the end of a week');
  const findings = [
    name.ok ? null : findingAt('name', name.sentence),
    isTimeZone(given.timeZone) ? null : findingAt('time_zone', 'the time zone is an IANA name, such as Europe/Berlin'),
    hours.ok ? null : findingAt('close_grace_hours', hours.sentence),
    seed === null || seed.ok ? null : findingAt('audit_seed', seed.sentence),
  ].filter((finding) => finding !== null);
  const { timeZone, clock, simulation } = given;
  return {
    findings,
    change: {
      name: given.name,
      timeZone,
      clock,
      simulation,
      closeGraceHours: hours.ok ? hours.value : 0,
      ...(seed?.ok === true ? { auditSeed: seed.value } : {}),
    },
  };
}

export const postWorkspace: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const given = formIn(ctx);
  const { change, findings } = judged(given);
  if (findings.length > 0) return sendList(deps, ctx, given, findings);
  const { made, schedule: kept } = await createWorkspace(deps, { ...change, actor: actorOf(ctx) });
  const schedule = scheduleNotice(deps, made.workspaceId, kept);
  sendPage(deps, ctx, {
    title: 'Workspace created',
    section: 'administration',
    crumbs,
    body: shownOnceView({
      title: 'Workspace created',
      secrets: [
        { name: 'API key', value: made.apiKey, about: 'Full access to the workspace: Authorization: Bearer …' },
      ],
      note: html`<p>Its id is <code>${made.workspaceId}</code>, its audit seed <code>${made.auditSeed}</code>.</p>
        ${schedule === null ? null : html`<p class="notice notice-warn">${schedule}</p>`}`,
      next: { text: 'View workspace', href: workspacePath(made.workspaceId) },
    }),
  });
};

/** @returns a sentence where the engine did not take the Schedule that closes weeks */
function scheduleNotice({ log }: LanesConsoleDeps, workspaceId: string, kept: ScheduleKept): string | null {
  if (kept === 'kept') return null;
  log.warn({ err: kept.failed, workspace: workspaceId }, 'the Schedule that closes weeks could not be kept');
  return 'Temporal did not accept the Schedule that closes its weeks. A worker creates it at startup; npx lanekeeper lanes schedules creates it now.';
}

export const getWorkspace: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  await sendWorkspace(deps, ctx, workspace, formOf(workspace), []);
};

async function sendWorkspace(
  deps: LanesConsoleDeps,
  ctx: Context,
  workspace: WorkspaceRow,
  given: WorkspaceForm,
  findings: readonly FormFinding[],
): Promise<void> {
  const [keys, settler] = await Promise.all([
    listKeys(deps.pool, 'workspace', workspace.id),
    settlerState(deps, workspace),
  ]);
  sendPage(deps, ctx, {
    title: workspace.name,
    section: 'administration',
    crumbs,
    status: findings.length === 0 ? 200 : 422,
    body: workspaceView(ctx, { workspace, keys, settler, given, findings, now: deps.now() }),
  });
}

const formOf = (workspace: WorkspaceRow): WorkspaceForm => ({
  name: workspace.name,
  timeZone: workspace.timeZone,
  clock: workspace.clock,
  simulation: workspace.simulation,
  auditSeed: workspace.auditSeed,
  closeGraceHours: String(workspace.closeGraceHours),
});

/** @throws ApiError not_found */
const workspaceIn = (deps: LanesConsoleDeps, ctx: Context): Promise<WorkspaceRow> =>
  workspaceNamed(deps, (ctx['params'] as { readonly id: string }).id);

export const postSettings: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const given = formIn(ctx);
  const { change, findings } = judged(given);
  if (findings.length > 0) return sendWorkspace(deps, ctx, workspace, given, findings);
  const changed = changesOf(workspace, change);
  if (Object.keys(changed).length === 0) return redirect(ctx, workspacePath(workspace.id), 'Nothing was changed.');
  const schedule = scheduleNotice(deps, workspace.id, await changeWorkspace(deps, workspace, changed, actorOf(ctx)));
  redirect(ctx, workspacePath(workspace.id), schedule ?? 'The settings are saved and recorded in the log.');
};

/** Only what differs goes into the log. */
function changesOf(workspace: WorkspaceRow, wanted: WorkspaceChange): WorkspaceChange {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => workspace[name as keyof WorkspaceChange] !== value),
  );
}

export const postWorkspaceKey: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await workspaceIn(deps, ctx);
  await makeKey(deps, ctx, 'workspace', id);
};

const switches: Readonly<Record<string, { readonly change: WorkspaceChange; readonly notice: string }>> = {
  on: { change: { settlerOn: true, settlerKill: false }, notice: 'The settler is on.' },
  off: { change: { settlerOn: false }, notice: 'The settler is off; people review disagreements.' },
  kill: { change: { settlerKill: true }, notice: 'The settler is stopped.' },
  release: { change: { settlerKill: false }, notice: 'The settler may run again.' },
};

export const postSettler: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = switches[field(ctx, 'act')];
  if (chosen === undefined) throw new ApiError('bad_request', 'choose what the settler shall do');
  await changeWorkspace(deps, workspace, chosen.change, actorOf(ctx));
  redirect(ctx, workspacePath(workspace.id), chosen.notice);
};

export const postSettlerRun: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const asked = await runSettler(deps, workspace, { limit: runLimit.default, requestedBy: actorOf(ctx) });
  if (isRefused(asked) && asked.refused !== 'settler_off') throw refusalError(asked);
  const notice = isRefused(asked)
    ? asked.findings[0]
    : asked.status === 'started'
      ? 'Settler run started.'
      : 'A run is already in progress.';
  redirect(ctx, workspacePath(workspace.id), notice);
};
