/**
 * Reads what people see at the places where a page says whose record it is, in the same evaluation as what is read of
 * an element or judged of it: a page that turns to another record in between is caught.
 */
import type { ElementHandle, Frame, Locator, Page } from 'playwright-core';
import type { MarkQuery, RecordsSaid } from '../domain/dispatch/guard/record-mark.ts';
import { askedOf, asking, carried, pageScript, registerEngine, watchInWorld } from './page-reading.ts';
import type { Misread, PaintedLetters } from './painted-letters.ts';

/** What is asked of a page beside a reading. */
export interface PageQuestion {
  readonly queries: readonly MarkQuery[];
  /** Whose frames are asked as well. */
  readonly origins?: readonly string[];
  /** Text that a cell of the element's row has to show. */
  readonly row?: string;
  /** Numbers that the task gives: a part of the page may be about one of them. */
  readonly given?: readonly string[];
  /** Name beside which the element is: what follows it in one text is read without the name. */
  readonly beside?: string;
  /** The element is a message: the buttons at its ends (to close it) are no words of it. */
  readonly message?: boolean;
  /** A dialog that asks: where nothing but a frame is in it, it says what the frame says. */
  readonly framed?: boolean;
  /** Only what it says: neither what its fields hold nor what they are called. */
  readonly said?: boolean;
  /** Of a table: the names of the rows or columns that are read. */
  readonly wanted?: readonly string[];
  /** Of a table: what is wanted are values beside their names, and no columns. */
  readonly isPairs?: boolean;
  /** Nothing is brought into sight: others are looked at together with this. */
  readonly stays?: boolean;
  /** Of a list: its records have a text in a column of their own (`keyed_by`). */
  readonly isKeyed?: boolean;
  /** Of a list: its rows have to be all that there are. */
  readonly isWhole?: boolean;
  /** What is read there is kept: it has to hold still. */
  readonly isKept?: boolean;
  /** The facts that were kept of the page: whether they are shown still, and hold still. */
  readonly ofKept?: readonly string[];
}

interface Restless {
  readonly shows: string;
  /** All that was kept of it is there still: something else has come or gone beside it. */
  readonly isBeside?: boolean;
}

export interface PageAnswer {
  /** Of each query, what people see at its places. */
  readonly sights: readonly (readonly string[])[];
  /** What is wrong with the element's row; null when nothing is. */
  readonly row: string | null;
  /** Of an element: what says around it of which record it is. */
  readonly records?: RecordsSaid;
  /** What the page tells people beside a message. */
  readonly notices?: readonly string[];
  /** The same in sentences without a role, of which only those with a word that may take something back. */
  readonly sentences?: readonly string[];
  /** Something that was read of the page, and does not hold still; what it shows now. */
  readonly restless?: Restless | null;
  /** Of a message: what it says where its style sheet denies it, or strikes it out. */
  readonly denied?: string | null;
}

/** What one evaluation can see: the page, or a frame on it of another origin, with the frames in it of the same one. */
export interface PartAnswer extends PageAnswer {
  /** Address of that frame; undefined of the page. */
  readonly root?: string;
  /** Of each query that asks for a frame: what is seen where that frame is this one. */
  readonly inFrame?: readonly (readonly string[])[];
}

export interface Answered<T> extends PartAnswer {
  readonly value: T;
  /** What was read, where people see something else there. */
  readonly misread?: Misread | null;
  /** The letters of what was read, to be found in a picture of the window. */
  readonly painted?: PaintedLetters;
  /** Its text keeps changing, or has just become another figure. */
  readonly isRestless?: boolean;
  /** Some of them would have to be brought into sight, and were not, because the page was to stay as it is. */
  readonly isAway?: boolean;
}

const recordFacts = `(${pageScript('record-facts.js')})`;
const displayed = pageScript('displayed.js');
/** Answers a question about the page of an element or a document. */
export const recordFactsScript = `${recordFacts}(${displayed})`;

/** Of a locator, of its one element: it is found and read in the same evaluation. */
export type AnsweredReading<T> = (
  subject: ElementHandle | Frame | Locator | Page,
  question: PageQuestion,
  timeoutMs?: number,
) => Promise<Answered<T>>;

/**
 * @param reading expression that is a function of the subject, of what `displayed.js` knows, of the question, and of what takes a
 * text that people see otherwise than it was read
 */
export function answeredReading<T>(name: string, reading: string): AnsweredReading<T> {
  const script = `(() => {
    const read = ${reading};
    const displayed = ${displayed};
    const glyphs = ${pageScript('font-glyphs.js')};
    const answerWith = ${recordFacts};
    // Each is brought into sight once: of what is longer than the window, another part would be out of it then.
    const brought = new WeakSet();
    const restlessIn = (page, facts) => {
      let found = null;
      try {
        found = page.${watchInWorld}?.restless(facts) ?? null;
        for (let n = 0; (found === null || found.isBeside === true) && n < page.length; n += 1)
          found = restlessIn(page[n], facts) ?? found;
      } catch {
        // A frame of another origin.
      }
      return found;
    };
    const carry = (subject, selector) => {
      const question = ${askedOf};
      const look = () => {
        const [misread, figures] = [[], []];
        const value = read(subject, () => displayed(figures), question, (read, seen) => misread.push({ read, seen })) ?? null;
        return { value, misread, figures };
      };
      let seen = look();
      const fits = subject.nodeType === 1 && subject.getBoundingClientRect().height < innerHeight;
      const isAway = Boolean(seen.figures.away && fits && !brought.has(subject) && question.stays);
      if (seen.figures.away && !question.stays) {
        if (fits && !brought.has(subject)) {
          displayed().bring(seen.figures.away);
          seen = look();
        }
        brought.add(subject);
      }
      const { value, misread, figures } = seen;
      const answer = answerWith(() => displayed(figures))(subject, question);
      const painted = glyphs().pictured(figures);
      const isRestless = question.isKept === true && ${watchInWorld}.watch(subject, question.isPairs === true ? question.wanted : []);
      const restless = question.ofKept === undefined ? null : restlessIn(globalThis, question.ofKept);
      return ${pageScript('carrier.js')}(JSON.stringify({ value, misread: misread[0] ?? null, painted, isAway, isRestless, restless, ...answer }));
    };
    return { query: carry, queryAll: (subject, selector) => [carry(subject, selector)] };
  })()`;
  const known = registerEngine(`answered_${name}`, script);
  return async (subject, question, timeoutMs) => {
    const selector = asking(await known, question);
    const text = await ('ownerFrame' in subject ? carriedBy(subject, selector) : carried(subject, selector, timeoutMs));
    if (text === undefined || text === null) throw new Error('the page gave way while it was read');
    const { value, ...answer } = JSON.parse(text) as Answered<T | null>;
    return { ...answer, value: (value ?? undefined) as T };
  };
}

async function carriedBy(element: ElementHandle, selector: string): Promise<string | null | undefined> {
  const carrier = await element.$(selector);
  const text = await carrier?.textContent();
  // Nobody waits for this; a page that is gone has taken it along.
  carrier?.dispose().catch(() => {});
  return text;
}
