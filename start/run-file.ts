/** Writes and removes `run.json` (process/running-machine). */
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runFileName } from '../process/running-machine.ts';
import { writeWhole } from './deployment-folder.ts';
import { auditUrl, dispatchUrl, lanesUrl, tmsUrl } from './machine.ts';
import type { Machine } from './machine.ts';

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
