/** One request to the API as a sender makes it: with the key to the APIs themselves, without it to the links of a record. */
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

/**
 * Links are opened without the key: they have to open by themselves.
 * @throws only when the signal aborts
 */
export async function callApi(method: 'GET' | 'POST', url: string, call: ApiCall): Promise<ApiAnswer> {
  const { key, body, signal } = call;
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
