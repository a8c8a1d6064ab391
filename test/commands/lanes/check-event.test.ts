import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkEvents, eventFindings, timeLimit } from '../../../commands/lanes/check-event.ts';
import { readEvent, type WireEvent } from '../../../domain/lanes/event.ts';
import { eventKinds, eventSchema } from '../../../domain/lanes/event-schema.ts';
import { exampleEvents } from '../../api/lanes/example-events.ts';

const rules = { latest: Infinity };
const findings = (event: unknown): string[] => eventFindings(event, rules);
const [work] = exampleEvents('step.done');

/** An example with one member replaced; `undefined` takes it away. */
function changed(event: object, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(event) as Record<string, unknown>;
  const owner = at(copy, path.slice(0, -1)) as Record<string, unknown>;
  const name = path.at(-1) ?? '';
  if (value === undefined) delete owner[name];
  else owner[name] = value;
  return copy;
}

const wrongText: readonly unknown[] = [1, true, null, {}, [], '', 'a\u0000b', 'a\ud800', 'x'.repeat(129), 'two\nlines'];
const wrongId: readonly unknown[] = [...wrongText, 'a|b', 'with space', '🙂'];
const wrongTime: readonly unknown[] = [
  ...wrongText,
  0,
  '2026-11-20',
  '2026-11-20T08:00:00',
  '2026-02-30T08:00:00Z',
  '2026-11-20T25:00:00Z',
  '1970-01-01T00:00:00Z',
  'yesterday',
];
const wrongWord: readonly unknown[] = [...wrongText, 'Operator', 'none', 'toString', '__proto__'];
const wrongValues: readonly unknown[] = [
  1,
  'text',
  true,
  [],
  { a: {} },
  { a: [[1]] },
  { a: [{}] },
  { a: 'x\u0000' },
  { a: 'x\udc00' },
  { a: 'x'.repeat(4001) },
  { a: Number.POSITIVE_INFINITY },
  { a: Number.NaN },
  { a: [Number.NaN] },
  { '': 1 },
  { 'x\u0000': 1 },
  { ['x'.repeat(129)]: 1 },
  JSON.parse('{"__proto__": 1}'),
  { a: Array.from({ length: 1001 }, () => 1) },
  Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n])),
];

const wrongMembers: Record<string, readonly unknown[]> = {
  id: wrongId,
  at: wrongTime,
  queue: wrongId,
  step: wrongId,
  item: wrongText,
  actor: [1, 'dana', true, null, [], {}],
  'actor.kind': wrongWord,
  'actor.id': wrongText,
  'actor.version': wrongText.filter((value) => value !== null),
  role: wrongWord,
  decision: wrongText.filter((value) => value !== null),
  outputs: wrongValues,
  features: wrongValues,
  started_at: wrongTime.filter((value) => value !== null),
  verdict: wrongWord,
  severity: wrongWord.filter((value) => value !== null),
  by: wrongWord,
  request_id: wrongText,
  good: [0, 1, 'true', null, {}, []],
  settlement_reasons: [1, 'late', {}, [1], [''], ['a', 'a'], Array.from({ length: 21 }, (_, n) => `r${n}`)],
  steps: [1, 'match', {}, [], [1], [{}], [null]],
  'steps.0.step': wrongId,
  'steps.0.title': wrongText,
  'steps.0.money_moving': [0, 'yes', null, {}],
  'steps.0.fields': [1, 'amount', {}, [1], [{}], [{ name: 'a' }], [{ compare: 'exact' }]],
  'steps.0.fields.0.name': wrongText,
  'steps.0.fields.0.compare': wrongWord,
  'steps.0.fields.0.tolerance': ['1', -1, Number.NaN, Number.POSITIVE_INFINITY, {}, true],
  'steps.0.fields.0.severity': wrongWord,
  'steps.0.watch': [1, 'format', {}, [1], [''], ['a', 'a'], Array.from({ length: 51 }, (_, n) => `f${n}`)],
  'steps.0.rules': [
    1,
    'strict',
    [],
    { unknown: 1 },
    { weeks: { tz: 'UTC' } },
    { settler: {} },
    { z: '2' },
    { audit: { floor: 2 } },
    { audit: { floor: 0.5 } },
    { assist_to_auto: { min_weeks: 1.5 } },
  ],
};

function at(event: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    event,
  );
}

describe('an event', () => {
  it('is accepted in every form that D30 names', () => {
    for (const kind of eventKinds)
      for (const event of exampleEvents(kind)) assert.deepEqual(findings(event), [], JSON.stringify(event));
  });

  it('is refused for each member that is wrong, in every way, with a sentence that names it', () => {
    let tried = 0;
    for (const kind of eventKinds)
      for (const event of exampleEvents(kind))
        for (const [member, values] of Object.entries(wrongMembers)) {
          const path = member.split('.');
          if (at(event, path) === undefined) continue;
          for (const value of values) {
            const sentences = findings(changed(event, path, value));
            const shown = `${kind} ${member} = ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(sentences)}`;
            const spelt = `event.${member.replaceAll(/\.(\d+)/g, '[$1]')}`;
            assert.ok(
              sentences.some((sentence) => sentence.startsWith(spelt)),
              shown,
            );
            assert.ok(
              sentences.every((sentence) => /^event[^\p{Cc}\p{Cs}]*$/u.test(sentence)),
              shown,
            );
            tried += 1;
          }
        }
    assert.ok(tried > 600, `${tried} wrong events were tried`);
  });

  it('says which of the members that it needs are missing', () => {
    for (const kind of eventKinds)
      for (const event of exampleEvents(kind))
        for (const member of ['id', 'at', 'queue', 'actor', 'step', 'item', 'role', 'verdict', 'steps', 'good']) {
          if (at(event, [member]) === undefined) continue;
          assert.deepEqual(findings(changed(event, [member], undefined)), [`event.${member} is required`]);
        }
  });

  it('speaks as document 2 does', () => {
    assert.deepEqual(findings(changed(work as object, ['actor', 'kind'], 'robot')), [
      'event.actor.kind must be one of operator, agent',
    ]);
    assert.deepEqual(findings(changed(work as object, ['at'], '2026-11-20T08:00:00')), [
      'event.at must be a time with an offset, such as 2026-11-20T08:00:00Z, in the years 2000 to 2099',
    ]);
    assert.deepEqual(findings(changed(work as object, ['queue'], 'a|b')), [
      'event.queue must have only letters, digits and . _ : / # @ -, and be neither . nor ..',
    ]);
    // A client would resolve it in the path of what it asks for.
    for (const id of ['.', '..'])
      assert.match(findings(changed(work as object, ['step'], id))[0] ?? '', /be neither \. nor \.\.$/);
    assert.deepEqual(findings(changed(work as object, ['rolle'], 'act')), [
      'event.rolle is not a known member; did you mean role?',
    ]);
  });

  it('reports all of its findings at once', () => {
    assert.deepEqual(findings({ kind: 'step.done', id: '', at: 'now', extra: 1, actor: { kind: 'x' } }), [
      'event.actor.id is required',
      'event.actor.kind must be one of operator, agent',
      'event.at must be a time with an offset, such as 2026-11-20T08:00:00Z, in the years 2000 to 2099',
      'event.extra is not a known member',
      'event.id must not be empty',
      'event.item is required',
      'event.queue is required',
      'event.role is required',
      'event.step is required',
    ]);
  });

  it('must be an object with a known kind', () => {
    for (const value of [null, 1, 'event', true, [], [[]]])
      assert.deepEqual(findings(value), ['event must be an object']);
    assert.deepEqual(findings({ ...(work as object), kind: 'step.undone' }), [
      `event.kind must be one of ${eventKinds.join(', ')}; did you mean step.done?`,
    ]);
    assert.deepEqual(findings({ ...(work as object), kind: 'other' }), [
      `event.kind must be one of ${eventKinds.join(', ')}`,
    ]);
  });

  it('is done by whom it belongs to: agents propose, people confirm, audit and sign off', () => {
    const by = (kind: string, event: object) => findings(changed(event, ['actor', 'kind'], kind));
    const role = (name: string) => changed(work as object, ['role'], name) as object;
    assert.deepEqual(by('agent', role('confirm')), ['event.actor.kind must be operator for role confirm']);
    assert.deepEqual(by('operator', role('shadow')), ['event.actor.kind must be agent for role shadow']);
    assert.deepEqual(by('operator', role('proposal')), ['event.actor.kind must be agent for role proposal']);
    assert.deepEqual(by('operator', role('act')), []);
    assert.deepEqual(by('agent', role('act')), []);
    for (const kind of ['audit.result', 'signoff.given'] as const)
      assert.deepEqual(by('agent', exampleEvents(kind)[0] as object), [
        `event.actor.kind must be operator for ${kind}`,
      ]);
  });

  it('has no id that the service gives to verdicts, where it is work', () => {
    const named = (id: string): string[] => findings({ ...(work as object), id });
    const hex = '0123456789abcdef'.repeat(2);
    for (const id of [`settle/${hex}`, `settler/${hex}`, `sr_${hex}/approve`, `sr_${hex}/decline`])
      assert.deepEqual(named(id), [`event.id ${id} is one that the service gives to verdicts; take another`]);
    for (const id of ['settle/4711', `sr_${hex}`, `x/settle/${hex}`]) assert.deepEqual(named(id), []);
    const [settlement] = exampleEvents('settlement.made');
    assert.deepEqual(findings({ ...(settlement as object), id: `settle/${hex}` }), []);
  });

  it('is not dated more than 7 days ahead, but in a simulation', () => {
    const now = Date.UTC(2026, 10, 20);
    const dated = (at: string, scopes?: readonly string[]): string[] => {
      const limit = timeLimit(now, { simulation: false, ...(scopes && { scopes }) });
      return eventFindings({ ...(work as object), at }, limit);
    };
    assert.deepEqual(dated('2026-11-27T00:00:00Z'), []);
    assert.deepEqual(dated('2026-11-27T00:00:00.001Z'), ['event.at must not be more than 7 days ahead of the clock']);
    // A key of an agent must not choose when a week ends.
    const early = 'event.at must not be more than 1 day ahead of the clock';
    assert.deepEqual(dated('2026-11-21T00:00:00Z', ['work']), []);
    assert.deepEqual(dated('2026-11-21T00:00:00.001Z', ['work', 'route', 'read']), [early]);
    for (const scope of ['people', 'verdict', 'admin', 'ingest'])
      assert.deepEqual(dated('2026-11-27T00:00:00Z', ['work', scope]), [], scope);
    assert.equal(timeLimit(now, { simulation: true, scopes: ['work'] }).latest, Infinity);
  });

  it('defines nothing twice and no rules that contradict each other', () => {
    const [definition] = exampleEvents('queue.defined');
    const steps = [
      {
        step: 'a',
        fields: [
          { name: 'x', compare: 'exact' },
          { name: 'x', compare: 'text', tolerance: 1 },
        ],
      },
      { step: 'a', watch: ['f', 'f'], rules: { audit: { floor: 0.5 } } },
    ];
    assert.deepEqual(findings({ ...definition, steps }), [
      'event.steps must not define a twice',
      'event.steps[0].fields must not name x twice',
      'event.steps[0].fields[1].tolerance is for compare number only',
      'event.steps[1].watch must not name f twice',
      'event.steps[1].rules.audit.floor must not be above audit.middle',
    ]);
  });

  it('keeps its place among the others, and its id as far as it can be shown', async () => {
    const checked = await checkEvents([work, 7, { id: 'x'.repeat(200) }, { id: 'known' }], rules);
    assert.deepEqual(
      checked.valid.map(({ index }) => index),
      [0],
    );
    assert.deepEqual(
      checked.rejected.map(({ index, id }) => [index, id]),
      [
        [1, ''],
        [2, ''],
        [3, 'known'],
      ],
    );
  });

  it('is never taken by accident: whatever else is sent gets sentences that can be shown', () => {
    const names = [
      'id',
      'kind',
      'at',
      'queue',
      'step',
      'item',
      'actor',
      'role',
      'outputs',
      'features',
      'steps',
      'good',
    ];
    const member = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double());
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names), member),
      fc
        .tuple(fc.constantFrom(...eventKinds), fc.nat(1), fc.constantFrom(...names), member)
        .map(([kind, n, name, value]) => {
          const examples = exampleEvents(kind);
          return { ...examples[n % examples.length], [name]: value };
        }),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const sentences = findings(value);
        for (const sentence of sentences) assert.match(sentence, /^event[^\p{Cc}\p{Cs}]*$|^and \d+ more$/u);
        if (sentences.length === 0) assert.doesNotThrow(() => readEvent(value as unknown as WireEvent));
      }),
      { numRuns: 400 },
    );
  });

  it('fits the schema that is served, whenever it is taken', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
    ajv.addFormat('date-time', true);
    const validate = ajv.compile(eventSchema);
    for (const kind of eventKinds)
      for (const event of exampleEvents(kind)) assert.ok(validate(event), JSON.stringify(validate.errors));
    assert.ok(!validate({ ...(work as object), role: 'confirm', actor: { kind: 'agent', id: 'bot' } }));
  });
});
