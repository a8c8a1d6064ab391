// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The table itself, where it has a cell for each of the names, or a header of it that is drawn in a table of its own.
() => {
  const { aboveElement: above, all, plain, tableKinds: tables } = include('composed-tree.js')();
  const { headsOver } = include('head-of-table.js')({
    above,
    all: (node, kinds) => [...node.querySelectorAll(kinds)],
    isCutAway: (node) => node.getBoundingClientRect().height <= 1,
    tables,
  });
  const cells = 'th, td, [role=columnheader], [role=rowheader], [role=cell], [role=gridcell]';
  const queryAll = (node, asked) => {
    const texts = new Set(
      [...all(node, cells), ...headsOver(node)].map((cell) => plain(cell.textContent).toLowerCase()),
    );
    return asked.every((name) => texts.has(plain(name).toLowerCase())) ? [node] : [];
  };
  return { queryAll };
};
