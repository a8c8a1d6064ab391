/** Mocha's hook for the whole run: the servers that tests start on demand are stopped at its end. */
import fc from 'fast-check';
import { noteFile } from './file-times.ts';
import { stopMachines } from './machines.ts';

export const mochaHooks = noteFile;

// Property tests try the same examples in every run: one that fails, fails again when somebody looks at it.
fc.configureGlobal({ seed: 20261121 });

export async function mochaGlobalTeardown(): Promise<void> {
  await stopMachines();
}
