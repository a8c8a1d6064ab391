/** The pages of docs/reference: made from the schemas and tables that the software runs on, and held equal by a test. */
import { type Access, toolAccess } from '../../api/dispatch/deps.ts';
import { openApiDocument } from '../../api/dispatch/openapi-document.ts';
import { dispatchRoutes } from '../../api/dispatch/routes.ts';
import { type ErrorCode, statusOfCode } from '../../api/http/errors.ts';
import type { Access as LanesAccess } from '../../api/lanes/deps.ts';
import { lanesOpenApi } from '../../api/lanes/openapi-document.ts';
import { lanesRoutes } from '../../api/lanes/routes.ts';
import {
  keyScopes,
  retiredScope,
  scopeTable,
  scopesOfAccess,
  workspaceScopeTable,
  workspaceScopes,
} from '../../domain/key-scopes.ts';
import { apiReference, table } from './api-reference.ts';
import errorRemedies from './error-remedies.json' with { type: 'json' };
import { eventsReference } from './events-reference.ts';

const made =
  'This page is made from the description that the API serves (`npm run docs` writes it). `*` marks members that must be there.';

const scopesIntro =
  'An API key has one or more scopes. First those of senders (dispatch), then those of workspaces (lanes). This page is made from ' +
  'the route tables of the APIs (`npm run docs` writes it); `lanekeeper key scopes` prints it.';

/** @returns the text of each page by its file, from the top of the checkout */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/reference/dispatch-api.md': apiReference(
      'The dispatch API',
      `${made} It is served at \`/api/openapi.json\`. What the calls are for is described in [channels](../channels.md) and ` +
        '[tasks](../tasks.md); error codes are in [codes](codes.md).',
      openApiDocument({ baseUrl: 'https://dispatch.example', headerName: 'Svc' }),
      'dispatch',
    ),
    'docs/reference/lanes-api.md': apiReference(
      'The lanes API',
      `${made} It is served at \`/v1/openapi.json\`, the schema of events alone at \`/v1/schema\`. What the calls are for is ` +
        'described in [lanes](../lanes.md); error codes are in [codes](codes.md).',
      lanesOpenApi('https://lanes.example', 'Svc'),
      'lanes',
    ),
    'docs/reference/events.md': eventsReference(),
    'docs/reference/scopes.md': `# Scopes\n\n${scopesIntro}\n\n${scopesReference()}`,
    'docs/reference/codes.md': codes(),
  };
}

function codes(): string {
  const rows = Object.entries(statusOfCode).map(([code, status]) => {
    const { cause, remedy } = errorRemedies[code as ErrorCode];
    return [`\`${code}\``, String(status), cause, remedy];
  });
  return [
    '# Error codes',
    'Every error is `{"error": "<a plain sentence>", "code": "<one of these>"}`, with `details` where there are several ' +
      'findings. The sentence names the field and what was expected; programs look at the code. This page is made from ' +
      'the table that the APIs run on (`npm run docs` writes it).',
    table(['Code', 'Status', 'Cause', 'Remedy'], rows),
    'What a task can end with is in [tasks](../tasks.md), what an attempt to deliver a webhook can end with in ' +
      '[webhooks](../webhooks.md#retries), exit codes of the command line in [operations](../operations.md).',
    '',
  ].join('\n\n');
}

// What each scope may do and which one each request needs, made from the route tables: a page, and what `admin key scopes` prints.

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

const scopeRows = (head: string, rows: readonly (readonly [string, string])[]): string =>
  [`| ${head} |`, '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

/** Markdown tables: the scopes of senders' keys, what each request and tool of dispatch needs, and the same of lanes. */
function scopesReference(): string {
  return [
    scopeRows(
      'Scope | What it is for',
      keyScopes.map((scope) => [`\`${scope}\``, scopeTable[scope].about]),
    ),
    scopeRows('Request | Needs', [
      ...dispatchRoutes.map(
        ({ method, path, needs }) => [`\`${method} ${path}\``, described[needs] ?? `\`${needs}\``] as const,
      ),
      ...Object.entries(toolAccess).map(
        ([tool, needs]) => [`MCP tool \`${tool}\``, described[needs as Access] ?? `\`${needs}\``] as const,
      ),
    ]),
    scopeRows(
      'Scope | What it is for',
      workspaceScopes.map((scope) => [`\`${scope}\``, workspaceScopeTable[scope].about]),
    ),
    scopeRows(
      'Request | Needs',
      lanesRoutes.map(({ method, path, needs }) => [`\`${method} ${path}\``, describedScopes(needs)] as const),
    ),
    '',
  ].join('\n\n');
}
