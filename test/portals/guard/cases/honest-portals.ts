/** What honest portals of different makers have on their pages, each with what a hostile one could make of it. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { next, open } from './building-blocks.ts';
import { here, other } from './record-blocks.ts';

const group = 'honest portals';
const honest = (name: string, start: string, more: Partial<GuardCase>): GuardCase => ({
  group,
  name,
  pages: { '/start': `<h1>Start</h1>${start}`, '/next': next },
  steps: [open],
  ends: 'finished',
  benchOnly: true,
  ...more,
});
const hostile = (name: string, start: string, more: Partial<GuardCase>): GuardCase =>
  honest(name, start, { ends: 'refused', findMs: 400, forbidden: /\/next/, ...more });

const press = (target: ClickStep['target']): Step => ({ do: 'click', effect: 'read', target, next: 'next' });
const ofLine = { steps: [open, press({ role: 'link', name: 'Open', within: { row: 'Delivery receipt' } })] };
const lines = (...names: string[]): string =>
  `<ul>${names.map((name, n) => `<li>${name} <a href="${n === 1 ? '/next' : '/home'}">Open</a></li>`).join('')}</ul>`;

/** A menu that opens under the mouse and lies over the heading with the number. */
const menuOver = (entries: string): string =>
  `<style>ul ul{display:none;position:absolute;background:#fff;border:1px solid;margin:0;padding:9px 300px 60px 9px}li.top:hover ul{display:block}</style>
   <ul><li class=top style="display:inline-block"><span>Billing</span><ul>${entries}</ul></li></ul><h1>Record ${here}</h1>`;
const throughMenu = (entries: string): Partial<GuardCase> => ({
  pages: { [`/records/${here}`]: menuOver(entries), '/next': next },
  record: { heading: 'Record {{pro}}' },
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'hover', target: { text: 'Billing' } },
    press({ role: 'link', name: 'Correct weight' }),
  ],
});
const entry = '<li><a href="/next">Correct weight</a></li>';

/** A grid whose editor is a little narrower than the cell that it is opened over. */
const editor = (width: string): string =>
  `<table><tr><th>Number<th>Note</tr><tr><td>${here}<td style="width:200px;height:24px" ondblclick="edit(this)"></td></tr></table><script>
   const edit = (cell) => { const box = cell.getBoundingClientRect(); const field = document.createElement('input');
     field.style.cssText = 'position:absolute;box-sizing:border-box;width:${width};left:' + box.left + 'px;top:' + box.top + 'px;height:' + box.height + 'px';
     document.body.append(field); field.focus(); field.onkeydown = (event) => { if (event.key === 'Enter') { cell.textContent = field.value; field.remove(); } }; };</script>`;
const note = { column: 'Note', within: { row: '{{pro}}' } } as const;
const writesNote: Partial<GuardCase> = {
  steps: [
    open,
    { do: 'click', effect: 'read', target: note, double: true },
    { do: 'fill', target: note, value: 'Weighed again' },
    { do: 'press', effect: 'read', target: note, key: 'Enter' },
    { do: 'read', target: note, as: 'note' },
  ],
  facts: { note: 'Weighed again' },
};

/** An editor with its bar of buttons, and the text of no size into which it pastes. */
const withBar = (bar: string): string =>
  `<p>Explanation</p><div>${bar}</div><div><div contenteditable=true style="height:60px;border:1px solid"></div><div contenteditable=true tabindex=-1 style="position:absolute;left:-9999px;height:1px"></div></div>`;
const explains: Partial<GuardCase> = {
  steps: [
    open,
    { do: 'fill', target: { beside: 'Explanation' }, value: 'Weighed again' },
    { do: 'expect', target: { text: 'Weighed again' } },
  ],
};

/** What names its record without an element of its own for it. */
const ofRecord = (record: GuardCase['record'], body: string): Partial<GuardCase> => ({
  pages: { [`/records/${here}`]: `${body}<p><span>Weight</span> <b>2,480</b></p>` },
  ...(record && { record }),
  steps: [
    { do: 'go', to: '/records/{{pro}}', next: 'record' },
    { do: 'read', target: { beside: 'Weight' }, as: 'weight' },
  ],
});
const read = { facts: { weight: '2,480' } };
const unread = { facts: {}, forbidden: /never/ };
const field = { field: 'PRO', number: '{{pro}}' };
const line = { text: 'PRO: {{pro}}' };
const heading = { heading: 'Record {{pro}}' };

/** Rows with a link that shows nothing but an icon. */
const iconRows = (attributes = '', address = '/next'): string =>
  `<table>${[other, here].map((number) => `<tr><td>${number}</td><td><a href="${number === here ? address : '/home'}" ${attributes}><svg width=12 height=12><rect width=12 height=12 /></svg></a></td></tr>`).join('')}</table>`;
const ofIcon = { steps: [open, press({ role: 'link', within: { row: '{{pro}}' } })] };

/** A calendar that opens over the next field, and goes where its field is left by Tab. */
const calendar = `<p>Date <input name=date onfocus="calendar.hidden = false" onkeydown="if (event.key === 'Tab') { calendar.hidden = true }"></p><p>Note <input name=note></p>
   <table id=calendar hidden style="position:absolute;top:110px;left:0;background:#fff">${Array.from({ length: 5 }, (_, week) => `<tr>${Array.from({ length: 7 }, (_, day) => `<td>${(week * 7 + day) % 31}</td>`).join('')}</tr>`).join('')}</table>`;
const dated: Partial<GuardCase> = {
  steps: [
    open,
    { do: 'fill', target: { beside: 'Date' }, value: '11/22/2026' },
    { do: 'fill', target: { beside: 'Note' }, value: 'Weighed again' },
    { do: 'read', target: { field_name: 'note' }, as: 'note' },
  ],
};

export const honestPortalCases: readonly GuardCase[] = [
  honest('a line of a list that is named by its own text', lines('Bill of lading', 'Delivery receipt'), {
    ...ofLine,
    benchOnly: false,
  }),
  hostile('two lines of a list with the same text', lines('Delivery receipt', 'Delivery receipt'), ofLine),
  honest('a button with an arrow in an element of its own', '<a href=/next>Freight <span>▾</span></a>', {
    steps: [open, press({ role: 'link', name: 'Freight' })],
    benchOnly: false,
  }),
  honest('a menu under the mouse that lies over the number', '', { ...throughMenu(entry), benchOnly: false }),
  hostile(
    'a menu under the mouse that shows another number over the number',
    '',
    throughMenu(`<li><a href=/home>Record ${other}</a></li>${entry}`),
  ),
  honest('an editor that is narrower than its cell', editor('185px'), { ...writesNote, benchOnly: false }),
  hostile('an editor over the half of a cell', editor('90px'), { ...writesNote, facts: {}, ends: 'changed' }),
  honest('an editor behind a bar of icons', withBar('<button><svg width=9 height=9></svg></button>'), explains),
  honest('an editor behind a bar of letters', withBar('<button><b>B</b></button><button><i>I</i></button>'), explains),
  honest(
    'a dialog that warns, called a dialog',
    `<button onclick="d.hidden=false">Save</button><div id=d hidden role=alertdialog aria-label=Confirmation><p>Save it?</p><a href=/next>OK</a></div>`,
    {
      steps: [
        open,
        {
          do: 'click',
          effect: 'read',
          target: { role: 'button', name: 'Save' },
          next: { shows: { role: 'dialog', name: 'Confirmation' } },
        },
        press({ role: 'link', name: 'OK' }),
      ],
    },
  ),
  honest('a number as bare text behind its name', '', {
    ...ofRecord(field, `<p><strong>PRO:</strong> ${here}</p>`),
    ...read,
  }),
  honest('a number as bare text before another name', '', {
    ...ofRecord(field, `<p><b>PRO:</b> ${here} <b>BOL:</b> 123456</p>`),
    ...read,
  }),
  hostile('another number as bare text behind its name', '', {
    ...ofRecord(field, `<p><strong>PRO:</strong> ${other}</p><p>${here}</p>`),
    ...unread,
  }),
  hostile('a number as bare text that nobody sees', '', {
    ...ofRecord(field, `<p style="color:#fff"><strong>PRO:</strong> ${here}</p>`),
    ...unread,
  }),
  honest('a number in a line of a text', '', {
    ...ofRecord(line, `Carrier: Midwest<br>PRO: ${here}<br>BOL: 3`),
    ...read,
  }),
  honest('a number behind its name in a line of a text', '', {
    ...ofRecord(field, `Carrier: Midwest<br>PRO: ${here}<br>BOL: 3`),
    ...read,
  }),
  hostile('two numbers in lines of a text', '', {
    ...ofRecord(line, `PRO: ${here}<br>PRO: ${other}<br>BOL: 3`),
    ...unread,
  }),
  honest('a state behind the number of a heading', '', {
    ...ofRecord(heading, `<h1>Record ${here} <small>In transit</small></h1>`),
    ...read,
  }),
  hostile('a copy behind the number of a heading', '', {
    ...ofRecord(heading, `<h1>Record ${here} <small>Copy</small></h1>`),
    ...unread,
  }),
  honest('an icon without a name that is the one link of its row', iconRows(), ofIcon),
  hostile('an icon without a name whose class is an act', iconRows('class="icon void-bill"'), ofIcon),
  hostile('an icon without a name that leads to an act', iconRows('', '/bills/void'), { ...ofIcon, forbidden: /void/ }),
  honest('a calendar that lies over the next field', calendar, { ...dated, facts: { note: 'Weighed again' } }),
  honest(
    'a part that is opened by its words, with the number of its entries',
    '<details><summary>Documents (2)</summary><a href=/next>View</a></details>',
    {
      steps: [
        open,
        { do: 'click', effect: 'read', target: { text: 'Documents' } },
        press({ role: 'link', name: 'View' }),
      ],
    },
  ),
  honest('a name behind a sentence', '<p>Your correction was received. Confirmation number: <b>COR-77</b></p>', {
    steps: [open, { do: 'read', target: { beside: 'Confirmation number' }, as: 'number' }],
    facts: { number: 'COR-77' },
  }),
  honest('a number at the end of a sentence', '<p role=status>Saved as COR-77.</p>', {
    steps: [open, { do: 'read', target: { role: 'status' }, as: 'number', after: 'Saved as' }],
    facts: { number: 'COR-77' },
  }),
];
