/** `admin playbook check`: a playbook file as the worker would read it. */
import { advisePlaybook } from '../domain/dispatch/playbook/advice.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import { playbookChanges } from '../domain/dispatch/playbook/lint.ts';
import { PlaybookError, readPlaybook } from '../portals/playbooks/load.ts';
import type { Settings } from '../process/settings.ts';
import { readOrRefuse } from './arguments.ts';
import { AdminRefusal, adminSettings } from './deployment.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

export async function check(file: string, options: PrintOptions): Promise<void> {
  const settings = adminSettings();
  const playbook = await readFrom(file, settings);
  const open = playbook === undefined ? [] : playbookChanges(playbook);
  const advice = playbook === undefined ? [] : [...advisePlaybook(playbook), ...open];
  if (options.json === true) {
    const { id = null, version = null, digest = null, origins = null, capabilities = null } = playbook ?? {};
    const able = capabilities === null ? null : Object.keys(capabilities);
    say(
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
    say(`${file} is sound, but an address of its origins is an empty setting: this deployment leaves it out.`);
    return;
  }
  const { id, version, digest, capabilities, origins } = playbook;
  say(
    `${file} ${open.length === 0 ? 'is sound' : 'can only read'}: ${id} ${version} for ${origins.join(', ')}, can do ${Object.keys(capabilities).join(', ')}.`,
  );
  say(`SHA-256 ${digest}`);
  if (advice.length === 0) return;
  say('It loads, and should be changed:');
  for (const sentence of advice) say(`  - ${sentence}`);
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

function say(line: string): void {
  terminal().out(`${line}\n`);
}
