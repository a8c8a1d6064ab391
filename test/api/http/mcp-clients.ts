/** The official clients of both MCP protocols, each connected as its users connect it. */
import { Client as Client2026, StreamableHTTPClientTransport as Transport2026 } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What both lines of clients can do, as far as the tests go. */
export interface AnyClient {
  listTools(): Promise<{
    tools: { name: string; inputSchema: { properties?: object }; outputSchema?: object; annotations?: object }[];
  }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string; mimeType?: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<Record<string, unknown>>;
  listPrompts(): Promise<{ prompts: { name: string; arguments?: { name: string }[] }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<Record<string, unknown>>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
    argument: { name: string; value: string };
    context?: { arguments?: Record<string, string> };
  }): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const client = { name: 'test', version: '1' };
const init = (key: string): { requestInit: RequestInit } => ({
  requestInit: { headers: { authorization: `Bearer ${key}` } },
});

/** @param url of the API, without /mcp */
export const mcpClients: Readonly<Record<string, (url: string, key: string) => Promise<AnyClient>>> = {
  'the 2025 client (@modelcontextprotocol/sdk)': async (url, key) => {
    const connected = new Client2025(client);
    await connected.connect(new Transport2025(new URL(`${url}/mcp`), init(key)));
    return connected;
  },
  'the 2026 client (@modelcontextprotocol/client), modern only': async (url, key) => {
    const connected = new Client2026(client, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await connected.connect(new Transport2026(new URL(`${url}/mcp`), init(key)));
    return connected;
  },
  'the 2026 client speaking 2025': async (url, key) => {
    const connected = new Client2026(client, { versionNegotiation: { mode: 'legacy' } });
    await connected.connect(new Transport2026(new URL(`${url}/mcp`), init(key)));
    return connected;
  },
};
