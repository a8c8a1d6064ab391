/** Where components, drawings and younger attributes say what a control does: each place with an act, and with a plain title. */
import { next, open, press, reading, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'composed context';
const go = '<button type=button>Continue</button>';
const said = `<p role=status></p><script>addEventListener('click', () => { fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })</script>`;
const host = (name: string, inner: string, setUp = ''): string =>
  `<script>customElements.define('${name}', class extends HTMLElement { constructor() { super(); const i = this.attachInternals(); ${setUp} this.attachShadow({ mode: 'open' }).innerHTML = \`${inner}\` } })</script>`;

const places: Record<string, (title: string) => string> = {
  'a label by an element, set by script': (title) =>
    `<h4 id=q>${title}</h4><div role=group id=g>${go}</div><script>g.ariaLabelledByElements = [q]</script>`,
  'details by an element, set by script': (title) =>
    `<p id=q>${title}</p>${go}<script>document.querySelector('button').ariaDetailsElements = [q]</script>`,
  'an attribute of a component called header': (title) => `<x-card header="${title}">${go}</x-card>`,
  'an attribute of a component called title-text': (title) => `<x-card title-text="${title}">${go}</x-card>`,
  'an attribute of a component called heading': (title) => `<x-panel heading="${title}"><div>${go}</div></x-panel>`,
  'an attribute of a component called label, drawn': (title) =>
    `<x-p label="${title}">${go}</x-p>${host('x-p', `<h3></h3><slot></slot>`, '')}<script>for (const e of document.querySelectorAll('x-p')) e.shadowRoot.querySelector('h3').textContent = e.getAttribute('label')</script>`,
  'a part of a root that is no heading, as the title of a dialog': (title) =>
    `<x-m>${go}</x-m>${host('x-m', `<div role=dialog aria-labelledby=t><span id=t>${title}</span><slot></slot></div>`)}`,
  'roots in roots': (title) =>
    `<x-o>${go}</x-o>${host('x-i', '<slot></slot>')}${host('x-o', `<section><h2>${title}</h2><x-i><slot></slot></x-i></section>`)}`,
  'a slot within a slot': (title) =>
    `<x-o><span slot=t>${title}</span>${go}</x-o>${host('x-i', '<fieldset><legend><slot name=l></slot></legend><slot></slot></fieldset>')}${host('x-o', `<x-i><slot name=t slot=l></slot><slot></slot></x-i>`)}`,
  'the title of a drawing in the button': (title) =>
    `<button type=button><svg width=20 height=20><title>${title}</title><rect width=20 height=20 /></svg>Continue</button>`,
  'the description of a drawing in the button': (title) =>
    `<button type=button><svg width=20 height=20><desc>${title}</desc><rect width=20 height=20 /></svg>Continue</button>`,
  'the sign of a drawing that is used': (title) =>
    `<button type=button><svg width=20 height=20 aria-hidden=true><use href="#i-${title.toLowerCase().replaceAll(' ', '-')}"/></svg>Continue</button>`,
  'a link of a drawing': (title) =>
    `<svg width=200 height=40><a href="/next" role=button aria-label=Continue><title>${title}</title><text y=20>Continue</text></a></svg>`,
  'a formula with a link': (title) =>
    `<math><mrow href="/next" title="${title}"><mtext>Sum</mtext></mrow></math><div title="${title}">${go}</div>`,
  'the caption of a figure': (title) => `<figure><figcaption>${title}</figcaption>${go}</figure>`,
  'a term of a list': (title) => `<dl><dt>${title}</dt><dd>${go}</dd></dl>`,
  'a toolbar': (title) => `<div role=toolbar aria-label="${title}">${go}</div>`,
  'a branch of a tree': (title) =>
    `<ul role=tree><li role=treeitem aria-expanded=true><span>${title}</span><ul role=group><li role=none>${go}</li></ul></li></ul>`,
  'the braille label': (title) => `<button type=button aria-braillelabel="${title}">Continue</button>`,
  'the word for its role': (title) => `<button type=button aria-roledescription="${title}">Continue</button>`,
  'the value text': (title) => `<button type=button aria-valuetext="${title}">Continue</button>`,
  'a shape of a picture behind': (title) =>
    `<button type=button><img alt="${title}" width=20 height=20 src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">Continue</button>`,
  'a name of a part': (title) =>
    `<x-z><template shadowrootmode=open><button type=button part="${title.toLowerCase().replaceAll(' ', '-')}">Continue</button></template></x-z>`,
  'the name of its slot': (title) =>
    `<x-z><template shadowrootmode=open><slot name="${title.toLowerCase().replaceAll(' ', '-')}"></slot></template><button type=button slot="${title.toLowerCase().replaceAll(' ', '-')}">Continue</button></x-z>`,
  'the data of a link that opens it': (title) =>
    `<button type=button itemprop="${title.toLowerCase().replaceAll(' ', '-')}">Continue</button>`,
  'a text of a style sheet as the title of a section': (title) =>
    `<style>section::before{content:"${title}";display:block;font-size:24px}</style><section>${go}</section>`,
  'a text of a style sheet as the title of a dialog': (title) =>
    `<style>[role=dialog]::before{content:"${title}";display:block;font-size:24px}</style><div role=dialog>${go}</div>`,
  'a part of a root whose title the style of the page writes': (title) =>
    `<style>x-h::part(head)::before{content:"${title}"}</style><x-h>${go}</x-h>${host('x-h', '<div part=head style="font-weight:bold"></div><slot></slot>')}`,
  'a heading whose text is in a field': (title) => `<section><h2><input readonly value="${title}"></h2>${go}</section>`,
  'a title as a picture with a name': (title) =>
    `<section><h2><img alt="${title}" width=200 height=20 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></h2>${go}</section>`,
  'a legend in a root': (title) =>
    `<x-f><template shadowrootmode=open><fieldset><legend>${title}</legend><slot></slot></fieldset></template>${go}</x-f>`,
  'a form with a name in a root': (title) =>
    `<x-f><template shadowrootmode=open><form name="${title.replaceAll(' ', '')}" onsubmit="return false"><button type=button>Continue</button></form></template></x-f>`,
  'a tab of a component': (title) =>
    `<x-tabs><template shadowrootmode=open><div role=tablist><button role=tab aria-selected=true>${title}</button></div><slot></slot></template><div role=tabpanel>${go}</div></x-tabs>`,
  'a summary in a root': (title) =>
    `<x-s><template shadowrootmode=open><details open><summary>${title}</summary><slot></slot></details></template>${go}</x-s>`,
  'an accordion without roles': (title) =>
    `<div class=accordion-item><h2 class=accordion-header><button type=button aria-expanded=true aria-controls=c>${title}</button></h2><div id=c class=accordion-body>${go}</div></div>`,
  'a navigation of one link that is unfolded right before it': (title) =>
    `<nav aria-expanded=true><a href="#q">${title}</a></nav><div>${go}</div>`,
  'a step of a component': (title) => `<x-step active label="${title}">${go}</x-step>`,
  'a popover’s title': (title) =>
    `<div popover=manual id=v style="inset:auto;position:static"><h3>${title}</h3>${go}</div><script>v.showPopover()</script>`,
  'a menu’s label': (title) =>
    `<div role=menu aria-label="${title}"><button type=button role=none>x</button>${go}</div>`,
  'a heading in a disguise': (title) => `<section><h2>${Array.from(title).join('\u200b')}</h2>${go}</section>`,
  'a heading turned by a sign': (title) =>
    `<section><h2>\u202e${Array.from(title).toReversed().join('')}\u202c</h2>${go}</section>`,
  'a heading of letters in elements': (title) =>
    `<section><h2>${Array.from(title, (letter) => `<span>${letter}</span>`).join('')}</h2>${go}</section>`,
  'a heading whose parts a style sheet orders': (title) =>
    `<section><h2 style="display:flex;flex-direction:row-reverse;justify-content:flex-end;gap:1ch">${title
      .split(' ')
      .toReversed()
      .map((word) => `<span>${word}</span>`)
      .join('')}</h2>${go}</section>`,
  'a component in the data of a page': (title) =>
    `<div id=app data-page='{"component":"Bills/${title.replaceAll(' ', '')}","props":{"can":{"void":true},"urls":["/bills/1/void"]}}'>${go}</div>`,
  'a component that draws a part': (title) => `<div data-react-class="${title.replaceAll(' ', '')}">${go}</div>`,
  'a screen in the data of a part': (title) =>
    `<div data-screen="${title.toLowerCase().replaceAll(' ', '-')}">${go}</div>`,
};
/** Their twins are named by the title too, or lead elsewhere. */
const namedBy = /drawing in the button$|link of a drawing|shape of a picture/;
const acts = ['Void bill', 'Cancel shipment', 'Close account', 'Stornierung der Rechnung'];

export const composedContextCases: readonly GuardCase[] = Object.entries(places).flatMap(([name, build], n) => {
  const page = (title: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${build(title)}${said}`;
  const parts = { steps: [open, press, shown], pages: { '/next': next }, benchOnly: true };
  return [
    reading(group, {
      ...parts,
      name,
      start: page(acts[n % acts.length] ?? ''),
      ends: 'refused',
      findMs: 800,
      forbidden: /\/next/,
    }),
    ...(namedBy.test(name)
      ? []
      : [
          reading(group, {
            ...parts,
            name: `${name}, of a plain title`,
            start: page('Bill details'),
            ends: 'finished',
          }),
        ]),
  ];
});

/** What the button opens is judged where it is: the buttons of the dialog, and not the one that leads there. */
const opensDialog = (name: string, html: string): GuardCase =>
  reading(group, {
    name,
    start: `<!doctype html><meta charset=utf-8><h1>Start</h1>${html}${said}`,
    steps: [open, press, shown],
    pages: { '/next': next },
    ends: 'finished',
    benchOnly: true,
  });
export const dialogOpeners: readonly GuardCase[] = [
  opensDialog(
    'a button that opens a dialog about an act',
    `<button type=button commandfor=d command=show-modal>Continue</button><dialog id=d aria-label="Void bill">x</dialog>`,
  ),
  opensDialog(
    'a menu of the whole page that says that it is unfolded',
    `<nav aria-expanded=true aria-label=Sidebar><a href="#a">Authentication and Authorization</a> <a href="#d">Disputes</a> <a href="#i">Invoices</a></nav><div>${go}</div>`,
  ),
  opensDialog(
    'a button that controls a dialog about an act',
    `<button type=button aria-haspopup=dialog aria-controls=d>Continue</button><div role=dialog id=d hidden aria-label="Void bill">x</div>`,
  ),
  ...['Void bill', 'Correct bill'].flatMap((name) =>
    [
      {
        what: 'a dialog that says what it is',
        html: `<x-d>${go}</x-d>`,
        says: `i.role = 'dialog'; i.ariaLabel = '${name}';`,
      },
      {
        what: 'a button that is described',
        html: `<x-d role=button tabindex=0 onclick="location.href = '/next'">Continue</x-d>`,
        says: `i.ariaDescription = '${name}';`,
      },
    ].map(({ what, html, says }) =>
      reading('composed context', {
        name: `${what} by the internals of its element alone${name === 'Void bill' ? '' : ', where it is honest'}`,
        start: `<!doctype html><h1>Start</h1>${html}${host('x-d', '<slot></slot>', says)}${said}`,
        steps: [open, press, ...(html.includes('onclick') ? [] : [shown])],
        pages: { '/next': next },
        ends: name === 'Void bill' ? 'stopped' : 'finished',
        benchOnly: true,
      }),
    ),
  ),
];
