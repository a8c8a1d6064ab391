/** The sandbox as a process of its own: settings in, portals and control out, until it is told to stop. */

import { openLog } from '../../process/logging.ts';
import { readSettings, SettingsError } from '../../process/settings.ts';
import { untilStopped } from '../../process/shutdown.ts';
import { sandboxAccount } from './account.ts';
import type { Account } from './framework/application.ts';
import { startSandbox } from './server.ts';

const settings = readSettings();
if (settings.DATABASE_URL === '' || settings.SANDBOX_CONTROL_TOKEN === '')
  throw new SettingsError(['DATABASE_URL and SANDBOX_CONTROL_TOKEN must be set for the sandbox']);
const log = openLog('sandbox', settings.LOG_LEVEL);

const sandbox = await startSandbox({
  databaseUrl: settings.DATABASE_URL,
  tmsPort: settings.EMBEDDED_SANDBOX_PORT,
  controlPort: settings.EMBEDDED_SANDBOX_CONTROL_PORT,
  controlToken: settings.SANDBOX_CONTROL_TOKEN,
  accounts: accountFrom(process.env['PORTAL_ACCOUNT_SANDBOX_TMS']),
  report: (error) => log.error({ err: error }, 'sandbox trouble'),
});
log.info({ tms_url: sandbox.tmsUrl, control_url: sandbox.controlUrl }, 'sandbox ready');
await untilStopped([{ name: 'sandbox', stop: () => sandbox.stop() }], (name, error) =>
  log.error({ err: error }, `${name} did not stop cleanly`),
);

/** The account that the worker is given for this portal, so that both agree. */
function accountFrom(text: string | undefined): Account {
  if (text === undefined || text === '') return sandboxAccount;
  let given: Partial<Account> = {};
  try {
    given = JSON.parse(text) as Partial<Account>;
  } catch {
    // Refused below like any other text that is no account; the text itself is a secret and is not repeated.
  }
  const { username, password } = given;
  if (typeof username !== 'string' || typeof password !== 'string')
    throw new SettingsError(['PORTAL_ACCOUNT_SANDBOX_TMS must be JSON like {"username": "…", "password": "…"}']);
  return { username, password };
}
