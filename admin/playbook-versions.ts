/** `admin playbook draft, release, rollback …`: playbooks as versions in the database. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isRefused } from '../commands/refusal.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import { type PlaybookChange, diffPlaybooks } from '../domain/dispatch/playbook/versions.ts';
import { changeSentence } from '../domain/dispatch/portal-change.ts';
import { isId } from '../process/ids.ts';
import type { Settings } from '../process/settings.ts';
import { readAudit } from '../store/audit-log.ts';
import {
  type PlaybookVersion,
  type VersionAct,
  type VersionName,
  listVersions,
  readVersion,
  retireVersion,
  rollBack,
  versionSubject,
} from '../store/playbook-versions.ts';
import { pinnedPlaybook, readPlaybookText } from '../store/playbooks-in-force.ts';
import { listChanges } from '../store/portal-changes.ts';
import { readTextOrRefuse } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord, writeLine } from './terminal.ts';

interface ActOptions extends PrintOptions {
  readonly why: string;
}
interface SenderOptions extends ActOptions {
  readonly sender?: readonly string[];
  readonly unrehearsed?: boolean;
}

/** Adds the commands about stored versions to `admin playbook`. */
export function addVersionCommands(command: Command): void {
  const why = ['--why <text>', 'reason, for the audit log'] as const;
  const onVersion = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<playbook>', 'id of the playbook')
      .argument('<version>', 'its version');
  command
    .command('draft')
    .description('Store a playbook file as a draft of its version, and check it')
    .argument('<file>', 'the playbook, YAML or JSON')
    .requiredOption(...why)
    .action(draft);
  command
    .command('propose')
    .description(
      'Draft the version with the control that has changed, from a change that is open or a task that met one',
    )
    .argument('<playbook or task>', 'id of the playbook whose change is open, or of the task')
    .option(...why)
    .option('--type <type>', 'task type of the change, where changes of several are open')
    .option(
      '--candidate <number...>',
      'candidate to take in place of the proposed one, for each missing control in order',
    )
    .option('--out <file>', 'also write the changed playbook to this file, to rehearse it')
    .action(propose);
  onVersion('release', 'Use a stored version for new tasks, from the next one on, without a restart')
    .requiredOption(...why)
    .option('--sender <id...>', 'only for tasks of these senders (default: all senders without a release of their own)')
    .option('--unrehearsed', 'release a version that was checked but not rehearsed')
    .action(release);
  onVersion('retire', 'Stop using a version for new tasks, for good; running tasks keep it')
    .requiredOption(...why)
    .action(retire);
  command
    .command('rollback')
    .description('Use the version that was in use before, for new tasks')
    .argument('<playbook>', 'id of the playbook')
    .requiredOption(...why)
    .option('--sender <id>', 'roll back the release of this sender')
    .action(rollback);
  command
    .command('list')
    .description('List the stored versions, newest first')
    .argument('[playbook]', 'id of a playbook')
    .action(list);
  onVersion('show', 'Show a version: its text, its state, and who did what with it').action(show);
  onVersion('diff', 'Compare two versions, step by step')
    .argument('<other>', 'the version to compare with')
    .action(diff);
}

async function draft(file: string, options: ActOptions): Promise<void> {
  const body = await readTextOrRefuse(file);
  await withDeployment(async (deployment) => {
    printRecord(recordOf(await stored(deployment, body, file, options.why)), options);
  });
}

/** Stores a text as a draft and checks it. @throws AdminRefusal */
async function stored(
  { pool, settings, actor }: Deployment,
  body: string,
  file: string,
  why: string,
): Promise<PlaybookVersion> {
  const { readDraft } = await import('../portals/playbooks/load.ts');
  const draft = readDraft(body);
  if ('refused' in draft) throw new AdminRefusal(`${file} cannot be stored: ${draft.refused}`);
  const by = { actor, why };
  const { draftPlaybook } = await import('../commands/dispatch/playbooks.ts');
  const drafted = await draftPlaybook({ pool, settings }, draft, by);
  if (isRefused(drafted)) throw new AdminRefusal(`${draft.playbookId} ${draft.version}: ${drafted.findings[0]}`);
  if ('findings' in drafted) throw failedText(`${file} is stored as a draft, and`, drafted.findings);
  return drafted.version;
}

interface ProposeOptions extends PrintOptions {
  readonly why?: string;
  readonly type?: string;
  readonly candidate?: readonly string[];
  readonly out?: string;
}

/** A change that was met, and the text of the playbook that met it. */
interface MetPage {
  readonly playbookId: string;
  readonly file: string;
  readonly body: string;
  readonly change: PageChange;
}

/** Of a change: a draft of the version that met it, with the changed target. What is in use stays as it is. */
async function propose(subject: string, options: ProposeOptions): Promise<void> {
  const [{ proposePlaybook }, { changeLines, withChosen }] = await Promise.all([
    import('../portals/playbooks/propose.ts'),
    import('../domain/dispatch/playbook/changed-control.ts'),
  ]);
  if (options.out !== undefined && existsSync(options.out))
    throw new AdminRefusal(`--out: ${options.out} is there already; name a new file`);
  await withDeployment(async (deployment) => {
    const met = isId('task', subject)
      ? await metByTask(deployment, subject)
      : await openOf(deployment, subject, options.type);
    const { playbookId, file, body, change } = met;
    const taken = (await listVersions(deployment.pool, playbookId)).map(({ version }) => version);
    const result = proposePlaybook(body, file, withChosen(change, choicesOf(options.candidate, change)), taken);
    const print = options.json === true ? (): void => {} : writeLine;
    for (const line of changeLines(change)) print(line);
    if (result.kind === 'refused') throw new AdminRefusal(`nothing is proposed. ${result.why}${howToChoose(change)}`);
    const { version, text, changes } = result;
    print(`Proposed as version ${version}:`);
    for (const line of diffLines(changes)) print(`  ${line}`);
    if (options.out !== undefined) await writeFile(options.out, text, { flag: 'wx' });
    const draft = await stored(deployment, text, playbookId, options.why ?? `proposed from ${subject}`);
    if (options.json === true) writeLine(JSON.stringify({ ...recordOf(draft), change, changes }));
    else printRecord(recordOf(draft), options);
  });
}

/** @throws AdminRefusal */
function choicesOf(given: readonly string[] = [], { missing }: PageChange): (number | undefined)[] {
  if (given.length > missing.length)
    throw new AdminRefusal(`--candidate: the page lacks ${missing.length}, and ${given.length} are chosen`);
  return given.map((text, n) => {
    const index = Number(text) - 1;
    if (missing[n]?.found[index] === undefined)
      throw new AdminRefusal(`--candidate: there is no candidate ${text} for the missing control ${n + 1}`);
    return index;
  });
}

function howToChoose({ missing }: PageChange): string {
  return missing.every(({ found }) => found.length > 0) ? ' Choose with --candidate, such as --candidate 1.' : '';
}

/** @throws AdminRefusal */
async function metByTask({ pool, settings }: Deployment, taskId: string): Promise<MetPage> {
  const [{ readChain }, { changeThatEnded }, { sha256 }, { readEvents }, { readTask }] = await Promise.all([
    import('../domain/dispatch/evidence/chain.ts'),
    import('../domain/dispatch/evidence/evidence-events.ts'),
    import('../process/evidence-crypto.ts'),
    import('../store/evidence.ts'),
    import('../store/tasks.ts'),
  ]);
  if ((await readTask(pool, taskId)) === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
  const lines = (await readEvents(pool, taskId)).map(({ line }) => line);
  const ended = changeThatEnded(readChain(lines, sha256).events);
  if (ended === undefined)
    throw new AdminRefusal(`the last step of ${taskId} does not report a changed page, so there is nothing to propose`);
  const { portal: playbookId, change } = ended;
  const pinned = await pinnedPlaybook(pool, taskId, playbookId);
  const source =
    pinned === undefined
      ? await fileOf(playbookId, settings)
      : { file: playbookId, body: await readPlaybookText(pool, pinned) };
  return { playbookId, ...source, change };
}

/** @throws AdminRefusal */
async function openOf({ pool, settings }: Deployment, playbookId: string, taskType?: string): Promise<MetPage> {
  const open = (await listChanges(pool, { confirmed: false })).filter((one) => one.playbookId === playbookId);
  const [found, another] = open.filter((one) => taskType === undefined || one.taskType === taskType);
  if (found === undefined) throw new AdminRefusal(`no change of ${playbookId} is open`);
  if (another !== undefined && taskType === undefined)
    throw new AdminRefusal(
      `changes of several task types are open; name one with --type: ${open.map((one) => one.taskType).join(', ')}`,
    );
  const { change, digest } = found;
  if (change === null)
    throw new AdminRefusal(`${changeSentence(found)}. No control is missing, so there is nothing to propose`);
  const stored = (await listVersions(pool, playbookId)).find((one) => one.digest === digest)?.body;
  const { playbookText } = await import('../portals/playbooks/load.ts');
  const body = stored ?? playbookText(settings, playbookId, digest);
  if (body === undefined)
    throw new AdminRefusal(`version ${found.version} of ${playbookId}, which met the change, is not here any more`);
  return { playbookId, file: playbookId, body, change };
}

/** @throws AdminRefusal */
async function fileOf(id: string, settings: Settings): Promise<{ readonly file: string; readonly body: string }> {
  const [{ playbookFiles }, { readPlaybook }] = await Promise.all([
    import('../portals/playbooks/files.ts'),
    import('../portals/playbooks/load.ts'),
  ]);
  for (const file of playbookFiles(settings)) {
    const body = await readFile(file, 'utf8');
    if (readPlaybook(body, file, settings)?.id === id) return { file, body };
  }
  throw new AdminRefusal(`the playbook ${id} is neither a stored version nor a file here`);
}

async function release(playbookId: string, version: string, options: SenderOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { actor } = deployment;
    const name = { playbookId, version };
    const { releasePlaybook } = await import('../commands/dispatch/playbooks.ts');
    const released = await releasePlaybook(deployment, await mustRead(deployment.pool, name), {
      senders: options.sender ?? null,
      unrehearsed: options.unrehearsed === true,
      actor,
      why: options.why,
    });
    if (isRefused(released) && released.refused === 'invalid_request')
      throw failedText(versionSubject(name), released.findings);
    if (isRefused(released) && released.refused === 'not_allowed')
      throw new AdminRefusal(`${playbookId} ${version}: ${released.findings[0]}`);
    printRecord(recordOf(granted(released)), options);
  });
}

async function retire(playbookId: string, version: string, options: ActOptions): Promise<void> {
  const name = { playbookId, version };
  await withDeployment(async ({ pool, actor }) => {
    printRecord(recordOf(done(name, await retireVersion(pool, name, { actor, why: options.why }))), options);
  });
}

async function rollback(playbookId: string, options: ActOptions & { readonly sender?: string }): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const act = await rollBack(pool, playbookId, options.sender ?? null, { actor, why: options.why });
    if (act.kind === 'refused') throw new AdminRefusal(`${playbookId} was not rolled back: ${act.reason}`);
    printRecord(recordOf(act.version), options);
  });
}

async function list(playbookId: string | undefined, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ pool }) => {
    printList('versions', (await listVersions(pool, playbookId)).map(recordOf), options);
  });
}

async function show(playbookId: string, version: string, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ pool }) => {
    const found = await mustRead(pool, { playbookId, version });
    const acts = (await readAudit(pool, versionSubject(found))).map(({ at, actor, act, details }) => ({
      at: at.toISOString(),
      act: act.replace('playbook.', ''),
      by: actor,
      why: typeof details['why'] === 'string' ? details['why'] : '',
    }));
    if (options.json === true) {
      writeLine(JSON.stringify({ ...recordOf(found), acts, body: found.body }));
      return;
    }
    printRecord(recordOf(found), options);
    for (const { at, act, by, why } of acts) writeLine(`${at}  ${act}  ${by}  ${why}`);
    writeLine(`\n${found.body}`);
  });
}

async function diff(playbookId: string, version: string, other: string, options: PrintOptions): Promise<void> {
  const { atOnce } = await import('../process/time-slices.ts');
  const { readYaml } = await import('../portals/playbooks/read-yaml.ts');
  await withDeployment(async ({ pool }) => {
    const [before, after] = [
      await mustRead(pool, { playbookId, version }),
      await mustRead(pool, { playbookId, version: other }),
    ];
    const changes = diffPlaybooks(atOnce(readYaml(before.body)) as object, atOnce(readYaml(after.body)) as object);
    if (options.json === true) writeLine(JSON.stringify({ changes }));
    else if (changes.length === 0) writeLine('They are the same.');
    else for (const line of diffLines(changes)) writeLine(line);
  });
}

function failedText(name: string, findings: readonly string[]): AdminRefusal {
  return new AdminRefusal(`${name} does not pass its check:\n${findings.map((one) => `  - ${one}`).join('\n')}`);
}

async function mustRead(pool: Deployment['pool'], name: VersionName): Promise<PlaybookVersion> {
  const found = await readVersion(pool, name);
  if (found === undefined) throw new AdminRefusal(`there is no stored version ${name.version} of ${name.playbookId}`);
  return found;
}

/** @throws AdminRefusal */
function done(name: VersionName, act: VersionAct): PlaybookVersion {
  if (act.kind === 'refused') throw new AdminRefusal(`${name.playbookId} ${name.version}: ${act.reason}`);
  return act.version;
}

function recordOf(version: PlaybookVersion): {
  playbook: string;
  version: string;
  state: string;
  in_use_for: string[];
  drafted_by: string;
  drafted_at: string;
  digest: string;
} {
  return {
    playbook: version.playbookId,
    version: version.version,
    state: version.state,
    in_use_for: version.inForceFor.map((sender) => sender ?? 'all'),
    drafted_by: version.draftedBy,
    drafted_at: version.draftedAt.toISOString(),
    digest: version.digest,
  };
}

export function diffLines(changes: readonly PlaybookChange[]): string[] {
  return changes.map(({ kind, where, content }) => `${kind === 'added' ? '+' : '-'} ${where}: ${content}`);
}
