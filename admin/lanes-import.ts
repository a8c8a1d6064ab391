/** `admin lanes import`: takes an export file of another system in, through the same processor as the API (D54, D57). */
import { Argument, Command, Option } from 'commander';
import { importAdapters } from '../domain/lanes/import/adapters.ts';
import type { PrintOptions } from './print.ts';

export function lanesImportCommand(): Command {
  return new Command('import')
    .description('Take an export of another system in as work events')
    .addArgument(new Argument('<adapter>', 'the kind of export').choices(importAdapters.map(({ name }) => name)))
    .argument('<file>', 'the export, up to 50 MB')
    .requiredOption('--mapping <file>', 'the mapping, a JSON file')
    .requiredOption('--workspace <id>', 'whose events they are (ws_…)')
    .addOption(new Option('--encoding <name>', 'of the file').choices(Object.keys(decoders)).default('utf-8'))
    .option('--dry-run', 'show what would be taken, store nothing')
    .option('--hold', 'keep weeks open until they are closed by a call')
    .option('--json', 'print the answer as JSON, as the API gives it')
    .addHelpText(
      'after',
      '\nRows that cannot be mapped are listed and the others go in. Event ids come from the rows: importing a file again\n' +
        'after a break is safe. Exit code 1 when nothing could be taken.',
    )
    .action(async (adapter: string, path: string, options: ImportOptions) =>
      (await import('./lanes-import-actions.ts')).importFile(adapter, path, options),
    );
}

// The options of `admin lanes import`.

/** What `--encoding` takes, and the decoder of each; UTF-16 states its byte order by its mark. */
export const decoders = {
  'utf-8': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  latin1: 'windows-1252',
} as const;
export type Encoding = keyof typeof decoders;

/** The options as the command line gives them. */
export interface ImportOptions extends PrintOptions {
  readonly mapping: string;
  readonly workspace: string;
  readonly encoding: Encoding;
  readonly dryRun?: boolean;
  readonly hold?: boolean;
}
