/** Buttons that send another form than the one around them, or send it elsewhere; lists of several, and maps of pictures. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open, pressSave, reading, saveBody, saveForm, writing } from './building-blocks.ts';

const group = 'owners of forms';
const once = [`POST /save ${saveBody}`];
const fields = '<input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00>';
const page = (html: string): string => `<h1>Start</h1>${html}`;
const form = (attributes: string, button: string, more = ''): string =>
  page(`<form ${attributes}>${fields}${more}${button}</form>`);
const script = (text: string): string => `<script>${text}</script>`;
const forbidden = /void|other|writeoff/;

const honest: Readonly<Record<string, string>> = {
  'a button outside its form': page(`<form id=f method=post action=/save>${fields}</form><button form=f>Save</button>`),
  'a button in another form than its own': page(
    `<form id=f method=post action=/save>${fields}</form><form action=/next><button form=f>Save</button></form>`,
  ),
  'a button that names the address itself': form('method=post action=/draft', '<button formaction=/save>Save</button>'),
  'a button that names the method itself': form('method=get action=/save', '<button formmethod=post>Save</button>'),
  'a button that names the encoding itself': form(
    'method=post action=/save enctype=text/plain',
    '<button formenctype="application/x-www-form-urlencoded">Save</button>',
  ),
  'a button that skips the checks of the page': form(
    'method=post action=/save',
    '<button formnovalidate>Save</button>',
    '<input required>',
  ),
  'a form with an address below a base': `<base href="/bills/">${form('method=post action=../save', '<button>Save</button>')}`,
};

const hostile: Readonly<Record<string, string>> = {
  'a button whose form is the other one of the same id': page(
    `<form id=f method=post action=/void>${fields}</form><form id=f method=post action=/save>${fields}</form><button form=f>Save</button>`,
  ),
  'a button that changes its address as it is pressed': form(
    'method=post action=/save',
    `<button onclick="this.formAction = ['', 'vo' + 'id'].join('/')">Save</button>`,
  ),
  'a form that changes the address of its button as it is sent': `${saveForm()}${script(`document.forms[0].addEventListener('submit', (event) => event.submitter.setAttribute('formaction', '/other'))`)}`,
  'a form that changes its method as it is sent': `${saveForm()}${script(`document.forms[0].addEventListener('submit', (event) => { event.target.method = 'get'; })`)}`,
  'a button that is given to another form as it is pressed': page(
    `<form id=g method=post action=/other>${fields}</form><form method=post action=/save>${fields}<button onclick="this.setAttribute('form', 'g')">Save</button></form>`,
  ),
  'a base that leads to another origin': `<base href="//localhost.example/">${saveForm()}`,
  'a button with a value that asks for the act': form(
    'method=post action=/save',
    '<button name=op value=void>Save</button>',
  ),
  'a field of another form that belongs to this one': `${saveForm().replace('<form', '<form id=f')}<form action=/next><input type=hidden form=f name=amount value=2500.00></form>`,
  'a field that a script adds as the form is read': `${saveForm()}${script(`document.forms[0].addEventListener('formdata', ({ formData }) => formData.set('amount', '2500.00'))`)}`,
  'a component that belongs to the form and adds the act': `${saveForm('<x-more name=note></x-more>')}${script(`customElements.define('x-more', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachInternals().setFormValue('void_bill'); } })`)}`,
  'a label whose button is another one': page(
    `<form method=post action=/other>${fields}<button id=o>Go</button></form><form method=post action=/save>${fields}<label for=o><button type=button onclick="document.getElementById('o').click()">Save</button></label></form>`,
  ),
};

const list = (options: string): string =>
  saveForm(`<label for=n>Extras</label><select id=n name=note multiple>${options}</select>`);
const chooseExtra: Step = { do: 'choose', target: { label: 'Extras' }, option: 'Liftgate' };

const follow: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Next page' }, next: 'next' };
/** A picture of which parts are links. */
const map = (areas: string, more = ''): string =>
  page(
    `<img src=/static/x.png usemap="#m" alt=Menu width=200 height=100 style="background:#ddd"><map name=m>${areas}</map>${more}`,
  );
const area = (alt: string, href: string, coords: string): string =>
  `<area shape=rect coords="${coords}" alt="${alt}" href="${href}">`;

export const formOwnerCases: readonly GuardCase[] = [
  ...Object.entries(honest).map(([name, start], n) =>
    writing(group, { name, start, ends: 'finished', writes: once, benchOnly: n !== 2 }),
  ),
  ...Object.entries(hostile).map(([name, start]) =>
    writing(group, { name, start, ends: 'refused', forbidden, benchOnly: true }),
  ),
  writing(group, {
    name: 'a list of several, of which one is chosen',
    start: list('<option value=LG>Liftgate<option value=IN>Inside'),
    steps: [open, chooseExtra, pressSave],
    ends: 'finished',
    writes: [`${once[0] ?? ''}&note=LG`],
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list of several that chooses another one with it',
    start: `${list('<option value=LG>Liftgate<option value=IN>Inside')}${script(`n.addEventListener('change', () => { n.options[1].selected = true; })`)}`,
    steps: [open, chooseExtra, pressSave],
    rule: /^request\.repeated_field$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'a list of several that chooses the act with it',
    start: `${list('<option value=LG>Liftgate<option value=void>Void bill')}${script(`n.addEventListener('change', () => { n.options[1].selected = true; })`)}`,
    steps: [open, chooseExtra, pressSave],
    benchOnly: true,
  }),
  reading(group, {
    name: 'a part of a picture that is a link',
    start: map(area('Search', '/home', '0,0,100,100') + area('Next page', '/next', '100,0,200,100')),
    steps: [open, follow],
    pages: { '/next': next },
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a round part of a picture below the window',
    start: `<div style="height:2000px"></div>${map('<area shape=circle coords="150,50,40" alt="Next page" href=/next>')}`,
    steps: [open, follow],
    pages: { '/next': next },
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a part of a picture that is called the act',
    start: map(area('Next page', '/next', '100,0,200,100')).replace('alt=Menu', 'alt="Void bill"'),
    steps: [open, follow],
    pages: { '/next': next },
    rule: /^(?:never_click|context)\.void_bill$/,
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a part of a picture that is there twice',
    start: map(area('Next page', '/next', '100,0,200,100'), '<img src=/static/x.png usemap="#m" alt=Other>'),
    steps: [open, follow],
    pages: { '/next': next },
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a part of a picture that lies under the act',
    start: map(area('Void bill', '/void', '100,0,200,100') + area('Next page', '/next', '100,0,200,100')),
    steps: [open, follow],
    pages: { '/next': next },
    ends: 'refused',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a part of a picture that a script calls the act',
    start: map(area('Next page', '/next', '0,0,200,100').replace('<area', '<area onclick="voidBill()"')),
    steps: [open, follow],
    pages: { '/next': next },
    ends: 'stopped',
    findMs: 400,
    benchOnly: true,
  }),
];
