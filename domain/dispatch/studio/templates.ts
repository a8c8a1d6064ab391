/** Recognises the values of the sample record in texts, addresses and fields, and puts their places there. */
import { readMoney, readPlainAmount } from '../money.ts';
import type { ValueFormat } from '../playbook/declared-request.ts';
import { isWriting, phaseInputs } from '../playbook/needed-facts.ts';
import { accountPlace, addressOf } from '../playbook/template.ts';
import type { RecordedPart, StudioSetup } from './acts.ts';

export type Samples = Readonly<Record<string, string>>;

/** A shorter value is recognised only where it is the whole text. */
const shortestInside = 4;

/**
 * The samples that a part of the recording may name: several inputs may have the same value, such as the number that is looked
 * for and that of the claim that is found, and each recipe is given its own.
 */
export function samplesOf(
  part: RecordedPart,
  { samples, taskType }: Pick<StudioSetup, 'samples' | 'taskType'>,
): Samples {
  if (part === 'login') return {};
  if (!isWriting(taskType)) return samples;
  // Of two with one value the one that every task gives.
  const given = (phaseInputs[taskType][part] ?? []).toSorted((a, b) => Number(b.always) - Number(a.always));
  return Object.fromEntries(
    given.flatMap(({ name }) => (samples[name] === undefined ? [] : [[name, samples[name]] as const])),
  );
}

/** Longest first, so that a number within another one is not taken for it. */
function known(samples: Samples): [string, string][] {
  return Object.entries(samples)
    .filter(([, value]) => value !== '')
    .toSorted((a, b) => b[1].length - a[1].length);
}

/** The text with a place for each sample that is in it as a word of its own. */
export function asTemplate(text: string, samples: Samples): string {
  const whole = known(samples).find(([, value]) => value === text);
  if (whole !== undefined) return `{{${whole[0]}}}`;
  return known(samples)
    .filter(([, value]) => value.length >= shortestInside)
    .reduce((left, [name, value]) => left.replace(asWord(value), `$<before>{{${name}}}`), text);
}

function asWord(value: string): RegExp {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<before>^|[^\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}

/** How the page writes a sample, where it is the same value in another form. @param isNumber of JSON: an amount has no decimals then */
export function sampleOf(
  value: string,
  samples: Samples,
  isNumber = false,
): { readonly input: string; readonly format?: ValueFormat } | undefined {
  const entries = known(samples);
  const same = entries.find(([, sample]) => sample === value);
  if (same !== undefined) return { input: same[0] };
  const amount = readMoney(value) ?? (isNumber ? readPlainAmount(value) : undefined);
  for (const [input, sample] of entries) {
    if (amount !== undefined && /\d\.\d\d$/.test(sample) && readMoney(sample) === amount)
      return { input, format: 'money' };
    if (sample.length >= shortestInside && sample.toUpperCase() === value) return { input, format: 'upper' };
    if (/\d{4,}/.test(digits(sample)) && digits(sample) === digits(value) && /^[\d\s().-]+$/.test(value))
      return { input, format: 'digits' };
    if (/^\d{4}-\d{2}-\d{2}$/.test(sample) && isSameDay(value, sample)) return { input, format: 'date' };
  }
  return undefined;
}

const digits = (text: string): string => text.replace(/\D/g, '');

function isSameDay(value: string, iso: string): boolean {
  const [year = '', month = '', day = ''] = iso.split('-');
  return [`${month}/${day}/${year}`, `${day}.${month}.${year}`, `${Number(month)}/${Number(day)}/${year}`].includes(
    value,
  );
}

/** Whether a text says the same for every record: no number of this one is left in it, and nothing made at random. */
export function isStable(template: string): boolean {
  const rest = template.replace(/\{\{[^}]*\}\}/g, '');
  return (
    !/\d{3,}|\d+[./:-]\d+|[$€£]\s?\d|\d\s?(?:bytes?|[kmg]i?b)\b/i.test(rest) && !rest.includes('{{') && !isMadeUp(rest)
  );
}

/** The portal's own number of a record, which is all that a list shows of it. */
export const isNumberOnly = (text: string): boolean => /^[#№]?\s*\d+$/.test(text);

/** Whether letters and digits take turns in a word as nobody writes it: `0zcp13gygtad6t4`, the end of `pod_3euq4a3jmx.pdf`. */
function isMadeUp(text: string): boolean {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length >= 8 && (word.match(/\d+|\p{L}+/gu) ?? []).length >= 4);
}

/** Several words in small letters are what a portal calls a kind of its records ("claim lines"), and no name of somebody. */
const isKind = (value: string): boolean => value.length <= 40 && /^\p{Ll}+(?: \p{Ll}+){1,2}$/u.test(value);

export interface RecordedAddress {
  /** For `go` and `paths`; `*` where the portal has a number of its own. */
  readonly template: string;
  /** Names of members whose value is not said. */
  readonly query: readonly string[];
}

/**
 * The address of a page as a playbook names it.
 * @param typed values that the person typed, such as a search text
 * @param kept of an address that a step opens: segments that stay though the portal made them up; empty members stay as well
 */
export function addressTemplate(
  address: string,
  samples: Samples,
  typed: ReadonlySet<string>,
  kept?: ReadonlySet<string>,
): RecordedAddress {
  const { path, query, route } = addressOf(address);
  const fixed: string[] = [];
  const open: string[] = [];
  const isWordOf = (value: string): boolean =>
    (/^[\p{L}_][\p{L}_-]{0,39}$/u.test(value) || isKind(value)) && !typed.has(value);
  for (const [name, value] of query) {
    // Of a member that is there several times, all are fixed or none: a page is known by how many it has.
    if (
      query.some(([other, another]) => other === name && !isWordOf(another)) &&
      query.filter(([other]) => other === name).length > 1
    ) {
      open.push(name);
      continue;
    }
    const template = asTemplate(value, samples);
    if (template !== value && template.startsWith('{{') && isStable(template) && !typed.has(value))
      fixed.push(`${name}=${template}`);
    else if (isWordOf(value) || value === `{{${accountPlace}}}` || (value === '' && kept !== undefined))
      fixed.push(`${name}=${value.replaceAll(' ', '+')}`);
    else open.push(name);
  }
  const base = pathTemplate(path, samples, kept);
  return {
    template: `${base}${fixed.length === 0 ? '' : `?${fixed.join('&')}`}${route === null ? '' : `#${routeTemplate(route, samples, typed, kept ?? new Set())}`}`,
    query: [...new Set(open)],
  };
}

/** A path with places for samples, and `*` for segments that only this record has. */
export function pathTemplate(path: string, samples: Samples, kept: ReadonlySet<string> = new Set()): string {
  return path
    .split('/')
    .map((segment) => (kept.has(segment) ? segment : segmentTemplate(segment, samples)))
    .join('/');
}

/** Segments of an address that the portal made up. */
export function ownSegments(address: string): ReadonlySet<string> {
  const { path, route } = addressOf(address);
  return new Set([...path.split('/'), ...(route?.split('?')[0]?.split('/') ?? [])].filter(isOwn));
}

function routeTemplate(route: string, samples: Samples, typed: ReadonlySet<string>, kept: ReadonlySet<string>): string {
  const [path = '', query] = route.split('?');
  if (query === undefined) return pathTemplate(path, samples, kept);
  const members = query.split('&').map((member) => {
    const [, name = '', value = ''] = /^([^=]*=)(.*)$/s.exec(member) ?? [];
    const template = asTemplate(member, samples);
    return template === member && isOwn(value) && !typed.has(value) ? `${name}*` : template;
  });
  return `${pathTemplate(path, samples, kept)}?${members.join('&')}`;
}

/** Without what the portal adds to a number of ours: a random end of a file's name, or a number of its own before it. */
function withoutOwnParts(template: string): string {
  const ending = /\}\}[^{}]*\d/.test(template) ? template.replace(/(?<=\}\})[^{}]+$/, '*') : template;
  const [before = ''] = ending.split('{{');
  if (isStable(before) && !/[0-9a-f]{8}-[0-9a-f]{4}-/i.test(before)) return ending;
  // Its last word has no number and stays.
  const word = /(?<=[^\p{L}])[\p{L}_-]*$/u.exec(before)?.[0] ?? '';
  return `*${word}${ending.slice(before.length)}`;
}

/** As an address has it, but for the letters that people can read there. */
function asInAddress(template: string): string {
  return template
    .split(/(\{\{[^}]*\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replace(/[\s%?#"<>\\^`{|}]/g, encodeURIComponent)))
    .join('');
}

function segmentTemplate(segment: string, samples: Samples): string {
  let plain: string;
  try {
    plain = decodeURIComponent(segment);
  } catch {
    return segment;
  }
  const template = asTemplate(plain, samples);
  if (template !== plain) return asInAddress(withoutOwnParts(template));
  return isOwn(segment) ? '*' : segment;
}

/** Whether it stands for this record alone. */
function isOwn(segment: string): boolean {
  return (
    /^\d+$/.test(segment) ||
    /^[0-9a-f]{8}-[0-9a-f-]{20,}$/i.test(segment) ||
    /\d{4,}/.test(segment) ||
    isMadeUp(segment)
  );
}

/** How portals call the answers of a task; anchored, so that "Accept the terms" is none of them. */
const answerWords: Readonly<Record<string, RegExp>> = {
  accept: /^(?:accept(?:ed)?|approved?|agreed?|pay)(?: (?:it|(?:the )?claim|in full|full|fully|all|as claimed))?$/i,
  partly:
    /^(?:part(?:ly|ial|ially)?|(?:accept(?:ed)?|approved?|pay) (?:in part|partly|partial(?:ly)?)|part(?:ly|ial|ially) (?:accept(?:ed|ance)?|approv(?:ed|al)|pay(?:ment)?|settlement))$/i,
  reject: /^(?:reject(?:ed)?|declined?|den(?:y|ied)|refused?)(?: (?:it|(?:the )?claim|in full|fully|all))?$/i,
};

/** The value of an answer that a text is a portal's word for. */
export function answerOf(text: string): string | undefined {
  const plain = text.trim().replace(/[_-]+/g, ' ');
  return Object.keys(answerWords).find((value) => answerWords[value]?.test(plain));
}

/** The portal's words for the answer of a task, by the name that steps and fields use them under. */
export type SeenWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * @param chosen texts that were picked or pressed, and lists that had them
 * @param sent values of the fields of the write
 */
export function wordsOfAnswer(
  { samples }: Pick<StudioSetup, 'samples'>,
  chosen: readonly { readonly text: string; readonly options: readonly string[] }[],
  sent: readonly string[],
): SeenWords {
  const { decision } = samples;
  if (decision === undefined || !(decision in answerWords)) return {};
  const isOther = (text: string): boolean => text !== decision && answerOf(text) === decision;
  const pick = chosen.find(({ text }) => isOther(text));
  const value = sent.find((text) => isOther(text) && text !== pick?.text && text !== decision.toUpperCase());
  const all = (text: string, options: readonly string[]): Record<string, string> => {
    const found = Object.keys(answerWords).map((each) => {
      const word = each === decision ? text : options.find((option) => answerOf(option) === each);
      return word === undefined ? [] : [[each, word] as const];
    });
    return Object.fromEntries(found.flat());
  };
  return {
    ...(pick === undefined ? {} : { shown_decision: all(pick.text, pick.options) }),
    ...(value === undefined ? {} : { sent_decision: all(value, []) }),
  };
}

/** The place of a text that is the portal's word for the sample's answer. */
export function wordTemplate(text: string, words: SeenWords, samples: Samples): string | undefined {
  const { decision } = samples;
  const name = decision === undefined ? undefined : Object.keys(words).find((each) => words[each]?.[decision] === text);
  return name === undefined ? undefined : `{{${name}}}`;
}

/** Names of a field that says which draft or which state of the record the form was opened with. */
const draftNames =
  /(?:draft|auto_?save)[_-]?(?:id|key|no|number|version|stamp)$|(?:lock|row|record)_?version$|nonce$|idempotency_?key$/i;
const clockNames =
  /time|stamp|clock|(?:open|load|render|start|creat|generat)ed|^_?(?:t|ts|now|nocache)$|_(?:at|ts)$|(?<=[a-z])At$/i;

/**
 * Whether the page makes the value up each time its form is opened: the clock of the portal in seconds or thousandths, the number
 * of a draft, the state of the record. A long number under any other name is one of the portal's records.
 */
export function isOfTheForm(name: string, value: string, isUntouched: boolean): boolean {
  if (draftNames.test(name)) return /^[\w-]+$/.test(value);
  const isClock = /^(?:1[5-9]|2[0-3])\d{8}(?:\.\d+|\d{3})?$/.test(value);
  return isClock && isUntouched && (clockNames.test(name) || name === '_');
}
