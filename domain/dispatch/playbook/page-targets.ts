/** What a playbook looks for on each of its pages, in the order of its steps. */
import { printedTarget } from './changed-control.ts';
import type { ControlUse, Surroundings, WantedControl } from './changed-control.ts';
import type { Playbook } from './language.ts';
import { type Step, maySend, pageAfter } from './step.ts';
import { type Target, isSameTarget, namedBy } from './target.ts';
import { phases } from './needed-facts.ts';

interface PlacedTarget {
  /** Such as `capabilities.pull_pod.steps`. */
  readonly recipe: string;
  /** Pages that the recipe may be on then. */
  readonly pages: readonly string[];
  /** As it is in the playbook: the same object. */
  readonly target: Target;
  readonly use: ControlUse;
  /** The input may change something in the portal. */
  readonly writes: boolean;
}

export function placedTargets(playbook: Playbook): PlacedTarget[] {
  const placed: PlacedTarget[] = [];

  function walk(recipe: string, steps: readonly Step[], from: readonly string[]): readonly string[] {
    let pages = from;
    const windows: (readonly string[])[] = [];
    const put = (target: Target | undefined, use: ControlUse, writes = false, on = pages): void => {
      if (target !== undefined) placed.push({ recipe, pages: on, target, use, writes });
    };
    for (const step of steps) {
      if (step.do === 'when') {
        put(step.present ?? step.single, 'look');
        const ends = [...walk(recipe, step.steps, pages), ...walk(recipe, step.otherwise, pages)];
        pages = [...new Set(ends)];
        continue;
      }
      if (step.do === 'close') pages = windows.pop() ?? pages;
      if (step.do === 'absent' || step.do === 'refused') put(step.words, 'look');
      if ('target' in step) put(step.target, uses[step.do] ?? 'look', maySend(step) && step.effect === 'write');
      if (step.do === 'scroll') put(step.until, 'look');
      if (step.do === 'read_rows') {
        put(step.none, 'look');
        put(step.more, 'press');
      }
      const next = 'next' in step ? pageAfter(step.next) : undefined;
      if (maySend(step) && step.popup === true) windows.push(pages);
      if (maySend(step) && typeof step.next === 'object') {
        put(step.next.gone, 'look');
        put(step.next.shows, 'look', false, next === undefined ? pages : [next]);
      }
      if (maySend(step) && step.refused !== undefined) put(step.refused.words, 'look', false, [step.refused.page]);
      if (next !== undefined) pages = [next];
    }
    return pages;
  }

  walk('login', playbook.login.steps, []);
  placed.push({
    recipe: 'login.probe',
    pages: [playbook.login.probe.page],
    target: playbook.login.probe.signed_in,
    use: 'look',
    writes: false,
  });
  for (const [type, capability] of Object.entries(playbook.capabilities))
    for (const phase of phases) walk(`capabilities.${type}.${phase}`, capability[phase] ?? [], []);
  return placed;
}

const uses: Readonly<Partial<Record<Step['do'], ControlUse>>> = {
  fill: 'type',
  press: 'type',
  choose: 'choose',
  upload: 'upload',
  hover: 'look',
  click: 'press',
  download: 'press',
};

/** What the playbook knows of a page beside the wanted control. @param seen whether another mark of the page is there */
export function surroundingsOf(
  playbook: Playbook,
  page: string,
  wanted: WantedControl,
  isKnownPage: boolean,
): Surroundings {
  const onPage = placedTargets(playbook).filter(({ pages }) => pages.includes(page));
  const print = playbook.pages[page]?.fingerprint;
  const printed = (['headings', 'labels', 'buttons', 'columns'] as const).flatMap((of) =>
    (print?.[of] ?? []).map((text) => ({ of, target: printedTarget({ of, text }) })),
  );
  const isWanted = (target: Target): boolean => isNamedLike(target, wanted.target);
  const known = [...onPage, ...printed].map(({ target }) => target).filter((target) => !isWanted(target));
  const inputs = onPage.filter(({ use }) => use !== 'look');
  const at = inputs.findIndex(({ target }) => isWanted(target));
  const listed = printed.filter(({ of }) => of === wanted.of).map(({ target }) => target);
  const ofRecipe = (list: readonly PlacedTarget[]): Target[] =>
    list.filter(({ recipe }) => recipe === inputs[at]?.recipe).map(({ target }) => target);
  // What is read lies between what else is read by its name.
  const reads = onPage.filter(({ use, target }) => use === 'look' && target.beside !== undefined);
  const read = wanted.of === 'step' ? reads.find(({ target }) => isWanted(target)) : undefined;
  const readWith = reads.filter(({ recipe }) => recipe === read?.recipe).map(({ target }) => target);
  const beside = neighboursOf(at >= 0 ? ofRecipe(inputs) : read === undefined ? listed : readWith, isWanted);
  // The only input of a page lies between what is read there.
  const [before, after] =
    at >= 0 && beside.every((one) => one === undefined) ? neighboursOf(ofRecipe(onPage), isWanted) : beside;
  return { before, after, known, isUnsure: !isKnownPage };
}

function neighboursOf(
  row: readonly Target[],
  isWanted: (target: Target) => boolean,
): readonly [Target | undefined, Target | undefined] {
  const place = row.findIndex(isWanted);
  if (place < 0) return [undefined, undefined];
  return [row.slice(0, place).findLast((one) => !isWanted(one)), row.slice(place + 1).find((one) => !isWanted(one))];
}

/** Whether two targets go by the same text of the same kind. */
export function isNamedLike(one: Target, other: Target): boolean {
  const [a, b] = [namedBy(one), namedBy(other)];
  if (a === undefined || b === undefined) return isSameTarget(one, other);
  return a.member === b.member && a.text === b.text && one.role === other.role;
}
