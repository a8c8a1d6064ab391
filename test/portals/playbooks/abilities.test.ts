import assert from 'node:assert/strict';
import { abilitiesFor, rehearsedForAnyone } from '../../../portals/playbooks/abilities.ts';
import { loadPlaybooks } from '../../../portals/playbooks/load.ts';

const settings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
  PORTAL_SANDBOX_AUDIT_URL: 'http://127.0.0.1:8',
};
const released = { playbookId: 'acme', digest: 'd' };
const can = (found: readonly { id: string; capabilities: object }[]): [string, string[]][] =>
  found.map(({ id, capabilities }) => [id, Object.keys(capabilities).sort()]);

describe('what the playbooks in force can do', () => {
  const ask = (given: Partial<typeof settings>, text?: string) =>
    abilitiesFor(
      {
        settings: { ...settings, ...given },
        inForce: async () => (text === undefined ? [] : [released]),
        text: async () => text ?? '',
      },
      'snd_1',
    );

  it('is what the files say that are loaded in full', async () => {
    for (const given of [{}, { PORTAL_SANDBOX_AUDIT_URL: '' }])
      assert.deepEqual(can(await ask(given)), can(loadPlaybooks({ ...settings, ...given })));
  });

  it('counts a released version after the files, and leaves out what cannot be read', async () => {
    const text = 'id: acme\norigins: ["https://acme.example"]\ncapabilities: { pull_pod: {} }\n';
    assert.deepEqual(can(await ask({}, text)), [...can(await ask({})), ['acme', ['pull_pod']]]);
    for (const broken of ['id: [', 'id: acme\ncapabilities: {}\n', '- a\n'])
      assert.deepEqual(can(await ask({}, broken)), can(await ask({})));
  });

  it('has the versions, digests and canaries of the playbooks that are loaded in full, and a release in place of its file', async () => {
    const rehearsed = (body?: string, forEveryone = true) =>
      rehearsedForAnyone({
        settings,
        all: async () => (body === undefined ? [] : [{ playbookId: 'sandbox-tms', digest: 'd', forEveryone }]),
        text: async () => body ?? '',
      });
    const shown = (found: Awaited<ReturnType<typeof rehearsed>>) =>
      found.map(({ id, version, digest, canary }) => [id, version, digest, Object.keys(canary)]);
    const loaded = loadPlaybooks(settings);
    assert.deepEqual(shown(await rehearsed()), shown(loaded));
    const next =
      'id: sandbox-tms\nversion: 99.0.0\naccount: tms\norigins: ["https://tms.example"]\ncanary: { pull_pod: { params: {} } }\n';
    const names = (found: Awaited<ReturnType<typeof rehearsed>>) => found.map(({ id, version }) => `${id} ${version}`);
    const others = names(loaded).filter((name) => !name.startsWith('sandbox-tms '));
    assert.deepEqual(names(await rehearsed(next)), [...others, 'sandbox-tms 99.0.0']);
    assert.deepEqual(names(await rehearsed(next, false)), [...names(loaded), 'sandbox-tms 99.0.0']);
    assert.deepEqual(names(await rehearsed('id: [')), others);
  });
});
