import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

function lanekeeper(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(root, 'bin/lanekeeper.mjs'), ...args], { cwd: tmpdir(), encoding: 'utf8' });
}

describe('the start of the command line', () => {
  it('runs from any folder, with the exit codes of the commands', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    assert.deepEqual(lanekeeper('--version').stdout, `${version}\n`);
    const { status, stderr } = lanekeeper('sendr');
    assert.equal(status, 2);
    assert.match(stderr, /Did you mean sender\?/);
  });

  it('does not load the engine, schemas or a browser before a command needs them', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { loadCommand } from ${JSON.stringify(join(root, 'admin/one-command.ts'))};
      for (const load of Object.values(loadCommand)) await load();
      const packages = Object.keys(createRequire(import.meta.url).cache).map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]);
      console.log(JSON.stringify([...new Set(packages)]));`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    assert.match(stdout, /^\[/, stderr);
    const loaded = new Set(JSON.parse(stdout) as string[]);
    assert.ok(loaded.has('pg'), stdout);
    for (const heavy of ['@temporalio/client', '@grpc/grpc-js', 'ajv', 'yaml', 'playwright-core', 'pino', 'nodemailer'])
      assert.ok(!loaded.has(heavy), heavy);
  });
});
