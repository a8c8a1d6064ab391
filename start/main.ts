/** `npm start`: brings up the whole machine, runs the trial on a new data folder, and serves until it is told to stop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainedEvent } from '../domain/dispatch/evidence/story.ts';
import { readSettings, SettingsError, type Settings } from '../process/settings.ts';
import { allScenarios } from '../portals/sandbox/scenarios.ts';
import { openPool } from '../store/database.ts';
import { readEvents } from '../store/evidence.ts';
import { endLeftovers } from './child.ts';
import { FolderInUseError, openDeploymentFolder, type DeploymentFolder } from './deployment-folder.ts';
import { createTrialWorkspaces, lanesOf, openTrialWebhook, runLanesTrial } from './lanes-trial.ts';
import { auditUrl, demoUrl, dispatchUrl, lanesUrl, planMachine, tmsUrl, type Machine } from './machine.ts';
import { embeddedParts } from './parts.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { openScreen } from './screen.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { supervise, type Part, type Supervisor } from './supervisor.ts';
import {
  createTrialSenders,
  followReceiver,
  openTrialConsole,
  readTrialFile,
  writeTrialFile,
  type TrialConsole,
  type TrialFile,
} from './trial-accounts.ts';
import { runTour } from './tour.ts';
import { runTrial, trialIsDone } from './trial.ts';
import { TrialError } from './trial-error.ts';

const usage = `Usage: npm start [-- [--once] [--tour]]

Starts PostgreSQL, the Temporal server, the sandbox, both APIs, a worker and a trial receiver of webhooks. On a new
data folder it runs one trial task and sends half a year of a made-up queue to the lanes API. Settings come from
environment variables (docs/settings.md).

  --once   run one trial task, stop, and exit 0 when it was completed and verified
  --tour   instead of the trial: reset the sandbox, run one task of each kind and print how each ended;
           with --once, stop then, and exit 0 when each ended as it should
  --help   show this
`;

/** How long what an earlier, killed start left running gets to end by itself. */
const leftoverGraceMs = 5_000;

interface Flags {
  readonly once: boolean;
  readonly tour: boolean;
  readonly help: boolean;
}

const screen = openScreen(process.stdout);
const { say } = screen;
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
  const machine = await planMachine(settings, process.env, folder, screen);
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
  const supervisor = supervise(embeddedParts(machine, receiverPart), {
    say,
    onReady: (name, ms) => say(`  ${name.padEnd(12)}${(ms / 1000).toFixed(1)} s`),
  });
  const stopping = stopOnSignal(supervisor);
  try {
    await supervisor.ready;
    writeRunFile(machine);
    if (receiver === undefined) throw new TypeError('the receiver is ready and yet is not there');
    if (known !== undefined) await followReceiver(machine, known.sender_id, receiver);
    const sender = known ?? (await createTrialSenders(machine, receiver));
    secrets.add(sender.outbound_secret);
    const console = await openTrialConsole(machine);
    tellAddresses(machine, receiver, console, began);
    // A data folder of an earlier version has no workspaces.
    const kept = earlier?.lanes ?? (await createTrialWorkspaces(machine));
    const webhook = await openTrialWebhook(machine, kept, receiver.url);
    secrets.add(webhook.secret);
    const lanes = lanesOf(machine, { ...kept, webhook });
    const trialFile = writeTrialFile(machine, sender, receiver, allScenarios(), lanes, console);
    const passed = flags.tour
      ? await tour(trialFile, stopping)
      : await trial(machine, receiver, trialFile, once, stopping);
    const lanesPassed = await lanesTrial(trialFile, stopping);
    if (once) return passed && lanesPassed ? 0 : 1;
    if (!stopping.aborted) {
      if (known === undefined || flags.tour) {
        // Where a person goes on; the trials have moved it off the screen.
        say('');
        tellConsole(console);
      }
      say('serving; Ctrl-C stops');
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
    say('stopped');
  }
}

/** Runs the trial where one is due. Its failure is told and, when we go on serving, not the end of the machine. */
async function trial(
  machine: Machine,
  receiver: Receiver,
  file: TrialFile,
  once: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = machine.folder.path;
  if (!once && trialIsDone(folder)) return true;
  const pool = openPool({ url: machine.addresses.databaseUrl, size: 1, name: 'trial' });
  try {
    const story = async (taskId: string, seq: number): Promise<ChainedEvent[]> =>
      (await readEvents(pool, taskId))
        .filter((link) => link.seq > seq)
        .map(({ line }) => JSON.parse(line) as ChainedEvent);
    await runTrial({ folder, trial: file, receiver, story, say, signal });
    return true;
  } catch (error) {
    if (!signal.aborted) {
      complain(`  the trial failed: ${(error as Error).message}`);
      if (error instanceof TrialError) complain(`  ${error.advice}`);
      complain('  The next start runs a new trial task.');
    }
    return false;
  } finally {
    await pool.end();
  }
}

/** Runs the tour; a machine that goes on serving does so whatever came out. */
async function tour(file: TrialFile, signal: AbortSignal): Promise<boolean> {
  try {
    return await runTour({ trial: file, say, signal });
  } catch (error) {
    if (!signal.aborted) complain(`  the tour failed: ${(error as Error).message}`);
    return false;
  }
}

/** Sends the history of the lanes trial where it was not sent yet. */
async function lanesTrial(file: TrialFile, signal: AbortSignal): Promise<boolean> {
  try {
    await runLanesTrial({ lanes: file.lanes, say, signal });
    return true;
  } catch (error) {
    if (!signal.aborted) complain(`  the lanes trial failed: ${(error as Error).message}`);
    return false;
  }
}

function tellAddresses(machine: Machine, receiver: Receiver, console: TrialConsole, began: number): void {
  const { temporal } = machine.addresses;
  say(`ready in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  say('');
  say(`  dispatch API     ${dispatchUrl(machine)}`);
  say(`  lanes API        ${lanesUrl(machine)}`);
  tellConsole(console);
  say(`  Temporal UI      ${temporal.uiUrl ?? '(with the server you set)'}`);
  say(`  sandbox TMS      ${tmsUrl(machine)}`);
  say(`  sandbox audit    ${auditUrl(machine)}`);
  say(`  sandbox demo     ${demoUrl(machine)}`);
  say(`  trial receiver   ${receiver.receivedUrl}`);
  say(`  trial keys       ${join(machine.folder.path, 'trial.json')}`);
}

function tellConsole(console: TrialConsole): void {
  say(`  console          ${console.url}`);
  if (console.first_admin_url !== null) say(`  first admin      ${console.first_admin_url}`);
}

/** Ctrl-C, SIGTERM or a closed terminal begins the orderly stop; a second one ends everything at once. */
function stopOnSignal(supervisor: Supervisor): AbortSignal {
  const stopping = new AbortController();
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
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    complain(`${(error as Error).message.split('. ')[0]}. See npm start -- --help.`);
    return null;
  }
}

function version(): string {
  const file = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

process.exitCode = await main(process.argv.slice(2));
