import assert from 'node:assert/strict';
import { type LaneCrew, openLaneCrew } from '../workflows/lane-crew.ts';
import { billsDefined, disagreement } from '../activities/lanes/disagreements.ts';
import { type ModelServer, openModelServer } from '../support/model-server.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { type AdminBench, type Given, openAdminBench } from './run-admin.ts';

describe('admin lanes settler', function () {
  let bench: AdminBench;
  let crew: LaneCrew;
  let model: ModelServer;
  let given: Given;
  let workspace: string;
  before(async () => {
    const { address, namespace } = await testEngine();
    model = await openModelServer();
    bench = await openAdminBench();
    const env = {
      SETTLER_API_KEY: 'sk-1',
      SETTLER_MODEL: 'test-model',
      SETTLER_BASE_URL: model.baseUrl,
      SETTLER_ALLOW_PRIVATE: 'true',
    };
    crew = await openLaneCrew({ env, database: bench.database });
    await crew.join();
    given = {
      env: {
        TEMPORAL_ADDRESS: address,
        TEMPORAL_NAMESPACE: namespace,
        ENGINE_TASK_QUEUE_SUFFIX: crew.queueSuffix,
        ...env,
      },
    };
    const made = await crew.addWorkspace();
    workspace = made.id;
    await crew.ingest.submit(made, { kind: 'events', events: [billsDefined, ...disagreement(1)], hold: false });
  });
  after(async () => {
    await crew.leave();
    await bench.close();
    await model.close();
  });
  const settler = (...args: string[]) => bench.json(['lanes', 'settler', ...args], given);
  const refused = async (...args: string[]) => {
    const { code, err } = await bench.runHere(['lanes', 'settler', ...args], given);
    assert.equal(code, 1, err);
    return err;
  };

  it('is off by default, and starts no run then', async () => {
    assert.deepEqual(await settler('status', workspace), {
      settler_on: false,
      enabled: false,
      reason: 'the settler is off: settler_on is 0',
      model: 'test-model',
      spent_today_usd: '0.00',
      cap_usd: '1.00',
      killed: false,
      last_run: null,
    });
    assert.match(await refused('run', workspace), /settler_on is 0/);
  });

  it('says that it looked for the credential in its own environment alone, where it has none', async () => {
    const note = /SETTLER_API_KEY is not in the environment of this command/;
    const without = { ...given, env: { ...given.env, SETTLER_API_KEY: '', SETTLER_MODEL: '' } };
    assert.match((await bench.runHere(['lanes', 'settler', 'status', workspace], without)).out, note);
    assert.doesNotMatch((await bench.runHere(['lanes', 'settler', 'status', workspace], given)).out, note);
  });

  it('is switched on, runs, and prints the result', async () => {
    const on = await settler('on', workspace);
    assert.deepEqual([on['enabled'], on['settler_on']], [true, true]);
    const { run_id: id } = await settler('run', workspace, '--limit', '7');
    const { last_run: last } = await until(
      async () => {
        const state = await settler('status', workspace);
        return state['last_run']?.ending === 'done' ? state : undefined;
      },
      { what: 'the run to end' },
    );
    assert.deepEqual([last.id, last.limit, last.settled, last.found], [id, 7, 1, 1]);
    assert.match(last.requested_by, /^admin:/);
    const { out } = await bench.runHere(['lanes', 'settler', 'status', workspace], given);
    assert.match(out, /spent_today_usd +0\.0\d\n/);
    assert.match(out, /People decided 0 of the 0 items kept back for them, 0 as the settler would have\./);
  });

  it('is killed, let run again, and switched off', async () => {
    const killed = await settler('kill', workspace);
    assert.deepEqual([killed['killed'], killed['enabled']], [true, false]);
    assert.match(await refused('run', workspace), /settler_kill is 1/);
    const on = await settler('on', workspace);
    assert.deepEqual([on['enabled'], on['settler_on']], [true, true]);
    assert.equal((await settler('off', workspace))['reason'], 'the settler is off: settler_on is 0');
  });

  it('knows no other workspace', async () => {
    assert.match(await refused('status', 'ws_x'), /there is no workspace ws_x/);
  });
});
