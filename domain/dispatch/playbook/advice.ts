/**
 * What a playbook in an older form should say: it works as before, and the guard is stricter once it says it.
 */
import { recordPlaceOf } from '../guard/record-mark.ts';
import type { Playbook } from './language.ts';
import { placesIn } from './template.ts';

/** Sentences, one for each change; none means that the playbook is in the present form. */
export function advisePlaybook(playbook: Playbook): string[] {
  return Object.entries(playbook.pages).flatMap(([name, page]) => {
    const isOfRecord = page.paths.some((path) => placesIn(path).length > 0 || /\/\*(?:$|[/?#])/.test(path));
    if (!isOfRecord || page.record !== undefined) return [];
    const place = recordPlaceOf(page);
    return place === undefined
      ? [
          `pages.${name}: say with "record" where people see whose record it is; until then nothing on the page is compared`,
        ]
      : [`pages.${name}: add "record: { heading: '${place.heading}' }", which is taken from the fingerprint`];
  });
}
