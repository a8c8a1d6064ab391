/** What a page has in the place of what its playbook says, and the change that is proposed, as the command line prints it. */
import type { CandidateReason, PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import { targetText } from '../domain/dispatch/playbook/target-text.ts';
import type { PlaybookChange } from '../domain/dispatch/playbook/version-diff.ts';

const reasonWords: Readonly<Record<CandidateReason, string>> = {
  near_name: 'similar name',
  other_role: 'same name, another kind of control',
  elsewhere: 'same name, in another section',
  same_place: 'same place',
};

export function changeLines({ missing }: PageChange): string[] {
  return missing.flatMap(({ expected, found, proposed }) => [
    `      expected ${targetText(expected)}`,
    ...found.map(
      ({ target, because, score }) =>
        `        candidate ${targetText(target)}: ${because.map((one) => reasonWords[one]).join(', ')} (${score} of 100)`,
    ),
    ...(found.length === 0 ? ['        no candidate on the page'] : []),
    ...(found.length > 0 && proposed === null ? ['        none stands out, so none is proposed'] : []),
  ]);
}

export function diffLines(changes: readonly PlaybookChange[]): string[] {
  return changes.map(({ kind, where, content }) => `${kind === 'added' ? '+' : '-'} ${where}: ${content}`);
}
