/** Mocha's hook for the whole run: the servers that tests start on demand are stopped at its end. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { startCoverage, writeCoverage } from './coverage.ts';
import { noteFile } from './file-times.ts';
import { stopMachines } from './machines.ts';

// What the tests load, they and the processes that they start find compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../dist/code-cache');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

startCoverage();

export const mochaHooks = {
  afterAll(this: Mocha.Context): void {
    noteFile(this.test?.parent?.suites[0]?.file);
    writeCoverage();
    // Mocha kills its processes, and Node writes the cache at the end of one.
    flushCompileCache();
  },
};

// Property tests try the same examples in every run: one that fails, fails again when somebody looks at it.
fc.configureGlobal({ seed: 20261121 });

export async function mochaGlobalTeardown(): Promise<void> {
  await stopMachines();
}
