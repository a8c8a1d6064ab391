/** What is seen of a page in a live browser: its names, the numbers of the sample record, and new messages. */
import type { Page } from 'playwright-core';
import type { PageFacts } from '../../domain/dispatch/guard/response-gate.ts';
import type { Outcome, SeenNumber, SeenPage } from '../../domain/dispatch/studio/acts.ts';
import { isTableOfDetails } from '../../domain/dispatch/studio/pages.ts';
import { pageReading } from '../page-reading.ts';
import { soon } from './answering.ts';
import type { LiveSession } from './live-session.ts';
import { messagesOf, placesOf, pointedAt } from './pointed-at.ts';

/** Texts of the page that may be messages. */
export type Messages = Awaited<ReturnType<typeof messagesOf>>;

export interface SeenPages {
  readonly look: (page: Page) => Promise<SeenPage>;
  /** Whether nothing on the page that was looked at last can change by itself. */
  readonly isStill: () => boolean;
  /** Numbers of the sample record that the page showed when it came, and still shows. */
  readonly numbersLeft: (page: Page) => Promise<Pick<SeenPage, 'numbers'>>;
  /** Looks for them on a page that has just come. */
  readonly numbersOn: (page: Page, seen: SeenPage) => Promise<Pick<SeenPage, 'numbers'>>;
  readonly newMessage: (page: Page, before: Messages) => Promise<Outcome['shown']>;
}

const readFacts = pageReading<PageFacts & { readonly isStill: boolean }>('page-facts.js');
/** Numbers of the sample record that are looked for on a page, and places of each. */
const mostSought = 3;
const mostPlaces = 3;
const emptyPage: SeenPage = { address: '/', title: '', headings: [], labels: [], buttons: [], columns: [] };

export function openSeenPages(session: LiveSession): SeenPages {
  const { context, credentials, setup } = session.parts;
  const { named, mask } = session;
  let isStill = false;
  let numbers: readonly SeenNumber[] | undefined;

  async function facts(page: Page): Promise<SeenPage> {
    const seen = await soon(context, readFacts(page));
    isStill = seen?.isStill === true;
    if (seen === undefined || !URL.canParse(seen.url)) return emptyPage;
    const { pathname, search, hash } = new URL(seen.url);
    const username = credentials?.username ?? '';
    const own = (texts: readonly string[]): string[] =>
      texts.filter((text) => username === '' || !wordsOf(text).includes(username.toLowerCase()));
    return mask({
      address: `${pathname}${search}${hash}`,
      title: seen.title,
      headings: own(seen.headings),
      labels: own(seen.labels),
      buttons: own(seen.buttons),
      columns: own(seen.columns),
    });
  }

  async function isValueOfRecord(
    page: Page,
    { x, y, text }: { readonly x: number; readonly y: number; readonly text: string },
    pointed: Awaited<ReturnType<typeof pointedAt>>,
  ): Promise<boolean> {
    if (pointed === undefined) return false;
    if (pointed.seen.column === null) return true;
    const table = await pointedAt(page, { x, y, as: 'table' });
    return isTableOfDetails(table?.seen.rows ?? [], text);
  }

  /** Where a page that has no number of the sample record in a heading shows one beside its name. */
  async function find(page: Page, { headings }: SeenPage): Promise<Pick<SeenPage, 'numbers'>> {
    const sought = [...new Set(Object.values(setup.samples))].filter((value) => /\d{4,}/.test(value));
    const isNamed = headings.some((text) => sought.some((value) => text.includes(value)));
    if (session.state().part === 'login' || isNamed) return {};
    const found: SeenNumber[] = [];
    for (const value of sought.slice(0, mostSought))
      for (const place of (await placesOf(page, value)).slice(0, mostPlaces)) {
        if (place.text !== value) continue;
        const pointed = await pointedAt(page, { x: place.x, y: place.y, as: 'read' });
        const seen = pointed === undefined ? undefined : await named(page, pointed, 1);
        const { beside, label = beside, within: scope } = seen?.targets[0] ?? {};
        // What is left of a number in a list of records is a value of its record, and no name.
        if (scope?.frame !== undefined || !(await isValueOfRecord(page, place, pointed))) continue;
        if (label !== undefined && seen?.text === value)
          found.push({
            field: label,
            text: value,
            ...(scope?.section === undefined ? {} : { section: scope.section }),
          });
      }
    return { numbers: found };
  }

  return {
    async look(page) {
      const seen = await facts(page);
      session.set({ address: page.url() === 'about:blank' ? '' : mask(page.url()), title: seen.title });
      return seen;
    },
    isStill: () => isStill,
    async numbersLeft(page) {
      if (numbers === undefined || numbers.length === 0) return numbers === undefined ? {} : { numbers };
      const left: SeenNumber[] = [];
      for (const number of numbers)
        if ((await placesOf(page, number.text)).some(({ text }) => text === number.text)) left.push(number);
      return { numbers: left };
    },
    async numbersOn(page, seen) {
      const found = await find(page, seen);
      ({ numbers } = found);
      return found;
    },
    async newMessage(page, before) {
      const known = new Set(before.map(({ text }) => text));
      const fresh = (await messagesOf(page)).find(({ text }) => !known.has(text));
      if (fresh === undefined) return undefined;
      const pointed = await pointedAt(page, { x: fresh.x, y: fresh.y, as: 'read' });
      const seen = pointed === undefined ? undefined : await named(page, pointed, 2);
      const target = seen?.targets.find(({ role }) => role === 'status' || role === 'alert');
      return target === undefined ? undefined : mask({ target, text: fresh.text });
    },
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}._@-]+/u);
}
