/** `admin portal account`: the logins of portals, kept sealed and never shown. */
import { Command } from 'commander';
import { type TypedLogin, setPortalLogin } from '../commands/dispatch/playbooks.ts';
import { CredentialsError, credentialVariable, readCredentials } from '../portals/credentials.ts';
import { readSealedCredentials, removePortalAccount } from '../store/portal-credentials.ts';
import { printable, readTextOrRefuse } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';

export function portalCommand(): Command {
  const account = new Command('account').description('The portal login used by a playbook');
  account
    .command('set')
    .description('Store a login, encrypted with the deployment secret; the current session is signed out')
    .argument('<playbook>', 'id of the playbook')
    .requiredOption('--username <name>', 'portal user name', printable)
    .option('--password-file <file>', 'file with the password (default: standard input)')
    .option('--totp-secret-file <file>', 'file with the base32 one-time code secret, if the account has one')
    .addHelpText(
      'after',
      '\nThe password is never an argument: arguments show up in process lists and shell histories.',
    )
    .action(set);
  account
    .command('show')
    .description('Show where the login comes from and whether it can be decrypted; never the password')
    .argument('<playbook>', 'id of the playbook')
    .action(show);
  account
    .command('remove')
    .description('Delete the stored login and its session')
    .argument('<playbook>', 'id of the playbook')
    .action(remove);
  return new Command('portal').description('Portals').addCommand(account);
}

interface SetOptions extends PrintOptions {
  readonly username: string;
  readonly passwordFile?: string;
  readonly totpSecretFile?: string;
}

async function set(playbookId: string, options: SetOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { id: portal, account } = await knownPlaybook(deployment, playbookId);
    const typed = await givenLogin(options);
    const { username } = granted(await setPortalLogin(deployment, { id: portal, account }, typed, deployment.actor));
    printRecord(
      {
        playbook: portal,
        account,
        username,
        stored: true,
        // Only the workers know whether they have one: their environment is not this one's.
        comes_first: `${credentialVariable(account)}, where a worker's environment has it`,
      },
      options,
    );
  });
}

async function givenLogin({ username, passwordFile, totpSecretFile }: SetOptions): Promise<TypedLogin> {
  const password = passwordFile === undefined ? await terminal().input() : await readTextOrRefuse(passwordFile);
  if (password === undefined)
    throw new AdminRefusal('the password is read from standard input (… < file) or from --password-file');
  const totpSecret = totpSecretFile === undefined ? null : await readTextOrRefuse(totpSecretFile);
  return { username, password, totpSecret };
}

async function show(playbookId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ settings, pool, deploymentSecret }) => {
    const { id: portal, account } = await knownPlaybook({ settings, pool }, playbookId);
    const { env } = terminal();
    const variable = credentialVariable(account);
    const inVariable = (env[variable] ?? '') !== '';
    const login = await readCredentials(
      { env, deploymentSecret, readSealed: (portal, account) => readSealedCredentials(pool, portal, account) },
      portal,
      account,
    ).catch((error: unknown) => {
      if (error instanceof CredentialsError) throw new AdminRefusal(error.message);
      throw error;
    });
    printRecord(
      {
        playbook: portal,
        account,
        from: inVariable ? `${variable} of this environment` : 'the sealed row',
        username: login.username,
        one_time_codes: login.totp_secret !== undefined,
      },
      options,
    );
  });
}

async function remove(playbookId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ settings, pool, actor }) => {
    const { id: portal, account } = await knownPlaybook({ settings, pool }, playbookId);
    const removed = await removePortalAccount(pool, { portal, account, actor });
    if (!removed) throw new AdminRefusal(`no login of the account ${account} of ${portal} is stored`);
    printRecord({ playbook: portal, account, removed: true }, options);
  });
}

/** @throws AdminRefusal */
async function knownPlaybook(
  { settings, pool }: Pick<Deployment, 'settings' | 'pool'>,
  id: string,
): Promise<{ readonly id: string; readonly account: string }> {
  const [{ accountsFor }, { versionOfEach }] = await Promise.all([
    import('../portals/playbooks/abilities.ts'),
    import('../store/playbook-versions.ts'),
  ]);
  const playbooks = await accountsFor(settings, id, (fileIds) => versionOfEach(pool, fileIds));
  const found = playbooks.find((playbook) => playbook.id === id);
  if (found) return found;
  const known = playbooks.map((playbook) => playbook.id).join(', ');
  throw new AdminRefusal(`there is no playbook ${id} here; known are ${known === '' ? 'none' : known}`);
}
