/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The link itself, where its address fits.
// Kept as plain script text: it is read from disk and sent to the page as it is.
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
