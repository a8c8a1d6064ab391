/** Dialogs that a page opens at a write: those that the step declares, and all others. */
import type { GuardCase } from '../guard-case.ts';
import { open, pressSave, saveForm, saved, writing } from './building-blocks.ts';
import { group, once } from './write-blocks.ts';

const asking = (words: string, type = 'confirm'): string =>
  saveForm('', `document.forms[0].onsubmit = () => ${type}(${JSON.stringify(words)})`);
const dialog = { type: 'confirm', text: 'Save the change for {{pro}}?', answer: 'accept' } as const;
const answering = { ...pressSave, dialog };
export const dialogCases: readonly GuardCase[] = [
  writing(group, {
    name: 'a dialog that the step declares',
    start: asking('Save the change for 0412708839?'),
    pages: { '/save': saved },
    steps: [open, answering],
    ends: 'finished',
    writes: once,
  }),
  writing(group, {
    name: 'a dialog that nobody declared',
    start: asking('Save the change for 0412708839?'),
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'a dialog with other words',
    start: asking('Save the change and void the bill?'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a dialog about another number',
    start: asking('Save the change for 0412708893?'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a question of another kind',
    start: asking('Save the change for 0412708839?', 'prompt'),
    steps: [open, answering],
    rule: /^dialog\.differs$/,
  }),
  writing(group, {
    name: 'a second dialog after the declared one',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = () => confirm('Save the change for 0412708839?') && confirm('Accept all charges too?')`,
    ),
    steps: [open, answering],
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'a page that acts when the dialog is dismissed',
    start: saveForm(
      '',
      `document.forms[0].onsubmit = () => { if (!confirm('Keep it?')) fetch('/void', { method: 'POST' }); return false; }`,
    ),
    rule: /^dialog\.undeclared$/,
  }),
  writing(group, {
    name: 'an alert',
    start: saveForm('', `document.forms[0].onsubmit = () => { alert('Bill voided'); }`),
    rule: /^dialog\.undeclared$/,
  }),
];
