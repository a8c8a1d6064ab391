// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The link itself, where its address fits.
() => {
  const queryAll = (node, asked) => {
    try {
      const { pathname, search } = new URL(node.getAttribute('href') ?? '', node.ownerDocument.baseURI);
      return new RegExp(asked).test(pathname + search) ? [node] : [];
    } catch {
      return [];
    }
  };
  return { queryAll };
};
