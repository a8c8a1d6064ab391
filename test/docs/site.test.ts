/** The documentation as a site: what `npm run docs` writes. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSite } from '../../docs/site/build.ts';

describe('the site of the documentation', () => {
  let folder: string;
  let pages: ReadonlyMap<string, string>;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-site-'));
    buildSite(folder);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    pages = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const marked = (name: string, attribute: string): string[] =>
    [...(pages.get(name) ?? '').matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

  it('has links that lead to its pages, to their headings, or to files beside them', () => {
    assert.ok(pages.size > 40);
    const broken = [...pages.keys()].flatMap((name) =>
      marked(name, 'href')
        .filter((href) => !/^[a-z]+:/.test(href))
        .filter((href) => {
          const [path = '', anchor] = decodeURIComponent(href).split('#');
          const target = path === '' ? name : join(dirname(name), path);
          if (pages.has(target)) return anchor !== undefined && !marked(target, 'id').includes(anchor);
          return !existsSync(join(folder, target));
        })
        .map((href) => `${name}: ${href}`),
    );
    assert.deepEqual(broken, []);
  });

  it('has its pictures beside it', () => {
    const missing = [...pages.keys()].flatMap((name) =>
      marked(name, 'src').filter((src) => !existsSync(join(folder, dirname(name), src))),
    );
    assert.deepEqual(missing, []);
  });

  it('leads from each page of the navigation to the next, and on every page back to the first', () => {
    const first = pages.get('index.html') ?? '';
    const next = (name: string): string | undefined => {
      const href = /href="([^"]*)" rel="next"/.exec(pages.get(name) ?? '')?.[1];
      return href === undefined ? undefined : join(dirname(name), href);
    };
    const walked: string[] = [];
    for (let name: string | undefined = 'index.html'; name !== undefined; name = next(name)) walked.push(name);
    const named = [...first.matchAll(/<li><a href="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(walked, named);
    for (const text of pages.values()) assert.match(text, /class="brand" href="(\.\.\/)*index\.html"/);
  });
});
