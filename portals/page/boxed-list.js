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
  const mostCells = 2000;
  const isLaidOut = (node) => getComputedStyle(node).display === 'contents';
  /** A line of a grid may be no box of its own. */
  const isDrawn = (node) =>
    node.getClientRects().length > 0 ||
    (isLaidOut(node) && [...node.children].some((child) => child.getClientRects().length > 0));
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
  const textsOf = (cells) => cells.map((cell) => textOf(cell).toLowerCase());
  const hasNames = (texts, least, names) =>
    names.filter((name) => texts.filter((text) => text === plain(name).toLowerCase()).length === 1).length >= least;
  const headsIn = (node, least, names) => {
    return all(node, 'div, section, header, li')
      .filter((line) => line.childElementCount > 1 && line.childElementCount <= mostColumns)
      .filter((line) => line.textContent.length <= longestHead && !line.closest(parts))
      .filter((line) => hasNames(textsOf(boxed(line)), least, names))
      .filter((line) => linesBelow(line).length > 0);
  };
  /** A grid whose cells all lie side by side in one box, with a line of headers first; none where a cell is under no header. */
  const linesOfGrid = (grid) => {
    if (!getComputedStyle(grid).display.endsWith('grid') || grid.childElementCount > mostCells) return [];
    const lines = [];
    for (const cell of boxed(grid)) {
      const box = cell.getBoundingClientRect();
      const [first] = lines.at(-1) ?? [];
      if (first !== undefined && isOnLine(first.getBoundingClientRect(), box)) lines.at(-1).push(cell);
      else lines.push([cell]);
    }
    const [heads = [], ...others] = lines;
    const fit = (cells) => cells.length === heads.length && cells.every((cell, n) => isBeneath(heads[n], cell));
    const isList = heads.length > 1 && others.length > 0 && others.every(fit) && isDrawnHead(heads, others);
    return isList && heads.filter((cell) => textOf(cell) !== '').length > 1 ? lines : [];
  };
  const gridsIn = (node, least, names) =>
    all(node, 'div, section, ul, ol').filter(
      (grid) => !grid.closest(tables) && hasNames(textsOf(linesOfGrid(grid)[0] ?? []), least, names),
    );
  /** @param asked how many of the names are enough, and the names */
  const queryAll = (root, [least, ...names]) => [
    ...new Set([...headsIn(root, least, names).map((line) => above(line)), ...gridsIn(root, least, names)]),
  ];
  /** The line of headers and those below it; undefined of a table. */
  const linesOf = (list, names) => {
    const [head, ...others] = list.matches(tables)
      ? []
      : headsIn(list, names.length, names).filter((line) => above(line) === list);
    const grid = head === undefined && !list.matches(tables) ? linesOfGrid(list) : [];
    if (grid.length > 0 && hasNames(textsOf(grid[0]), names.length, names)) return grid;
    return head === undefined || others.length > 0 ? undefined : [head, ...linesBelow(head)].map(boxed);
  };
  return { queryAll, linesOf };
};
