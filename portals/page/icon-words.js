// Runs inside the portal's page, in a world of our own. Words that a font of icons draws as signs: `<span class="material-icons">save</span>`.
() => {
  const isOfIcons = (node, { fontFamily }) =>
    /icon|symbol|glyph/i.test(`${fontFamily} ${node.getAttribute('class') ?? ''} ${node.localName}`);
  // A sign is about as wide as it is high, however long its word is. Without its font a page may show the word instead.
  const isDrawnAsSign = (node, { fontFamily, fontSize }) => {
    if (/material[ -]?(?:icons|symbols)/i.test(fontFamily)) return true;
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    return node.textContent.trim().length > 3 && range.getBoundingClientRect().width <= 1.5 * parseFloat(fontSize);
  };
  /** A single word of an element of its own. Where it is hidden from screen readers, its font or class is enough. */
  const isIconWord = (node) => {
    if (!/^\s*[a-z0-9_]+\s*$/.test(node.textContent ?? '')) return false;
    const style = getComputedStyle(node);
    if (!isOfIcons(node, style)) return false;
    return !!node.closest('[aria-hidden=true]') || (node.childElementCount === 0 && isDrawnAsSign(node, style));
  };
  return { isIconWord };
};
