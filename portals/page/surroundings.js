// Part of what runs inside the portal's page: what a control is under, by kind, and all attributes on it and of what
// hears its clicks.
(element, isTyped, tree, { decoration }) => {
  const { plain, parentOf, previousOf, attributesOf, shadowOf, localNameOf, attribute, is, all, slotOf } = tree;
  const { above, below, isInside, rootOf, referred, controls, unread, isRendered } = tree;
  const picturedWords = include('pictured-words.js');
  const componentsSaid = include('components-said.js')(element, tree);
  const context = [];
  const known = new Set();
  const tell = (kind, text) => {
    const said = plain(text);
    const key = `${kind} ${said}`;
    if (said === '' || known.has(key)) return;
    known.add(key);
    context.push({ kind, text: said });
  };
  /** Text of a title, without that of the controls in it. @param isNamed it is referred to, so that it counts unseen too */
  const titleText = (node, isNamed = false, withControls = false) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    // What a list offers is no title.
    if (is(node, '[role=listbox], [role=option], option')) return '';
    if (!isNamed && getComputedStyle(node).display !== 'contents' && !isRendered(node)) return '';
    if (!withControls && is(node, controls)) return '';
    const picture = `${localNameOf(node) === 'img' ? (attribute(node, 'alt') ?? '') : ''} ${picturedWords(node)}`;
    const inner = below(node).map((child) => titleText(child, isNamed, withControls));
    // A component that is a control, such as the one that closes a dialog: what it is called is no title either.
    const isDrawn = plain(inner.join('')) !== '' || decoration(node).trim() !== '';
    if (!withControls && !isDrawn && shadowOf(node) && all(shadowOf(node), controls).some(isRendered)) return '';
    const typed = withControls && is(node, 'input[readonly], input:disabled, output') ? (node.value ?? '') : '';
    return ` ${attribute(node, 'aria-label') ?? ''} ${picture} ${typed} ${decoration(node)} ${inner.join('')} `;
  };
  /** In which libraries keep the text of a tip. */
  const tips =
    /^(?:data-)?(?:[a-z]+-)*(?:original-title|tippy-content|balloon|hint|[a-z]*tooltip(?:-(?:text|title|content|html))?|tip)$/i;
  const describe = (node, kind) => {
    for (const name of ['aria-label', 'title', 'aria-description', 'aria-roledescription'])
      tell(kind, attribute(node, name));
    for (const { name, value } of attributesOf(node)) if (tips.test(name)) tell(kind, value);
    // What holds the control itself is no title over it.
    for (const by of referred(node, 'aria-labelledby')) if (!isInside(by, element)) tell(kind, withoutCloser(by));
  };
  const closes =
    /^(?:close|dismiss|schlie(?:ß|ss)en|cerrar|fermer)(?: (?:the |this )?(?:dialog|drawer|modal|panel|pop-?up|window))?[^\p{L}\p{N}]*$/iu;
  const sizes =
    /^(?:collapse|expand|minimi[sz]e|maximi[sz]e|full ?screen|minimieren|maximieren|minimizar|maximizar|réduire|agrandir)[^\p{L}\p{N}]*$/iu;
  const wordsOf = (text) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const closesIt = /^(?:close|dismiss|schlie(?:ß|ss)en|cerrar|fermer):?\s+(?=\S)/iu;
  /** The buttons behind a title that close the dialog or change its size are no part of what it asks. */
  const withoutCloser = (title) => {
    let text = plain(titleText(title, true, true));
    for (const button of [...all(title, 'button, [role=button]')].reverse()) {
      const name = plain(titleText(button, true, true));
      if (name === '') continue;
      if (!text.endsWith(` ${name}`)) break;
      const rest = plain(text.slice(0, -name.length));
      // Some are called by what they close as well: "close Submit dispute?".
      const isIts = closesIt.test(name) && wordsOf(name.replace(closesIt, '')) === wordsOf(rest);
      if (!isIts && !closes.test(name) && !sizes.test(name)) break;
      text = rest;
    }
    return text;
  };
  const heading = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const rankOf = (node) => Number(attribute(node, 'aria-level') ?? /^h([1-6])$/.exec(localNameOf(node))?.[1] ?? 2) || 2;
  const sections = new Set(
    'section article aside nav form fieldset dialog table details ul ol dl main footer iframe'.split(' '),
  );
  const titled =
    /(?:^|[-_\s])(?:title|title-?bar|heading|header|head|hdr|hd|caption|legend|subtitle)(?:$|[-_\s])|[a-z]__label(?:$|\s)/i;
  /** `ShellHeadTitle` */
  const titledInCapitals = /[a-z](?:Title|Heading|Header|Caption)(?:$|\s)/;
  const overHeading = /(?:^|[-_\s])(?:overline|eyebrow|kicker|pre-?title|supertitle)(?:$|[-_\s])/i;
  const longestTitle = 300;
  /** What is drawn in a node: that of its shadow root, and what its slots are given. */
  const withShadow = (node, selector) => [
    ...all(node, selector),
    ...(shadowOf(node) ? all(shadowOf(node), selector) : []),
    ...(localNameOf(node) === 'slot' ? [node] : all(shadowOf(node) ?? node, 'slot')).flatMap((slot) =>
      slot.assignedElements().flatMap((given) => [...(is(given, selector) ? [given] : []), ...all(given, selector)]),
    ),
  ];
  /** Whether all that an element shows is bold or large, or a question: a title of pages that have no headings. */
  const looksLikeTitle = (node) => {
    const own = (node.textContent ?? '').trim();
    // A title that is slotted, or that only its style writes.
    const slotted = own === '' && all(node, 'slot').length > 0 ? plain(titleText(node)) : '';
    const raw = own === '' ? slotted || plain(decoration(node)) : own;
    if (raw === '' || raw.length > longestRaw) return false;
    if (!/[?？]$/.test(raw)) {
      let at = node;
      for (let only = at; only; only = onlyPartOf(at)) at = only;
      const style = getComputedStyle(at, own === '' && slotted === '' ? '::before' : undefined);
      const isCapitals =
        style.textTransform === 'uppercase' ||
        style.fontVariantCaps !== 'normal' ||
        /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u.test(raw);
      if (!isCapitals && Number(style.fontWeight) < 600 && parseFloat(style.fontSize) < largeLetters * baseSize())
        return false;
    }
    const text = plain(titleText(node));
    return text !== '' && text.length <= longestDrawnTitle && all(node, controls).length === 0;
  };
  /** A picture in the place of a title: all that its part of the page shows. */
  const named = 'img[alt], svg[aria-label], [role=img][aria-label]';
  const isPicture = (node) => plain(node.textContent) === '' && (is(node, named) || all(node, named).length === 1);
  /** Words that a style sheet puts on the upper edge of their box, as a legend is. */
  const isOnBorder = (node) => {
    if (!/absolute/.test(getComputedStyle(node).position) || all(node, controls).length > 0) return false;
    const [own, around] = [node.getBoundingClientRect(), above(node)?.getBoundingClientRect?.()];
    return around !== undefined && own.top <= around.top && own.bottom >= around.top && own.height < 40;
  };
  const longestRaw = 600;
  const longestDrawnTitle = 120;
  const largeLetters = 1.25;
  const baseSize = () => parseFloat(getComputedStyle(element.ownerDocument.body ?? element).fontSize);
  /** The one element in which all the text of another one lies. */
  const onlyPartOf = (node) => {
    const parts = below(node).filter((part) => part.nodeType === 1 || plain(part.data ?? '') !== '');
    return parts.length === 1 && parts[0].nodeType === 1 ? parts[0] : null;
  };
  /** "**Void bill** – 0412708839 [Continue]": the bold words with which the text on the line of a control begins. */
  const leadBeside = (sibling, node) => {
    let lead = sibling;
    while (lead?.nodeType === 1 && !is(lead, 'b, strong'))
      lead = below(lead).find((child) => child.nodeType === 1 || plain(child.data ?? '') !== '');
    if (!lead || lead.nodeType !== 1 || lead === sibling) return;
    const [one, other] = [sibling.getBoundingClientRect(), node.getBoundingClientRect()];
    if (one.bottom <= other.top || one.top >= other.bottom || all(sibling, controls).length > 0) return;
    const text = plain(titleText(lead));
    if (text.length <= longestDrawnTitle) tell('section', text);
  };
  /** In a bar of buttons, and in a chip, the short words right before a control say what it is for. */
  const barsOfControls = '[class*=bar i], [class*=actions i], [class*=footer i], footer, [role=toolbar]';
  const wordsInBar = (node) => {
    const before = previousOf(node);
    const around = above(node);
    if (before?.nodeType !== 1 || around?.nodeType !== 1 || !is(around, barsOfControls)) return;
    if (is(before, `${controls}, a, label, ul, ol, nav`) || all(before, controls).length > 0) return;
    const text = plain(titleText(before));
    if (text.length <= longestInBar) tell('section', text);
  };
  const longestInBar = 60;
  /** Of what comes before a node beside it: the titles that its part of the page is under. */
  const headingsBefore = (node, rank) => {
    let lowest = rank;
    const slot = slotOf(node);
    const before =
      slot || !parentOf(node)
        ? below(above(node) ?? node)
            .slice(0)
            .reverse()
        : null;
    let at = before === null ? previousOf(node) : null;
    const siblings = function* () {
      if (before !== null) {
        const from = before.indexOf(node);
        for (const each of before.slice(from + 1)) if (each.nodeType === 1) yield each;
      } else for (; at; at = previousOf(at)) yield at;
    };
    for (const sibling of siblings()) {
      const name = localNameOf(sibling);
      if (is(sibling, heading)) {
        if (rankOf(sibling) < lowest) {
          lowest = rankOf(sibling);
          tell('section', titleText(sibling, false, true));
        }
        continue;
      }
      if (sections.has(name) || unread.has(name) || is(sibling, controls)) continue;
      const marks = `${attribute(sibling, 'class') ?? ''} ${attribute(sibling, 'slot') ?? ''}`;
      if (lowest > 6) leadBeside(sibling, node);
      // A small line over the heading, of the kind that libraries call so.
      if (lowest <= 6 && overHeading.test(marks) && all(sibling, controls).length === 0)
        tell('section', titleText(sibling, false, true));
      if (isTabBar(sibling)) for (const each of all(sibling, chosenTab)) tell('tab', titleText(each, true, true));
      const isTitle =
        /^(?:header|hgroup|dt|legend)$/.test(name) ||
        titled.test(marks) ||
        titledInCapitals.test(marks) ||
        (name.includes('-') && titled.test(name)) ||
        all(sibling, 'slot[name]').some((slot) => titled.test(attribute(slot, 'name'))) ||
        (lowest > 6 && (looksLikeTitle(sibling) || isPicture(sibling) || isOnBorder(sibling)));
      const inner = withShadow(sibling, heading);
      if (!isTitle && (inner.length === 0 || all(sibling, controls).length > 0)) continue;
      if (inner.length === 0) {
        const text = plain(titleText(sibling));
        if (lowest > 6 && text.length <= longestTitle) tell('section', text);
        if (text !== '') lowest = Math.min(lowest, 6);
      }
      if (/^(?:header|hgroup)$/.test(name))
        for (const each of all(sibling, 'p')) {
          const text = plain(titleText(each));
          if (text.length <= longestDrawnTitle && all(each, controls).length === 0) tell('section', text);
        }
      for (const each of inner.toReversed())
        if (rankOf(each) < lowest) {
          lowest = rankOf(each);
          tell('section', titleText(each, false, true));
        }
    }
    return lowest;
  };
  /** Titles that come later in the page and are drawn above a node all the same, where a style sheet orders its neighbours. */
  const headingsDrawnAbove = (node) => {
    const around = above(node);
    if (around?.nodeType !== 1) return;
    const isOrdered = /flex|grid/.test(getComputedStyle(around).display);
    const { top, left, right } = node.getBoundingClientRect();
    const later = below(around);
    for (const each of later.slice(later.indexOf(node) + 1)) {
      if (each.nodeType !== 1) continue;
      const box = each.getBoundingClientRect();
      if (box.bottom > top + 2 || (!isOrdered && (box.right <= left || box.left >= right))) continue;
      const isTitle = is(each, heading) || (isOrdered && looksLikeTitle(each));
      const titles = isTitle ? [each] : all(each, controls).length > 0 ? [] : withShadow(each, heading);
      for (const title of titles) tell('section', titleText(title, false, true));
    }
  };
  /** Titles of elsewhere in the page that a style sheet puts right above the control. */
  const titlesPutAbove = () => {
    const { left, right, top, width } = element.getBoundingClientRect();
    if (width === 0) return;
    const found = new Set();
    for (const by of [6, 16, 28])
      for (const x of [left + 4, (left + right) / 2, right - 4]) {
        const hit = element.ownerDocument.elementFromPoint(x, top - by);
        for (let at = hit; at && !isInside(at, element); at = above(at))
          if (at.nodeType === 1 && /absolute|fixed/.test(getComputedStyle(at).position)) {
            if (is(at, heading) || looksLikeTitle(at)) found.add(at);
            break;
          }
      }
    for (const each of found) tell('section', titleText(each, false, true));
  };
  /** The step that a list of steps, or the page that a breadcrumb, says people are at. */
  const currentSteps = () => {
    const current =
      '[aria-current=step], nav[aria-label*=breadcrumb i] [aria-current=page], [class*=breadcrumb i] :is([aria-current=page], .active, .current), :is([class*=stepper i], [class*=wizard i], [class*=steps i], [class*=progress i], [class*=timeline i]) :is(.active, .current, .is-active, .is-current, [aria-selected=true], [class*="-active" i])';
    for (const each of all(rootOf(element), current))
      if (!isInside(each, element) && isRendered(each)) tell('tab', titleText(each, false, true));
    // A breadcrumb in plain text ends with the page that people are at.
    for (const each of all(rootOf(element), '[class*=breadcrumb i]'))
      if (!isInside(each, element) && isRendered(each) && all(each, '[aria-current], .active, .current').length === 0) {
        const last = plain(titleText(each, false, true))
          .split(/\s*[>›»/→]\s*/)
          .at(-1);
        if (last.length <= longestDrawnTitle) tell('tab', last);
      }
    // A bar that says in words how far people are.
    for (const each of all(rootOf(element), '[role=progressbar][aria-valuetext]'))
      if (isRendered(each)) tell('tab', attribute(each, 'aria-valuetext').replace(/^[^:–—]*[:–—]\s*/, ''));
  };
  const longestDialog = 400;
  const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]';
  /** The page around or beside a drawer is called after it (`mat-drawer-content`): wide, and laid over nothing. */
  const isBesideDrawer = (node) =>
    /static|relative/.test(getComputedStyle(node).position) && 2 * node.getBoundingClientRect().width > innerWidth;
  const isDialog = (node) =>
    is(node, dialogs) ||
    /-(?:modal|dialog|popup|drawer|offcanvas)(?:-|$)/.test(localNameOf(node)) ||
    /(?:^|[-_\s])(?:modal|dialog|popup|lightbox|popover)(?:$|[-_\s])/i.test(attribute(node, 'class') ?? '') ||
    (/(?:^|[-_\s])(?:drawer|offcanvas)(?:$|[-_\s])/i.test(attribute(node, 'class') ?? '') && !isBesideDrawer(node)) ||
    /(?:^|[-_.:])(?:modal|dialog|dlg|popup)$|[a-z](?:Modal|Dialog|Dlg|Popup)$/.test(attribute(node, 'id') ?? '');
  /** A dialog's titles: its headings, what is dressed as one, its first words, and what it asks. */
  const dialogTitles = (node) => {
    for (const by of referred(node, 'aria-describedby')) tell('dialog', titleText(by, true));
    for (const name of ['id', 'class', 'name']) tell('dialog', attribute(node, name));
    const blocks = [];
    const visit = (part) => {
      if (part.nodeType === 3) {
        if (part.data.trim() !== '') blocks.push({ text: part.data, isTitle: false });
        return;
      }
      if (part.nodeType !== 1 || unread.has(localNameOf(part)) || is(part, `${controls}, [role=listbox]`)) return;
      if (getComputedStyle(part).display !== 'contents' && !isRendered(part)) return;
      const isTitle = is(part, `${heading}, legend, caption`) || titled.test(attribute(part, 'class') ?? '');
      const children = below(part);
      const isBlock = !children.some((child) => child.nodeType === 1 && getComputedStyle(child).display !== 'inline');
      if (isTitle && all(part, controls).length === 0) blocks.push({ text: titleText(part), isTitle });
      else if (isBlock && children.length > 0) blocks.push({ text: titleText(part), isTitle: false });
      else {
        if (decoration(part).trim() !== '') blocks.push({ text: decoration(part), isTitle });
        children.forEach(visit);
      }
    };
    below(node).forEach(visit);
    const isAlert = attribute(node, 'role') === 'alertdialog';
    const said = blocks.filter(({ text }) => plain(text) !== '');
    // A few sentences and buttons: they say what going on does.
    const isShort = said.reduce((all_, { text }) => all_ + plain(text).length, 0) <= longestDialog;
    said.forEach(({ text, isTitle }, n) => {
      if (n === 0 || isTitle || isAlert || /[?？]/.test(text)) tell('dialog', text);
      else if (isShort && !isTyped) tell('dialog text', text);
    });
  };
  const { cells, headOver, rows, rowTitles, columnTitles } = include('row-titles.js')(element, tree, {
    describe,
    tell,
    titleText,
  });
  const chosenTab = '[role=tab][aria-selected=true], .active, [class*="--active" i], .is-active, .selected, .current';
  /** Tabs without roles, right before what they show; a menu of the page is none. */
  const isTabBar = (node) =>
    is(node, '[role=tablist]') ||
    (!is(node, '[role=tab]') && all(node, '[role=tab][aria-selected=true]').length > 0) ||
    (/(?:^|\s)(?:nav-)?tabs?(?:-?(?:bar|list|strip|nav|menu))?(?:$|\s)/i.test(attribute(node, 'class') ?? '') &&
      !is(node, 'nav, aside'));
  /** Tabs, accordion heads and links that open the part of the page with this id. */
  const openers = (node) => {
    const id = attribute(node, 'id');
    if (id) {
      const [word, hash] = [CSS.escape(id), JSON.stringify(`#${id}`)];
      const selector = `[aria-controls~="${word}"], [data-bs-target=${hash}], [data-target=${hash}], a[href=${hash}], [popovertarget="${word}"], [commandfor="${word}"]`;
      const root = rootOf(node);
      for (const each of [...all(root, selector), ...(root === document ? [] : all(node.ownerDocument, selector))])
        if (!isInside(node, each)) tell('tab', titleText(each, true, true));
      for (const owner of all(root, `[aria-owns~="${word}"]`)) describe(owner, 'section');
    }
    // A menu, or a part that is shown, right behind the control that opens it.
    const opener = node.nodeType === 1 && node !== element ? previousOf(node) : null;
    // A menu of the whole page that says that it is unfolded opens nothing beside it.
    const isMenu = opener && is(opener, 'nav, aside, [role=navigation]') && all(opener, controls).length > 1;
    if (opener && !isMenu && is(opener, '[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded=true]'))
      tell('tab', titleText(opener, true, true));
    if (
      attribute(node, 'role') === 'tabpanel' ||
      /(?:^|[\s_-])tabs?[-_]*(?:pane|panel|content|body)(?:$|[\s_-])/i.test(attribute(node, 'class') ?? '')
    ) {
      const around = above(node);
      // What a slot is given lies beside the tabs of its component.
      const within = around?.nodeType === 1 && localNameOf(around) === 'slot' ? rootOf(around) : around;
      const lists = within === null ? [] : all(within, '[role=tablist], .nav-tabs, .nav-pills, ul[class*=tabs i]');
      for (const each of lists.flatMap((list) => all(list, chosenTab))) tell('tab', titleText(each, true, true));
    }
  };
  const formTitles = (form) => {
    for (const name of ['name', 'id', 'class', 'target']) tell('form', attribute(form, name));
  };
  /** The one title in a form is over all of it, where the part that it is in has fields and no button of its own. */
  const onlyTitleOf = (form) => {
    const [title, ...others] = all(form, `${heading}, legend`);
    if (!title || others.length > 0 || !isRendered(title)) return;
    let part = title;
    while (above(part) !== null && above(part) !== form) part = above(part);
    const isBefore = (title.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (isBefore && all(part, 'button, input[type=submit], input[type=button], [role=button]').length === 0)
      tell('form', titleText(title, false, true));
  };
  const handling =
    /^(?:on(?:click|dblclick|auxclick|mouse\w+|pointer\w+|touch\w+|key\w+|focus\w*|change|input|submit|beforeinput|invalid|formdata|command|toggle)|(?:@|v-on:|x-on:)[\w.:-]+|\([\w.:-]+\)|(?:data-)?(?:ng-(?:click|submit|change|mousedown)|hx-[\w-:]+|fx-[\w-]+|ic-[\w-]+|ajax-[\w-]+|action|reflex)|(?:[a-z]+[-:])+(?:click|tap|press|submit)(?:[.$][\w.-]*)?|wire:[\w.:-]+|phx-[\w-]+|up-[\w-]+|jsaction|itemtype|_|data-[\w-]+-(?:action|operation|command)(?:-(?:value|param))?|data-(?:method|confirm|remote|url|turbo-\w+|command|operation))$/i;
  /** `notice.remove()` takes an element off the page where one has this id; of anything else it may delete a record. */
  const searched = (name, value) =>
    name.startsWith('on')
      ? value.replace(/(?<![\w$.'"`])([A-Za-z_$][\w$]*)(?=\.remove\(\s*\))/g, (id) =>
          document.getElementById(id) === null ? id : `document.getElementById('${id}')`,
        )
      : value;
  const attributesFor = (node, where, wanted) =>
    [...attributesOf(node)]
      .filter(
        ({ name, value }) => name !== 'style' && (wanted ?? /^/).test(name) && !(isTyped && name === 'value' && value),
      )
      .map(({ name, value }) => ({ where, name, value: searched(name, plain(value)) }));
  const attributes = [];
  const partsOf = (node) => below(node).flatMap((child) => (child.nodeType === 1 ? [child, ...partsOf(child)] : []));
  attributes.push(...attributesFor(element, 'control'));
  if (!is(element, 'select')) for (const part of partsOf(element)) attributes.push(...attributesFor(part, 'part'));

  const enclosing = 'a, button, summary, [role=button], [role=link], [role=menuitem], [role=tab]';
  const around = () => {
    let rank = 7;
    let isOutside = false;
    for (let node = element; node;) {
      const name = node.nodeType === 1 ? localNameOf(node) : '';
      if (node.nodeType === 1) {
        if (!/^(?:t[rdh]|tbody|thead|tfoot|body|html|option)$/.test(name)) {
          rank = headingsBefore(node, rank);
          headingsDrawnAbove(node);
        }
        if (node === element) wordsInBar(node);
        if (node !== element) {
          if (!/^(?:html|body|form|main)$/.test(name)) {
            askedBeside(node);
            tipsBeside(node);
          } else if (node === above(element)) tipsBeside(node, [element.nextElementSibling, previousOf(element)]);
          attributes.push(...attributesFor(node, 'around', handling));
          if (is(node, enclosing)) {
            attributes.push(...attributesFor(node, 'part'));
            tell('control', `${titleText(node, true, true)}`);
            for (const by of referred(node, 'aria-describedby')) tell('description', titleText(by, true, true));
          }
          // Rails and Django call pages so.
          if (/^(?:main|body)$/.test(name)) tell('component', attribute(node, 'id'));
          describe(node, name === 'form' ? 'form' : is(node, rows) ? 'row' : isDialog(node) ? 'dialog' : 'section');
          if (!/^(?:html|body)$/.test(name)) tell('section', decoration(node));
          if (isDialog(node)) dialogTitles(node);
          else if (is(node, 'form, fieldset, section, [role=group], [role=region], [role=radiogroup]'))
            for (const by of referred(node, 'aria-describedby')) {
              const text = plain(titleText(by, true));
              tell(text.length <= longestDrawnTitle ? 'field set' : 'text', text);
            }
          if (name === 'form') {
            formTitles(node);
            onlyTitleOf(node);
          }
          if (is(node, '[role=treeitem]')) treeItemTitle(node);
          if (is(node, 'li, [role=listitem]') && !node.closest('nav, [role=navigation], [role=menu]'))
            treeItemTitle(node);
          if (name === 'fieldset') tell('field set', titleOf(node, 'legend'));
          if (name === 'details') tell('details', titleOf(node, 'summary'));
          if (name === 'figure') tell('section', titleOf(node, 'figcaption'));
          if (name === 'table') tell('table', titleOf(node, 'caption'));
          if (is(node, cells)) columnTitles(node);
          else if (headOver(node) !== null) tell('column', titleText(headOver(node), false, true));
          if (is(node, rows)) rowTitles(node);
        }
        openers(node);
        if (node.nodeType === 1) for (const text of componentsSaid(node)) tell('component', text);
      }
      let next = above(node);
      if (next === null && node.nodeType === 9) {
        next = frameAround(node);
        isOutside = next !== null;
        rank = 7;
        if (node.defaultView && node.defaultView !== node.defaultView.top) tell('frame', node.title);
        if (next !== null) {
          for (const each of ['title', 'name', 'aria-label', 'id']) tell('frame', attribute(next, each));
          for (const by of [...referred(next, 'aria-labelledby'), ...referred(next, 'aria-describedby')])
            tell('frame', titleText(by, true, true));
        }
      }
      node = next;
    }
    return isOutside;
  };
  /** Of a branch of a tree, the words before the branches below it. */
  const treeItemTitle = (node) => {
    for (const child of below(node))
      if (isInside(child, element) || (child.nodeType === 1 && is(child, '[role=group]'))) return;
      else tell('section', titleText(child));
  };
  const notice = /(?:^|[-_\s])(?:toast|snackbar|notice|notification|banner|callout|alert)(?:$|[-_\s])/i;
  /** What is asked in the very line or notice of a control: "Void bill now? [Continue]". */
  const askedBeside = (node) => {
    const own = below(node).filter((child) => child.nodeType === 3 && child.data.trim() !== '');
    const isNotice = is(node, '[role=alert], [role=status], [role=log]') || notice.test(attribute(node, 'class') ?? '');
    if (isNotice) {
      const text = plain(titleText(node));
      if (text.length <= longestDrawnTitle) tell('section', text);
    } else
      for (const { data } of own) if (/[?？]\s*$/.test(data) && data.length <= longestDrawnTitle) tell('section', data);
  };
  /** A tip that is drawn beside a control, in an element around both, though nothing names it. */
  const tipsBeside = (node, among = below(node)) => {
    for (const child of among)
      if (child?.nodeType === 1 && !isInside(child, element) && is(child, '[role=tooltip]'))
        tell('description', titleText(child, true, true));
  };
  const titleOf = (node, selector) => {
    const title = below(node).find((child) => child.nodeType === 1 && is(child, selector));
    return title ? titleText(title, true, true) : '';
  };
  const frameAround = (page) => {
    try {
      return page.defaultView?.frameElement ?? null;
    } catch {
      return null;
    }
  };

  around();
  titlesPutAbove();
  currentSteps();
  /** The form that a control elsewhere sends, and what that is under. */
  const aroundForm = (form) => {
    formTitles(form);
    const own = all(form, `${heading}, legend`)[0];
    if (own) tell('form', titleText(own, false, true));
    let rank = 7;
    for (let node = form; node?.nodeType === 1 && !isInside(node, element); node = above(node)) {
      rank = headingsBefore(node, rank);
      describe(node, node === form ? 'form' : isDialog(node) ? 'dialog' : 'section');
      if (isDialog(node)) dialogTitles(node);
    }
  };
  if (element.form && !isInside(element.form, element)) aroundForm(element.form);
  const ownForm = element.form ?? element.closest('form');
  for (const output of ownForm && !isTyped ? all(ownForm, 'output') : [])
    if (isRendered(output)) tell('form', titleText(output, false, true));
  for (const name of ['aria-describedby', 'aria-details', 'aria-errormessage', 'interestfor'])
    for (const by of referred(element, name)) tell('description', titleText(by, true, true));
  tell('description', attribute(element, 'aria-description'));
  return { attributes, context };
};
