/** `admin playbook new`, `check`, `test` and `pages`: a playbook file as the worker would read it, without its portal. */
import { writeFile } from 'node:fs/promises';
import { checkName } from '../domain/administration/input.ts';
import { advisePlaybook } from '../domain/dispatch/guard/record-mark.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import { playbookChanges } from '../domain/dispatch/playbook/lint.ts';
import { portalId, unusableAddress } from '../domain/dispatch/studio/setup.ts';
import type { RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import { PlaybookError, readPlaybook } from '../portals/playbooks/load.ts';
import type { Settings } from '../process/settings.ts';
import { fileError, readOrRefuse, readTextOrRefuse } from './arguments.ts';
import { AdminRefusal, adminSettings, withDeployment } from './deployment.ts';
import { calledAs } from './one-command.ts';
import { type PrintOptions, printRecord, terminal, writeLine } from './terminal.ts';

export interface NewOptions {
  readonly name: string;
  readonly type: readonly string[];
  readonly kind?: string;
  readonly out?: string;
}

/** @throws AdminRefusal, with every finding */
export async function start(address: string, { name: given, type, kind: asked, out }: NewOptions): Promise<void> {
  const { starterPlaybook, startedTypes } = await import('../domain/dispatch/playbook/starter.ts');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const name = checkName(given, 'A portal name');
  const wanted = type.length === 0 ? ['pull_pod'] : type;
  const taskTypes = startedTypes.filter((each) => wanted.includes(each));
  const kind = asked ?? (taskTypes.some((each) => each !== 'pull_pod' && each !== 'tms_correction') ? 'audit' : 'tms');
  const findings = [
    unusableAddress(url, adminSettings().PORTAL_ALLOW_LOOPBACK),
    ...(name.ok ? [] : [name.sentence]),
    ...wanted
      .filter((each) => !startedTypes.some((known) => known === each))
      .map((each) => `--type: ${each} is none of ${startedTypes.join(', ')}`),
    ...(kind === 'tms' || kind === 'audit' ? [] : ['--kind: tms or audit']),
  ].filter((finding) => finding !== undefined);
  if (url === undefined || !name.ok || (kind !== 'tms' && kind !== 'audit') || findings.length > 0)
    throw new AdminRefusal(findings.join('; '));
  const id = portalId(name.value);
  const file = out ?? `${id}.yaml`;
  const text = starterPlaybook({ id, name: name.value, kind, origin: url.origin, taskTypes });
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(
      error.code === 'EEXIST'
        ? `${file} is there already; name a new file with --out`
        : `${file} cannot be written: ${fileError(error)}`,
    );
  });
  writeLine(
    `${file} has every part of a playbook for ${wanted.join(', ')}. Replace its names by those of the portal, then:`,
  );
  writeLine(`  ${calledAs(terminal().env)} playbook check ${file}`);
}

export async function check(file: string, options: PrintOptions): Promise<void> {
  const settings = adminSettings();
  const playbook = await readFrom(file, settings);
  const open = playbook === undefined ? [] : playbookChanges(playbook);
  const advice = playbook === undefined ? [] : [...advisePlaybook(playbook), ...open];
  if (options.json === true) {
    const { id = null, version = null, digest = null, origins = null, capabilities = null } = playbook ?? {};
    const able = capabilities === null ? null : Object.keys(capabilities);
    writeLine(
      JSON.stringify({
        sound: open.length === 0,
        in_use: playbook !== undefined,
        id,
        version,
        digest,
        origins,
        capabilities: able,
        advice,
      }),
    );
    refuseOpen(file, open);
    return;
  }
  if (playbook === undefined) {
    writeLine(`${file} is sound, but an address of its origins is an empty setting: this deployment leaves it out.`);
    return;
  }
  const { id, version, digest, capabilities, origins } = playbook;
  writeLine(
    `${file} ${open.length === 0 ? 'is sound' : 'can only read'}: ${id} ${version} for ${origins.join(', ')}, can do ${Object.keys(capabilities).join(', ')}.`,
  );
  writeLine(`SHA-256 ${digest}`);
  if (advice.length === 0) return;
  writeLine('It loads, and should be changed:');
  for (const sentence of advice) writeLine(`  - ${sentence}`);
  refuseOpen(file, open);
}

/** @throws AdminRefusal: it is loaded all the same, for what only reads */
function refuseOpen(file: string, open: readonly string[]): void {
  if (open.length > 0)
    throw new AdminRefusal(`${file} leaves fields of its requests open: until they are declared, it does not write.`);
}

/** @throws AdminRefusal with every finding on a line of its own */
export async function readFrom(file: string, settings: Settings): Promise<LoadedPlaybook | undefined> {
  const text = (await readOrRefuse(file)).toString('utf8');
  try {
    return readPlaybook(text, file, settings);
  } catch (error) {
    if (error instanceof PlaybookError) throw new AdminRefusal(error.message);
    throw error;
  }
}

// `admin playbook test` and `pages`: recipes on the pages that a rehearsal recorded, without the portal.

export interface TestOptions extends PrintOptions {
  readonly pages?: string;
}

export interface PagesOptions extends PrintOptions {
  readonly out: string;
}

export async function test(file: string, options: TestOptions): Promise<void> {
  const { testRecipe } = await import('../domain/dispatch/playbook/test-recipe.ts');
  const playbook = await playbookIn(file);
  const recorded = options.pages === undefined ? await storedPages(playbook.id, null) : await pagesOf(options.pages);
  if (recorded.length === 0)
    throw new AdminRefusal(
      `no pages of ${playbook.id} were recorded: rehearse it with --record-pages FILE, or let its canary run`,
    );
  const results = recorded
    .filter(({ taskType, phase }) => playbook.capabilities[taskType]?.[phase] !== undefined)
    .map((recipe) => ({ recipe: `${recipe.taskType} ${recipe.phase}`, ...testRecipe(playbook, recipe) }));
  const { out } = terminal();
  if (options.json === true) out(`${JSON.stringify({ recipes: results })}\n`);
  else
    for (const { recipe, findings, tested, untested } of results) {
      out(`${findings.length === 0 ? 'ok  ' : 'FAIL'}  ${recipe}: ${tested} steps found their control\n`);
      for (const finding of findings) out(`      ${finding}\n`);
      for (const note of untested) out(`      not tested: ${note}\n`);
    }
  const failed = results.filter(({ findings }) => findings.length > 0).length;
  if (failed > 0)
    throw new AdminRefusal(`${failed === 1 ? 'one recipe does' : `${failed} recipes do`} not fit the recorded pages`);
}

export async function pages(playbookId: string, version: string | undefined, options: PagesOptions): Promise<void> {
  const recorded = await storedPages(playbookId, version ?? null);
  if (recorded.length === 0) throw new AdminRefusal(`no pages of ${playbookId} ${version ?? ''} were recorded`);
  await writePages(options.out, recorded);
  const recipes = recorded.map(({ taskType, phase }) => `${taskType} ${phase}`);
  printRecord({ playbook: playbookId, recipes, file: options.out }, options);
}

function storedPages(playbookId: string, version: string | null): Promise<RecordedRecipe[]> {
  return withDeployment(async ({ pool }) =>
    (await import('../store/canaries.ts')).readPages(pool, playbookId, version),
  );
}

export async function writePages(file: string, recorded: readonly RecordedRecipe[]): Promise<void> {
  await writeFile(file, `${JSON.stringify({ recipes: recorded }, null, 1)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${file} cannot be written: ${fileError(error)}`);
  });
}

/** @throws AdminRefusal */
async function pagesOf(file: string): Promise<RecordedRecipe[]> {
  const { recipes } = JSON.parse(await readTextOrRefuse(file)) as { recipes?: RecordedRecipe[] };
  if (!Array.isArray(recipes)) throw new AdminRefusal(`${file} has no recorded pages`);
  return recipes;
}

async function playbookIn(file: string): Promise<LoadedPlaybook> {
  const playbook = await readFrom(file, adminSettings());
  if (playbook === undefined) throw new AdminRefusal(`an address of the origins of ${file} is an empty setting`);
  return playbook;
}
