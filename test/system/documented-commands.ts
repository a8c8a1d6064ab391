/** The commands of README, tour and guides, run as they are written on a machine that npm start has brought up. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readPages } from '../../docs/site/pages.ts';
import type { Machine } from '../support/machine.ts';
import { runFolder } from '../support/machines.ts';

const root = join(import.meta.dirname, '../..');
/** What the test itself is: starting the machine, and running the tests. */
const notHere = /^npm (start|test)\b/;
/** A refused request fails the block, and a command that fails ends it. */
const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';
/** The guides run thirty commands of the command line, without npm, which takes half a second each. These run npm. */
const realNpm = new Set(['README.md', 'docs/tour.md']);
const prelude = `npm() {
  local said=("$@")
  if [ "$1" = run ]; then
    shift
    while [ "\${1#-}" != "$1" ]; do shift; done
    if [ "$1" = admin ] && [ "\${2:-}" = -- ]; then shift 2; '${process.execPath}' '${root}/bin/lanekeeper.mjs' "$@"; return; fi
  fi
  command npm "\${said[@]}"
}
`;

/** Pages that are followed word for word: each of their `sh` blocks is run, in order, at the top of the checkout. */
const followed = readPages(root)
  .filter(({ file }) => file === 'README.md' || file === 'docs/tour.md' || file.startsWith('docs/how-to/'))
  .map(({ file, blocks }) => ({
    file,
    commands: blocks.filter(({ language, text }) => language === 'sh' && !notHere.test(text)).map(({ text }) => text),
  }))
  .filter(({ commands }) => commands.length > 0);

/**
 * Tests that follow each page, for a suite with a running machine. The guides, which are independent of each other, are
 * followed beside README and tour: the one waits for portals most of the time, the other for commands.
 */
export function itFollowsTheDocumentation(machine: () => Machine): void {
  let checkout: string | undefined;
  const ran = new Map<string, ReturnType<typeof run>>();

  async function followAll(): Promise<void> {
    const folder = (checkout ??= checkoutFor(machine()));
    for (const hasRealNpm of [true, false]) {
      let before: Promise<unknown> = Promise.resolve();
      for (const { file, commands } of followed.filter((page) => realNpm.has(page.file) === hasRealNpm)) {
        const script = strict + (hasRealNpm ? '' : prelude) + commands.join('\n');
        const result = before.then(() => run(script, folder));
        ran.set(file, result);
        before = result;
      }
    }
  }

  for (const { file } of followed)
    it(`does what ${file} says, command by command`, async () => {
      if (ran.size === 0) await followAll();
      const { code, output } = (await ran.get(file)) ?? assert.fail('it was not followed');
      assert.equal(code, 0, output);
    });
}

/** The same checkout, with the data folder of the machine where a user has his. */
function checkoutFor({ folder }: Machine): string {
  const checkout = mkdtempSync(join(runFolder(), 'checkout-'));
  for (const name of readdirSync(root)) if (name !== '.lanekeeper') symlinkSync(join(root, name), join(checkout, name));
  symlinkSync(folder, join(checkout, '.lanekeeper'));
  return checkout;
}

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
