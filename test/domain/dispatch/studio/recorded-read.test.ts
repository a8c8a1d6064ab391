import assert from 'node:assert/strict';
import type { Step } from '../../../../domain/dispatch/playbook/step.ts';
import type { Act, SeenElement, SeenPage } from '../../../../domain/dispatch/studio/acts.ts';
import {
  pro,
  page,
  search,
  found,
  none,
  record,
  element,
  button,
  field,
  leads,
  request,
  searchFor,
  toRecord,
  recording,
  fileOf,
  stepsOf,
  findingsOf,
  document,
} from './recording-acts.ts';

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
    assert.equal(pathOf(`/files/7/POD%20${pro}%20(signed).pdf`), '/files/*/POD%20{{pro}}%20(signed).pdf');
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

  it('keeps of a field only what it held in the end', () => {
    const typed = (value: string): Act => ({ did: 'fill', on: field('PRO'), value });
    assert.deepEqual(stepsOf([typed('04'), typed(pro)]), [{ do: 'fill', target: { label: 'PRO' }, value: '{{pro}}' }]);
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

  it('names the members that a search form sends and the portal leaves out of the address of its answer', () => {
    const answer = page(`/search?s=${pro}`, 'Search', { labels: ['PRO'] });
    const led = [`/search?s=${pro}&nonce=8f41c2&from=%2Flist%3Fa%3D1`];
    const { pages } = fileOf(
      recording({
        steps: [
          { did: 'go', to: search },
          { did: 'fill', on: field('PRO'), value: pro },
          { did: 'click', on: button('Find'), outcome: { ...leads(search, answer), led } },
        ],
      }),
    );
    assert.deepEqual(pages['search']?.query, ['s', 'nonce', 'from']);
    const moved = { ...leads(search, record), led: ['/open?id=48213'] };
    const other = fileOf(
      recording({
        steps: [
          { did: 'go', to: search },
          { did: 'click', on: button('Open'), outcome: moved },
        ],
      }),
    );
    assert.deepEqual(other.pages['shipment']?.paths, ['/shipments/{{pro}}', '/open']);
  });

  const list = page('/list?type=shipment', 'Shipments');
  const unnamed = (href: string, to: SeenPage, kind: SeenElement['kind'] = 'link'): Act => ({
    did: 'click',
    on: { kind, targets: [], name: 'Shipments', text: 'Shipments', href },
    outcome: leads(search, to),
  });

  it('opens the address of a link that nothing names alone, as one that a menu shows twice', () => {
    assert.deepEqual(stepsOf([{ did: 'go', to: search }, unnamed('/list?type=shipment', list)]).at(-1), {
      do: 'go',
      to: '/list?type=shipment',
      next: 'shipments',
    });
  });

  for (const [what, act] of [
    [
      'leads to a record of which only the portal knows the address',
      unnamed('/shipments/48213', page('/shipments/48213', 'Shipment')),
    ],
    ['leads elsewhere than it says', unnamed('/list?type=claim', list)],
    ['is no link', unnamed('/list?type=shipment', list, 'button')],
  ] as const)
    it(`leaves the target open where what nothing names ${what}`, () => {
      assert.deepEqual(stepsOf([{ did: 'go', to: search }, act]).at(-1)?.do, 'click');
    });
});
