/** One request to the API as a sender makes it: with the key to the APIs themselves, without it to the links of a record. */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

export interface ApiCall {
  readonly key: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export interface ApiAnswer {
  /** 0 when nothing answered. */
  readonly status: number;
  /** The body, or why there is none. */
  readonly text: string;
  readonly bytes: Buffer;
}

/** A part that is being started again, or that is busy, answers after a while; a machine without time, after a longer one. */
const patienceMs = 120_000;
const againAfterMs = 500;

/**
 * Links are opened without the key: they have to open by themselves. No answer, and 503, is asked again for two minutes:
 * every request here may be sent twice.
 * @throws only when the signal aborts
 */
export async function callApi(method: 'GET' | 'POST', url: string, call: ApiCall): Promise<ApiAnswer> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const answer = await callOnce(method, url, call);
    if ((answer.status !== 0 && answer.status !== 503) || Date.now() > until) return answer;
    await delay(againAfterMs, undefined, { signal: call.signal });
  }
}

async function callOnce(method: 'GET' | 'POST', url: string, { key, body, signal }: ApiCall): Promise<ApiAnswer> {
  const byKey = /^\/(?:api|v1)\//.test(new URL(url).pathname);
  try {
    const response = await request(url, {
      method,
      signal,
      headers: {
        ...(byKey ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, text: bytes.toString('utf8'), bytes };
  } catch (error) {
    if (signal.aborted) throw error;
    return { status: 0, text: (error as Error).message, bytes: Buffer.alloc(0) };
  }
}
