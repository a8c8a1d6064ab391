import assert from 'node:assert/strict';
import { exampleWeekStart } from '../../domain/lanes/example-history.ts';
import { listAudit } from '../../store/audit-log.ts';
import { readAnsweredSignoffs } from '../../store/lanes/signoffs.ts';
import { sendDisagreements } from '../api/console/settle/disagreements.ts';
import { sendHistory } from '../api/lanes/history.ts';
import { openTestLanes, type TestLanes } from '../support/lanes-api.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { type AdminBench, openAdminBench, type Ran } from './run-admin.ts';

const weeks = 20;

describe('admin lanes settlement and signoff', function () {
  let lanes: TestLanes;
  let bench: AdminBench;
  let id: string;
  let env: Record<string, string>;
  before(async () => {
    lanes = await openTestLanes();
    bench = await openAdminBench({ DATABASE_URL: lanes.database.url });
    const { address, namespace } = await testEngine();
    env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
    ({ id } = lanes.workspace);
    await sendHistory(lanes, weeks);
    await lanes.call('POST', '/v1/weeks/close', { json: { through: exampleWeekStart(weeks + 1) } });
    await sendDisagreements(lanes, { many: 2, from: Date.parse(exampleWeekStart(weeks + 1)) });
  });
  after(async () => {
    await bench.close();
    await lanes.close();
  });

  const run = (args: readonly string[]): Promise<Ran> => bench.runHere(['lanes', ...args], { env });
  const dana = (args: readonly string[]): Promise<Ran> =>
    bench.runHere(['--actor', 'dana@acme.example', 'lanes', ...args], { env });
  /** Runs what goes into the log; another process' session takes it in, where none runs. */
  async function decided(args: readonly string[]): Promise<Ran> {
    let ended = false;
    const running = dana(args).finally(() => (ended = true));
    const staged = 'select 1 from lane_staged where workspace_no = $1';
    await until(async () => ended || (await lanes.database.pool.query(staged, [lanes.workspace.no])).rowCount === 1);
    if (!ended) await lanes.second();
    return running;
  }
  const waiting = async (): Promise<string[]> =>
    JSON.parse((await run(['settlement', 'list', id, '--json'])).out).disagreements.map(
      ({ item, severity }: { item: string; severity: string }) => `${item} ${severity}`,
    );

  it('lists what waits, the most severe first', async () => {
    assert.deepEqual(await waiting(), ['T-0 critical', 'T-1 material']);
    const { out } = await run(['settlement', 'list', id]);
    assert.match(out, /^refunds +grant +T-0 +critical +amount,?\S* +20/m);
  });

  it('settles one in the name of a person, once', async () => {
    const settle = ['settlement', 'decide', id, 'refunds', 'grant', 'T-0', '--verdict', 'operator_right'];
    const nameless = await run(settle);
    assert.deepEqual([nameless.code, /say who decides/.test(nameless.err)], [1, true]);
    const { code, out, err } = await decided(settle);
    assert.equal(code, 0, err);
    assert.match(out, /^waiting_settlement +1$/m);
    assert.deepEqual(await waiting(), ['T-1 material']);
    const again = await dana(settle);
    assert.match(again.err, /^T-0 is settled already: operator_right, by dana@acme\.example\n$/);
    const [entry] = await listAudit(lanes.database.pool, { act: 'disagreement.settled', limit: 1 });
    assert.match(entry?.actor ?? '', /^dana@acme\.example \(admin:/);
  });

  it('says that an item is not known', async () => {
    const { code, err } = await dana(['settlement', 'decide', id, 'refunds', 'grant', 'X', '--verdict', 'both_wrong']);
    assert.deepEqual([code, err], [1, 'no disagreement about X at refunds / grant is known\n']);
  });

  it('answers a sign-off request, which the step then counts', async () => {
    const listed = JSON.parse((await run(['signoff', 'list', id, '--json'])).out) as Record<
      string,
      { request_id: string; purpose: string }[]
    >;
    const request = listed['signoff_requests']?.find(({ purpose }) => purpose === 'promote');
    assert.ok(request !== undefined);
    const { code, out, err } = await decided([
      'signoff',
      'answer',
      id,
      request.request_id,
      '--verdict',
      'approve',
      '--note',
      'looked',
    ]);
    assert.equal(code, 0, err);
    assert.match(out, /^state +approved$/m);
    const rest = await readAnsweredSignoffs(lanes.database.pool, lanes.workspace.no, { limit: 10 });
    assert.ok(
      rest.some((one) => one.request.request_id === request.request_id && one.changedBy === 'dana@acme.example'),
    );
    const twice = await dana(['signoff', 'answer', id, request.request_id, '--verdict', 'approve']);
    assert.match(twice.err, /^this request is approved; nothing waits for an answer\n$/);
    const unknown = await dana(['signoff', 'answer', id, 'sr_0', '--verdict', 'decline']);
    assert.match(unknown.err, /has no sign-off request sr_0/);
  });
});
