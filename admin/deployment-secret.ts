/** `admin deployment-secret`: what depends on which deployment secret, and the move from the previous to the current. */
import { Command } from 'commander';
import { type RotatingSecret, currentSecretId, oldestSecretId, secretId } from '../process/deployment-secret.ts';
import { signingSecret } from '../process/secrets.ts';
import type { Settings } from '../process/settings.ts';
import { addAudit } from '../store/audit-log.ts';
import type { Queryable } from '../store/database.ts';
import {
  type SigningOwner,
  countPasswords,
  forgetSecret,
  keepOfPrevious,
  listSigning,
  readSecretRows,
} from '../store/deployment-secrets.ts';
import { type SealedCount, countSealed, resealRows } from '../store/sealed-rows.ts';
import { rotateSeenSecret } from '../store/secret-generations.ts';
import { span } from './arguments.ts';
import { AdminRefusal, type Deployment, withDeployment } from './deployment.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';

export function deploymentSecretCommand(): Command {
  const command = new Command('deployment-secret').description(
    'The deployment secret, from which all other secrets are derived',
  );
  command
    .command('status')
    .description('Show what still depends on the previous secret, and whether it can be removed')
    .action((options: PrintOptions) =>
      withDeployment(async (deployment) => printSecretStatus(await readSecretStatus(deployment), options), {
        anySecret: true,
      }),
    );
  command
    .command('migrate')
    .description('Move everything from DEPLOYMENT_SECRET_PREVIOUS to DEPLOYMENT_SECRET')
    .option('--dry-run', 'only show what would change')
    .option('--rotate-signing', 'rotate the signing secrets derived from the previous one, and print the new ones')
    .option('--grace <span>', 'how long old signing secrets stay valid (default: DELIVERY_SECRET_GRACE_MS)', span)
    .option('--json', 'print one JSON object per line: each new signing secret, then the status')
    .addHelpText(
      'after',
      '\nRun it when every process has both secrets. It may be interrupted and run again. With --rotate-signing each new\n' +
        'secret is printed once, before it is in force: hand it to its owner within the grace period.',
    )
    .action((options: MigrateOptions) => withDeployment((deployment) => migrateSecret(deployment, options)));
  command
    .command('forget')
    .description('Abandon a lost deployment secret: signing secrets derived from it end now')
    .argument('<id>', 'id of the secret, as the status shows it')
    .action((id: string, options: PrintOptions) =>
      withDeployment(
        async ({ pool, deploymentSecret, actor }) => {
          if (id === currentSecretId(deploymentSecret)) throw new AdminRefusal(`${id} is the current secret`);
          if (!(await forgetSecret(pool, deploymentSecret, id, actor)))
            throw new AdminRefusal(`this deployment does not use a secret ${id}`);
          printRecord(
            { secret: id, forgotten: true },
            options,
            'Rotate the signing secrets of its owners (npx lanekeeper secret rotate).',
          );
        },
        { anySecret: true },
      ),
    );
  return command;
}

interface MigrateOptions extends PrintOptions {
  readonly dryRun?: boolean;
  readonly rotateSigning?: boolean;
  readonly grace?: number;
}

async function migrateSecret(deployment: Deployment, options: MigrateOptions): Promise<void> {
  const { pool, settings, deploymentSecret, actor } = deployment;
  if (deploymentSecret.previous === null)
    throw new AdminRefusal('DEPLOYMENT_SECRET_PREVIOUS must be set to the secret to move away from');
  if (options.dryRun !== true) {
    const resealed = await resealRows(pool, deploymentSecret);
    await keepOfPrevious(pool, deploymentSecret, settings.EVIDENCE_KEY_GENERATION);
    const rotated = options.rotateSigning === true ? await rotateSigning(deployment, options) : 0;
    await addAudit(pool, {
      actor,
      act: 'deployment_secret.migrated',
      subject: currentSecretId(deploymentSecret),
      details: { previous: secretId(deploymentSecret.previous), resealed, signing_secrets_rotated: rotated },
    });
    if (options.json !== true) terminal().out(`Sealed ${resealed} rows again, rotated ${rotated} signing secrets.\n\n`);
  }
  printSecretStatus(await readSecretStatus(deployment), options);
}

/** Each owner by itself, newest generation first; those that have a newer one already are left. */
async function rotateSigning(deployment: Deployment, options: MigrateOptions): Promise<number> {
  const { pool, settings, deploymentSecret, actor } = deployment;
  const newest = new Map<string, SigningOwner>();
  for (const owner of await listSigning(pool, oldestSecretId(deploymentSecret)))
    newest.set(`${owner.ownerKind} ${owner.ownerId} ${owner.purpose}`, owner);
  let count = 0;
  for (const { ownerKind, ownerId, purpose, generation: seen, secretId: id } of newest.values()) {
    if (id === currentSecretId(deploymentSecret)) continue;
    const rotated = await rotateSeenSecret(
      pool,
      {
        ownerKind,
        ownerId,
        purpose,
        graceMs: options.grace ?? settings.DELIVERY_SECRET_GRACE_MS,
        now: new Date(),
        actor,
        deploymentSecret,
        // Before the commit: a run that is killed in between prints the same secret again.
        announce: ({ generation, validFrom, oldValidUntil }) => {
          const secret = signingSecret(deploymentSecret, { ownerKind, ownerId, purpose, generation });
          const [from, until] = [validFrom.toISOString(), oldValidUntil.toISOString()];
          terminal().out(
            options.json === true
              ? `${JSON.stringify({ owner_kind: ownerKind, owner_id: ownerId, purpose, generation, secret, valid_from: from, old_valid_until: until })}\n`
              : `${ownerKind} ${ownerId} ${purpose}: ${secret} (valid from ${from}, the old one until ${until})\n`,
          );
        },
      },
      seen,
    );
    if (rotated !== undefined) count += 1;
  }
  return count;
}

// What depends on the previous deployment secret, read from the database and the engine, and shown.

const daySeconds = 86_400;

interface SecretStatus {
  /** Ids of secrets. */
  readonly current: string;
  readonly previous: string | null;
  /** Secrets that were in use and are neither of these. */
  readonly others: readonly { readonly id: string; readonly kept: boolean }[];
  readonly sealed: readonly SealedCount[];
  readonly passwords: Readonly<Record<string, number>>;
  /** Signing secrets in force that are not derived from the current one. */
  readonly signing: readonly {
    readonly owner_kind: string;
    readonly owner_id: string;
    readonly purpose: string;
    readonly generation: number;
    readonly secret: string;
    readonly valid_until: string | null;
  }[];
  /** Until when links that the previous secret made are valid. */
  readonly links_until: string | null;
  /** Runs in the engine that were started before the migration and may hold payloads encrypted with its key. */
  readonly engine_runs: { readonly started_before: string; readonly open: number; readonly closed: number } | null;
  /** Why DEPLOYMENT_SECRET_PREVIOUS has to stay; empty: it can be removed. */
  readonly needed_for: readonly string[];
}

export async function readSecretStatus({
  pool,
  settings,
  deploymentSecret,
}: {
  readonly pool: Queryable;
  readonly settings: Settings;
  readonly deploymentSecret: RotatingSecret;
}): Promise<SecretStatus> {
  const current = secretId(deploymentSecret.current);
  const previous = deploymentSecret.previous === null ? null : secretId(deploymentSecret.previous);
  const oldest = oldestSecretId(deploymentSecret);
  const rows = await readSecretRows(pool);
  const old = rows.find(({ id }) => id === previous);
  const sealed = await countSealed(pool, deploymentSecret);
  const signing = (await listSigning(pool, oldest)).filter((owner) => owner.secretId !== current);
  const begun = rows.find(({ id }) => id === current)?.firstUsedAt;
  const linksUntil =
    old === undefined || begun === undefined
      ? null
      : new Date(begun.getTime() + settings.EVIDENCE_LINK_DAYS * daySeconds * 1000);
  const runs = old === undefined ? null : await runsBefore(old.retiredAt ?? new Date());
  const waiting = sealed.filter((count) => count.previous > 0);
  const neededFor = [
    ...waiting.map((count) => `${count.previous} ${count.what}: run npx lanekeeper deployment-secret migrate`),
    ...(old !== undefined && old.kept === null
      ? ['passwords and signatures of evidence: run npx lanekeeper deployment-secret migrate']
      : []),
    ...signing
      .filter((owner) => owner.secretId === previous)
      .map(
        ({ ownerKind, ownerId, purpose, validUntil }) =>
          `the ${purpose} secret of ${ownerKind} ${ownerId}: ${validUntil === null ? 'rotate it' : `until ${validUntil.toISOString()}`}`,
      ),
    ...(linksUntil !== null && linksUntil > new Date()
      ? [`result and evidence links made before: until ${linksUntil.toISOString()} at the latest`]
      : []),
    ...(settings.ENGINE_PAYLOAD_ENCRYPTION && old !== undefined ? payloads(runs) : []),
  ];
  return {
    current,
    previous,
    others: rows
      .filter(({ id }) => id !== current && id !== previous)
      .map(({ id, kept }) => ({ id, kept: kept !== null })),
    sealed,
    passwords: Object.fromEntries(await countPasswords(pool, oldest)),
    signing: signing.map((owner) => ({
      owner_kind: owner.ownerKind,
      owner_id: owner.ownerId,
      purpose: owner.purpose,
      generation: owner.generation,
      secret: owner.secretId,
      valid_until: owner.validUntil?.toISOString() ?? null,
    })),
    links_until: linksUntil?.toISOString() ?? null,
    engine_runs: runs,
    needed_for: neededFor,
  };
}

/** Encrypted payloads are read as long as the engine keeps the run: while it is open, and for its retention after. */
function payloads(runs: SecretStatus['engine_runs']): string[] {
  if (runs === null) return ['encrypted payloads: the engine did not answer, so that nobody knows how many'];
  if (runs.open + runs.closed === 0) return [];
  return [`encrypted payloads in the engine: ${runs.open} open and ${runs.closed} retained runs`];
}

/** Null where the engine does not answer. */
async function runsBefore(at: Date): Promise<SecretStatus['engine_runs']> {
  const before = at.toISOString();
  try {
    return await withEngine(async ({ client }) => {
      const count = async (status: string): Promise<number> =>
        (await client.workflow.count(`StartTime < '${before}' AND ExecutionStatus ${status} 'Running'`)).count;
      return { started_before: before, open: await count('='), closed: await count('!=') };
    });
  } catch (error) {
    if (error instanceof AdminRefusal) return null;
    throw error;
  }
}

function printSecretStatus(status: SecretStatus, options: PrintOptions): void {
  const { out } = terminal();
  if (options.json === true) {
    out(`${JSON.stringify(status)}\n`);
    return;
  }
  out(`current   ${status.current}\nprevious  ${status.previous ?? '–'}\n`);
  for (const { id, kept } of status.others) out(`retired   ${id}${kept ? '' : ' (nothing is kept of it)'}\n`);
  for (const { what, current, previous, unreadable } of status.sealed)
    if (current + previous + unreadable > 0)
      out(`${what}: ${current} on the current secret, ${previous} on the previous, ${unreadable} unreadable\n`);
  for (const [id, count] of Object.entries(status.passwords)) out(`passwords: ${count} on ${id}\n`);
  if (status.previous === null) return;
  if (status.engine_runs !== null)
    out(`engine: ${status.engine_runs.open} open and ${status.engine_runs.closed} retained runs of before\n`);
  const free = status.needed_for.length === 0;
  out(`\nDEPLOYMENT_SECRET_PREVIOUS ${free ? 'can be removed.' : 'is still needed for:'}\n`);
  for (const reason of status.needed_for) out(`  ${reason}\n`);
}
