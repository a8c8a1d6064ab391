/** The comparison of outputs, field by field. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Output, compareOutputs, worstOf } from '../../../domain/lanes/compare.ts';
import type { FieldDefinition, Value } from '../../../domain/lanes/event.ts';

type Compare = FieldDefinition['compare'];

const field = (compare: Compare, tolerance: number | null = null, name = 'value'): FieldDefinition => ({
  name,
  compare,
  tolerance,
  severity: 'material',
});
const output = (value: Value, decision: string | null = 'pay'): Output => ({ decision, outputs: { value } });
const agree = (compare: Compare, a: Value, b: Value, tolerance: number | null = null): boolean => {
  const [one, other] = [output(a), output(b)];
  const result = compareOutputs([field(compare, tolerance)], one, other);
  assert.equal(compareOutputs([field(compare, tolerance)], other, one).agreed, result.agreed, 'either way round');
  return result.agreed;
};

describe('two numbers', () => {
  it('are the same when their decimals are, however they are written', () => {
    for (const [a, b] of [
      [10, '10.00'],
      ['10.00', '1e1'],
      ['1e3', 1000],
      ['+5', 5],
      ['-0', 0],
      ['.5', 0.5],
      ['5.', 5],
      [' 7 ', 7],
      [1e21, '1000000000000000000000'],
      [1e-7, '0.0000001'],
      ['0012', 12],
    ] as const)
      assert.ok(agree('number', a, b), `${a} and ${b}`);
    for (const [a, b] of [
      [10, '10.001'],
      ['1e3', '1e4'],
      [0.1 + 0.2, 0.3],
      ['9007199254740993', '9007199254740992'],
      [1, true],
    ] as const)
      assert.ok(!agree('number', a, b), `${a} and ${b}`);
  });

  it('may differ by at most the tolerance, in decimals and not in floats', () => {
    assert.ok(0.3 - 0.29 > 0.01, 'as floats they are further apart');
    assert.ok(agree('number', 0.3, 0.29, 0.01));
    assert.ok(agree('number', '1097.27', 1097.26, 0.01));
    assert.ok(!agree('number', '1097.271', 1097.26, 0.01));
    assert.ok(agree('number', 0.1 + 0.2, 0.3, 1e-9));
    assert.ok(agree('number', -5, 5, 10));
    assert.ok(!agree('number', -5, 5.0000001, 10));
  });

  it('that are no numbers are compared as text', () => {
    assert.ok(agree('number', 'n/a', ' n/a'));
    assert.ok(!agree('number', 'n/a', 5));
    assert.ok(!agree('number', '1,000', 1000));
    assert.ok(!agree('number', '', 0));
    assert.ok(!agree('number', '.', 0));
  });

  it('cannot make the comparison slow with a huge exponent or thousands of digits', () => {
    for (const bomb of ['1e999', '1e999999999', '9'.repeat(100_000), `0.${'0'.repeat(5000)}1`]) {
      assert.ok(!agree('number', bomb, 1));
      assert.ok(agree('number', bomb, bomb));
    }
  });

  it('agree with whole-number arithmetic for every pair of cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        (cents, difference, tolerance) => {
          const [a, b] = [cents / 100, (cents + difference) / 100];
          assert.equal(agree('number', a, b, tolerance / 100), Math.abs(difference) <= tolerance);
        },
      ),
    );
  });
});

describe('exact fields', () => {
  it('compare the text form of scalars', () => {
    assert.ok(agree('exact', 10, '10'));
    assert.ok(agree('exact', true, 'true'));
    assert.ok(agree('exact', 1e21, '1000000000000000000000'));
    assert.ok(!agree('exact', '10.00', 10));
    assert.ok(!agree('exact', 'Paid', 'paid'));
    assert.ok(!agree('exact', 'é', 'e\u0301'));
  });

  it('take lists element by element, in order', () => {
    assert.ok(agree('exact', ['a', 1], ['a', '1']));
    assert.ok(!agree('exact', ['a', 'b'], ['b', 'a']));
    assert.ok(!agree('exact', ['a'], 'a'));
    assert.ok(agree('exact', [['a'], []], [['a'], []]));
    assert.ok(agree('number', ['1.0', 2], [1, '2']));
  });
});

describe('text fields', () => {
  it('ignore case, white space and how Unicode writes the same letters', () => {
    for (const [a, b] of [
      ['Straße', 'STRASSE'],
      ['é', 'E\u0301'],
      ['ACME  Ltd.\n', 'acme ltd.'],
      ['ＡＣＭＥ１２', 'acme12'],
      ['ﬁne', 'FINE'],
      ['a\u00a0b', 'A B'],
      ['ΟΔΟΣ', 'οδος'],
      [12, '12'],
    ] as const)
      assert.ok(agree('text', a, b), `${a} and ${b}`);
    assert.ok(!agree('text', 'ACME', 'ACME.'));
    assert.ok(!agree('text', 'ab', 'a b'));
  });
});

describe('set fields', () => {
  it('ignore order and repeats, and compare elements by their text', () => {
    assert.ok(agree('set', ['a', 'b'], ['b', 'a', 'a']));
    assert.ok(agree('set', [1, true], ['true', '1']));
    assert.ok(!agree('set', ['a', 'b'], ['a']));
    assert.ok(!agree('set', ['a'], ['A']));
    assert.ok(agree('set', [], []));
    assert.ok(!agree('set', [null], ['null']));
    assert.ok(!agree('set', [['a']], ['["a"]']));
  });

  it('are split at semicolons where they come as text, as from a CSV file', () => {
    assert.ok(agree('set', 'a; b', ['b', 'a']));
    assert.ok(agree('set', 'a;b;', 'b;a'));
    assert.ok(agree('set', 'a', ['a']));
    assert.ok(agree('set', '', []));
    assert.ok(agree('set', 5, ['5']));
  });
});

describe('a comparison', () => {
  it('takes a missing value as different from every value, and null as missing', () => {
    for (const compare of ['exact', 'number', 'text', 'set'] as const) {
      const missing: Output = { decision: 'pay', outputs: {} };
      assert.ok(!compareOutputs([field(compare)], missing, output('')).agreed);
      assert.ok(!compareOutputs([field(compare)], output(0), missing).agreed);
      assert.ok(compareOutputs([field(compare)], output(null), missing).agreed);
      assert.ok(compareOutputs([field(compare)], { decision: 'pay', outputs: null }, missing).agreed);
    }
  });

  it('compares the decision exactly and as material, and differs when only one side decided', () => {
    const result = compareOutputs([], output(1, 'pay'), output(2, 'Pay'));
    assert.deepEqual(result, {
      agreed: false,
      severity: 'material',
      fields: [{ name: 'decision', severity: 'material', operator: 'pay', agent: 'Pay' }],
    });
    assert.ok(!compareOutputs([], output(1, null), output(1, 'pay')).agreed);
    assert.ok(compareOutputs([], output(1, null), output(2, null)).agreed);
  });

  it('compares the decision as the fields of the step say', () => {
    const named: FieldDefinition = { name: 'decision', compare: 'text', tolerance: null, severity: 'critical' };
    assert.ok(compareOutputs([named], output(1, 'pay'), output(1, ' PAY')).agreed);
    assert.equal(compareOutputs([named], output(1, 'pay'), output(1, 'hold')).severity, 'critical');
  });

  it('takes the severity of the worst differing field, and minor differences alone as agreement', () => {
    const fields: FieldDefinition[] = [
      { name: 'note', compare: 'text', tolerance: null, severity: 'minor' },
      { name: 'amount', compare: 'number', tolerance: null, severity: 'material' },
      { name: 'account', compare: 'exact', tolerance: null, severity: 'critical' },
    ];
    const made = (note: string, amount: number, account: string): Output => ({
      decision: 'pay',
      outputs: { note, amount, account, ignored: Math.PI },
    });
    const base = made('a', 1, 'x');
    assert.deepEqual(compareOutputs(fields, base, { ...base, outputs: { note: 'A', amount: 1, account: 'x' } }), {
      agreed: true,
      severity: null,
      fields: [],
    });
    const minor = compareOutputs(fields, base, made('b', 1, 'x'));
    assert.deepEqual([minor.agreed, minor.severity], [true, 'minor']);
    const worst = compareOutputs(fields, base, made('b', 2, 'y'));
    assert.deepEqual([worst.agreed, worst.severity], [false, 'critical']);
    assert.deepEqual(
      worst.fields.map(({ name }) => name),
      ['note', 'amount', 'account'],
    );
    assert.equal(worstOf([]), null);
    assert.equal(worstOf(['minor', 'material', 'minor']), 'material');
  });

  it('reads only members that the output has itself', () => {
    const named = field('exact', null, 'constructor');
    assert.ok(compareOutputs([named], { decision: null, outputs: {} }, { decision: null, outputs: null }).agreed);
    const proto = JSON.parse('{"__proto__": "x"}') as Record<string, Value>;
    const result = compareOutputs(
      [field('exact', null, '__proto__')],
      { decision: null, outputs: proto },
      output(1, null),
    );
    assert.deepEqual(result.fields, [{ name: '__proto__', severity: 'material', operator: 'x', agent: null }]);
  });

  it('of an output with itself finds nothing', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const value = fc.oneof(scalar, fc.array(scalar)) as fc.Arbitrary<Value>;
    fc.assert(
      fc.property(value, fc.constantFrom<Compare>('exact', 'number', 'text', 'set'), (made, compare) => {
        assert.ok(agree(compare, made, structuredClone(made)));
      }),
    );
  });
});
