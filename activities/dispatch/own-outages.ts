/** Makes activities fail by a type of its own when a part of this deployment is unavailable, so that workflows can wait. */
import { isGrpcServiceError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { type OwnOutage, ownOutageType, partName } from '../../domain/dispatch/own-outage.ts';
import { PdfReaderError } from '../../portals/documents/pdf-readers.ts';
import { OwnFaultError } from '../../portals/own-lag.ts';
import { outageOf } from '../../store/outages.ts';

type Activities<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/**
 * @param waits who waits for the part: the workflow, which shows the wait and knows its patience, or the engine by the
 *   retry policy of the activity
 */
export function namingOutages<T extends Activities<T>>(activities: T, waits: 'workflow' | 'engine'): T {
  const named = Object.entries<(...args: never[]) => Promise<unknown>>(activities).map(([name, run]) => [
    name,
    async (...args: never[]) => {
      try {
        return await run(...args);
      } catch (error) {
        throw asOutage(error, waits);
      }
    },
  ]);
  return Object.fromEntries(named) as T;
}

function asOutage(error: unknown, waits: 'workflow' | 'engine'): unknown {
  if (error instanceof ApplicationFailure) return error;
  const outage = outageOf(error) ?? engineOutage(error) ?? readingOutage(error);
  if (outage === undefined) return error;
  return ApplicationFailure.create({
    type: ownOutageType,
    message: `${partName[outage.part]} is unavailable: ${outage.reason}`,
    nonRetryable: waits === 'workflow',
    details: [outage],
    ...(error instanceof Error ? { cause: error } : {}),
  });
}

/** What reads portals and documents was starved, stopped or ended: nothing is known of the portal or the document. */
function readingOutage(error: unknown): OwnOutage | undefined {
  if (error instanceof OwnFaultError) return { part: 'browser', reason: error.message };
  return error instanceof PdfReaderError ? { part: 'pdf_reader', reason: error.message } : undefined;
}

/** gRPC's DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE. */
const engineReasons = new Map<number, string>([
  [4, 'no answer in time'],
  [8, 'it is overloaded'],
  [14, 'no answer'],
]);

function engineOutage(error: unknown): OwnOutage | undefined {
  const reason = isGrpcServiceError(error) ? engineReasons.get(error.code) : undefined;
  return reason === undefined ? undefined : { part: 'engine', reason };
}
