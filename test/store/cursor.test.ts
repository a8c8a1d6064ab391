import assert from 'node:assert/strict';
import { listAudit } from '../../store/audit-log.ts';
import { cursorOf, decodeCursor, encodeCursor } from '../../store/cursor.ts';
import { listDeliveries } from '../../store/deliveries.ts';
import { listBoardDeliveries } from '../../store/deployment-deliveries.ts';
import { readHookLog } from '../../store/lanes/hook-deliveries.ts';
import { readLedger } from '../../store/lanes/lanes.ts';
import { auditCursor, readPendingAudits } from '../../store/lanes/pending-audits.ts';
import { readSettleQueue, settleCursor } from '../../store/lanes/disagreements.ts';
import { listTasks } from '../../store/tasks.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const forge = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const id = 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55';

describe('cursors', () => {
  const all = cursorOf('instant', 'count', 'serial', 'text', 'id');
  const at = new Date('2026-11-22T10:00:00.123Z');

  it('come back as the place that they were made of', () => {
    const place = [at, 2 ** 31 - 1, 2 ** 53 - 1, 'Größe 😀 "/', id] as const;
    assert.deepEqual(all.decode(all.encode(place)), place);
    assert.deepEqual(decodeCursor(encodeCursor({ at, id })), { at, id });
  });

  const good: readonly unknown[] = [at.getTime(), 1, 1, 'a', id];
  const withPart = (n: number, part: unknown): unknown[] => good.toSpliced(n, 1, part);
  const noInstant = [null, 'x', '0', 1.5, -7e13, 9e15, true, [1], {}, '2026-11-22T10:00:00Z'];
  const noCount = [null, 'x', '1', -1, 1.5, 2 ** 31, true, [1], {}];
  const forged: [string, unknown][] = [
    ['null', null],
    ['a number', 5],
    ['an object', { 0: 1, length: 5 }],
    ['an empty list', []],
    ['too few parts', good.slice(1)],
    ['too many parts', [...good, 1]],
    ...noInstant.map((part): [string, unknown] => [`the instant ${JSON.stringify(part)}`, withPart(0, part)]),
    ...noCount.map((part): [string, unknown] => [`the count ${JSON.stringify(part)}`, withPart(1, part)]),
    ...[-1, 2 ** 53, '7'].map((part): [string, unknown] => [`the serial ${part}`, withPart(2, part)]),
    ...[null, 1, 'a\0b', '\ud800', 'x'.repeat(513)].map((part, n): [string, unknown] => [
      `text ${n}`,
      withPart(3, part),
    ]),
    ...[null, 1, '', 'x', `${id}'`, '../x'].map((part, n): [string, unknown] => [`id ${n}`, withPart(4, part)]),
  ];
  for (const [what, value] of forged) it(`are not ${what}`, () => assert.equal(all.decode(forge(value)), undefined));

  it('are not other spellings of a place, nor anything else', () => {
    const spellings = ['', ' ', '%', 'a b', '\n', forge(good).repeat(200), Buffer.from('[1').toString('base64url')];
    spellings.push(
      Buffer.from(JSON.stringify(good, null, 1)).toString('base64url'),
      `${forge(good)}=`,
      `${forge(good)}\0`,
    );
    for (const text of spellings) assert.equal(all.decode(text), undefined, JSON.stringify(text));
  });

  describe('with the least and the greatest that they can hold', () => {
    let database: FreshDatabase;
    before(async () => (database = await freshDatabase()));
    after(() => database.drop());
    const instants = [-62_135_596_800_000, 0, 253_402_300_799_999].map((ms) => new Date(ms));
    const counts = [0, 2 ** 31 - 1];
    const texts = ['', '\uffff', "'; --", 'x'.repeat(512)];

    it('are places that every list can be asked from', async () => {
      const { pool } = database;
      const limit = 1;
      for (const at of instants) {
        const after = { at, id };
        assert.deepEqual((await listTasks(pool, 'snd_x', { limit, after })).tasks, []);
        assert.deepEqual(
          (await listDeliveries(pool, { kind: 'sender', id: 'snd_x' }, { limit, after })).deliveries,
          [],
        );
        assert.deepEqual((await listBoardDeliveries(pool, { limit, after })).deliveries, []);
        for (const attempt of counts)
          for (const status of ['delivered', 'pending'] as const)
            assert.deepEqual(await readHookLog(pool, 1, { limit, status, after: { at, id, attempt } }), []);
        for (const count of counts)
          for (const item of texts) {
            const place = settleCursor.decode(settleCursor.encode([count, at, count, item]));
            assert.ok(place);
            assert.deepEqual(await readSettleQueue(pool, 1, { limit, after: place }), []);
            const audit = auditCursor.decode(auditCursor.encode([at, count, item]));
            assert.ok(audit);
            assert.deepEqual(await readPendingAudits(pool, 1, { limit, after: audit }), []);
          }
      }
      for (const week of counts)
        for (const text of texts)
          assert.deepEqual(await readLedger(pool, 1, { limit, after: { queue: text, step: text, week } }), []);
      for (const beforeId of [0, Number.MAX_SAFE_INTEGER]) assert.ok(await listAudit(pool, { limit, beforeId }));
    });
  });
});
