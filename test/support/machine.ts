/** The whole product as processes, started as a user starts it, for system tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { freeze, type Stopped } from '../../bench/starved/disturbance.ts';
import { endProcess, identify, isRunning, type ProcessIdentity } from '../../process/identity.ts';
import type { ReceivedWebhook } from '../../start/receiver.ts';
import type { TrialFile } from '../../start/trial-accounts.ts';
import { leashProcess, runFolder, unleashProcess } from './machines.ts';
import { until } from './wait.ts';

/** Members of a task record that system tests look at. */
interface TaskRecord {
  readonly id: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly outcome_reason: string | null;
  readonly summary: string | null;
  readonly result_url: string;
  readonly evidence: { readonly manifest_url: string | null; readonly pod_url: string | null };
}

export interface Machine {
  readonly folder: string;
  /** What it printed so far. */
  output(): string;
  /** Waits until it serves. */
  serving(): Promise<void>;
  /** Waits until it has ended, and gives the exit code. */
  ended(): Promise<number | null>;
  /** Sends Ctrl-C and waits for the end. */
  stop(): Promise<number | null>;
  /** Kills the supervisor and every process it started, all at once. */
  killEverything(): Promise<void>;
  /** Kills one process (`worker`, `dispatch`, `temporal`, `lanes`). */
  kill(part: string): Promise<void>;
  /** Stops one part with all its processes for a while, as a machine without time for it does. @returns how many */
  freeze(part: Stopped, forMs: number): Promise<number>;
  /** Owners (pids) of the browser profiles in the data folder. */
  profileOwners(): number[];
  /** Processes that the supervisor started and that still run. */
  running(): string[];
  trial(): TrialFile;
}

const root = join(import.meta.dirname, '..', '..');

/** A data folder that does not exist yet; the database's user can pass to it. */
export function freshDataFolder(): string {
  const parent = mkdtempSync(join(runFolder(), 'machine-'));
  chmodSync(parent, 0o711);
  return join(parent, 'data');
}

/** Every port is chosen freely, so that test runs and a running product do not meet. */
const freePorts = {
  DISPATCH_PORT: '0',
  LANES_PORT: '0',
  MAIL_PORT: '0',
  WORKER_METRICS_PORT: '0',
  EMBEDDED_TEMPORAL_PORT: '0',
  EMBEDDED_TEMPORAL_UI_PORT: '0',
  EMBEDDED_SANDBOX_PORT: '0',
  EMBEDDED_SANDBOX_AUDIT_PORT: '0',
  EMBEDDED_SANDBOX_DEMO_PORT: '0',
  EMBEDDED_SANDBOX_CONTROL_PORT: '0',
  EMBEDDED_RECEIVER_PORT: '0',
};

export function startMachine(folder: string, flags: readonly string[] = []): Machine {
  const child = spawn(process.execPath, [join(root, 'start/main.ts'), ...flags], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'],
      ...freePorts,
      DATA_DIR: folder,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const pid = pidOf(child);
  leashProcess(pid);
  void code.then(() => unleashProcess(pid));
  const has = (line: string): boolean => text.includes(line);
  return {
    folder,
    output: () => text,
    serving: async () => {
      await until(() => has('Lanekeeper is serving') || child.exitCode !== null, {
        what: 'the machine to serve',
      });
      if (child.exitCode !== null) throw new Error(`the machine ended with ${child.exitCode}:\n${text}`);
    },
    ended: () => code,
    stop: async () => {
      child.kill('SIGINT');
      return await code;
    },
    killEverything: async () => {
      const all = [pid, ...children(folder).map((one) => one.identity.pid)].map(identify).filter((one) => one !== null);
      for (const one of all) process.kill(one.pid, 'SIGKILL');
      await until(() => all.every((one) => !isRunning(one)), { what: 'every process to be gone' });
    },
    kill: async (part) => {
      const found = children(folder).find(({ name }) => name === part);
      if (found === undefined) throw new Error(`${part} does not run`);
      await endProcess(found.identity, 'SIGKILL', 10_000);
    },
    freeze: (part, forMs) => freeze({ path: folder, run: join(folder, 'run') }, part, forMs),
    profileOwners: () => readdirSync(join(folder, 'browser-profiles')).map(Number),
    running: () =>
      children(folder)
        .filter(({ identity }) => isRunning(identity))
        .map(({ name }) => name),
    trial: () => JSON.parse(readFileSync(join(folder, 'trial.json'), 'utf8')) as TrialFile,
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the machine could not be started');
  return child.pid;
}

/** The processes by their pid files, and PostgreSQL by its own. */
function children(folder: string): { name: string; identity: ProcessIdentity }[] {
  const found: { name: string; identity: ProcessIdentity }[] = [];
  for (const file of readdirSync(join(folder, 'run'))) {
    const identity = JSON.parse(readFileSync(join(folder, 'run', file), 'utf8')) as ProcessIdentity;
    found.push({ name: file.replace(/\.json$/, ''), identity });
  }
  const postmaster = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const identity = existsSync(postmaster) ? identify(Number(readFileSync(postmaster, 'utf8').split('\n')[0])) : null;
  if (identity !== null) found.push({ name: 'postgres', identity });
  return found;
}

/** The product as its trial sender sees it. */
export function senderOf(machine: Machine) {
  const { dispatch, receiver, sandbox } = machine.trial();
  const json = async (
    url: string,
    body?: unknown,
    key = dispatch.api_key,
  ): Promise<{ status: number; body: unknown }> => {
    const answer = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  return {
    submit: async (input: object): Promise<TaskRecord> => {
      const { status, body } = await json(`${dispatch.base_url}/api/tasks`, input);
      if (status !== 201) throw new Error(`POST /api/tasks answered ${status}: ${JSON.stringify(body)}`);
      return body as TaskRecord;
    },
    /** Waits for the outcome; an API that is away for a moment counts as not yet. */
    outcome: (id: string): Promise<TaskRecord> =>
      until(
        async () => {
          const { status, body } = await json(`${dispatch.base_url}/api/tasks/${id}`);
          const task = body as TaskRecord;
          return status === 200 && task.outcome !== null ? task : null;
        },
        { everyMs: 100, what: `the outcome of ${id}` },
      ),
    /** The verified webhooks about a task so far. */
    webhooks: async (id: string): Promise<ReceivedWebhook[]> => {
      const { body } = await json(receiver.received_url);
      return (body as ReceivedWebhook[]).filter(({ raw_body, verified }) => verified && raw_body.includes(id));
    },
    fault: async (fault: {
      portal: string;
      fault: string;
      match: object;
      times: number;
      delay_ms?: number;
    }): Promise<void> => {
      const { status } = await json(`${sandbox.control_url}/faults`, fault, sandbox.control_token);
      if (status !== 200 && status !== 201) throw new Error(`POST /faults answered ${status}`);
    },
    /** How many requests about a PRO the sandbox TMS has seen. */
    requestsAbout: async (pro: string): Promise<number> => {
      const { body } = await json(
        `${sandbox.control_url}/truth?portal=tms&pro=${pro}`,
        undefined,
        sandbox.control_token,
      );
      return (body as { requests: unknown[] }).requests.length;
    },
  };
}
