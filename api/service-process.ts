/** What the process of each service opens first: settings, log, traces, the secret, the database, the engine client. */
import { engineDataConverter } from '../temporal/data-converter.ts';
import { openEngineClient, engineTracing } from '../temporal/connect.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { type EnginePulse, feelPulse } from '../temporal/engine-health.ts';
import { askRetryNow } from '../temporal/workflow-messages.ts';
import { type DeploymentSecret, rotatingSecret } from '../process/deployment-secret.ts';
import { type Log, openLog } from '../process/logging.ts';
import { type Settings, readSettings } from '../process/settings.ts';
import { startTracing } from '../process/tracing.ts';
import { type Pool, openPool } from '../store/database.ts';
import { followDeploymentSecret } from '../store/deployment-secrets.ts';

interface ServiceProcess {
  readonly settings: Settings;
  readonly log: Log;
  readonly tracing: { stop(): Promise<void> };
  readonly deploymentSecret: DeploymentSecret;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly engine: ReturnType<typeof openEngineClient>;
  /** What handlers of both services ask the engine. */
  readonly engineCalls: {
    readonly askRetryNow: (deliveryId: string) => Promise<boolean>;
    readonly enginePulse: () => Promise<EnginePulse>;
    readonly engineReachable: () => Promise<boolean>;
  };
}

/** Ends the process where a setting is missing or the secret is not that of the database. */
export async function openServiceProcess(name: 'dispatch' | 'lanes'): Promise<ServiceProcess> {
  const settings = readSettings();
  const log = openLog(name, settings.LOG_LEVEL);
  const refuse = (sentence: string): never => {
    log.fatal(sentence);
    process.exit(1);
  };
  const required = (setting: 'DEPLOYMENT_SECRET' | 'DATABASE_URL', advice: string): string =>
    settings[setting] === '' ? refuse(`${setting} must be set; ${advice}`) : settings[setting];
  const tracing = await startTracing(name, (error) => log.warn({ err: error }, 'the collector does not take traces'));
  const deploymentSecret = rotatingSecret(
    required('DEPLOYMENT_SECRET', 'npm start makes one, other deployments bring their own'),
    settings.DEPLOYMENT_SECRET_PREVIOUS,
  );
  const databaseUrl = required('DATABASE_URL', 'npm start sets it for the embedded database');
  const pool = openPool({
    url: databaseUrl,
    size: settings.DATABASE_POOL,
    name,
    // No caller waits longer (D34); the longest statements take seconds.
    answerWithinMs: 30_000,
  });
  await followDeploymentSecret(pool, deploymentSecret, {
    refused: (error) => refuse(error.message),
    unavailable: (error) => log.warn({ err: error }, 'the database does not answer yet; trying again'),
  });
  const engine = openEngineClient(
    engineDataConverter({ encrypted: settings.ENGINE_PAYLOAD_ENCRYPTION, deploymentSecret }),
    engineAddress(),
    await engineTracing(),
  );
  const { connection, client } = engine;
  return {
    settings,
    log,
    tracing,
    deploymentSecret,
    databaseUrl,
    pool,
    engine,
    engineCalls: {
      askRetryNow: (deliveryId) => connection.withDeadline(Date.now() + 5000, () => askRetryNow(client, deliveryId)),
      enginePulse: () => feelPulse(engine, settings.ENGINE_TASK_QUEUE_SUFFIX, new Date()),
      engineReachable: async () => {
        await connection.withDeadline(Date.now() + 1500, () => connection.workflowService.getSystemInfo({}));
        return true;
      },
    },
  };
}
