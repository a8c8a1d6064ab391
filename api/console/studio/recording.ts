/** One recording: its page, what is changed of it by hand, and the draft that comes of it. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { isWriting, phases } from '../../../domain/dispatch/playbook/needed-facts.ts';
import type { Binding } from '../../../domain/dispatch/studio/acts.ts';
import { recordedPlaybook } from '../../../domain/dispatch/studio/recorded-playbook.ts';
import { factsCalledByThemselves, pressedByNumber } from '../../../domain/dispatch/studio/recorded-target.ts';
import {
  answersWithoutWord,
  constantsOfSample,
  samplesInSteps,
  unusedSamples,
} from '../../../domain/dispatch/studio/requests.ts';
import { recordingText } from '../../../domain/dispatch/studio/yaml-text.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { checkPlaybook, placedFindings } from '../../../portals/playbooks/findings.ts';
import { draftVersion, recordCheck, recordRehearsal } from '../../../store/playbook-versions.ts';
import {
  type RecordingRow,
  bindField,
  deleteRecording,
  editRecording,
  endBrowser,
  mapColumns,
  readRecording,
  removeAct,
  wantBrowser,
} from '../../../store/recordings.ts';
import { ApiError } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { administrationCrumb, portalsPath, recordingPath, recordingsPath, versionPath } from '../paths.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { field, form } from '../form.ts';
import { actorOf, redirect, sendPage } from '../page.ts';
import { recordingIn } from './live.ts';
import { recordingPanel, recordingView } from './recording-view.ts';

export const getRecording: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const row = await recordingIn(deps, ctx);
  sendPage(deps, ctx, {
    title: row.setup.name,
    section: 'administration',
    crumbs: [administrationCrumb, { text: 'Portals', href: portalsPath }, { text: 'Recordings', href: recordingsPath }],
    body: recordingView(ctx, row, panelOf(deps, ctx, row, null)),
  });
};

/** The part of the page that follows from the acts, for the script of the page. */
export const getPanel: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) =>
  sendPanel(deps, ctx, await recordingIn(deps, ctx), null);

function panelOf(deps: DispatchConsoleDeps, ctx: Context, row: RecordingRow, said: Content): Html {
  const text = recordingText(row);
  const checked = checkPlaybook(text, row.setup.id, deps.settings);
  const findings = placedFindings(text, ['findings' in checked ? checked.findings : [], ownValues(row)].flat());
  return recordingPanel(ctx, row, { text, findings, said });
}

/** What the recorded steps have of the sample record alone; a text that was changed by hand says itself what it has. */
function ownValues(row: RecordingRow): string[] {
  if (row.edited !== null) return [];
  const made: object & { capabilities?: unknown } = recordedPlaybook(row);
  const own = [
    ...constantsOfSample(row),
    ...factsCalledByThemselves(row),
    ...pressedByNumber(row),
    ...samplesInSteps(row, made.capabilities),
    ...unusedSamples(row, made.capabilities),
  ];
  return [...own, ...answersWithoutWord(row)];
}

function sendPanel(deps: DispatchConsoleDeps, ctx: Context, row: RecordingRow, said: Content): void {
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  ctx.body = panelOf(deps, ctx, row, said).markup;
}

/**
 * The script gets the panel, a browser without one the page.
 * @param next where to continue from there
 */
async function answer(
  deps: DispatchConsoleDeps,
  ctx: Context,
  id: string,
  said: string | null,
  next?: { readonly text: string; readonly href: string },
): Promise<void> {
  if (ctx.get('X-Studio') === '') return redirect(ctx, next?.href ?? recordingPath(id), said ?? undefined);
  const row = await readRecording(deps.pool, id);
  const link = next === undefined ? null : html` <a href="${next.href}">${next.text}</a>`;
  if (row !== undefined) sendPanel(deps, ctx, row, said === null ? null : html`${said}${link}`);
}

export const getPlaybookFile: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const row = await recordingIn(deps, ctx);
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'application/yaml; charset=utf-8',
    'Content-Disposition': `attachment; filename="${row.setup.id}.yaml"`,
    'Cache-Control': 'no-store',
  });
  ctx.body = recordingText(row);
};

export const postOpen: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await recordingIn(deps, ctx);
  await wantBrowser(deps.pool, id, 'opens');
  await answer(deps, ctx, id, null);
};

export const postClose: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await recordingIn(deps, ctx);
  await endBrowser(deps.pool, id, 'it was closed');
  await answer(deps, ctx, id, null);
};

export const postDelete: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id, setup } = await recordingIn(deps, ctx);
  await deleteRecording(deps.pool, id, actorOf(ctx));
  redirect(ctx, recordingsPath, `The recording of ${setup.name} is deleted.`);
};

export const postActRemoval: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await recordingIn(deps, ctx);
  const removed = await removeAct(deps.pool, id, indexIn(ctx), field(ctx, 'act') || undefined);
  await answer(deps, ctx, id, removed ? null : 'That step is not there any more.');
};

export const postColumns: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await recordingIn(deps, ctx);
  const columns = [...form(ctx)].flatMap(([name, header]) =>
    name.startsWith('column_') && header !== '' ? [[header, name.slice('column_'.length)] as const] : [],
  );
  await mapColumns(deps.pool, id, indexIn(ctx), Object.fromEntries(columns));
  await answer(deps, ctx, id, null);
};

/** @throws ApiError bad_request */
function indexIn(ctx: Context): number {
  const text = field(ctx, 'index');
  if (!/^\d{1,4}$/.test(text)) throw new ApiError('bad_request', 'index is the number of a step');
  return Number(text);
}

export const postBinding: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await recordingIn(deps, ctx);
  const [, input] = /^input:([a-z_]+)$/.exec(field(ctx, 'binding')) ?? [];
  const is = field(ctx, 'binding');
  const binding: Binding | null =
    input !== undefined ? { is: 'input', input } : is === 'fixed' || is === 'token' ? { is } : null;
  await bindField(deps.pool, id, field(ctx, 'key'), binding);
  await answer(deps, ctx, id, null);
};

export const postText: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const row = await recordingIn(deps, ctx);
  const text = (form(ctx).get('text') ?? '').replaceAll('\r\n', '\n');
  const isDiscarded = field(ctx, 'discard') !== '';
  // A text that is what the acts make follows them further on.
  const isSame = row.edited === null && text === recordingText(row);
  await editRecording(deps.pool, row.id, isDiscarded || isSame ? null : text);
  await answer(deps, ctx, row.id, isDiscarded ? 'The text is what was recorded.' : 'The text is saved.');
};

export const postDraft: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const row = await recordingIn(deps, ctx);
  const checked = checkPlaybook(recordingText(row), row.setup.id, deps.settings);
  if ('findings' in checked) return answer(deps, ctx, row.id, 'Nothing was stored: the playbook has findings.');
  const { playbook } = checked;
  const { id: playbookId, version, digest, capabilities } = playbook;
  const writes = taskTypes.some((type) => isWriting(type) && capabilities[type] !== undefined);
  const by = { actor: actorOf(ctx), why: field(ctx, 'why') || 'recorded in the studio' };
  const name = { playbookId, version };
  const drafted = await draftVersion(deps.pool, { ...name, digest, body: recordingText(row), writes }, by);
  if (drafted.kind === 'refused')
    return answer(deps, ctx, row.id, `Nothing was stored: ${playbookId} ${version}: ${drafted.reason}.`);
  await recordCheck(deps.pool, name, by);
  const capability = capabilities[row.setup.taskType];
  const isRehearsed = phases.every((phase) => capability?.[phase] === undefined || row.rehearsed[phase] === digest);
  if (isRehearsed) await recordRehearsal(deps.pool, name, { ...by, why: 'rehearsed in the studio' });
  const state = isRehearsed ? 'rehearsed' : 'checked, and not rehearsed';
  await answer(deps, ctx, row.id, `${playbookId} ${version} is stored (${state}).`, {
    text: isRehearsed ? 'Release it' : 'Rehearse and release it',
    href: versionPath(playbookId, version),
  });
};
