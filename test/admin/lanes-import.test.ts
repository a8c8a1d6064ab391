import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LaneSite, openLaneSite } from '../activities/lanes/lane-site.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { type AdminBench, openAdminBench, type Ran } from './run-admin.ts';

const folder = 'docs/examples/imports';

describe('admin lanes import', function () {
  let site: LaneSite;
  let bench: AdminBench;
  let env: Record<string, string>;
  before(async () => {
    site = await openLaneSite({ simulation: true });
    bench = await openAdminBench({ DATABASE_URL: site.database.url });
    const { address, namespace } = await testEngine();
    env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  });
  after(async () => {
    await bench.close();
    await site.leave();
  });

  const example = [`${folder}/generic-csv.csv`, '--mapping', `${folder}/generic-csv.mapping.json`];
  const run = (args: readonly string[]): Promise<Ran> =>
    bench.runHere(['lanes', 'import', ...args, '--workspace', site.workspace.id], { env });
  /** Runs an import that stores; another process' session ingests what it staged, if none did yet. */
  const store = async (args: readonly string[]): Promise<Ran> => {
    let ended = false;
    const running = run(args).finally(() => (ended = true));
    const staged = 'select 1 from lane_staged where workspace_no = $1';
    await until(async () => ended || (await site.database.pool.query(staged, [site.workspace.no])).rowCount === 1);
    await site.reconnect();
    return running;
  };

  it('shows in a dry run what would be taken, row by row what not, and stores nothing', async () => {
    const { code, out } = await run(['generic-csv', ...example, '--dry-run']);
    assert.equal(code, 0);
    assert.match(out, /^line 6: item \(Invoice\) is empty$/m);
    assert.match(out, /^line 7: step "Lunch" is not in steps of the mapping$/m);
    assert.match(out, /^events +5$/m);
    assert.match(out, /^defines_queue +invoices$/m);
    assert.match(out, /^steps +match 4$/m);
    assert.match(out, /Nothing was stored/);
    const { rows } = await site.database.pool.query('select count(*)::int as n from lane_event_ids');
    assert.equal(rows[0]?.n, 0);
  });

  it('stores what the API would, with its progress, and the answer of the API as JSON', async () => {
    const { code, out, err } = await store(['generic-csv', ...example]);
    assert.equal(code, 0, err);
    assert.match(out, /^accepted +5$/m);
    assert.match(out, /^left_out +2$/m);
    assert.match(err, /\r6 rows read/);
    assert.match(err, /\r\[#{30}\] 5 of 5 events stored/);
    const again = await store(['generic-csv', ...example, '--json']);
    const answer = JSON.parse(again.out) as { accepted: number; duplicates: number; left_out: unknown[] };
    assert.deepEqual([answer.accepted, answer.duplicates, answer.left_out.length, again.err], [0, 4, 2, '']);
  });

  it('reads UTF-16 and Latin-1 where they are declared, and refuses them where they are not', async () => {
    const text = 'Item\tStep\tWho\tDone\nI-1\tmatch\tJörg\t2026-11-16T09:00:00Z\n';
    const mapping = join(bench.folder, 'mapping.json');
    writeFileSync(
      mapping,
      JSON.stringify({ queue: 'other', item: 'Item', step: 'Step', actor: 'Who', finished_at: 'Done' }),
    );
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const [encoding, bytes] of [
      ['utf-16', little],
      ['utf-16', Buffer.from(little).swap16()],
      ['latin1', Buffer.from(text, 'latin1')],
      ['utf-8', Buffer.from(`\ufeff${text}`)],
    ] as const) {
      const file = join(bench.folder, 'export.csv');
      writeFileSync(file, bytes);
      const args = ['generic-csv', file, '--mapping', mapping, '--dry-run'];
      const read = await run([...args, '--encoding', encoding]);
      assert.match(read.out, /^actors +Jörg 1$/m, `${encoding}: ${read.err}`);
      if (encoding === 'utf-8') continue;
      const { code, err } = await run(args);
      assert.deepEqual([code, /is not utf-8; declare its encoding with --encoding/.test(err)], [1, true]);
    }
  });

  it('refuses with a sentence what it cannot read', async () => {
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['generic-cvs', ...example], 2, /Allowed choices are generic-csv, itsm-tasks, crm-cases/],
      [
        ['generic-csv', 'nowhere.csv', ...example.slice(1)],
        1,
        /nowhere\.csv cannot be read: there is no such file \(ENOENT\)/,
      ],
      [['generic-csv', `${folder}/generic-csv.csv`, '--mapping', `${folder}/generic-csv.csv`], 1, /is not JSON/],
      [['itsm-tasks', ...example], 1, /mapping\.\w+ is not a known member/],
    ];
    for (const [args, expected, sentence] of cases) {
      const { code, err } = await run(args);
      assert.equal(code, expected, err);
      assert.match(err, sentence);
    }
  });
});
