import assert from 'node:assert/strict';
import { choosePlaybook } from '../../../../domain/dispatch/playbook/summary.ts';

describe('choosing a playbook', () => {
  const capability = { inputs: ['pro'], steps: [], words: {} };
  const playbooks = [
    { id: 'tms-east', capabilities: { pull_pod: capability, tms_correction: capability } },
    { id: 'tms-west', capabilities: { pull_pod: capability } },
  ];
  const chosen = (portals: string[] | null, type: Parameters<typeof choosePlaybook>[2] = 'pull_pod') =>
    choosePlaybook(playbooks, portals, type)?.id;

  it("takes the first of the deployment's where the sender has no portals of its own", () =>
    assert.equal(chosen(null), 'tms-east'));
  it("takes the first of the sender's that can do it", () => {
    assert.equal(chosen(['tms-west', 'tms-east']), 'tms-west');
    assert.equal(chosen(['tms-west', 'tms-east'], 'tms_correction'), 'tms-east');
  });
  it("takes none where none of the sender's can do it, or is there any more", () => {
    assert.equal(chosen(['tms-west'], 'tms_correction'), undefined);
    assert.equal(chosen(['tms-north']), undefined);
    assert.equal(chosen(null, 'portal_action'), undefined);
  });
});
