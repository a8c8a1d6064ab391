import assert from 'node:assert/strict';
import { findings, mapped, lineOf } from './mapped.ts';

const mapping = { agents: ['Refund Agent'], steps: { Refund: 'refund' } };
const one = {
  attributes: { type: 'Case', url: '/services/data/v61.0/sobjects/Case/5003t00002AbCdEAAV' },
  Id: '5003t00002AbCdEAAV',
  ParentId: '5003t00002XyZaBAAV',
  Type: 'Refund',
  Step__c: null,
  IsClosed: true,
  ClosedDate: '2026-11-16T09:05:00.000+0000',
  Reason: 'Goodwill',
  Owner: { attributes: { type: 'User' }, Name: 'Refund Agent' },
  Account: { attributes: { type: 'Account' }, Industry: 'Food', Parent: { Name: 'Acme' } },
  Refund__c: 25.5,
  Urgent__c: false,
};
const expected =
  'crm:5003t00002AbCdEAAV 2026-11-16T09:05:00.000Z refund 5003t00002XyZaBAAV shadow agent Refund Agent Goodwill';
const second = { ...one, Id: '5003t00002AbCdFAAV', Owner: { Name: 'Ana' }, Agent_Version__c: 'r7' };

describe('import adapter crm-cases', () => {
  it('reads the CSV of a data loader: byte order mark, capitals, 1 or nothing, offsets without a colon', () => {
    const text = [
      '\ufeff"ID","PARENTID","TYPE","ISCLOSED","CLOSEDDATE","REASON","OWNER.NAME","REFUND__C"',
      '"5003t00002AbCdEAAV","5003t00002XyZaBAAV","Refund","1","2026-11-16T09:05:00.000+0000","Goodwill","Refund Agent","25.5"',
      '"5003t00002AbCdFAAV","5003t00002XyZaBAAV","Refund","true","2026-11-16T10:05:00.000+0100","","Ana",""',
      '"5003t00002AbCdGAAV","5003t00002XyZaBAAV","Refund","","","","Ana",""',
      '"5003t00002AbCdHAAV","","Refund","TRUE","2026-11-16T09:05:00.000Z","","Ana",""',
    ].join('\r\n');
    const { events, left } = mapped('crm-cases', text, { ...mapping, fields: { refund: 'Refund__c' } });
    assert.deepEqual(events.map(lineOf), [
      expected,
      'crm:5003t00002AbCdFAAV 2026-11-16T09:05:00.000Z refund 5003t00002XyZaBAAV act operator Ana -',
    ]);
    assert.deepEqual(
      events.map(({ outputs }) => outputs),
      [{ refund: '25.5' }, undefined],
    );
    assert.deepEqual(left, [
      { line: 4, reason: '5003t00002AbCdGAAV is not closed' },
      { line: 5, reason: '5003t00002AbCdHAAV: ParentId is empty' },
    ]);
    assert.deepEqual(
      findings('crm-cases', 'Id,ClosedDate,IsClosed\n', { ...mapping, decisionField: 'Resolution__c' }),
      [
        'ParentId: the export has no column "ParentId"; it has "Id", "ClosedDate", "IsClosed"',
        'owner: the export has no column "Owner.Name"; it has "Id", "ClosedDate", "IsClosed"',
        'mapping.decisionField: the export has no column "Resolution__c"; it has "Id", "ClosedDate", "IsClosed"',
      ],
    );
  });

  it('keeps a number that JavaScript would round as its text', () => {
    const text = JSON.stringify({ done: true, records: [{ ...one, Account__c: 1 }] });
    const numbers = ['12345678901234567', '12345678901234568', '25.500000000000000000'];
    const outputs = numbers.map(
      (number) =>
        mapped('crm-cases', text.replace('"Account__c":1', `"Account__c":${number}`), {
          ...mapping,
          fields: { account: 'Account__c' },
        }).events[0]?.outputs,
    );
    assert.deepEqual(outputs, [{ account: '12345678901234567' }, { account: 12345678901234568 }, { account: 25.5 }]);
  });

  it('refuses a field that it needs and that appears twice', () => {
    const head = 'Id,ParentId,Type,IsClosed,ClosedDate,Owner.Name,ParentId,type,Subject,Subject';
    assert.deepEqual(findings('crm-cases', `${head}\n`, mapping), [
      'ParentId: the export has the column "ParentId" twice; which one is meant is not clear',
      'Type: the export has the column "Type" twice; which one is meant is not clear',
    ]);
  });

  it('reads REST pages pasted one after the other, with relationships by their path', () => {
    const page = (done: boolean, ...records: object[]): string =>
      JSON.stringify({ totalSize: 2, done, nextRecordsUrl: '/services/data/v61.0/query/01g-2000', records }, null, 2);
    const fields = { refund: 'Refund__c', urgent: 'urgent__c' };
    const features = { industry: 'Account.Industry', parent: 'Account.Parent.Name' };
    for (const between of ['', '\n', '\n,\n']) {
      const text = page(false, one) + between + page(true, second);
      const { events, left } = mapped('crm-cases', text, { ...mapping, fields, features });
      assert.deepEqual(events.map(lineOf), [
        expected,
        'crm:5003t00002AbCdFAAV 2026-11-16T09:05:00.000Z refund 5003t00002XyZaBAAV shadow agent Ana r7 Goodwill',
      ]);
      assert.deepEqual(events[0]?.outputs, { refund: 25.5, urgent: false });
      assert.deepEqual(events[0]?.features, { industry: 'Food', parent: 'Acme' });
      assert.deepEqual(left, []);
    }
    assert.deepEqual(mapped('crm-cases', page(false, one), mapping).left, [
      { line: 1, reason: 'the export is not complete: its last page says done: false after 1 of 2' },
    ]);
  });

  it('names a case the same by the 15 and the 18 characters of its id', () => {
    const ids = ['5003t00002AbCdEAAV', '5003t00002AbCdE'].map(
      (Id) => mapped('crm-cases', JSON.stringify([{ ...one, Id }]), mapping).events[0]?.id,
    );
    assert.equal(ids[0]?.slice(0, 19), ids[1]?.slice(0, 19));
    assert.equal(ids[1]?.length, 22);
    // A published pair of both forms.
    const published = mapped('crm-cases', JSON.stringify([{ ...one, Id: '001A0000006Vm9u' }]), mapping);
    assert.equal(published.events[0]?.id, 'crm:001A0000006Vm9uIAC');
  });

  it('prefers Step__c to Type, another item and another field of the decision', () => {
    const record = {
      ...one,
      Step__c: 'check',
      Case_Group__c: 'G-1',
      Outcome__c: 'deny',
      IsClosed: undefined,
      Status: 'Closed',
    };
    const { events } = mapped('crm-cases', JSON.stringify([record]), {
      agents: mapping.agents,
      item: 'Case_Group__c',
      decisionField: 'Outcome__c',
    });
    assert.deepEqual([events[0]?.step, events[0]?.item, events[0]?.decision], ['check', 'G-1', 'deny']);
  });

  it('lists errors of the system and cases without an id', () => {
    const text = JSON.stringify([
      { message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' },
      { Type: 'x' },
    ]);
    assert.deepEqual(
      mapped('crm-cases', text, mapping).left.map(({ reason }) => reason),
      [
        'record 1 is an error of the system: "Session expired or invalid"',
        'record 2: neither Id nor CaseNumber is filled',
      ],
    );
  });
});
