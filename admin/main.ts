/** `lanekeeper …`: the command line for people who run a deployment. */
import { readFileSync } from 'node:fs';
import { calledAs, helpWidth, loaderOf, ownName, ownVersion, quickAnswer, withoutHelpWord } from './one-command.ts';

// Who reads only the first lines (`| head`) ends the command as SIGPIPE does: without a word, and not as if it were done.
const cutOff = 128 + 13;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? cutOff);
  });

const args = withoutHelpWord(process.argv.slice(2));
const quick = quickAnswer(args);
if (quick.kind === 'version') {
  process.stdout.write(`${ownVersion()}\n`);
} else if (quick.kind === 'help' && (process.stdout.columns ?? helpWidth) >= helpWidth) {
  const stored = readFileSync(new URL('help.txt', import.meta.url), 'utf8');
  const text = stored.replace(ownName, calledAs(process.env));
  if (quick.wanted) process.stdout.write(text);
  else {
    process.stderr.write(text);
    process.exitCode = 2;
  }
} else if (quick.kind === 'unknown') {
  process.stderr.write(quick.text);
  // Wrong usage, as `exitCodes` of run-line.ts has it; that file loads more.
  process.exitCode = 2;
} else {
  const code = await run();
  if (code !== 0) process.exitCode = code;
}

/** @returns the exit code */
async function run(): Promise<number> {
  const load = loaderOf(args);
  if (load === undefined) return (await import('./program.ts')).runAdmin(args);
  const [{ runLine }, command] = await Promise.all([import('./run-line.ts'), load()]);
  return runLine(args, () => ({ 'Commands:': [command] }));
}
