import assert from 'node:assert/strict';
import { findings, mapped, lineOf } from './mapped.ts';

const mapping = { steps: { 'Check request': 'check', 'Order*': 'order' }, agents: ['Bot*'], timezone: 'Europe/Berlin' };
const json = (value: unknown): string => JSON.stringify(value, null, 2);
/** Two tasks of one parent, and one that is open, in the columns that a list view has. */
const tasks = [
  {
    number: 'TASK1',
    parent: 'RITM1',
    state: 'Closed Complete',
    closed_at: '2026-11-16 10:00:00',
    close_code: 'ok',
    assigned_to: 'Bot 7',
    short_description: 'Check request',
    priority: '3',
  },
  {
    number: 'TASK2',
    parent: 'RITM1',
    state: 'Closed Skipped',
    closed_at: '2026-11-16 11:00:00',
    close_code: 'no',
    assigned_to: 'Beth',
    short_description: 'Check request',
    priority: '',
  },
  {
    number: 'TASK3',
    parent: 'RITM2',
    state: 'Open',
    closed_at: '',
    close_code: '',
    assigned_to: 'Beth',
    short_description: 'Check request',
    priority: '1',
  },
];
const expected = [
  'itsm:TASK1 2026-11-16T09:00:00.000Z check RITM1 shadow agent Bot 7 ok',
  'itsm:TASK2 2026-11-16T10:00:00.000Z check RITM1 act operator Beth no',
];
const closed = {
  number: 'T1',
  parent: 'P',
  state: '3',
  closed_at: '2026-11-16 10:00:00',
  assigned_to: 'Beth',
  u_step: 'x',
};

describe('import adapter itsm-tasks', () => {
  it('knows the labels of the fields that it asks for, of step and agent version too', () => {
    const text = [
      'Number,Parent,State,Closed,Assigned to,Short description,Step,Agent version',
      'TASK9,RITM9,Closed Complete,2026-11-16 10:00:00,Beth,Anything,Check request,7',
    ].join('\r\n');
    const { events, left } = mapped('itsm-tasks', text, mapping);
    assert.deepEqual(left, []);
    assert.deepEqual(events.map(lineOf), ['itsm:TASK9 2026-11-16T09:00:00.000Z check RITM9 shadow agent Beth 7 -']);
  });

  it('refuses a column that it needs and that appears twice, as labels of two tables do', () => {
    const text =
      'Number,Parent,State,Closed,Assigned to,Step,State\nTASK9,RITM9,Closed Complete,2026-11-16,Beth,x,Open';
    assert.deepEqual(findings('itsm-tasks', text, mapping), [
      'state: the export has the column "state" twice; which one is meant is not clear',
    ]);
  });

  it('reads a list view as CSV, with names of fields or their labels', () => {
    const lines = tasks.map((task) => Object.values(task).join(','));
    const named = [Object.keys(tasks[0] as object).join(','), ...lines].join('\r\n');
    const labelled = ['Number,Parent,State,Closed,Close code,Assigned to,Short description,Priority', ...lines].join(
      '\n',
    );
    for (const text of [named, labelled]) {
      const { events, left } = mapped('itsm-tasks', text, { ...mapping, features: ['priority'] });
      assert.deepEqual(events.map(lineOf), expected);
      assert.deepEqual(
        events.map(({ features }) => features),
        [{ priority: '3' }, undefined],
      );
      assert.deepEqual(left, [{ line: 4, reason: 'TASK3: state "Open" is not a closed state' }]);
    }
    assert.deepEqual(findings('itsm-tasks', 'number,state,closed_at\n', mapping), [
      'parent: the export has no column "parent"; it has "number", "state", "closed_at"',
      'assigned_to: the export has no column "assigned_to"; it has "number", "state", "closed_at"',
    ]);
  });

  it('reads the Table API with display values, references as {display_value, link}', () => {
    const result = tasks.map((task) => ({
      ...task,
      parent: { display_value: task.parent, link: 'https://desk.example/api/now/table/task/1' },
      assigned_to: { display_value: task.assigned_to, link: 'https://desk.example/api/now/table/sys_user/1' },
    }));
    const { events, left } = mapped('itsm-tasks', json({ result }), mapping);
    assert.deepEqual(events.map(lineOf), expected);
    assert.deepEqual(left, [{ line: 35, reason: 'record 3: TASK3: state "Open" is not a closed state' }]);
  });

  it('reads the Table API with both values: names as shown, times as stored', () => {
    const stored: Record<string, string> = {
      '2026-11-16 10:00:00': '2026-11-16 09:00:00',
      '2026-11-16 11:00:00': '2026-11-16 10:00:00',
      'Closed Complete': '3',
      'Closed Skipped': '7',
      Open: '1',
    };
    const result = tasks.map((task) =>
      Object.fromEntries(
        Object.entries(task).map(([name, shown]) => [
          name,
          { display_value: shown, value: stored[shown] ?? `v-${shown}` },
        ]),
      ),
    );
    const { events, left } = mapped('itsm-tasks', JSON.stringify({ result }), mapping);
    assert.deepEqual(events.map(lineOf), expected);
    assert.equal(left.length, 1);
    const german = JSON.stringify({ result }).replaceAll(
      '"display_value":"2026-11-16 1',
      '"display_value":"16/11/2026 1',
    );
    assert.deepEqual(mapped('itsm-tasks', german, mapping).events.map(lineOf), expected);
  });

  it('reads the stored time as UTC where both forms are the same, whatever zone the mapping declares', () => {
    const both = { ...closed, closed_at: { display_value: '2026-11-16 10:00:00', value: '2026-11-16 10:00:00' } };
    const { events } = mapped('itsm-tasks', json({ result: [both] }), { timezone: 'Europe/Berlin' });
    assert.deepEqual(
      events.map(({ at }) => at),
      ['2026-11-16T10:00:00.000Z'],
    );
  });

  it('reads the plain Table API: numbers of states, references as {link, value}, UTC where no zone is declared', () => {
    const result = [
      {
        ...closed,
        parent: { link: 'https://desk.example/1', value: 'aeed22' },
        assigned_to: { link: '', value: '6282' },
      },
      { ...closed, number: 'T2', state: '2' },
      { ...closed, number: 'T3', u_agent_version: 'v9' },
      { ...closed, number: '', sys_id: '1c741bd7' },
    ];
    const { events, left } = mapped('itsm-tasks', json({ result }), {});
    assert.deepEqual(events.map(lineOf), [
      'itsm:T1 2026-11-16T10:00:00.000Z x aeed22 act operator 6282 -',
      'itsm:T3 2026-11-16T10:00:00.000Z x P shadow agent Beth v9 -',
      'itsm:1c741bd7 2026-11-16T10:00:00.000Z x P act operator Beth -',
    ]);
    assert.deepEqual(
      left.map(({ reason }) => reason),
      ['record 2: T2: state "2" is not a closed state'],
    );
  });

  it('reads JSONv2 and lists the records that it marks as failed', () => {
    const records = [
      { ...closed, __status: 'success' },
      { __status: 'failure', __error: { message: 'Row is locked', reason: 'ACL' } },
      { ...closed, number: 'T2', __status: 'failure' },
    ];
    const { events, left } = mapped('itsm-tasks', json({ records }), {});
    assert.equal(events.length, 1);
    assert.deepEqual(
      left.map(({ reason }) => reason),
      [
        'record 2: the export says "failure": "Row is locked"',
        'record 3: the export says "failure": no reason is given',
      ],
    );
  });

  it('reads what jq makes of an export: a bare list, a record a line, one record', () => {
    const other = { ...closed, number: 'T2' };
    for (const text of [
      json([closed, other]),
      `${JSON.stringify(closed)}\n${JSON.stringify(other)}\n`,
      json({ result: closed }) + json({ result: [other] }),
    ])
      assert.deepEqual(
        mapped('itsm-tasks', text, {}).events.map(({ id }) => id),
        ['itsm:T1', 'itsm:T2'],
      );
  });

  it('reports what the system or the mapping leaves open', () => {
    const reasons = (record: object): string[] =>
      mapped('itsm-tasks', JSON.stringify([record]), { ...mapping, timezone: 'UTC' }).left.map(({ reason }) => reason);
    const good = { ...closed, u_step: '', short_description: 'ORDER the parts' };
    assert.deepEqual(reasons(good), []);
    assert.deepEqual(reasons({ ...good, short_description: 'Lunch' }), [
      'record 1: T1: step "Lunch" is not in steps of the mapping',
    ]);
    assert.deepEqual(reasons({ ...good, parent: '' }), ['record 1: T1: parent is empty']);
    assert.deepEqual(reasons({ ...good, assigned_to: null }), ['record 1: T1: assigned_to is empty']);
    assert.deepEqual(reasons({ ...good, closed_at: '16/11' }), [
      'record 1: T1: closed_at "16/11" is not a time in a usual format, such as 2026-11-20 08:00:00',
    ]);
    assert.deepEqual(reasons({ ...good, number: {} }), ['record 1: neither number nor sys_id is filled']);
    assert.deepEqual(reasons({ error: { message: 'User Not Authenticated', detail: 'x' }, status: 'failure' }), [
      'record 1 is an error of the system: "User Not Authenticated"',
    ]);
    const timedOut = `{"result":[${JSON.stringify(closed)}],"error":{"message":"Transaction cancelled"}}`;
    assert.deepEqual(mapped('itsm-tasks', timedOut, {}).left, [
      { line: 1, reason: 'the page ends with an error of the system: "Transaction cancelled"' },
    ]);
  });
});
