/** The ledger of migrations: what databases were given, so that no name and no file of it changes afterwards. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LedgerLine {
  readonly name: string;
  readonly sha256: string;
}

/** Renamed before the ledger existed; databases made until then have them under the old name. There will be no more. */
const renamed: Readonly<Record<string, string>> = {
  '0015_issuer_sign_out.sql': '0014_issuer_sign_out.sql',
  '0018_portal_waits.sql': '0015_portal_waits.sql',
};

/** The name that a migration found in a database has in this version. */
export function currentName(applied: LedgerLine, files: readonly LedgerLine[]): string {
  const name = renamed[applied.name];
  return files.some((file) => file.name === name && file.sha256 === applied.sha256) ? name! : applied.name;
}

/** @throws Error where a line is not in the format of sha256sum */
export function readLedger(folder: string): LedgerLine[] {
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
export function ledgerFaults(files: readonly LedgerLine[], ledger: readonly LedgerLine[]): string[] {
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
