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
  /** What a cell shows may lie in its slots. */
  const textOf = (cell) =>
    [cell, ...all(cell, 'slot').flatMap((slot) => slot.assignedNodes({ flatten: true }))]
      .map((part) => part.textContent)
      .join(' ');
  const { saidBefore } = include('said-before.js')();
  const queryAll = (node, [least, ...asked]) => {
    // A table that lays out the page has the cells of those in it only by them.
    const own = all(node, cells).filter((cell) => (cell.parentElement?.closest(tables) ?? node) === node);
    const said = [...[...own, ...headsOver(node)].map(textOf), ...own.map(saidBefore)];
    const texts = new Set(said.map((text) => plain(text).toLowerCase()));
    return asked.filter((name) => texts.has(plain(name).toLowerCase())).length >= least ? [node] : [];
  };
  return { queryAll };
};
