/** `admin doctor`: looks at everything a deployment depends on and says what to do about what is not well. */
import { Command } from 'commander';
import { type Settings, SettingsError } from '../process/settings.ts';
import { openPool } from '../store/database.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { type Check, broken } from './checks/check.ts';
import { AdminRefusal, adminSettings, databaseUrl } from './deployment.ts';
import type { PrintOptions } from './terminal.ts';
import { terminal } from './terminal.ts';

interface DoctorOptions extends PrintOptions {
  /** False with --no-browser. */
  readonly browser: boolean;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check settings, PostgreSQL, Temporal, queues, Schedules, blob store, mail relay, issuer, browser, disk and clock, and what is waiting, with a fix for each problem',
    )
    .option('--no-browser', 'skip the browser check, for machines without a worker')
    .addHelpText('after', '\nChanges nothing. The exit code is 1 when a check fails; warnings pass.')
    .action(async (options: DoctorOptions) => {
      const checks = await examine(options);
      const failed = checks.filter(({ health }) => health === 'fail').length;
      if (options.json === true) terminal().out(`${JSON.stringify({ ok: failed === 0, checks })}\n`);
      else print(checks);
      if (failed > 0) throw new AdminRefusal(failed === 1 ? 'one check failed' : `${failed} checks failed`);
    });
}

/** Loaded when it is asked: what the checks depend on, a browser included, takes seconds to load. */
const allChecks = () => import('./checks/all.ts');

async function examine({ browser }: DoctorOptions): Promise<Check[]> {
  let settings: Settings;
  try {
    settings = adminSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.findings.map((finding) =>
      broken('Settings', finding, 'see docs/settings.md; nothing else was checked'),
    );
  }
  const checks = await allChecks();
  const [ofDatabase, ofEngine, ...others] = await Promise.all([
    databaseChecks(settings),
    wallClockWorkspaces(settings).then((workspaces) => checks.checkEngine(settings, terminal().env, workspaces)),
    checks.checkDeploymentSecret(settings),
    checks.checkBlobs(settings),
    checks.checkMail(settings),
    checks.checkIssuer(settings),
    checks.checkDisk(settings).then((check) => [check]),
    ...(browser ? [checks.checkBrowser(settings).then((check) => [check])] : []),
  ]);
  return [...checks.checkSettings(settings), ...ofDatabase, ...ofEngine, ...others.flat()];
}

async function databaseChecks(settings: Settings): Promise<Check[]> {
  try {
    const { checkDatabase } = await allChecks();
    return await checkDatabase(databaseUrl(settings));
  } catch (error) {
    if (!(error instanceof AdminRefusal)) throw error;
    return [broken('PostgreSQL', 'no database is known', error.message)];
  }
}

/** Undefined where the database does not answer; its own check says why. */
async function wallClockWorkspaces(settings: Settings): Promise<string[] | undefined> {
  if (settings.DATABASE_URL === '') return undefined;
  const pool = openPool({ url: settings.DATABASE_URL, size: 1, name: 'doctor' });
  try {
    const workspaces = await listWorkspaces(pool);
    return workspaces.filter(({ clock }) => clock === 'wall').map(({ id }) => id);
  } catch {
    return undefined;
  } finally {
    await pool.end();
  }
}

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

function print(checks: readonly Check[]): void {
  const { out } = terminal();
  const width = Math.max(...checks.map(({ check }) => check.length)) + 2;
  for (const { check, health, found, advice } of checks) {
    out(`${marks[health]}  ${check.padEnd(width)}${found}\n`);
    if (advice !== null) out(`      → ${advice}\n`);
  }
}
