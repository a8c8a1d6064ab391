/**
 * Clears up after a test run that could not: ends the processes and removes the folders it was given, as soon
 * as the run's end of the pipe closes, however the run ended. One line each: `pid <number>` or `folder <path>`.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const pids = [];
const folders = [];
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('pid ')) pids.push(Number(line.slice(4)));
  if (line.startsWith('done ')) pids.splice(pids.indexOf(Number(line.slice(5))), 1);
  if (line.startsWith('folder ')) folders.push(line.slice(7));
}
for (const signal of ['SIGINT', 'SIGKILL']) {
  for (const pid of pids) send(pid, signal);
  const until = Date.now() + 30_000;
  while (Date.now() < until && pids.some((pid) => send(pid, 0))) await delay(50);
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
