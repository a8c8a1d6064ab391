/** How deliveries and endpoints are shown wherever they are: states as badges, answers in a few words. */
import type { DeliveryState } from '../../../domain/delivery/retry-schedule.ts';
import { type Html, html } from '../../http/html.ts';

const states: Readonly<Record<DeliveryState, readonly [string, string]>> = {
  pending: ['badge-wait', 'Pending'],
  retrying: ['badge-warn', 'Retrying'],
  delivered: ['badge-ok', 'Delivered'],
  failed: ['badge-bad', 'Failed'],
};

export const stateWord = (state: DeliveryState): string => states[state][1];

export function deliveryBadge(state: DeliveryState): Html {
  const [look, word] = states[state];
  return html`<span class="badge ${look}">${word}</span>`;
}

const healths = {
  idle: ['badge-muted', 'Nothing sent yet'],
  healthy: ['badge-ok', 'Healthy'],
  failing: ['badge-bad', 'Failing'],
} as const;

export function healthBadge(state: keyof typeof healths): Html {
  const [look, word] = healths[state];
  return html`<span class="badge ${look}">${word}</span>`;
}

const errors: Readonly<Record<string, string>> = {
  dns: 'DNS lookup failed',
  blocked_address: 'address not allowed',
  refused: 'connection refused',
  unreachable: 'host unreachable',
  tls: 'TLS error',
  reset: 'connection reset',
  bad_response: 'invalid response',
  other: 'connection error',
};

/** What went wrong, by the code of an attempt or of an endpoint's last failure. */
export function errorText(code: string): string {
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  return status === undefined ? (errors[code] ?? code.replaceAll('_', ' ')) : `HTTP ${status}`;
}

/** `HTTP 503`, or what went wrong before there was a response. */
export function answerTexts(responseStatus: number | null, error: string | null): string {
  if (responseStatus !== null) return `HTTP ${responseStatus}${error === null ? '' : `, ${errorText(error)}`}`;
  return error === null ? 'no attempt yet' : errorText(error);
}

export function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The host of an address: paths of callback URLs often carry a token. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
