import assert from 'node:assert/strict';
import { OwnFaultError } from '../../portals/own-lag.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { sandboxAuditAccount } from '../../sandbox/account.ts';
import { codeAt, type OneTimeCode } from '../../portals/totp.ts';
import { until } from '../support/wait.ts';
import { onQuiet } from './on-quiet.ts';
import { openHostilePortal } from './guard/hostile-portal.ts';
import { loadSmallPlaybook, readWeight, smallPlaybook } from './small-portal.ts';
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

/** Six boxes that pass the focus on; the page sends the code by itself once the last one is full. */
const boxes = `<h1>Welcome</h1>${[1, 2, 3, 4, 5, 6].map((n) => `<input aria-label="Sign ${n}" maxlength=1>`).join('')}<script>
const all = [...document.querySelectorAll('input')];
for (const [n, box] of all.entries()) box.oninput = async () => {
  all[n + 1]?.focus();
  const code = all.map(({ value }) => value).join('');
  if (code.length < 6) return;
  const answer = await fetch('/code', { method: 'POST', body: new URLSearchParams({ code }) });
  if (answer.ok) location = '/home';
};
</script>`;

describe('a one-time code with a field for each sign', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const sign = (n: number): object => ({ do: 'fill', target: { label: `Sign ${n}` }, value: `{{account.totp.${n}}}` });
  const expects = [
    {
      method: 'POST',
      path: '/code',
      content: 'form',
      fields: ['code'],
      constraints: [{ field: 'code', equals: '{{account.totp}}' }],
    },
  ];
  const text = (url: string, last: object): string =>
    smallPlaybook({
      id: 'boxes',
      name: 'A portal with a field for each sign',
      origins: [url],
      pages: {
        login: { paths: ['/login'], secret: true, fingerprint: { headings: ['Welcome'] } },
        home: { paths: ['/home'], fingerprint: { headings: ['Shipments'] } },
      },
      login: {
        page: 'login',
        steps: [{ do: 'go', to: '/login', next: 'login' }, ...[1, 2, 3, 4, 5].map(sign), { ...sign(6), ...last }],
        probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
      },
      capabilities: {
        pull_pod: {
          inputs: ['pro'],
          steps: [
            { do: 'go', to: '/home', next: 'home' },
            { do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' },
          ],
        },
      },
    });

  it('is typed sign by sign, and sent by the page once the last field is full', async () => {
    const portal = await openHostilePortal();
    try {
      portal.show({
        '/login': boxes,
        'POST /code': { status: 200 },
        '/home': '<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>',
      });
      const result = await onQuiet(() =>
        readWeight(loadSmallPlaybook(text(portal.url, { next: 'home', expects })), {
          credentials: async () => ({ username: 'robot', password: 'secret', totp_secret: secret }),
          load: async () => null,
          save: async () => {},
        }),
      );
      assert.equal(result.kind, 'finished', JSON.stringify(result));
      assert.ok(portal.received.some((line) => /^POST \/code code=\d{6}$/.test(line)));
    } finally {
      await portal.close();
    }
  });

  it('says what follows and what is sent, both or neither', () => {
    for (const half of [{ next: 'home' }, { expects }])
      assert.throws(() => loadSmallPlaybook(text('http://127.0.0.1:1', half)), /declares the page that follows/);
  });
});
