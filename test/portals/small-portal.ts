/** Portals of a few pages: what their playbooks and the runs on them have in common. */
import assert from 'node:assert/strict';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import { type CapabilityResult, type CapabilityRun, runCapability } from '../../portals/run-capability.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';

/** @param content all but the members that each of them has; the weight of a shipment is on the page `home` */
export function smallPlaybook(content: { readonly id: string; readonly [member: string]: unknown }): string {
  return JSON.stringify({
    version: '1.0.0',
    portal: { name: 'Carrier', kind: 'tms' },
    account: content.id,
    never_click: ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'].map((action) => ({
      action,
      label: action,
      names: [],
      paths: [`/${action}`],
    })),
    ...content,
  });
}

export function loadSmallPlaybook(text: string): LoadedPlaybook {
  const settings = {
    PORTAL_PLAYBOOKS: '',
    PORTAL_ALLOW_LOOPBACK: true,
    PORTAL_SANDBOX_TMS_URL: '',
    PORTAL_SANDBOX_AUDIT_URL: '',
  };
  return readPlaybook(text, 'small.json', settings) ?? assert.fail('the playbook has no origin');
}

/** Reads the weight of a shipment. */
export function readWeight(
  playbook: LoadedPlaybook,
  session: CapabilityRun['session'],
  more: Partial<CapabilityRun> = {},
): Promise<CapabilityResult> {
  return runCapability({
    playbook,
    taskType: 'pull_pod',
    inputs: { pro: '0412708839' },
    sink: memorySink(),
    signal: new AbortController().signal,
    onProgress: () => {},
    browsers: testBrowsers(),
    stepTimeoutMs: 10_000,
    now: () => new Date(),
    session,
    ...more,
  });
}
