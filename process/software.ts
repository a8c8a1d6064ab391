/** What this software is called and which version of it runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { name, version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};

export const software = { name, version } as const;
