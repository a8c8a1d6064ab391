/** The embedded machine for a measurement: a data folder of its own, the parts that are asked for, one sender. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../process/settings.ts';
import { openPool, type Pool } from '../store/database.ts';
import { createSender } from '../store/senders.ts';
import { openDeploymentFolder } from '../start/deployment-folder.ts';
import { dispatchUrl, type Machine, planMachine } from '../start/machine.ts';
import { embeddedParts } from '../start/parts.ts';
import { startReceiver } from '../start/receiver.ts';
import { type RunningPart, supervise } from '../start/supervisor.ts';

export interface BenchMachine {
  readonly machine: Machine;
  readonly dispatchUrl: string;
  readonly pool: Pool;
  readonly senderId: string;
  readonly apiKey: string;
  readonly receiverUrl: string;
  /** Ends one part without notice; the supervisor starts it again. */
  kill(part: PartName): void;
  stop(): Promise<void>;
}

export type PartName =
  | 'postgres'
  | 'temporal'
  | 'browser'
  | 'migrations'
  | 'receiver'
  | 'sandbox'
  | 'worker'
  | 'dispatch'
  | 'lanes';

/**
 * @param without parts that the measurement leaves out; what needs them does without
 * @param env settings that differ from the defaults; the measurement names them in its report
 * @param restartWaitsMs for a measurement that kills parts: waits before a dead one is started again
 */
export async function startBenchMachine(
  without: readonly PartName[],
  env: NodeJS.ProcessEnv,
  restartWaitsMs?: readonly number[],
): Promise<BenchMachine> {
  const path = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  chmodSync(path, 0o711);
  const settingsEnv: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: path,
    DISPATCH_PORT: '0',
    LANES_PORT: '0',
    EMBEDDED_TEMPORAL_PORT: '0',
    EMBEDDED_TEMPORAL_UI_PORT: '0',
    EMBEDDED_SANDBOX_PORT: '0',
    EMBEDDED_SANDBOX_CONTROL_PORT: '0',
    EMBEDDED_RECEIVER_PORT: '0',
    LOG_LEVEL: 'info',
    ...env,
  };
  const settings = readSettings(settingsEnv);
  const folder = openDeploymentFolder(path);
  const machine = await planMachine(settings, settingsEnv, folder, {
    say: () => {},
    detail: () => {},
    status: () => {},
  });
  const secrets: string[] = [];
  const receiver = await startReceiver({
    port: machine.ports.receiver,
    file: join(path, 'received.jsonl'),
    headerName: settings.HEADER_NAME,
    secrets: () => secrets,
  });
  const receiverPart = { name: 'receiver', needs: [], start: async () => receiver.part };
  const running = new Map<string, RunningPart>();
  const parts = embeddedParts(machine, receiverPart)
    .filter((part) => !without.includes(part.name as PartName))
    .map(({ name, needs, start }) => ({
      name,
      needs: needs.filter((need) => !without.includes(need as PartName)),
      start: async (signal: AbortSignal) => {
        const part = await start(signal);
        running.set(name, part);
        return part;
      },
    }));
  const supervisor = supervise(parts, {
    say: (line) => process.stderr.write(`${line}\n`),
    ...(restartWaitsMs === undefined ? {} : { restartWaitsMs }),
  });
  const tidy = (): void => {
    folder.release();
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  // Its parts run in sessions of their own: an interrupt of a measurement, or a fault in it, ends them only so.
  const endAtOnce = (): void => {
    supervisor.kill();
    tidy();
  };
  process.once('exit', endAtOnce);
  const leave = async (): Promise<void> => {
    await supervisor.stop();
    process.off('exit', endAtOnce);
    tidy();
  };
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => void leave().finally(() => process.exit(code)));
  try {
    await supervisor.ready;
    const pool = openPool({ url: machine.addresses.databaseUrl, size: 2, name: 'bench' });
    const sender = await createSender(pool, machine.secret, {
      name: 'Bench',
      callbackUrl: receiver.url,
      actor: 'bench',
    });
    secrets.push(sender.outboundSecret);
    return {
      machine,
      dispatchUrl: dispatchUrl(machine),
      pool,
      senderId: sender.senderId,
      apiKey: sender.apiKey,
      receiverUrl: receiver.url,
      kill: (part) => running.get(part)?.kill(),
      stop: async () => {
        await pool.end();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}
