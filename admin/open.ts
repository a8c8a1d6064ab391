/** `admin open`: opens the console, or the page of a task or approval, in the browser of this machine. */
import { isId } from '../process/ids.ts';
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { dispatchBaseUrl } from '../process/base-url.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import { type PrintOptions, printRecord } from './terminal.ts';

interface OpenOptions extends PrintOptions {
  /** False with --no-browser. */
  readonly browser: boolean;
}

export function openCommand(): Command {
  return new Command('open')
    .description('Open the console, or the page of a task or approval, in a browser')
    .argument('[id]', 'id of a task (tsk_…) or approval (apr_…); left out: the home page')
    .option('--no-browser', 'print the address only')
    .action((id: string | undefined, options: OpenOptions) => {
      const settings = adminSettings();
      const url = `${dispatchBaseUrl(settings, settings.DISPATCH_PORT)}/console${pageOf(id)}`;
      if (options.browser) openBrowser(url);
      printRecord({ url }, options);
    });
}

/** @throws AdminRefusal */
function pageOf(id: string | undefined): string {
  if (id === undefined) return '';
  if (isId('task', id)) return `/tasks/${id}`;
  if (isId('approval', id)) return `/approvals/${id}`;
  throw new AdminRefusal(`${id} is neither the id of a task (tsk_…) nor of an approval (apr_…)`);
}

/** The address is printed as well, so a machine without a browser loses nothing. */
function openBrowser(url: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}
