import assert from 'node:assert/strict';
import { elementChecks, judgeElement } from '../../../domain/dispatch/guard/element-gate.ts';
import { judgePortalAction } from '../../../domain/dispatch/guard/task-gate.ts';
import type { Verdict } from '../../../domain/dispatch/guard/verdict.ts';
import { lintPlaybook } from '../../../domain/dispatch/playbook/lint.ts';
import type { Playbook } from '../../../domain/dispatch/playbook/language.ts';
import { guardDecisions, type GuardDecisions } from '../../../portals/guard-decisions.ts';
import { testBrowsers } from '../../support/browser.ts';
import { guardCases } from './cases/all.ts';
import { follow, next, onClick, open, pressAny, reading, shown, tries } from './cases/building-blocks.ts';
import { breaches, type GuardCase, listedPages, runCase } from './guard-case.ts';
import { type HostilePortal, openHostilePortal } from './hostile-portal.ts';

const allowed: Verdict = {
  verdict: 'allowed',
  layer: 'element',
  rule: 'gone',
  reason: 'this layer is gone',
  subject: '',
};
const without = (gone: Partial<GuardDecisions>): GuardDecisions => ({ ...guardDecisions, ...gone });
const withoutCheck = (name: keyof typeof elementChecks): GuardDecisions =>
  without({
    element: (question, rules) => judgeElement(question, rules, { ...elementChecks, [name]: () => [] }),
  });
const caseOf = (name: string): GuardCase => {
  const found = guardCases.find((guardCase) => guardCase.name === name);
  assert.ok(found, `there is no case "${name}"`);
  return found;
};

describe('every layer of the guard is needed', function () {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  const layers: [string, GuardDecisions, GuardCase][] = [
    ['the element gate', without({ element: () => allowed }), caseOf('"Void bill" as it is')],
    ["the control's state", withoutCheck('state'), caseOf('a control that is nearly transparent')],
    ['the never-click words', withoutCheck('neverClick'), caseOf('"Pay chargeback" only in a title')],
    ['the look for disguises', withoutCheck('disguise'), caseOf('shows Save, is called Refresh')],
    [
      'the comparison with the target',
      withoutCheck('target'),
      reading('layers', {
        name: 'a field with two labels, one of them the right one',
        start: tries('').replace(
          '<h1>Start</h1>',
          '<h1>Start</h1><label for=f>Search</label><label for=f>Amount to pay</label><input id=f oninput="fetch(`/next`)">',
        ),
        steps: [open, shown, { do: 'fill', target: { label: 'Search' }, value: 'x' }],
        forbidden: /\/next/,
      }),
    ],
    ['the input gate', withoutCheck('input'), { ...caseOf('resets its form'), timeoutMs: 1_500 }],
    [
      'the look for effects',
      withoutCheck('effect'),
      caseOf('a page that fetches the record as a proxy for another address'),
    ],
    [
      'the request gate',
      without({
        request: ({ method }) => ({
          ...allowed,
          layer: 'request',
          subject: method,
          final: false,
          ticket: null,
          sent: null,
          headers: [],
        }),
      }),
      caseOf('a fetch that posts'),
    ],
    [
      'the single use of a ticket',
      without({
        request: (facts, rules) => ({ ...guardDecisions.request(facts, rules), ticket: null, sent: null, headers: [] }),
      }),
      caseOf('a second request to the declared address'),
    ],
    [
      'the dialog gate',
      without({ dialog: () => ({ verdict: { ...allowed, layer: 'dialog' }, answer: 'accept' }) }),
      caseOf('a dialog that nobody declared'),
    ],
    [
      'the window gate',
      without({ window: () => ({ ...allowed, layer: 'input' }) }),
      caseOf('a window that the page opens'),
    ],
    [
      'the response gate',
      without({ response: () => ({ ...allowed, layer: 'response' }) }),
      caseOf('a page that lies about its address'),
    ],
    ['the closed exits', without({ closedExits: '' }), caseOf('WebRTC, WebTransport and event streams')],
  ];
  for (const [what, decisions, guardCase] of layers)
    it(`breaks without ${what}: ${guardCase.name}`, async () => {
      const broken = await runCase(guardCase, portal, testBrowsers(), decisions);
      assert.notDeepEqual(breaches(guardCase, broken), [], 'nothing was lost');
    });

  /** The portal's own way of voiding, under a name and an address that say nothing. */
  const disguised = reading('layers', {
    name: 'a portal that voids under a harmless name',
    start: '<h1>Start</h1><a href=/next>Next page</a>',
    pages: { '/next': next },
    steps: [open, follow],
    ends: 'any',
    forbidden: /\/next/,
  });
  it('breaks without the task gate: an action that no later layer could recognise', async () => {
    const ask = async (judge: (action: string) => Verdict): Promise<string[]> => {
      portal.show({});
      if (judge('void_bill').verdict === 'stopped') return [...portal.received];
      return breaches(disguised, await runCase(disguised, portal, testBrowsers()));
    };
    assert.deepEqual(await ask(judgePortalAction), []);
    assert.deepEqual(await ask(() => allowed), ['arrived: GET /next']);
  });

  const unnamed = reading('layers', {
    name: 'a step that presses whatever button there is',
    start: onClick('await fetch("/next")', '<button type=button>Go on</button>'),
    steps: [open, pressAny, shown],
    ends: 'any',
    forbidden: /\/next/,
  });
  it("breaks without the playbook's lint: a step that presses whatever button there is", async () => {
    const playbook = {
      portal: { name: 'Hostile', kind: 'audit' },
      pages: listedPages,
      assets: [],
      asset_origins: [],
      reads: [],
      login: { page: 'login', steps: [], probe: { go: '/home', page: 'home', signed_in: { text: 'in' } } },
      capabilities: { pull_pod: { inputs: ['pro'], steps: unnamed.steps, words: {} } },
      probes: {},
      interstitials: [],
      never_click: [],
      harmless: [],
      approval_limits: [],
      holidays: [],
      settle_ms: null,
      amounts: 'printed',
      hours: null,
    } as unknown as Playbook;
    assert.ok(lintPlaybook(playbook).some((finding) => finding.includes('an input needs a name beside the role')));
    assert.deepEqual(breaches(unnamed, await runCase(unnamed, portal, testBrowsers())), ['arrived: GET /next']);
  });
});
