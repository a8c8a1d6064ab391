/**
 * What the guard costs a step: facts read on the element, element gate, request gate; on a page of the sandbox's size.
 * Floor: at most 15 ms a step at the median.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeElement } from '../domain/dispatch/guard/element-gate.ts';
import { judgeRequest } from '../domain/dispatch/guard/request-gate.ts';
import { installGate } from '../portals/browser-gate.ts';
import { openBrowserPool } from '../portals/browser-pool.ts';
import { findBrowser } from '../portals/executable.ts';
import { loadPlaybooks } from '../portals/playbooks/load.ts';
import { openDriver } from '../portals/playwright-driver.ts';
import { readSettings } from '../process/settings.ts';

const floorMs = 15;
const rounds = 200;
const pro = '0412708839';

const rows = Array.from(
  { length: 40 },
  (_, n) =>
    `<tr><td><a href="/shipments/04127088${10 + n}">04127088${10 + n}</a></td><td>BL${n}</td><td>Acme</td></tr>`,
).join('');
const page = `<h1>Shipment search</h1><form action="/search"><label for="q">PRO or BOL number</label><input id="q" name="q"><button>Search</button></form><table><caption>Results</caption>${rows}</table>`;
const at = (list: number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;

/** @returns whether the floor holds */
export async function guardCost(): Promise<boolean> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = readSettings();
  const [playbook] = loadPlaybooks({
    ...settings,
    PORTAL_PLAYBOOKS: '',
    PORTAL_ALLOW_LOOPBACK: true,
    PORTAL_SANDBOX_TMS_URL: url,
    PORTAL_SANDBOX_AUDIT_URL: '',
  });
  if (playbook === undefined) throw new Error('the sandbox playbook is missing');
  const rules = {
    origins: playbook.origins,
    pages: playbook.pages,
    neverClick: playbook.never_click,
    harmless: playbook.harmless,
    values: { pro },
  };
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  const pool = openBrowserPool({ program: () => findBrowser(settings), size: 1, profiles: folder });

  const times = { facts: [] as number[], element: [] as number[], request: [] as number[], step: [] as number[] };
  try {
    await pool.use(new AbortController().signal, async (context) => {
      const gate = await installGate(
        context,
        { ...rules, assets: playbook.assets, assetOrigins: [], reads: playbook.reads },
        { timeoutMs: 10_000, pace: { turn: () => Promise.resolve() }, assets: pool.assets },
      );
      const driver = await openDriver(context, gate);
      await driver.go(`${url}/search`, 10_000);
      const target = { role: 'button', name: 'Search' } as const;
      const control = driver.control(target);
      const question = { queries: [{ kind: 'heading', words: ['shipment', 'search'] } as const] };
      for (let n = 0; n < rounds; n++) {
        const start = performance.now();
        const { facts } = await control.look('click', driver.deadlineIn(5_000), question);
        const read = performance.now();
        judgeElement(
          { input: 'click', effect: 'read', step: 'bench', target, expects: [], facts, page: 'search' },
          rules,
        );
        const judged = performance.now();
        judgeRequest(
          { method: 'GET', url: `${url}/search?q=${pro}`, purpose: 'page', headers: {}, body: null },
          {
            ...rules,
            assets: playbook.assets,
            assetOrigins: [],
            reads: playbook.reads,
            used: [],
            acting: true,
            documents: [],
            uploads: [],
            tickets: [],
          },
        );
        const end = performance.now();
        times.facts.push(read - start);
        times.element.push(judged - read);
        times.request.push(end - judged);
        times.step.push(end - start);
      }
    });
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
    server.close();
  }
  for (const [name, list] of Object.entries(times))
    console.log(`${name.padEnd(8)} median ${at(list, 0.5).toFixed(2)} ms, p95 ${at(list, 0.95).toFixed(2)} ms`);
  const holds = at(times.step, 0.5) <= floorMs;
  const [load = 0] = loadavg();
  console.log(`load of the machine: ${load.toFixed(1)}`);
  return holds;
}
