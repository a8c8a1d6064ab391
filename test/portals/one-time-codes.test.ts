import assert from 'node:assert/strict';
import { OwnFaultError } from '../../portals/own-lag.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { sandboxAuditAccount } from '../../sandbox/account.ts';
import { codeAt, type OneTimeCode } from '../../portals/totp.ts';
import { until } from '../support/wait.ts';
import { onQuiet } from './on-quiet.ts';
import { markOf, openPhaseRunner, type PhaseRunner } from './playbooks/phase-runner.ts';

describe('signing in with a one-time code', function () {
  let runner: PhaseRunner;
  /** What happened in the last run, in its order. */
  let story: string[];
  before(async () => {
    runner = await openPhaseRunner();
  });
  after(() => runner?.end());

  /** @param ages of the codes that the account gives, in seconds */
  function signIn(ages: readonly number[]): Promise<CapabilityResult> {
    story = [];
    let asked = 0;
    runner.moveOn();
    return runner.run(
      'file_dispute',
      'look',
      { invoice_number: 'INV-000000', mark: markOf('file_dispute') },
      {
        onProgress: (step) => void story.push(step),
        session: {
          credentials: async () => sandboxAuditAccount,
          load: async () => null,
          save: async () => {},
          oneTimeCode: async (secret): Promise<OneTimeCode> => {
            story.push('code');
            const age = ages[asked++] ?? assert.fail('another code was asked for');
            return codeAt(secret, new Date(runner.clock().getTime() - age * 1000));
          },
        },
      },
    );
  }
  const codesAsked = (): number => story.filter((step) => step === 'code').length;

  it('computes the code when it is typed', async () => {
    const result = await onQuiet(() => signIn([0]));
    assert.equal(result.kind, 'absent');
    assert.match(story[story.indexOf('code') - 1] ?? '', /Authentication code/);
  });

  it('tries again with a fresh code when the portal refused one whose period had ended', async () => {
    const result = await onQuiet(() => signIn([600, 0]));
    assert.equal(result.kind, 'absent');
    assert.ok(runner.sink().events.some((event) => event.kind === 'note' && /fresh code/.test(event.note)));
  });

  it('blames nobody when the second code was too old as well', async () => {
    await until(async () => {
      await assert.rejects(signIn([600, 600]), OwnFaultError);
      // Another fault of ours may come before the codes.
      return codesAsked() === 2;
    });
  });

  it('reports a login that is refused with a current code, and does not try again', async () => {
    // A code of the future is as wrong as any other, and its period has not ended.
    const result = await onQuiet(() => signIn([-600]));
    assert.ok(result.kind === 'changed');
    assert.equal(result.about, 'login');
    assert.equal(codesAsked(), 1);
  });
});
