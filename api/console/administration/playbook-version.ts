/** The page of a version of a playbook: check it, rehearse it, release it, retire it. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { checkVersion, releasePlaybook } from '../../../commands/dispatch/playbooks.ts';
import { type Refusal, isRefused } from '../../../commands/refusal.ts';
import { type PlaybookChange, diffPlaybooks } from '../../../domain/dispatch/playbook/versions.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { checkPlaybook } from '../../../portals/playbooks/findings.ts';
import { playbookText } from '../../../portals/playbooks/load.ts';
import { proposePlaybook } from '../../../portals/playbooks/propose.ts';
import { readYaml } from '../../../portals/playbooks/read-yaml.ts';
import { inSlices } from '../../../process/time-slices.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { type CanaryRunRow, canaryStart, keptRuns, listCanaryRuns } from '../../../store/canaries.ts';
import { listVersions, readVersion, retireVersion, versionSubject } from '../../../store/playbook-versions.ts';
import type { PlaybookVersion } from '../../../store/playbook-versions.ts';
import { listSenders } from '../../../store/senders.ts';
import { addStarts } from '../../../store/workflow-starts.ts';
import { notFound } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { field, form, formError } from '../form.ts';
import { actorOf, redirect, sendPage } from '../page.ts';
import { administrationCrumb, portalPath, rehearsalPath, versionPath } from '../paths.ts';
import { type Comparable, type VersionPage, versionView } from './playbook-version-view.ts';
import { portalsCrumb, whyOf, done, refusedVersion, storeProposal } from './playbook.ts';

const runsShown = 5;
/** How often the page looks for the result of a rehearsal, and for how long after it was asked for. */
const lookSeconds = 2;
const lookForMs = 15 * 60_000;

/** @throws ApiError not_found */
async function versionIn({ pool }: DispatchConsoleDeps, ctx: Context): Promise<PlaybookVersion> {
  const { id, version } = ctx['params'] as { readonly id: string; readonly version: string };
  const found = await readVersion(pool, { playbookId: id, version });
  if (found === undefined) throw notFound('version');
  return found;
}

export const getVersion: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  const { pool, settings } = deps;
  const { playbookId } = version;
  const [all, runs, audit, senders] = await Promise.all([
    listVersions(pool, playbookId),
    listCanaryRuns(pool, { playbookId, limit: keptRuns }),
    readAudit(pool, versionSubject(version)),
    listSenders(pool),
  ]);
  const wanted = ctx.URL.searchParams.get('with');
  const others = comparableWith(deps, version, all);
  const other = others.find(({ value }) => value === wanted) ?? others.find(({ isInUse }) => isInUse) ?? others[0];
  const checked = checkPlaybook(version.body, versionSubject(version), settings);
  const now = deps.now();
  const own = runs.filter(({ digest }) => digest === version.digest);
  const askedAt = Number(ctx.URL.searchParams.get('rehearsal'));
  const isRehearsing =
    now.getTime() - askedAt < lookForMs && !own.some((run) => run.askedBy !== null && run.endedAt.getTime() > askedAt);
  sendPage(deps, ctx, {
    title: `${playbookId} ${version.version}`,
    section: 'administration',
    ...(isRehearsing ? { refreshSeconds: lookSeconds } : {}),
    crumbs: [administrationCrumb, portalsCrumb, { text: playbookId, href: portalPath(playbookId) }],
    body: versionView(ctx, {
      version,
      others,
      compared: other === undefined ? null : { with: other, changes: await differences(other, version) },
      acts: audit,
      runs: own.slice(0, runsShown),
      isRehearsing,
      met: isRehearsing ? null : metBy(own, version, all),
      findings: 'findings' in checked ? checked.findings : [],
      playbook: 'playbook' in checked ? checked.playbook : undefined,
      senders,
      now,
    }),
  });
};

/** The last rehearsal, where it says what may be there now. */
function metBy(
  [run]: readonly CanaryRunRow[],
  version: PlaybookVersion,
  all: readonly PlaybookVersion[],
): VersionPage['met'] {
  if (run?.result !== 'changed' || run.change === null || version.state === 'retired') return null;
  const taken = all.map((one) => one.version);
  return { run, proposed: proposePlaybook(version.body, version.playbookId, run.change, taken) };
}

export const postVersionProposal: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  const { playbookId } = version;
  const [versions, runs] = await Promise.all([
    listVersions(deps.pool, playbookId),
    listCanaryRuns(deps.pool, { playbookId, limit: keptRuns }),
  ]);
  const met = metBy(
    runs.filter(({ digest }) => digest === version.digest),
    version,
    versions,
  )?.run;
  if (met === undefined || met.change === null) throw formError('the last rehearsal did not meet a change');
  await storeProposal(deps, ctx, { ...met, change: met.change, body: version.body, versions });
};

/** The other versions, and the file, which is in use where no version is. */
function comparableWith(
  { playbooks, settings }: DispatchConsoleDeps,
  { playbookId, version, digest }: PlaybookVersion,
  all: readonly PlaybookVersion[],
): Comparable[] {
  const file = playbooks.find(({ id }) => id === playbookId);
  const text = file && file.digest !== digest ? playbookText(settings, file.id, file.digest) : undefined;
  const isStoredInUse = all.some(({ inForceFor }) => inForceFor.includes(null));
  const stored = all
    .filter((one) => one.version !== version)
    .map((one) => ({ value: one.version, text: one.version, body: one.body, isInUse: one.inForceFor.length > 0 }));
  if (file === undefined || text === undefined) return stored;
  return [...stored, { value: 'file', text: `the file (${file.version})`, body: text, isInUse: !isStoredInUse }];
}

async function differences(before: Comparable, after: PlaybookVersion): Promise<PlaybookChange[]> {
  const [from, to] = [await inSlices(readYaml(before.body)), await inSlices(readYaml(after.body))];
  return diffPlaybooks(from as object, to as object);
}

export const postCheck: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  const path = versionPath(version.playbookId, version.version);
  const checked = await checkVersion(deps, version, { actor: actorOf(ctx), why: 'the check found nothing' });
  if (isRefused(checked)) throw refusedVersion(version, checked);
  if ('findings' in checked) {
    redirect(ctx, path, 'The check has findings. They are listed below.');
    return;
  }
  redirect(ctx, path, 'The check found nothing. Rehearse it next.');
};

export const postRehearsal: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  const { playbookId, digest } = version;
  const checked = checkPlaybook(version.body, versionSubject(version), deps.settings);
  if (version.state === 'draft' || 'findings' in checked) throw formError(`${version.version}: check it first`);
  const taskType = taskTypes.find((one) => one === field(ctx, 'task_type'));
  if (taskType === undefined || checked.playbook.capabilities[taskType] === undefined)
    throw formError('choose one of the task types of the playbook', 'task_type');
  const params = objectIn(ctx, 'params', 'params');
  const inputs = objectIn(ctx, 'inputs', 'further inputs');
  if (Object.values(inputs).some((value) => typeof value !== 'string'))
    throw formError('further inputs must have texts as their values', 'inputs');
  const draft = {
    version: version.version,
    by: actorOf(ctx),
    params,
    inputs: inputs as Readonly<Record<string, string>>,
  };
  await addStarts(deps.pool, [canaryStart({ playbookId, digest, taskType, draft })]);
  deps.wakeStarts();
  redirect(ctx, rehearsalPath(playbookId, version.version, deps.now()));
};

/** @throws ApiError bad_request */
function objectIn(ctx: Context, name: 'params' | 'inputs', label: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(field(ctx, name) || '{}');
  } catch {
    throw formError(`${label} must be JSON, such as {"pro": "0412708839"}`, name);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw formError(`${label} must be a JSON object, such as {"pro": "0412708839"}`, name);
  return value as Record<string, unknown>;
}

export const postRelease: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  const chosen = form(ctx).getAll('senders');
  if (field(ctx, 'for') === 'senders' && chosen.length === 0)
    throw formError('choose the senders, or release it to all', 'senders');
  const released = await releasePlaybook(deps, version, {
    senders: field(ctx, 'for') === 'senders' ? chosen : null,
    unrehearsed: field(ctx, 'unrehearsed') === 'yes',
    actor: actorOf(ctx),
    why: whyOf(ctx),
  });
  if (isRefused(released)) throw formError(whyNotReleased(version, released));
  redirect(
    ctx,
    versionPath(version.playbookId, version.version),
    `Version ${version.version} is in use for new tasks; tasks that waited for it resume within a minute.`,
  );
};

function whyNotReleased({ version }: PlaybookVersion, { refused, findings }: Refusal): string {
  if (refused === 'invalid_request') return `${version}: its check has findings`;
  return refused === 'not_allowed' ? `${version}: ${findings[0]}` : findings[0];
}

export const postRetirement: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const version = await versionIn(deps, ctx);
  done(await retireVersion(deps.pool, version, { actor: actorOf(ctx), why: whyOf(ctx) }), version.version);
  redirect(ctx, versionPath(version.playbookId, version.version), `Version ${version.version} is retired.`);
};
