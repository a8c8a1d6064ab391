/**
 * What hooks cost and bear: an endpoint that hangs beside one that works, a receiver that is down for a minute, and
 * ten thousand retries that wait. Each is compared with the same without it, in the same run.
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { HookEvent } from '../../domain/lanes/hook-event.ts';
import { newId } from '../../process/ids.ts';
import { readSettings } from '../../process/settings.ts';
import { inTransaction } from '../../store/database.ts';
import { addDeliveries } from '../../store/deliveries.ts';
import { listEndpoints } from '../../store/endpoint-health.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import { createHook, deleteHook } from '../../store/lanes/hooks.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { countStarts } from '../../store/workflow-starts.ts';
import { askRetryNow } from '../../temporal/retry-delivery.ts';
import { percentile } from '../percentiles.ts';
import { countProcessorTime, tellProcessorTime } from '../processor-time.ts';
import { openReceiver } from './receiver.ts';
import { deploymentSecret, serverCpuMs, withSite, workerCpuMs } from './site.ts';
import type { Site } from './site.ts';

const parts = { hang, down, parked } as const;
type Part = keyof typeof parts;

interface Options {
  /** Seconds that deliveries are fed for, with the endpoint that hangs and without, and how often. */
  readonly seconds: number;
  readonly rounds: number;
  /** By how much waits and the time of being down are shortened. */
  readonly shorten: number;
  /** Retries that wait. */
  readonly parked: number;
}

export async function hooks(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: Object.keys(parts).join(',') },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '3' },
      shorten: { type: 'string', default: '5' },
      parked: { type: 'string', default: '10000' },
    },
  });
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    shorten: Number(values.shorten),
    parked: Number(values.parked),
  };
  let met = true;
  for (const name of values.only.split(',')) {
    const part = parts[name as Part];
    if (part === undefined) throw new Error(`--only takes ${Object.keys(parts).join(', ')}`);
    console.log(`${name} (load ${loadavg()[0]?.toFixed(1)})`);
    // Each on servers of its own: what one leaves behind must not cost the next.
    met = (await withSite(async (site) => part(await hookSite(site), options))) && met;
  }
  return met;
}

interface HookSite extends Site {
  readonly workspace: WorkspaceRef;
}

async function hookSite(site: Site): Promise<HookSite> {
  const made = await createWorkspace(site.pool, { name: 'Bench', auditSeed: '7', actor: 'bench' });
  return { ...site, workspace: { no: made.workspaceNo, id: made.workspaceId } };
}

async function addHook({ pool, workspace }: HookSite, url: string): Promise<string> {
  const given = { url, events: ['lane.changed'], deploymentSecret, actor: 'bench' } as const;
  const hook = await createHook(pool, workspace, given);
  if (hook === undefined) throw new Error('the workspace has too many hooks');
  return hook.id;
}

/** Told as the ingest does it, in a transaction; `n` tells the events apart. */
function laneChanged(n: number): HookEvent {
  const at = new Date().toISOString();
  return { id: newId('event'), type: 'lane.changed', queue: 'bills', step: 'code', at, data: { n } };
}

const perSecond = 20;
/** The median delay beside an endpoint that hangs, over the one without. */
const hangFloor = 2;

/**
 * Twenty deliveries a second to an endpoint that never answers, beside as many to one that does. Alone and beside take
 * turns, each pair is a ratio, and the median counts, so that a noisy machine troubles both alike.
 */
async function hang(site: HookSite, { seconds, rounds }: Options): Promise<boolean> {
  const settings = readSettings({});
  const sentAt = new Map<number, number>();
  let delays: number[] = [];
  const healthy = await openReceiver((_request, body, response) => {
    response.writeHead(204).end();
    const { data } = JSON.parse(body.toString('utf8')) as { data: { n: number } };
    const sent = sentAt.get(data.n);
    if (sent !== undefined) delays.push(performance.now() - sent);
    sentAt.delete(data.n);
  });
  const hanging = await openReceiver(() => {});
  site.closers.push(
    () => healthy.close(),
    () => hanging.close(),
  );
  await addHook(site, healthy.url);
  let next = 0;
  const feed = async (name: string): Promise<number> => {
    delays = [];
    const ended = countProcessorTime();
    const began = performance.now();
    for (let turn = 0; turn < seconds * perSecond; turn += 1) {
      await delay(began + (turn * 1000) / perSecond - performance.now());
      next += 1;
      const event = laneChanged(next);
      sentAt.set(next, performance.now());
      await inTransaction(site.pool, (q) =>
        queueHookEvents(q, site.workspace, [event], settings.LANES_WEBHOOK_WAITS_MS),
      );
      site.starts.wake();
    }
    while (sentAt.size > 0 && performance.now() - began < (seconds + 300) * 1000) await delay(20);
    const [median, most] = [percentile(delays, 50), percentile(delays, 99)];
    console.log(
      `  ${name.padEnd(7)} ${delays.length} arrived, median ${median.toFixed(0)} ms, 99 of 100 ${most.toFixed(0)} ms`,
    );
    console.log(`          processor: ${tellProcessorTime(ended())}`);
    return median;
  };
  console.log(`  ${perSecond}/s to an endpoint that works, alone and beside ${perSecond}/s to one that hangs`);
  await feed('warm');
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await feed('alone');
    const hookId = await addHook(site, hanging.url);
    ratios.push((await feed('beside')) / alone);
    const [told] = await listEndpoints(site.pool, { ownerId: hookId, limit: 1 });
    console.log(
      `  round ${round} ratio ${ratios.at(-1)?.toFixed(2)}; the one that hangs is ${told?.failing ? 'failing' : 'not failing'}`,
    );
    await removeHook(site, hookId);
  }
  const ratio = percentile(ratios, 50);
  console.log(`  ratio    ${ratio.toFixed(2)}, the median of the rounds' (floor below ${hangFloor})`);
  return ratio < hangFloor && sentAt.size === 0;
}

/** Ends what waits for a hook, in the engine too. */
async function removeHook({ pool, workspace, client }: HookSite, hookId: string): Promise<void> {
  const ended = await deleteHook(pool, { workspace, hookId, actor: 'bench' });
  for (const id of ended ?? []) await askRetryNow(client, id);
  const open = `WorkflowType = 'delivery' AND ExecutionStatus = 'Running'`;
  while ((await client.workflow.count(open)).count > 0) await delay(200);
}

/** A receiver that goes away for a minute and comes back, all times shortened in proportion. */
async function down(site: HookSite, { shorten }: Options): Promise<boolean> {
  const settings = readSettings({});
  const waits = settings.LANES_WEBHOOK_WAITS_MS.map((wait) => Math.round(wait / shorten));
  const downMs = 60_000 / shorten;
  const arrived = new Map<number, { events: Set<string>; deliveries: Set<string>; times: number }>();
  const receiver = await openReceiver((request, body, response) => {
    response.writeHead(204).end();
    const { id, data } = JSON.parse(body.toString('utf8')) as { id: string; data: { n: number } };
    const seen = arrived.get(data.n) ?? { events: new Set(), deliveries: new Set(), times: 0 };
    seen.events.add(id);
    seen.deliveries.add(String(request.headers['svc-delivery']));
    seen.times += 1;
    arrived.set(data.n, seen);
  });
  site.closers.push(() => receiver.close());
  const hookId = await addHook(site, receiver.url);
  let sent = 0;
  const feed = async (ms: number): Promise<void> => {
    for (const end = performance.now() + ms; performance.now() < end; await delay(100)) {
      sent += 1;
      const event = laneChanged(sent);
      // Told twice, as a round that was repeated after a crash tells it.
      for (let turn = 0; turn < 2; turn += 1)
        await inTransaction(site.pool, (q) => queueHookEvents(q, site.workspace, [event], waits));
      site.starts.wake();
    }
  };
  await feed(downMs / 4);
  await receiver.close();
  const [fromDown, downAt] = [sent, Date.now()];
  await feed(downMs);
  await receiver.reopen();
  const [missed, upAt] = [sent - fromDown, Date.now()];
  await feed(downMs / 4);
  const end = performance.now() + waits.reduce((sum, wait) => sum + wait, 0);
  while (arrived.size < sent && performance.now() < end) await delay(100);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(`  down for ${seconds(upAt - downAt)}, waits ${waits.map(seconds).join(', ')}`);
  console.log(
    `  sent ${sent}, ${missed} of them while it was down; arrived ${arrived.size}, ${seconds(Date.now() - upAt)} after it came back`,
  );
  const all = [...arrived.values()];
  const twoIds = all.filter(({ events, deliveries }) => events.size > 1 || deliveries.size > 1).length;
  const repeats = all.reduce((sum, { times }) => sum + times - 1, 0);
  const health = (await listEndpoints(site.pool, { ownerId: hookId, limit: 1 }))[0];
  console.log(
    `  under two ids ${twoIds}, arrived again under the same id ${repeats}; recovered: ${health?.recoveredAt !== null}`,
  );
  return arrived.size === sent && twoIds === 0 && missed > 0 && health?.failing === false;
}

/** Of one core, by worker and Temporal server, for what waits. */
const parkedFloor = 0.05;
const idleMs = 60_000;

/** Retries that wait for hours: what they cost while nothing is due. */
async function parked(site: HookSite, { parked: count }: Options): Promise<boolean> {
  const refusing = await openReceiver();
  await refusing.close();
  const hookId = await addHook(site, refusing.url);
  const idle = await idleShare(site);
  console.log(`  nothing waits          ${told(idle)}`);
  const batch = 100;
  const began = performance.now();
  for (let added = 0; added < count; added += batch) {
    await inTransaction(site.pool, (q) =>
      addDeliveries(
        q,
        Array.from({ length: Math.min(batch, count - added) }, () => ({
          id: newId('delivery'),
          ownerKind: 'hook' as const,
          ownerId: hookId,
          subjectId: newId('event'),
          event: 'lane.changed',
          scheme: 'lanes' as const,
          url: refusing.url,
          body: Buffer.from('{}'),
          waitsMs: [21_600_000],
          fairnessKey: site.workspace.id,
          workspaceNo: site.workspace.no,
        })),
      ),
    );
    site.starts.wake();
  }
  while ((await waiting(site)) < count) await delay(500);
  while ((await countStarts(site.pool)).waiting > 0) await delay(500);
  console.log(`  ${count} tried once and parked in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  // What the engine and PostgreSQL have to tidy up after so many is done.
  await delay(20_000);
  const full = await idleShare(site);
  console.log(`  ${String(count).padEnd(7)} retries wait   ${told(full)}`);
  const cost = full.worker + full.server - idle.worker - idle.server;
  console.log(`  they cost ${percent(cost)} of a core (floor below ${percent(parkedFloor)})`);
  return cost < parkedFloor;
}

interface Share {
  readonly worker: number;
  readonly server: number;
}

async function idleShare({ worker, temporalPid }: Site): Promise<Share> {
  const look = async (): Promise<Share> => ({ worker: await workerCpuMs(worker), server: serverCpuMs(temporalPid) });
  const [began, before] = [performance.now(), await look()];
  await delay(idleMs);
  const after = await look();
  const ms = performance.now() - began;
  return { worker: (after.worker - before.worker) / ms, server: (after.server - before.server) / ms };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const told = ({ worker, server }: Share): string =>
  `worker ${percent(worker)}, Temporal server ${percent(server)}, together ${percent(worker + server)} of a core`;

async function waiting({ pool }: Site): Promise<number> {
  const found = await pool.query<{ count: number }>(
    `select count(*)::int as count from deliveries where status = 'retrying'`,
  );
  return found.rows[0]?.count ?? 0;
}
