import assert from 'node:assert/strict';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type {
  Act,
  Outcome,
  RecordedAct,
  RecordedPart,
  Recording,
  SeenElement,
  SeenPage,
  SeenRequest,
} from '../../../../domain/dispatch/studio/acts.ts';
import { neededFacts } from '../../../../domain/dispatch/playbook/needed-facts.ts';
import {
  columnsOfSamples,
  factsToRead,
  guessColumns,
  recordedPlaybook,
} from '../../../../domain/dispatch/studio/recorded-playbook.ts';
import { factsCalledByThemselves } from '../../../../domain/dispatch/studio/recorded-target.ts';
import {
  answersWithoutWord,
  constantsOfSample,
  expectedRequest,
  unusedSamples,
} from '../../../../domain/dispatch/studio/requests.ts';
import { namesNobody } from '../../../../domain/dispatch/studio/mask-login.ts';
import { playbookText, recordingText } from '../../../../domain/dispatch/studio/yaml-text.ts';
import { checkPlaybook } from '../../../../portals/playbooks/findings.ts';

const settings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_SANDBOX_TMS_URL: '',
  PORTAL_SANDBOX_AUDIT_URL: '',
};
const pro = '0412708839';

function page(address: string, heading: string, more: Partial<SeenPage> = {}): SeenPage {
  return { address, title: heading, headings: [heading], labels: [], buttons: ['Sign out'], columns: [], ...more };
}
const login = page('/login', 'Sign in', { labels: ['User name', 'Password'], buttons: ['Sign in'] });
const search = page('/search', 'Search', { labels: ['PRO'] });
const found = page(`/search?q=${pro}`, 'Search', { labels: ['PRO'] });
const none = page('/search?q=9999999999', 'Search', { labels: ['PRO'] });
const record = page(`/shipments/${pro}`, `Shipment ${pro}`);
const form = page(`/shipments/${pro}/corrections`, `Corrections for ${pro}`, { labels: ['Amount'] });

function element(kind: SeenElement['kind'], target: SeenElement['targets'][number], text = ''): SeenElement {
  return { kind, targets: [target], name: Object.values(target).join(' '), text };
}
const button = (name: string): SeenElement => element('button', { role: 'button', name }, name);
const field = (label: string): SeenElement => element('field', { label });
const leads = (from: SeenPage, to: SeenPage | null, requests: readonly SeenRequest[] = []): Outcome => ({
  from,
  to,
  requests,
});
const request = (address: string, fields: Record<string, string>, as: SeenRequest['as']): SeenRequest => ({
  method: 'POST',
  address,
  content: 'form',
  fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
  as,
  sent: as !== 'write',
});

const signIn: readonly Act[] = [
  { did: 'go', to: login },
  { did: 'fill', on: field('User name'), value: '{{account.username}}' },
  { did: 'fill', on: element('password', { label: 'Password' }), value: '{{account.password}}' },
  {
    did: 'click',
    on: button('Sign in'),
    outcome: leads(login, search, [
      request('/login', { username: '{{account.username}}', password: '{{account.password}}' }, 'login'),
    ]),
  },
  { did: 'signed_in', on: element('text', { text: 'Signed in as {{account.username}}' }) },
];
const searchFor = (number: string, result: SeenPage): readonly Act[] => [
  { did: 'fill', on: field('PRO'), value: number },
  { did: 'click', on: button('Find'), outcome: leads(search, result) },
];
const toRecord: Act = {
  did: 'click',
  on: element('link', { role: 'link', name: pro }, pro),
  outcome: leads(found, record),
};

function recording(
  parts: Partial<Record<RecordedPart, readonly Act[]>>,
  more: Partial<Recording['setup']> = {},
): Recording {
  return {
    setup: {
      id: 'acme',
      name: 'Acme',
      kind: 'tms',
      origin: 'https://tms.example.com',
      entry: '/login',
      account: 'acme',
      taskType: 'pull_pod',
      samples: { pro },
      ...more,
    },
    acts: Object.entries({ login: signIn, ...parts }).flatMap(([part, acts]) =>
      acts.map((act): RecordedAct => ({ ...act, part: part as RecordedPart })),
    ),
    traffic: [],
    origins: [],
    bindings: {},
  };
}
interface File {
  readonly pages: Record<
    string,
    { paths: string[]; query?: string[]; secret?: boolean; record?: object; fingerprint: object }
  >;
  readonly capabilities: Record<string, { steps: Step[]; look: Step[]; submit: Step[] }>;
  readonly login: { probe: { signed_in: unknown } };
  readonly [member: string]: unknown;
}
const fileOf = (of: Recording): File => recordedPlaybook(of) as File;
const stepsOf = (acts: readonly Act[]): Step[] =>
  fileOf(recording({ steps: acts })).capabilities['pull_pod']?.steps ?? [];
const findingsOf = (of: Recording): readonly string[] => {
  const checked = checkPlaybook(playbookText(recordedPlaybook(of)), 'recorded', settings);
  return 'findings' in checked ? checked.findings : [];
};
const document: Act = {
  did: 'download',
  on: element('link', { role: 'link', name: 'View', within: { row: 'Delivery receipt' } }),
  address: '/documents/77',
  byClick: false,
};

describe('a recording as a playbook', () => {
  it('makes a playbook without findings from a sign-in and the way to a document', () => {
    const made = recording({ steps: [{ did: 'go', to: search }, ...searchFor(pro, found), toRecord, document] });
    assert.deepEqual(findingsOf(made), []);
  });

  it('puts inputs in place of the sample in values, targets and addresses', () => {
    assert.deepEqual(stepsOf([{ did: 'go', to: search }, ...searchFor(pro, found), toRecord]), [
      { do: 'go', to: '/search', next: 'search' },
      { do: 'fill', target: { label: 'PRO' }, value: '{{pro}}' },
      { do: 'click', effect: 'read', target: { role: 'button', name: 'Find' }, next: 'search' },
      { do: 'click', effect: 'read', target: { role: 'link', name: '{{pro}}' }, next: 'shipment' },
    ]);
  });

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

  it('distinguishes pages of one address by what they show, as a script does that draws the sign-in in their place', () => {
    const app = page('/app', 'Loads');
    const at = page('/app', 'Sign in', { labels: ['User'], buttons: [] });
    const { pages } = fileOf({
      ...recording({}),
      acts: [
        { did: 'go', to: at, part: 'login' },
        { did: 'click', on: button('Log in'), outcome: leads(at, app), part: 'login' },
      ],
    });
    assert.deepEqual(Object.keys(pages), ['sign_in', 'loads']);
  });

  it('asks whether there is nothing where the person showed that, and leaves out the search that found nothing', () => {
    const status = element('text', { role: 'status' }, 'No shipments match "9999999999"');
    const acts: Act[] = [
      { did: 'go', to: search },
      ...searchFor('9999999999', none),
      { did: 'absent', on: status },
      { did: 'go', to: search },
      ...searchFor(pro, found),
      toRecord,
    ];
    const words = { role: 'status', containing: 'No shipments match' };
    const [go, fill, click, question, ...more] = stepsOf(acts);
    assert.deepEqual([go?.do, fill?.do, click?.do, more], ['go', 'fill', 'click', []]);
    assert.ok(fill?.do === 'fill' && fill.value === '{{pro}}');
    assert.deepEqual(question, {
      do: 'when',
      title: 'Does the portal say that there is nothing?',
      present: words,
      steps: [{ do: 'absent', what: 'a proof of delivery for {{pro}}', words }],
      otherwise: [{ do: 'click', effect: 'read', target: { role: 'link', name: '{{pro}}' }, next: 'shipment' }],
    });
  });

  it('takes a search for the same one where its field has another name beside its results', () => {
    const nothing: Act = { did: 'absent', on: element('text', { text: 'No records found' }) };
    const [fill, click] = searchFor('9999999999', none);
    assert.ok(fill?.did === 'fill' && click);
    const acts = [{ did: 'go', to: search } as const, fill, click, nothing, ...searchFor(pro, found)];
    const namedAs = (...targets: SeenElement['targets']): SeenElement => ({ ...fill.on, targets });
    const [first, second] = [
      namedAs({ field_name: 'q' }, { label: 'PRO' }),
      namedAs({ beside: 'PRO' }, { field_name: 'q' }),
    ];
    const both = acts.map((act) => (act.did === 'fill' ? { ...act, on: act === fill ? first : second } : act));
    const [, typed, ...more] = stepsOf(both);
    assert.deepEqual(
      more.map((step) => step.do),
      ['click', 'when'],
    );
    // It is filled in by the name that it has both times.
    assert.deepEqual(typed, { do: 'fill', target: { field_name: 'q' }, value: '{{pro}}' });
  });

  it('knows who is signed in by the place that was marked, on whichever page', () => {
    const on = element('text', { text: '{{account.username}}' }, '{{account.username}}');
    const { login } = fileOf(
      recording({
        steps: [
          { did: 'go', to: search },
          { did: 'signed_in', on },
        ],
      }),
    );
    assert.deepEqual(login.probe.signed_in, { text: '{{account.username}}' });
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

  it('makes no step of a request that the person left out, wherever it was asked about', () => {
    const visits: Act = { did: 'leave', request: request('/visits', { page: 'search' }, 'read') };
    const nothing: Act = { did: 'absent', on: element('text', { text: 'No records found' }) };
    const [fill, click] = searchFor('9999999999', none);
    assert.ok(fill && click);
    const acts = [{ did: 'go', to: search } as const, fill, visits, click, nothing, ...searchFor(pro, found)];
    assert.deepEqual(
      stepsOf(acts).map((step) => step.do),
      ['go', 'fill', 'click', 'when'],
    );
    assert.deepEqual(stepsOf(acts), stepsOf(acts.filter((act) => act !== visits)));
  });

  it('leaves out how the person got back to the search, too', () => {
    const opens: Act = { did: 'click', on: button('Filters'), outcome: leads(none, null) };
    const nothing: Act = { did: 'absent', on: element('text', { text: 'No records found' }) };
    const steps = stepsOf([
      { did: 'go', to: search },
      opens,
      ...searchFor('9999999999', none),
      nothing,
      opens,
      ...searchFor(pro, found),
    ]);
    assert.deepEqual(
      steps.map((step) => step.do),
      ['go', 'click', 'fill', 'click', 'when'],
    );
    assert.ok(steps[2]?.do === 'fill' && steps[2].value === '{{pro}}');
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

  it('waits for no page where a menu leads to the route that one is on', () => {
    const list = page('/#/shipments', 'Shipments');
    const menu = (from: SeenPage): Step | undefined => {
      const on = element('control', { role: 'menuitem', name: 'Shipments' }, 'Shipments');
      return stepsOf([
        { did: 'go', to: from },
        { did: 'click', on, outcome: leads(from, list) },
      ]).at(-1);
    };
    assert.ok(!('next' in (menu(list) ?? {})));
    assert.ok('next' in (menu(page('/#/claims', 'Claims')) ?? {}));
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

  it('asks for a document without what the portal adds to its name', () => {
    const on = element('link', { role: 'link', name: 'pod' });
    const pathOf = (address: string): unknown => {
      const step = stepsOf([
        { did: 'go', to: record },
        { did: 'download', on, address, byClick: false },
      ]).at(-1);
      return step?.do === 'download' ? step.path : undefined;
    };
    assert.equal(
      pathOf(`/files/38e1301a-e987-11f1-b0e7-02fc00000001_sep_pod-${pro}.pdf`),
      '/files/*_sep_pod-{{pro}}.pdf',
    );
    assert.equal(pathOf(`/files/pod_${pro}_a81bc81b.pdf`), '/files/pod_{{pro}}*');
    assert.equal(pathOf(`/files/20261005-${pro}.pdf`), '/files/*-{{pro}}.pdf');
    assert.equal(pathOf(`/files/pod-${pro}.pdf`), '/files/pod-{{pro}}.pdf');
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

  it('finds a button that makes a document by what its name has for every record', () => {
    const on = element('button', { role: 'button', name: `pod_${pro}_gl811v73rz.pdf` });
    const download: Act = { did: 'download', on, address: `/files/1/pod_${pro}_gl811v73rz.pdf`, byClick: true };
    const acts = [...searchFor(pro, found), toRecord, download];
    const step = stepsOf(acts).at(-1);
    assert.deepEqual(step?.do === 'download' && step.target, { role: 'button', containing: 'pod_{{pro}}_' });
    assert.deepEqual(findingsOf(recording({ steps: acts })), []);
  });

  it('has a finding where nothing on the page names what was typed into', () => {
    const unnamed: SeenElement = { kind: 'field', targets: [], name: pro, text: pro };
    const of = recording({ steps: [{ did: 'fill', on: unnamed, value: pro }, ...searchFor(pro, found), toRecord] });
    assert.ok(!JSON.stringify(fileOf(of).capabilities).includes('"text":"{{pro}}"'));
    const [finding] = findingsOf(of);
    assert.match(
      finding ?? '',
      /^capabilities\.pull_pod\.steps\.0\.target says nothing by which the element is found;/,
    );
  });

  it('leaves out a page that was seen only in a search that is left out', () => {
    const tried = page('/nothing', 'Nothing found');
    const pages = fileOf(
      recording({
        steps: [
          ...searchFor('9999999999', tried),
          { did: 'absent', on: element('text', { text: 'Nothing found' }, 'Nothing found') },
          { did: 'go', to: search },
          ...searchFor(pro, found),
          toRecord,
        ],
      }),
    ).pages;
    assert.deepEqual(Object.keys(pages), ['sign_in', 'search', 'shipment']);
    // The search is done again on the page of the first one, whose address has what was looked for.
    const again = [
      { did: 'fill', on: field('PRO'), value: pro },
      { did: 'click', on: button('Find'), outcome: leads(tried, found) },
    ] as const;
    const onTried = fileOf(
      recording({
        steps: [
          ...searchFor('9999999999', tried),
          { did: 'absent', on: element('text', { text: 'Nothing found' }, 'Nothing found') },
          ...again,
          toRecord,
        ],
      }),
    ).pages;
    assert.deepEqual(Object.keys(onTried), ['sign_in', 'search', 'shipment']);
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

  it('keeps of a field only what it held in the end', () => {
    const typed = (value: string): Act => ({ did: 'fill', on: field('PRO'), value });
    assert.deepEqual(stepsOf([typed('04'), typed(pro)]), [{ do: 'fill', target: { label: 'PRO' }, value: '{{pro}}' }]);
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

  it('reads what is behind the words of a heading', () => {
    const on = element('heading', { role: 'heading', name: `Shipment ${pro}` }, `Shipment ${pro}`);
    assert.deepEqual(stepsOf([{ did: 'read', on, fact: 'bol' }]), [
      { do: 'read', target: { role: 'heading', name: 'Shipment {{pro}}' }, after: 'Shipment', as: 'bol' },
    ]);
  });

  it('declares assets by folder, other origins of assets, and what scripts read', () => {
    const origin = 'https://tms.example.com';
    const file = fileOf({
      ...recording({ steps: [{ did: 'go', to: search }] }),
      traffic: [
        { kind: 'asset', origin, path: '/static/css/app.css', query: [] },
        { kind: 'asset', origin, path: '/static/js/app.js', query: ['v'] },
        { kind: 'asset', origin, path: '/admin/words/', query: [] },
        { kind: 'asset', origin: 'https://cdn.example.com', path: '/font.woff2', query: [] },
        { kind: 'read', origin, path: `/api/loads/${pro}`, query: ['fields'] },
        { kind: 'read', origin, path: `/api/loads/${pro}`, query: ['fields', 'page'] },
      ],
    });
    assert.deepEqual(file['assets'], ['/admin/words/', '/static/**']);
    assert.deepEqual(file['asset_origins'], ['https://cdn.example.com']);
    assert.deepEqual(file['reads'], [{ method: 'GET', path: '/api/loads/{{pro}}', query: ['fields', 'page'] }]);
  });
});

describe('a recorded write', () => {
  const samples = {
    pro,
    mark: 'LK-7Q2M-1',
    reason_code: 'WC',
    note: 'Weight per certificate',
    explanation: 'Billed weight differs from the scale',
    billed_weight: '2210',
    amount: '-223.00',
  };
  const sent = {
    csrfmiddlewaretoken: 'zL3kq9TtPp0aQeWw71bbNNs8',
    reason: '4',
    weight: '2210',
    amount: '($223.00)',
    reference: 'LK-7Q2M-1',
    notes: 'Weight per certificate',
    kind: 'manual',
    empty: '',
  };
  const write: Act = {
    did: 'click',
    on: button('Submit correction'),
    outcome: {
      ...leads(form, null, [{ ...request(`/shipments/${pro}/corrections`, sent, 'write'), chosen: { '4': 'WC' } }]),
      dialog: { type: 'confirm', text: `Correct ${pro}?` },
    },
  };
  const made = recording({ submit: [{ did: 'go', to: form }, write] }, { taskType: 'tms_correction', samples });
  const stepOf = (of: Recording): Extract<Step, { do: 'click' }> => {
    const step = fileOf(of).capabilities['tms_correction']?.submit.at(-1);
    assert.ok(step?.do === 'click');
    return step;
  };

  it('binds each field to the input that it carries, an option to its words, and a token to a pattern', () => {
    assert.deepEqual(stepOf(made).expects, [
      {
        method: 'POST',
        path: '/shipments/{{pro}}/corrections',
        content: 'form',
        fields: Object.keys(sent),
        constraints: [
          { field: 'reason', chosen: '{{reason_code}}' },
          { field: 'weight', equals: '{{billed_weight}}' },
          { field: 'amount', equals: '{{amount}}', format: 'money' },
          { field: 'reference', equals: '{{mark}}' },
          { field: 'notes', equals: '{{note}}' },
          { field: 'kind', equals: 'manual' },
          { field: 'empty', equals: '' },
        ],
        opaque: [{ field: 'csrfmiddlewaretoken', pattern: String.raw`[A-Za-z0-9+\-./=_]*`, max_length: 200 }],
      },
    ]);
  });

  it('takes what was pressed and is gone for the confirmation, and an amount without decimals for the amount', () => {
    const whole = { ...samples, amount: '240.00' };
    const sentAsJson: SeenRequest = {
      ...request(`/shipments/${pro}/corrections`, {}, 'write'),
      content: 'json',
      sent: true,
      fields: [
        { name: 'amount', value: '240', type: 'number' },
        { name: 'reference', value: samples.mark },
      ],
    };
    const gone: Act = {
      did: 'click',
      on: button('Create'),
      outcome: { ...leads(form, null, [sentAsJson]), gone: true },
    };
    const step = stepOf(
      recording({ submit: [{ did: 'go', to: form }, gone] }, { taskType: 'tms_correction', samples: whole }),
    );
    assert.deepEqual(step.next, { gone: { role: 'button', name: 'Create' } });
    assert.deepEqual(step.expects?.[0]?.constraints?.[0], {
      field: 'amount',
      equals: '{{amount}}',
      format: 'money',
      type: 'number',
    });
  });

  it('compares the id of an entry of a list that was searched with the entry, and an option without words with its value', () => {
    const chosen = { '4': 'another list', 'reason=4': 'WC', manual: '' };
    const [seen] = leads(form, null, [request('/x', sent, 'write')]).requests;
    assert.ok(seen);
    const { constraints } = expectedRequest({ ...seen, chosen }, { samples, bindings: {} });
    const of = (field: string): unknown => constraints.find((each) => each.field === field);
    assert.deepEqual(of('reason'), { field: 'reason', chosen: '{{reason_code}}' });
    assert.deepEqual(of('kind'), { field: 'kind', equals: 'manual' });
  });

  const answering = (pick: readonly Act[], answer: string, chosen: Record<string, string> = {}): Recording => {
    const claim = { search: 'CLM-1', claim_number: 'CLM-1', mark: 'LK-7Q2M-1', decision: 'accept', amount: '240.00' };
    const sends = { number: 'CLM-1', answer, amount: '240.00', reference: 'LK-7Q2M-1' };
    const save: Act = {
      did: 'click',
      on: button('Save'),
      outcome: leads(form, null, [{ ...request('/answers', sends, 'write'), chosen }]),
    };
    return recording(
      { submit: [{ did: 'go', to: form }, ...pick, save] },
      { taskType: 'answer_claim', samples: claim, kind: 'audit' },
    );
  };
  const answersOf = (made: Recording): unknown => {
    const { words, submit } = fileOf(made).capabilities['answer_claim'] as unknown as File['capabilities'][string] & {
      words?: unknown;
    };
    const [pick, save] = submit.slice(-2);
    const sent = save?.do === 'click' && save.expects?.[0]?.constraints.find(({ field: name }) => name === 'answer');
    return { words, pick, sent };
  };

  it('takes what the portal calls the answer of a task for its words, in lists of any kind and in what is sent', () => {
    const options = ['', 'Accept', 'Accept in part', 'Decline'];
    const all = { accept: 'Accept', partly: 'Accept in part', reject: 'Decline' };
    const list: SeenElement = { ...element('select', { label: 'Answer' }), options };
    const choose: Act = { did: 'choose', on: list, option: 'Accept', outcome: leads(form, null) };
    const native = answering([choose], '1', { '1': 'Accept' });
    assert.deepEqual(answersOf(native), {
      words: { shown_decision: { of: 'decision', are: all } },
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{shown_decision}}' },
      sent: { field: 'answer', chosen: '{{shown_decision}}' },
    });
    assert.deepEqual(answersWithoutWord(native), []);
    // One value of the list is the task's own word; the portal may call the others by any.
    assert.deepEqual(answersOf(answering([choose], 'accept', { accept: 'Accept' })), answersOf(native));
    // So may it be in capitals.
    const capitals = { accept: 'ACCEPT', partly: 'PARTLY', reject: 'DECLINE' };
    const inCapitals: SeenElement = { ...list, options: Object.values(capitals) };
    const picked: Act = { did: 'choose', on: inCapitals, option: 'ACCEPT', outcome: leads(form, null) };
    assert.deepEqual(answersOf(answering([picked], 'ACCEPT')), {
      words: { shown_decision: { of: 'decision', are: capitals } },
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{shown_decision}}' },
      sent: { field: 'answer', equals: '{{shown_decision}}' },
    });
    // A list that the page draws of plain elements.
    const entry: SeenElement = { ...element('text', { text: 'Accept' }, 'Accept'), name: 'Accept' };
    const drawn = answering([{ did: 'click', on: entry, outcome: leads(form, null) }], 'ACCEPTED');
    assert.deepEqual(answersOf(drawn), {
      words: {
        shown_decision: { of: 'decision', are: { accept: 'Accept' } },
        sent_decision: { of: 'decision', are: { accept: 'ACCEPTED' } },
      },
      pick: { do: 'click', effect: 'read', target: { text: '{{shown_decision}}' } },
      sent: { field: 'answer', equals: '{{sent_decision}}' },
    });
    assert.match(answersWithoutWord(drawn).join('\n'), /shown_decision: what the portal calls partly and reject/);
    assert.doesNotMatch(findingsOf(drawn).join('\n'), /harmless/);
  });

  it('has no words where the portal’s are ours, and none of what only begins like an answer', () => {
    const list: SeenElement = element('select', { label: 'Answer' });
    const choose = (option: string): Act => ({ did: 'choose', on: list, option, outcome: leads(form, null) });
    assert.deepEqual(answersOf(answering([choose('accept')], 'accept')), {
      words: undefined,
      pick: { do: 'choose', target: { label: 'Answer' }, option: '{{decision}}' },
      sent: { field: 'answer', equals: '{{decision}}' },
    });
    assert.deepEqual(fileOf(answering([choose('Accept the terms of use')], 'accept')).capabilities['words'], undefined);
    assert.doesNotMatch(JSON.stringify(fileOf(answering([choose('Accept all charges')], 'accept'))), /_decision/);
  });

  it('declares the dialog, the limit and the field of the mark', () => {
    const { dialog, limit, effect } = stepOf(made);
    assert.deepEqual(
      { dialog, limit, effect },
      {
        dialog: { type: 'confirm', text: 'Correct {{pro}}?', answer: 'accept' },
        limit: 'net_change',
        effect: 'write',
      },
    );
    assert.equal(fileOf(made)['reference_field'], 'reference');
  });

  it('follows the person where they say what a field carries', () => {
    const key = `POST /shipments/${pro}/corrections kind`;
    const [expected] = stepOf({ ...made, bindings: { [key]: { is: 'input', input: 'explanation' } } }).expects ?? [];
    assert.deepEqual(
      expected?.constraints.find(({ field: name }) => name === 'kind'),
      { field: 'kind', equals: '{{explanation}}' },
    );
  });

  it('reads the number of a record from the message that confirms it', () => {
    const shown = { target: { role: 'status' } as const, text: 'Correction COR-77 saved' };
    const released = { ...write, outcome: { ...write.outcome, shown } };
    const after = recording({ submit: [{ did: 'go', to: form }, released] }, { taskType: 'tms_correction', samples });
    assert.deepEqual(stepOf(after).next, {
      shows: { role: 'status', containing: 'Correction' },
      as: 'confirmation_number',
      after: 'Correction',
    });
  });

  it('names the actions that a portal of its kind has and that are never done', () => {
    const actionsOf = (kind: 'tms' | 'audit'): unknown =>
      (fileOf(recording({}, { kind }))['never_click'] as { action: string }[]).map(({ action }) => action);
    assert.deepEqual(actionsOf('tms'), ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate']);
    assert.deepEqual(actionsOf('audit'), ['accept_all_charges', 'withdraw_dispute', 'pay_chargeback', 'close_account']);
  });

  it('is one step where it was kept back first and released later', () => {
    const [held] = write.did === 'click' ? write.outcome.requests : [];
    assert.ok(held);
    const done = page(`/shipments/${pro}/corrections/77`, 'Correction');
    const released: Act = { ...write, outcome: { ...leads(form, done, [{ ...held, sent: true }]) } };
    const acts: readonly Act[] = [{ did: 'go', to: form }, write, released];
    const of = recording({ submit: acts }, { taskType: 'tms_correction', samples });
    const steps = fileOf(of).capabilities['tms_correction']?.submit ?? [];
    assert.deepEqual(
      steps.map((step) => step.do),
      ['go', 'click'],
    );
    assert.equal(stepOf(of).next, 'correction');
  });

  it('reads a list that was empty before it and has a table after it, in both recipes', () => {
    const status = element('text', { role: 'status' }, 'No corrections match "LK-7Q2M-1"');
    const table = element('table', { role: 'table', name: 'Corrections' });
    const none: Act = { did: 'read_none', on: status, fact: 'marked' };
    const columns = { Number: 'number' };
    const read: Act = { did: 'read_rows', on: table, fact: 'marked', columns };
    const of = (probe: readonly Act[]): File =>
      fileOf(recording({ look: [none], probe }, { taskType: 'tms_correction', samples }));
    const step = {
      do: 'read_rows',
      target: { role: 'table', name: 'Corrections' },
      columns,
      none: { role: 'status', containing: 'No corrections match' },
      as: 'marked',
    };
    assert.deepEqual(of([read]).capabilities['tms_correction'], { look: [step], probe: [step] });
    // One of which no table was seen is not read yet, and the checklist says so.
    assert.deepEqual(of([]).capabilities['tms_correction'], { look: [] });
    const { acts } = recording({ look: [none] }, { taskType: 'tms_correction', samples });
    const fact = factsToRead('tms_correction', 'look', acts).find(({ name }) => name === 'marked');
    assert.deepEqual([fact?.read, fact?.isOnlyEmpty], [false, true]);
  });

  it('says what is missing by the findings of the playbook', () => {
    const findings = findingsOf(made);
    assert.ok(findings.some((sentence) => sentence.includes('look is missing')));
    assert.ok(findings.some((sentence) => sentence.includes('confirmation_number')));
  });
});

describe('the facts of a recording', () => {
  it('fills up with what was read', () => {
    const on = element('text', { beside: 'Weight' }, '2,480 lb');
    const { acts } = recording({ steps: [{ did: 'read', on, fact: 'billed_weight' }] });
    const facts = factsToRead('pull_pod', 'steps', acts);
    assert.deepEqual(
      facts.filter(({ read }) => read).map(({ name }) => name),
      ['billed_weight'],
    );
  });

  it('guesses which column of a table is which member of a list', () => {
    const charges = factsToRead('tms_correction', 'look', []).find(({ name }) => name === 'charges');
    assert.ok(charges);
    const list = (task: 'answer_claim' | 'file_dispute', name: string) =>
      neededFacts[task]?.probe?.find((fact) => fact.name === name) ?? assert.fail(name);
    const responses = list('answer_claim', 'responses');
    const headers = ['CLAIM NUMBER', 'DECISION', 'AMOUNT', 'OUR REF'];
    assert.deepEqual(guessColumns(['ANSWER NO', ...headers], responses), {
      'ANSWER NO': 'number',
      DECISION: 'decision',
      AMOUNT: 'amount',
    });
    assert.equal(guessColumns(headers, responses)['CLAIM NUMBER'], undefined);
    // What the row of the sample shows says more than a name.
    const samples = { mark: 'TRIAL-1', claim_number: 'CLM-7', amount: '240.00' };
    const rows = [
      ['CLM-7', 'Accept', '99.00', 'OTHER-1'],
      ['CLM-7', 'Accept', '240.00', 'TRIAL-1'],
    ];
    const shown = columnsOfSamples(headers, rows, samples);
    assert.deepEqual(shown, { 'CLAIM NUMBER': 'claim_number', AMOUNT: 'amount', 'OUR REF': 'mark' });
    assert.equal(guessColumns(headers, responses, shown)['OUR REF'], 'reference');
    assert.equal(guessColumns(headers, list('answer_claim', 'marked'), shown)['CLAIM NUMBER'], 'claim_number');
    assert.equal(
      guessColumns(['Dispute number', 'Invoice no.'], list('file_dispute', 'disputes'))['Dispute number'],
      'number',
    );
    assert.deepEqual(guessColumns(['Charge code', 'Description', 'Amount'], charges), {
      'Charge code': 'code',
      Amount: 'amount',
    });
  });
});

describe('the text of a recording', () => {
  it('is what was changed by hand, once something was', () => {
    assert.equal(recordingText({ ...recording({}), edited: 'id: mine\n' }), 'id: mine\n');
  });

  it('is read back as the same playbook, whatever its texts are', () => {
    const odd = ["it's: #1", 'yes', '- dash', '1.0', '{{pro}}', 'tab\there', 'ünïcode “quotes”', '@at', '*', ''];
    const on = (text: string): SeenElement => element('field', { label: text });
    const made = recording({
      steps: odd.map((text): Act => ({ did: 'fill', on: on(text || 'x'), value: text || 'x' })),
    });
    const checked = checkPlaybook(playbookText(recordedPlaybook(made)), 'odd', settings);
    assert.ok('playbook' in checked, JSON.stringify(checked));
    const steps = checked.playbook.capabilities.pull_pod?.steps ?? [];
    assert.deepEqual(
      steps.map((step) => (step.do === 'fill' ? step.value : '')),
      odd.map((text) => text || 'x'),
    );
  });
});

describe('the newer steps of the language, as they are recorded', () => {
  const stays = leads(record, null);
  const written = request('/shipments/1/corrections', { amount: '1' }, 'write');
  const saving = (more: Partial<Outcome>): Step | undefined => {
    const outcome = { ...leads(form, null, [{ ...written, sent: true }]), ...more };
    return fileOf(
      recording(
        { submit: [{ did: 'click', on: button('Save'), outcome }] },
        { taskType: 'tms_correction', samples: { pro, mark: 'M-1' } },
      ),
    ).capabilities['tms_correction']?.submit[0];
  };

  it('keeps of a double click only the double one, and names what is hovered and asked', () => {
    const row = element('text', { text: 'Bill' }, 'Bill');
    assert.deepEqual(
      stepsOf([
        { did: 'hover', on: element('text', { text: 'Reports' }) },
        { did: 'click', on: row, outcome: stays },
        { did: 'click', on: row, double: true, outcome: stays },
        { did: 'ask', on: field('Code'), question: `Code for ${pro}` },
      ]),
      [
        { do: 'hover', target: { text: 'Reports' } },
        { do: 'click', effect: 'read', target: { text: 'Bill' }, double: true },
        { do: 'ask', target: { label: 'Code' }, question: `Code for {{pro}}` },
      ],
    );
  });

  it('declares what a page asks for by POST while it comes, where a person let it through', () => {
    const asked = { ...request('/auth/refresh', { mode: 'session' }, 'read'), content: 'json' } as const;
    const file = fileOf(recording({ steps: [{ did: 'go', to: search, requests: [asked] }] }));
    assert.deepEqual(
      (file['reads'] as { path: string }[]).map(({ path }) => path),
      ['/auth/refresh'],
    );
  });

  it('declares what was typed into a prompt of a click that only reads', () => {
    const dialogs = [{ type: 'prompt', text: 'Which page?', value: '2' }] as const;
    const [step] = stepsOf([{ did: 'click', on: button('Go to page'), outcome: { ...leads(found, found), dialogs } }]);
    assert.deepEqual((step as { dialog?: unknown }).dialog, {
      type: 'prompt',
      text: 'Which page?',
      answer: 'accept',
      value: '2',
    });
  });

  it('makes one choice of a click on a list that the page draws, and one on an entry of it', () => {
    const list: SeenElement = { ...element('control', { role: 'combobox', name: 'Class' }), opensList: true };
    const entry = { ...element('control', { role: 'option', name: '70' }, '70'), name: '70' };
    const opened: Act = { did: 'click', on: list, outcome: leads(found, null) };
    const picked: Act = { did: 'click', on: entry, outcome: leads(found, null) };
    assert.deepEqual(stepsOf([opened, picked]), [
      { do: 'choose', target: { role: 'combobox', name: 'Class' }, option: '70' },
    ]);
    assert.deepEqual(
      stepsOf([opened]).map((step) => step.do),
      ['click'],
    );
  });

  it('declares the dialogs of a write in their order, with what was typed', () => {
    const dialogs = [
      { type: 'confirm', text: `Correct ${pro}?` },
      { type: 'prompt', text: 'Reference?', value: 'M-1' },
    ] as const;
    assert.deepEqual((saving({ to: record, dialogs }) as { dialog?: unknown }).dialog, [
      { type: 'confirm', text: 'Correct {{pro}}?', answer: 'accept' },
      { type: 'prompt', text: 'Reference?', answer: 'accept', value: '{{mark}}' },
    ]);
    const one = saving({ to: record, dialog: { type: 'confirm', text: 'Sure?' } }) as { dialog?: unknown };
    assert.deepEqual(one.dialog, { type: 'confirm', text: 'Sure?', answer: 'accept' });
  });

  it('takes an alert, or a window that closes itself, for the confirmation of a write', () => {
    const alerted = saving({ dialogs: [{ type: 'alert', text: 'Correction COR-77 saved.' }] });
    assert.ok(alerted?.do === 'click');
    assert.deepEqual(alerted.next, { alert: 'Correction * saved.', as: 'confirmation_number' });
    assert.equal(alerted.dialog, 'none');
    const closed = saving({ to: record, closed: true });
    assert.ok(closed?.do === 'click');
    assert.deepEqual(closed.next, { gone: { role: 'button', name: 'Save' } });
  });
});

describe('what a recording has of its sample record alone', () => {
  const setup = {
    taskType: 'answer_claim',
    samples: { claim_number: 'CL-2041', amount: '240.00', mark: 'LK-77' },
  } as const;
  const at = page('/claims/1093/edit', 'Claim CL-2041');
  const shownDate: Act = { did: 'read', on: element('text', { beside: 'Filed' }, 'March 3, 2026'), fact: 'filed' };
  const typesAmount: Act = { did: 'fill', on: field('Amount'), value: '240.00' };
  const whole = (fields: Record<string, string>, method: 'POST' | 'PUT' = 'PUT'): Act => ({
    did: 'click',
    on: button('Save'),
    outcome: leads(at, null, [{ ...request('/api/claims/1093', fields, 'write'), method }]),
  });
  const constants = (acts: readonly Act[], bindings: Recording['bindings'] = {}): string[] =>
    constantsOfSample({ ...recording({ submit: acts }, setup), bindings });
  const fieldsIn = (found: readonly string[]): string[] =>
    found.map((line) => / always sends (\S+) =/.exec(line)?.[1] ?? line);

  it('names the fields of a write that would stop on every other record', () => {
    const record = {
      id: '1093',
      filed: 'March 3, 2026',
      due: '2026-04-02',
      claim: 'CL-2041',
      amount: '240.00',
      status: 'answered',
      currency: 'USD',
    };
    const found = constants([shownDate, typesAmount, whole(record)]);
    assert.deepEqual(fieldsIn(found).toSorted(), ['due', 'filed', 'id']);
    assert.match(
      found.join('\n'),
      /capabilities\.answer_claim\.submit: PUT \/api\/claims\/1093 always sends id = "1093"/,
    );
  });

  it('says nothing of what a person typed, chose to keep, or of a form that always sends the same', () => {
    assert.deepEqual(constants([typesAmount, whole({ amount: '240.00', action: 'save', status: 'open' })]), []);
    assert.deepEqual(
      constants([whole({ version: '2026-04-02' })], { 'PUT /api/claims/1093 version': { is: 'fixed' } }),
      [],
    );
    assert.deepEqual(constants([whole({ step: '1200', action: 'save' }, 'POST')]), []);
  });

  it('names a sample that no step uses beside the step that types a constant', () => {
    const typed: Act = { did: 'fill', on: field('Amount'), value: '24000' };
    const unused = (act: Act): string[] => {
      const made = recording({ submit: [act] }, setup);
      return unusedSamples(made, fileOf(made).capabilities).filter((line) => line.includes('amount (240.00)'));
    };
    assert.match(
      unused(typed).join(),
      /^capabilities\.answer_claim\.submit: .*Amount always types "24000", and no step uses one of the samples .*amount \(240\.00\)/,
    );
    assert.deepEqual(unused(typesAmount), []);
  });

  it('names all samples that no step uses in one finding for each step that types a constant', () => {
    const typed: Act = { did: 'fill', on: field('Pieces'), value: '7' };
    const made = recording(
      { submit: [typed] },
      { ...setup, samples: { ...setup.samples, amount: '240.00', count: '9' } },
    );
    const lines = unusedSamples(made, {});
    assert.equal(lines.length, 1);
    assert.match(
      unusedSamples(made, { mark: '{{mark}} {{claim_number}} {{count}}' }).join(),
      /uses the sample amount \(240\.00\):/,
    );
    assert.match(lines.join(), /one of the samples .*amount \(240\.00\).*count \(9\)/);
  });

  it('finds a fact that is looked for by the text that it has itself, unless something else names it', () => {
    const called = (...targets: SeenElement['targets']): string[] => {
      const on: SeenElement = { kind: 'text', targets, name: '17', text: '17' };
      return factsCalledByThemselves(recording({ look: [{ did: 'read', on, fact: 'confirmation' }] }, setup));
    };
    assert.match(called({ text: '17' }).join(), /look: the fact confirmation is looked for by the text .* "17"/);
    assert.deepEqual(called({ text: '17' }, { beside: 'Number' }), []);
    assert.deepEqual(called({ beside: 'Number' }), []);
  });

  it('finds an address that only the portal knows in a step that opens a page', () => {
    const found = findingsOf(recording({ steps: [{ did: 'go', to: page('/claims/0zcp13gygtad6t4/show', 'Claim') }] }));
    assert.match(found.join('\n'), /\.to: \/claims\/\*\/show has a \*, which no address has/);
  });

  it('opens the page of the account and the part of the portal that is the company’s by their own numbers', () => {
    const profile = '/users/e7383c87-1b0a-40a4-83d9-4003323c5cb8';
    const signed = fileOf(recording({ login: [...signIn, { did: 'go', to: page(profile, 'Robot') }] }));
    assert.deepEqual(JSON.stringify(signed.login).match(/"(?:to|go)":"\/users[^"]*"/g), [
      `"go":"${profile}"`,
      `"to":"${profile}"`,
    ]);
    const desk = '/t/e7383c87-1b0a-40a4-83d9-4003323c5cb8';
    const go = (path: string, heading: string): Act => ({ did: 'go', to: page(`${desk}${path}`, heading) });
    const opened = (...acts: Act[]): unknown =>
      fileOf(recording({ steps: acts })).capabilities['pull_pod']?.steps.map((step) => step.do === 'go' && step.to);
    const read: Act = { did: 'read', on: field('State'), fact: 'state' };
    assert.deepEqual(opened(go('/shipments', 'Shipments'), read, go('/shipments/5512', 'Shipment')), [
      `${desk}/shipments`,
      false,
      `${desk}/shipments/*`,
    ]);
  });
});

describe('who is signed in', () => {
  it('is not said by the name of a control that every user has', () => {
    for (const name of ['Profile', 'Open user menu', 'My account', 'Benutzerkonto', 'Log out', 'Mon compte'])
      assert.equal(namesNobody(name), true, name);
    for (const name of ['Jane Doe', 'Account of {{account.username}}', 'Profile: robot', 'jd@example.com', ''])
      assert.equal(namesNobody(name), false, name);
  });
});
