/** The OpenID Connect issuer that people sign in through: it answers, is who it is set to be, and can end sessions. */
import * as client from 'openid-client';
import { isLoopbackHost } from '../../process/base-url.ts';
import type { Settings } from '../../process/settings.ts';
import { type Check, broken, doubtful, errorText, fine } from './check.ts';

const timeoutSeconds = 10;
const name = 'Issuer of sign-in';

/** Nothing to check where none is set. */
export async function checkIssuer(settings: Settings): Promise<Check[]> {
  const { CONSOLE_OIDC_ISSUER: address, CONSOLE_OIDC_CLIENT_ID: clientId } = settings;
  if (address === '') return [];
  try {
    const issuer = new URL(address);
    const found = await client.discovery(issuer, clientId, {}, client.None(), {
      timeout: timeoutSeconds,
      execute: isLoopbackHost(issuer.hostname) ? [client.allowInsecureRequests] : [],
    });
    return [
      found.serverMetadata().end_session_endpoint === undefined
        ? doubtful(
            name,
            `${address} answers, and has no address to end sessions`,
            'let people know that signing out here leaves them signed in there',
          )
        : fine(name, `${address} answers`),
    ];
  } catch (error) {
    return [
      broken(
        name,
        `${address}: ${errorText(error)}`,
        'set CONSOLE_OIDC_ISSUER to the address under which /.well-known/openid-configuration answers from here, over HTTPS',
      ),
    ];
  }
}
