/** What a person marks in a live browser: facts that are read, what is absent, and who is signed in. */
import type { Page } from 'playwright-core';
import { neededFacts } from '../../domain/dispatch/playbook/needed-facts.ts';
import { targetText } from '../../domain/dispatch/playbook/target.ts';
import type { LiveCommand } from '../../domain/dispatch/studio/live.ts';
import { columnsOfSamples, guessColumns } from '../../domain/dispatch/studio/recorded-playbook.ts';
import { bestTarget } from '../../domain/dispatch/studio/recorded-target.ts';
import { namesNobody } from '../../domain/dispatch/studio/mask-login.ts';
import { locate } from '../locate.ts';
import type { LiveSession } from './live-session.ts';
import { placesOf, pointedAt } from './pointed-at.ts';
import type { Pressing } from './pressing.ts';
import type { Typing } from './typing.ts';
import type { LiveWindows } from './windows.ts';

interface Marking {
  readonly mark: (command: Extract<LiveCommand, { do: 'read' | 'rows' | 'absent' | 'signed_in' }>) => Promise<void>;
  /** Marks the one place that shows the user name of the stored login. */
  readonly whoIsSignedIn: () => Promise<void>;
  /** Shows what is there, without an act. */
  readonly lookAt: (x: number, y: number, as: 'press' | 'read' | 'table') => Promise<void>;
}

export function openMarking(session: LiveSession, windows: LiveWindows, typing: Typing, pressing: Pressing): Marking {
  const { parts, say, set, record, named } = session;
  const { credentials, setup } = parts;
  const { current } = windows;
  /** What was marked as who is signed in, and names nobody. */
  let refused: string | null = null;

  /** Who is signed in may be shown by a control without a text, such as a picture of the person. */
  async function markSign(page: Page, x: number, y: number): Promise<void> {
    const pointed = await pointedAt(page, { x, y, as: 'press' });
    const seen = pointed === undefined ? undefined : await named(page, pointed);
    if (seen === undefined || seen.targets.length === 0)
      return say('Nothing there says who is signed in: point at another place.');
    if (!mayStand(seen.name)) return;
    record({ did: 'signed_in', on: seen });
  }

  /** A portal that shows no name anywhere has only what people see once they are signed in. */
  function mayStand(name: string): boolean {
    const isAgain = refused === name;
    refused = name;
    if (!namesNobody(name) || isAgain) return true;
    sayNobody(name);
    return false;
  }

  function sayInField(): void {
    say('What a field holds does not say who is signed in: point at a text, such as the name in a heading or a menu.');
  }

  function sayNobody(name: string): void {
    say(
      `“${name}” names nobody: point at the name of who is signed in, in a menu that is opened first where it is in one. Where the portal shows that nowhere, mark this again: tasks then see only that somebody is signed in.`,
    );
  }

  return {
    async mark(command) {
      await typing.flush();
      const page = current();
      const { x, y } = command;
      const table = command.do === 'rows' ? await pointedAt(page, { x, y, as: 'table' }) : undefined;
      const words = (): Promise<typeof table> => pointedAt(page, { x, y, as: 'read' });
      let pointed = table?.seen.kind === 'table' ? table : await words();
      if (pointed === undefined) return say('There is nothing to read there.');
      let seen = await named(page, pointed);
      // An empty table may be one of several that are called alike; what it says in place of its rows is enough.
      const instead = seen.targets.length === 0 && pointed.seen.saysEmpty ? await words() : undefined;
      if (instead !== undefined) [pointed, seen] = [instead, await named(page, instead)];
      if (command.do === 'signed_in' && seen.text === '') return markSign(page, x, y);
      if (seen.targets.length === 0) return say(`Nothing names “${seen.name}” alone: point at another place.`);
      const scroll = command.do === 'read' ? await pressing.scrollTo(pointed, seen) : undefined;
      if (scroll !== undefined) record(scroll);
      if (command.do === 'absent') return record({ did: 'absent', on: seen });
      const { part } = session.state();
      const needed = part === 'login' ? undefined : neededFacts[setup.taskType]?.[part];
      if (command.do === 'read') {
        const fact = needed?.find(({ name }) => name === command.fact);
        if (fact?.required === true && seen.text.trim() === '')
          say(`There is no text at that place, and a task needs ${fact.name}: a picture or a sign says nothing to it.`);
        return record({ did: 'read', on: seen, fact: command.fact });
      }
      if (command.do === 'signed_in') {
        // A task looks for a text that is shown, and what a field holds is none.
        if (seen.kind === 'field' || seen.kind === 'select') return sayInField();
        const place = (text: string): string =>
          credentials === null ? text : text.replaceAll(credentials.username, '{{account.username}}');
        // As it is found, where its style sheet shows capitals.
        const text = place(seen.targets.find((target) => target.text !== undefined)?.text ?? seen.text);
        if (!mayStand(text)) return;
        return record({ did: 'signed_in', on: { ...seen, name: text, text, targets: [{ text }] } });
      }
      const fact = needed?.find(({ name }) => name === command.fact);
      if (fact === undefined) return say(`This recipe reads no ${command.fact}.`);
      if (seen.kind !== 'table') return record({ did: 'read_none', on: seen, fact: fact.name });
      const columns = seen.columns ?? [];
      const shown = columnsOfSamples(columns, pointed.seen.rows ?? [], setup.samples);
      record({ did: 'read_rows', on: seen, fact: fact.name, columns: guessColumns(columns, fact, shown) });
      if (!pointed.seen.saysEmpty) return;
      const said = await words();
      const none = said === undefined ? undefined : await named(page, said);
      if (none !== undefined && none.targets.length > 0) record({ did: 'read_none', on: none, fact: fact.name });
    },
    async whoIsSignedIn() {
      if (credentials === null || session.isSignedInMarked()) return;
      for (const { text } of await placesOf(current(), credentials.username)) {
        const template = text.replaceAll(credentials.username, '{{account.username}}');
        // The words have to be there once.
        if ((await locate(current(), { text }).count()) !== 1) continue;
        record({
          did: 'signed_in',
          on: { kind: 'text', name: template, text: template, targets: [{ text: template }] },
        });
        return;
      }
      say('Nothing on this page shows who is signed in: mark the place before you record the steps.');
    },
    async lookAt(x, y, as) {
      const page = current();
      const pointed = await pointedAt(page, { x, y, as });
      if (pointed === undefined) return set({ pointed: null });
      const seen = session.mask(await named(page, pointed, 2));
      const target = seen.targets.length === 0 ? null : targetText(bestTarget(seen, setup.samples));
      const isLogin = session.state().part === 'login' && (seen.kind === 'field' || seen.kind === 'password');
      set({
        pointed: {
          kind: seen.kind,
          name: seen.name,
          target,
          text: isLogin || typing.isAskedFor(seen) ? '' : seen.text.slice(0, 200),
          box: pointed.box,
        },
      });
    },
  };
}
