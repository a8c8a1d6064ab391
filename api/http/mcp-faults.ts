/**
 * Says in sentences what is wrong with the parameters of an MCP request: the packages print the issues of their schema
 * library instead, one of them as an internal error. One also writes the code before each message, as its clients do
 * again.
 */

const invalidParams = -32602;

interface Message {
  readonly error?: { readonly code: number; readonly message: string };
}
interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** @param answer the JSON of one message or of several; given back as it is where it holds no such error */
export function withPlainFaults(answer: string): string {
  if (!answer.includes('"error":{')) return answer;
  const messages = JSON.parse(answer) as Message | readonly Message[];
  return JSON.stringify(Array.isArray(messages) ? messages.map(plain) : plain(messages as Message));
}

const codeBefore = /^MCP error -?\d+: /;

function plain(message: Message): Message {
  if (message.error === undefined) return message;
  const said = message.error.message.replace(codeBefore, '');
  const list = /(?:^|: )(\[\s*\{[^]*\])$/.exec(said)?.[1];
  const issues = list === undefined ? undefined : issuesIn(list);
  const corrected = issues ? { code: invalidParams, message: issues.map(sentence).join('; ') } : { message: said };
  return { ...message, error: { ...message.error, ...corrected } };
}

function issuesIn(list: string): readonly Issue[] | undefined {
  try {
    const issues = JSON.parse(list) as readonly Partial<Issue>[];
    return issues.every(({ path, message }) => Array.isArray(path) && typeof message === 'string')
      ? (issues as readonly Issue[])
      : undefined;
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, string>> = { record: 'an object', object: 'an object', array: 'an array' };

/** `params.name must be a string`, as everywhere in the API. */
function sentence({ path, message }: Issue): string {
  const [, kind, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  const member = path.join('.');
  if (kind === undefined) return `${member}: ${message}`;
  return received === 'undefined' ? `${member} is required` : `${member} must be ${kinds[kind] ?? `a ${kind}`}`;
}
