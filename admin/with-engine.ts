/** The connection to the engine that a command works on. */
import type { DeliveryDeps } from '../commands/deliveries.ts';
import { rotatingSecret } from '../process/deployment-secret.ts';
import { settingsOfRunningMachine } from '../process/running-machine.ts';
import type { Settings } from '../process/settings.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import type { EngineClient } from '../temporal/connect.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import { terminal } from './terminal.ts';

const connectTimeoutMs = 5_000;
const timeoutMs = 30_000;

/** Opens the engine that the environment names, else that of the machine that runs on DATA_DIR. */
export async function withEngine<T>(work: (engine: EngineClient, settings: Settings) => Promise<T>): Promise<T> {
  const settings = adminSettings();
  const address = engineAddress({ ...settingsOfRunningMachine(settings.DATA_DIR), ...terminal().env });
  const at = address.options.address ?? 'its default address';
  terminal().waiting(`Connecting to Temporal at ${at} …`);
  // Loaded here: the client of the engine takes longer to load than all else that a command depends on.
  const [{ openEngineClient }, { engineDataConverter }, { NamespaceError }] = await Promise.all([
    import('../temporal/connect.ts'),
    import('../temporal/data-converter.ts'),
    import('../temporal/namespace.ts'),
  ]);
  const { DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS, ENGINE_PAYLOAD_ENCRYPTION: encrypted } = settings;
  const engine = openEngineClient(
    // Without the secret what is encrypted stays so; to prepare and to export needs no more.
    DEPLOYMENT_SECRET === ''
      ? {}
      : engineDataConverter({
          encrypted,
          deploymentSecret: rotatingSecret(DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS),
        }),
    address,
  );
  try {
    const { connection } = engine;
    await connection
      .withDeadline(Date.now() + connectTimeoutMs, () => connection.workflowService.getSystemInfo({}))
      .catch((error: Error) => {
        throw new AdminRefusal(`Temporal does not respond at ${at}: ${whyNoAnswer(error)}`);
      });
    terminal().waiting('');
    return await connection.withDeadline(Date.now() + timeoutMs, () => work(engine, settings));
  } catch (error) {
    terminal().waiting('');
    if (error instanceof NamespaceError) throw new AdminRefusal(error.message);
    if (error instanceof AdminRefusal) throw error;
    throw new AdminRefusal(
      `the engine did not do it: ${error instanceof Error ? withoutCode(error.message) : String(error)}`,
    );
  } finally {
    await engine.close();
  }
}

/** gRPC puts its code in front: "3 INVALID_ARGUMENT: Invalid RunId." */
const withoutCode = (message: string): string => message.replace(/^\d+ [A-Z_]+: /, '');

/** gRPC's own words for a deadline say how late it was, not how long it waited. */
function whyNoAnswer(error: Error): string {
  const isLate = (error as { readonly code?: unknown }).code === deadlineExceeded;
  return isLate ? `no answer within ${connectTimeoutMs / 1000} seconds` : withoutCode(error.message);
}

/** gRPC's DEADLINE_EXCEEDED. */
const deadlineExceeded = 4;

// What commands of the application ask of the engine, each opening it for itself: most have nothing to ask.

export const fromHere: Pick<DeliveryDeps, 'wakeStarts' | 'askRetryNow'> = {
  // The start dispatchers of the APIs and workers look at the outbox by themselves.
  wakeStarts: () => {},
  askRetryNow: async (deliveryId) => {
    const { askRetryNow } = await import('../temporal/workflow-messages.ts');
    return withEngine(({ client }) => askRetryNow(client, deliveryId));
  },
};
