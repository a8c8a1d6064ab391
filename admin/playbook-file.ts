/** `admin playbook check` and others on a playbook that is a file. What a command does is loaded when it is called. */
import { type Command, InvalidArgumentError } from 'commander';
import { recordedTypes } from '../domain/dispatch/studio/acts.ts';
import type { RecordOptions } from './playbook-record.ts';
import type { RehearseOptions } from './playbook-rehearsal.ts';
import type { NewOptions, PagesOptions, TestOptions } from './playbook-check.ts';
import type { PrintOptions } from './terminal.ts';

export function addFileCommands(command: Command): void {
  command
    .command('new')
    .description('Write the first draft of a playbook: every part that its task types need, with the names to replace')
    .argument('<url>', 'address of the portal')
    .requiredOption('--name <name>', 'name of the portal')
    .option('--type <task_type>', `task type, repeatable: ${recordedTypes.join(', ')} (default: pull_pod)`, all, [])
    .option('--kind <kind>', 'tms (of the carrier) or audit (of the payer; the default for disputes and claims)')
    .option('--out <file>', 'file to write (default: the id of the portal, .yaml)')
    .action(async (url: string, options: NewOptions) => (await import('./playbook-check.ts')).start(url, options));
  command
    .command('check')
    .description('Validate a playbook; prints each finding and exits with code 1 if there are any')
    .argument('<file>', 'the playbook, YAML or JSON')
    .action(async (file: string, options: PrintOptions) => (await import('./playbook-check.ts')).check(file, options));
  command
    .command('rehearse')
    .description('Run a task on the portal up to the request that would change something, and print what it would send')
    .argument('<file>', 'the playbook, YAML or JSON')
    .requiredOption('--task <json>', 'task input as JSON, or a file that contains it')
    .option('--input <name=value>', 'a value that a real task would have at that point; repeatable', collect, {})
    .option('--from <place>', 'where to start: a recipe, or one of its steps that opens a page, such as look or look:3')
    .option('--previews', 'allow the previews of prepare and submit')
    .option('--pod <file>', 'the PDF for upload steps (default: a blank page)')
    .option('--pictures <folder>', 'output folder for pictures and page texts', 'rehearsal')
    .option(
      '--propose <file>',
      'if a control of a page has changed, write the playbook with the proposed change to this file',
    )
    .option('--record-pages <file>', 'write the pages of the recipes to this file, without texts of the record')
    .option('--record', 'record a rehearsal that finished at the stored version with this content')
    .option('--json', 'print the result of each recipe as JSON at the end')
    .addHelpText(
      'after',
      '\nUses the login of the account (PORTAL_ACCOUNT_… or `portal account set`). Nobody else should be signed in with it.',
    )
    .action(async (file: string, options: RehearseOptions) =>
      (await import('./playbook-rehearsal.ts')).rehearse(file, options),
    );
  addRecordCommand(command);
}

function addRecordCommand(command: Command): void {
  command
    .command('record')
    .description('Work through a portal once in a window of its own, and write what was recorded as a playbook')
    .argument('<url>', 'address of the sign-in page')
    .requiredOption('--name <name>', 'name of the portal')
    .requiredOption(
      '--sample <input=value>',
      'a value of the sample record, such as pro=0412708839; repeatable',
      all,
      [],
    )
    .option('--type <task_type>', `task type: ${recordedTypes.join(', ')}`, 'pull_pod')
    .option('--kind <kind>', 'tms (of the carrier) or audit (of the payer)', 'tms')
    .option('--out <file>', 'file to write (default: the id of the portal, .yaml)')
    .addHelpText(
      'after',
      '\nNeeds a display and a Chromium or Chrome with a window. The login is that of PORTAL_ACCOUNT_<ID>; without it, the\n' +
        'command asks for one and stores it nowhere. Every write is held back.',
    )
    .action(async (url: string, options: RecordOptions) => (await import('./playbook-record.ts')).record(url, options));
}

export function addTestCommands(command: Command): void {
  command
    .command('test')
    .description(
      'Run the recipes of a playbook on recorded pages, without the portal; exits with code 1 where one does not fit',
    )
    .argument('<file>', 'the playbook, YAML or JSON')
    .option('--pages <file>', 'recorded pages (default: those of the stored versions in the database)')
    .action(async (file: string, options: TestOptions) => (await import('./playbook-check.ts')).test(file, options));
  command
    .command('pages')
    .description('Write the recorded pages of a version to a file, to test playbooks with')
    .argument('<playbook>', 'id of the playbook')
    .argument('[version]', 'its version (default: the newest of each recipe)')
    .requiredOption('--out <file>', 'file to write')
    .action(async (playbook: string, version: string | undefined, options: PagesOptions) =>
      (await import('./playbook-check.ts')).pages(playbook, version, options),
    );
}

function collect(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('An input is name=value.');
  return { ...before, [name]: value };
}

function all(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
