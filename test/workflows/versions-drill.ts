/**
 * The drill of Worker Versioning: the version that works and a broken one beside each other, the broken one ramped to
 * 10 % and rolled back by the command line. In the broken one half of the deliveries never get to anything, and the other
 * half fail at their first step again and again.
 */
import { newId } from '../../process/ids.ts';
import { openLog } from '../../process/logging.ts';
import { inTransaction } from '../../store/database.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { loadWorkflows } from '../../worker/workflow-code.ts';
import { runAdmin } from '../support/command-line.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import type { Crew } from './crew.ts';

interface DrillReport {
  readonly deliveries: number;
  /** Open deliveries that stayed with the broken version, and were begun again. */
  readonly stuck: number;
  /** Received by the receiver not at all, and more than once. */
  readonly lost: number;
  readonly twice: number;
}

/** Runs `admin engine versions …` on the crew's deployment; gives what it printed as JSON. */
export async function versions<T>(crew: Crew, deployment: string, ...args: string[]): Promise<T> {
  const { address, namespace } = await testEngine();
  let out = '';
  let err = '';
  const terminal = {
    env: { ...crew.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, WORKER_DEPLOYMENT: deployment },
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    input: async () => undefined,
  };
  const code = await runAdmin(terminal, ['engine', 'versions', ...args, '--json']);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}

export interface Shown {
  readonly current: string | null;
  readonly ramping: string | null;
  readonly versions: readonly {
    readonly build_id: string;
    readonly state: string;
    readonly ramp_percent: number;
    readonly open_workflows: number;
  }[];
}

/** Waits until the engine has heard of the version's workers, and makes it the current one. */
export async function promote(crew: Crew, deployment: string, buildId: string): Promise<void> {
  await until(() => versions(crew, deployment, 'promote', buildId).catch(() => undefined), {
    what: `${buildId} polls`,
  });
}

/** The product's workflow code with a delivery that does not work. */
async function brokenCode(): Promise<string> {
  const { code } = await loadWorkflows(false, openLog('test', 'silent'));
  const begin = 'async function delivery(run) {';
  if (!code.includes(begin)) throw new Error('the bundle has no delivery workflow of that form');
  return code.replace(
    begin,
    `${begin} if (run.deliveryId.endsWith('a')) throw new Error('a broken version'); await new Promise(() => {});`,
  );
}

/** @param ending of its id: those that end in `a` fail, all others hang */
export async function addOne(crew: Crew, ending: 'a' | 'b'): Promise<string> {
  const id = `${newId('delivery').slice(0, -1)}${ending}`;
  await inTransaction(crew.database.pool, (q) =>
    addDelivery(q, {
      id,
      ownerKind: 'sender',
      ownerId: crew.senderId,
      url: crew.receiver.url,
      subjectId: newId('task'),
      event: 'task.completed',
      scheme: 'dispatch',
      body: Buffer.from('{}'),
      waitsMs: [5, 5, 5],
      fairnessKey: crew.senderId,
    }),
  );
  return id;
}

/**
 * @param wanted how many deliveries to make at least
 * @param endings of the deliveries' ids, in turn
 */
export async function rollBackDrill(
  crew: Crew,
  deployment: string,
  { wanted, endings }: { readonly wanted: number; readonly endings: readonly ('a' | 'b')[] },
): Promise<DrillReport> {
  await crew.join(['tasks', 'deliveries'], undefined, undefined, { deploymentName: deployment, buildId: 'good' });
  await promote(crew, deployment, 'good');
  const broken = await crew.join(['tasks', 'deliveries'], undefined, undefined, {
    deploymentName: deployment,
    buildId: 'broken',
    code: await brokenCode(),
  });
  await until(() => versions(crew, deployment, 'ramp', 'broken', '--percent', '10').catch(() => undefined), {
    what: 'the broken version polls',
  });
  // Which deliveries are among the 10 % is the engine's choice, by their ids: until some of them are.
  const ids: string[] = [];
  const stuckNow = async (): Promise<number> => {
    const { versions: all } = await versions<Shown>(crew, deployment, 'show');
    return all.find(({ build_id: id }) => id === 'broken')?.open_workflows ?? 0;
  };
  while (ids.length < wanted || (await stuckNow()) === 0)
    for (const ending of endings) ids.push(await addOne(crew, ending));

  const {
    from,
    to,
    runs_ended: stuck,
  } = await versions<{ from: string; to: string; runs_ended: number }>(crew, deployment, 'rollback');
  if (from !== 'broken' || to !== 'good') throw new Error(`rolled back from ${from} to ${to}`);
  await broken.stop();
  // The sweep leaves alone what was due in the last 20 s: it is due since a minute.
  const { pool } = crew.database;
  await pool.query(
    "update deliveries set next_attempt_at = now() - interval '1 minute' where status in ('pending', 'retrying')",
  );
  await crew.client.workflow.execute('sweep', {
    workflowId: newId('event'),
    taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
  });
  await until(
    async () => {
      const open = await pool.query("select 1 from deliveries where status <> 'delivered'");
      return open.rowCount === 0;
    },
    { what: 'every delivery is delivered' },
  );
  const received = new Map<string, number>();
  for (const { headers } of crew.receiver.received) {
    const id = String(headers['x-svc-delivery']);
    received.set(id, (received.get(id) ?? 0) + 1);
  }
  return {
    deliveries: ids.length,
    stuck,
    lost: ids.filter((id) => !received.has(id)).length,
    twice: ids.filter((id) => (received.get(id) ?? 0) > 1).length,
  };
}
