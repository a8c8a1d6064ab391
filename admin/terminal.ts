/** Where a command reads and prints: the terminal of the process, or what a caller in this process hands in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of standard input; undefined where a person sits in front of it. */
  readonly input: () => Promise<string | undefined>;
  /** Standard input line by line, as a person types it. */
  readonly lines: () => AsyncIterable<string>;
  /** What a person types in answer to a question, without showing it; undefined where nobody sits in front of it. */
  readonly secret: (question: string) => Promise<string | undefined>;
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
  lines: () => createInterface({ input: process.stdin }),
  secret: async (question) => (process.stdin.isTTY ? typedUnseen(question) : undefined),
  actor: () => undefined,
  colour: process.stdout.isTTY && process.stdout.hasColors(),
};

function typedUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const onData = (bytes: Buffer): void => {
      for (const sign of bytes.toString('utf8')) {
        if (sign === '\u0003') return end(() => reject(new Error('it was ended by Ctrl+C')));
        if (sign === '\r' || sign === '\n') return end(() => resolve(typed));
        typed = sign === '\u007f' || sign === '\b' ? typed.slice(0, -1) : typed + sign;
      }
    };
    const end = (done: () => void): void => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      process.stdout.write('\n');
      done();
    };
    stdin.on('data', onData);
  });
}

const current = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that runs. */
export function terminal(): Terminal {
  return current.getStore() ?? ofProcess;
}

/** Runs `work` on another terminal, or on this one with something changed. */
export function onTerminal<T>(change: Partial<Terminal>, work: () => T): T {
  return current.run({ ...terminal(), ...change }, work);
}
