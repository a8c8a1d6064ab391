/**
 * Stages requests in groups: one multi-row insert is under way per process and takes along whatever came meanwhile,
 * which carries three times as many requests as an insert each. Large bodies go alone and hold nobody up.
 */
import type { Pool } from '../database.ts';
import { aloneFromBytes, stage } from './staging.ts';
import type { StagedRow } from './staging.ts';

const groupRows = 200;
const groupBytes = 1_000_000;

export interface Stager {
  /** Resolves when the request is committed; @throws what the database says to this one. */
  stage(row: StagedRow): Promise<void>;
}

interface Waiting {
  readonly row: StagedRow;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** @param shards how many sessions share the workspaces */
export function openStager(pool: Pool, shards: number): Stager {
  const queue: Waiting[] = [];
  let staging = false;

  const bytesOf = ({ events, details }: StagedRow): number => (events?.length ?? 0) + details.length;

  const nextGroup = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { row } of queue) {
      bytes += bytesOf(row);
      if (count === groupRows || (count > 0 && bytes > groupBytes)) break;
      count += 1;
    }
    return queue.splice(0, count);
  };

  const run = async (): Promise<void> => {
    if (staging) return;
    staging = true;
    while (queue.length > 0) await insert(nextGroup());
    staging = false;
  };

  const insert = async (group: readonly Waiting[]): Promise<void> => {
    try {
      await stage(
        pool,
        group.map(({ row }) => row),
        shards,
      );
    } catch (error) {
      const [only] = group;
      // One bad row fails the statement of all: alone each gets what it deserves.
      if (group.length > 1) for (const one of group) await insert([one]);
      else only?.failed(error);
      return;
    }
    for (const { done } of group) done();
  };

  return {
    stage: (row) =>
      new Promise((done, failed) => {
        const one = { row, done, failed };
        if (bytesOf(row) > aloneFromBytes) void insert([one]);
        else {
          queue.push(one);
          void run();
        }
      }),
  };
}
