/** The deployment secret: whether it is the one this database depends on, and how far a rotation is. */
import { rotatingSecret } from '../../process/deployment-secret.ts';
import type { Settings } from '../../process/settings.ts';
import { openPool } from '../../store/database.ts';
import { DeploymentSecretError, loadDeploymentSecret } from '../../store/deployment-secrets.ts';
import { readSecretStatus } from '../deployment-secret-status.ts';
import { broken, doubtful, fine } from './check.ts';
import type { Check } from './check.ts';

/** Empty where the database does not answer or is not migrated; its own checks say so. */
export async function checkDeploymentSecret(settings: Settings): Promise<Check[]> {
  const name = 'DEPLOYMENT_SECRET';
  if (settings.DATABASE_URL === '' || settings.DEPLOYMENT_SECRET === '') return [];
  const pool = openPool({ url: settings.DATABASE_URL, size: 1, name: 'doctor' });
  try {
    const deploymentSecret = rotatingSecret(settings.DEPLOYMENT_SECRET, settings.DEPLOYMENT_SECRET_PREVIOUS);
    await loadDeploymentSecret(pool, deploymentSecret, { register: false });
    const status = await readSecretStatus({ pool, settings, deploymentSecret });
    const { needed_for: neededFor } = status;
    const unreadable = status.sealed.filter((count) => count.unreadable > 0 && count.loss !== null);
    if (unreadable.length > 0)
      return [
        doubtful(
          name,
          unreadable.map((count) => `${count.unreadable} ${count.what} do not open`).join(', '),
          'set DEPLOYMENT_SECRET_PREVIOUS to the secret they were stored with, or store them again',
        ),
      ];
    if (status.previous === null) return [fine(name, 'is the one this database depends on')];
    return neededFor.length === 0
      ? [doubtful(name, 'nothing depends on the previous secret', 'remove DEPLOYMENT_SECRET_PREVIOUS')]
      : [
          doubtful(
            name,
            `${neededFor.length} uses of the previous secret: ${neededFor.slice(0, 3).join('; ')}`,
            'see npm run admin -- deployment-secret status; keep DEPLOYMENT_SECRET_PREVIOUS until then',
          ),
        ];
  } catch (error) {
    if (!(error instanceof DeploymentSecretError)) return [];
    return [broken(name, error.message, 'see docs/how-to/rotate-secrets.md')];
  } finally {
    await pool.end();
  }
}
