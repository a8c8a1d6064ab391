/** Traces through the engine: what its clients and Workers are given when this process has traces, and else nothing. */
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import { activeTelemetry } from '../process/tracing.ts';

export interface EngineTracing {
  readonly client: WorkflowClientInterceptor;
  readonly activities: ActivityInterceptorsFactory;
  // eslint-disable-next-line typescript/no-explicit-any -- as WorkerOptions has it
  readonly sinks: InjectedSinks<any>;
}

/** Call after `startTracing`. */
export async function engineTracing(): Promise<EngineTracing | undefined> {
  const telemetry = activeTelemetry();
  return telemetry === undefined ? undefined : (await import('./sdk-tracing.ts')).sdkTracing(telemetry);
}
