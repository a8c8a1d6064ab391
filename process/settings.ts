/**
 * Every setting of the product in one table: name, form, default, meaning. Each area has its rows in a file below
 * `settings/`. `readSettings` checks an environment against the table and says everything that is wrong at once;
 * the reference in docs/settings.md is printed from the same table.
 */
import { nearestName } from '../domain/nearest-name.ts';
import { consoleSettings } from './settings/deployment.ts';
import { apiSettings, deploymentSettings, embeddedSettings, evidenceSettings } from './settings/deployment.ts';
import { deliverySettings, mailSettings, settlerSettings, workSettings } from './settings/work.ts';
import { type SettingRow, type SettingRows, url } from './settings/forms.ts';
import { tracingFindings } from './tracing-wanted.ts';

export const settingTable = {
  ...deploymentSettings,
  ...apiSettings,
  ...consoleSettings,
  ...settlerSettings,
  ...mailSettings,
  ...workSettings,
  ...deliverySettings,
  ...evidenceSettings,
  ...embeddedSettings,
} as const satisfies SettingRows;

type SettingName = keyof typeof settingTable;
export type Settings = {
  readonly [Name in SettingName]: (typeof settingTable)[Name] extends SettingRow<infer T> ? T : never;
};

/** Variables of these families that the table does not name are mistakes, not somebody else's. */
const families = [
  'DATABASE_',
  'DEPLOYMENT_',
  'DISPATCH_',
  'LANES_',
  'SETTLER_',
  'WORKER_',
  'PORTAL_',
  'APPROVAL_',
  'DELIVERY_',
  'NOTIFICATION_',
  'EVIDENCE_',
  'BLOB_',
  'MAIL_',
  'CONSOLE_',
  'ENGINE_',
  'EMBEDDED_',
  'LANEKEEPER_',
];
/** Credentials of a portal account: PORTAL_ACCOUNT_<ACCOUNT IN CAPITALS> = JSON; read in portals/credentials. */
const portalAccount = /^PORTAL_ACCOUNT_[A-Z0-9_]+$/;
const temporalNames = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_API_KEY',
  'TEMPORAL_PROFILE',
  'TEMPORAL_CONFIG_FILE',
];

/** A start that cannot continue because of its settings; `findings` are sentences. */
export class SettingsError extends Error {
  readonly code = 'bad_settings';
  readonly findings: readonly string[];
  constructor(findings: readonly string[]) {
    super(`The settings are not usable:\n${findings.map((finding) => `  - ${finding}`).join('\n')}`);
    this.name = 'SettingsError';
    this.findings = findings;
  }
}

/**
 * Reads and checks all settings.
 * @param env the environment, name to text; an empty text counts as not set
 * @throws SettingsError with a sentence for every wrong or unknown setting
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const findings: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(settingTable) as [SettingName, SettingRow<unknown>][]) {
    const given = env[name];
    const value = given === undefined || given === '' ? row.default : row.form.parse(given);
    if (value === undefined) findings.push(`${name} must be ${row.form.expected}`);
    values[name] = value;
  }
  for (const name of Object.keys(env)) findings.push(...unknownSetting(name));
  if (
    values['DEPLOYMENT_SECRET_PREVIOUS'] !== '' &&
    values['DEPLOYMENT_SECRET_PREVIOUS'] === values['DEPLOYMENT_SECRET']
  )
    findings.push('DEPLOYMENT_SECRET_PREVIOUS must differ from DEPLOYMENT_SECRET');
  if (values['BLOB_STORE'] === 's3' && values['BLOB_S3_BUCKET'] === '')
    findings.push('BLOB_S3_BUCKET must be set when BLOB_STORE is s3');
  if (values['CONSOLE_OIDC_ISSUER'] !== '' && values['CONSOLE_OIDC_CLIENT_ID'] === '')
    findings.push('CONSOLE_OIDC_CLIENT_ID must be set when CONSOLE_OIDC_ISSUER is');
  if (/^http:\/\/(?!(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$))/i.test(String(values['CONSOLE_OIDC_ISSUER'])))
    findings.push('CONSOLE_OIDC_ISSUER must start with https:// unless it runs on this machine');
  if (values['CONSOLE_LOCAL_SIGN_IN'] === false && values['CONSOLE_OIDC_ISSUER'] === '')
    findings.push('CONSOLE_OIDC_ISSUER must be set when CONSOLE_LOCAL_SIGN_IN is false, or nobody could sign in');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const)
    if (typeof values[name] === 'string' && values[name] !== '')
      if (url('postgres:', 'postgresql:').parse(values[name]) === undefined)
        findings.push(`${name} must be a URL that starts with postgres:// or postgresql://`);
  if (typeof values['MAIL_RELAY_URL'] === 'string' && values['MAIL_RELAY_URL'] !== '')
    if (url('smtp:', 'smtps:').parse(values['MAIL_RELAY_URL']) === undefined)
      findings.push('MAIL_RELAY_URL must be a URL that starts with smtp:// or smtps://');
  for (const name of [
    'DISPATCH_BASE_URL',
    'LANES_BASE_URL',
    'TEMPORAL_UI_URL',
    'CONSOLE_OIDC_ISSUER',
    'BLOB_S3_ENDPOINT',
    'PORTAL_SANDBOX_TMS_URL',
    'PORTAL_SANDBOX_AUDIT_URL',
  ] as const)
    if (
      typeof values[name] === 'string' &&
      values[name] !== '' &&
      url('http:', 'https:').parse(values[name]) === undefined
    )
      findings.push(`${name} must be a URL that starts with http:// or https://`);
  findings.push(...tracingFindings(env));
  if (findings.length > 0) throw new SettingsError(findings);
  return Object.freeze(values) as unknown as Settings;
}

const knownNames = [...Object.keys(settingTable), ...temporalNames];
/** Of what is not in our families, as long a name as this is nobody else's by chance. */
const leastForSlip = 8;

function unknownSetting(name: string): string[] {
  if (name in settingTable || portalAccount.test(name) || knownNames.includes(name)) return [];
  const ours = families.some((family) => name.startsWith(family));
  if (!ours && (name.startsWith('TEMPORAL_') || name.length < leastForSlip)) return [];
  // A near miss outside our families may be somebody else's variable: only a single slip counts.
  const nearest = nearestName(name, knownNames, ours ? undefined : 1);
  if (!ours && nearest === undefined) return [];
  return [`${name} is not a setting${nearest === undefined ? '' : `; did you mean ${nearest.name}?`}`];
}
