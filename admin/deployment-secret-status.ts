/** What depends on the previous deployment secret, read from the database and the engine, and shown. */
import { oldestSecretId, secretId } from '../process/deployment-secret.ts';
import type { RotatingSecret } from '../process/deployment-secret.ts';
import type { Settings } from '../process/settings.ts';
import type { Queryable } from '../store/database.ts';
import { countPasswords, listSigning, readSecretRows } from '../store/deployment-secrets.ts';
import { countSealed } from '../store/sealed-rows.ts';
import type { SealedCount } from '../store/sealed-rows.ts';
import { AdminRefusal } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

const daySeconds = 86_400;

export interface SecretStatus {
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
    ...waiting.map((count) => `${count.previous} ${count.what}: run admin deployment-secret migrate`),
    ...(old !== undefined && old.kept === null
      ? ['passwords and signatures of evidence: run admin deployment-secret migrate']
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

export function printSecretStatus(status: SecretStatus, options: PrintOptions): void {
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
