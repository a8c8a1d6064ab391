// Part of what runs inside the portal's page: what the parts of an application are called that a control lies in, by their
// elements and by the attributes from which frameworks know them.
(element, { all, attribute, attributesOf, is, localNameOf }) => {
  /** Attributes by which components are given their titles: `header`, `card-title`, `dialogtitle`, `title-text`. */
  const titling = /heading|header|label|caption|subject|title|^name$/;
  const drawnBy =
    /^data-(?:page|component|component-name|react-class|react-component|vue-component|view|screen|widget)$/;
  /** Of a part with a few buttons at most: of the whole page they are of all that it may do. */
  const wiredBy =
    /^(?:(?:data-)?ng-controller|data-controller|jscontroller|component-(?:export|url)|wire:snapshot|data-island|data-(?:[a-z]+-)?(?:section|panel|template|mode|flow|intent|workflow|wizard|module|modal|dialog|form|step|task|process|operation|purpose|title|heading|caption))$/;
  /** What a component is told that it does, where it has few buttons. */
  const doing = /(?:^|-)(?:action|command|operation|handler|selection-name|event-name|kind|intent|purpose|flow|task)$/;
  /** `void-bill-section` */
  const ofPart =
    /(?:[-_](?:section|panel|pane|page|view|screen|step|wizard|card|box)|[a-z](?:Section|Panel|Pane|Page|View|Screen|Step|Wizard|Card|Box))$/;
  const setUpBy = /^(?:(?:data-)?ng-init|v-scope)$/;
  /** `with: voidBillDialog`, `component: { name: 'void-bill' }` of Knockout. */
  const bound = /(?:^|[,{\s])(?:with|using|component|template)\s*:\s*(?:\{\s*name\s*:\s*)?['"]?([\w$-]+)/g;
  /** `mode='void_bill'`, `{ action: 'void' }`: what a part of the page is set up to do. */
  const chosen = /(?<![\w$])(?:mode|action|operation|op|command|intent|step)\s*[=:]\s*(['"`])([^'"`]{1,80})\1/g;
  const longestName = 80;
  const mostButtons = 5;
  const buttons = 'button, [role=button], input[type=submit], input[type=button], input[type=image]';
  const isNarrow = (node) => !is(node, 'html, body, main') && all(node, buttons).length <= mostButtons;
  const spaced = (name) =>
    name
      .replace(/^.*\/(?=[^/]*[A-Za-z])|\.\w{2,4}(?:[?#].*)?$/g, '')
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .replace(/[_.:-]+/g, ' ');
  /** Where the data are an object, it has more than what the part is called. */
  const nameIn = (value) => {
    if (!value.trimStart().startsWith('{')) return value.length <= longestName ? value : '';
    try {
      const { component, name, memo } = JSON.parse(value);
      return [component, name, memo?.name].find((each) => typeof each === 'string') ?? '';
    } catch {
      return '';
    }
  };
  /** The address that a part of the page comes from, without the numbers in it: "bills void" of `/bills/77/void`. */
  const ofAddress = (value) =>
    value
      .replace(/^[a-z]+:\/\/[^/]*|[?#].*$/gi, '')
      .split('/')
      .filter((part) => /[A-Za-z]{3}/.test(part) && !/\d{3}/.test(part))
      .slice(-2)
      .map(spaced)
      .join(' ');
  /** Words of the class of the page itself: where it says what page it is, and not what it can do. */
  const can = /^(?:is|has|can|may|with|allow|enable|show|hide|feature|ff|no|not|js)s?-/i;
  const pageClasses = (node) =>
    (attribute(node, 'class') ?? '')
      .split(/\s+/)
      .filter((word) => word.length <= longestName && !can.test(word))
      .map(spaced);

  return (node) => {
    const name = localNameOf(node);
    const isComponent = name.includes('-');
    const said = isComponent ? [name] : [];
    if (node === element) return said;
    if (name === 'body') said.push(...pageClasses(node));
    const isPart = isNarrow(node);
    if (name === 'turbo-frame' && isPart) said.push(spaced(attribute(node, 'id') ?? ''));
    for (const { name: key, value } of attributesOf(node)) {
      if (drawnBy.test(key)) said.push(nameIn(value));
      if (isComponent && titling.test(key)) said.push(value);
      if (!isPart) continue;
      if (key === 'id' && ofPart.test(value)) said.push(spaced(value));
      if (isComponent && doing.test(key)) said.push(spaced(value));
      if (wiredBy.test(key)) said.push(...nameIn(value).split(/\s+/).map(spaced));
      if (setUpBy.test(key)) said.push(...[...value.matchAll(chosen)].map(([, , what]) => what));
      if (key === 'data-bind') said.push(...[...value.matchAll(bound)].map(([, what]) => spaced(what)));
      if (/^(?:turbo-frame|include-fragment)$/.test(name) && key === 'src') said.push(ofAddress(value));
    }
    return said.filter((text) => text.trim() !== '');
  };
};
