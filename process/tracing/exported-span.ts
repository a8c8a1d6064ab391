/**
 * What leaves the process of a span. The SDK's interceptors add everything they know of a workflow, and the messages
 * of errors, which quote what was worked on: only what is listed here is sent.
 */
import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { idPrefixes } from '../ids.ts';

const sent: ReadonlySet<string> = new Set([
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'lanekeeper.attempt',
  'lanekeeper.delivery_id',
  'lanekeeper.owner_id',
  'lanekeeper.page',
  'lanekeeper.portal',
  'lanekeeper.step',
  'lanekeeper.task_id',
  'server.address',
  'taskQueue',
  'temporalActivityId',
  'temporalUpdateId',
  'temporalWorkflowId',
  'workflowType',
  'run_id',
]);
/** What a span of a workflow brings from the engine, by the names that the SDK's other spans use. */
const renamed: Readonly<Record<string, string>> = { workflowId: 'temporalWorkflowId', runId: 'run_id' };
const taskId = new RegExp(`^${idPrefixes.task}_[0-9a-f-]+$`);

export function exportedSpan(span: ReadableSpan): ReadableSpan {
  const errorType = span.events.find(({ name }) => name === 'exception')?.attributes?.['exception.type'];
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: exportedAttributes(
      errorType === undefined ? span.attributes : { ...span.attributes, 'error.type': errorType },
    ),
    links: span.links,
    events: [],
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationLibrary: span.instrumentationLibrary,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: span.droppedLinksCount,
  };
}

function exportedAttributes(attributes: Attributes): Attributes {
  const kept = Object.fromEntries(
    Object.entries(attributes)
      .map(([name, value]) => [renamed[name] ?? name, value] as const)
      .filter(([name]) => sent.has(name)),
  );
  const workflow = kept['temporalWorkflowId'];
  return typeof workflow === 'string' && taskId.test(workflow) ? { 'lanekeeper.task_id': workflow, ...kept } : kept;
}
