/** What the validation of all channels found, in the labels of the form that a person filled in. */
import { capitalised } from '../../../domain/capitalised.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';
import type { TaskForm } from './form-fields.ts';

const quoted = /("(?:[^"\\]|\\.)*")/;
const path = /\bparams\.(?:changes\.)?([a-z_]+)(?:\[(\d+)\])?/g;

/** `params.pro must be exactly 10 digits` is `PRO must be exactly 10 digits`; what was typed is quoted as it is. */
export function findingInWords({ fields, more }: TaskForm, finding: string): string {
  const names = new Set([...fields, ...more].map(({ name }) => name.split('.').at(-1) ?? name));
  const words = finding
    .split(quoted)
    .map((part, at) => (at % 2 === 1 ? part : inLabels(part, names)))
    .join('');
  const first = /^[a-z_]+/.exec(finding)?.[0] ?? '';
  return names.has(first) || first === 'sender' ? capitalised(words) : words;
}

function inLabels(text: string, names: ReadonlySet<string>): string {
  return text
    .replace(path, (_, name: string, index?: string) =>
      index === undefined ? paramWord(name) : `${paramWord(name)}, entry ${Number(index) + 1},`,
    )
    .replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => (names.has(word) ? word.replaceAll('_', ' ') : word));
}
