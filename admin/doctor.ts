/** `admin doctor`: looks at everything a deployment depends on and says what to do about what is not well. */
import { Command } from 'commander';
import { type Settings, SettingsError } from '../process/settings.ts';
import { openPool } from '../store/database.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { type Check, broken } from './checks/check.ts';
import { AdminRefusal, adminSettings, databaseUrl } from './deployment.ts';
import { type PrintOptions, terminal } from './terminal.ts';

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
      const checks: Check[] = [];
      for await (const found of examine(options)) {
        checks.push(...found);
        if (options.json !== true) print(found);
      }
      const failed = checks.filter(({ health }) => health === 'fail').length;
      if (options.json === true) terminal().out(`${JSON.stringify({ ok: failed === 0, checks })}\n`);
      if (failed > 0) throw new AdminRefusal(failed === 1 ? 'one check failed' : `${failed} checks failed`);
    });
}

/** Each part as soon as it and those before it are known. What a check depends on is loaded for it: a browser takes a while. */
async function* examine({ browser }: DoctorOptions): AsyncGenerator<readonly Check[]> {
  let settings: Settings;
  try {
    settings = adminSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield error.findings.map((finding) =>
      broken('Settings', finding, 'see docs/settings.md; nothing else was checked'),
    );
    return;
  }
  const { checkDeploymentSecret, checkSettings } = await import('./checks/settings.ts');
  yield checkSettings(settings);
  const parts = [
    databaseChecks(settings),
    engineChecks(settings),
    checkDeploymentSecret(settings),
    import('./checks/services.ts').then(({ checkBlobs }) => checkBlobs(settings)),
    import('./checks/services.ts').then(({ checkMail }) => checkMail(settings)),
    import('./checks/services.ts').then(({ checkIssuer }) => checkIssuer(settings)),
    import('./checks/settings.ts').then(async ({ checkDisk }) => [await checkDisk(settings)]),
    ...(browser ? [import('./checks/browser.ts').then(({ checkBrowser }) => checkBrowser(settings))] : []),
  ];
  // One that fails is thrown when it is its turn.
  for (const part of parts) part.catch(() => {});
  for (const part of parts) yield await part;
}

async function databaseChecks(settings: Settings): Promise<readonly Check[]> {
  try {
    const { checkDatabase } = await import('./checks/database.ts');
    return await checkDatabase(databaseUrl(settings));
  } catch (error) {
    if (!(error instanceof AdminRefusal)) throw error;
    return [broken('PostgreSQL', 'no database is known', error.message)];
  }
}

async function engineChecks(settings: Settings): Promise<readonly Check[]> {
  const workspaces = await wallClockWorkspaces(settings);
  const { checkEngine } = await import('./checks/engine.ts');
  return checkEngine(settings, terminal().env, workspaces);
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

/** The names of nearly all checks are shorter; a longer one moves only its own line. */
const nameWidth = 34;

function print(checks: readonly Check[]): void {
  const { out } = terminal();
  for (const { check, health, found, advice } of checks) {
    out(`${marks[health]}  ${check.padEnd(nameWidth - 1)} ${found}\n`);
    if (advice !== null) out(`      → ${advice}\n`);
  }
}
