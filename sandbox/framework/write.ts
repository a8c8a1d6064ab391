/** Stores what a form asks for, in one transaction with its line of truth, or what the write faults make of it. */

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { redirect } from './application.ts';
import type { Answer, Page, PortalId, RecordKeys, Session, Stored, WriteOrder } from './application.ts';
import { transaction } from './database.ts';
import type { FaultName, FaultSwitch } from './fault.ts';
import { gatewayTimeout } from './fault-pages.ts';
import { recordWrite } from './truth.ts';

/** The request that asks for the write. */
export interface WriteContext {
  readonly about: RecordKeys;
  readonly session: Session | null;
  readonly now: Date;
}

export interface WriterParts {
  readonly portal: PortalId;
  readonly pool: pg.Pool;
  readonly faults: FaultSwitch;
  /** Ends the waits of a time-out when the server stops. */
  readonly stopping: AbortSignal;
}

export interface Writer {
  write(order: WriteOrder, context: WriteContext): Promise<Answer>;
  /** The page that was promised for a path and shows nothing that is stored; once. */
  applyPretended(path: string): Page | null;
}

/** What strikes a write that would be stored; the first that is set. */
const storeFaults = ['optimistic', 'partial', 'duplicate', 'collateral'] as const satisfies FaultName[];
type StoreFault = (typeof storeFaults)[number];

/** Follows a path to show that something has just been done. */
const doneMark = 'done=yes';

export function writerOf({ portal, pool, faults, stopping }: WriterParts): Writer {
  const pretended = new Map<string, Page>();

  async function write(order: WriteOrder, context: WriteContext): Promise<Answer> {
    const request = { ...context.about, session: context.session?.label, method: 'POST' };
    const strike = (fault: FaultName): ReturnType<FaultSwitch['strike']> => faults.strike(portal, fault, request);
    const result = await transaction(pool, (client) => storeUnderFaults(client, order, context, strike, request));
    if (result.kind === 'refused') return order.refuse(result.words);
    if (result.kind === 'lost') {
      await delay(result.delayMs, undefined, { signal: stopping });
      return { kind: 'silence' };
    }
    if (result.pretended) pretended.set(order.place(result.number), order.pretend(result.number));
    const timeout = await strike('timeout_after_commit');
    if (timeout !== null) {
      await delay(timeout.delayMs, undefined, { signal: stopping });
      return gatewayTimeout();
    }
    return redirect(`${order.place(result.number)}?${doneMark}`);
  }

  async function storeUnderFaults(
    client: pg.PoolClient,
    order: WriteOrder,
    context: WriteContext,
    strike: (fault: FaultName) => ReturnType<FaultSwitch['strike']>,
    request: Parameters<FaultSwitch['isSet']>[2],
  ): Promise<
    | { kind: 'done'; number: string; pretended: boolean }
    | { kind: 'refused'; words: string }
    | { kind: 'lost'; delayMs: number }
  > {
    const meant = storeFaults.find((fault) => faults.isSet(portal, fault, request));
    await client.query('savepoint untouched');
    let result = await order.store(client, meant === 'partial' ? 'half' : 'whole');
    if (result.kind === 'repeat') {
      if (await strike('idempotent')) return { kind: 'done', number: result.number, pretended: false };
      if (await strike('duplicate')) result = await order.store(client, 'again');
    }
    if (result.kind !== 'stored') return { kind: 'refused', words: result.words };
    const { number } = result;
    const lost = await strike('lost_before_commit');
    if (lost !== null) {
      await client.query('rollback to savepoint untouched');
      return { kind: 'lost', delayMs: lost.delayMs };
    }
    const struck: StoreFault | null = meant !== undefined && (await strike(meant)) !== null ? meant : null;
    if (struck === 'optimistic') {
      await client.query('rollback to savepoint untouched');
      return { kind: 'done', number, pretended: true };
    }
    const note = (stored: Stored, about: RecordKeys, fault: StoreFault | null): Promise<void> =>
      recordWrite(client, {
        at: context.now,
        portal,
        kind: order.kind,
        reference: order.reference === '' ? null : order.reference,
        number: stored.number,
        fields: { ...stored.fields, by: context.session?.username, ...(fault === null ? {} : { fault }) },
        about,
      });
    await note(result, context.about, struck === 'partial' ? 'partial' : null);
    if (struck === 'duplicate') {
      const second = await order.store(client, 'again');
      if (second.kind === 'stored') await note(second, context.about, 'duplicate');
    }
    if (struck === 'collateral') {
      const other = await order.collateral(client);
      if (other !== null) await note(other, other.about, 'collateral');
    }
    return { kind: 'done', number, pretended: false };
  }

  return {
    write,
    applyPretended(path) {
      const page = pretended.get(path) ?? null;
      pretended.delete(path);
      return page;
    },
  };
}
