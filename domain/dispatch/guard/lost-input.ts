/**
 * What a step typed or chose and the page sent at once, by a request that was left out: the portal does not know the value,
 * so that a write which does not carry it either would be confirmed without it (D59).
 */
import type { ExpectedRequest } from '../playbook/language.ts';
import { type Values, fillTemplate } from '../playbook/template.ts';
import { isAddressed, isAnotherOperation } from './request-fit.ts';
import type { WriteTicket } from './request-gate.ts';
import { onlyValidates } from './request-headers.ts';
import type { CanonicalUrl, RequestFacts } from './request-line.ts';

/** What a step enters into one field. */
export interface EnteredValue {
  /** The field; what is entered into it later takes the place of this. */
  readonly field: string;
  /** What people call it. */
  readonly name: string;
  /** The page of the playbook. */
  readonly page: string;
  /** What the page may send of it: the text, or of an option its text and its value. */
  readonly forms: readonly string[];
  /** What the playbook says is entered. */
  readonly templates: readonly string[];
}

const longestRead = 200_000;
const mostLeaves = 5_000;
const deepest = 8;
/** A shorter value is found as the whole of a field only. */
const leastInText = 4;

/** Whether a request that was left out may have saved what it carries; a query of GraphQL and a check change nothing. */
export function maySave({ method, headers, body }: RequestFacts): boolean {
  if (method === 'GET' || method === 'HEAD' || onlyValidates(headers)) return false;
  return !/^\s*\{(?:[^{}]|\{[^{}]*\})*"query"\s*:\s*"\s*(?:query\b|\{)/.test(body?.text.slice(0, longestRead) ?? '');
}

/** Whether a value that was entered is in the body, the query or the path of a request. */
export function carries(facts: RequestFacts, { forms }: EnteredValue): boolean {
  const leaves = leavesOf(facts).map(plain);
  return forms.map(plain).some((form) => form !== '' && leaves.some((leaf) => isIn(form, leaf)));
}

/** Whether a request that fits what a step declares has the value, in the form in which the portal writes it. */
export function declares(expected: ExpectedRequest, values: Values, { forms, templates }: EnteredValue): boolean {
  return expected.constraints.some(({ equals, chosen, all_of: all = [] }) =>
    [equals, chosen, ...all].some((template) => {
      if (template === undefined || template === '') return false;
      return templates.includes(template) || forms.includes(fillTemplate(template, values) ?? '');
    }),
  );
}

function isIn(form: string, leaf: string): boolean {
  if (leaf === form || isSameAmount(form, leaf)) return true;
  if (form.length < leastInText) return false;
  for (let at = leaf.indexOf(form); at >= 0; at = leaf.indexOf(form, at + 1)) {
    const isBegun = !isWord(leaf[at - 1]) || !isWord(form[0]);
    const isEnded = !isWord(leaf[at + form.length]) || !isWord(form.at(-1));
    if (isBegun && isEnded) return true;
  }
  return false;
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}

function isSameAmount(one: string, other: string): boolean {
  const [first, second] = [amountOf(one), amountOf(other)];
  return first !== undefined && first === second;
}

function amountOf(text: string): number | undefined {
  return /^[-+]?[$€£]?\s?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,4})?$/.test(text)
    ? Number(text.replace(/[^\d.-]/g, ''))
    : undefined;
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The values of a request, read leniently: nothing is sent because of it. */
function leavesOf({ url, body }: RequestFacts): string[] {
  const found: string[] = [];
  const address = URL.canParse(url) ? new URL(url) : undefined;
  for (const segment of address?.pathname.split('/') ?? []) found.push(decoded(segment));
  for (const [, value] of address?.searchParams ?? []) collect(value, 0, found);
  if (body !== null) collect(body.text.slice(0, longestRead), 0, found);
  return found;
}

function collect(text: string, depth: number, found: string[]): void {
  if (text === '' || depth > deepest || found.length > mostLeaves) return;
  if (/^\s*[[{]/.test(text)) {
    try {
      collectMembers(JSON.parse(text), depth + 1, found);
      return;
    } catch {
      // Not JSON, whatever it begins with.
    }
  }
  if (/^--[^\r\n]+\r?\n(?:[^\r\n:]+:)/.test(text)) {
    // Parts are read as bytes.
    const parts = Buffer.from(text, 'latin1')
      .toString('utf8')
      .split(/\r?\n--/);
    for (const part of parts) {
      const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
      const file = /filename="([^"]*)"/.exec(head)?.[1];
      if (file === undefined) collect(rest.join('\n\n'), depth + 1, found);
      else found.push(file);
    }
    return;
  }
  if (depth === 0 && /^[^\s{}<>"|]*=/.test(text)) {
    for (const [, value] of new URLSearchParams(text)) collect(value, depth + 1, found);
    return;
  }
  // XML, calls in a notation of their own and queues of events have their values between signs like these.
  const pieces = text.split(/[<>|"\u0000-\u001f\ufffd]+|~E\d{3}/); // oxlint-disable-line no-control-regex
  if (pieces.length > 1 && depth < deepest)
    for (const piece of pieces.slice(0, mostLeaves)) found.push(unescaped(piece));
  found.push(text);
}

function collectMembers(part: unknown, depth: number, found: string[]): void {
  if (depth > deepest || found.length > mostLeaves) return;
  if (typeof part === 'string') collect(part, Math.max(depth, 1), found);
  else if (typeof part === 'number') found.push(String(part));
  else if (typeof part === 'object' && part !== null)
    for (const inner of Object.values(part)) collectMembers(inner, depth + 1, found);
}

function unescaped(text: string): string {
  return text
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&')
    .trim();
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A value that the portal does not know, and the request that would have said it. */
export interface LostInput {
  readonly entered: EnteredValue;
  /** Method and address of the request that was left out. */
  readonly request: string;
  /** The line of a playbook that would name it. */
  readonly line: string;
  /** The step that declares it, and was not running when the page sent it. */
  readonly declaredBy: string | undefined;
}

interface LeftOut {
  readonly facts: RequestFacts;
  readonly url: CanonicalUrl;
  readonly request: string;
  readonly line: string;
}

interface EnteredValues {
  enter(value: EnteredValue): void;
  /** Another page has come: what was entered before is not looked for in its requests. */
  leavePage(): void;
  /** A request of the page to the portal itself was not sent. */
  leftOut(request: LeftOut): void;
  /** A request has left that a server may save. @param ticket of a step that declares it */
  sent(facts: RequestFacts, ticket?: WriteTicket): void;
  /** @param tickets what the running step may still send */
  lost(tickets: readonly WriteTicket[]): LostInput | undefined;
  /** The portal has taken a write with all that was entered. */
  forget(): void;
}

export function openEnteredValues(): EnteredValues {
  const known = new Map<string, { readonly value: EnteredValue; isSent: boolean; leftOut?: LeftOut }>();
  return {
    enter: (value) => void known.set(value.field, { value, isSent: false }),
    leavePage() {
      for (const [field, { leftOut, isSent }] of known) if (leftOut === undefined || isSent) known.delete(field);
    },
    leftOut(request) {
      const open = [...known.values()].filter(({ isSent, leftOut }) => !isSent && leftOut === undefined);
      if (open.length === 0 || !maySave(request.facts)) return;
      for (const one of open) if (carries(request.facts, one.value)) one.leftOut = request;
    },
    sent(facts, ticket) {
      for (const one of known.values())
        one.isSent ||=
          (ticket !== undefined && declares(ticket.expected, ticket.values, one.value)) || carries(facts, one.value);
    },
    lost(tickets) {
      for (const { value, isSent, leftOut } of known.values()) {
        if (isSent || leftOut === undefined) continue;
        const early = tickets.filter((ticket) => isFor(leftOut, ticket));
        const isToCome = tickets.some(
          (ticket) => !early.includes(ticket) && declares(ticket.expected, ticket.values, value),
        );
        if (isToCome) continue;
        const { request, line } = leftOut;
        return { entered: value, request, line, declaredBy: early[0]?.step };
      }
      return undefined;
    },
    forget: () => known.clear(),
  };
}

function isFor({ facts, url }: LeftOut, { expected, values, step }: WriteTicket): boolean {
  return (
    isAddressed(facts, url, { expected, values, by: step }) &&
    !isAnotherOperation(facts, { expected, values, by: step })
  );
}
