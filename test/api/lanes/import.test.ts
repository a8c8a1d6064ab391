import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importAdapters } from '../../../domain/lanes/import/adapters.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';

const example = (file: string): string => readFileSync(`docs/examples/imports/${file}`, 'utf8');
const mapping = { queue: 'claims', item: 'Item', step: 'Step', actor: 'Who', finished_at: 'Done', agents: ['bot'] };
const sheet = (rows: readonly string[]): string => ['Item,Step,Who,Done', ...rows].join('\n');
const data = sheet(['I-1,check,bot,2026-11-16T09:00:00Z', 'I-1,check,dana,2026-11-16T09:05:00Z']);
/** Tables in which an import could leave something. */
const tables = ['lane_staged', 'lane_log', 'lane_event_ids', 'lane_steps', 'lane_items', 'workspaces'];

describe('POST /v1/import', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
  });
  after(() => api.close());

  const post = (adapter: string, json: unknown, key = api.workspace.key) =>
    api.call('POST', `/v1/import/${adapter}`, { json, key });
  const stored = async (): Promise<unknown> =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await api.database.pool.query(`select to_jsonb(t)::text as row from ${table} as t order by 1`);
        return [table, rows];
      }),
    );

  it('shows in a dry run what would be taken and stores nothing', async () => {
    const before = await stored();
    const rows = [
      data,
      'I-2,check,dana,soon',
      'I-1,check,bot,2026-11-16T09:00:00Z',
      'I-3,two,dana,2026-11-15T09:00:00Z',
    ];
    const { status, json } = await post('generic-csv', { mapping, data: rows.join('\n'), dry_run: true });
    assert.equal(status, 200);
    assert.deepEqual(
      json.events.map(({ kind, at }: Record<string, string>) => [kind, at]),
      [
        ['queue.defined', '2026-11-15T09:00:00.000Z'],
        ['step.done', '2026-11-15T09:00:00.000Z'],
        ['step.done', '2026-11-16T09:00:00.000Z'],
        ['step.done', '2026-11-16T09:05:00.000Z'],
      ],
    );
    assert.deepEqual(json.counts, { queue: { claims: 3 }, step: { check: 2, two: 1 }, actor: { bot: 1, dana: 2 } });
    assert.deepEqual(
      json.left_out.map(({ line }: { line: number }) => line),
      [4, 5],
    );
    assert.match(json.left_out[0].reason, /finished_at \(Done\) "soon" is not a time/);
    assert.match(json.left_out[1].reason, /is on line 2 already/);
    assert.deepEqual(await stored(), before);
  });

  it('stores an export once, defines its queue, and says the same of one that overlaps', async () => {
    const { json } = await post('generic-csv', { mapping, data });
    assert.deepEqual([json.accepted, json.duplicates, json.rejected, json.left_out], [3, 0, [], []]);
    const longer = `${data}\nI-2,check,dana,2026-11-16T10:00:00Z\nI-2,other,dana,2026-11-16T10:00:00Z`;
    const foreseen = (await post('generic-csv', { mapping, data: longer, dry_run: true })).json;
    assert.deepEqual(foreseen.left_out, [
      { line: 5, reason: 'step other is not defined in queue claims; define it, or name it otherwise in steps' },
    ]);
    const again = (await post('generic-csv', { mapping, data: longer })).json;
    assert.deepEqual([again.accepted, again.duplicates, again.rejected.length], [1, 2, 1]);
    assert.deepEqual(
      again.left_out.map(({ line }: { line: number }) => line),
      [5],
    );
  });

  it('leaves out what no event may be, and events that lie ahead of the clock', async () => {
    const { key } = await api.newWorkspace({ simulation: false });
    const rows = [`${'x'.repeat(129)},check,dana,2026-11-16T09:00:00Z`, 'I,check,dana,2098-01-01T00:00:00Z'];
    const { json } = await post('generic-csv', { mapping, data: sheet(rows) }, key);
    assert.deepEqual(
      [json.accepted, json.left_out.map(({ reason }: { reason: string }) => reason)],
      [0, ['event.item must have at most 128 characters', 'event.at must not be more than 7 days ahead of the clock']],
    );
  });

  it('keeps weeks open for close: "hold", by member and by parameter', async () => {
    const { key } = await api.newWorkspace();
    const later = sheet(['I-1,check,dana,2026-11-16T09:00:00Z', 'I-2,check,dana,2026-11-24T09:00:00Z']);
    const byMember = await post('generic-csv', { mapping, data, close: 'hold' }, key);
    const byQuery = await post('generic-csv?close=hold', { mapping, data: later }, key);
    assert.deepEqual([byMember.json.closed_week, byQuery.json.closed_week], [0, 0]);
    const closed = await api.call('POST', '/v1/weeks/close', { key, json: { through: '2026-11-23T00:00:00Z' } });
    assert.deepEqual(closed.json.closed, [202647]);
  });

  it('answers more than 20,000 events as one request', async () => {
    const { key } = await api.newWorkspace();
    const rows = Array.from(
      { length: 20_500 },
      (_, n) => `I-${n},check,dana,2026-11-${String(28 - (n % 20)).padStart(2, '0')}T09:00:00Z`,
    );
    const { json } = await post('generic-csv', { mapping, data: sheet(rows) }, key);
    assert.deepEqual([json.accepted, json.rejected, json.left_out], [20_501, [], []]);
    assert.deepEqual([json.closed_week, json.week_number], [202647, 202648]);
    const late = await api.database.pool.query('select count(*)::int as n from lane_event_ids where late');
    assert.equal(late.rows[0]?.n, 0);
  });

  it('takes an export without a row as one that brings nothing', async () => {
    for (const [adapter, empty] of [
      ['generic-csv', sheet([])],
      ['itsm-tasks', '{"result": []}'],
    ] as const) {
      const given = adapter === 'generic-csv' ? mapping : { queue: 'q' };
      const { status, json } = await post(adapter, { mapping: given, data: empty });
      assert.deepEqual([status, json.accepted, json.left_out], [200, 0, []]);
    }
  });

  for (const { name } of importAdapters)
    it(`takes the example of the docs: ${name}`, async () => {
      const { key } = await api.newWorkspace();
      const body = {
        mapping: JSON.parse(example(`${name}.mapping.json`)) as unknown,
        data: example(name === 'itsm-tasks' ? `${name}.json` : `${name}.csv`),
      };
      const foreseen = (await post(name, { ...body, dry_run: true }, key)).json;
      assert.equal(foreseen.left_out.length, name === 'generic-csv' ? 2 : 1);
      const { json } = await post(name, body, key);
      assert.deepEqual([json.accepted, json.left_out], [foreseen.events.length, foreseen.left_out]);
      const again = (await post(name, body, key)).json;
      assert.deepEqual([again.accepted, again.duplicates], [0, foreseen.events.length - 1]);
    });

  it('has its mappings in the docs, every key', () => {
    const page = readFileSync('docs/imports.md', 'utf8');
    for (const { name, mappingSchema } of importAdapters)
      for (const key of Object.keys(mappingSchema['properties']))
        assert.ok(page.includes(`\`${key}\``), `${name}: ${key} is not in docs/imports.md`);
  });

  describe('refuses', () => {
    const cases: readonly (readonly [string, string, unknown, number, RegExp])[] = [
      ['another adapter', 'generic-cvs', {}, 404, /no such import adapter; did you mean generic-csv\?/],
      ['an adapter that is nothing alike', 'x', {}, 404, /there are generic-csv, itsm-tasks, crm-cases/],
      ['a body that is none', 'generic-csv', [], 400, /must be an object with mapping and data/],
      ['nothing', 'generic-csv', {}, 400, /mapping is required \(and 1 more\)/],
      [
        'a member',
        'crm-cases',
        { mapping, data, dryrun: true },
        400,
        /dryrun is not a known member; did you mean dry_run\?/,
      ],
      ['data that is no text', 'generic-csv', { mapping, data: {} }, 400, /data must be a string/],
      ['a dry run of sorts', 'generic-csv', { mapping, data, dry_run: 'yes' }, 400, /dry_run must be true or false/],
      ['another close', 'generic-csv', { mapping, data, close: 'now' }, 400, /close must be one of hold/],
      ['no mapping', 'generic-csv', { mapping: 'queue', data }, 400, /mapping must be an object/],
      [
        'a key',
        'generic-csv',
        { mapping: { ...mapping, agent: ['x'] }, data },
        400,
        /mapping\.agent is not a known member; did you mean agents\?/,
      ],
      [
        'a key of another adapter',
        'itsm-tasks',
        { mapping: { queue: 'q', decisionField: 'x' }, data },
        400,
        /mapping\.decisionField is not/,
      ],
      [
        'a zone',
        'generic-csv',
        { mapping: { ...mapping, timezone: 'Mars' }, data },
        400,
        /mapping\.timezone must be a name of the IANA/,
      ],
      [
        'an order',
        'generic-csv',
        { mapping: { ...mapping, date_order: 'dym' }, data },
        400,
        /mapping\.date_order must be one of ymd, dmy, mdy/,
      ],
      [
        'a step that is no id',
        'crm-cases',
        { mapping: { queue: 'q', steps: { a: 'b c' } }, data },
        400,
        /mapping\.steps\.a must have only/,
      ],
      ['an empty export', 'itsm-tasks', { mapping: { queue: 'q' }, data: '' }, 400, /the export is empty/],
      ['a page', 'crm-cases', { mapping: { queue: 'q' }, data: '<html>' }, 400, /a web page or XML/],
    ];
    for (const [what, adapter, body, status, sentence] of cases)
      it(what, async () => {
        const answer = await post(adapter, body);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.json.error, sentence);
      });

    it('a key that may not send events', async () => {
      assert.equal((await post('generic-csv', { mapping, data }, await api.keyWith(['read']))).status, 403);
    });
  });
});
