/** What each scope may do and which one each request needs, made from the route tables: a page, and what `admin key scopes` prints. */
import { toolAccess } from '../../api/dispatch/route.ts';
import type { Access } from '../../api/dispatch/route.ts';
import { dispatchRoutes } from '../../api/dispatch/routes.ts';
import { scopesOfAccess } from '../../domain/key-scopes.ts';
import type { Access as LanesAccess } from '../../api/lanes/route.ts';
import { lanesRoutes } from '../../api/lanes/routes.ts';
import { keyScopes, retiredScope, scopeTable, workspaceScopes, workspaceScopeTable } from '../../domain/key-scopes.ts';

const described: Readonly<Partial<Record<Access, string>>> = {
  key: 'any key',
  tool: 'any key; the tool decides',
  'read or link': "`read`, or the task's capability link",
  signature: "a signature with the sender's inbound secret",
  open: 'nothing',
};

function describedScopes(needs: LanesAccess): string {
  if (needs === 'key' || needs === 'tool' || needs === 'open') return described[needs] ?? '';
  const scopes = scopesOfAccess[needs].filter((scope) => scope !== retiredScope);
  return scopes.map((scope) => `\`${scope}\``).join(' or ');
}

const table = (head: string, rows: readonly (readonly [string, string])[]): string =>
  [`| ${head} |`, '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

/** Markdown tables: the scopes of senders' keys, what each request and tool of dispatch needs, and the same of lanes. */
export function scopesReference(): string {
  return [
    table(
      'Scope | What it is for',
      keyScopes.map((scope) => [`\`${scope}\``, scopeTable[scope].about]),
    ),
    table('Request | Needs', [
      ...dispatchRoutes.map(
        ({ method, path, needs }) => [`\`${method} ${path}\``, described[needs] ?? `\`${needs}\``] as const,
      ),
      ...Object.entries(toolAccess).map(
        ([tool, needs]) => [`MCP tool \`${tool}\``, described[needs as Access] ?? `\`${needs}\``] as const,
      ),
    ]),
    table(
      'Scope | What it is for',
      workspaceScopes.map((scope) => [`\`${scope}\``, workspaceScopeTable[scope].about]),
    ),
    table(
      'Request | Needs',
      lanesRoutes.map(({ method, path, needs }) => [`\`${method} ${path}\``, describedScopes(needs)] as const),
    ),
    '',
  ].join('\n\n');
}
