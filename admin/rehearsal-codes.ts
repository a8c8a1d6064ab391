/** Which one-time codes rehearsals on this machine have used: no lease guards an account that is rehearsed with. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Whether the code of an account for a period, counted in 30 seconds since 1970, is this process's to use. A file made
 * for each code used says so to every process that shares the data folder.
 */
export async function claimRehearsalCode(dataFolder: string, account: string, period: number): Promise<boolean> {
  const folder = join(dataFolder, 'rehearsal-codes');
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, `${account}.${period}`), '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const old = (await readdir(folder)).filter((name) => Number(name.split('.').at(-1)) < period);
  for (const name of old) await rm(join(folder, name), { force: true });
  return true;
}
