import assert from 'node:assert/strict';
import { lanesDocuments, lanesTools, mcpInstructions } from '../../../api/lanes/mcp-tools.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { assertConforms, inspect } from '../http/mcp-runs.ts';
import { sendHistory } from './history.ts';

describe('the MCP endpoint of lanes under the tools of others', function () {
  // Each is a process of its own.
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
    await sendHistory(api, 1);
  });
  after(() => api.close());

  it('has everything that the conformance suite asks of a stateless server with tools, documents and prompts; the baseline names the rest', async () => {
    const caller = await api.deps.callers.find(`Bearer ${api.workspace.key}`);
    await assertConforms({
      name: 'lanekeeper-lanes',
      version: '0.0.0',
      instructions: mcpInstructions,
      documents: lanesDocuments(api.deps),
      tools: lanesTools(api.deps),
      callerOf: () => caller,
      hosts: () => [],
      log: api.deps.log,
    });
  });

  it('answers the inspector: lists the tools and calls one', async () => {
    const { key } = api.workspace;
    const listed = await inspect(api.url, key, '--method', 'tools/list');
    assert.equal(listed.code, 0, listed.out);
    assert.match(listed.out, /"name": "which_steps_run_alone"/);
    const call = ['--method', 'tools/call', '--tool-name', 'route_item'];
    const args = ['queue=invoices', 'step=match', 'item=INV-1', 'features={"format":"pdf"}'];
    const called = await inspect(api.url, key, ...call, ...args.flatMap((arg) => ['--tool-arg', arg]));
    assert.equal(called.code, 0, called.out);
    assert.match(called.out, /"decision": "human_only"/);
  });
});
