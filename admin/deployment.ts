/** What an admin command works on: the database and secrets of a deployment, or of the machine that runs here. */
import { accountActor } from '../domain/actor.ts';
import { type Refusal, isRefused } from '../commands/refusal.ts';
import { type RotatingSecret, rotatingSecret } from '../process/deployment-secret.ts';
import { hostname, userInfo } from 'node:os';
import { settingsOfRunningMachine } from '../process/running-machine.ts';
import { type Settings, readSettings } from '../process/settings.ts';
import type { Pool } from '../store/database.ts';
import { terminal } from './terminal.ts';

export interface Deployment {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly deploymentSecret: RotatingSecret;
  /** Who acts, for the audit log. */
  readonly actor: string;
}

/** Something an admin command will not or cannot do; the message is for the person who typed it. Exit code 1. */
export class AdminRefusal extends Error {
  readonly code = 'refused';
  constructor(sentence: string) {
    super(sentence);
    this.name = 'AdminRefusal';
  }
}

/** The result of a command of the application. @throws AdminRefusal where it was refused */
export function granted<T>(result: T | Refusal): T {
  if (!isRefused(result)) return result;
  // What this command line itself could not do, such as reach the engine, says more.
  if (result.cause instanceof AdminRefusal) throw result.cause;
  throw new AdminRefusal(result.findings.join('\n'));
}

/** Who decides in the lanes. @throws AdminRefusal without a name: an operator without one signs nothing (D55) */
export function deciding({ actor }: Pick<Deployment, 'actor'>): { readonly by: string; readonly actor: string } {
  const by = terminal().actor();
  if (by === undefined) throw new AdminRefusal('say who decides: npx lanekeeper --actor <who> lanes …');
  return { by, actor };
}

/** The environment's settings; what it leaves out comes from the machine that runs on DATA_DIR, if one does. */
export function adminSettings(): Settings {
  const { env } = terminal();
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const running = settingsOfRunningMachine(readSettings(env).DATA_DIR);
  // The two addresses name one database: a given one is not mixed with the owner of another.
  const owner = 'DATABASE_URL' in given ? { DATABASE_OWNER_URL: '' } : {};
  return readSettings({ ...running, ...owner, ...given });
}

/** @throws AdminRefusal when no database is known */
export function databaseUrl(settings: Settings = adminSettings()): string {
  if (settings.DATABASE_URL !== '') return settings.DATABASE_URL;
  throw new AdminRefusal(
    `DATABASE_URL is not set, and no machine runs on ${settings.DATA_DIR}; start one with npm start, or set DATA_DIR or DATABASE_URL`,
  );
}

export interface DatabaseUrls {
  /** For migrations. */
  readonly owner: string;
  /** For everything else. */
  readonly service: string;
}

/** @throws AdminRefusal when no database is known */
export function databaseUrls(): DatabaseUrls {
  const settings = adminSettings();
  const service = databaseUrl(settings);
  return { service, owner: settings.DATABASE_OWNER_URL || service };
}

/**
 * Opens the deployment for one command and closes it after.
 * @param options `anySecret`: for the commands that look after the deployment secret itself
 * @throws AdminRefusal where DEPLOYMENT_SECRET is not that of the deployment
 */
export async function withDeployment<T>(
  work: (deployment: Deployment) => Promise<T>,
  options: { readonly anySecret?: boolean } = {},
): Promise<T> {
  const settings = adminSettings();
  const url = databaseUrl(settings);
  if (settings.DEPLOYMENT_SECRET === '')
    throw new AdminRefusal('DEPLOYMENT_SECRET must be set to that of the deployment');
  // Loaded here: a command that refuses its own input needs neither the driver nor the hashes of passwords.
  const [{ openPool }, { DeploymentSecretError, loadDeploymentSecret }] = await Promise.all([
    import('../store/database.ts'),
    import('../store/deployment-secrets.ts'),
  ]);
  const pool = openPool({ url, size: 1, name: 'admin' });
  try {
    const deploymentSecret = rotatingSecret(settings.DEPLOYMENT_SECRET, settings.DEPLOYMENT_SECRET_PREVIOUS);
    await loadDeploymentSecret(pool, deploymentSecret).catch((error: unknown) => {
      if (!(error instanceof DeploymentSecretError)) throw error;
      if (options.anySecret !== true) throw new AdminRefusal(error.message);
    });
    return await work({
      settings,
      pool,
      deploymentSecret,
      actor: actingNow(),
    });
  } finally {
    await pool.end();
  }
}

/** The user of the operating system always; a name that was given is before it. */
function actingNow(): string {
  return accountActor(`${userInfo().username}@${hostname()}`, terminal().actor());
}
