// Part of what runs inside the portal's page: the name that a style sheet draws before a value, as narrow tables have it in the
// place of their headers (`td::before { content: attr(data-label) }`).
() => {
  const isName = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,/#&()'-]{0,60}:?$/u;
  /** Without it: an empty text. */
  const saidBefore = (node) => {
    if (node.attributes.length === 0) return '';
    const { content, display, fontSize, opacity, visibility } = getComputedStyle(node, '::before');
    if (!/^(?:attr\(|"\p{L})/u.test(content) || display === 'none') return '';
    if (visibility !== 'visible' || Number(opacity) === 0 || parseFloat(fontSize) < 5) return '';
    const attribute = /^attr\(\s*([\w-]+)\s*\)(?:\s*"\s*:?\s*")?$/.exec(content)?.[1];
    const [, written] = /^"([^"\\]*)"$/.exec(content) ?? [];
    const text = (attribute === undefined ? (written ?? '') : (node.getAttribute(attribute) ?? '')).trim();
    return isName.test(text) ? text : '';
  };
  return { saidBefore };
};
