/**
 * Inside the workflow sandbox: the SDK's interceptors for runs that belong to a trace. A run that was started without
 * one, such as the sweep, has no spans, and is executed exactly as without traces.
 */
import { trace } from '@opentelemetry/api';
import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import {
  OpenTelemetryInboundInterceptor,
  OpenTelemetryInternalsInterceptor,
  OpenTelemetryOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/workflow/index.js';
import type { WorkflowInterceptors } from '@temporalio/workflow';

const inTrace = (): boolean => trace.getActiveSpan() !== undefined;
const bringsTrace = ({ headers }: { readonly headers: object }): boolean => TRACE_HEADER in headers;

class Inbound extends OpenTelemetryInboundInterceptor {
  override execute: OpenTelemetryInboundInterceptor['execute'] = (input, next) =>
    bringsTrace(input) ? super.execute(input, next) : next(input);
  override handleSignal: OpenTelemetryInboundInterceptor['handleSignal'] = (input, next) =>
    bringsTrace(input) ? super.handleSignal(input, next) : next(input);
  override handleUpdate: OpenTelemetryInboundInterceptor['handleUpdate'] = (input, next) =>
    bringsTrace(input) ? super.handleUpdate(input, next) : next(input);
  override validateUpdate: OpenTelemetryInboundInterceptor['validateUpdate'] = (input, next) => next(input);
  override handleQuery: OpenTelemetryInboundInterceptor['handleQuery'] = (input, next) => next(input);
}

class Outbound extends OpenTelemetryOutboundInterceptor {
  override scheduleActivity: OpenTelemetryOutboundInterceptor['scheduleActivity'] = (input, next) =>
    inTrace() ? super.scheduleActivity(input, next) : next(input);
  override scheduleLocalActivity: OpenTelemetryOutboundInterceptor['scheduleLocalActivity'] = (input, next) =>
    inTrace() ? super.scheduleLocalActivity(input, next) : next(input);
  override startChildWorkflowExecution: OpenTelemetryOutboundInterceptor['startChildWorkflowExecution'] = (
    input,
    next,
  ) => (inTrace() ? super.startChildWorkflowExecution(input, next) : next(input));
  override continueAsNew: OpenTelemetryOutboundInterceptor['continueAsNew'] = (input, next) =>
    inTrace() ? super.continueAsNew(input, next) : next(input);
  override signalWorkflow: OpenTelemetryOutboundInterceptor['signalWorkflow'] = (input, next) =>
    inTrace() ? super.signalWorkflow(input, next) : next(input);
}

export const interceptors = (): WorkflowInterceptors => ({
  inbound: [new Inbound()],
  outbound: [new Outbound()],
  internals: [new OpenTelemetryInternalsInterceptor()],
});
