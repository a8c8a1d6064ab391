/** Asks a person for what only they have, while the browser of a task waits on its page. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Question } from '../../portals/entering.ts';
import type { Pool } from '../../store/database.ts';
import { openListener } from '../../store/lanes/listener.ts';
import { heardInput, inputChannel } from '../../store/live-views.ts';
import { askQuestion, endQuestion } from '../../store/task-questions.ts';

interface QuestionsDeps {
  readonly pool: Pool;
  /** Where to listen: PostgreSQL itself, not a transaction pooler. */
  readonly listenUrl: string;
  readonly deploymentSecret: DeploymentSecret;
}

/** An answer on its way to the worker. */
interface PassedAnswer {
  readonly answer: string;
  readonly by: string;
}

export interface Asking {
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Called while it is waited for, and with null at the end; it must not fail. */
  readonly onWaiting: (question: { readonly words: string; readonly until: Date } | null) => Promise<void>;
}

/** @returns undefined where nobody answered in time @throws the signal's reason */
export async function askPerson(
  { pool, listenUrl, deploymentSecret }: QuestionsDeps,
  { taskId, signal, onWaiting }: Asking,
  { question, withinMs }: Question,
): Promise<string | undefined> {
  const asked = await askQuestion(pool, taskId, question, withinMs);
  let hear: (heard: PassedAnswer) => void = () => {};
  const heard = new Promise<PassedAnswer>((resolve) => (hear = resolve));
  const listener = openListener({
    url: listenUrl,
    name: 'question',
    channels: [inputChannel],
    onNotification(_channel, payload) {
      const passed = heardInput(deploymentSecret, asked.id, payload) as PassedAnswer | undefined;
      if (typeof passed?.answer === 'string') hear(passed);
    },
    onConnected: () => {},
  });
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  try {
    await listener.ready;
    await onWaiting({ words: asked.question, until: asked.until });
    const over = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), withinMs)));
    const cancelled = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason as Error);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
    });
    const passed = await Promise.race([heard, over, cancelled]);
    await endQuestion(pool, asked, passed === undefined ? 'expired' : 'answered', passed?.by ?? null);
    return passed?.answer;
  } catch (error) {
    await endQuestion(pool, asked, 'ended', null).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await listener.stop().catch(() => undefined);
    await onWaiting(null);
  }
}
