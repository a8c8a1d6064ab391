import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judgeRequest, type WriteTicket } from '../../../../domain/dispatch/guard/request-gate.ts';
import { type RequestFacts, describeRequest } from '../../../../domain/dispatch/guard/request-line.ts';
import { corrections, get, page, post, rules, ticket } from './gate-rules.ts';

describe('the request gate', () => {
  it('says what it left out, that the run continues, and the line that would allow it', () => {
    const reasons = [
      get('https://tms.example/tracker.js', 'subresource'),
      get('https://tms.example/api/loads?page=1', 'part'),
      { ...post('/collect', 'x'), purpose: 'part' as const },
    ].map((facts) => judgeRequest(facts, rules).reason);
    assert.match(reasons[0] ?? '', /^left out, and the run goes on: .*; assets: \['\/tracker\.js'\] would allow it$/);
    assert.match(
      reasons[1] ?? '',
      /reads: \[\{ method: GET, path: '\/api\/loads', query: \[page\] \}\] would allow it$/,
    );
    assert.match(
      reasons[2] ?? '',
      /^left out, .*reads: \[\{ method: POST, path: '\/collect' \}\] would allow it if it only reads$/,
    );
  });
  it('compares a query that is in the declared path of a write', () => {
    const expected = { ...ticket.expected, path: '/issue9?@action=edit', fields: ['code', 'amount'] };
    const other = { ...rules, tickets: [{ ...ticket, expected }] };
    const verdicts = ['?@action=edit', '?@action=retire', '', '?@action=edit&x=1'].map(
      (query) => judgeRequest(post(`/issue9${query}`, 'code=WC&amount=1.00'), other).rule,
    );
    assert.deepEqual(verdicts, [
      'request.ticket',
      'request.constraint',
      'request.constraint',
      'request.undeclared_query',
    ]);
  });
  it('says what the page sends where a field is not there', () => {
    const { reason } = judgeRequest(post(corrections, 'code=WC&sum=1.00'), {
      ...rules,
      tickets: [{ ...ticket, expected: { ...ticket.expected, fields: ['code', 'amount', 'sum'] } }],
    });
    assert.match(reason, /the field amount has to be there once; the page sends code, sum/);
  });
  it('takes a field that is not there for one that is empty, where the task leaves it empty', () => {
    const constraints = [...ticket.expected.constraints, { field: 'reason', equals: '{{reason_code}}' }];
    const expected = { ...ticket.expected, fields: [...ticket.expected.fields, 'reason'], constraints };
    const rule = (reason_code: string, body: string): string =>
      judgeRequest(post(corrections, body), {
        ...rules,
        tickets: [{ ...ticket, expected, values: { ...ticket.values, reason_code } }],
      }).rule;
    assert.equal(rule('', 'code=WC&amount=1.00'), 'request.ticket');
    assert.equal(rule('', 'code=WC&amount=1.00&reason='), 'request.ticket');
    assert.equal(rule('', 'code=WC&amount=1.00&reason=LATE'), 'request.constraint');
    assert.equal(rule('LATE', 'code=WC&amount=1.00'), 'request.constraint');
  });
  it('takes null in a JSON body for a field that the task leaves empty, and for no other', () => {
    const constraints = [
      { field: 'reason', equals: '{{reason_code}}' },
      { field: 'amount', equals: '{{amount}}', type: 'number' as const },
    ];
    const rule = (reason_code: string, amount: string, body: object): string =>
      judgeRequest(
        { ...post(corrections, ''), body: { contentType: 'application/json', text: JSON.stringify(body) } },
        {
          ...rules,
          tickets: [
            {
              ...ticket,
              expected: { ...ticket.expected, content: 'json', fields: ['reason', 'amount'], constraints },
              values: { ...ticket.values, reason_code, amount },
            },
          ],
        },
      ).rule;
    assert.equal(rule('', '1', { reason: null, amount: 1 }), 'request.ticket');
    assert.equal(rule('LATE', '', { reason: 'LATE', amount: null }), 'request.ticket');
    assert.equal(rule('LATE', '1', { reason: null, amount: 1 }), 'request.field_type');
    assert.equal(rule('LATE', '1', { reason: 'LATE', amount: null }), 'request.field_type');
    assert.equal(rule('', '', { reason: 'null', amount: null }), 'request.constraint');
  });
  it('takes any token for a star in the query of the declared path of a write', () => {
    const expected = { ...ticket.expected, path: '/sso?client=a&state=*', fields: ['code', 'amount'] };
    const other = { ...rules, tickets: [{ ...ticket, expected }] };
    const verdicts = [
      'client=a&state=x%2Fy',
      'client=b&state=x',
      'client=a&state=x&state=y',
      'client=a&state=x&do=1',
    ].map((query) => judgeRequest(post(`/sso?${query}`, 'code=WC&amount=1.00'), other).rule);
    assert.deepEqual(verdicts, [
      'request.ticket',
      'request.constraint',
      'request.repeated_field',
      'request.undeclared_query',
    ]);
  });
  const table: [string, RequestFacts, string][] = [
    ['a declared page', get('https://tms.example/search?q=0412708839'), 'request.page'],
    ["the page of the task's own record", get('https://tms.example/shipments/0412708839'), 'request.page'],
    ['a part that is declared', get('https://tms.example/static/css/a.css', 'part'), 'request.asset'],
    ['a declared document', get('https://tms.example/documents/17', 'document'), 'request.document'],
    ['the declared write', post(corrections, 'code=WC&amount=250.00'), 'request.ticket'],
    ['a credit within the limit', post(corrections, 'code=CC&amount=-250.00'), 'request.ticket'],
    ["another record's page", get('https://tms.example/shipments/0412708893'), 'request.undeclared_page'],
    ['a page that nobody declared', get('https://tms.example/admin'), 'request.undeclared_page'],
    ['a page that its query names', get('https://tms.example/issue?@template=item&line=2'), 'request.page'],
    [
      'a page whose query names the record',
      get('https://tms.example/issue?@template=search&pro=0412708839'),
      'request.page',
    ],
    [
      'a query of another record',
      get('https://tms.example/issue?@template=search&pro=0412708893'),
      'request.undeclared_query',
    ],
    ['a page whose query lacks a member', get('https://tms.example/issue'), 'request.undeclared_query'],
    [
      'a query field of another page of this path',
      get('https://tms.example/issue?@template=item&pro=0412708839'),
      'request.undeclared_query',
    ],
    ['a document with a suffix', get('https://tms.example/files/pod_8Xk.pdf?inline=1', 'document'), 'request.document'],
    [
      'a document with another query',
      get('https://tms.example/files/pod_8Xk.pdf?inline=2', 'document'),
      'request.undeclared_document',
    ],
    [
      'a document with more query',
      get('https://tms.example/files/pod_8Xk.pdf?inline=1&x=1', 'document'),
      'request.undeclared_document',
    ],
    ['an undeclared query field', get('https://tms.example/search?q=1&sort=x'), 'request.undeclared_query'],
    ['an act in the query', get('https://tms.example/search?q=1&action=void'), 'never_click.void_bill'],
    ['a method override in the query', get('https://tms.example/search?_method=DELETE'), 'request.method_override'],
    ['a method that a page calls', get('https://tms.example/dispute.do?method=view&pro=0412708839'), 'request.page'],
    ...['save', 'delete', 'View', '{{pro}}'].map((method): [string, RequestFacts, string] => [
      `the method ${method}, which no page calls`,
      get(`https://tms.example/dispute.do?method=${encodeURIComponent(method)}&pro=0412708839`),
      'request.method_override',
    ]),
    ['a called method elsewhere', get('https://tms.example/search?method=view'), 'request.method_override'],
    ["a path on the playbook's list", get('https://tms.example/bills/7/x9'), 'never_click.void_bill'],
    ['another origin', get('https://evil.example/search'), 'request.foreign_origin'],
    ['another port', get('https://tms.example:8443/search'), 'request.foreign_origin'],
    ['plain http', get('http://tms.example/search'), 'request.foreign_origin'],
    ['user information in the address', get('https://tms.example@evil.example/search'), 'request.unclear_address'],
    ['a script address', get('javascript:alert(1)'), 'request.unclear_address'],
    ['a data address', get('data:text/html,x'), 'request.unclear_address'],
    ['a blob address', get('blob:https://tms.example/1'), 'request.unclear_address'],
    ['a backslash', get('https://tms.example\\search'), 'request.unclear_address'],
    ['an encoded slash', get('https://tms.example/shipments%2f0412708839'), 'request.unclear_address'],
    ['a doubly encoded path', get('https://tms.example/%2573earch'), 'request.unclear_address'],
    ['an empty segment', get('https://tms.example//search'), 'request.unclear_address'],
    ['a path parameter', get('https://tms.example/search;void'), 'request.unclear_address'],
    ['a broken encoding', get('https://tms.example/%ff'), 'request.unclear_address'],
    [
      'a document that the step does not declare',
      get('https://tms.example/files/17', 'document'),
      'request.undeclared_document',
    ],
    ['a page as a document', get('https://tms.example/search', 'document'), 'request.undeclared_document'],
    ['a part that is not declared', get('https://tms.example/tracker.js', 'part'), 'request.undeclared_part'],
    [
      'a GET with a body',
      { ...get('https://tms.example/search'), body: { contentType: 'text/plain', text: 'x' } },
      'request.read_with_body',
    ],
    [
      'a page with an override header, which is left out',
      { ...get('https://tms.example/search'), headers: { 'x-http-method-override': 'DELETE' } },
      'request.page',
    ],
    [
      'a script of the portal that is called void',
      get('https://tms.example/static/void.js', 'subresource'),
      'request.asset',
    ],
    ['a font of a declared other origin', get('https://cdn.example/f.woff2', 'subresource'), 'request.asset'],
    ['a script request to an origin of parts', get('https://cdn.example/f.json', 'part'), 'request.foreign_origin'],
    ['a page of an origin of parts', get('https://cdn.example/'), 'request.foreign_origin'],
    ['a picture on a listed path', get('https://tms.example/bills/7/x9', 'subresource'), 'never_click.void_bill'],
    [
      'a picture that is an act',
      get('https://tms.example/static/a.png?action=void', 'subresource'),
      'never_click.void_bill',
    ],
    [
      'a script that asks for data called void',
      get('https://tms.example/static/void.json', 'part'),
      'never_click.void_bill',
    ],
    ['a beacon', { ...post('/collect', 'x'), purpose: 'part' }, 'request.background_write'],
    ['a frame that posts', { ...post('/collect', 'x'), purpose: 'frame' }, 'request.background_write'],
    ['a beacon onto an act', { ...post('/bills/7/void', 'x'), purpose: 'part' }, 'never_click.void_bill'],
    ['a beacon whose body is an act', { ...post('/rpc', 'action=void'), purpose: 'part' }, 'never_click.void_bill'],
    [
      'the write with a smaller method',
      post(corrections, 'code=WC&amount=1.00', undefined, 'PATCH'),
      'request.undeclared_write',
    ],
    ['a made-up method', post(corrections, 'code=WC&amount=1.00', undefined, 'VOID'), 'request.undeclared_write'],
    [
      'the write for another record',
      post('/shipments/0412708893/corrections', 'code=WC&amount=1.00'),
      'request.undeclared_write',
    ],
    ['the write with a query', post(`${corrections}?copy=1`, 'code=WC&amount=1.00'), 'request.undeclared_query'],
    ['an amount over the limit', post(corrections, 'code=WC&amount=250.01'), 'request.constraint'],
    ['a credit over the limit', post(corrections, 'code=WC&amount=-250.01'), 'request.constraint'],
    ['an amount in other digits', post(corrections, 'code=WC&amount=1e3'), 'request.constraint'],
    ['no amount', post(corrections, 'code=WC'), 'request.constraint'],
    ['a code that is not allowed', post(corrections, 'code=RR&amount=1.00'), 'request.constraint'],
    ['a field that is not declared', post(corrections, 'code=WC&amount=1.00&all=1'), 'request.undeclared_field'],
    ['an act in the body', post(corrections, 'code=WC&amount=1.00&action=void'), 'never_click.void_bill'],
    ['another form of body', post(corrections, '{"code":"WC"}', 'application/json'), 'request.unreadable_body'],
    ['no body', { ...post(corrections, ''), body: null }, 'request.unreadable_body'],
    [
      'a 307 of a write',
      { ...post(corrections, 'code=WC&amount=1.00'), redirectedFrom: { method: 'POST', status: 307 } },
      'request.repeated_by_redirect',
    ],
    [
      'a page that has moved',
      { ...get('https://tms.example/v2/search'), redirectedFrom: { method: 'GET', status: 302 } },
      'request.moved',
    ],
    [
      'a page of the playbook with a query that the portal adds',
      { ...get('https://tms.example/search?q=1&saved=1'), redirectedFrom: { method: 'POST', status: 303 } },
      'request.moved',
    ],
    [
      'an act in a query that the portal adds',
      { ...get('https://tms.example/search?q=1&void=1'), redirectedFrom: { method: 'POST', status: 303 } },
      'never_click.void_bill',
    ],
    [
      'a document that the portal keeps elsewhere on its own origin',
      { ...get('https://tms.example/storage/abc123', 'document'), redirectedFrom: { method: 'GET', status: 302 } },
      'request.document',
    ],
    [
      'a document at such an address that nothing led to',
      get('https://tms.example/storage/abc123', 'document'),
      'request.undeclared_document',
    ],
    [
      'a document that leads to an act',
      { ...get('https://tms.example/bills/7/void', 'document'), redirectedFrom: { method: 'GET', status: 302 } },
      'never_click.void_bill',
    ],
    [
      'a document that leads to a page',
      { ...get('https://tms.example/search', 'document'), redirectedFrom: { method: 'GET', status: 302 } },
      'request.undeclared_document',
    ],
    [
      'a document that leads to another origin',
      { ...get('https://elsewhere.example/abc123', 'document'), redirectedFrom: { method: 'GET', status: 302 } },
      'request.foreign_origin',
    ],
  ];
  for (const [what, facts, rule] of table)
    it(`${/^request\.(page|asset|document|ticket)$/.test(rule) ? 'lets pass' : 'refuses'} ${what}`, () =>
      assert.equal(judgeRequest(facts, rules).rule, rule));

  it('opens a page whose address parts its fields by semicolons, and no other address', () => {
    const bill = page(['/bill.pl?rm=edit;pro={{pro}}']);
    const asked = (query: string): string =>
      judgeRequest(get(`https://tms.example/bill.pl?${query}`), { ...rules, pages: { bill } }).rule;
    assert.equal(asked('rm=edit;pro=0412708839'), 'request.page');
    for (const query of [
      'rm=edit&pro=0412708839',
      'rm=edit;pro=0412708893',
      'rm=edit;pro=0412708839;line=1',
      'rm=edit',
      'rm=edit;pro=0412708839&rm=view',
    ])
      assert.equal(asked(query), 'request.undeclared_query', query);
    assert.match(asked('rm=edit;pro=0412708839;action=void'), /^never_click\./);
  });

  it('takes a long run of hexadecimal digits for the name of a token, once, and nothing else', () => {
    const token = { field: '~[0-9a-f]{32}', pattern: '1', max_length: 1 };
    const { expected } = ticket;
    const named = { ...ticket, expected: { ...expected, fields: [...expected.fields, token.field], opaque: [token] } };
    const asked = (more: string): string =>
      judgeRequest(post('/shipments/0412708839/corrections', `code=WC&amount=1.00${more}`), {
        ...rules,
        tickets: [named],
      }).rule;
    const [one, other] = ['5d41402abc4b2a76b9719d911017c592', '7d793037a0760186574b0282f2f435e7'];
    for (const more of ['', `&${one}=1`]) assert.equal(asked(more), 'request.ticket', more);
    for (const more of [`&${one}=2`, `&${one}=void`]) assert.equal(asked(more), 'request.constraint', more);
    for (const more of [
      `&${one}=1&${other}=1`,
      `&${one.slice(1)}=1`,
      `&${one.toUpperCase()}=1`,
      '&void=1',
      `&${token.field.replaceAll('{', '%7B').replaceAll('}', '%7D')}=1`,
    ])
      assert.notEqual(asked(more), 'request.ticket', more);
  });

  it('ends the run for what follows from a step or asks for an act, and for nothing that a page asks for by itself', () => {
    for (const [what, facts] of table) {
      const verdict = judgeRequest(facts, rules);
      if (verdict.verdict === 'allowed') continue;
      const isOwn = facts.purpose === 'page' || facts.purpose === 'document';
      const isAct = verdict.rule.startsWith('never_click.') && facts.method !== 'GET';
      assert.equal(verdict.final, isOwn || isAct, what);
      assert.equal(verdict.silent, isOwn || isAct ? undefined : true, what);
    }
  });

  it('lets a page that goes elsewhere by itself stay where it is', () => {
    for (const url of ['https://tms.example/admin', 'https://other.example/'])
      assert.equal(judgeRequest(get(url), { ...rules, acting: false }).final, false, url);
    assert.equal(judgeRequest(get('https://tms.example/bills/7/void'), { ...rules, acting: false }).final, true);
  });

  it('ends the run when a write is sent again, and not when its endpoint is asked for another operation', () => {
    const graphql: WriteTicket = {
      ...ticket,
      expected: {
        method: 'POST',
        path: '/graphql',
        content: 'json',
        fields: ['operationName', 'code'],
        constraints: [{ field: 'operationName', equals: 'Save' }],
      },
    };
    const send = (operationName: string): RequestFacts => ({
      ...post('/graphql', JSON.stringify({ operationName, code: 'WC' }), 'application/json'),
      purpose: 'part',
    });
    const after = { ...rules, tickets: [], used: [graphql] };
    assert.equal(judgeRequest(send('Save'), { ...rules, tickets: [graphql] }).rule, 'request.ticket');
    assert.equal(judgeRequest(send('Save'), after).final, true);
    assert.equal(judgeRequest(send('Me'), after).final, false);
    assert.equal(judgeRequest(send('Me'), { ...rules, tickets: [graphql] }).final, false);
  });

  it('refuses every write when no ticket is open', () => {
    for (const [, facts] of table)
      if (facts.method !== 'GET') assert.equal(judgeRequest(facts, { ...rules, tickets: [] }).verdict, 'stopped');
  });

  it('puts no value of a query or body into the record', () => {
    assert.equal(
      describeRequest('GET', 'https://tms.example/search?password=hunter2&q=1'),
      'GET https://tms.example/search?password&q',
    );
  });

  it('lets no request off the list leave, whatever a page asks for', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'search',
        'shipments',
        '0412708839',
        'documents',
        '17',
        'static',
        'void',
        'VoId',
        'corrections',
        '..',
        '.',
        '',
        '%2e%2e',
        '%76oid',
        'v%6fid',
        'a b',
        'ｖoid',
        'x9',
        'bills',
        'cancel',
        'write-off',
        ';',
        '%2f',
        '%00',
      ),
      fc.string({ maxLength: 6 }),
    );
    const address = fc
      .record({
        scheme: fc.constantFrom('https://', 'http://', 'HTTPS://', 'javascript:', 'blob:https://', '//', 'ftp://'),
        host: fc.constantFrom(
          'tms.example',
          'TMS.example',
          'tms.example.',
          'tms.example:443',
          'evil.example',
          'tms.example@evil.example',
          'xn--tms.example',
          '127.0.0.1',
        ),
        path: fc.array(segment, { maxLength: 5 }),
        query: fc.array(
          fc.tuple(
            fc.constantFrom('q', 'action', '_method', 'notice', 'op', 'Q'),
            fc.constantFrom('', '1', 'void', 'DELETE', 'cancel'),
          ),
          { maxLength: 3 },
        ),
      })
      .map(
        ({ scheme, host, path, query }) =>
          `${scheme}${host}/${path.join('/')}${query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : ''}`,
      );
    const request = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', 'OPTIONS', 'TRACE', 'VOID'),
      url: address,
      purpose: fc.constantFrom<RequestFacts['purpose']>('page', 'part', 'document'),
      headers: fc.dictionary(
        fc.constantFrom('x-http-method-override', 'x-method', 'accept'),
        fc.constantFrom('DELETE', '*/*'),
        { maxKeys: 2 },
      ),
      body: fc.option(
        fc.record({
          contentType: fc.constantFrom(
            'application/x-www-form-urlencoded',
            'application/json',
            'multipart/form-data; boundary=b',
            'text/plain',
            '',
          ),
          text: fc.oneof(
            fc.constantFrom(
              'code=WC&amount=250.00',
              'code=WC&amount=250.01',
              'code=WC&amount=1.00&amount=900.00',
              'action=void',
              '{"a":1,"a":2}',
            ),
            fc.string({ maxLength: 40 }),
          ),
        }),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(request, fc.boolean(), (facts, withTicket) => {
        const verdict = judgeRequest(facts, { ...rules, tickets: withTicket ? [ticket] : [] });
        if (verdict.verdict === 'allowed')
          assert.ok(isOnTheList(facts, withTicket), `${facts.method} ${facts.url} ${facts.body?.text ?? ''}`);
      }),
      { numRuns: 20_000 },
    );
  });
});

/** The list again, written down without the gate's own parts. */
function isOnTheList(facts: RequestFacts, withTicket: boolean): boolean {
  const url = new URL(facts.url);
  if (url.origin !== 'https://tms.example' || url.username !== '') return false;
  const names = [...url.searchParams.keys()];
  const path = url.pathname;
  if (facts.method === 'GET' || facts.method === 'HEAD') {
    if (facts.body !== null && facts.body.text !== '') return false;
    if (facts.purpose === 'document') return /^\/documents\/[^/]+$/.test(path) && names.length === 0;
    if (path === '/search') return names.every((name) => name === 'q');
    if (/^\/shipments\/0412708839(\/documents)?$/.test(path)) return names.length === 0;
    return (
      facts.purpose === 'part' &&
      /^\/static(\/|$)/.test(path) &&
      !/void|cancel|write-?off|bills\/.*x9/i.test(decodeURIComponent(path))
    );
  }
  if (!withTicket || facts.method !== 'POST' || path !== corrections || names.length > 0) return false;
  const fields = [...new URLSearchParams(facts.body?.text ?? '')];
  return (
    facts.body?.contentType === 'application/x-www-form-urlencoded' &&
    fields.length === 2 &&
    /^code=(WC|CC)&amount=-?(\d{1,2}|1\d\d|2[0-4]\d|250)(\.0?0?)?/.test(facts.body.text)
  );
}
