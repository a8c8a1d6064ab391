/** The tools of the lanes service for models (D43): which steps run alone, the evidence of a step, a route for an item. */
import type { Middleware } from 'koa';
import { compileSchema } from '../../commands/lanes/check-event.ts';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import type { JsonSchema, ObjectSchema, ValueOf } from '../../domain/json-schema.ts';
import { blockingGates, laneView } from '../../domain/lanes/lane-view.ts';
import { type ListedPin, describePins, pinStates } from '../../domain/lanes/pin.ts';
import { routeMembers, routeRequestSchema } from '../../domain/lanes/route.ts';
import {
  type Standings,
  type StepEvidence,
  standings,
  stepEvidence,
  stepStanding,
  describeEvidence,
  describeRoute,
  describeStandings,
} from '../../domain/lanes/mcp-text.ts';
import { software } from '../../process/running-machine.ts';
import { listPins } from '../../store/lanes/pins.ts';
import { type McpTool, mcpEndpoint, requireFit } from '../http/mcp.ts';
import type { McpDocuments } from '../http/mcp-documents.ts';
import { ref, selfContained } from '../http/openapi-parts.ts';
import { answerRoute } from './answer-route.ts';
import { answerSchemas } from './answer-schemas.ts';
import type { LanesDeps } from './deps.ts';
import { evidenceOf, stepNamed, stepsIn } from './lanes.ts';
import { type WorkspaceCaller, requireWorkspaceScope, workspaceOf } from './workspace-caller.ts';

export const mcpInstructions =
  'Reports which steps of work an agent may do alone, and why. Before you act on an item ask route_item and do what it ' +
  'says: act_alone, propose (a person confirms first) or human_only. The answer holds for this item only. ' +
  'which_steps_run_alone gives the overview, step_evidence the figures and gates behind a lane. Lanes are earned by ' +
  'reported work and capped by pins of people (list_pins); no tool changes one.';

const { queue, step } = routeMembers;

const which = {
  type: 'object',
  additionalProperties: false,
  properties: { queue: { ...queue, description: 'Only steps of this queue; of all where left out.' } },
} as const satisfies ObjectSchema;
const oneStep = {
  type: 'object',
  required: ['queue', 'step'],
  additionalProperties: false,
  properties: { queue, step },
} as const satisfies ObjectSchema;
const whichPins = {
  type: 'object',
  additionalProperties: false,
  properties: {
    state: {
      type: 'string',
      enum: pinStates,
      description: 'Only pins in this state: `active` ones limit a lane, `ended` ones no longer do.',
    },
  },
} as const satisfies ObjectSchema;
const oneItem: JsonSchema = { ...routeRequestSchema, properties: routeMembers };

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const answering = (name: string): JsonSchema => selfContained(ref(name), answerSchemas);

export function lanesTools(deps: LanesDeps): readonly McpTool<WorkspaceCaller>[] {
  const fitsWhich = compileSchema(which);
  const fitsStep = compileSchema(oneStep);
  const fitsPins = compileSchema(whichPins);
  const fitsItem = compileSchema(oneItem);
  return [
    {
      name: 'which_steps_run_alone',
      title: 'Which steps run alone',
      description:
        'Lists the steps that an agent does alone (Auto), and the others with the gates that keep them from it.',
      inputSchema: selfContained(which, {}),
      outputSchema: answering('Standings'),
      annotations: reading,
      call: async (caller, args): Promise<Standings> => {
        requireWorkspaceScope(caller, 'read');
        requireFit(fitsWhich, args);
        const rows = await stepsIn(deps.pool, caller.no, (args as ValueOf<typeof which>).queue);
        return standings(rows.map((row) => stepStanding(laneView(row, caller.timeZone), blockingGates(row.state))));
      },
      say: (answer) => describeStandings(answer as Standings),
    },
    {
      name: 'step_evidence',
      title: 'Evidence of a step',
      description:
        'Explains the lane of a step: every gate of the last review, figures of each week, drift tests, lane changes, the latest disagreements and audits, and the rules in force.',
      inputSchema: selfContained(oneStep, {}),
      outputSchema: answering('StepEvidence'),
      annotations: reading,
      call: async (caller, args): Promise<StepEvidence> => {
        requireWorkspaceScope(caller, 'read');
        requireFit(fitsStep, args);
        const row = await stepNamed(deps.pool, caller.no, args as ValueOf<typeof oneStep>);
        const pack = await evidenceOf(deps, caller.no, row);
        return stepEvidence(laneView(row, caller.timeZone), blockingGates(row.state), pack);
      },
      say: (answer) => describeEvidence(answer as StepEvidence),
    },
    {
      name: 'list_pins',
      title: 'Pins that people set',
      description:
        'Lists the pins by which people keep a step, a queue or the whole workspace at a lane or below it, with who and why, and whether each is active or has ended. Reads only.',
      inputSchema: selfContained(whichPins, {}),
      outputSchema: answering('PinList'),
      annotations: reading,
      call: async (caller, args): Promise<{ readonly pins: readonly ListedPin[] }> => {
        requireWorkspaceScope(caller, 'read');
        requireFit(fitsPins, args);
        const { state } = args as ValueOf<typeof whichPins>;
        return { pins: await listPins(deps.pool, caller.no, state) };
      },
      say: (answer) => describePins((answer as { readonly pins: readonly ListedPin[] }).pins),
    },
    {
      name: 'route_item',
      title: 'Ask who may act on an item',
      description:
        'Answers whether you act on this item alone, propose, or leave it to a person, and why. Ask before each item; give the features that the step watches.',
      inputSchema: selfContained(oneItem, {}),
      outputSchema: answering('RouteAnswer'),
      // Each call is counted, so it is not read-only; asking again does no harm.
      annotations: { ...reading, readOnlyHint: false },
      call: async (caller, args) => {
        requireWorkspaceScope(caller, 'route', ...scopesOfEvents.work);
        requireFit(fitsItem, args);
        return answerRoute(deps, { caller, explain: false }, args);
      },
      say: (answer) => describeRoute(answer as Parameters<typeof describeRoute>[0]),
    },
  ];
}

/** The evidence of each step to read, and a request to start from. */
export function lanesDocuments(deps: LanesDeps): McpDocuments<WorkspaceCaller> {
  return {
    list: async (caller) => {
      requireWorkspaceScope(caller, 'read');
      const rows = await stepsIn(deps.pool, caller.no, undefined);
      return rows.slice(0, mostListed).map((row) => ({
        uri: `lanekeeper://steps/${encodeURIComponent(row.queue)}/${encodeURIComponent(row.step)}`,
        name: `${row.queue}/${row.step}`,
        title: `${row.queue} / ${row.step}`,
        description: `The evidence of this step: its lane, every gate of the last review, and the rules in force.`,
      }));
    },
    templates: [
      {
        uriTemplate: 'lanekeeper://steps/{queue}/{step}',
        name: 'step evidence',
        title: 'Evidence of a step',
        description: 'The lane of a step with every gate of the last review, figures, alerts and the rules in force.',
      },
    ],
    read: async (caller, uri) => {
      const [, queueName, stepName] = /^lanekeeper:\/\/steps\/([^/?#]{1,400})\/([^/?#]{1,400})$/.exec(uri) ?? [];
      if (queueName === undefined || stepName === undefined) return undefined;
      requireWorkspaceScope(caller, 'read');
      const names = [queueName, stepName].map(decoded);
      const row = await stepNamed(deps.pool, caller.no, { queue: names[0] ?? '', step: names[1] ?? '' });
      return stepEvidence(
        laneView(row, caller.timeZone),
        blockingGates(row.state),
        await evidenceOf(deps, caller.no, row),
      );
    },
    prompts: [
      {
        name: 'before_you_act',
        title: 'Ask before you act',
        description: 'Has an agent ask who may act on an item, and follow the answer.',
        arguments: [
          { name: 'queue', description: 'The queue of the item.', required: true },
          { name: 'step', description: 'The step of work.', required: true },
          { name: 'item', description: 'The item.', required: true },
        ],
        text: ({ queue: of = '', step: at = '', item = '' }) =>
          `Before you work on item ${item} at step ${at} of queue ${of}, ask route_item with the features that the step ` +
          `watches. On act_alone do the work; on propose prepare it and wait for a person's confirmation; on human_only ` +
          `leave it to a person. Say which it was and why. The answer holds for this item only.`,
      },
    ],
    suggest: async (caller, name, given) => {
      if (name !== 'queue' && name !== 'step') return [];
      requireWorkspaceScope(caller, 'read');
      const rows = await stepsIn(deps.pool, caller.no, undefined);
      const of = name === 'step' ? given['queue'] : undefined;
      return [...new Set(rows.flatMap((row) => (of === undefined || row.queue === of ? [row[name]] : [])))].toSorted();
    },
  };
}

/** Clients show the list to people; the template reaches the others. */
const mostListed = 500;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The MCP endpoint of the lanes API: its name, its tools, and the hosts it answers for. */
export function lanesMcp(deps: LanesDeps): Middleware {
  return mcpEndpoint({
    name: 'lanekeeper-lanes',
    version: software.version,
    instructions: mcpInstructions,
    tools: lanesTools(deps),
    documents: lanesDocuments(deps),
    callerOf: workspaceOf,
    hosts: () => [new URL(deps.baseUrl()).hostname, ...deps.settings.LANES_MCP_HOSTS],
    log: deps.log,
  });
}
