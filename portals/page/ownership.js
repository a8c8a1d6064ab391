// Part of what runs inside the portal's page: whether what lies at a point is a control, or so much a part of it that who
// presses there presses the control.
(element) => {
  const {
    above,
    below,
    is,
    attribute,
    attributesOf,
    isInside,
    labelsOf,
    localNameOf,
    referred,
    replacedBy,
    rootOf,
    shadowOf,
    unread,
  } = include('composed-tree.js')();
  const controls =
    'a[href], area[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=menuitem], [role=tab], [contenteditable=""], [contenteditable=true]';
  const isField = is(
    element,
    'input:not([type=submit], [type=button], [type=reset], [type=image]), textarea, select, [role=combobox], [aria-haspopup=listbox], [contenteditable]',
  );
  const labels = new Set([...(element.labels ?? []), ...(isField ? referred(element, 'aria-labelledby') : [])]);
  const textOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    return below(node).map(textOf).join('');
  };
  const controlsIn = (node) => {
    const found = [];
    for (const child of below(node)) {
      if (child.nodeType !== 1) continue;
      if (is(child, controls) && attribute(child, 'type') !== 'hidden') found.push(child);
      found.push(...controlsIn(child));
    }
    return found;
  };

  /**
   * A native button that a component draws itself with, or a link that fills a tab: all there is of the control. Its
   * attributes are judged with the control's.
   */
  const isWhole = (inner) => {
    if (!isInside(element, inner) || controlsIn(element).some((other) => other !== inner)) return false;
    if (shadowOf(element) !== null && rootOf(inner) === shadowOf(element)) return true;
    const own = textOf(element).trim();
    return own !== '' && textOf(inner).trim() === own;
  };

  /** A component, or a line of a list, of which the control is all there is: it hears the mouse where the control does not. */
  const isFilled = (outer) => {
    if (!isInside(outer, element) || controlsIn(outer).some((other) => other !== element)) return false;
    return shadowOf(outer) === rootOf(element) || textOf(outer).trim() === textOf(element).trim();
  };

  /** What a component draws its field with: the parts around it, in which there is no other control. */
  const mostAround = 5;
  const parts = 'form, dialog, [role=dialog], section, main, table, tr, td, ul, li, fieldset, body, html';
  /** The arrow that opens the list of the field, without a word of its own; it is not pressed as the field. */
  const isArrow = (other) =>
    is(element, '[role=combobox], [aria-haspopup=listbox]') &&
    is(other, 'button[aria-haspopup=listbox], [role=button][aria-haspopup=listbox]') &&
    !/[\p{L}\p{N}]/u.test(textOf(other));
  /** A native list that a component keeps for its form and never draws: nobody can press it. */
  const isKept = (other) => localNameOf(other) === 'select' && other.getClientRects().length === 0;
  const isOfField = (other) => attribute(other, 'tabindex') === '-1' || isArrow(other) || isKept(other);
  let widget = element;
  if (isField)
    for (let at = above(element), n = 0; at && n < mostAround; at = above(at), n += 1) {
      if (at.nodeType !== 1) continue;
      if (is(at, parts) || controlsIn(at).some((other) => other !== element && !isOfField(other))) break;
      widget = at;
    }
  const plain = /^(?:class|style|part|slot|id|title|for|dir|aria-.*|data-.*)$/;
  /** Nothing on it says that pressing it does something of its own; of what is around the control, that is judged. */
  const isPlain = (node) =>
    isInside(node, element) ||
    attributesOf(node).length === 0 ||
    [...attributesOf(node)].every(
      ({ name, value }) =>
        (plain.test(name) && !/action|click|href|url|target|toggle|dismiss/.test(name)) ||
        (name === 'role' && /^(?:none|presentation|img)$/.test(value)) ||
        (name === 'tabindex' && value === '-1'),
    );

  /** @returns whether what lies at a point is the control or a part of it that is no control itself */
  const belongs = (top) => {
    if (top === null) return false;
    if (isInside(top, element) && (localNameOf(top) === 'a' || isFilled(top))) return true;
    for (let at = top; at; at = above(at)) {
      if (at === element || labels.has(at)) return true;
      if (at.nodeType === 1 && is(at, controls) && !isWhole(at)) break;
    }
    if (widget === element) return false;
    for (let at = top; at; at = above(at)) {
      if (at === widget) return true;
      if (at.nodeType === 1 && (is(at, controls) || !isPlain(at))) return false;
    }
    return false;
  };

  /** A calendar or a list that a field has opened: laid over the page, around what was hit and not around the control. */
  const popupAround = (top) => {
    const leastEntries = 7;
    const entries = 'button, td, [role=gridcell], [role=option], [tabindex]';
    for (let at = top; at && !isInside(at, element); at = above(at))
      if (
        at.nodeType === 1 &&
        /^(?:absolute|fixed)$/.test(getComputedStyle(at).position) &&
        at.querySelectorAll(entries).length >= leastEntries
      )
        return at;
    return null;
  };
  /** What lies over the control where it would be pressed, and whether it does something of its own. */
  const overlay = (top) => {
    if (top === null || isInside(top, element)) return null;
    let acts = controlsIn(top).length > 0;
    for (let at = top; at && !acts && !isInside(at, element); at = above(at))
      acts = at.nodeType === 1 && (is(at, controls) || hears(at));
    const popup = acts ? popupAround(top) : null;
    const said = textOf(popup ?? top)
      .replace(/\s+/g, ' ')
      .trim();
    return { acts, isPopup: popup !== null, text: said.slice(0, popup === null ? 300 : 2000) };
  };
  const hears = (node) =>
    [...attributesOf(node)].some(({ name }) =>
      /^(?:on|@|\(|v-on|x-on|ng-|data-ng-|wire:|hx-|data-hx-|phx-|jsaction|up-|command|popovertarget|data-(?:action|method|url|href))/.test(
        name,
      ),
    );

  return { belongs, labelsOf, overlay, replacedBy, widget };
};
