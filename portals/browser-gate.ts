/**
 * The gate of one browser context: every request, dialog, socket and window passes here and is judged by the pure
 * rules of domain/dispatch/guard. The browser itself has no network (see browser-pool): what this gate does not
 * fetch for it, it does not get, so a request that slips past the routing reaches nobody.
 */
import type { SaidId } from '../domain/dispatch/guard/field-value.ts';
import { idsSaidIn } from '../domain/dispatch/guard/element-facts.ts';
import { openEnteredValues } from '../domain/dispatch/guard/lost-input.ts';
import { isReading, lineFor, type RequestRules, type RequestVerdict } from '../domain/dispatch/guard/request-gate.ts';
import { actOfCookies, recordOfCookies } from '../domain/dispatch/guard/request-headers.ts';
import { canonicalUrl, describeRequest, type RequestFacts } from '../domain/dispatch/guard/request-line.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { ExpectedDialog } from '../domain/dispatch/playbook/declared-request.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import type { AssetCache } from './asset-cache.ts';
import { shutSockets } from './browser-pool.ts';
import type { Landing } from './driver.ts';
import type { BrowserGate, Opening } from './gate.ts';
import { guardDecisions, type GuardDecisions } from './guard-decisions.ts';
import { failedFetch, isTimeout, openKeptDocuments } from './kept-documents.ts';
import {
  inDeadline,
  isOurs,
  type LagWatch,
  lagWatchOf,
  longestWaitMs,
  openDeadline,
  type OwnFaultError,
} from './own-lag.ts';
import {
  isRedirect,
  longestChain,
  nextHop,
  ofDecoded,
  onward,
  redirectedTo,
  retryAfter,
  whyUnanswered,
  withOpenRoots,
  withoutReports,
} from './redirects.ts';
import {
  asJudged,
  endOfTurn,
  factsOf,
  hopHeaders,
  isWaitedFor,
  mainPageOf,
  openWaitingMark,
  purposeOf,
  workScript,
} from './request-facts.ts';
import { openRequestFence } from './request-fence.ts';
import { type ChangedSignal, LateInputSignal, lostInputSignal, type Pace } from './run-signals.ts';
import { afterStop, ofStepItself, openVerdictLog } from './verdict-log.ts';
import { inSlices } from '../process/time-slices.ts';
import { idsSaidByPage } from './script-ids.ts';
import { openWriteTickets } from './write-tickets.ts';
import type { APIResponse, BrowserContext, Cookie, Dialog, Page, Request, Route } from 'playwright-core';

type StandingRules = Omit<RequestRules, 'tickets' | 'used' | 'documents' | 'uploads' | 'acting'>;

const onlyThis = { maxRedirects: 0, failOnStatusCode: false } as const;

/**
 * Servers end idle connections, also at the moment of the next request, which says nothing about the portal: what reads is
 * then sent again over a new connection, as browsers do. What may have written is sent once.
 */
const retriesOfReads = 2;

/** Installs the gate before the context has its first page, or while that is blank. @param limits.timeoutMs for one request to the portal */
export async function installGate(
  context: BrowserContext,
  standing: StandingRules,
  limits: { timeoutMs: number; pace: Pace; assets: AssetCache },
  decisions: GuardDecisions = guardDecisions,
  lag: LagWatch = lagWatchOf(context),
): Promise<BrowserGate> {
  let opening: Opening | undefined;
  /** The last opening, also when it is closed. */
  let latest: Opening | undefined;
  const tickets = openWriteTickets();
  let acts = 0;
  /** Those of the context when the step of a write was opened. */
  let cookiesBefore: Promise<readonly Cookie[] | undefined> | undefined;
  let heldBack: Verdict | undefined;
  /** The first of these that the pages had not asked for before. */
  let ofStep: Verdict | undefined;
  let uploads: RequestRules['uploads'] = [];
  let windows = 0;
  let dialogsLeft: readonly ExpectedDialog[] = [];
  let said: string | undefined;
  let picked: Values = {};
  let ownFault: string | undefined;
  let made = 0;
  let chain = 0;
  /** By which ids the data that pages have read call their records. */
  const ids: SaidId[] = [];
  const entered = openEnteredValues();
  /** Why a write of the running step was kept back. */
  let kept: ChangedSignal | undefined;
  const log = openVerdictLog(tickets.hasWritten);
  const { note, stopped } = log;
  const waiting = openWaitingMark();
  const fence = openRequestFence();
  const landings = new WeakMap<object, Landing & { count: number }>();

  /** Judges and, in the same turn, strikes the ticket: there is no moment in which a second request could use it. */
  function judge(facts: RequestFacts, record = true): RequestVerdict {
    const verdict =
      stopped() === undefined
        ? decisions.request(facts, {
            ...standing,
            values: { ...standing.values, ...picked },
            documents: opening?.documents ?? [],
            held: opening?.held,
            ...tickets.rules(),
            uploads,
            acting: isActing(),
          })
        : afterStop(facts);
    if (verdict.ticket !== null && record) tickets.strike(verdict.ticket);
    if (record && stopped() === undefined) followEntered(facts, verdict);
    if (record || verdict.verdict === 'stopped') note(verdict, verdict.final);
    return verdict;
  }

  /** Which of what steps entered has reached the portal. */
  function followEntered(facts: RequestFacts, verdict: RequestVerdict): void {
    const { subject, ticket } = verdict;
    if (verdict.verdict === 'allowed') {
      const isOfClick = opening?.writes !== undefined;
      if (!isReading(facts.method) || isOfClick) entered.sent(facts, tickets.struck(ticket));
      return;
    }
    const url = canonicalUrl(facts.url);
    if (verdict.silent === true && url !== undefined && standing.origins.includes(url.origin))
      entered.leftOut({ facts, url, request: subject, line: lineFor(facts, url) });
  }

  /** Whether a write would be confirmed without what a step entered for it. */
  function losesInput(request: Request | undefined, asked: Opening | undefined): boolean {
    if (asked?.writes !== true) return false;
    const lost = entered.lost(tickets.rules().tickets);
    if (lost === undefined || asked !== opening) return lost !== undefined;
    kept = lostInputSignal(lost);
    const subject = request === undefined ? asked.step : describeRequest(request.method(), request.url());
    note(
      {
        verdict: 'stopped',
        layer: 'request',
        rule: 'request.lost_input',
        reason: `the portal would not get what was entered in ${lost.entered.name}: ${lost.request} was left out`,
        subject,
      },
      false,
    );
    log.wake(kept);
    return true;
  }

  /** One request to the portal; that it failed says nothing of the portal where our own processes did not run. */
  async function inTime(
    fetching: (only: typeof onlyThis & { timeout: number; maxRetries: number }) => Promise<APIResponse>,
    { timeoutMs = limits.timeoutMs, reads }: { readonly timeoutMs?: number; readonly reads: boolean },
  ): Promise<APIResponse> {
    const since = lag.start();
    try {
      const maxRetries = reads ? retriesOfReads : 0;
      const work = fetching({ ...onlyThis, maxRetries, timeout: longestWaitMs(timeoutMs) });
      return await inDeadline(work, openDeadline(timeoutMs, lag), () => new Error('timed out'));
    } catch (error) {
      ownFault ??= isOurs(error as Error) ? `a request could not be made: ${(error as Error).message}` : since.fault();
      throw error;
    }
  }
  const documents = openKeptDocuments({
    rules: standing,
    opening: () => opening,
    judge,
    get: (url, timeoutMs = limits.timeoutMs) =>
      inTime((only) => context.request.get(url, only), { timeoutMs, reads: true }),
  });

  const isActing = (): boolean => opening !== undefined || acts > 0;

  /** Of what a click sends, all is judged before the write leaves. @returns whether it may leave */
  async function release(
    request: Request | undefined,
    asked: Opening | undefined,
    { facts, ticket }: { readonly facts: RequestFacts; readonly ticket: string },
  ): Promise<boolean> {
    const expected = tickets.struck(ticket)?.expected;
    const hasEnded =
      request === undefined ||
      (await endOfTurn(request, isWaitedFor(request, waiting), lag, fence).catch(({ message }: OwnFaultError) => {
        ownFault ??= message;
        return undefined;
      }));
    tickets.of(asked).waited();
    if (hasEnded === undefined) return false;
    if (!hasEnded && stopped() === undefined)
      note(
        {
          verdict: 'stopped',
          layer: 'request',
          rule: 'request.busy_page',
          reason:
            'the page went on working after it asked for the write, so that it is not known what else the click asks for',
          subject: describeRequest(request.method(), request.url()),
        },
        true,
      );
    if (stopped() !== undefined || losesInput(request, asked)) return false;
    // A page may have set them as it sent its write.
    const cookies = await context.cookies(facts.url).catch(() => []);
    const ordered =
      actOfCookies(cookies, standing.neverClick) ??
      recordOfCookies(cookies, (await cookiesBefore) ?? cookies, standing.values, opening?.held);
    const refused =
      ordered === undefined
        ? decisions.leaving?.(facts, expected)
        : { verdict: 'stopped' as const, layer: 'request' as const, ...ordered };
    if (refused !== undefined) {
      note({ ...refused, subject: describeRequest(facts.method, facts.url) }, true);
      return false;
    }
    tickets.of(asked).left();
    return true;
  }

  async function onRoute(route: Route): Promise<void> {
    const request = route.request();
    if (fence.meets(request)) return route.fulfill({ status: 204 });
    const keeping = documents.keepingOf(request.url());
    const purpose = keeping !== undefined && isReading(request.method()) ? 'document' : purposeOf(request);
    const facts = factsOf(request, purpose, waiting);
    // What the page asked for before as well, such as a keep-alive, does not follow from the step.
    const isHabit = log.isUnsent(describeRequest(request.method(), request.url()));
    const verdict = judge(facts);
    // An aborted navigation leaves the page that asked for it in place, for the evidence; a blocked one hides it.
    const refusal = request.isNavigationRequest() ? 'aborted' : 'blockedbyclient';
    if (verdict.verdict === 'stopped') {
      if (verdict.silent === true && isActing() && !isReading(facts.method)) {
        const asked = ofStepItself(verdict);
        heldBack ??= asked;
        if (!isHabit) ofStep ??= asked;
      }
      return route.abort(refusal);
    }
    const isAsset = verdict.rule === 'request.asset' && request.method() === 'GET';
    const asset = isAsset ? limits.assets.find(request.url()) : undefined;
    if (asset !== undefined) return route.fulfill({ status: asset.status, headers: asset.headers, body: asset.body });
    // What is kept as a document is none of a window.
    const page = keeping === undefined ? mainPageOf(request) : undefined;
    const asked = opening;
    const { ticket } = verdict;
    if (ticket !== null && !(await release(request, asked, { facts, ticket }))) return route.abort(refusal);
    if (keeping !== undefined) {
      keeping.isAsked = true;
      keeping.isDocument = request.isNavigationRequest();
    }
    let response: APIResponse;
    try {
      if (purpose === 'page') await limits.pace.turn();
      response = await inTime((only) => route.fetch({ ...asJudged(request, verdict), ...only }), {
        reads: verdict.ticket === null,
      });
    } catch (error) {
      const failure = whyUnanswered(error as Error, isReading(request.method()));
      if (page !== undefined) land(page, { url: request.url(), status: 0, retryAfterMs: null, failure });
      // Without a connection nothing was sent.
      const hasLeft = !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test((error as Error).message);
      if (keeping !== undefined) keeping.error = failedFetch(error as Error);
      if (verdict.ticket !== null && hasLeft) tickets.of(asked).unanswered();
      if (verdict.ticket !== null && !hasLeft) tickets.of(asked).unsent();
      return route.abort(isTimeout(error as Error) ? 'timedout' : 'connectionrefused');
    }
    const status = response.status();
    if (verdict.ticket !== null) {
      await asked?.beforeAnswer?.(request.isNavigationRequest());
      tickets.of(asked).answered(status);
    }
    if (keeping !== undefined) {
      const bytes = await documents.keep(keeping, response, request.url());
      if (bytes === undefined || request.isNavigationRequest() || isRedirect(response))
        return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort('failed');
      return route.fulfill({ status, headers: ofDecoded(withoutReports(response.headers())), body: bytes });
    }
    if (!isRedirect(response)) {
      chain = 0;
      if (page !== undefined)
        land(page, {
          url: request.url(),
          status,
          retryAfterMs: retryAfter(response.headers()['retry-after']),
          asks: status === 401 ? /^[A-Za-z]+/.exec(response.headers()['www-authenticate'] ?? '')?.[0] : undefined,
        });
      const headers = withoutReports(response.headers());
      if (verdict.rule === 'request.read' && /json/i.test(headers['content-type'] ?? ''))
        ids.push(...idsSaidIn(await response.text()));
      const isDocument = request.isNavigationRequest() && /html/i.test(headers['content-type'] ?? 'html');
      if (!isAsset && !isDocument) return route.fulfill({ response, headers });
      const body = await response.body();
      if (isDocument) ids.push(...(await inSlices(idsSaidByPage(body.toString()))));
      const opened = isDocument ? withOpenRoots(body) : body;
      if (!isAsset && opened === body) return route.fulfill({ response, headers });
      const plain = ofDecoded(headers);
      if (!isDocument) limits.assets.offer(request.url(), { status, headers: plain, body });
      return route.fulfill({ status, headers: plain, body: opened });
    }
    const next = nextHop(request.method(), request.url(), status, response, purpose, facts.headers);
    chain += 1;
    if (next === undefined || chain > longestChain || judge(next, false).verdict === 'stopped')
      return route.abort(refusal);
    // The library does not route what a browser asks after a redirect. So the browser never sees one: a page gets a
    // page of ours that goes on by itself, which is a new request and judged as such; for parts we walk the chain.
    if (request.isNavigationRequest())
      return route.fulfill({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
        body: onward(next.url),
      });
    return fulfillPart(route, next);
  }

  async function fulfillPart(route: Route, first: RequestFacts): Promise<void> {
    let hop = first;
    for (let n = 0; n < longestChain; n++) {
      const verdict = judge(hop);
      if (verdict.verdict === 'stopped') return route.abort('blockedbyclient');
      const { ticket } = verdict;
      if (ticket !== null && !(await release(undefined, opening, { facts: hop, ticket })))
        return route.abort('blockedbyclient');
      const { url, method } = hop;
      const headers = hopHeaders(hop, verdict);
      const response = await inTime((only) => context.request.fetch(url, { method, headers, ...only }), {
        reads: verdict.ticket === null,
      });
      if (!isRedirect(response))
        return route.fulfill({
          response,
          headers: { ...withoutReports(response.headers()), [redirectedTo]: hop.url },
        });
      const next = nextHop(hop.method, hop.url, response.status(), response, hop.purpose, hop.headers);
      await response.dispose();
      if (next === undefined) break;
      hop = next;
    }
    return route.abort('failed');
  }

  function land(page: object, landing: Landing): void {
    made += 1;
    log.leavePage();
    entered.leavePage();
    landings.set(page, { ...landing, count: made });
  }

  async function onDialog(dialog: Dialog): Promise<void> {
    const expected = stopped() === undefined ? dialogsLeft[0] : undefined;
    const decided = decisions.dialog(
      { type: dialog.type(), message: dialog.message(), proposed: dialog.defaultValue() },
      expected,
      opening?.values ?? {},
      { reads: (opening?.requests ?? []).length === 0, leaves: isActing(), neverClick: standing.neverClick },
    );
    const { verdict, answer, typed } = decided instanceof Promise ? await decided : decided;
    const isDeclared = verdict.rule === 'dialog.declared';
    // A page may promise before it knows.
    if (isDeclared && expected === opening?.outcome && tickets.hasAccepted()) said = dialog.message();
    if (isDeclared) dialogsLeft = dialogsLeft.slice(1);
    note(verdict, true);
    await (answer === 'accept' ? dialog.accept(typed) : dialog.dismiss());
  }

  const ignoreClosed = (): void => {};
  const scripts = [
    context.addInitScript(decisions.closedExits),
    context.addInitScript(waiting.script),
    context.addInitScript(workScript),
  ];
  const routing = context.route(
    () => true,
    (route) => onRoute(route).catch(() => route.abort('failed').catch(ignoreClosed)),
  );
  const sockets = shutSockets(context, (url) =>
    note(
      {
        verdict: 'stopped',
        layer: 'request',
        rule: 'request.socket',
        reason:
          'sockets are not opened; what a portal does by them alone (Blazor Server, Phoenix LiveView) cannot be worked',
        subject: describeRequest('CONNECT', url.replace(/^ws/, 'http')),
        silent: true,
      },
      false,
    ),
  );
  await Promise.all([...scripts, routing, sockets]);
  context.on('dialog', (dialog) => void onDialog(dialog).catch(ignoreClosed));
  const downloadsOf = (page: Page): unknown =>
    page.on('download', (download) => void documents.download(download.url()).catch(ignoreClosed));
  const blank = context.pages();
  for (const page of blank) downloadsOf(page);
  let first = blank.length === 0;
  context.on('page', (page) => {
    downloadsOf(page);
    if (first) {
      first = false;
      return;
    }
    if (windows === 0 && documents.takesLateWindow()) {
      void page.close().catch(ignoreClosed);
      return;
    }
    const verdict = decisions.window(page.url(), windows);
    documents.addWindow(page);
    windows = Math.max(0, windows - 1);
    note(verdict, true);
    if (verdict.verdict === 'allowed') return;
    void page.close().catch(ignoreClosed);
  });

  return {
    decisions,
    open(step) {
      const { held } = step;
      const next = held === undefined ? step : { ...step, held: { ...held, ids: [...ids, ...(held.ids ?? [])] } };
      opening = next;
      latest = next;
      tickets.open(next);
      cookiesBefore = next.writes === true ? context.cookies().catch(() => undefined) : undefined;
      heldBack = undefined;
      ofStep = undefined;
      kept = undefined;
      windows = next.windows;
      dialogsLeft = [...next.dialogs, ...(next.outcome === undefined ? [] : [next.outcome])];
      said = undefined;
      if (next.requests.length > 0) for (const page of context.pages()) fence.watch(page);
    },
    close() {
      documents.close(windows);
      opening = undefined;
      windows = 0;
      dialogsLeft = [];
      tickets.close();
    },
    async acting(work) {
      acts += 1;
      try {
        return await work();
      } finally {
        acts -= 1;
      }
    },
    heldBack: () => ofStep ?? heldBack,
    isOfStep: (verdict) => verdict === ofStep,
    leftOut: log.leftOut,
    unsent: log.unsent,
    mayHaveSent: () => tickets.sent() || (tickets.held() && stopped() === undefined),
    isWaiting: tickets.isWaiting,
    isExpecting: tickets.isExpecting,
    hasAccepted: tickets.hasAccepted,
    hasWritten: tickets.hasWritten,
    said: () => said,
    isUnclear: tickets.isUnclear,
    offer(name, bytes) {
      uploads = [...uploads, { name, content: bytes.toString('latin1') }];
    },
    enter: (value) => entered.enter(value),
    chosen: (values) => void (picked = values),
    leavePage: () => entered.leavePage(),
    checkEntered() {
      const instead = kept;
      kept = undefined;
      if (stopped() !== undefined) return;
      if (instead !== undefined) throw instead;
      if (latest?.writes !== true || !tickets.sent()) return;
      const lost = entered.lost([]);
      entered.forget();
      if (lost !== undefined) throw new LateInputSignal(lost.request, lost.entered.name);
    },
    note: (verdict) => note(verdict, true),
    stopped,
    ownFault: () => ownFault,
    unlessStopped: (work) => log.unlessStopped(work, kept),
    drainVerdicts: log.drain,
    landing: (page) => landings.get(page),
    fetch: (url, timeoutMs, maxBytes) => documents.fetch(url, timeoutMs, maxBytes),
  };
}
