/** What a person types in a live browser: into which field, and what of it is recorded. */
import { type PressedKey, pressedKeys } from '../../domain/dispatch/playbook/step.ts';
import type { SeenElement } from '../../domain/dispatch/studio/acts.ts';
import type { LoginPart } from '../../domain/dispatch/studio/live.ts';
import type { Acts } from './acting.ts';
import { soon } from './answering.ts';
import type { LiveSession } from './live-session.ts';
import { inField, isSameAmount, pointedAt, type PointedHandle, showsTyped } from './pointed-at.ts';
import type { LiveWindows } from './windows.ts';

export interface Typing {
  /** What is typed next goes there. */
  readonly focus: (pointed: PointedHandle, seen: SeenElement) => Promise<void>;
  /** Records what was typed into the field that is left. */
  readonly flush: () => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Types a part of the stored login. */
  readonly typeLogin: (what: LoginPart) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** What belongs into the field there is asked of a person when a task runs. */
  readonly askFor: (x: number, y: number, question: string) => Promise<void>;
  readonly isAskedFor: (seen: SeenElement) => boolean;
}

interface Focused {
  readonly pointed: PointedHandle;
  readonly seen: SeenElement;
  readonly before: string;
  isTyped: boolean;
  /** What was typed there; null where other keys corrected it. */
  typed: string | null;
  /** A person is asked for what belongs here. */
  isAsked: boolean;
}

export function openTyping(session: LiveSession, windows: LiveWindows, acts: Acts): Typing {
  const { parts, say, record, named, within, letInto } = session;
  const { context, credentials } = parts;
  const { current } = windows;
  let focused: Focused | null = null;
  const askedFor = new Set<string>();
  const nameOf = (seen: SeenElement): string => JSON.stringify(seen.targets[0] ?? seen.name);
  const isAskedFor = (seen: SeenElement): boolean => askedFor.has(nameOf(seen));

  async function flush(): Promise<void> {
    const left = focused;
    focused = null;
    if (left === null || !left.isTyped) return;
    if (left.isAsked) return keepOut(left, session.answers);
    if (left.seen.kind === 'password') await keepOut(left, session.codes);
    const held = left.seen.kind === 'password' ? await valueOf(left) : await typedAtOnce(left);
    // A page that is searched as one types may draw its field again, and nobody can ask the one that is gone.
    const isGone = held === undefined || (await soon(context, left.pointed.handle.evaluate(inField.isOut))) !== false;
    const value = isGone && left.typed !== null && left.typed !== '' ? left.typed : held;
    if (value === undefined) say(`The page took “${left.seen.name}” away before it was left: type it again.`);
    // What was typed is a step, also where the page had it from the last time.
    const isStep = left.seen.kind === 'password' || (left.typed ?? '') !== '';
    if (value === undefined || (value === left.before && !isStep)) return;
    record({ did: 'fill', on: left.seen, value });
  }

  /** A page that writes a field again at each letter may lose some of them, and none of a text at once, as a task types it. */
  async function typedAtOnce(left: Focused): Promise<string | undefined> {
    const { pointed, typed, seen } = left;
    const shown = await valueOf(left);
    if (shown === undefined || typed === null || session.state().part === 'login') return shown;
    if (showsTyped(shown, typed)) return isSameAmount(shown, typed) ? typed : shown;
    if ((await soon(context, pointed.handle.evaluate(inField.isActive))) !== true) return shown;
    await soon(context, pointed.handle.evaluate(inField.select));
    await within(current().keyboard.insertText(typed));
    const now = await valueOf(left);
    if (now === undefined) return now;
    if (!showsTyped(now, typed))
      say(`“${seen.name}” shows “${now}”, and “${typed}” was typed. Correct it there or in the text.`);
    return isSameAmount(now, typed) ? typed : now;
  }

  /** What a person typed there is in no request, page or act that is recorded. */
  async function keepOut({ pointed }: Focused, among: string[]): Promise<void> {
    const value: unknown = await soon(context, pointed.handle.evaluate(inField.value));
    if (typeof value === 'string' && value !== '' && value !== credentials?.password) among.push(value);
  }

  async function valueOf({ pointed, seen }: Focused): Promise<string | undefined> {
    if (seen.kind === 'password') return '{{account.password}}';
    const value: unknown = await soon(context, pointed.handle.evaluate(inField.value));
    return typeof value === 'string' ? value : undefined;
  }

  /** In the sign-in nobody sees what is typed, whatever kind of field it is. */
  async function mask({ handle }: PointedHandle): Promise<void> {
    await soon(context, handle.evaluate(inField.mask));
  }

  async function focus(pointed: PointedHandle, seen: SeenElement): Promise<void> {
    if (session.state().part === 'login') await mask(pointed);
    focused = { pointed, seen, before: seen.text, isTyped: false, typed: '', isAsked: isAskedFor(seen) };
  }

  async function focusActive(): Promise<void> {
    const pointed = await pointedAt(current(), { active: true });
    if (pointed === undefined) return;
    const seen = await named(current(), pointed);
    if (seen.kind === 'field' || seen.kind === 'password') await focus(pointed, seen);
  }

  return {
    focus,
    flush,
    isAskedFor,
    async type(text) {
      if (focused === null) await focusActive();
      // As in the step, what is typed takes the place of what is there.
      if (focused?.isTyped === false) await soon(context, focused.pointed.handle.evaluate(inField.select));
      if (focused !== null) {
        focused.isTyped = true;
        if (focused.typed !== null) focused.typed += text;
      }
      await within(current().keyboard.insertText(text));
    },
    async typeLogin(what) {
      if (focused === null) await focusActive();
      if (focused === null) return say('Click the field first.');
      if (credentials === null) return say('No login is stored for this portal.');
      let value: string | undefined = credentials[what === 'totp' ? 'totp_secret' : what];
      if (what === 'totp' && value !== undefined) {
        value = await parts.oneTimeCode(value);
        session.codes.push(value);
      }
      if (value === undefined) return say('This login has no one-time codes.');
      await mask(focused.pointed);
      Object.assign(focused, { isTyped: true, typed: null });
      await soon(context, focused.pointed.handle.evaluate(inField.select));
      await within(current().keyboard.insertText(value));
    },
    async press(key) {
      const page = current();
      if (key === 'Tab' || !pressedKeys.includes(key as PressedKey)) {
        if (focused !== null) Object.assign(focused, { isTyped: true, ...(key === 'Tab' ? {} : { typed: null }) });
        if (key === 'Tab') await flush();
        await within(letInto(page, 'key', 1, () => page.keyboard.press(key)));
        if (key === 'Tab') await focusActive();
        return;
      }
      const left = focused;
      if (key === 'Enter') await flush();
      const outcome = await acts.act(() => letInto(page, 'key', 1, () => page.keyboard.press(key)));
      const { documents: _documents, uploaded: _uploaded, changed: _changed, ...rest } = outcome;
      const isNothing = rest.to === null && rest.requests.length === 0 && rest.shown === undefined;
      if (left === null || (isNothing && key !== 'Enter' && !key.startsWith('Arrow'))) return;
      if (isNothing && key === 'Enter') return;
      record({ did: 'press', key: key as PressedKey, on: left.seen, outcome: rest });
    },
    async askFor(x, y, question) {
      await flush();
      const page = current();
      const pointed = await pointedAt(page, { x, y, as: 'press' });
      const seen = pointed === undefined ? undefined : await named(page, pointed);
      if (pointed === undefined || seen === undefined || !['field', 'password'].includes(seen.kind))
        return say('What a person is asked for is typed into a field: point at one.');
      await mask(pointed);
      await within(pointed.handle.focus());
      record({ did: 'ask', on: seen, question });
      askedFor.add(nameOf(seen));
      focused = { pointed, seen, before: seen.text, isTyped: false, typed: '', isAsked: true };
      say('Type now what belongs there; it is recorded nowhere.');
    },
  };
}
