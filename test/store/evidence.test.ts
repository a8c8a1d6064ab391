import assert from 'node:assert/strict';
import { asOwner } from '../support/database.ts';
import { eventsText, readChain, type ChainHead } from '../../domain/dispatch/evidence/chain.ts';
import { sha256 } from '../../process/evidence-crypto.ts';
import {
  type PackBasis,
  addFile,
  appendEvents,
  appendLinks,
  chainHead,
  closePack,
  readEvents,
  readFile,
  readFiles,
} from '../../store/evidence.ts';
import { finishTask } from '../../store/tasks.ts';
import { completed, evidenceHouse, type EvidenceHouse } from '../activities/dispatch/evidence-fixture.ts';

/** Of a task that works on no record. */
const basis = (head: ChainHead): PackBasis => ({ head, senderId: 'none', record: null, previous: null });

describe('the stored evidence log of a task', () => {
  let house: EvidenceHouse;
  before(async () => (house = await evidenceHouse()));
  after(() => house.close());

  const notes = (count: number, text = 'note') =>
    Array.from({ length: count }, (_, n) => ({ kind: 'note', note: `${text} ${n}` }) as const);
  const at = new Date('2026-11-21T10:00:00.123Z');
  const row = (file: string, content: string) => {
    const bytes = Buffer.from(content);
    return {
      file,
      sha256: sha256(bytes),
      bytes: bytes.length,
      mediaType: 'text/plain',
      blobKey: `evidence/x/${sha256(bytes)}`,
    };
  };

  it('chains events over several appends, with the time and number of each', async () => {
    const taskId = await house.newTask();
    await appendEvents(house.database.pool, taskId, notes(2), at);
    const added = await appendEvents(house.database.pool, taskId, notes(1, 'later'), at);
    assert.deepEqual(
      added.map(({ seq, at, kind }) => [seq, at, kind]),
      [[3, '2026-11-21T10:00:00.123Z', 'note']],
    );
    const links = await readEvents(house.database.pool, taskId);
    const chain = readChain(
      links.map(({ line }) => line),
      sha256,
    );
    assert.equal(chain.broken, null);
    assert.deepEqual(chain.head, await chainHead(house.database.pool, taskId));
    assert.equal(eventsText(links.map(({ line }) => line)).split('\n').length, 4);
  });

  it('keeps any text exactly, also what PostgreSQL and lines would stumble over', async () => {
    const taskId = await house.newTask();
    const hard = 'zero \u0000, half \ud800, line\nend \u2028 "quote" \\ and 🚚';
    await appendEvents(house.database.pool, taskId, [{ kind: 'note', note: hard }], at);
    const [link] = await readEvents(house.database.pool, taskId);
    assert.equal(JSON.parse(link!.line).note, hard);
    assert.equal(readChain([link!.line], sha256).broken, null);
  });

  it('stays one chain without a gap when many write at once', async () => {
    const taskId = await house.newTask();
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => appendEvents(house.database.pool, taskId, notes(3, `w${n}`), at)),
    );
    const links = await readEvents(house.database.pool, taskId);
    const chain = readChain(
      links.map(({ line }) => line),
      sha256,
    );
    assert.deepEqual([chain.broken, chain.head.seq], [null, 120]);
    const texts = chain.events.map((event) => (event.kind === 'note' ? event.note.split(' ')[0] : ''));
    for (let n = 0; n < 120; n += 3)
      assert.equal(new Set(texts.slice(n, n + 3)).size, 1, 'events of one append are together');
  });

  it('stays one chain when writers do not know where it ends now, also at the same instant', async () => {
    const { pool } = house.database;
    const taskId = await house.newTask();
    const [first] = await appendLinks(pool, taskId, notes(1), at);
    const [second] = await appendLinks(pool, taskId, notes(1, 'known'), at, first);
    assert.equal(second?.seq, 2);
    const others = await Promise.all(
      [first, second, second, second, { seq: 2, hash: 'f'.repeat(64) }].map((end, n) =>
        appendLinks(pool, taskId, notes(2, `w${n}`), at, end),
      ),
    );
    const lines = (await readEvents(pool, taskId)).map(({ line }) => line);
    const chain = readChain(lines, sha256);
    assert.equal(chain.broken, null);
    assert.equal(chain.head.seq, 12);
    for (const links of others)
      assert.deepEqual(lines.slice((links[0]?.seq ?? 0) - 1, links[1]?.seq), [links[0]?.line, links[1]?.line]);
    await finishTask(pool, taskId, completed);
    await assert.rejects(appendLinks(pool, taskId, notes(1), at, chain.head), { code: 'task_is_final' });
    await assert.rejects(appendLinks(pool, 'tsk_none', notes(1), at, chain.head), { code: 'no_such_task' });
  });

  it('refuses events for tasks that do not exist or are final', async () => {
    await assert.rejects(appendEvents(house.database.pool, 'tsk_none', notes(1), at), { code: 'no_such_task' });
    const taskId = await house.newTask();
    await finishTask(house.database.pool, taskId, completed);
    await assert.rejects(appendEvents(house.database.pool, taskId, notes(1), at), { code: 'task_is_final' });
    await assert.rejects(addFile(house.database.pool, taskId, row('x.txt', 'x')), { code: 'task_is_final' });
    await assert.rejects(closePack(house.database.pool, taskId, basis({ seq: 0, hash: '' }), []), {
      code: 'task_is_final',
    });
  });

  it('never lets an event be changed or removed, even by hand', async () => {
    const taskId = await house.newTask();
    await appendEvents(house.database.pool, taskId, notes(1), at);
    await assert.rejects(house.database.pool.query("update evidence_events set line = 'x'"), /permission denied/);
    await assert.rejects(house.database.pool.query('delete from evidence_events'), /permission denied/);
    await assert.rejects(asOwner(house.database.url, 'delete from evidence_events'), /only ever added/);
  });

  it('gives files that were added at once under one name different names', async () => {
    const taskId = await house.newTask();
    const files = await Promise.all(
      ['a', 'b', 'c', 'a'].map((content) => addFile(house.database.pool, taskId, row('page.txt', content))),
    );
    assert.deepEqual(new Set(files.map(({ file }) => file)), new Set(['page.txt', 'page-2.txt', 'page-3.txt']));
    assert.equal((await readFiles(house.database.pool, taskId)).length, 3);
  });

  it('closes a pack only over the whole chain', async () => {
    const taskId = await house.newTask();
    const { pool } = house.database;
    await appendEvents(pool, taskId, notes(1), at);
    const head = await chainHead(pool, taskId);
    await appendEvents(pool, taskId, notes(1), at);
    assert.equal(await closePack(pool, taskId, basis(head), [row('manifest.json', '1')]), false);
    assert.equal(await readFile(pool, taskId, 'manifest.json'), undefined);
    assert.equal(
      await closePack(pool, taskId, basis(await chainHead(pool, taskId)), [row('manifest.json', '2')]),
      true,
    );
    assert.equal((await readFile(pool, taskId, 'manifest.json'))?.sha256, sha256(Buffer.from('2')));
  });
});
