/** A receiver that is down for a minute: everything arrives afterwards, once, under one id. */
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '../../process/settings.ts';
import { inTransaction } from '../../store/database.ts';
import { listEndpoints } from '../../store/endpoint-health.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import { addHook, type HookSite, laneChanged } from './hook-site.ts';
import { openReceiver } from './receiver.ts';

interface DownOptions {
  /** By how much waits and the time of being down are shortened. */
  readonly shorten: number;
}

export async function down(site: HookSite, { shorten }: DownOptions): Promise<boolean> {
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
      // Announced twice, as by a round that was repeated after a crash.
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
