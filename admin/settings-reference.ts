/** `admin settings-reference`: prints docs/settings.md from the settings table, so that the two cannot differ. */
import { Command } from 'commander';
import { settingTable } from '../process/settings.ts';
import { terminal } from './terminal.ts';

/** The reference of all settings as a Markdown page. */
export function settingsReference(): string {
  const rows = Object.entries(settingTable).map(([name, row]) => {
    const value = Array.isArray(row.default) ? row.default.join(',') : String(row.default);
    const secret = 'secret' in row && row.secret === true ? ' Secret.' : '';
    return `| \`${name}\` | ${row.form.expected} | ${value === '' ? '–' : `\`${value}\``} | ${row.about}${secret} |`;
  });
  return [
    '# Settings',
    '',
    'Environment variables; an empty one counts as not set. If a setting is wrong or unknown, startup stops and lists',
    'everything that is wrong. This page is printed by `npm run --silent admin -- settings-reference`.',
    '',
    'In addition, the Temporal connection is configured by the variables and the file of `@temporalio/envconfig`',
    '(`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`, `TEMPORAL_API_KEY`, `TEMPORAL_TLS_*`, `TEMPORAL_PROFILE`), and the',
    'account of a portal by `PORTAL_ACCOUNT_<ACCOUNT>` = `{"username": "…", "password": "…"}`. Traces are turned on by the',
    'standard variables of OpenTelemetry (`OTEL_EXPORTER_OTLP_ENDPOINT`, [Traces](operations.md#traces)).',
    '',
    '| Setting | Form | Default | Meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function settingsReferenceCommand(): Command {
  return new Command('settings-reference')
    .description('Print the reference of all settings (docs/settings.md)')
    .action(() => {
      terminal().out(settingsReference());
    });
}
