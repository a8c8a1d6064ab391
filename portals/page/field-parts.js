// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The boxes of a date or time that is typed part by part (month, day, year), of which the label names their group, a part of
// it, or the hidden field that keeps the whole (React Aria, MUI X, Reka UI).
() => {
  const { aboveElement: above, below } = include('composed-tree.js')();
  const mostBoxes = 4;
  const isPart = (node) => node.matches('[role=spinbutton]:not(input)');
  const partsIn = (node) =>
    below(node)
      .filter((each) => each.nodeType === 1)
      .flatMap((each) => (isPart(each) ? [each] : partsIn(each)));
  /** The nearest box around it that holds several parts and no other field. */
  const partsAround = (node) => {
    let at = node;
    for (let n = 0; at && n <= mostBoxes; n += 1, at = above(at)) {
      const parts = partsIn(at);
      if (parts.length > 1) return parts;
    }
    return [];
  };
  const isKept = (node) =>
    node.matches('input') && (node.type === 'hidden' || node.getAttribute('aria-hidden') === 'true');
  const queryAll = (node, nth) => {
    if (node.nodeType !== 1) return [];
    const parts = isPart(node) || isKept(node) ? partsAround(node) : partsIn(node);
    if (parts.length < 2) return [];
    return nth === 0 ? parts : parts.slice(nth - 1, nth);
  };
  return { queryAll };
};
