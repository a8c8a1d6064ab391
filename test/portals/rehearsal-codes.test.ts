import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimRehearsalCode } from '../../portals/totp.ts';

describe('the one-time codes of rehearsals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-codes-'));
  after(() => rmSync(folder, { recursive: true }));

  it('belong to one rehearsal each, of however many that ask at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimRehearsalCode(folder, 'acme', 59_000_000)));
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal(await claimRehearsalCode(folder, 'acme', 59_000_001), true);
    assert.equal(await claimRehearsalCode(folder, 'other', 59_000_001), true);
  });

  it('leave nothing behind from earlier periods', async () => {
    assert.equal(await claimRehearsalCode(folder, 'acme', 59_000_002), true);
    assert.deepEqual(readdirSync(join(folder, 'rehearsal-codes')), ['acme.59000002']);
  });
});
