/** How fast `admin task import` reads, checks and reports a file of 5,000 rows, and stores it after. */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBenchMachine } from './bench-machine.ts';

const floorMs = 1500;
const rowCount = 5000;

interface Report {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly checked_ms: number;
  readonly stored_ms: number;
}

export async function csvImport(): Promise<boolean> {
  const bench = await startBenchMachine(['temporal', 'browser', 'sandbox', 'worker', 'dispatch', 'receiver'], {});
  const path = join(bench.machine.folder.path, 'tasks.csv');
  try {
    // One row in fifty is wrong, as in a file of a person.
    const rows = Array.from({ length: rowCount }, (_, row) =>
      row % 50 === 0 ? `pull_pod,${row},` : `pull_pod,${5_000_000_000 + row},"Order ${row}, please"`,
    );
    writeFileSync(path, `task_type,pro,instruction\r\n${rows.join('\r\n')}\r\n`);
    const run = async (...options: string[]): Promise<Report> => {
      const env = {
        ...process.env,
        DATABASE_URL: bench.machine.addresses.databaseUrl,
        DEPLOYMENT_SECRET: bench.machine.secret,
        PORTAL_ALLOW_LOOPBACK: 'true',
        PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
      };
      const args = ['admin/main.ts', 'task', 'import', path, '--sender', bench.senderId, '--json'];
      // Refused rows make it end with 1; the report is there all the same.
      const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], {
        env,
        maxBuffer: 100_000_000,
      }).catch((error: { stdout: string }) => error);
      return JSON.parse(stdout) as Report;
    };
    const dry = await run('--dry-run');
    const done = await run();
    console.log(`admin task import, ${rowCount} rows of which ${done.rejected} are wrong`);
    console.log(`  read, checked, reported  ${dry.checked_ms} ms and ${done.checked_ms} ms (floor ${floorMs} ms)`);
    console.log(`  stored                   ${done.stored_ms} ms for ${done.accepted} tasks`);
    return done.accepted + done.rejected === rowCount && Math.min(dry.checked_ms, done.checked_ms) <= floorMs;
  } finally {
    rmSync(path, { force: true });
    await bench.stop();
  }
}
