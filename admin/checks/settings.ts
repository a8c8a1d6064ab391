/** Settings that are valid but hardly intended (no secret, no public addresses, loopback left open), and the disk they name. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { dispatchBaseUrl, isLoopbackHost, lanesBaseUrl } from '../../process/base-url.ts';
import { rotatingSecret } from '../../process/deployment-secret.ts';
import type { Settings } from '../../process/settings.ts';
import { openPool } from '../../store/database.ts';
import { DeploymentSecretError, loadDeploymentSecret } from '../../store/deployment-secrets.ts';
import { readSecretStatus } from '../deployment-secret.ts';
import { type Check, broken, doubtful, fine } from './check.ts';

export function checkSettings(settings: Settings): Check[] {
  const missing = secret(settings);
  return [
    ...(missing === null ? [] : [missing]),
    address('DISPATCH_BASE_URL', settings),
    address('LANES_BASE_URL', settings),
    ui(settings),
  ];
}

/** Whether it is the right one, the database says (`checkDeploymentSecret`). */
function secret({ DEPLOYMENT_SECRET }: Settings): Check | null {
  return DEPLOYMENT_SECRET === ''
    ? broken(
        'DEPLOYMENT_SECRET',
        'not set',
        'set it to that of the deployment; npm start keeps its own in DATA_DIR/deployment-secret',
      )
    : null;
}

function address(name: 'DISPATCH_BASE_URL' | 'LANES_BASE_URL', settings: Settings): Check {
  const url = name === 'DISPATCH_BASE_URL' ? dispatchBaseUrl(settings) : lanesBaseUrl(settings);
  const { protocol, hostname } = new URL(url);
  if (settings[name] === '')
    return doubtful(name, `not set, links say ${url}`, 'set it to the address under which callers reach the service');
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    return doubtful(name, url, 'put TLS in front and set an https address: cookies and links travel in the clear');
  return fine(name, url);
}

function ui({ TEMPORAL_UI_URL }: Settings): Check {
  return TEMPORAL_UI_URL === ''
    ? doubtful('TEMPORAL_UI_URL', 'not set', 'set it, and the console links to the workflows of stuck work')
    : fine('TEMPORAL_UI_URL', TEMPORAL_UI_URL);
}

// The deployment secret: whether it is the one this database depends on, and how far a rotation is.

/** Empty where the database does not answer or is not migrated; its own checks say so. */
export async function checkDeploymentSecret(settings: Settings): Promise<Check[]> {
  const name = 'DEPLOYMENT_SECRET';
  if (settings.DATABASE_URL === '' || settings.DEPLOYMENT_SECRET === '') return [];
  const pool = openPool({ url: settings.DATABASE_URL, size: 1, name: 'doctor' });
  try {
    const deploymentSecret = rotatingSecret(settings.DEPLOYMENT_SECRET, settings.DEPLOYMENT_SECRET_PREVIOUS);
    await loadDeploymentSecret(pool, deploymentSecret, { register: false });
    const status = await readSecretStatus({ pool, settings, deploymentSecret });
    const { needed_for: neededFor } = status;
    const unreadable = status.sealed.filter((count) => count.unreadable > 0 && count.loss !== null);
    if (unreadable.length > 0)
      return [
        doubtful(
          name,
          unreadable.map((count) => `${count.unreadable} ${count.what} do not open`).join(', '),
          'set DEPLOYMENT_SECRET_PREVIOUS to the secret they were stored with, or store them again',
        ),
      ];
    if (status.previous === null) return [fine(name, 'is the one this database depends on')];
    return neededFor.length === 0
      ? [doubtful(name, 'nothing depends on the previous secret', 'remove DEPLOYMENT_SECRET_PREVIOUS')]
      : [
          doubtful(
            name,
            `${neededFor.length} uses of the previous secret: ${neededFor.slice(0, 3).join('; ')}`,
            'see npx lanekeeper deployment-secret status; keep DEPLOYMENT_SECRET_PREVIOUS until then',
          ),
        ];
  } catch (error) {
    if (!(error instanceof DeploymentSecretError)) return [];
    return [broken(name, error.message, 'see docs/how-to/rotate-secrets.md')];
  } finally {
    await pool.end();
  }
}

// Room on the disk of the data folder.

const room = { warnBytes: 5_000_000_000, failBytes: 500_000_000 } as const;

export async function checkDisk(settings: Settings): Promise<Check> {
  const folder = resolve(settings.DATA_DIR);
  const { bavail, bsize, blocks } = await statfsAbove(folder);
  const free = bavail * bsize;
  const found = `${gigabytes(free)} of ${gigabytes(blocks * bsize)} free under ${folder}`;
  const advice = 'make room: evidence, embedded PostgreSQL and logs grow there';
  if (free < room.failBytes) return broken('Disk', found, advice);
  return free < room.warnBytes ? doubtful('Disk', found, advice) : fine('Disk', found);
}

/** Of the folder, or of the first above it that is there. */
async function statfsAbove(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const above = dirname(folder);
    if (above === folder) throw error;
    return statfsAbove(above);
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
