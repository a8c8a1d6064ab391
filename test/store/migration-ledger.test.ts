import assert from 'node:assert/strict';
import { ledgerFaults, migrations, migrationsFolder, readLedger } from '../../store/migrate.ts';

const a = { name: '0001_a.sql', sha256: 'a' };
const b = { name: '0002_b.sql', sha256: 'b' };

describe('the ledger of migrations', () => {
  it('lists every migration, unchanged', () => {
    const faults = ledgerFaults(migrations(), readLedger(migrationsFolder));
    assert.equal(faults.join('\n'), '');
  });

  it('finds nothing wrong with files that are as listed', () => {
    assert.deepEqual(ledgerFaults([a, b], [a, b]), []);
  });

  it('prints the line to add for a new migration', () => {
    assert.deepEqual(ledgerFaults([a, b], [a]), [
      '0002_b.sql is new: append this line to store/migrations/ledger.sha256\nb  0002_b.sql',
    ]);
  });

  it('rejects a listed migration that was changed, renamed, removed or moved to another number', () => {
    const found = (files: (typeof a)[], ledger = [a, b]): string => ledgerFaults(files, ledger).join('; ');
    assert.match(found([a, { ...b, sha256: 'c' }]), /0002_b\.sql was changed/);
    assert.match(found([a, { ...b, name: '0002_c.sql' }]), /0002_c\.sql was renamed: .* 0002_b\.sql/);
    assert.match(found([a]), /0002_b\.sql is gone/);
    assert.match(found([a, { ...b, name: '0003_b.sql' }]), /renamed.*should have number 0002/s);
  });

  it('rejects two migrations with one number, and lines out of order', () => {
    const second = { name: '0002_c.sql', sha256: 'c' };
    assert.match(ledgerFaults([a, b, second], [a, b, second]).join(), /0002_c\.sql should have number 0003/);
    assert.match(ledgerFaults([a, b], [b, a]).join(), /not in the order/);
  });
});
