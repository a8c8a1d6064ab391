/** Starts the sandbox: every portal on its port and the control server on another, over one database. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { sandboxAccount, sandboxAuditAccount } from './account.ts';
import { audit } from './audit/application.ts';
import { demo } from './demo/application.ts';
import type { Account, Application, PortalId } from './framework/application.ts';
import { controlServer } from './framework/control.ts';
import { openSandboxDatabase, prepare, restore } from './framework/database.ts';
import { openFaultSwitch } from './framework/fault.ts';
import { portalServer } from './framework/portal.ts';
import { replicasOf } from './framework/replica.ts';
import { sessionsIn } from './framework/session.ts';
import { readTruth, requestLogIn } from './framework/truth.ts';
import { tms } from './tms/application.ts';

export interface SandboxOptions {
  /** PostgreSQL; the sandbox keeps to its own schema `sandbox` there. */
  readonly databaseUrl: string;
  /** 0 takes a free port. */
  readonly tmsPort: number;
  /** Without a port the audit portal does not run. */
  readonly auditPort?: number;
  /** Without a port the demo portal does not run. */
  readonly demoPort?: number;
  readonly controlPort: number;
  readonly controlToken: string;
  /** The login that TMS and demo portal accept. */
  readonly accounts?: Account;
  /** The login that the audit portal accepts; without a secret it asks for no one-time code. */
  readonly auditAccount?: Account;
  /** Minutes a session lives without a request; 30 when left out. */
  readonly sessionMinutes?: number;
  readonly clock?: () => Date;
  /** Called with what went wrong behind a page; silent when left out. */
  readonly report?: (error: unknown) => void;
}

export interface Sandbox {
  readonly tmsUrl: string;
  readonly auditUrl: string | null;
  readonly demoUrl: string | null;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly accounts: Account;
  readonly auditAccount: Account;
  /** Accepts no more requests, stores the truth, and closes the database. */
  stop(): Promise<void>;
}

/** Portals and control answer on this machine only. */
const host = '127.0.0.1';

/** Migrates and seeds what is missing, then listens. @throws when the database is away or a port is taken */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { controlToken, accounts = sandboxAccount, auditAccount = sandboxAuditAccount } = options;
  const { clock = () => new Date(), report = () => undefined } = options;
  const pool = openSandboxDatabase(options.databaseUrl, report);
  const replicas = replicasOf(options.databaseUrl, report);
  const stopping = new AbortController();
  const servers: Server[] = [];
  const requests = requestLogIn(pool, report);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  async function stopAll(): Promise<void> {
    stopping.abort();
    await Promise.all(servers.map(close));
    await replicas.release();
    await requests.flush().catch(report);
    await pool.end();
  }
  try {
    const running = [
      { application: tms(pool), account: accounts, port: options.tmsPort },
      { application: audit(pool), account: auditAccount, port: options.auditPort },
      { application: demo(), account: accounts, port: options.demoPort },
    ].filter((part): part is typeof part & { port: number } => part.port !== undefined);
    const applications: readonly Application[] = running.map(({ application }) => application);
    await prepare(pool, applications);
    const faults = await openFaultSwitch(pool);
    const sessions = sessionsIn(pool, options.sessionMinutes ?? 30);
    const shared = { pool, replicas, sessions, faults, requests, clock, stopping: stopping.signal, report };
    const urls = new Map<PortalId, string>();
    for (const { application, account, port } of running)
      urls.set(application.portal, await listen(servers, portalServer({ application, account, ...shared }), port));
    const control = controlServer({
      token: controlToken,
      portals: applications.map(({ portal }) => portal),
      async setFault(fault) {
        if (fault.fault === 'stale') await replicas.stopNow(fault.portal);
        await faults.set(fault);
      },
      async clearFaults(portal, match) {
        await faults.clear(portal, match);
        if (!faults.isSetFor(portal, 'stale')) await replicas.release(portal);
      },
      async readTruth(portal, about) {
        await requests.flush();
        return readTruth(pool, portal, about);
      },
      async reset() {
        await requests.flush();
        await replicas.release();
        await restore(pool, applications);
        await faults.reload();
      },
      async ready() {
        await pool.query('select 1');
      },
      report,
    });
    const controlUrl = await listen(servers, control, options.controlPort);
    return {
      tmsUrl: urls.get('tms') ?? '',
      auditUrl: urls.get('audit') ?? null,
      demoUrl: urls.get('demo') ?? null,
      controlUrl,
      controlToken,
      accounts,
      auditAccount,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(servers: Server[], application: Koa, port: number): Promise<string> {
  const handle = application.callback();
  const server = createServer((request, response) => {
    // An address in place of a path is for proxies, and not all that Node lets through can be parsed.
    if (request.url?.startsWith('/')) void handle(request, response);
    else response.writeHead(400, { connection: 'close' }).end();
  });
  // As web servers in front of portals have it (nginx).
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  servers.push(server);
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Lets answers under way finish, but not for ever: browsers keep connections open. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), 2000);
  await closed;
  clearTimeout(patience);
}
