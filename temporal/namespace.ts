/** Makes a namespace ready for us: search attributes are there, and closed workflows are kept long enough. */
import type { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';
import type { Log } from '../process/logging.ts';
import { searchAttributes } from './names.ts';

export class NamespaceError extends Error {
  readonly code: 'namespace_missing' | 'search_attribute_conflict';
  constructor(code: NamespaceError['code'], message: string) {
    super(message);
    this.name = 'NamespaceError';
    this.code = code;
  }
}

interface PreparedNamespace {
  /** Search attributes that were not there before. */
  readonly added: readonly string[];
  readonly retentionDays: number;
}

/** Closed workflows are looked at for weeks: stuck work, audits, and deliveries that are sent again. */
const wantedRetentionDays = 30;
const { IndexedValueType } = proto.temporal.api.enums.v1;
const engineTypes = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Datetime: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
} as const;

/**
 * Adds the search attributes that are missing. Safe to repeat and to run side by side.
 * @throws NamespaceError when there is no such namespace, or an attribute has another type there
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  log: Log,
): Promise<PreparedNamespace> {
  const retentionDays = await namespaceRetentionDays(connection, namespace);
  if (retentionDays < wantedRetentionDays)
    log.warn(
      { namespace, retention_days: retentionDays },
      `closed workflows are kept for ${retentionDays} days here, ${wantedRetentionDays} are recommended`,
    );
  const missing = await missingAttributes(connection, namespace);
  if (missing.length > 0) await addAttributes(connection, namespace, missing);
  if (missing.length > 0) log.info({ namespace, added: missing }, 'search attributes added');
  return { added: missing, retentionDays };
}

/** @throws NamespaceError when there is no such namespace */
export async function namespaceRetentionDays(connection: Connection, namespace: string): Promise<number> {
  const described = await connection.workflowService.describeNamespace({ namespace }).catch((error: unknown) => {
    if (hasCode(error, grpc.notFound))
      throw new NamespaceError('namespace_missing', `the engine has no namespace ${namespace}; create it first`);
    throw error;
  });
  return Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400;
}

export interface AttributeState {
  readonly name: string;
  readonly wanted: 'Keyword' | 'Datetime';
  /** `other`: an attribute of this name is there with another type, which `found` names. */
  readonly state: 'there' | 'missing' | 'other';
  readonly found: string | null;
}

/** How the search attributes of a namespace differ from those we use. */
export async function describeSearchAttributes(connection: Connection, namespace: string): Promise<AttributeState[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return Object.entries(searchAttributes).map(([name, wanted]) => {
    const there = customAttributes?.[name];
    if (there === undefined || there === null) return { name, wanted, state: 'missing', found: null };
    return there === engineTypes[wanted]
      ? { name, wanted, state: 'there', found: wanted }
      : { name, wanted, state: 'other', found: IndexedValueType[there] ?? String(there) };
  });
}

async function missingAttributes(connection: Connection, namespace: string): Promise<string[]> {
  const states = await describeSearchAttributes(connection, namespace);
  const other = states.find(({ state }) => state === 'other');
  if (other !== undefined)
    throw new NamespaceError(
      'search_attribute_conflict',
      `search attribute ${other.name} of namespace ${namespace} is a ${other.found}, not a ${other.wanted}`,
    );
  return states.filter(({ state }) => state === 'missing').map(({ name }) => name);
}

async function addAttributes(connection: Connection, namespace: string, names: readonly string[]): Promise<void> {
  const wanted = Object.entries(searchAttributes).filter(([name]) => names.includes(name));
  await connection.operatorService
    .addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(wanted.map(([name, type]) => [name, engineTypes[type]])),
    })
    .catch(async (error: unknown) => {
      // Another process was quicker: fine, as long as nothing is missing any more.
      if (!hasCode(error, grpc.alreadyExists)) throw error;
      if ((await missingAttributes(connection, namespace)).length > 0) throw error;
    });
}

const grpc = { notFound: 5, alreadyExists: 6 } as const;

function hasCode(error: unknown, code: number): boolean {
  return (error as { code?: unknown }).code === code;
}

// A workflow's history as the file that Temporal's own tools write, for replay tests and for support.

/** @throws WorkflowNotFoundError */
export async function exportHistory(client: Client, workflowId: string, runId?: string): Promise<string> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  return `${historyToJSON(history)}\n`;
}
