/**
 * What a step typed or chose and the page sent at once, by a request that was left out: the portal does not know the value,
 * so that a write which does not carry it either would be confirmed without it (D59).
 */
import { maySend, type Step } from '../playbook/step.ts';
import type { Constraint, ExpectedRequest } from '../playbook/declared-request.ts';
import type { Playbook } from '../playbook/language.ts';
import { type Values, eachOf, fillTemplate } from '../playbook/template.ts';
import type { ElementFacts } from './element-facts.ts';
import { isAddressed, isAnotherOperation } from './request-fit.ts';
import type { WriteTicket } from './request-gate.ts';
import { onlyValidates } from './request-headers.ts';
import type { CanonicalUrl, RequestFacts } from './request-line.ts';
import { decodeOnce } from './request-line.ts';

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
  /** Of a box or a radio button: what its page calls it by. A request says what was chosen where it has both. */
  readonly called?: readonly string[];
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
export function carries(facts: RequestFacts, { forms, called }: EnteredValue): boolean {
  const leaves = leavesOf(facts, called !== undefined).map(plain);
  const says = (text: string): boolean => text !== '' && leaves.some((leaf) => isIn(text, leaf));
  if (called === undefined) return forms.map(plain).some(says);
  const isNamed = called.map(plain).some((name) => leaves.some((leaf) => isCalled(leaf, name)));
  return isNamed && [...forms.map(plain), ...states].some((text) => leaves.includes(text));
}

/** What says of a box that it is ticked. */
const states = ['on', 'true', '1', 'yes', 'y', 'checked', 'selected'];

/** Servers that draw their boxes themselves call them by the beginning of what the page has (`zk_12` of `zk_12-real`). */
function isCalled(leaf: string, name: string): boolean {
  return (
    leaf === name || (leaf.length >= leastInText && name.startsWith(leaf) && /^[-_:.]/.test(name.slice(leaf.length)))
  );
}

/** Whether a write says anything of a box or a radio button, by its name or by its value: it is the write then that saves it. */
function speaksOf(facts: RequestFacts, { forms, called = [] }: EnteredValue): boolean {
  const leaves = leavesOf(facts, true).map(plain);
  return [...forms, ...called].map(plain).some((text) => text !== '' && leaves.some((leaf) => isIn(text, leaf)));
}

export interface Choice {
  /** Of radio buttons, of which another one takes the place of what was chosen. */
  readonly group: string | undefined;
  readonly forms: readonly string[];
  readonly called: readonly string[];
}

/**
 * What a click on a box or a radio button chooses; undefined for other controls. What is no longer ticked is no value that a
 * request could carry.
 */
export function choiceOf({ tag, type, role, name, value, isChosen, attributes }: ElementFacts): Choice | undefined {
  const isNative = tag === 'input' && (type === 'checkbox' || type === 'radio');
  if (!isNative && !/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)) return undefined;
  const own = (wanted: RegExp): string[] =>
    attributes.flatMap((each) => (each.where === 'control' && wanted.test(each.name) ? [each.value] : []));
  const isRadio = type === 'radio' || /radio/.test(role);
  const group = isRadio ? own(/^name$/)[0] : undefined;
  if (isChosen === true && !isRadio) return { group, forms: [], called: [] };
  const said = [value, ...entryValues({ attributes })].filter((text) => !states.includes(plain(text)));
  const called = own(/^(?:name|id|data-(?:name|field|id))$/).filter(Boolean);
  return { group, forms: [...said, name].filter(Boolean), called };
}

/** What a page has for an entry of a list that it draws, beside its text. */
export function entryValues({ attributes }: Pick<ElementFacts, 'attributes'>): string[] {
  const isValue = /^data-(?:value|id|key)$/;
  return attributes.flatMap(({ where, name, value }) => (where === 'control' && isValue.test(name) ? [value] : []));
}

/** What a page sends for an entry of a list or a group, where the entry says so itself. */
export function valueOfEntry({ attributes }: Pick<ElementFacts, 'attributes'>): string | undefined {
  const own = attributes.filter(({ where }) => where === 'control');
  return (own.find(({ name }) => name === 'value') ?? own.find(({ name }) => name === 'data-value'))?.value;
}

/** The inputs for which the portal has the word that a template stands for. */
export function inputsBehind(template: string, { capabilities }: Pick<Playbook, 'capabilities'>): string[] {
  const words = Object.values(capabilities).flatMap((capability) => Object.entries(capability.words));
  return words.flatMap(([word, { of }]) => (template === `{{${word}}}` ? [`{{${of}}}`] : []));
}

/** What the requests of these steps, and of all recipes, compare their fields with. */
export function constraintsOf(own: readonly Step[], { capabilities }: Pick<Playbook, 'capabilities'>): Constraint[] {
  const within = (steps: readonly Step[]): Constraint[] =>
    steps.flatMap((step) => {
      if (step.do === 'when') return [...within(step.steps), ...within(step.otherwise)];
      return maySend(step) ? (step.expects ?? []).flatMap(({ constraints }) => constraints) : [];
    });
  const recipes = Object.values(capabilities).flatMap(
    ({ steps = [], look = [], prepare = [], submit = [], probe = [] }) => [steps, look, prepare, submit, probe],
  );
  return [own, ...recipes].flatMap(within);
}

/** Whether a request that fits what a step declares has the value, in the form in which the portal writes it. */
export function declares(
  expected: ExpectedRequest,
  values: Values,
  { forms, templates, called = [] }: EnteredValue,
): boolean {
  return expected.constraints.some(
    ({ field, equals, chosen, all_of: all = [] }) =>
      called.includes(field) ||
      [equals, chosen, ...eachOf(all, values)].some((template) => {
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

/** The values of a request, read leniently: nothing is sent because of it. @param withNames those of its fields too */
function leavesOf({ url, body }: RequestFacts, withNames = false): string[] {
  const found: string[] = withNames && body !== null ? namesIn(body.text.slice(0, longestRead)) : [];
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
  else if (typeof part === 'number' || typeof part === 'boolean') found.push(String(part));
  else if (typeof part === 'object' && part !== null)
    for (const inner of Object.values(part)) collectMembers(inner, depth + 1, found);
}

/** Names of fields and members, wherever in a body they are. */
function namesIn(text: string): string[] {
  const named = [...text.matchAll(/"((?:[^"\\]|\\.){1,200})"\s*:|\bname="([^"]{1,200})"|(?:^|&)([^=&]{1,300})=/g)];
  const names = named.map(([, member, part, field]) => member ?? part ?? decoded((field ?? '').replaceAll('+', ' ')));
  return names.slice(0, mostLeaves).flatMap((name) => [name, ...name.split(/[[\]]+/)]);
}

function unescaped(text: string): string {
  return text
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&')
    .trim();
}

const decoded = (segment: string): string => decodeOnce(segment) ?? segment;

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
          (ticket !== undefined && declares(ticket.expected, ticket.values, one.value)) ||
          (one.value.called === undefined ? carries : speaksOf)(facts, one.value);
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
