/** What a rehearsal makes of a portal that has changed, or that its playbook does not fit, on pages of a small one. */
import assert from 'node:assert/strict';
import type { Capability, LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { showsChange } from '../../domain/dispatch/portal-change.ts';
import type { Phase } from '../../domain/dispatch/playbook/needed-facts.ts';
import { type RehearsalResult, rehearse } from '../../portals/rehearsal.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { hostilePlaybook, type HostilePortal, openHostilePortal } from './guard/hostile-portal.ts';
import { onQuiet } from './on-quiet.ts';

const within = { section: 'Details' };
const steps = [
  { do: 'go', to: '/start', next: 'start' },
  { do: 'read', target: { role: 'heading', name: 'Weight', within }, as: 'billed_weight' },
  { do: 'read', target: { role: 'heading', name: 'Class', within }, as: 'billed_class' },
  { do: 'click', effect: 'read', target: { role: 'link', name: 'Papers' }, next: 'next' },
];

const page = (more: { readonly section?: string; readonly leads?: string; readonly over?: string }): string =>
  `<!doctype html><title>Start</title><h1>Start</h1><section aria-label="${more.section ?? 'Details'}">` +
  `<h2>Weight</h2><h2>Class</h2></section><p><a href="${more.leads ?? '/next'}">Papers</a></p>${more.over ?? ''}`;

describe('a rehearsal on a portal that has changed', function () {
  let portal: HostilePortal;
  before(async () => (portal = await openHostilePortal()));
  after(() => portal.close());

  function rehearsed(
    playbook: LoadedPlaybook,
    phase: Phase,
    inputs: Readonly<Record<string, string>>,
  ): Promise<RehearsalResult> {
    return rehearse(
      {
        playbook,
        taskType: phase === 'submit' ? 'tms_correction' : 'pull_pod',
        phase,
        inputs,
        previews: false,
        sink: memorySink(),
        signal: new AbortController().signal,
        stepTimeoutMs: 5_000,
      },
      {
        browsers: testBrowsers(),
        session: {
          credentials: async () => ({ username: 'robot', password: 'secret' }),
          load: async () => '[]',
          save: async () => {},
        },
      },
    );
  }

  async function on(start: string, interstitials: LoadedPlaybook['interstitials'] = []): Promise<RehearsalResult> {
    portal.show({ '/start': start, '/next': '<!doctype html><title>Next</title><h1>Next</h1>' });
    return onQuiet(() =>
      rehearsed({ ...hostilePlaybook(portal.url, steps), interstitials }, 'steps', { pro: '0412708839' }),
    );
  }

  it('proposes a section with another name for all that is in it', async () => {
    const result = await on(page({ section: 'Load details' }));
    assert.equal(result.kind, 'changed', JSON.stringify(result));
    assert.deepEqual(
      result.kind === 'changed' ? result.change?.missing.map(({ proposed }) => proposed) : [],
      ['Weight', 'Class'].map((name) => ({ role: 'heading', name, within: { section: 'Load details' } })),
    );
  });

  it('takes a window over the page that wants to be closed for a change', async () => {
    const news = '<div style="position:fixed;inset:0;background:#fff"><p>News</p><button>Close</button></div>';
    const result = await on(page({ over: news }));
    assert.deepEqual([result.kind, 'page' in result && result.page], ['changed', 'start'], JSON.stringify(result));
    assert.match(result.kind === 'changed' ? result.found : '', /News/);
  });

  it('proposes what closes it, and is done with that', async () => {
    const news =
      '<div role="dialog" aria-label="News" style="position:fixed;inset:0;background:#fff"><h2>News</h2><button>Read more</button>' +
      '<button onclick="this.parentElement.remove()">Close</button></div>';
    const result = await on(page({ over: news }));
    const notice = result.kind === 'changed' ? result.change?.notice : undefined;
    const closes = { role: 'button', name: 'Close', within: { section: 'News' } };
    assert.deepEqual(notice, { heading: 'News', target: closes }, JSON.stringify(result));
    const passed = await on(page({ over: news }), [notice ?? assert.fail()]);
    assert.equal(passed.kind, 'finished', JSON.stringify(passed));
  });

  it('takes what the playbook does not declare for a change of the page that leads there', async () => {
    const result = await on(page({ leads: '/elsewhere' }));
    assert.equal(result.kind, 'stopped', JSON.stringify(result));
    assert.deepEqual(
      result.kind === 'stopped' && [result.verdict.rule, result.page, showsChange(result.verdict.rule)],
      ['element.undeclared_page', 'start', true],
    );
  });

  it('does not take an act that is never done for one', async () => {
    const result = await on(page({ leads: '/void' }));
    assert.equal(result.kind, 'stopped', JSON.stringify(result));
    assert.deepEqual(result.kind === 'stopped' && [result.verdict.rule, showsChange(result.verdict.rule)], [
      'never_click.void_bill',
      false,
    ]);
  });

  /** A field that the page sends once it is left, and a button that sends `body`. */
  const keeping = (body: string): string =>
    `<!doctype html><title>Start</title><h1>Start</h1><label>Weight <input id=weight></label><button>Save</button><script>
      const send = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
      weight.onchange = () => send('/keep', 'weight=' + weight.value);
      document.querySelector('button').onclick = () => send('/save', ${body}).then(() => { location = '/next'; });
    </script>`;
  const correction = {
    pro: '0412708839',
    mark: '0412708839',
    billed_weight: '2480',
    reason_code: 'WC',
    note: '',
    explanation: '',
    amount: '-223.00',
  };

  async function submitOn(
    start: string,
    fields: readonly string[],
    more: Readonly<Record<string, string>> = {},
    words: Capability['words'] = {},
  ): Promise<RehearsalResult> {
    portal.show({ '/start': start, '/next': '<!doctype html><title>Next</title><h1>Next</h1>' });
    const constraints = [
      { field: 'pro', equals: '{{mark}}' },
      { field: 'weight', equals: '{{billed_weight}}' },
    ].filter(({ field }) => fields.includes(field));
    const playbook = hostilePlaybook(portal.url, [
      { do: 'go', to: '/start', next: 'start' },
      { do: 'fill', target: { label: 'Weight' }, value: '{{billed_weight}}' },
      {
        do: 'click',
        effect: 'write',
        target: { role: 'button', name: 'Save' },
        expects: [{ method: 'POST', path: '/save', content: 'form', fields, constraints }],
        dialog: 'none',
        limit: 'none',
        next: 'next',
      },
    ]);
    const { tms_correction: recipes } = playbook.capabilities;
    const capabilities = recipes === undefined ? {} : { tms_correction: { ...recipes, words } };
    return onQuiet(() => rehearsed({ ...playbook, capabilities }, 'submit', { ...correction, ...more }));
  }

  it('takes a value for a change that the page sends by a request which the playbook does not name', async () => {
    const result = await submitOn(keeping(`'pro=0412708839'`), ['pro']);
    assert.deepEqual([result.kind, 'page' in result && result.page], ['changed', 'start'], JSON.stringify(result));
    assert.match(result.kind === 'changed' ? result.found : '', /^POST .*\/keep, which the playbook does not name/);
    assert.deepEqual(portal.bodies, []);
  });

  it('holds a write back that carries what was typed', async () => {
    const result = await submitOn(keeping(`'pro=0412708839&weight=' + weight.value`), ['pro', 'weight']);
    assert.equal(result.kind, 'held_back', JSON.stringify(result));
    assert.deepEqual(result.kind === 'held_back' && result.fields, ['pro = "0412708839"', 'weight = "2480"']);
    assert.deepEqual(portal.bodies, []);
  });

  it('declares in one go all that a page sends beside what a step declares of it', async () => {
    const token = '0123456789abcdef0123456789abcdef';
    const sent = `'pro=0412708839&weight=' + weight.value + '&amount=%28223.00%29&way=post&csrf_token=${token}'`;
    const result = await submitOn(keeping(sent), ['pro', 'weight']);
    assert.equal(result.kind, 'stopped', JSON.stringify(result));
    assert.deepEqual(result.kind === 'stopped' && result.proposed, {
      method: 'POST',
      path: '/save',
      content: 'form',
      fields: ['pro', 'weight', 'amount', 'way', 'csrf_token'],
      constraints: [
        { field: 'pro', equals: '{{mark}}' },
        { field: 'weight', equals: '{{billed_weight}}' },
        { field: 'amount', equals: '{{amount}}', format: 'money' },
        { field: 'way', equals: 'post' },
      ],
      opaque: [{ field: 'csrf_token', pattern: '[A-Za-z0-9]*', max_length: 32 }],
    });
  });

  it('enters no correction that leaves out a change of the task', async () => {
    const sent = `'pro=0412708839&weight=' + weight.value`;
    const result = await submitOn(keeping(sent), ['pro', 'weight'], { add_accessorials: 'LG' });
    assert.deepEqual(
      result.kind === 'stopped' && [result.verdict.rule, showsChange(result.verdict.rule)],
      ['playbook.unused_change', false],
      JSON.stringify(result),
    );
    assert.equal((await submitOn(keeping(sent), ['pro', 'weight'], { add_accessorials: '' })).kind, 'held_back');
  });

  it('enters nothing where the playbook has no word of the portal for an input', async () => {
    const sent = `'pro=0412708839&weight=' + weight.value`;
    const words = { shown: { of: 'add_accessorials', are: { LG: 'Liftgate' } } };
    const ended = async (codes: string): Promise<unknown> => {
      const result = await submitOn(keeping(sent), ['pro', 'weight'], { add_accessorials: codes }, words);
      return result.kind === 'stopped'
        ? [result.verdict.rule, result.verdict.reason, showsChange(result.verdict.rule)]
        : result;
    };
    assert.deepEqual(await ended('LG, DT'), [
      'playbook.no_word',
      'the playbook has no word of the portal for add_accessorials "LG, DT": its entry of "words" is shown',
      false,
    ]);
    // With a word for each it goes on, to what no step enters.
    assert.match(JSON.stringify(await ended('LG')), /playbook\.unused_change/);
  });

  it('declares nothing of a request for an act that is never done', async () => {
    const result = await submitOn(keeping("'pro=0412708839&weight=' + weight.value + '&action=void'"), [
      'pro',
      'weight',
    ]);
    assert.deepEqual(
      result.kind === 'stopped' && [result.verdict.rule, result.proposed],
      ['never_click.void_bill', undefined],
      JSON.stringify(result),
    );
  });
});
