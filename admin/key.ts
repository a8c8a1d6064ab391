/** `admin key`: the bearer keys of senders and workspaces, what each may do and until when (D5). */
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { createKey } from '../commands/keys.ts';
import { keyScopes, scopeTable, workspaceScopes, workspaceScopeTable } from '../domain/key-scopes.ts';
import { type KeyListing, type KeyOwnerKind, listKeys, revokeKey, rotateKey } from '../store/keys.ts';
import { printable, span, timeOrAhead } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { knownPerson } from './person.ts';
import { knownSender } from './sender.ts';
import { type PrintOptions, printList, printRecord, terminal } from './terminal.ts';
import { knownWorkspace } from './workspace.ts';

const keptNowhere = 'The key is shown this once; keep it now.';
const dayMs = 86_400_000;

export function keyCommand(): Command {
  const command = new Command('key').description('API keys of senders and workspaces');
  command
    .command('create')
    .description('Create an API key for a sender or a workspace')
    .argument('<owner>', 'id of the sender (snd_…) or workspace (ws_…)')
    .requiredOption('--scope <scopes>', 'scopes of the key, separated by commas', scopeList)
    .option('--label <text>', 'purpose of the key', printable, '')
    .option('--person <address>', 'owner of the key, a console user; two-person approval counts people')
    .option('--expires <time or span>', 'when the key expires (default: never)', timeOrAhead)
    .addHelpText(
      'after',
      `\nScopes of senders:\n${about(scopeTable)}\n\nScopes of workspaces:\n${about(workspaceScopeTable)}`,
    )
    .action(create);
  command
    .command('list')
    .description('List the keys of a sender or workspace, oldest first; the keys themselves are not stored')
    .argument('<owner>', 'id of the sender (snd_…) or workspace (ws_…)')
    .action(async (ownerId: string, options: PrintOptions) => {
      const keys = await withDeployment(async (deployment) =>
        listKeys(deployment.pool, await ownerKind(deployment, ownerId), ownerId),
      );
      printList('keys', keys.map(presentKey), options);
    });
  command
    .command('rotate')
    .description('Create a replacement key with the same scopes, and end the old one after a grace period')
    .argument('<key>', 'id of the old key (key_…), not the key itself')
    .option('--grace <span>', 'how long the old key stays valid; 0s ends it immediately', span, dayMs)
    .action(rotate);
  command
    .command('revoke')
    .description('Revoke a key; requests with it are rejected within a second')
    .argument('<key>', 'id of the key (key_…), not the key itself')
    .action(async (keyId: string, options: PrintOptions) => {
      const revoked = await withDeployment(({ pool, actor }) => revokeKey(pool, keyId, actor));
      if (!revoked) throw new AdminRefusal(`there is no key ${keyId} in force`);
      printRecord({ key_id: keyId, revoked: true }, options);
    });
  command
    .command('scopes')
    .description(
      'Print what each scope allows and which scope each request needs (the tables of docs/reference/scopes.md)',
    )
    .action(() => {
      // The route tables that the page is made from take longer to load than any command.
      const page = readFileSync(new URL('../docs/reference/scopes.md', import.meta.url), 'utf8');
      terminal().out(page.slice(page.indexOf('\n|') + 1));
    });
  return command;
}

interface CreateOptions extends PrintOptions {
  readonly scope: readonly string[];
  readonly label: string;
  readonly expires?: Date;
  readonly person?: string;
}

async function create(ownerId: string, options: CreateOptions): Promise<void> {
  const { scope: given, label, expires = null } = options;
  if (expires !== null && expires <= new Date()) throw new AdminRefusal('--expires must be in the future');
  const made = await withDeployment(async (deployment) => {
    const kind = await ownerKind(deployment, ownerId);
    const { pool, actor } = deployment;
    const person = options.person === undefined ? undefined : await knownPerson(pool, options.person);
    const request = { ownerId, scopes: given, label, validUntil: expires, personId: person?.id ?? null, actor };
    const key = granted(await createKey(pool, { ownerKind: kind, ...request }));
    return { ...key, person: person?.email ?? null };
  });
  printRecord(
    {
      key_id: made.id,
      api_key: made.key,
      scopes: made.scopes,
      valid_until: expires?.toISOString() ?? null,
      person: made.person,
    },
    options,
    keptNowhere,
  );
}

async function rotate(keyId: string, options: PrintOptions & { readonly grace: number }): Promise<void> {
  const made = await withDeployment(({ pool, actor }) =>
    rotateKey(pool, { keyId, graceMs: options.grace, now: new Date(), actor }),
  );
  if (!made) throw new AdminRefusal(`there is no key ${keyId} in force that was not rotated before`);
  printRecord(
    {
      key_id: made.id,
      api_key: made.key,
      scopes: made.scopes,
      replaces: keyId,
      old_valid_until: made.oldValidUntil.toISOString(),
    },
    options,
    keptNowhere,
  );
}

function presentKey({
  id,
  scopes,
  label,
  createdAt,
  lastUsedAt,
  validUntil,
  revokedAt,
  replacedBy,
  personEmail,
}: KeyListing) {
  return {
    key_id: id,
    scopes,
    label,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    valid_until: validUntil?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    replaced_by: replacedBy,
    person: personEmail,
  };
}

/** @param before those of the same option, given earlier */
function scopeList(text: string, before: readonly string[] = []): string[] {
  const given = [...new Set([...before, ...text.split(',').map((part) => part.trim())])];
  const known = new Set<string>([...keyScopes, ...workspaceScopes]);
  if (!given.every((scope) => known.has(scope)))
    throw new InvalidArgumentError(
      `Scopes are ${keyScopes.join(', ')} for senders and ${workspaceScopes.join(', ')} for workspaces.`,
    );
  return given;
}

const about = (table: Readonly<Record<string, { readonly about: string }>>): string =>
  Object.entries(table)
    .map(([scope, row]) => `  ${scope}: ${row.about}`)
    .join('\n');

/** @throws AdminRefusal */
async function ownerKind(deployment: Pick<Deployment, 'pool'>, ownerId: string): Promise<KeyOwnerKind> {
  if (ownerId.startsWith('ws_')) {
    await knownWorkspace(deployment, ownerId);
    return 'workspace';
  }
  await knownSender(deployment, ownerId);
  return 'sender';
}
