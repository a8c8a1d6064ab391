import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAdmin } from '../support/command-line.ts';
import { allScenarios } from '../../sandbox/scenarios.ts';
import { identify } from '../../process/identity.ts';
import { stopped } from '../../bench/starved/disturbance.ts';
import { freshDataFolder, senderOf, startMachine, type Machine } from '../support/machine.ts';
import { until } from '../support/wait.ts';
import { itFollowsTheDocumentation } from './documented-commands.ts';

describe('the whole product as processes', function () {
  // On a machine that is busy with other work, a start and the trial take minutes.
  this.timeout(900_000);
  const folder = freshDataFolder();
  let machine: Machine;

  /** What the machine said helps to understand a failure of any of these tests. */
  afterEach(function () {
    if (this.currentTest?.state === 'failed') process.stderr.write(`${machine.output()}\n`);
  });

  it('npm start -- --once pulls a proof of delivery, verifies its webhook and leaves nothing running', async () => {
    machine = startMachine(folder, ['--once']);
    assert.equal(await machine.ended(), 0, machine.output());
    const output = machine.output();
    assert.match(output, /outcome: {4}completed/);
    assert.match(output, /result: {5}http:/);
    assert.match(output, /manifest: {3}http:/);
    assert.match(output, /webhook received, signature valid/);
    assert.match(output, /invoices\/code +shadow .*\n +invoices\/match +auto .*\n +invoices\/pay +assist .*sign-off/);
    assert.match(output, / [1-9]\d* webhooks received, signatures valid\n/);
    assert.deepEqual(machine.running(), []);
    assert.equal(existsSync(join(folder, 'supervisor.lock')), false);
  });

  it('writes trial.json for scripts, which only its owner may read', () => {
    const trial = machine.trial();
    assert.equal(statSync(join(folder, 'trial.json')).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(trial), [
      'dispatch',
      'receiver',
      'temporal',
      'sandbox',
      'lanes',
      'console',
      'scenarios',
    ]);
    assert.deepEqual(trial.scenarios, allScenarios());
    assert.match(trial.sandbox.audit_url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(trial.console.first_admin_url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/console\/welcome\?k=[\w-]{43}$/);
    const { base_url, workspace, api_key, audit_seed, other, webhook } = trial.lanes;
    assert.match(`${webhook.id} ${webhook.secret}`, /^wh_\S+ whsec_\S+$/);
    assert.match(base_url, /^http:\/\/127\.0\.0\.1:\d+$/);
    for (const one of [{ workspace, api_key }, other])
      assert.match(`${one.workspace} ${one.api_key}`, /^ws_\S+ lk_lanes_\S+$/);
    assert.notEqual(audit_seed, '');
  });

  describe('once it serves', () => {
    const pro = (): string => String(machine.trial().scenarios['pull_pod']?.params['pro']);
    const task = (name: string): object => ({ ...machine.trial().scenarios['pull_pod'], idempotency_key: name });

    /** Submits a task whose portal answers slowly and waits until the browser is at work on it. */
    async function taskUnderWay(name: string): Promise<string> {
      const sender = senderOf(machine);
      await sender.fault({ portal: 'tms', fault: 'slow', match: { pro: pro() }, times: 2, delay_ms: 1_500 });
      const before = await sender.requestsAbout(pro());
      const { id } = await sender.submit(task(name));
      await until(async () => (await sender.requestsAbout(pro())) > before, {
        what: 'the browser to ask the portal',
      });
      return id;
    }

    async function endsWell(id: string): Promise<void> {
      const sender = senderOf(machine);
      const { outcome } = await sender.outcome(id);
      assert.equal(outcome, 'completed');
      const webhooks = await until(
        async () => {
          const found = await sender.webhooks(id);
          return found.length > 0 ? found : null;
        },
        { what: 'the webhook' },
      );
      assert.deepEqual([...new Set(webhooks.map(({ event }) => event))], ['task.completed']);
      assert.equal(new Set(webhooks.map(({ headers }) => headers['x-svc-delivery'])).size, 1);
    }

    before(async () => {
      machine = startMachine(folder);
      await machine.serving();
    });

    it('did not run the trial again on existing data', () => {
      assert.doesNotMatch(machine.output(), /trial: pull/);
    });

    it('lets the command line work on it: the same senders, playbooks and limits', async () => {
      const file = join(folder, 'tasks.csv');
      writeFileSync(file, `task_type,pro\npull_pod,${pro()}\n`);
      const { sender_id: sender } = machine.trial().dispatch;
      let written = '';
      const print = (text: string): void => void (written += text);
      const code = await runAdmin({ env: { DATA_DIR: folder }, out: print, err: print }, [
        'task',
        'import',
        file,
        '--sender',
        sender,
        '--dry-run',
      ]);
      assert.equal(code, 0, written);
      assert.match(written, /rejected +0\n/);
    });

    itFollowsTheDocumentation(() => machine);

    // The short form of `npm run bench -- starved`: there 300 tasks of all types, longer stops and a busy machine.
    it('states nothing false of a task while each part of the product stands still in turn', async () => {
      const id = await taskUnderWay('parts stopped');
      for (const part of stopped) await machine.freeze(part, 1_000);
      await endsWell(id);
    });

    it('ends a task although the API was killed right after its answer', async () => {
      const { id } = await senderOf(machine).submit(task('API killed'));
      await machine.kill('dispatch');
      await endsWell(id);
    });

    it('ends a task although the Temporal server was killed in the middle of it', async () => {
      const id = await taskUnderWay('engine killed');
      await machine.kill('temporal');
      await endsWell(id);
    });

    it('finishes at the next start what ran when everything was killed', async () => {
      const id = await taskUnderWay('everything killed');
      await machine.killEverything();
      machine = startMachine(folder);
      await machine.serving();
      await endsWell(id);
      const alive = machine.profileOwners().filter((pid) => identify(pid) !== null);
      assert.deepEqual(machine.profileOwners(), alive, 'browser profiles of the dead are gone');
    });

    it('stops on Ctrl-C with exit code 0, and nothing is left running', async () => {
      assert.equal(await machine.stop(), 0);
      assert.deepEqual(machine.running(), []);
    });
  });
});
