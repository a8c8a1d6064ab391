/** Menus and dialogs that open over the number of the record, and what they show beside what can be pressed in them. */
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, pressSave, saveBody, saved } from './building-blocks.ts';
import { here, openRecord, other, readWeight, record } from './record-blocks.ts';

const group = 'menus over a record';
const openMenu: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Actions' } };
const look =
  '<style>.m{position:absolute;left:0;top:0;width:600px;height:95px;background:#fff;z-index:9;padding:4px}.m button{display:block}</style>';
const form = (more = ''): string =>
  `<form method=post action=/save style="display:inline"><input type=hidden name=pro value=${here}><input type=hidden name=amount value=250.00>${more}<button>Save</button></form>`;
const page = (inner: string, attributes = '', onOpen = ''): string =>
  `${look}<h1>Shipment ${here}</h1><div style="height:60px"></div><button type=button id=a>Actions</button><div class=m id=m hidden ${attributes}>${inner}</div><script>document.getElementById('a').onclick = () => { m.hidden = false; ${onOpen} }</script>`;
const drawing = (number: string): string =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='400' height='40'><text y='30' font-size='30'>Shipment ${number}</text></svg>`;
const entry = (style: string): string => `<button type=button style="all:unset;display:block;${style}"></button>`;

const menus: readonly (readonly [name: string, page: string, isHonest: boolean])[] = [
  ['whose entries are all it says', page(`${form()}<button type=button>Print</button>`), true],
  ['with a role', page(`${form()}<button type=button role=menuitem>Print</button>`, 'role=menu'), true],
  [
    'with icons',
    page(`<button type=button><svg width=16 height=16><path d="M2 2h12v12h-12z"/></svg> Print</button>${form()}`),
    true,
  ],
  ['with a mark that its style adds', `<style>.m button::before{content:"› "}</style>${page(form())}`, true],
  [
    'under which the heading turns to another',
    page(form(), '', `document.querySelector('h1').textContent = 'Shipment ${other}'`),
    false,
  ],
  ['with an entry that names another', page(`<button type=button>Shipment ${other}</button>${form()}`), false],
  [
    'whose style names another',
    `<style>.m::before{content:"Shipment ${other}";font-size:2em;display:block}</style>${page(form())}`,
    false,
  ],
  [
    'with a ground that names another',
    page(`${entry(`width:400px;height:40px;background:url(&quot;${drawing(other)}&quot;)`)}${form()}`),
    false,
  ],
  [
    'with a picture that names another',
    page(`<a href="#"><img alt="" width=400 height=40 src="${drawing(other)}"></a>${form()}`),
    false,
  ],
  [
    'with a drawing of another',
    page(
      `<button type=button style="all:unset"><canvas width=400 height=40></canvas></button>${form()}`,
      '',
      `const c = document.querySelector('canvas').getContext('2d'); c.font = '30px serif'; c.fillText('Shipment ${other}', 0, 30)`,
    ),
    false,
  ],
  [
    'whose style names another, with a role',
    `<style>.m::before{content:"Shipment ${other}";font-size:2em;display:block}</style>${page(form(), 'role=dialog aria-label=Actions')}`,
    false,
  ],
];

/** A dialog over a part of the heading, and the list of its field in the body, as Ant Design draws them. */
const inModal = (title: string, isList: boolean): string =>
  `<style>.d{position:fixed;left:205px;top:0;width:500px;height:300px;background:#fff;z-index:9}.l{position:absolute;left:240px;top:120px;background:#eee;z-index:99}</style>
<h1 style="margin:8px;font-size:24px">Shipment ${here}</h1><button type=button id=a>Correct</button>
<div class=d role=dialog aria-label="${title}" hidden><p>${title}</p><form method=post action=/save><input type=hidden name=pro value=${here}><input type=hidden name=amount value=250.00><input type=hidden name=note>
<span id=r>Reason</span> <div role=combobox tabindex=0 aria-haspopup=listbox aria-controls=o aria-labelledby=r style="display:inline-block;width:90px;border:1px solid">Choose</div><button>Save</button></form></div>
<div class=l hidden>${isList ? '<div role=listbox id=o style="width:0;height:0;overflow:hidden"><div role=option>WC</div></div>' : ''}<div class=item style="cursor:pointer">WC</div></div>
<script>const [d, l, c, i] = ['.d', '.l', '[role=combobox]', '.item'].map((each) => document.querySelector(each));
a.onclick = () => { d.hidden = false; }; c.onclick = () => { l.hidden = false; }; i.onclick = () => { l.hidden = true; c.textContent = 'WC'; document.querySelector('[name=note]').value = 'WC'; };</script>`;
const openModal: Step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Correct' } };
const choose: Step = { do: 'choose', effect: 'read', target: { label: 'Reason' }, option: 'WC' };
const clicks: readonly Step[] = [
  { do: 'click', effect: 'read', target: { role: 'combobox', name: 'Reason' } },
  { do: 'click', effect: 'read', target: { text: 'WC' } },
];

const details = '<table aria-label=Details><tr><th>Weight</th><td>1,200</td></tr></table>';
const route = (path: string): string =>
  `<h1>Shipment ${here}</h1>${details}<script>setTimeout(() => history.replaceState(0, '', '${path}'), 50)</script>`;

export const menuOverRecordCases: readonly GuardCase[] = [
  ...[other, here].map((number): GuardCase => ({
    group: 'records',
    benchOnly: true,
    findMs: 1_500,
    record,
    name: `a message that ${number === here ? 'its' : 'another'} record was loaded`,
    steps: [openRecord, readWeight],
    pages: { [`/records/${here}`]: `<h1>Shipment ${here}</h1>${details}<p role=status>Loaded shipment ${number}</p>` },
    ends: number === here ? 'finished' : 'refused',
  })),
  ...menus.map(([name, start, isHonest]): GuardCase => ({
    group,
    benchOnly: true,
    findMs: 1_500,
    record,
    name: `a menu ${name}`,
    steps: [openRecord, openMenu, pressSave],
    pages: { [`/records/${here}`]: start, '/save': saved, '/next': next },
    ...(isHonest ? { ends: 'finished', writes: [`POST /save ${saveBody}`] } : { ends: 'refused' }),
  })),
  ...(
    [
      ['a list in the body beside a dialog over a part of the heading', 'Correct the bill', true, 'finished'],
      ['a list in the body beside a dialog that names another', `Correct ${other}`, true, 'refused'],
      ['an entry of no list beside a dialog over a part of the heading', 'Correct the bill', false, 'changed'],
    ] as const
  ).map(([name, title, isList, ends]): GuardCase => ({
    group,
    benchOnly: true,
    findMs: 1_500,
    record,
    name,
    steps: [openRecord, openModal, ...(isList ? [choose] : clicks), pressSave],
    pages: { [`/records/${here}`]: inModal(title, isList), '/save': saved, '/next': next },
    ends,
    ...(ends === 'finished' ? { writes: [`POST /save ${saveBody}&note=WC`] } : {}),
  })),
  ...[`/records/${other}`, `/records/${here}#details`].map((path): GuardCase => ({
    group: 'records',
    benchOnly: true,
    findMs: 1_500,
    record,
    name: `a script that changes the address to that of ${path.includes(here) ? 'a part of its' : 'another'} record`,
    steps: [openRecord, { do: 'expect', target: { role: 'table', name: 'Details' } }, readWeight],
    pages: { [`/records/${here}`]: route(path) },
    ends: path.includes(here) ? 'finished' : 'refused',
  })),
];
