/**
 * Unleash server, the feature flag service that the route call is measured against: installed once into the cache
 * folder of the user, started on the same PostgreSQL with one flag that is rolled out to a fifth of the users.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { request } from 'undici';
import { findPort } from '../../start/ports.ts';
import { openPool } from '../../store/database.ts';

const version = '7.4.1';
const adminToken = '*:*.measurement-admin-token';
export const frontendToken = 'default:development.measurement-frontend-token';

interface RunningUnleash {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** @param databaseUrl as a role that may create a database */
export async function startUnleash(databaseUrl: string): Promise<RunningUnleash> {
  const folder = await installed();
  const pool = openPool({ url: databaseUrl, size: 1, name: 'bench-owner' });
  await pool.query('create database unleash');
  await pool.end();
  const database = new URL(databaseUrl);
  database.pathname = '/unleash';
  const { port } = await findPort(0);
  const child = spawn(process.execPath, [join(folder, 'node_modules/unleash-server/dist/server.js')], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: database.href,
      DATABASE_SSL: 'false',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      LOG_LEVEL: 'error',
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      INIT_ADMIN_API_TOKENS: adminToken,
      INIT_FRONTEND_API_TOKENS: frontendToken,
    },
  });
  if (child.pid === undefined) throw new Error('Unleash could not be started');
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await untilAnswers(`${url}/health`, () => child.exitCode !== null);
    await makeFlag(url);
    return { url, pid: child.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function installed(): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'lanekeeper', `unleash-server-${version}`);
  if (existsSync(join(folder, 'installed'))) return folder;
  console.log(`  installing unleash-server ${version} into ${folder}, once`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'unleash-of-the-measurement', private: true }));
  const args = ['install', '--no-audit', '--no-fund', '--omit=dev', '--save-exact', `unleash-server@${version}`];
  await promisify(execFile)('npm', args, { cwd: folder });
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}

async function untilAnswers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const status = await request(url).then(
      ({ statusCode, body }) => body.dump().then(() => statusCode),
      () => 0,
    );
    if (status === 200) return;
    if (hasEnded()) throw new Error('Unleash ended before it answered');
    await delay(200);
  }
  throw new Error('Unleash did not answer within two minutes');
}

/** A flag for a fifth of the users, by their id: what is closest to an audit rate of 0.2. */
async function makeFlag(url: string): Promise<void> {
  const flags = '/api/admin/projects/default/features';
  await call(url, flags, { name: 'match', type: 'release' });
  await call(url, `${flags}/match/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '20', stickiness: 'userId', groupId: 'match' },
  });
  await call(url, `${flags}/match/environments/development/on`, {});
}

async function call(url: string, path: string, body: object): Promise<void> {
  const { statusCode, body: answer } = await request(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: adminToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`Unleash answered ${statusCode} to ${path}: ${text.slice(0, 300)}`);
}
