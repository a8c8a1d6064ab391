/** The decisions that the gates ask for, as one value: a test takes one away to show what it is there for. */
import { judgeDialog } from '../domain/dispatch/guard/dialog-gate.ts';
import { judgeElement } from '../domain/dispatch/guard/element-gate.ts';
import { judgeRequest } from '../domain/dispatch/guard/request-gate.ts';
import { judgeResponse } from '../domain/dispatch/guard/response-gate.ts';
import { judgeWindow } from '../domain/dispatch/guard/window-gate.ts';

export interface GuardDecisions {
  readonly element: typeof judgeElement;
  readonly request: typeof judgeRequest;
  readonly dialog: typeof judgeDialog;
  readonly window: typeof judgeWindow;
  readonly response: typeof judgeResponse;
  /** Script that runs before any of a page's own. */
  readonly closedExits: string;
}

/** Ways out of a page that are not HTTP requests. */
const closedExits = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'EventSource'])
  { try { Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false }); } catch {} }`;

/** What runs in production; nothing in the settings changes it. */
export const guardDecisions: GuardDecisions = Object.freeze({
  element: judgeElement,
  request: judgeRequest,
  dialog: judgeDialog,
  window: judgeWindow,
  response: judgeResponse,
  closedExits,
});
