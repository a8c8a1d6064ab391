/**
 * Versions of playbooks, their canaries and the logins of their portals: draft, check and release a version, run, pause and resume a
 * canary, set a login. The rest are acts of the store.
 */
import { checkPortalLogin } from '../../domain/administration/input.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { type TaskType, taskTypes } from '../../domain/dispatch/task.ts';
import { sealCredentials } from '../../portals/credentials.ts';
import type { Draft } from '../../portals/playbooks/load.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Settings } from '../../process/settings.ts';
import { addAudit } from '../../store/audit-log.ts';
import {
  canaryStart,
  forgetRefusals,
  listPausedCanaries,
  pauseCanary as storePause,
  resumeCanary as storeResume,
} from '../../store/canaries.ts';
import { type Pool, inTransaction } from '../../store/database.ts';
import {
  type ActBy,
  type PlaybookVersion,
  draftVersion,
  recordCheck,
  releaseVersion,
  versionSubject,
} from '../../store/playbook-versions.ts';
import { setPortalAccount } from '../../store/portal-credentials.ts';
import { readSender } from '../../store/senders.ts';
import { addStarts } from '../../store/workflow-starts.ts';
import { type Refusal, refusal, refusalFor, refusalOf } from '../refusal.ts';

/** Where versions are kept, and the addresses that playbooks name as settings. */
interface VersionDeps {
  readonly pool: Pool;
  readonly settings: Settings;
}

/** A stored version after its check: the playbook, or everything that the check found. */
type CheckedVersion = { readonly version: PlaybookVersion } & (
  | { readonly playbook: LoadedPlaybook }
  | { readonly findings: readonly string[] }
);

/** Stores a text as a draft of its version, and checks it. @returns `not_allowed` for why it is not stored */
export async function draftPlaybook(deps: VersionDeps, draft: Draft, by: ActBy): Promise<CheckedVersion | Refusal> {
  const stored = await draftVersion(deps.pool, draft, by);
  return stored.kind === 'refused' ? refusal('not_allowed', stored.reason) : checkVersion(deps, stored.version, by);
}

/** Checks a stored version, and records a check that found nothing. @returns `not_allowed` for why it is not recorded */
export async function checkVersion(
  { pool, settings }: VersionDeps,
  version: PlaybookVersion,
  by: ActBy,
): Promise<CheckedVersion | Refusal> {
  // Loaded here: to pause a canary or to list versions asks for no lint.
  const { checkPlaybook } = await import('../../portals/playbooks/findings.ts');
  const checked = checkPlaybook(version.body, versionSubject(version), settings);
  if ('findings' in checked) return { version, findings: checked.findings };
  const recorded = await recordCheck(pool, version, by);
  if (recorded.kind === 'refused') return refusal('not_allowed', recorded.reason);
  return { version: recorded.version, playbook: checked.playbook };
}

export interface Release {
  /** Null: everybody without a release of their own. */
  readonly senders: readonly string[] | null;
  /** Also a version that was checked and not rehearsed. */
  readonly unrehearsed: boolean;
  readonly actor: string;
  readonly why: string;
}

/** @returns `invalid_request` with what its check found; `not_found` for a sender; `not_allowed` for why not */
export async function releasePlaybook(
  { pool, settings }: VersionDeps,
  version: PlaybookVersion,
  { senders, unrehearsed, actor, why }: Release,
): Promise<PlaybookVersion | Refusal> {
  // Loaded here: to pause a canary or to list versions asks for no lint.
  const { checkPlaybook } = await import('../../portals/playbooks/findings.ts');
  const checked = checkPlaybook(version.body, versionSubject(version), settings);
  const found = 'findings' in checked ? refusalOf('invalid_request', checked.findings) : undefined;
  if (found !== undefined) return found;
  for (const id of senders ?? [])
    if ((await readSender(pool, id)) === undefined) return refusal('not_found', `there is no sender ${id}`);
  const ask = { actor, why, unrehearsed, twoPeople: settings.PLAYBOOK_TWO_PEOPLE };
  const released = await releaseVersion(pool, version, senders, ask);
  return released.kind === 'refused' ? refusal('not_allowed', released.reason) : released.version;
}

interface CanaryDeps {
  readonly pool: Pool;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
}

/** Rehearses what the playbook in use names records for, now. @returns for which types */
export async function runCanary(
  { pool, wakeStarts }: CanaryDeps,
  { id, account, digest, canary }: Pick<LoadedPlaybook, 'id' | 'account' | 'digest' | 'canary'>,
): Promise<readonly TaskType[] | Refusal> {
  if ((await listPausedCanaries(pool)).includes(id)) return refusal('not_allowed', `the canary of ${id} is paused`);
  const types = taskTypes.filter((type) => canary[type] !== undefined);
  // A person may know that the portal takes the login again.
  await forgetRefusals(pool, account);
  await addStarts(
    pool,
    types.map((taskType) => canaryStart({ playbookId: id, digest, taskType })),
  );
  wakeStarts();
  return types;
}

/** @returns false where it was paused already */
export async function pauseCanary(pool: Pool, playbookId: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const paused = await storePause(q, playbookId, actor);
    if (paused) await addAudit(q, { actor, act: 'playbook.canary_paused', subject: playbookId, details: {} });
    return paused;
  });
}

/** @returns false where it was not paused */
export async function resumeCanary(pool: Pool, playbookId: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const resumed = await storeResume(q, playbookId);
    if (resumed) await addAudit(q, { actor, act: 'playbook.canary_resumed', subject: playbookId, details: {} });
    return resumed;
  });
}

export interface TypedLogin {
  readonly username: string;
  /** As it was typed: spaces around it belong to it. */
  readonly password: string;
  /** Base32; null where the account has no second factor. */
  readonly totpSecret: string | null;
}

/** Checks a login of a portal, seals it with the deployment secret and stores it; the session of the one before ends. */
export async function setPortalLogin(
  { pool, deploymentSecret }: { readonly pool: Pool; readonly deploymentSecret: DeploymentSecret },
  { id: portal, account }: Pick<LoadedPlaybook, 'id' | 'account'>,
  { username: typed, password, totpSecret }: TypedLogin,
  actor: string,
): Promise<{ readonly username: string } | Refusal> {
  const judged = checkPortalLogin(typed, password, totpSecret);
  if (!judged.ok) return refusalFor('invalid_request', judged);
  const sealed = sealCredentials(deploymentSecret, portal, account, judged.value);
  const { username } = judged.value;
  await setPortalAccount(pool, { portal, account, sealed, username, actor });
  return { username };
}
