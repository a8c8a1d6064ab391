/** The sandbox as a process or a thread of its own: settings in, portals and control out, until it is asked to stop. */
import { workerData } from 'node:worker_threads';
import { openLog } from '../process/logging.ts';
import { readSettings, SettingsError } from '../process/settings.ts';
import { untilStopped } from '../process/lifetime.ts';
import { stepBackThread } from '../process/cpu-priority.ts';
import { throughOutages } from '../store/outages.ts';
import { sandboxAccount, sandboxAuditAccount } from './account.ts';
import type { Account } from './framework/application.ts';
import { startSandbox } from './server.ts';

const settings = readSettings();
if (settings.DATABASE_URL === '' || settings.SANDBOX_CONTROL_TOKEN === '')
  throw new SettingsError(['DATABASE_URL and SANDBOX_CONTROL_TOKEN must be set for the sandbox']);
/** What `start/node-process.ts` gives. */
const thread = workerData as { logFile: string; nice: number } | null;
const log = openLog('sandbox', settings.LOG_LEVEL, thread?.logFile);

const options = {
  databaseUrl: settings.DATABASE_URL,
  tmsPort: settings.EMBEDDED_SANDBOX_PORT,
  auditPort: settings.EMBEDDED_SANDBOX_AUDIT_PORT,
  demoPort: settings.EMBEDDED_SANDBOX_DEMO_PORT,
  controlPort: settings.EMBEDDED_SANDBOX_CONTROL_PORT,
  controlToken: settings.SANDBOX_CONTROL_TOKEN,
  accounts: accountFrom('PORTAL_ACCOUNT_SANDBOX_TMS', sandboxAccount),
  auditAccount: accountFrom('PORTAL_ACCOUNT_SANDBOX_AUDIT', sandboxAuditAccount),
  report: (error: unknown) => log.error({ err: error }, 'sandbox trouble'),
};
const sandbox = await throughOutages(() => startSandbox(options));
log.info(
  {
    tms_url: sandbox.tmsUrl,
    audit_url: sandbox.auditUrl,
    demo_url: sandbox.demoUrl,
    control_url: sandbox.controlUrl,
  },
  'sandbox ready',
);
if (thread !== null) stepBackThread(thread.nice);
await untilStopped([{ name: 'sandbox', stop: () => sandbox.stop() }], log);

/** The account that the worker is given for this portal, so that both agree. */
function accountFrom(variable: string, otherwise: Account): Account {
  const text = process.env[variable];
  if (text === undefined || text === '') return otherwise;
  let given: Partial<Account> = {};
  try {
    given = JSON.parse(text) as Partial<Account>;
  } catch {
    // Refused below like any other text that is no account; the text itself is a secret and is not repeated.
  }
  const { username, password, totp_secret: secret } = given;
  if (
    typeof username !== 'string' ||
    typeof password !== 'string' ||
    !(secret === undefined || typeof secret === 'string')
  )
    throw new SettingsError([`${variable} must be JSON like {"username": "…", "password": "…", "totp_secret": "…"}`]);
  return { username, password, ...(secret === undefined ? {} : { totp_secret: secret }) };
}
