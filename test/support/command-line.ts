/** The command line in this process. */
import type { Terminal } from '../../admin/terminal.ts';

/**
 * Runs one command line on the terminal given. Loaded as the commands load their parts: mocha requires test files,
 * and a static import would be a second copy of the terminal that no command writes to.
 * @returns its exit code
 */
export async function runAdmin(change: Partial<Terminal>, args: readonly string[]): Promise<number> {
  const [program, { onTerminal }] = await Promise.all([
    import('../../admin/program.ts'),
    import('../../admin/terminal.ts'),
  ]);
  return onTerminal(change, () => program.runAdmin(args));
}
