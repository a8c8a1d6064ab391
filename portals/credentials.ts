/**
 * The login of a portal account: from the environment (PORTAL_ACCOUNT_<ID>) or from a sealed row. It is handed to
 * the steps of the login and to nothing else; no log, history or evidence ever holds it.
 */
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { seal, unseal } from '../process/secrets.ts';

export interface PortalCredentials {
  readonly username: string;
  readonly password: string;
  /** Base32 secret of one-time codes, where the account has a second factor. */
  readonly totp_secret?: string;
}

export class CredentialsError extends Error {
  readonly code: 'credentials_missing' | 'credentials_unreadable';
  constructor(code: 'credentials_missing' | 'credentials_unreadable', message: string) {
    super(message);
    this.name = 'CredentialsError';
    this.code = code;
  }
}

interface CredentialSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sealed row of an account (store/portal-credentials). */
  readonly readSealed: (portal: string, account: string) => Promise<Buffer | undefined>;
  readonly deploymentSecret: DeploymentSecret;
}

/** Name of the variable with the login of an account. */
export function credentialVariable(account: string): string {
  return `PORTAL_ACCOUNT_${account.toUpperCase().replace(/-/g, '_')}`;
}

/** @throws CredentialsError, which names the account and never the login */
export async function readCredentials(
  source: CredentialSource,
  portal: string,
  account: string,
): Promise<PortalCredentials> {
  const variable = credentialVariable(account);
  const given = source.env[variable];
  if (given !== undefined && given !== '') return checked(given, variable);
  const sealed = await source.readSealed(portal, account);
  if (sealed === undefined)
    throw new CredentialsError(
      'credentials_missing',
      `there is no login for the account ${account} of ${portal}: set ${variable} or store one`,
    );
  let opened: string;
  try {
    opened = unseal(source.deploymentSecret, context(portal, account), sealed).toString('utf8');
  } catch {
    throw new CredentialsError(
      'credentials_unreadable',
      `the stored login of the account ${account} of ${portal} does not open with this deployment secret`,
    );
  }
  return checked(opened, `the stored login of ${account}`);
}

/** A login as it is stored; it opens only for this account and with this deployment secret. */
export function sealCredentials(
  deploymentSecret: DeploymentSecret,
  portal: string,
  account: string,
  credentials: PortalCredentials,
): Buffer {
  return seal(deploymentSecret, context(portal, account), Buffer.from(JSON.stringify(credentials)));
}

function context(portal: string, account: string): string {
  return `portal-credentials:${portal}:${account}`;
}

function checked(json: string, where: string): PortalCredentials {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = undefined;
  }
  const { username, password, totp_secret } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (
    typeof username !== 'string' ||
    typeof password !== 'string' ||
    username === '' ||
    (totp_secret !== undefined && typeof totp_secret !== 'string')
  )
    throw new CredentialsError(
      'credentials_unreadable',
      `${where} must be JSON {"username", "password", "totp_secret"?}`,
    );
  return totp_secret === undefined ? { username, password } : { username, password, totp_secret };
}
