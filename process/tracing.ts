/**
 * Traces, which the standard variables of OpenTelemetry turn on. Without them no package of OpenTelemetry is loaded,
 * and every function here is a comparison. What a span may say is listed in `tracing/open-telemetry.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type SpanFacts, tracingWanted } from './tracing-wanted.ts';
import type { OpenTelemetry } from './tracing/open-telemetry.ts';

let telemetry: OpenTelemetry | undefined;

/**
 * Starts traces of this process, if the environment asks for them. Call it once, before the first connection.
 * @param service such as `dispatch`; named `lanekeeper-dispatch` where OTEL_SERVICE_NAME says nothing else
 * @param complain called now and then while the collector does not accept them
 * @returns what ends them: it sends what has not been sent yet
 */
export async function startTracing(
  service: string,
  complain: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  if (!tracingWanted(process.env)) return { stop: async () => {} };
  const { openTelemetry } = await import('./tracing/open-telemetry.ts');
  const opened = openTelemetry(service, complain);
  telemetry = opened;
  return {
    stop: async () => {
      telemetry = undefined;
      await opened.stop();
    },
  };
}

/** For the interceptors of the engine; undefined when there are no traces. */
export const activeTelemetry = (): OpenTelemetry | undefined => telemetry;

/** Names the span that is active here, as the header of the W3C; null where there is none. */
export const currentTraceparent = (): string | null => telemetry?.traceparent() ?? null;

/** Does work as part of the trace that the header names. */
export function withinTrace<T>(traceparent: string | null | undefined, work: () => T): T {
  return telemetry === undefined || !traceparent ? work() : telemetry.within(traceparent, work);
}

/** Does work as a span of the active trace; outside a trace it is just done. */
export function span<T>(name: string, facts: SpanFacts, work: () => Promise<T>, kind?: 'client'): Promise<T> {
  return telemetry === undefined ? work() : telemetry.span(name, facts, work, kind);
}

/** Adds facts to the active span. */
export function noteInSpan(facts: SpanFacts): void {
  telemetry?.note(facts);
}

/** A request's handler, within the span of that request. */
export function tracedRequests(
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return (request, response) =>
    telemetry === undefined ? handler(request, response) : telemetry.request(request, response, handler);
}

/** @param route the pattern of the path, never the path itself: links carry capabilities */
export function nameRequest(route: string, facts: SpanFacts): void {
  telemetry?.nameRequest(route, facts);
}

/** For the log: which span a line was written in. */
export const traceIds = (): object => telemetry?.ids() ?? {};
