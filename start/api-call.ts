/** One request of the trial to the API as a sender makes it: with the key to the APIs themselves, without it to the links of a record. */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

interface ApiCall {
  readonly key: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** Called every minute while the API is still too busy, with its own words. */
  readonly onBusy?: (answer: string) => void;
}

export interface ApiAnswer {
  /** 0 when nothing answered. */
  readonly status: number;
  /** The body, or why there is none. */
  readonly text: string;
  readonly bytes: Buffer;
}

/** As long as outages of our own parts are waited through (D59): what answers 503 runs, and has its turn later. */
const busyPatienceMs = 3_600_000;
/** A part that is being started again answers after a while; on a machine without time, after a longer one. */
const silentPatienceMs = 300_000;
const sayEveryMs = 60_000;
const againAfterMs = 500;

/**
 * Links are opened without the key: they have to open by themselves. 503 and no answer are asked again, for an hour and
 * for five minutes: every request here may be sent twice.
 * @throws only when the signal aborts
 */
export async function callApi(method: 'GET' | 'POST', url: string, call: ApiCall): Promise<ApiAnswer> {
  const began = Date.now();
  let answeredAt = began;
  let saidAt = began;
  for (;;) {
    const answer = await callOnce(method, url, call);
    const now = Date.now();
    if (answer.status !== 0) answeredAt = now;
    if (answer.status !== 0 && answer.status !== 503) return answer;
    if (now - began > busyPatienceMs || now - answeredAt > silentPatienceMs) return answer;
    if (now - saidAt > sayEveryMs) {
      saidAt = now;
      call.onBusy?.(answer.text);
    }
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

/** Why a trial failed, and what to do about it. */
const seeLogs = 'See worker.log and dispatch.log in the folder logs of the data folder.';

export class TrialError extends Error {
  readonly code = 'trial_failed';
  /** What the person who started it can do, as sentences. */
  readonly advice: string;
  constructor(message: string, advice: string = seeLogs) {
    super(message);
    this.name = 'TrialError';
    this.advice = advice;
  }
}
