/** The files that playbooks are in, and how large one may be. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the loader needs of the settings; an origin `${NAME}` is looked up among all of them by name. */
export interface PlaybookSettings {
  readonly PORTAL_PLAYBOOKS: string;
  readonly PORTAL_ALLOW_LOOPBACK: boolean;
  readonly PORTAL_SANDBOX_TMS_URL: string;
  readonly PORTAL_SANDBOX_AUDIT_URL: string;
}

/** An origin that is the name of a setting: `${PORTAL_ACME_URL}`. */
export const settingInOrigin = /^\$\{([A-Z][A-Z0-9_]*)\}$/;

/** Those that ship, and those in PORTAL_PLAYBOOKS. */
export function playbookFiles(settings: PlaybookSettings): string[] {
  const folders = [import.meta.dirname, ...(settings.PORTAL_PLAYBOOKS === '' ? [] : [settings.PORTAL_PLAYBOOKS])];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(ya?ml|json)$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  );
}

/** Ten times the largest playbook that ships; and a tenth of a second to read. */
const limits = { characters: 256_000, parts: 8_000, depth: 40, indent: 200 } as const;

/** Why a text is too large to be read as a playbook; counted before the parser begins. */
export function beyondLimits(text: string): string | undefined {
  if (text.length > limits.characters)
    return `it must have at most ${limits.characters.toLocaleString('en-US')} characters`;
  let parts = 0;
  let depth = 0;
  let column = 0;
  let indenting = true;
  for (const character of text) {
    if (character === '\n') {
      parts += 1;
      column = 0;
      indenting = true;
      continue;
    }
    column += 1;
    if (character === ' ' || character === '-') {
      if (indenting && column > limits.indent) return 'it must not be nested so deep';
      continue;
    }
    indenting = false;
    if (character === ',' || character === '"' || character === "'") parts += 1;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > limits.depth) return 'it must not be nested so deep';
    if (parts > limits.parts) return `it must have at most ${limits.parts.toLocaleString('en-US')} lines and items`;
  }
  return parts > limits.parts
    ? `it must have at most ${limits.parts.toLocaleString('en-US')} lines and items`
    : undefined;
}
