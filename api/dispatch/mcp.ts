/** The MCP endpoint of the dispatch API: its name, its tools, and the hosts it answers for. */
import type { Middleware } from 'koa';
import { software } from '../../process/software.ts';
import { callerOf } from '../http/bearer-key.ts';
import { mcpEndpoint } from '../http/mcp.ts';
import type { DispatchDeps } from './deps.ts';
import { dispatchTools, mcpInstructions } from './mcp-tools.ts';

export function dispatchMcp(deps: DispatchDeps): Middleware {
  return mcpEndpoint({
    name: 'lanekeeper-dispatch',
    version: software.version,
    instructions: mcpInstructions,
    tools: dispatchTools(deps),
    callerOf,
    hosts: () => [new URL(deps.baseUrl()).hostname, ...deps.settings.DISPATCH_MCP_HOSTS],
    log: deps.log,
  });
}
