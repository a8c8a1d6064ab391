import assert from 'node:assert/strict';
import { openScreen, type Screen } from '../../start/progress.ts';

/** A screen on a terminal or a file; `at` is its clock. */
function open(isTTY: boolean, clock: { at: number } = { at: 0 }): { screen: Screen; written: () => string } {
  let written = '';
  const out = { isTTY, columns: 20, write: (text: string) => void (written += text) };
  return { screen: openScreen(out, false, () => clock.at), written: () => written };
}

describe('what npm start prints', () => {
  it('rewrites the status line on a terminal, cut to its width, and a line that stays replaces it', () => {
    const { screen, written } = open(true);
    screen.say('started');
    screen.status('10 %');
    screen.status('20 % of a very long line');
    screen.status('20 % of a very long line that goes on');
    screen.say('done');
    assert.equal(written(), 'started\n\r\u001B[K10 %\r\u001B[K20 % of a very long\r\u001B[Kdone\n');
  });

  it('prints the status now and then where lines cannot be rewritten', () => {
    const clock = { at: 0 };
    const { screen, written } = open(false, clock);
    for (; clock.at < 40_000; clock.at += 1_000) screen.status(`at ${clock.at}`);
    screen.say('done');
    screen.detail('of no interest');
    assert.equal(written(), 'at 0\nat 15000\nat 30000\ndone\n');
  });
});
