/** Where a command reads and prints: the terminal of the process, or what a caller in this process hands in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { text } from 'node:stream/consumers';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of standard input; undefined where a person sits in front of it. */
  readonly input: () => Promise<string | undefined>;
  /** Who acts, when it is somebody else than the user of the operating system. */
  readonly actor: () => string | undefined;
  /** Whether what is printed may be coloured: a terminal, and NO_COLOR is not set. */
  readonly colour: boolean;
}

const ofProcess: Terminal = {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  input: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  actor: () => undefined,
  colour: process.stdout.isTTY && process.stdout.hasColors(),
};

const current = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that runs. */
export function terminal(): Terminal {
  return current.getStore() ?? ofProcess;
}

/** Runs `work` on another terminal, or on this one with something changed. */
export function onTerminal<T>(change: Partial<Terminal>, work: () => T): T {
  return current.run({ ...terminal(), ...change }, work);
}
