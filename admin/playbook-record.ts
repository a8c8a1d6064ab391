/** `admin playbook record`: a real window in which a person works a portal once, recorded like in the studio. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { noteWriteReleased } from '../commands/dispatch/recordings.ts';
import { checkPortalLogin } from '../domain/administration/input.ts';
import { actText, partNames } from '../domain/dispatch/studio/done-acts.ts';
import {
  requestsLeft,
  type Binding,
  type Recording,
  type SeenTraffic,
  type StudioSetup,
  type RecordedAct,
  sampleTask,
} from '../domain/dispatch/studio/acts.ts';
import type { LiveState } from '../domain/dispatch/studio/live.ts';
import { decisionText, orderHelp, readOrder } from '../domain/dispatch/studio/record-orders.ts';
import { factsToRead, partsToRecord, recordedPlaybook } from '../domain/dispatch/studio/recorded-playbook.ts';
import { bindingKey } from '../domain/dispatch/studio/requests.ts';
import { sentencesIn } from '../domain/sentence.ts';
import { checkSetup, namesSample } from '../domain/dispatch/studio/setup.ts';
import { playbookText } from '../domain/dispatch/studio/yaml-text.ts';
import {
  credentialVariable,
  CredentialsError,
  readCredentials,
  type PortalCredentials,
} from '../portals/credentials.ts';
import { BrowserMissingError, findWindowBrowser, type BrowserProgram } from '../portals/executable.ts';
import type { Settings } from '../process/settings.ts';
import { AdminRefusal, adminSettings, withDeployment } from './deployment.ts';
import { calledAs } from './one-command.ts';
import { claimRehearsalCode } from '../portals/totp.ts';
import { terminal, writeLine } from './terminal.ts';

export interface RecordOptions {
  readonly name: string;
  readonly sample: readonly string[];
  readonly type: string;
  readonly kind: string;
  readonly out?: string;
}

export async function record(url: string, options: RecordOptions): Promise<void> {
  const settings = adminSettings();
  const judged = checkSetup(
    { name: options.name, address: url, kind: options.kind, taskType: options.type, samples: options.sample },
    { allowLoopback: settings.PORTAL_ALLOW_LOOPBACK },
  );
  if ('findings' in judged) throw new AdminRefusal(sentencesIn(judged.findings).join('; '));
  const { setup } = judged;
  const file = options.out ?? `${setup.id}.yaml`;
  if (existsSync(file)) throw new AdminRefusal(`${file} is there already; name a new file with --out`);
  const program = windowBrowser(settings);
  const credentials = await loginOf(setup, settings);
  const recorder = openRecorder(setup, file);
  await recordInWindow(settings, program, credentials, recorder);
  await recorder.write();
  await describe(recorder.recording(), file, settings);
}

/** @throws AdminRefusal */
function windowBrowser(settings: Settings): BrowserProgram {
  try {
    return findWindowBrowser(settings, terminal().env);
  } catch (error) {
    if (error instanceof BrowserMissingError) throw new AdminRefusal(error.message);
    throw error;
  }
}

/** @returns null where the portal is worked without a login @throws AdminRefusal */
async function loginOf(setup: StudioSetup, settings: Settings): Promise<PortalCredentials | null> {
  const { env, secret } = terminal();
  if ((env[credentialVariable(setup.account)] ?? '') !== '')
    try {
      const source = { env, deploymentSecret: settings.DEPLOYMENT_SECRET, readSealed: async () => undefined };
      return await readCredentials(source, setup.id, setup.account);
    } catch (error) {
      if (error instanceof CredentialsError) throw new AdminRefusal(error.message);
      throw error;
    }
  const username = await secret('User name of the portal, not shown (empty: no login): ');
  if (username === undefined || username === '') return null;
  const password = (await secret('Password, not shown: ')) ?? '';
  const totp = (await secret('Secret of one-time codes, base32, not shown (empty: none): ')) ?? '';
  const login = checkPortalLogin(username, password, totp === '' ? null : totp);
  if (!login.ok) throw new AdminRefusal(login.sentence);
  return login.value;
}

interface Recorder {
  readonly setup: StudioSetup;
  readonly acts: RecordedAct[];
  readonly traffic: SeenTraffic[];
  readonly origins: string[];
  readonly bindings: Record<string, Binding>;
  recording(): Recording;
  /** Writes the playbook as it is now; what was recorded is not lost with the window. */
  write(): Promise<void>;
}

function openRecorder(setup: StudioSetup, file: string): Recorder {
  const kept = {
    setup,
    acts: [] as RecordedAct[],
    traffic: [] as SeenTraffic[],
    origins: [] as string[],
    bindings: {},
  };
  const recording = (): Recording => kept;
  let writing: Promise<void> = Promise.resolve();
  return {
    ...kept,
    recording,
    write: () => (writing = writing.then(() => writeFile(file, playbookText(recordedPlaybook(recording()))))),
  };
}

/** Resolves when the person says `done`, ends the input or closes the window. */
async function recordInWindow(
  settings: Settings,
  program: BrowserProgram,
  credentials: PortalCredentials | null,
  recorder: Recorder,
): Promise<void> {
  const [{ openBrowserPool }, { openLiveBrowser }, { openOwnWindows }, { unusedCode }] = await Promise.all([
    import('../portals/browser-pool.ts'),
    import('../portals/studio/live-browser.ts'),
    import('../portals/studio/own-window.ts'),
    import('../portals/totp.ts'),
  ]);
  const { setup, acts } = recorder;
  const dataFolder = resolve(settings.DATA_DIR);
  const ending = new AbortController();
  const browsers = openBrowserPool({
    program: async () => program,
    size: 1,
    profiles: join(dataFolder, 'browser-profiles'),
    window: true,
  });
  const seen = { notices: [] as readonly string[], held: 0, prompt: false, elsewhere: new Set<string>() };
  try {
    await browsers.use(ending.signal, async (context) => {
      let end: () => void = () => {};
      const ended = new Promise<void>((done) => (end = done));
      const windows = openOwnWindows({
        context,
        onMarked: () => writeLine('  marked'),
        onSentence: writeLine,
        onClosed: end,
      });
      const live = await openLiveBrowser({
        context,
        setup,
        origins: [],
        assetOrigins: [],
        knownReads: [],
        leftOut: async () => requestsLeft(acts),
        part: 'login',
        isSignedInMarked: false,
        changes: 0,
        heard: {},
        notices: [],
        credentials,
        oneTimeCode: async (secret) =>
          (
            await unusedCode(secret, {
              claim: (period) => claimRehearsalCode(dataFolder, setup.account, period),
              signal: ending.signal,
            })
          ).text,
        file: Buffer.from('%PDF-1.4\n%%EOF\n'),
        assets: browsers.assets,
        timeoutMs: settings.PORTAL_STEP_TIMEOUT_MS,
        isOurs: async () => true,
        letIn: windows.letIn,
        onState: () => show(live.state()),
        onAct(act) {
          acts.push(act);
          writeLine(`${String(acts.length).padStart(4)}  ${actText(act, setup)}`);
          void recorder.write().catch(() => undefined);
        },
        onTraffic(one) {
          if (!recorder.traffic.some((each) => JSON.stringify(each) === JSON.stringify(one)))
            recorder.traffic.push(one);
        },
        onOrigin: (origin) => void recorder.origins.push(origin),
        onLost(error) {
          writeLine(`The window is gone: ${error.message}.`);
          end();
        },
      });
      windows.follow(live);
      live.do({ do: 'go', to: setup.entry });
      for (const line of startLines(setup)) writeLine(line);
      void readLines().then(end, end);
      await ended;
      await live.close();

      async function readLines(): Promise<void> {
        for await (const line of terminal().lines()) {
          const { part, held, prompt } = live.state();
          const order = readOrder(line, {
            taskType: setup.taskType,
            part,
            isHeld: held !== null,
            isPrompted: prompt !== null,
          });
          switch (order.order) {
            case 'do':
              live.do(order.command);
              break;
            case 'mark':
              windows.mark(order.mark);
              writeLine(order.hint);
              break;
            case 'decide':
              if (order.decision === 'send' && (part !== 'submit' || !namesSample(setup, order.record)))
                writeLine('Type the number of the sample record to release its write, in the part submit.');
              else if (held !== null) {
                const isNoted = order.decision !== 'send' || (await noteRelease(setup, order.record));
                if (isNoted) live.do({ do: 'decide', request: held.id, decision: order.decision });
              }
              break;
            case 'done':
              await live.idle();
              return;
            case 'bind':
            case 'facts':
            case 'help':
            case 'none':
            case 'steps':
            case 'undo':
            default:
              answer(order);
          }
        }
        await live.idle();
      }

      function answer(
        order: Exclude<ReturnType<typeof readOrder>, { order: 'do' | 'mark' | 'decide' | 'done' }>,
      ): void {
        if (order.order === 'none') return order.why === '' ? undefined : writeLine(order.why);
        if (order.order === 'bind') return bind(recorder, order.field, order.binding);
        if (order.order === 'undo') {
          const gone = acts.pop();
          return writeLine(gone === undefined ? 'There is no step.' : `Removed: ${actText(gone, setup)}`);
        }
        if (order.order === 'steps')
          return acts.forEach((act, n) =>
            writeLine(`${String(n + 1).padStart(4)}  ${partNames[act.part]}: ${actText(act, setup)}`),
          );
        if (order.order === 'facts') {
          const facts = factsToRead(setup.taskType, live.state().part, acts);
          return facts.forEach((fact) =>
            writeLine(
              `  ${fact.read ? 'read' : '    '}  ${fact.name}${fact.required ? '' : ' (optional)'}: ${fact.meaning}`,
            ),
          );
        }
        for (const [words, meaning] of orderHelp) writeLine(`  ${words.padEnd(22)} ${meaning}`);
      }
    });
  } finally {
    ending.abort();
    await browsers.close();
  }

  /** What is new in the state, each once. */
  function show(state: LiveState): void {
    for (const notice of state.notices.filter((each) => !seen.notices.includes(each))) writeLine(`      ${notice}`);
    seen.notices = state.notices;
    const { held, prompt } = state;
    if (held !== null && held.id !== seen.held) {
      seen.held = held.id;
      writeLine(`\nThe page wants to send ${held.method} ${held.address}`);
      for (const { name, value } of held.fields) writeLine(`      ${name} = ${JSON.stringify(value.slice(0, 200))}`);
      if (held.refused === null) writeLine(`Answer ${decisionText(held.part)}:`);
      else writeLine(`It is never sent: ${held.refused}. Answer keep:`);
    }
    if (prompt !== null && !seen.prompt) writeLine(`\nThe page asks: ${prompt.text} (an empty line dismisses it)`);
    seen.prompt = prompt !== null;
    for (const { origin, isAsset } of state.elsewhere.filter((each) => !seen.elsewhere.has(each.origin))) {
      seen.elsewhere.add(origin);
      writeLine(`      Left out: ${origin}. If the page needs it: allow ${origin}${isAsset ? '' : ' portal'}`);
    }
  }
}

/**
 * The audit log of the deployment gets an entry, where one is known here; the command works without.
 * @returns false where the log could not be written
 */
async function noteRelease({ id }: StudioSetup, record: string): Promise<boolean> {
  try {
    await withDeployment(({ pool, actor }) =>
      noteWriteReleased(pool, { recording: `window:${id}`, portal: id, record, actor }),
    );
    return true;
  } catch (error) {
    const isUnknown = error instanceof AdminRefusal;
    if (isUnknown) writeLine('No deployment is known here, so no audit log has an entry of this release.');
    else
      writeLine(`The write was not released, because the audit log could not be written: ${(error as Error).message}`);
    return isUnknown;
  }
}

function startLines(setup: StudioSetup): string[] {
  const parts = partsToRecord(setup.taskType);
  return [
    `Sign in to ${setup.name} in the window. Type into it as usual, or type user and password here.`,
    `Then record ${parts.slice(1).join(', ')}: “part ${parts[1] ?? 'steps'}”. help lists everything; done writes the playbook.`,
  ];
}

/** Binds a field of the newest request that has it. */
function bind({ acts, bindings }: Recorder, field: string, binding: Binding): void {
  const request = acts
    .flatMap((act) => ('outcome' in act ? act.outcome.requests : []))
    .findLast(({ fields, address }) => fields.some(({ name }) => name === field) || address.includes(`${field}=`));
  if (request === undefined) return writeLine(`No request has a field ${field}.`);
  bindings[bindingKey(request, field)] = binding;
  return writeLine(`${field} carries ${binding.is === 'input' ? `the input ${binding.input}` : binding.is}.`);
}

async function describe(recording: Recording, file: string, settings: Settings): Promise<void> {
  const { setup, acts } = recording;
  const { checkPlaybook, placedFindings } = await import('../portals/playbooks/findings.ts');
  const text = playbookText(recordedPlaybook(recording));
  const checked = checkPlaybook(text, setup.id, settings);
  writeLine(`\n${acts.length} steps are written to ${file}.`);
  const missing = partsToRecord(setup.taskType).flatMap((part) =>
    factsToRead(setup.taskType, part, acts).filter(({ required, read }) => required && !read),
  );
  if (missing.length > 0) writeLine(`Facts that were not read: ${missing.map(({ name }) => name).join(', ')}.`);
  if ('findings' in checked) {
    writeLine('To be corrected in the file, or by recording again:');
    for (const { line, sentence } of placedFindings(text, checked.findings)) writeLine(`  line ${line}: ${sentence}`);
  }
  writeLine(`Next: ${rehearsalCommand(setup, file, terminal().env)}`);
}

/** The command that rehearses the file with the sample record, to be typed as it is. */
export function rehearsalCommand(setup: StudioSetup, file: string, env: NodeJS.ProcessEnv): string {
  const { params, inputs } = sampleTask(setup);
  const variable = credentialVariable(setup.account);
  // The login that was typed here is stored nowhere.
  const login = (env[variable] ?? '') === '' ? `${variable}='{"username":"…","password":"…"}' ` : '';
  const task = shellText(JSON.stringify({ task_type: setup.taskType, params }));
  const given = Object.entries(inputs).map(([name, value]) => ` --input ${shellText(`${name}=${value}`)}`);
  return `${login}${calledAs(env)} playbook rehearse ${shellText(file)} --task ${task}${given.join('')}`;
}

/** As a shell reads it as one text. */
function shellText(text: string): string {
  return /^[\w./=@:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
