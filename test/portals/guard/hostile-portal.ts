/** A tiny portal that serves whatever a test wants and remembers every request that reached it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { neededFacts } from '../../../domain/dispatch/playbook/needed-facts.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../domain/dispatch/playbook/step.ts';
import { readPlaybook } from '../../../portals/playbooks/load.ts';
import { type CapabilityResult, type CapabilityRun, runCapability } from '../../../portals/run-capability.ts';
import { memorySink, type MemorySink, testBrowsers } from '../../support/browser.ts';
import { onQuiet } from '../on-quiet.ts';

export type Answer =
  | string
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };
export type Pages = Readonly<Record<string, Answer | ((request: IncomingMessage, response: ServerResponse) => void)>>;

export interface HostilePortal {
  readonly url: string;
  /** Every request that arrived, as `METHOD /path?query body`. */
  readonly received: string[];
  /** The bodies among them, as their bytes came. */
  readonly bodies: ReceivedBody[];
  /** WebSocket handshakes and other upgrades. */
  readonly upgrades: string[];
  show(pages: Pages): void;
  close(): Promise<void>;
}

export interface ReceivedBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export async function openHostilePortal(): Promise<HostilePortal> {
  let pages: Pages = {};
  const received: string[] = [];
  const bodies: ReceivedBody[] = [];
  const upgrades: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (bytes: Buffer) => chunks.push(bytes));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = bytes.toString();
      if (bytes.length > 0) bodies.push({ contentType: request.headers['content-type'] ?? '', bytes });
      received.push(`${request.method ?? ''} ${request.url ?? ''}${body === '' ? '' : ` ${body}`}`);
      const path = (request.url ?? '').split('?')[0] ?? '';
      const answer = pages[`${request.method ?? ''} ${path}`] ?? pages[path] ?? { status: 404, body: 'nothing here' };
      if (typeof answer === 'function') return answer(request, response);
      const {
        status,
        headers = {},
        body: text = '',
      } = typeof answer === 'string' ? { status: 200, body: answer } : answer;
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(text);
    });
  });
  server.on('upgrade', (request, socket) => {
    upgrades.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    bodies,
    upgrades,
    show(next) {
      pages = { '/login': '<h1>Log in</h1>', '/home': '<h1>Home</h1><p>Signed in as robot</p>', ...next };
      received.length = 0;
      bodies.length = 0;
      upgrades.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const writes = (steps: readonly unknown[]): boolean => JSON.stringify(steps).includes('"effect":"write"');

/** Steps that read every fact the phase needs, for a playbook that is whole; they are not run. */
function reads(phase: 'look' | 'submit' | 'probe'): object[] {
  const target = { role: 'heading', name: 'Nothing' };
  return (neededFacts.tms_correction?.[phase] ?? []).map(({ name, columns }) =>
    columns === undefined
      ? { do: 'read', target, as: name }
      : {
          do: 'read_rows',
          target,
          as: name,
          columns: Object.fromEntries(columns.map((column) => [column.name, column.name])),
        },
  );
}

function never(steps: readonly object[]): object {
  return { do: 'when', present: { role: 'heading', name: 'Never' }, steps };
}

/** A playbook for the hostile portal; its session always holds. */
export function hostilePlaybook(url: string, steps: readonly unknown[], more: object = {}): LoadedPlaybook {
  const playbook = readPlaybook(
    JSON.stringify({
      id: 'hostile',
      name: 'Hostile portal',
      version: '1.0.0',
      portal: { name: 'Hostile', kind: 'tms' },
      origins: [url],
      account: 'hostile',
      assets: ['/static/*'],
      reference_field: 'pro',
      pages: {
        login: { paths: ['/login'], secret: true, fingerprint: { headings: ['Log in'] } },
        home: { paths: ['/home'], fingerprint: { headings: ['Home'] } },
        start: { paths: ['/start'], fingerprint: { headings: ['Start'] } },
        next: { paths: ['/next'], query: ['q'], fingerprint: { headings: ['Next'] } },
        record: { paths: ['/records/{{pro}}'], fingerprint: { headings: ['Record {{pro}}'] } },
        frame: { paths: ['/frame'], fingerprint: { headings: ['Frame'] } },
      },
      login: {
        page: 'login',
        steps: [{ do: 'go', to: '/login', next: 'login' }],
        probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as robot' } },
      },
      capabilities: {
        ...(writes(steps)
          ? {
              tms_correction: {
                look: reads('look'),
                submit: [...steps, never(reads('submit'))],
                probe: reads('probe'),
              },
            }
          : { pull_pod: { inputs: ['pro'], steps } }),
        ...more,
      },
      never_click: [
        { action: 'void_bill', label: 'Void bill', names: [], paths: ['/void'] },
        { action: 'cancel_shipment', label: 'Cancel shipment', names: [], paths: ['/cancel'] },
        { action: 'write_off_balance', label: 'Write off balance', names: [], paths: ['/writeoff'] },
        { action: 'mass_rerate', label: 'Mass re-rate', names: [], paths: [] },
      ],
    }),
    'hostile.json',
    { PORTAL_PLAYBOOKS: '', PORTAL_ALLOW_LOOPBACK: true, PORTAL_SANDBOX_TMS_URL: '', PORTAL_SANDBOX_AUDIT_URL: '' },
  );
  if (playbook === undefined) throw new Error('the playbook has no origin');
  return playbook;
}

const pro = '0412708839';
/** What a correction is given; on the hostile portal the field for the mark is the one with the PRO. */
const correction = { pro, mark: pro, reason_code: 'WC', note: '', explanation: '', amount: '250.00' };

export interface HostileRun {
  readonly result: CapabilityResult;
  readonly sink: MemorySink;
}

/** Runs the steps on the portal's pages; the page under test is always `/start`. */
export async function runOn(
  portal: HostilePortal,
  steps: readonly (Step | object)[],
  more: Partial<CapabilityRun> = {},
): Promise<HostileRun> {
  // What arrived in an attempt that our own processes missed stays among what was received.
  return onQuiet(async () => {
    const sink = memorySink();
    const result = await runCapability({
      playbook: hostilePlaybook(portal.url, steps),
      ...(writes(steps)
        ? { taskType: 'tms_correction', phase: 'submit', inputs: correction }
        : { taskType: 'pull_pod', inputs: { pro } }),
      sink,
      signal: new AbortController().signal,
      onProgress: () => {},
      browsers: testBrowsers(),
      stepTimeoutMs: 5_000,
      now: () => new Date(),
      session: {
        credentials: async () => ({ username: 'robot', password: 'secret' }),
        load: async () => '[]',
        save: async () => {},
      },
      ...more,
    });
    return { result, sink };
  });
}
