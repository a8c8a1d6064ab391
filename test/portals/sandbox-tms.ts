/** The sandbox TMS alone, and its playbook. */
import assert from 'node:assert/strict';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { loadPlaybooks } from '../../portals/playbooks/load.ts';
import { type RunningSandbox, runSandbox } from '../sandbox/sandbox.ts';

export async function runSandboxTms(): Promise<{
  readonly sandbox: RunningSandbox;
  readonly playbook: LoadedPlaybook;
}> {
  const sandbox = await runSandbox();
  const [playbook] = loadPlaybooks({
    PORTAL_PLAYBOOKS: '',
    PORTAL_ALLOW_LOOPBACK: true,
    PORTAL_SANDBOX_TMS_URL: sandbox.tmsUrl,
    PORTAL_SANDBOX_AUDIT_URL: '',
  });
  assert.ok(playbook);
  return { sandbox, playbook };
}
