/** What to change in a playbook when a control of a page is another one now: the target, wherever the page has it. */
import type { MissingControl, PageChange } from './changed-control.ts';
import type { Fingerprint, Interstitial, Playbook } from './language.ts';
import { type Target, isSameTarget, namedBy, targetText } from './target.ts';
import { isNamedLike, placedTargets } from './page-targets.ts';

/** A target of the playbook, by identity, or a text at a place. */
export type PlaybookEdit =
  | { readonly target: Target; readonly to: Target }
  | { readonly at: readonly (string | number)[]; readonly to: string }
  | { readonly notice: Interstitial };

type ProposedEdits =
  | { readonly kind: 'edits'; readonly edits: readonly PlaybookEdit[] }
  /** A whole sentence. */
  | { readonly kind: 'refused'; readonly why: string };

const listOf = { role: { heading: 'headings', button: 'buttons' }, label: 'labels', column: 'columns' } as const;

/** Nothing is proposed where a part of it is not clear. @param playbook with its parts in place */
export function editsFor(playbook: Playbook, { page, missing, notice }: PageChange): ProposedEdits {
  // What lies over a page hides the rest of it.
  if (notice !== undefined) return { kind: 'edits', edits: [{ notice }] };
  const edits: PlaybookEdit[] = [];
  for (const one of missing) {
    const refusal = whyNotProposed(one);
    if (refusal !== undefined) return { kind: 'refused', why: refusal };
    const found = editsOf(playbook, page, one);
    if (!Array.isArray(found)) return found;
    edits.push(...found);
  }
  return edits.length === 0
    ? { kind: 'refused', why: `The playbook says nothing of this on the page "${page}".` }
    : { kind: 'edits', edits };
}

function whyNotProposed({ expected, found, proposed }: MissingControl): string | undefined {
  if (proposed !== null) return undefined;
  const wanted = targetText(expected);
  if (found.length === 0) return `Nothing on the page is near ${wanted}.`;
  const several = found.map(({ target }) => targetText(target)).join(', ');
  return `No candidate for ${wanted} stands out: ${several}.`;
}

function editsOf(
  playbook: Playbook,
  page: string,
  { of, expected, proposed }: MissingControl,
): PlaybookEdit[] | Extract<ProposedEdits, { kind: 'refused' }> {
  const to = proposed ?? expected;
  const [from, name] = [namedBy(expected), namedBy(to)];
  const isRenamed =
    from !== undefined &&
    name !== undefined &&
    isSameTarget({ ...expected, [from.member]: '' }, { ...to, [name.member]: '' });
  const here = placedTargets(playbook).filter(({ pages }) => pages.includes(page));
  const meant = here.filter(({ target }) =>
    isRenamed ? isNamedLike(target, expected) : isSameTarget(target, expected),
  );
  if (!isRenamed && meant.some(({ writes }) => writes))
    return {
      kind: 'refused',
      why: `The step that writes uses ${targetText(expected)}, and ${targetText(to)} differs in more than its name. Change the playbook by hand.`,
    };
  const targets = [...new Set(meant.map(({ target }) => target))].map((target): PlaybookEdit => ({
    target,
    to: isRenamed && name !== undefined ? { ...target, [name.member]: name.text } : to,
  }));
  if (of === 'step' && targets.length === 0) return [];
  return isRenamed ? [...targets, ...printedEdits(playbook, page, of, from.text, name.text, expected)] : targets;
}

/** The same name in the marks by which the page is known. */
function printedEdits(
  { pages }: Playbook,
  id: string,
  of: MissingControl['of'],
  from: string,
  to: string,
  { role, label, column }: Target,
): PlaybookEdit[] {
  const page = pages[id];
  if (page === undefined) return [];
  const { fingerprint, record } = page;
  if (of === 'title') return [{ at: ['pages', id, 'fingerprint', 'title'], to }];
  const list: keyof Fingerprint | undefined =
    role === 'heading' || role === 'button'
      ? listOf.role[role]
      : label !== undefined
        ? listOf.label
        : column !== undefined
          ? listOf.column
          : undefined;
  const index = list === undefined ? -1 : fingerprint[list].indexOf(from);
  return [
    ...(list === undefined || index < 0 ? [] : [{ at: ['pages', id, 'fingerprint', list, index], to }]),
    ...(list === 'headings' && record?.heading === from ? [{ at: ['pages', id, 'record', 'heading'], to }] : []),
  ];
}
