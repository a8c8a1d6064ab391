// Runs inside the portal's page, on a table: its cells by row, as far as people see them. A table that is still being
// filled, or of which only some rows are drawn, gives none, but a sentence that says so.
(table, displayed, { wanted = [], isWhole = false, isPairs = false, isKeyed = false }, misread) => {
  const {
    above,
    below,
    isCutAway,
    isShown,
    paintersOver,
    readText,
    readValue,
    seenOtherwise,
    tableKinds,
    tickSeenOtherwise,
  } = displayed();
  const headers = 'th, [role=columnheader], [role=rowheader]';
  const hasLayout = (cell) => cell.getClientRects().length > 0;
  /**
   * Of a grid that draws each column in a box of its own, and has no rows (Webix): its cells by the row that they say, below the one
   * text that is over each column.
   */
  function linesOfColumns() {
    if (table.querySelector('tr, [role=row]') !== null) return undefined;
    const cells = [...table.querySelectorAll('[role=gridcell][aria-rowindex]')].filter(hasLayout);
    const box = (node) => node.getBoundingClientRect();
    const byRow = Map.groupBy(cells, (cell) => Number(cell.getAttribute('aria-rowindex')));
    const lines = [...byRow]
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line.sort((a, b) => box(a).left - box(b).left));
    const [first = []] = lines;
    const isInLine = (cell, n, line) =>
      Math.abs(box(cell).top - box(line[0]).top) <= 1 && first[n] && Math.abs(box(cell).left - box(first[n]).left) <= 1;
    if (first.length < 2 || !lines.every((line) => line.length === first.length && line.every(isInLine)))
      return undefined;
    const saysSomething = (node) => [...node.childNodes].some((part) => part.nodeType === 3 && part.data.trim() !== '');
    const over = [...table.querySelectorAll(':not([role=gridcell], [role=gridcell] *, script, style, option)')].filter(
      (node) => hasLayout(node) && saysSomething(node) && box(node).top < box(first[0]).top - 1,
    );
    const heads = first.map((cell) => {
      const { left, right } = box(cell);
      const own = over.filter((node) => box(node).left < right - 1 && box(node).right > left + 1);
      return own.length === 1 ? own[0] : undefined;
    });
    return heads.every((head, n) => head && heads.indexOf(head) === n) ? [heads, ...lines] : undefined;
  }
  /** Some libraries draw the heads of columns as plain cells of the head of the table. */
  const boxes = include('boxed-list.js')().linesOf(table, wanted) ?? linesOfColumns();
  /** Those that are drawn in a table of their own. */
  let heads = [];
  /** Cells over several columns or rows that are known to be under their headers, or over their columns. */
  let fitting = new Set();
  const isHeader = (cell) =>
    cell.matches(headers) ||
    heads.includes(cell) ||
    boxes?.[0].includes(cell) === true ||
    (cell.localName === 'td' && cell.parentElement?.parentElement?.localName === 'thead');
  const within = (node, kind, owner) => {
    const found = [];
    const visit = (parent) => {
      for (const child of below(parent)) {
        if (child.nodeType !== 1) continue;
        if (child.matches(kind)) found.push(child);
        else if (child.shadowRoot || !child.matches(tableKinds) || child === owner) visit(child);
      }
    };
    visit(node);
    return found;
  };
  const isUnseen = (cell) => isCutAway(cell) || !isShown(cell, true);
  const drawn = (row) => row.getClientRects().length > 0 && getComputedStyle(row).visibility !== 'hidden';
  /** Of a long list, only what comes first is compared with what people see, letter by letter. */
  const mostLetters = 1500;
  /** Whether people see a cell of a row beside other rows than its first one. */
  const isApart = (first, cell) => {
    const [one, other] = [first, cell].map((each) => each.getBoundingClientRect());
    const isCell = [first, cell].every((each) => {
      const { display, position } = getComputedStyle(each);
      return display === 'table-cell' || /absolute|fixed/.test(position);
    });
    const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return isCell && other.height > 0 && one.height > 0 && shared < Math.min(one.height, other.height) / 2;
  };

  // A table for screen readers alone shows nothing.
  if (isCutAway(table)) return 'a table for screen readers alone';
  /** Whether a line near it says that these rows are not all ("1-10 of 25"). */
  const saysMore = (count) => {
    const number = (text) => Number(text.replace(/\D/g, ''));
    const range = /(\d+)\s*(?:[-\u2013\u2014]|to|bis|a|à|al)\s*(\d+)\s*(?:of|out of|de|von|sur|\/)\s*(\d[\d.,]*)/giu;
    const share = /\b(?:showing|shown|showed)\s+(\d+)\s+of\s+(\d[\d.,]*)/giu;
    for (let at = table, n = 0; at && n < 4; at = above(at), n += 1)
      for (const beside of below(above(at) ?? at)) {
        if (beside.nodeType !== 1 || beside === at || beside.matches(tableKinds) || beside.querySelector(tableKinds))
          continue;
        const text = beside.textContent.length < 2000 && drawn(beside) ? readText(beside) : '';
        for (const [, from, to, all] of text.matchAll(range))
          if (number(to) - number(from) + 1 === count && number(all) > number(to)) return true;
        const [, page, pages] = /^(?:page|seite|página)\s+(\d+)\s*(?:of|von|de|sur|\/)\s*(\d+)$/iu.exec(text) ?? [];
        if (page !== pages) return true;
        for (const [, part, all] of text.matchAll(share))
          if (number(part) === count && number(all) > count) return true;
      }
    return false;
  };
  for (let at = table; at; at = above(at))
    if (at.nodeType === 1 && at.getAttribute('aria-busy') === 'true') return 'a table that is still being filled';
  const rows = within(table, 'tr, [role=row]', table);
  /** Whether no more rows can be drawn below and above these: no box around them scrolls or is kept open for others. */
  const fillTheirBoxes = (all) => {
    const seen = all.filter(drawn).map((row) => row.getBoundingClientRect());
    const last = Math.max(...seen.map(({ bottom }) => bottom));
    const tallest = Math.max(...seen.map(({ height }) => height));
    const records = all.filter((row) => drawn(row) && row.querySelector('td, [role=gridcell], [role=cell]') !== null);
    const first = records[0]?.getBoundingClientRect().top;
    const heads = all.find((row) => drawn(row) && row.querySelector('th, [role=columnheader]') !== null);
    if (first === undefined || heads === undefined || first - heads.getBoundingClientRect().bottom > tallest)
      return false;
    for (let at = above(records.at(-1)); at && at !== above(table); at = above(at)) {
      const isScroller = getComputedStyle(at).overflowY !== 'visible';
      if (isScroller ? at.scrollHeight > at.clientHeight + 2 : at.getBoundingClientRect().bottom - last >= tallest)
        return false;
    }
    return true;
  };
  // Of a list of which only the rows in view are drawn, nothing is known of the others.
  const counted = Number(table.getAttribute('aria-rowcount') ?? 0);
  // One that does not count its rows numbers them (Handsontable).
  const isAllDrawn = rows.every((row) => row.hasAttribute('aria-rowindex')) && fillTheirBoxes(rows);
  if ((counted < 0 && !isAllDrawn) || counted > Math.max(rows.length, (boxes?.length ?? 1) - 1))
    return 'a table of which only some rows are drawn';
  const cellKinds = 'td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]';
  const cellsOfRows = () =>
    rows
      .filter((row) => drawn(row) || row.matches('[role=row]:not(tr)'))
      .map((row) => within(row, cellKinds, row).filter(hasLayout));
  /** A grid may draw the cells that stay in place once more, over those of the same row (Handsontable). */
  const isCopyOf = (cells, others) =>
    cells.length > 0 &&
    cells.every((cell) => {
      const own = cell.getBoundingClientRect();
      return others.some((other) => {
        const box = other.getBoundingClientRect();
        const isOver = Math.abs(box.left - own.left) <= 2 && Math.abs(box.top - own.top) <= 2;
        return isOver && other.textContent === cell.textContent;
      });
    });
  const placeOf = (cells) => cells[0]?.closest('[role=row]')?.getAttribute('aria-rowindex') ?? null;
  const onceEach = (all) => {
    const firstOf = new Map();
    const once = all.filter((cells) => {
      const [place, before] = [placeOf(cells), firstOf.get(placeOf(cells))];
      if (place !== null && before === undefined) firstOf.set(place, cells);
      return before === undefined || !isCopyOf(cells, before);
    });
    // The copy of the headers may come behind the rows.
    const isCounted = once.every((cells) => firstOf.get(placeOf(cells)) === cells);
    return isCounted ? once.sort((one, other) => placeOf(one) - placeOf(other)) : once;
  };
  const drawnRows = (boxes ?? onceEach(cellsOfRows()))
    // A row without a height only keeps the columns as wide as the headers above it.
    .filter((cells) => cells.length === 0 || cells.some((cell) => cell.getBoundingClientRect().height > 0));
  // Below its records a table may have a row with nothing but the control that adds one.
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const isControl = ([cell, ...more]) => {
    const parts = cell && more.length === 0 && cell.colSpan > 1 ? [...cell.querySelectorAll('a, button, input')] : [];
    return parts.length === 1 && !parts[0].matches('input') && words(parts[0]) === words(cell);
  };
  if (isControl(drawnRows.at(-1) ?? [])) drawnRows.pop();
  // Cells over several columns or rows would be read under the wrong header.
  const spans = (cell) =>
    !fitting.has(cell) &&
    ((cell.colSpan ?? 1) !== 1 ||
      (cell.rowSpan ?? 1) !== 1 ||
      !['1', null].includes(cell.getAttribute('aria-colspan')) ||
      !['1', null].includes(cell.getAttribute('aria-rowspan')));
  const { goesOnBelow, headsAbove, isBeneath, isDrawnHead, isOfFilters, isStrong, isUnder, lookOf } = include(
    'head-of-table.js',
  )({
    above,
    all: (node, selector) => [...node.querySelectorAll(selector)],
    isCutAway,
    tables: tableKinds,
    textIn: readText,
  });
  // The title of a table, of a group of its rows, or a line of pages: one heading over all columns.
  const isHeads = (cells = []) => cells.length > 1 && cells.every(isHeader);
  const firstHeads = drawnRows.findIndex((cells) => isHeads(cells));
  const widest = Math.max(0, ...drawnRows.map((cells) => cells.reduce((sum, { colSpan = 1 }) => sum + colSpan, 0)));
  const isTitle = ([cell, ...more], n) =>
    cell !== undefined && more.length === 0 && spans(cell) && (isHeader(cell) || isHeads(drawnRows[n + 1]));
  const named = new Set(wanted.map((name) => words({ textContent: name }).toLowerCase()));
  /** Headers that are drawn before each value in their place, with their words. */
  const wordsOf = new Map();
  const isNamed = (cell) => named.has((wordsOf.get(cell) ?? readText(cell)).toLowerCase());
  // Totals are no records; one that is asked for by its name is a value.
  const totals = new RegExp(`^(?:${include('words').totals})(?: \\([^)]*\\))?\\s*:?$`, 'iu');
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const says = (cell) => unaccented(readText(cell));
  const isFoot = ([cell, value]) =>
    named.size > 0 && cell?.parentElement?.parentElement?.localName === 'tfoot' && !(value && isNamed(cell));
  /** A row whose name of a total goes over the columns before its figure. */
  const isTotals = (cells) => {
    const [name, ...figures] = cells.filter((cell) => words(cell) !== '');
    return named.size > 0 && figures.length > 0 && spans(name) && totals.test(says(name)) && !isNamed(name);
  };
  /** What a row shows of itself over all columns, below it: no record where records have a number of their own. */
  const isDetail = ([cell, ...more], n) =>
    isKeyed &&
    cell !== undefined &&
    more.length === 0 &&
    n > firstHeads + 1 &&
    cell.colSpan > 1 &&
    cell.colSpan === widest &&
    !isHeader(cell) &&
    drawnRows[n - 1].length > 1;
  /** Below the headers, and in the head of the table as well. */
  const isFilters = (cells, n) =>
    n > 0 && cells.length > 0 && boxes === undefined && isOfFilters(above(cells[0]), cells);
  const longestTitle = 60;
  /** The title of a group of rows: a few words in bold alone above a row, without a number or something to press. */
  const isGroup = ([cell, ...more], n) =>
    cell !== undefined &&
    more.length === 0 &&
    named.size > 0 &&
    n > firstHeads &&
    drawnRows[n + 1]?.length > 1 &&
    cell.colSpan === widest &&
    /^[^\p{N}.!?…]+$/u.test(words(cell)) &&
    words(cell).length <= longestTitle &&
    isStrong(cell) &&
    cell.querySelector('a, button, input, select, textarea') === null;
  /** The name of a record over all of its columns, which one of its cells says as well. */
  const isNameOfNext = ([cell, ...more], n) =>
    cell !== undefined &&
    more.length === 0 &&
    named.size > 0 &&
    n > firstHeads &&
    drawnRows[n + 1]?.length > 1 &&
    cell.colSpan >= drawnRows[n + 1].length &&
    words(cell) !== '' &&
    drawnRows[n + 1].some((other) => readValue(other) === words(cell));
  // The headers of the columns that stay in place may be a line of their own, which is empty where there are none.
  const firstRecord = drawnRows.findIndex((cells) => cells.some((cell) => !isHeader(cell)));
  const records = drawnRows.filter(
    (cells, n) =>
      !isTitle(cells, n) &&
      !isFoot(cells) &&
      !isTotals(cells) &&
      !isGroup(cells, n) &&
      !isNameOfNext(cells, n) &&
      !isFilters(cells, n) &&
      !isDetail(cells, n) &&
      (cells.length > 0 || n > firstRecord),
  );
  /** The cells over each column, line by line, as cells over several columns or rows fill them. */
  const layOut = (lines) => {
    const grid = lines.map(() => []);
    for (const [n, cells] of lines.entries())
      for (const cell of cells) {
        const { colSpan = 1, rowSpan = 1 } = cell;
        let at = 0;
        while (grid[n][at] !== undefined) at += 1;
        for (const line of grid.slice(n, n + rowSpan))
          for (let column = at; column < at + colSpan; column += 1) line[column] = cell;
      }
    return grid.every((line) => line.length === grid[0].length && !line.includes(undefined)) ? grid : undefined;
  };
  const headRows = records.findIndex((cells) => !isHeads(cells));
  if (boxes === undefined && headRows > 1 && records.slice(0, headRows).flat().some(spans)) {
    // Of headers over groups of columns, the lowest one over each column.
    const lowest = layOut(records.slice(0, headRows))?.at(-1) ?? [];
    if (lowest.length > 0 && new Set(lowest).size === lowest.length) records.splice(0, headRows, lowest);
    fitting = new Set(lowest);
  }
  // A value that goes over several rows is one of each of them, where it is drawn beside each.
  const [head = [], ...body] = records;
  const tall = body.flat().filter((cell) => (cell.rowSpan ?? 1) > 1);
  if (
    boxes === undefined &&
    tall.length > 0 &&
    !head.some(spans) &&
    !body.flat().some(({ colSpan = 1 }) => colSpan > 1)
  ) {
    const isBeside = (cell, other) => {
      const [one, two] = [cell, other].map((each) => each.getBoundingClientRect());
      return one.top <= two.top + 1 && one.bottom >= two.bottom - 1;
    };
    /** An amount over several rows is one of them all, and not of each. */
    const isShared = (cell, n) =>
      isNamed(head[n]) &&
      (/\p{Sc}|\d[.,]\d\d(?!\d)/u.test(readText(cell)) || /^(?:[^\p{L}\d]*\d){1,5}[^\p{L}\d]*$/u.test(readText(cell)));
    const lines = layOut(body) ?? [];
    const fits = (line) =>
      line.length === head.length &&
      line.every((cell, n) => isBeneath(head[n], cell) && !(tall.includes(cell) && isShared(cell, n))) &&
      line.every(
        (cell) => !tall.includes(cell) || line.every((other) => tall.includes(other) || isBeside(cell, other)),
      );
    if (lines.length > 0 && lines.every(fits)) {
      records.splice(1, lines.length, ...lines);
      fitting = new Set([...fitting, ...tall]);
    }
  }
  const { saidBefore } = include('said-before.js')();
  /** A narrow table draws the name of its column before each value, and has no headers, or none that people see. */
  const headsBefore = (lines) => {
    const values =
      lines.length > 0 && lines[0].every((cell) => isHeader(cell) && isUnseen(cell)) ? lines.slice(1) : lines;
    const [first = []] = values;
    const texts = first.map((cell) => saidBefore(cell).replace(/\s*:$/, ''));
    const isDrawn = values.every(
      (cells) =>
        cells.length === texts.length &&
        cells.every((cell, n) => !isHeader(cell) && saidBefore(cell).replace(/\s*:$/, '') === texts[n]),
    );
    if (!isDrawn || texts.length === 0 || texts.includes('') || new Set(texts).size < texts.length) return [];
    return texts.map((text) => {
      const head = document.createElement('th');
      wordsOf.set(head, text);
      return head;
    });
  };
  // In place of records a table may say in one cell over all columns that it has none.
  const isSaying = ([head = [], row = [], ...more]) =>
    more.length === 0 && head.length > 1 && row.length === 1 && !isHeader(row[0]) && !head.some(spans);
  if (boxes === undefined) heads = headsAbove(table, records.find((cells) => !cells.every(isUnseen)) ?? []);
  const before = boxes === undefined && heads.length === 0 && !isPairs ? headsBefore(records) : [];
  if (before.length > 0) {
    if (records[0].every(isHeader)) records.shift();
    heads = before;
  }
  const withHeads = heads.length > 0 ? [heads, ...records] : records;
  // A value beside its name may be as wide as several of them.
  const isWide = (cell) => isPairs && !isHeader(cell) && cell.colSpan > 1 && cell.rowSpan === 1;
  // The last header may go on where no row has a cell behind those that the headers are over.
  const lastHead =
    isHeads(records[0]) && records.every(({ length }) => length === records[0].length) && records[0].at(-1);
  const goesOn = (cell) => cell === lastHead && cell.rowSpan === 1;
  const isSpanned = records.flat().some((cell) => spans(cell) && !isWide(cell) && !goesOn(cell));
  // Web Forms leaves the headers out as well.
  const saysAlone = named.size > 0 && withHeads.length === 1 && records[0].length === 1 && !isHeader(records[0][0]);
  if (isSpanned && !isSaying(withHeads) && !saysAlone) return 'a table with cells over several columns or rows';
  // Its own headers, which nobody sees, give way to those that are drawn above it.
  if (heads.length > 0 && records[0]?.every((cell) => isHeader(cell) && isUnseen(cell))) records.shift();
  if (heads.length > 0) records.unshift(heads);
  // A veil that lies over a table without a row says that its rows are still to come.
  const isWithin = (node, whole) => {
    for (let at = node; at; at = above(at)) if (at === whole) return true;
    return false;
  };
  const isVeiled = (cell) => {
    const box = cell.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && !isWithin(top, cell) && !isWithin(cell, top);
  };
  const hasNoRecord = records.length > 0 && records.flat().every(isHeader);
  if (isWhole && hasNoRecord && records.flat().every(isVeiled)) return 'a table that is still being filled';
  if (isWhole && hasNoRecord && goesOnBelow(table)) return 'headers above another table, whose rows do not fit them';
  const columnCount = Math.min(...records.map((cells) => cells.length));
  const isEmptyFrom = (cells) => cells.slice(columnCount).every((cell) => words(cell) === '' || readText(cell) === '');
  // Behind the last column some rows have cells without a text, which have no header or no value.
  if (records.length > 1 && columnCount > 1 && records[0].every(isHeader) && records.every(isEmptyFrom))
    if (records.every((cells) => isUnder(cells, records[0])))
      records.splice(0, records.length, ...records.map((cells) => cells.slice(0, columnCount)));
  if (isWhole && saysMore(records.length - 1))
    return 'a list beside which the page says that there are more rows; "more" names the link to them';
  const hasHeads = records.flat().some(isHeader);
  const [first = [], ...others] = records;
  // Another row in bold would be headers as well; the last one, with a cell left empty, is a total.
  const isTotal = (cells) => others.length > 1 && cells === others.at(-1) && cells.some((cell) => words(cell) === '');
  const isBoldHead =
    !hasHeads &&
    others.length > 0 &&
    isDrawnHead(first, others) &&
    !others.some((cells) => !isTotal(cells) && cells.every((cell) => words(cell) === '' || isStrong(cell)));
  // Names and values side by side in plain cells: all names look alike, and no value looks so.
  const paired = isPairs && !hasHeads && !isBoldHead && records.every(({ length }) => length % 2 === 0);
  const halves = [0, 1].map((half) =>
    paired ? records.flatMap((cells) => cells.filter((_, n) => n % 2 === half)) : [],
  );
  const [ofNames, ofValues] = halves.map((cells) => new Set(cells.map(lookOf)));
  const areNames = ofNames.size === 1 && ofValues.isDisjointFrom(ofNames);
  const isHead = (cell) =>
    isHeader(cell) || (isBoldHead && first.includes(cell)) || (areNames && halves[0].includes(cell));
  // Names and values may have one line of headers above them ("Name", "Value").
  const areBelowHeads =
    first.every(isHeader) && records.every(({ length }) => length === 2) && !others.flat().some(isHeader);
  const columns = new Set((records[0] ?? []).flatMap((cell, n) => (isNamed(cell) ? [n] : [])));
  /** Names that are wanted, and what is under them or beside them. */
  const isName = (cell, n, cells) =>
    (cells.length === 2 ? n === 0 : isPairs && n % 2 === 0) &&
    (isHead(cell) || !hasHeads || (isPairs && areBelowHeads)) &&
    isNamed(cell);
  const names = new Set(records.flatMap((cells) => cells.filter(isName)));
  const read = records.map((cells) => {
    const pairs = cells.filter((cell, n) => names.has(cell) || names.has(cells[n - 1]));
    return pairs.length > 0 && (isPairs || cells.length === 2) ? pairs : cells.filter((_, n) => columns.has(n));
  });
  const among = wanted.length === 0 ? [] : paintersOver(table);
  /** What is on the line of one row alone. */
  const beside = (cells) => cells.find((cell) => !fitting.has(cell)) ?? cells[0];
  let left = mostLetters;
  for (const cells of read) {
    for (const cell of cells) {
      if (wordsOf.has(cell)) continue;
      const text = readText(cell);
      left -= text.length;
      if (left < 0) continue;
      const seen = seenOtherwise(cell, text, { isName: isHead(cell) || names.has(cell), among });
      if (seen !== null) misread(text, seen);
      const tick = tickSeenOtherwise(cell);
      if (tick !== null) misread(readValue(cell), tick);
    }
    const apart = left < 0 || wordsOf.size > 0 ? undefined : cells.find((cell) => isApart(beside(cells), cell));
    if (apart !== undefined) misread(readText(apart), 'it in another row');
  }
  // The box that ticks all rows is no name of a column, whether it is ticked or not ("No").
  const ticksAll = new Set(
    isHeads(first) ? first.filter((cell) => cell.querySelector('[type=checkbox], [role=checkbox]') !== null) : [],
  );
  const valueOf = (cell) => (ticksAll.has(cell) ? readText(cell) : readValue(cell));
  return records.map((cells) =>
    cells.map((cell) => ({
      text: wordsOf.get(cell) ?? (isShown(cell, true) || cell.textContent.trim() === '' ? valueOf(cell) : ''),
      isHeader: isHead(cell),
    })),
  );
};
