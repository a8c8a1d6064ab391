/**
 * The last line of the guard: whether one request may leave. Nothing may but what the playbook names: pages and
 * assets to read, and for a write step the requests on its one-time tickets (freight-and-portals 3.2, layer 6).
 */
import type { Constraint, ExpectedRequest, NeverClick, Playbook } from '../playbook/language.ts';
import { fillPath, fillTemplate, pathMatches } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { dangerousField, neverClickPath } from './never-click.ts';
import { isCanonical, readBody } from './request-body.ts';
import type { BodyField, ReadBody, RequestBody } from './request-body.ts';
import { undeclaredHeader } from './request-headers.ts';
import { canonicalUrl, describeRequest } from './request-line.ts';
import type { CanonicalUrl } from './request-line.ts';
import type { Verdict } from './verdict.ts';

/** What a request is for, as the browser says: a page (frames included), a part of one, or a document we fetch. */
export type RequestPurpose = 'page' | 'part' | 'document';

export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly purpose: RequestPurpose;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** The request follows from a redirect of this one. */
  readonly redirectedFrom?: { readonly method: string; readonly status: number };
}

/** Permission for one state-changing request; it is gone with its first use. */
export interface WriteTicket {
  readonly id: string;
  readonly step: string;
  readonly expected: ExpectedRequest;
  /** Values the templates are filled with: the task's inputs, never the page's. */
  readonly values: Values;
}

export interface RequestRules {
  /** Resolved origins. */
  readonly origins: readonly string[];
  readonly pages: Playbook['pages'];
  readonly assets: readonly string[];
  readonly neverClick: readonly NeverClick[];
  readonly values: Values;
  /** Path templates of documents the running step may fetch. */
  readonly documents: readonly string[];
  readonly tickets: readonly WriteTicket[];
  /** Files that upload steps put into the page's forms; no other content may leave. */
  readonly uploads: readonly Upload[];
}

export interface Upload {
  readonly name: string;
  /** One character a byte. */
  readonly content: string;
}

export interface RequestVerdict extends Verdict {
  /** A stop that ends the run; a picture that may not be loaded does not. */
  readonly final: boolean;
  /** The ticket to strike before the request leaves. */
  readonly ticket: string | null;
  /** The body of a write as it is sent: rebuilt from the fields that were judged. */
  readonly sent: ReadBody['sent'];
  /** Headers that may go beside those of a browser. */
  readonly headers: readonly string[];
}

const reading = new Set(['GET', 'HEAD']);

/** Judges one request; the caller strikes the ticket in the same turn, so that no second request can use it. */
export function judgeRequest(facts: RequestFacts, rules: RequestRules): RequestVerdict {
  const subject = describeRequest(facts.method, facts.url);
  const isRead = reading.has(facts.method);
  const stop = (rule: string, reason: string, final = true): RequestVerdict => ({
    verdict: 'stopped',
    layer: 'request',
    rule,
    reason,
    subject,
    final,
    ticket: null,
    sent: null,
    headers: [],
  });
  const allow: Allow = (rule, reason, ticket = null, sent = null, headers = []) => ({
    verdict: 'allowed',
    layer: 'request',
    rule,
    reason,
    subject,
    final: false,
    ticket,
    sent,
    headers,
  });

  const url = canonicalUrl(facts.url);
  if (url === undefined)
    return stop(
      'request.unclear_address',
      'the address can be read in more than one way, or is not a web address',
      !isRead || facts.purpose !== 'part',
    );
  const danger = dangerIn(facts, url, rules.neverClick);
  if (danger !== undefined) return stop(danger.rule, danger.reason);
  if (!rules.origins.includes(url.origin))
    return stop(
      'request.foreign_origin',
      `${url.origin} is not an address of this portal`,
      !isRead || facts.purpose !== 'part',
    );
  if (
    facts.redirectedFrom !== undefined &&
    (facts.redirectedFrom.status === 307 || facts.redirectedFrom.status === 308) &&
    !reading.has(facts.redirectedFrom.method)
  )
    return stop(
      'request.repeated_by_redirect',
      `the portal answered ${facts.redirectedFrom.status}, which asks to send the ${facts.redirectedFrom.method} again elsewhere`,
    );
  return isRead ? judgeRead(facts, url, rules, stop, allow) : judgeWrite(facts, url, rules, stop, allow);
}

type Stop = (rule: string, reason: string, final?: boolean) => RequestVerdict;
type Allow = (
  rule: string,
  reason: string,
  ticket?: string | null,
  sent?: ReadBody['sent'],
  headers?: readonly string[],
) => RequestVerdict;

function dangerIn(
  facts: RequestFacts,
  url: CanonicalUrl,
  list: readonly NeverClick[],
): { rule: string; reason: string } | undefined {
  const action = neverClickPath(decodeURIComponent(url.path), list) ?? neverClickPath(url.path, list);
  if (action !== undefined)
    return {
      rule: `never_click.${action}`,
      reason: `the address leads to ${action}, which is never done by the robot`,
    };
  for (const [name, value] of [
    ...url.query,
    ...Object.entries(facts.headers).filter(([header]) => /method/i.test(header) && !/^access-control-/i.test(header)),
  ]) {
    const found = dangerousField(name, value, list);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judgeRead(
  facts: RequestFacts,
  url: CanonicalUrl,
  rules: RequestRules,
  stop: Stop,
  allow: Allow,
): RequestVerdict {
  if (facts.body !== null && facts.body.text !== '')
    return stop('request.read_with_body', `a ${facts.method} that carries a body is not a plain read`);
  const page = Object.entries(rules.pages).find(([, candidate]) =>
    candidate.paths.some((path) => pathMatches(path, url.path, rules.values)),
  );
  if (page !== undefined && facts.purpose !== 'document') {
    const unknown = url.query.find(([name]) => !page[1].query.includes(name));
    if (unknown !== undefined)
      return stop(
        'request.undeclared_query',
        `the page ${page[0]} has no query field ${JSON.stringify(unknown[0].slice(0, 80))}`,
      );
    return allow('request.page', `the page ${page[0]} may be read`);
  }
  if (facts.purpose === 'document')
    return rules.documents.some((path) => pathMatches(path, url.path, rules.values)) && url.query.length === 0
      ? allow('request.document', 'the running step fetches this document')
      : stop('request.undeclared_document', 'the running step does not declare this document');
  if (facts.purpose === 'part' && rules.assets.some((path) => pathMatches(path, url.path, rules.values)))
    return allow('request.asset', 'part of a page');
  if (facts.purpose === 'page' && facts.redirectedFrom !== undefined && reading.has(facts.redirectedFrom.method))
    return stop('request.moved', 'the portal leads from a page of the playbook to one that it does not name');
  return facts.purpose === 'page'
    ? stop('request.undeclared_page', 'the playbook does not name this page')
    : stop('request.undeclared_part', 'the playbook does not name this part of a page; it was left out', false);
}

function judgeWrite(
  facts: RequestFacts,
  url: CanonicalUrl,
  rules: RequestRules,
  stop: Stop,
  allow: Allow,
): RequestVerdict {
  if (rules.tickets.length === 0)
    return stop('request.undeclared_write', `no step that is running may send a ${facts.method}`);
  const findings: { rule: string; reason: string }[] = [];
  for (const ticket of rules.tickets) {
    const fit = fitTicket(facts, url, ticket, rules);
    if ('sent' in fit)
      return allow(
        'request.ticket',
        `the step "${ticket.step}" declares this request`,
        ticket.id,
        fit.sent,
        ticket.expected.headers,
      );
    findings.push(fit);
  }
  const first = findings[0];
  return first === undefined
    ? stop('request.undeclared_write', `no step that is running may send a ${facts.method}`)
    : stop(first.rule, findings.map((finding) => finding.reason).join('; '));
}

type Misfit = { readonly rule: string; readonly reason: string };

/** What is sent on a ticket, or why the request does not fit it. */
function fitTicket(
  facts: RequestFacts,
  url: CanonicalUrl,
  ticket: WriteTicket,
  rules: RequestRules,
): Misfit | { readonly sent: ReadBody['sent'] } {
  const { expected, values, step } = ticket;
  if (facts.method !== expected.method || !pathMatches(expected.path, url.path, values))
    return {
      rule: 'request.undeclared_write',
      reason: `the step "${step}" declares ${expected.method} ${fillPath(expected.path, values) ?? expected.path}`,
    };
  if (url.query.length > 0) return { rule: 'request.undeclared_query', reason: 'a write carries no query fields' };
  const header = undeclaredHeader(facts.headers, expected.headers ?? []);
  if (header !== undefined)
    return {
      rule: 'request.undeclared_header',
      reason: `the step "${step}" does not declare the header ${JSON.stringify(header.slice(0, 80))}`,
    };
  const body = readBody(facts.body, expected.content);
  if (body === undefined)
    return {
      rule: 'request.unreadable_body',
      reason: `the body cannot be read in exactly one way as ${expected.content}`,
    };
  if (expected.as_is === true && !isCanonical(facts.body, body))
    return { rule: 'request.unreadable_body', reason: 'the body is not in the one form in which it could be sent' };
  const misfit =
    body.fields.map((field) => fieldMisfit(field, body.fields, ticket, rules)).find((found) => found !== undefined) ??
    expected.constraints
      .map((constraint) => constraintMisfit(constraint, body.fields, values))
      .find((found) => found !== undefined);
  return misfit ?? { sent: body.sent };
}

function fieldMisfit(
  { name, value, type, file }: BodyField,
  all: readonly BodyField[],
  { expected, step }: WriteTicket,
  { neverClick: list, uploads }: RequestRules,
): Misfit | undefined {
  const danger = dangerousField(name, value, list);
  if (danger !== undefined) return danger;
  // A file field that was left alone sends no name and no content.
  const isEmpty = value === '' && file === '';
  if (file !== undefined && !isEmpty && !uploads.some((one) => one.name === value && one.content === file))
    return { rule: 'request.unknown_file', reason: `the file in the field ${name} is not one that a step put there` };
  const quoted = JSON.stringify(name.slice(0, 80));
  if (!expected.fields.includes(name))
    return { rule: 'request.undeclared_field', reason: `the step "${step}" does not declare the field ${quoted}` };
  if (all.filter((other) => other.name === name).length > 1 && expected.repeats?.includes(name) !== true)
    return { rule: 'request.repeated_field', reason: `the field ${quoted} is there more than once` };
  const wanted = expected.constraints.find(({ field }) => field === name)?.type ?? 'text';
  return type === wanted
    ? undefined
    : { rule: 'request.field_type', reason: `the field ${quoted} is declared as ${wanted} and is ${type}` };
}

function constraintMisfit(constraint: Constraint, fields: readonly BodyField[], values: Values): Misfit | undefined {
  const [field, ...more] = fields.filter(({ name }) => name === constraint.field);
  if (field === undefined || more.length > 0)
    return { rule: 'request.constraint', reason: `the field ${constraint.field} has to be there once` };
  const broken = brokenBy(field.value, constraint, values);
  return broken === undefined ? undefined : { rule: 'request.constraint', reason: broken };
}

function brokenBy(value: string, constraint: Constraint, values: Values): string | undefined {
  const is = (template: string): boolean => unbroken(fillTemplate(template, values)) === unbroken(value);
  if (constraint.equals !== undefined && !is(constraint.equals))
    return `the field ${constraint.field} is not what the task says`;
  if (constraint.one_of !== undefined && !constraint.one_of.some(is))
    return `the field ${constraint.field} is none of the values that are allowed`;
  if (constraint.at_most !== undefined) {
    const limit = cents(fillTemplate(constraint.at_most, values) ?? '');
    const amount = cents(value);
    if (limit === undefined || amount === undefined)
      return `the field ${constraint.field} is not an amount that can be compared`;
    if (Math.abs(amount) > limit) return `the field ${constraint.field} is over the limit`;
  }
  return undefined;
}

/** Forms send every line break as CR and LF. */
function unbroken(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n');
}

/** Decimal text to cents; undefined for anything but up to two decimals. */
function cents(text: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0')));
}
