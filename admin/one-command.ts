/** The commands one by one: a line that calls one loads what that one depends on, and starts two seconds sooner for it. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { nearestName } from '../domain/nearest-name.ts';

/** What loads a command, by its word. */
type Loaders = Readonly<Record<string, () => Promise<Command>>>;

/** The commands by what they are about, as the help shows them, each by its first word. */
export const commandGroups: Readonly<Record<string, Loaders>> = {
  'Senders and their keys:': {
    sender: async () => {
      const { senderCommand, senderAddressCommand } = await import('./sender.ts');
      return senderCommand().addCommand(senderAddressCommand());
    },
    key: async () => (await import('./key.ts')).keyCommand(),
    secret: async () => (await import('./secret.ts')).secretCommand(),
  },
  'Work:': {
    task: async () => (await import('./task.ts')).taskCommand(),
    approval: async () => (await import('./approval.ts')).approvalCommand(),
    write: async () => (await import('./write.ts')).writeCommand(),
    evidence: async () => (await import('./evidence.ts')).evidenceCommand(),
  },
  'Results and mails:': {
    delivery: async () => (await import('./delivery.ts')).deliveryCommand(),
    mail: async () => (await import('./mail.ts')).mailCommand(),
    notification: async () => (await import('./notification.ts')).notificationCommand(),
  },
  'People:': {
    person: async () => (await import('./person.ts')).personCommand(),
  },
  'Portals:': {
    portal: async () => (await import('./portal.ts')).portalCommand(),
    playbook: playbookCommand,
  },
  'Lanes:': {
    lanes: lanesCommand,
  },
  'The deployment:': {
    open: async () => (await import('./open.ts')).openCommand(),
    doctor: async () => (await import('./doctor.ts')).doctorCommand(),
    audit: async () => (await import('./audit.ts')).auditCommand(),
    migrate: async () => {
      const { databaseUrls } = await import('./deployment.ts');
      const { migrateCommand } = await import('./migrate.ts');
      return migrateCommand(() => databaseUrls());
    },
    'deployment-secret': async () => (await import('./deployment-secret.ts')).deploymentSecretCommand(),
    engine: async () => (await import('./engine.ts')).engineCommand(),
    'settings-reference': async () => (await import('./settings-reference.ts')).settingsReferenceCommand(),
    completion: async () => (await import('./completion/script.ts')).completionCommand(),
  },
};

/** By its first word. */
export const loadCommand: Loaders = Object.fromEntries(
  Object.values(commandGroups).flatMap(Object.entries<() => Promise<Command>>),
);

/** The commands of `admin lanes`. */
const lanesParts: Loaders = {
  workspace: async () => (await import('./workspace.ts')).workspaceCommand(),
  webhook: async () => (await import('./lanes-webhook.ts')).lanesWebhookCommand(),
  import: async () => (await import('./lanes-import.ts')).lanesImportCommand(),
  settlement: async () => (await import('./lanes-decide.ts')).settlementCommand(),
  signoff: async () => (await import('./lanes-decide.ts')).signoffCommand(),
  pin: async () => (await import('./lanes-pin.ts')).lanesPinCommand(),
  settler: async () => (await import('./lanes-settler.ts')).lanesSettlerCommand(),
  replay: async () => (await import('./lanes-replay.ts')).lanesReplayCommand(),
  'what-if': async () => (await import('./lanes-what-if.ts')).lanesWhatIfCommand(),
  study: async () => (await import('./lanes-study.ts')).lanesStudyCommand(),
  example: async () => (await import('./lanes-example.ts')).lanesExampleCommand(),
  schedules: async () => (await import('./workspace.ts')).lanesSchedulesCommand(),
};

/**
 * Of the commands with many commands of their own: by the second word, the command with that one alone, so that a line loads
 * what that one depends on. Words that are missing here take the whole.
 */
export const loadPart: Readonly<Record<string, Loaders>> = {
  lanes: Object.fromEntries(
    Object.entries(lanesParts).map(([word, load]) => [word, async () => parent('lanes', await load())]),
  ),
  playbook: {
    new: playbookFiles,
    check: playbookFiles,
    rehearse: playbookFiles,
    record: playbookFiles,
    test: playbookFiles,
    pages: playbookFiles,
    draft: playbookVersions,
    propose: playbookVersions,
    release: playbookVersions,
    retire: playbookVersions,
    rollback: playbookVersions,
    list: playbookVersions,
    show: playbookVersions,
    diff: playbookVersions,
    canary: async () => parent('playbook', (await import('./playbook-canary.ts')).canaryCommand()),
  },
};

async function parent(name: string, child: Command): Promise<Command> {
  const { Command } = await import('commander');
  return new Command(name).addCommand(child);
}

async function lanesCommand(): Promise<Command> {
  const { Command } = await import('commander');
  const command = new Command('lanes').description('Workspaces of the lanes service');
  for (const part of await Promise.all(Object.values(lanesParts).map((load) => load()))) command.addCommand(part);
  return command;
}

async function playbookCommand(): Promise<Command> {
  const [{ Command }, { canaryCommand }, { addFileCommands, addTestCommands }, { addVersionCommands }] =
    await Promise.all([
      import('commander'),
      import('./playbook-canary.ts'),
      import('./playbook-file.ts'),
      import('./playbook-versions.ts'),
    ]);
  const command = new Command('playbook').description('Playbooks: files that describe how to work in a portal');
  addFileCommands(command);
  addVersionCommands(command);
  addTestCommands(command);
  return command.addCommand(canaryCommand());
}

async function playbookFiles(): Promise<Command> {
  const [{ Command }, { addFileCommands, addTestCommands }] = await Promise.all([
    import('commander'),
    import('./playbook-file.ts'),
  ]);
  const command = new Command('playbook');
  addFileCommands(command);
  addTestCommands(command);
  return command;
}

async function playbookVersions(): Promise<Command> {
  const [{ Command }, { addVersionCommands }] = await Promise.all([
    import('commander'),
    import('./playbook-versions.ts'),
  ]);
  const command = new Command('playbook');
  addVersionCommands(command);
  return command;
}

/** What loads the command that a line calls; undefined where it takes them all, as for help, or names none. */
export function loaderOf(args: readonly string[]): (() => Promise<Command>) | undefined {
  const at = firstWordAt(args);
  const [word = '', second = ''] = args.slice(at);
  if (!Object.hasOwn(loadCommand, word)) return undefined;
  const parts = loadPart[word] ?? {};
  return Object.hasOwn(parts, second) ? parts[second] : loadCommand[word];
}

/** `help task list` is `task list --help`. */
export function withoutHelpWord(args: readonly string[]): readonly string[] {
  const [first, second] = args;
  return first === 'help' && second !== undefined && Object.hasOwn(loadCommand, second)
    ? [...args.slice(1), '--help']
    : args;
}

/** Where the first word is: after the actor. */
function firstWordAt([first]: readonly string[]): number {
  return first === '--actor' ? 2 : first?.startsWith('--actor=') === true ? 1 : 0;
}

// What the command line can answer from its first word alone, before it loads what the commands depend on.

/** The words that may come first. */
const firstWords: readonly string[] = [...Object.keys(loadCommand), 'help'];

/** What admin/help.txt calls the command line. */
export const ownName = 'lanekeeper';

export function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** What was typed to get here: by npm, by npx, or the command itself. npm names its script in the environment. */
export function calledAs(env: NodeJS.ProcessEnv): string {
  const script = env['npm_lifecycle_event'];
  return script === 'admin' ? 'npm run admin --' : script === 'npx' ? `npx ${ownName}` : ownName;
}

/** Columns of admin/help.txt; on a narrower terminal the help is made for it. */
export const helpWidth = 100;

type QuickAnswer =
  | { readonly kind: 'version' }
  /** The help of the whole, which is stored as text. `wanted`: false where the line names no command. */
  | { readonly kind: 'help'; readonly wanted: boolean }
  | { readonly kind: 'unknown'; readonly text: string }
  /** The commands have to be loaded. */
  | { readonly kind: 'none' };

/** @param args what follows the name of the command line */
export function quickAnswer([first, ...rest]: readonly string[]): QuickAnswer {
  if ((first === '--version' || first === '-V') && rest.length === 0) return { kind: 'version' };
  if (first === undefined) return { kind: 'help', wanted: false };
  if (['--help', '-h', 'help'].includes(first) && rest.length === 0) return { kind: 'help', wanted: true };
  if (first.startsWith('-') || firstWords.includes(first)) return { kind: 'none' };
  const nearest = nearestName(first, firstWords)?.name;
  const hint = nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`;
  return { kind: 'unknown', text: `error: unknown command '${first}'${hint}\n(--help shows what is possible)\n` };
}
