import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const module = join(import.meta.dirname, '..', '..', 'process', 'lifetime.ts');

/** Works, then waits until its heap has shrunk, at most for a number of looks. @returns megabytes before and after */
function heapOf(flags: readonly string[]): { before: number; after: number } {
  const script = `
    import { getHeapStatistics } from 'node:v8';
    import { giveBackWhenIdle } from ${JSON.stringify(module)};
    const heap = () => getHeapStatistics().total_heap_size / 1e6;
    let work = Array.from({ length: 300_000 }, (_, n) => ({ n, text: String(n) }));
    const before = heap();
    work = undefined;
    giveBackWhenIdle(20);
    let looks = 0;
    const waiting = setInterval(() => {
      if (heap() > before / 2 && ++looks < 50) return;
      clearInterval(waiting);
      console.log(JSON.stringify({ before, after: heap() }));
    }, 20);`;
  const out = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  return JSON.parse(out) as { before: number; after: number };
}

describe('an idle process', () => {
  it('gives back the memory of work that is done, where the start lets it', () => {
    const { before, after } = heapOf(['--expose-gc']);
    assert.ok(after < before / 2, `${before} ${after}`);
  });

  it('is left to V8 everywhere else', () => {
    const { before, after } = heapOf([]);
    assert.ok(after > before / 2, `${before} ${after}`);
  });
});
