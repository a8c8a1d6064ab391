import assert from 'node:assert/strict';
import type { Pool } from '../../store/database.ts';
import { openPool } from '../../store/database.ts';
import { type Rotation, rotateSecret, rotateSeenSecret } from '../../store/secret-generations.ts';
import { createSender } from '../../store/senders.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { testSecret } from '../support/dispatch-api.ts';

describe('rotations of a signing secret side by side', () => {
  let database: FreshDatabase;
  let pool: Pool;
  before(async () => {
    database = await freshDatabase();
    pool = openPool({ url: database.url, size: 4, name: 'rotations' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  async function rotationOfSender(name: string): Promise<Rotation> {
    const { senderId } = await createSender(pool, testSecret, { name, actor: 'test' });
    const rest = { graceMs: 60_000, now: new Date(), actor: 'test', deploymentSecret: testSecret };
    return { ownerKind: 'sender', ownerId: senderId, purpose: 'inbound', ...rest };
  }

  it('follow one another, each with a generation of its own', async () => {
    const rotation = await rotationOfSender('Four at once');
    const rotated = await Promise.all(Array.from({ length: 4 }, () => rotateSecret(pool, rotation)));
    assert.deepEqual(new Set(rotated.map(({ generation }) => generation)), new Set([2, 3, 4, 5]));
  });

  it('make one new generation where all of them saw the same one', async () => {
    const rotation = await rotationOfSender('Four that looked');
    const rotated = await Promise.all(Array.from({ length: 4 }, () => rotateSeenSecret(pool, rotation, 1)));
    assert.deepEqual(
      rotated.flatMap((each) => each ?? []).map(({ generation }) => generation),
      [2],
    );
  });
});
