// The text of a mail that has only HTML, as its writer saw it: one line for each block, nothing that was hidden.
// Plain JavaScript, because the mail thread runs without a loader.
import { compile } from 'html-to-text';

/**
 * Beyond these the parser's time grows with the square of the nesting (2 MB of `<div>` held it for a minute); within
 * them the worst that was found takes 0.2 s. Mail programs stay far below.
 */
const limits = { characters: 200_000, tags: 5_000, depth: 100 };

const unseen = ['head', 'title', 'style', 'script', 'template', 'noscript', 'svg', 'object', 'iframe', 'img'];
/** What was struck through is shown as such: it may be no part of the request. */
const struck = ['s', 'strike', 'del', '[style*="line-through" i]'];
const blocks = ['div', 'li', 'tr', 'hr'];
/** The value of a term is in its line. */
const values = ['dd'];
/** A blank line separates paragraphs. */
const paragraphs = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table'];

/** Elements that begin a cell which has others beside it, and those that follow in it: Word puts paragraphs into each. */
const startsOfCells = new WeakSet();
const restsOfCells = new WeakSet();
/** Whether a row has several cells with something in them. */
const sharedRows = new WeakMap();

/** A row is one line as far as each of its cells is: a key and its value may be two of them. */
function formatCell(element, walk, builder) {
  for (let first = isShared(element.parent) ? element : undefined; first; first = first.children?.find(isFilled)) {
    startsOfCells.add(first);
    for (const child of first.children ?? []) restsOfCells.add(child);
  }
  walk(element.children, builder);
  builder.addLiteral('\t');
}

function isShared(row) {
  if (!row) return false;
  const known = sharedRows.get(row);
  if (known !== undefined) return known;
  const cells = row.children.filter((child) => (child.name === 'td' || child.name === 'th') && isFilled(child));
  sharedRows.set(row, cells.length > 1);
  return cells.length > 1;
}

/** Whether anything of it may be seen. */
function isFilled({ type, data, children }) {
  return type === 'text' ? data.trim() !== '' : (children?.some(isFilled) ?? false);
}

function formatBlock(element, walk, builder, { leadingLineBreaks, trailingLineBreaks }) {
  if (startsOfCells.has(element)) {
    walk(element.children, builder);
    return;
  }
  // What follows in a cell belongs to it: no blank line parts them.
  const most = restsOfCells.has(element) ? 1 : 2;
  builder.openBlock({ leadingLineBreaks: Math.min(leadingLineBreaks, most) });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: Math.min(trailingLineBreaks, most) });
}

const textOf = compile({
  wordwrap: false,
  formatters: { cell: formatCell, blockOrCell: formatBlock },
  // What is nested deeper is not left out in silence: no line of a request looks like this.
  limits: { maxDepth: limits.depth, ellipsis: '\n…\n' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...struck.map((selector) => ({ selector, format: 'inlineSurround', options: { prefix: '~~', suffix: '~~' } })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'dt', format: 'inlineSurround', options: { suffix: '\t' } },
    { selector: 'blockquote', format: 'blockquote', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...[...blocks.map((selector) => [selector, 1]), ...paragraphs.map((selector) => [selector, 2])].map(
      ([selector, breaks]) => ({
        selector,
        format: 'blockOrCell',
        options: { leadingLineBreaks: breaks, trailingLineBreaks: breaks },
      }),
    ),
    ...values.map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { suffix: '\n' },
    })),
    ...[...unseen, '[hidden]'].map((selector) => ({ selector, format: 'skip' })),
  ],
});

/**
 * @param {string} html
 * @returns {string | null} null when it is more than a mail program writes
 */
export function textOfHtml(html) {
  if (html.length > limits.characters || html.split('<', limits.tags + 2).length > limits.tags + 1) return null;
  return textOf(withHidden(html));
}

/** @param {string} html marked with `hidden` wherever a style has the same effect */
function withHidden(html) {
  const onPaper =
    !/(?:background(?:-color)?\s*:|bgcolor\s*=)\s*["']?(?!\s*(?:white|#f{3}\b|#f{6}|transparent|none|inherit|initial))[\w#]/i.test(
      html,
    );
  const classes = hidingClasses(html, onPaper);
  return html.replace(/\s(style|class|color)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi, (whole, name, double, single) => {
    const value = double ?? single ?? '';
    const hides =
      name.toLowerCase() === 'class'
        ? value.split(/\s+/).some((one) => classes.has(one))
        : hidesText(name.toLowerCase() === 'color' ? `color:${value}` : value, onPaper);
    return hides ? ' hidden' : whole;
  });
}

/** The classes that a style sheet hides on every screen: rules within `@media` are for some only. */
function hidingClasses(html, onPaper) {
  const classes = new Set();
  const from = html.search(/<style/i);
  if (from === -1) return classes;
  let depth = 0;
  for (const piece of html.slice(from).split('}')) {
    const opened = piece.split('{');
    depth += opened.length - 1;
    const named = /\.([\w-]+)\s*$/.exec((opened.at(-2) ?? '').slice(-200))?.[1];
    if (named !== undefined && depth === 1 && hidesText(opened.at(-1) ?? '', onPaper)) classes.add(named);
    depth = Math.max(0, depth - 1);
  }
  return classes;
}

/**
 * @param {string} style declarations
 * @param {boolean} onPaper whether the mail has no ground but white
 */
function hidesText(style, onPaper) {
  const set = new Map(
    style.split(';').map((one) => {
      const [name = '', ...value] = one.split(':');
      return [
        name.trim().toLowerCase(),
        value
          .join(':')
          .replace(/!important/i, '')
          .replace(/\s+/g, ' ')
          .trim()
          .toLowerCase(),
      ];
    }),
  );
  const is = (name, value) => value.test(set.get(name) ?? '');
  const none = /^0(?:\.0+)?(?:px|pt|em|rem|%)?$/;
  const colour = set.get('color');
  const ground = set.get('background-color') ?? set.get('background');
  return (
    is('display', /^none$/) ||
    is('visibility', /^(?:hidden|collapse)$/) ||
    is('mso-hide', /^all$/) ||
    is('opacity', none) ||
    is('font-size', /^[01]?(?:\.\d+)?(?<=\d)(?:px|pt)$|^0(?:em|rem|%)?$/) ||
    (is('overflow', /^hidden$/) && ['height', 'max-height', 'width', 'max-width'].some((one) => is(one, none))) ||
    (colour !== undefined && ground !== undefined && colour === ground) ||
    is('color', /^transparent$/) ||
    (onPaper && is('color', /^(?:white|#f{3}|#f[a-f\d]f[a-f\d]f[a-f\d]|rgb\( ?25\d, ?25\d, ?25\d ?\))$/))
  );
}
