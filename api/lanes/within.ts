/** Waits for the database only so long, where a careful answer now is worth more than a sure one later. */

/** Agents stand still while they wait for a route. */
export const patienceMs = 2_000;

/** @throws what `work` throws, or an error that says `ETIMEDOUT`; `work` goes on all the same */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
