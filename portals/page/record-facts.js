// Runs inside the portal's page, in a world of our own: everything that people see at the places where the page says
// whose record it is and who is signed in, and whether an element lies in the one row that shows a text.
// What is known of styles holds for one answer only: headings fade in and out between two of them.
(displayed) =>
  (subject, { queries, row, given = [], wanted = [], isPairs = false, message }) => {
    const { above, below, deniedText, fieldSeenOtherwise, isShown, readText, seenText, unread } = displayed();
    const { isOfAnother, recordsSaid, tableKinds } = include('composed-tree.js')();
    const plain = (text) =>
      String(text ?? '')
        .replace(/[^\S\ufeff]+/g, ' ')
        .trim();
    const folded = (text) => plain(text).toLowerCase();
    const longest = 300;

    const each = (root, visit) => {
      for (const node of below(root)) {
        if (node.nodeType !== 1 || unread.has(node.localName)) continue;
        visit(node);
        each(node, visit);
      }
    };
    const rawText = (node) => {
      if (node.nodeType === 3) return node.data;
      if (node.nodeType !== 1 || unread.has(node.localName)) return '';
      let text = '';
      for (const child of below(node)) {
        text += `${rawText(child)}${child.nodeType === 1 ? ' ' : ''}`;
        if (text.length > 4 * longest) break;
      }
      return text;
    };
    /** The document with the frames in it that can be looked into. */
    const documentsOf = (page, depth = 0) => {
      const inner = [];
      each(page, (node) => {
        if (!/^(?:iframe|frame|object)$/.test(node.localName)) return;
        try {
          if (node.contentDocument?.documentElement && depth < 3)
            inner.push({ frame: node, page: node.contentDocument });
        } catch {
          // Of another origin: nothing of it is read.
        }
      });
      return inner.flatMap(({ frame, page: its }) => [{ frame, page: its }, ...documentsOf(its, depth + 1)]);
    };
    const nameOf = (node) => {
      const root = node.getRootNode();
      const byId = (node.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => root.getElementById?.(id)?.textContent ?? '')
        .join(' ');
      const inner = node.localName === 'table' ? node.caption : node.querySelector?.(':scope > legend');
      return plain(node.getAttribute('aria-label') || byId || inner?.textContent || '');
    };
    const holdsWords = (text, words) => {
      let at = 0;
      for (const word of words) {
        const found = text.indexOf(word, at);
        if (found < 0) return false;
        at = found + word.length;
      }
      return true;
    };

    const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]';
    const placesOf = (root, { kind, words, name }) => {
      const places = [];
      if (kind === 'heading') {
        each(root, (node) => {
          if (node.matches(headings) && holdsWords(folded(rawText(node)), words)) places.push(node);
        });
        // Beside a heading in small letters, people take a text in larger ones for it.
        const size = Math.max(...places.map(sizeOf));
        if (places.length > 0 && size <= sizeOf(places[0].ownerDocument.body ?? places[0]))
          innermost(root, (node) => sizeOf(node) > 1.3 * size && !node.closest(`a, ${headings}`));
        // What names a table, a group or a part beside a heading may say that it is of another record.
        const known = new Set(places.flatMap((place) => numbersOf(rawText(place))));
        each(root, (node) => {
          const own = node.matches('caption, legend, summary') ? numbersOf(rawText(node)) : [];
          const isOther = own.length > 0 && known.size > 0 && !own.some((number) => known.has(number));
          if (isOther && holdsWords(folded(rawText(node)), words)) places.push(node);
        });
      } else if (kind === 'field') {
        each(root, (node) => {
          const value = valueOf(node, name);
          if (value) places.push(value);
          places.push(...behindText(node, name));
        });
      } else innermost(root, () => true);
      return places;

      /** The innermost elements with all the words, and a little more for what is variable. */
      function innermost(from, isWanted) {
        const called = words.join(' ');
        let value = null;
        const elementBeside = (node, its) => {
          const beside = valueOf(node, its);
          return beside?.only ? null : beside;
        };
        const inner = (node) => {
          let found = false;
          for (const child of below(node))
            if (child.nodeType === 1 && !unread.has(child.localName)) found = inner(child) || found;
          if (found || node.nodeType !== 1) return found;
          const text = folded(rawText(node));
          if (called !== '' && text === called) value = elementBeside(node, called) ?? value;
          const lines = holdsWords(text, words) ? linesOf(node).filter((line) => isWanted(node) && isLineOf(line)) : [];
          places.push(...lines);
          if (lines.length > 0) return true;
          if (text.length > longest || !holdsWords(text, words) || text.length <= called.length) return false;
          // Of a line of names and values, what is beside the name; the other values are no part of it.
          const isLine = value !== null && node.contains(value) && text !== `${called} ${folded(rawText(value))}`;
          if (isWanted(node)) places.push(isLine && text.startsWith(called) ? { besideName: value } : node);
          return true;
        };
        inner(from);

        function isLineOf({ only }) {
          const text = folded(only.map(rawText).join(' '));
          return text.length <= longest && text.length > called.length && holdsWords(text, words);
        }
      }
    };
    /** The lines of a text that has no element for each: between breaks and boxes of their own. None of a text in one line. */
    const linesOf = (node) => {
      const lines = [[]];
      for (const part of below(node)) {
        const isInline = part.nodeType === 3 || /^(?:inline|contents)/.test(getComputedStyle(part).display);
        if (part.localName === 'br' || !isInline) lines.push([]);
        else lines.at(-1).push(part);
      }
      return lines.length === 1 ? [] : lines.map((only) => ({ owner: node, only }));
    };
    const nodeOf = (place) => place.besideName ?? place.owner ?? place;
    const numbersOf = (text) => text.match(/\p{N}[\p{L}\p{N}-]{5,}/gu) ?? [];
    const sizeOf = (node) => parseFloat(getComputedStyle(node).fontSize);
    const fields = 'input, textarea, select';
    const names =
      'th, td, dt, label, [role=rowheader], [role=cell], [role=term], span, div, strong, b, p, em, i, font, small, h3, h4, h5, h6';
    /** Of a field that has to be filled in, the star may be before its name. */
    const bare = (text) => text.replace(/^\*\s*/, '').replace(/\s*[:*]$/, '');
    /** An icon between a name and its value, such as one for help: too small to show a number, and its style writes none. */
    const isSign = (node) => {
      // The colon may have a cell of its own.
      const isColon = rawText(node).trim() === ':';
      const isOther = !isColon && (node.matches(cellKinds) || rawText(node).trim() !== '');
      if (isOther || node.matches(fields) || node.querySelector(fields)) return false;
      const { width, height } = node.getBoundingClientRect();
      const written = ['::before', '::after'].map((part) => getComputedStyle(node, part).content);
      return (
        Math.max(width, height) <= 2 * sizeOf(node) &&
        written.every((text) => text.length <= 4 || text === 'none' || text === 'normal')
      );
    };
    /** What is beside a name: the next cell, the definition, the field of a label, the field in the next box. */
    const valueOf = (node, name) => {
      if (!node.matches(names)) return null;
      const own = bare(folded(rawText(node)));
      if (own !== bare(folded(name))) return null;
      if (
        [...below(node)].some(
          (child) => child.nodeType === 1 && bare(folded(rawText(child))) === own && child.matches(names),
        )
      )
        return null;
      if (node.localName === 'label' && node.control) return node.control;
      for (let at = node; at && at !== node.ownerDocument.body; at = above(at)) {
        let next = at.nextElementSibling;
        while (next && isSign(next)) next = next.nextElementSibling;
        const isField = next?.matches(fields) || next?.querySelector(fields);
        const bareValue = isField ? null : textBehind(at, next);
        if (bareValue !== null) return bareValue;
        if (next) return isOfAnother(at, next) ? null : fieldOrItself(next);
        if (bare(folded(rawText(above(at) ?? at))) !== own) return null;
      }
      return null;
    };
    /** Text without an element of its own between a name and what comes next: `<b>PRO:</b> 0412708839`. */
    const textBehind = (name, next) => {
      const parts = below(above(name) ?? name);
      const only = parts
        .slice(parts.indexOf(name) + 1, next ? parts.indexOf(next) : undefined)
        .filter((part) => part.nodeType === 3);
      return /\p{N}/u.test(only.map(rawText).join('')) ? { owner: above(name), only, behind: /^\s*[:#]?/ } : null;
    };
    /** What follows a name that is text without an element of its own: `PRO <b>0412708839</b>`, `PRO: 0412708839<br>`. */
    const behindText = (node, name) => {
      const parts = below(node).filter(
        (part) => part.nodeType === 1 || (part.nodeType === 3 && part.data.trim() !== ''),
      );
      return parts.flatMap((part, n) => {
        if (part.nodeType !== 3) return [];
        const called = folded(part.data).startsWith(bare(folded(name)))
          ? new RegExp(
              `^\\s*${bare(folded(name))
                .replace(/[^\p{L}\p{N} ]/gu, '\\$&')
                .replace(/ /g, '\\s+')}\\s*:`,
              'iu',
            )
          : null;
        if (called?.test(part.data) && /\p{N}/u.test(part.data.replace(called, '')))
          return [{ owner: node, only: [part], behind: called }];
        if (bare(folded(part.data)) !== bare(folded(name))) return [];
        const next = parts.slice(n + 1).find((other) => other.localName !== 'br');
        return next?.nodeType === 1 && !unread.has(next.localName) ? [fieldOrItself(next)] : [];
      });
    };
    /** A box or cell that holds one field and no text is that field. */
    const fieldOrItself = (node) => {
      if (node.matches(fields) || folded(rawText(node)) !== '') return node;
      const inside = [];
      each(node, (part) => {
        if (part.matches(fields) && isShown(part, false)) inside.push(part);
      });
      for (const list of node.querySelectorAll('select, textarea')) if (isShown(list, false)) inside.push(list);
      return inside.length === 1 ? inside[0] : node;
    };
    const shownOf = (place, subject) => {
      if (place.only) return plain(seenText(place.owner, subject, place.only).replace(place.behind ?? '', ''));
      if (!place.matches(fields)) return seenText(place, subject);
      if (!isShown(place, false) || place.type === 'hidden' || place.type === 'password') return '';
      if (place.scrollWidth > place.clientWidth + 1) return '';
      return plain(place.localName === 'select' ? place.selectedOptions[0]?.label : place.value);
    };

    const inWords = (text) => ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
    const says = (text, words) => words !== '' && inWords(text).includes(inWords(words));
    const partKinds =
      'table, section, article, fieldset, details, dialog, dl, [role=table], [role=grid], [role=region], [role=group], [role=tabpanel], [role=dialog]';
    const titleKinds = `${headings}, caption, legend, summary`;
    /**
     * What says of which record the part is that holds an element: its name, title, tab or opener, the row over the one that
     * holds it, and what it says itself beside the words of the mark.
     */
    const namesOfParts = function* (element, words) {
      const root = element.getRootNode();
      const textsOf = (node, name) =>
        (node.getAttribute(name) ?? '').split(/\s+/).flatMap((id) => root.getElementById?.(id) ?? []);
      const openers = [...(root.querySelectorAll?.('[aria-controls]') ?? [])].filter((opener) =>
        opener.matches('[aria-expanded=true], [role=tab][aria-selected=true]'),
      );
      // Rows of a list may say themselves whose they are.
      const rows = element.matches(tableKinds) ? [...element.querySelectorAll(rowKinds)].slice(0, 200) : [];
      const heads = rows.length === 0 ? [] : ownCells(rows[0]);
      const isOfRecord = (name) =>
        (words !== '' && name === words) || /^(?:pro|shipment)(?: (?:no\.?|number|#))?$/.test(name);
      const own = wanted.some((name) => isOfRecord(folded(name)))
        ? -1
        : heads.findIndex((head) => isOfRecord(folded(rawText(head))));
      if (own >= 0)
        for (const cells of rows.slice(1).map(ownCells))
          if (cells.length === heads.length) yield plain(readText(cells[own]));
      for (let at = element; at?.nodeType === 1; at = above(at)) {
        if (at.id) yield* openers.filter((opener) => opener.getAttribute('aria-controls') === at.id);
        if (at.matches(partKinds)) {
          yield plain(at.getAttribute('aria-label'));
          yield* [...textsOf(at, 'aria-labelledby'), ...textsOf(at, 'aria-describedby')];
          const titles = [...at.querySelectorAll(titleKinds)].filter((title) => closestOf(title, partKinds) === at);
          const before = titles.filter((title) => title.compareDocumentPosition(element) !== 2);
          if (before.length > 0) yield before.at(-1);
          const names = [...at.querySelectorAll('th, td, dt')].filter((name) => folded(rawText(name)) === words);
          for (const name of words === '' ? [] : names) yield* [valueOf(name, words)].filter(Boolean);
        }
        if (at.matches('[role=tabpanel]'))
          yield* [...at.ownerDocument.querySelectorAll('[role=tab][aria-selected=true]')].filter(
            (tab) =>
              !tab.hasAttribute('aria-controls') && closestOf(tab, '[role=tablist]')?.parentNode === at.parentNode,
          );
        const before = at.matches(rowKinds) && ownCells(at).length === 1 ? at.previousElementSibling : null;
        // A column of another name has other numbers.
        const titles = before?.matches(rowKinds)
          ? ownCells(closestOf(before, tableKinds)?.querySelector('tr, [role=row]') ?? before)
          : [];
        const isOfOthers = (head) => head?.matches('th, [role=columnheader]') && !says(rawText(head), words);
        if (titles.length > 0) yield* ownCells(before).filter((_, n) => !isOfOthers(titles[n]));
      }
    };
    /** The number of another record that a part is named by, in a sight of the page: people take what is in it for that of the other. */
    const otherPartOf = (sight, element, words) => {
      const known = numbersOf(sight);
      const formOf = (number) => number.replace(/\p{N}/gu, '0').replace(/\p{L}/gu, 'a');
      for (const place of element === null || known.length !== 1 ? [] : namesOfParts(element, words)) {
        const text = typeof place === 'string' ? place : shownOf(place, element);
        if (text.length > longest || text.includes(known[0])) continue;
        const other = numbersOf(text).find((number) => formOf(number) === formOf(known[0]));
        // "Invoice 0098123456" is no shipment.
        const rest = folded(text.replace(other ?? '', ''));
        if (other !== undefined && !given.includes(other) && (!/\p{L}/u.test(rest) || says(rest, words)))
          return [sight.replace(known[0], other)];
      }
      return [];
    };
    const sightOf = (page, query, subject, isFramed = query.frame !== undefined) => {
      const roots = !isFramed
        ? [page, ...documentsOf(page).map(({ page: its }) => its)]
        : documentsOf(page)
            .filter(({ frame }) =>
              ['title', 'name', 'aria-label', 'id'].some((name) => frame.getAttribute(name) === query.frame),
            )
            .map(({ page: its }) => its);
      const scopes =
        query.section === undefined
          ? roots
          : roots.flatMap((root) => {
              const found = [];
              each(root, (node) => {
                if (nameOf(node) === query.section) found.push(node);
              });
              return found;
            });
      // Where no part of the page has the name itself, it is that of what people see under a title.
      const underTitle = () => {
        const { isUnder } = include('titled-part.js')();
        const everywhere = roots.flatMap((root) => placesOf(root, query));
        return everywhere.filter((place) => isUnder(nodeOf(place), query.section));
      };
      const found = scopes.length > 0 ? scopes.flatMap((scope) => placesOf(scope, query)) : underTitle();
      const places = [...new Set(found)];
      const whole = places.slice(0, 100).flatMap((place) => (place.besideName ? [] : [shownOf(place, subject)]));
      // A name and a value that say the same again are no second place.
      const beside = places.slice(0, 100).flatMap(({ besideName }) => {
        const text = besideName ? shownOf(besideName, subject) : '';
        return text === '' ? [] : [`${query.words.join(' ')} ${text}`];
      });
      const known = new Set(whole.map(folded));
      const sights = [...whole, ...beside.filter((text) => !known.has(folded(text)))].filter((text) => text !== '');
      // A number that turns by itself is that of both records.
      const turned = include('watch').turned();
      for (const { place, others } of turned)
        if (places.some((each) => nodeOf(each).contains(place)))
          sights.push(...others.filter((text) => /\p{N}{4,}/u.test(text)).slice(0, 2));
      const isAlone = row === undefined && sights.length === 1;
      return isAlone
        ? [...sights, ...otherPartOf(sights[0], subject, query.words.join(' ') || folded(query.name))]
        : sights;
    };

    /** Beside what is said around an element: the rows and the title over all columns in it that say whose it is. */
    const recordsInAndAround = (element) => {
      const { near, current, units, at } = recordsSaid(element);
      const inside = [element.caption ? plain(readText(element.caption)) : '', plain(element.title)].filter(Boolean);
      units.push(...inside);
      if (element.matches(`${tableKinds}, dl`))
        for (const cell of [...element.querySelectorAll('th, td, dt')].slice(0, 200)) {
          const isEdge = cell.parentNode.rowIndex === 0 || closestOf(cell, 'tfoot') !== null;
          if (cell.colSpan > 1 && isEdge) inside.push(plain(readText(cell)));
          // A factor beside a figure.
          if (/^\s*\(?[x\u00d7*]\s?10/i.test(cell.textContent)) units.push(plain(readText(cell)));
          const value = /^(?:pro|shipment)(?: (?:no\.?|nr\.?|number|#))?:?$/.test(folded(rawText(cell)))
            ? cell.nextElementSibling
            : null;
          if (value?.matches('td, dd')) inside.push(`${plain(rawText(cell))} ${plain(readText(value))}`);
        }
      // The head of the column in which values stand beside their names.
      const heads = isPairs && element.rows?.length > 1 ? [...element.rows[0].cells] : [];
      const isCorner = heads.length > 1 && plain(readText(heads[0])) === '';
      const head = isCorner || heads.every((cell) => cell.localName === 'th') ? heads.slice(1, 2) : [];
      const titles = [
        ...head.map((cell) => plain(readText(cell))),
        ...(inside.length === 0 ? [] : [inside.join('; ')]),
      ];
      return { near: [...titles, ...near], current, units, at };
    };

    const closestOf = (node, selector) => {
      for (let at = node; at; at = above(at)) if (at.nodeType === 1 && at.matches(selector)) return at;
      return null;
    };
    const rowKinds = 'tr, [role=row]';
    const cellKinds = 'td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]';
    const ownCells = (row) => {
      const cells = [];
      each(row, (node) => {
        if (node.matches(cellKinds) && closestOf(above(node), rowKinds) === row) cells.push(node);
      });
      return cells;
    };
    const isApart = (cell, part) => {
      const hasRow = closestOf(cell, rowKinds)?.getBoundingClientRect().height > 0;
      if (hasRow && getComputedStyle(cell).display !== 'table-cell') return false;
      const [one, other] = [cell, part].map((node) => node.getBoundingClientRect());
      return other.height > 0 && (other.bottom <= one.top + 1 || other.top >= one.bottom - 1);
    };
    /** Grids place their cells themselves, and one that is placed beside its row is seen in another one. */
    const isOutside = (row, cell) => {
      const [around, inner] = [row, cell].map((node) => node.getBoundingClientRect());
      return (
        around.height > 0 && inner.height > 0 && (inner.bottom <= around.top + 1 || inner.top >= around.bottom - 1)
      );
    };
    /** What a field shows that is all there is in a cell. */
    const inField = (cell) => {
      const field = fieldOrItself(cell);
      // One that is written into filters the rows.
      if (!field.matches('input[readonly], textarea[readonly]')) return undefined;
      return field.matches('input') && fieldSeenOtherwise(field) !== null ? '' : shownOf(field, cell);
    };
    const word = (name) => include('patterns')(`(?<!\\p{L})(?:${include('words')[name]})(?!\\p{L})`, 'iu');
    /**
     * Whether a cell shows the number in a column of others ("Replaces", "Master PRO"), of a row that has another number as long in a
     * column of its own: it is the row of that one. A reference is one of the record itself.
     */
    const relatedIn = ([heads], wanted) => {
      const titles =
        heads === undefined
          ? []
          : ownCells(heads).map((cell) => plain(cell.textContent.normalize('NFD').replace(/\p{M}/gu, '')));
      const isRelated = (title = '') => word('related').test(title) && !/ref/i.test(title);
      if (!/^\p{N}{6,}$/u.test(wanted) || !titles.some(isRelated)) return () => false;
      const isOwn = (cell, n) => {
        const text = plain(readText(cell));
        return (
          text !== wanted &&
          text.length === wanted.length &&
          /^\p{N}+$/u.test(text) &&
          !isRelated(titles[n]) &&
          !word('otherKinds').test(titles[n])
        );
      };
      return (cell, cells) =>
        cells.length === titles.length && isRelated(titles[cells.indexOf(cell)]) && cells.some(isOwn);
    };
    /** Whether the element's own row is the only one of its table in which a cell, or a line of one, shows exactly this text. */
    const rowOf = (control, wanted) => {
      // The editor of a grid is over the cell that is written into.
      const { besides, editedCell, faultOf, linesOf, partsOfRow, rowlessCells, showsAnother } =
        include('list-items.js')();
      const element = (closestOf(control, rowKinds) === null && editedCell(control)) || control;
      const row = closestOf(element, rowKinds);
      const table = row && closestOf(row, tableKinds);
      const rowless = closestOf(element, rowlessCells);
      if (rowless !== null) {
        const shows = (cell) => (inField(cell) ?? seenText(cell, element)) === wanted;
        if (!besides(rowless).some(shows)) return 'no cell that shows it';
        const all = [...closestOf(rowless, tableKinds).querySelectorAll(rowlessCells)];
        const same = all.filter((cell) => plain(readText(cell)) === wanted);
        return same.length > 1 ? `${same.length} rows that show it` : null;
      }
      if (!row || !table) return faultOf(element, wanted, (place) => seenText(place, element));
      const parts = partsOfRow(row);
      const cells = [row, ...parts].flatMap(ownCells);
      const showsLine = (cell) =>
        linesOf(cell, wanted).some((line) => ` ${seenText(line, element)} `.includes(` ${wanted} `));
      const seenIn = (cell) => inField(cell) ?? seenText(cell, element);
      // What people see of a cell takes far longer than its markup: those behind the one that is wanted are not looked at.
      const rows = [];
      each(table, (node) => {
        if (node.matches(rowKinds) && closestOf(above(node), tableKinds) === table) rows.push(node);
      });
      const isOfRelated = relatedIn(rows, wanted);
      const whole = cells.find((cell) => seenIn(cell) === wanted && !isOfRelated(cell, cells));
      const isLine = whole === undefined && [row, ...parts].every((part) => !showsAnother(part, wanted));
      const cell = whole ?? (isLine ? cells.find(showsLine) : undefined);
      if (cell === undefined) {
        const near = cells.map(seenIn).find((text) => folded(text) !== '') ?? '';
        return `no cell that shows it, but ${JSON.stringify(near.slice(0, 80))}`;
      }
      // Moved by its style, the control or the number is what people see of another row.
      const own = cells.find((each_) => closestOf(element, cellKinds) === each_);
      const isMoved = own !== undefined && own !== cell && [element, own].some((part) => isApart(cell, part));
      if (isMoved || [cell, own].some((part) => part !== undefined && isOutside(closestOf(part, rowKinds), part)))
        return 'a control that people see beside another row';
      const at = rows.indexOf(row);
      const spans = rows.some((each_, n) =>
        ownCells(each_).some((cell) => cell.rowSpan > 1 && n <= at && n + cell.rowSpan > at),
      );
      if (spans) return 'a cell over several rows';
      const same = rows
        .filter((other) =>
          ownCells(other).some(
            (cell, _n, all) =>
              !isOfRelated(cell, all) &&
              ((inField(cell) ?? plain(readText(cell))) === wanted || linesOf(cell, wanted).length > 0),
          ),
        )
        .filter((other, _n, found) => !(parts.includes(other) && found.includes(row)));
      return same.length > 1 ? `${same.length} rows that show it` : null;
    };

    /** What the page tells people in short texts of their own, and in sentences without a role that may take something back. */
    const noticesOf = (root) => {
      const notices = [];
      const sentences = [];
      const roles =
        'dialog[open], [role=dialog], [role=alert], [role=alertdialog], [role=status], [aria-live=assertive], [aria-live=polite], output, [class*=alert i], [class*=danger i], [class*=error i], [class*=toast i]';
      const against = new RegExp(`(?<![\\p{L}\\p{N}])(?:${include('words').against})(?![\\p{L}\\p{N}])`, 'iu');
      const isSentence = (node) => {
        const hasOwn = [...node.childNodes].some((part) => part.nodeType === 3 && /\p{L}.*\s.*\p{L}/su.test(part.data));
        const text = hasOwn && node.matches('p, div, span, li, small, strong, em, b') ? plain(node.textContent) : '';
        return text !== '' && text.length <= longest && against.test(text.normalize('NFD').replace(/\p{M}/gu, ''));
      };
      each(root, (node) => {
        const kept = node.matches(roles) ? notices : isSentence(node) ? sentences : null;
        const text = kept !== null && isShown(node, false) ? plain(readText(node)) : '';
        if (text !== '' && text.length <= longest && kept.length < 20) kept.push(text);
      });
      return { notices, sentences };
    };

    // The subject is the element that is worked on or read, or the document.
    const element = subject.nodeType === 1 ? subject : null;
    let page = element === null ? subject : element.ownerDocument;
    let isTop = page.defaultView === page.defaultView.top;
    try {
      while (!isTop && page.defaultView.parent.document) {
        page = page.defaultView.parent.document;
        isTop = page.defaultView === page.defaultView.top;
      }
    } catch {
      // Of another origin: it is asked by itself.
    }
    return {
      sights: queries.map((query) => sightOf(page, query, element)),
      row: row === undefined || element === null ? null : rowOf(element, row),
      ...(message === true
        ? { ...noticesOf(page), denied: element && deniedText(element, plain(readText(element))) }
        : {}),
      ...(element === null || row !== undefined || message === true ? {} : { records: recordsInAndAround(element) }),
      ...(isTop
        ? {}
        : {
            root: page.URL,
            inFrame: queries.map((query) => (query.frame === undefined ? [] : sightOf(page, query, element, false))),
          }),
    };
  };
