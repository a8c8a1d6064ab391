import assert from 'node:assert/strict';
import { createKey, firstKeyOfLine, rotateKey } from '../../store/keys.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

describe('rotated keys', () => {
  let database: FreshDatabase;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());

  it('are one line: each leads back to the first, so that nobody approves as somebody else', async () => {
    const { pool } = database;
    const made = await createKey(pool, {
      ownerKind: 'sender',
      ownerId: 'snd_1',
      scopes: ['submit', 'approve'],
      label: '',
      actor: 'test',
    });
    const line = [made.id];
    for (let n = 0; n < 3; n += 1) {
      const keyId = line.at(-1) ?? '';
      line.push((await rotateKey(pool, { keyId, graceMs: 3_600_000, now: new Date(), actor: 'test' }))?.id ?? '');
    }
    assert.equal(new Set(line).size, 4);
    for (const keyId of line) assert.equal(await firstKeyOfLine(pool, keyId), made.id);
    assert.equal(await firstKeyOfLine(pool, 'key_x'), 'key_x');
  });
});
