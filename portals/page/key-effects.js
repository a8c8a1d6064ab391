// Part of what runs inside the portal's page: where a key would arrive that is pressed now, and what Enter would press there.
(element, key) => {
  const {
    above,
    aboveElement,
    all,
    attribute,
    attributesOf,
    is,
    isInside,
    isRendered,
    localNameOf,
    plain,
    referred,
    rootOf,
  } = include('composed-tree.js')();
  const typed = 'input, select';
  const buttons = 'button, input[type=submit], input[type=image], [type=submit]';
  const oneLine = /^(?:text|search|tel|url|email|password|number)$/;
  const marked =
    '[aria-selected=true], [aria-current=true], [data-highlighted], [data-focus], [data-focused], [data-active=true], [data-active-item], [data-selected=true]';
  const markedByClass = /(?:^|[-_\s])(?:is-?)?(?:active|highlight(?:ed)?|focus(?:ed)?|hover|selected)(?:$|[-_\s])/i;

  let focused = document.hasFocus() ? document.activeElement : null;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const hasFocus = focused !== null && isInside(element, focused);
  const at = hasFocus ? focused : element;
  /** What a legend of keys says that this one does: "<kbd>Enter</kbd> Void bill". */
  const names = {
    Enter: 'enter|return|[↵⏎↩]',
    Escape: 'esc(?:ape)?',
    ArrowDown: '↓',
    ArrowUp: '↑',
    ArrowRight: '→',
    ArrowLeft: '←',
  };
  const isCalled = new RegExp(`^(?:${names[key] ?? (/^\w+$/.test(key) ? key : '(?!)')})$`, 'iu');
  const longestLegend = 60;
  const meantBy = (cap) => {
    const cell = cap.closest('dt, td, th')?.nextElementSibling;
    if (cell) return cell.textContent;
    const around = aboveElement(cap);
    const isOne = around && all(around, 'kbd, [class*=kbd i], [class*=keycap i]').length === 1;
    return isOne ? around.textContent.replace(cap.textContent, ' ') : (cap.nextSibling?.textContent ?? '');
  };
  const legends = all(rootOf(at), 'kbd, [class*=kbd i], [class*=keycap i]')
    .filter((cap) => isCalled.test(plain(cap.textContent)) && isRendered(cap))
    .map((cap) => plain(meantBy(cap)))
    .filter((text) => text !== '' && text.length <= longestLegend);
  if (key !== 'Enter') return { focused: hasFocus, activates: [], sendsForm: false, waits: false, legends };

  const found = new Set();
  if (at !== element && !is(at, 'input, select, textarea')) found.add(at);

  // The form's default button is its first one, which need not be seen; what a component sends is its form's too.
  const own = is(at, typed) ? at.form : null;
  const around = () => {
    for (let node = aboveElement(at); node; node = aboveElement(node)) if (localNameOf(node) === 'form') return node;
    return null;
  };
  const form = own ?? (rootOf(at) === document ? null : around());
  const isSubmit = (node) => !is(node, 'button') || node.type === 'submit';
  const submits =
    form === null
      ? []
      : all(rootOf(form), buttons).filter(
          (node) =>
            isSubmit(node) && (is(node, 'button, input') ? node.form === form : own === null && isInside(form, node)),
        );
  const [first] = submits;
  if (first) found.add(first);
  const lines =
    own === null ? [] : all(rootOf(own), 'input').filter((node) => node.form === own && oneLine.test(node.type));

  // The entry of a list that is marked while the field keeps the focus.
  for (const node of [at, element]) {
    for (const each of referred(node, 'aria-activedescendant')) found.add(each);
    for (const name of ['aria-controls', 'aria-owns'])
      for (const list of referred(node, name))
        for (const each of all(list, '[role=option], [role=menuitem], [role=treeitem], li'))
          if (is(each, marked) || markedByClass.test(attribute(each, 'class') ?? '')) found.add(each);
  }
  // A handler that presses a control names it, such as ASP.NET's `WebForm_FireDefaultButton(event, 'btnSearch')`.
  for (let node = at; node; node = above(node)) {
    if (node.nodeType !== 1) continue;
    for (const { name, value } of attributesOf(node)) {
      if (!/key/i.test(name)) continue;
      for (const [, id] of value.matchAll(/['"`]#?([\w$:.-]+)['"`]/g)) {
        const named = rootOf(node).getElementById?.(id) ?? document.getElementById(id);
        if (named && !isInside(named, at)) found.add(named);
      }
    }
  }
  return {
    focused: hasFocus,
    activates: [...found],
    sendsForm: own !== null && !first && lines.length <= 1,
    waits: first ? is(first, ':disabled') : false,
    legends,
  };
};
