/** Work on queues as a busy back office would send it: every item with an agent's output and a person's act. */
import type { WireEvent } from '../../domain/lanes/event.ts';

export interface Load {
  readonly queues: number;
  readonly stepsPerQueue: number;
  /** Epoch ms of the first event. */
  readonly begins: number;
  /** Time between two items, ms. */
  readonly everyMs: number;
  /** Differs between loads of one workspace, so that ids do. */
  readonly name: string;
}

const operator = (n: number) => ({ kind: 'operator', id: `op-${n % 20}` }) as const;
const agent = { kind: 'agent', id: 'agent-1', version: '2026.1' } as const;
const formats = ['pdf', 'xml', 'edi', 'mail'];
const iso = (at: number): string => new Date(at).toISOString();

/** The definitions of every queue. */
export function definitions({ queues, stepsPerQueue, begins }: Load): WireEvent[] {
  return Array.from({ length: queues }, (_, q) => ({
    id: `queue-${q}-defined`,
    kind: 'queue.defined' as const,
    at: iso(begins),
    queue: `queue-${q}`,
    actor: { kind: 'operator', id: 'dana' } as const,
    steps: Array.from({ length: stepsPerQueue }, (_, s) => ({
      step: `step-${s}`,
      title: `Step ${s}`,
      fields: [
        { name: 'account', compare: 'exact' as const, severity: 'material' as const },
        { name: 'amount', compare: 'number' as const, tolerance: 0.01, severity: 'critical' as const },
      ],
      watch: ['format', 'lines'],
    })),
  }));
}

/** Two events an item: the agent's output in Shadow, and what the person did; one in fifty items disagrees. */
export function* workOf(load: Load): Generator<WireEvent> {
  const { queues, stepsPerQueue, begins, everyMs, name } = load;
  for (let n = 0; ; n += 1) {
    const at = begins + n * everyMs;
    const place = {
      queue: `queue-${n % queues}`,
      step: `step-${Math.floor(n / queues) % stepsPerQueue}`,
      item: `${name}-${String(n).padStart(8, '0')}`,
    };
    const features = { format: formats[(n * 7) % formats.length] ?? 'pdf', lines: (n * 13) % 40 };
    const output = (wrong: boolean) => ({
      decision: 'post',
      outputs: {
        account: wrong ? '4999' : `4${String((n * 31) % 900).padStart(3, '0')}`,
        amount: ((n * 97) % 100_000) / 100,
      },
    });
    yield {
      id: `${place.item}-a`,
      kind: 'step.done',
      at: iso(at),
      ...place,
      actor: agent,
      role: 'shadow',
      ...output(n % 50 === 0),
      features,
    };
    yield {
      id: `${place.item}-o`,
      kind: 'step.done',
      at: iso(at + 1),
      ...place,
      actor: operator(n),
      role: 'act',
      ...output(false),
      features,
    };
  }
}

export function take(events: Generator<WireEvent>, count: number): WireEvent[] {
  const taken: WireEvent[] = [];
  while (taken.length < count) {
    const { value, done } = events.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}
