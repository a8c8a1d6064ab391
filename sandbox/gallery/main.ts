/** The Gallery by itself, on the ports that its playbooks name, until Ctrl-C. */
import { once } from 'node:events';
import { sandboxAccount } from '../account.ts';
import { startGallery } from './gallery.ts';

const gallery = await startGallery({ port: 8100, identityPort: 8101, account: sandboxAccount });
process.stdout.write(
  `The Gallery is at ${gallery.url}, its identity provider at ${gallery.identityUrl}.\n` +
    `User name: ${sandboxAccount.username}, password: ${sandboxAccount.password}. Ctrl-C ends it.\n`,
);
await once(process, 'SIGINT');
await gallery.stop();
