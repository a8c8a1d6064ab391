/** Which links of the documentation lead nowhere: to a file that is not there, or to no heading of a page. */
import { posix } from 'node:path';
import type { DocPage } from './pages.ts';

/**
 * Links to other sites are not looked at.
 * @param exists whether the checkout has a file or folder of this name
 * @returns a sentence for each
 */
export function brokenLinks(pages: readonly DocPage[], exists: (file: string) => boolean): string[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  return pages.flatMap((page) =>
    page.links.flatMap((link) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page.file : posix.join(posix.dirname(page.file), decodeURIComponent(path));
      if (target.startsWith('..') || !exists(target)) return [`${page.file} links to ${link}, which is not there`];
      const known = byFile.get(target)?.headings.some((heading) => heading.anchor === anchor);
      return anchor === undefined || known !== false
        ? []
        : [`${page.file} links to ${link}, which has no such heading`];
    }),
  );
}
