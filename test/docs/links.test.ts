import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import chapters from '../../docs/site/contents.json' with { type: 'json' };
import { type DocPage, pageOf, readPages } from '../../docs/site/pages.ts';

const root = join(import.meta.dirname, '../..');

describe('links of the documentation', () => {
  const pages = readPages(root);

  it('lead to files that are there, and to headings that their pages have', () => {
    assert.deepEqual(
      brokenLinks(pages, (file) => existsSync(join(root, file))),
      [],
    );
  });

  it('reach every page from README.md', () => {
    const reached = new Set(['README.md', 'CHANGELOG.md']);
    for (const file of reached)
      for (const link of pages.find((page) => page.file === file)?.links ?? []) {
        const target = join(file, '..', link.split('#')[0] ?? '');
        if (pages.some((page) => page.file === target)) reached.add(target);
      }
    assert.deepEqual(
      pages.map(({ file }) => file).filter((file) => !reached.has(file)),
      [],
    );
  });

  it('and the navigation of the site name every page but single decisions, once', () => {
    const named = chapters.flatMap(({ files }) => files);
    const files = pages.map(({ file }) => file).filter((file) => !/decisions\/\d|docs\/README/.test(file));
    assert.deepEqual(named.toSorted(), files.toSorted());
  });

  it('and the files that CONTRIBUTING.md names are there', () => {
    const top =
      'activities|admin|api|commands|domain|portals|process|sandbox|start|store|temporal|test|worker|workflows';
    const named = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      new RegExp(`\`((?:${top})/[^\`\\s<*]*)\``, 'g'),
    );
    assert.deepEqual(
      [...named].flatMap(([, file = '']) => (existsSync(join(root, file)) ? [] : [file])),
      [],
    );
  });

  it('are reported when they lead nowhere', () => {
    const page = (text: string): string[] => brokenLinks([pageOf('docs/a.md', text)], (file) => file === 'docs/a.md');
    assert.deepEqual(page('# One\n\n[self](#one) [same](a.md#one) [else](https://example.com/x)'), []);
    assert.deepEqual(page('[gone](b.md)'), ['docs/a.md links to b.md, which is not there']);
    assert.deepEqual(page('# One\n\n[gone](#two)'), ['docs/a.md links to #two, which has no such heading']);
    assert.deepEqual(page('[out](../../etc)'), ['docs/a.md links to ../../etc, which is not there']);
  });
});

// Which links of the documentation lead nowhere: to a file that is not there, or to no heading of a page.

/**
 * Links to other sites are not looked at.
 * @param exists whether the checkout has a file or folder of this name
 * @returns a sentence for each
 */
function brokenLinks(pages: readonly DocPage[], exists: (file: string) => boolean): string[] {
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
