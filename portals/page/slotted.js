/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Runs inside the portal's page, in a world of our own: every element that is drawn inside another one only because it lies
// in a slot of a component there, such as the buttons that a page puts into a dialog's footer.
// Kept as plain script text: it is read from disk and sent to the page as it is.
() => {
  const { shadowOf, all, is } = include('composed-tree.js')();
  const queryAll = (root) => {
    const found = new Set();
    const slots = [];
    /** With what lies in its own shadow roots. */
    const visit = (scope, isSlotted) => {
      for (const node of all(scope, '*')) {
        if (isSlotted) found.add(node);
        if (is(node, 'slot')) slots.push(node);
        const inner = shadowOf(node);
        if (inner) visit(inner, isSlotted);
      }
    };
    visit(root, false);
    for (const slot of slots)
      for (const node of slot.assignedElements({ flatten: true })) {
        if (found.has(node)) continue;
        found.add(node);
        const inner = shadowOf(node);
        if (inner) visit(inner, true);
        visit(node, true);
      }
    return [...found];
  };
  return { query: (root) => queryAll(root)[0] ?? null, queryAll };
};
