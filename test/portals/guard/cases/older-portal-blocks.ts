/** What pages of older portals are made of. */
import type { ChooseStep, ClickStep, FillStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { open, pressSave, saveForm, shown } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';
import { instead } from './write-blocks.ts';

export const group = 'older portals';
const done = `const done = () => { document.querySelector('[role=status]').textContent = 'tried'; };`;
export const page = (html: string, script = ''): string =>
  `<h1>Start</h1>${html}<p role=status></p><script>${done} ${script}</script>`;
export const follow: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Search' } };

/** A link that calls a function of the page, as PeopleSoft, ColdFusion and Struts pages have them. */
export const calling = (script: string, more = ''): string =>
  page(
    `<form name=win0><input type=hidden name=ICAction></form><a href="javascript:${script}">Search</a>`,
    `function submitAction(form, name) { form.ICAction.value = name; done(); } ${more}`,
  );

/** A JSON-RPC call with a number that the page makes up. */
const [form] = pressSave.expects ?? [];
export const json = (more: object): Step => ({
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            content: 'json',
            fields: ['id', 'pro'],
            constraints: [{ field: 'pro', equals: '{{pro}}' }],
            opaque: [{ field: 'id', pattern: '[0-9]{1,9}', max_length: 9, type: 'number' }],
            ...more,
          },
        ],
});
export const plainJson = { fields: ['pro'], opaque: [] };
export const call = (body: string, type = 'application/json'): string =>
  instead(
    `fetch('/save', { method: 'POST', headers: { 'content-type': '${type}' }, body: '${body}' }).then(() => { location = '/next'; });`,
  );
export const body = '{"pro":"0412708839"}';
export const merge = 'application/merge-patch+json';

/** An amount with a decimal comma. */
export const amountForm = (script: string): string =>
  `<h1>Start</h1><form method=post action=/save><input type=hidden name=pro value=0412708839><label>Betrag <input name=amount></label><button>Save</button></form><script>const amount = document.forms[0].amount; amount.onchange = () => { ${script} };</script>`;
export const typeAmount: FillStep = {
  do: 'fill',
  target: { label: 'Betrag' },
  value: '{{change}}',
  written: '-1.234,56 €',
};
export const saveAmount: Step = {
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            fields: ['pro', 'amount'],
            opaque: [],
            constraints: [
              { field: 'pro', equals: '{{pro}}' },
              { field: 'amount', equals: '{{change}}', format: 'money', written: '-1.234,56 €' },
            ],
          },
        ],
};

/** A window in which a record is looked up: it fills in a field of its opener and closes itself. */
export const lookup = (script = ''): string =>
  `<h1>Start</h1><h2>PRO 0412708839</h2><button type=button onclick="window.open('/next')">Look up</button><label>Code <input id=c></label><p role=status></p><script>${done} window.picked = (code) => { document.getElementById('c').value = code; ${script} done(); };</script>`;
export const lookupPage = `<h1>Next</h1><a href="#" onclick="opener.picked('WC'); window.close(); return false">WC</a>`;
export const lookUp: readonly Step[] = [
  { do: 'click', effect: 'read', target: { role: 'button', name: 'Look up' }, popup: true, next: 'next' },
  { do: 'click', effect: 'read', target: { role: 'link', name: 'WC' } },
  { do: 'close' },
];

/** A set of frames: a menu opens the form in the frame beside it. */
export const frameSet = (work: string): GuardCase['pages'] => ({
  '/frames': `<html><head><title>Frames</title></head><frameset cols="200,*"><frame name=menu src=/frame><frame name="${work}" src=/home></frameset></html>`,
  '/frame': `<a href=/start target="${work}">Correction</a>`,
});
export const inFrameSet = (work: string): readonly Step[] => [
  { do: 'go', to: '/frames', next: 'frames' },
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Correction', within: { frame: 'menu' } } },
  {
    ...pressSave,
    target: { role: 'button', name: 'Save', within: { frame: work } },
    next: { shows: { role: 'heading', name: 'Next', within: { frame: work } } },
  },
];

/** A grid in which an empty cell is clicked to write into it. */
export const cellGrid = (cell: string, before = ''): string =>
  page(
    `<style>td{height:20px;min-width:80px}</style><table><tr><th>Field<th>Value</tr>${before}<tr><td>Reference</td>${cell}</tr></table>`,
    `document.querySelector('tr:last-child td:last-child').addEventListener('click', done);`,
  );
export const intoCell: ClickStep = {
  do: 'click',
  effect: 'read',
  target: { column: 'Value', within: { row: 'Reference' } },
};

/** A grid with one editor for all of its cells, which a double click opens over the cell, as Handsontable has it. */
export const editedGrid = (at = 'cell', attributes = '', more = ''): string =>
  page(
    `<style>td{height:24px;min-width:120px;padding:0}#ed{position:absolute;display:none;width:120px;height:24px;border:0;padding:0}</style><table><tr><th>Field<th>Value</tr><tr><td>Terms<td>Prepaid</tr><tr><td>Reference<td></tr></table><div><textarea id=ed ${attributes}></textarea></div>`,
    `const ed = document.getElementById('ed'), cell = document.querySelector('tr:last-child td:last-child'), other = document.querySelector('tr:nth-child(2) td:last-child');
cell.addEventListener('dblclick', () => { const box = ${at}.getBoundingClientRect(); ed.style.left = box.left + scrollX + 'px'; ed.style.top = box.top + scrollY + 'px'; ed.style.display = 'block'; ${more || 'ed.focus();'} });
ed.addEventListener('keydown', (event) => { if (event.key !== 'Enter') return; event.preventDefault(); cell.textContent = ed.value; ed.style.display = 'none'; if (cell.textContent === '0412708839') done(); });`,
  );
const atReference = { column: 'Value', within: { row: 'Reference' } } as const;
export const editCell: readonly Step[] = [
  open,
  { do: 'click', effect: 'read', target: atReference, double: true },
  { do: 'fill', target: atReference, value: '{{pro}}' },
  { do: 'press', effect: 'read', key: 'Enter', target: atReference },
  shown,
];

/** Names whose colon, sign for help, picture or tip is a part of its own. */
export const readWeight: Step = { do: 'read', target: { beside: 'Weight' }, as: 'weight' };
export const row = (cells: string): string => page(`<table><tr>${cells}</tr></table>`);
export const pictured = (alt: string): string =>
  starred(`<label for=q><img alt="${alt}" src="data:," width=90 height=18></label><input id=q>`);
export const signed = (parts: string): string =>
  page(`<a href="#" onclick="done(); return false"><span ${parts}>&#128197;</span></a>`);
export const pressSign: ClickStep = { do: 'click', effect: 'read', target: { role: 'link', name: 'Choose a date' } };

/** A field with a calendar, which is clicked and not typed into. */
export const dateField = (attributes: string, script = 'done();'): string =>
  page(
    `<label>Date <input readonly ${attributes}></label>`,
    `document.querySelector('input').onclick = () => { ${script} };`,
  );
export const clickDate: ClickStep = { do: 'click', effect: 'read', target: { label: 'Date' } };

export const fillWeight: FillStep = { do: 'fill', target: { label: 'Weight' }, value: '1250' };
export const starred = (html: string): string => page(html, `document.addEventListener('input', done);`);
export const chooseReason: ChooseStep = { do: 'choose', target: { label: 'Reason' }, option: 'Weight change' };
/** A list that is named by its label and by what it shows, as PrimeFaces draws it. */
export const namedByBoth = (label: string, value = 'Choose'): string =>
  page(
    `<span id=l>${label}</span><div id=k role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby="l v" tabindex=0 style="border:1px solid;width:200px"><span id=v>${value}</span></div><ul role=listbox hidden><li role=option>Weight change</ul>`,
    `const k = document.getElementById('k'), list = document.querySelector('ul'); k.onclick = () => { list.hidden = false; k.ariaExpanded = 'true'; }; list.onclick = done;`,
  );
/** A list that a library draws beside a native one that it makes a dot; both have the label. */
export const doubled = (drawn: string): string =>
  page(
    `<label id=l for=n>Reason</label><select id=n aria-hidden=true tabindex=-1 aria-labelledby=l style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);border:0;padding:0"><option>Choose<option>Weight change</select><button type=button id=k role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby=l ${drawn}>Choose</button><ul role=listbox hidden><li role=option>Weight change</ul>`,
    `const k = document.getElementById('k'), list = document.querySelector('ul'); k.onclick = () => { list.hidden = false; k.ariaExpanded = 'true'; }; list.onclick = done;`,
  );

/** A message that is there twice: seen, and not drawn at all. */
export const message = (seen: string): string =>
  instead(
    `fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(form)) }).then(() => { document.body.insertAdjacentHTML('beforeend', '<div hidden>Correction saved</div>${seen}'); });`,
  );
/** A form of a Java server that has no cookie yet. */
export const session = ';jsessionid=8F3A01B2C4D5E6F7.node1';
export const sapSession = ';sap-contextid=SID%3aANON%3asapprd_PRD_00%3aQ8x_kT-ATT';
/** An answer that is handed on by a form that sends itself when its page has loaded, under the address of another page of the playbook. */
export const handsOn = (action: string): Partial<GuardCase> => ({
  pages: {
    'POST /frame': `<body onload="document.forms[0].submit()"><form method=post action="${action}"><input type=hidden name=pro value=0412708839><input type=hidden name=amount value=250.00></form></body>`,
    '/save': { status: 303, headers: { location: '/next' } },
    '/next': '<h1>Next</h1>',
  },
  steps: [
    open,
    {
      ...pressSave,
      expects: form === undefined ? [] : [{ ...form, path: '/frame' }, form],
    },
  ],
  writes: [`POST /frame pro=0412708839&amount=250.00`],
});
export const javaForm = (action: string): string => saveForm().replace('action=/save', `action="${action}"`);

export const saveIn = (path: string): Step => ({
  ...pressSave,
  expects: form === undefined ? [] : [{ ...form, path }],
});

export const pressAndSee: ClickStep = {
  ...pressSave,
  next: { shows: { text: 'Correction saved' } },
  timeout_ms: 2_000,
};

export const saveWithOff = (field: string, equals = '0'): Step => ({
  ...pressSave,
  expects:
    form === undefined
      ? []
      : [
          {
            ...form,
            fields: ['pro', 'amount', field],
            opaque: [],
            constraints: [...form.constraints, { field, equals }],
          },
        ],
});
export const saveWithLine = saveWithOff('lines[0][_destroy]', 'false');
