/** `admin lanes import`: takes an export file of another system in, through the same processor as the API (D54, D57). */
import { Argument, Command, Option } from 'commander';
import { importAdapters } from '../domain/lanes/import/adapters.ts';
import type { PrintOptions } from './terminal.ts';

export function lanesImportCommand(): Command {
  return new Command('import')
    .description('Import an export of another system as work events')
    .addArgument(new Argument('<adapter>', 'the kind of export').choices(importAdapters.map(({ name }) => name)))
    .argument('<file>', 'the export, up to 50 MB')
    .requiredOption('--mapping <file>', 'the mapping, a JSON file')
    .requiredOption('--workspace <id>', 'workspace that the events belong to (ws_…)')
    .addOption(new Option('--encoding <name>', 'encoding of the file').choices(Object.keys(decoders)).default('utf-8'))
    .option('--dry-run', 'show what would be imported; stores nothing')
    .option('--hold', 'keep weeks open until they are closed by a call')
    .option('--json', 'print the answer as JSON, as the API gives it')
    .addHelpText(
      'after',
      '\nRows that cannot be mapped are listed; the others are imported. Event ids are derived from the rows, so importing\n' +
        'a file again is safe. Exits with code 1 if nothing could be imported.',
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
