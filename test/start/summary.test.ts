import assert from 'node:assert/strict';
import { summaryBox, type StartSummary } from '../../start/summary.ts';

const summary: StartSummary = {
  seconds: 8.24,
  consoleUrl: 'http://127.0.0.1:7080/console',
  firstAdminUrl: `http://127.0.0.1:7080/console/welcome?k=${'k'.repeat(43)}`,
  dispatchUrl: 'http://127.0.0.1:7080',
  lanesUrl: 'http://127.0.0.1:7070',
  keysFile: '/srv/.lanekeeper/trial.json',
  temporalUiUrl: null,
  sandbox: [{ name: 'Sandbox TMS', url: 'http://127.0.0.1:7090' }],
  receiverUrl: 'http://127.0.0.1:7095/received',
  moved: [],
  failures: [],
};

describe('the box at the end of npm start', () => {
  it('has the console, the link of the first administrator, APIs, keys and next steps', () => {
    const lines = summaryBox(summary).split('\n');
    assert.equal(new Set(lines.map((line) => line.length)).size, 1, 'a straight right side');
    const text = lines.slice(1, -1).map((line) => line.slice(2, -2).trimEnd());
    assert.deepEqual(text, [
      'Lanekeeper is serving (started in 8.2 s); Ctrl-C stops',
      '',
      'Console               http://127.0.0.1:7080/console',
      `First administrator   http://127.0.0.1:7080/console/welcome?k=${'k'.repeat(43)}`,
      'Dispatch API          http://127.0.0.1:7080',
      'Lanes API             http://127.0.0.1:7070',
      'Keys                  /srv/.lanekeeper/trial.json',
      'Sandbox TMS           http://127.0.0.1:7090',
      'Received webhooks     http://127.0.0.1:7095/received',
      '',
      'Next steps',
      '1. Open the link of the first administrator and choose a password. It works once.',
      '2. Submit a task of your own: README.md, "Your first task in five minutes".',
      '3. Walk through the product: docs/tour.md (ten minutes).',
    ]);
  });

  it('says what did not end as expected, why and what to do, and which ports were in use', () => {
    const box = summaryBox({
      ...summary,
      firstAdminUrl: null,
      temporalUiUrl: 'http://127.0.0.1:8233',
      moved: ['Port 7080 is in use; the dispatch API listens on 7081.'],
      failures: [{ what: 'The trial', why: 'no webhook came', advice: 'See dispatch.log.' }],
    });
    for (const part of [
      'The trial did not end as expected: no webhook came ',
      '│ See dispatch.log. ',
      'Port 7080 is in use; the dispatch API listens on 7081.',
      'Temporal UI           http://127.0.0.1:8233',
      '1. Sign in to the console.',
    ])
      assert.ok(box.includes(part), part);
  });

  it('keeps links whole on a narrow terminal', () => {
    const lines = summaryBox(summary, 60).split('\n');
    assert.equal(lines[0], '─'.repeat(59));
    assert.ok(lines.includes(`First administrator   ${summary.firstAdminUrl}`));
  });
});
