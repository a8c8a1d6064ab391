/** A task input out of what its form sent; whether it is one, the validation of all channels says. */
import { capitalised } from '../../../domain/sentence.ts';
import type { Finding, SentencePart } from '../../../domain/finding.ts';
import type { TaskType } from '../../../domain/dispatch/task.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';
import type { SignedIn } from '../route.ts';
import type { FormField, TaskForm } from './form-fields.ts';

/** What was in each field, to show it again. */
export type FormValues = ReadonlyMap<string, string>;

export function valuesOf(form: TaskForm, sent: URLSearchParams): FormValues {
  return new Map(
    [...form.fields, ...form.more].map(({ name }) => [name, (sent.get(name) ?? '').replace(/\r\n?/g, '\n').trim()]),
  );
}

/** The person who fills in the form is who asks, and so cannot approve it: the address is not theirs to choose. */
export function askedByPerson({ name, email }: SignedIn): { readonly name: string; readonly email: string } {
  return { name, email };
}

export function inputOf(type: TaskType, form: TaskForm, values: FormValues, who: SignedIn): Record<string, unknown> {
  const input: Record<string, unknown> = { task_type: type, params: {}, requested_by: askedByPerson(who) };
  for (const field of [...form.fields, ...form.more]) {
    const value = values.get(field.name) ?? '';
    if (value !== '') put(input, field.name.split('.'), valueOf(field, value));
  }
  return input;
}

function valueOf({ control }: FormField, text: string): unknown {
  // What is no plain number stays text, so that the validation says what is wrong with it.
  if (control === 'number') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (control !== 'list') return text;
  return text
    .split(/[,|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else put((into[name] ??= {}) as Record<string, unknown>, rest, value);
}

/** Findings in the form's labels, by the field that they name first; the others are above the form. */
export function findingsByField(
  form: TaskForm,
  findings: readonly Finding[],
): { readonly byField: ReadonlyMap<string, readonly string[]>; readonly others: readonly string[] } {
  const names = ['sender', ...[...form.fields, ...form.more].map(({ name }) => name)];
  const byField = new Map<string, string[]>();
  const others: string[] = [];
  for (const finding of findings) {
    // Of a list its entries, too.
    const [path = ''] = finding.path.split('[', 1);
    // What is said of several fields, such as params.changes, is at the first of them.
    const name = names.find((known) => known === path) ?? names.find((known) => known.startsWith(`${path}.`));
    const words = labelled(form, finding.parts ?? [finding.sentence]);
    if (name !== undefined) byField.set(name, [...(byField.get(name) ?? []), words]);
    else others.push(words);
  }
  return { byField, others };
}

/** A sentence about members of the input, with the labels that the form has for them. */
export function labelled({ fields, more }: TaskForm, parts: readonly SentencePart[]): string {
  const names = new Set(['sender', ...[...fields, ...more].map(({ name }) => name.split('.').at(-1) ?? name)]);
  return parts.map((part, at) => (typeof part === 'string' ? part : labelOf(part.member, names, at === 0))).join('');
}

function labelOf(member: string, names: ReadonlySet<string>, isFirst: boolean): string {
  const [path = '', index] = member.split(/[[\]]/, 2);
  const name = path.split('.').at(-1) ?? path;
  if (path.startsWith('params.'))
    return index === undefined ? paramWord(name) : `${paramWord(name)}, entry ${Number(index) + 1},`;
  if (!names.has(name)) return member;
  const words = name.replaceAll('_', ' ');
  return isFirst ? capitalised(words) : words;
}
