/** What the set faults do to one request: in its way, on its way, and to the words of its page. */
import { setTimeout as delay } from 'node:timers/promises';
import { redirect, type Answer, type RecordKeys, type Session } from './application.ts';
import type { FaultMatch, FaultName, FaultSwitch } from './fault.ts';
import * as faultPages from './fault-pages.ts';
import { classicSkin, type Skin } from './skin.ts';

/** Skin of a page, and what is planted on it. */
export interface Words {
  readonly skin: Skin;
  readonly planted: string | null;
  /** Whether controls of the same name are put before those that matter. */
  readonly decoys: boolean;
  /** Whether the page has a script that does harm by itself. */
  readonly hostile: boolean;
}
export const plainWords: Words = { skin: classicSkin, planted: null, decoys: false, hostile: false };

/** The request that trouble strikes. */
export interface Troubled {
  /** Path with query, as it came. */
  readonly url: string;
  readonly method: string;
  readonly about: RecordKeys;
  readonly session: Session | null;
}

export interface Trouble {
  /** What is answered in place of any page; `'session'` when the session is to be dropped; null when all is well. */
  inTheWay(request: Troubled): Promise<Answer | 'session' | null>;
  /** What comes before a page that a signed-in visitor asks for. */
  onTheWay(request: Troubled): Promise<Answer | null>;
  /** Whether the page is to be that of another record. */
  isWrongRecord(request: Troubled): Promise<boolean>;
  /** Whether the page is to be read from a replica that has stopped. */
  isStale(request: Troubled): Promise<boolean>;
  /** The words a page is written in; looking at them uses nothing up. */
  words(request: Troubled): Words;
  /** Says that a page in these words was shown. @param decoyed whether it had a control to put a decoy before */
  wordsShown(request: Troubled, words: Words, decoyed: boolean): Promise<void>;
}

/** Path prefix under which a page is found after the fault `moved`. */
const movedTo = '/ltl';

/** The path a page had before it moved; null for a page that did not. */
export function pathBeforeMove(path: string): string | null {
  return path.startsWith(`${movedTo}/`) ? path.slice(movedTo.length) : null;
}

/** @param stopping ends the waits of `slow` pages */
export function troubleOf(portal: string, faults: FaultSwitch, v2: Skin, stopping: AbortSignal): Trouble {
  const facts = ({ about, session, method }: Troubled): FaultMatch => ({ ...about, session: session?.label, method });
  const strike = (fault: FaultName, request: Troubled): ReturnType<FaultSwitch['strike']> =>
    faults.strike(portal, fault, facts(request));
  const isSet = (fault: FaultName, request: Troubled): boolean => faults.isSet(portal, fault, facts(request));
  const words = (request: Troubled): Words => ({
    skin: isSet('label_change', request) ? v2 : classicSkin,
    planted: isSet('injection', request) ? faultPages.plantedText : null,
    decoys: isSet('decoy', request),
    hostile: isSet('hostile', request),
  });

  return {
    async inTheWay(request) {
      const slow = await strike('slow', request);
      if (slow !== null) await delay(slow.delayMs, undefined, { signal: stopping });
      if (await strike('429', request)) return faultPages.tooManyRequests();
      if (await strike('503', request)) return faultPages.serviceUnavailable();
      if (await strike('maintenance', request)) return faultPages.maintenance();
      return request.session !== null && (await strike('session', request)) ? 'session' : null;
    },
    async onTheWay(request) {
      const { pathname, searchParams } = new URL(`http://portal${request.url}`);
      if (pathBeforeMove(pathname) === null && (await strike('moved', request))) return redirect(movedTo + request.url);
      if (!searchParams.has(faultPages.noticeRead) && (await strike('interstitial', request)))
        return faultPages.interstitial(request.url, words(request).skin);
      return null;
    },
    isWrongRecord: async (request) => (await strike('wrong_record', request)) !== null,
    isStale: async (request) => (await strike('stale', request)) !== null,
    words,
    async wordsShown(request, { skin, planted, hostile }, decoyed) {
      if (skin !== classicSkin) await strike('label_change', request);
      if (planted !== null) await strike('injection', request);
      if (decoyed) await strike('decoy', request);
      if (hostile) await strike('hostile', request);
    },
  };
}
