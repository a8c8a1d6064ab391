/** What a person does with the mouse in a live browser: clicks, entries of lists, files and what is scrolled to. */
import type { Page } from 'playwright-core';
import { actInPlace, type ControlPlace, isBox } from '../../domain/dispatch/guard/described.ts';
import type { Target } from '../../domain/dispatch/playbook/target.ts';
import type { Act, SeenElement, SeenRequest } from '../../domain/dispatch/studio/acts.ts';
import type { LiveCommand } from '../../domain/dispatch/studio/live.ts';
import type { Acts } from './acting.ts';
import { soon } from './answering.ts';
import type { LiveSession } from './live-session.ts';
import { hiddenOf, inField, type PointedHandle, pointedAt, pressPoint } from './pointed-at.ts';
import type { Typing } from './typing.ts';
import type { LiveWindows } from './windows.ts';

export interface Pressing {
  readonly click: (x: number, y: number, isDouble: boolean) => Promise<void>;
  readonly hover: (x: number, y: number) => Promise<void>;
  readonly wheel: (command: Extract<LiveCommand, { do: 'wheel' }>) => Promise<void>;
  /** Of a list that was clicked. */
  readonly choose: (option: string) => Promise<void>;
  /** The act of scrolling to an element, where it was not there before the person scrolled. */
  readonly scrollTo: (pointed: PointedHandle, seen: SeenElement) => Promise<Act | undefined>;
}

export function openPressing(session: LiveSession, windows: LiveWindows, acts: Acts, typing: Typing): Pressing {
  const { say, set, record, named, within, letInto, proof } = session;
  const { current } = windows;
  const { act } = acts;
  let listed: PointedHandle | null = null;

  async function click(x: number, y: number, isDouble: boolean): Promise<void> {
    await typing.flush();
    if (listed !== null) closeList();
    const page = current();
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    // A click that is not recorded would be missing in the playbook.
    if (pointed === undefined)
      return say('The page did not say what is there, so nothing was clicked. Wait until it rests, and click again.');
    const seen = await named(page, pointed);
    const isControl = ['button', 'link', 'control'].includes(seen.kind) || pointed.seen.isPressable;
    const never = isControl ? actInPlace(seen.name, placeOf(pointed, seen), []) : undefined;
    if (never !== undefined) {
      say(`“${seen.name}” stands for ${never.replaceAll('_', ' ')}, which the robot never does. It was not clicked.`);
      return;
    }
    const scroll = await scrollTo(pointed, seen);
    if (seen.kind === 'select') {
      if (scroll !== undefined) record(scroll);
      listed = pointed;
      return set({ options: seen.options ?? [], chosen: pointed.seen.chosen });
    }
    if (seen.kind === 'file') {
      if (scroll !== undefined) record(scroll);
      const { requests } = await act(() => pointed.handle.setInputFiles(proof).catch(() => {}));
      return recordUpload(seen, requests);
    }
    const ofSeveral = pointed.seen.isOfSeveral ? await listOf(page, x, y) : undefined;
    const isEntry = seen.targets.some(({ role }) => role === 'option');
    const held = isEntry ? await hiddenOf(page) : {};
    const at = pressPoint(pointed, x, y);
    const outcome = await act(() =>
      letInto(page, 'press', isDouble ? 2 : 1, () => page.mouse.click(at.x, at.y, isDouble ? { clickCount: 2 } : {})),
    );
    const { documents, uploaded, changed, ...seenAfter } = outcome;
    const isSent = seenAfter.requests.some(({ as, sent }) => sent && as === 'write');
    const isGone =
      isSent && seenAfter.to === null && (await soon(page.context(), pointed.handle.evaluate(inField.isOut))) === true;
    const rest = { ...seenAfter, ...(isGone ? { gone: true as const } : {}) };
    const [document] = documents;
    if (scroll !== undefined && (document !== undefined || uploaded || seen.kind !== 'text' || changed)) record(scroll);
    if (document !== undefined) return download(seen, document.url);
    if (uploaded) return recordUpload(seen, rest.requests);
    if (isEntry && rest.to === null) await notePick(page, seen.name, held);
    if (seen.kind === 'field' || seen.kind === 'password') await typing.focus(pointed, seen);
    const isNothing = rest.to === null && rest.requests.length === 0 && rest.shown === undefined;
    // What a page draws by itself to be pressed may open a part of it without any request.
    const isPressed = pointed.seen.isPressable || seen.opensList === true || (seen.kind === 'text' && changed);
    const isIdle = seen.kind === 'field' || seen.kind === 'password' || seen.kind === 'text';
    if (isNothing && isIdle && !isPressed) return;
    if (seen.targets.length === 0)
      say(
        seen.kind === 'link' && rest.to !== null
          ? `Nothing names “${seen.name}” alone: where its address is that of every record, the step opens the address.`
          : `Nothing names “${seen.name}” alone: the step needs another target.`,
      );
    const on = ofSeveral === undefined ? seen : { ...seen, ofSeveral };
    record({ did: 'click', on, ...(isDouble ? { double: true as const } : {}), outcome: rest });
    if (rest.closed === true) record({ did: 'close' });
  }

  /** The one hidden field that is another one since an entry was picked has its id. */
  async function notePick(page: Page, entry: string, before: Readonly<Record<string, string>>): Promise<void> {
    const filled = Object.entries(await hiddenOf(page)).filter(
      ([name, value]) => value !== '' && before[name] !== value,
    );
    const [[name, value] = [], another] = filled;
    if (name !== undefined && another === undefined)
      session.picked = { ...session.picked, [`${name}=${value}`]: entry };
  }

  /** The names of the list that an entry belongs to. */
  async function listOf(page: Page, x: number, y: number): Promise<readonly Target[]> {
    const list = await pointedAt(page, { x, y, as: 'list' });
    return list === undefined ? [] : (await named(page, list)).targets;
  }

  function closeList(): void {
    listed = null;
    set({ options: null, chosen: null });
  }

  /** Whether a name may be that of a list or a filter there. What the click sends is held where it is more than a reading. */
  function placeOf({ seen: { sendsForm } }: PointedHandle, { href, targets }: SeenElement): ControlPlace {
    const role = targets.find((target) => target.role !== undefined)?.role ?? '';
    const shows = href === undefined ? /^(?:tab|menuitem)$/.test(role) : !/^\s*javascript:/i.test(href);
    const { part } = session.state();
    return {
      showsOnly: shows && !sendsForm,
      isData: role === 'columnheader' && !sendsForm,
      isRead: !sendsForm,
      onlyReads: part !== 'prepare' && part !== 'submit',
      isBox: isBox(role),
    };
  }

  function download(seen: SeenElement, url: string): void {
    const { pathname, search } = new URL(url);
    // Several links have the name of the file, of which one leads to it: a task tells them apart by the address.
    const isTold = seen.targets.length === 0 && seen.href === url && seen.kind === 'link' && seen.name !== '';
    const on: SeenElement = isTold ? { ...seen, targets: [{ role: 'link', name: seen.name }] } : seen;
    record({ did: 'download', on, address: `${pathname}${search}`, byClick: seen.href !== url });
    say('The document was found.');
  }

  function recordUpload(seen: SeenElement, requests: readonly SeenRequest[]): void {
    // A portal that takes the file at once asks for no more than that: it is one of the reads.
    const sent = requests.flatMap((each) =>
      each.sent && each.as !== 'write' ? [{ ...each, as: 'read' as const }] : [],
    );
    if (requests.some(({ as }) => as === 'write'))
      say('An upload that is the write itself has no step: the write is what sends the form with the file.');
    record({ did: 'upload', on: seen, ...(sent.length === 0 ? {} : { requests: sent }) });
  }

  /** What a person scrolled to before they used it is scrolled to by a task as well. */
  async function scrollTo(pointed: PointedHandle, seen: SeenElement): Promise<Act | undefined> {
    const list = session.scrolled;
    if (list === null || !pointed.seen.isNew || seen.targets.length === 0) return undefined;
    const around = list.seen.isPage ? undefined : await named(current(), list);
    return {
      did: 'scroll',
      on: seen,
      ...(around === undefined || around.targets.length === 0 ? {} : { list: around }),
    };
  }

  return {
    click,
    scrollTo,
    async hover(x, y) {
      await typing.flush();
      const page = current();
      const pointed = await pointedAt(page, { x, y, as: 'press' });
      if (pointed === undefined) return say('The page did not say what is there. Wait until it rests, and try again.');
      const seen = await named(page, pointed);
      const scroll = await scrollTo(pointed, seen);
      if (scroll !== undefined) record(scroll);
      await act(() => page.mouse.move(x, y));
      record({ did: 'hover', on: seen });
    },
    async wheel({ x, y, dx, dy }) {
      session.scrolled ??= (await pointedAt(current(), { x, y, as: 'scroller' })) ?? null;
      await within(current().mouse.move(x, y));
      await within(letInto(current(), 'wheel', 1, () => current().mouse.wheel(dx, dy)));
    },
    async choose(option) {
      const pointed = listed;
      const { chosen, options } = session.state();
      closeList();
      if (pointed === null) return;
      const seen = await named(current(), pointed);
      const all =
        chosen === null
          ? option
          : chosen.includes(option)
            ? chosen.filter((each) => each !== option)
            : [...chosen, option];
      const outcome = await act(async () => {
        await pointed.handle.selectOption([all].flat().map((label) => ({ label }))).catch(() => {});
      });
      const { documents: _documents, uploaded: _uploaded, changed: _changed, ...rest } = outcome;
      record({ did: 'choose', on: seen, option: all, outcome: rest });
      // Of a list of several the next one may be picked.
      if (typeof all === 'string' || rest.to !== null) return;
      listed = pointed;
      set({ options, chosen: all });
    },
  };
}
