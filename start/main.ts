/** `npm start`: brings up the whole machine, runs the trial on a new data folder, and serves until it is asked to stop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainedEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import { workflowListUrl, workflowQueries } from '../temporal/ui-links.ts';
import { giveBackWhenIdle } from '../process/lifetime.ts';
import { keptSourcesVariable, loadKeptSources } from '../process/kept-sources.ts';
import { readSettings, SettingsError, type Settings } from '../process/settings.ts';
import { allScenarios } from '../sandbox/scenarios.ts';
import { openPool } from '../store/database.ts';
import { readEvents } from '../store/evidence.ts';
import { throughOutages } from '../store/outages.ts';
import { endLeftovers } from './child.ts';
import { type KeptSources, keepSources } from './keep-sources.ts';
import { type DeploymentFolder, FolderInUseError, openDeploymentFolder } from './deployment-folder.ts';
import {
  type Machine,
  auditUrl,
  demoUrl,
  dispatchUrl,
  lanesUrl,
  planMachine,
  removeRunFile,
  tmsUrl,
  writeRunFile,
} from './machine.ts';
import { createTrialWorkspaces, lanesOf, openTrialWebhook, runLanesTrial } from './lanes-trial.ts';
import { embeddedParts } from './parts.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { openScreen } from './progress.ts';
import { supervise, type Part, type Supervisor } from './supervisor.ts';
import {
  type TrialConsole,
  type TrialFile,
  createTrialSenders,
  followReceiver,
  openTrialConsole,
  readTrialFile,
  writeTrialFile,
} from './trial-accounts.ts';
import { TrialError } from './api-call.ts';
import { summaryBox, type StartSummary, type TrialFailure } from './summary.ts';
import { runTour } from './tour.ts';
import { runTrial, trialIsDone } from './trial.ts';

const usage = `Usage: npm start [-- [--once] [--tour] [--verbose]]

Starts PostgreSQL, the Temporal server, the sandbox, both APIs, a worker and a trial receiver of webhooks. On a new
data folder it runs one trial task and sends half a year of a made-up queue to the lanes API. Settings come from
environment variables (docs/settings.md).

  --once     run one trial task, stop, and exit 0 when it was completed and verified
  --tour     instead of the trial: reset the sandbox, run one task of each kind and print how each ended;
             with --once, stop then, and exit 0 when each ended as it should
  --verbose  also print how long each part took and the migrations; npm start --verbose: also what npm warns about
  --help     show this
`;

const changeLookMs = 10_000;
/** How long what an earlier, killed start left running gets to end by itself. */
const leftoverGraceMs = 5_000;

interface Flags {
  readonly once: boolean;
  readonly tour: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
}

let screen = openScreen(process.stdout);
const say = (line: string): void => screen.say(line);
const complain = (line: string): void => {
  screen.clear();
  process.stderr.write(`${line}\n`);
};

/** @returns the exit code: 0 well, 1 something failed, 2 wrong flags or settings */
async function main(args: readonly string[]): Promise<number> {
  const flags = readFlags(args);
  if (flags === null) return 2;
  if (flags.help) {
    process.stdout.write(usage);
    return 0;
  }
  screen = openScreen(process.stdout, flags.verbose);
  let settings: Settings;
  let folder: DeploymentFolder;
  try {
    settings = readSettings();
    folder = openDeploymentFolder(settings.DATA_DIR);
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof FolderInUseError)) throw error;
    complain(error.message);
    return 2;
  }
  try {
    return await run(settings, folder, flags);
  } finally {
    folder.release();
  }
}

async function run(settings: Settings, folder: DeploymentFolder, flags: Flags): Promise<number> {
  const { once } = flags;
  const began = Date.now();
  say(`Lanekeeper ${version()}, data in ${folder.path}`);
  const left = await endLeftovers(folder.run, leftoverGraceMs);
  if (left.length > 0) say(`ended what an earlier start left running: ${left.join(', ')}`);
  const sources = keepSources(join(import.meta.dirname, '..'));
  if (sources !== null) loadKeptSources(sources.folder);
  const env = sources === null ? process.env : { ...process.env, [keptSourcesVariable]: sources.folder };
  const machine = await planMachine(settings, env, folder, screen);
  const earlier = readTrialFile(folder.path);
  const known = earlier?.dispatch;
  const secrets = new Set(known === undefined ? [] : [known.outbound_secret]);

  let receiver: Receiver | undefined;
  const receiverPart: Part = {
    name: 'receiver',
    needs: [],
    start: async () => {
      receiver = await startReceiver({
        port: machine.ports.receiver,
        file: join(folder.path, 'received.jsonl'),
        headerName: settings.HEADER_NAME,
        secrets: () => [...secrets],
      });
      return receiver.part;
    },
  };
  const parts = embeddedParts(machine, receiverPart);
  const starting = new Set(parts.map(({ name }) => name));
  const supervisor = supervise(parts, {
    say,
    onReady: (name, ms) => {
      starting.delete(name);
      screen.detail(`  ${name.padEnd(12)}${(ms / 1000).toFixed(1)} s`);
      if (starting.size > 0) screen.status(`starting ${[...starting].join(', ')}`);
    },
  });
  const stopping = stopOnSignal(supervisor, machine.stopping);
  try {
    await supervisor.ready;
    giveBackWhenIdle();
    if (sources !== null) sayWhenChanged(sources);
    writeRunFile(machine);
    if (receiver === undefined) throw new TypeError('the receiver is ready and yet is not there');
    if (known !== undefined) await followReceiver(machine, known.sender_id, receiver);
    const sender = known ?? (await createTrialSenders(machine, receiver));
    secrets.add(sender.outbound_secret);
    const console = await openTrialConsole(machine);
    const seconds = (Date.now() - began) / 1000;
    say(`ready in ${seconds.toFixed(1)} s`);
    // A data folder of an earlier version has no workspaces.
    const kept = earlier?.lanes ?? (await createTrialWorkspaces(machine));
    const webhook = await openTrialWebhook(machine, kept, receiver.url);
    secrets.add(webhook.secret);
    const lanes = lanesOf(machine, { ...kept, webhook });
    const trialFile = writeTrialFile(machine, sender, receiver, allScenarios(), lanes, console);
    const failures = [
      flags.tour ? await tour(trialFile, stopping) : await trial(machine, receiver, trialFile, once, stopping),
      await lanesTrial(trialFile, stopping),
    ].filter((failure) => failure !== null);
    if (once) {
      if (!stopping.aborted)
        for (const { what, why, advice } of failures) complain(`${what} did not end as expected: ${why}\n${advice}`);
      return failures.length === 0 ? 0 : 1;
    }
    if (!stopping.aborted) {
      say('');
      say(summaryBox(summaryOf(machine, receiver, console, failures, seconds), process.stdout.columns));
    }
    await new Promise<void>((resolve) => {
      if (stopping.aborted) resolve();
      else stopping.addEventListener('abort', () => resolve(), { once: true });
    });
    return 0;
  } catch (error) {
    if (stopping.aborted) return once ? 1 : 0;
    complain((error as Error).message);
    return 1;
  } finally {
    await supervisor.stop();
    removeRunFile(machine);
    machine.releasePorts();
    sources?.release();
    say('stopped');
  }
}

/** Runs the trial where one is due. @returns why it did not end as expected; a machine that serves continues then */
async function trial(
  machine: Machine,
  receiver: Receiver,
  file: TrialFile,
  once: boolean,
  signal: AbortSignal,
): Promise<TrialFailure | null> {
  const folder = machine.folder.path;
  if (!once && trialIsDone(folder)) return null;
  const pool = openPool({ url: machine.addresses.databaseUrl, size: 1, name: 'trial' });
  try {
    const eventsAfter = async (taskId: string, seq: number): Promise<ChainedEvent[]> =>
      (await throughOutages(() => readEvents(pool, taskId), { signal }))
        .filter((link) => link.seq > seq)
        .map(({ line }) => JSON.parse(line) as ChainedEvent);
    return await failureOf('The trial', 'The next start runs a new trial task.', async () => {
      await runTrial({ folder, trial: file, receiver, eventsAfter, say, signal });
    });
  } finally {
    await pool.end();
  }
}

/** Runs the tour: its table marks what did not end as expected. */
function tour(file: TrialFile, signal: AbortSignal): Promise<TrialFailure | null> {
  return failureOf('The tour', 'npm start -- --tour runs it again.', async () => {
    if (!(await runTour({ trial: file, say, signal })))
      throw new TrialError('the table above marks the tasks with "!"', 'The page of each result says why.');
  });
}

/** Sends the history of the lanes trial where it was not sent yet. */
function lanesTrial(file: TrialFile, signal: AbortSignal): Promise<TrialFailure | null> {
  return failureOf('The lanes trial', 'The next start sends it again; see lanes.log in the folder logs.', async () => {
    await runLanesTrial({ lanes: file.lanes, say, signal });
  });
}

async function failureOf(what: string, advice: string, run: () => Promise<void>): Promise<TrialFailure | null> {
  try {
    await run();
    return null;
  } catch (error) {
    const more = error instanceof TrialError ? `${error.advice} ` : '';
    return { what, why: (error as Error).message, advice: `${more}${advice}` };
  }
}

function summaryOf(
  machine: Machine,
  receiver: Receiver,
  console: TrialConsole,
  failures: readonly TrialFailure[],
  seconds: number,
): StartSummary {
  const { uiUrl: url, namespace } = machine.addresses.temporal;
  return {
    seconds,
    consoleUrl: console.url,
    firstAdminUrl: console.first_admin_url,
    dispatchUrl: dispatchUrl(machine),
    lanesUrl: lanesUrl(machine),
    keysFile: join(machine.folder.path, 'trial.json'),
    temporalUiUrl: url === null ? null : workflowListUrl({ url, namespace }, workflowQueries.tasks),
    sandbox: [
      { name: 'Sandbox TMS', url: tmsUrl(machine) },
      { name: 'Sandbox audit portal', url: auditUrl(machine) },
      { name: 'Sandbox demo portal', url: demoUrl(machine) },
    ],
    receiverUrl: receiver.receivedUrl,
    moved: machine.moved,
    failures,
  };
}

/** Once: what runs does not change with it, and a person who waits for a fix of a `git pull` should know. */
function sayWhenChanged(sources: KeptSources): void {
  const looking = setInterval(() => {
    if (!sources.changed()) return;
    clearInterval(looking);
    say(
      'the checkout has changed: what runs is the version of the start; stop it and run npm start again for the new one',
    );
  }, changeLookMs);
  looking.unref();
}

/** Ctrl-C, SIGTERM or a closed terminal begins the orderly stop; a second one ends everything at once. */
function stopOnSignal(supervisor: Supervisor, stopping: AbortController): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) {
        complain('stopping immediately');
        supervisor.kill();
        return;
      }
      say('stopping: finishing the work in progress; press Ctrl-C again to stop immediately');
      stopping.abort();
      void supervisor.stop();
    });
  return stopping.signal;
}

function readFlags(args: readonly string[]): Flags | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        once: { type: 'boolean', default: false },
        tour: { type: 'boolean', default: false },
        // `npm start --verbose` without the two dashes goes to npm, which passes it on.
        verbose: { type: 'boolean', default: npmIsVerbose(process.env) },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    complain(`${(error as Error).message.split('. ')[0]}. See npm start -- --help.`);
    return null;
  }
}

/** Whether npm itself was asked to say more. */
function npmIsVerbose(env: NodeJS.ProcessEnv): boolean {
  return ['verbose', 'silly'].includes(env['npm_config_loglevel'] ?? '');
}

function version(): string {
  const file = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

process.exitCode = await main(process.argv.slice(2));
