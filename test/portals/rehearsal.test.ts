/** What a rehearsal makes of a portal that has changed, on pages of a small one. */
import assert from 'node:assert/strict';
import { showsChange } from '../../domain/dispatch/portal-change.ts';
import { type RehearsalResult, rehearse } from '../../portals/rehearsal.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { hostilePlaybook, openHostilePortal } from './guard/hostile-portal.ts';
import type { HostilePortal } from './guard/hostile-portal.ts';
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

  async function on(start: string): Promise<RehearsalResult> {
    portal.show({ '/start': start, '/next': '<!doctype html><title>Next</title><h1>Next</h1>' });
    return onQuiet(() =>
      rehearse(
        {
          playbook: hostilePlaybook(portal.url, steps),
          taskType: 'pull_pod',
          phase: 'steps',
          inputs: { pro: '0412708839' },
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
      ),
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
});
