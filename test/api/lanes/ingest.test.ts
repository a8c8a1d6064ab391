import assert from 'node:assert/strict';
import { eventKinds } from '../../../domain/lanes/event-schema.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { exampleEvents } from './example-events.ts';

const at = '2026-11-20T08:00:00Z';
const definition = exampleEvents('queue.defined')[0] as object;
const work = (id: string, more: object = {}) => ({
  id,
  kind: 'step.done',
  at,
  queue: 'invoices',
  step: 'match',
  item: id,
  role: 'act',
  actor: { kind: 'operator', id: 'dana' },
  ...more,
});

describe('ingest over HTTP', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
  });
  after(() => api.close());

  const post = (json: unknown, path = '/v1/events') => api.call('POST', path, { json });
  const raw = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    api.call('POST', '/v1/events', { body, headers });

  it('takes every kind of event, as an array or an object, and answers with the members of 2.5 and no others', async () => {
    const all = eventKinds.flatMap(exampleEvents);
    const { status, json } = await post({ events: all });
    assert.deepEqual(
      [status, Object.keys(json)],
      [
        200,
        [
          'accepted',
          'duplicates',
          'rejected',
          'lane_changes',
          'alerts',
          'signoff_requests',
          'unauthorised',
          'closed_week',
          'week_number',
          'waiting_settlement',
          'held',
        ],
      ],
    );
    // Nothing has asked for the sign-off of the example.
    const id = 'evt-signoff';
    const rejected = [
      {
        index: all.findIndex((event) => 'id' in event && event.id === id),
        id,
        errors: ['event.request_id sr_00ff is no open request of invoices/match; none waits for a person'],
      },
    ];
    assert.deepEqual([json.accepted, json.rejected, json.week_number], [all.length - 1, rejected, 202647]);
    const again = (await post(all)).json;
    assert.deepEqual([again.accepted, again.duplicates, again.rejected], [0, all.length - 1, rejected]);
  });

  it('stores the good ones and lists the bad ones, each with all of its sentences', async () => {
    const { json } = await post([
      work('good-1'),
      work('bad-1', { actor: { kind: 'robot', id: 'r2' } }),
      work('good-1', { decision: 'other content' }),
      work('bad-2', { step: 'unheard' }),
      'no event',
    ]);
    assert.deepEqual([json.accepted, json.duplicates], [1, 1]);
    assert.deepEqual(
      json.rejected.map(({ index, id }: { index: number; id: string }) => [index, id]),
      [
        [1, 'bad-1'],
        [3, 'bad-2'],
        [4, ''],
      ],
    );
    assert.deepEqual(json.rejected[0].errors, ['event.actor.kind must be one of operator, agent']);
    assert.match(json.rejected[1].errors[0], /invoices\/unheard has no queue\.defined/);
  });

  it('answers a request without a good event, and an empty one, like any other', async () => {
    for (const body of [[], [1]]) {
      const { status, json } = await post(body);
      assert.deepEqual([status, json.accepted, json.week_number], [200, 0, 202647]);
    }
  });

  it('keeps weeks open for close: "hold", by member and by parameter', async () => {
    const early = '2026-11-27T08:00:00Z';
    for (const [path, body] of [
      ['/v1/events', { close: 'hold', events: [work('held-1', { at: early })] }],
      ['/v1/events?close=hold', [work('held-2', { at: early })]],
    ] as const) {
      const { json } = await post(body, path);
      assert.deepEqual([json.accepted, json.closed_week], [1, 0], JSON.stringify(json));
      assert.match(json.held.since, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    const status = (await api.call('GET', '/v1/status')).json;
    assert.equal(status.held.events, 2);
    const other = await post([work('not-held', { at: early })]);
    assert.deepEqual([other.json.accepted, other.json.held], [1, status.held]);
    const closed = await post({ through: '2026-11-23T00:00:00Z' }, '/v1/weeks/close');
    assert.deepEqual(closed.json.closed, [202647]);
  });

  describe('a body that is none', () => {
    const bomb = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;
    const cases: readonly (readonly [string, string | Buffer, number, RegExp])[] = [
      ['nothing', '', 400, /it is empty/],
      ['half a value', '[{"id": "a"', 400, /must be JSON; it/],
      ['no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 400, /must be UTF-8/],
      ['NaN', '[{"id": NaN}]', 400, /must be JSON/],
      ['text', '"events"', 400, /must be an array of events or an object with events/],
      ['null', 'null', 400, /must be an array of events or an object with events/],
      ['no events', '{}', 400, /events is required/],
      ['events that are none', '{"events": {}}', 400, /events must be an array/],
      ['a member that is not known', '{"events": [], "hold": true}', 400, /hold is not a known member/],
      ['another close', '{"events": [], "close": "now"}', 400, /close must be one of hold/],
      ['a deep one', bomb(40), 400, /nested deeper than 32 levels/],
      ['a very deep one', bomb(1_000_000), 400, /nested deeper than 32 levels/],
      ['a wide one', `[${'[],'.repeat(2_100_000)}[]]`, 400, /more than 403,750 objects and lists in 6,300,004 bytes/],
    ];
    for (const [what, body, status, sentence] of cases)
      it(`is refused: ${what}`, async () => {
        const answer = await raw(body);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.json.error, sentence);
        assert.ok(['bad_json', 'invalid_request'].includes(answer.json.code));
      });

    it('is refused above 50 MB and above 20,000 events, and nothing of it is stored', async () => {
      const tooLarge = await raw(Buffer.alloc(50_000_001, ' '));
      assert.deepEqual([tooLarge.status, tooLarge.json.code], [413, 'too_large']);
      assert.equal(tooLarge.json.error, 'the body must be at most 50,000,000 bytes');
      const many = await post(Array.from({ length: 20_001 }, () => 1));
      assert.deepEqual([many.status, many.json.error], [400, 'events must have at most 20,000 members']);
    });

    it('is refused in another media type or packed', async () => {
      const kinds: readonly Record<string, string>[] = [
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ];
      for (const headers of kinds) {
        const answer = await raw('[]', headers);
        assert.deepEqual([answer.status, answer.json.code], [415, 'unsupported_media_type']);
      }
    });
  });

  it('takes exactly 50 MB', async () => {
    const head = JSON.stringify([work('fifty')]);
    const { status, json } = await raw(Buffer.concat([Buffer.from(head), Buffer.alloc(50_000_000 - head.length, ' ')]));
    assert.deepEqual([status, json.accepted], [200, 1]);
  });

  it('takes large requests in turn, and small ones past them', async () => {
    const filler = ' '.repeat(3_000_000);
    const large = Array.from({ length: 8 }, (_, n) => raw(JSON.stringify([work(`turn-${n}`)]) + filler));
    const small = await post([work('turn-small')]);
    assert.equal(small.json.accepted, 1);
    for (const { status, json } of await Promise.all(large)) assert.deepEqual([status, json.accepted], [200, 1]);
  });

  it('refuses what PostgreSQL could not keep, member by member', async () => {
    const { status, text } = await raw(
      `[{"id": "nul\\u0000", "kind": "step.done"}, {"id": "half\\ud800"}, {"id": "num", "kind": "step.done", "outputs": {"a": 1e999}}]`,
    );
    assert.equal(status, 200);
    const { accepted, rejected } = JSON.parse(text);
    assert.deepEqual([accepted, rejected.length], [0, 3]);
    assert.ok(rejected[2].errors.some((error: string) => error.startsWith('event.outputs.a must be text')));
  });

  it('refuses a time far ahead of the clock, but in a simulation', async () => {
    const real = await api.newWorkspace({ simulation: false });
    const ahead = new Date(Date.now() + 8 * 86_400_000).toISOString();
    const send = (path: string, json: object) => api.call('POST', path, { key: real.key, json });
    const { json } = await send('/v1/events', [{ ...definition, at: ahead }]);
    assert.deepEqual(json.rejected[0].errors, ['event.at must not be more than 7 days ahead of the clock']);
    const close = await send('/v1/weeks/close', { through: ahead });
    assert.deepEqual(
      [close.status, close.json.error],
      [400, 'through must not be more than 7 days ahead of the clock'],
    );
    const route = await send('/v1/route', { queue: 'invoices', step: 'match', item: 'i', at: ahead });
    assert.deepEqual([route.status, route.json.error], [400, 'at must not be more than 7 days ahead of the clock']);
  });

  it('moves the clock by a route call that an empty or held log has kept where it was before', async () => {
    const { key } = await api.newWorkspace();
    const send = async (path: string, json: object) => (await api.call('POST', path, { key, json })).json;
    const clock = async () => (await api.call('GET', '/v1/status', { key })).json.data_clock;
    const ask = (to: string) => send('/v1/route', { queue: 'invoices', step: 'match', item: 'i', at: to });
    assert.equal((await ask('2031-01-06T00:00:00Z')).code, 'not_found');
    assert.equal((await send('/v1/weeks/close', { through: '2031-01-06T00:00:00Z' })).week_number, 0);
    await send('/v1/events', [definition]);
    await ask('2026-12-01T00:00:00Z');
    assert.equal(await clock(), '2026-12-01T00:00:00.000Z', 'after a call on an empty log');

    await send('/v1/events', { events: [work('held', { at: '2026-12-02T00:00:00Z' })], close: 'hold' });
    await ask('2027-03-01T00:00:00Z');
    await send('/v1/weeks/close', { through: '2026-12-07T00:00:00Z' });
    await ask('2026-12-15T00:00:00Z');
    assert.equal(await clock(), '2026-12-15T00:00:00.000Z', 'after a call while events were held');
  });

  it('moves no clock by a route call in which no step is known', async () => {
    const { key } = await api.newWorkspace();
    const send = async (path: string, json: object) => (await api.call('POST', path, { key, json })).json;
    const clock = async () => (await api.call('GET', '/v1/status', { key })).json.data_clock;
    await send('/v1/events', [definition, work('first')]);
    const time = '2026-12-15T00:00:00Z';
    const known = { queue: 'invoices', step: 'match', item: 'i' };
    const others = [
      { ...known, step: 'mtach' },
      { ...known, queue: 'invoice' },
    ];
    for (const other of others) assert.equal((await send('/v1/route', { ...other, at: time })).code, 'not_found');
    const { answers } = await send('/v1/route', { items: others, at: time });
    assert.deepEqual(
      answers.map(({ code }: { code: string }) => code),
      ['not_found', 'not_found'],
    );
    assert.equal(await clock(), '2026-11-20T08:00:00.000Z');
    await send('/v1/route', { items: [...others, known], at: time });
    assert.equal(await clock(), '2026-12-15T00:00:00.000Z', 'after a call in which one is known');
  });

  it('refuses a close without a time, or with a wrong one', async () => {
    for (const [body, sentence] of [
      [{}, 'through is required'],
      [
        { through: '2026-11-20' },
        'through must be a time with an offset, such as 2026-11-20T08:00:00Z, in the years 2000 to 2099',
      ],
      [[], 'the body must be an object with through'],
      [{ through: at, until: at }, 'until is not a known member'],
    ] as const) {
      const { status, json } = await post(body, '/v1/weeks/close');
      assert.deepEqual([status, json.code, json.error], [400, 'invalid_request', sentence]);
    }
  });

  describe('CSV', () => {
    const csv = (body: string | Buffer, headers: Record<string, string> = {}, path = '/v1/events/csv') =>
      api.call('POST', path, { body, headers: { 'content-type': 'text/csv', ...headers } });
    const header = 'id,kind,at,queue,step,item,actor_kind,actor,role,output.amount,feature.format';
    const row = (id: string) => `${id},step.done,${at},invoices,match,${id},operator,dana,act,12.50,pdf`;

    it('is ingested row by row, and errors are listed by line', async () => {
      const { status, json } = await csv(
        [header, row('c1'), 'c2,step.done,later', '', row('c3'), `${row('c4')},more`].join('\r\n'),
      );
      assert.equal(status, 200);
      assert.deepEqual([json.accepted, json.csv_errors.map(({ line }: { line: number }) => line)], [2, [3, 6]]);
      assert.ok(json.csv_errors[0].errors.includes('event.actor.id is required'));
      assert.match(json.csv_errors[1].errors[0], /^the row has 12 cells and the header 11/);
    });

    it('is taken with semicolons, tabs, a byte order mark and quotes over lines', async () => {
      const semicolons = `\ufeff${[header, row('s1')].join('\n').replaceAll(',', ';')}`;
      assert.equal((await csv(semicolons)).json.accepted, 1);
      assert.equal((await csv([header, row('t1')].join('\r').replaceAll(',', '\t'))).json.accepted, 1);
      const quoted = `${header}\n${row('q1').replace('pdf', '"a ""quoted""\nformat"')}\n`;
      assert.equal((await csv(quoted, { 'content-type': 'text/csv; charset=utf-8' })).json.accepted, 1);
    });

    it('asks what parts decimals in a file parted by semicolons, and reads them so', async () => {
      const file = (id: string) => [
        header.replaceAll(',', ';'),
        row(id).replaceAll(',', ';').replace('12.50', '1.012,50'),
      ];
      const { json } = await csv(file('d1').join('\n'));
      assert.deepEqual([json.accepted, json.csv_errors[0].line], [0, 2]);
      assert.match(json.csv_errors[0].errors[0], /^event\.outputs\.amount "1\.012,50" has .* \?decimal=comma or/);
      assert.equal((await csv(file('d1').join('\n'), {}, '/v1/events/csv?decimal=comma')).json.accepted, 1);
      const { status } = await csv(file('d2').join('\n'), {}, '/v1/events/csv?decimal=dot');
      assert.equal(status, 400);
    });

    it('can hold weeks open', async () => {
      assert.equal((await csv(`${header}\n${row('h1')}`, {}, '/v1/events/csv?close=hold')).json.accepted, 1);
      await post({ through: at }, '/v1/weeks/close');
    });

    const defects: readonly (readonly [string, string | Buffer, string, RegExp])[] = [
      ['nothing', '', 'invalid_request', /the file is empty/],
      ['a header alone', header, 'invalid_request', /no event/],
      [
        'columns that are not known',
        `${header},outputs.x\n${row('x')},1`,
        'invalid_request',
        /column outputs\.x is not known/,
      ],
      ['columns that are missing', 'id,kind\n1,2', 'invalid_request', /column at is required/],
      ['a column twice', `${header},id\n${row('x')},1`, 'invalid_request', /column id must appear once/],
      ['JSON', JSON.stringify([{ id: 'x' }]), 'bad_csv', /begins like JSON, which POST \/v1\/events takes/],
      ['a web page', '\ufeff\n<!doctype html>', 'bad_csv', /begins like a web page/],
      ['a quote that never ends', `${header}\n"${row('x')}`, 'bad_csv', /is not closed/],
      ['a quote in the middle', `${header}\n${row('x"y')}`, 'bad_csv', /a quote on line 2 is where none may be/],
      ['bytes of another encoding', Buffer.from([0x69, 0x64, 0xff]), 'bad_csv', /must be UTF-8/],
      ['more columns than an event has', 'x,'.repeat(9_000), 'invalid_request', /at most 500 columns/],
      ['a row without end', `${header}\n${','.repeat(20_000_000)}`, 'bad_csv', /a row must have at most 10,000 cells/],
      ['NUL characters', `${header}\n${row('x\u0000')}`, 'bad_csv', /NUL/],
    ];
    for (const [what, body, code, sentence] of defects)
      it(`is refused as a whole with ${what}`, async () => {
        const answer = await csv(body);
        assert.deepEqual([answer.status, answer.json.code], [400, code], answer.text);
        assert.match([answer.json.error, ...(answer.json.details ?? [])].join('\n'), sentence);
      });

    it('is refused in another encoding or media type, and above 20,000 rows', async () => {
      assert.equal((await csv(header, { 'content-type': 'text/csv; charset=latin1' })).status, 415);
      assert.equal((await csv(header, { 'content-type': 'application/json' })).status, 415);
      const many = await csv(`${header}\n${`${row('m')}\n`.repeat(20_001)}`);
      assert.deepEqual([many.status, many.json.error], [400, 'the file must have at most 20,000 events; it has more']);
    });
  });
});
