/** How long a call of an MCP tool of either service takes over HTTP, for clients of both protocols. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { exampleQueue } from '../domain/lanes/example-history.ts';
import { createTrialWorkspaces, lanesOf, runLanesTrial } from '../start/lanes-trial.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { percentile } from './percentiles.ts';

const floorMs = 15;
const calls = 300;

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** One tool and what each call of it is given. */
type Calls = Readonly<Record<string, () => object>>;

export async function mcp(): Promise<boolean> {
  const bench = await startBenchMachine(['browser', 'sandbox', 'receiver'], {
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
    DISPATCH_RATE_PER_MINUTE: '1000000',
    DISPATCH_RATE_BURST: '100000',
    // Tasks are queued and not carried out: the portals are not part of this.
    WORKER_QUEUES: 'lanes',
  });
  try {
    console.log(`MCP tools over HTTP, one connection, ${calls} calls each (floor ${floorMs} ms at the median)`);
    const dispatchMet = await measureDispatch(bench);
    const lanesMet = await measureLanes(bench);
    console.log(`  load average ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 2).join(', ')}`);
    return dispatchMet && lanesMet;
  } finally {
    await bench.stop();
  }
}

async function measureDispatch(bench: BenchMachine): Promise<boolean> {
  const caller = openCaller(bench.dispatchUrl, bench.apiKey);
  let pro = 7_000_000_000;
  const newTask = (): object => ({ task_type: 'pull_pod', params: { pro: String((pro += 1)) } });
  try {
    const first = await caller.call('run_portal_task', newTask(), false);
    const taskId = (JSON.parse(first.answer) as { result: { structuredContent: { id: string } } }).result
      .structuredContent.id;
    return await measureTools('dispatch', caller, {
      run_portal_task: newTask,
      get_task_status: () => ({ task_id: taskId }),
      list_playbooks: () => ({}),
    });
  } finally {
    await caller.close();
  }
}

/** Half a year of the trial's queue is behind the answers. */
async function measureLanes(bench: BenchMachine): Promise<boolean> {
  const workspaces = await createTrialWorkspaces(bench.machine);
  const lanes = lanesOf(bench.machine, workspaces);
  await runLanesTrial({ lanes, say: () => {}, signal: new AbortController().signal });
  const caller = openCaller(lanes.base_url, lanes.api_key);
  const place = { queue: exampleQueue, step: 'match' };
  let item = 0;
  try {
    return await measureTools('lanes', caller, {
      which_steps_run_alone: () => ({}),
      step_evidence: () => place,
      route_item: () => ({ ...place, item: `INV-${(item += 1)}`, features: { format: 'pdf', lines: 3 } }),
    });
  } finally {
    await caller.close();
  }
}

interface Caller {
  /** @param latest whether to speak the protocol of 2026 */
  call(name: string, args: object, latest: boolean): Promise<{ readonly ms: number; readonly answer: string }>;
  close(): Promise<void>;
}

function openCaller(url: string, key: string): Caller {
  const pool = new Pool(url, { connections: 1 });
  return {
    call: async (name, args, latest) => {
      const params = { name, arguments: args, ...(latest ? { _meta: modern } : {}) };
      const version = latest
        ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
        : {};
      const began = performance.now();
      const { body } = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...version },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const answer = await body.text();
      return { ms: performance.now() - began, answer };
    },
    close: () => pool.close(),
  };
}

async function measureTools(service: string, caller: Caller, tools: Calls): Promise<boolean> {
  let met = true;
  for (const latest of [false, true])
    for (const [name, args] of Object.entries(tools)) {
      const times: number[] = [];
      for (let turn = 0; turn < calls + 50; turn += 1) {
        const { ms, answer } = await caller.call(name, args(), latest);
        if (!answer.includes('"structuredContent"')) throw new Error(answer);
        if (turn >= 50) times.push(ms);
      }
      const p50 = percentile(times, 50);
      met &&= p50 <= floorMs;
      console.log(
        `  ${service.padEnd(8)} ${latest ? '2026' : '2025'} ${name.padEnd(21)} p50 ${p50.toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
      );
    }
  return met;
}
