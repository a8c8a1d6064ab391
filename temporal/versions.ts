/**
 * Versions of workers (D69): which there are, which gets new work, and the way back. The engine keeps them once Workers
 * with `WORKER_DEPLOYMENT` have polled; until one is promoted, none of them gets work.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Connection, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';

const { RoutingConfigUpdateState: Routing, WorkerDeploymentVersionStatus: Status } = proto.temporal.api.enums.v1;

export interface VersionedEngine {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  /** WORKER_DEPLOYMENT. */
  readonly deployment: string;
}

interface WorkerVersion {
  readonly buildId: string;
  /** draining: gets no new work, and workflows still stay with it; drained: its workers may stop. */
  readonly state: 'inactive' | 'current' | 'ramping' | 'draining' | 'drained';
  /** Of new work, where it ramps; 0 otherwise. */
  readonly rampPercent: number;
  readonly createdAt: Date | null;
  readonly lastCurrentAt: Date | null;
  /** Open workflows whose last step it made. */
  readonly openWorkflows: number;
}

export interface WorkerVersions {
  /** Null: workers without a version get the work. */
  readonly current: string | null;
  readonly ramping: string | null;
  readonly versions: readonly WorkerVersion[];
}

/** What the engine refuses: no such version, one without workers. The message is the engine's. */
export class VersionRefusal extends Error {
  readonly code = 'version_refused';
  constructor(sentence: string) {
    super(sentence);
    this.name = 'VersionRefusal';
  }
}

/** gRPC's INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION. */
const refusals: ReadonlySet<number> = new Set([3, 5, 9]);

const states: Readonly<Record<number, WorkerVersion['state']>> = {
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: 'current',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: 'ramping',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: 'draining',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: 'drained',
};

/** @throws VersionRefusal where no worker of this deployment has polled yet */
export async function describeVersions(engine: VersionedEngine): Promise<WorkerVersions> {
  const { connection, namespace, deployment } = engine;
  const { workerDeploymentInfo } = await ask(() =>
    connection.workflowService.describeWorkerDeployment({ namespace, deploymentName: deployment }),
  );
  const routing = workerDeploymentInfo?.routingConfig;
  const ramping = routing?.rampingDeploymentVersion?.buildId || null;
  const versions: WorkerVersion[] = [];
  for (const summary of workerDeploymentInfo?.versionSummaries ?? []) {
    const buildId = summary.deploymentVersion?.buildId ?? '';
    const { count } = await engine.client.workflow.count(queryOf(deployment, buildId));
    versions.push({
      buildId,
      state: states[summary.status ?? 0] ?? 'inactive',
      rampPercent: buildId === ramping ? (routing?.rampingVersionPercentage ?? 0) : 0,
      createdAt: dateOf(summary.createTime),
      lastCurrentAt: dateOf(summary.lastCurrentTime),
      openWorkflows: count,
    });
  }
  return { current: routing?.currentDeploymentVersion?.buildId || null, ramping, versions };
}

/**
 * Gives this share of new workflows, and of the tasks that run, to a version; the same ones whenever the share grows.
 * @throws VersionRefusal when the engine does not know the version, or no worker of it polls
 */
export async function rampVersion(engine: VersionedEngine, buildId: string, percentage: number): Promise<void> {
  await ask(() =>
    engine.connection.workflowService.setWorkerDeploymentRampingVersion({ ...routing(engine, buildId), percentage }),
  );
  await untilRouted(engine);
}

/**
 * Gives all new work to a version; one that ramps is done ramping.
 * @param buildId empty for workers without a version
 * @throws VersionRefusal when the engine does not know the version, or no worker of it polls
 */
export async function promoteVersion(engine: VersionedEngine, buildId: string): Promise<void> {
  await ask(() => engine.connection.workflowService.setWorkerDeploymentCurrentVersion(routing(engine, buildId)));
  await untilRouted(engine);
}

function routing({ namespace, deployment, client }: VersionedEngine, buildId: string) {
  return { namespace, deploymentName: deployment, buildId, identity: client.options.identity };
}

/** The engine reports it to each queue on its own, some moments later; a queue that learns of it after `routedMs` still does. */
async function untilRouted({ connection, namespace, deployment }: VersionedEngine): Promise<void> {
  for (const began = Date.now(); Date.now() - began < routedMs;) {
    const { workerDeploymentInfo } = await connection.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName: deployment,
    });
    const state = workerDeploymentInfo?.routingConfigUpdateState;
    if (state !== Routing.ROUTING_CONFIG_UPDATE_STATE_IN_PROGRESS) return;
    await delay(100);
  }
}

const routedMs = 15_000;

interface RolledBack {
  /** The version that gets no new work any more. */
  readonly from: string;
  /** The one that gets it; null: workers without a version. */
  readonly to: string | null;
}

/**
 * Takes new work away from the newest version: from the one that ramps, else from the current one, back to the one that
 * was current before.
 * @param given only from this one: where it gets no new work any more, nothing changes
 * @throws VersionRefusal where there is nothing to go back from, or no worker of the version to go back to polls
 */
export async function rollBack(engine: VersionedEngine, given?: string): Promise<RolledBack> {
  const { current, ramping, versions } = await describeVersions(engine);
  if (given !== undefined && given !== ramping && given !== current) {
    if (!versions.some(({ buildId }) => buildId === given)) throw new VersionRefusal(`there is no version ${given}`);
    return { from: given, to: current };
  }
  if (ramping !== null && (given ?? ramping) === ramping) {
    await rampVersion(engine, '', 0);
    return { from: ramping, to: current };
  }
  if (current === null)
    throw new VersionRefusal('no version is current, and none ramps: there is nothing to roll back');
  const [before] = versions
    .filter(({ buildId, lastCurrentAt }) => buildId !== current && lastCurrentAt !== null)
    .sort((a, b) => Number(b.lastCurrentAt) - Number(a.lastCurrentAt));
  await promoteVersion(engine, before?.buildId ?? '');
  return { from: current, to: before?.buildId ?? null };
}

/**
 * Ends the runs that stay with a version, which would wait for it for ever; the sweep and the next request begin their
 * work again, from the records. Tasks follow the version that gets their work, and are ended only when asked for.
 * @returns how many were ended
 */
export async function endRunsOf(
  engine: VersionedEngine,
  buildId: string,
  { tasks, reason }: { readonly tasks: boolean; readonly reason: string },
): Promise<number> {
  const pinned = tasks ? '' : " AND TemporalWorkflowVersioningBehavior = 'Pinned'";
  const ended = new Set<string>();
  // A step that a worker of the version was making makes a run that the list does not know yet.
  for (let empty = 0; empty < looks;) {
    const before = ended.size;
    for await (const { workflowId, runId } of engine.client.workflow.list({
      query: `${queryOf(engine.deployment, buildId)}${pinned}`,
    })) {
      if (ended.has(runId)) continue;
      await engine.client.workflow.getHandle(workflowId, runId).terminate(reason).catch(onlyIfOver);
      ended.add(runId);
    }
    if (ended.size === before) empty += 1;
    if (empty < looks) await delay(betweenLooksMs);
  }
  return ended.size;
}

const looks = 2;
const betweenLooksMs = 1_000;

function onlyIfOver(error: unknown): void {
  if (!(error instanceof Error && error.name === 'WorkflowNotFoundError')) throw error;
}

function queryOf(deployment: string, buildId: string): string {
  return `TemporalWorkerDeploymentVersion = '${deployment}:${buildId}' AND ExecutionStatus = 'Running'`;
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code !== undefined && refusals.has(code) && isGrpcServiceError(error)) throw new VersionRefusal(error.details);
    throw error;
  }
}

function dateOf(time: { seconds?: unknown } | null | undefined): Date | null {
  return time?.seconds === undefined || time.seconds === null ? null : new Date(Number(time.seconds) * 1000);
}
