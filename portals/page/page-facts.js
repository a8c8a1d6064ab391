// Runs inside the portal's page: what the page shows, as far as fingerprints and evidence speak of it.
() => {
  const clean = (value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
  const { shadowOf, above, below, all, is, localNameOf, rootOf, unread } = include('composed-tree.js')();
  // What components draw in open shadow roots is as much of the page as the rest.
  const roots = [document];
  /** What has such a root in it: innerText does not read that. */
  const around = new Set();
  for (const root of roots)
    for (const node of all(root, '*')) {
      const inner = roots.length < 5000 ? shadowOf(node) : null;
      if (inner === null) continue;
      roots.push(inner);
      for (let at = node; at && !around.has(at); at = above(at)) around.add(at);
    }
  const composed = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node)) || is(node, 'select, textarea, input')) return '';
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none') return '';
    const text = below(node)
      .map((child) => (child.nodeType === 3 && visibility === 'hidden' ? '' : composed(child)))
      .join('');
    return display.startsWith('inline') || display === 'contents' ? text : `\n${text}\n`;
  };
  const textOf = (node) =>
    around.has(node) || rootOf(node) !== document ? composed(node) : node.innerText || node.textContent;
  /** The page's text, and what only its components have. */
  const wholeText = () => {
    const text = document.body?.innerText ?? '';
    if (roots.length === 1) return text;
    const known = new Set(text.split('\n').map(clean));
    const more = composed(document.body).split('\n').map(clean);
    return [text, ...new Set(more.filter((line) => line !== '' && !known.has(line)))].join('\n');
  };
  const texts = (wanted, read = textOf) =>
    [
      ...new Set(
        (typeof wanted === 'string' ? roots.flatMap((root) => all(root, wanted)) : wanted)
          .slice(0, 400)
          .filter(shown)
          .map((node) => clean(read(node)))
          .filter(Boolean),
      ),
    ].slice(0, 100);
  const titles = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  /** Old tables have their columns in the first row that is no title, without a head. */
  const isTitle = ({ cells }) => cells.length === 1 && cells[0].colSpan > 1;
  const isBold = (cell) => {
    const text = clean(cell.textContent);
    return text === '' || [...cell.querySelectorAll('b, strong')].some((part) => clean(part.textContent) === text);
  };
  const firstRows = roots
    .flatMap((root) => all(root, 'table'))
    .map((table) => [...table.rows].slice(0, 10).find((row) => !isTitle(row)))
    .filter((row) => row !== undefined && [...row.cells].every((cell) => cell.localName === 'th' || isBold(cell)));
  const columns = [
    ...roots.flatMap((root) => all(root, 'th[scope=col], thead th, thead td, [role=columnheader]')),
    ...firstRows.flatMap((row) => [...row.cells]),
  ];
  /** Without the sign of a column that may be sorted, which screen readers do not hear; its font may draw it of a word. */
  const spoken = (node) =>
    node.nodeType === 3
      ? node.data
      : node.nodeType !== 1 || is(node, '[aria-hidden=true], select, textarea, input')
        ? ''
        : below(node).map(spoken).join('');
  /** A title without the number of its entries: "Shipments (30)", or one in an element of its own behind it, such as a badge. */
  const count = /\s*(?:\(\d[\d,]{0,6}\+?\)|\d[\d,]{0,6}\+?)$/;
  const counted = (node) => {
    const text = clean(textOf(node));
    const last = below(node).findLast((part) => part.nodeType === 1 || clean(part.data) !== '');
    const isOwn = last?.nodeType === 1 && clean(textOf(last)).replace(count, '') === '';
    return isOwn || text.endsWith(')') ? text.replace(count, '') : text;
  };
  // No script and no handler is there, nor was loaded, nor does a style sheet move anything; a script may have removed its
  // own element.
  const isStill =
    document.getAnimations().every(({ playState }) => playState !== 'running') &&
    document.querySelector('script, iframe, frame, meta[http-equiv=refresh i], [href^="javascript:" i]') === null &&
    !document.evaluate('//@*[starts-with(name(), "on")]', document, null, 3, null).booleanValue &&
    performance.getEntriesByType('resource').every(({ initiatorType }) => initiatorType !== 'script');
  return {
    url: document.URL,
    title: clean(document.title),
    headings: [...new Set([...texts(titles), ...texts(titles, counted)])],
    labels: [
      ...texts('label'),
      ...texts('input[aria-label], select[aria-label], textarea[aria-label]', (node) =>
        node.getAttribute('aria-label'),
      ),
      ...texts('input[aria-labelledby], select[aria-labelledby], textarea[aria-labelledby]', (node) =>
        node
          .getAttribute('aria-labelledby')
          .split(/\s+/)
          .map((id) => node.getRootNode().getElementById?.(id)?.textContent ?? '')
          .join(' '),
      ),
    ],
    buttons: texts(
      'button, input[type=submit], input[type=button], input[type=image], [role=button]',
      (node) => node.getAttribute('aria-label') || textOf(node) || node.value || node.alt || node.title,
    ).concat(
      texts('button[title], [role=button][title]', (node) => (/[\p{L}\p{N}]/u.test(textOf(node)) ? '' : node.title)),
    ),
    options: texts('[role=option]'),
    columns: [...new Set([...texts(columns), ...texts(columns, spoken)])],
    isStill,
    refreshes: document.querySelector('meta[http-equiv=refresh i]') !== null,
    text: wholeText().slice(0, 500000),
  };
};
