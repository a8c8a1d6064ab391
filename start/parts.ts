/** The parts of the embedded machine, in the order in which they depend on each other. */
import { join } from 'node:path';
import { sandboxAccount, sandboxAuditAccount } from '../sandbox/account.ts';
import { giveSandboxSchema } from '../sandbox/framework/schema-owner.ts';
import { findBrowser } from '../portals/executable.ts';
import { stepBack } from '../process/cpu-priority.ts';
import type { Pool } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { findTemporalBinary } from '../temporal/server/binary.ts';
import { remember, forget } from './child.ts';
import {
  auditUrl,
  controlUrl,
  dispatchUrl,
  engineIsExternal,
  lanesUrl,
  mailDomain,
  onDatabase,
  tmsUrl,
  workerHealthUrl,
  type Machine,
} from './machine.ts';
import { type NodeProcessOptions, startNodeProcess, startNodeThread } from './node-process.ts';
import { startPostgres } from './postgres.ts';
import { startTemporalServer } from './temporal-server.ts';
import type { Part, RunningPart } from './supervisor.ts';

/**
 * How far each process steps back when the two processors of a small machine are busy: answers to callers come
 * first (the API and PostgreSQL at 0), then the worker and the engine, then the sandbox, then the browsers. A worker and its
 * browsers step back by themselves (WORKER_NICE), wherever they run.
 */
const nice = { temporal: 3, sandbox: 5 } as const;

/** A finished step, such as migrations: nothing to watch and nothing to stop. */
const done: RunningPart = { ended: null, stop: async () => {}, kill: () => {} };

/** @param receiver the trial receiver, which lives in the supervisor's own process */
export function embeddedParts(machine: Machine, receiver: Part): Part[] {
  return [
    postgres(machine),
    temporal(machine),
    browser(machine),
    migrations(machine),
    receiver,
    sandbox(machine),
    worker(machine),
    api(machine, 'dispatch', 'api/main.ts', dispatchUrl(machine)),
    api(machine, 'lanes', 'api/lanes-main.ts', lanesUrl(machine)),
  ];
}

function postgres(machine: Machine): Part {
  const { settings, folder, addresses } = machine;
  const start = async (): Promise<RunningPart> => {
    const server = await startPostgres({
      folder: folder.path,
      port: addresses.databasePort,
      logFile: join(folder.logs, 'postgres.log'),
      say: machine.detail,
    });
    addresses.databaseUrl = server.url;
    addresses.databaseOwnerUrl = server.ownerUrl;
    addresses.databasePort = server.port;
    return {
      ended: server.ended.then(() => 'see postgres.log'),
      stop: server.stop,
      // An immediate shutdown: nothing is lost, the next start recovers.
      kill: () => void process.kill(server.pid, 'SIGQUIT'),
    };
  };
  return { name: 'postgres', needs: [], start: settings.DATABASE_URL === '' ? start : async () => done };
}

function temporal(machine: Machine): Part {
  const { folder, ports, addresses } = machine;
  const start = async (signal: AbortSignal): Promise<RunningPart> => {
    const binary = await findTemporalBinary({
      say: machine.say,
      status: machine.status,
      signal,
      env: machine.env,
    });
    signal.throwIfAborted();
    const server = await startTemporalServer({
      binary: binary.path,
      file: join(folder.engine, 'temporal.db'),
      port: ports.temporal,
      uiPort: ports.temporalUi,
      logFile: join(folder.logs, 'temporal.log'),
      onSpawn: (pid) => remember(folder.run, 'temporal', pid),
    });
    stepBack(server.pid, nice.temporal);
    addresses.temporal = { address: server.address, namespace: server.namespace, uiUrl: server.uiUrl };
    return {
      ended: server.ended.then(() => {
        forget(folder.run, 'temporal', server.pid);
        return 'see temporal.log';
      }),
      stop: server.stop,
      kill: () => void process.kill(server.pid, 'SIGKILL'),
    };
  };
  const external = async (): Promise<RunningPart> => {
    const { namespace, options } = engineAddress(machine.env);
    addresses.temporal = { address: options.address ?? '', namespace, uiUrl: null };
    return done;
  };
  return { name: 'temporal', needs: [], start: engineIsExternal(machine.env) ? external : start };
}

/** Unpacked here, once a machine, so that the first task does not wait for it. */
function browser(machine: Machine): Part {
  return {
    name: 'browser',
    needs: [],
    start: async () => {
      await findBrowser(machine.settings);
      return done;
    },
  };
}

function migrations(machine: Machine): Part {
  return {
    name: 'tables',
    needs: ['postgres'],
    start: async (signal) => {
      const { databaseUrl, databaseOwnerUrl } = machine.addresses;
      const apply = async (pool: Pool): Promise<void> => {
        const applied = await migrate(pool, databaseUrl);
        await giveSandboxSchema(pool, databaseUrl);
        if (applied.length > 0) machine.detail(`applied migrations: ${applied.join(', ')}`);
      };
      await onDatabase(machine, apply, { url: databaseOwnerUrl, signal });
      return done;
    },
  };
}

function sandbox(machine: Machine): Part {
  const name = 'sandbox';
  return {
    name,
    needs: ['tables'],
    start: (signal) =>
      startNodeThread({
        name,
        main: 'sandbox/main.ts',
        readyUrl: `${controlUrl(machine)}/readyz`,
        nice: nice.sandbox,
        stopGraceMs: 5_000,
        env: childEnvironment(machine),
        logFolder: machine.folder.logs,
        signal,
      }),
  };
}

function worker(machine: Machine): Part {
  return nodePart(machine, {
    name: 'worker',
    needs: ['temporal', 'tables', 'browser'],
    main: 'worker/main.ts',
    readyUrl: `${workerHealthUrl(machine)}/readyz`,
    nice: 0,
    thrift: 'old',
    stopGraceMs: machine.settings.WORKER_SHUTDOWN_GRACE_MS + 10_000,
  });
}

function api(machine: Machine, name: 'dispatch' | 'lanes', main: string, url: string): Part {
  return nodePart(machine, {
    name,
    needs: ['temporal', 'tables'],
    main,
    readyUrl: `${url}/readyz`,
    nice: 0,
    thrift: 'none',
    stopGraceMs: 15_000,
  });
}

interface NodePart extends Pick<NodeProcessOptions, 'name' | 'main' | 'readyUrl' | 'nice' | 'thrift' | 'stopGraceMs'> {
  readonly needs: readonly string[];
}

function nodePart(machine: Machine, part: NodePart): Part {
  return {
    name: part.name,
    needs: part.needs,
    start: (signal) =>
      startNodeProcess({
        ...part,
        env: childEnvironment(machine),
        logFolder: machine.folder.logs,
        runFolder: machine.folder.run,
        signal,
      }),
  };
}

/** The settings of our processes: what the environment says, with the addresses of the embedded parts filled in. */
function childEnvironment(machine: Machine): NodeJS.ProcessEnv {
  const { addresses, ports } = machine;
  const external = engineIsExternal(machine.env);
  const inherited = Object.entries(machine.env).filter(
    ([name]) => !name.startsWith('npm_') && (external || !name.startsWith('TEMPORAL_')),
  );
  // A person's own Temporal profile (an API key, TLS) is not for the embedded server. A file that is not there counts
  // as no profile; an empty one, such as /dev/null, makes envconfig 1.24 throw.
  const embedded = {
    TEMPORAL_ADDRESS: addresses.temporal.address,
    TEMPORAL_NAMESPACE: addresses.temporal.namespace,
    TEMPORAL_CONFIG_FILE: join(machine.folder.path, 'no-temporal-profile.toml'),
    TEMPORAL_UI_URL: addresses.temporal.uiUrl ?? '',
    // A trial shows decisions in the Temporal UI; the engine listens on this machine only.
    APPROVAL_BY_SIGNAL: machine.env.APPROVAL_BY_SIGNAL || 'true',
  };
  return {
    ...Object.fromEntries(inherited),
    ...(external ? {} : embedded),
    DATA_DIR: machine.folder.path,
    DATABASE_URL: addresses.databaseUrl,
    // Services have no business as the owner.
    DATABASE_OWNER_URL: '',
    DEPLOYMENT_SECRET: machine.secret,
    DISPATCH_PORT: String(ports.dispatch),
    DISPATCH_ALLOW_LOOPBACK: 'true',
    LANES_PORT: String(ports.lanes),
    MAIL_DOMAIN: mailDomain(machine),
    MAIL_PORT: String(ports.mail),
    MAIL_RELAX_ON_LOOPBACK: 'true',
    WORKER_METRICS_PORT: String(ports.workerMetrics),
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: tmsUrl(machine),
    PORTAL_SANDBOX_AUDIT_URL: auditUrl(machine),
    PORTAL_ACCOUNT_SANDBOX_TMS: JSON.stringify(sandboxAccount),
    PORTAL_ACCOUNT_SANDBOX_AUDIT: JSON.stringify(sandboxAuditAccount),
    EMBEDDED_SANDBOX_PORT: String(ports.sandboxTms),
    EMBEDDED_SANDBOX_AUDIT_PORT: String(ports.sandboxAudit),
    EMBEDDED_SANDBOX_DEMO_PORT: String(ports.sandboxDemo),
    EMBEDDED_SANDBOX_CONTROL_PORT: String(ports.sandboxControl),
    SANDBOX_CONTROL_TOKEN: machine.sandboxControlToken,
  };
}
