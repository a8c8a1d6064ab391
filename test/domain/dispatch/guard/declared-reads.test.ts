import assert from 'node:assert/strict';
import { judgeRequest, type RequestRules } from '../../../../domain/dispatch/guard/request-gate.ts';
import { corrections, get, post, rules } from './gate-rules.ts';

describe('reads that a playbook declares', () => {
  it('names the method that the page sends where a step declares another, and calls that no read', () => {
    const body = 'code=WC&amount=1.00';
    for (const method of ['PUT', 'PATCH']) {
      const verdict = judgeRequest({ ...post(corrections, body, undefined, method), purpose: 'part' }, rules);
      assert.equal(verdict.verdict, 'stopped');
      assert.match(
        verdict.reason,
        new RegExp(`the step "save" declares POST /shipments/0412708839/corrections; the page sends ${method} there`),
      );
      assert.match(
        verdict.reason,
        new RegExp(`method: ${method} .* would declare it, if that is the write of the step$`),
      );
      assert.doesNotMatch(verdict.reason, /reads:/);
    }
    // To delete the record is no other way to write it.
    const deleted = judgeRequest({ ...post(corrections, '', undefined, 'DELETE'), purpose: 'part' }, rules);
    assert.equal(deleted.verdict, 'stopped');
    assert.doesNotMatch(deleted.reason, /would (?:allow|declare)/);
  });

  it('sends no declared read with words of an act that neither playbook nor task gives', () => {
    const read = { method: 'GET', path: '/api/loads', query: ['q', 'sort'], content: 'none', fields: [] } as const;
    const ask = (query: string, constraints: RequestRules['reads'][number]['constraints'] = []) =>
      judgeRequest(get(`https://tms.example/api/loads?${query}`, 'part'), {
        ...rules,
        reads: [{ ...read, constraints }],
      });
    for (const query of ['q=void_bill', 'q=cancel+shipment', 'q=/bills/77/void']) {
      const { rule, final } = ask(query);
      assert.match(rule, /^never_click\./, query);
      assert.equal(final, false);
    }
    for (const query of ['q=0412708839', 'q=voided', 'sort=voidDate', 'q=void+history', 'q=/bills/77'])
      assert.equal(ask(query).rule, 'request.read', query);
    assert.equal(ask('q=void_bill', [{ field: 'q', equals: 'void_bill' }]).rule, 'request.read');
  });

  it('sends what SvelteKit asks for again, and no word of an act in its place', () => {
    const query = ['x-sveltekit-invalidated', 'q'];
    const read = {
      method: 'GET',
      path: '/loads/__data.json',
      query,
      content: 'none',
      fields: [],
      constraints: [],
    } as const;
    const ask = (asked: string) =>
      judgeRequest(get(`https://tms.example/loads/__data.json?${asked}`, 'part'), { ...rules, reads: [read] }).rule;
    assert.equal(ask('q=0412708839&x-sveltekit-invalidated=001'), 'request.read');
    for (const asked of ['x-sveltekit-invalidated=bill', 'invalidated=1', 'q=void_bill&x-sveltekit-invalidated=1'])
      assert.notEqual(ask(asked), 'request.read', asked);
  });

  it('sends a HEAD where the playbook declares a read of the address, and no GET for a HEAD', () => {
    const read = { method: 'GET', path: '/api/loads', content: 'none', fields: [], constraints: [] } as const;
    const ask = (method: string, declared: 'GET' | 'HEAD') =>
      judgeRequest(
        { ...get('https://tms.example/api/loads', 'part'), method },
        { ...rules, reads: [{ ...read, method: declared }] },
      ).rule;
    assert.deepEqual(
      [ask('HEAD', 'GET'), ask('HEAD', 'HEAD'), ask('GET', 'HEAD')],
      ['request.read', 'request.read', 'request.undeclared_part'],
    );
  });

  it('compares the address of a declared read by GET, and leaves out a read that differs', () => {
    const read = {
      method: 'GET',
      path: '/api/loads',
      content: 'none',
      fields: [],
      query: ['q', 'page', 'token'],
      constraints: [{ field: 'q', equals: '{{pro}}' }],
      opaque: [{ field: 'token', pattern: '[a-z]+', max_length: 4 }],
    } as const;
    const asked = (query: string): string[] => {
      const { rule, final } = judgeRequest(get(`https://tms.example/api/loads?${query}`, 'part'), {
        ...rules,
        reads: [read],
      });
      return [rule, String(final)];
    };
    const pro = 'q=0412708839';
    for (const query of [pro, `${pro}&page=2`, `page=2&token=abc&${pro}`])
      assert.deepEqual(asked(query), ['request.read', 'false'], query);
    for (const query of ['', 'q=0412708893', `${pro}&${pro}`, `${pro}&token=abcde`, `${pro}&token=1`, `${pro}&other=1`])
      assert.deepEqual(asked(query), ['request.undeclared_part', 'false'], query);
  });

  it('sends a read by GET only with the query that its path has', () => {
    const read = { method: 'GET', path: '/search?handler=Rows&as=*', content: 'none', fields: [], constraints: [] };
    const asked = (query: string): string =>
      judgeRequest(get(`https://tms.example/search?${query}`, 'part'), {
        ...rules,
        reads: [{ ...read, query: ['q'] } as RequestRules['reads'][number]],
      }).rule;
    for (const query of ['handler=Rows&as=html&q=1', 'as=&handler=Rows'])
      assert.equal(asked(query), 'request.read', query);
    for (const query of [
      'handler=Other&as=x',
      'as=x&handler=',
      'handler=Rows&handler=Other&as=x',
      'handler=Rows&page=2&as=x',
    ])
      assert.equal(asked(query), 'request.undeclared_query', query);
    assert.equal(asked('handler=Rows&as=void%20bill'), 'request.undeclared_query');
    assert.equal(asked('handler=Rows&as=x&q=void+bill'), 'never_click.void_bill');
  });

  it('reads a field in every place of a list under one name, and proposes that name for what it leaves out', () => {
    const read = { method: 'GET', path: '/api/rows', content: 'none', fields: [], constraints: [] } as const;
    const asked = (query: readonly string[], names: readonly string[]): { rule: string; reason: string } =>
      judgeRequest(get(`https://tms.example/api/rows?${query.map((name) => `${name}=1`).join('&')}`, 'part'), {
        ...rules,
        reads: [{ ...read, query: names }],
      });
    const known = ['draw', 'c[*][data]', 'c[*][find][*]'];
    for (const name of ['draw', 'c[0][data]', 'c[999][data]', 'c[3][find][0]'])
      assert.equal(asked([name, 'c[1][data]'], known).rule, 'request.read', name);
    for (const name of [
      'c[][data]',
      'c[x][data]',
      'c[-1][data]',
      'c[1000][data]',
      'c[0][name]',
      'c[0]',
      'c[0][data][1]',
    ])
      assert.equal(asked([name], known).rule, 'request.undeclared_part', name);
    assert.equal(asked(['c[1][data]'], ['c[0][data]']).rule, 'request.undeclared_part');
    const { reason } = asked(['draw', 'c[0][data]', 'c[1][data]', 'order[0][dir]', "o'k"], []);
    assert.match(reason, /query: \[draw, 'c\[\*\]\[data\]', 'order\[0\]\[dir\]', 'o''k'\]/);
  });
});
