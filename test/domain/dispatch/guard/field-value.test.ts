import assert from 'node:assert/strict';
import { encodedAct } from '../../../../domain/dispatch/guard/never-click.ts';
import type { NeverClick } from '../../../../domain/dispatch/playbook/language.ts';
import { judgeRequest } from '../../../../domain/dispatch/guard/request-gate.ts';
import {
  actOfValue,
  brokenBy,
  chosenName,
  isOtherNumber,
  membersOfAddress,
  otherThanPage,
  showsOther,
  turnedField,
  turnedUnit,
  wordedName,
} from '../../../../domain/dispatch/guard/field-value.ts';
import { isMoneySample, writeMoney } from '../../../../domain/dispatch/playbook/written-money.ts';
import type { ExpectedRequest, ValueFormat } from '../../../../domain/dispatch/playbook/declared-request.ts';

const values = { pro: '0412708839', amount: '1250.00', day: '2026-11-22', name: 'Acme Straße', note: 'please void' };

describe('the value of a field', () => {
  it('may be what a list has for the option that a step chose', () => {
    const constraint = { field: 'consignee', chosen: '{{consignee_name}}' };
    const values = { consignee_name: 'ACME  Corp', [chosenName('ACME Corp')]: '17' };
    assert.equal(brokenBy('17', constraint, values), undefined);
    assert.match(brokenBy('18', constraint, values) ?? '', /is not what the list has for "ACME {2}Corp"/);
    assert.match(
      brokenBy('17', constraint, { consignee_name: 'ACME Corp' }) ?? '',
      /of which no one value is known: no step chose it, or its lists have none that can be read, or several/,
    );
    assert.match(brokenBy('17', constraint, {}) ?? '', /no step chose it/);
  });

  it('may be what the task calls an option whose list keeps no value that can be read', () => {
    const constraint = { field: 'reason', chosen: '{{shown_reason}}' };
    const values = { shown_reason: 'Weight correction', [wordedName('Weight correction')]: 'WC' };
    for (const sent of ['WC', 'Weight correction']) assert.equal(brokenBy(sent, constraint, values), undefined, sent);
    assert.match(
      brokenBy('CC', constraint, values) ?? '',
      /of which no one value is known: no step chose it, or its lists have none that can be read, or several/,
    );
    const read = { ...values, [chosenName('Weight correction')]: '17' };
    assert.match(brokenBy('WC', constraint, read) ?? '', /is not what the list has/);
  });

  const same: [ValueFormat | undefined, string, string[], string[]][] = [
    [undefined, '{{amount}}', ['1250.00'], ['1,250.00', '1250', '1250.0', ' 1250.00']],
    [
      'money',
      '{{amount}}',
      [
        '1250.00',
        '1,250.00',
        '$1,250.00',
        '1250',
        '$1250',
        '$ 1,250',
        'USD 1,250.00',
        'USD 1250',
        '1,250 USD',
        'US$1,250.00',
      ],
      [
        '-1250.00',
        '(1,250.00)',
        '1250,00',
        '12.50',
        '€1,250.00',
        '1,250',
        '$1,250,00',
        '$12,50',
        'USDT1,250.00',
        'CAD 1250',
        'USD 1,250.00 USD 9',
        '$-1,250',
      ],
    ],
    ['money', '-{{amount}}', ['-1250.00', '(1,250.00)', '-$1,250.00'], ['1250.00', '$1,250.00']],
    ['digits', '{{pro}}', ['0412708839', '041-270-8839', '041 2708839'], ['412708839', '0412708839x', '0412708893']],
    ['digits', '1250', ['1250', '1,250'], ['1,25', '12,50', '1,250,0', '1,2500', '1,250.00']],
    ['upper', '{{name}}', ['ACME STRASSE', 'Acme Straße'], ['acme straße', 'ACME']],
    [
      'date',
      '{{day}}',
      ['11/22/2026', '2026/11/22', '22.11.2026', '20261122', 'Nov 22, 2026', '22-Nov-2026', '2026-11-22T00:00:00Z'],
      ['11/23/2026', '22/11/2026', '11/22/26', '2026/1122', '2026-11-22T10:00:00Z'],
    ],
  ];
  for (const [format, equals, alike, other] of same)
    it(`is compared with ${equals} as ${format ?? 'it is'}`, () => {
      const broken = (value: string): string | undefined =>
        brokenBy(value, { field: 'f', equals, ...(format === undefined ? {} : { format }) }, values);
      for (const value of alike) assert.equal(broken(value), undefined, value);
      for (const value of other) assert.notEqual(broken(value), undefined, value);
    });

  const written: [string, string[], string[]][] = [
    [
      '-1.234,56 €',
      ['-1.250,00', '-1.250,00\u202f€', '-1250,00 €'],
      ['-1,250.00', '1.250,00', '-1.250,00 $', '-12.50,00'],
    ],
    ['(1,234.56)', ['(1,250.00)', '(1250.00)'], ['-1250.00', '1250.00', '(1250,00)', '(1,250.00']],
    ['1 234,56-', ['1\u00a0250,00-', '1250,00-'], ['-1250,00', '1250,00', '1.250,00-']],
    ['-$1,234.56', ['-$1,250.00', '$-1,250.00', '-1250.00'], ['€-1250.00', '--1250.00', '-1250']],
    ['-$1,234', ['-$1,250', '-1250', '$-1,250'], ['1250', '-$1,250.00', '-1.250', '-$12,50', '-€1,250']],
    ['-1.234 €', ['-1.250 €', '-1250', '-1.250\u00a0€'], ['1.250 €', '-1,250', '-1.250,00', '-125']],
  ];
  for (const [shown, alike, other] of written)
    it(`is compared with an amount as a form writes it that writes ${shown}`, () => {
      const constraint = { field: 'f', equals: '-{{amount}}', format: 'money', written: shown } as const;
      for (const value of alike) assert.equal(brokenBy(value, constraint, values), undefined, value);
      for (const value of other) assert.notEqual(brokenBy(value, constraint, values), undefined, value);
    });

  it('is typed as the form takes it', () => {
    const typed = ['-1.234,56 €', '(1,234.56)', '1.234,56-', '-1,234.56'].map((shown) => writeMoney('-223.00', shown));
    assert.deepEqual(typed, ['-223,00', '(223.00)', '223,00-', '-223.00']);
    assert.equal(writeMoney('223.00', '1.234,56-'), '223,00');
    assert.deepEqual([writeMoney('-223.00', '-$1,234'), writeMoney('-223.50', '-$1,234')], ['-223', undefined]);
    for (const shown of ['1.234,56', '-1.234.56', '(-1.234,56)', '-1234.', '-1234.5', ''])
      assert.equal(isMoneySample(shown), false, shown);
    assert.equal(writeMoney('-223', '-1.234,56'), undefined);
  });

  it('is never equal to a value that the task does not have', () => {
    assert.notEqual(brokenBy('', { field: 'f', equals: '{{bol}}', format: 'money' }, values), undefined);
  });

  const fields: [string, string[], string[]][] = [
    [
      '240.00',
      ['240.00', '240', '$ 240.00', '240,00 €', 'USD 240.0', '240.000'],
      ['', '$ 0.01', '$ 24,000', '2.40', '-240.00', '1240.00', 'none', '$ 0.00240.00', '002.40.00'],
    ],
    ['1240.50', ['1,240.50', '1.240,50', 'Rs. 1,240.50', "CHF 1'240.50", '1 240,5'], ['124.05', '124,050.00', '1240']],
    ['-223.00', ['-223.00', '($223.00)', '$ -223.00', '223.00-', '\u2212223,00'], ['223.00', '0.22', '']],
    ['223,00-', ['223,00-', '-223,00'], ['22.300,00-', '223,00']],
  ];
  for (const [typed, alike, other] of fields)
    it(`shows ${typed} or another amount once it was typed`, () => {
      const compared = [{ field: 'f', equals: '{{amount}}', format: 'money' }] as const;
      for (const shown of alike) assert.equal(showsOther(shown, typed, compared), false, shown);
      for (const shown of other) assert.equal(showsOther(shown, typed, compared), true, shown);
    });
  it('may show anything where no amount was typed, or no request compares it', () => {
    assert.equal(showsOther('', '0412708839', [{ field: 'f', equals: '{{pro}}' }]), false);
    assert.equal(showsOther('', '240.00', []), false);
    assert.equal(showsOther('24000', '240.00', [{ field: 'f', equals: '{{amount}}', format: 'digits' }]), false);
  });
  it('has words only where the page chose it', () => {
    for (const value of ['Void bill', 'cancel', 'ctl00$Main$btnVoidBill', 'write_off', 'Rechnung stornieren'])
      assert.notEqual(actOfValue(value, undefined, values, []), undefined, value);
    for (const value of ['please void', 'Q2FuY2VsIG1l+voidAB123==aaaa', 'Save changes', ''])
      assert.equal(actOfValue(value, undefined, values, []), undefined, value);
    assert.equal(actOfValue('please void', { field: 'note', equals: '{{note}}' }, values, []), undefined);
    assert.equal(actOfValue('Void bill', { field: 'mode', one_of: ['Void bill'] }, values, []), 'void_bill');
  });
});

describe('a request with tokens, operations and methods in its body', () => {
  const judged = (
    expected: Partial<ExpectedRequest>,
    text: string,
    contentType = 'application/x-www-form-urlencoded',
    query = '',
  ): string =>
    judgeRequest(
      {
        method: 'POST',
        url: `https://tms.example/save${query}`,
        purpose: 'page',
        headers: {},
        body: { contentType, text },
      },
      {
        origins: ['https://tms.example'],
        assetOrigins: [],
        pages: {},
        assets: [],
        reads: [],
        neverClick: [],
        values,
        documents: [],
        uploads: [],
        used: [],
        acting: true,
        tickets: [
          {
            id: 'save',
            step: 'save',
            values,
            expected: { method: 'POST', path: '/save', content: 'form', fields: [], constraints: [], ...expected },
          },
        ],
      },
    ).rule;
  const json = (expected: Partial<ExpectedRequest>, body: unknown): string =>
    judged({ content: 'json', ...expected }, JSON.stringify(body), 'application/json');

  it('takes a token of its pattern and length, or none', () => {
    const opaque = { fields: ['token'], opaque: [{ field: 'token', pattern: '[A-Za-z0-9+/=]+', max_length: 12 }] };
    assert.equal(judged(opaque, 'token=voidABC1'), 'request.ticket');
    assert.equal(judged(opaque, ''), 'request.ticket');
    for (const token of ['', 'a+b', 'abcdefghijklm', 'abc%0A'])
      assert.equal(judged(opaque, `token=${token}`), 'request.constraint', token);
  });

  it('takes no word of an act in a value that was left open, in an option or in an event target', () => {
    const open = { fields: ['note', 'mode', '__EVENTTARGET'] };
    assert.equal(judged(open, 'note=thanks&mode=standard&__EVENTTARGET=ctl00%24btnSave'), 'request.ticket');
    for (const text of ['note=void+bill', 'mode=cancel', '__EVENTTARGET=ctl00%24Main%24btnVoidBill', 'mode=write_off'])
      assert.match(judged(open, text), /^never_click\./, text);
  });

  it('takes the operation that is declared, and none that is an act', () => {
    const rpc = (method: string): Partial<ExpectedRequest> => ({
      fields: ['method', 'params.pro'],
      constraints: [
        { field: 'method', equals: method },
        { field: 'params.pro', equals: '{{pro}}' },
      ],
    });
    assert.equal(json(rpc('bill.correct'), { method: 'bill.correct', params: { pro: values.pro } }), 'request.ticket');
    assert.equal(
      json(rpc('bill.correct'), { method: 'bill.close', params: { pro: values.pro } }),
      'request.constraint',
    );
    assert.equal(json(rpc('bill.void'), { method: 'bill.void', params: { pro: values.pro } }), 'never_click.void_bill');
    const graphql = { fields: ['operationName', 'query'] };
    assert.match(json(graphql, { operationName: 'VoidBill', query: 'x' }), /^never_click/);
    assert.match(
      json(graphql, { operationName: 'Save', query: 'mutation Save { voidBill(id: 1) { id } }' }),
      /^never_click/,
    );
    assert.equal(json(graphql, { operationName: 'SubmitPaymentDispute', query: 'x' }), 'request.ticket');
    assert.equal(json(graphql, [{ operationName: 'Save', query: 'x' }]), 'request.undeclared_field');
  });

  it('takes a batch whose every operation is declared, and none with another, one more or one less', () => {
    const batch: Partial<ExpectedRequest> = {
      fields: ['[0].operationName', '[0].variables.pro', '[1].method'],
      constraints: [
        { field: '[0].operationName', equals: 'Save' },
        { field: '[0].variables.pro', equals: '{{pro}}' },
        { field: '[1].method', equals: 'bill.correct' },
      ],
    };
    const save = { operationName: 'Save', variables: { pro: values.pro } };
    const correct = { method: 'bill.correct' };
    assert.equal(json(batch, [save, correct]), 'request.ticket');
    assert.equal(json(batch, [correct, save]), 'request.method_override');
    assert.equal(json(batch, [save]), 'request.constraint');
    assert.equal(json(batch, [save, correct, save]), 'request.undeclared_field');
    assert.equal(json(batch, [save, { method: 'bill.close' }]), 'request.constraint');
    assert.equal(json(batch, [save, correct, {}]), 'request.undeclared_field');
    assert.equal(json(batch, save), 'request.undeclared_field');
    assert.match(json(batch, [save, correct, { operationName: 'VoidBill' }]), /^never_click/);
  });

  it('takes a number of JSON for the amount that it is, however many decimals either has', () => {
    const amount: Partial<ExpectedRequest> = {
      fields: ['amount'],
      constraints: [{ field: 'amount', equals: '{{amount}}', type: 'number' }],
    };
    for (const same of [1250, 1250.0]) assert.equal(json(amount, { amount: same }), 'request.ticket', String(same));
    for (const other of [-1250, 1250.01, 125, 12500, 1250.001])
      assert.equal(json(amount, { amount: other }), 'request.constraint', String(other));
    assert.equal(json(amount, { amount: '1250' }), 'request.field_type');
  });

  it('takes a persisted query by its declared hash only', () => {
    const persisted: Partial<ExpectedRequest> = {
      fields: ['operationName', 'extensions.persistedQuery.version', 'extensions.persistedQuery.sha256Hash'],
      constraints: [
        { field: 'operationName', equals: 'Load' },
        { field: 'extensions.persistedQuery.version', equals: '1', type: 'number' },
        { field: 'extensions.persistedQuery.sha256Hash', equals: 'ab12' },
      ],
    };
    const sent = (sha256Hash: string) => ({
      operationName: 'Load',
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    });
    assert.equal(json(persisted, sent('ab12')), 'request.ticket');
    assert.equal(json(persisted, sent('ab13')), 'request.constraint');
    assert.equal(json(persisted, { ...sent('ab12'), query: 'mutation { x }' }), 'request.undeclared_field');
  });

  it('compares the fields of the address as those of the body', () => {
    const expected: Partial<ExpectedRequest> = {
      fields: ['amount'],
      query: ['pro'],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', equals: '{{amount}}' },
      ],
    };
    const at = (query: string, text = 'amount=1250.00'): string => judged(expected, text, undefined, query);
    assert.equal(at(`?pro=${values.pro}`), 'request.ticket');
    for (const query of ['', '?pro=0412708893', `?pro=${values.pro}&pro=1`, `?pro=${values.pro};void=1`])
      assert.notEqual(at(query), 'request.ticket', query);
    assert.equal(at(`?pro=${values.pro}&copy=1`), 'request.undeclared_query');
    assert.equal(at(`?pro=${values.pro}`, `amount=1250.00&pro=${values.pro}`), 'request.repeated_field');
  });

  it('takes a fixed field in the address and in the body where it is declared for both, with the same value', () => {
    const expected: Partial<ExpectedRequest> = {
      fields: ['amount', 'pro'],
      query: ['pro'],
      constraints: [
        { field: 'pro', equals: '{{pro}}' },
        { field: 'amount', equals: '{{amount}}' },
      ],
    };
    const at = (query: string, text: string, more: Partial<ExpectedRequest> = {}): string =>
      judged({ ...expected, ...more }, text, undefined, query);
    const own = `?pro=${values.pro}`;
    const both = `amount=1250.00&pro=${values.pro}`;
    assert.equal(at(own, both), 'request.ticket');
    assert.equal(at('', both), 'request.ticket');
    for (const [query, text] of [
      ['?pro=1', both],
      [own, 'amount=1250.00&pro=1'],
      [`${own}&pro=${values.pro}`, both],
      [own, `${both}&pro=${values.pro}`],
    ] as const)
      assert.notEqual(at(query, text), 'request.ticket', `${query} ${text}`);
    const opaque = {
      constraints: [{ field: 'amount', equals: '{{amount}}' }],
      opaque: [{ field: 'pro', pattern: '[0-9]+', max_length: 20 }],
    };
    assert.equal(at(own, both, opaque), 'request.repeated_field');
  });

  it('has no two fields that a server may take for one, unless both say the same', () => {
    for (const other of ['PRO', 'pro', 'line.pro', 'line_pro', 'line pro', 'line[pro]', 'Line.Pro']) {
      const own = /line/i.test(other) ? 'line.pro' : 'pro';
      const expected: Partial<ExpectedRequest> = {
        fields: [own, other],
        constraints: [{ field: own, equals: '{{pro}}' }],
        opaque: other === own ? [] : [{ field: other, pattern: '[0-9]+', max_length: 20 }],
      };
      const at = (value: string): string =>
        judged(expected, `${own}=${values.pro}&${encodeURIComponent(other)}=${value}`);
      assert.equal(at('0499999999'), 'request.repeated_field', other);
      if (other !== own) assert.equal(at(values.pro), 'request.ticket', other);
    }
  });

  it('takes another method in a field only where the playbook fixes it, and never DELETE', () => {
    const edit = (method: string): Partial<ExpectedRequest> => ({
      fields: ['_method', 'pro'],
      constraints: [
        { field: '_method', equals: method },
        { field: 'pro', equals: '{{pro}}' },
      ],
    });
    assert.equal(judged(edit('patch'), `_method=patch&pro=${values.pro}`), 'request.ticket');
    assert.equal(judged(edit('patch'), `_method=delete&pro=${values.pro}`), 'request.constraint');
    assert.equal(judged(edit('delete'), `_method=delete&pro=${values.pro}`), 'request.method_override');
  });

  it('takes a field "method" only where the playbook fixes what it calls, and never a method of HTTP or an act', () => {
    const call = (method: string, more: Partial<ExpectedRequest> = {}): Partial<ExpectedRequest> => ({
      fields: ['method', 'pro'],
      constraints: [
        { field: 'method', equals: method },
        { field: 'pro', equals: '{{pro}}' },
      ],
      ...more,
    });
    const sent = (method: string): string => `method=${encodeURIComponent(method)}&pro=${values.pro}`;
    for (const method of ['Save dispute', 'saveCorrection', 'Speichern'])
      assert.equal(judged(call(method), sent(method)), 'request.ticket', method);
    assert.equal(judged(call('Save'), sent('Delete')), 'request.constraint');
    assert.equal(judged(call('Save'), sent('Void bill')), 'never_click.void_bill');
    for (const method of ['delete', 'DELETE', 'put', 'Purge', 'Void bill', 'voidBill', 'withdraw', '{{pro}}', 'save;x'])
      assert.match(judged(call(method), sent(method)), /^(?:request\.method_override|never_click\..*)$/, method);
    const open = { constraints: [{ field: 'pro', equals: '{{pro}}' }] };
    assert.equal(judged(call('Save', open), sent('Save')), 'request.method_override');
    assert.equal(judged(call('Save', { ...open, fields: ['pro'] }), sent('Save')), 'request.method_override');
    const opaque = { ...open, opaque: [{ field: 'method', pattern: '[A-Za-z]+', max_length: 20 }] };
    assert.equal(judged(call('Save', opaque), sent('Save')), 'request.method_override');
    assert.equal(judged(call('Save'), `Method=Save&pro=${values.pro}`), 'request.method_override');
    assert.equal(judged(call('Save'), `${sent('Save')}&method=Save`), 'request.repeated_field');
  });

  it('takes a member "method" of a JSON text in a field as it takes one of a JSON body', () => {
    const name = 'message.actions[0].params.method';
    const call = (method: string): Partial<ExpectedRequest> => ({
      json: ['message'],
      fields: [name, 'pro'],
      constraints: [
        { field: name, equals: method },
        { field: 'pro', equals: '{{pro}}' },
      ],
    });
    const sent = (method: string): string =>
      `message=${encodeURIComponent(JSON.stringify({ actions: [{ params: { method } }] }))}&pro=${values.pro}`;
    assert.equal(judged(call('saveCorrection'), sent('saveCorrection')), 'request.ticket');
    assert.equal(judged(call('saveCorrection'), sent('delete')), 'request.constraint');
    for (const method of ['delete', 'PUT', 'voidBill'])
      assert.match(judged(call(method), sent(method)), /^(?:request\.method_override|never_click\..*)$/, method);
    const beside = { ...call('save'), json: ['other'] };
    assert.equal(judged(beside, `${encodeURIComponent(name)}=save&pro=${values.pro}`), 'request.method_override');
  });

  it('takes the method that a declared address fixes, and no other', () => {
    const expected: Partial<ExpectedRequest> = {
      path: '/save?method=save',
      fields: ['pro'],
      constraints: [{ field: 'pro', equals: '{{pro}}' }],
    };
    const at = (query: string): string => judged(expected, `pro=${values.pro}`, undefined, query);
    assert.equal(at('?method=save'), 'request.ticket');
    for (const query of ['?method=saveAll', '?method=delete', '?method=void', '?method=save&method=save', ''])
      assert.notEqual(at(query), 'request.ticket', query);
  });

  it('judges a JSON text that a script makes a part of its own by its members, where "json" names it', () => {
    const upload: Partial<ExpectedRequest> = {
      content: 'multipart',
      fields: ['payload.pro', 'payload.amount'],
      json: ['payload'],
      constraints: [
        { field: 'payload.pro', equals: '{{pro}}' },
        { field: 'payload.amount', equals: '{{amount}}' },
      ],
    };
    const part = (text: string, type = 'application/json', file = 'blob'): string =>
      `--b\r\nContent-Disposition: form-data; name="payload"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--b--\r\n`;
    const at = (body: string, more: Partial<ExpectedRequest> = {}): string =>
      judged({ ...upload, ...more }, body, 'multipart/form-data; boundary=b');
    const own = JSON.stringify({ pro: values.pro, amount: values.amount });
    assert.equal(at(part(own)), 'request.ticket');
    assert.equal(at(part(own.replace(values.pro, '0412708893'))), 'request.constraint');
    assert.match(at(part(own.replace('}', ',"void_bill":{}}'))), /^never_click/);
    assert.equal(at(part(own.replace('}', ',"copy":1}'))), 'request.undeclared_field');
    assert.equal(at(part(own.replace('}', ',"pro":"1"}'))), 'request.unreadable_body');
    assert.equal(at(part(own, 'text/html')), 'request.unreadable_body');
    assert.equal(at(part(own, 'application/json', 'x.json')), 'request.unreadable_body');
    assert.equal(at(part('void')), 'request.unreadable_body');
    assert.equal(at(part(own), { json: [] }), 'request.undeclared_field');
    const asFile = { json: [], fields: ['payload'], constraints: [{ field: 'payload', equals: 'blob' }] };
    assert.equal(at(part(own), asFile), 'request.unknown_file');
  });

  it('compares files after the fields', () => {
    const upload = {
      content: 'multipart',
      fields: ['pro', 'file'],
      constraints: [{ field: 'pro', equals: '{{pro}}' }],
    } as const;
    const body = (pro: string): string =>
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="pro"\r\n\r\n${pro}\r\n--b--\r\n`;
    assert.equal(judged(upload, body('1'), 'multipart/form-data; boundary=b'), 'request.constraint');
    assert.equal(judged(upload, body(values.pro), 'multipart/form-data; boundary=b'), 'request.unknown_file');
  });
});

describe('a field that nobody types into', () => {
  /** In a zone an hour and a half from here. */
  const timeNow = (): string => new Date(Date.now() + 5_400_000).toISOString().slice(11, 19).replaceAll(':', '');

  it('is of another record with another number of the same form', () => {
    const uuid = ['5b1f0c9e-77aa-4c1d-9f0e-2a4c6e8f0a1b', '9c2e1d8f-66bb-4d2e-8a1f-3b5d7f9a1c2d'] as const;
    for (const [name, before, now, isOther] of [
      ['bill_id', '88412', '88977', true],
      ['bill_id', 'B-88412', 'B-88977', true],
      ['shipmentId', ...uuid, true],
      ['bill_id', '88412', '88412', false],
      ['bill_id', '0', '88412', false],
      ['sent_at', '1732800000000', '1795860000123', false],
      ['request_id', ...uuid, false],
      ['__SCROLLPOSITIONY', '1203', '1310', false],
      ['nonce', 'a91f00c2d4', 'b7720d1e5f', false],
      ['load_id', '01HZX3Q7K2M4N6P8R0T2V4W6Y8', '01HZX3Q7K2M4N6P8R0T2V4W7A1', true],
      ['loadKey', 'qkwzmfbn', 'tjhrvcpd', true],
      ['load_ref', 'LD-2024-0088412-A', 'LD-2024-0088977-A', true],
      ['load_ref', 'LD-88412', 'ld 88412', false],
      ['data.node.id', 'TG9hZDo4ODQxMg==', 'TG9hZDo4ODk3Nw==', true],
      ['billid', '4', '7', true],
      ['draft_id', 'new', '512', false],
      ['stateId', '14', '17', true],
      ['sent_at', '143205', '143212', false],
      ['shipment[lock_version]', '104417', '104418', false],
      ['csrf_seq', '100231', '100232', false],
      ['time_on_page', '000123', '004512', false],
      ['formChecksum', '581234', '918233', false],
      ['amount_cents', '22300', '25000', false],
      ['requestId', 'req-582913', 'req-582914', false],
      ['nonce', '58123477', '99120042', false],
      ['zeitstempel', '143205', '143212', false],
      ['n', '100412', '100413', false],
      ['n', '100412', '100977', true],
      ['load', '88412', '88413', true],
      ['shipment', '412', '977', true],
      ['bill', ...uuid, true],
      ['tender', 'qkwzmfbn', 'tjhrvcpd', true],
      ['ICStateNum', '14', '15', false],
      ['form_build_id', 'form-aB3dEf6hIj', 'form-kL9mNo2pQr', false],
      ['pagestamp', '884120551', '884120998', false],
      ['page_no', '1041', '1052', false],
      ['mouseMoves', '88412', '90111', false],
      ['_flowExecutionKey', 'e1s1k', 'e1s2k', false],
      ['subaccount', '88412', '88977', true],
      ['accountNo', '88412', '88977', true],
      ['wbn', '884127', '889773', true],
      ['bill_ids', '88412', '88412,88977', true],
      ['bill_ids', '88412,88977', '88412', false],
      ['line_ids', '88412', '88412,88977', false],
      ['bill_id', '88412', '88977-0', true],
      ['bill_id', '88412', '88412-3', false],
      ['load', '1', '2', false],
      ['load', 'partial', 'bundled', false],
      ['rowver', '104417', '104431', false],
      ['opened', '143205', '143251', false],
      ['n', '000000', timeNow(), false],
    ] as const)
      assert.equal(isOtherNumber(name, before, now), isOther, `${name} ${before} ${now}`);
  });
});

describe('the address of a page beside what is sent from it', () => {
  const page = membersOfAddress('https://tms.example.com/app/bills/88412?tab=2#/legs/40017');
  it('has another number of the same name', () => {
    for (const [name, value, said] of [
      ['bill_id', '88977', '88412'],
      ['data.billId', '88977', '88412'],
      ['bills_id', '88977', '88412'],
      ['leg_id', '40018', '40017'],
      ['bill_id', '88412', undefined],
      ['bill_id', '0412708839', undefined],
      ['customer_id', '88977', undefined],
      ['bill_version', '88977', undefined],
      ['tab', '88977', undefined],
    ] as const)
      assert.equal(otherThanPage(name, value, { fields: [], page }), said, `${name} ${value}`);
    assert.equal(otherThanPage('bill_id', '88977', undefined), undefined);
  });
});

describe('a number in parts of a field that turns', () => {
  const jwt = (bill: number, iat: number): string =>
    `e30.${btoa(JSON.stringify({ bill, iat })).replace(/=/g, '')}.c2ln`;
  it('is that of another record', () => {
    for (const [before, now, isOther] of [
      ['gid://portal/Bill/88412', 'gid://portal/Bill/88977', true],
      ['urn:bill:88412', 'urn:bill:88977', true],
      ['bill=88412|user=7', 'bill=88977|user=7', true],
      [jwt(88_412, 1), jwt(88_977, 1), true],
      ['gid://portal/Bill/88412', 'gid://portal/Bill/88412?v=2', false],
      ['bill=88412|t=1', 'bill=88412|t=2', false],
      [jwt(88_412, 1), jwt(88_412, 2), false],
    ] as const)
      assert.equal(
        turnedField('about', now, { fields: [{ name: 'about', value: before }] }) !== undefined,
        isOther,
        `${before} ${now}`,
      );
  });
});

describe('a currency or a unit of weight beside an amount', () => {
  it('is another one than its page held', () => {
    for (const [before, now, isOther] of [
      ['USD', 'KWD', true],
      ['LB', 'kg', true],
      ['USD', 'USD', false],
      ['', 'USD', false],
      ['NEW', 'UPD', false],
    ] as const) {
      const said = turnedUnit('unit', now, { fields: [{ name: 'unit', value: before }] });
      assert.equal(said !== undefined, isOther, `${before} ${now}`);
    }
  });
});

describe('a state of a page that is sent in Base64', () => {
  const list = ['void_bill', 'withdraw_dispute', 'cancel_shipment'].map((action) => ({
    action: action as NeverClick['action'],
    label: action.replace('_', ' '),
    paths: [],
    names: [],
  }));
  for (const [state, action] of [
    [{ asked: '0412708839', pro: null }, undefined],
    [{ dispute: 'D-1', withdrawn: false }, undefined],
    [{ shipment: 7, remove: [], dropped: 0 }, undefined],
    [{ pro: '0412708839', drop: '2026-11-24' }, undefined],
    [{ dispute: 'D-1', withdrawn: true }, 'withdraw_dispute'],
    [{ bill: 7, action: 'void' }, 'void_bill'],
    [{ panels: { void: 'collapsed' }, bill: 7 }, undefined],
    [{ columns: ['bill', 'cancelled_at', 'balance'] }, undefined],
    [{ bill: { void: { sure: true } } }, 'void_bill'],
    [{ do: ['void', 'bill'] }, 'void_bill'],
    [{ void_bill: {} }, 'void_bill'],
  ] as const)
    it(`${action === undefined ? 'orders nothing' : `orders ${action}`}: ${JSON.stringify(state)}`, () =>
      assert.equal(encodedAct(Buffer.from(JSON.stringify(state)).toString('base64'), list), action));
});
