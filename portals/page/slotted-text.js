// Runs inside the portal's page, in a world of our own: every element that is drawn inside another one only because it lies
// in a slot of a component there, such as the buttons that a page puts into a dialog's footer; and the elements that contain
// a text only together with what lies in the slots in them, such as an alert whose words the page gives to its component.
() => {
  const { shadowOf, all, is, above, below, localNameOf, boxOf } = include('composed-tree.js')();
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'select', 'textarea', 'option']);
  const folded = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const said = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    if (!boxOf(node).checkVisibility({ visibilityProperty: true })) return '';
    return localNameOf(node) === 'br' ? ' ' : below(node).map(said).join('');
  };
  const slottedIn = (root) => {
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
  const queryAll = (root, asked) => {
    const wanted = folded(asked);
    const looked = new Set();
    const found = [];
    const visit = (scope) => {
      for (const node of all(scope, '*')) {
        const inner = shadowOf(node);
        if (inner) visit(inner);
        if (!is(node, 'slot') || node.assignedNodes().length === 0) continue;
        for (let at = node; at && !looked.has(at); at = above(at)) {
          looked.add(at);
          if (at.nodeType === 1 && folded(said(at)).includes(wanted)) found.push(at);
        }
      }
    };
    visit(root);
    return found;
  };
  return { queryAll, slottedIn };
};
