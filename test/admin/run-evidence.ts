/** Runs `evidence …` as a process of its own, for the tests of its output and exit codes. */
import { evidenceCommand } from '../../admin/evidence.ts';

await evidenceCommand().parseAsync(process.argv.slice(2), { from: 'user' });
