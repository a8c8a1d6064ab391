/** `admin playbook rehearse`: a task on the portal, up to the request that would change something. */
import { sha256 } from '../process/evidence-crypto.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sentencesIn } from '../domain/sentence.ts';
import type { EvidenceEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import { type PageChange, changeLines } from '../domain/dispatch/playbook/changed-control.ts';
import { type Phase, isWriting, phases } from '../domain/dispatch/playbook/needed-facts.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { Step } from '../domain/dispatch/playbook/step.ts';
import type { RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import { rehearsalInputs } from '../domain/dispatch/playbook/rehearsal.ts';
import { type TaskType, taskTypes } from '../domain/dispatch/task.ts';
import { CredentialsError, credentialVariable, readCredentials } from '../portals/credentials.ts';
import type { PortalCredentials } from '../portals/credentials.ts';
import { findBrowser } from '../portals/executable.ts';
import { OwnFaultError } from '../portals/own-lag.ts';
import { playbookText } from '../domain/dispatch/studio/yaml-text.ts';
import type { Rehearsal, RehearsalResult } from '../portals/rehearsal.ts';
import type { Settings } from '../process/settings.ts';
import { readVersion, recordRehearsal } from '../store/playbook-versions.ts';
import { keepPages } from '../store/canaries.ts';
import { readSealedCredentials } from '../store/portal-credentials.ts';
import { fileError, readOrRefuse } from './arguments.ts';
import { AdminRefusal, adminSettings, withDeployment } from './deployment.ts';
import { readFrom, writePages } from './playbook-check.ts';
import { diffLines } from './playbook-versions.ts';
import { claimRehearsalCode } from '../portals/totp.ts';
import { type PrintOptions, terminal, writeLine } from './terminal.ts';

export interface RehearseOptions extends PrintOptions {
  readonly task: string;
  readonly input: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly previews?: boolean;
  readonly pod?: string;
  readonly pictures: string;
  readonly record?: boolean;
  readonly recordPages?: string;
  readonly propose?: string;
}

export async function rehearse(file: string, options: RehearseOptions): Promise<void> {
  const settings = adminSettings();
  const whole = await readFrom(file, settings);
  if (whole === undefined) throw new AdminRefusal(`an address of the origins of ${file} is an empty setting`);
  if (options.record === true && options.from !== undefined)
    throw new AdminRefusal('--record: only a rehearsal from the beginning is recorded, so leave out --from');
  if (options.propose !== undefined && existsSync(options.propose))
    throw new AdminRefusal(`--propose: ${options.propose} is there already; name a new file`);
  const { taskType, params } = await readTask(options.task);
  const { playbook, skipped } = beginAt(whole, taskType, options.from);
  const capability = playbook.capabilities[taskType];
  if (capability === undefined) throw new AdminRefusal(`the playbook ${playbook.id} cannot do ${taskType}`);
  const [{ checkTaskInput }, { openRehearsalRoom }] = await Promise.all([
    import('../commands/dispatch/check-task-input.ts'),
    import('../portals/rehearsal.ts'),
  ]);
  const input = checkTaskInput({ task_type: taskType, params }, { allowLoopback: settings.PORTAL_ALLOW_LOOPBACK });
  if ('findings' in input)
    throw new AdminRefusal(`no such task would be taken: ${sentencesIn(input.findings).join('; ')}`);
  const credentials = await loginOf(playbook, settings);
  const pod = options.pod === undefined ? undefined : await readOrRefuse(options.pod);
  const dataFolder = resolve(settings.DATA_DIR);
  const room = openRehearsalRoom({
    program: () => findBrowser(settings),
    profiles: join(dataFolder, 'browser-profiles'),
    claimCode: ({ account }, period) => claimRehearsalCode(dataFolder, account, period),
  });
  const seen: Record<string, string> = {};
  const results: object[] = [];
  const recorded: RecordedRecipe[] = [];
  const print = options.json === true ? (): void => {} : writeLine;
  let ended: string | undefined;
  let change: PageChange | undefined;
  let at: Step | undefined;
  const follower = { before: async (step: Step) => (at = step), failed: async () => undefined };
  try {
    for (const phase of phases.filter((name) => capability[name] !== undefined && !skipped.includes(name))) {
      const inputs = inputsOrRefuse(taskType, phase, { params, seen, given: options.input });
      if (isWriting(taskType)) print(`\n${phase}`);
      const folder = join(resolve(options.pictures), phase);
      await mkdir(folder, { recursive: true });
      const result = await onFreshBrowser(print, () =>
        room.run(
          {
            playbook,
            taskType,
            phase,
            inputs,
            previews: options.previews === true,
            ...(pod === undefined ? {} : { file: pod }),
            sink: printingSink(folder, print),
            signal: new AbortController().signal,
            stepTimeoutMs: settings.PORTAL_STEP_TIMEOUT_MS,
            follower,
          },
          credentials,
        ),
      );
      const words = [...wordsOf(result, phase), ...(await lineOfStep(file, result, at))];
      for (const line of words) print(line);
      results.push({ phase, ...shownOf(result) });
      if ('recorded' in result) recorded.push(result.recorded);
      if (result.kind === 'finished') {
        Object.assign(seen, result.facts);
        if (result.reading.why === null) continue;
        ended = `${phase}: a task would stop here, because ${result.reading.why}.`;
        break;
      } else if (result.kind !== 'held_back') {
        if (result.kind === 'changed') change = result.change;
        if (result.kind !== 'absent') ended = `${phase}: ${words.filter((line) => !/^ |:$/.test(line)).join(' ')}`;
        break;
      }
    }
  } finally {
    await room.close();
  }
  const proposed = change === undefined ? undefined : await proposedFor(file, change, options, print);
  if (options.json === true)
    writeLine(JSON.stringify({ recipes: results, pictures: resolve(options.pictures), ...(proposed && { proposed }) }));
  print(`\nPictures and texts of the pages: ${resolve(options.pictures)}`);
  if (ended !== undefined) throw new AdminRefusal(`the rehearsal did not come to its end. ${ended}`);
  if (options.recordPages !== undefined) await writePages(options.recordPages, recorded);
  if (options.record === true) await keepRehearsal(whole, taskType, recorded);
}

/** @throws AdminRefusal naming what is missing */
function inputsOrRefuse(...asked: Parameters<typeof rehearsalInputs>): Readonly<Record<string, string>> {
  const answer = rehearsalInputs(...asked);
  if (answer.kind === 'given') return answer.inputs;
  throw new AdminRefusal(
    `${asked[1]} needs ${answer.missing.map(({ name, meaning }) => `--input ${name}=… (${meaning})`).join(', ')}`,
  );
}

/** Prints what may be there now, and the change of the file that follows from it. */
async function proposedFor(
  file: string,
  change: PageChange,
  options: RehearseOptions,
  print: (line: string) => void,
): Promise<object> {
  const { proposePlaybook } = await import('../portals/playbooks/propose.ts');
  const result = proposePlaybook((await readOrRefuse(file)).toString('utf8'), file, change, []);
  for (const line of changeLines(change)) print(line);
  if (result.kind === 'refused') {
    print(`No change of the playbook is proposed. ${result.why}`);
    return result;
  }
  const { version, text, changes } = result;
  print(`Proposed as version ${version}:`);
  for (const line of diffLines(changes)) print(`  ${line}`);
  if (options.propose === undefined) print('With --propose <file> the changed playbook is written to that file.');
  else {
    await writeFile(options.propose, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new AdminRefusal(`${options.propose ?? ''} cannot be written: ${fileError(error)}`);
    });
    print(`Written to ${options.propose}. Rehearse it, then store and release it.`);
  }
  return { kind: 'proposed', version, changes };
}

/** @throws AdminRefusal when the version is not stored, or not checked */
async function keepRehearsal(
  { id, version, digest }: LoadedPlaybook,
  taskType: TaskType,
  recorded: readonly RecordedRecipe[],
): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const name = { playbookId: id, version };
    if ((await readVersion(pool, name))?.digest !== digest)
      throw new AdminRefusal(`the rehearsal was not recorded: ${id} ${version} is not stored with this content`);
    const kept = await recordRehearsal(pool, name, { actor, why: `a rehearsal of ${taskType} finished` });
    if (kept.kind === 'refused') throw new AdminRefusal(`the rehearsal was not recorded: ${kept.reason}`);
    await keepPages(pool, { playbookId: id, digest, version }, recorded);
  });
}

/** A rehearsal writes nothing, so it may begin again as often as our own browser fails. */
const triesOfPhase = 3;

/** @throws AdminRefusal when our own processes failed every time, which says nothing about the portal */
async function onFreshBrowser<T>(print: (line: string) => void, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof OwnFaultError)) throw error;
      if (tries === triesOfPhase)
        throw new AdminRefusal(
          `the rehearsal failed ${tries} times for a reason of this machine: ${error.message}. This says nothing about the portal. Run it again.`,
        );
      print(`  again, for a reason of this machine: ${error.message}`);
    }
  }
}

/** Leaves out what comes before a recipe, or before one of its steps. @throws AdminRefusal where nothing can begin there */
function beginAt(
  playbook: LoadedPlaybook,
  taskType: TaskType,
  from: string | undefined,
): { readonly playbook: LoadedPlaybook; readonly skipped: readonly Phase[] } {
  if (from === undefined) return { playbook, skipped: [] };
  const [, name, number = '1'] = /^([a-z]+)(?::(\d+))?$/.exec(from) ?? [];
  const capability = playbook.capabilities[taskType];
  const phase = phases.find((each) => each === name);
  const steps = phase === undefined ? undefined : capability?.[phase];
  if (phase === undefined || steps === undefined)
    throw new AdminRefusal(
      `--from: ${taskType} has the recipes ${phases.filter((each) => capability?.[each] !== undefined).join(', ')}`,
    );
  const index = Number(number) - 1;
  const left = steps.slice(index);
  if (left[0] === undefined) throw new AdminRefusal(`--from: ${phase} has ${steps.length} steps`);
  if (index > 0 && left[0].do !== 'go') {
    const opening = steps.findLastIndex((step, n) => n < index && step.do === 'go');
    throw new AdminRefusal(`--from: step ${number} of ${phase} opens no page; begin at ${phase}:${opening + 1}`);
  }
  return {
    playbook: {
      ...playbook,
      capabilities: { ...playbook.capabilities, [taskType]: { ...capability, [phase]: left } },
    },
    skipped: phases.slice(0, phases.indexOf(phase)),
  };
}

/** Of a result, what is no bytes. */
function shownOf(result: RehearsalResult): object {
  if (result.kind === 'held_back') return { kind: result.kind, request: result.request, fields: result.fields };
  if (result.kind !== 'finished') return result;
  const { kind, facts, reading, document } = result;
  return { kind, facts, not_read: notRead(result), task_would_stop: reading.why, document };
}

function notRead({ reading }: Extract<RehearsalResult, { kind: 'finished' }>): string[] {
  return reading.facts.filter(({ required, value }) => required && value === null).map(({ name }) => name);
}

/** Prints each step as it happens and keeps its picture. */
function printingSink(folder: string, print: (line: string) => void): Rehearsal['sink'] {
  let count = 0;
  const printed = new Set<string>();
  return {
    async file(name, bytes, mediaType) {
      await writeFile(join(folder, name), bytes);
      return { file: name, sha256: sha256(bytes), bytes: bytes.length, media_type: mediaType };
    },
    async record(events) {
      for (const event of events) {
        if (event.kind === 'step') count += 1;
        const line = lineOf(event, count);
        // A page asks for the same again and again.
        if (line === undefined || (event.kind === 'verdict' && printed.has(line))) continue;
        printed.add(line);
        print(line);
      }
      return events.map(() => count);
    },
  };
}

function lineOf(event: EvidenceEvent, count: number): string | undefined {
  if (event.kind === 'note') return `      ${event.note}`;
  if (event.kind === 'check')
    return `      ${event.verdict}: expected ${JSON.stringify(event.expected)}, found ${JSON.stringify(event.found)}`;
  if (event.kind === 'verdict' && event.silent === true) return `      ${event.subject}: ${event.reason}`;
  if (event.kind !== 'step') return undefined;
  const picture = event.screenshot === null ? '' : `  [${event.screenshot.file}]`;
  const stop = event.guard.verdict === 'stopped' ? `  stopped: ${event.guard.reason}` : '';
  return `${String(count).padStart(4)}  ${event.target}${stop}${picture}`;
}

function wordsOf(result: RehearsalResult, phase: Phase): string[] {
  switch (result.kind) {
    case 'finished':
      return [
        ...Object.entries(result.facts).map(([name, value]) => `      ${name} = ${value}`),
        ...notRead(result).map((name) => `      ${name}: required, and the page shows nothing for it`),
        ...result.downloads.map(({ name, bytes }) => `      ${name}: ${bytes.length} bytes`),
        ...(result.document?.checks ?? []).map(
          ({ verdict, expected, found }) => `      ${verdict}: expected ${expected}, found ${found}`,
        ),
        ...(result.document?.findings ?? []).map(
          (finding) => `      The document ${finding}: a person would look at it.`,
        ),
        ...(result.reading.why === null ? [] : [`A task would stop here: ${result.reading.why}.`]),
        `${phase} finished.`,
      ];
    case 'held_back':
      return [
        `${phase} would now send ${result.request} and nothing else:`,
        ...result.fields.map((field) => `      ${field}`),
        'It was held back.',
      ];
    case 'absent':
      return [`The portal has no ${result.what}: ${JSON.stringify(result.words)}`];
    case 'refused':
      return [`The portal refused: ${JSON.stringify(result.words)}`];
    case 'stopped':
      return [
        `The guard stopped it (${result.verdict.rule}): ${result.verdict.reason}: ${result.verdict.subject}`,
        ...(result.proposed === undefined
          ? []
          : [
              'What the page sends, declared whole; read it through before you take it over:',
              ...playbookText({ expects: [result.proposed] })
                .trim()
                .split('\n')
                .map((line) => `      ${line}`),
            ]),
      ];
    case 'changed':
      return [`The page ${result.page} is not as declared: expected ${result.expected}; found ${result.found}`];
    case 'unavailable':
    case 'uncertain':
      return [`The portal cannot be worked now: ${result.reason}`];
    default:
      return unknownResult(result);
  }
}

/** Where in the file the step is that could not be done. */
async function lineOfStep(file: string, { kind }: RehearsalResult, step: Step | undefined): Promise<string[]> {
  if (step === undefined || (kind !== 'changed' && kind !== 'stopped')) return [];
  const { linesOfStep } = await import('../portals/playbooks/findings.ts');
  const lines = linesOfStep((await readOrRefuse(file)).toString('utf8'), step);
  return lines.length === 0 ? [] : [`That step is in line ${lines.join(' or ')} of ${file}.`];
}

function unknownResult(result: never): never {
  throw new TypeError(`there is no such result: ${JSON.stringify(result)}`);
}

async function readTask(given: string): Promise<{ taskType: TaskType; params: object }> {
  const text = existsSync(given) ? await readFile(given, 'utf8') : given;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AdminRefusal('--task is neither a file nor JSON');
  }
  const { task_type: type, params } = (value ?? {}) as { task_type?: unknown; params?: unknown };
  const taskType = taskTypes.find((known) => known === type);
  if (taskType === undefined) throw new AdminRefusal(`--task: task_type must be one of ${taskTypes.join(', ')}`);
  if (typeof params !== 'object' || params === null) throw new AdminRefusal('--task: params must be an object');
  return { taskType, params };
}

/** A login in the environment needs no deployment to rehearse with. */
async function loginOf({ id, account }: LoadedPlaybook, settings: Settings): Promise<PortalCredentials> {
  const { env } = terminal();
  const inVariable = (env[credentialVariable(account)] ?? '') !== '';
  const read = (deploymentSecret: DeploymentSecret, readSealed: Parameters<typeof readCredentials>[0]['readSealed']) =>
    readCredentials({ env, deploymentSecret, readSealed }, id, account);
  try {
    if (inVariable) return await read(settings.DEPLOYMENT_SECRET, async () => undefined);
    return await withDeployment(({ pool, deploymentSecret }) =>
      read(deploymentSecret, (portal, name) => readSealedCredentials(pool, portal, name)),
    );
  } catch (error) {
    if (error instanceof CredentialsError) throw new AdminRefusal(error.message);
    throw error;
  }
}
