// Part of what runs inside the portal's page: a figure in larger type above its name, as cards have it.
({ above, below, fieldOrItself, isEmpty, plain, textOf }) => {
  /** The size of the letters, in px: of the one part that holds all of the text. */
  const typeSize = (node) => {
    let at = node;
    for (let [only, ...more] = at.children; only && more.length === 0; [only, ...more] = at.children) at = only;
    return parseFloat(getComputedStyle(at).fontSize);
  };
  /** A figure with no more than a unit beside it. */
  const figure = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;
  const unit = /(?<!\p{L})\p{L}{1,5}(?!\p{L})/u;
  /** What is drawn above a name, alone with it in a box, where it is a figure in larger type; null where it is not. */
  const figureOver = (node) => {
    const [value, name, ...more] = below(above(node) ?? node).filter((part) => !isEmpty(part));
    if (
      name !== node ||
      more.length > 0 ||
      value.nodeType !== 1 ||
      !figure.test(plain(textOf(value)).replace(unit, ''))
    )
      return null;
    const [own, box] = [node, value].map((part) => part.getBoundingClientRect());
    const isOver = box.bottom <= own.top + 2 && Math.min(own.right, box.right) > Math.max(own.left, box.left);
    return isOver && typeSize(value) > 1.2 * typeSize(node) ? { element: fieldOrItself(value), from: null } : null;
  };
  return { figureOver };
};
