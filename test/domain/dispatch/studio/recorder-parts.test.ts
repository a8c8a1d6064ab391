import assert from 'node:assert/strict';
import { candidateTargets, type PointedAt } from '../../../../domain/dispatch/studio/candidates.ts';
import type { LeftRequest } from '../../../../domain/dispatch/studio/acts.ts';
import { isLeftOut, isSameRead, likeness } from '../../../../domain/dispatch/studio/requests.ts';
import { readCommand, saysStoring } from '../../../../domain/dispatch/studio/live.ts';
import { isTableOfDetails } from '../../../../domain/dispatch/studio/pages.ts';
import {
  addressTemplate,
  asTemplate,
  isStable,
  pathTemplate,
  sampleOf,
} from '../../../../domain/dispatch/studio/templates.ts';
import {
  addressForAccount,
  masked,
  maskedText,
  namedForAccount,
} from '../../../../domain/dispatch/studio/mask-login.ts';
import { element, fileOf, findingsOf, recording, signIn } from './recording-acts.ts';
import { linesOfStep, placedFindings } from '../../../../portals/playbooks/findings.ts';

describe('an address that a page reads while it is recorded', () => {
  const setup = {
    taskType: 'answer_claim',
    samples: { claim_id: 'CLM-26-0107', mark: 'LK-77', decision: 'accept', amount: '240.00' },
  } as const;
  const page = { isPage: true, part: 'submit', setup } as const;
  const script = { ...page, isPage: false } as const;

  for (const [address, moment] of [
    ['/claims/7/save', page],
    ['/claims/autosave.gif?note=short', script],
    ['/claim?id=7&save=1', script],
    ['/claim.do?action=update&id=7', script],
    ['/messages/7/markRead', script],
    ['/rpc/updateClaim?state=closed', script],
    ['/claims/7/approve?by=me', page],
    ['/claims/7/approve', script],
    ['/update.php?id=7&amount=240.00', page],
    ['/note?text=LK-77', script],
    ['/formular/speichern', page],
  ] as const)
    it(`is asked about where it says that something is stored: ${address}`, () =>
      assert.ok(saysStoring(address, moment)));

  for (const [address, moment] of [
    ['/claims/saved?page=2', page],
    ['/saved-searches', script],
    ['/claims/add?claim=CLM-26-0107', page],
    ['/claims/7/update', page],
    ['/claims/7/add', script],
    ['/index.php?controller=Task&action=create', page],
    ['/claims?q=CLM-26-0107', page],
    ['/claims?save=0', page],
    ['/static/save-button.js?v=3', script],
    ['/icons/save.svg', script],
    ['/updates?since=7', script],
    // In `look` a mark is what is searched for, and a sign-in stores nothing.
    ['/responses?q=LK-77', { ...page, part: 'look' }],
    ['/responses?q=LK-77&state=', page],
    ['/mfa/confirm?next=home', { ...page, part: 'login' }],
    ['/shipments?q=240.00', { ...page, setup: { ...setup, taskType: 'pull_pod' } }],
  ] as const)
    it(`is read without a question: ${address}`, () => assert.ok(!saysStoring(address, moment)));
});

describe('the samples of a recording in what is seen', () => {
  const samples = { pro: '0412708839', amount: '-223.00', reason: 'WC', day: '2026-11-22' };

  for (const [text, template] of [
    ['0412708839', '{{pro}}'],
    ['Shipment 0412708839', 'Shipment {{pro}}'],
    ['Shipment 04127088391', 'Shipment 04127088391'],
    ['WC', '{{reason}}'],
    ['WC is short for weight', 'WC is short for weight'],
  ] as const)
    it(`makes ${JSON.stringify(template)} of ${JSON.stringify(text)}`, () =>
      assert.equal(asTemplate(text, samples), template));

  for (const [value, found] of [
    ['(223.00)', { input: 'amount', format: 'money' }],
    ['041-270-8839', { input: 'pro', format: 'digits' }],
    ['11/22/2026', { input: 'day', format: 'date' }],
    ['somebody', undefined],
  ] as const)
    it(`finds the input in ${value}`, () => assert.deepEqual(sampleOf(value, samples), found));

  it('knows what says the same for every record', () => {
    assert.ok(isStable('Shipment {{pro}}'));
    assert.ok(!isStable('Shipment {{pro}}, delivered 11/22/2026'));
    assert.ok(!isStable('Invoice 88213'));
    assert.ok(!isStable('pod_{{pro}}_3euq4a3jmx.pdf'));
  });

  it('leaves open what a person typed, and what only this record has', () => {
    assert.deepEqual(addressTemplate('/issue?@template=item&q=0412708839&id=77', samples, new Set(['0412708839'])), {
      template: '/issue?@template=item',
      query: ['q', 'id'],
    });
    // How often a member is there is a part of the address: all of one name are fixed, or none.
    assert.deepEqual(addressTemplate('/issues?f[]=tracker&f[]=cf_5&f[]=&c[]=subject&c[]=state', samples, new Set()), {
      template: '/issues?c[]=subject&c[]=state',
      query: ['f[]'],
    });
    assert.equal(pathTemplate('/shipments/0412708839/corrections/8812', samples), '/shipments/{{pro}}/corrections/*');
    assert.equal(pathTemplate('/media/0412708839_x81.pdf', samples), '/media/{{pro}}*');
    assert.equal(addressTemplate('/app#/bills/0412708839', samples, new Set()).template, '/app#/bills/{{pro}}');
    for (const id of ['0zcp13gygtad6t4', 'V1StGXR8_Z5jdHi6B-myT', 'clh3k2x0a0001mj08', '507f1f77bcf86cd799439011'])
      assert.equal(pathTemplate(`/records/${id}/files`, samples), '/records/*/files', id);
    for (const word of ['step1-of-3', 'iphone15', 'v2beta1', 'shipments-2', 'auth-with-password'])
      assert.equal(pathTemplate(`/${word}`, samples), `/${word}`);
    const route = addressTemplate(
      '/_/#/list?of=shipments&filter=0412708839&q=9999999999&record=0zcp13gygtad6t4&tab=2',
      samples,
      new Set(['9999999999', '2']),
    );
    assert.equal(route.template, '/_/#/list?of=shipments&filter={{pro}}&q=9999999999&record=*&tab=2');
  });

  it('keeps what a portal calls a kind of its records, and leaves open who is looked for', () => {
    const address = '/desk.php?select=claim+lines&of=Akron+Fittings&for=anna';
    assert.deepEqual(addressTemplate(address, {}, new Set(['anna'])), {
      template: '/desk.php?select=claim+lines',
      query: ['of', 'for'],
    });
  });

  it('keeps the user name, and what has no value where a step opens the address', () => {
    const address = '/desk.php?sqlite=&username={{account.username}}&page=7';
    assert.deepEqual(addressTemplate(address, {}, new Set()), {
      template: '/desk.php?username={{account.username}}',
      query: ['sqlite', 'page'],
    });
    assert.equal(
      addressTemplate(address, {}, new Set(), new Set()).template,
      '/desk.php?sqlite=&username={{account.username}}',
    );
  });
});

describe('the login in what is recorded and shown', () => {
  const login = { username: 'admin', password: 'p@ss word/1', codes: ['123456'] };

  it('is replaced wherever a password or a code is, also encoded as in a form', () => {
    const seen = {
      value: 'p@ss word/1',
      body: `a=${encodeURIComponent('p@ss word/1')}&b=p%40ss+word%2F1`,
      code: ['code 123456'],
    };
    const text = JSON.stringify(masked(seen, login));
    for (const secret of ['p@ss', 'p%40ss', '123456']) assert.ok(!text.includes(secret), text);
  });

  it('leaves a user name that is a word of the page, and replaces one that is the whole value', () => {
    assert.equal(maskedText('/admin/login', login), '/admin/login');
    assert.equal(maskedText('admin', login), '{{account.username}}');
  });

  it('has the place of the user name in an address that says who is signed in, and leaves words of every portal', () => {
    const user = { ...login, username: 'jdoe' };
    assert.equal(
      maskedText('/desk.php?db=&username=jdoe&select=claims', user),
      '/desk.php?db=&username={{account.username}}&select=claims',
    );
    assert.equal(maskedText('http://tms.example/users/jdoe/', user), 'http://tms.example/users/{{account.username}}/');
    assert.equal(maskedText('/home?for=jdoes', user), '/home?for=jdoes');
    assert.equal(maskedText('/list?role=admin&login=admin', login), '/list?role=admin&login={{account.username}}');
    const mail = { ...login, username: 'jo@tms.example' };
    assert.equal(maskedText('/a?as=jo%40tms.example#/b', mail), '/a?as={{account.username}}#/b');
    assert.equal(addressForAccount('/a?as={{account.username}}', 'jo@tms.example'), '/a?as=jo%40tms.example');
  });
});

describe('a control of the sign-in that is called by the user name', () => {
  it('has its place in it, where it is a word of its own and no word of every portal', () => {
    const on = {
      targets: [{ label: 'Password for jdoe' }],
      name: 'Password for jdoe:',
      text: 'jdoes jdoe@example.com',
    };
    assert.deepEqual(namedForAccount(on, 'jdoe'), {
      targets: [{ label: 'Password for {{account.username}}' }],
      name: 'Password for {{account.username}}:',
      text: 'jdoes jdoe@example.com',
    });
    assert.equal(namedForAccount('Password for admin', 'admin'), 'Password for admin');
    assert.equal(namedForAccount('User name', 'User'), 'User name');
  });
  it('is filled in by what every account is called', () => {
    const [user, password] = [signIn[1], signIn[2]];
    assert.ok(user?.did === 'fill' && password?.did === 'fill');
    const label = 'Password for {{account.username}}';
    const made = recording(
      {
        login: signIn.map((act) => (act === password ? { ...password, on: element('password', { label }) } : act)),
        steps: [],
      },
      {},
    );
    assert.match(JSON.stringify(fileOf(made).login), /"label":"Password for \{\{account\.username\}\}"/);
    assert.deepEqual(
      findingsOf(made).filter((finding) => finding.includes('login')),
      [],
    );
  });
});

describe('a table with headers', () => {
  const details = [
    ['Field', 'Value'],
    ['pro', '0412708839'],
    ['bol', 'BOL-77120'],
    ['delivered', '2026-09-16'],
  ];

  it('is one record’s where each line is a name and its value, and else a list of records', () => {
    assert.equal(isTableOfDetails(details, '0412708839'), true);
    assert.equal(isTableOfDetails([...details, ['master', '0412708847']], '0412708839'), false);
    assert.equal(
      isTableOfDetails(
        details.map((row) => [...row, 'Edit']),
        '0412708839',
      ),
      false,
    );
    assert.equal(isTableOfDetails(details.slice(0, 3), '0412708839'), false);
    const list = [
      ['Consignee', 'PRO'],
      ['Beecham', '0412708839'],
      ['Acme', '0412708847'],
      ['Dillon', '0412708855'],
    ];
    assert.equal(isTableOfDetails(list, '0412708839'), false);
    assert.equal(
      isTableOfDetails(
        [
          ['Line', 'PRO'],
          ['1', '0412708839'],
          ['2', '-'],
          ['3', '-'],
        ],
        '0412708839',
      ),
      false,
    );
  });
});

describe('the targets that may name an element', () => {
  const seen: PointedAt = {
    kind: 'button',
    role: 'button',
    accessibleName: 'Save',
    text: 'Save',
    label: null,
    fieldName: null,
    placeholder: null,
    testId: null,
    beside: [],
    column: null,
    row: ['Delivery receipt'],
    sections: ['Documents'],
    nth: null,
    columns: null,
    frame: null,
  };

  it('begin with what people see, and say where it is when that is not enough', () => {
    assert.deepEqual(candidateTargets(seen), [
      { role: 'button', name: 'Save' },
      { role: 'button', name: 'Save', within: { section: 'Documents' } },
      { role: 'button', name: 'Save', within: { row: 'Delivery receipt' } },
      { role: 'button', name: 'Save', within: { section: 'Documents', row: 'Delivery receipt' } },
    ]);
    const inList = candidateTargets({ ...seen, sections: [], row: ['1', 'Open', '0412708839'] }, ['0412708839']);
    assert.deepEqual(
      inList.map(({ within }) => within?.row),
      [undefined, '0412708839', '1', 'Open'],
    );
  });

  it('name a grid by its role and its headers, as a table', () => {
    const grid = { ...seen, kind: 'table', role: 'grid', accessibleName: '', sections: [], row: [] } as const;
    assert.deepEqual(candidateTargets({ ...grid, columns: ['', 'Pieces'] }), [
      { role: 'grid' },
      { role: 'grid', containing: 'Pieces' },
    ]);
  });

  it('name a field without a label by what it is beside, its name or its place', () => {
    const field = {
      ...seen,
      kind: 'field',
      role: 'textbox',
      accessibleName: '',
      text: '',
      row: [],
      beside: ['Amount'],
      fieldName: 'amt',
      nth: 2,
    } as const;
    assert.deepEqual(candidateTargets(field).slice(0, 3), [
      { beside: 'Amount' },
      { field_name: 'amt' },
      { beside: 'Amount', within: { section: 'Documents' } },
    ]);
    assert.ok(candidateTargets(field).some(({ nth_field: nth }) => nth === 2));
  });

  it('name a tab that counts what is behind it without the number', () => {
    const tab = (accessibleName: string): unknown =>
      candidateTargets({ ...seen, kind: 'control', role: 'tab', accessibleName, text: accessibleName, row: [] })[0];
    assert.deepEqual(tab('Documents (1)'), { role: 'tab', containing: 'Documents' });
    assert.deepEqual(tab('Documents'), { role: 'tab', name: 'Documents' });
    assert.deepEqual(tab('Form (EUR)'), { role: 'tab', name: 'Form (EUR)' });
  });

  it('name a link by the number of the record and the words right before it, where it has other numbers too', () => {
    const called = (accessibleName: string): unknown =>
      candidateTargets({ ...seen, kind: 'link', role: 'link', accessibleName, text: accessibleName }, [
        '0412708839',
      ]).find(({ containing }) => containing !== undefined)?.containing;
    assert.equal(called('Shipment #1 (Open): Shipment 0412708839'), 'Shipment 0412708839');
    assert.equal(called('11/26 0412708839 delivered'), '0412708839');
    assert.equal(called('Shipment 0412708839'), undefined);
  });

  it('name a text that is pressed by its own words, and a value that is read by what it is beside', () => {
    const text = {
      ...seen,
      kind: 'text',
      role: null,
      text: 'Reports',
      row: [],
      sections: [],
      beside: ['Home'],
    } as const;
    assert.deepEqual(candidateTargets({ ...text, isPressed: true })[0], { text: 'Reports' });
    assert.deepEqual(candidateTargets(text)[0], { beside: 'Home' });
  });

  it('name a value by its row and column before its own text, and a message by its role', () => {
    const value = {
      ...seen,
      kind: 'text',
      role: 'cell',
      accessibleName: '95.00',
      text: '95.00',
      column: 'Short',
    } as const;
    assert.deepEqual(
      candidateTargets(value).find(({ column }) => column !== undefined),
      {
        column: 'Short',
        within: { row: 'Delivery receipt' },
      },
    );
    assert.deepEqual(candidateTargets({ ...value, role: 'status', text: 'Saved' })[0], { role: 'status' });
  });

  it('name a value in a list of records by its column, and never by what the record has in the cell before', () => {
    const row = ['0412708839', 'BOL-77120', 'Akron Fittings Co.', '70'];
    const weight = { ...seen, kind: 'text', role: 'cell', text: '2480', column: 'Weight', sections: [] } as const;
    const inList = candidateTargets({ ...weight, row, beside: ['Akron Fittings Co.'], above: ['Akron Fittings Co.'] });
    assert.ok(inList.every(({ beside }) => beside === undefined));
    // A line with a name and its value, whatever is said above both.
    const pair = candidateTargets({ ...weight, row: ['Weight'], beside: ['Weight'] });
    assert.deepEqual(pair[0], { beside: 'Weight' });
  });

  it('name a link that shows the size of its document by its column in the row of the record first', () => {
    const link = { ...seen, kind: 'link', role: 'link', column: 'Receipt', sections: [], row: ['0412708839'] } as const;
    const withRow = (accessibleName: string): unknown =>
      candidateTargets({ ...link, accessibleName }, ['0412708839']).find(({ within }) => within !== undefined);
    const column = { column: 'Receipt', within: { row: '0412708839' } };
    for (const size of ['3,346 bytes', '12 KB', '4.1 MiB']) assert.deepEqual(withRow(size), column);
    assert.notDeepEqual(withRow('Delivery receipt'), column);
    assert.notDeepEqual(withRow('pod-0412708839.pdf'), column);
  });

  it('say under which title it is where nothing else tells it from another one', () => {
    const targets = candidateTargets({ ...seen, row: ['0412708839'], sections: [], titles: ['Consignee'] }, [
      '0412708839',
    ]);
    assert.deepEqual(
      targets.map(({ within }) => within),
      [undefined, { row: '0412708839' }, { section: 'Consignee' }],
    );
  });

  it('name the row of a number that is pressed by that number', () => {
    const cell = {
      ...seen,
      kind: 'text',
      role: 'cell',
      column: 'Pro',
      text: '0412708839',
      row: ['yomkm76852g1o6v', '70'],
    } as const;
    const rows = (pressed: boolean): unknown =>
      candidateTargets({ ...cell, isPressed: pressed }, ['0412708839']).find(({ column }) => column === 'Pro')?.within
        ?.row;
    assert.equal(rows(true), '0412708839');
    // What is read is never found by its own value.
    assert.equal(rows(false), 'yomkm76852g1o6v');
  });

  it('name a link that is the portal’s own number by its column in the row of the record first', () => {
    const link = { ...seen, kind: 'link', role: 'link', accessibleName: '#4', text: '#4', column: 'Ticket' } as const;
    const targets = candidateTargets({ ...link, sections: [], row: ['Claim CLM-26-0107'] }, ['CLM-26-0107']);
    const within = { row: 'Claim CLM-26-0107' };
    assert.deepEqual(targets.slice(0, 3), [
      { role: 'link', name: '#4' },
      { column: 'Ticket', within },
      { role: 'link', name: '#4', within },
    ]);
  });

  it('name a text that the style sheet shows in capitals by the letters of the document', () => {
    const shown = { ...seen, kind: 'text' as const, role: null, text: 'NOTHING FOUND', letters: 'Nothing found' };
    assert.ok(candidateTargets(shown).some(({ text }) => text === 'Nothing found'));
    assert.ok(!candidateTargets(shown).some(({ text }) => text === 'NOTHING FOUND'));
  });

  it('name what a control shows where it is called otherwise, and only for what is read', () => {
    const shown = { ...seen, accessibleName: 'Profile', text: 'Robot Desk' };
    assert.ok(candidateTargets(shown).some(({ text }) => text === 'Robot Desk'));
    assert.ok(!candidateTargets({ ...shown, isPressed: true }).some(({ text }) => text !== undefined));
  });

  it('name a table without a name by one of its columns', () => {
    const table = { ...seen, kind: 'table', role: 'table', accessibleName: '', row: [], sections: [] } as const;
    assert.deepEqual(candidateTargets({ ...table, columns: ['Id', '', 'Your reference'] }), [
      { role: 'table' },
      { role: 'table', containing: 'Your reference' },
      { role: 'table', containing: 'Id' },
    ]);
  });

  it('say the frame of what is in one', () => {
    assert.ok(candidateTargets({ ...seen, frame: 'Claims' }).every(({ within }) => within?.frame === 'Claims'));
  });
});

describe('commands of the studio', () => {
  it('are read strictly', () => {
    assert.deepEqual(readCommand({ do: 'click', x: 10, y: 20, more: 1 }), { do: 'click', x: 10, y: 20 });
    for (const wrong of [
      null,
      'click',
      { do: 'click', x: -1, y: 0 },
      { do: 'key', key: 'F5' },
      { do: 'decide', request: 1, decision: 'yes' },
      { do: 'text', text: 'x'.repeat(2_000) },
      { do: 'eval' },
    ])
      assert.equal(readCommand(wrong), undefined, JSON.stringify(wrong));
  });
});

describe('the place of a finding', () => {
  it('is the line of what it names', () => {
    const text =
      'id: acme\npages:\n  search:\n    paths: [/search]\ncapabilities:\n  pull_pod:\n    steps:\n      - { do: go }\n      - { do: fill, target: { label: X } }\n';
    assert.deepEqual(
      placedFindings(text, [
        'capabilities.pull_pod.steps[1].target: wrong',
        'pages.search.paths must be longer',
        'something without a place',
        'Map keys must be unique at line 3, column 4',
      ]).map(({ line, column }) => [line, column]),
      [
        [1, 1],
        [3, 4],
        [4, 5],
        [9, 21],
      ],
    );
  });

  it('is every line that has the step that could not be done', () => {
    const step = { do: 'click', effect: 'read', target: { role: 'button', name: 'Find' } } as const;
    const text =
      'parts:\n  find:\n    - { do: click, target: { role: button, name: Find } }\n    - { do: click, target: { role: button, name: Next } }\nsteps:\n  - do: click\n    target: { role: button, name: Find }\n';
    assert.deepEqual(linesOfStep(text, step), [3, 6]);
  });
});

describe('a request that a person let through as a read', () => {
  const post = (address: string, fields: Readonly<Record<string, string>>): LeftRequest => ({
    method: 'POST',
    address,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  });

  for (const [what, known, later, isSame] of [
    ['another record', { pro: '4711', mode: 'preview' }, { pro: '4712', mode: 'preview' }, true],
    ['another token', { q: 'x', token: 'a8f-11-x' }, { q: 'x', token: '77b-99-k' }, true],
    ['the same word, typed on', { q: 'smi' }, { q: 'smith' }, true],
    ['a word that chooses something else', { pro: '4711', mode: 'preview' }, { pro: '4711', mode: 'save' }, false],
    ['what is not only tried', { pro: '4711', dryRun: 'true' }, { pro: '4711', dryRun: 'false' }, false],
    ['another field', { pro: '4711' }, { pro: '4711', mode: 'save' }, false],
    ['another operation', { action: 'get1' }, { action: 'put2' }, false],
  ] as const)
    it(`is ${isSame ? 'the same' : 'asked about again'} with ${what}`, () => {
      assert.equal(isSameRead(post('/bills', known), post('/bills', later)), isSame);
      const inQuery = (fields: Readonly<Record<string, string>>): LeftRequest =>
        post(`/bills?${new URLSearchParams(fields).toString()}`, {});
      assert.equal(isSameRead(inQuery(known), inQuery(later)), isSame);
    });

  it('is recognised by its fields, also those of its address', () => {
    assert.equal(likeness(post('/bills?a=1', { b: '2' })), likeness(post('/bills?a=7', { b: '8' })));
    assert.notEqual(likeness(post('/bills?a=1', { b: '2' })), likeness(post('/bills', { b: '2' })));
  });

  for (const [what, left, later, isLeft] of [
    [
      'with other fields of the same operation',
      { action: 'heartbeat', interval: '15' },
      { action: 'heartbeat', interval: '15', 'data[locked]': 'post-4' },
      true,
    ],
    [
      'with fewer fields of the same operation',
      { action: 'heartbeat', interval: '15', 'data[locked]': '4' },
      { action: 'heartbeat', interval: '60' },
      true,
    ],
    ['for another operation', { action: 'heartbeat', interval: '15' }, { action: 'search', interval: '15' }, false],
    [
      'for the same operation on something else',
      { action: 'create', visit: '1' },
      { action: 'create', response: '1' },
      false,
    ],
    ['with more fields and no operation', { interval: '15' }, { interval: '15', amount: '3' }, false],
  ] as const)
    it(`is ${isLeft ? 'left out' : 'asked about'} ${what}`, () => {
      assert.equal(isLeftOut(post('/ajax', left), post('/ajax', later)), isLeft);
    });

  it('is left out with one more entry of a list', () => {
    const list = (count: number): LeftRequest => ({
      ...post('/ajax', {}),
      fields: Array.from({ length: count }, (_each, n) => ({ name: 'post[]', value: String(n) })),
    });
    assert.equal(isLeftOut(list(1), list(3)), true);
  });
});
