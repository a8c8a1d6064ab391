export type Decision = 'human_only' | 'propose' | 'act_alone';
export type Lane = 'shadow' | 'assist' | 'auto';

export interface RouteQuestion {
  readonly queue: string;
  readonly step: string;
  readonly item: string;
  /** What is known of the item; watched features decide whether it is novel. */
  readonly features?: Readonly<Record<string, unknown>> | null;
}

export interface RouteAnswer {
  /** Carries the time of the answer; name it in the act. */
  readonly route_id: string;
  readonly decision: Decision;
  readonly lane: Lane;
  readonly audit: boolean;
  readonly audit_rate: number;
  readonly reason: string;
  readonly queue: string;
  readonly step: string;
  readonly item: string;
}

export interface RoutesOptions {
  /** Base address of the lanes API. */
  readonly url: string;
  /** A key of scope `route` or `work`. */
  readonly key: string;
  /** Beyond this age of the table every answer is `human_only`. Default 5,000 ms. */
  readonly maxAgeMs?: number;
  /** How often the table is asked for where there is no stream. Default 2,000 ms. */
  readonly pollEveryMs?: number;
  /** How often answers are reported. Default 10,000 ms. */
  readonly reportEveryMs?: number;
  /** False: the table is asked for with its ETag, and no stream is opened. Default true. */
  readonly useStream?: boolean;
  /** What went wrong; it is tried again in any case. */
  readonly onError?: (error: unknown) => void;
}

export interface Routes {
  /** Answers at once. Fails closed: what is not known for sure is `human_only`. */
  route(question: RouteQuestion): RouteAnswer;
  /** Whether the table is younger than `maxAgeMs`. */
  isFresh(): boolean;
  /** Of the table; undefined before the first one. */
  version(): number | undefined;
  /** @returns false where no table came in this time */
  ready(timeoutMs?: number): Promise<boolean>;
  /** Ends the stream and reports what is left. */
  close(): Promise<void>;
}

export function openRoutes(options: RoutesOptions): Routes;
