/**
 * Appends by `@event-driven-io/emmett-postgresql`, an event store on the same database: what storing alone costs
 * where nothing is paired or reviewed. Installed by the measurement into a folder of its own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { WireEvent } from '../../domain/lanes/event.ts';

const version = '0.42.0';

interface EmmettStore {
  append(stream: string, events: readonly WireEvent[]): Promise<void>;
  close(): Promise<void>;
}

interface EventStore {
  appendToStream(stream: string, events: readonly { type: string; data: WireEvent }[]): Promise<unknown>;
  close(): Promise<void>;
}

/** @param folder takes the package and everything it needs */
export async function openEmmett(folder: string, databaseUrl: string): Promise<EmmettStore> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'emmett-of-the-measurement', private: true }));
  const packages = [`@event-driven-io/emmett-postgresql@${version}`, `@event-driven-io/emmett@${version}`];
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
  });
  const entry = createRequire(join(folder, 'package.json')).resolve('@event-driven-io/emmett-postgresql');
  const { getPostgreSQLEventStore } = (await import(pathToFileURL(entry).href)) as {
    getPostgreSQLEventStore: (url: string) => EventStore;
  };
  const store = getPostgreSQLEventStore(databaseUrl);
  return {
    append: async (stream, events) => {
      await store.appendToStream(
        stream,
        events.map((data) => ({ type: data.kind, data })),
      );
    },
    close: () => store.close(),
  };
}
