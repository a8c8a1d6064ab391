/** Writes a playbook as people write it: a step in a line where it fits into one. */
import { plainOrQuoted } from '../playbook/target.ts';
import type { Recording } from './acts.ts';
import { recordedPlaybook } from './recorded-playbook.ts';

const widest = 130;

/** The playbook of a recording: as a person changed it, or as the acts make it. */
export function recordingText(recording: Recording & { readonly edited: string | null }): string {
  return recording.edited ?? playbookText(recordedPlaybook(recording));
}

export function playbookText(playbook: object): string {
  return `${Object.entries(playbook)
    .map(([key, value]) => {
      const isBlock = ['pages', 'login', 'capabilities', 'reads', 'never_click', 'parts'].includes(key);
      return `${isBlock ? '\n' : ''}${member(key, value, 0, !isBlock)}`;
    })
    .join('\n')}\n`;
}

function member(key: string, value: unknown, depth: number, mayBeInline: boolean): string {
  const indent = ' '.repeat(depth);
  const name = keyText(key);
  const inline = inlineText(value);
  if (!isBranch(value) || (mayBeInline && inline.length + depth + name.length + 2 <= widest) || isEmpty(value))
    return `${indent}${name}: ${inline}`;
  return `${indent}${name}:\n${block(value as object, depth + 2, key)}`;
}

function block(value: object, depth: number, under: string): string {
  const indent = ' '.repeat(depth);
  if (!Array.isArray(value)) {
    // The names of pages and recipes begin lines of their own.
    const mayBeInline = !['pages', 'capabilities', 'login'].includes(under);
    return Object.entries(value)
      .map(([key, each]) => member(key, each, depth, mayBeInline && !['steps', 'otherwise'].includes(key)))
      .join('\n');
  }
  return (value as unknown[])
    .map((each) => {
      const inline = inlineText(each);
      if (!isBranch(each) || (inline.length + depth + 2 <= widest && !hasSteps(each))) return `${indent}- ${inline}`;
      return `${indent}- ${block(each as object, depth + 2, '').slice(depth + 2)}`;
    })
    .join('\n');
}

const isBranch = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown): boolean => isBranch(value) && Object.keys(value as object).length === 0;
const hasSteps = (value: unknown): boolean => isBranch(value) && 'steps' in (value as object);

function inlineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, each]) => `${keyText(key)}: ${inlineText(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? textOf(value) : String(value);
}

/** A path or a version needs no quotes either; line breaks are kept as such. */
function textOf(text: string): string {
  if (/[\n\r\t\\]|\p{Cc}/u.test(text)) return JSON.stringify(text);
  return /^(?:\/[\w./*-]*|\d+\.\d+\.\d+)$/.test(text) ? text : plainOrQuoted(text);
}

function keyText(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && plainOrQuoted(key) === key ? key : textOf(key);
}
