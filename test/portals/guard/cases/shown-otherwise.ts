/** Numbers, values, names of controls and persons that the markup says and a style, a font or a layer shows otherwise; honest twins beside them. */
import { next, open, press, reading, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { here, other, record, openRecord, readWeight, script, style } from './record-blocks.ts';

const group = 'shown otherwise';
const heading = `<h1>Shipment ${here}</h1>`;
const table = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const uri = (svg: string): string =>
  `url('data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="60">${svg}</svg>`).replaceAll("'", '%27')}')`;
const written = (text: string): string =>
  uri(`<rect width="600" height="60" fill="white"/><text y="40" font-size="32">${text}</text>`);

/** What hides the heading, or a part of it; and the same part of the platform where it hides nothing. */
const headings: Record<string, { readonly hostile: string; readonly honest?: string }> = {
  'a font that draws a digit without size': {
    hostile: `${style('@font-face{font-family:x;src:local("DejaVu Sans"),local("Liberation Sans"),local("Arial");unicode-range:U+33;size-adjust:0%}h1{font-family:x,sans-serif}')}${heading}`,
    honest: `${style('@font-face{font-family:x;src:local("DejaVu Sans"),local("Liberation Sans"),local("Arial");unicode-range:U+30-39;size-adjust:103%}h1{font-family:x,sans-serif}')}${heading}`,
  },
  'a size of the font by its small letters': {
    hostile: `${style('h1{font-size-adjust:.005}')}${heading}`,
    honest: `${style('h1{font-size-adjust:.5}')}${heading}`,
  },
  'a path that leads it out of the page': {
    hostile: `${style('h1{offset-path:path("M0 -900L1 -900");offset-rotate:0deg}')}${heading}`,
    honest: `${style('h1{width:max-content;offset-path:path("M300 60L301 60");offset-rotate:0deg}')}${heading}`,
  },
  'a beginning of a style that lasts': {
    hostile: `${style('h1{transition:opacity 900s;@starting-style{opacity:0}}')}${heading}`,
    honest: `${style('h1{transition:opacity .15s;@starting-style{opacity:0}}')}${heading}`,
  },
  'an animation by scrolling': {
    hostile: `${style('@keyframes f{from{opacity:0}}body{height:4000px}h1{animation:f linear both;animation-timeline:scroll()}')}${heading}`,
    honest: `${style('@keyframes f{to{opacity:.4}}body{height:4000px}h1{animation:f linear both;animation-timeline:scroll()}')}${heading}`,
  },
  'an animation by what is in view': {
    hostile: `${style('@keyframes f{from,99%{color:#fff}}h1{animation:f linear both;animation-timeline:view()}')}${heading}`,
    honest: `${style('@keyframes f{0%{opacity:.2}1%,100%{opacity:1}}h1{animation:f linear both;animation-timeline:view()}')}${heading}`,
  },
  'a colour for light and dark': {
    hostile: `${style(':root{color-scheme:light}h1{color:light-dark(#fff,#000)}')}${heading}`,
    honest: `${style(':root{color-scheme:light}h1{color:light-dark(#000,#fff)}')}${heading}`,
  },
  'a mixed colour': {
    hostile: `${style('h1{color:color-mix(in srgb,#fff 98%,#000)}')}${heading}`,
    honest: `${style('h1{color:color-mix(in srgb,#fff 10%,#000)}')}${heading}`,
  },
  'a colour from another one': {
    hostile: `${style('h1{color:oklch(from #000 1 c h)}')}${heading}`,
    honest: `${style('h1{color:oklch(from #fff .3 c h)}')}${heading}`,
  },
  'a colour of a wider space': {
    hostile: `${style('h1{color:color(display-p3 1 1 1)}')}${heading}`,
    honest: `${style('h1{color:color(display-p3 .1 .1 .4)}')}${heading}`,
  },
  'a colour that a registered property changes': {
    hostile: `${style('@property --c{syntax:"<color>";inherits:true;initial-value:#000}@keyframes c{to{--c:#fff}}h1{animation:c 1ms both;color:var(--c)}')}${heading}`,
    honest: `${style('@property --c{syntax:"<color>";inherits:true;initial-value:#000}@keyframes c{to{--c:#024}}h1{animation:c 1ms both;color:var(--c)}')}${heading}`,
  },
  'a colour in an attribute': {
    hostile: `${style('h1{color:attr(data-c type(<color>))}')}${heading.replace('<h1', '<h1 data-c="#fff"')}`,
    honest: `${style('h1{color:attr(data-c type(<color>))}')}${heading.replace('<h1', '<h1 data-c="#013"')}`,
  },
  'a colour that fills the letters': {
    hostile: `${style('h1{-webkit-text-fill-color:#fff}')}${heading}`,
    honest: `${style('h1{-webkit-text-fill-color:#222;color:#fff}')}${heading}`,
  },
  'a filter that floods': {
    hostile: `<svg width=0 height=0><filter id=f><feFlood flood-color="#fff"/></filter></svg>${style('h1{filter:url(#f)}')}${heading}`,
    honest: `<svg width=0 height=0><filter id=f><feDropShadow dx=1 dy=1 stdDeviation=1 flood-opacity=.3 /></filter></svg>${style('h1{filter:url(#f)}')}${heading}`,
  },
  'a filter of colours': {
    hostile: `<svg width=0 height=0><filter id=f><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0"/></filter></svg>${style('h1{filter:url(#f)}')}${heading}`,
    honest: `<svg width=0 height=0><filter id=f><feColorMatrix type=saturate values=".5"/></filter></svg>${style('h1{filter:url(#f)}')}${heading}`,
  },
  'a filter that moves it away': {
    hostile: `<svg width=0 height=0><filter id=f x=-9 y=-9 width=20 height=20><feOffset dx=0 dy=-900 /></filter></svg>${style('h1{filter:url(#f)}')}${heading}`,
  },
  'a brightness without end': {
    hostile: `${style('h1{color:#333;filter:brightness(99)}')}${heading}`,
    honest: `${style('h1{color:#333;filter:brightness(.9)}')}${heading}`,
  },
  'a mask of a drawing': {
    hostile: `<svg width=0 height=0><mask id=m maskUnits=userSpaceOnUse x=0 y=0 width=900 height=100><rect width=200 height=100 fill="#fff"/></mask></svg>${style('h1{mask:url(#m);font:32px monospace}')}${heading}`,
  },
  'a shape of a drawing': {
    hostile: `<svg width=0 height=0><clipPath id=c><rect width=250 height=100 /></clipPath></svg>${style('h1{clip-path:url(#c);font:32px monospace}')}${heading}`,
    honest: `<svg width=0 height=0><clipPath id=c><rect width=2000 height=200 /></clipPath></svg>${style('h1{clip-path:url(#c);font:32px monospace}')}${heading}`,
  },
  'its text behind its own ground': {
    hostile: `<h1 style="background:#fff"><span style="position:relative;z-index:-1">Shipment ${here}</span></h1>`,
  },
  'its text behind the ground of the section': {
    hostile: `<section style="background:${written(`Shipment ${other}`).replaceAll('"', '&quot;')} #fff;height:90px"><h1 style="position:relative;z-index:-1">Shipment ${here}</h1></section>`,
    honest: `<section style="background:#fff;position:relative;z-index:0"><h1 style="position:relative;z-index:-1">Shipment ${here}</h1></section>`,
  },
  'a drawing that is too narrow': {
    hostile: `<svg width=260 height=60><foreignObject width=900 height=60><h1 xmlns="http://www.w3.org/1999/xhtml" style="font:32px monospace;margin:0;white-space:nowrap">Shipment ${here}</h1></foreignObject></svg>`,
    honest: `<svg width=900 height=60><foreignObject width=900 height=60><h1 xmlns="http://www.w3.org/1999/xhtml" style="font:32px monospace;margin:0;white-space:nowrap">Shipment ${here}</h1></foreignObject></svg>`,
  },
  'a drawing on a small scale': {
    hostile: `<svg width=600 height=60 viewBox="0 0 60000 6000"><foreignObject width=900 height=60><h1 xmlns="http://www.w3.org/1999/xhtml">Shipment ${here}</h1></foreignObject></svg>`,
    honest: `<svg width=600 height=60 viewBox="0 0 900 90"><foreignObject width=900 height=90><h1 xmlns="http://www.w3.org/1999/xhtml" style="margin:0">Shipment ${here}</h1></foreignObject></svg>`,
  },
  'a box that is scrolled aside': {
    hostile: `<div id=s style="overflow:hidden;width:340px;font-family:monospace"><h1 style="white-space:nowrap;width:900px">${other} Shipment ${here}</h1></div>${script(`document.querySelector('h1').innerHTML = 'Shipment ${here}<span style="padding-left:300px"> </span>'; s.scrollLeft = 260`)}`,
  },
  'a box that is scrolled down': {
    hostile: `<div id=s style="overflow:hidden;height:50px">${heading}<p style="height:50px;margin:0;font-size:32px">Shipment ${other}</p><p style="height:300px"></p></div>${script('s.scrollTop = 85')}`,
  },
  'the back of a card': {
    hostile: `${style('h1{backface-visibility:hidden;transform:rotateY(180deg)}')}${heading}`,
    honest: `${style('h1{backface-visibility:hidden;transform:rotateY(0deg)}')}${heading}`,
  },
  'a place far behind': {
    hostile: `${style('main{perspective:10px}h1{transform:translateZ(-2000px)}')}<main>${heading}</main>`,
    honest: `${style('main{perspective:900px}h1{transform:translateZ(-10px)}')}<main>${heading}</main>`,
  },
  'a card that lies on its edge': {
    hostile: `${style('h1{transform:rotateX(89.9deg)}')}${heading}`,
  },
  'spaces between words as wide as the page': {
    hostile: `${style('h1{word-spacing:5000px;white-space:nowrap}body{overflow:hidden}')}${heading}`,
    honest: `${style('h1{word-spacing:8px}')}${heading}`,
  },
  'many spaces that are kept': {
    hostile: `${style('h1{white-space:pre}body{overflow:hidden}')}<h1>Shipment${' '.repeat(900)}${here}</h1>`,
    honest: `${style('h1{white-space:pre}')}<h1>Shipment  ${here}</h1>`,
  },
  'an inset as wide as the page': {
    hostile: `${style('h1{padding-left:6000px}body{overflow:hidden}')}${heading}`,
    honest: `${style('h1{padding-left:30px}')}${heading}`,
  },
  'a condition of a style': {
    hostile: `${style(`main{--on:1}h1{display:if(style(--on:1):none;else:block)}p.b{font-size:32px}`)}<main>${heading}<p class=b>Shipment ${other}</p></main>`,
    honest: `${style(`main{--on:0}h1{display:if(style(--on:1):none;else:block)}`)}<main>${heading}</main>`,
  },
  'a query of a property': {
    hostile: `${style(`main{--on:1}@container style(--on:1){h1{opacity:0}}`)}<main>${heading}</main>`,
    honest: `${style(`main{--on:0}@container style(--on:1){h1{opacity:0}}`)}<main>${heading}</main>`,
  },
  'a picture of the page before it': {
    hostile: `${style('::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:900s}::view-transition-old(root){animation-name:none;opacity:1;z-index:2}::view-transition-new(root){opacity:0;animation-name:none}')}<h1>Shipment ${other}</h1>${table.replace('1,200', '9')}${script(`document.startViewTransition(() => { document.querySelector('h1').textContent = 'Shipment ${here}'; document.querySelector('td').textContent = '1,200' })`)}`,
    honest: `<h1>Shipment …</h1>${script(`document.startViewTransition(() => { document.querySelector('h1').textContent = 'Shipment ${here}' })`)}`,
  },
  'the ground behind a popover': {
    hostile: `${style('#p::backdrop{background:#fff}#p{border:0;inset:auto;bottom:0}')}${heading}<div id=p popover=manual>Shipment ${other}</div>${script('p.showPopover()')}`,
    honest: `${style('#p::backdrop{background:#0001;pointer-events:none}#p{border:0;inset:auto;bottom:0;right:0}')}${heading}<div id=p popover=manual>Saved</div>${script('p.showPopover()')}`,
  },
  'marks of a list that scrolls': {
    hostile: `${style(`main{position:relative}ul{overflow:auto;height:20px;scroll-marker-group:before}ul::scroll-marker-group{position:absolute;left:0;top:0;width:600px;height:90px;background:#fff}li::scroll-marker{content:"Shipment ${other}";font-size:32px;color:#000}`)}<main>${heading}<ul><li>x</ul></main>`,
    honest: `${style(`ul{overflow:auto;width:90px;height:20px;scroll-marker-group:after}li::scroll-marker{content:"";width:9px;height:9px;background:#ccc}`)}<main>${heading}<ul><li>x<li>y</ul></main>`,
  },
  'a text before the whole page': {
    hostile: `${style(`html::before{content:"Shipment ${other}";position:fixed;left:0;top:0;width:700px;height:120px;background:#fff;z-index:9;font-size:32px;pointer-events:none}`)}${heading}`,
    honest: `${style(`html::before{content:"TEST SYSTEM";position:fixed;right:0;bottom:0;background:#fd0;z-index:9;pointer-events:none}`)}${heading}`,
  },
  'a text after the body': {
    hostile: `${style(`body::after{content:"Shipment ${other}";position:absolute;left:0;top:0;width:700px;height:90px;background:#fff;font-size:32px;pointer-events:none}`)}${heading}`,
  },
  'a ground of its ink in stripes': {
    hostile: `${style('h1{background:repeating-linear-gradient(#000 0 1px,#010101 1px 2px)}')}${heading}`,
    honest: `${style('h1{background:repeating-linear-gradient(#fff 0 1px,#f4f4f8 1px 2px)}')}${heading}`,
  },
  'another number in a frame of pictures': {
    hostile: `${style(`h1{border:0 solid;border-image:${written(`Shipment ${other}`)} 0 fill;color:#fff}`)}${heading}`,
  },
  'strokes of combining signs': {
    hostile: `<h1>Shipment 041270${Array.from('8839', (digit) => `${digit}\u0336`).join('')}</h1>`,
  },
  'another number by an editor’s mark': {
    hostile: `${style('del{color:#fff;background:#fff;text-decoration:none;font-size:1px}')}<h1>Shipment 04127088<del>39</del></h1>`,
  },
  'letters that run over each other': {
    hostile: `${style('b{display:inline-block;width:0;overflow:visible}')}<h1>Shipment <b>${here}</b><b>${other}</b></h1>`,
  },
  'a part that a rule for print shows': {
    hostile: `${style('@media screen{h1 b{font-size:0}}')}<h1>Shipment 04127088<b>39</b></h1>`,
    honest: `${style('@media print{h1{display:none}}')}${heading}`,
  },
  'a part that only a dark scheme shows': {
    hostile: `${style('@media (prefers-color-scheme:light){h1 b{visibility:hidden}}')}<h1>Shipment 04127088<b>39</b></h1>`,
    honest: `${style('@media (prefers-color-scheme:dark){h1{color:#fff}}')}${heading}`,
  },
};

/** Fields of the page whose value or name people read otherwise. */
const cell = (value: string, css = '', name = 'Weight'): string =>
  `${style(css)}${heading}<table aria-label=Details><tr><th>${name}</th><td>${value}</td></tr></table>`;
const values: Record<string, string> = {
  'a name that a style replaces': cell('1,200', 'th{font-size:0}th::after{font-size:16px;content:"Class"}'),
  'a name that is another one to people': cell('1,200', '', '<span aria-label=Weight>Class</span>').replace(
    '<th>',
    '<th aria-label=Weight>',
  ),
};
/** Of a value that is only hidden in part, what people see is read. */
const plainValues: Record<string, string> = {
  'a digit more that has no size': cell('1,200<span>0</span>', 'span{font-size:0}'),
  'a digit more that is not there': cell('1,200<span>0</span>', 'span{display:none}'),
  'a digit more without ink': cell('1,200<span>0</span>', 'span{opacity:0}'),
  'figures of one width': cell('1,200', 'td{font-variant-numeric:tabular-nums;text-align:right;padding:0 12px}'),
  'a bold value with a title': cell('<b title="Gross weight">1,200</b>'),
  'white figures on a dark row': cell('1,200', 'tr{background:#123}td,th{color:#fff}'),
  'a page from right to left': cell('1,200', 'html{direction:rtl}'),
  'a drawing beside the value': cell('<svg width=10 height=10><circle cx=5 cy=5 r=4 /></svg> 1,200'),
  'stripes behind rows': cell('1,200', 'tr{background:linear-gradient(90deg,#fff,#eef)}'),
  'soft ink': cell('1,200', 'td{color:rgb(0 0 0/.72);opacity:.9;text-shadow:0 1px 1px #0003}'),
  'wide letters': cell('1,200', 'td{letter-spacing:.06em;-webkit-text-stroke:.3px}'),
  'a page that is a little larger': cell('1,200', 'main,table{zoom:1.1}'),
  'a layer of its own': cell('1,200', 'table{will-change:transform;transform:translateZ(0);contain:content}'),
  'a table that comes softly': cell(
    '1,200',
    '@keyframes i{from{opacity:0;translate:0 8px}}table{animation:i .2s both}',
  ),
  'a part that is drawn when it is seen': cell(
    '1,200',
    'table{content-visibility:auto;contain-intrinsic-size:300px 60px}',
  ),
  'a name in capitals': cell('1,200', 'th{text-transform:uppercase;font-size:11px}'),
  'a mark of a note beside the value': `${cell('1,200')}<p><sup>1</sup> as weighed</p>`,
};

/** A control called Continue, and what people see of it or around it. */
const go = '<button type=button>Continue</button>';
const said = `<p role=status></p>${script(`addEventListener('click', () => { fetch('/next').finally(() => { document.querySelector('[role=status]').textContent = 'tried' }) })`)}`;
const controls: Record<string, (text: string) => string> = {
  'a text before the whole page at its place': (text) =>
    `${style(`#w{position:absolute;left:0;top:90px}button{width:160px;height:40px}html::after{content:"${text}";position:fixed;left:0;top:90px;width:160px;height:40px;background:#fff;z-index:9;pointer-events:none}`)}<div id=w>${go}</div>`,
  'marks of a list that scrolls over it': (text) =>
    `${style(`main{position:relative}button{width:160px;height:40px}ul{overflow:auto;height:20px;scroll-marker-group:before}ul::scroll-marker-group{position:absolute;left:0;top:0;width:160px;height:40px;background:#fff;pointer-events:none}li::scroll-marker{content:"${text}"}`)}<main>${go}<ul><li>x</ul></main>`,
  'a label around it': (text) => `<label>${text} ${go}</label>`,
  'an abbreviation in it': (text) => `<button type=button><abbr title="${text}">Continue</abbr></button>`,
  'a message of an error that it names': (text) =>
    `<button type=button aria-invalid=true aria-errormessage=e>Continue</button><p id=e>${text}</p>`,
  'the last crumb': (text) =>
    `<nav aria-label=Breadcrumb><ol><li><a href=/home>Home</a></li><li aria-current=page>${text}</li></ol></nav>${go}`,
  'the step that is on': (text) => `<ol><li>Bill</li><li aria-current=step>${text}</li><li>Done</li></ol>${go}`,
  'a question of the form': (text) => `<form data-turbo-confirm="${text}?" onsubmit="return false">${go}</form>`,
  'a line before it, with nothing between': (text) => `<div><p>${text}?</p><div><div>${go}</div></div></div>`,
  'a title in a bar of its card': (text) =>
    `<div class=card><div class=card-header><div><div><strong>${text}</strong></div></div></div><div class=card-body><div class=row><div class=col>${go}</div></div></div></div>`,
  'a title of a drawer': (text) =>
    `<aside class=drawer><div class=drawer-title>${text}</div><div class=drawer-footer>${go}</div></aside>`,
  'a name in bold in the line of a list': (text) => `<ul><li><b>${text}</b> <span>${go}</span></li></ul>`,
  'a legend without a group': (text) => `<div class=fieldset><legend>${text}</legend>${go}</div>`,
  'the tab that is on, without roles': (text) =>
    `<ul class="nav nav-tabs"><li class=active><a href="#v">${text}</a></li><li><a href="#p">Print</a></li></ul><div class=tab-content><div class="tab-pane active" id=v>${go}</div></div>`,
  'the title of an old table': (text) =>
    `<table border=1><tr><td colspan=2 bgcolor="#ccccff"><b>${text}</b></td></tr><tr><td>PRO</td><td>${here}</td></tr><tr><td colspan=2 align=center>${go}</td></tr></table>`,
  'a heading in letters of a font': (text) => `<font size=5>${text}</font><hr><center>${go}</center>`,
};
const titles: Record<string, readonly [act: string, plain: string]> = {
  'the last crumb': ['Void bill', 'Bill details'],
};

/** Who the page says is signed in. */
const account = { username: 'robot', shown: { text: 'Signed in as {{account.username}}' } };
const persons: Record<string, string> = {
  'the line goes on': '<header><p>Signed in as robot on behalf of eve</p></header>',
  'a letter of another alphabet': '<header><p>Signed in as rоbot</p></header>',
  'the right name is hidden': '<header><p hidden>Signed in as robot</p><p>Signed in as eve</p></header>',
  'the right name is in the colour of the page':
    '<header><p style="color:#fff">Signed in as robot</p><p>Signed in as eve</p></header>',
  'the right name is struck out': '<header><p><s>Signed in as robot</s></p><p>Signed in as eve</p></header>',
  'the right name is in a message':
    '<header><p>Signed in as <b>eve</b></p></header><article><p>Signed in as robot</p></article>',
  'the other name lies over it': `<header style="position:relative"><p>Signed in as robot</p><p style="position:absolute;left:0;top:0;margin:0;background:#fff;pointer-events:none">Signed in as eve</p></header>`,
  'the name has no size': '<header><p>Signed in as <b style="font-size:0">robot</b><i>eve</i></p></header>',
  'another one as the page has come': `<header><p>Signed in as <b>robot</b></p></header>${script("setTimeout(() => { document.querySelector('b').textContent = 'eve' }, 0)")}`,
};
const rightPersons: Record<string, string> = {
  'the person twice': '<header><p>Signed in as <b>robot</b></p></header><footer><p>Signed in as robot</p></footer>',
  'the person in a menu that is closed':
    '<header><button type=button>R</button><div hidden><p>Signed in as robot</p></div></header>',
  'the person in parts': '<header><p>Signed <i>in</i> as <b>robot</b></p></header>',
  'the name in capitals by a style': `${style('b{text-transform:uppercase}')}<header><p>Signed in as <b>robot</b></p></header>`,
};

const onRecord = (name: string, page: string, more: Partial<GuardCase> = {}): GuardCase => ({
  group,
  name,
  record,
  steps: [openRecord, readWeight],
  ends: 'refused',
  findMs: 400,
  benchOnly: true,
  pages: { [`/records/${here}`]: `<!doctype html><meta charset=utf-8><title>Portal</title>${page}` },
  ...more,
});
const works: Partial<GuardCase> = { ends: 'finished', facts: { weight: '1,200' }, findMs: 5_000 };

/** What the guard does not see; docs/guard.md reports it. */
const limit = (name: string, page: string, more: Partial<GuardCase> = {}): GuardCase =>
  onRecord(name, page, { group: 'records, limits', ...works, ...more });
/** No letter is seen in a picture of the window. */
const inkless = onRecord(
  'a picture of its own ink behind the number',
  `${style(`main{background:${uri('<rect width="600" height="60" fill="black"/>')} 0 0/100% 100%}`)}<main>${heading}</main>${table}`,
);
const limits: readonly GuardCase[] = [
  inkless,
  limit(
    'another person in a line of its own',
    `<header><p>Signed in as <b>robot</b></p><p>Acting as <b>eve</b></p></header>${heading}${table}`,
    { account },
  ),
  reading('controls', {
    name: 'the act as a choice of the form that is on',
    start: `<!doctype html><h1>Start</h1><form onsubmit="return false"><label><input type=radio name=do checked> Void bill</label><label><input type=radio name=do> Print</label>${go}</form>${said}`,
    steps: [open, press, shown],
    pages: { '/next': next },
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
];

/** Words that are read from the right, with figures among them. The record's place names its number beside such a word. */
const fromRight: Record<string, { readonly page: string; readonly weight: string; readonly place?: string }> = {
  'Hebrew with a unit': { page: cell('1,200 ק"ג'), weight: '1,200 ק"ג' },
  'Hebrew on a page of that direction': {
    page: `${style('html{direction:rtl}')}<h1>משלוח 0412708839</h1>${cell('1,200 ק"ג (ברוטו), $12.50')}`,
    weight: '1,200 ק"ג (ברוטו), $12.50',
    place: 'משלוח {{pro}}',
  },
  'Arabic over two lines': {
    page: `<div dir=rtl><h1>شحنة رقم 0412708839</h1>${cell('شركة النقل السريع، 12 شارع الملك فهد، ABC 77-12', 'td{width:120px}')}</div>`,
    weight: 'شركة النقل السريع، 12 شارع الملك فهد، ABC 77-12',
    place: 'شحنة رقم {{pro}}',
  },
  'a Latin heading with a Hebrew name': {
    page: `<h1>Shipment 0412708839 אלון ובניו Ltd. 24</h1>${table}`,
    weight: '1,200',
    place: 'Shipment {{pro}} *',
  },
  'a letter with a mark of its own': { page: cell('1,200 Pie\u0301ces'), weight: '1,200 Pie\u0301ces' },
};
const turnedRight: Record<string, { readonly page: string; readonly place?: string }> = {
  'a number that is turned': {
    page: `<div dir=rtl><h1>משלוח <bdo dir=rtl>0412708839</bdo></h1>${table}</div>`,
    place: 'משלוח {{pro}}',
  },
  'figures in another order': {
    page: cell('<span>1,200</span><span> ק"ג 3</span>', 'td{display:flex;flex-direction:row-reverse}'),
  },
  'a figure that lies on the other side': {
    page: cell('ק"ג 1,200<span>0</span>', 'td{direction:rtl}span{position:relative;right:-46px}'),
  },
  'letters from the left': { page: cell('<bdo dir=ltr>גק 1,200</bdo>') },
  'a digit below': {
    page: cell('ק"ג 1,20<span>0</span>', 'td{direction:rtl}span{position:relative;top:14px}'),
  },
};

export const shownOtherwiseCases: readonly GuardCase[] = [
  ...Object.entries(fromRight).map(([name, { page, weight, place }]) =>
    onRecord(`from the right: ${name}`, page, {
      ...works,
      facts: { weight },
      ...(place !== undefined && { record: { heading: place } }),
    }),
  ),
  ...Object.entries(turnedRight).map(([name, { page, place }]) =>
    onRecord(`from the right: ${name}`, page, place === undefined ? {} : { record: { heading: place } }),
  ),
  ...Object.entries({
    'a Hebrew button': ['המשך', 'המשך', 'finished'],
    'an Arabic button with a number': ['متابعة 12', 'متابعة 12', 'finished'],
    'a button with words that a style turns': ['המשך llib dioV', 'המשך <bdo dir=rtl>llib dioV</bdo>', 'refused'],
  } as const).map(([name, [called, text, ends]]) =>
    reading(group, {
      name: `from the right: ${name}`,
      start: `<h1>Start</h1><div dir=rtl><button type=button>${text}</button></div>${said}`,
      steps: [open, { do: 'click', effect: 'read', target: { role: 'button', name: called } }, shown],
      pages: { '/next': next },
      benchOnly: true,
      ends,
      ...(ends === 'refused' && { findMs: 800, forbidden: /\/next/ }),
    }),
  ),
  ...limits,
  ...Object.entries(headings).flatMap(([name, { hostile, honest }]) => [
    onRecord(`number: ${name}`, hostile.includes('<table') ? hostile : hostile + table),
    ...(honest === undefined ? [] : [onRecord(`number: ${name}, where it hides nothing`, honest + table, works)]),
  ]),
  ...Object.entries(values).map(([name, page]) => onRecord(`value: ${name}`, page)),
  ...Object.entries(plainValues).map(([name, page]) => onRecord(`value: ${name}`, page, works)),
  ...Object.entries(persons).map(([name, bar]) => onRecord(`person: ${name}`, bar + heading + table, { account })),
  ...Object.entries(rightPersons).map(([name, bar]) =>
    onRecord(`person: ${name}`, bar + heading + table, { account, ...works }),
  ),
  ...Object.entries(controls).flatMap(([name, build]) => {
    const page = (text: string): string => `<!doctype html><meta charset=utf-8><h1>Start</h1>${build(text)}${said}`;
    const [act, plain] = titles[name] ?? ['Void bill', 'Bill details'];
    const parts = { steps: [open, press, shown], pages: { '/next': next }, benchOnly: true };
    return [
      reading(group, {
        ...parts,
        name: `control: ${name}`,
        start: page(act),
        ends: 'refused',
        findMs: 800,
        forbidden: /\/next/,
      }),
      ...(/whole page at its place|over it$|a label around it/.test(name)
        ? []
        : [
            reading(group, {
              ...parts,
              name: `control: ${name}, of a plain text`,
              start: page(plain),
              ends: 'finished',
            }),
          ]),
    ];
  }),
];
