/**
 * The act that a request's body asks for, in the members by which servers choose what to do. It is read leniently: the
 * request is not sent in any case, and this only decides whether a page that tries it is worked on any further (D62).
 */
import type { NeverClick } from '../playbook/language.ts';
import type { PortalAction } from '../task.ts';
import { isOperationField, neverClickName } from './never-click.ts';
import type { RequestFacts } from './request-facts.ts';

const longest = 200_000;
const deepest = 6;
const mostMembers = 2_000;

/** @returns the action that one of its operations stands for */
export function operationInBody({ body }: RequestFacts, list: readonly NeverClick[]): PortalAction | undefined {
  if (body === null || body.text === '') return undefined;
  for (const [name, value] of membersOf(body.text.slice(0, longest), body.contentType)) {
    const action = /^(?:query|mutation)$/i.test(name)
      ? mutationIn(value, list)
      : isOperationField(name)
        ? neverClickName(value, list)
        : undefined;
    if (action !== undefined) return action;
  }
  return undefined;
}

/** Name and fields of a GraphQL mutation; a query changes nothing. */
function mutationIn(text: string, list: readonly NeverClick[]): PortalAction | undefined {
  const plain = text.replace(/#[^\n]*/g, ' ');
  if (!/^\s*mutation\b|\}\s*mutation\b/.test(plain)) return undefined;
  return [...plain.matchAll(/[A-Za-z_]\w*/g)].map(([word]) => neverClickName(word, list)).find((found) => found);
}

function membersOf(text: string, contentType: string): [name: string, value: string][] {
  if (/multipart\//i.test(contentType))
    return [...text.matchAll(/name="?([^"\r\n;]+)"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
  try {
    const found: [string, string][] = [];
    collect(JSON.parse(text), 0, found);
    return found;
  } catch {
    // Not JSON, whatever it says.
  }
  return /^[^\s{}<>]*=/.test(text) ? [...new URLSearchParams(text)] : [];
}

function collect(part: unknown, depth: number, found: [string, string][]): void {
  if (depth > deepest || found.length > mostMembers || typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) {
    if (typeof inner === 'string') found.push([name, inner]);
    else collect(inner, depth + 1, found);
  }
}
