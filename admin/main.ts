/** `npm run admin -- …`: the command line for people who run a deployment. */
import { runAdmin } from './program.ts';

const code = await runAdmin(process.argv.slice(2));
if (code !== 0) process.exitCode = code;
