/** The activities of the deliveries queue. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { Context } from '@temporalio/activity';
import type { Registry } from 'prom-client';
import type { AttemptRequest, AttemptResult, LostAttempt } from '../../domain/delivery/run.ts';
import type { Log } from '../../process/logging.ts';
import { guardedConnector } from '../../process/outbound/connector.ts';
import type { Settings } from '../../process/settings.ts';
import type { Pool } from '../../store/database.ts';
import { openDeliveryMetrics } from './metrics.ts';
import { type AttemptDeps, giveUp, recordLostAttempt, sendAttempt } from './send-attempt.ts';

export interface DeliveryActivities {
  sendAttempt(request: AttemptRequest): Promise<AttemptResult>;
  recordLostAttempt(lost: LostAttempt): Promise<AttemptResult>;
  giveUp(deliveryId: string): Promise<void>;
}

interface DeliveryActivityDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  readonly log: Log;
  /** Where the metrics of deliveries are registered. */
  readonly registry: Registry;
  readonly settings: Pick<
    Settings,
    | 'HEADER_NAME'
    | 'DELIVERY_TIMEOUT_MS'
    | 'DELIVERY_RESPONSE_BYTES'
    | 'DELIVERY_PER_ORIGIN'
    | 'DELIVERY_GONE_ENDS'
    | 'DISPATCH_ALLOW_LOOPBACK'
  >;
}

/** Above the time an ordinary receiver takes, because each heartbeat costs the engine a write. */
const firstBeatMs = 500;
/** A fifteenth of the heartbeat time-out of `workflows/delivery`: many may be late. */
const beatMs = 2_000;

export function createDeliveryActivities(deps: DeliveryActivityDeps): DeliveryActivities {
  const { pool, deploymentSecret, log, settings } = deps;
  const attempt: AttemptDeps = {
    pool,
    deploymentSecret,
    headerName: settings.HEADER_NAME,
    timeoutMs: settings.DELIVERY_TIMEOUT_MS,
    responseBytes: settings.DELIVERY_RESPONSE_BYTES,
    goneEnds: settings.DELIVERY_GONE_ENDS,
    connect: guardedConnector({
      allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK,
    }),
    perOrigin: settings.DELIVERY_PER_ORIGIN,
    metrics: openDeliveryMetrics(deps.registry),
    wakeStarts: deps.wakeStarts,
    log,
  };
  return {
    sendAttempt: async (request) => {
      const context = Context.current();
      const beat = (): void => {
        context.heartbeat();
        timer = setTimeout(beat, beatMs);
      };
      let timer = setTimeout(beat, firstBeatMs);
      try {
        return await sendAttempt(attempt, request, context.cancellationSignal);
      } finally {
        clearTimeout(timer);
      }
    },
    recordLostAttempt: (lost) => recordLostAttempt(attempt, lost),
    giveUp: (deliveryId) => giveUp(attempt, deliveryId),
  };
}
