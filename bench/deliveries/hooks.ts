/**
 * What hooks cost and bear: an endpoint that hangs beside one that works, a receiver that is down for a minute, and
 * ten thousand retries that wait. Each on servers of its own: what one leaves behind must not cost the next.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { down } from './down.ts';
import { hang } from './hang.ts';
import { openHookSite } from './hook-site.ts';
import { parked } from './parked.ts';
import { withSite } from './site.ts';

export async function hooks(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: 'hang,down,parked' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '3' },
      rate: { type: 'string', default: '20' },
      shorten: { type: 'string', default: '5' },
      parked: { type: 'string', default: '10000' },
    },
  });
  const parts: Record<string, () => Promise<boolean>> = {
    hang: () =>
      withSite(async (site) =>
        hang(await openHookSite(site), {
          seconds: Number(values.seconds),
          rounds: Number(values.rounds),
          perSecond: Number(values.rate),
        }),
      ),
    down: () => withSite(async (site) => down(await openHookSite(site), { shorten: Number(values.shorten) })),
    parked: () => parked(Number(values.parked)),
  };
  let met = true;
  for (const name of values.only.split(',')) {
    const part = parts[name];
    if (part === undefined) throw new Error(`--only takes ${Object.keys(parts).join(', ')}; not ${name}`);
    console.log(`${name} (load ${loadavg()[0]?.toFixed(1)})`);
    met = (await part()) && met;
  }
  return met;
}
