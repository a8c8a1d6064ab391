/** The decisions that the gates ask for, as one value: a test takes one away to show what it is there for. */
import { judgeDialog, judgeWindow } from '../domain/dispatch/guard/dialog-gate.ts';
import { judgeElement } from '../domain/dispatch/guard/element-gate.ts';
import { judgeRequest } from '../domain/dispatch/guard/request-gate.ts';
import { judgeResponse } from '../domain/dispatch/guard/response-gate.ts';
import type { RequestFacts } from '../domain/dispatch/guard/request-line.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { ExpectedRequest } from '../domain/dispatch/playbook/declared-request.ts';
import { redirectedTo } from './redirects.ts';

export interface GuardDecisions {
  readonly element: typeof judgeElement;
  readonly request: typeof judgeRequest;
  /** A recorder asks a person first. */
  readonly dialog: (
    ...asked: Parameters<typeof judgeDialog>
  ) => ReturnType<typeof judgeDialog> | Promise<ReturnType<typeof judgeDialog>>;
  readonly window: typeof judgeWindow;
  readonly response: typeof judgeResponse;
  /** A rehearsal sends no write: asked of a declared request when nothing else keeps it from leaving. */
  readonly leaving?: (
    facts: RequestFacts,
    expected: ExpectedRequest | undefined,
  ) => Omit<Verdict, 'subject'> | undefined;
  /** Script that runs before any of a page's own. */
  readonly closedExits: string;
}

/** Events by which our scripts ask an element what it says by its internals, and are told. */
const saidInside = { asked: 'lanekeeper:asked', answered: 'lanekeeper:answered' };

/**
 * Ways out of a page that are not HTTP requests are gone. An event stream stays one that never connects, because scripts
 * open it without asking whether there is such a thing; and what scripts read of an answer's address is where its chain
 * of redirects ended, which the gate has followed for the browser. Shadow roots are open, so that what is in them
 * can be judged, and what an element says by its internals alone is told to our scripts (`page/composed-tree.js`). What is replaced may be replaced again, as polyfills and Salesforce's synthetic shadow do: nothing leads
 * back to what was there first.
 */
const closedExits = `{
  const put = (owner, name, how) => { try {
    const { enumerable = true } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    Object.defineProperty(owner, name, { configurable: true, enumerable, ...('value' in how ? { writable: true } : {}), ...how });
  } catch {} };
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'fetchLater'])
    put(globalThis, name, { value: undefined });
  class EventSource extends EventTarget {
    url; withCredentials = false; readyState = 2; onopen = null; onmessage = null; onerror = null;
    constructor(url) {
      super();
      this.url = String(url);
      setTimeout(() => { const event = new Event('error'); this.dispatchEvent(event); if (typeof this.onerror === 'function') this.onerror(event); });
    }
    close() {}
  }
  for (const [name, value] of [['CONNECTING', 0], ['OPEN', 1], ['CLOSED', 2]]) for (const owner of [EventSource, EventSource.prototype]) put(owner, name, { value, writable: false });
  put(globalThis, 'EventSource', { value: EventSource });
  const attach = globalThis.Element.prototype.attachShadow;
  put(globalThis.Element.prototype, 'attachShadow', {
    value: function attachShadow(init) { return attach.call(this, init !== null && typeof init === 'object' ? { ...init, mode: 'open' } : init); },
  });
  const openRoots = (text) => /shadowrootmode/i.test(text) ? String(text).replace(/(shadowrootmode\\s*=\\s*)(?:"[^"]*"|'[^']*'|[^\\s>"']+)/gi, '$1"open"') : text;
  for (const [owner, name] of [[globalThis.Element?.prototype, 'setHTMLUnsafe'], [globalThis.ShadowRoot?.prototype, 'setHTMLUnsafe'], [globalThis.Document, 'parseHTMLUnsafe'], [globalThis.Document?.prototype, 'write'], [globalThis.Document?.prototype, 'writeln']]) {
    const own = owner?.[name];
    if (typeof own === 'function') put(owner, name, { value: function (...texts) { return own.apply(this, texts.map(openRoots)); } });
  }
  const said = ['role', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis.ElementInternals?.prototype ?? {}, { 'aria-label': 'ariaLabel', 'aria-description': 'ariaDescription', 'aria-roledescription': 'ariaRoleDescription', 'aria-valuetext': 'ariaValueText', 'aria-placeholder': 'ariaPlaceholder' }[name] ?? name)?.get]);
  const { attachInternals } = globalThis.HTMLElement.prototype;
  const { apply } = Reflect;
  const { get, set } = WeakMap.prototype;
  const { stringify } = JSON;
  const { dispatchEvent, addEventListener } = EventTarget.prototype;
  const { composedPath, stopImmediatePropagation } = Event.prototype;
  const Says = globalThis.CustomEvent;
  const inside = new WeakMap();
  put(globalThis.HTMLElement.prototype, 'attachInternals', { value: function () {
    const internals = apply(attachInternals, this, []);
    apply(set, inside, [this, internals]);
    return internals;
  } });
  apply(addEventListener, globalThis, ['${saidInside.asked}', (event) => {
    const [host] = apply(composedPath, event, []);
    const internals = apply(get, inside, [host]);
    if (internals === undefined) return;
    apply(stopImmediatePropagation, event, []);
    const detail = stringify(said.map(([name, read]) => [name, read ? apply(read, internals, []) : null]));
    apply(dispatchEvent, host, [new Says('${saidInside.answered}', { detail })]);
  }, true]);
  const end = (answer) => answer.headers.get('${redirectedTo}');
  const getter = (owner, name) => Object.getOwnPropertyDescriptor(owner, name)?.get;
  const [url, redirected] = ['url', 'redirected'].map((name) => getter(globalThis.Response.prototype, name));
  put(globalThis.Response.prototype, 'url', { get() { return end(this) ?? url.call(this); } });
  put(globalThis.Response.prototype, 'redirected', { get() { return end(this) !== null || redirected.call(this); } });
  const responseUrl = getter(globalThis.XMLHttpRequest?.prototype ?? {}, 'responseURL');
  if (responseUrl !== undefined)
    put(globalThis.XMLHttpRequest.prototype, 'responseURL', { get() {
      const own = responseUrl.call(this);
      return own === '' ? own : this.getResponseHeader('${redirectedTo}') ?? own;
    } });
}`;

/** What runs in production; nothing in the settings changes it. */
export const guardDecisions: GuardDecisions = Object.freeze({
  element: judgeElement,
  request: judgeRequest,
  dialog: judgeDialog,
  window: judgeWindow,
  response: judgeResponse,
  closedExits,
});
