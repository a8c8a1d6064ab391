/** `npm run docs [-- --into FOLDER]`: writes the reference, the clients of sdk/, and the whole as a small site of plain files. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { Marked, type Token } from 'marked';
import { completedCommands, programHelp } from '../../admin/program.ts';
import { type Html, html } from '../../api/http/html.ts';
import { clientFiles } from './clients.ts';
import chapters from './contents.json' with { type: 'json' };
import { type DocPage, readPages, sectionsOf } from './pages.ts';
import { referencePages } from './references.ts';

const root = join(import.meta.dirname, '../..');

/** @returns how many pages were written */
export function buildSite(into: string): number {
  const pages = readPages(root);
  const files = new Set(pages.map(({ file }) => file));
  rmSync(into, { recursive: true, force: true });
  for (const page of pages) {
    write(into, pageName(page.file), Buffer.from(sitePage(page, pages, files)));
    for (const link of page.links) copyBeside(into, page, link, files);
  }
  for (const name of ['site.css', 'site.js']) write(into, name, readFileSync(join(import.meta.dirname, name)));
  write(into, 'search-index.js', Buffer.from(searchIndex(pages)));
  return pages.length;
}

/** What the search looks through: every page and its sections, as a script, so that it works from files too. */
function searchIndex(pages: readonly DocPage[]): string {
  const entries = pages.flatMap((page) =>
    sectionsOf(page).map(({ title, anchor, text }) => ({
      href: `${pageName(page.file)}${anchor === '' ? '' : `#${anchor}`}`,
      title,
      page: page.title,
      text,
    })),
  );
  return `window.searchIndex = ${JSON.stringify(entries)};\n`;
}

/** `docs/lanes.md` → `docs/lanes.html`; the README is the front page. */
export const pageName = (file: string): string =>
  file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html');

function write(into: string, name: string, bytes: Buffer): void {
  const path = join(into, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Pictures, examples and other files or folders of ours that a page links to are copied beside it, under their own names. */
function copyBeside(into: string, page: DocPage, link: string, files: ReadonlySet<string>): void {
  const target = targetOf(page.file, link);
  if (target === undefined || files.has(target) || target.startsWith('..')) return;
  const path = join(into, target);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(root, target), path, { recursive: true });
}

/** The file that a link leads to; undefined for another site or a place on the same page. */
function targetOf(from: string, link: string): string | undefined {
  if (/^([a-z][a-z0-9+.-]*:|#)/i.test(link)) return undefined;
  return posix.join(posix.dirname(from), decodeURIComponent(link.split('#')[0] ?? ''));
}

function sitePage(page: DocPage, pages: readonly DocPage[], files: ReadonlySet<string>): string {
  const up = '../'.repeat(pageName(page.file).split('/').length - 1);
  const anchors = new Map(page.headings.map(({ anchor }, n) => [n, anchor]));
  let headings = 0;
  const marked = new Marked({
    walkTokens: (token: Token) => {
      if (token.type !== 'link' && token.type !== 'image') return;
      const link = token as { href: string };
      const target = targetOf(page.file, link.href);
      if (target !== undefined && files.has(target)) link.href = up + pageName(target) + anchorIn(link.href);
    },
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchors.get(headings++) ?? '';
        const own = `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        return depth === 1 ? own + onThisPage(page).markup : own;
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string): string =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        return `<div class="table" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const text = readFileSync(join(root, page.file), 'utf8');
  const body = marked.parse(text, { async: false });
  const head = html`<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${page.title}${page.file === 'README.md' ? '' : ' – Lanekeeper'}</title>
    <link rel="stylesheet" href="${up}site.css" />
    <script src="${up}search-index.js" defer></script>
    <script src="${up}site.js" defer></script>`;
  const home = html`<a class="brand" href="${up}index.html">Lanekeeper</a>`;
  const top = html`<a class="skip" href="#text">Skip to the text</a>
    <header>${home}<a href="#contents">Contents</a></header>`;
  const nav = html`<nav id="contents" aria-label="Documentation">
    ${home}
    <input type="search" aria-label="Search the documentation" placeholder="Search ( / )" hidden />
    <ul id="found" aria-live="polite" hidden></ul>
    ${chapters.map((chapter) => chapterLinks(chapter, page, pages, up))}
  </nav>`;
  const foot = beforeAndAfter(page, pages, up);
  // The body is made from files of this repository, which are trusted as its code is.
  return `<!doctype html>\n<html lang="en" data-up="${up}"><head>${head.markup}</head><body>${top.markup}<div class="site">${nav.markup}<main id="text">${body}${foot.markup}</main></div></body></html>\n`;
}

/** The headings of a long page, folded away below its title. */
function onThisPage({ headings }: DocPage): Html {
  const below = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (below.length < 5) return html``;
  return html`<details class="headings">
    <summary>On this page</summary>
    <ul>
      ${below.map(({ depth, text, anchor }) => html`<li class="depth-${depth}"><a href="#${anchor}">${text}</a></li>`)}
    </ul>
  </details>`;
}

/** Links to the page before and the page after, in the order of the navigation. */
function beforeAndAfter(current: DocPage, pages: readonly DocPage[], up: string): Html {
  const order = chapters.flatMap(({ files }) => files);
  const at = order.indexOf(current.file);
  if (at < 0) return html``;
  const link = (file: string | undefined, word: string): Html | string =>
    file === undefined ? '' : html`<a href="${up}${pageName(file)}" rel="${word}">${titleOf(file, pages)}</a>`;
  return html`<footer><span>${link(order[at - 1], 'prev')}</span><span>${link(order[at + 1], 'next')}</span></footer>`;
}

const titleOf = (file: string, pages: readonly DocPage[]): string =>
  file === 'README.md' ? 'Welcome' : (pages.find((page) => page.file === file)?.title ?? file);

const anchorIn = (link: string): string => (link.includes('#') ? `#${link.split('#')[1] ?? ''}` : '');

function chapterLinks(
  { title, files }: (typeof chapters)[number],
  current: DocPage,
  pages: readonly DocPage[],
  up: string,
): Html {
  const items = files.map((file) => {
    const here = file === current.file ? html` aria-current="page"` : '';
    return html`<li><a href="${up}${pageName(file)}" ${here}>${titleOf(file, pages)}</a></li>`;
  });
  // The front page shows all; elsewhere the chapter that one reads in is open.
  const open = current.file === 'README.md' || files.includes(current.file) ? html` open` : '';
  return html`<details ${open}>
    <summary>${title}</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { into: { type: 'string', default: join(root, 'dist/site') } } });
  for (const [file, text] of Object.entries({
    ...referencePages(),
    ...clientFiles(),
    'admin/help.txt': await programHelp(),
    'admin/completion/commands.json': await completedCommands(),
  }))
    write(root, file, Buffer.from(text));
  const count = buildSite(values.into);
  process.stdout.write(`${count} pages in ${values.into}; open index.html\n`);
}
