import assert from 'node:assert/strict';
import { watchBrowser } from '../../worker/health.ts';
import { until } from '../support/wait.ts';

describe('the readiness of a worker with a browser', () => {
  it('says why the browser does not start, tries again, and is ready once it starts', async () => {
    const launch = 'browserType.launch: Target page, context or browser has been closed\nBrowser logs:\n\n';
    const endings = [
      new Error(`${launch}[1:1:FATAL:zygote_host.cc(132)] No usable sandbox! If you are`),
      new Error('no memory'),
      null,
    ];
    /** Launches under way, each held until the test lets it end. */
    const held: (() => void)[] = [];
    const watch = watchBrowser({
      warm: async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        const ending = endings.shift();
        if (ending instanceof Error) throw ending;
      },
      log: { error: () => {}, info: () => {} },
      retryMs: 1,
    });
    const end = async (launches: number): Promise<string | null> => {
      await until(() => held.length === launches, { what: 'the next launch' });
      const before = watch.lacks();
      held.at(-1)?.();
      await until(() => watch.lacks() !== before, { what: 'the end of the launch to show' });
      return watch.lacks();
    };
    assert.equal(watch.lacks(), null, 'it is on its way');
    assert.match((await end(1)) ?? '', /^the browser does not start: .*No usable sandbox!/);
    assert.equal(await end(2), 'the browser does not start: no memory');
    assert.equal(await end(3), null);
    watch.stop();
  });
});
