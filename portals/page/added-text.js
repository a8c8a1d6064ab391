// Runs inside the portal's page: the text that a style sheet adds to an element, and letters as it changes their case.
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
  const spelled = (element, content) =>
    content
      .replace(/url\("(?:[^"\\]|\\.)*"\)/g, '')
      .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? ''));
  /** As `added`, as far as it changes a figure: a digit, or a sign before it. A unit does not, and neither does a note. */
  const addedToFigure = (element, part) => {
    const { content, display } = styleOf(element, part);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    if (/counters?\(/.test(content)) return '\ufffd';
    const text =
      stringsIn(spelled(element, content)) + (/quote/.test(content) ? stringsIn(styleOf(element).quotes) : '');
    const isSign =
      part === '::after'
        ? signBehind.test(text) || deniesBehind.test(unaccented(text))
        : /[-\u2212\u2013(]\s*$/.test(text);
    // Of m² and m³ the digit is a part of the unit.
    return /\p{N}/u.test(text.replace(/(?<=\p{L})[\u00b2\u00b3]/gu, '')) || isSign ? text : '';
  };
  const weightOrShare = /^\s*(?:kgs?|g|t|to|tons?|mt|lbs?|oz|cwt)\.?\s*$|^\s*%\s*$/i;
  const currencies = new Set(Intl.supportedValuesOf('currency'));
  /** The unit or currency that a style sheet puts before or behind a figure; a word in another font is an icon. */
  const unitAdded = (element, part) => {
    const own = styleOf(element, part);
    if (!own.content.startsWith('"') || own.display === 'none' || own.fontFamily !== styleOf(element).fontFamily)
      return '';
    const text = stringsIn(own.content);
    const isCurrency = /^\p{Sc}$/u.test(text.trim()) || currencies.has(text.trim());
    return isCurrency || (part === '::after' && weightOrShare.test(text)) ? text : '';
  };
  /** A minus or a bracket, a credit, and thousands. */
  const signBehind =
    /^\s*(?:[-\u2212\u2013)]\s*$|(?:CR|Cr|k|K|M|mn|bn|Mio|Mrd|Tsd|thousand|million|[x\u00d7]\s?10)(?![\p{L}]))/u;
  /** Words that deny a state before or behind it. */
  const words = include('words');
  const pattern = include('patterns');
  const deniesBefore = pattern(
    `(?:(?:^|[^\\p{L}])(?:${words.negations})[\\s-]*$|[\u2717\u2718\u274c]\\s*$|(?:^|[^\\p{L}])(?:${words.against})(?!\\p{L}))`,
    'iu',
  );
  const deniesBehind = pattern(`^[\\s,;:(\u2013\u2014-]*(?:${words.deniedBehind})(?!\\p{L})`, 'iu');
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const deniedBy = (element, part) => {
    const text = stringsIn(spelled(element, styleOf(element, part).content));
    return (part === '::after' ? deniesBehind : deniesBefore).test(unaccented(text)) ? text : '';
  };
  /** What a line of a list has before it, where a style sheet says it in letters of its own. */
  const markOfLine = (element) => {
    const { display, listStyleType } = styleOf(element);
    if (!display.includes('list-item')) return '';
    const own = listStyleType.startsWith('"') ? stringsIn(listStyleType) : '';
    return /[\p{L}\p{N}]/u.test(own) ? own : '';
  };

  return { added, addedToFigure, cased, deniedBy, markOfLine, stringsIn, unitAdded };
};
