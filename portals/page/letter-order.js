// Part of what runs inside the portal's page: letters with their places on the screen, as people read them. Those of Hebrew and
// Arabic are read from the right, and figures and Latin words among them from the left (the bidirectional algorithm of Unicode).
() => {
  const invisibleSign = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
  const arabic = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u061c]/u;
  const rightward = /[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
  /** Signs that turn, embed or isolate what follows: nothing is known of its order. */
  const turning = /[\u202a-\u202e\u2066-\u2069]/;
  const isNewLine = (one, next) => next.top >= (one.top + one.bottom) / 2;
  const kindOf = (sign) => {
    if (/\p{N}/u.test(sign)) return 'figure';
    if (/^[\p{L}\u200e\u200f\u061c]/u.test(sign))
      return rightward.test(sign) || /[\u200f\u061c]/.test(sign) ? 'right' : 'left';
    return /^[.,:/+-]$/.test(sign) ? 'between' : /^[#$%°‰\p{Sc}]$/u.test(sign) ? 'unit' : 'other';
  };
  /** For each sign how deep it is in runs of the other direction; odd ones are read from the right. */
  const levelsOf = (signs, isRightToLeft) => {
    const base = isRightToLeft ? 'right' : 'left';
    const written = signs.map(kindOf);
    const kinds = [...written];
    let [strong, isArabic] = [base, false];
    for (const [n, sign] of signs.entries()) {
      if (kinds[n] === 'left' || kinds[n] === 'right') [strong, isArabic] = [kinds[n], arabic.test(sign)];
      const isWithin = kinds[n] === 'between' && written[n - 1] === 'figure' && written[n + 1] === 'figure';
      if (kinds[n] !== 'figure' && !(isWithin && !(isArabic && /[+-]/.test(sign)))) continue;
      // A figure behind a word that is read from the left is a part of it.
      kinds[n] = isArabic ? 'arabic figure' : strong === 'left' ? 'left figure' : 'figure';
    }
    const joins = (n) => kinds[n] === 'figure' || kinds[n] === 'left figure';
    for (const n of kinds.keys()) if (kinds[n] === 'unit' && joins(n - 1)) kinds[n] = kinds[n - 1];
    for (const n of [...kinds.keys()].toReversed()) if (kinds[n] === 'unit' && joins(n + 1)) kinds[n] = kinds[n + 1];
    const wayOf = (kind) =>
      kind.startsWith('left') ? 'left' : kind === 'right' || kind.endsWith('figure') ? 'right' : undefined;
    const before = [];
    for (const [n, kind] of kinds.entries()) before.push(wayOf(kind) ?? before[n - 1] ?? base);
    let after = base;
    const levels = [];
    for (const n of [...kinds.keys()].toReversed()) {
      after = wayOf(kinds[n]) ?? after;
      const way = before[n] === after ? after : base;
      levels[n] = /^(?:arabic )?figure$/.test(kinds[n]) ? 2 : way === 'right' ? 1 : isRightToLeft ? 2 : 0;
    }
    return levels;
  };
  /** From left to right, as a line of these levels is drawn. */
  const drawn = (line) => {
    let order = line;
    for (let level = 2; level > 0; level -= 1) {
      const next = [];
      for (let n = 0; n < order.length;) {
        let end = n;
        while (end < order.length && order[end].level >= level) end += 1;
        next.push(...(end > n ? order.slice(n, end).toReversed() : [order[n]]));
        n = Math.max(end, n + 1);
      }
      order = next;
    }
    return order;
  };
  /**
   * Letters in the order of the page that lie as such a text is drawn, with their levels; undefined where they lie otherwise, or none
   * of them is read from the right. @param letters those without a box are spaces, and signs that nobody sees
   */
  const readFromRight = (letters, isRightToLeft) => {
    if (!letters.some(({ sign }) => rightward.test(sign))) return undefined;
    const isUnplaced = ({ sign, box }) => box === null && !/^\s$|^\p{M}$/u.test(sign) && !invisibleSign.test(sign);
    if (letters.some((letter) => isUnplaced(letter) || turning.test(letter.sign))) return null;
    const levels = levelsOf(
      letters.map(({ sign }) => sign),
      isRightToLeft,
    );
    const leveled = letters.map((letter, n) => ({ ...letter, level: levels[n] }));
    const lines = [];
    let last = null;
    for (const letter of leveled) {
      if (last === null || (letter.box !== null && isNewLine(last, letter.box))) lines.push([]);
      lines.at(-1).push(letter);
      last = letter.box ?? last;
      if (last === null) lines.pop();
    }
    const isDrawnSo = (line) =>
      drawn(line)
        .filter(({ box }) => box !== null)
        .every(({ box }, n, all) => {
          const before = all[n - 1]?.box;
          return (
            before === undefined ||
            (box.left >= before.left - 1 && !isNewLine(before, box) && box.bottom > before.top + 1)
          );
        });
    return lines.every(isDrawnSo) ? leveled : null;
  };

  /** A digit that is raised, lowered, below or far from the one before it is read as part of another number: 12⁵⁰, ½. */
  const apart = '\ue000';
  const withoutMarks = (text) => text.replaceAll(` ${apart}`, ' ').replaceAll(apart, '/');
  const isApartDigit = (sign, next, one, other, isWrapped) => {
    if (!/\p{N}/u.test(sign) || !/\p{N}/u.test(next) || isWrapped) return false;
    if (other.top >= (one.top + one.bottom) / 2 || other.left - one.right > 0.7 * one.height) return true;
    const [raised, size] = [one.bottom - other.bottom, Math.max(one.height, other.height)];
    return Math.abs(raised) > Math.max(1.5, (raised > 0 ? 0.15 : 0.12) * size);
  };

  /** As the letters are on the screen: a gap is a space, and what is further to the right comes later. */
  const arranged = (letters, isRightToLeft = false) => {
    const placed = letters.filter(({ box }) => box !== null);
    const fromRight = readFromRight(letters, isRightToLeft);
    const inOrder =
      Boolean(fromRight) ||
      placed.every(({ box }, n) => {
        const before = placed[n - 1]?.box;
        return (
          before === undefined || isNewLine(before, box) || (box.left >= before.left - 1 && box.bottom > before.top + 1)
        );
      });
    const order =
      fromRight ??
      (inOrder
        ? letters
        : placed.toSorted((a, b) =>
            Math.abs(a.box.top - b.box.top) > a.box.height / 2 ? a.box.top - b.box.top : a.box.left - b.box.left,
          ));
    // Signs that nobody sees and that turn or part a number are no part of any. Nobody reads a word from its end.
    let text = fromRight === null ? '\ufffd' : '';
    if (!inOrder) text += letters.map(({ sign }) => (invisibleSign.test(sign) ? sign : '')).join('');
    let last = '';
    let before = null;
    let levelBefore = 0;
    for (const { sign, box, follows, level = 0 } of order) {
      if (box !== null && before !== null) {
        const gap = level === levelBefore ? (level === 1 ? before.left - box.right : box.left - before.right) : 0;
        // A line that is full breaks within a word too, behind a hyphen, without a space.
        const isWrapped = inOrder && follows && isNewLine(before, box);
        if (!isWrapped && (isNewLine(before, box) || gap > 0.2 * before.height)) text += ' ';
        if (isApartDigit(last, sign, before, box, isWrapped)) text += apart;
      }
      text += sign;
      last = sign;
      if (box !== null) [before, levelBefore] = [box, level];
    }
    return text.replace(/[^\S\ufeff]+/g, ' ').trim();
  };
  return { apart, arranged, invisibleSign, readFromRight, withoutMarks };
};
