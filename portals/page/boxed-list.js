// Runs inside the portal's page: a list whose headers and rows are lines of boxes without roles; as a selector engine
// (`selectorEngine`) the element that has its line of headers, and the lines of one that was found.
() => {
  const { aboveElement: above, all, plain, tableKinds: tables } = include('composed-tree.js')();
  const { isBeneath, isDrawnHead } = include('head-of-table.js')({
    above,
    all: (node, kinds) => [...node.querySelectorAll(kinds)],
    tables,
  });
  const parts = `${tables}, tr, [role=row], select, ul, ol, dl, nav, form, button, a`;
  const mostColumns = 40;
  const longestHead = 1000;
  const isDrawn = (node) => node.getClientRects().length > 0;
  const boxed = (node) => [...node.children].filter(isDrawn);
  const textOf = (node) => plain(node.textContent);
  const isOnLine = (one, other) =>
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 2;
  const fits = (heads, line) => {
    const cells = boxed(line);
    const [first] = cells.map((cell) => cell.getBoundingClientRect());
    return (
      cells.length === heads.length &&
      cells.every((cell, n) => isBeneath(heads[n], cell) && isOnLine(first, cell.getBoundingClientRect()))
    );
  };
  /** The lines below a line of headers, beside it or in one box beside it; none where something else is among them. */
  const linesBelow = (head) => {
    const heads = boxed(head);
    const lines = [];
    let isOver = false;
    for (let next = head.nextElementSibling; next; next = next.nextElementSibling) {
      if (!isDrawn(next)) continue;
      const within = boxed(next);
      const isWhole = !fits(heads, next) && within.length > 0 && within.every((line) => fits(heads, line));
      const found = isWhole ? within : fits(heads, next) ? [next] : [];
      // A line that goes on after another text, or a veil over the lines, leaves it open what the list is.
      const isVeil = getComputedStyle(next).position === 'absolute' || getComputedStyle(next).position === 'fixed';
      if ((isOver && found.length > 0) || (found.length === 0 && isVeil)) return [];
      isOver ||= found.length === 0;
      lines.push(...found);
    }
    const isHead = isDrawnHead(heads, lines.map(boxed));
    return isHead && heads.filter((cell) => textOf(cell) !== '').length > 1 ? lines : [];
  };
  const headsIn = (node, least, names) => {
    const wanted = names.map((name) => plain(name).toLowerCase());
    return all(node, 'div, section, header, li')
      .filter((line) => line.childElementCount > 1 && line.childElementCount <= mostColumns)
      .filter((line) => line.textContent.length <= longestHead && !line.closest(parts))
      .filter((line) => {
        const texts = boxed(line).map((cell) => textOf(cell).toLowerCase());
        return wanted.filter((name) => texts.filter((text) => text === name).length === 1).length >= least;
      })
      .filter((line) => linesBelow(line).length > 0);
  };
  /** @param asked how many of the names are enough, and the names */
  const queryAll = (root, [least, ...names]) => [...new Set(headsIn(root, least, names).map((line) => above(line)))];
  /** The line of headers and those below it; undefined of a table. */
  const linesOf = (list, names) => {
    const [head, ...others] = list.matches(tables)
      ? []
      : headsIn(list, names.length, names).filter((line) => above(line) === list);
    return head === undefined || others.length > 0 ? undefined : [head, ...linesBelow(head)].map(boxed);
  };
  return { queryAll, linesOf };
};
