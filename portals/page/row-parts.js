/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Part of what runs inside the portal's page: the other parts of a row that a grid draws in pieces, because some of its columns stay
// in place while the others are scrolled. They have the same number in their grid, and people see them side by side.
// Kept as plain script text: it is read from disk and sent to the page as it is.
() => {
  const { aboveElement: above, shadowOf, all } = include('composed-tree.js')();
  const grids = '[role=table], [role=grid], [role=treegrid]';
  const closestGrid = (node) => {
    for (let at = above(node); at; at = above(at)) if (at.matches(grids)) return at;
    return null;
  };
  const rowsOf = (root, number) => [
    ...all(root, `[role=row][aria-rowindex="${number}"]`),
    ...[...all(root, '*')].flatMap((node) => (shadowOf(node) ? rowsOf(shadowOf(node), number) : [])),
  ];
  const isBeside = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.height > 0 && b.height > 0 && Math.abs(a.top - b.top) <= 2 && Math.abs(a.bottom - b.bottom) <= 2;
  };
  /** @returns without the row itself */
  return (row) => {
    const number = row.matches('[role=row]') ? row.getAttribute('aria-rowindex') : null;
    const grid = number !== null && /^\d+$/.test(number) ? closestGrid(row) : null;
    if (grid === null) return [];
    return rowsOf(grid, number).filter((other) => other !== row && closestGrid(other) === grid && isBeside(row, other));
  };
};
