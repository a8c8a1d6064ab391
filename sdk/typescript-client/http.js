/** How a client sends a request: key, time limit, retries, and errors as exceptions. */

/** The API refused the request; `code` is one of the list in its reference. */
export class ApiError extends Error {
  constructor(status, body, requestId) {
    super(body?.error ?? `the API answered ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? `http_${status}`;
    this.details = body?.details ?? [];
    this.requestId = requestId;
    this.body = body;
  }
}

/** No answer arrived: whether the API did what was asked is not known. */
export class ConnectionError extends Error {
  constructor(message, cause) {
    super(message, { cause });
    this.name = 'ConnectionError';
  }
}

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });

export class ApiClient {
  #url;
  #key;
  #retries;
  #timeoutMs;
  #fetch;

  constructor({ url, key, retries = 4, timeoutMs = 60_000, fetch = globalThis.fetch }) {
    if (typeof url !== 'string' || url === '') throw new TypeError('url must be the base address of the API');
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#retries = retries;
    this.#timeoutMs = timeoutMs;
    this.#fetch = fetch;
  }

  /**
   * @param operation method, path, whether it may be sent again when nobody knows if it arrived, and names of its query
   */
  async call([method, path, repeatable, names], { body, as, signal, ...given } = {}) {
    const query = new URLSearchParams();
    let place = path;
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      if (place.includes(`{${name}}`)) place = place.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (names.includes(name)) query.set(name, value instanceof Date ? value.toISOString() : String(value));
      else throw new TypeError(`${name} is no argument of ${method} ${path}`);
    }
    const missing = /\{(\w+)\}/.exec(place);
    if (missing) throw new TypeError(`${missing[1]} is needed for ${method} ${path}`);
    const url = `${this.#url}${place}${query.size > 0 ? `?${query}` : ''}`;
    const headers = { Accept: as === 'csv' ? 'text/csv' : 'application/json, */*;q=0.1' };
    if (this.#key !== undefined) headers.Authorization = `Bearer ${this.#key}`;
    if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'text/csv' : 'application/json';
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const outcome = await this.#attempt(url, { method, headers, body: sent }, signal);
      if ('value' in outcome) return outcome.value;
      const again = repeatable ? outcome.mayPass : outcome.untouched;
      if (!again || attempt >= this.#retries) throw outcome.error;
      // Half a second, doubled each time, spread so that callers do not come back together; never before the API asks for it.
      const wait = Math.min(500 * 2 ** attempt, 30_000) * (0.5 + Math.random() / 2);
      await pause(Math.max(wait, outcome.retryAfterMs ?? 0), signal);
    }
  }

  async #attempt(url, request, signal) {
    const limit = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#fetch(url, {
        ...request,
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      });
      if (response.ok) return { value: await contentOf(response) };
      const error = new ApiError(response.status, await jsonOf(response), response.headers.get('X-Request-Id'));
      const seconds = Number(response.headers.get('Retry-After'));
      return {
        error,
        mayPass: [429, 500, 502, 503, 504].includes(response.status),
        // A rate limit is checked before anything is done.
        untouched: response.status === 429,
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      };
    } catch (error) {
      if (signal?.aborted) throw error;
      const refused = error?.cause?.code === 'ECONNREFUSED';
      return {
        error: new ConnectionError(`${new URL(url).origin} did not answer`, error),
        mayPass: true,
        untouched: refused,
      };
    }
  }
}

async function contentOf(response) {
  if (response.status === 204) return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  if (/json/.test(type)) return response.json();
  return type.startsWith('text/') ? response.text() : new Uint8Array(await response.arrayBuffer());
}

async function jsonOf(response) {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Every row of a list, page by page. @param member the one that holds the rows */
export async function* rowsOf(load, member, args = {}) {
  for (let cursor = args.cursor; ;) {
    const page = await load({ ...args, cursor });
    yield* page[member];
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) return;
  }
}
