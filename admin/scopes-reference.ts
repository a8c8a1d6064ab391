/** `admin key scopes`: prints what each scope may do as the tables of docs/senders.md, so that the two cannot differ. */
import { routeAccess, toolAccess } from '../domain/dispatch/access.ts';
import type { Access } from '../domain/dispatch/access.ts';
import { keyScopes, scopeTable } from '../domain/key-scopes.ts';

const needsInWords: Readonly<Record<Access, string>> = {
  submit: '`submit`',
  read: '`read`',
  approve: '`approve`',
  admin: '`admin`',
  key: 'any key',
  tool: 'any key; the tool decides',
  'read or link': "`read`, or the task's capability link",
  signature: "a signature with the sender's inbound secret",
  open: 'nothing',
};

/** Two Markdown tables: the scopes, and what every route and tool needs. */
export function scopesReference(): string {
  const scopes = keyScopes.map((scope) => `| \`${scope}\` | ${scopeTable[scope].about} |`);
  const routes = routeAccess.map(({ method, path, needs }) => `| \`${method} ${path}\` | ${needsInWords[needs]} |`);
  const tools = Object.entries(toolAccess).map(([tool, needs]) => `| MCP tool \`${tool}\` | ${needsInWords[needs]} |`);
  return [
    '| Scope | What it is for |',
    '|---|---|',
    ...scopes,
    '',
    '| Request | Needs |',
    '|---|---|',
    ...routes,
    ...tools,
    '',
  ].join('\n');
}
