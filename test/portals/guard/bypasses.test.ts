import assert from 'node:assert/strict';
import { memorySink } from '../../support/browser.ts';
import { hostilePlaybook, type HostilePortal, type HostileRun, openHostilePortal, runOn } from './hostile-portal.ts';

const open = { do: 'go', to: '/start', next: 'start' };
const next = '<h1>Next</h1>';
describe('a writing step on a hostile portal', function () {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  const expects = [
    {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'amount', 'note'],
      constraints: [
        { field: 'pro', equals: '{{mark}}' },
        { field: 'amount', at_most: '250.00' },
      ],
      opaque: [{ field: 'note', pattern: '[A-Za-z0-9_.]*', max_length: 80 }],
    },
  ];
  const save = {
    do: 'click',
    effect: 'write',
    target: { role: 'button', name: 'Save' },
    expects,
    dialog: 'none',
    limit: 'none',
    next: 'next',
  };
  const form = (fields: string, script = ''): string =>
    `<h1>Start</h1><form method=post action=/save><input name=pro value=0412708839><input name=amount value=250.00>${fields}<button>Save</button></form>${script === '' ? '' : `<script>${script}</script>`}`;
  const saved = { status: 303, headers: { location: '/next' } };
  const write = (step: object = save): Promise<HostileRun> =>
    runOn(portal, [open, step], { mayWrite: async () => true });
  const posts = (): string[] => portal.received.filter((line) => !line.startsWith('GET '));

  it('sends what it declares, once', async () => {
    portal.show({ '/start': form(''), '/save': saved, '/next': next });
    assert.equal((await write()).result.kind, 'finished');
    assert.deepEqual(posts(), ['POST /save pro=0412708839&amount=250.00']);
  });

  it('writes nothing when the run may not write', async () => {
    portal.show({ '/start': form(''), '/save': saved, '/next': next });
    const { result } = await runOn(portal, [open, save]);
    assert.ok(result.kind === 'stopped');
    assert.equal(result.verdict.rule, 'playbook.write_not_open');
    assert.deepEqual(posts(), []);
  });

  it('sends the second request of a double submit nowhere, and the first only where it has left before', async () => {
    const twice = `document.forms[0].onsubmit = (event) => { event.preventDefault(); const body = new URLSearchParams(new FormData(event.target)); const send = () => fetch('/save', { method: 'POST', body }); Promise.allSettled([send(), send()]).then(() => { location = '/next'; }); }`;
    portal.show({ '/start': form('', twice), '/save': 'ok', '/next': next });
    const { result } = await write();
    assert.ok(result.kind === 'stopped' || result.kind === 'uncertain', JSON.stringify(result));
    assert.equal(result.verdict?.rule, 'request.undeclared_write');
    assert.equal(posts().length, result.kind === 'stopped' ? 0 : 1);
  });

  it('keeps no ticket open after the step', async () => {
    const later = `document.querySelector('button').onclick = (event) => { event.preventDefault(); location = '/next'; }`;
    portal.show({
      '/start': form('', later),
      '/next': `${next}<script>fetch('/save', { method: 'POST', body: new URLSearchParams('pro=0412708839&amount=1.00') })</script>`,
    });
    const { result } = await runOn(
      portal,
      [open, save, { do: 'expect', target: { role: 'status', containing: 'never' }, timeout_ms: 700 }],
      { mayWrite: async () => true },
    );
    // The page asks while the step is still arriving or after it: at most the one declared request leaves.
    assert.ok(posts().length <= 1);
    assert.notEqual(result.kind, 'finished');
  });

  const refused: [string, string, string | RegExp][] = [
    [
      'a field that the step does not declare',
      form('<input type=hidden name=void value=1>'),
      /^(never_click\.void_bill|request\.undeclared_field)$/,
    ],
    [
      'a harmless field that the step does not declare',
      form('<input type=hidden name=copy value=1>'),
      'request.undeclared_field',
    ],
    ['a method override in the body', form('<input type=hidden name=_method value=DELETE>'), 'request.method_override'],
    [
      'a hidden field with a higher amount',
      form('', `document.forms[0].amount.value = '900.00'`),
      'request.constraint',
    ],
    ['an amount sent twice', form('<input type=hidden name=amount value=1.00>'), 'request.repeated_field'],
    ["another record's number", form('', `document.forms[0].pro.value = '0412708893'`), 'element.other_record'],
    [
      "another record's number, put in as the form is sent",
      form('', `document.forms[0].onsubmit = () => { document.forms[0].pro.value = '0412708893' }`),
      'request.constraint',
    ],
    [
      'another content type',
      form('').replace('<form', '<form enctype="multipart/form-data"'),
      'request.unreadable_body',
    ],
    [
      'another method',
      form(
        '',
        `document.forms[0].onsubmit = (event) => { event.preventDefault(); fetch('/save', { method: 'PUT', body: new URLSearchParams(new FormData(event.target)) }); }`,
      ),
      'request.undeclared_write',
    ],
  ];
  for (const [name, start, rule] of refused)
    it(`refuses ${name}`, async () => {
      portal.show({ '/start': start, '/save': saved, '/next': next });
      const { result } = await write();
      assert.ok(result.kind === 'stopped', JSON.stringify(result));
      assert.match(result.verdict.rule, rule instanceof RegExp ? rule : new RegExp(`^${rule.replaceAll('.', '\\.')}$`));
      assert.deepEqual(posts(), []);
    });

  it('does not repeat a write where a 307 asks for it', async () => {
    portal.show({ '/start': form(''), '/save': { status: 307, headers: { location: '/collect' } } });
    const { result } = await write();
    assert.ok(result.kind === 'uncertain', JSON.stringify(result));
    assert.equal(result.verdict?.rule, 'request.repeated_by_redirect');
    assert.equal(posts().length, 1);
  });

  it('looks for what was written where the portal leads to another page of the playbook, or to one that it does not name', async () => {
    for (const location of ['/start', '/elsewhere', '/next?saved=1']) {
      portal.show({
        '/start': form(''),
        '/save': { status: 303, headers: { location } },
        '/next': next,
        '/elsewhere': '<h1>Elsewhere</h1>',
      });
      const { result } = await write();
      assert.ok(result.kind === 'uncertain', JSON.stringify(result));
      assert.equal(result.verdict, null, location);
      assert.equal(posts().length, 1);
      assert.ok(!portal.received.some((line) => /^GET \/(?:elsewhere|next)/.test(line)), portal.received.join());
    }
  });

  it('answers a dialog that it declares, and only with its words', async () => {
    const asking = (words: string): string =>
      form('', `document.forms[0].onsubmit = () => confirm(${JSON.stringify(words)})`);
    const dialog = { type: 'confirm', text: 'Save the change for {{pro}}?', answer: 'accept' };
    portal.show({ '/start': asking('Save the change for 0412708839?'), '/save': saved, '/next': next });
    assert.equal((await write({ ...save, dialog })).result.kind, 'finished');
    portal.show({ '/start': asking('Save the change and void the bill?'), '/save': saved, '/next': next });
    const { result } = await write({ ...save, dialog });
    assert.ok(result.kind === 'stopped');
    assert.equal(result.verdict.rule, 'dialog.differs');
    assert.deepEqual(posts(), []);
  });

  it('uploads a file of the pack', async () => {
    portal.show({
      '/start':
        '<h1>Start</h1><form method=post action=/save enctype="multipart/form-data"><label>File <input type=file name=file></label><input name=pro value=0412708839><button>Save</button></form>',
      '/save': saved,
      '/next': next,
    });
    const step = {
      ...save,
      expects: [
        {
          method: 'POST',
          path: '/save',
          content: 'multipart',
          fields: ['file', 'pro'],
          constraints: [
            { field: 'pro', equals: '{{mark}}' },
            { field: 'file', equals: 'pod.pdf' },
          ],
        },
      ],
    };
    const { result } = await runOn(portal, [open, { do: 'upload', target: { label: 'File' }, file: 'pod.pdf' }, step], {
      mayWrite: async () => true,
      readFile: async () => ({ bytes: Buffer.from(`%PDF-1.4 ${'x'.repeat(200_000)}`), mediaType: 'application/pdf' }),
    });
    assert.equal(result.kind, 'finished', JSON.stringify(result));
    assert.match(posts()[0] ?? '', /filename="pod\.pdf"[\s\S]*%PDF-1\.4 x{200000}/);
  });

  it('refuses a file that the page has put in place of ours', async () => {
    const swap = `document.querySelector('[type=file]').onchange = (event) => { const files = new DataTransfer(); files.items.add(new File(['%PDF-1.4 another'], 'pod.pdf', { type: 'application/pdf' })); event.target.files = files.files; }`;
    portal.show({
      '/start': `<h1>Start</h1><form method=post action=/save enctype="multipart/form-data"><label>File <input type=file name=file></label><input name=pro value=0412708839><button>Save</button></form><script>${swap}</script>`,
      '/save': saved,
      '/next': next,
    });
    const request = { ...expects[0], content: 'multipart', fields: ['file', 'pro'], opaque: [] };
    const constraints = [
      { field: 'pro', equals: '{{mark}}' },
      { field: 'file', equals: 'pod.pdf' },
    ];
    const step = { ...save, expects: [{ ...request, constraints }] };
    const { result } = await runOn(portal, [open, { do: 'upload', target: { label: 'File' }, file: 'pod.pdf' }, step], {
      mayWrite: async () => true,
      readFile: async () => ({ bytes: Buffer.from('%PDF-1.4 ours'), mediaType: 'application/pdf' }),
    });
    assert.ok(result.kind === 'stopped', JSON.stringify(result));
    assert.equal(result.verdict.rule, 'request.unknown_file');
    assert.deepEqual(posts(), []);
  });

  it('works in a window that the step opens, and in a frame', async () => {
    portal.show({
      '/start': '<h1>Start</h1><a href="/next" target=_blank>Next page</a><iframe title="Inner" src="/frame"></iframe>',
      '/next': '<h1>Next</h1><p role=status>in the window</p>',
      '/frame': '<label>Inner field <input></label>',
    });
    const { result } = await runOn(portal, [
      open,
      { do: 'fill', target: { label: 'Inner field', within: { frame: 'Inner' } }, value: '{{pro}}' },
      { do: 'click', target: { role: 'link', name: 'Next page' }, popup: true, next: 'next' },
      { do: 'read', target: { role: 'status' }, as: 'bol' },
      { do: 'close' },
      { do: 'expect', target: { role: 'heading', name: 'Start' } },
    ]);
    assert.ok(result.kind === 'finished', JSON.stringify(result));
    assert.deepEqual(result.facts, { bol: 'in the window' });
  });

  it('records what pages ask for by themselves once, and counts it', async () => {
    portal.show({
      '/start': `<h1>Start</h1><p role=status></p><script>Promise.allSettled([1, 2, 3].map(() => fetch('/collect', { method: 'POST' }))).then(() => { document.querySelector('[role=status]').textContent = 'tried'; })</script>`,
    });
    const { result, sink } = await runOn(portal, [
      open,
      { do: 'expect', target: { role: 'status', containing: 'tried' } },
    ]);
    assert.equal(result.kind, 'finished', JSON.stringify(result));
    const silent = sink.verdicts().filter((verdict) => verdict.silent === true);
    assert.deepEqual(
      silent.map(({ subject }) => subject),
      [`POST ${portal.url}/collect`],
    );
    assert.ok(sink.steps().every(({ guard }) => guard.verdict === 'allowed'));
    const note = sink.events.findLast((event) => event.kind === 'note');
    assert.match(note?.note ?? '', /nothing of it was sent: POST http:\/\/127\.0\.0\.1:\d+\/collect \(3 times\)\.$/);
    assert.deepEqual(posts(), []);
  });

  it('takes pictures, styles, scripts and fonts from a declared other origin, and nothing else', async () => {
    const cdn = await openHostilePortal();
    try {
      cdn.show({
        '/app.js': {
          status: 200,
          headers: { 'content-type': 'text/javascript' },
          body: `fetch('${cdn.url}/data', { mode: 'no-cors' }).catch(() => {}).then(() => { document.querySelector('[role=status]').textContent = 'tried'; })`,
        },
      });
      portal.show({
        '/start': `<h1>Start</h1><p role=status></p><iframe src="${cdn.url}/frame"></iframe><script src="${cdn.url}/app.js"></script>`,
      });
      const steps = [open, { do: 'expect', target: { role: 'status', containing: 'tried' } }];
      const playbook = { ...hostilePlaybook(portal.url, steps), asset_origins: [cdn.url] };
      const { result } = await runOn(portal, steps, { playbook });
      assert.equal(result.kind, 'finished', JSON.stringify(result));
      assert.deepEqual(cdn.received, ['GET /app.js']);
    } finally {
      await cdn.close();
    }
  });

  it('follows a document to a declared other origin that signs its address, and to no other', async () => {
    const cdn = await openHostilePortal();
    try {
      const pdf = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' };
      cdn.show({ '/file': pdf, '/more': { status: 302, headers: { location: '/file?signed=2' } } });
      portal.show({
        '/start': `<h1>Start</h1><a href="/records/0412708839">POD</a><button onclick="window.open('/records/0412708839')">View</button>`,
        '/records/0412708839': { status: 302, headers: { location: `${cdn.url}/more?signed=1` } },
      });
      const path = '/records/{{pro}}';
      const rest = { path, as: 'pod.pdf', media_type: 'application/pdf', max_bytes: 1_000 };
      const byLink = { do: 'download', target: { role: 'link', name: 'POD' }, ...rest };
      const byClick = { do: 'download', by: 'click', target: { role: 'button', name: 'View' }, ...rest };
      for (const step of [byLink, byClick]) {
        cdn.received.length = 0;
        const playbook = { ...hostilePlaybook(portal.url, [open, step]), asset_origins: [cdn.url] };
        const { result } = await runOn(portal, [open, step], { playbook });
        assert.equal(result.kind, 'finished', JSON.stringify(result));
        assert.deepEqual(cdn.received, ['GET /more?signed=1', 'GET /file?signed=2']);
        const other = await runOn(portal, [open, step]);
        assert.equal(other.result.kind, 'changed', JSON.stringify(other.result));
        assert.equal(cdn.received.length, 2);
      }
    } finally {
      await cdn.close();
    }
  });

  it('does nothing any more when its verdicts cannot be stored', async () => {
    portal.show({ '/start': form(''), '/save': saved, '/next': next });
    const sink = { ...memorySink(), record: () => Promise.reject(new Error('the evidence store is down')) };
    await assert.rejects(runOn(portal, [open, save], { mayWrite: async () => true, sink }), /evidence store is down/);
    assert.deepEqual(posts(), []);
  });
});
