/** `npm run admin -- …`: the command line for people who run a deployment. */
import { readFileSync } from 'node:fs';
import { quickAnswer } from './first-word.ts';

const args = process.argv.slice(2);
const quick = quickAnswer(args);
if (quick.kind === 'version') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  process.stdout.write(`${version}\n`);
} else if (quick.kind === 'unknown') {
  process.stderr.write(quick.text);
  // Wrong usage, as `exitCodes` of program.ts has it; that file loads everything.
  process.exitCode = 2;
} else {
  const { runAdmin } = await import('./program.ts');
  const code = await runAdmin(args);
  if (code !== 0) process.exitCode = code;
}
