// Runs inside the portal's page: the fields whose label reads as wanted once the marks are left out that only people see
// (`Amount *` with the star hidden from screen readers, `* Amount:`, `Amount (optional)`).
() => {
  const { below, labelsOf, replacementOf } = include('composed-tree.js')();
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const needed =
    /\s*[-–(]\s*(?:required|optional|pflichtfeld|erforderlich|obligatoire|requis|facultatif|obligatorio|opcional)\s*\)?$/iu;
  /** Stars, colons and signs for help behind a label, in any order with those words. */
  const marks = /(?:\s*[:*]|\s+[?\u24d8\u2139\u{1f6c8}\u2753\u2754]\ufe0f?)+$/u;
  const bare = (text) =>
    plain(text.replaceAll('\u200b', ''))
      .replace(marks, '')
      .replace(needed, '')
      .replace(marks, '')
      .replace(/^\*\s*/, '');
  const said = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.getAttribute('aria-hidden') === 'true' || node.matches('select, textarea'))
      return '';
    return below(node).map(said).join('');
  };
  /** Without what is not drawn, such as an error that its form keeps there until it is needed. */
  const drawn = (node) =>
    node.nodeType === 1 && getComputedStyle(node).display === 'none'
      ? ''
      : node.nodeType === 1 && said(node) !== ''
        ? below(node).map(drawn).join('')
        : said(node);
  /** Without the buttons and links in it, such as one that explains the field. */
  const unpressed = (node) => {
    if (node.nodeType !== 1) return said(node);
    return node.matches('button, a, [role=button], [role=link], [role=tooltip]')
      ? ''
      : below(node).map(unpressed).join('');
  };
  /** A label that is but a picture or a sign, by what it says of itself. */
  const pictured = (label) =>
    plain(said(label)) === ''
      ? [...label.querySelectorAll('[alt], [aria-label]')]
          .map((part) => part.getAttribute('aria-label') ?? part.getAttribute('alt'))
          .join(' ')
      : '';
  const fields =
    'input, select, textarea, button, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton], [role=switch], [role=checkbox], [role=radio]';
  /** What names a field from outside of it, where that is one element: a list is often named by itself as well. */
  const namesOf = (field) => {
    const ids = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const by = ids
      .map((id) => field.getRootNode().getElementById?.(id))
      .filter((node) => node && !field.contains(node));
    return by.length === 1 ? by : [];
  };
  const fieldsOf = (root) =>
    [...root.querySelectorAll('*')].flatMap((node) => [
      ...(node.matches(fields) ? [node] : []),
      ...(node.shadowRoot ? fieldsOf(node.shadowRoot) : []),
    ]);
  const queryAll = (root, asked) => {
    const wanted = plain(asked);
    // A field that has nothing else is called by its title, as the browser does.
    const isTitled = (field) =>
      (field.labels ?? []).length === 0 &&
      !field.matches(
        'button, [type=submit], [type=button], [type=reset], [type=image], [aria-label], [aria-labelledby]',
      ) &&
      plain(field.title) !== '' &&
      bare(field.title) === bare(wanted);
    const found = fieldsOf(root).filter(
      (field) =>
        [...labelsOf(field), ...namesOf(field)].some((label) =>
          [said, drawn, pictured, unpressed].some((read) => bare(read(label)) === bare(wanted)),
        ) || isTitled(field),
    );
    // What a library draws in the place of a list that it hides is what people call so.
    const inPlace = found.flatMap((field) => (field.matches('select') ? (replacementOf(field) ?? []) : []));
    return [...new Set([...found, ...inPlace])];
  };
  return { queryAll };
};
