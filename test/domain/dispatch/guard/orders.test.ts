/** Orders, each verb with each thing of its act, and names of everyday portals beside them; all written before the lists of words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { doubtfulName, neverClickName } from '../../../../domain/dispatch/guard/never-click.ts';
import { isStopped, type NamePlace } from './name-places.ts';

interface Orders {
  readonly verbs: readonly string[];
  readonly things: readonly string[];
  /** Whole names. */
  readonly idioms: readonly string[];
}
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const orders = read('orders.json') as Readonly<Record<string, Readonly<Record<string, Orders>>>>;
const everyday = read('everyday-names.json') as Readonly<Record<NamePlace, readonly string[]>>;

/** German has the verb behind what it is done to. */
const forms: Readonly<Record<string, (verb: string, thing: string) => string[]>> = {
  English: (verb, thing) => [`${verb} ${thing}`, `Yes, ${verb} this ${thing} now`],
  Spanish: (verb, thing) => [`${verb} ${thing}`, `¿Desea ${verb} ${thing}?`],
  French: (verb, thing) => [`${verb} ${thing}`, `Voulez-vous ${verb} ${thing} ?`],
  German: (verb, thing) => [`${thing} ${verb}`, `Möchten Sie ${thing} wirklich ${verb}?`],
};
const stops = (name: string): boolean => (neverClickName(name, []) ?? doubtfulName(name)) !== undefined;

describe('orders made of a verb and a thing', () => {
  for (const [language, acts] of Object.entries(orders))
    for (const [act, { verbs, things, idioms }] of Object.entries(acts))
      it(`are known in ${language} for ${act}`, () => {
        const made = verbs.flatMap((verb) => things.flatMap((thing) => forms[language]?.(verb, thing) ?? []));
        assert.deepEqual(
          [...made, ...idioms].filter((name) => !stops(name)),
          [],
        );
      });
});

describe('names of everyday portals', () => {
  for (const [place, names] of Object.entries(everyday) as [NamePlace, string[]][])
    it(`pass as a ${place}`, () => {
      assert.deepEqual(
        names.filter((name) => isStopped(name, place, true)),
        [],
      );
    });
});
