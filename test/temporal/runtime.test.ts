import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

describe('the runtime of the SDK', () => {
  it('keeps no timer that wakes an idle worker more than once a second', async () => {
    // A process of its own: the runtime is installed once in each.
    const script = `
      const original = globalThis.setInterval;
      const periods = [];
      globalThis.setInterval = (run, ms) => { periods.push(ms); return original(run, ms); };
      const { installRuntime } = await import(${JSON.stringify(new URL('../../temporal/runtime.ts', import.meta.url).href)});
      const { openLog } = await import(${JSON.stringify(new URL('../../process/logging.ts', import.meta.url).href)});
      const own = globalThis.setInterval;
      await installRuntime(openLog('test', 'silent'));
      console.log(JSON.stringify({ periods, restored: globalThis.setInterval === own }));
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const { periods, restored } = JSON.parse(stdout) as { periods: number[]; restored: boolean };
    assert.ok(periods.length > 0);
    assert.ok(
      periods.every((ms) => ms >= 1_000),
      `the timers: ${periods.join(', ')} ms`,
    );
    assert.equal(restored, true);
  });
});
