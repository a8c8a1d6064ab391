/** For a `describe` about the audit portal: a sandbox of its own, as new before each test, and a person who is signed in. */
import { control, plainAuditAccount, runSandbox, signedInToAudit } from './sandbox.ts';
import type { Client, RunningSandbox } from './sandbox.ts';

export function auditDesk() {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox({ auditPort: 0, auditAccount: plainAuditAccount });
  });
  beforeEach(async () => {
    await control(sandbox, '/reset', {});
    person = await signedInToAudit(sandbox);
  });
  after(() => sandbox.end());
  return {
    get sandbox() {
      return sandbox;
    },
    /** With a session of this test. */
    get person() {
      return person;
    },
  };
}
