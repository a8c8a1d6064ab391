import assert from 'node:assert/strict';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Act, SeenElement } from '../../../../domain/dispatch/studio/acts.ts';
import { pressedByNumber } from '../../../../domain/dispatch/studio/recorded-target.ts';
import {
  pro,
  page,
  search,
  found,
  record,
  element,
  field,
  leads,
  searchFor,
  toRecord,
  recording,
  type File,
  fileOf,
  stepsOf,
  findingsOf,
  document,
} from './recording-acts.ts';

describe('a recording as a playbook', () => {
  it('knows a page by its address and what is always on it, and whose record it shows', () => {
    const { pages } = fileOf(recording({ steps: [{ did: 'go', to: search }, ...searchFor(pro, found), toRecord] }));
    assert.deepEqual(pages['search']?.query, ['q']);
    assert.equal(pages['sign_in']?.secret, true);
    assert.deepEqual(pages['shipment'], {
      paths: ['/shipments/{{pro}}'],
      fingerprint: { headings: ['Shipment {{pro}}'], buttons: ['Sign out'] },
      record: { heading: 'Shipment {{pro}}' },
    });
  });

  it('leaves open the number of the portal in a heading that the address has as well, and knows a record by a field', () => {
    const numbers = [{ field: 'Pro', text: pro }];
    const change = page('/app#/change/Shipment/1', 'Change Shipment 1', { numbers });
    const { pages } = fileOf(
      recording({
        steps: [{ did: 'go', to: search }, ...searchFor(pro, found), { ...toRecord, outcome: leads(found, change) }],
      }),
    );
    assert.deepEqual(pages['change_shipment'], {
      paths: ['/app#/change/Shipment/*'],
      fingerprint: { headings: ['Change Shipment *'], buttons: ['Sign out'] },
      record: { field: 'Pro', number: '{{pro}}' },
    });
  });

  it('takes no field for the place of the number that the person typed it into', () => {
    const list = page('/search?q=1', 'Search', { labels: ['PRO'], numbers: [{ field: 'PRO', text: pro }] });
    const { pages } = fileOf(recording({ steps: [{ did: 'go', to: search }, ...searchFor(pro, list)] }));
    assert.equal(pages['search']?.record, undefined);
  });

  it('does not hold a list of records to the number of this one', () => {
    const list = page('/loads', 'Loads', { labels: ['Search', `Select ${pro}`] });
    const { pages } = fileOf(recording({ steps: [{ did: 'go', to: list }] }));
    assert.deepEqual(pages['loads']?.fingerprint, { headings: ['Loads'], labels: ['Search'], buttons: ['Sign out'] });
  });

  it('leaves open the number that the portal has of its own beside that of the record, in headings and in links', () => {
    const own = page('/ticket?id=17', `#17: Shipment ${pro}`);
    const name = `Shipment #17 (Open): Shipment ${pro}`;
    const link: SeenElement = {
      ...element('link', { role: 'link', name }, name),
      targets: [
        { role: 'link', name },
        { role: 'link', containing: `Shipment ${pro}` },
      ],
    };
    const made = recording({
      steps: [
        { did: 'go', to: search },
        ...searchFor(pro, found),
        { did: 'click', on: link, outcome: leads(found, own) },
        document,
      ],
    });
    assert.deepEqual(fileOf(made).pages['shipment'], {
      paths: ['/ticket'],
      query: ['id'],
      fingerprint: { headings: ['* Shipment {{pro}}'], buttons: ['Sign out'] },
      record: { heading: '* Shipment {{pro}}' },
    });
    const click = fileOf(made).capabilities['pull_pod']?.steps?.[3];
    assert.deepEqual(click?.do === 'click' && click.target, { role: 'link', containing: 'Shipment {{pro}}' });
    assert.deepEqual(findingsOf(made), []);
  });

  it('takes a list that counts what it found for one page, with records and without', () => {
    for (const [many, one, heading] of [
      ['Found 0 tickets', 'Found 1 ticket', 'Found *'],
      ['Results (0)', 'Results (1)', 'Results *'],
      ['0 shipments', '1 shipment', undefined],
    ] as const) {
      const [empty, list] = [page('/found?q=9999999999', many), page(`/found?q=${pro}`, one)];
      const made = recording({
        steps: [
          { did: 'go', to: search },
          ...searchFor('9999999999', empty),
          { did: 'absent', on: element('heading', { role: 'heading', name: many }, many) },
          ...searchFor(pro, list),
          { ...toRecord, outcome: leads(list, record) },
        ],
      });
      const listed = Object.values(fileOf(made).pages).filter(({ paths }) => paths[0] === '/found');
      assert.deepEqual(
        listed.map(({ fingerprint }) => ('headings' in fingerprint ? fingerprint.headings : undefined)),
        [heading === undefined ? undefined : [heading]],
      );
    }
  });

  it('makes one choice of the entries of a list of several, whether it stays open, closes or is always there', () => {
    const opens: Act = {
      did: 'click',
      on: { ...element('control', { role: 'combobox', name: 'Services' }), opensList: true },
      outcome: leads(record, null),
    };
    const list = { role: 'listbox', name: 'Services' } as const;
    const picks = (name: string, ofSeveral: SeenElement['targets'] = [list]): Act => ({
      did: 'click',
      on: { ...element('control', { role: 'option', name }), name, ofSeveral },
      outcome: leads(record, null),
    });
    const choices = (...acts: Act[]): unknown[] =>
      stepsOf(acts).map((step) => (step.do === 'choose' ? [step.target.role, step.option] : step.do));
    const [inside, tarp] = [picks('Inside'), picks('Tarp')];
    assert.deepEqual(choices(opens, inside, tarp), [['combobox', ['Inside', 'Tarp']]]);
    assert.deepEqual(choices(opens, inside, opens, tarp, inside), [['combobox', ['Tarp']]]);
    assert.deepEqual(choices(inside, tarp), [['listbox', ['Inside', 'Tarp']]]);
    // Nothing names the list: its entries are pressed by their own names.
    assert.deepEqual(choices(picks('Inside', [])), ['click']);
  });

  it('opens the row of the record, also where the list had one row only', () => {
    const link: SeenElement = {
      ...element('link', { role: 'link', name: 'Show' }, 'Show'),
      targets: [
        { role: 'link', name: 'Show' },
        { role: 'link', name: 'Show', within: { section: 'List' } },
        { role: 'link', name: 'Show', within: { row: pro } },
      ],
    };
    const [step] = stepsOf([{ did: 'click', on: link, outcome: leads(found, record) }]);
    assert.ok(step?.do === 'click');
    assert.deepEqual(step.target, { role: 'link', name: 'Show', within: { row: '{{pro}}' } });
  });

  it('presses a cell in the row of the record, whatever the cell says', () => {
    const targets = [{ text: 'Open' }, { column: 'State', within: { row: pro } }];
    const on: SeenElement = { kind: 'text', targets, name: 'Open', text: 'Open' };
    const step = stepsOf([{ did: 'click', on, outcome: leads(found, record) }]).at(-1);
    assert.deepEqual(step?.do === 'click' && step.target, { column: 'State', within: { row: '{{pro}}' } });
  });

  it('knows a record by the number beside a name that every look at its page had', () => {
    const shown = {
      numbers: [
        { field: 'BOL', text: pro },
        { field: 'PRO', text: pro },
      ],
    };
    const first = page('/show/1', 'Show shipment', shown);
    const again = page('/show/1', 'Show shipment', { numbers: shown.numbers.slice(1) });
    const { pages } = fileOf(
      recording({
        steps: [
          { did: 'go', to: first },
          { did: 'fill', on: field('Note'), value: 'seen' },
          { did: 'go', to: again },
          { did: 'fill', on: field('Note'), value: 'again' },
          { did: 'go', to: search },
        ],
      }),
    );
    assert.deepEqual(pages['show_shipment']?.record, { field: 'PRO', number: '{{pro}}' });
    assert.equal(pages['search']?.record, undefined);
  });

  it('has a page for each name that recipes have for its number', () => {
    const claim = page('/claims/1', 'Claim', { numbers: [{ field: 'Number', text: 'CLM-26-0107' }] });
    const acts = (): readonly Act[] => [{ did: 'go', to: { ...claim } }];
    const samples = { search: 'CLM-26-0107', claim_number: 'CLM-26-0107', mark: 'LK-1' };
    const { pages } = fileOf(recording({ look: acts(), probe: acts() }, { taskType: 'answer_claim', samples }));
    assert.deepEqual(
      ['claim', 'claim_2'].map((name) => pages[name]?.record),
      [
        { field: 'Number', number: '{{search}}' },
        { field: 'Number', number: '{{claim_number}}' },
      ],
    );
  });

  it('finds a document by what its name has for every record', () => {
    const targetOf = (name: string): unknown => {
      const on = element('link', { role: 'link', name });
      const step = stepsOf([{ did: 'download', on, address: '/files/1/pod.pdf', byClick: false }]).at(-1);
      return step?.do === 'download' ? step.target : undefined;
    };
    assert.deepEqual(targetOf(`1/pod-${pro}.pdf`), { role: 'link', containing: '/pod-{{pro}}.pdf' });
    assert.deepEqual(targetOf(`pod-${pro}.pdf`), { role: 'link', name: 'pod-{{pro}}.pdf' });
    assert.deepEqual(targetOf('View'), { role: 'link', name: 'View' });
  });

  it('finds a document by the folder that its page shows, and leaves open which name was free there', () => {
    const of = (name: string): unknown => {
      const on = element('link', { role: 'link', name });
      const step = stepsOf([{ did: 'download', on, address: `/media/${name}`, byClick: false }]).at(-1);
      return step?.do === 'download' ? [step.target, step.path] : undefined;
    };
    assert.deepEqual(of('pods/pod.pdf'), [{ role: 'link', containing: 'pods/' }, '/media/pods/*']);
    assert.deepEqual(of('pod.pdf'), [{ role: 'link', name: 'pod.pdf' }, '/media/pod.pdf']);
    // A folder of this record says nothing of the next one.
    assert.deepEqual(of('3/pod.pdf'), [{ role: 'link', name: '3/pod.pdf' }, '/media/*/pod.pdf']);
  });

  it('finds a button that makes a document by what its name has for every record', () => {
    const on = element('button', { role: 'button', name: `pod_${pro}_gl811v73rz.pdf` });
    const download: Act = { did: 'download', on, address: `/files/1/pod_${pro}_gl811v73rz.pdf`, byClick: true };
    const acts = [...searchFor(pro, found), toRecord, download];
    const step = stepsOf(acts).at(-1);
    assert.deepEqual(step?.do === 'download' && step.target, { role: 'button', containing: 'pod_{{pro}}_' });
    assert.deepEqual(findingsOf(recording({ steps: acts })), []);
  });

  it('has the sample record for a canary, as a task would have it', () => {
    assert.deepEqual(fileOf(recording({}))['canary'], { pull_pod: { params: { pro } } });
    const samples = { pro, mark: 'LK-1', reason_code: 'WC', billed_weight: '2210', amount: '-223.00', note: 'scale' };
    assert.deepEqual(fileOf(recording({}, { taskType: 'tms_correction', samples }))['canary'], {
      tms_correction: {
        params: { pro, reason_code: 'WC', note: 'scale', changes: { billed_weight: 2210 } },
        inputs: { mark: 'LK-1', amount: '-223.00' },
      },
    });
    const claim = { search: 'CLM-1', claim_number: 'CLM-1', mark: 'LK-1', reason_code: 'TIME_BARRED' };
    assert.deepEqual(fileOf(recording({}, { taskType: 'answer_claim', samples: claim }))['canary'], {
      answer_claim: {
        params: { claim_id: 'CLM-1' },
        inputs: { search: 'CLM-1', claim_number: 'CLM-1', mark: 'LK-1', reason_code: 'TIME_BARRED' },
      },
    });
  });

  it('takes the target that says the same for every record before one that does not', () => {
    const on: SeenElement = {
      kind: 'text',
      name: '2,480 lb',
      text: '2,480 lb',
      targets: [{ text: '2,480 lb' }, { beside: 'Weight' }],
    };
    const [step] = stepsOf([{ did: 'read', on, fact: 'billed_weight' }]);
    assert.deepEqual(step, { do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' });
  });

  it('reads a value of a list in the row of its record, whatever else names the row', () => {
    const targets = [
      { text: '70' },
      { column: 'Class', within: { row: '1' } },
      { column: 'Class', within: { row: pro } },
    ];
    const on: SeenElement = { ...element('text', {}, '70'), targets };
    assert.deepEqual(stepsOf([{ did: 'read', on, fact: 'billed_class' }]), [
      { do: 'read', target: { column: 'Class', within: { row: '{{pro}}' } }, as: 'billed_class' },
    ]);
  });

  it('does not look for a fact by the value that it has in this record', () => {
    const read = (on: SeenElement): Step | undefined => stepsOf([{ did: 'read', on, fact: 'bol' }])[0];
    const link = element('link', { role: 'link', name: 'Response 17' }, 'Response 17');
    assert.deepEqual(read(link), { do: 'read', target: { role: 'link', containing: 'Response' }, as: 'bol' });
    const cell = { ...element('text', { text: 'BOL-1' }, 'BOL-1'), targets: [{ text: 'BOL-1' }, { beside: 'BOL' }] };
    assert.deepEqual(read(cell), { do: 'read', target: { beside: 'BOL' }, as: 'bol' });
  });

  it('gives each recipe its own name of a number that several inputs have', () => {
    const claim = 'CLM-26-0107';
    const shown = page(`/claims/${claim}`, `Claim ${claim}`);
    const acts: readonly Act[] = [{ did: 'go', to: shown }];
    const file = fileOf(
      recording(
        { look: acts, submit: [{ did: 'go', to: { ...shown } }] },
        { taskType: 'answer_claim', samples: { claim_id: claim, search: claim, claim_number: claim } },
      ),
    );
    const [look, submit] = (['look', 'submit'] as const).map((part) => file.capabilities['answer_claim']?.[part]?.[0]);
    assert.deepEqual(look, { do: 'go', to: '/claims/{{search}}', next: 'claim' });
    assert.deepEqual(submit, { do: 'go', to: '/claims/{{claim_number}}', next: 'claim_2' });
    assert.deepEqual(file.pages['claim_2']?.record, { heading: 'Claim {{claim_number}}' });
  });

  it('says that amounts are plain numbers where it read one without decimals', () => {
    const claim = { taskType: 'answer_claim', samples: { search: 'CLM-1' } } as const;
    const read = (text: string): File =>
      fileOf(
        recording(
          { look: [{ did: 'read', on: element('text', { beside: 'Claimed' }, text), fact: 'claimed' }] },
          claim,
        ),
      );
    assert.equal(read('240')['amounts'], 'plain');
    assert.equal(read('$240.00')['amounts'], undefined);
  });

  it('has no page that holds secrets where the portal asks for the login by HTTP', () => {
    const home = page('/home', 'Home', { labels: ['PRO'] });
    const login = [
      { did: 'go', to: home, byHttp: true },
      { did: 'signed_in', on: element('text', { text: 'Signed in as {{account.username}}' }) },
    ] as const;
    const of = recording({ login, steps: [{ did: 'go', to: home }] });
    assert.deepEqual(
      findingsOf(of).filter((finding) => finding.includes('secret')),
      [],
    );
  });

  it('opens the address at which the portal asks for the login by HTTP, wherever that leads', () => {
    const home = page('/', 'Home');
    const of = recording({
      login: [
        { did: 'go', to: home, byHttp: true, asked: '/login' },
        { did: 'signed_in', on: element('text', { text: 'Signed in as {{account.username}}' }) },
      ],
      steps: [{ did: 'go', to: home }, ...searchFor(pro, found), toRecord, document],
    });
    const made = fileOf(of) as unknown as {
      readonly login: { readonly steps: unknown; readonly probe: { readonly go: string } };
    };
    const { login } = made;
    const { pages } = fileOf(of);
    assert.deepEqual(login.steps, [{ do: 'go', to: '/login', next: 'home' }]);
    assert.equal(login.probe.go, '/');
    assert.deepEqual(pages['home']?.paths, ['/', '/login']);
    assert.deepEqual(findingsOf(of), []);
  });

  it('presses the cell of a list in place of the portal’s own number, and reads that number between the words around it', () => {
    const [name, within] = ['#4', { row: `Shipment ${pro}` }];
    const link: SeenElement = {
      ...element('link', { role: 'link', name }, name),
      targets: [
        { role: 'link', name },
        { role: 'link', name, within },
        { column: 'Ticket', within },
      ],
    };
    const heading = (text: string): SeenElement => element('heading', { role: 'heading', name: text }, text);
    const of = recording({
      steps: [
        { did: 'go', to: search },
        ...searchFor(pro, found),
        { did: 'click', on: link, outcome: leads(found, record) },
        { did: 'read', fact: 'inspection_number', on: heading('#8 new Response') },
        { did: 'read', fact: 'bol_services', on: heading('#8 new Response') },
        document,
      ],
    });
    const [, , , click, number, state] = fileOf(of).capabilities['pull_pod']?.steps ?? [];
    const column = { column: 'Ticket', within: { row: 'Shipment {{pro}}' } };
    assert.deepEqual(click?.do === 'click' && click.target, column);
    const target = { role: 'heading', name: '* new Response' };
    assert.deepEqual(number, { do: 'read', target, before: 'new Response', as: 'inspection_number' });
    // A state is no number, and has no words of its own around it.
    assert.deepEqual(state?.do === 'read' && state.target.name, '#8 new Response');
    assert.deepEqual(pressedByNumber(of), []);
    const bare = {
      ...of,
      acts: of.acts.map((act) =>
        act.did === 'click' ? { ...act, on: element('link', { role: 'link', name }, name) } : act,
      ),
    };
    assert.ok(pressedByNumber(bare).some((finding) => finding.includes('a step presses "#4"')));
  });

  it('holds a page to no heading with the number and the state that the portal has, where another one has ours', () => {
    const ticket = page('/ticket/1', '#1 new Shipment', { headings: ['#1 new Shipment', `Shipment ${pro}`] });
    const { pages } = fileOf(
      recording({
        steps: [{ did: 'go', to: search }, ...searchFor(pro, found), { ...toRecord, outcome: leads(found, ticket) }],
      }),
    );
    assert.deepEqual(pages['new_shipment']?.fingerprint, { headings: ['Shipment {{pro}}'], buttons: ['Sign out'] });
  });
});
