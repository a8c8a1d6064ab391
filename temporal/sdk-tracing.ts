/** The SDK's interceptors for clients and activities, limited to what belongs to a trace. Loaded only for traces. */
import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import type { OpenTelemetry } from '../process/tracing/open-telemetry.ts';
import type { EngineTracing } from './engine-tracing.ts';

export function sdkTracing({ inTrace, processor, resource }: OpenTelemetry): EngineTracing {
  const sdk = new OpenTelemetryWorkflowClientInterceptor();
  return {
    client: {
      start: (input, next) => (inTrace() ? sdk.start(input, next) : next(input)),
      startWithDetails: (input, next) => (inTrace() ? sdk.startWithDetails(input, next) : next(input)),
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
