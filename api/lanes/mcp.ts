/** The MCP endpoint of the lanes API: its name, its tools, and the hosts it answers for. */
import type { Middleware } from 'koa';
import { software } from '../../process/software.ts';
import { mcpEndpoint } from '../http/mcp.ts';
import type { LanesDeps } from './deps.ts';
import { lanesTools, mcpInstructions } from './mcp-tools.ts';
import { workspaceOf } from './workspace-caller.ts';

export function lanesMcp(deps: LanesDeps): Middleware {
  return mcpEndpoint({
    name: 'lanekeeper-lanes',
    version: software.version,
    instructions: mcpInstructions,
    tools: lanesTools(deps),
    callerOf: workspaceOf,
    hosts: () => [new URL(deps.baseUrl()).hostname, ...deps.settings.LANES_MCP_HOSTS],
    log: deps.log,
  });
}
