// The text of a mail that has only HTML, as its writer saw it: one line for each block, nothing that was hidden.
// Plain JavaScript, because the mail thread runs without a loader.
import { compile } from 'html-to-text';

/**
 * Beyond these the parser's time grows with the square of the nesting (2 MB of `<div>` held it for a minute); within
 * them the worst that was found takes 0.2 s. Mail programs stay far below.
 */
const limits = { characters: 200_000, tags: 5_000, depth: 100 };

const unseen = ['head', 'title', 'style', 'script', 'template', 'noscript', 'svg', 'object', 'iframe', 'img'];
const hidden = [
  '[hidden]',
  ...['display:none', 'display: none', 'visibility:hidden', 'visibility: hidden', 'mso-hide:all', 'mso-hide: all'].map(
    (style) => `[style*="${style}" i]`,
  ),
];
/** What was struck through is shown as such: it may be no part of the request. */
const struck = ['s', 'strike', 'del', '[style*="line-through" i]'];
const blocks = ['div', 'li', 'tr', 'hr'];
/** A blank line separates paragraphs. */
/** The value of a term is in its line. */
const values = ['dd'];
const paragraphs = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table'];

const textOf = compile({
  wordwrap: false,
  // What is nested deeper is not left out in silence: no line of a request looks like this.
  limits: { maxDepth: limits.depth, ellipsis: '\n…\n' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...struck.map((selector) => ({ selector, format: 'inlineSurround', options: { prefix: '~~', suffix: '~~' } })),
    // A key and its value may be two cells.
    ...['td', 'th', 'dt'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: '\t' } })),
    { selector: 'blockquote', format: 'blockquote', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...[...blocks.map((selector) => [selector, 1]), ...paragraphs.map((selector) => [selector, 2])].map(
      ([selector, breaks]) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: breaks, trailingLineBreaks: breaks },
      }),
    ),
    ...values.map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { suffix: '\n' },
    })),
    ...[...unseen, ...hidden].map((selector) => ({ selector, format: 'skip' })),
  ],
});

/**
 * @param {string} html
 * @returns {string | null} null when it is more than a mail program writes
 */
export function textOfHtml(html) {
  if (html.length > limits.characters || html.split('<', limits.tags + 2).length > limits.tags + 1) return null;
  return textOf(html);
}
