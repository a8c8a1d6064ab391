// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The tabs of a name that are drawn without their role: entries of a list that is called one of tabs in its class, of which
// one is marked as the current one (EasyUI, layui, UIkit, Bulma).
() => {
  const { all, is, isRendered, plain, shadowOf } = include('composed-tree.js')();
  const ofTabs = /(?:^|[-_])(?:tabs?|tab(?:list|bar|strip|view|set|nav|control)|pills)(?:$|[-_])/i;
  const ofCurrent = /(?:^|[-_])(?:active|selected|current|chosen|this|on)$/i;
  const isClassed = (node, form) => [...node.classList].some((word) => form.test(word));
  const isCurrent = (entry) =>
    [entry, ...entry.children].some(
      (node) =>
        isClassed(node, ofCurrent) || is(node, '[aria-current]:not([aria-current=false]), [aria-selected=true]'),
    );
  const isSaid = (entry) => isRendered(entry) && plain(entry.textContent) !== '';
  /** The entries of a list of tabs; none where it is no such list, or says itself what its entries are. */
  const tabsOf = (list) => {
    if (![list, list.parentElement].some((node) => node && isClassed(node, ofTabs))) return [];
    const entries = [...list.children].filter(isSaid);
    const isList = entries.length > 1 && entries.every((entry) => entry.localName === entries[0].localName);
    const hasRoles = is(list, '[role=tablist]') || all(list, '[role=tab]').length > 0;
    return isList && !hasRoles && entries.filter(isCurrent).length === 1 ? entries : [];
  };
  /** What is pressed: the one link or button that has all of its words, or the entry itself. */
  const pressedIn = (entry) => {
    const parts = all(entry, 'a, button').filter((part) => plain(part.textContent) === plain(entry.textContent));
    return parts.length === 1 ? parts[0] : entry;
  };
  const withoutCount = (text) => plain(text).replace(/\s*(?:\(\d+\)|\d+)$/, '');
  const saysExactly = (entry, name) => plain(entry.textContent) === name;
  const saysCounted = (entry, name) => withoutCount(entry.textContent) === name;
  const tabsIn = (root, isCalled) => [
    ...all(root, 'ul, ol, nav, div').flatMap(tabsOf).filter(isCalled).map(pressedIn),
    ...all(root, '*').flatMap((node) => (shadowOf(node) ? tabsIn(shadowOf(node), isCalled) : [])),
  ];
  const queryAll = (root, name) => {
    const wanted = plain(name);
    return [...new Set(tabsIn(root, (entry) => saysExactly(entry, wanted) || saysCounted(entry, wanted)))];
  };
  /** The tabs of a name with the number of their entries behind it, unless something else has just this name. */
  const queryCounted = (root, name) => {
    const wanted = plain(name);
    const found = tabsIn(root, (entry) => !saysExactly(entry, wanted) && saysCounted(entry, wanted));
    const isTaken = found.length > 0 && all(root, '*').some((node) => saysExactly(node, wanted) && isRendered(node));
    return isTaken ? [] : [...new Set(found)];
  };
  /** Over a page: the way to it, and what people work on. A link there leads to something else. */
  const ways = ':is([class*=breadcrumb i], [aria-label*=breadcrumb i]) :is(a, span, li)';
  const bars = ':is(nav, header, [role=navigation], [role=banner]) :is(span, p, div, b, strong, small, em)';
  const isLeaf = (node) => node.childElementCount === 0;
  const saysWhere = (root) => [
    ...all(root, ways).filter(isLeaf),
    ...all(root, bars).filter((node) => isLeaf(node) && node.closest('a, button, li, select, [role=menu]') === null),
  ];
  /** What says at which thing people are: the entries that are marked as the current ones, in a document or a root in it. */
  const currentIn = (root) => [
    ...all(root, 'ul, ol, nav, div').flatMap((list) => tabsOf(list).filter(isCurrent)),
    ...saysWhere(root),
  ];
  return { queryAll, queryCounted, currentIn };
};
