/** A target as a playbook has it, in one line. */
import type { Target } from './target.ts';

export function targetText(target: Target): string {
  return mapText(Object.entries(target));
}

function mapText(entries: readonly (readonly [string, unknown])[]): string {
  const members = entries.map(([key, value]) => `${key}: ${valueText(value)}`);
  return `{ ${members.join(', ')} }`;
}

function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return mapText(Object.entries(value));
  return typeof value === 'string' ? plainOrQuoted(value) : String(value);
}

/** What YAML reads as this text and as nothing else, also between brackets. */
export function plainOrQuoted(text: string): string {
  const isPlain =
    /^\p{L}(?:[\p{L}\p{N} ._/-]*[\p{L}\p{N}._/-])?$/u.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}
