import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readPages } from '../../docs/site/pages.ts';
import { freshDataFolder, startMachine } from '../support/machine.ts';
import type { Machine } from '../support/machine.ts';
import { runFolder } from '../support/machines.ts';

const root = join(import.meta.dirname, '../..');
/** What the test itself is: starting the machine, and running the tests. */
const notHere = /^npm (start|test)\b/;
/** A refused request fails the block, and a command that fails ends it. */
const prelude = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';

/** Pages that are followed word for word: each of their `sh` blocks is run, in order, at the top of the checkout. */
const followed = readPages(root)
  .filter(({ file }) => file === 'README.md' || file === 'docs/tour.md' || file.startsWith('docs/how-to/'))
  .map(({ file, blocks }) => ({
    file,
    commands: blocks.filter(({ language, text }) => language === 'sh' && !notHere.test(text)).map(({ text }) => text),
  }))
  .filter(({ commands }) => commands.length > 0);

describe('commands of the documentation, on a machine that npm start has brought up', function () {
  this.timeout(300_000);
  let machine: Machine;
  let checkout: string;

  before(async () => {
    machine = startMachine(freshDataFolder());
    await machine.serving();
    // The same checkout, with the data folder of this machine where a user has his.
    checkout = mkdtempSync(join(runFolder(), 'checkout-'));
    for (const name of readdirSync(root))
      if (name !== '.lanekeeper') symlinkSync(join(root, name), join(checkout, name));
    symlinkSync(machine.folder, join(checkout, '.lanekeeper'));
  });

  after(async () => {
    await machine.stop();
  });

  for (const { file, commands } of followed)
    it(`of ${file} do what they say`, async () => {
      const { code, output } = await run(prelude + commands.join('\n'), checkout);
      assert.equal(code, 0, output);
    });
});

async function run(script: string, cwd: string): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: { PATH, HOME, XDG_CACHE_HOME, DATA_DIR: join(cwd, '.lanekeeper') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
