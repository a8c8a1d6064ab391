/** What a request asks of a portal by a name in its headers or body, such as a mutation: one of the acts that are never clicked, or another than the declared one. */
import type { NeverClick } from '../playbook/language.ts';
import type { PortalAction } from '../task.ts';
import { namesActList } from './act-lists.ts';
import { isActVerb } from './action-words.ts';
import { namesRecordList, reportsDone } from './record-lists.ts';
import { isOperationField, neverClickName } from './never-click.ts';
import type { RequestFacts } from './request-line.ts';

const longest = 200_000;

const deepest = 6;

const mostMembers = 2_000;

/** @returns the action that one of its operations stands for */
export function operationInBody(
  { body, headers }: RequestFacts,
  list: readonly NeverClick[],
): PortalAction | undefined {
  const inBody = body === null ? [] : membersOf(body.text.slice(0, longest), body.contentType);
  const members = [
    ...operationsIn(headers),
    ...inBody,
    // A field may hold a JSON text: `payload={"action":"void_bill"}`.
    ...inBody.flatMap(([, value]) => (/^\s*[[{]/.test(value) ? jsonMembers(value) : [])),
  ];
  // What a query of GraphQL is called does nothing.
  const isQuery = members.some(([name, value]) => name === 'query' && /^\s*(?:query\b|\{)/.test(value));
  for (const [name, value] of members) {
    const action = /^(?:query|mutation)$/i.test(name)
      ? mutationIn(value, list)
      : isOperationField(name) && !(isQuery && /^operation_?name$/i.test(name)) && !asksOnly(value)
        ? neverClickName(value, list)
        : undefined;
    if (action !== undefined) return action;
  }
  return undefined;
}

/** What may be done to a record; a receivable is none of these. */
const possible =
  /(?:void|cancell?|revers|refund|withdraw|delet|remov|rerat|annull|retract|declin|clos|disput)(?:e?able|ible)(?![a-z])/i;

/** A call that asks for a list or a state: `getVoidedBills`, `bills.isVoidable`, `voidReasonsList`. */
function asksOnly(operation: string): boolean {
  const called = /[^./:]*$/.exec(operation)?.[0] ?? '';
  // A load is also what an act is done to: `load_cancel`.
  if (isActVerb(/^load[_-]?(\p{L}+)$/iu.exec(called)?.[1] ?? '')) return false;
  return (
    namesActList(called.replace(/[-_]?Query$/i, '')) ||
    namesRecordList(called.replace(/[-_]?List$/i, 's')) ||
    (/(?:Counts?|Totals?|Stat(?:istic)?s)$/.test(called) && reportsDone(called)) ||
    (possible.test(called) && neverClickName(called.replace(possible, ' '), []) === undefined) ||
    (/^(?:get|list|fetch|find|search|query|count|load|read|is|has|can)(?=[A-Z_-])/.test(called) &&
      !/_(?:and|then|or)(?:_|$)/i.test(called.replace(/(?=[A-Z])|-/g, '_')))
  );
}

const withoutComments = (text: string): string => text.replace(/#[^\n]*/g, ' ');

/** Whether a text is a document of GraphQL that changes something. */
export function isMutation(text: string): boolean {
  return /(?:^|\})\s*mutation\b[^{]*\{/.test(withoutComments(text));
}

/** Name and fields of a GraphQL mutation; a query changes nothing. */
function mutationIn(text: string, list: readonly NeverClick[]): PortalAction | undefined {
  if (!isMutation(text)) return undefined;
  const plain = withoutComments(text);
  return [...plain.matchAll(/[A-Za-z_]\w*/g)].map(([word]) => neverClickName(word, list)).find((found) => found);
}

function membersOf(text: string, contentType: string): [name: string, value: string][] {
  if (/multipart\/form/i.test(contentType))
    return [...text.matchAll(/name="?([^"\r\n;]+)"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
  // Of XML, the names of the elements: one of them is the operation.
  if (/^\s*<[?\w]/.test(text))
    return [...text.matchAll(/<(?:[\w-]+:)?([A-Za-z]\w*)/g)]
      .slice(0, mostMembers)
      .map(([, element = '']) => ['operation', element]);
  if (/x-gwt-rpc/i.test(contentType))
    return text
      .split('|')
      .slice(5, 7)
      .map((method) => ['operation', method]);
  if (/multipart\/mixed/i.test(contentType))
    return [...text.matchAll(/^[A-Z]+ ([!-~]+) HTTP\/1\.1/gm)].map(([, path = '']) => ['operation', path]);
  const found = jsonMembers(text);
  return found.length === 0 && /^[^\s{}<>]*=/.test(text) ? [...new URLSearchParams(text)] : found;
}

function jsonMembers(text: string): [name: string, value: string][] {
  const found: [string, string][] = [];
  try {
    collect(JSON.parse(text), 0, found);
  } catch {
    // Not JSON, whatever it says.
  }
  return found;
}

/** `SOAPAction: "urn:CancelShipment"`, `X-Action: void`. */
function operationsIn(headers: RequestFacts['headers']): [name: string, value: string][] {
  return Object.entries(headers)
    .filter(([name]) => /^soapaction$/i.test(name) || isOperationField(name.replace(/^x-/i, '')))
    .map(([, value]) => ['operation', value.replace(/"/g, '').replace(/^.*[/#:]/, '')]);
}

function collect(part: unknown, depth: number, found: [string, string][]): void {
  if (depth > deepest || found.length > mostMembers || typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) {
    if (typeof inner === 'string') found.push([name, inner]);
    else collect(inner, depth + 1, found);
  }
}
