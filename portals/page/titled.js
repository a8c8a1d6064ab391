// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// A control that shows only a sign or an icon, by its tip, or that is drawn in capitals, by these; and a dialog by its title, where that holds the button that closes it, or nothing says
// that it is its title.
() => {
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const said = (node) =>
    node.nodeType === 3
      ? node.data
      : node.nodeType !== 1
        ? ''
        : [
            node.getAttribute('aria-label') ?? '',
            node.getAttribute('alt') ?? '',
            ...[...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])].map(said),
          ].join(' ');
  const words = (node) =>
    node.nodeType === 3
      ? node.data
      : node.nodeType !== 1 || node.matches('button, [role=button], svg, style, script')
        ? ' '
        : [...node.childNodes].map(words).join('');
  const titleOf = (node) =>
    (node.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => node.getRootNode().getElementById(id))
      .filter(Boolean)
      .map(words)
      .join(' ');
  // Some libraries write the title itself where its id belongs (Vant).
  const titleInWords = (node) => {
    const text = node.getAttribute('aria-labelledby') ?? '';
    return plain(words(node)).startsWith(plain(text)) ? text : '';
  };
  const tipOf = (node) => {
    const [part, ...more] = plain(node.title ?? '') === '' ? node.querySelectorAll('[title]') : [node, node];
    return plain(
      (more.length === 0 && part !== undefined && plain(part.textContent) === plain(node.textContent) ? part : node)
        .title ?? '',
    );
  };
  /** One that nothing names is called by the first words that people see in it. */
  const firstWords = (node) => {
    for (const part of node.children) {
      if (plain(words(part)) === '' || !part.checkVisibility()) continue;
      const isText = [...part.childNodes].some((each) => each.nodeType === 3 && plain(each.data) !== '');
      return isText ? words(part) : firstWords(part);
    }
    return '';
  };
  const titleSeen = (node) => (node.matches('[aria-label], [aria-labelledby], [title]') ? '' : firstWords(node));
  /** In the capitals in which a style sheet draws its words, as people read them. */
  const inCapitals = (node) =>
    !node.matches('[aria-label], [aria-labelledby]') && getComputedStyle(node).textTransform === 'uppercase'
      ? plain(said(node)).toUpperCase()
      : '';
  const isCalled = (node, name) =>
    node.matches('dialog, [role=dialog], [role=alertdialog]')
      ? plain(titleOf(node) || titleInWords(node) || titleSeen(node)) === plain(name)
      : inCapitals(node) === plain(name) ||
        (tipOf(node) === plain(name) && !node.hasAttribute('aria-labelledby') && !/[\p{L}\p{N}]/u.test(said(node)));
  const queryAll = (node, asked) => (isCalled(node, asked) ? [node] : []);
  return { queryAll };
};
