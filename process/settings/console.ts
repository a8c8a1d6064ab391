/** Settings of the console: sessions, and how people sign in. */
import type { SessionAgesByRole } from '../../domain/people/session-ages.ts';
import { type SettingRows, bool, roleList, roleMap, secret, setting, text, traceUrl, whole } from './forms.ts';

export const consoleSettings = {
  CONSOLE_SESSION_IDLE_MS: setting(
    whole(60_000, 31_536_000_000),
    8 * 3_600_000,
    'How long a session of the console lasts without a request of its person.',
  ),
  CONSOLE_SESSION_ADMIN_IDLE_MS: setting(
    whole(60_000, 31_536_000_000),
    30 * 60_000,
    'The same for admins, at most as long as for others. Default: OWASP ASVS 4.0.3, 3.3.2, level 2.',
  ),
  CONSOLE_SESSION_MAX_MS: setting(
    whole(60_000, 31_536_000_000),
    7 * 86_400_000,
    'How long a session of the console lasts in any case.',
  ),
  CONSOLE_SESSION_ADMIN_MAX_MS: setting(
    whole(60_000, 31_536_000_000),
    12 * 3_600_000,
    'The same for admins, at most as long as for others. Default: OWASP ASVS 4.0.3, 3.3.2, level 2.',
  ),
  CONSOLE_TRACE_URL: setting(
    traceUrl,
    '',
    'Address of a trace in your tracing tool, for links in the console: https://jaeger.example/trace/{trace_id}.',
  ),
  CONSOLE_PROXIES: setting(
    whole(0, 10),
    0,
    'Reverse proxies before the APIs that add X-Forwarded-For; decides which client address sign-in throttles.',
  ),
  CONSOLE_LOCAL_SIGN_IN: setting(bool, true, 'Let people sign in with an address and a password of this deployment.'),
  CONSOLE_SECOND_FACTOR_ROLES: setting(
    roleList,
    [],
    'Roles whose people must turn on one-time codes before anything else, where they sign in with a password.',
  ),
  CONSOLE_OIDC_ISSUER: setting(text, '', 'OpenID Connect issuer whose people may sign in. Empty: none.'),
  CONSOLE_OIDC_NAME: setting(text, '', 'What the sign-in button calls the issuer. Empty: its host name.'),
  CONSOLE_OIDC_CLIENT_ID: setting(text, '', 'Client id of the console at the issuer.'),
  CONSOLE_OIDC_CLIENT_SECRET: secret(text, '', 'Client secret at the issuer. Empty: a public client, with PKCE alone.'),
  CONSOLE_OIDC_SCOPES: setting(text, 'openid email profile', 'Scopes that are asked of the issuer.'),
  CONSOLE_OIDC_ROLE_CLAIM: setting(
    text,
    '',
    'Claim that contains the role, such as groups or realm_access.roles. Empty: only invited people, with the role they have here.',
  ),
  CONSOLE_OIDC_ROLE_MAP: setting(
    roleMap,
    '',
    'Role for each value of the claim: ops=approver,leads=admin; *=viewer is for everybody.',
  ),
} as const satisfies SettingRows;

/** How long sessions last, as they are set. */
export function sessionAges(settings: {
  readonly [Name in keyof typeof consoleSettings & `CONSOLE_SESSION_${string}`]: number;
}): SessionAgesByRole {
  return {
    admins: { idleMs: settings.CONSOLE_SESSION_ADMIN_IDLE_MS, maxMs: settings.CONSOLE_SESSION_ADMIN_MAX_MS },
    others: { idleMs: settings.CONSOLE_SESSION_IDLE_MS, maxMs: settings.CONSOLE_SESSION_MAX_MS },
  };
}
