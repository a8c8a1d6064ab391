// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The table itself, unless it is a part of a grid, or holds nothing but the headers of the one below it, or the totals of the one above.
() => {
  const { aboveElement: above, partOfGrid, tableKinds: tables } = include('composed-tree.js')();
  const isCutAway = (node) => node.getBoundingClientRect().height <= 1;
  const { isOfHeads, isOfTotals } = include('head-of-table.js')({
    above,
    all: (node, kinds) => [...node.querySelectorAll(kinds)],
    isCutAway,
    tables,
  });
  const queryAll = (node) => (node.matches(partOfGrid) || isOfHeads(node) || isOfTotals(node) ? [] : [node]);
  return { queryAll };
};
