/** The 49,000 most used passwords, as published with zxcvbn-ts: read when a password is chosen, and not kept in memory. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CommonPasswords } from '../domain/people/password.ts';

const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Takes some 10 ms, and 4 MB until the caller lets go of it. */
export async function readCommonPasswords(): Promise<CommonPasswords> {
  return new Set(JSON.parse(await readFile(file, 'utf8')) as string[]);
}
