/**
 * A browser that a person works through the page of the studio: what they do is done in it and recorded as acts. The
 * window has the size of `liveWindow`, so that points of the picture are points of the page.
 */
import type { RecordedPart } from '../../domain/dispatch/studio/acts.ts';
import { addressForAccount } from '../../domain/dispatch/studio/mask-login.ts';
import { addressTemplate, ownSegments, samplesOf } from '../../domain/dispatch/studio/templates.ts';
import { type LiveCommand, type LiveState, saysStoring, type SentCommand } from '../../domain/dispatch/studio/live.ts';
import { type PageStorage, storageOf } from '../page-storage.ts';
import { openActs } from './acting.ts';
import { soon } from './answering.ts';
import { type LiveBrowserParts, type LiveSession, openSession } from './live-session.ts';
import { openMarking } from './marking.ts';
import { openPressing } from './pressing.ts';
import { type Questions, openQuestions } from './questions.ts';
import { installRecordingGate } from './recording-gate.ts';
import { openSeenPages } from './seen-page.ts';
import { openTyping } from './typing.ts';
import { openWindows, pageMs, windowMs } from './windows.ts';

export interface LiveBrowser {
  /** Commands are done in their order; those about a request that waits are done at once. */
  do(command: LiveCommand): void;
  /** As `do`, for a command that may have arrived before. */
  hear(sent: SentCommand): void;
  state(): LiveState;
  /** Whether something that a person did is being done. */
  isActing(): boolean;
  /** Opens a page without recording it, as the next thing that is done. */
  open(address: string, storage?: PageStorage): void;
  /** What the page keeps in the browser beside cookies, such as the token of its sign-in; undefined where it does not answer. */
  storage(): Promise<PageStorage | undefined>;
  /** Resolves when everything that was asked for before is done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Pages whose newest command is known. */
const mostPages = 8;

/** What was aimed at a page is not done to the next one. */
const isAimed = (command: LiveCommand): boolean =>
  ['click', 'hover', 'ask', 'option', 'read', 'rows', 'absent', 'signed_in', 'close'].includes(command.do) ||
  (command.do === 'key' && command.key === 'Enter');

export async function openLiveBrowser(parts: LiveBrowserParts): Promise<LiveBrowser> {
  const { context, setup } = parts;
  const session = openSession(parts);
  const { set, say, record } = session;
  const questions = openQuestions(session);
  await installRecordingGate(context, gateOf(session, questions));
  const pages = openSeenPages(session);
  const windows = await openWindows(session, pages);
  const { current } = windows;
  const acts = openActs(session, pages, windows);
  const typing = openTyping(session, windows, acts);
  const pressing = openPressing(session, windows, acts, typing);
  const marking = openMarking(session, windows, typing, pressing);
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;
  /** Where the first recipe of this browser began. */
  let began: string | null = null;
  /** The newest document of the portal itself came with the question for a login by HTTP. */
  let isAsked = false;
  context.on('response', (response) => {
    if (!response.request().isNavigationRequest() || new URL(response.url()).origin !== setup.origin) return;
    isAsked = response.status() === 401 && /^basic\b/i.test(response.headers()['www-authenticate'] ?? '');
  });

  /** @returns whether the portal asked for the login by HTTP; only the portal itself gets it, as in a task */
  async function answeredByHttp(visit: () => Promise<void>): Promise<boolean> {
    isAsked = false;
    await visit();
    if (!isAsked) return false;
    const { credentials } = parts;
    if (credentials === null) {
      say('The portal asks for a login by HTTP, and none is stored: begin a recording with the login of the portal.');
      return false;
    }
    const { username, password } = credentials;
    await context.setHTTPCredentials({ username, password, origin: setup.origin });
    await visit();
    if (isAsked) say('The portal asks for a login by HTTP, and refuses the stored one.');
    return !isAsked;
  }

  async function go(to: string): Promise<void> {
    await typing.flush();
    const own = addressForAccount(to, parts.credentials?.username);
    const address = URL.canParse(own, setup.origin) ? new URL(own, setup.origin) : undefined;
    if (address === undefined || !session.origins.has(address.origin))
      return say(`${to} is not an address of this portal.`);
    // A page that hangs keeps its window from going anywhere.
    if ((await soon(context, current().title())) === undefined) await windows.again(current(), null, '');
    const opening = async (): Promise<void> => {
      await current()
        .goto(address.href, { timeout: pageMs, waitUntil: 'load' })
        .catch((error: Error) => {
          if (!/ERR_ABORTED|interrupted/.test(error.message))
            say(`The page did not come: ${session.plainError(error)}`);
        });
    };
    let byHttp = false;
    const answering = async (): Promise<void> => void (byHttp = await answeredByHttp(opening));
    const outcome = await acts.act(answering, 2 * pageMs + windowMs);
    // No step declares what a page asks for while it comes, whatever the person called it: it is one of the reads.
    const requests = outcome.requests.flatMap((each) =>
      each.sent && each.as !== 'write' ? [{ ...each, as: 'read' as const }] : [],
    );
    const seen = outcome.to ?? (await pages.look(current()));
    record({
      did: 'go',
      to: seen,
      ...(byHttp && isElsewhere(address, seen.address) ? { asked: `${address.pathname}${address.search}` } : {}),
      ...(requests.length === 0 ? {} : { requests }),
      ...(byHttp ? { byHttp: true as const } : {}),
    });
  }

  async function changePart(part: RecordedPart): Promise<void> {
    await typing.flush();
    if (session.state().part === 'login' && part !== 'login') await marking.whoIsSignedIn();
    set({ part });
    if (part === 'login' || session.state().address === '') return;
    // Each recipe begins in a browser of its own: with a page that it opens.
    const { pathname, search, hash } = new URL(current().url());
    // A page whose address differs behind the # only stays, and shows what no new browser would.
    if (hash !== '') await soon(context, current().goto('about:blank', { timeout: pageMs }), pageMs);
    const address = `${pathname}${search}${hash}`;
    // A task opens no page whose address only the portal knows: it gets there as it got to the first one.
    const kept = ownSegments(began ?? '/');
    const { template, query } = addressTemplate(address, samplesOf(part, setup), new Set(), kept);
    const isKnown = !template.includes('*') && query.length === 0;
    if (isKnown) began ??= address;
    // A browser that was opened again does not know where the work began.
    if (isKnown || began === null) return go(address);
    say(
      'The address of this page is known to the portal only: this part begins where the work began. Go from there as a task will.',
    );
    await go(began);
  }

  async function run(command: LiveCommand): Promise<void> {
    switch (command.do) {
      case 'look':
        return marking.lookAt(command.x, command.y, command.as);
      case 'click':
        return pressing.click(command.x, command.y, command.double === true);
      case 'hover':
        return pressing.hover(command.x, command.y);
      case 'ask':
        return typing.askFor(command.x, command.y, command.question);
      case 'wheel':
        return pressing.wheel(command);
      case 'text':
        return typing.type(command.text);
      case 'key':
        return typing.press(command.key);
      case 'login':
        return typing.typeLogin(command.what);
      case 'option':
        return pressing.choose(command.option);
      case 'go':
        return go(command.to);
      case 'part':
        return changePart(command.part);
      case 'read':
      case 'rows':
      case 'absent':
      case 'signed_in':
        return marking.mark(command);
      case 'close':
        if (!windows.hasPopup()) return undefined;
        await session.within(current().close());
        return record({ did: 'close' });
      // A rehearsal has a browser of its own, and these three are done at once.
      case 'next':
      case 'run':
      case 'again':
      case 'rehearse':
      case 'allow':
      case 'answer':
      case 'decide':
      default:
        return undefined;
    }
  }

  /** Does it after what was asked for before. */
  function inTurn(work: () => Promise<void> | void, failed: (error: Error) => string): void {
    waiting += 1;
    queue = queue
      .then(() => (session.isClosed ? undefined : work()))
      .catch((error: Error) => {
        if (!session.isClosed) say(failed(error));
      })
      .finally(() => (waiting -= 1));
  }

  const live: LiveBrowser = {
    hear({ from, n, command }) {
      const { heard } = session.state();
      if (n <= (heard[from] ?? 0)) return;
      const others = Object.entries(heard).filter(([page]) => page !== from);
      set({ heard: Object.fromEntries([...others.slice(1 - mostPages), [from, n]]) });
      live.do(command);
    },
    do(command) {
      if (command.do === 'decide') return questions.decide(command.request, command.decision);
      if (command.do === 'answer') return questions.answerPrompt(command.value);
      if (command.do === 'allow') {
        (command.as === 'portal' ? session.origins : session.assetOrigins).add(command.origin);
        if (command.as === 'portal') parts.onOrigin(command.origin);
        set({ elsewhere: session.state().elsewhere.filter(({ origin }) => origin !== command.origin) });
        return;
      }
      // What is pointed at in the meantime is of no interest any more.
      if (command.do === 'look' && waiting > 0) return;
      const askedAt = performance.now();
      inTurn(
        () => {
          if (isAimed(command) && askedAt < acts.pageCameAt())
            return say(
              'Another page came before that could be done. Look at the picture, and do it again if it is right.',
            );
          return run(command);
        },
        (error) => `That did not work: ${session.plainError(error)}`,
      );
    },
    state: session.state,
    isActing: () => session.acting !== null || waiting > 0,
    open(address, storage) {
      inTurn(
        async () =>
          void (await answeredByHttp(() =>
            acts.open(new URL(addressForAccount(address, parts.credentials?.username), setup.origin).href, storage),
          )),
        (error) => `The page did not come: ${session.plainError(error)}`,
      );
    },
    async storage() {
      const page = windows.newest();
      return page === undefined ? undefined : soon(context, storageOf(page));
    },
    async idle() {
      await queue;
    },
    async close() {
      session.isClosed = true;
      questions.close();
      await windows.close();
      await soon(context, context.close());
    },
  };
  return live;
}

const isElsewhere = ({ pathname, search }: URL, shown: string): boolean =>
  `${pathname}${search}` !== shown.split('#')[0];

/** What the gate of a recording tells the session, and asks its person. */
function gateOf(session: LiveSession, questions: Questions): Parameters<typeof installRecordingGate>[1] {
  const { parts, set, say } = session;
  /** A page may ask for the same again and again. */
  const sayOnce = (sentence: string): void => {
    if (!session.state().notices.includes(session.mask(sentence))) say(sentence);
  };
  return {
    origins: () => [...session.origins],
    assetOrigins: () => [...session.assetOrigins],
    knownReads: parts.knownReads,
    proof: session.proof,
    timeoutMs: parts.timeoutMs,
    assets: parts.assets,
    mask: session.mask,
    isSigningIn: () => session.state().part === 'login',
    decide: questions.ask,
    leftOut: parts.leftOut,
    onRequest: (request) => session.acting?.requests.push(request),
    onLeft: (request) => session.record({ did: 'leave', request }),
    onTraffic: parts.onTraffic,
    onElsewhere(origin, isAsset) {
      const { elsewhere } = session.state();
      if (elsewhere.some((each) => each.origin === origin)) return;
      set({ elsewhere: [...elsewhere, { origin, isAsset }].slice(-20) });
    },
    onUnread(request, type) {
      // What a page sends while nobody does anything is its own.
      if (session.acting === null) return;
      const body = type === '' ? 'a body' : `a body of the type ${type.split(';')[0] ?? type}`;
      sayOnce(`${request} was not sent: no playbook can say what is in ${body}.`);
    },
    saysStoring: (address, isPage) => saysStoring(address, { isPage, part: session.state().part, setup: parts.setup }),
    onRefused(request, reason) {
      if (session.acting !== null) sayOnce(`${request} was not sent: ${reason.replace(/^left out, [^:]*: /, '')}.`);
    },
    answerPrompt: questions.askPrompt,
    onDialog(dialog) {
      session.acting?.dialogs.push(dialog);
      say(`The page said: ${dialog.text}`);
    },
  };
}
