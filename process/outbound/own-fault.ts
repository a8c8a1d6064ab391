/** What of a failed connection is our own fault, and so no news of the other side (D59). */

/** What this machine has run out of, lost, or forbids. */
const ourResources: ReadonlySet<string> = new Set(
  'EMFILE ENFILE ENOBUFS ENOMEM EADDRNOTAVAIL EADDRINUSE ENETDOWN ENONET EACCES EPERM EAI_MEMORY EAI_SYSTEM ERESOLVER'.split(
    ' ',
  ),
);

/** Whether a system error of a connection that was being opened is about this machine. */
export function isOurResource(code: string): boolean {
  return ourResources.has(code);
}

/** Whether a process that did not run for so long may itself have broken a connection, or taken it for silent. */
export function wasAway(lostMs: number): boolean {
  return lostMs >= 1_000;
}
