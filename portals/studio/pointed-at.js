// Runs inside the portal's page, for the recorder of the studio: which element a person points at, and everything by
// which a playbook could name it.
() => {
  const { aboveElement: above, replacedBy, shadowOf, tableKinds } = include('composed-tree.js')();
  const { headsAbove } = include('head-of-table.js')({
    above,
    all: (node, selector) => [...node.querySelectorAll(selector)],
    tables: tableKinds,
  });
  const { textBeside } = include('places.js')();
  const plain = (text) =>
    String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  const fields =
    'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image]), select, textarea, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';
  const controls = `a[href], button, summary, area[href], ${fields}, input, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox], [role=searchbox]`;
  const cells = 'td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]';
  const closest = (node, selector) => {
    for (let at = node; at; at = above(at)) if (at.matches(selector)) return at;
    return null;
  };
  const deepest = (x, y) => {
    let root = document;
    for (;;) {
      const found = root.elementFromPoint(x, y);
      const inner = found === null ? null : shadowOf(found);
      if (inner === null || inner.elementFromPoint(x, y) === null || inner.elementFromPoint(x, y) === found)
        return found;
      root = inner;
    }
  };
  const active = () => {
    let at = document.activeElement;
    while (at && shadowOf(at)?.activeElement) at = shadowOf(at).activeElement;
    return at;
  };
  /** The list of the browser that is a dot beside what is drawn in its place, as Select2 and its like have it. */
  const listBehind = (node) => {
    for (let at = node, depth = 0; at && depth < 6; at = above(at), depth += 1) {
      const before = at.previousElementSibling;
      if (before?.localName !== 'select' || before.disabled) continue;
      const { width, height } = before.getBoundingClientRect();
      // One that fetches its entries when it is opened is pressed where it is drawn.
      const isFilled = [...before.options].some((option) => !option.disabled && plain(option.textContent) !== '');
      if (isFilled && width > 0 && width <= 2 && height <= 2) return before;
    }
    return null;
  };
  /** The list or chooser that a page draws around a field nobody types into: a press anywhere on what is drawn opens it. */
  const listAround = (node) => {
    for (let at = node, depth = 0; at && depth < 6; at = above(at), depth += 1) {
      if (at.matches('body, form, fieldset, section, article, main, dialog, [role=dialog]')) return null;
      const inside = [...at.querySelectorAll(controls)];
      const [only] = inside;
      if (only !== undefined)
        return inside.length === 1 && only.matches('input[role=combobox], input[readonly]') ? only : null;
    }
    return null;
  };
  /** The name in an element behind which the text at the point is, as a playbook finds it: `<div><b>Weight</b> 2,480 lb</div>`. */
  const nameBefore = (node, { x, y }) => {
    const texts = [...node.childNodes].filter((child) => child.nodeType === 3 && plain(child.data) !== '');
    const at = document.caretRangeFromPoint?.(x, y)?.startContainer;
    const text = texts.includes(at) ? at : texts.length === 1 ? texts[0] : undefined;
    const name = text?.previousElementSibling ?? null;
    // An icon is no name.
    if (name === null || plain(name.innerText) === '' || name.matches(controls) || name.querySelector(controls))
      return null;
    return textBeside(name, plain(name.innerText), (part) => plain(part.innerText)) === undefined ? null : name;
  };
  const isNameBefore = (node, asked) => {
    const at = deepest(asked.x, asked.y);
    return at !== null && at !== node && nameBefore(at, asked) === node;
  };
  /** People see by the pointer that something is pressed which is no control of the browser. */
  const isPressable = (node) => getComputedStyle(node).cursor === 'pointer' || node.readOnly === true;
  /** Of what is pressed as one, such as an icon and a name in a box, the box that has its words. */
  const pressedWhole = (node) => {
    let whole = node;
    for (let at = node; at && at !== document.body && isPressable(at); at = above(at)) {
      const [own, around] = [plain(whole.innerText), plain(at.innerText)];
      // A sign is no name.
      if (/[\p{L}\p{N}]/u.test(own) && around !== own) break;
      whole = at;
    }
    return plain(whole.innerText) === '' ? node : whole;
  };
  /** Lists of which several entries can be chosen, as they say so themselves. */
  const listOf = (node) => closest(node, '[role=listbox]');
  const isOfSeveral = (node) =>
    node.matches('[role=option]') && listOf(node)?.getAttribute('aria-multiselectable') === 'true';
  const drawnOptions = include('drawn-options.js')();
  const isDrawnEntry = (node) => {
    const own = plain(node.innerText);
    if (own === '' || own.length > 120 || node.matches(controls)) return false;
    return drawnOptions.queryAll(document, own).some((each) => each === node || node.contains(each));
  };
  /** A list without entries says so in a row of one cell over all of its columns. */
  const isOverAll = (node) => {
    const cell = node === null ? null : closest(node, 'td');
    return (
      cell !== null && cell.colSpan > 1 && cell.parentElement.cells.length === 1 && closest(cell, 'thead') === null
    );
  };
  /** What a wheel over the point moves; null where it is the page. */
  const scrollerAt = (node) => {
    for (let at = node; at && at !== document.body && at !== document.documentElement; at = above(at))
      if (at.scrollHeight - at.clientHeight > 1 && /auto|scroll|overlay/.test(getComputedStyle(at).overflowY))
        return at;
    return null;
  };
  /** What was there when the person began to scroll; null where they did not. */
  let before = null;
  const everything = () => {
    const found = [];
    const visit = (root) => {
      for (const node of root.querySelectorAll('*')) {
        found.push(node);
        const inner = shadowOf(node);
        if (inner !== null) visit(inner);
      }
    };
    visit(document);
    return found;
  };
  const noteBefore = () => {
    const all = everything();
    before = {
      nodes: new WeakSet(all),
      leaves: new Set(all.filter((node) => node.childElementCount === 0).map((node) => plain(node.textContent))),
      text: plain(document.body?.innerText),
    };
  };
  /** Lists that have only the rows in sight draw the same rows again, and other ones in their place: texts count before elements. */
  const isNew = (node) => {
    if (before === null) return false;
    const row = plain(closest(node, 'tr, [role=row], li, [role=listitem]')?.innerText);
    if (row !== '') return !before.text.includes(row);
    const own = plain(node.innerText);
    if (own === '') return !before.nodes.has(node);
    return !before.leaves.has(own) && !(before.nodes.has(node) && before.text.includes(own));
  };
  /** @param asked `{ x, y, as }`: `press` for what a click acts on, `read` for what is shown there, `table` for its table, `list` for the list of an entry, `scroller` for what a wheel moves */
  const find = (asked) => {
    if (asked.active) return active();
    const at = deepest(asked.x, asked.y);
    if (at === null || at.matches('iframe, frame')) return at;
    if (asked.as === 'list') return listOf(at);
    if (asked.as === 'scroller') return scrollerAt(at) ?? document.documentElement;
    if (asked.as === 'table') return closest(at, 'table, [role=table], [role=grid], [role=treegrid]') ?? at;
    if (asked.as === 'read') {
      const field = closest(at, fields);
      if (field !== null) return field;
      // Of a switch that the style sheet draws, people see its label.
      const tied = closest(at, 'label')?.control;
      if (tied?.matches('input[type=checkbox], input[type=radio]')) return tied;
      const spoken = closest(at, 'h1, h2, h3, h4, h5, h6, [role=heading], [role=status], [role=alert]');
      return spoken ?? closest(at, `${cells}, dd`) ?? nameBefore(at, asked) ?? at;
    }
    const list = listBehind(at);
    if (list !== null) return list;
    const control = closest(at, controls);
    if (control !== null) return control;
    const drawnList = listAround(at);
    if (drawnList !== null) return drawnList;
    const label = closest(at, 'label');
    return label?.control ?? pressedWhole(at);
  };

  /** Of a switch or a box that is one by its role. */
  const stateOf = (node) =>
    node.matches(':is([role=checkbox], [role=radio], [role=switch]):is([aria-checked=true], [aria-checked=false])')
      ? node.getAttribute('aria-checked')
      : null;
  const textIn = (node) => {
    if (node.matches('select')) return plain([...node.selectedOptions].map((option) => option.textContent).join(', '));
    if (node.matches('input[type=password]')) return '';
    const isOn = node.matches('input[type=checkbox], input[type=radio]') ? String(node.checked) : stateOf(node);
    if (isOn !== null) return isOn === 'true' ? 'Yes' : 'No';
    if (node.matches('input, textarea')) return node.value;
    return plain(node.innerText ?? node.textContent);
  };
  /** What an element shows in the letters of its document, where its style sheet shows it in capitals: by those it is found. */
  const lettersOf = (node) => {
    const shown = plain(node.innerText);
    const own = [...(node.textContent ?? '').replace(/\s+/g, '')];
    if (own.join('').toLowerCase() !== shown.replace(/\s+/g, '').toLowerCase()) return null;
    let n = 0;
    const said = shown.replace(/\S/gu, () => own[n++] ?? '');
    return said === shown ? null : said;
  };
  const kindOf = (node) => {
    if (node.matches('input[type=password]')) return 'password';
    if (node.matches('input[type=file]')) return 'file';
    if (node.matches('input[type=checkbox], input[type=radio]')) return 'box';
    if (node.matches('select')) return 'select';
    if (node.matches(fields)) return 'field';
    if (node.matches('a[href], area[href], [role=link]')) return 'link';
    if (node.matches('button, summary, input, [role=button]')) return 'button';
    if (node.matches(`${controls}, [role=listbox]`)) return 'control';
    if (node.matches('table, [role=table], [role=grid], [role=treegrid]')) return 'table';
    if (node.matches('h1, h2, h3, h4, h5, h6, [role=heading]')) return 'heading';
    return 'text';
  };
  const referred = (node) =>
    plain(
      (node.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
        .join(' '),
    );
  const nameOfSection = (node) =>
    referred(node) ||
    plain(node.getAttribute('aria-label')) ||
    plain(node.matches('table') ? node.caption?.textContent : '') ||
    plain(node.matches('fieldset') ? node.querySelector(':scope > legend')?.textContent : '') ||
    plain(node.getAttribute('title'));
  const titles = include('titled-part.js')();
  const titleKinds =
    'h1, h2, h3, h4, h5, h6, [role=heading], summary, legend, [class*=title i], [class*=heading i], [class*=header i], tr > :only-child';
  /** The titles under which people see it, the nearest first. */
  const titlesOver = (node) => {
    titles.begin();
    const before = [...document.querySelectorAll(titleKinds)].filter(
      (title) => (title.compareDocumentPosition(node) & 4) !== 0 && !title.contains(node),
    );
    const texts = before.toReversed().map((title) => plain(title.textContent));
    const near = [...new Set(texts)].filter((text) => text !== '' && text.length <= 80).slice(0, 6);
    return near.filter((text) => titles.isUnder(node, text)).slice(0, 3);
  };
  const sectionsOf = (node) => {
    const names = [];
    for (let at = above(node); at; at = above(at))
      if (
        at.matches(
          'table, section, form, dialog, fieldset, nav, aside, ul, ol, [role=table], [role=region], [role=form], [role=dialog], [role=group], [role=navigation], [role=search], [role=list], [role=complementary], [role=grid]',
        )
      ) {
        const name = nameOfSection(at);
        if (name !== '' && !names.includes(name)) names.push(name);
      }
    return names.slice(0, 4);
  };
  const withoutMark = (text) => plain(text).replace(/\s*[:*]+$/, '');
  /** What is before the wrappers of a value or a single field, however many there are: components draw several around each. */
  const aboveWrappers = (node) => {
    const isField = node.matches(fields);
    const own = plain(node.innerText);
    const isOnly = (at) => (isField ? at.querySelectorAll(fields).length === 1 : plain(at.innerText) === own);
    for (let at = node; at && !at.matches('form, fieldset, section, article, ul, ol, tr, body'); at = above(at)) {
      if (at !== node && !isOnly(at)) return [];
      let before = at.previousElementSibling;
      while (before && plain(before.innerText) === '') before = before.previousElementSibling;
      if (before === null) continue;
      if (isSentenceUnder(before, node)) return [];
      if (before.matches(fields) || before.querySelector(fields) !== null) return [];
      const lines = String(before.innerText).split('\n');
      // A count is no name.
      const names = [before.innerText, ...lines.slice(0, 2)].map(withoutMark);
      return [...new Set(names)].filter((name) => name !== '' && name.length <= 80 && !/\d/.test(name));
    }
    return [];
  };
  /** A sentence under a title is a message, and no value that the title names. */
  const isSentenceUnder = (title, node) =>
    title.matches('h1, h2, h3, h4, h5, h6, [role=heading]') && plain(node.innerText).split(' ').length > 3;
  const besides = (node) => {
    const names = [];
    const put = (text) => {
      const name = withoutMark(text);
      if (name !== '' && name.length <= 80 && !names.includes(name)) names.push(name);
    };
    const cell = closest(node, `${cells}, dd`);
    for (const at of [node, cell]) {
      if (at === null) continue;
      if (at.matches('dd')) {
        let term = at.previousElementSibling;
        while (term && !term.matches('dt')) term = term.previousElementSibling;
        if (term) put(term.textContent);
      }
      const before = at.previousElementSibling;
      const isName = before && !before.matches(controls) && before.querySelector(controls) === null;
      if (isName && !isSentenceUnder(before, at)) put(before.innerText);
      const own = plain(at.innerText);
      const colon = /^([^:]{1,60}):\s+\S/.exec(own);
      if (colon && !at.matches('input, select, textarea')) put(colon[1]);
      const textBefore = at.previousSibling;
      if (textBefore?.nodeType === 3) put(textBefore.data);
      const wrapped = above(at);
      if (wrapped && wrapped.children.length === 1 && wrapped.previousElementSibling)
        put(wrapped.previousElementSibling.innerText);
      const first = wrapped?.firstElementChild;
      if (first && first !== at && !first.contains(at) && first.querySelector(controls) === null) put(first.innerText);
    }
    return names.slice(0, 5);
  };
  const rowOf = (node) => {
    const row = closest(node, 'tr, [role=row]');
    if (row === null) return [];
    const own = closest(node, cells);
    const all = [...row.querySelectorAll(cells)].filter((cell) => closest(above(cell), 'tr, [role=row]') === row);
    const texts = all.map((cell) => ({ text: plain(cell.innerText), isOwn: cell === own }));
    // The cell of a link with its own number names its row as well as any other.
    return [...texts.filter(({ isOwn }) => !isOwn), ...texts.filter(({ isOwn }) => isOwn && node !== own)]
      .map(({ text }) => text)
      .filter((text) => text !== '');
  };
  /** A row of names and values in turn, as in a table of details, is none. */
  const isHeaderRow = (row) =>
    row.querySelector(':scope > th') !== null &&
    [...row.querySelectorAll(':scope > td')].every((cell) => plain(cell.innerText) === '');
  const headersOf = (table) => {
    const row = table.querySelector('thead tr, [role=row]') ?? [...table.querySelectorAll('tr')].find(isHeaderRow);
    if (row) return [...row.querySelectorAll('th, td, [role=columnheader]')].map((cell) => plain(cell.innerText));
    // A component keeps the headers in a table of their own, so that they stay while the rows are scrolled.
    const first = [...table.querySelectorAll('tr')].find((each) => plain(each.innerText) !== '');
    return headsAbove(table, [...(first?.children ?? [])]).map((cell) => plain(cell.innerText));
  };
  /** Of a table: what its first rows show, as far as a person sees them. */
  const rowsIn = (table) =>
    [...table.querySelectorAll('tr, [role=row]')]
      .slice(0, 60)
      .map((row) => [...row.querySelectorAll(cells)].map((cell) => plain(cell.innerText).slice(0, 120)));
  const columnOf = (node) => {
    const cell = closest(node, cells);
    const row = cell === null ? null : closest(cell, 'tr, [role=row]');
    const table = row === null ? null : closest(row, 'table, [role=table], [role=grid]');
    if (table === null || cell.matches('th[scope=row], [role=rowheader]')) return null;
    const index = [...row.querySelectorAll(cells)].indexOf(cell);
    const headers = headersOf(table);
    return headers.length > 1 ? (headers[index] ?? null) || null : null;
  };
  const nthOf = (node) => {
    if (!node.matches(fields)) return null;
    for (let at = above(node); at; at = above(at))
      if (nameOfSection(at) !== '' && at.matches('form, section, fieldset, dialog, table, [role]')) {
        const all = [...at.querySelectorAll(fields)].filter((field) => field.getClientRects().length > 0);
        return all.indexOf(node) + 1 || null;
      }
    return null;
  };
  const labelOf = (node) => {
    const by = referred(node) || plain(node.getAttribute('aria-label'));
    // The label of a plain button, such as one that opens a list; what it is called otherwise is its own name.
    const hidden = replacedBy(node);
    if (hidden === null && !node.matches(fields) && (node.localName !== 'button' || by !== '')) return null;
    if (hidden === null && by !== '') return by;
    const [label] = (hidden ?? node).labels ?? [];
    if (label === undefined) return null;
    const copy = label.cloneNode(true);
    for (const inner of copy.querySelectorAll('input, select, textarea, button')) inner.remove();
    return plain(copy.textContent) || null;
  };
  /** Also of text that is written in the page itself, whose style sheet shows the attribute. */
  const placeholderOf = (node) =>
    ['placeholder', 'aria-placeholder', 'data-placeholder']
      .map((name) => node.getAttribute(name))
      .find((value) => value) ?? null;
  const asGuard = include('element-facts.js');
  /** Of a control that shows a mere sign or icon: what the guard will call it. */
  const calledBySign = (node) => {
    const isPressed = node.matches(controls) && !node.matches(fields);
    return isPressed && node.title && !/[\p{L}\p{N}]/u.test(node.innerText ?? '') ? asGuard(node).name : null;
  };
  const describe = (asked) => {
    const node = find(asked);
    if (node === null) return null;
    if (asked.as === 'scroller' && !node.matches('iframe, frame')) noteBefore();
    if (node.matches('iframe, frame')) {
      const { x, y } = node.getBoundingClientRect();
      const border = { x: x + node.clientLeft, y: y + node.clientTop };
      const frame = node.getAttribute('title') || node.getAttribute('name') || node.getAttribute('aria-label') || '';
      return { isFrame: true, frame, x: border.x, y: border.y };
    }
    const isList =
      !node.matches('select') &&
      (node.matches('[role=combobox], [aria-haspopup=listbox]') || replacedBy(node) !== null);
    const kind = asked.as === 'scroller' || replacedBy(node) !== null ? 'control' : kindOf(node);
    const own = plain(node.innerText);
    const isName = asked.as === 'read' && kind === 'text' && isNameBefore(node, asked);
    const behind = isName ? textBeside(node, own, (part) => plain(part.innerText))?.text : undefined;
    const box = node.getBoundingClientRect();
    const testId = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa']
      .map((name) => node.getAttribute(name))
      .find((value) => value);
    return {
      isFrame: false,
      kind,
      text: (behind ?? textIn(node)).slice(0, 2000),
      letters: behind === undefined ? lettersOf(node) : null,
      label: labelOf(node),
      calledBySign: calledBySign(node),
      fieldName: node.getAttribute('name') || null,
      placeholder: placeholderOf(node),
      testId: testId ?? null,
      beside: kind === 'link' || kind === 'button' ? [] : [...(isName ? [withoutMark(own)] : []), ...besides(node)],
      above: kind === 'link' || kind === 'button' ? [] : aboveWrappers(node),
      column: columnOf(node),
      row: rowOf(node),
      sections: sectionsOf(node),
      titles: titlesOver(node),
      nth: nthOf(node),
      href: node.matches('a[href], area[href]') ? node.href : null,
      sendsForm: node.matches('button, input') && node.form !== null && ['submit', 'image'].includes(node.type),
      options: node.matches('select')
        ? [...node.options].filter((option) => !option.disabled).map((option) => plain(option.textContent))
        : null,
      entries: entriesWith(node),
      columns: kind === 'table' ? headersOf(node) : null,
      rows: kind === 'table' && asked.as === 'table' ? rowsIn(node) : null,
      chosen: node.matches('select[multiple]')
        ? [...node.selectedOptions].map((option) => plain(option.textContent))
        : null,
      isOfSeveral: isOfSeveral(node),
      isDrawnEntry: isDrawnEntry(node),
      isNew: isNew(node),
      isPage: node === document.documentElement,
      saysEmpty: asked.as === 'table' && isOverAll(deepest(asked.x, asked.y)),
      opensList: isList,
      isPressable: isPressable(node),
      isMasked: node.matches('input[type=password]'),
      box: { x: box.x, y: box.y, width: box.width, height: box.height },
    };
  };
  /** Lists of the page: value → what people read. */
  const entriesWith = (node) => {
    const most = 20;
    for (let at = node, n = 0; at.parentElement && n < 4; at = at.parentElement, n += 1) {
      const all = [...at.parentElement.children].filter((child) => child.localName === at.localName);
      const texts = all.map((child) => plain(child.textContent)).filter((text) => text !== '' && text.length <= 40);
      if (all.length > 1) return texts.slice(0, most);
    }
    return [];
  };
  const options = () => {
    const found = {};
    for (const list of document.querySelectorAll('select'))
      for (const option of list.options) {
        if (option.value === '') continue;
        found[option.value] ??= plain(option.textContent);
        // Several lists may send the same number for something else each.
        if (list.name !== '') found[`${list.name}=${option.value}`] ??= plain(option.textContent);
      }
    return found;
  };
  /** Hidden fields, in which a list that is searched keeps the id of what was picked. */
  const hidden = () =>
    Object.fromEntries(
      [...document.querySelectorAll('input[type=hidden][name]')].map(({ name, value }) => [name, value]),
    );
  /** Messages of the page, for what appears after a click. */
  const messages = () =>
    [...document.querySelectorAll('[role=status], [role=alert], output, .toast, .notice, .messagelist li, .alert')]
      .filter((node) => node.getClientRects().length > 0)
      .map((node) => {
        const box = node.getBoundingClientRect();
        return { text: plain(node.innerText).slice(0, 300), x: box.x + box.width / 2, y: box.y + box.height / 2 };
      })
      .filter(({ text }) => text !== '');
  /** Where the name of who is signed in is shown: the smallest such elements. */
  const whereIs = (wanted) => {
    const found = [...document.querySelectorAll('body *')].filter(
      (node) =>
        node.getClientRects().length > 0 &&
        plain(node.textContent).includes(wanted) &&
        plain(node.textContent).length < 120 &&
        // A menu that is folded has it, too.
        plain(node.innerText).toLowerCase().includes(wanted.toLowerCase()),
    );
    const fields = [...document.querySelectorAll('input, textarea')].filter(
      (node) => node.type !== 'password' && node.getClientRects().length > 0 && plain(node.value) === wanted,
    );
    return found
      .filter((node) => !found.some((other) => other !== node && node.contains(other)))
      .concat(fields)
      .map((node) => {
        const box = node.getBoundingClientRect();
        return { text: plain(node.textContent || node.value), x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
  };
  return { find, describe, options, hidden, messages, whereIs };
};
