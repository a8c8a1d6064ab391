import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentSecret, openDeploymentFolder } from '../../start/deployment-folder.ts';
import { runFolder } from '../support/machines.ts';

const root = join(import.meta.dirname, '..', '..');

function npmStart(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['start/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  });
  return { status, out: stdout, err: stderr };
}

describe('npm start', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(runFolder(), 'start-')), 'data');
  });

  it('explains itself and its flags', () => {
    const { status, out } = npmStart(['--help']);
    assert.equal(status, 0);
    assert.match(out, /--once {5}run one trial task/);
    assert.match(out, /--tour {5}instead of the trial: reset the sandbox/);
  });

  it('answers an unknown flag with a sentence, and starts nothing', () => {
    const { status, err } = npmStart(['--twice'], { DATA_DIR: folder });
    assert.equal(status, 2);
    assert.equal(err, "Unknown option '--twice'. See npm start -- --help.\n");
    assert.throws(() => statSync(folder), /ENOENT/);
  });

  it('stops before anything starts when settings are wrong, with all that is wrong', () => {
    const { status, err } = npmStart([], { DATA_DIR: folder, DISPATCH_PORT: 'x', WORKER_TASK_SLOT: '3' });
    assert.equal(status, 2);
    assert.match(err, /DISPATCH_PORT must be a whole number/);
    assert.match(err, /WORKER_TASK_SLOT is not a setting; did you mean WORKER_TASK_SLOTS\?/);
    assert.throws(() => statSync(folder), /ENOENT/);
  });

  it('refuses a data folder on which another one works, and says which process that is', () => {
    const held = openDeploymentFolder(folder);
    const { status, err } = npmStart([], { DATA_DIR: folder });
    held.release();
    assert.equal(status, 2);
    assert.match(err, new RegExp(`is in use by process ${process.pid};`));
  });
});

describe('the data folder', () => {
  it('keeps one deployment secret, which only its owner may read', () => {
    const folder = openDeploymentFolder(join(mkdtempSync(join(runFolder(), 'folder-')), 'data'));
    const secret = deploymentSecret(folder.path);
    assert.ok(secret.length >= 64);
    assert.equal(deploymentSecret(folder.path), secret);
    assert.equal(readFileSync(join(folder.path, 'deployment-secret'), 'utf8'), `${secret}\n`);
    assert.equal(statSync(join(folder.path, 'deployment-secret')).mode & 0o777, 0o600);
    folder.release();
  });

  it('lets nobody else look into it', () => {
    const folder = openDeploymentFolder(join(mkdtempSync(join(runFolder(), 'folder-')), 'data'));
    assert.equal(statSync(folder.path).mode & 0o066, 0);
    for (const room of [folder.logs, folder.run, folder.engine]) assert.equal(statSync(room).mode & 0o777, 0o700);
    folder.release();
  });
});
