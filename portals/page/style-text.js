// Part of what runs inside the portal's page: text that style sheets add (markers, counters, quotes, `content`).
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
  let pen = null;
  /** How far a text runs out of the box that its style gives it. */
  const overflowOf = (text, style, width, height) => {
    pen ??= document.createElement('canvas').getContext('2d');
    pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const spacing = parseFloat(style.letterSpacing) || 0;
    const lengthOf = (piece) => pen.measureText(piece).width + spacing * piece.length;
    const isOneLine = /nowrap|^pre$/.test(style.whiteSpace);
    const lines = text.split('\n');
    const longest = Math.max(...(isOneLine ? lines : text.split(/\s+/)).map(lengthOf));
    const count = isOneLine
      ? lines.length
      : lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(lengthOf(line) / Math.max(width, 1) - 0.2)), 0);
    const lineHeight = parseFloat(style.lineHeight) || 1.2 * parseFloat(style.fontSize);
    const beyond = (extent, most) => (extent > most ? extent : 0);
    return {
      across: beyond(longest - width, 0.2 * longest + 2),
      down: beyond(count * lineHeight - height, lineHeight / 2),
    };
  };
  const lengths = (list, ...of) =>
    of.map((whole, n) => {
      const length = list === 'none' ? '0' : (list.split(' ')[n] ?? '0');
      return length.endsWith('%') ? (parseFloat(length) / 100) * whole : parseFloat(length);
    });
  /** Words that say how an option is chosen and nothing of what it is, in the languages of the guard. */
  const choosing = include('patterns')(`^(?:${include('words').choosing})$`, 'u');
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const saysHow = (text) => {
    const words = unaccented(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.length > 1 && words.length <= 6 && words.every((word) => choosing.test(word));
  };
  /** What a style adds to each option of a list alike ("Press to select"), and so to none of them. */
  const isHint = (node, part) => {
    const list = attribute(node, 'role') === 'option' ? (node.closest('[role=listbox]') ?? node.parentElement) : null;
    const options = list === null ? [] : [...list.querySelectorAll('[role=option]')];
    const text = added(node, part);
    // Of a list with one option nothing else shows that it is no part of its name.
    if (list !== null && saysHow(text)) return true;
    // Of the one under the mouse alone, it is written on each of them.
    const written = [...node.attributes].filter(({ value }) => value === text).map(({ name }) => name);
    const hasIt = (each) => added(each, part) === text || written.some((name) => attribute(each, name) === text);
    return text !== '' && options.length > 1 && options.every(hasIt);
  };
  /** Whether what its style adds to a node lies wholly beside a control: a tip, which is no part of what the control is called. */
  const isBeside = (node, part, control) => {
    const style = getComputedStyle(node, part);
    if (!/absolute|fixed/.test(style.position)) return false;
    if (node === control && isHint(node, part)) return true;
    const { a, b, c, d, e, f, is2D } = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    // What is turned, drawn larger or put on a way may lie anywhere.
    const isPlain =
      is2D && b === 0 && c === 0 && Math.max(Math.abs(a), Math.abs(d)) <= 1 && parseFloat(style.textIndent) === 0;
    if (!isPlain || [style.rotate, style.scale, style.offsetPath].some((each) => each !== 'none')) return false;
    let owner = style.position === 'fixed' ? null : node;
    while (owner && getComputedStyle(owner).position === 'static' && getComputedStyle(owner).transform === 'none')
      owner = aboveElement(owner);
    const around = owner?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const sum = (...names) => names.reduce((all, name) => all + (parseFloat(style[name]) || 0), 0);
    const isWhole = style.boxSizing === 'border-box';
    const sides = (one, other) => sum(`padding${one}`, `padding${other}`, `border${one}Width`, `border${other}Width`);
    const width = sum('width') + (isWhole ? 0 : sides('Left', 'Right'));
    const height = sum('height') + (isWhole ? 0 : sides('Top', 'Bottom'));
    const [right, low] = lengths(style.translate, width, height);
    const text = overflowOf(added(node, part), style, sum('width'), sum('height'));
    const x = around.left + (owner?.clientLeft ?? 0) + sum('left', 'marginLeft') + e + right - text.across;
    const y = around.top + (owner?.clientTop ?? 0) + sum('top', 'marginTop') + f + low;
    const box = control.getBoundingClientRect();
    // Its place is counted from within the border.
    const [across, down] = [control.clientLeft + 1, control.clientTop + 1];
    return (
      y + height + text.down <= box.top + down ||
      x + width + 2 * text.across <= box.left + across ||
      y >= box.bottom - down ||
      x >= box.right - across
    );
  };
  /** Whether a style adds a word of an icon font, which is drawn as one sign ("chevron_right" of Framework7). */
  const isIcon = (node, part) => {
    const { content, fontFamily } = getComputedStyle(node, part);
    const [first] = fontFamily.split(',');
    const isOther = first !== getComputedStyle(node).fontFamily.split(',')[0];
    return isOther && /icon|symbol|glyph/i.test(first) && /^"[a-z0-9_]+"$/.test(content);
  };
  const decoration = (node) => `${marker(node)} ${added(node, '::before')} ${added(node, '::after')}`;

  return { added, decoration, isBeside, isIcon, marker };
};
