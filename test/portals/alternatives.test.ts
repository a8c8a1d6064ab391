import assert from 'node:assert/strict';
import { alternatives, whichOfSeveral, withCandidates } from '../../portals/page-change.ts';

describe('what is said of a page that lacks a control', () => {
  const view = { labels: ['Username', 'Password'], buttons: ['Log in'], headings: ['Welcome'] };
  const text = (target: Parameters<typeof alternatives>[0]): string => alternatives(target, view, { who: 'Username' });

  it('is what is there instead', () => {
    assert.equal(text({ label: 'Company' }), 'labels "Username", "Password"');
    assert.equal(text({ role: 'button', name: 'Search' }), 'buttons "Log in"');
    assert.equal(text({ role: 'link', name: 'Home' }), 'headings "Welcome"');
  });

  it('is what an open list offers', () => {
    assert.equal(
      alternatives({ role: 'option', name: 'Weight' }, { ...view, options: ['Rate', 'Class'] }, {}),
      'the options "Rate", "Class"',
    );
  });

  it('names the nearest one, as a target', () => {
    assert.equal(
      text({ role: 'button', name: 'Sign in' }),
      'buttons "Log in"; if it is called otherwise now, the nearest is { role: button, name: "Log in" }',
    );
    assert.match(text({ label: 'User name:' }), /the nearest is \{ label: "Username" \}$/);
  });

  it('is never the very thing that was looked for', () => {
    assert.equal(
      text({ label: '{{who}}' }),
      'a label "Username" that belongs to no field; { beside: "Username" } finds a field beside it',
    );
    assert.equal(
      text({ role: 'button', name: 'Log in', within: { section: 'Top' } }),
      '"Log in" elsewhere on the page, and not there; a card or an entry of a list with such a text is named by within: { row: … }',
    );
    assert.match(
      text({ role: 'button', name: 'Log in', within: { row: '1' } }),
      /elsewhere on the page, and not there; if its list is longer .* do: scroll/,
    );
    assert.equal(
      text({ role: 'table', name: 'Welcome' }),
      'a heading "Welcome"; { role: table, within: { section: "Welcome" } } finds what is under it',
    );
    assert.match(
      text({ role: 'button', name: 'Log in' }),
      /^"Log in", written otherwise, of another role or out of sight$/,
    );
  });
});

describe('what is said where several controls have the name', () => {
  const edit = (section: string | null, row: string[] | null) => ({ role: 'button', name: 'Edit', section, row });
  const text = (...seen: ReturnType<typeof edit>[]): string =>
    whichOfSeveral('there are 2 such elements', { role: 'button', name: 'Edit' }, seen, {});

  it('names the row or section of each', () => {
    assert.equal(
      text(edit('Bills', ['77', 'Open']), edit('Bills', ['78', 'Open'])),
      'there are 2 such elements: row: "77", row: "78"; "within" with one of these names the one that is meant',
    );
    assert.match(text(edit('Charges', null), edit('Details', null)), /: section: "Charges", section: "Details"; /);
  });

  it('names the title over each where no section has a name', () => {
    const title = (name: string) => ({ role: 'heading', name, section: null, row: null });
    const seen = [title('Shipper'), edit(null, null), title('Consignee'), edit(null, null)];
    assert.match(
      whichOfSeveral('there are 2', { role: 'button', name: 'Edit' }, seen, {}),
      /: section: "Shipper", section: "Consignee"; "within" /,
    );
  });

  it('says what else may tell them apart where they lie in the same place', () => {
    assert.match(
      text(edit('Bills', null), edit('Bills', null)),
      /in no row or section of their own; within: .*, test_id, /,
    );
  });
});

describe('what is said of a control that may be the one', () => {
  it('is the target that would find it', () => {
    const target = { role: 'menuitem', name: 'Show details', within: { section: 'Actions' } } as const;
    const found = [{ ...target, section: null, because: ['other_role'] as const, score: 90, target }];
    const change = { page: 'bill', missing: [{ of: 'step', expected: {}, found, proposed: null }] } as const;
    assert.equal(
      withCandidates('no buttons', change),
      'no buttons; what may be meant: { role: menuitem, name: "Show details", within: { section: "Actions" } }',
    );
    assert.equal(withCandidates('no buttons', undefined), 'no buttons');
  });
});
