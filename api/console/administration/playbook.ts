/** The page of a portal's playbook: its versions, changes that were found, canaries, and every act that the command line has. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { knownPlaybooks } from '../../../commands/dispatch/find-playbooks.ts';
import { draftPlaybook, pauseCanary, resumeCanary, runCanary } from '../../../commands/dispatch/playbooks.ts';
import { type Refusal, isRefused } from '../../../commands/refusal.ts';
import { type PageChange, withChosen } from '../../../domain/dispatch/playbook/changed-control.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import { namedBy, targetText } from '../../../domain/dispatch/playbook/target.ts';
import { type TaskType, taskTypes } from '../../../domain/dispatch/task.ts';
import { playbookText, readDraft } from '../../../portals/playbooks/load.ts';
import { type ProposedPlaybook, proposePlaybook } from '../../../portals/playbooks/propose.ts';
import { canaryStart, listCanaryRuns, listPausedCanaries } from '../../../store/canaries.ts';
import { draftVersion, listVersions, rollBack } from '../../../store/playbook-versions.ts';
import type { PlaybookVersion, VersionAct } from '../../../store/playbook-versions.ts';
import { type PortalChange, endChangesByHand, listChanges } from '../../../store/portal-changes.ts';
import { listStoredAccounts } from '../../../store/portal-credentials.ts';
import { listSenders } from '../../../store/senders.ts';
import { addStarts } from '../../../store/workflow-starts.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { field, form, formError } from '../form.ts';
import { actorOf, redirect, sendPage } from '../page.ts';
import { administrationCrumb, portalPath, rehearsalPath, versionPath, portalsPath } from '../paths.ts';
import { chosenCandidates } from './playbook-parts.ts';
import { type ShownProposal, playbookView } from './playbook-view.ts';

export const portalsCrumb = { text: 'Portals', href: portalsPath };

/** A reason is part of every act. @throws ApiError bad_request */
export function whyOf(ctx: Context): string {
  const why = field(ctx, 'why');
  if (why === '') throw formError('a reason is required: it is kept with the version', 'why');
  return why;
}

export const refusedVersion = ({ version }: { readonly version: string }, { findings }: Refusal): ApiError =>
  new ApiError('bad_request', `${version}: ${findings[0]}`);

/** @throws ApiError bad_request with the reason of a refusal */
export function done(act: VersionAct, name: string): PlaybookVersion {
  if (act.kind === 'refused') throw new ApiError('bad_request', `${name}: ${act.reason}`);
  return act.version;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly file: LoadedPlaybook | undefined;
  /** The file, or where there is none the stored version in use; undefined before its first check. */
  readonly known: LoadedPlaybook | undefined;
  readonly versions: readonly PlaybookVersion[];
}

/** @throws ApiError not_found */
async function playbookIn(deps: DispatchConsoleDeps, ctx: Context): Promise<Named> {
  const { id } = ctx['params'] as { readonly id: string };
  const file = deps.playbooks.find((one) => one.id === id);
  const versions = await listVersions(deps.pool, id);
  if (file === undefined && versions.length === 0) throw notFound('playbook');
  const known = (await knownPlaybooks(deps)).find((one) => one.id === id);
  return { id, name: known?.name ?? id, file, known, versions };
}

export const getPlaybook: HandlerOf<DispatchConsoleDeps> = (deps) => (ctx) =>
  showPlaybook(deps, ctx, { body: '', findings: [] });

async function showPlaybook(
  deps: DispatchConsoleDeps,
  ctx: Context,
  typed: { readonly body: string; readonly findings: readonly string[] },
): Promise<void> {
  const { pool } = deps;
  const { id, name, file, known, versions } = await playbookIn(deps, ctx);
  const [changes, runs, paused, senders, logins] = await Promise.all([
    listChanges(pool, { confirmed: false }),
    listCanaryRuns(pool, { playbookId: id, limit: 1, canary: true }),
    listPausedCanaries(pool),
    listSenders(pool),
    listStoredAccounts(pool),
  ]);
  const login = logins.find((one) => one.portal === id && one.account === known?.account);
  const own = changes.filter((change) => change.playbookId === id);
  sendPage(deps, ctx, {
    title: name,
    section: 'administration',
    crumbs: [administrationCrumb, portalsCrumb],
    status: typed.findings.length === 0 ? 200 : 422,
    body: playbookView(ctx, {
      id,
      name,
      file,
      known,
      versions,
      proposals: own.map((change) => shownProposal(deps, change, versions)),
      runs,
      isPaused: paused.includes(id),
      senders,
      loginStoredAt: login?.updatedAt ?? null,
      typed: typed.body === '' ? { ...typed, body: textInUse(deps, file, versions) } : typed,
      now: deps.now(),
    }),
  });
}

function textInUse(
  { settings }: DispatchConsoleDeps,
  file: LoadedPlaybook | undefined,
  versions: readonly PlaybookVersion[],
): string {
  const stored = versions.find(({ inForceFor }) => inForceFor.includes(null));
  return stored?.body ?? (file && playbookText(settings, file.id, file.digest)) ?? versions[0]?.body ?? '';
}

function shownProposal(
  deps: DispatchConsoleDeps,
  change: PortalChange,
  versions: readonly PlaybookVersion[],
): ShownProposal {
  const proposed = proposalFor(deps, change, versions);
  return { change, proposed };
}

/** Undefined where no control of the page is missing, or its playbook is not here any more. */
function proposalFor(
  deps: DispatchConsoleDeps,
  met: PortalChange,
  versions: readonly PlaybookVersion[],
): ProposedPlaybook | undefined {
  const body = textOf(deps, met, versions);
  if (met.change === null || body === undefined) return undefined;
  const taken = versions.map(({ version }) => version);
  return proposePlaybook(body, met.playbookId, met.change, taken);
}

/** Of a version or a file, as long as it is here. */
function textOf(
  { settings }: DispatchConsoleDeps,
  { playbookId, digest }: Pick<PlaybookVersion, 'playbookId' | 'digest'>,
  versions: readonly PlaybookVersion[],
): string | undefined {
  return versions.find((one) => one.digest === digest)?.body ?? playbookText(settings, playbookId, digest);
}

export const postDraft: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await playbookIn(deps, ctx);
  const body = (form(ctx).get('body') ?? '').replaceAll('\r\n', '\n');
  const draft = readDraft(body);
  if ('refused' in draft)
    return showPlaybook(deps, ctx, { body, findings: [`It cannot be stored: ${draft.refused}.`] });
  if (draft.playbookId !== id)
    return showPlaybook(deps, ctx, {
      body,
      findings: [`Its id is ${draft.playbookId}, and this page is that of ${id}.`],
    });
  const act = await draftVersion(deps.pool, draft, { actor: actorOf(ctx), why: whyOf(ctx) });
  if (act.kind === 'refused') return showPlaybook(deps, ctx, { body, findings: [`${draft.version}: ${act.reason}.`] });
  redirect(ctx, versionPath(id, draft.version), `Version ${draft.version} is stored as a draft.`);
};

export const postProposal: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id, versions } = await playbookIn(deps, ctx);
  const met = (await listChanges(deps.pool, { confirmed: false })).find(
    (one) => one.playbookId === id && one.id === field(ctx, 'change'),
  );
  if (met === undefined)
    throw new ApiError('bad_request', 'the change is resolved: the portal fits the version in use');
  const body = textOf(deps, met, versions);
  if (met.change === null || body === undefined)
    throw new ApiError('bad_request', 'no change of the playbook is proposed any more');
  await storeProposal(deps, ctx, { ...met, change: met.change, body, versions });
};

interface Proposable {
  readonly playbookId: string;
  readonly taskType: TaskType;
  readonly change: PageChange;
  /** The text that met the change. */
  readonly body: string;
  readonly versions: readonly PlaybookVersion[];
}

/** Stores a change as a draft, checks it, and has it rehearsed where its canary says with what. */
export async function storeProposal(
  deps: DispatchConsoleDeps,
  ctx: Context,
  { playbookId: id, taskType, change, body, versions }: Proposable,
): Promise<void> {
  const chosen = withChosen(change, chosenCandidates(ctx, change));
  const taken = versions.map(({ version }) => version);
  const proposed = proposePlaybook(body, id, chosen, taken);
  if (proposed.kind !== 'proposed') throw new ApiError('bad_request', proposed.why);
  const draft = readDraft(proposed.text);
  if ('refused' in draft) throw new Error(`a proposal cannot be stored: ${draft.refused}`);
  const lacks = change.missing.map(({ expected }) => JSON.stringify(namedBy(expected)?.text ?? targetText(expected)));
  const { notice, page } = change;
  const met =
    notice === undefined
      ? `${lacks.join(', ')} was not on the page ${page}`
      : `${JSON.stringify(notice.heading ?? notice.text)} lies over the page ${page}`;
  const by = { actor: actorOf(ctx), why: `proposed: ${met}` };
  const checked = await draftPlaybook(deps, draft, by);
  if (isRefused(checked)) throw refusedVersion(draft, checked);
  const { version } = checked;
  if ('findings' in checked) {
    redirect(ctx, versionPath(id, version.version), 'The proposal is stored as a draft; its check has findings.');
    return;
  }
  const task = checked.playbook.canary[taskType];
  if (task === undefined) {
    redirect(ctx, versionPath(id, version.version), 'The proposal is stored. Rehearse it, then release it.');
    return;
  }
  const { version: name, digest } = version;
  const draftRehearsal = { version: name, by: by.actor, params: task.params, inputs: task.inputs };
  await addStarts(deps.pool, [canaryStart({ playbookId: id, digest, taskType, draft: draftRehearsal })]);
  deps.wakeStarts();
  redirect(
    ctx,
    rehearsalPath(id, name, deps.now()),
    'The proposal is stored. Release it when its rehearsal has passed.',
  );
}

export const postRollback: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await playbookIn(deps, ctx);
  const sender = field(ctx, 'sender');
  const act = await rollBack(deps.pool, id, sender === '' ? null : sender, { actor: actorOf(ctx), why: whyOf(ctx) });
  redirect(ctx, portalPath(id), `Version ${done(act, id).version} is in use again.`);
};

export const postChangeEnd: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await playbookIn(deps, ctx);
  const ended = await endChangesByHand(deps.pool, id, { actor: actorOf(ctx), why: whyOf(ctx) });
  redirect(
    ctx,
    portalPath(id),
    ended === 0 ? 'No change was open.' : 'The change is ended: waiting tasks try the portal again within a minute.',
  );
};

const canaryActs = ['run', 'pause', 'resume'] as const;

export const postCanary: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await playbookIn(deps, ctx);
  const { pool } = deps;
  const actor = actorOf(ctx);
  const act = canaryActs.find((one) => one === field(ctx, 'act'));
  if (act === undefined) throw new ApiError('bad_request', `a canary can do ${canaryActs.join(', ')}`);
  if (act === 'run') {
    // Those of the versions for everyone; a version of one sender is rehearsed on its own page.
    const playbook = (await deps.playbooksOf(null)).find((one) => one.id === id);
    const types = taskTypes.filter((type) => playbook?.canary[type] !== undefined);
    if (playbook === undefined || types.length === 0)
      throw new ApiError('bad_request', 'the playbook in use names no record for a canary');
    const started = await runCanary(deps, playbook);
    if (isRefused(started)) throw new ApiError('bad_request', started.findings[0]);
    redirect(ctx, portalPath(id), 'The canary rehearses now. Reload the page for its result.');
    return;
  }
  const changed = act === 'pause' ? await pauseCanary(pool, id, actor) : await resumeCanary(pool, id, actor);
  const now = act === 'pause' ? 'paused' : 'running daily';
  redirect(ctx, portalPath(id), changed ? `The canary is ${now}.` : `The canary was ${now} already.`);
};
