// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The element itself, where it lies in a dialog that is in front and keeps people from all that lies under it.
() => {
  const { aboveElement: above } = include('composed-tree.js')();
  const isIn = (outer, node) => {
    for (let at = node; at; at = above(at)) if (at === outer) return true;
    return false;
  };
  const hit = (root, x, y) => {
    const at = root.elementFromPoint(x, y);
    const inner = at?.shadowRoot?.elementFromPoint(x, y);
    return inner && inner !== at ? hit(at.shadowRoot, x, y) : at;
  };
  const isFixed = (node) => {
    const { position, zIndex } = getComputedStyle(node);
    return position === 'fixed' || (position === 'absolute' && Number(zIndex) > 0);
  };
  const around = (node, is) => {
    const all = [];
    for (let at = node; at && !at.matches('body, html'); at = above(at)) if (is(at)) all.push(at);
    return all;
  };
  const isVeiled = ({ ownerDocument: page }) => {
    const { innerWidth: width, innerHeight: height } = page.defaultView;
    const [first, ...others] = [
      [2, 2],
      [width - 20, 2],
      [2, height - 20],
      [width - 20, height - 20],
    ].map(([x, y]) => hit(page, x, y));
    return first !== null && others.every((other) => other === first) && around(first, isFixed).length > 0;
  };
  const dialogOf = (node) => {
    const [modal] = around(node, (at) => at.matches('[aria-modal=true], dialog:modal'));
    return modal ?? (isVeiled(node) ? around(node, isFixed).at(-1) : undefined);
  };
  const queryAll = (node) => {
    const dialog = node.nodeType === 1 ? dialogOf(node) : undefined;
    if (dialog === undefined) return [];
    const hitOf = (part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return hit(part.ownerDocument, left + width / 2, top + height / 2);
    };
    // What has to be scrolled to in the dialog is hit by nothing.
    return isIn(dialog, hitOf(node) ?? hitOf(dialog)) ? [node] : [];
  };
  return { queryAll };
};
