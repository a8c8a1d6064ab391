// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The element itself, unless it is not drawn at all; ticked boxes and files are often pressed by what is drawn for them. A
// text that is clipped to a dot says to screen readers what people see elsewhere.
() => {
  const { isOutOfReach, placeOfHidden, replacementOf } = include('composed-tree.js')();
  const isDrawn = (node) =>
    node.getClientRects().length > 0 || node.matches('[type=file], [type=checkbox], [type=radio]');
  // A copy that is not drawn at all is no second text.
  const hasBox = (node) => node.getClientRects().length > 0 || getComputedStyle(node).display === 'contents';
  const isDot = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width <= 1 && height <= 1 && getComputedStyle(node).overflow !== 'visible';
  };
  const inDot = (node) => {
    for (let at = node; at?.nodeType === 1; at = at.parentNode?.host ?? at.parentNode) if (isDot(at)) return true;
    return false;
  };
  const labelsOf = (node) => [
    ...(node.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean),
    ...[...(node.labels ?? [])].map((label) => label.id).filter(Boolean),
  ];
  // A library's own list that has the label too, and draws another for people to press.
  const isTiny = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return (width <= 1 && height <= 1) || inDot(node);
  };
  const isDouble = (node) =>
    node.matches('select') &&
    (replacementOf(node) !== undefined ||
      (isTiny(node) &&
        labelsOf(node).some((id) =>
          [...node.getRootNode().querySelectorAll('[role=combobox], [aria-haspopup=listbox]')].some(
            (other) => other !== node && !inDot(other) && isDrawn(other) && labelsOf(other).includes(id),
          ),
        )));
  // The field that hears the keys of a list which a library draws in the place of the browser's own.
  const isOfKeys = (node) => node.matches('input') && isTiny(node) && placeOfHidden(node) !== undefined;
  // Up to ARIA 1.1 a combobox is the box around the field that people type into; both may have the label.
  const isBox = (node) =>
    node.matches('[role=combobox]:not(input, select, textarea)') &&
    [...node.querySelectorAll('input, textarea')].some(
      (field) => isDrawn(field) && labelsOf(field).some((id) => labelsOf(node).includes(id)),
    );
  // A component that hands its name on to the field within it.
  const isHost = (node) =>
    node.shadowRoot !== null &&
    (node.getAttribute('aria-label') ?? '') !== '' &&
    [...node.shadowRoot.querySelectorAll('[aria-label]')].some(
      (part) =>
        part.matches('input, textarea, select, button, [role=combobox], [role=textbox]') &&
        isDrawn(part) &&
        part.getAttribute('aria-label') === node.getAttribute('aria-label'),
    );
  // The buttons beside a number that make it more or less are named by themselves and by the field's label.
  const isStepper = (node) => {
    if (!node.matches('button:not([aria-haspopup]), [role=button]:not([aria-haspopup])')) return false;
    const ids = (node.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '' && id !== node.id);
    return (
      node.getAttribute('aria-labelledby')?.includes(node.id) === true &&
      ids.some((id) =>
        [...node.getRootNode().querySelectorAll('input, textarea')].some((field) => labelsOf(field).includes(id)),
      )
    );
  };
  const holdsIts = (node, placeholder) =>
    placeholder !== null &&
    [...node.children, ...(node.shadowRoot?.children ?? [])].some(
      (part) =>
        (part.matches('input, textarea') && part.getAttribute('placeholder') === placeholder) ||
        holdsIts(part, placeholder),
    );
  /** A box that is called a button and holds but the one that people press (the upload of Element Plus). */
  const wordsOf = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const holdsButton = (node) => {
    const inner = [...node.querySelectorAll('button, [role=button]')].filter(isDrawn);
    return node.matches('[role=button]') && inner.length === 1 && wordsOf(inner[0]) === wordsOf(node);
  };
  /** A copy that is transparent, such as the gap that a frame keeps for the label on it (MUI), is no second text either. */
  const isTransparent = (node) => !node.checkVisibility({ opacityProperty: true }) && hasBox(node);
  const isIn = (node, kind) =>
    kind === 'innermost'
      ? !holdsIts(node, node.getAttribute('placeholder')) && !holdsButton(node)
      : kind === 'text'
        ? hasBox(node) && !inDot(node) && !isTransparent(node) && !isOutOfReach(node)
        : isDrawn(node) && !isDouble(node) && !isOfKeys(node) && !isBox(node) && !isHost(node) && !isStepper(node);
  const typed =
    'input:not([type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), textarea';
  /** The text fields in a component, through all shadow roots. */
  const fieldsIn = (node) =>
    [...(node.shadowRoot ?? node).querySelectorAll('*')].flatMap((part) => [
      ...(part.matches(typed) && isDrawn(part) ? [part] : []),
      ...(part.shadowRoot ? fieldsIn(part) : []),
    ]);
  /** What is typed into: of a component that a label names, its one text field. */
  const typedIn = (node) => {
    const parts = node.shadowRoot !== null && !node.hasAttribute('role') ? fieldsIn(node) : [];
    return parts.length === 1 ? parts[0] : node;
  };
  /** The file fields of a group that a label names (Element Plus). */
  const filesIn = (node) => {
    const files = node.matches('[role=group], fieldset') ? [...node.querySelectorAll('input[type=file]')] : [];
    return files.length > 0 ? files : [node];
  };
  const queryAll = (node, kind) =>
    kind === 'typed' ? [typedIn(node)] : kind === 'file' ? filesIn(node) : isIn(node, kind) ? [node] : [];
  return { queryAll };
};
