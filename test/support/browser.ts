/** The browser of a test run, and a sink that keeps a run's evidence in memory. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type {
  EvidenceFile,
  StepEvent,
  EvidenceEvent,
  VerdictEvent,
} from '../../domain/dispatch/evidence/evidence-events.ts';
import { type BrowserPool, openBrowserPool } from '../../portals/browser-pool.ts';
import { findBrowser } from '../../portals/executable.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { readSettings } from '../../process/settings.ts';
import { atRunEnd, runFolder } from './machines.ts';

let pool: BrowserPool | undefined;

/** One pool for the run, closed at its end. */
export function testBrowsers(): BrowserPool {
  if (pool === undefined) {
    const opened = openBrowserPool({
      program: () => findBrowser(readSettings()),
      size: 2,
      profiles: join(runFolder(), 'profiles'),
    });
    pool = opened;
    atRunEnd(() => opened.close());
  }
  return pool;
}

export interface MemorySink extends EvidenceSink {
  /** How often events were stored. */
  writes(): number;
  readonly files: Map<string, { bytes: Buffer; mediaType: string }>;
  readonly events: EvidenceEvent[];
  steps(): StepEvent[];
  verdicts(): VerdictEvent[];
}

export function memorySink(): MemorySink {
  const files = new Map<string, { bytes: Buffer; mediaType: string }>();
  const events: EvidenceEvent[] = [];
  let writes = 0;
  return {
    files,
    events,
    steps: () => events.filter((event) => event.kind === 'step'),
    verdicts: () => events.filter((event) => event.kind === 'verdict'),
    async file(name, bytes, mediaType): Promise<EvidenceFile> {
      files.set(name, { bytes, mediaType });
      return {
        file: name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: bytes.length,
        media_type: mediaType,
      };
    },
    writes: () => writes,
    async record(more) {
      writes += 1;
      events.push(...more);
      return more.map((_, index) => events.length - more.length + index);
    },
  };
}
