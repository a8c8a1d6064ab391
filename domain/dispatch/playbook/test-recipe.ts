/** Runs a recipe on recorded pages: whether each of its pages and controls is there, without the portal. */
import { sameLabel } from '../guard/normalise.ts';
import { missingOfFingerprint, printedName } from '../guard/response-gate.ts';
import type { Playbook } from './language.ts';
import { underTitles } from './changed-control.ts';
import { type Step, maySend, pageAfter } from './step.ts';
import { type Target, namedBy, targetText } from './target.ts';
import type { RecordedPage, RecordedRecipe } from './recorded-page.ts';

interface RecipeTest {
  /** Sentences; none where the recipe fits its recorded pages. */
  readonly findings: readonly string[];
  /** Steps whose page and control were found. */
  readonly tested: number;
  /** Steps that recorded pages say nothing about, as sentences. */
  readonly untested: readonly string[];
}

const fieldRoles: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'button',
]);

/** @param recorded of the same task type and phase, by this version or an earlier one */
export function testRecipe(playbook: Playbook, recorded: RecordedRecipe): RecipeTest {
  const { taskType, phase, pages, given } = recorded;
  const findings: string[] = [];
  const untested: string[] = [];
  let tested = 0;
  let at = -1;
  const windows: number[] = [];
  const visit = (): readonly RecordedPage[] => {
    const page = pages[at]?.page;
    let end = at;
    while (pages[end + 1]?.page === page) end += 1;
    return at < 0 ? [] : pages.slice(at, end + 1);
  };

  /** @returns false where the page was not recorded */
  function arrive(page: string, words: string, isSent: boolean): boolean {
    if (pages[at]?.page === page) return true;
    const next = pages.findIndex((one, n) => n > at && one.page === page);
    if (next < 0) {
      (isSent ? untested : findings).push(`${words}: no page ${page} was recorded after it`);
      return false;
    }
    at = next;
    const declared = playbook.pages[page];
    if (declared === undefined) return true;
    const lacking = visit().map((one) => missingOfFingerprint({ ...one, url: '' }, declared, {}));
    const least = lacking.toSorted((a, b) => a.length - b.length)[0] ?? [];
    if (least.length > 0)
      findings.push(
        `the page ${page} has no ${least.map(({ of, text }) => `${printedName(of)} "${text}"`).join(', ')}`,
      );
    return true;
  }

  /** @returns false where the recipe ends */
  function walk(steps: readonly Step[]): boolean {
    for (const [n, step] of steps.entries()) {
      const words = step.title ?? `step ${n + 1}, ${step.do}`;
      if (step.do === 'when') {
        const wanted = step.present ?? step.single;
        const yes = wanted === undefined ? given.includes(step.given ?? '') : visit().some((one) => shows(one, wanted));
        if (!walk(yes ? step.steps : step.otherwise)) return false;
        continue;
      }
      if (step.do === 'absent' || step.do === 'refused') return false;
      if (step.do === 'close') {
        at = windows.pop() ?? at;
        continue;
      }
      if (step.do === 'scroll') {
        // What is further down in a list is on no recorded page.
        untested.push(`${words}: ${targetText(step.until)} is not part of recorded pages`);
      } else if ('target' in step) {
        if (!isSeen(step.target)) untested.push(`${words}: ${targetText(step.target)} is not part of recorded pages`);
        else if (visit().some((one) => shows(one, step.target))) tested += 1;
        else if (
          step.do !== 'read_rows' ||
          step.none === undefined ||
          !visit().some((one) => shows(one, step.none ?? {}))
        )
          findings.push(`${words}: the page ${pages[at]?.page ?? '(none)'} has no ${targetText(step.target)}`);
      }
      const next = 'next' in step ? pageAfter(step.next) : undefined;
      const isSent = maySend(step) && step.effect !== 'read';
      if (maySend(step) && step.popup === true) windows.push(at);
      if (next !== undefined && !arrive(next, words, isSent)) return false;
    }
    return true;
  }

  walk(playbook.capabilities[taskType]?.[phase] ?? []);
  return { findings, tested, untested };
}

/** Whether a page shows such an element, as far as recorded pages show it. */
function shows(page: RecordedPage, target: Target): boolean {
  const { role, containing, within } = target;
  const named = namedBy(target);
  const scoped = underTitles(page.controls, within?.section).filter(
    (control) =>
      (within?.section === undefined || (control.section !== null && sameLabel(control.section, within.section))) &&
      (within?.row === undefined || control.row?.some((cell) => sameLabel(cell, within.row ?? '')) === true),
  );
  if (named === undefined)
    // A status or an alert has no name of its own: its words are a text inside it.
    return scoped.some(
      ({ role: is, name }) => (role === undefined || is === role || is === 'text') && sameLabel(name, containing ?? ''),
    );
  const { member, text } = named;
  const listed = within === undefined ? listOf(page, member, role).some((one) => sameLabel(one, text)) : false;
  return (
    listed ||
    scoped.some((control) => {
      if (member === 'placeholder') return control.placeholder !== undefined && sameLabel(control.placeholder, text);
      if (!sameLabel(control.name, text)) return false;
      if (member === 'name') return role === undefined || control.role === role;
      return member !== 'label' || fieldRoles.has(control.role);
    })
  );
}

function listOf(page: RecordedPage, member: keyof Target, role: string | undefined): readonly string[] {
  if (member === 'label') return page.labels;
  if (member === 'column') return page.columns;
  if (member === 'name' && role === 'button') return page.buttons;
  return member === 'name' && role === 'heading' ? page.headings : [];
}

/** Attributes and places are not recorded, nor what is in frames. */
function isSeen(target: Target): boolean {
  const open = target.role === 'heading' ? target.name : target.text;
  if (/(?:^|\s)\*(?:\s|$)/.test(open ?? '')) return false;
  return target.within?.frame === undefined && (namedBy(target) !== undefined || target.containing !== undefined);
}
