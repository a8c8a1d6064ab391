import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

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

  it('ends without a word, and not as if it were done, when nobody reads on', async () => {
    const child = spawn(process.execPath, [join(root, 'bin/lanekeeper.mjs'), 'help']);
    child.stdout.destroy();
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual({ status, said }, { status: 141, said: '' });
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

  // In modules, which say the same on a busy machine: 400 take some 0.3 s of processor time, with what they compile.
  const loadedBy = (script: string): readonly string[] => {
    const counting = `
      import { registerHooks } from 'node:module';
      import { writeSync } from 'node:fs';
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      process.on('exit', () => writeSync(2, '\\n' + JSON.stringify(urls)));
      process.chdir(${JSON.stringify(root)});
      ${script}`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', counting], {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: join(tmpdir(), 'no-such-machine') },
    });
    return (JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as string[]).filter((url) => url.startsWith('file:'));
  };
  const running = (...words: readonly string[]): string =>
    // A script of --eval has no name in argv.
    `process.argv.push('lanekeeper', ...${JSON.stringify(words)}); await import(${JSON.stringify(join(root, 'admin/main.ts'))});`;

  it('prints the help of the whole and the scopes without the commands and routes that they are about', () => {
    assert.ok(loadedBy(running('--help')).length < 10);
    const scopes = loadedBy(running('key', 'scopes'));
    assert.ok(scopes.length < 200, String(scopes.length));
  });

  it('has the commands of playbooks without the guard, the recorder and the lint, which few of them need', () => {
    const commands = JSON.stringify(join(root, 'admin/one-command.ts'));
    const loaded = loadedBy(`await (await import(${commands})).loadCommand.playbook();`);
    assert.ok(loaded.some((url) => url.endsWith('/playbook-canary.ts')));
    for (const heavy of ['/dispatch/guard/', '/studio/recorded-playbook.ts', '/playbook/lint.ts', '/playbooks/load.ts'])
      assert.deepEqual(
        loaded.filter((url) => url.includes(heavy)),
        [],
      );
  });

  it('checks a file of a playbook, and refuses the files of an import, without the database, passwords or the engine', () => {
    const checked = loadedBy(running('playbook', 'check', 'portals/playbooks/sandbox-tms.yaml'));
    assert.ok(checked.some((url) => url.endsWith('/playbook/lint.ts')));
    const refused = loadedBy(
      running('lanes', 'import', 'generic-csv', 'none.csv', '--workspace', 'ws_0', '--mapping', 'none.json'),
    );
    assert.ok(refused.some((url) => url.endsWith('/lanes-import-actions.ts')));
    for (const heavy of [
      '/node_modules/pg/',
      '/node_modules/@node-rs/',
      '/node_modules/@grpc/',
      '/node_modules/pino/',
    ]) {
      assert.deepEqual(
        checked.filter((url) => url.includes(heavy)),
        [],
      );
      if (!heavy.includes('/pg/'))
        assert.deepEqual(
          refused.filter((url) => url.includes(heavy)),
          [],
        );
    }
  });

  it('accepts a task or a file without the routes, the schema of playbooks and their lint', () => {
    const files = ['admin/task-import.ts', 'commands/dispatch/request-task.ts'];
    const loaded = loadedBy(files.map((file) => `await import(${JSON.stringify(join(root, file))});`).join('\n'));
    assert.ok(loaded.some((url) => url.endsWith('portals/playbooks/abilities.ts')));
    for (const heavy of ['/api/', '/playbook/lint.ts', '/playbooks/load.ts', '/node_modules/koa/'])
      assert.deepEqual(
        loaded.filter((url) => url.includes(heavy)),
        [],
      );
    assert.ok(loaded.length < 400, String(loaded.length));
  });
});
