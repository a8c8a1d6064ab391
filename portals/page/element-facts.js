// Runs inside the portal's page, on the element that is about to receive an input: collects what the guard judges, over
// the composed tree (through slots and shadow roots), from all attributes, in full. What a fact means is not decided here.
// Kept as plain script text: it is read from disk, with what it includes, and sent to the page.
(element) => {
  const tree = include('composed-tree.js')();
  const sheet = include('style-text.js')(tree);
  const { plain, getter, localNameOf, attribute, is, all, below, referred, unread } = tree;
  const { isBeside, isIcon } = sheet;
  /** What a style sheet adds to the control or a part of it; not a tip beside it, nor an icon. */
  const added = (node, part) => (isIcon(node, part) || isBeside(node, part, element) ? '' : sheet.added(node, part));

  const spoken = (node, deep) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType === 11)
      return below(node)
        .map((child) => spoken(child, true))
        .join('');
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    if (deep && attribute(node, 'aria-hidden') === 'true') return '';
    // A label may hold its own field: what that holds, or offers, is data.
    if (deep && is(node, 'select, textarea')) return '';
    const style = getComputedStyle(node);
    if (deep && (style.display === 'none' || style.visibility === 'hidden')) return '';
    const label = attribute(node, 'aria-label');
    if (deep && label) return ` ${label} `;
    if (localNameOf(node) === 'br') return ' ';
    if (localNameOf(node) === 'img') return ` ${attribute(node, 'alt') ?? ''} `;
    if (localNameOf(node) === 'svg') return ` ${all(node, 'title')[0]?.textContent ?? ''} `;
    const gap = style.display === 'inline' || style.display === 'contents' ? '' : ' ';
    const inner = below(node).map((child) => spoken(child, true));
    return `${gap}${added(node, '::before')}${inner.join('')}${added(node, '::after')}${gap}`;
  };
  const ownTied = [...(element.labels ?? tree.labelAround(element))];
  // The box to tick that a component draws goes by the label of the page that is tied to the component.
  const root = tree.rootOf(element);
  const isDrawnBox = is(element, '[type=checkbox], [type=radio]') && ownTied.length === 0 && root.nodeType === 11;
  const labels = isDrawnBox && root.host ? tree.labelAround(root.host) : ownTied;
  const ownLabels = () => labels.map((label) => spoken(label, false)).join(' ');
  const isTyped = is(element, 'input:not([type=submit],[type=button],[type=reset],[type=image]), select, textarea');
  const isShownOnly = is(element, 'input[readonly]:not([type=password])');
  const accessibleName = () => {
    const by = referred(element, 'aria-labelledby');
    if (by.length > 0) return by.map((node) => attribute(node, 'aria-label') ?? spoken(node, false)).join(' ');
    const label = attribute(element, 'aria-label');
    if (label && label.trim()) return label;
    if (isTyped) return ownLabels() || element.title || element.placeholder || '';
    if (is(element, 'input'))
      return element.value || (element.type === 'submit' ? 'Submit' : '') || element.alt || element.title;
    if (is(element, 'area')) return attribute(element, 'alt') || element.title;
    // Beside a mere sign or icon its tip says what it is, and of a box that a button draws its label.
    const said = spoken(element, false).trim();
    return /[\p{L}\p{N}]/u.test(said) ? said : ownLabels().trim() || tipOf(said) || said;
  };
  /** Of a mere sign, also the tip of the one part that it is. */
  const tipOf = (said) => {
    const [part, ...more] = all(element, '[title]');
    const isPart = part !== undefined && more.length === 0 && !/[\p{L}\p{N}]/u.test(said);
    return element.title || (isPart && plain(part.textContent) === plain(element.textContent) ? part.title : '') || '';
  };

  const form = element.form ?? (is(element, 'button, input, select, textarea') ? element.closest('form') : null);
  const owner = form ?? element.closest('form');
  const submits = (control) =>
    (is(control, 'button') && control.type === 'submit') ||
    (is(control, 'input') && (control.type === 'submit' || control.type === 'image'));
  const elementsOf = getter(HTMLFormElement, 'elements');
  const fieldsOf = (node) =>
    [...elementsOf(node)]
      .filter(
        (field) =>
          is(field, 'input[type=hidden]') ||
          (is(field, 'input[type=checkbox], input[type=radio]') && field.checked) ||
          is(field, 'select'),
      )
      .map((field) => ({ name: attribute(field, 'name') ?? '', value: plain(field.value) }));
  /** Of the form that numbers of records have, or a state in JSON that may name them. */
  const mayName = (value) =>
    value.length <= 60
      ? /^(?=.*\p{N})[\p{L}\p{N}:/=_+.-]{4,}$|^\{/u.test(value)
      : value.length <= 20_000 && /^\{.*\}$/s.test(value);
  const dataAround = () => {
    const found = [];
    for (let at = tree.aboveElement(element), n = 0; at && n < 6; at = tree.aboveElement(at), n += 1)
      found.push(...tree.attributesOf(at).filter(({ name }) => /^data-|:|^(?:hx|ng|x|v|phx)-/.test(name)));
    return found.map(({ name, value }) => ({ name: name.replace(/^data-|^.*:/, ''), value }));
  };
  const typed = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=password], [type=file], [type=submit])';
  const loose = [
    ...[
      ...all(document, 'input[type=hidden]').filter((field) => !field.form),
      ...(owner ? [...elementsOf(owner)].filter((field) => is(field, `${typed}, textarea`)) : []),
      ...(is(element, 'button, input') ? [element] : []),
    ].map((field) => ({ name: attribute(field, 'name') ?? attribute(field, 'id') ?? '', value: field.value })),
    // A component is a field of its form by a name and a value that its own script gives; its attribute says the first one.
    ...(owner ? [...elementsOf(owner)].filter((field) => field.localName.includes('-')) : []).map((field) => ({
      name: attribute(field, 'name') ?? '',
      value: attribute(field, 'value') ?? '',
    })),
    ...dataAround(),
  ]
    .filter(({ value }) => mayName(value.trim()))
    .slice(0, 50);
  const link = element.closest('a[href], area[href]');
  const absolute = (address) => {
    try {
      return new URL(address || document.URL, document.baseURI).href;
    } catch {
      return address;
    }
  };
  const defaultButton = form && [...elementsOf(form)].find((control) => submits(control) && !control.disabled);

  const { visibleText, hiddenTexts, over, under, covered } = include('control-text.js')(
    element,
    { labels, isTyped },
    tree,
    sheet,
  );
  /** The letters of a drawn text whose letters are placed one by one, as people read them. */
  const longestDrawn = 300;
  const asDrawn = (node) => {
    if (!all(node, '[x*=" "], [x*=","], [dx]').length && !is(node, '[x*=" "], [x*=","], [dx]')) return '';
    const letters = Array.from({ length: Math.min(node.getNumberOfChars(), longestDrawn) }, (_, n) => ({
      sign: node.textContent[n] ?? '',
      x: node.getStartPositionOfChar(n).x,
    }));
    return letters
      .toSorted((a, b) => a.x - b.x)
      .map(({ sign }) => sign)
      .join('');
  };
  const { attributes, context } = include('surroundings.js')(element, isTyped, tree, sheet);
  // What its picture is called is a title of all its parts.
  if (is(element, 'area'))
    for (const image of document.querySelectorAll('img[usemap]'))
      for (const name of ['alt', 'title', 'aria-label'])
        if (attribute(image, name)) context.push({ kind: 'picture', text: plain(attribute(image, name)) });
  for (const text of under) if (plain(text) !== '') context.push({ kind: 'under', text: plain(text) });

  /** What the form of a control shows of records: the titles of its groups, and what its fields hold. */
  const records = tree.recordsSaid(element);
  const numbered = (texts, more) =>
    texts
      .map(plain)
      .filter((text) => (/(?:\p{N}-?){8,}/u.test(text) || more?.test(text) === true) && text.length <= 300);
  const shownInForm = numbered(
    (owner ? all(owner, 'legend, input:not([type=hidden], [type=password]), select, output') : [])
      .filter((node) => tree.isRendered(node))
      .map((node) =>
        is(node, 'select')
          ? (node.selectedOptions[0]?.label ?? '')
          : is(node, 'legend')
            ? node.textContent
            : node.value || (attribute(node, 'placeholder') ?? ''),
      ),
  );
  /** Which records the page has chosen, in rows and by buttons of a group; a list that leads to them is none of these. */
  const chosenKinds =
    ':is(tr, [role=row], [role=option], [role=gridcell])[aria-selected=true], [role=radio][aria-checked=true], input[type=radio]:checked, :is(tr, [class*=list-group-item i], [class*=list-item i], [class*=master i] li):is(.active, .selected, .is-selected, .is-active, .table-active, .current)';
  /** A claim or a dispute that is chosen in a list. */
  const coded = /(?<!\p{L})\p{L}{2,5}-\p{N}{4}/u;
  /** What the form sends of lists and boxes, with what they are called, and the row in which a box is. */
  const sent = numbered(
    (owner ? [...elementsOf(owner)] : [])
      .filter((field) => is(field, ':is(select, [type=checkbox]:checked, [type=radio]:checked)[name]'))
      .map((field) => {
        const called = [
          attribute(field, 'aria-label') ?? '',
          ...tree.labelsOf(field).map((label) => spoken(label, false)),
        ];
        if (is(field, 'select')) return [...called, field.selectedOptions[0]?.label].join(' ');
        return [...called, field.closest('tr, [role=row], li')?.textContent].join(' ');
      }),
  );
  const chosen = numbered(
    (is(element, 'button, input, [role=button]') ? all(tree.rootOf(element), chosenKinds) : [])
      .slice(0, 20)
      .filter((node) => tree.isRendered(node))
      .map((node) => [node.textContent, ...tree.labelsOf(node).map((label) => label.textContent)].join(' ')),
    coded,
  );
  const fields = 'input:not([type=hidden], [type=password]), select, textarea';
  /** The form of a control, or the part around it that has fields. */
  const aroundFields = () => {
    let root = owner ?? element;
    for (let n = 0; n < 6 && root && !is(root, fields) && all(root, fields).length === 0; n += 1)
      root = tree.aboveElement(root);
    return root;
  };
  /** Sentences in a form, and right before and behind it, that may say what its button does. */
  const pattern = include('patterns');
  const telling = pattern(`(?<![\\p{L}\\p{N}])(?:${include('words').about})(?![\\p{L}\\p{N}])`, 'iu');
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const sentences = isTyped ? null : include('named-in-sentences.js')(element, plain(accessibleName()), tree);
  const longestSentence = 240;
  const mostSentences = 40;
  const mostBoxes = 200;
  /** What may be called by the words for an action, with its value behind it. */
  const namers = 'dt, th, td:first-child:nth-last-child(2), b, strong, label';
  const lines = 'p, div, span, dd';
  const mostNames = 400;
  const longestNamer = 60;
  /** A clock in it makes it no other one. */
  const tellNear = (kind, said) => {
    const text = plain(said).replace(/\d[\d.,:]*/g, (number) => (/^0+(?:[.,]0+)?$/.test(number) ? number : '#'));
    if (/\p{L}{3}/u.test(text) && text.length <= longestSentence) context.push({ kind, text });
  };
  const sentencesNear = (root) => {
    const shown = (node) => tree.isRendered(node) && !node.closest(`button, select, textarea, nav, ${drawnApart}`);
    /** Beside a box that is not ticked. */
    const isOff = (node) => {
      const box = node.closest('label')?.control;
      return box?.matches('[type=checkbox], [type=radio]') === true && !box.checked;
    };
    const tell = (node) => {
      const text = plain(node.textContent);
      if (text.length <= longestSentence && !isOff(node) && telling.test(unaccented(text)) && shown(node))
        tellNear('text', sentences.withoutOthers(text));
    };
    const hasOwn = (node) => below(node).some((part) => part.nodeType === 3 && plain(part.data).length > 2);
    const tellAll = (part) => [...(hasOwn(part) ? [part] : []), ...all(part, texts).filter(hasOwn)].forEach(tell);
    all(root, texts).filter(hasOwn).slice(0, mostSentences).forEach(tell);
    const before = [];
    for (let at = root, n = 0; at && !is(at, 'body, main, dialog, section, article') && n < 4; n += 1) {
      before.push(tree.previousOf(at), at.nextElementSibling);
      at = tree.aboveElement(at);
    }
    for (const each of before)
      if (each && is(each, `ul, ol, ${texts}`) && all(each, tree.controls).length === 0 && !is(each, tree.controls))
        tellAll(each);
  };
  const texts = 'p, div, small, span, li, td, dd, em, strong, b, i, label, figcaption, blockquote, output, mark';
  const drawnApart =
    '[role=tooltip], [role=navigation], [role=listbox], [role=menu], [role=log], [role=feed], [aria-hidden=true], [class*=comments i], [class*=thread i], [class*=conversation i]';
  /** What is ticked, pressed or chosen in the page and sent by no name of the form: only a script knows what it is for. */
  const chosenNear = () => {
    const boxes =
      'input[type=checkbox]:checked, input[type=radio]:checked, [role=checkbox][aria-checked=true], [role=radio][aria-checked=true], [role=switch][aria-checked=true], [aria-pressed=true], [role=option][aria-selected=true], [role=combobox]:not(input), .select2-selection__rendered, [class*=singleValue i], [class*=single-value i], .ng-value-label, [class*=option-card i]:is(.active, .selected, .is-selected), select, input:not([type]):is([readonly], :disabled), input[type=text]:is([readonly], :disabled), :is([role=group], [class*=btn-group i], [class*=segment i], [class*=toggle i], [class*=chips i]) > :is(.active, .selected, .is-active), :is([class*=checkbox i], [class*=radio i], [class*=switch i]):is(.checked, .is-checked, .active, .on, .selected)';
    for (const box of all(tree.rootOf(element), boxes).slice(0, mostBoxes)) {
      const its = box.form ?? box.closest('form');
      const isSent = its !== null && its === owner && is(box, 'input[name], select[name]');
      if (box === element || (its !== null && its !== owner) || !tree.isRendered(box)) continue;
      // What its form sends of a list is judged by its value and constrained; of a box, the label may say more than the value.
      if (isSent && is(box, 'select')) continue;
      const named = [...tree.labelsOf(box), ...referred(box, 'aria-labelledby')].map((each) => each.textContent);
      const said = plain([attribute(box, 'aria-label') ?? '', ...named].join(' ') || box.textContent);
      const text = is(box, 'input:not([type=checkbox], [type=radio])')
        ? plain(box.value)
        : is(box, 'select')
          ? plain([...box.selectedOptions].map((option) => option.label).join(', '))
          : said || plain(box.nextSibling?.textContent);
      // "With selected: Void": what the button beside it does with each of them.
      const before = is(box, 'select')
        ? said.replace(plain(box.textContent), '') || box.previousSibling?.textContent || box.options[0]?.label
        : '';
      tellNear(bulk.test(unaccented(plain(before))) ? 'chosen action' : isSent ? 'sent box' : 'box', text);
    }
    // "Action: Void bill"
    for (const name of all(tree.rootOf(element), namers).slice(0, mostNames)) {
      const text = name.textContent;
      if (text.length > longestNamer || !naming.test(unaccented(plain(text)))) continue;
      const isCell = is(name, 'dt, th, td');
      const value = isCell ? name.nextElementSibling : name.nextSibling;
      const shown = value?.nodeType === 1 ? value : name;
      if (value && (!isCell || is(value, 'dd, td')) && tree.isRendered(shown) && !tree.isInside(shown, element))
        tellNear('box', value.textContent);
    }
    for (const line of all(tree.rootOf(element), lines).slice(0, mostNames)) {
      if (line.childElementCount > 2 || line.textContent.length > longestNamer * 2) continue;
      const [, value] = namedInLine.exec(unaccented(plain(line.textContent))) ?? [];
      if (value && tree.isRendered(line) && !tree.isInside(line, element) && !line.closest(drawnApart))
        tellNear('box', value);
    }
  };
  const { naming: called, namingLeads, multiples, bulk: ofSeveral } = include('words');
  const bulk = pattern(`^[-\\s]*(?:${ofSeveral})\\s*:?[-\\s]*$`, 'iu');
  const unit = pattern(`\\p{Lu}{3}|\\p{Sc}|000|${multiples}`, 'iu');
  const naming = pattern(`^(?:(?:${namingLeads})\\s+)?(?:${called})s?\\s*:?$`, 'iu');
  const namedInLine = pattern(`^(?:(?:${namingLeads})\\s+)?(?:${called})s?\\s*[:–—]\\s*(.+)$`, 'iu');
  if (!isTyped && is(element, 'button, input, [role=button]')) {
    const root = aroundFields();
    sentencesNear(root ?? element);
    for (const text of sentences.toldOf()) tellNear('text', text);
    chosenNear();
  }
  /** What is said of units in and before a form: what its fields and columns are called, and what is right beside them. */
  const unitsSaid = () => {
    const root = is(element, 'button, input, [role=button], a') ? aroundFields() : null;
    if (!root) return [];
    const texts = [];
    const tell = (text) => {
      const said = plain(text);
      if (said.length <= 120 && unit.test(unaccented(said))) texts.push(said);
    };
    const shown = (node) => node?.nodeType === 1 && tree.isRendered(node);
    for (const node of all(root, 'legend, label, th, caption, [role=columnheader]')) {
      // What can be chosen there, and is not, is no unit of the form.
      const isOpen =
        is(node, 'label') && node.control?.matches('[type=radio], [type=checkbox]') && !node.control.checked;
      if (shown(node) && !isOpen) tell(spoken(node, false));
    }
    for (const field of all(root, fields).slice(0, 60)) {
      if (!shown(field) || (is(field, '[type=radio], [type=checkbox]') && !field.checked)) continue;
      for (const name of ['placeholder', 'aria-label', 'title', 'aria-description']) tell(attribute(field, name));
      for (const by of [...referred(field, 'aria-labelledby'), ...referred(field, 'aria-describedby')])
        tell(by.textContent);
      if (is(field, 'select')) tell(field.selectedOptions[0]?.label);
      for (const beside of [field.nextElementSibling, field.previousElementSibling])
        if (shown(beside) && all(beside, fields).length === 0 && !is(beside, fields)) tell(beside.textContent);
      for (const beside of [field.nextSibling, field.previousSibling]) if (beside?.nodeType === 3) tell(beside.data);
    }
    for (
      let before = root.previousElementSibling, n = 0;
      before && n < 3;
      before = before.previousElementSibling, n += 1
    )
      if (shown(before) && is(before, 'p, div, h1, h2, h3, h4, h5, h6, small, span, strong')) tell(before.textContent);
    return [...new Set(texts)];
  };
  /** What an option says first, in parts of their own: its name, where it says more below. */
  const firstParts = (node) => {
    const isSaid = (child) => child.nodeType === 3 || (child.nodeType === 1 && tree.isRendered(child));
    const first = below(node).find((child) => isSaid(child) && plain(spoken(child, false)) !== '');
    return first?.nodeType === 1 ? [plain(spoken(first, false)), ...firstParts(first)] : [];
  };
  /** Labels of a field that people see. */
  const wordsBefore = () => {
    let before = element.previousSibling;
    while (before && plain(before.textContent) === '') before = before.previousSibling;
    if (!before || (before.nodeType === 1 && (is(before, tree.controls) || !tree.isRendered(before)))) return [];
    const text = before.nodeType === 1 || before.nodeType === 3 ? plain(before.textContent) : '';
    return text !== '' && text.length <= 40 ? [text] : [];
  };
  const wordsBeside = (node) =>
    node === element || (node.nodeType === 1 && is(node, 'select, textarea'))
      ? ''
      : node.nodeType === 1 && tree.isInside(node, element)
        ? below(node).map(wordsBeside).join(' ')
        : spoken(node, node.nodeType === 1);
  const shownLabels = labels
    .filter((label) => {
      const { width, height } = label.getBoundingClientRect();
      return tree.isRendered(label) && width > 2 && height > 2 && !tree.clipsToDot(getComputedStyle(label));
    })
    .map((label) => plain(tree.isInside(label, element) ? wordsBeside(label) : spoken(label, false)))
    .filter(Boolean);

  return {
    tag: localNameOf(element),
    type: (is(element, 'button, input') ? element.type : '') ?? '',
    role: attribute(element, 'role') ?? (link === element ? 'link' : ''),
    name: plain(accessibleName()),
    visibleText: plain(visibleText),
    painted: plain(over.join(' ')),
    covered,
    // What cannot be typed over is shown like the words of a button.
    value:
      isTyped && element.type !== 'checkbox' && element.type !== 'radio' && !isShownOnly ? '' : plain(element.value),
    title: plain(isTyped ? element.title : tipOf(spoken(element, false))),
    hiddenTexts: [
      ...all(element, 'img, [role=img], svg title').map(
        (node) => attribute(node, 'alt') ?? attribute(node, 'aria-label') ?? node.textContent,
      ),
      ...all(element, 'svg text').map(asDrawn),
      ...hiddenTexts,
      attribute(element, 'aria-label'),
      attribute(element, 'alt'),
    ]
      .map(plain)
      .filter(Boolean),
    attributes,
    href: link ? absolute(attribute(link, 'href')) : null,
    download: link ? link.hasAttribute('download') : false,
    form: form && {
      action: absolute(attribute(form, 'action')),
      method: plain(attribute(form, 'method') || 'get').toLowerCase(),
      name: plain(attribute(form, 'name')),
      defaultButton: defaultButton ? plain(defaultButton.value || defaultButton.textContent) : null,
    },
    fields: owner ? fieldsOf(owner) : [],
    ...(loose.length === 0 ? {} : { loose }),
    // A link that only leads somewhere sends nothing.
    ...(!isTyped &&
    is(
      element,
      'button, input, [role=button], a:not([href]), a:is([href^="#"], [href^="javascript:" i], [data-method])',
    )
      ? { ids: include('ids-of-records.js')(element, tree) }
      : {}),
    formAction: attribute(element, 'formaction') === null ? null : absolute(attribute(element, 'formaction')),
    formMethod: attribute(element, 'formmethod'),
    pageUrl: (() => {
      try {
        return window.top.location.href;
      } catch {
        // In a frame of another origin only the browser knows it.
        return '';
      }
    })(),
    frameUrl: document.URL,
    // Text that is written in the page itself, in no field.
    editsText: element.isContentEditable === true && is(element, '[contenteditable]'),
    context,
    records: { ...records, inForm: shownInForm, chosen, sent },
    units: unitsSaid(),
    shownLabels,
    firstParts: attribute(element, 'role') === 'option' ? firstParts(element) : [],
    wordsBefore: isTyped ? wordsBefore() : [],
  };
};
