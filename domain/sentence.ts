/** Findings about what was sent, as sentences; and how a sentence begins and ends where it is shown. */

// What is wrong with something that was sent: the member, and a sentence about it.

export interface Finding {
  /** Such as `params.pro` or `tasks[3]`; empty where it is about the whole. */
  readonly path: string;
  readonly sentence: string;
  /** The sentence with its members as data, for a page that shows them by its own labels. */
  readonly parts?: readonly SentencePart[];
}

export type SentencePart = string | NamedMember | ForWhom;

/** A member of what was sent, such as `params.pro` or `reason_code`. */
interface NamedMember {
  readonly member: string;
}

/** For what a member is required, such as a type of task: a page that is about that alone leaves it out. */
interface ForWhom {
  readonly forWhom: string;
}

export function findingOf(path: string, parts: readonly SentencePart[]): Finding {
  return { path, sentence: sentenceIn(parts), parts };
}

/** The sentence with its members under the names that the API has for them. */
export function sentenceIn(parts: readonly SentencePart[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : 'forWhom' in part ? ` for ${part.forWhom}` : part.member))
    .join('');
}

const spelled: Readonly<Record<string, string>> = { pro: 'PRO', id: 'ID', url: 'URL', ref: 'reference' };

/** The name of a member in words, within a sentence. */
export function memberWords(name: string): string {
  return name
    .split('_')
    .map((word) => spelled[word] ?? word)
    .join(' ');
}

/** A member by its own name in words, and which entry of a list: `params.changes.add_accessorials[1]`. */
export function labelOfMember(member: string): string {
  const [path = '', index] = member.split(/[[\]]/, 2);
  const words = memberWords(path.split('.').at(-1) ?? path);
  return index === undefined ? words : `${words}, entry ${Number(index) + 1},`;
}

/** The sentence as people read it who sent a mail or a file: what they can fill in by its label, the rest as it is. */
export function sentenceForPeople({ sentence, parts }: Finding): string {
  if (parts === undefined) return sentence;
  const ofTask = (member: string): boolean => member.startsWith('params.') || /^[a-z_]+$/.test(member);
  return sentenceIn(
    parts.map((part) =>
      typeof part === 'object' && 'member' in part && ofTask(part.member) ? labelOfMember(part.member) : part,
    ),
  );
}

export function sentencesIn(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ sentence }) => sentence);
}

/** A finding about the whole of what was sent. */
export function findingOfWhole(sentence: string): Finding {
  return { path: '', sentence };
}

/** Text that begins a sentence, a heading or a label. An address or a name of the API at its beginning is data, and stays. */
export function capitalised(text: string): string {
  if (/^\w*[@_]|^[^\s@]+@/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A part of a sentence, such as a refusal, as one of its own. */
export function asSentence(part: string): string {
  return `${capitalised(part)}${['.', '!', '?'].some((end) => part.endsWith(end)) ? '' : '.'}`;
}

/** A sentence that is continued. */
export function withoutStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}
