import assert from 'node:assert/strict';
import { judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import type { ElementFacts, ElementQuestion } from '../../../../domain/dispatch/guard/element-facts.ts';
import { doubtfulName, neverClickName, neverClickPath } from '../../../../domain/dispatch/guard/never-click.ts';
import { judgePortalAction } from '../../../../domain/dispatch/guard/task-gate.ts';
import type { Harmless } from '../../../../domain/dispatch/playbook/language.ts';
import { type PortalAction, portalActions } from '../../../../domain/dispatch/task.ts';
import { plainElement } from './plain-element.ts';

const names: Record<PortalAction, string[]> = {
  void_bill: ['Void bill', 'Void', 'Annul invoice', 'Cancel freight bill', 'Delete this bill'],
  cancel_shipment: ['Cancel shipment', 'Cancel load', 'Abort pickup', 'Cancel shipments'],
  write_off_balance: ['Write off balance', 'Write-off', 'Adjust to zero', 'Bad debt', 'Zero out', 'Clear balance'],
  mass_rerate: ['Mass re-rate', 'Bulk rerate', 'Batch re-rating', 'Re-rate all'],
  accept_all_charges: ['Accept all charges', 'Approve all', 'Agree to charges', 'Accept the charge'],
  withdraw_dispute: ['Withdraw dispute', 'Retract', 'Drop this claim', 'Withdraw'],
  pay_chargeback: ['Pay chargeback', 'Settle charge-back', 'Remit', 'Pay deduction'],
  close_account: ['Close account', 'Deactivate', 'Terminate my account', 'Delete profile'],
};

const cyrillic: Record<string, string> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у' };
const greek: Record<string, string> = { o: 'ο', v: 'ν', i: 'ι', a: 'α', u: 'υ' };
const swap =
  (table: Record<string, string>) =>
  (name: string): string =>
    Array.from(name.toLowerCase())
      .map((letter) => table[letter] ?? letter)
      .join('');
const fullWidth = (name: string): string =>
  Array.from(name)
    .map((letter) => (/[!-~]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter))
    .join('');
const mathBold = (name: string): string =>
  Array.from(name.toLowerCase())
    .map((letter) => (/[a-z]/.test(letter) ? String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97) : letter))
    .join('');

const disguises: [string, (name: string) => string][] = [
  ['as it is', (name) => name],
  ['in capitals', (name) => name.toUpperCase()],
  [
    'with letters spaced out',
    (name) =>
      name
        .split(' ')
        .map((word) => Array.from(word).join(' '))
        .join('   '),
  ],
  ['with hard spaces', (name) => name.replaceAll(' ', '\u00a0')],
  ['with zero-width spaces inside', (name) => Array.from(name).join('\u200b')],
  ['with zero-width joiners', (name) => Array.from(name).join('\u200d')],
  ['with soft hyphens', (name) => Array.from(name).join('\u00ad')],
  ['with variation selectors', (name) => Array.from(name).join('\ufe0f')],
  ['with tag characters', (name) => Array.from(name).join('\u{e0061}')],
  ['with Cyrillic look-alikes', swap(cyrillic)],
  ['with Greek look-alikes', swap(greek)],
  ['in full width', fullWidth],
  ['in mathematical letters', mathBold],
  [
    'with combining marks',
    (name) =>
      Array.from(name)
        .map((letter) => (letter === ' ' ? letter : `${letter}\u0336`))
        .join(''),
  ],
  ['with digits for letters', (name) => name.toLowerCase().replaceAll('o', '0').replaceAll('i', '1')],
  ['with a line break', (name) => name.replace(' ', '\n\t ')],
  [
    'in camel case',
    (name) =>
      name
        .split(/[\s-]+/)
        .map((word, index) =>
          index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`,
        )
        .join(''),
  ],
  ['in kebab case', (name) => name.toLowerCase().replaceAll(' ', '-')],
  ['in snake case', (name) => name.toUpperCase().replaceAll(/[\s-]/g, '_')],
  ['among other words', (name) => `Now: ${name} (selected)`],
];

const own = (name: string, value: string): Partial<ElementFacts> => ({
  attributes: [{ where: 'control', name, value }],
});
const rules = { origins: ['https://tms.example'], pages: {}, neverClick: [], harmless: [], values: {} };
function judge(facts: Partial<ElementFacts>, more: Partial<ElementQuestion> = {}, harmless: readonly Harmless[] = []) {
  const all = { ...plainElement, ...facts };
  return judgeElement(
    {
      input: 'click',
      effect: 'read',
      step: 'test',
      target: { role: 'button', name: all.name },
      expects: [],
      facts: all,
      page: 'start',
      ...more,
    },
    { ...rules, harmless },
  );
}

describe('names that are never clicked', () => {
  for (const action of portalActions)
    for (const [how, disguise] of disguises)
      it(`knows ${action} ${how}`, () => {
        for (const name of names[action]) {
          const shown = disguise(name);
          assert.ok(
            neverClickName(shown, []) !== undefined || doubtfulName(shown) !== undefined,
            `${JSON.stringify(shown)} passed`,
          );
          assert.equal(judge({ name: shown, visibleText: shown }).verdict, 'stopped');
        }
      });

  it('take records off the books, money from an account, or many bills at once, and ordinary names beside them do not', () => {
    const stopped: Readonly<Record<string, string>> = {
      cancel_shipment: 'Close order | Close shipment | Close out the load | Close this order',
      pay_chargeback:
        'Debit account | Debit the carrier | Accept debit | I agree that my account is debited | Charge back carrier | Back-charge the vendor | Charge the customer | Deduct from settlement',
      mass_rerate: 'Re-rate shipments | Rerate bills | Reprice loads',
    };
    for (const [action, names] of Object.entries(stopped))
      for (const name of names.split(' | ')) assert.equal(neverClickName(name, []), action, name);
    for (const name of ['button_cancel', 'action_cancel', 'doCancel'])
      assert.equal(doubtfulName(name), 'cancel_shipment', name);
    const ordinary =
      'Close order details | Close shipment panel | Closed orders | Debit memos | Dispute debit memo | Chargebacks | Dispute chargeback | Charge details | Deductions | Re-rate shipment | Rate loads | Rates and invoices | Carrier rates and invoices | Get rates for shipments | button_save | action_confirm';
    for (const name of ordinary.split(' | '))
      assert.equal(neverClickName(name, []) ?? doubtfulName(name), undefined, name);
  });

  it('stops letters of a script that people mix with Latin ones only as a disguise, and takes others', () => {
    for (const name of ['𐌖oid', 'ᐯOID', 'ꓦoid', 'Ꮩoid', 'Refrеsh'])
      assert.match(judge({ name, visibleText: name }).rule, /^(?:element\.mixed_script|never_click\.void_bill)$/, name);
    assert.equal(judge({ name: 'ᐯiew', visibleText: 'ᐯiew' }).rule, 'element.mixed_script');
    for (const name of ['查看 POD', 'مستند POD', 'Größe', '\u2068Refresh\u2069', '\u200eRefresh'])
      assert.doesNotMatch(judge({ name, visibleText: name }).rule, /mixed_script|turned_text/, name);
    assert.equal(judge({ name: 'Re\u202eserf\u202c', visibleText: 'Refresh' }).rule, 'element.turned_text');
  });
  it('stops a name that turns the reading direction, whatever it spells', () => {
    for (const name of ['\u202ellib dioV', 'Refresh \u2066page\u2069'])
      assert.equal(judge({ name, visibleText: name }).verdict, 'stopped');
  });
  it('stops a name that mixes scripts', () => {
    assert.equal(judge({ name: 'Refrеsh', visibleText: 'Refrеsh' }).rule, 'element.mixed_script');
  });

  const places: [string, Partial<ElementFacts>][] = [
    ['only in its title', { title: 'Void bill' }],
    ['only in its aria-label', { hiddenTexts: ['Void bill'] }],
    ['only in the text of a picture inside', { hiddenTexts: ['Write off balance'] }],
    ['only in what a style sheet adds', { hiddenTexts: ['Cancel shipment'] }],
    ['only in its id', own('id', 'btn-voidBill')],
    ['only in a class', own('class', 'btn btn--write-off')],
    ['only in a data attribute', own('data-action', 'close_account')],
    ['only in its script', own('onclick', 'voidBill(123)')],
    ['only in the dialog around it', { context: [{ kind: 'dialog', text: 'Void this bill?' }] }],
    ['only in its value', { value: 'mass-rerate' }],
    ['only in the address behind it', { href: 'https://tms.example/bills/7/void' }],
    ['only in its formaction', { formAction: 'https://tms.example/writeOff' }],
    [
      'only in the address of its form',
      {
        type: 'submit',
        form: { action: 'https://tms.example/account/close-account', method: 'post', name: '', defaultButton: null },
      },
    ],
    ["as an icon font's word", { name: 'delete_forever', visibleText: 'delete_forever' }],
  ];
  for (const [where, facts] of places)
    it(`sees the act when it is ${where}`, () => assert.match(judge(facts).rule, /^never_click\./));

  const passing = [
    'Search',
    'Documents',
    'View',
    'Sign in',
    'Continue',
    'Next page',
    'Open 1st bill',
    'Add 3rd party',
    'Print label',
    'Refresh',
    '0412708839',
    'PRO or BOL number',
    'Freight invoice',
    'Delivery receipt (POD)',
    'Corrections',
    'Avoid delays',
    'Account settings',
    'Balance due',
    'Charges',
    'Open dispute',
    'Your reference',
    'Payment history',
    'Save draft',
    'Submit correction',
    'Preview re-rate',
  ];
  for (const name of passing)
    it(`lets "${name}" pass`, () => {
      assert.equal(neverClickName(name, []), undefined);
      assert.equal(judge({ name, visibleText: name }).verdict, 'allowed', judge({ name, visibleText: name }).reason);
    });

  it('lets a bare Cancel pass only where the playbook says that it is harmless', () => {
    assert.equal(judge({ name: 'Cancel', visibleText: 'Cancel' }).rule, 'never_click.cancel_shipment');
    const harmless = [{ name: 'Cancel', page: 'start', why: 'closes the form' }];
    assert.equal(judge({ name: 'Cancel', visibleText: 'Cancel' }, {}, harmless).verdict, 'allowed');
    assert.equal(judge({ name: 'Cancel', visibleText: 'Cancel' }, { page: 'other' }, harmless).verdict, 'stopped');
    assert.equal(
      judge({ name: 'Cancel shipment', visibleText: 'Cancel shipment' }, {}, [
        { name: 'Cancel shipment', page: 'start', why: 'wrong' },
      ]).verdict,
      'stopped',
    );
  });

  it('lets what a control is under pass where the playbook says why, and stores the reason', () => {
    const harmless = [{ name: 'Keep shipment', page: 'start', why: 'closes the dialog' }];
    const keep = { name: 'Keep shipment', visibleText: 'Keep shipment' };
    const context = [{ kind: 'dialog', text: 'Cancel shipment?' }];
    assert.equal(judge({ ...keep, context }).rule, 'never_click.cancel_shipment');
    const lifted = judge({ ...keep, context }, {}, harmless);
    assert.deepEqual([lifted.verdict, lifted.rule], ['allowed', 'element.harmless']);
    assert.match(lifted.reason, /cancel_shipment.*"Cancel shipment\?".*closes the dialog$/);
    assert.equal(judge({ ...keep, context }, { page: 'other' }, harmless).verdict, 'stopped');
    assert.equal(judge({ ...keep, context, ...own('onclick', 'voidBill()') }, {}, harmless).verdict, 'stopped');
    assert.equal(judge({ ...keep, context, href: 'https://tms.example/void' }, {}, harmless).verdict, 'stopped');
    const within = { section: 'Notice' };
    const there = harmless.map((entry): Harmless => ({ ...entry, within }));
    const target = { role: 'button', name: 'Keep shipment' } as const;
    assert.equal(judge({ ...keep, context }, { target: { ...target, within } }, there).verdict, 'allowed');
    assert.equal(judge({ ...keep, context }, { target }, there).verdict, 'stopped');
    assert.equal(
      judge({ ...keep, context }, { target: { ...target, within: { section: 'Other' } } }, there).verdict,
      'stopped',
    );
    const bare = { name: 'Cancel', visibleText: 'Cancel', context };
    assert.equal(judge(bare, {}, [{ name: 'Cancel', page: 'start', why: 'x' }]).verdict, 'stopped');
  });

  it('reads an option of a task as one that the playbook names; a recipe that reads may filter by a state', () => {
    const choose = (option: string, onlyReads: boolean): string => {
      const facts = { name: 'Status', visibleText: '', role: 'combobox', tag: 'select' };
      const target = { label: 'Status' };
      return judge(facts, { input: 'choose', option, onlyReads, target }).rule;
    };
    assert.equal(choose('Void bill', false), 'never_click.void_bill');
    assert.equal(choose('Void bill', true), 'never_click.void_bill');
    assert.equal(choose('Voided', true), 'element.declared');
    assert.equal(choose('Voided', false), 'never_click.void_bill');
    assert.equal(choose('Delivered', false), 'element.declared');
  });

  const paths: [string, PortalAction | undefined][] = [
    ['/shipments/1/void', 'void_bill'],
    ['/shipments/1/VOID', 'void_bill'],
    ['/api/voidBill', 'void_bill'],
    ['/bills/write-off', 'write_off_balance'],
    ['/writeOff', 'write_off_balance'],
    ['/mass_rerate', 'mass_rerate'],
    ['/shipments/1/cancel', 'cancel_shipment'],
    ['/account/close-account', 'close_account'],
    ['/disputes/3/withdraw', 'withdraw_dispute'],
    ['/pay-chargeback', 'pay_chargeback'],
    ['/shipments/0412708839', undefined],
    ['/shipments/0412708839/documents', undefined],
    ['/documents/12', undefined],
    ['/search', undefined],
    ['/login', undefined],
    ['/payments', undefined],
    ['/accounts/7', undefined],
  ];
  for (const [path, action] of paths)
    it(`reads ${path} as ${action ?? 'harmless'}`, () => assert.equal(neverClickPath(path, []), action));
});

describe('a control that is called like a list of acts', () => {
  const links: [string, string, boolean][] = [
    ['Voids', '/reports/voids', true],
    ['Void history', '/void-history', true],
    ['Cancellations', '/cancellations?page=2', true],
    ['Void', '/voids', false],
    ['Write off', '/reports/write-offs', false],
    ['Voids', '/void', false],
    ['Cancellations', '/cancel?id=1', false],
  ];
  for (const [name, path, isShown] of links)
    it(`${isShown ? 'is followed as' : 'is not followed as'} a link ${name} to ${path}`, () => {
      const facts = { tag: 'a', type: '', name, visibleText: name, href: `https://tms.example${path}` };
      assert.equal(judge(facts).rule.startsWith('never_click.'), !isShown, judge(facts).reason);
    });
  it('is pressed as a tab, and not as what sends a form or writes', () => {
    const tab = { name: 'Void history', visibleText: 'Void history', role: 'tab', ...own('id', 'void-history-tab') };
    const form = { action: 'https://tms.example/voids', method: 'post', name: '', defaultButton: null };
    assert.equal(judge(tab).verdict, 'allowed');
    for (const more of [{ type: 'submit', form }, own('hx-post', '/list'), own('onclick', 'voidBill()')])
      assert.match(judge({ ...tab, ...more }).rule, /^never_click\.void_bill$/);
    // Nobody voids a history; there may be requests that are voided.
    assert.equal(judge({ ...tab, role: '' }).verdict, 'allowed');
    const requests = { name: 'Void requests', visibleText: 'Void requests', ...own('id', 'requests') };
    assert.match(judge({ ...tab, ...requests, role: '' }).rule, /^never_click\.void_bill$/);
  });
});

describe('a list that a page draws', () => {
  const list = { role: 'combobox', tag: 'div', type: '', name: 'DropDownList', visibleText: 'Choose' } as const;
  const drawn: ElementFacts = { ...plainElement, ...list, opensList: 'closed' };
  const clicked = (more: Partial<ElementFacts>, asked: Partial<ElementQuestion> = {}): string =>
    judge({ ...drawn, ...more }, { target: { beside: 'Reason' }, ...asked }).rule;
  it('shows what is chosen beside its name where it only opens', () => {
    assert.equal(judge(drawn, { target: { beside: 'Reason' } }).verdict, 'allowed');
    for (const more of [{ opensList: null }, { role: 'button' }, { href: 'https://tms.example/bills' }])
      assert.equal(clicked(more), 'element.name_differs', JSON.stringify(more));
    assert.equal(clicked({}, { effect: 'write' }), 'element.name_differs');
    assert.equal(clicked({ visibleText: 'Void bill' }), 'never_click.void_bill');
  });
  it('is judged by its label as well', () => {
    assert.equal(clicked({ labels: ['Void bill'] }), 'never_click.void_bill');
    for (const label of ['Reason for voiding the bill', 'Reason to void the bill'])
      assert.equal(judge({ ...drawn, labels: [label] }, { target: { beside: 'Reason' } }).verdict, 'allowed', label);
  });
});

describe('a control that stays on its page or asks by GET', () => {
  const paths = ['/start?window=*', '/hits?pro=*'];
  const fingerprint = { headings: [], labels: [], buttons: [], columns: [] };
  const pages = { start: { paths, query: [], secret: false, fingerprint } };
  const rules = { origins: ['https://tms.example'], pages, neverClick: [], harmless: [], values: {} };
  const question = { input: 'click', effect: 'read', step: 'go on', target: {}, expects: [], page: 'start' } as const;
  const ruleOf = (more: Partial<ElementFacts>): string =>
    judgeElement({ ...question, facts: { ...plainElement, ...more } }, rules).rule;
  const at = 'https://tms.example/start?window=7&loop=3';
  it('is pressed as a link to a place of its document, whatever the address has behind it', () => {
    const link = { tag: 'a', type: '', pageUrl: at, frameUrl: at };
    assert.equal(ruleOf({ ...link, href: `${at}#` }), 'element.declared');
    assert.equal(ruleOf({ ...link, href: `${at}#/voids` }), 'element.undeclared_query');
    assert.equal(ruleOf({ ...link, href: 'https://tms.example/other#' }), 'element.undeclared_page');
  });
  it('leads to that one of several pages with one path whose query its address has', () => {
    const page = (path: string) => ({ ...pages.start, paths: [path] });
    const ofOnePath = { list: page('/bill.pl'), edit: page('/bill.pl?rm=edit'), parted: page('/bill.pl?rm=view;id=*') };
    const leadsTo = (href: string): string =>
      judgeElement(
        { ...question, facts: { ...plainElement, tag: 'a', type: '', pageUrl: at, frameUrl: at, href } },
        { ...rules, pages: ofOnePath },
      ).rule;
    for (const query of ['', '?rm=edit', '?rm=view;id=7'])
      assert.equal(leadsTo(`https://tms.example/bill.pl${query}`), 'element.declared', query);
    for (const query of ['?rm=other', '?rm=edit&id=7', '?rm=view;id=7;line=1', '?id=7'])
      assert.equal(leadsTo(`https://tms.example/bill.pl${query}`), 'element.undeclared_query', query);
    assert.match(leadsTo('https://tms.example/bill.pl?rm=edit&action=void'), /^never_click\./);
  });
  it('sends a form by GET onto a page whose address has the fields', () => {
    const form = { method: 'get', name: '', defaultButton: null };
    assert.equal(ruleOf({ type: 'submit', form: { ...form, action: 'https://tms.example/hits' } }), 'element.declared');
    assert.equal(
      ruleOf({ type: 'submit', form: { ...form, action: 'https://tms.example/other' } }),
      'element.undeclared_page',
    );
  });
});

describe('a control that is not what it seems', () => {
  const cases: [string, Partial<ElementFacts>, Partial<ElementQuestion>, string][] = [
    ['shows one thing and is called another', { name: 'Store', visibleText: 'Keep' }, {}, 'element.name_differs'],
    [
      'is named by its step as people see it, where that writes',
      { name: 'Store', visibleText: 'Keep' },
      { target: { text: 'Keep' }, effect: 'write' },
      'element.name_differs',
    ],
    [
      'is called an act beside what its step names',
      { name: 'Void bill', visibleText: 'Decline' },
      { target: { text: 'Decline' } },
      'never_click.void_bill',
    ],
    ['has no name', { name: '', visibleText: '' }, { target: { role: 'button' } }, 'element.nameless'],
    ['is not the one the step names', {}, { target: { role: 'button', name: 'Search' } }, 'element.not_the_target'],
    ['was replaced', { connected: false }, {}, 'element.replaced'],
    ['cannot be seen', { visible: false }, {}, 'element.hidden'],
    ['lies under something', { onTop: false }, {}, 'element.covered'],
    ['is disabled', { enabled: false }, {}, 'element.disabled'],
    [
      'posts its form in a step that reads',
      { type: 'submit', form: { action: 'https://tms.example/x', method: 'post', name: '', defaultButton: null } },
      {},
      'element.write_in_read_step',
    ],
    [
      'sends a form that the step does not declare',
      { type: 'submit', form: { action: 'https://tms.example/x', method: 'post', name: '', defaultButton: null } },
      { effect: 'write', expects: [{ method: 'POST', path: '/y', content: 'form', fields: [], constraints: [] }] },
      'element.undeclared_form',
    ],
    ...[
      "location='/x'",
      "fetch('/x')",
      "window.open('/x')",
      "document.write('x')",
      "eval('go()')",
      'go(String(1))',
      "'<h1>x</h1>'",
      "go('<b>')",
      '%',
    ].map((script): [string, Partial<ElementFacts>, Partial<ElementQuestion>, string] => [
      `is a link of the script ${script}`,
      { tag: 'a', type: '', href: `javascript:${script}` },
      {},
      'element.script_address',
    ]),
    [
      'calls an act as a link',
      { tag: 'a', type: '', href: 'javascript:go(this.form,"void")' },
      {},
      'never_click.void_bill',
    ],
    ['takes no text', {}, { input: 'fill' }, 'input.unfit'],
    ['is a password, for a click', { tag: 'input', type: 'password' }, {}, 'input.unfit'],
    ['is no file field', { tag: 'input', type: 'text' }, { input: 'upload' }, 'input.unfit'],
    ['cannot be written in', { tag: 'input', type: 'text', editable: false }, { input: 'fill' }, 'input.unfit'],
  ];
  it('may be a text field without a name, found by what is written beside it', () => {
    const facts = { name: '', visibleText: '', tag: 'input', type: 'text' };
    assert.equal(judge(facts, { target: { beside: 'Reason' } }).verdict, 'allowed');
    assert.equal(judge(facts, { target: { role: 'textbox' } }).rule, 'element.nameless');
  });
  it('may be called otherwise to screen readers where its step names what people see', () => {
    const target = { text: 'Decline' };
    assert.equal(judge({ name: 'deny cookies', visibleText: 'Decline' }, { target }).verdict, 'allowed');
    assert.equal(judge({ name: 'deny cookies', visibleText: 'Decline all' }, { target }).rule, 'element.name_differs');
  });
  it('may be an icon that says what it is when the mouse rests on it', () => {
    const icon = { name: '\uf06e', visibleText: '', title: 'View record' };
    const target = { role: 'button', name: icon.name } as const;
    assert.equal(judge(icon, { target }).verdict, 'allowed');
    assert.equal(judge({ ...icon, title: '' }, { target }).rule, 'element.nameless');
    for (const title of ['Void bill', 'Cancel'])
      assert.match(judge({ ...icon, title }, { target }).rule, /^never_click\./, title);
  });
  for (const [what, facts, more, rule] of cases)
    it(`stops when it ${what}`, () => assert.equal(judge(facts, more).rule, rule));

  it('says what lies over a control', () => {
    const overlay = { acts: true, text: 'What is new  Close' };
    assert.equal(judge({ onTop: false, overlay }).reason, 'something else lies over the control: "What is new Close"');
  });

  it('gives every reason, in the order of the layers', () => {
    const verdict = judge({ name: 'Void bill', visibleText: 'Save', visible: false });
    assert.equal(verdict.rule, 'element.hidden');
    assert.match(verdict.reason, /cannot be seen.*void_bill.*differ/);
  });
  it('presses a link that calls functions of the page', () => {
    for (const script of [
      'go()',
      "submitAction_win0(document.win0, '#ICSave');",
      'void doSave(this.form, 3, true); return false;',
      "oForm.send('ctl00$Main$lnk', document.forms[0])",
    ])
      assert.equal(judge({ tag: 'a', type: '', href: `javascript:${script}` }).verdict, 'allowed', script);
  });
  it('lets a name that says more than the control shows pass', () => {
    assert.equal(judge({ name: 'View delivery receipt', visibleText: 'View' }).verdict, 'allowed');
  });
});

describe('the task gate', () => {
  for (const action of portalActions)
    it(`stops ${action}`, () =>
      assert.deepEqual(
        [judgePortalAction(action).verdict, judgePortalAction(action).rule, judgePortalAction(action).layer],
        ['stopped', `never_click.${action}`, 'task'],
      ));
  it('stops an action that is not known', () => assert.equal(judgePortalAction('format_disk').verdict, 'stopped'));
  it('is stopped by what it says by turns, and waits for what it said a moment ago', () => {
    const said = (own: string[], left: string[]): string => judge({ turned: { own, left } }).rule;
    assert.equal(said(['Void bill', 'Refresh'], []), 'never_click.void_bill');
    assert.equal(said([], ['Void bill']), 'element.restless');
    assert.equal(said(['Ready', 'Refresh'], ['Loading']), 'element.declared');
  });
});
