/** The SDK's interceptors for clients and activities, limited to what belongs to a trace. Loaded only for traces. */
import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { OpenTelemetry } from '../process/tracing/open-telemetry.ts';
import type { EngineTracing } from './connect.ts';

/** What a request asked for; a session of ingest or of the settler serves many requests, and is in the trace of none. */
const followed: ReadonlySet<string> = new Set(['task', 'delivery']);

export function sdkTracing({ inTrace, processor, resource }: OpenTelemetry): EngineTracing {
  const sdk = new OpenTelemetryWorkflowClientInterceptor();
  const follows = (workflowType: string): boolean => inTrace() && followed.has(workflowType);
  return {
    client: {
      start: (input, next) => (follows(input.workflowType) ? sdk.start(input, next) : next(input)),
      startWithDetails: (input, next) =>
        follows(input.workflowType) ? sdk.startWithDetails(input, next) : next(input),
      signal: (input, next) => (inTrace() ? sdk.signal(input, next) : next(input)),
      startUpdate: (input, next) => (inTrace() ? sdk.startUpdate(input, next) : next(input)),
      cancel: (input, next) => (inTrace() ? sdk.cancel(input, next) : next(input)),
    },
    activities: (context) => {
      const inbound = new OpenTelemetryActivityInboundInterceptor(context);
      return {
        inbound: {
          execute: (input, next) => (TRACE_HEADER in input.headers ? inbound.execute(input, next) : next(input)),
        },
        outbound: new OpenTelemetryActivityOutboundInterceptor(context),
      };
    },
    sinks: { exporter: makeWorkflowExporter(processor, resource) },
  };
}
