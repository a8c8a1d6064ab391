export interface ClientOptions {
  /** Base address of the API, such as https://dispatch.example.com. */
  readonly url: string;
  /** A key of a sender (dispatch) or a workspace (lanes). */
  readonly key?: string;
  /** How often a request is sent again at most; 4 when left out. */
  readonly retries?: number;
  /** Of one attempt; 60,000 when left out. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The API refused the request; `code` is one of the list in its reference. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Each finding, where there are several. */
  readonly details: readonly string[];
  readonly requestId: string | null;
  /** The whole body, such as the report of a batch of which every row was rejected. */
  readonly body: unknown;
}

/** No answer arrived: whether the API did what was asked is not known. */
export class ConnectionError extends Error {}

export class ApiClient {
  constructor(options: ClientOptions);
}
