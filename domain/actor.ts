/** Who acts, as the audit log and records name them: here alone these names are made and read. */

const person = 'person:';
const key = 'key:';
const mail = 'mail:';
const engine = 'temporal:';
const account = 'admin:';

/** Somebody of the console. */
export function personActor(email: string): string {
  return `${person}${email}`;
}

export function keyActor(keyId: string): string {
  return `${key}${keyId}`;
}

/** The writer of a mail. */
export function mailActor(address: string): string {
  return `${mail}${address}`;
}

/** Who reached the engine itself. */
export function engineActor(identity: string): string {
  return `${engine}${identity}`;
}

/** A user of the operating system, `admin:root@host`; with the name that was given, `Bea (admin:root@host)`. */
export function accountActor(user: string, name?: string): string {
  return name === undefined ? `${account}${user}` : `${name} (${account}${user})`;
}

/** People by their address; everybody else as the log has them. */
export function actorName(actor: string): string {
  return without(person, actor);
}

/** As `actorName`, but people who are known by their names. */
export function namesOf(
  people: readonly { readonly email: string; readonly name: string }[],
): (actor: string) => string {
  const names = new Map(people.map(({ email, name }) => [email, name]));
  return (actor) => names.get(actorName(actor)) ?? actorName(actor);
}

/** Who decided, for people: the name of the person where it is known. */
export function deciderName({ by, name = null }: { readonly by: string; readonly name?: string | null }): string {
  return name ?? actorName(by);
}

/** As `actorName`, with keys called keys, for sentences. */
export function actorText(actor: string): string {
  return actor.startsWith(key) ? `the API key ${without(key, actor)}` : actorName(actor);
}

/** The identity that was given to the engine; of other channels the name as it is. */
export function engineIdentity(actor: string): string {
  return without(engine, actor);
}

/**
 * One account without a name cannot be distinguished from a person who uses it, so it counts as the same. Somebody is the
 * same in the console (`person:ada@acme.example`) and on the command line (`--actor ada@acme.example`).
 */
export function isSameActor(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.name !== undefined && b.name !== undefined) return a.name === b.name;
  return a.account === b.account;
}

function partsOf(actor: string): { readonly name: string | undefined; readonly account: string | undefined } {
  const plain = (name: string): string => actorName(name).normalize('NFKC').trim().toLowerCase();
  const [, name, user] = /^(.*) \((admin:[^()]*)\)$/s.exec(actor) ?? [];
  if (name !== undefined) return { name: plain(name), account: user };
  return actor.startsWith(account) ? { name: undefined, account: actor } : { name: plain(actor), account: undefined };
}

function without(prefix: string, actor: string): string {
  return actor.startsWith(prefix) ? actor.slice(prefix.length) : actor;
}
