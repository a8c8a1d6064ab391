import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Playbook } from '../../../../domain/dispatch/playbook/language.ts';
import { addPage, recordedPage, vocabularyOf } from '../../../../domain/dispatch/playbook/recorded-page.ts';
import type { RecordedPage, RecordedRecipe } from '../../../../domain/dispatch/playbook/recorded-page.ts';
import { testRecipe } from '../../../../domain/dispatch/playbook/test-recipe.ts';
import { readPlaybook } from '../../../../portals/playbooks/load.ts';

const text = readFileSync('docs/examples/demo-portal.yaml', 'utf8');
const read = (body: string): Playbook => {
  const playbook = readPlaybook(body, 'demo', {
    PORTAL_ALLOW_LOOPBACK: true,
    PORTAL_PLAYBOOKS: '',
    PORTAL_SANDBOX_TMS_URL: '',
    PORTAL_SANDBOX_AUDIT_URL: '',
  });
  assert.ok(playbook);
  return playbook;
};
const demo = read(text);
const control = (role: string, name: string, section: string | null = null) => ({ role, name, section, row: null });
const facts = { url: 'https://x.example/', title: '', headings: [], labels: [], buttons: [], columns: [] };

describe('a recorded page', () => {
  it('keeps the texts that the playbook has itself, as its templates, and blanks every other', () => {
    const vocabulary = vocabularyOf(demo, { pro: '0412708839', 'account.username': 'lk.dispatch' });
    const page = recordedPage(
      'track',
      { ...facts, title: 'Harbor Supply', labels: ['PRO number', 'Consignee: Harbor Supply'], buttons: ['Find'] },
      [
        control('textbox', 'PRO number'),
        control('link', '0412708839'),
        control('text', 'Signed in as lk.dispatch'),
        control('text', 'Harbor Supply, 12 Dock St, Toledo'),
        { ...control('cell', '0412708839'), section: 'Harbor Supply', row: ['0412708839', '2,480 lb'] },
      ],
      vocabulary,
    );
    const kept = JSON.stringify(page);
    for (const foreign of ['0412708839', 'lk.dispatch', 'Harbor', 'Dock', '2,480'])
      assert.ok(!kept.includes(foreign), foreign);
    assert.deepEqual(page.labels, ['PRO number']);
    assert.deepEqual(page.buttons, ['Find']);
    assert.ok(page.controls.some(({ role, name }) => role === 'textbox' && name === 'PRO number'));
  });

  it('is not kept twice in a row', () => {
    const pages: RecordedPage[] = [];
    const page = recordedPage('track', facts, [], vocabularyOf(demo, {}));
    addPage(pages, page);
    addPage(pages, { ...page });
    assert.equal(pages.length, 1);
  });
});

describe('a recipe on recorded pages', () => {
  const first = demo.capabilities.pull_pod?.steps?.[0];
  const name = first?.do === 'go' ? first.next : '';
  const print = demo.pages[name]?.fingerprint;
  const page: RecordedPage = {
    page: name,
    title: print?.title ?? '',
    headings: print?.headings ?? [],
    labels: print?.labels ?? [],
    buttons: print?.buttons ?? [],
    columns: print?.columns ?? [],
    controls: [control('textbox', 'PRO number'), control('button', 'Find')],
  };
  const recorded: RecordedRecipe = { taskType: 'pull_pod', phase: 'steps', given: ['pro'], pages: [page] };

  it('finds its pages and controls, and says what was not recorded', () => {
    const { findings, tested } = testRecipe(demo, recorded);
    assert.ok(tested >= 2);
    assert.ok(
      findings.every((finding) => /no page \w+ was recorded|has no \{/.test(finding)),
      findings.join('\n'),
    );
    assert.ok(!findings.some((finding) => finding.includes('PRO number')), findings.join('\n'));
  });

  it('names a control and a mark of the page that are not there', () => {
    const { findings } = testRecipe(read(text.replaceAll('PRO number', 'Tracking number')), recorded);
    assert.ok(
      findings.some((finding) => /has no .*Tracking number/.test(finding)),
      findings.join('\n'),
    );
  });
});
