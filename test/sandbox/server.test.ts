/** The sandbox from its start to its end: what it keeps, how long a session lives, how the process behaves. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { freshDatabase } from '../support/database.ts';
import { until } from '../support/wait.ts';
import { client, control, controlToken, runSandbox, signedIn } from './sandbox.ts';

describe('the sandbox server', () => {
  it('keeps everything over a restart: data, sessions, faults and truth', async () => {
    const sandbox = await runSandbox();
    const person = await signedIn(sandbox);
    await person.post(`/shipments/${scenarioPros.clear}/void`);
    await control(sandbox, '/faults', {
      portal: 'tms',
      fault: 'maintenance',
      match: { pro: scenarioPros.short },
      times: 2,
    });
    await person.get(`/shipments/${scenarioPros.short}`);
    await sandbox.stop();

    const again = await sandbox.restart();
    const same = Object.assign(client(again.tmsUrl), { cookie: person.cookie });
    assert.match(
      (await same.get(`/shipments/${scenarioPros.clear}`)).text,
      /<th scope="row">Bill status<\/th><td>Void</,
    );
    assert.equal((await same.get(`/shipments/${scenarioPros.short}`)).status, 503);
    assert.equal(
      (await same.get(`/shipments/${scenarioPros.short}`)).status,
      200,
      'one strike was used before the restart',
    );
    const { json } = await control(again, '/truth?portal=tms');
    assert.deepEqual(
      (json['writes'] as { kind: string }[]).map(({ kind }) => kind),
      ['void_bill'],
    );
    await again.stop();
    await sandbox.end();
  });

  it('lets two starters at the same moment agree on one seed', async () => {
    const sandbox = await runSandbox();
    const [one, two] = await Promise.all([sandbox.restart(), sandbox.restart()]);
    const found = await (await signedIn(one)).get(`/shipments/${scenarioPros.clear}`);
    assert.equal(found.text, (await (await signedIn(two)).get(`/shipments/${scenarioPros.clear}`)).text);
    await Promise.all([one.stop(), two.stop()]);
    await sandbox.end();
  });

  it('ends a session that was not used, and moves the end with every use', async () => {
    let now = Date.parse('2026-11-21T08:00:00Z');
    const minutes = (count: number): void => void (now += count * 60_000);
    const sandbox = await runSandbox({ sessionMinutes: 10, clock: () => new Date(now) });
    const person = await signedIn(sandbox);
    for (const used of [1, 2, 3]) {
      minutes(8);
      assert.equal((await person.get('/search')).status, 200, `after use ${used}`);
    }
    minutes(10);
    assert.deepEqual([(await person.get('/search')).status, (await person.get('/search')).location], [303, '/login']);
    await sandbox.end();
  });

  it('refuses to start on a port that is taken', async () => {
    const sandbox = await runSandbox();
    await assert.rejects(sandbox.restart({ tmsPort: Number(new URL(sandbox.tmsUrl).port) }), { code: 'EADDRINUSE' });
    await sandbox.end();
  });

  it('runs as a process of its own that SIGTERM ends cleanly', async () => {
    const database = await freshDatabase();
    const main = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: database.url,
        SANDBOX_CONTROL_TOKEN: controlToken,
        EMBEDDED_SANDBOX_PORT: '0',
        EMBEDDED_SANDBOX_AUDIT_PORT: '0',
        EMBEDDED_SANDBOX_DEMO_PORT: '0',
        EMBEDDED_SANDBOX_CONTROL_PORT: '0',
        PORTAL_ACCOUNT_SANDBOX_TMS: '{"username": "from.env", "password": "secret of the environment"}',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ready = await until(() => /^.*"sandbox ready".*$/m.exec(output)?.[0], { what: 'the sandbox to be ready' });
    const { tms_url: tmsUrl, control_url: controlUrl } = JSON.parse(ready) as { tms_url: string; control_url: string };
    assert.equal((await fetch(`${controlUrl}/readyz`)).status, 200);
    const person = client(tmsUrl);
    await person.post('/login', { username: 'from.env', password: 'secret of the environment' });
    assert.match((await person.get('/search')).text, /Signed in as from\.env/);
    assert.ok(!output.includes('secret of the environment'));
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await database.drop();
  });
});
