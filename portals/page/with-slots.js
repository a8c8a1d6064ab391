// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The root of a document that has slots; none of one without them, where looking for what lies in slots costs nothing then.
() => {
  const { shadowOf, all } = include('composed-tree.js')();
  const hasSlots = (root) =>
    [...all(root, '*')].some(
      (node) => node.localName === 'slot' || (shadowOf(node) !== null && hasSlots(shadowOf(node))),
    );
  const queryAll = (root) => (hasSlots(root) ? [root.documentElement ?? root] : []);
  return { queryAll };
};
