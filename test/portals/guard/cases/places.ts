/** Forms without labels, whose fields are known by where they are, and lists that send an internal id. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { GuardCase } from '../guard-case.ts';
import { onClick, open, press, pressSave, writing } from './building-blocks.ts';

const group = 'places';
const form = (script: string, terms = ''): string =>
  `<h1>Start</h1><form method=post action=/save><table>
  <tr><td>PRO:</td><td><input name=pro></td></tr>
  <tr><td>Amount</td><td><input name=amount placeholder="0.00"></td></tr>
  <tr><td>Kind *</td><td><select name=kind><option value=9>None<option value=17>Reclass</select></td></tr>${terms}
  </table><button>Save</button></form><script>const kind = document.forms[0].elements.kind; ${script}</script>`;
const fill = (target: object, value: string): Step => ({ do: 'fill', target, value });
const save: ClickStep = {
  ...pressSave,
  expects: [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', 'kind'],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', equals: '250.00' },
        { field: 'kind', chosen: 'Reclass' },
      ],
    },
  ],
};
const steps: readonly Step[] = [
  open,
  fill({ beside: 'PRO' }, '{{pro}}'),
  fill({ placeholder: '0.00' }, '250.00'),
  { do: 'choose', target: { beside: 'Kind' }, option: 'Reclass' },
  { do: 'read', target: { field_name: 'amount' }, as: 'amount' },
  save,
];

export const placeCases: readonly GuardCase[] = [
  writing(group, {
    name: 'a form without labels sends the id of the chosen option',
    start: form(''),
    steps,
    ends: 'finished',
    facts: { amount: '250.00' },
    writes: ['POST /save pro=0412708839&amount=250.00&kind=17'],
    benchOnly: false,
  }),
  writing(group, {
    name: 'a list that has another id for the option when the form is sent',
    start: form(`document.forms[0].onsubmit = () => { kind.options[1].value = '18' }`),
    steps,
    rule: /^request\.constraint$/,
    benchOnly: false,
  }),
  writing(group, {
    name: 'a form that sends another option than the chosen one',
    start: form(`document.forms[0].onsubmit = () => { kind.selectedIndex = 0 }`),
    steps,
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'two options that read the same',
    start: form(`kind.add(new Option('Reclass', '18'))`),
    steps,
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
  writing(group, {
    name: 'two fields beside the same text',
    start: form('', '<tr><td>Kind</td><td><select name=kind2><option>Reclass</select></td></tr>'),
    steps,
    ends: 'changed',
    findMs: 400,
    benchOnly: true,
  }),
  {
    group,
    name: 'a save by script that is answered and leads nowhere',
    pages: { '/start': onClick(`await fetch('/static/kept.json')`), '/static/kept.json': '{}' },
    steps: [open, { ...press, next: 'next' }],
    ends: 'changed',
    timeoutMs: 1_000,
    benchOnly: false,
  },
];
