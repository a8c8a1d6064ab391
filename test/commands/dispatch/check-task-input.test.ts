import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkTaskInput } from '../../../commands/dispatch/check-task-input.ts';
import { sentencesIn } from '../../../domain/sentence.ts';
import { nmfcClasses } from '../../../domain/dispatch/task-schemas.ts';
import { portalActions, taskTypes } from '../../../domain/dispatch/task.ts';

const pro = '4471180293';
const invoice_number = '8800412375';
const correction = { pro, reason_code: 'WC', changes: { billed_weight: 1420 }, note: 'reweighed' };

function findings(value: unknown, allowLoopback = false): readonly string[] {
  const checked = checkTaskInput(value, { allowLoopback });
  return 'findings' in checked ? sentencesIn(checked.findings) : [];
}
const pull = (members: object): readonly string[] => findings({ task_type: 'pull_pod', params: { pro }, ...members });
const correct = (members: object): readonly string[] =>
  findings({ task_type: 'tms_correction', params: { ...correction, ...members } });
const act = (params: object): readonly string[] => findings({ task_type: 'portal_action', params });

describe('a task input', () => {
  describe('is taken', () => {
    const good: [string, object][] = [
      ['pull_pod', { pro }],
      ['pod_to_dispute', { pro, invoice_number }],
      ['pod_to_dispute', { pro, dispute_id: 'DSP-2026-000117' }],
      ['file_dispute', { invoice_number }],
      ['file_dispute', { invoice_number, reason_code: 'ACC', amount: '125.00' }],
      ['answer_claim', { claim_id: 'CLM-1' }],
      ['answer_claim', { invoice_number }],
      ['tms_correction', correction],
      ['tms_correction', { ...correction, reason_code: 'CC', changes: { billed_class: '92.5' } }],
      ['tms_correction', { ...correction, reason_code: 'AC', changes: { add_accessorials: ['LFT', 'DET'] } }],
      ['tms_correction', { ...correction, reason_code: 'DA', changes: { remove_accessorials: ['RES'] } }],
      ['tms_correction', { ...correction, reason_code: 'CN', changes: { consignee_name: 'Ävè & Søn 東京' } }],
      ['tms_correction', { ...correction, reason_code: 'RR', changes: { billed_weight: 1, billed_class: '50' } }],
      ['portal_action', { action: 'mass_rerate' }],
      ['portal_action', { action: 'mass_rerate', pro }],
      ['portal_action', { action: 'close_account' }],
      ['portal_action', { action: 'pay_chargeback', chargeback_id: 'CB-9' }],
    ];
    for (const [task_type, params] of good)
      it(`as ${task_type} with ${Object.keys(params).join(', ')}`, () =>
        assert.deepEqual(findings({ task_type, params }), []));

    it('with params that its type does not use', () => {
      assert.deepEqual(
        pull({
          params: { pro, amount: '1.00', claim_id: 'C-1', reason_code: 'OTH', note: 'n', comment: 'line\n\ttwo' },
        }),
        [],
      );
    });

    it('with every optional member', () => {
      assert.deepEqual(
        pull({
          instruction: 'Get it, please 🙏',
          client_ref: 'WO 1',
          idempotency_key: 'k',
          callback_url: 'https://example.com/hook',
          priority: 'low',
          requested_by: { name: 'Ann', system: 'erp', email: 'ann@example.com' },
        }),
        [],
      );
    });

    it('with each of the 18 NMFC classes', () => {
      assert.equal(nmfcClasses.length, 18);
      for (const billed_class of nmfcClasses)
        assert.deepEqual(correct({ reason_code: 'CC', changes: { billed_class } }), []);
    });
  });

  describe('is refused with a sentence', () => {
    const bad: [string, readonly string[], string[]][] = [
      ['that is no object', findings([]), ['the task must be an object']],
      ['that is null', findings(null), ['the task must be an object']],
      ['without anything', findings({}), ['task_type is required', 'params is required']],
      [
        'of an unknown type',
        findings({ task_type: 'pull_pods', params: {} }),
        [`task_type must be one of ${taskTypes.join(', ')}; did you mean pull_pod?`],
      ],
      [
        'whose type is no text',
        findings({ task_type: 1, params: {} }),
        [`task_type must be a string`, `task_type must be one of ${taskTypes.join(', ')}`],
      ],
      ['whose params are no object', findings({ task_type: 'pull_pod', params: 'x' }), ['params must be an object']],
      [
        'pull_pod without a PRO',
        findings({ task_type: 'pull_pod', params: {} }),
        ['params.pro is required for pull_pod'],
      ],
      ['with a PRO of 9 digits', pull({ params: { pro: '123456789' } }), ['params.pro must be exactly 10 digits']],
      ['with a PRO of other digits', pull({ params: { pro: '١٢٣٤٥٦٧٨٩٠' } }), ['params.pro must be exactly 10 digits']],
      [
        'with a line break after the PRO',
        pull({ params: { pro: `${pro}\n` } }),
        ['params.pro must be exactly 10 digits'],
      ],
      ['with a PRO that is a number', pull({ params: { pro: 4471180293 } }), ['params.pro must be a string']],
      [
        'with a mistyped param',
        pull({ params: { pro, prro: pro } }),
        ['params.prro is not a known member; did you mean pro?'],
      ],
      [
        'with a mistyped member',
        pull({ callback_ulr: 'https://example.com' }),
        ['callback_ulr is not a known member; did you mean callback_url?'],
      ],
      ['with an unknown member nobody could mean', pull({ zzzzzz: 1 }), ['zzzzzz is not a known member']],
      [
        'with an unknown member of requested_by',
        pull({ requested_by: { mail: 'x' } }),
        ['requested_by.mail is not a known member; did you mean email?'],
      ],
      [
        'with a member named __proto__',
        pull(JSON.parse('{"__proto__": {"pro": "1"}}') as object),
        ['__proto__ is not a known member'],
      ],
      ['with an odd member name', pull({ 'a\u0000"b': 1 }), ['["a\\u0000\\"b"] is not a known member']],
      [
        'pod_to_dispute with neither invoice nor dispute',
        findings({ task_type: 'pod_to_dispute', params: { pro } }),
        ['params.invoice_number or params.dispute_id is required for pod_to_dispute'],
      ],
      [
        'answer_claim with neither claim nor invoice',
        findings({ task_type: 'answer_claim', params: {} }),
        ['params.claim_id or params.invoice_number is required for answer_claim'],
      ],
      [
        'file_dispute without an invoice',
        findings({ task_type: 'file_dispute', params: {} }),
        ['params.invoice_number is required for file_dispute'],
      ],
      [
        'with a reason of the other list',
        findings({ task_type: 'file_dispute', params: { invoice_number, reason_code: 'WC' } }),
        ['params.reason_code must be one of ACC, SHT, DMG, CLS, WGT, RATE, DUP, OTH'],
      ],
      [
        'with a dispute reason on a correction',
        correct({ reason_code: 'ACC' }),
        ['params.reason_code must be one of WC, CC, AC, DA, CN, RR'],
      ],
      [
        'with an amount of one decimal',
        findings({ task_type: 'file_dispute', params: { invoice_number, amount: '12.5' } }),
        ['params.amount must be a decimal amount with two decimals, such as 125.00'],
      ],
      [
        'with an action on another type',
        pull({ params: { pro, action: 'void_bill' } }),
        ['params.action belongs to portal_action only'],
      ],
      [
        'with changes on another type',
        pull({ params: { pro, changes: { billed_weight: 1 } } }),
        ['params.changes belongs to tms_correction only'],
      ],
      [
        'with changes of another reason',
        correct({ changes: { billed_weight: 1, billed_class: '50' } }),
        ['params.changes.billed_class does not belong to reason_code WC, which takes billed_weight'],
      ],
      ['without any change', correct({ changes: {} }), ['params.changes must not be empty']],
      [
        'with a class that is none',
        correct({ reason_code: 'CC', changes: { billed_class: '99' } }),
        [`params.changes.billed_class must be one of ${nmfcClasses.join(', ')}`],
      ],
      [
        'with a weight that is no whole number',
        correct({ changes: { billed_weight: 1.5 } }),
        ['params.changes.billed_weight must be a whole number'],
      ],
      [
        'with an empty accessorial',
        correct({ reason_code: 'AC', changes: { add_accessorials: [''] } }),
        ['params.changes.add_accessorials[0] must not be empty'],
      ],
      [
        'with a dispute id that ends in a dash',
        findings({ task_type: 'pod_to_dispute', params: { pro, dispute_id: 'D-' } }),
        ['params.dispute_id must be letters and digits in groups joined by single dashes'],
      ],
      [
        'with text that is too long',
        pull({ instruction: 'x'.repeat(4001) }),
        ['instruction must have at most 4,000 characters'],
      ],
      [
        'with U+0000 in text',
        pull({ instruction: 'a\u0000b' }),
        ['instruction must not contain control characters other than newline and tab, or halves of surrogate pairs'],
      ],
      [
        'with half of a surrogate pair',
        pull({ params: { pro, comment: '\ud83d' } }),
        ['params.comment must not contain control characters other than newline and tab, or halves of surrogate pairs'],
      ],
      [
        'with a key that is not printable',
        pull({ idempotency_key: 'a\tb' }),
        ['idempotency_key must have printable characters only'],
      ],
      ['with an empty reference', pull({ client_ref: '' }), ['client_ref must not be empty']],
      ['with an unknown priority', pull({ priority: 'urgent' }), ['priority must be one of low, normal, high']],
      ['portal_action without an action', act({}), ['params.action is required for portal_action']],
      [
        'portal_action with an unknown action',
        act({ action: 'void' }),
        [`params.action must be one of ${portalActions.join(', ')}`],
      ],
      [
        'void_bill without its PRO',
        act({ action: 'void_bill' }),
        ['params.pro is required for portal_action void_bill'],
      ],
      [
        'accept_all_charges without its invoice',
        act({ action: 'accept_all_charges', pro }),
        ['params.invoice_number is required for portal_action accept_all_charges'],
      ],
      [
        'withdraw_dispute without its dispute',
        act({ action: 'withdraw_dispute' }),
        ['params.dispute_id is required for portal_action withdraw_dispute'],
      ],
    ];
    for (const [what, got, expected] of bad) it(what, () => assert.deepEqual(got, expected));

    it('for each thing that is wrong, all at once and in the order of the members', () => {
      assert.deepEqual(
        findings({ priority: 'x', params: { amount: 1, pro: 'x' }, task_type: 'tms_correction', colour: 1 }),
        [
          'params.pro must be exactly 10 digits',
          'params.reason_code is required for tms_correction',
          'params.amount must be a string',
          'params.note is required for tms_correction',
          'params.changes is required for tms_correction',
          'priority must be one of low, normal, high',
          'colour is not a known member',
        ],
      );
    });

    it('the same way whatever the order of its members', () => {
      const one = { task_type: 'pull_pod', params: { a1: 1, pro: 'x', b2: 2 }, q: 1, priority: 3 };
      const turned = { priority: 3, q: 1, params: { b2: 2, pro: 'x', a1: 1 }, task_type: 'pull_pod' };
      assert.deepEqual(findings(one), findings(turned));
    });

    it('and with at most a hundred of them', () => {
      const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member_${index}`, 1]));
      const got = pull(many);
      assert.equal(got.length, 101);
      assert.equal(got.at(-1), 'and 4900 more');
    });
  });

  describe('with a callback URL', () => {
    const refused = [
      'http://example.com/',
      'ftp://example.com/',
      'https://user:pw@example.com/',
      'https://10.0.0.1/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://2130706433/',
      'https://0x7f.1/',
      'not a url',
      '',
      `https://example.com/${'x'.repeat(2048)}`,
    ];
    for (const callback_url of refused)
      it(`refuses ${callback_url.slice(0, 40) || 'the empty text'}`, () => {
        const got = pull({ callback_url });
        assert.equal(got.length, 1, got.join('; '));
        assert.match(got[0] ?? '', /^callback_url must /);
      });

    it('lets this machine through only where the deployment allows it', () => {
      const callback_url = 'http://127.0.0.1:7095/hook';
      assert.equal(pull({ callback_url }).length, 1);
      assert.deepEqual(findings({ task_type: 'pull_pod', params: { pro }, callback_url }, true), []);
    });
  });

  it('never breaks the check, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...taskTypes), (value, task_type) => {
        for (const given of [
          value,
          { task_type, params: value },
          { task_type, params: { pro: value, changes: value } },
        ])
          for (const finding of findings(given)) assert.match(finding, /\S/);
      }),
      { numRuns: 300 },
    );
  });
});
