import assert from 'node:assert/strict';
import { judgeRequest, type RequestRules } from '../../../../domain/dispatch/guard/request-gate.ts';
import type { ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';

const values = { pro: '0412708839' };
/** Whether a body leaves on the ticket of what is declared. */
function leaves(expected: ExpectedRequest, contentType: string, text: string): boolean {
  const rules: RequestRules = {
    origins: ['https://tms.example'],
    pages: {},
    assets: [],
    assetOrigins: [],
    reads: [],
    used: [],
    acting: true,
    neverClick: [],
    values,
    uploads: [],
    documents: [],
    tickets: [{ id: 'save', step: 'save', values, expected }],
  };
  const url = 'https://tms.example/api';
  const headers = { 'content-type': contentType };
  const { verdict } = judgeRequest(
    { method: 'POST', url, purpose: 'part', headers, body: { contentType, text } },
    rules,
  );
  return verdict === 'allowed';
}

const declared = (content: ExpectedRequest['content'], fields: Record<string, string>): ExpectedRequest => ({
  method: 'POST',
  path: '/api',
  content,
  fields: Object.keys(fields),
  constraints: Object.entries(fields).map(([field, equals]) => ({
    field,
    equals,
    ...(field.endsWith('.id') ? { type: 'number' as const } : {}),
  })),
});

/** A batch as the playbook declares it, with what may be done to its members, which are texts. */
interface Kind {
  readonly name: string;
  readonly expected: ExpectedRequest;
  readonly type: string;
  readonly members: readonly [string, string];
  /** The same in shape, and another act. */
  readonly act: string;
  readonly body: (members: readonly string[]) => string;
  readonly nested: (members: readonly string[]) => string;
  /** Other texts that a server may read as the declared members and more. */
  readonly bent: Readonly<Record<string, string>>;
}

const rpc = (id: number, method: string, note = 'a'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{"pro":"0412708839","note":"${note}"}}`;
const list = (members: readonly string[]): string => `[${members.join(',')}]`;
const rpcMember = (at: number, id: string, method: string): Record<string, string> => ({
  [`[${at}].jsonrpc`]: '2.0',
  [`[${at}].id`]: id,
  [`[${at}].method`]: method,
  [`[${at}].params.pro`]: '{{pro}}',
  [`[${at}].params.note`]: 'a',
});

const query = (name: string): string => `mutation S($pro: ID!) { ${name}(pro: $pro) { number } }`;
const operation = (name: string): string => `{"query":"${query(name)}","variables":{"pro":"0412708839"}}`;
const operationMember = (at: number, name: string): Record<string, string> => ({
  [`[${at}].query`]: query(name),
  [`[${at}].variables.pro`]: '{{pro}}',
});

const part = (line: string, json: string, inner = 'c'): string =>
  `--${inner}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${line} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${json}\r\n`;
const changeSet = (parts: readonly string[], inner = 'c'): string =>
  `--b\r\nContent-Type: multipart/mixed; boundary=${inner}\r\n\r\n${parts.join('')}--${inner}--\r\n`;
const merge = part("MERGE Bills('0412708839')", '{"note":"a"}');
const post = part("POST Bills('0412708839')/Notes", '{"note":"a"}');
const voiding = part("POST Bills('0412708839')/VoidBill", '{"note":"a"}');
const batch = (...sets: readonly string[]): string => `${sets.join('')}--b--\r\n`;

const kinds: readonly Kind[] = [
  {
    name: 'a batch of JSON-RPC',
    expected: declared('json', { ...rpcMember(0, '1', 'bill.save'), ...rpcMember(1, '2', 'bill.note') }),
    type: 'application/json',
    members: [rpc(1, 'bill.save'), rpc(2, 'bill.note')],
    act: rpc(2, 'bill.void'),
    body: list,
    nested: (members) => `[${list(members)}]`,
    bent: {
      'a method said twice': list([
        rpc(1, 'bill.save'),
        rpc(2, 'bill.note').replace('"method"', '"method":"bill.void","method"'),
      ]),
      'a method said twice, once in escapes': list([
        rpc(1, 'bill.save'),
        rpc(2, 'bill.note').replace('"method"', String.raw`"\u006dethod":"bill.void","method"`),
      ]),
      'an object in the place of the list': `{"0":${rpc(1, 'bill.save')},"1":${rpc(2, 'bill.note')}}`,
      'a member without content': list([rpc(1, 'bill.save'), rpc(2, 'bill.note'), '{}']),
      'nothing as a member': list([rpc(1, 'bill.save'), rpc(2, 'bill.note'), 'null']),
      'a second batch behind it': `${list([rpc(1, 'bill.save'), rpc(2, 'bill.note')])}\n${list([rpc(1, 'bill.void')])}`,
    },
  },
  {
    name: 'a batch of GraphQL',
    expected: declared('json', { ...operationMember(0, 'save'), ...operationMember(1, 'note') }),
    type: 'application/json',
    members: [operation('save'), operation('note')],
    act: operation('voidBill'),
    body: list,
    nested: (members) => `[${list(members)}]`,
    bent: {
      'two mutations in one operation': list([
        operation('save').replace('{ save', '{ voidBill(pro: $pro) { number } save'),
        operation('note'),
      ]),
      'another operation by its name': list([
        operation('save').replace('{"query"', '{"operationName":"VoidBill","query"'),
        operation('note'),
      ]),
      'a query that the server keeps': list([
        operation('save').replace(
          '{"query"',
          '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"0a"}},"query"',
        ),
        operation('note'),
      ]),
      'a variable more': list([operation('save').replace('{"pro"', '{"force":true,"pro"'), operation('note')]),
    },
  },
  {
    name: 'a batch of OData',
    expected: declared('batch', {
      '[0][0].request': "MERGE Bills('{{pro}}')",
      '[0][0].body.note': 'a',
      '[0][1].request': "POST Bills('{{pro}}')/Notes",
      '[0][1].body.note': 'a',
    }),
    type: 'multipart/mixed; boundary=b',
    members: [merge, post],
    act: voiding,
    body: (members) => batch(changeSet(members)),
    nested: (members) =>
      batch(
        `--b\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${changeSet(members).replace('--b\r\n', '--a\r\n')}--a--\r\n`,
      ),
    bent: {
      'a second change set': batch(changeSet([merge, post]), changeSet([voiding.replaceAll('--c', '--d')], 'd')),
      'a request between the change sets': batch(changeSet([merge, post]), voiding.replaceAll('--c', '--b')),
      'two change sets of one': batch(changeSet([merge]), changeSet([post])),
      'a request before the first boundary': `${voiding}${batch(changeSet([merge, post]))}`,
      'a request behind the last boundary': `${batch(changeSet([merge, post]))}${voiding}`,
      'a boundary that only begins so': batch(changeSet([merge, post])).replace('--c--', '--cc\r\n--c--'),
      'another host': batch(changeSet([merge.replace('Bills', 'https://other.example/Bills'), post])),
      'a reference to the other request': batch(
        changeSet([merge, post.replace("Bills('0412708839')/Notes", '$1/VoidBill')]),
      ),
      'a body in another code': batch(changeSet([merge.replace('Encoding: binary', 'Encoding: base64'), post])),
      'the request in escapes': batch(changeSet([merge, post.replace('/Notes', '/%56oidBill')])),
      'a query more': batch(changeSet([merge, post.replace('/Notes', '/Notes?$void=1')])),
      'lines that end in a feed alone': batch(changeSet([merge, post])).replaceAll('\r\n', '\n'),
    },
  },
];

describe('a batch that a step declares', () => {
  for (const { name, expected, type, members, act, body, nested, bent } of kinds) {
    const [first, second] = members;
    it(`leaves as ${name} with exactly its requests`, () => assert.ok(leaves(expected, type, body(members))));

    it(`does not leave as ${name} with another request, one more or less, another order or depth`, () => {
      const others: Readonly<Record<string, string>> = {
        'an act at the end': body([first, second, act]),
        'an act at the beginning': body([act, first, second]),
        'an act between them': body([first, act, second]),
        'an act in the place of the first': body([act, second]),
        'an act in the place of the second': body([first, act]),
        'the declared one twice': body([first, first]),
        'a repetition at the end': body([first, second, second]),
        'the other order': body([second, first]),
        'one alone': body([first]),
        none: body([]),
        'one batch in another': nested(members),
        'an act in a batch within': body([first, nested([second, act])]),
        ...bent,
      };
      assert.deepEqual(
        Object.keys(others).filter((what) => leaves(expected, type, others[what] ?? '')),
        [],
      );
    });
  }
});
