/** How long a call of an MCP tool takes over HTTP, for clients of both protocols. */
import { Pool } from 'undici';
import { startBenchMachine } from './bench-machine.ts';
import { percentile } from './percentiles.ts';

const floorMs = 15;
const calls = 300;

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export async function mcp(): Promise<boolean> {
  const bench = await startBenchMachine(['browser', 'sandbox', 'worker', 'receiver'], {
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
    DISPATCH_RATE_PER_MINUTE: '1000000',
    DISPATCH_RATE_BURST: '100000',
  });
  const pool = new Pool(bench.dispatchUrl, { connections: 1 });
  try {
    let pro = 7_000_000_000;
    const tools: Record<string, () => object> = {
      run_portal_task: () => ({ task_type: 'pull_pod', params: { pro: String((pro += 1)) } }),
      get_task_status: () => ({ task_id: taskId }),
      list_playbooks: () => ({}),
    };
    const call = async (name: string, args: object, latest: boolean): Promise<{ ms: number; answer: string }> => {
      const params = { name, arguments: args, ...(latest ? { _meta: modern } : {}) };
      const version = latest
        ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
        : {};
      const began = performance.now();
      const { body } = await pool.request({
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bench.apiKey}`, ...version },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const answer = await body.text();
      return { ms: performance.now() - began, answer };
    };
    const first = await call('run_portal_task', tools['run_portal_task']?.() ?? {}, false);
    const taskId = (JSON.parse(first.answer) as { result: { structuredContent: { id: string } } }).result
      .structuredContent.id;
    let met = true;
    console.log(`MCP tools over HTTP, one connection, ${calls} calls each (floor ${floorMs} ms at the median)`);
    for (const latest of [false, true])
      for (const [name, args] of Object.entries(tools)) {
        const times: number[] = [];
        for (let turn = 0; turn < calls + 50; turn += 1) {
          const { ms, answer } = await call(name, args(), latest);
          if (!answer.includes('"structuredContent"')) throw new Error(answer);
          if (turn >= 50) times.push(ms);
        }
        const p50 = percentile(times, 50);
        met &&= p50 <= floorMs;
        console.log(
          `  ${latest ? '2026' : '2025'} ${name.padEnd(16)} p50 ${p50.toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
        );
      }
    return met;
  } finally {
    await pool.close();
    await bench.stop();
  }
}
