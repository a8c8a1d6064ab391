/** Judges the page that a step led to: the declared page, about the task's record and no other. */
import type { Page } from '../playbook/language.ts';
import { fillTemplate } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { normaliseName, sameLabel } from './normalise.ts';
import { isAddressOf } from './page-address.ts';
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

export interface ResponseRules {
  readonly origins: readonly string[];
  readonly pages: Readonly<Record<string, Page>>;
  readonly values: Values;
}

/** Whether the browser stands where the step was to lead; asked after every step, also when nothing was to change. */
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
    return stop('response.other_page', `this is not the page ${expectedPage} of the task's record`);
  return {
    verdict: 'allowed',
    layer: 'response',
    rule: 'response.expected_page',
    reason: `this is the page ${expectedPage}`,
    subject: `${canonical.origin}${canonical.path}`,
  };
}

export interface FingerprintDifference {
  readonly expected: string;
  readonly found: string;
}

/** What a page lacks of its fingerprint, or undefined when everything is there; more may be there. */
export function fingerprintDifference(facts: PageFacts, page: Page, values: Values): FingerprintDifference | undefined {
  const expected: string[] = [];
  const found: string[] = [];
  const print = page.fingerprint;
  if (print.title !== undefined) {
    const title = fillTemplate(print.title, values) ?? print.title;
    if (!sameLabel(title, facts.title)) {
      expected.push(`title ${quote(title)}`);
      found.push(`title ${quote(facts.title)}`);
    }
  }
  for (const [kind, singular] of [
    ['headings', 'heading'],
    ['labels', 'label'],
    ['buttons', 'button'],
    ['columns', 'column'],
  ] as const) {
    const there = new Set(facts[kind].map((text) => normaliseName(text).text));
    const lacking = print[kind]
      .map((template) => fillTemplate(template, values) ?? template)
      .filter((text) => !there.has(normaliseName(text).text));
    if (lacking.length === 0) continue;
    expected.push(`${singular} ${lacking.map(quote).join(', ')}`);
    found.push(
      facts[kind].length === 0 ? `no ${singular}` : `${kind} ${facts[kind].slice(0, 20).map(quote).join(', ')}`,
    );
  }
  return expected.length === 0 ? undefined : { expected: expected.join('; '), found: found.join('; ') };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 120));
}
