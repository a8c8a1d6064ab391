/* oxlint-disable no-unused-expressions -- the expression is the script */
// Part of what runs inside the portal's page: text that style sheets add (markers, counters, quotes, `content`).
// Kept as plain script text: it is read from disk and sent to the page as it is.
({ localNameOf, attribute, aboveElement }) => {
  const plainMarkers =
    /^(?:none|disc|circle|square|disclosure-(?:open|closed)|decimal(?:-leading-zero)?|(?:lower|upper)-(?:roman|alpha|latin|greek))$/;
  /** What an @counter-style of the page may write. */
  const counterText = (name) => {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.flatMap((sheet) => {
      try {
        return [...sheet.cssRules];
      } catch {
        return [];
      }
    });
    const rule = rules.find((each) => each.constructor.name === 'CSSCounterStyleRule' && each.name === name);
    return rule ? [rule.prefix, rule.symbols, rule.additiveSymbols, rule.suffix].join(' ').replace(/["']/g, '') : '';
  };
  const strings = (list) =>
    [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner]) => inner.replace(/\\(["\\])/g, '$1')).join('');
  const added = (node, part) => {
    const style = getComputedStyle(node, part);
    const { content } = style;
    if (content === 'none' || content === 'normal' || content === '' || style.display === 'none') return '';
    return content
      .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => JSON.stringify(attribute(node, name) ?? ''))
      .replace(/counters?\(([^)]*)\)/g, (_, inside) => {
        const kind = inside.split(',').at(-1).trim();
        return JSON.stringify(plainMarkers.test(kind) || !inside.includes(',') ? '1' : counterText(kind));
      })
      .replace(/(?:open|close)-quote/g, style.quotes === 'auto' ? '' : style.quotes)
      .replace(/"(?:[^"\\]|\\.)*"|[^"]+/g, (piece) => (piece.startsWith('"') ? strings(piece) : ''));
  };
  const marker = (node) => {
    const style = getComputedStyle(node);
    if (style.display !== 'list-item' && localNameOf(node) !== 'summary') return '';
    const content = getComputedStyle(node, '::marker').content;
    const kind = style.listStyleType;
    return `${strings(content)} ${kind.startsWith('"') ? strings(kind) : plainMarkers.test(kind) ? '' : counterText(kind)}`;
  };
  /** Whether what its style adds to a node lies wholly beside a control: a tip, which is no part of what the control is called. */
  const isBeside = (node, part, control) => {
    const style = getComputedStyle(node, part);
    if (!/absolute|fixed/.test(style.position)) return false;
    let owner = style.position === 'fixed' ? null : node;
    while (owner && getComputedStyle(owner).position === 'static' && getComputedStyle(owner).transform === 'none')
      owner = aboveElement(owner);
    const around = owner?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { e, f } = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    const [top, left, width, height] = ['top', 'left', 'width', 'height'].map((name) => parseFloat(style[name]));
    const [x, y] = [around.left + (owner?.clientLeft ?? 0) + left + e, around.top + (owner?.clientTop ?? 0) + top + f];
    const box = control.getBoundingClientRect();
    // Its place is counted from within the border.
    const [across, down] = [control.clientLeft + 1, control.clientTop + 1];
    return (
      y + height <= box.top + down ||
      x + width <= box.left + across ||
      y >= box.bottom - down ||
      x >= box.right - across
    );
  };
  const decoration = (node) => `${marker(node)} ${added(node, '::before')} ${added(node, '::after')}`;

  return { added, decoration, isBeside, marker };
};
