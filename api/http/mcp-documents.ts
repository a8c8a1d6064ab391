/** What an MCP endpoint has besides its tools: documents to read (resources) and requests to start from (prompts). */
import type { Log } from '../../process/logging.ts';
import { isUnexpected, shownError } from './answer-errors.ts';

interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** A document for each value of what its address has in braces. */
interface McpResourceTemplate extends Omit<McpResource, 'uri'> {
  readonly uriTemplate: string;
}

interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** What the user says with it. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

export interface McpDocuments<C> {
  /** Those that are listed one by one, as the caller may read them. */
  readonly list: (caller: C) => Promise<readonly McpResource[]>;
  readonly templates: readonly McpResourceTemplate[];
  /**
   * The document as JSON.
   * @returns undefined where no document has this address
   * @throws ApiError as the tools do
   */
  readonly read: (caller: C, uri: string) => Promise<object | undefined>;
  readonly prompts: readonly McpPrompt[];
  /**
   * Values that an argument of a prompt, or a part of the address of a template, may have.
   * @param given the arguments that have a value already
   * @returns those to choose from, in any number; what they begin with is looked at here
   */
  readonly suggest: (caller: C, name: string, given: Readonly<Record<string, string>>) => Promise<readonly string[]>;
}

/** What a client asks a completion for. */
interface AskedCompletion {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** The protocol lets an answer have no more. */
const mostCompletions = 100;

const mimeType = 'application/json';

/** Why a request is refused, as each protocol's package throws it. */
type Refuse = (code: 'invalid' | 'unknown', message: string) => Error;

/** What the request of a list may have. */
type ListParams = { readonly cursor?: string | undefined } | undefined;

/** Each list is one page, so that no cursor is one of ours; a client that is answered the list again would continue for ever. */
export function requireFirstPage(params: ListParams, refuse: Refuse): void {
  if ((params?.cursor ?? '') !== '') throw refuse('invalid', 'params.cursor is none of this list, which is one page');
}

/** What answers the methods of resources and prompts; both protocols have the same answers. */
export function documentAnswers<C>(documents: McpDocuments<C>, log: Log, caller: C, refuse: Refuse) {
  const answered = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isUnexpected(error)) log.error({ err: error }, 'resource failed');
      const { message, extras } = shownError(error);
      throw refuse('invalid', (extras.details ?? [message]).join('; '));
    }
  };
  return {
    listResources: async (params: ListParams) => {
      requireFirstPage(params, refuse);
      return { resources: (await answered(() => documents.list(caller))).map((one) => ({ ...one, mimeType })) };
    },
    listTemplates: (params: ListParams) => {
      requireFirstPage(params, refuse);
      return { resourceTemplates: documents.templates.map((one) => ({ ...one, mimeType })) };
    },
    readResource: async (uri: string) => {
      const found = await answered(() => documents.read(caller, uri));
      if (found === undefined) throw refuse('unknown', `there is no resource ${JSON.stringify(uri.slice(0, 200))}`);
      return { contents: [{ uri, mimeType, text: JSON.stringify(found) }] };
    },
    listPrompts: (params: ListParams) => {
      requireFirstPage(params, refuse);
      return {
        prompts: documents.prompts.map(({ name, title, description, arguments: taken }) => ({
          name,
          title,
          description,
          arguments: [...taken],
        })),
      };
    },
    complete: async ({ ref, argument, context }: AskedCompletion) => {
      const names =
        ref.type === 'ref/prompt'
          ? documents.prompts.find((one) => one.name === ref.name)?.arguments.map(({ name }) => name)
          : documents.templates.find((one) => one.uriTemplate === ref.uri)?.uriTemplate.match(/(?<=\{)\w+(?=\})/g);
      if (names?.includes(argument.name) !== true)
        throw refuse('invalid', `there is no argument ${JSON.stringify(argument.name.slice(0, 100))} to complete`);
      const all = await answered(() => documents.suggest(caller, argument.name, context?.arguments ?? {}));
      const fitting = all.filter((value) => value.startsWith(argument.value));
      const values = fitting.slice(0, mostCompletions);
      return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
    },
    getPrompt: (name: string, given: Readonly<Record<string, string>> = {}) => {
      const prompt = documents.prompts.find((one) => one.name === name);
      if (prompt === undefined) throw refuse('invalid', `there is no prompt ${JSON.stringify(name.slice(0, 100))}`);
      const missing = prompt.arguments.find((one) => one.required && (given[one.name] ?? '').trim() === '');
      if (missing !== undefined) throw refuse('invalid', `the prompt needs ${missing.name}`);
      const text = prompt.text(given);
      return {
        description: prompt.description,
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
      };
    },
  };
}
