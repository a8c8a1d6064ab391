/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page: the text that a style sheet adds to an element, and letters as it changes their case.
// Kept as plain script text: it is read from disk and sent to the page as it is.
({ styleOf }) => {
  const cased = (text, style) => {
    if (style.textTransform === 'uppercase') return text.toUpperCase();
    if (style.textTransform === 'lowercase') return text.toLowerCase();
    return text;
  };
  /** Letters that a style sheet adds; icons of icon fonts are none. */
  const added = (element, part) => {
    const { content, display } = styleOf(element, part);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    if (/counters?\(|attr\(/.test(content)) return '\ufffd';
    if (/quote/.test(content) && /[\p{L}\p{N}]/u.test(styleOf(element).quotes)) return '\ufffd';
    const text = stringsIn(content.replace(/url\("(?:[^"\\]|\\.)*"\)/g, ''));
    return /[\p{L}\p{N}]/u.test(text) ? text : '';
  };
  const stringsIn = (text) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner]) => inner).join('');
  /** As `added`, as far as it changes a figure: a digit, or a sign before it. A unit does not, and neither does a note. */
  const addedToFigure = (element, part) => {
    const { content, display } = styleOf(element, part);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    if (/counters?\(/.test(content)) return '\ufffd';
    const said = content
      .replace(/url\("(?:[^"\\]|\\.)*"\)/g, '')
      .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? ''));
    const text = stringsIn(said) + (/quote/.test(content) ? stringsIn(styleOf(element).quotes) : '');
    return /\p{N}/u.test(text) || (part !== '::after' && /[-\u2212\u2013(]\s*$/.test(text)) ? text : '';
  };
  /** What a line of a list has before it, where a style sheet says it in letters of its own. */
  const markOfLine = (element) => {
    const { display, listStyleType } = styleOf(element);
    if (!display.includes('list-item')) return '';
    const own = listStyleType.startsWith('"') ? stringsIn(listStyleType) : '';
    return /[\p{L}\p{N}]/u.test(own) ? own : '';
  };

  return { added, addedToFigure, cased, markOfLine, stringsIn };
};
