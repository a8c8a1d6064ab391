/** The tools of the dispatch service for models (D22): queue a task, look one up, list the portals. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Middleware } from 'koa';
import { refusedBecause, acceptTasks } from '../../commands/dispatch/accept-tasks.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import type { PlaybookSummary } from '../../domain/dispatch/playbook/summary.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { changesOfReason, disputeReasons, untypedInputSchema } from '../../domain/dispatch/task-schemas.ts';
import { isId } from '../../process/ids.ts';
import { software } from '../../process/running-machine.ts';
import { type TaskRow, listTasks, readTask } from '../../store/tasks.ts';
import { type Caller, callerOf, requireScope } from '../http/bearer-key.ts';
import { findingsError } from '../http/errors.ts';
import { type McpTool, mcpEndpoint, requireFit } from '../http/mcp.ts';
import { selfContained } from '../http/openapi-parts.ts';
import type { McpDocuments } from '../http/mcp-documents.ts';
import { type DispatchDeps, toolAccess } from './deps.ts';
import { summariesFor } from './playbooks.ts';
import { ownTask, presentTasks } from './tasks.ts';
import { recordSchemas } from './record-schemas.ts';
import { repeatTask, stopTask } from './task-actions.ts';

export const mcpInstructions =
  'Queues freight portal work as tasks that a guarded browser carries out, and reports their results. ' +
  'run_portal_task answers at once with a queued task; ask get_task_status until its outcome is not null. ' +
  'The same request again returns the same task and does nothing twice. Restricted actions are never clicked: ' +
  'their tasks end escalated to a person. Approvals are decided by people elsewhere, never by a tool.';

/** For a model that has never seen freight. */
const trade =
  "A carrier moves the freight of a shipper to a consignee. A PRO is the carrier's number of a shipment and of its freight bill; " +
  'a POD, the proof of delivery, is the receipt that the consignee signed; a dispute objects to an invoice that the shipper paid short; ' +
  'a claim asks the carrier for money for lost or damaged freight; a correction changes a freight bill in the TMS, the system of the carrier.';

/** Document 1 §2.4 in words; a test holds them against the schemas. */
const needs = [
  'pull_pod fetches the POD: it needs pro.',
  'pod_to_dispute attaches the POD to the open dispute, or files one: it needs pro, and invoice_number or dispute_id.',
  `file_dispute files a dispute: it needs invoice_number; reason_code (${disputeReasons.join(', ')}) and amount are optional.`,
  'answer_claim accepts, partly accepts or rejects a claim by the rules of the carrier: it needs claim_id or invoice_number.',
  `tms_correction corrects a freight bill: it needs pro, reason_code (${Object.keys(changesOfReason).join(', ')}), changes and note; changes holds only what belongs to its reason: ${Object.entries(
    changesOfReason,
  )
    .map(([reason, members]) => `${reason} ${members.join(' and ')}`)
    .join('; ')}.`,
  'portal_action records a request for something that only a person may do: it needs action and its target, and always ends escalated.',
].join(' ');

/** What to make of a record, and when to ask again. */
const reading =
  'Until outcome is set, ask again: a queued or running task takes from ten seconds to a few minutes, so every ten seconds will do; one with waiting_on ' +
  'portal or person (awaiting_approval) may take hours or days, so tell the user and ask again only when asked. completed: done and checked on the portal; ' +
  'summary says what, evidence has the proof. rejected: not done, and asking again changes nothing; tell the user the summary. escalated: a person takes ' +
  'over; do not queue it again. failed: a technical fault before anything was written; run_task_again may help.';

const taskRecord = selfContained({ $ref: '#/components/schemas/TaskRecord' }, recordSchemas);

/** Each tool behind the scope that it needs. */
export function dispatchTools(deps: DispatchDeps): readonly McpTool<Caller>[] {
  return openTools(deps).map((tool) => ({
    ...tool,
    call: async (caller, args) => {
      requireToolScope(caller, tool.name);
      return tool.call(caller, args);
    },
  }));
}

/** @throws ApiError not_allowed */
function requireToolScope(caller: Caller, tool: string): void {
  const scope = toolAccess[tool];
  if (scope === undefined) throw new Error(`the tool ${tool} does not say what it needs`);
  if (scope !== 'key') requireScope(caller, scope);
}

function openTools(deps: DispatchDeps): readonly McpTool<Caller>[] {
  return [
    {
      name: 'run_portal_task',
      title: 'Queue portal work',
      description: `Queues one task on a freight portal and returns its record, at first without an outcome: ask get_task_status for it. ${trade} ${needs} Numbers are strings of exactly 10 digits, amounts strings with two decimals. The schema says what each code and action means. Never guess a number, a code or an amount: ask the user.`,
      inputSchema: selfContained(untypedInputSchema, {}),
      outputSchema: taskRecord,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      call: (caller, args) => runPortalTask(deps, caller, args),
    },
    {
      name: 'get_task_status',
      title: 'Look up a task',
      description: `Returns the record of a task of yours: status, outcome, summary, approvals and evidence links. ${reading}`,
      inputSchema: taskIdInput,
      outputSchema: taskRecord,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      call: async (caller, args) => present(deps, await ownTask(deps.pool, caller.ownerId, taskIdIn(args))),
    },
    {
      name: 'run_task_again',
      title: 'Run a task again',
      description:
        'Runs the work of a task of yours again, as a new task, and returns its record. For tasks that ended failed, rejected or escalated, unless nobody knows whether they wrote; what was written is found and not repeated. Asked twice, it returns the same new task.',
      inputSchema: taskIdInput,
      outputSchema: taskRecord,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      call: async (caller, args) => {
        return present(deps, (await repeatTask(deps, caller, taskIdIn(args), 'mcp')).task);
      },
    },
    {
      name: 'cancel_task',
      title: 'Stop a task',
      description:
        'Stops a task of yours that has not ended: the step under way ends, then the task ends escalated. What was written to a portal stays written.',
      inputSchema: taskIdInput,
      outputSchema: taskRecord,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      call: async (caller, args) => {
        return present(deps, await stopTask(deps, caller, taskIdIn(args)));
      },
    },
    {
      name: 'list_playbooks',
      title: 'List the portals',
      description:
        'Lists the portals that your tasks can be done on, what can be done there, what is never clicked, and limits.',
      inputSchema: noInput,
      outputSchema: selfContained({ $ref: '#/components/schemas/PlaybookList' }, recordSchemas),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      call: async (caller, args) => {
        requireFit(fitsNothing, args);
        return { playbooks: await summariesFor(deps, caller.ownerId) };
      },
    },
  ];
}

async function runPortalTask(deps: DispatchDeps, caller: Caller, args: unknown): Promise<TaskRecord> {
  const [result] = await acceptTasks(deps, { senderId: caller.ownerId, keyId: caller.keyId, channel: 'mcp' }, [args]);
  if (result === undefined) throw new Error('the intake returned no result for a task');
  if (result.kind === 'rejected') throw findingsError(result.code, refusedBecause(result));
  return present(deps, result.task);
}

async function present(deps: DispatchDeps, task: TaskRow): Promise<TaskRecord> {
  const [record] = await presentTasks(deps, [task]);
  if (!record) throw new Error(`task ${task.id} has no record`);
  return record;
}

const taskIdInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['task_id'],
  properties: { task_id: { type: 'string', description: 'Id of the task (tsk_…).' } },
};
const noInput: JsonSchema = { type: 'object', additionalProperties: false, properties: {} };

const ajv = new Ajv2020({ allErrors: true, verbose: true });
const fitsTaskId = ajv.compile(taskIdInput);
const fitsNothing = ajv.compile(noInput);

/** @throws ApiError invalid_request with every finding */
function taskIdIn(args: unknown): string {
  requireFit(fitsTaskId, args);
  return (args as { readonly task_id: string }).task_id;
}

/** Playbooks and tasks to read, and requests to start from; each behind the scope of the tool that returns the same. */
export function dispatchDocuments(deps: DispatchDeps): McpDocuments<Caller> {
  const playbooks = (caller: Caller): Promise<PlaybookSummary[]> => {
    requireToolScope(caller, 'list_playbooks');
    return summariesFor(deps, caller.ownerId);
  };
  return {
    list: async (caller) =>
      (await playbooks(caller)).map(({ id, name }) => ({
        uri: `lanekeeper://playbooks/${id}`,
        name: id,
        title: name,
        description: `What can be done on ${name}, what is never clicked there, and limits.`,
      })),
    templates: [
      {
        uriTemplate: 'lanekeeper://tasks/{task_id}',
        name: 'task',
        title: 'A task',
        description: 'The record of a task of yours: status, outcome, summary, approvals and evidence links.',
      },
    ],
    read: async (caller, uri) => {
      const [, kind, id = ''] = /^lanekeeper:\/\/(playbooks|tasks)\/([^/?#]{1,128})$/.exec(uri) ?? [];
      if (kind === 'playbooks') return (await playbooks(caller)).find((one) => one.id === id);
      if (kind !== 'tasks') return undefined;
      requireToolScope(caller, 'get_task_status');
      const task = isId('task', id) ? await readTask(deps.pool, id, caller.ownerId) : undefined;
      return task && present(deps, task);
    },
    prompts: [
      {
        name: 'queue_portal_work',
        title: 'Queue portal work',
        description: 'Turns a request in plain words into one task, and reports its result.',
        arguments: [{ name: 'request', description: 'What is to be done, with its numbers.', required: true }],
        text: ({ request = '' }) =>
          `Queue this freight portal work with run_portal_task. ${needs} Ask me for what is missing; never guess a number, ` +
          `a code or an amount. Then ask get_task_status until the outcome is not null, and tell me the summary and the ` +
          `evidence link.\n\nThe request:\n${request}`,
      },
      {
        name: 'explain_task',
        title: 'Explain a task',
        description: 'Reports the result of a task and what a person has to do, if anything.',
        arguments: [{ name: 'task_id', description: 'Id of the task (tsk_…).', required: true }],
        text: ({ task_id: id = '' }) =>
          `Look up the task ${id} with get_task_status. Say in a few sentences what was asked for, how it ended and why, ` +
          `and what a person has to do now. State only what the record says.`,
      },
    ],
    // The only argument with values to choose from: the newest tasks of the caller.
    suggest: async (caller, name) => {
      if (name !== 'task_id') return [];
      requireToolScope(caller, 'get_task_status');
      const { tasks } = await listTasks(deps.pool, caller.ownerId, { limit: suggestedTasks });
      return tasks.map(({ id }) => id);
    },
  };
}

const suggestedTasks = 100;

/** The MCP endpoint of the dispatch API: its name, its tools, and the hosts it answers for. */
export function dispatchMcp(deps: DispatchDeps): Middleware {
  return mcpEndpoint({
    name: 'lanekeeper-dispatch',
    version: software.version,
    instructions: mcpInstructions,
    tools: dispatchTools(deps),
    documents: dispatchDocuments(deps),
    callerOf,
    hosts: () => [new URL(deps.baseUrl()).hostname, ...deps.settings.DISPATCH_MCP_HOSTS],
    log: deps.log,
  });
}
