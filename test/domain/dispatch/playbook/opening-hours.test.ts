import assert from 'node:assert/strict';
import { type OpeningHours, opensIn } from '../../../../domain/dispatch/playbook/opening-hours.ts';

const office: OpeningHours = {
  time_zone: 'America/Chicago',
  open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:30', to: '18:00' }],
};
const hour = 3_600_000;

describe('a portal with opening hours', () => {
  const cases: [string, string, number][] = [
    ['is open at its first minute', '2026-11-20T13:30:00Z', 0],
    ['is closed the minute before', '2026-11-20T13:29:30Z', 30_000],
    ['is closed from its last minute on, over the weekend', '2026-11-21T00:00:00Z', 61.5 * hour],
    ['opens by its own clock when that is put forward', '2026-03-08T06:00:00Z', 30.5 * hour],
  ];
  for (const [what, at, expected] of cases) it(what, () => assert.equal(opensIn(office, new Date(at)), expected));
  it('is always open when it has none', () => assert.equal(opensIn(null, new Date('2026-11-21T00:00:00Z')), 0));
});
