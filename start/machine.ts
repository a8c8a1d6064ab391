/** What the parts of the machine share: settings, ports, secrets, addresses. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dispatchBaseUrl, lanesBaseUrl } from '../process/base-url.ts';
import { runFileName } from '../process/running-machine.ts';
import type { Settings } from '../process/settings.ts';
import { openPool, type Pool } from '../store/database.ts';
import { outageOf, throughOutages } from '../store/outages.ts';
import { type DeploymentFolder, deploymentSecret, writeWhole, readKept } from './deployment-folder.ts';
import { findPort, portClaims } from './ports.ts';
import type { Screen } from './progress.ts';

export interface Machine {
  readonly settings: Settings;
  /** The environment that all processes start from. */
  readonly env: NodeJS.ProcessEnv;
  readonly folder: DeploymentFolder;
  readonly say: (line: string) => void;
  /** What only `--verbose` prints. */
  readonly detail: (line: string) => void;
  /** How far something long is. */
  readonly status: (line: string) => void;
  readonly secret: string;
  readonly sandboxControlToken: string;
  readonly ports: Ports;
  /** Lets other starts on this computer choose the ports again. */
  readonly releasePorts: () => void;
  /** Sentences about ports that were in use, and what was taken instead. */
  readonly moved: readonly string[];
  /** Fires when the orderly stop begins. */
  readonly stopping: AbortController;
  /** Filled in by the parts as they start; empty until then. */
  readonly addresses: Addresses;
}

interface Ports {
  readonly temporal: number;
  readonly temporalUi: number;
  readonly sandboxTms: number;
  readonly sandboxAudit: number;
  readonly sandboxDemo: number;
  readonly sandboxControl: number;
  readonly dispatch: number;
  readonly lanes: number;
  readonly mail: number;
  readonly workerMetrics: number;
  readonly receiver: number;
}

interface Addresses {
  databaseUrl: string;
  /** As the owner of the tables, for migrations. */
  databaseOwnerUrl: string;
  /** The port PostgreSQL has taken; a restart uses it again. */
  databasePort: number;
  temporal: { address: string; namespace: string; uiUrl: string | null };
}

const loopback = '127.0.0.1';
/** A name that no mail in the world goes to (RFC 2606). */
const trialMailDomain = 'lanekeeper.test';

/** Chooses the ports before anything starts, so that every process can be given all of them. */
export async function planMachine(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  folder: DeploymentFolder,
  { say, detail, status }: Pick<Screen, 'say' | 'detail' | 'status'>,
): Promise<Machine> {
  const promised = new Set<number>();
  const claims = portClaims(env);
  const kept = readKeptPorts(folder);
  const movedPorts: string[] = [];
  const choose = async (part: keyof Ports, what: string, wanted: number, host = loopback): Promise<number> => {
    // Any free port, but the one of the last start if it still is: links and callback URLs keep working.
    const last = wanted === 0 ? (kept[part] ?? 0) : wanted;
    const { port, moved } = await findPort(last, host, promised, claims.claim);
    promised.add(port);
    if (moved && wanted !== 0) movedPorts.push(`Port ${wanted} is in use; ${what} listens on ${port}.`);
    return port;
  };
  // Nothing listens on the ports of an engine that runs elsewhere.
  const ofEngine = async (part: keyof Ports, what: string, wanted: number): Promise<number> =>
    engineIsExternal(env) ? 0 : await choose(part, what, wanted);
  const ports = await claims.inTurn(say, async (): Promise<Ports> => ({
    dispatch: await choose('dispatch', 'the dispatch API', settings.DISPATCH_PORT, settings.DISPATCH_HOST),
    lanes: await choose('lanes', 'the lanes API', settings.LANES_PORT, settings.LANES_HOST),
    mail: await choose('mail', 'the mail listener', settings.MAIL_PORT, settings.MAIL_HOST),
    temporal: await ofEngine('temporal', 'the Temporal server', settings.EMBEDDED_TEMPORAL_PORT),
    temporalUi: await ofEngine('temporalUi', 'the Temporal UI', settings.EMBEDDED_TEMPORAL_UI_PORT),
    sandboxTms: await choose('sandboxTms', 'the sandbox TMS', settings.EMBEDDED_SANDBOX_PORT),
    sandboxAudit: await choose('sandboxAudit', 'the sandbox audit portal', settings.EMBEDDED_SANDBOX_AUDIT_PORT),
    sandboxDemo: await choose('sandboxDemo', 'the sandbox demo portal', settings.EMBEDDED_SANDBOX_DEMO_PORT),
    sandboxControl: await choose(
      'sandboxControl',
      'the control address of the sandbox',
      settings.EMBEDDED_SANDBOX_CONTROL_PORT,
    ),
    receiver: await choose('receiver', 'the trial receiver', settings.EMBEDDED_RECEIVER_PORT),
    workerMetrics: await choose('workerMetrics', 'the worker metrics', settings.WORKER_METRICS_PORT),
  }));
  writeWhole(join(folder.path, keptPortsName), `${JSON.stringify(ports)}\n`);
  return {
    settings,
    env,
    folder,
    say,
    detail,
    status,
    moved: movedPorts,
    secret: settings.DEPLOYMENT_SECRET || deploymentSecret(folder.path),
    sandboxControlToken: settings.SANDBOX_CONTROL_TOKEN || randomBytes(24).toString('base64url'),
    ports,
    releasePorts: claims.release,
    stopping: new AbortController(),
    addresses: {
      databaseUrl: settings.DATABASE_URL,
      databaseOwnerUrl: settings.DATABASE_OWNER_URL || settings.DATABASE_URL,
      databasePort: settings.EMBEDDED_POSTGRES_PORT,
      temporal: { address: '', namespace: '', uiUrl: null },
    },
  };
}

/** Whether the environment names an engine of its own (the variables of @temporalio/envconfig). */
export function engineIsExternal(env: NodeJS.ProcessEnv): boolean {
  return ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'].some((name) => (env[name] ?? '') !== '');
}

/**
 * Runs `work`, which may run twice, on connections of its own, again for as long as the database is away; says so once.
 * @param signal ends the patience
 */
export function onDatabase<T>(
  { stopping, addresses, say }: Machine,
  work: (pool: Pool) => Promise<T>,
  {
    url = addresses.databaseUrl,
    signal = stopping.signal,
  }: { readonly url?: string; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const once = async (): Promise<T> => {
    const pool = openPool({ url, size: 2, name: 'start' });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  let hasSaid = false;
  const onOutage = (error: unknown): void => {
    if (!hasSaid)
      say(`the database does not answer yet (${outageOf(error)?.reason}); trying again for up to five minutes`);
    hasSaid = true;
  };
  return throughOutages(once, { signal, onOutage });
}

const keptPortsName = 'ports.json';

function readKeptPorts(folder: DeploymentFolder): Partial<Ports> {
  return readKept(folder.path, keptPortsName) ?? {};
}

export function dispatchUrl(machine: Machine): string {
  return dispatchBaseUrl(machine.settings, machine.ports.dispatch);
}

export function lanesUrl(machine: Machine): string {
  return lanesBaseUrl(machine.settings, machine.ports.lanes);
}

export const mailDomain = (machine: Machine): string => machine.settings.MAIL_DOMAIN || trialMailDomain;
export const tmsUrl = (machine: Machine): string => `http://${loopback}:${machine.ports.sandboxTms}`;
export const auditUrl = (machine: Machine): string => `http://${loopback}:${machine.ports.sandboxAudit}`;
export const demoUrl = (machine: Machine): string => `http://${loopback}:${machine.ports.sandboxDemo}`;
export const controlUrl = (machine: Machine): string => `http://${loopback}:${machine.ports.sandboxControl}`;
export const workerHealthUrl = (machine: Machine): string => `http://${loopback}:${machine.ports.workerMetrics}`;

// Writes and removes `run.json` (process/running-machine).

export function writeRunFile(machine: Machine): void {
  const { addresses, folder } = machine;
  const { PORTAL_PLAYBOOKS } = machine.settings;
  const settings = {
    DATABASE_URL: addresses.databaseUrl,
    // For `admin migrate`; the passwords of an embedded server are in this folder anyway.
    DATABASE_OWNER_URL: addresses.databaseOwnerUrl,
    DEPLOYMENT_SECRET: machine.secret,
    DEPLOYMENT_SECRET_PREVIOUS: machine.settings.DEPLOYMENT_SECRET_PREVIOUS,
    DISPATCH_BASE_URL: dispatchUrl(machine),
    DISPATCH_ALLOW_LOOPBACK: 'true',
    LANES_BASE_URL: lanesUrl(machine),
    // Which playbooks there are depends on these, and with them what a file of tasks may ask for.
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: tmsUrl(machine),
    PORTAL_SANDBOX_AUDIT_URL: auditUrl(machine),
    PORTAL_PLAYBOOKS: PORTAL_PLAYBOOKS === '' ? '' : resolve(PORTAL_PLAYBOOKS),
    ...(addresses.temporal.address === ''
      ? {}
      : { TEMPORAL_ADDRESS: addresses.temporal.address, TEMPORAL_NAMESPACE: addresses.temporal.namespace }),
    ...(addresses.temporal.uiUrl === null ? {} : { TEMPORAL_UI_URL: addresses.temporal.uiUrl }),
  };
  writeWhole(join(folder.path, runFileName), `${JSON.stringify(settings, null, 2)}\n`);
}

export function removeRunFile(machine: Machine): void {
  rmSync(join(machine.folder.path, runFileName), { force: true });
}
