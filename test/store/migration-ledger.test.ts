import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations, migrationsFolder } from '../../store/migrate.ts';

/** The ledger of migrations: what databases were given, so that no name and no file of it changes afterwards. */
interface LedgerLine {
  readonly name: string;
  readonly sha256: string;
}

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

/** @throws Error where a line is not in the format of sha256sum */
function readLedger(folder: string): LedgerLine[] {
  return readFileSync(join(folder, 'ledger.sha256'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
      if (sha256 === undefined || name === undefined)
        throw new Error(`store/migrations/ledger.sha256: "${line}" is not "<sha256>  <name>"`);
      return { name, sha256 };
    });
}

/**
 * Compares the migrations with the ledger.
 * @param files the migrations as they are, in the order they are applied
 * @returns a sentence for each fault, with what to do about it
 */
function ledgerFaults(files: readonly LedgerLine[], ledger: readonly LedgerLine[]): string[] {
  const faults: string[] = [];
  for (const { name, sha256 } of files) {
    const listed = ledger.find((line) => line.name === name);
    const earlier = ledger.find((line) => line.sha256 === sha256);
    if (listed === undefined && earlier !== undefined)
      faults.push(`${name} was renamed: give it back its name ${earlier.name}, which databases have`);
    else if (listed === undefined)
      faults.push(`${name} is new: append this line to store/migrations/ledger.sha256\n${sha256}  ${name}`);
    else if (listed.sha256 !== sha256)
      faults.push(`${name} was changed: restore it, databases have it as it was, and write a new migration`);
  }
  for (const { name } of ledger)
    if (!files.some((file) => file.name === name))
      faults.push(`${name} is gone: restore it, databases have it; if it never was on main, remove its line`);
  if (ledger.some((line, index) => index > 0 && line.name <= ledger[index - 1]!.name))
    faults.push('the lines of the ledger are not in the order of the migrations, or one is listed twice');
  files.forEach(({ name }, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!name.startsWith(`${number}_`)) faults.push(`${name} should have number ${number}: no gaps, no repeats`);
  });
  return faults;
}
