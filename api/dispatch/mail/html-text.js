// The text of a mail that has only HTML, as its writer saw it: one line for each block, nothing that was hidden.
// Plain JavaScript, because the mail thread runs without a loader.
import { compile } from 'html-to-text';

/**
 * Beyond these the parser's time grows with the square of the nesting (2 MB of `<div>` held it for a minute); within
 * them the worst that was found takes 0.2 s. Mail programs stay far below.
 */
const limits = { characters: 200_000, tags: 5_000, depth: 100 };

const unseen = ['head', 'title', 'style', 'script', 'template', 'noscript', 'svg', 'object', 'iframe', 'img'];
const hidden = ['[hidden]', '[style*="display:none" i]', '[style*="display: none" i]'];
const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'tr', 'hr'];

const textOf = compile({
  wordwrap: false,
  // What is nested deeper is not left out in silence: no line of a request looks like this.
  limits: { maxDepth: limits.depth, ellipsis: '\n…\n' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    ...blocks.map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
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
