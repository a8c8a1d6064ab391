/** Logins of portals: judged, sealed with the deployment secret, and stored; the session of the one before ends. */
import { checkPortalLogin } from '../../domain/administration/input.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { sealCredentials } from '../../portals/credentials.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Pool } from '../../store/database.ts';
import { setPortalAccount } from '../../store/portal-credentials.ts';
import { type Refusal, refusalFor } from '../refusal.ts';

export interface TypedLogin {
  readonly username: string;
  /** As it was typed: spaces around it belong to it. */
  readonly password: string;
  /** Base32; null where the account has no second factor. */
  readonly totpSecret: string | null;
}

export async function setPortalLogin(
  { pool, deploymentSecret }: { readonly pool: Pool; readonly deploymentSecret: DeploymentSecret },
  { id: portal, account }: Pick<LoadedPlaybook, 'id' | 'account'>,
  { username: typed, password, totpSecret }: TypedLogin,
  actor: string,
): Promise<{ readonly username: string } | Refusal> {
  const judged = checkPortalLogin(typed, password, totpSecret);
  if (!judged.ok) return refusalFor('invalid_request', judged);
  const sealed = sealCredentials(deploymentSecret, portal, account, judged.value);
  const { username } = judged.value;
  await setPortalAccount(pool, { portal, account, sealed, username, actor });
  return { username };
}
