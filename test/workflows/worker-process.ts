/** A worker as a process of its own, so that it can be killed as the kernel kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { leashProcess } from '../support/machines.ts';
import { testEngine } from '../support/temporal.ts';

/** @param env of the worker; the engine is that of the run */
export async function workerProcess({ env }: { readonly env: NodeJS.ProcessEnv }): Promise<ChildProcess> {
  const { address, namespace } = await testEngine();
  const root = join(import.meta.dirname, '..', '..');
  const child = spawn(process.execPath, [join(root, 'worker', 'main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOME: process.env['HOME'],
      ...env,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  leashProcess(child.pid ?? 0);
  return child;
}
