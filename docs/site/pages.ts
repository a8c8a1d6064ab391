/** The pages of the documentation as data: titles, headings with their anchors, links, blocks of commands. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { type Token, type TokensList, marked } from 'marked';

export interface DocHeading {
  readonly depth: number;
  readonly text: string;
  /** The anchor that a code host gives it. */
  readonly anchor: string;
}

export interface DocBlock {
  /** What follows the fence: `sh`, `json`, … */
  readonly language: string;
  readonly text: string;
}

export interface DocPage {
  /** From the top of the checkout, with slashes: `docs/lanes.md`. */
  readonly file: string;
  readonly title: string;
  readonly tokens: TokensList;
  readonly headings: readonly DocHeading[];
  /** As written, pictures too. */
  readonly links: readonly string[];
  readonly blocks: readonly DocBlock[];
}

/** The files at the top that belong to the documentation. */
const topFiles = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** @param root the folder of the checkout */
export function readPages(root: string): DocPage[] {
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return [...topFiles, ...below.sort()].map((file) => pageOf(file, readFileSync(join(root, file), 'utf8')));
}

export function pageOf(file: string, text: string): DocPage {
  const tokens = marked.lexer(text);
  const slugger = new GithubSlugger();
  const headings: DocHeading[] = [];
  const links: string[] = [];
  const blocks: DocBlock[] = [];
  void marked.walkTokens(tokens, (token: Token) => {
    if (token.type === 'heading') {
      const plain = plainText(token.tokens ?? []);
      headings.push({ depth: (token as { depth: number }).depth, text: plain, anchor: slugger.slug(plain) });
    } else if (token.type === 'link' || token.type === 'image') links.push((token as { href: string }).href);
    else if (token.type === 'code')
      blocks.push({ language: (token as { lang?: string }).lang ?? '', text: (token as { text: string }).text });
  });
  return { file, title: headings[0]?.text ?? file, tokens, headings, links, blocks };
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : ''))
    .join('');
}

interface DocSection {
  readonly title: string;
  /** Empty for what comes before the first heading below the title. */
  readonly anchor: string;
  readonly text: string;
}

/** The page in sections by its headings, as plain text. */
export function sectionsOf({ tokens, headings, title }: DocPage): readonly DocSection[] {
  const sections: { title: string; anchor: string; text: string }[] = [];
  let heading = 0;
  for (const token of tokens)
    if (token.type === 'heading') {
      const { text, anchor, depth } = headings[heading++] ?? { text: title, anchor: '', depth: 1 };
      sections.push({ title: text, anchor: depth === 1 ? '' : anchor, text: '' });
    } else {
      const last = sections.at(-1);
      // The reference repeats itself; words of its tables and examples would drown the rest.
      if (last !== undefined && token.type !== 'code')
        last.text += ` ${token.raw.replaceAll(/[#*`|_[\]<>]|\([^)]*\)|-{3,}/g, ' ')}`;
    }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim().slice(0, 1500) }));
}
