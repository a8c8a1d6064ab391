// Runs inside the portal's page, in a world of our own: what every list of the document has selected, as people read it and
// as it is sent; those too that a library hides behind a list of its own. And what its hidden fields hold, in which a list that
// is searched keeps the id of what was picked.
() => {
  const { all, shadowOf } = include('composed-tree.js')();
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const fields = (root) =>
    all(root, '*').flatMap((node) => [
      ...(node.matches('select, input[type=hidden]') && !node.disabled ? [node] : []),
      ...(shadowOf(node) ? fields(shadowOf(node)) : []),
    ]);
  return fields(document).flatMap((field) => {
    if (field.localName === 'input')
      return field.name === '' || field.value.length > 200
        ? []
        : [{ hidden: field.name, label: '', value: field.value }];
    if (field.multiple || field.selectedOptions.length !== 1) return [];
    const [{ label, value }] = field.selectedOptions;
    return [{ label: plain(label), value }];
  });
};
