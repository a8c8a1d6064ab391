/** Judges the page that a step led to: the declared page, about the task's record and no other. */
import type { Page } from '../playbook/language.ts';
import { type Values, fillTemplate } from '../playbook/template.ts';
import { normaliseName, sameLabel } from './normalise.ts';
import { isAddressOf } from './page-address.ts';
import { withoutState } from './record-mark.ts';
import { canonicalUrl } from './request-line.ts';
import type { Verdict } from './verdict.ts';

/** What a page shows, as far as fingerprints speak of it. */
export interface PageFacts {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly labels: readonly string[];
  readonly buttons: readonly string[];
  readonly columns: readonly string[];
}

interface ResponseRules {
  readonly origins: readonly string[];
  readonly pages: Readonly<Record<string, Page>>;
  readonly values: Values;
}

/** Whether the browser is where the step was to lead; asked after every step, also when nothing was to change. */
export function judgeResponse(url: string, expectedPage: string, rules: ResponseRules): Verdict {
  const canonical = canonicalUrl(url);
  const page = rules.pages[expectedPage];
  const stop = (rule: string, reason: string): Verdict => ({
    verdict: 'stopped',
    layer: 'response',
    rule,
    reason,
    subject: canonical === undefined ? url.slice(0, 100) : `${canonical.origin}${canonical.path}`,
  });
  if (canonical === undefined || !rules.origins.includes(canonical.origin))
    return stop('response.foreign_page', 'the browser left the portal');
  if (page === undefined || !isAddressOf(page.paths, url, rules.values))
    return stop('response.other_page', `this is not the page ${expectedPage} of the task's record${pathsNamed(page)}`);
  return {
    verdict: 'allowed',
    layer: 'response',
    rule: 'response.expected_page',
    reason: `this is the page ${expectedPage}`,
    subject: `${canonical.origin}${canonical.path}`,
  };
}

const mostPathsNamed = 3;

/** The line of the playbook to look at, where an address has changed. */
function pathsNamed(page: Page | undefined): string {
  if (page === undefined) return '';
  const named = page.paths.slice(0, mostPathsNamed).map((path) => `"${path}"`);
  const more = page.paths.length > named.length ? ' or another' : '';
  return `: its address fits none of the playbook's paths (${named.join(', ')}${more})`;
}

interface FingerprintDifference {
  readonly expected: string;
  readonly found: string;
}

/** Lists of a fingerprint, and what one of their entries is called. */
const printedLists = [
  ['headings', 'heading'],
  ['labels', 'label'],
  ['buttons', 'button'],
  ['columns', 'column'],
] as const;

/** An entry of a fingerprint, as the playbook has it. */
export interface PrintedText {
  readonly of: 'title' | (typeof printedLists)[number][0];
  readonly text: string;
}

/** What an entry is called, such as `heading`. */
export function printedName(of: PrintedText['of']): string {
  return printedLists.find(([list]) => list === of)?.[1] ?? of;
}

/** The entries of its fingerprint that a page does not show. */
export function missingOfFingerprint(facts: PageFacts, { fingerprint }: Page, values: Values): PrintedText[] {
  const filled = (template: string): string => fillTemplate(template, values) ?? template;
  const { title } = fingerprint;
  const lists = printedLists.flatMap(([of]) => {
    const there = new Set(facts[of].map((text) => normaliseName(text).text));
    return fingerprint[of]
      .filter((text) => !there.has(normaliseName(filled(text)).text) && !hasOpen(there, filled(text)))
      .filter((text) => of !== 'headings' || !facts.headings.some((shown) => hasState(shown, text, filled(text))))
      .map((text): PrintedText => ({ of, text }));
  });
  return title === undefined || sameLabel(filled(title), facts.title)
    ? lists
    : [{ of: 'title', text: title }, ...lists];
}

/** Whether a heading that ends with an input shows a state behind it. */
function hasState(shown: string, template: string, wanted: string): boolean {
  const isNumber = /\}\}\s*$/.test(template);
  return isNumber && withoutState(shown.replace(/\s+/g, ' ').trim(), wanted) === wanted;
}

/** `*` as a word of its own stands for further words, as in the place of a record. */
function hasOpen(there: ReadonlySet<string>, wanted: string): boolean {
  const parts = wanted.split(/(?<=^|\s)\*(?=\s|$)/).map((part) => normaliseName(part).text);
  const words = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (parts.length < 2 || parts.every((part) => part === '')) return false;
  const form = new RegExp(`^${words.join('\\s*.*')}$`, 'u');
  return [...there].some((text) => form.test(text));
}

/** What a page lacks of its fingerprint, or undefined when everything is there; more may be there. */
export function fingerprintDifference(facts: PageFacts, page: Page, values: Values): FingerprintDifference | undefined {
  const missing = missingOfFingerprint(facts, page, values);
  const filled = (of: PrintedText['of']): string[] =>
    missing.filter((entry) => entry.of === of).map(({ text }) => quote(fillTemplate(text, values) ?? text));
  const expected = filled('title').map((title) => `title ${title}`);
  const found = expected.map(() => `title ${quote(facts.title)}`);
  for (const [kind, singular] of printedLists) {
    const lacking = filled(kind);
    if (lacking.length === 0) continue;
    expected.push(`${singular} ${lacking.join(', ')}`);
    found.push(
      facts[kind].length === 0 ? `no ${singular}` : `${kind} ${facts[kind].slice(0, 20).map(quote).join(', ')}`,
    );
  }
  return expected.length === 0 ? undefined : { expected: expected.join('; '), found: found.join('; ') };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 120));
}
