// Runs inside the portal's page, in a world of our own: the options of a list that a page draws in place of the one that it
// keeps for screen readers: a `listbox` that nobody sees, and beside it what people read and press; and options that say more
// below their names.
() => {
  const { all, shadowOf, is, below, aboveElement, isInside, boxOf } = include('composed-tree.js')();
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'select', 'textarea', 'input']);
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const isDrawn = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && boxOf(node).checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const allOf = (root, kind) =>
    all(root, '*').flatMap((node) => [
      ...(is(node, kind) ? [node] : []),
      ...(shadowOf(node) ? allOf(shadowOf(node), kind) : []),
    ]);
  /** What is drawn around a list that is not: the nearest part of the page that people see. */
  const popupOf = (list) => {
    for (let at = aboveElement(list); at && !is(at, 'body, html, main, form'); at = aboveElement(at))
      if (isDrawn(at)) return at;
    return null;
  };
  const said = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(node.localName)) return '';
    // A slot has no box of its own.
    const { display } = getComputedStyle(node);
    if (display !== 'contents' && !isDrawn(node)) return '';
    const text = below(node).map(said).join('');
    return /^(?:inline|contents)/.test(display) ? text : ` ${text} `;
  };
  const innermost = (node, wanted, list, found) => {
    if (node.nodeType !== 1 || node === list || unread.has(node.localName)) return false;
    const isWithin = below(node)
      .map((child) => innermost(child, wanted, list, found))
      .includes(true);
    if (isWithin || !isDrawn(node) || (list !== null && isInside(node, list)) || plain(said(node)) !== wanted)
      return isWithin;
    found.push(node);
    return true;
  };
  /** Options that begin with a part of their own that is the name, where none has it as its whole text. */
  const described = (root, wanted) => {
    const options = allOf(root, '[role=option]').filter(isDrawn);
    const texts = options.map((option) => plain(said(option)));
    if (texts.includes(wanted)) return [];
    return options.filter((option, n) => {
      const parts = [];
      const isNamed = texts[n].startsWith(`${wanted} `) && innermost(option, wanted, null, parts);
      return isNamed && parts.length === 1;
    });
  };
  const queryAll = (root, asked) => {
    const wanted = plain(asked);
    const found = described(root, wanted);
    for (const list of allOf(root, '[role=listbox]')) {
      const popup = isDrawn(list) ? null : popupOf(list);
      if (popup) innermost(popup, wanted, list, found);
    }
    return [...new Set(found)];
  };
  return { queryAll };
};
