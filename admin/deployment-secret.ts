/** `admin deployment-secret`: what depends on which deployment secret, and the move from the previous to the current. */
import { Command } from 'commander';
import { signingSecret } from '../process/secrets.ts';
import { currentSecretId, oldestSecretId, secretId } from '../process/deployment-secret.ts';
import { addAudit } from '../store/audit-log.ts';
import { forgetSecret, keepOfPrevious, listSigning } from '../store/deployment-secrets.ts';
import type { SigningOwner } from '../store/deployment-secrets.ts';
import { resealRows } from '../store/sealed-rows.ts';
import { rotateSeenSecret } from '../store/secret-generations.ts';
import { span } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { printSecretStatus, readSecretStatus } from './deployment-secret-status.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

export function deploymentSecretCommand(): Command {
  const command = new Command('deployment-secret').description(
    'The deployment secret, from which all other secrets are derived',
  );
  command
    .command('status')
    .description('Show what still depends on the previous secret, and whether it can be removed')
    .option('--json', 'print the result as JSON')
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
    .option('--json', 'print the result as JSON')
    .action((id: string, options: PrintOptions) =>
      withDeployment(
        async ({ pool, deploymentSecret, actor }) => {
          if (id === currentSecretId(deploymentSecret)) throw new AdminRefusal(`${id} is the current secret`);
          if (!(await forgetSecret(pool, deploymentSecret, id, actor)))
            throw new AdminRefusal(`this deployment does not use a secret ${id}`);
          printRecord(
            { secret: id, forgotten: true },
            options,
            'Rotate the signing secrets of its owners (admin secret rotate).',
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
