import assert from 'node:assert/strict';
import { decisionText, orderHelp, readOrder } from '../../../../domain/dispatch/studio/record-orders.ts';
import { sentencesIn } from '../../../../domain/sentence.ts';
import { checkSetup, namesSample } from '../../../../domain/dispatch/studio/setup.ts';

const moment = { taskType: 'file_dispute', part: 'look', isHeld: false, isPrompted: false } as const;

describe('what a person types beside the window that they record in', () => {
  for (const [line, order] of [
    ['part submit', { order: 'do', command: { do: 'part', part: 'submit' } }],
    ['password', { order: 'do', command: { do: 'login', what: 'password' } }],
    ['read billed', { order: 'mark', mark: { do: 'read', fact: 'billed' }, hint: 'Click the value of billed.' }],
    ['read lines', { order: 'mark', mark: { do: 'rows', fact: 'lines' }, hint: 'Click the table of lines.' }],
    ['bind note explanation', { order: 'bind', field: 'note', binding: { is: 'input', input: 'explanation' } }],
    ['bind csrf token', { order: 'bind', field: 'csrf', binding: { is: 'token' } }],
    [
      'allow https://sso.example portal',
      { order: 'do', command: { do: 'allow', origin: 'https://sso.example', as: 'portal' } },
    ],
    [' done ', { order: 'done' }],
  ] as const)
    it(`reads ${JSON.stringify(line)}`, () => assert.deepEqual(readOrder(line, moment), order));

  it('says what is possible where a line is no order, and knows every order of its help', () => {
    const why = (line: string): string => {
      const order = readOrder(line, moment);
      return order.order === 'none' ? order.why : '';
    };
    assert.match(why('part steps'), /The parts of file_dispute are login, look, submit, probe/);
    assert.match(why('read weight'), /^The facts are invoice_number, /);
    assert.match(why('release'), /no order “release”/);
    for (const words of orderHelp.flatMap(([line]) => line.split(', ')))
      assert.doesNotMatch(why(words.replace('NAME', 'look').replace('FACT', 'billed')), /no order/, words);
  });

  it('takes a line for the decision on a request that waits, and any text for the answer to a prompt', () => {
    const held = { ...moment, part: 'submit', isHeld: true } as const;
    assert.deepEqual(readOrder('release INV-1', held), { order: 'decide', decision: 'send', record: 'INV-1' });
    assert.equal(readOrder('done', held).order, 'none');
    assert.match(decisionText('submit'), /release NUMBER/);
    assert.doesNotMatch(decisionText('look'), /release/);
    const prompted = { ...moment, isPrompted: true };
    assert.deepEqual(readOrder('done', prompted), { order: 'do', command: { do: 'answer', value: 'done' } });
    assert.deepEqual(readOrder('', prompted), { order: 'do', command: { do: 'answer', value: null } });
  });
});

describe('what is said before a recording', () => {
  const given = { name: 'Acme TMS', address: 'https://tms.example.com/in?x=1#a', kind: 'tms', taskType: 'pull_pod' };

  it('makes the setup of it, and finds the sample record only by its number', () => {
    const judged = checkSetup({ ...given, samples: ['pro = 0412708839'] }, { allowLoopback: false });
    assert.ok('setup' in judged);
    assert.deepEqual(judged.setup, {
      id: 'acme-tms',
      name: 'Acme TMS',
      kind: 'tms',
      origin: 'https://tms.example.com',
      entry: '/in?x=1#a',
      account: 'acme-tms',
      taskType: 'pull_pod',
      samples: { pro: '0412708839' },
    });
    assert.deepEqual([namesSample(judged.setup, '0412708839'), namesSample(judged.setup, '')], [true, false]);
  });

  it('has the inputs of every recipe from what the person says, and asks for those that are missing', () => {
    const judged = (samples: readonly string[], taskType = 'answer_claim') =>
      checkSetup({ ...given, taskType, samples }, { allowLoopback: false });
    const written = ['mark = LK-1', 'decision = accept', 'explanation = As noted on the receipt'];
    const samplesOf = (...more: string[]): unknown => {
      const made = judged([...more, ...written]);
      if (!('setup' in made)) return sentencesIn(made.findings).join();
      const { search, claim_number: number } = made.setup.samples;
      return [search, number];
    };
    assert.deepEqual(samplesOf('claim_id = CL-7041'), ['CL-7041', 'CL-7041']);
    assert.deepEqual(samplesOf('search = CL-7041'), ['CL-7041', 'CL-7041']);
    assert.deepEqual(samplesOf('claim_number = CL-7041'), ['CL-7041', 'CL-7041']);
    assert.deepEqual(samplesOf('invoice_number = 7026550100', 'claim_number = CL-7041'), ['7026550100', 'CL-7041']);
    assert.match(String(samplesOf('invoice_number = 7026550100')), /needs a value for claim_number$/);
    const missing = judged(['claim_id = CL-7041', 'mark = LK-1']);
    assert.ok('findings' in missing);
    assert.match(sentencesIn(missing.findings).join(), /the sample record needs a value for decision, explanation$/);
    const dispute = judged(['dispute_id = D-1', 'mark = LK-1'], 'pod_to_dispute');
    assert.ok('setup' in dispute);
    assert.equal(dispute.setup.samples['dispute_number'], 'D-1');
  });

  it('gives another task type of the same portal a playbook of its own with the same login', () => {
    const idOf = (taskTypes: readonly string[]): unknown => {
      const others = [{ id: 'acme-tms', taskTypes }];
      const judged = checkSetup({ ...given, samples: ['pro = 0412708839'] }, { allowLoopback: false, others });
      return 'setup' in judged && [judged.setup.id, judged.setup.account];
    };
    assert.deepEqual(idOf(['pull_pod', 'file_dispute']), ['acme-tms', 'acme-tms']);
    assert.deepEqual(idOf(['file_dispute']), ['acme-tms-pull-pod', 'acme-tms']);
  });

  it('finds everything that is wrong with it at once', () => {
    const judged = checkSetup(
      { ...given, address: 'http://127.0.0.1/in', taskType: 'portal_action', samples: ['weight = 1'] },
      { allowLoopback: false },
    );
    assert.ok('findings' in judged);
    assert.equal(judged.findings.length, 4, sentencesIn(judged.findings).join('\n'));
  });
});
