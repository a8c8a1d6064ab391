/** Runs one of the applications until Ctrl-C, to record a portal or rehearse a playbook on it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from './records.ts';
import { startApplication } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-application-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
const { url } = await startApplication(process.argv[2] ?? 'django', folder);
process.stdout.write(`${url}  (user ${login.username}, password ${login.password})\n`);
