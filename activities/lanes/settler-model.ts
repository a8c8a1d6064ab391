/**
 * The model that settles, behind any OpenAI-compatible address: one call, one answer, no second try of its own, through
 * the address guard. Whatever the other side does is a result; none of its words go into logs or histories.
 */
import { parseRetryAfter } from '../../domain/delivery/attempt.ts';
import type { TokenUsage } from '../../domain/lanes/settler/policy.ts';
import { answerSchema } from '../../domain/lanes/settler/answer.ts';
import type { Question } from '../../domain/lanes/settler/shown.ts';
import { type ConnectorOptions, guardedConnector } from '../../process/outbound/connector.ts';
import { type ExchangeFailure, type OwnFault, exchange } from '../../process/outbound/request.ts';
import type { Settings } from '../../process/settings.ts';

export type ModelSettings = Pick<
  Settings,
  | 'SETTLER_API_KEY'
  | 'SETTLER_BASE_URL'
  | 'SETTLER_MODEL'
  | 'SETTLER_OUTPUT_TOKENS'
  | 'SETTLER_OUTPUT_LIMIT'
  | 'SETTLER_JSON_SCHEMA'
  | 'SETTLER_TIMEOUT_MS'
  | 'SETTLER_ALLOW_PRIVATE'
>;

export type ModelCall =
  /** `usage` is null where the model did not report it in a way that can be counted. */
  | { readonly kind: 'answer'; readonly text: string; readonly usage: TokenUsage | null }
  /** This item was refused, or its answer is no answer; `billed` is false where nothing was done for it. */
  | { readonly kind: 'unusable'; readonly why: string; readonly billed: boolean }
  /** Credential, model or address are not right: no item will fare better. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Nothing was done; `retryAfterMs` is what the answer asked for. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number | null }
  | { readonly kind: 'away'; readonly why: string; readonly billed: boolean }
  /** A fault of our own kept us from hearing the answer; it says nothing about the model. */
  | { readonly kind: 'unheard'; readonly billed: boolean }
  /** The signal ended it. */
  | { readonly kind: 'stopped' };

export type AskModel = (question: Question, signal: AbortSignal) => Promise<ModelCall>;

/** How much of an answer is read: far more than SETTLER_OUTPUT_TOKENS can say. */
const answerBytes = 1_000_000;

/** An exchange that did not run to its end. */
class CallFailed extends Error {
  readonly failure: ExchangeFailure;
  readonly ownFault: OwnFault | null;
  constructor(failure: ExchangeFailure, ownFault: OwnFault | null = null) {
    super(failure);
    this.name = 'CallFailed';
    this.failure = failure;
    this.ownFault = ownFault;
  }
}

/** Bytes of everything that is sent as text, for the upper bound of its cost. */
export function questionBytes({ instructions, item }: Question): number {
  return Buffer.byteLength(instructions) + Buffer.byteLength(item) + Buffer.byteLength(JSON.stringify(answerSchema));
}

export function openModel(settings: ModelSettings, resolve?: ConnectorOptions['resolve']): AskModel {
  const send = guardedFetch(settings, resolve);
  const opened = once(() => openLanguageModel(settings, send));
  return async (question, signal) => {
    const { generateText, APICallError, model } = await opened();
    try {
      const { text, usage } = await generateText({
        model,
        system: question.instructions,
        prompt: question.item,
        maxOutputTokens: settings.SETTLER_OUTPUT_TOKENS,
        // Each attempt is booked before it is made, so the engine repeats, not the package.
        maxRetries: 0,
        abortSignal: signal,
      });
      return { kind: 'answer', text, usage: countable(usage.inputTokens, usage.outputTokens) };
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      if (error instanceof CallFailed) return failedCall(error);
      if (APICallError.isInstance(error)) return refusedCall(error.statusCode ?? 0, error.responseHeaders ?? {});
      throw error;
    }
  };
}

/** Loaded when a model is first asked: 25 MB that a worker without a settler does not carry. */
async function openLanguageModel(settings: ModelSettings, send: typeof fetch) {
  const [{ generateText, APICallError }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  // Warnings go to the console otherwise, around the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const provider = createOpenAICompatible({
    name: 'settler',
    apiKey: settings.SETTLER_API_KEY,
    baseURL: settings.SETTLER_BASE_URL,
    fetch: send,
    transformRequestBody: ({ max_tokens: limit, ...body }) => ({
      ...body,
      [settings.SETTLER_OUTPUT_LIMIT]: limit as number,
      ...(settings.SETTLER_JSON_SCHEMA
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'verdict', strict: true, schema: answerSchema },
            },
          }
        : {}),
    }),
  });
  return { generateText, APICallError, model: provider(settings.SETTLER_MODEL) };
}

function guardedFetch(settings: ModelSettings, resolve?: ConnectorOptions['resolve']): typeof fetch {
  const timeoutMs = settings.SETTLER_TIMEOUT_MS;
  const connect = guardedConnector({
    allowLoopback: settings.SETTLER_ALLOW_PRIVATE,
    allowPrivate: settings.SETTLER_ALLOW_PRIVATE,
    ...(resolve === undefined ? {} : { resolve }),
  });
  return async (input, init) => {
    const { status, headers, body, failure, ownFault } = await exchange(
      {
        url: input instanceof Request ? input.url : String(input),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: Buffer.from(typeof init?.body === 'string' ? init.body : ''),
        timeoutMs,
        responseBytes: answerBytes,
        ...(init?.signal ? { signal: init.signal } : {}),
      },
      connect,
    );
    if (failure !== null) throw new CallFailed(failure, ownFault);
    // What `Response` refuses to hold is no answer of a model either.
    if (status === null || status < 200 || status > 599) throw new CallFailed('bad_response');
    const retryAfter = headers['retry-after'];
    return new Response(hasNoBody(status) ? null : new Uint8Array(body), {
      status,
      headers: {
        'content-type': 'application/json',
        ...(typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {}),
      },
    });
  };
}

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** Before a byte of the request is out, nothing can have been billed. */
const neverSent: ReadonlySet<ExchangeFailure> = new Set(['dns', 'refused', 'unreachable', 'tls']);

function failedCall({ failure, ownFault }: CallFailed): ModelCall {
  if (failure === 'interrupted') return { kind: 'stopped' };
  if (ownFault !== null) return { kind: 'unheard', billed: ownFault === 'not_known' };
  if (failure === 'blocked_address')
    return { kind: 'refused', why: 'SETTLER_BASE_URL is at an address where nothing may be sent' };
  return { kind: 'away', why: `the model could not be reached: ${failure}`, billed: !neverSent.has(failure) };
}

/** Statuses by which a server refuses this one request. */
const itemStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

function refusedCall(status: number, headers: Readonly<Record<string, string>>): ModelCall {
  if (status === 429) return { kind: 'busy', retryAfterMs: parseRetryAfter(headers['retry-after'], new Date()) };
  if (status === 408 || status >= 500) return { kind: 'away', why: `the model answered ${status}`, billed: true };
  if (itemStatuses.has(status)) return { kind: 'unusable', why: `the model answered ${status}`, billed: false };
  if (status >= 300) return { kind: 'refused', why: `the model answered ${status}` };
  return { kind: 'unusable', why: 'the answer is not of the form that such servers give', billed: true };
}

function countable(input: number | undefined, output: number | undefined): TokenUsage | null {
  const isCount = (n: number | undefined): n is number => n !== undefined && Number.isSafeInteger(n) && n >= 0;
  return isCount(input) && isCount(output) ? { input, output } : null;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
