/** OpenTelemetry in this process: loaded only when traces are wanted, sent by OTLP over HTTP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  createContextKey,
  diag,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  W3CTraceContextPropagator,
  loggingErrorHandler,
  parseTraceParent,
  setGlobalErrorHandler,
} from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { Resource, detectResourcesSync, envDetectorSync } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { idPrefixes } from '../ids.ts';
import { software } from '../running-machine.ts';
import { type SpanFacts, otlpProtocol } from '../tracing-wanted.ts';

export interface OpenTelemetry {
  readonly processor: SpanProcessor;
  readonly resource: Resource;
  traceparent(): string | null;
  ids(): object;
  /** Whether what is done here belongs to a trace. */
  readonly inTrace: () => boolean;
  within<T>(traceparent: string, work: () => T): T;
  span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, kind?: 'client'): Promise<T>;
  note(facts: SpanFacts): void;
  request(
    request: IncomingMessage,
    response: ServerResponse,
    handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<void>;
  nameRequest(route: string, facts: SpanFacts): void;
  /** Sends what has not been sent yet, if the collector answers in time. */
  stop(): Promise<void>;
}

/** Asked every few seconds by machines. */
const unseen = new Set(['/healthz', '/readyz', '/metrics']);
const requestSpan = createContextKey('span of the request');
/** A collector that is away is reported so often, not with each batch. */
const complainEveryMs = 300_000;
/** A stop does not wait longer for the collector. */
const flushMs = 2_000;

export function openTelemetry(service: string, complain: (error: unknown) => void): OpenTelemetry {
  const resource = new Resource({ 'service.name': `lanekeeper-${service}`, 'service.version': software.version }).merge(
    detectResourcesSync({ detectors: [envDetectorSync] }),
  );
  const processor = new BatchSpanProcessor(onlySafe(openExporter()));
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setGlobalErrorHandler(nowAndThen(complain));
  const tracer = provider.getTracer('lanekeeper');
  const trustsCallers = (process.env['OTEL_PROPAGATORS'] || 'tracecontext').split(',').includes('tracecontext');

  const active = (): Span | undefined => trace.getActiveSpan();
  const startRequest = (request: IncomingMessage): Span => {
    const method = request.method ?? 'GET';
    const given = trustsCallers ? contextOf(request.headers.traceparent) : undefined;
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    return tracer.startSpan(method, options, given ?? ROOT_CONTEXT);
  };

  return {
    processor,
    resource,
    traceparent: () => {
      const { traceId, spanId, traceFlags } = active()?.spanContext() ?? {};
      return traceId === undefined
        ? null
        : `00-${traceId}-${spanId}-${(traceFlags ?? 0).toString(16).padStart(2, '0')}`;
    },
    ids: () => {
      const { traceId, spanId } = active()?.spanContext() ?? {};
      return traceId === undefined ? {} : { trace_id: traceId, span_id: spanId };
    },
    inTrace: () => active() !== undefined,
    within: (traceparent, work) => context.with(contextOf(traceparent) ?? ROOT_CONTEXT, work),
    span: (name, facts, work, kind) => {
      if (active() === undefined) return work();
      const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...facts } };
      return tracer.startActiveSpan(name, options, async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    note: (facts) => active()?.setAttributes({ ...facts }),
    request: (request, response, handler) => {
      if (unseen.has((request.url ?? '').split('?', 1)[0] ?? '')) return handler(request, response);
      const span = startRequest(request);
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      const within = trace.setSpan(ROOT_CONTEXT, span).setValue(requestSpan, span);
      return context.with(within, handler, undefined, request, response);
    },
    nameRequest: (route, facts) => {
      const span = context.active().getValue(requestSpan) as (Span & { readonly attributes?: SpanFacts }) | undefined;
      span?.updateName(`${String(span.attributes?.['http.request.method'] ?? '')} ${route}`.trim());
      span?.setAttributes({ 'http.route': route, ...facts });
    },
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, flushMs)));
      await Promise.race([provider.shutdown().catch(() => undefined), enough]);
      clearTimeout(timer);
      trace.disable();
      propagation.disable();
      context.disable();
      setGlobalErrorHandler(loggingErrorHandler());
      diag.disable();
    },
  };
}

/** The address, headers, time limit and compression are those of the standard variables. */
function openExporter(): SpanExporter {
  return otlpProtocol(process.env) === 'http/json' ? new JsonExporter() : new ProtobufExporter();
}

function onlySafe(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(exportedSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** State and baggage of a caller are left behind: they are text of others. */
function contextOf(traceparent: unknown): Context | undefined {
  const parsed = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return parsed === null ? undefined : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

function nowAndThen(complain: (error: unknown) => void): (error: unknown) => void {
  let next = 0;
  return (error) => {
    if (performance.now() < next) return;
    next = performance.now() + complainEveryMs;
    complain(error);
  };
}

// * What leaves the process of a span. The SDK's interceptors add everything they know of a workflow, and the messages
// of errors, which quote what was worked on: only what is listed here is sent.

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

function exportedSpan(span: ReadableSpan): ReadableSpan {
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
