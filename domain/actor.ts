/** Who acts, as the audit log and records name them: `person:<address>`, `key:<id>`, or what the engine recorded. */

const person = 'person:';
const key = 'key:';

/** Somebody of the console. */
export function personActor(email: string): string {
  return `${person}${email}`;
}

/** People by their address; everybody else as the log has them. */
export function actorName(actor: string): string {
  return actor.startsWith(person) ? actor.slice(person.length) : actor;
}

/** As `actorName`, with keys called keys, for sentences. */
export function actorText(actor: string): string {
  return actor.startsWith(key) ? `the API key ${actor.slice(key.length)}` : actorName(actor);
}
