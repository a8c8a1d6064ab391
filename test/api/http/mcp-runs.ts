/** Runs the tools that others made for MCP endpoints: the conformance suite and the inspector's command line. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpCaller, McpEndpoint } from '../../../api/http/mcp.ts';
import { openReferenceEndpoint } from './mcp-reference-tools.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const conformance = join(modules, '.bin/conformance');
const baseline = join(import.meta.dirname, 'mcp-conformance.yml');
/** The inspector's command line looks for its package.json relative to where it is started. */
const inspectorFolder = join(modules, '@modelcontextprotocol/inspector-cli/build');

interface Ran {
  readonly code: number;
  readonly out: string;
}

const run = (command: string, args: readonly string[], cwd = '.'): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 50_000_000, timeout: 200_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: `${out}${err}` }),
    );
  });

/** Passes when the suite finds what the baseline names and nothing else. */
export async function assertConforms<C extends McpCaller>(endpoint: McpEndpoint<C>): Promise<void> {
  const served = await openReferenceEndpoint(endpoint);
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-conformance-'));
  try {
    const address = ['--url', `${served.url}/mcp`, '--suite', 'all'];
    const ran = await run(conformance, ['server', ...address, '--expected-failures', baseline, '--output-dir', folder]);
    assert.equal(ran.code, 0, ran.out);
  } finally {
    rmSync(folder, { recursive: true });
    await served.stop();
  }
}

export function inspect(url: string, key: string, ...args: readonly string[]): Promise<Ran> {
  const header = ['--header', `Authorization: Bearer ${key}`];
  const all = ['cli.js', '--cli', `${url}/mcp`, '--transport', 'http', ...header, ...args];
  return run(process.execPath, all, inspectorFolder);
}
