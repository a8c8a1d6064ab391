// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The element itself, unless it is switched off: by itself, or by the entry of a list of pages that holds it.
() => {
  const { aboveElement: above } = include('composed-tree.js')();
  const off = ':disabled, [disabled], [aria-disabled=true], [inert], [inert] *';
  const called = /(?:^|[-_])(?:disabled|inactive)$/;
  const isOff = (node) =>
    node.matches(off) ||
    [...node.classList].some((name) => called.test(name)) ||
    getComputedStyle(node).pointerEvents === 'none';
  const queryAll = (node) => {
    if (node.nodeType !== 1) return [];
    const around = above(node);
    const entry = around?.matches('li, span') ? [around] : [];
    return [node, ...entry].some(isOff) ? [] : [node];
  };
  return { queryAll };
};
