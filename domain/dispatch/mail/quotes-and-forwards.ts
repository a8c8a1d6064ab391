/**
 * The layers of a mail's text: what its writer wrote, what they forwarded, and what they only quoted. Recognised by what mail
 * programs put between them: Outlook, Gmail, Apple Mail, Thunderbird, Notes and help desks, in the languages of their users.
 */
import { folded, inEveryLanguage } from './vocabulary.ts';

export interface LayerLine {
  /** In the text, counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Parts of the writer's own text that a quote separates have different numbers. */
  readonly part: number;
}

export interface Layer {
  readonly kind: 'own' | 'forward' | 'quote';
  readonly lines: readonly LayerLine[];
}

interface OpenLayer {
  readonly kind: Layer['kind'];
  readonly lines: LayerLine[];
  /** Of the mail that this layer is the text of; it says whether what follows was forwarded or quoted. */
  readonly subject: string;
}

const forwardMarker = new RegExp(`^[-_* >]{0,60}${inEveryLanguage('forwardMark')}[-_* :]{0,60}$`);
const originalMarker = new RegExp(`^[-_* >]{1,60}${inEveryLanguage('originalMark')}[-_* :]{0,60}$`);
/** What help desks ask people to answer above. */
const answerAbove = new RegExp(
  `${inEveryLanguage('reply')}(?![a-z]).{0,40} ${inEveryLanguage('above')}(?![a-z]).{0,40}${inEveryLanguage('line')}`,
);
/** Of a mail that somebody wrote in any other language. */
const attributionByAddress = '[^<>]{3,200}<[^<>\\s]{3,120}@[^<>\\s]{3,120}>.{0,40}:';
const attribution = new RegExp(`^(?:${inEveryLanguage('wrote')}|${attributionByAddress})$`);
const attributionStart = new RegExp(`^${inEveryLanguage('wroteOn')} .{0,40}\\d`);
const attributionAlone = new RegExp(` ${inEveryLanguage('wroteVerb')} .{5,120}:$|@[^<>\\s]{3,120}>.{0,40}:$`);

const labels = (['from', 'sent', 'to', 'subject'] as const).map(
  (kind) => new RegExp(`^[*_> ]{0,6}${inEveryLanguage(kind)}[*_ ]{0,3}[:：]`),
);
/** As Notes prints the head of an earlier mail: each label on a line of its own, its value below. */
const labelAlone = {
  to: new RegExp(`^${inEveryLanguage('notesTo')}$`),
  subject: new RegExp(`^${inEveryLanguage('notesSubject')}$`),
};

/** What gateways and lists put in front of a subject is no part of it. */
const subjectTags = /^(?:\[[^\]]{1,40}\] ?){1,4}/;
const forwardedSubject = new RegExp(`^${inEveryLanguage('forwardSubject')} ?[:：]`);
const answeredSubject = new RegExp(`^${inEveryLanguage('answerSubject')} ?[:：]`);
const isForwarded = (subject: string): boolean => forwardedSubject.test(folded(subject).replace(subjectTags, ''));
const isAnswered = (subject: string): boolean => answeredSubject.test(folded(subject).replace(subjectTags, ''));

/** Whether the subject is that of another mail. */
export const isOfAnother = (subject: string): boolean => isForwarded(subject) || isAnswered(subject);

/** @param subject of the mail; empty for none */
export function layersOf(text: string, subject: string): Layer[] {
  const lines = text.split('\n').map((line, at): Omit<LayerLine, 'part'> => ({ number: at + 1, text: line }));
  let current: OpenLayer = { kind: 'own', lines: [], subject };
  const layers: OpenLayer[] = [current];
  const quoted: LayerLine[] = [];
  let part = 0;
  /** Whether the quote that is being read began before: what was forwarded inside of it is only quoted. */
  let inQuote = false;
  const open = (kind: Layer['kind'], of: string): void => {
    current = { kind: current.kind === 'quote' ? 'quote' : kind, lines: [], subject: of };
    layers.push(current);
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const plain = folded(line.text.slice(0, 300));
    const marks = plain.startsWith('>');
    // What follows a quote without a blank line is the end of a line that a program broke.
    const broken = !marks && plain !== '' && at > 0 && inQuote && lines[at - 1]!.text.trim() !== '';
    if (!marks && !broken && plain !== '') inQuote = false;
    if (forwardMarker.test(plain) && !(marks && inQuote)) {
      unquote(lines, at + 1);
      const header = headerAt(lines, nextFilled(lines, at + 1));
      open(isAnswered(current.subject) ? 'quote' : 'forward', header?.subject ?? '');
      at = header?.end ?? at + 1;
      continue;
    }
    const above = answerAbove.test(plain);
    if (above && begins(layers, quoted) && !isAnswered(subject)) {
      // A help desk writes it first in the mails of its own: there is no answer above it.
      at += 1;
      continue;
    }
    const marked = above || originalMarker.test(plain);
    const header = headerAt(lines, marked ? nextFilled(lines, at + 1) : at) ?? notesHeaderAt(lines, at);
    if (marked || header) {
      open(isForwarded(current.subject) && !above ? 'forward' : 'quote', header?.subject ?? '');
      at = header?.end ?? at + 1;
      continue;
    }
    const end = attributionEnd(lines, at);
    if (end !== null) {
      // Where the quote is marked line by line, the writer may go on below it.
      if (lines[nextFilled(lines, end)]?.text.trimStart().startsWith('>')) {
        at = end;
        inQuote = true;
      } else {
        open('quote', '');
        at = end;
      }
      continue;
    }
    if (marks || broken) {
      inQuote = true;
      quoted.push({ ...line, text: line.text.replace(/^[\s>]+/, ''), part });
      if (!lines[at + 1]?.text.trimStart().startsWith('>')) part += 1;
    } else current.lines.push({ ...line, part });
    at += 1;
  }
  return [...layers, { kind: 'quote' as const, lines: quoted }].map(({ kind, lines: own }) => ({ kind, lines: own }));
}

/** Whether nothing was read so far. */
function begins(layers: readonly OpenLayer[], quoted: readonly LayerLine[]): boolean {
  return layers.length === 1 && [...(layers[0]?.lines ?? []), ...quoted].every(({ text }) => text.trim() === '');
}

/** The text of a mail with those that it forwards as files below it, as a program would forward them in the text. */
export function withForwarded(
  text: string,
  mails: readonly { readonly subject: string; readonly text: string }[],
): string {
  const parts = mails.map(
    (mail) =>
      `---------- Forwarded message ---------\nFrom: -\nDate: -\nSubject: ${mail.subject.replace(/\s+/g, ' ').slice(0, 200)}\n\n${mail.text}`,
  );
  return [text, ...parts].join('\n\n');
}

/** Apple Mail and others mark what they forward as a quote: one mark comes off. */
function unquote(lines: Omit<LayerLine, 'part'>[], from: number): void {
  if (!lines[nextFilled(lines, from)]?.text.trimStart().startsWith('>')) return;
  for (let at = from; at < lines.length; at += 1) {
    const { number, text } = lines[at]!;
    if (text.trim() !== '' && !text.trimStart().startsWith('>')) return;
    lines[at] = { number, text: text.replace(/^\s*>[ \t]?/, '') };
  }
}

function nextFilled(lines: readonly Pick<LayerLine, 'text'>[], from: number): number {
  let at = from;
  while (at < lines.length && at < from + 5 && lines[at]!.text.trim() === '') at += 1;
  return at;
}

/** The head of an earlier mail as programs print it: at least three of from, date, to and subject, from among them. */
function headerAt(
  lines: readonly Pick<LayerLine, 'text'>[],
  from: number,
): { readonly end: number; readonly subject: string } | undefined {
  const seen = new Set<number>();
  let subject = '';
  let end = from;
  for (let at = from; at < lines.length && at < from + 12; at += 1) {
    const text = lines[at]!.text;
    const plain = folded(text.slice(0, 300));
    const which = labels.findIndex((one) => one.test(plain));
    if (which === -1) {
      // A long list of recipients continues in the next line.
      if (at === from || !/@|;$/.test(plain) || /^[a-z_. ]{1,30}:/.test(plain)) break;
      continue;
    }
    if (which === 3)
      subject = text
        .slice(text.search(/[:：]/) + 1)
        .replaceAll('*', '')
        .trim();
    seen.add(which);
    end = at + 1;
  }
  return seen.size >= 3 && seen.has(0) ? { end, subject } : undefined;
}

function notesHeaderAt(
  lines: readonly Pick<LayerLine, 'text'>[],
  from: number,
): { readonly end: number; readonly subject: string } | undefined {
  const plainAt = (at: number): string => folded((lines[at]?.text ?? '').slice(0, 100));
  if (!labelAlone.to.test(plainAt(from))) return undefined;
  for (let at = from + 2; at < from + 10; at += 1) {
    if (!labelAlone.subject.test(plainAt(at))) continue;
    const value = nextFilled(lines, at + 1);
    return { end: value + 1, subject: lines[value]?.text.trim() ?? '' };
  }
  return undefined;
}

/** Where the sentence that introduces a quote ends: it may go over three lines. */
function attributionEnd(lines: readonly Pick<LayerLine, 'text'>[], at: number): number | null {
  let sentence = '';
  for (let next = at; next < at + 3 && next < lines.length; next += 1) {
    const text = lines[next]!.text.trim();
    if (text === '') return null;
    sentence = `${sentence} ${folded(text.slice(0, 300))}`.trim();
    if (next === at && !attributionStart.test(sentence) && !attributionAlone.test(sentence)) return null;
    if (/\d/.test(sentence) && attribution.test(sentence)) return next + 1;
  }
  return null;
}
