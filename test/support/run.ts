/** Mocha's hook for the whole run: the servers that tests start on demand are stopped at its end. */
import { stopMachines } from './machines.ts';

export async function mochaGlobalTeardown(): Promise<void> {
  await stopMachines();
}
