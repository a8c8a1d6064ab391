/** Runs the admin command line against a test database, as a process or, much faster, in this one. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../support/command-line.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { testSecret } from '../support/dispatch-api.ts';

const root = join(import.meta.dirname, '../..');

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Given {
  readonly env?: NodeJS.ProcessEnv;
  /** Standard input; left out, a person sits in front of it. */
  readonly input?: string;
  /** Whether the terminal has colours. */
  readonly colour?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever was answered
export type Answered = Record<string, any>;

export interface AdminBench {
  readonly database: FreshDatabase;
  /** The data folder; files of the test may lie there too. */
  readonly folder: string;
  run(args: readonly string[]): Promise<Ran>;
  /** The same in this process. */
  runHere(args: readonly string[], given?: Given): Promise<Ran>;
  /** The answer of a command that must succeed, as JSON; in this process. */
  json(args: readonly string[], given?: Given): Promise<Answered>;
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
  const runHere = async (args: readonly string[], given: Given = {}): Promise<Ran> => {
    const written = { out: '', err: '' };
    const code = await runAdmin(
      {
        env: { DATA_DIR: folder, ...given.env },
        out: (text) => (written.out += text),
        err: (text) => (written.err += text),
        input: async () => given.input,
        colour: given.colour === true,
      },
      args,
    );
    return { code, ...written };
  };
  return {
    database,
    folder,
    runHere,
    json: async (args, given) => {
      const ran = await runHere([...args, '--json'], given);
      assert.equal(ran.code, 0, ran.err);
      return JSON.parse(ran.out) as Answered;
    },
    run: async (args) => {
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          [join(root, 'admin', 'main.ts'), ...args],
          {
            env: {
              PATH: process.env['PATH'],
              NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
              HOME: process.env['HOME'],
              DATA_DIR: folder,
            },
            maxBuffer: 100_000_000,
          },
          (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
        );
      });
    },
    close: async () => {
      rmSync(folder, { recursive: true });
      await database.drop();
    },
  };
}
