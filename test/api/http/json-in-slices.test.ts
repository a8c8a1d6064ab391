import assert from 'node:assert/strict';
import { parseJson } from '../../../api/http/json-shape.ts';
import { parseJsonInSlices } from '../../../api/http/json-in-slices.ts';

/** What a parser makes of a body: the value, or the sentence of its refusal. */
async function outcome(
  parse: (bytes: Buffer) => unknown,
  bytes: Buffer,
): Promise<{ readonly value?: unknown; readonly refused?: string }> {
  try {
    return { value: await parse(bytes) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

const wide = 'a text with ünïcode 😀, \\" quotes, \\\\ and \\u00e9\\ud83d\\ude00\\n ';
/** Longer than one piece. */
const long = wide.repeat(12_000);
/** Bodies here are denser than those of real callers. */
const parsed = (bytes: Buffer): Promise<unknown> =>
  parseJsonInSlices(bytes, { containers: 1_000_000, values: 2_000_000 });
const many = (member: string, n: number): string => Array.from({ length: n }, () => member).join(', \n');

describe('parsing JSON in turns', function () {
  const bodies: readonly (readonly [string, string])[] = [
    ['a list of objects', `[${many(`{"id": "x", "n": [1, {"a": "]}"}], "t": "${wide}"}`, 4000)}]`],
    ['a list of all kinds of values', ` [ ${many('1 , "a]" ,null, true ,[ ] , {} , -1.5e3,"\\\\"', 30_000)} ] \r\n`],
    ['an object with a list', `{"events" : [${many('{"a":1}', 60_000)}] , "close":"hold"}`],
    ['an object with a long text', `{"mapping":{"a":["b"]},"data":"${long}","dry_run":true}`],
    ['a long name', `{"${long}": 1}`],
    ['a long text that is not text to the end', `{"data":"${long}\\u12", "b": 1}`],
    ['a member named __proto__', `{"__proto__":{"x":1},"a":[${many('{"__proto__":2}', 20_000)}]}`],
    ['a byte order mark, and one within', `\ufeff{"data":"\ufeff${long}\ufeff"}`],
    ['an empty list and an empty object', `{"a":[],"b":{},"c":"${long}"}`],
    ['a long text alone', `"${long}"`],
    ['an object inside that is large', `{"a":{"b":[${many('{"c":1}', 60_000)}]}}`],
    ['only white space', ' '.repeat(400_000)],
    ['a comma at the end of a list', `[${many('{"a":1}', 60_000)},]`],
    ['a comma at the end of a list, behind a piece', `["${long}",]`],
    ['a comma at the end of an object', `{"a":[${many('{"a":1}', 60_000)}],}`],
    ['two commas', `[${many('{"a":1}', 60_000)},,1]`],
    ['no comma', `[${many('{"a":1}', 60_000)} {"b":1}]`],
    ['no colon', `{"a" [${many('{"a":1}', 60_000)}]}`],
    ['a closing bracket of the other kind', `[${many('{"a":1}', 60_000)}}`],
    ['a member that is cut', `[${many('{"a":1}', 60_000)},{"b":`],
    ['a text that is cut', `{"data":"${long}`],
    ['more behind it', `[${many('{"a":1}', 60_000)}] x`],
    ['a control character in a text', `{"data":"${long}\u0001"}`],
    ['a word that is none', `[${many('{"a":1}', 60_000)},nul]`],
    ['a name without quotes', `{a:[${many('{"a":1}', 60_000)}]}`],
  ];
  for (const [what, text] of bodies)
    it(`gives for ${what} what JSON.parse gives`, async () => {
      const bytes = Buffer.from(text);
      const [found, expected] = [await outcome(parsed, bytes), await outcome(parseJson, bytes)];
      // A large body is not parsed again at once for the exact position.
      if ('refused' in expected)
        assert.match(found.refused ?? '', /^the body must be JSON; it is invalid near byte \d+$/);
      else assert.deepEqual(found, expected);
    });

  it('says where exactly a body of 60 kB is wrong', async () => {
    const bytes = Buffer.from(`{a:[${many('{"a":1}', 6_000)}]}`);
    assert.deepEqual(await outcome(parsed, bytes), await outcome(parseJson, bytes));
  });

  const twice: readonly (readonly [string, string, string])[] = [
    ['at the top', '{"pro":"1","pro":"2"}', ': pro'],
    ['within', '{"a":{"b":1},"params":{"pro":"1","note":"pro","pro":"1"}}', ': pro'],
    ['in a list', '[{"id":1},{"id":2,"x":[{"y":1,"y":2}]}]', ': y'],
    ['once with an escape', '{"item":"1","\\u0069tem":"2"}', ': item'],
    ['as __proto__', '{"__proto__":1,"__proto__":2}', ': __proto__'],
    ['under a name that is no word', '{"a b\\n":1,"a b\\n":2}', ''],
    ['in a body of 60 kB', `{"a":1,"b":[${many('{"a":1}', 6_000)}],"a":2}`, ': a'],
    ['in a piece of a large list', `[${many('{"a":1}', 60_000)},{"c":{"b":1,"b":1}}]`, ''],
    ['in a piece of a large object', `{"x":1,"x":1,"a":[${many('{"a":1}', 60_000)}]}`, ''],
    ['in two pieces of a large object', `{"a":[${many('1', 200_000)}],"b":2,"a":[3]}`, ''],
    ['around a long text', `{"data":"${long}","n":1,"data":"${long}"}`, ''],
  ];
  for (const [where, text, name] of twice)
    it(`refuses a member that is there twice ${where}`, async () => {
      const refused = { refused: `the body must not have a member twice${name}` };
      assert.deepEqual(await outcome(parsed, Buffer.from(text)), refused);
    });

  it('allows equal names in different objects, and colons and quotes in texts', async () => {
    const text = '[{"a":{"a":[{"a":"x:\\":{\\"a\\":1,"}]}},{"a":"\\\\"},{"a\\"":1,"a":2}]';
    assert.deepEqual(await parsed(Buffer.from(text)), JSON.parse(text));
  });

  it('refuses what is not UTF-8, wherever it is', async () => {
    for (const place of [20, 200_000, 300_000, 500_000]) {
      const bytes = Buffer.from(`{"data":"${'x'.repeat(600_000)}","b":[${many('{"a":1}', 60_000)}]}`);
      bytes[place] = 0xc3;
      assert.deepEqual(await outcome(parsed, bytes), { refused: 'the body must be UTF-8' });
    }
  });

  it('refuses a body that is all brackets and commas by its length, and one of events as short as they are not', async () => {
    const refused = /^the body must not have more than [\d,]+ (?:objects and lists|values) in [\d,]+ bytes$/;
    for (const dense of ['[]', '{}', '0', '""'])
      assert.match(
        (await outcome(parseJsonInSlices, Buffer.from(`[${`${dense},`.repeat(300_000)}0]`))).refused ?? '',
        refused,
      );
    const event =
      '{"id":"1","kind":"step.done","at":"2026-01-05T08:00:00Z","queue":"q","step":"s","item":"1","outputs":{"a":1}}';
    const events = Buffer.from(`[${`${event},`.repeat(20_000)}${event}]`);
    assert.deepEqual(await outcome(parseJsonInSlices, events), await outcome(parseJson, events));
    const narrow = { containers: 2_000, values: 20_000 };
    assert.match((await outcome((bytes) => parseJsonInSlices(bytes, narrow), events)).refused ?? '', refused);
  });

  it('lets others have their turn', async () => {
    const bytes = Buffer.from(`{"events":[${many(`{"id":"x","t":"${wide}"}`, 60_000)}],"data":"${long.repeat(4)}"}`);
    let turns = 0;
    const state = { over: false };
    const parsing = parsed(bytes).finally(() => (state.over = true));
    const beside = async (): Promise<void> => {
      for (; !state.over; turns += 1) await new Promise(setImmediate);
    };
    await Promise.all([parsing, beside()]);
    assert.ok(turns > 3, `${turns} turns`);
  });
});
