/** What a page has in place of what its playbook says, as the command line prints it. */
import { type PageChange, candidateReasons } from '../domain/dispatch/playbook/changed-control.ts';
import { targetText } from '../domain/dispatch/playbook/target-text.ts';

export function changeLines({ missing, notice }: PageChange): string[] {
  if (notice !== undefined)
    return [
      `      ${JSON.stringify(notice.heading ?? notice.text)} lies over the page; ${targetText(notice.target)} closes it`,
    ];
  return missing.flatMap(({ expected, found, proposed }) => [
    `      expected ${targetText(expected)}`,
    ...found.map((one, n) => `        candidate ${n + 1}: ${targetText(one.target)}, ${candidateReasons(one)}`),
    ...(found.length === 0 ? ['        no candidate on the page'] : []),
    ...(found.length > 0 && proposed === null ? ['        none is clearly the best, so none is proposed'] : []),
  ]);
}
