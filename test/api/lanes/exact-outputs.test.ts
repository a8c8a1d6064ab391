import assert from 'node:assert/strict';
import { parseEvents } from '../../../api/lanes/read-events-body.ts';

const parsed = (text: string): Promise<unknown> => parseEvents(Buffer.from(text));

describe('numbers of outputs that JavaScript would round', () => {
  it('are kept as text, digit by digit, also in lists', async () => {
    const body = `{"events": [
      {"id": "1", "outputs": {"account": 12345678901234567, "refs": [-12345678901234567890, 7], "rate": 0.12345678901234567891}},
      {"id": "2", "outputs": {"account": 12345678901234568, "big": 1e21, "sum": 0.30000000000000004, "zero": -0}}
    ], "close": "hold"}`;
    assert.deepEqual(await parsed(body), {
      events: [
        {
          id: '1',
          outputs: { account: '12345678901234567', refs: ['-12345678901234567890', 7], rate: '0.12345678901234567891' },
        },
        { id: '2', outputs: { account: 12345678901234568, big: 1e21, sum: 0.1 + 0.2, zero: -0 } },
      ],
      close: 'hold',
    });
  });

  it('stay numbers outside of outputs, whatever a member is called', async () => {
    const body =
      '[{"features": {"n": 12345678901234567}, "__proto__": {"x": 12345678901234567, "outputs": 1}}, 12345678901234567]';
    const plain = JSON.parse(body) as unknown;
    assert.deepEqual(await parsed(body), plain);
    assert.deepEqual(await parsed(`{"events": 12345678901234567}`), { events: 12345678901234568 });
    assert.deepEqual(await parsed('12345678901234567'), 12345678901234568);
  });

  it('are found in bodies of any length, also where pieces meet', async () => {
    const event = `{"text": "${'x'.repeat(990)}", "outputs": {"a": 12345678901234567}}`;
    const events = (await parsed(`[${Array.from({ length: 2500 }, () => event).join(',')}]`)) as readonly {
      readonly outputs: object;
    }[];
    assert.equal(events.length, 2500);
    for (const { outputs } of events) assert.deepEqual(outputs, { a: '12345678901234567' });
  });
});
