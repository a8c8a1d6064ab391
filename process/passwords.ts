/** Passwords as they are kept: argon2id, keyed by the deployment secret, so that a copy of the database is no use. */
import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from '../domain/people/password.ts';
import { deriveBytes } from './secrets.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; some 30 ms of one processor. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and a thread; more would only make all of them wait. */
const atOnce = 2;

const waiting: (() => void)[] = [];
const inTurn = openTurns(atOnce);

export interface Passwords {
  /** In PHC form. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Takes the same time where there is none to compare with, so
   * that nobody learns which accounts exist.
   */
  holds(password: string, phc: string | null): Promise<boolean>;
}

export function openPasswords(deploymentSecret: string): Passwords {
  const name = { ownerKind: 'deployment', ownerId: '', purpose: 'password', generation: 1 } as const;
  const options = { ...cost, secret: deriveBytes(deploymentSecret, name) };
  let nobodys: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(normalPassword(password), options)),
    holds: async (password, phc) => {
      nobodys ??= inTurn(() => hash('no account has this hash', options));
      const against = phc ?? (await nobodys);
      const same = await inTurn(() => verify(against, normalPassword(password), options));
      return same && phc !== null;
    },
  };
}

function openTurns(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
