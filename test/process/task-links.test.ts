import assert from 'node:assert/strict';
import fc from 'fast-check';
import { capabilityHolds, capabilityToken, taskLinks } from '../../process/task-links.ts';

const secret = 'a deployment secret for tests, 32+ characters';
const now = new Date('2026-11-21T10:20:30Z');
const hours = (n: number): Date => new Date(now.getTime() + n * 3_600_000);
const token = capabilityToken({ deploymentSecret: secret, linkDays: 30, now }, 'tsk_1');

describe('capability links', () => {
  it('are valid for their task for 30 days, to the full hour', () => {
    assert.match(token, /^\d{10}\.[A-Za-z0-9_-]{43}$/);
    assert.equal(capabilityHolds(secret, 'tsk_1', token, now), true);
    assert.equal(capabilityHolds(secret, 'tsk_1', token, hours(30 * 24)), true);
    assert.equal(capabilityHolds(secret, 'tsk_1', token, hours(30 * 24 + 1)), false);
  });

  it('open no other task and hold under no other secret', () => {
    assert.equal(capabilityHolds(secret, 'tsk_2', token, now), false);
    assert.equal(capabilityHolds('another deployment secret, long enough', 'tsk_1', token, now), false);
  });

  it('do not hold with any character changed, added or left out', () => {
    const property = fc.property(fc.nat(token.length - 1), fc.stringMatching(/^[A-Za-z0-9._-]?$/), (at, other) => {
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      assert.equal(capabilityHolds(secret, 'tsk_1', changed, now), changed === token);
    });
    fc.assert(property, { numRuns: 500 });
    for (const wrong of ['', '.', token + token, ` ${token}`, `${token}\n`, `9999999999.${token.split('.')[1]}`])
      assert.equal(capabilityHolds(secret, 'tsk_1', wrong, now), false);
  });

  it('hold in their own generation only', () => {
    const second = capabilityToken({ deploymentSecret: secret, linkDays: 30, now }, 'tsk_1', 2);
    assert.equal(capabilityHolds(secret, 'tsk_1', second, now, 2), true);
    assert.equal(capabilityHolds(secret, 'tsk_1', second, now, 3), false);
    assert.equal(capabilityHolds(secret, 'tsk_1', token, now, 2), false);
    const [span = '', mac = ''] = second.split('.');
    for (const forged of [`${span.replace('-2', '-3')}.${mac}`, `${span.replace('-2', '')}.${mac}`])
      for (const generation of [0, 2, 3])
        assert.equal(capabilityHolds(secret, 'tsk_1', forged, now, generation), false);
  });

  it('are the same for a record read twice in the hour', () => {
    const settings = { baseUrl: 'https://dispatch.example/', deploymentSecret: secret, linkDays: 30 };
    const task = { taskId: 'tsk_1', manifestFile: 'manifest.json', podFile: null };
    const links = taskLinks({ ...settings, now }, task);
    assert.deepEqual(taskLinks({ ...settings, now: new Date('2026-11-21T10:59:59Z') }, task), links);
    assert.deepEqual(links, {
      resultUrl: `https://dispatch.example/tasks/tsk_1?k=${token}`,
      manifestUrl: `https://dispatch.example/evidence/tsk_1/manifest.json?k=${token}`,
      podUrl: null,
    });
  });
});
