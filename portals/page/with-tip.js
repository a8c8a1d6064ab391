// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// A control or cell that is called by its text, and has a tip of its style or a button that copies it beside it.
() => {
  const tree = include('composed-tree.js')();
  const { added, isBeside, isIcon } = include('style-text.js')(tree);
  const { isIconWord } = include('icon-words.js')();
  // A sign of an icon font is no word either.
  const hasTip = (control) =>
    [control, ...tree.all(control, '*')].some((node) =>
      ['::before', '::after'].some((part) => {
        const text = added(node, part).trim();
        return text !== '' && (!/[\p{L}\p{N}]/u.test(text) || isIcon(node, part) || isBeside(node, part, control));
      }),
    );
  const isCopier = (node) =>
    node.nodeType === 1 && node.matches(tree.copiers) && tree.copying.test(tree.plain(node.textContent));
  const said = (node) =>
    isCopier(node) ? '' : node.nodeType === 3 ? node.data : [...node.childNodes].map(said).join('');
  // Words for screen readers alone, such as "(opens in a new window)".
  const isUnseen = (node) => {
    const style = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    const isTiny = style.overflow !== 'visible' && width <= 1 && height <= 1;
    return style.position === 'absolute' && (isTiny || tree.clipsToDot(style));
  };
  /** An arrow, a cross or another sign in an element of its own is no part of a name. */
  const isSign = (node) =>
    isIconWord(node) ||
    (/^\s*[^\p{L}\p{N}\s]{1,2}\s*$/u.test(node.textContent) && !/[\p{Sc}%#+-]/u.test(node.textContent));
  const seen = (node) =>
    node.nodeType === 3
      ? node.data
      : node.nodeType !== 1 || isUnseen(node) || isSign(node)
        ? ''
        : [...node.childNodes].map(seen).join('');
  const isCalled = (node, name) => {
    if (node.matches('[aria-label], [aria-labelledby]') || !tree.isRendered(node)) return false;
    const text = tree.plain(node.textContent);
    if (text === name) return hasTip(node) || tree.all(node, '[title], [aria-label], [alt]').length > 0;
    if (!text.includes(name)) return false;
    return (
      tree.plain(seen(node)) === name ||
      (tree.plain(said(node)) === name && tree.all(node, tree.copiers).some(isCopier))
    );
  };
  const queryAll = (root, [kinds, name]) => {
    const found = (at) => [
      ...tree.all(at, kinds).filter((node) => isCalled(node, tree.plain(name))),
      ...tree.all(at, '*').flatMap((node) => (tree.shadowOf(node) ? found(tree.shadowOf(node)) : [])),
    ];
    return found(root);
  };
  return { queryAll };
};
