/** `admin playbook test` and `pages`: recipes on the pages that a rehearsal recorded, without the portal. */
import { writeFile } from 'node:fs/promises';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import { testRecipe } from '../domain/dispatch/playbook/test-recipe.ts';
import { readPages } from '../store/canary-runs.ts';
import { readTextOrRefuse } from './arguments.ts';
import { AdminRefusal, adminSettings, withDeployment } from './deployment.ts';
import { type PrintOptions, printRecord } from './print.ts';
import { terminal } from './terminal.ts';

export interface TestOptions extends PrintOptions {
  readonly pages?: string;
}

export interface PagesOptions extends PrintOptions {
  readonly out: string;
}

export async function test(file: string, options: TestOptions): Promise<void> {
  const playbook = await readFrom(file);
  const recorded =
    options.pages === undefined
      ? await withDeployment(({ pool }) => readPages(pool, playbook.id, null))
      : await pagesOf(options.pages);
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
  const recorded = await withDeployment(({ pool }) => readPages(pool, playbookId, version ?? null));
  if (recorded.length === 0) throw new AdminRefusal(`no pages of ${playbookId} ${version ?? ''} were recorded`);
  await writePages(options.out, recorded);
  const recipes = recorded.map(({ taskType, phase }) => `${taskType} ${phase}`);
  printRecord({ playbook: playbookId, recipes, file: options.out }, options);
}

export async function writePages(file: string, recorded: readonly RecordedRecipe[]): Promise<void> {
  await writeFile(file, `${JSON.stringify({ recipes: recorded }, null, 1)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${file} cannot be written: ${error.code ?? error.message}`);
  });
}

/** @throws AdminRefusal */
async function pagesOf(file: string): Promise<RecordedRecipe[]> {
  const { recipes } = JSON.parse(await readTextOrRefuse(file)) as { recipes?: RecordedRecipe[] };
  if (!Array.isArray(recipes)) throw new AdminRefusal(`${file} has no recorded pages`);
  return recipes;
}

async function readFrom(file: string): Promise<LoadedPlaybook> {
  const { readPlaybook, PlaybookError } = await import('../portals/playbooks/load.ts');
  try {
    const playbook = readPlaybook(await readTextOrRefuse(file), file, adminSettings());
    if (playbook === undefined) throw new AdminRefusal(`an address of the origins of ${file} is an empty setting`);
    return playbook;
  } catch (error) {
    if (error instanceof PlaybookError) throw new AdminRefusal(error.message);
    throw error;
  }
}
