/** Native lists in the ones that are drawn around them, and styles that add words to options under the mouse. */
import { open, reading, shown } from './building-blocks.ts';
import { group, done, chooseReason } from './drawn-parts.ts';
import type { GuardCase } from '../guard-case.ts';

/** A list as Choices.js draws it: the native one lies in it, transparent, and what is chosen from that is not heard of. */
const around = (entry: string): string =>
  `<h1>Start</h1><style>.box{position:relative;width:200px;padding:8px;border:1px solid}select{position:absolute;inset:0;opacity:0;pointer-events:none}</style>
  <label for=r>Reason</label><div class=box role=combobox tabindex=0 aria-haspopup=true aria-expanded=false><div class=inner><select id=r tabindex=-1><option value="">Choose<option value=WC>Weight change<option value=V>Void bill</select><div>Choose</div></div><div role=listbox hidden><div role=option>${entry}</div></div></div><p role=status></p>
  <script>${done} const box = document.querySelector('.box'); box.onclick = () => { box.ariaExpanded = 'true'; document.querySelector('[role=listbox]').hidden = false; }; document.querySelector('[role=option]').onclick = done;</script>`;
/** As Choices.js: its style adds a hint to the option under the mouse, which is written on each of them. */
const hinted = (hint: string, ...others: readonly string[]): string =>
  `<style>[role=option]{position:relative;width:300px}[role=option]:hover::after{content:attr(data-hint);position:absolute;right:10px}</style>${around(
    'Weight change',
  ).replace(
    '<div role=option>Weight change</div>',
    [hint, ...others]
      .map((text, n) => `<div role=option data-hint="${text}">${n === 0 ? 'Weight change' : `Class change ${n}`}</div>`)
      .join(''),
  )}`;
/** A list as Materialize draws it: the native one lies in a box that is a dot, and its label between them is what people see. */
const inDot = (label = ''): string =>
  `<h1>Start</h1><style>.dot{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}</style>
  <div class=wrap><input readonly role=combobox aria-expanded=false value=Choose><label for=r ${label}>Reason</label><div class=dot><select id=r onchange="done()"><option value="">Choose<option value=WC>Weight change<option value=V>Void bill</select></div></div><p role=status></p><script>${done}</script>`;

export const hintedListCases: readonly GuardCase[] = [
  reading(group, {
    name: 'a native list that nobody sees in the one that is drawn around it',
    start: around('Weight change'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list that nobody sees in one that offers something else',
    start: around('Void bill'),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list that nobody sees, from which the act is chosen',
    start: around('Void bill'),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds a hint to the option under the mouse',
    start: hinted('Press to select', 'Press to select'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds a word to one option alone, under the mouse',
    start: hinted('and more', ''),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds a hint, under the mouse',
    start: hinted('Press to select'),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds a word, under the mouse',
    start: hinted('Press to reverse'),
    steps: [open, chooseReason, shown],
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list of one option to which its style adds the act, under the mouse',
    start: hinted('Void bill'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a list whose style adds the act to its options, under the mouse',
    start: hinted('Void bill', 'Void bill'),
    steps: [open, chooseReason, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, beside its label',
    start: inDot(),
    steps: [open, chooseReason, shown],
    ends: 'finished',
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, whose label nobody sees',
    start: inDot('style="visibility:hidden"'),
    steps: [open, chooseReason, shown],
    findMs: 400,
    benchOnly: true,
  }),
  reading(group, {
    name: 'a native list in a box that is a dot, from which the act is chosen',
    start: inDot(),
    steps: [open, { ...chooseReason, option: 'Void bill' }, shown],
    rule: /^never_click\.void_bill$/,
    benchOnly: true,
  }),
];
