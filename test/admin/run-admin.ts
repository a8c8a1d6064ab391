/** Runs the admin command line as a process against a test database. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../support/database.ts';
import type { FreshDatabase } from '../support/database.ts';
import { testSecret } from '../support/dispatch-api.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface AdminBench {
  readonly database: FreshDatabase;
  /** The data folder; files of the test may lie there too. */
  readonly folder: string;
  run(args: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

/** A deployment whose run.json the command line finds. @param settings beyond the usual ones */
export async function openAdminBench(settings: Readonly<Record<string, string>> = {}): Promise<AdminBench> {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-admin-'));
  writeFileSync(
    join(folder, 'run.json'),
    JSON.stringify({
      DATABASE_URL: database.url,
      DEPLOYMENT_SECRET: testSecret,
      PORTAL_ALLOW_LOOPBACK: 'true',
      PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
      ...settings,
    }),
  );
  return {
    database,
    folder,
    run: (args) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          ['--import', 'tsx', 'admin/main.ts', ...args],
          {
            env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder },
            maxBuffer: 100_000_000,
          },
          (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
        );
      }),
    close: async () => {
      rmSync(folder, { recursive: true });
      await database.drop();
    },
  };
}
