/** POST /v1/import/{adapter}: takes an export of another system in, or shows what would be taken (dry run). */
import type { HandlerOf } from '../http/api-route.ts';
import { keyActor } from '../../domain/actor.ts';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { timeLimit } from '../../commands/lanes/check-event.ts';
import {
  type MappedExport,
  adapterNames,
  dryRunPieces,
  mapExport,
  prepareImport,
  storeExport,
} from '../../commands/lanes/import-events.ts';
import { submitted } from '../../commands/lanes/deps.ts';
import { countTaken } from '../../commands/lanes/accept-events.ts';
import { isForAgentsAlone, scopesOfEvents } from '../../domain/key-scopes.ts';
import type { JsonSchema, ObjectSchema } from '../../domain/json-schema.ts';
import type { ImportAdapter, PreparedImport } from '../../domain/lanes/import/adapter.ts';
import { importAdapter, importAdapters } from '../../domain/lanes/import/adapters.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { readSteps } from '../../store/lanes/lanes.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { ref, answer, bodyErrors, json, inPath } from '../http/openapi-parts.ts';
import { parseJsonInSlices } from '../http/json-in-slices.ts';
import { requireJson, readRawBody } from '../http/read-body.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { holdInQuery, ingestBodyLimit, holdQuery } from './read-events-body.ts';
import { type WorkspaceCaller, requireWorkspaceScope, workspaceOf } from './workspace-caller.ts';
import { readMembers } from '../http/read-members.ts';
import { permissions } from '../../commands/permissions.ts';

const postImport: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const { mapped, dryRun, hold } = await mappedBody(deps, ctx);
  if (dryRun) {
    ctx.type = 'application/json';
    ctx.body = Readable.from(dryRunPieces(mapped));
    return;
  }
  const workspace = workspaceOf(ctx);
  const sender = { actor: keyActor(workspace.keyId), fromAgents: isForAgentsAlone(workspace.scopes) };
  const answer = await storeExport(mapped, { hold, ...sender }, (request) => submitted(deps, workspace, request));
  countTaken(deps, answer);
  ctx.body = answer;
};

interface MappedBody {
  readonly mapped: MappedExport;
  readonly dryRun: boolean;
  readonly hold: boolean;
}

/** By itself, so that the text of the export is gone before what came of it is stored. */
async function mappedBody(deps: LanesDeps, ctx: Context): Promise<MappedBody> {
  const adapter = adapterOf(ctx);
  const holdByQuery = holdInQuery(ctx.querystring);
  requireJson(ctx);
  const { prepared, data, dryRun, hold } = importIn(await bodyOf(ctx), adapter);
  const workspace = workspaceOf(ctx);
  if (hold || holdByQuery) requireWorkspaceScope(workspace, ...scopesOfEvents.admin);
  const mapped = await mapExport(prepared, data, {
    dryRun,
    ...timeLimit(deps.now().getTime(), workspace),
    stepsOf: async (queue) => (await readSteps(deps.pool, workspace.no, { queue })).map(({ step }) => step),
  });
  if ('findings' in mapped) throw findingsError('invalid_request', mapped.findings.slice(0, 100));
  if (!dryRun) requireScopesOf(workspace, mapped);
  return { mapped, dryRun, hold: hold || holdByQuery };
}

/**
 * An export is stored whole or not at all: half of it would be agents' work that nobody answers (D70).
 * @throws ApiError not_allowed
 */
function requireScopesOf(workspace: WorkspaceCaller, { actorKinds, definition }: MappedExport): void {
  if (actorKinds.has('agent')) requireWorkspaceScope(workspace, ...scopesOfEvents.work);
  if (actorKinds.has('operator')) requireWorkspaceScope(workspace, ...scopesOfEvents.people);
  if (definition !== undefined) requireWorkspaceScope(workspace, ...scopesOfEvents.admin);
}

/** @throws ApiError not_found */
function adapterOf(ctx: Context): ImportAdapter {
  const name = String((ctx['params'] as Record<string, string>)['adapter']);
  const adapter = importAdapter(name);
  if (adapter) return adapter;
  const nearest = nearestName(name, adapterNames);
  const hint = nearest ? `did you mean ${nearest.name}?` : `there are ${adapterNames.join(', ')}`;
  throw new ApiError('not_found', `there is no such import adapter; ${hint}`);
}

async function bodyOf(ctx: Context): Promise<unknown> {
  return parseJsonInSlices(await readRawBody(ctx, ingestBodyLimit));
}

interface ImportBody {
  readonly prepared: PreparedImport;
  readonly data: string;
  readonly dryRun: boolean;
  readonly hold: boolean;
}

/** @throws ApiError invalid_request with every finding */
function importIn(body: unknown, adapter: ImportAdapter): ImportBody {
  const whole = 'the body must be an object with mapping and data';
  const { given, findings, accepted } = readMembers(body, importRequest, { code: 'invalid_request', whole });
  const { mapping, data, dry_run: dryRun, close } = given;
  const prepared = mapping === undefined ? { findings: [] } : prepareImport(adapter, mapping);
  if ('findings' in prepared) findings.push(...prepared.findings);
  if (data !== undefined && typeof data !== 'string') findings.push('data must be a string: the export as text');
  if (dryRun !== undefined && typeof dryRun !== 'boolean') findings.push('dry_run must be true or false');
  if (close !== undefined && close !== 'hold') findings.push('close must be one of hold');
  const read = accepted();
  if ('findings' in prepared) throw findingsError('invalid_request', prepared.findings);
  return { prepared, data: read.data, dryRun: read.dry_run === true, hold: read.close === 'hold' };
}

const importRequest = {
  type: 'object',
  required: ['mapping', 'data'],
  additionalProperties: false,
  properties: {
    mapping: { type: 'object' },
    data: { type: 'string', description: 'The export as text.' },
    dry_run: { type: 'boolean', default: false, description: 'Show what would be taken and store nothing.' },
    close: {
      enum: ['hold'],
      description:
        'Holds these events, and keeps weeks open, until a call closes them or the hold expires. Needs scope admin.',
    },
  },
} as const satisfies ObjectSchema;

/** `itsm-tasks` → `ItsmTasks` */
const typeName = (adapter: string): string =>
  adapter.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The body of an import: one schema for each adapter, and one of its mapping. */
export const importSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  importAdapters.flatMap(({ name, about, mappingSchema }) => {
    const mapping = `${typeName(name)}Mapping`;
    const properties = { ...importRequest.properties, mapping: ref(mapping) };
    return [
      [`${typeName(name)}Import`, { ...importRequest, description: about, properties }],
      [mapping, { ...plain(mappingSchema), title: `Mapping of ${name}` }],
    ];
  }),
);

/** What the API description shows as the body: which of them holds is said by the path. */
const importBody: JsonSchema = { anyOf: importAdapters.map(({ name }) => ref(`${typeName(name)}Import`)) };

/** Without the keywords that only our own sentences need. */
function plain(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !keyword.startsWith('x-') && !(keyword === 'format' && value === 'timezone'))
      .map(([keyword, value]) => [
        keyword,
        typeof value === 'object' && value !== null && !Array.isArray(value) ? plain(value as JsonSchema) : value,
      ]),
  );
}

export const importExamples = {
  postImport: {
    mapping: {
      queue: 'invoices',
      item: 'Invoice',
      step: 'Step',
      actor: 'Who',
      finished_at: 'Finished',
      outputs: { amount: 'Amount' },
      agents: ['ap-agent*'],
      timezone: 'Europe/Berlin',
    },
    data: 'Invoice;Step;Who;Finished;Amount\r\nINV-000123;match;dana;2026-11-20 09:00;120.50\r\n',
    dry_run: true,
  },
};

export const importRoutes: readonly LanesRoute[] = [
  {
    method: 'POST',
    path: '/v1/import/{adapter}',
    needs: permissions.importExport.key,
    operation: 'postImport',
    repeatable: true,
    tag: 'events',
    summary: 'Take in an export of another system, or show what would be taken',
    description:
      'Rows that cannot be mapped are listed with their line and the others go in. Event ids come from the rows, so the same export can be sent again. A queue that is not known is defined from the mapping. Rows of agents need the scope work, of people people or verdict, a definition admin; a key that lacks one stores nothing.',
    parameters: [inPath('adapter', 'The kind of export.', 'generic-csv', { enum: adapterNames })],
    query: holdQuery,
    body: json(importBody, { aSheet: importExamples.postImport }),
    answers: {
      200: answer(
        'What came of it, or with dry_run what would.',
        json({ anyOf: [ref('ImportAnswer'), ref('ImportDryRun')] }),
      ),
    },
    errors: ['not_found', ...bodyErrors],
    handle: (deps) => [deps.largeExports, postImport(deps)],
  },
];
