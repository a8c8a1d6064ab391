// Part of what runs inside the portal's page: a column of names beside a column of values, each line a name or a value, which
// only their places tell together (two floats, or two cells with line breaks).
({ above, below, isSeen, textNodesIn }) => {
  const mostAround = 6;
  const longestName = 60;
  const longestColumn = 1500;
  const hasDigit = (text) => /\p{N}/u.test(text);
  const rectOf = (node) => {
    if (node.nodeType === 1) return node.getBoundingClientRect();
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    return range.getClientRects()[0] ?? range.getBoundingClientRect();
  };
  const isOnLine = (one, other) =>
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 2;
  const lookOf = (node) => {
    const { color, fontSize, fontStyle, fontWeight } = getComputedStyle(above(node));
    return [color, fontSize, fontStyle, fontWeight].join(' ');
  };
  /** The texts of a box by the lines on which they begin. */
  const linesIn = (box) => {
    const lines = [];
    for (const node of textNodesIn(box)) {
      if (node.data.trim() === '' || !isSeen(above(node))) continue;
      const rect = rectOf(node);
      const line = lines.find((each) => isOnLine(each.rect, rect));
      if (line === undefined) lines.push({ rect, nodes: [node], text: node.data.trim() });
      else {
        line.nodes.push(node);
        line.text += ` ${node.data.trim()}`;
      }
    }
    return lines;
  };
  const rightOf = (box) => {
    const all = below(above(box) ?? box);
    const own = rectOf(box);
    const next = all.slice(all.indexOf(box) + 1).find((node) => node.nodeType === 1 && isSeen(node));
    if (next === undefined || next.localName !== box.localName) return null;
    const rect = rectOf(next);
    return rect.left >= own.right - 2 && Math.min(rect.bottom, own.bottom) - Math.max(rect.top, own.top) > 0
      ? next
      : null;
  };
  const looks = (lines) => new Set(lines.flatMap(({ nodes }) => nodes.map(lookOf)));
  const areApart = (lines, others) => looks(lines).isDisjointFrom(looks(others));
  const areBeside = (lines, names) =>
    lines.every(({ rect }) => names.filter((name) => isOnLine(name.rect, rect)).length === 1);
  /** Whether what is beside names are values: by colons, by another look, or because they are figures. */
  const areValues = (values, names) => {
    if (names.every(({ text }) => text.endsWith(':')) || areApart(values, names)) return true;
    const figures = values.filter(({ text }) => hasDigit(text)).length;
    return hasDigit(values[0].text) && (values.length > 2 ? 2 * figures >= values.length : figures === values.length);
  };
  /** The box that has nothing but one line, or the text where other lines are in the same one. */
  const partOf = ({ nodes }, column) => {
    const [first] = nodes;
    if (linesIn(above(first)).length > 1) return { element: above(first), from: first };
    let part = above(first);
    while (part !== column && above(part) !== column && linesIn(above(part)).length === 1) part = above(part);
    return { element: part, from: null };
  };
  /**
   * The value on the line of a name, in the column beside that of the names.
   * @returns null where it cannot be told, undefined where the name is in no such column
   */
  const lineBeside = (carrier) => {
    const own = rectOf(carrier);
    for (let at = carrier, n = 0; at && n < mostAround && at !== at.ownerDocument.body; at = above(at), n += 1) {
      if (at.nodeType !== 1) continue;
      if (at.textContent.length > longestColumn) return undefined;
      const names = linesIn(at);
      if (names.some(({ text }) => hasDigit(text) || text.length > longestName) || looks(names).size > 1)
        return undefined;
      const column = names.length > 1 ? rightOf(at) : null;
      if (column === null) continue;
      const values = linesIn(column);
      if (values.length < 2) return undefined;
      if (values.length > names.length || !areBeside(values, names)) return areApart(values, names) ? null : undefined;
      const value = values.find(({ rect }) => isOnLine(rect, own));
      if (!areValues(values, names)) return names.length > 2 ? null : undefined;
      // Of several columns of values none is the one that is meant.
      const next = rightOf(column);
      const others = next === null ? [] : linesIn(next);
      const isAnother =
        others.length > 1 && areBeside(others, names) && !areApart(others, values) && areApart(others, names);
      return value === undefined || isAnother ? null : partOf(value, column);
    }
    return undefined;
  };
  return { lineBeside };
};
