import assert from 'node:assert/strict';
import { alternatives } from '../../portals/page-control.ts';

describe('what is said of a page that lacks a control', () => {
  const view = { labels: ['Username', 'Password'], buttons: ['Log in'], headings: ['Welcome'] };
  const text = (target: Parameters<typeof alternatives>[0]): string => alternatives(target, view, { who: 'Username' });

  it('is what is there instead', () => {
    assert.equal(text({ label: 'Company' }), 'labels "Username", "Password"');
    assert.equal(text({ role: 'button', name: 'Search' }), 'buttons "Log in"');
    assert.equal(text({ role: 'link', name: 'Home' }), 'headings "Welcome"');
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
      '"Log in" elsewhere on the page, and not there',
    );
    assert.match(
      text({ role: 'button', name: 'Log in', within: { row: '1' } }),
      /elsewhere on the page, and not there; if its list is longer .* do: scroll/,
    );
    assert.match(
      text({ role: 'button', name: 'Log in' }),
      /^"Log in", written otherwise, of another role or out of sight$/,
    );
  });
});
