import assert from 'node:assert/strict';
import { dispatchDocuments, dispatchTools, mcpInstructions } from '../../../api/dispatch/mcp-tools.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { assertConforms, inspect } from '../http/mcp-runs.ts';

describe('the MCP endpoint under the tools of others', function () {
  // Each is a process of its own.
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());

  it('has everything that the conformance suite asks of a stateless server with tools, documents and prompts; the baseline names the rest', async () => {
    const caller = { keyId: 'key_test', ownerId: api.senderId, scopes: ['submit', 'read'], rateLimit: null };
    await assertConforms({
      name: 'lanekeeper-dispatch',
      version: '0.0.0',
      instructions: mcpInstructions,
      documents: dispatchDocuments(api.deps),
      tools: dispatchTools(api.deps),
      callerOf: () => caller,
      hosts: () => [],
      log: api.deps.log,
    });
  });

  it('answers the inspector: lists the tools and calls one', async () => {
    const listed = await inspect(api.url, api.key, '--method', 'tools/list');
    assert.equal(listed.code, 0, listed.out);
    assert.match(listed.out, /"name": "run_portal_task"/);
    const call = ['--method', 'tools/call', '--tool-name', 'run_portal_task'];
    const args = ['--tool-arg', 'task_type=pull_pod', '--tool-arg', 'params={"pro":"4471180293"}'];
    const called = await inspect(api.url, api.key, ...call, ...args);
    assert.equal(called.code, 0, called.out);
    assert.match(called.out, /"channel": "mcp"/);
  });
});
