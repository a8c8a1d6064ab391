/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Runs inside the portal's page, in a world of our own: what every list of the document has selected, as people read it and
// as it is sent; those too that a library hides behind a list of its own.
// Kept as plain script text: it is read from disk and sent to the page as it is.
() => {
  const { all, shadowOf } = include('composed-tree.js')();
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const lists = (root) =>
    all(root, '*').flatMap((node) => [
      ...(node.localName === 'select' ? [node] : []),
      ...(shadowOf(node) ? lists(shadowOf(node)) : []),
    ]);
  return lists(document)
    .filter((list) => !list.disabled && !list.multiple && list.selectedOptions.length === 1)
    .map(({ selectedOptions: [{ label, value }] }) => ({ label: plain(label), value }));
};
