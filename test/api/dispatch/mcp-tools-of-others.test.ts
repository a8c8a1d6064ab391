import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestApi } from '../../support/dispatch-api.ts';
import type { TestApi } from '../../support/dispatch-api.ts';
import { openReferenceEndpoint } from './mcp-reference-tools.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const conformance = join(modules, '.bin/conformance');
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

describe('the MCP endpoint under the tools of others', function () {
  // Each is a process of its own.
  this.timeout(240_000);
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());

  it('has everything that the conformance suite asks of a stateless server with tools; the baseline names the rest', async () => {
    const endpoint = await openReferenceEndpoint(api.deps, api.senderId);
    const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-conformance-'));
    try {
      const baseline = join(import.meta.dirname, 'mcp-conformance.yml');
      const ran = await run(conformance, [
        'server',
        '--url',
        `${endpoint.url}/mcp`,
        '--suite',
        'all',
        '--expected-failures',
        baseline,
        '--output-dir',
        folder,
      ]);
      assert.equal(ran.code, 0, ran.out);
    } finally {
      rmSync(folder, { recursive: true });
      await endpoint.stop();
    }
  });

  const inspect = (...args: string[]): Promise<Ran> =>
    run(
      process.execPath,
      [
        'cli.js',
        '--cli',
        `${api.url}/mcp`,
        '--transport',
        'http',
        '--header',
        `Authorization: Bearer ${api.key}`,
        ...args,
      ],
      inspectorFolder,
    );

  it('answers the inspector: lists the tools and calls one', async () => {
    const listed = await inspect('--method', 'tools/list');
    assert.equal(listed.code, 0, listed.out);
    assert.match(listed.out, /"name": "run_portal_task"/);
    const called = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'run_portal_task',
      '--tool-arg',
      'task_type=pull_pod',
      '--tool-arg',
      'params={"pro":"4471180293"}',
    );
    assert.equal(called.code, 0, called.out);
    assert.match(called.out, /"channel": "mcp"/);
  });
});
