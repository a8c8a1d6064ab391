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
];
