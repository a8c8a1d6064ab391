/** Runs phases of the shipped playbooks in a real browser against the real sandbox, and asks it what happened. */
import assert from 'node:assert/strict';
import { choosePlaybook } from '../../../domain/dispatch/playbook/summary.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { Phase } from '../../../domain/dispatch/playbook/needed-facts.ts';
import { portalMark } from '../../../domain/dispatch/writing/portal-mark.ts';
import type { TaskType } from '../../../domain/dispatch/task.ts';
import { loadPlaybooks } from '../../../portals/playbooks/load.ts';
import { type CapabilityResult, type CapabilityRun, runCapability } from '../../../portals/run-capability.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { textSha256 } from '../../../process/evidence-crypto.ts';
import { memorySink, type MemorySink, testBrowsers } from '../../support/browser.ts';
import { onQuiet } from '../on-quiet.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';

interface Write {
  readonly kind: string;
  readonly reference: string | null;
  readonly number: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface PhaseRunner {
  readonly sandbox: Sandbox;
  readonly playbooks: readonly LoadedPlaybook[];
  /** Of the sandbox and the runs. */
  clock(): Date;
  /** To the next period of one-time codes. */
  moveOn(): void;
  /** Of the last run. */
  sink(): MemorySink;
  run(taskType: TaskType, phase: Phase, inputs: Inputs, more?: Partial<CapabilityRun>): Promise<CapabilityResult>;
  fault(portal: 'tms' | 'audit', name: string, more?: object): Promise<void>;
  writes(): Promise<Write[]>;
  /** Requests that could have changed something, without those of the sign-in. */
  changing(): Promise<string[]>;
  reset(): Promise<void>;
  end(): Promise<void>;
}

type Inputs = Readonly<Record<string, string>>;

/** A file that the portal accepts as a receipt: it has to be a PDF and not empty. */
export const receipt = Buffer.concat([
  Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
  Buffer.alloc(2_000, 0xd3),
  Buffer.from('\n%%EOF\n'),
]);

export function markOf(action: string): string {
  return portalMark('tsk_of_the_tests', action, textSha256);
}

export async function openPhaseRunner(): Promise<PhaseRunner> {
  const database: FreshDatabase = await freshDatabase();
  // Every login takes a code of its own, so time moves on with each of them.
  let aheadMs = 0;
  const clock = (): Date => new Date(Date.now() + aheadMs);
  const sandbox = await startSandbox({
    databaseUrl: database.url,
    tmsPort: 0,
    auditPort: 0,
    demoPort: 0,
    controlPort: 0,
    controlToken: 'control-token-of-the-playbook-tests',
    clock,
  });
  const playbooks = loadPlaybooks({
    PORTAL_PLAYBOOKS: '',
    PORTAL_ALLOW_LOOPBACK: true,
    PORTAL_SANDBOX_TMS_URL: sandbox.tmsUrl,
    PORTAL_SANDBOX_AUDIT_URL: sandbox.auditUrl ?? '',
  });
  const kept = new Map<string, string | null>();
  let sink = memorySink();

  async function control<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(sandbox.controlUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as T;
  }
  interface Truth {
    readonly requests: { readonly method: string; readonly path: string }[];
    readonly writes: Write[];
  }

  return {
    sandbox,
    playbooks,
    clock,
    moveOn: () => void (aheadMs += 30_000),
    sink: () => sink,
    run(taskType, phase, inputs, more = {}) {
      const playbook = choosePlaybook(playbooks, null, taskType);
      assert.ok(playbook, taskType);
      const isAudit = playbook.portal.kind === 'audit';
      const key = `${playbook.id} ${phase === 'probe' ? 'check' : 'work'}`;
      sink = memorySink();
      return runCapability({
        playbook,
        taskType,
        phase,
        inputs,
        sink,
        signal: new AbortController().signal,
        onProgress: () => {},
        browsers: testBrowsers(),
        stepTimeoutMs: 60_000,
        now: clock,
        readFile: async () => ({ bytes: receipt, mediaType: 'application/pdf' }),
        mayWrite: async () => true,
        session: {
          credentials: async () => {
            aheadMs += 30_000;
            return isAudit ? sandbox.auditAccount : sandbox.accounts;
          },
          load: async () => kept.get(key) ?? null,
          save: async (cookies) => void kept.set(key, cookies),
        },
        ...more,
      });
    },
    async fault(portal, name, more = {}) {
      await control('/faults', { portal, fault: name, ...more });
    },
    writes: async () => (await control<Truth>('/truth')).writes,
    async changing() {
      const { requests } = await control<Truth>('/truth');
      return requests
        .filter(({ method, path }) => method !== 'GET' && method !== 'HEAD' && !path.startsWith('/login'))
        .map(({ method, path }) => `${method} ${path}`);
    },
    async reset() {
      await control('/reset', {});
    },
    async end() {
      await sandbox.stop();
      await database.drop();
    },
  };
}

/**
 * Makes an attempt again that our own processes failed at: it says nothing about the portal, and the engine would repeat
 * it, too.
 */
export async function undisturbed(
  portals: PhaseRunner,
  attempt: (portals: PhaseRunner) => Promise<void>,
): Promise<void> {
  await onQuiet(async () => {
    await portals.reset();
    await attempt(portals);
  });
}

/** The facts of a finished run, with its lists read. */
export function factsOf(result: CapabilityResult): Record<string, unknown> {
  assert.equal(result.kind, 'finished', JSON.stringify(result));
  assert.ok(result.kind === 'finished');
  return Object.fromEntries(
    Object.entries(result.facts).map(([name, text]) => [name, text.startsWith('[') ? JSON.parse(text) : text]),
  );
}
