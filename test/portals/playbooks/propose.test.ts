import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { MissingControl, PageChange } from '../../../domain/dispatch/playbook/changed-control.ts';
import type { Target } from '../../../domain/dispatch/playbook/target.ts';
import { type ProposedPlaybook, proposePlaybook } from '../../../portals/playbooks/propose.ts';

const demo = readFileSync('docs/examples/demo-portal.yaml', 'utf8');

describe('a proposed change of a playbook', () => {
  const missing = (expected: Target, proposed: Target | null, of: MissingControl['of'] = 'step'): MissingControl => ({
    of,
    expected,
    found: [],
    proposed,
  });
  const propose = (
    page: string,
    one: MissingControl,
    { text = demo, taken = [] }: { text?: string; taken?: readonly string[] } = {},
  ): ProposedPlaybook => proposePlaybook(text, 'demo.yaml', { page, missing: [one] } satisfies PageChange, taken);
  function changed(...given: Parameters<typeof propose>): Extract<ProposedPlaybook, { kind: 'proposed' }> {
    const result = propose(...given);
    assert.ok(result.kind === 'proposed', JSON.stringify(result));
    return result;
  }
  /** Lines of a text that another lacks. */
  const differing = (one: string, other: string): string[] => {
    const there = other.split('\n');
    return one.split('\n').filter((line) => !there.includes(line));
  };

  it('has the new name wherever the page has it, the next version, and every other line as it was', () => {
    const { text, version, changes } = changed(
      'deliveries',
      missing({ label: 'PRO number' }, { label: 'PRO no.' }, 'labels'),
    );
    assert.equal(version, '1.0.1');
    assert.deepEqual(differing(text, demo), [
      'version: 1.0.1',
      '    fingerprint: { headings: [Deliveries], labels: [PRO no.], buttons: [Find] }',
      "      - { do: fill, target: { label: PRO no. }, value: '{{pro}}' }",
    ]);
    assert.equal(text.split('\n').length, demo.split('\n').length);
    assert.deepEqual(
      changes.map(({ kind, where }) => `${kind} ${where}`),
      [
        'removed version',
        'added version',
        'removed pages.deliveries.fingerprint.labels, item 1',
        'added pages.deliveries.fingerprint.labels, item 1',
        'removed capabilities.pull_pod.steps, step 2',
        'added capabilities.pull_pod.steps, step 2',
      ],
    );
  });

  it('takes the next version that is not there', () => {
    const one = missing({ label: 'PRO number' }, { label: 'PRO' });
    assert.equal(changed('deliveries', one, { taken: ['1.0.1', '1.0.2'] }).version, '1.0.3');
  });

  it('leaves the same name on another page alone', () => {
    const twice = demo.replace('labels: [User name, Password]', 'labels: [PRO number, Password]');
    const { text } = changed('deliveries', missing({ label: 'PRO number' }, { label: 'PRO' }), { text: twice });
    assert.match(text, /labels: \[PRO number, Password\]/);
    assert.match(text, /labels: \[PRO\], buttons/);
  });

  it('renames the button of a write, and nothing else of its step', () => {
    const { text } = changed(
      'login',
      missing({ role: 'button', name: 'Sign in' }, { role: 'button', name: 'Log in: now' }),
    );
    assert.deepEqual(differing(text, demo).slice(1), [
      "    fingerprint: { headings: [Sign in], labels: [User name, Password], buttons: ['Log in: now'] }",
      "      target: { role: button, name: 'Log in: now' }",
    ]);
  });

  it('is refused where a step that writes would press another kind of control', () => {
    const result = propose('login', missing({ role: 'button', name: 'Sign in' }, { role: 'link', name: 'Sign in' }));
    assert.match(
      result.kind === 'refused' ? result.why : '',
      /^The step that writes uses \{ role: button, name: Sign in \}, and \{ role: link, .*differs in more than its name/,
    );
  });

  it('puts another kind of target in place of one that only reads', () => {
    const link = { role: 'link', name: 'Find' } as const;
    const { text } = changed('deliveries', missing({ role: 'button', name: 'Find' }, link));
    assert.deepEqual(differing(text, demo).slice(1), [
      '      - { do: click, target: { role: link, name: Find }, next: deliveries }',
    ]);
    const other = { role: 'textbox', name: 'PRO number' } as const;
    assert.match(
      changed('deliveries', missing({ label: 'PRO number' }, other)).text,
      /target: \{ role: textbox, name: PRO number \}/,
    );
  });

  it('moves a target to another section', () => {
    const target = { role: 'link', name: '{{pro}}', within: { section: 'Deliveries', row: '{{pro}}' } } as const;
    const moved = { ...target, within: { ...target.within, section: "Today's" } };
    const { text } = changed('deliveries', missing(target, moved));
    assert.match(text, /within: \{ section: 'Today''s', row: '\{\{pro\}\}' \}/);
  });

  it('keeps comments, and the form of block maps and of JSON', () => {
    const block = demo.replace(
      "      - { do: fill, target: { label: PRO number }, value: '{{pro}}' }",
      `      - do: fill # the search\n        target:\n          label:   "PRO number"   # as printed\n        value: '{{pro}}'`,
    );
    const { text } = changed('deliveries', missing({ label: 'PRO number' }, { label: 'PRO "no"' }), { text: block });
    assert.match(text, /\n {10}label: {3}"PRO \\"no\\"" {3}# as printed\n/);
    assert.match(text, /^# A first playbook/);
    const whole = changed('deliveries', missing({ label: 'PRO number' }, { role: 'textbox', name: 'PRO' }), {
      text: block,
    });
    assert.match(whole.text, /target:\n {10}\{ role: textbox, name: PRO \} {3}# as printed\n/);
  });

  it('changes a part once, whichever recipes use it', () => {
    const step = "      - { do: fill, target: { label: PRO number }, value: '{{pro}}' }\n";
    const parts = `parts:\n  search:\n${step.replaceAll(/^ {2}/gm, '')}\n`;
    const withPart = demo
      .replace(step, '      - { do: part, name: search }\n')
      .replace('never_click:', `${parts}never_click:`);
    const { text, changes } = changed('deliveries', missing({ label: 'PRO number' }, { label: 'PRO' }), {
      text: withPart,
    });
    assert.match(text, /parts:\n {2}search:\n {4}- \{ do: fill, target: \{ label: PRO \}/);
    assert.ok(changes.some(({ where }) => where === 'parts.search, step 1'));
  });

  it('is refused, with the reason, where nothing stands out or the playbook knows nothing of it', () => {
    const why = (result: ProposedPlaybook): string => (result.kind === 'refused' ? result.why : 'proposed');
    assert.equal(
      why(propose('deliveries', missing({ label: 'PRO number' }, null))),
      'Nothing on the page is near { label: PRO number }.',
    );
    const found = ['A', 'B'].map((name) => ({
      role: 'textbox',
      name,
      section: null,
      because: ['near_name'] as const,
      score: 60,
      target: { label: name },
    }));
    assert.equal(
      why(propose('deliveries', { ...missing({ label: 'PRO number' }, null), found })),
      'No candidate for { label: PRO number } stands out: { label: A }, { label: B }.',
    );
    assert.match(why(propose('login', missing({ label: 'Other' }, { label: 'More' }))), /says nothing of this/);
  });

  it('is refused where the change would reach further than the page', () => {
    const anchored = demo
      .replace('labels: [PRO number], buttons: [Find]', 'labels: &l [PRO number], buttons: [Find]')
      .replace("headings: ['Delivery {{pro}}'] }", "headings: ['Delivery {{pro}}'], labels: *l }");
    const result = propose('deliveries', missing({ label: 'PRO number' }, { label: 'PRO' }), { text: anchored });
    assert.match(result.kind === 'refused' ? result.why : '', /cannot be changed in place/);
  });

  it('adds a window that lies over a page to those that the playbook knows, however it lists them', () => {
    const target = { role: 'button', name: 'Close', within: { section: "What's new" } } as const;
    const change: PageChange = { page: 'deliveries', missing: [], notice: { heading: "What's new", target } };
    const title = "'What''s new'";
    const entry = `{ heading: ${title}, target: { role: button, name: Close, within: { section: ${title} } } }`;
    const known = '{ text: Please wait, target: { role: link, name: Continue } }';
    for (const [before, after] of [
      ['', `interstitials:\n  - ${entry}\n`],
      [`interstitials: []\n`, `interstitials: [${entry}]\n`],
      [`interstitials: [${known}]\n`, `interstitials: [${known}, ${entry}]\n`],
      [`interstitials:\n  - ${known} # of old\n`, `interstitials:\n  - ${known} # of old\n  - ${entry}\n`],
      [
        'interstitials:\n- text: Please wait\n  target: { role: link, name: Continue }\n',
        `interstitials:\n- text: Please wait\n  target: { role: link, name: Continue }\n- ${entry}\n`,
      ],
    ] as const) {
      const proposed = proposePlaybook(`${demo}${before}`, 'demo.yaml', change, []);
      assert.ok(proposed.kind === 'proposed', JSON.stringify(proposed));
      assert.equal(proposed.text, `${demo.replace('version: 1.0.0', 'version: 1.0.1')}${after}`);
    }
  });
});
