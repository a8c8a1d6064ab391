/** Lists of which several entries are chosen: native ones, and those that a component library draws. */
import type { ClickStep, Step } from '../../../../domain/dispatch/playbook/step.ts';
import { next, open, pressSave, saveBody, saved, saveForm, writing } from './building-blocks.ts';
import type { GuardCase } from '../guard-case.ts';

const group = 'lists of several';
const [expected] = pressSave.expects ?? [];
const save: ClickStep = {
  ...pressSave,
  expects:
    expected === undefined
      ? []
      : [
          {
            ...expected,
            fields: ['pro', 'amount', 'extra'],
            constraints: [...expected.constraints, { field: 'extra', all_of: ['LG', 'RD'] }],
            opaque: [],
          },
        ],
};
const saveOne: ClickStep = {
  ...save,
  expects: (save.expects ?? []).map((each) => ({
    ...each,
    constraints: [...(expected?.constraints ?? []), { field: 'extra', equals: 'DT' }],
  })),
};
const choose: Step = { do: 'choose', target: { label: 'Accessorials' }, option: ['Liftgate', 'Residential delivery'] };
const chooseShown: Step = { ...choose, target: { role: 'listbox', name: 'Accessorials' } };
const options = (chosen = ''): string =>
  [
    ['LG', 'Liftgate'],
    ['IN', 'Inside delivery'],
    ['RD', 'Residential delivery'],
  ]
    .map(([value = '', text = '']) => `<option value=${value}${chosen.includes(value) ? ' selected' : ''}>${text}`)
    .join('');
const native = (chosen = '', script = '', more = 'multiple'): string =>
  saveForm(`<label for=e>Accessorials</label><select id=e name=extra ${more}>${options(chosen)}</select>`, script);

/** As libraries draw it: entries that are chosen and left again by a click, and fields that are made of them. */
const drawn = (opener: string, list: string, chosen = '', script = ''): string =>
  saveForm(
    `<span id=l>Accessorials</span>${opener}<ul role=listbox aria-multiselectable=true aria-labelledby=l ${list}>${[
      'LG Liftgate',
      'IN Inside delivery',
      'RD Residential delivery',
    ]
      .map((each) => {
        const [value = '', ...words] = each.split(' ');
        return `<li role=option data-v=${value} aria-selected=${chosen.includes(value)}>${words.join(' ')}</li>`;
      })
      .join('')}</ul><span id=s></span>`,
    `const list = document.querySelector('ul'); const show = () => { s.innerHTML = [...list.querySelectorAll('[aria-selected=true]')].map((each) => '<input type=hidden name=extra value=' + each.dataset.v + '>').join(''); };
    show(); list.onclick = (event) => { const on = event.target.ariaSelected !== 'true'; event.target.ariaSelected = on; show(); ${script} };`,
  );
const combobox =
  '<button type=button role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby=l onclick="this.ariaExpanded = true; document.querySelector(\'ul\').hidden = false">Choose</button>';
/** As Tom Select draws it: `aria-selected` says at which entry the arrows are, and not what is chosen. */
const marking = saveForm(
  `<span id=l>Accessorials</span>${combobox}<ul role=listbox aria-labelledby=l hidden><li role=option data-v=LG>Liftgate</li><li role=option data-v=RD>Residential delivery</li></ul><span id=s></span>`,
  `const list = document.querySelector('ul'); list.onmouseover = (event) => { for (const each of list.children) each.ariaSelected = each === event.target; };
  list.onclick = (event) => { s.innerHTML += '<input type=hidden name=extra value=' + event.target.dataset.v + '>'; event.target.remove(); };`,
);
const both = ['POST /save pro=0412708839&amount=250.00&extra=LG&extra=RD'];

const several = (told: { readonly name: string; readonly start: string } & Partial<GuardCase>): GuardCase =>
  writing(group, { steps: [open, choose, save], pages: { '/save': saved, '/next': next }, ...told });

const boxes = (chosen = '', script = ''): string =>
  saveForm(
    `<fieldset><legend>Accessorials</legend>${['LG Liftgate', 'IN Inside delivery', 'RD Residential delivery']
      .map((each) => [each.slice(0, 2), each.slice(3)] as const)
      .map(
        ([value, text]) =>
          `<label><input type=checkbox name=extra value=${value}${chosen.includes(value) ? ' checked' : ''}> ${text}</label>`,
      )
      .join('')}</fieldset>`,
    script,
  );
const chooseEach: Step = { ...choose, option: ['{{shown[]}}'] };
const saveEach: ClickStep = {
  ...save,
  expects: (save.expects ?? []).map((each) => ({
    ...each,
    constraints: [...(expected?.constraints ?? []), { field: 'extra', all_of: ['{{codes[]}}'] }],
    repeats: ['extra'],
  })),
};
const twoGiven = { codes: 'LG, RD', shown: 'Liftgate, Residential delivery' };
const given = (told: { readonly name: string; readonly start: string } & Partial<GuardCase>): GuardCase =>
  several({ steps: [open, chooseEach, saveEach], given: twoGiven, benchOnly: true, ...told });

export const listOfSeveralCases: readonly GuardCase[] = [
  given({ name: 'boxes for the entries of a list', start: boxes(), ends: 'finished', writes: both }),
  given({ name: 'boxes of which one is ticked already', start: boxes('RD'), ends: 'finished', writes: both }),
  given({ name: 'a native list for the entries of a list', start: native('IN'), ends: 'finished', writes: both }),
  given({
    name: 'boxes of which a list without an entry needs none',
    start: boxes(),
    given: { codes: '', shown: '' },
    ends: 'finished',
    writes: [`POST /save ${saveBody}`],
  }),
  given({
    name: 'a box that is ticked though a list without an entry needs none',
    start: boxes('IN'),
    given: { codes: '', shown: '' },
    rule: /^request\.repeated_field$|^request\.constraint$/,
  }),
  given({ name: 'a box that is ticked beside those of a list', start: boxes('IN'), rule: /^request\.constraint$/ }),
  given({
    name: 'a box that unticks the one before it',
    start: boxes(
      '',
      'document.forms[0].onchange = ({ target }) => { for (const box of document.forms[0].extra) if (box !== target) box.checked = false; }',
    ),
    rule: /^request\.constraint$/,
  }),
  given({
    name: 'a box for the entry of a list that is the act',
    start: boxes().replace('Liftgate', 'Void this bill'),
    given: { codes: 'LG', shown: 'Void this bill' },
    rule: /^never_click\.void_bill$/,
  }),
  several({ name: 'a native list', start: native(), ends: 'finished', writes: both }),
  several({
    name: 'a native list with another entry chosen before',
    start: native('IN'),
    ends: 'finished',
    writes: both,
  }),
  several({
    name: 'a list that is there all the time',
    steps: [open, chooseShown, save],
    start: drawn('', ''),
    ends: 'finished',
    writes: both,
  }),
  several({
    name: 'a list that opens and stays open',
    start: drawn(combobox, 'hidden', 'LG'),
    ends: 'finished',
    writes: both,
  }),
  several({
    name: 'a list that closes with each choice',
    start: drawn(
      combobox,
      'hidden',
      '',
      "list.hidden = true; document.querySelector('[role=combobox]').ariaExpanded = 'false'",
    ),
    ends: 'finished',
    writes: both,
    benchOnly: true,
  }),
  several({
    name: 'a list that marks the entry at which the arrows are',
    start: marking,
    ends: 'finished',
    writes: both,
    benchOnly: true,
  }),
  several({
    name: 'a drawn list over a native one that is out of sight',
    start: drawn(combobox, 'hidden').replace(
      '<span id=s>',
      `<select multiple tabindex=-1 style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">${options()}</select><span id=s>`,
    ),
    ends: 'finished',
    writes: both,
    benchOnly: true,
  }),
  several({
    name: 'an entry more that the page has chosen before',
    steps: [open, chooseShown, save],
    start: drawn('', '', 'IN'),
    rule: /^request\.repeated_field$/,
  }),
  several({
    name: 'an entry more that the page adds as the form is sent',
    start: native('', "document.forms[0].onformdata = (event) => event.formData.append('extra', 'IN')"),
    rule: /^request\.repeated_field$/,
    benchOnly: true,
  }),
  several({
    name: 'an entry in the place of another',
    start: native(
      '',
      "document.forms[0].onformdata = (event) => { event.formData.delete('extra'); event.formData.append('extra', 'LG'); event.formData.append('extra', 'LG'); }",
    ),
    rule: /^request\.constraint$/,
    benchOnly: true,
  }),
  several({
    name: 'an entry that turns into the act once another is chosen',
    steps: [open, chooseShown, save],
    start: drawn(
      '',
      '',
      '',
      "list.lastChild.textContent = 'Void bill'; list.lastChild.ariaLabel = 'Residential delivery'",
    ),
    benchOnly: true,
    rule: /^never_click\.void_bill$/,
  }),
  several({
    name: 'an entry that is the act',
    start: native('', "e.insertAdjacentHTML('beforeend', '<option>Cancel shipment')"),
    steps: [open, { ...choose, option: ['Liftgate', 'Cancel shipment'] }, save],
    rule: /^never_click\.cancel_shipment$/,
    benchOnly: true,
  }),
  ...Object.entries({
    'the group of another record': ['<optgroup label="Shipment 0412708893">', /^element\.other_record$/],
    'a group about the act': ['<optgroup label="Void this bill because of">', /^never_click\.void_bill$/],
    'a group whose legend is the act': ['<optgroup><legend>Void this bill</legend>', /^never_click\.void_bill$/],
    'a group whose tip is the act': ['<optgroup label="More" title="Void this bill">', /^never_click\.void_bill$/],
    'the empty entry above it, which is the act': ['<option value="">Void this bill:', /^never_click\.void_bill$/],
    'the entry above it, which is the act': ['<option disabled>Void this bill:', /^never_click\.void_bill$/],
    'an entry with a value above it, which is set off': [
      '<option value=V disabled>── Void this bill ──',
      /^never_click\.void_bill$/,
    ],
    'another one that cannot be had now': ['<option value=V disabled>Void this bill', undefined],
    'the group of the record, beside one about the act': ['<optgroup label="Shipment 0412708839">', undefined],
  } as const).map(([under, [start, rule]]) =>
    several({
      name: `an entry under ${under}`,
      steps: [open, { ...choose, option: 'Detention' }, saveOne],
      start: native(
        '',
        `e.insertAdjacentHTML('beforeend', '${start}<option value=DT>Detention${start.startsWith('<optgroup') ? '</optgroup>' : ''}<optgroup label="Void this bill"><option>Twice</optgroup>')`,
        '',
      ),
      benchOnly: true,
      ...(rule === undefined ? { ends: 'finished', writes: [`POST /save ${saveBody}&extra=DT`] } : { rule }),
    }),
  ),
  several({
    name: 'a list of one',
    start: native('', '', ''),
    ends: 'changed',
    says: /a list of several with the options "Liftgate", "Residential delivery"/,
    findMs: 500,
    benchOnly: true,
  }),
];
