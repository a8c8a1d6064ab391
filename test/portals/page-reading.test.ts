/** Page engines reach every context, whenever they are registered. */
import assert from 'node:assert/strict';
import { carried, registerEngine } from '../../portals/page-reading.ts';
import { testBrowsers } from '../support/browser.ts';

const engine = `(() => {
  const carry = () => Object.assign(document.createElement('data'), { textContent: 'read？' });
  return { query: carry, queryAll: () => [carry()] };
})()`;

describe('page engines', () => {
  it('are there in a browser that is opened while they are registered, beside open ones', async () => {
    const { signal } = new AbortController();
    await testBrowsers().use(signal, async (other) => {
      await other.newPage();
      const names = Array.from({ length: 20 }, (_, n) => `late_engine_${n}`);
      for (const name of names) void registerEngine(name, engine);
      const read = await testBrowsers().use(signal, async (context) => {
        const page = await context.newPage();
        return Promise.all(names.map((name) => carried(page, `${name}=it`).catch(String)));
      });
      assert.deepEqual(
        read,
        names.map(() => 'read？'),
      );
    });
  });

  it('are registered although a browser closes meanwhile, perhaps under another name', async () => {
    const { signal } = new AbortController();
    const names: Promise<string>[] = [];
    for (let n = 0; n < 30; n += 1)
      await testBrowsers().use(signal, async (closing) => {
        void closing.close();
        for (let turn = 0; turn < n % 6; turn += 1) await new Promise(setImmediate);
        names.push(registerEngine(`closing_engine_${n}`, engine));
      });
    const read = await testBrowsers().use(signal, async (context) => {
      const page = await context.newPage();
      return Promise.all(names.map(async (name) => carried(page, `${await name}=it`).catch(String)));
    });
    assert.deepEqual(
      read,
      names.map(() => 'read？'),
    );
  });
});
